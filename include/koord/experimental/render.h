/* Pictures of a machine.
 *
 * Experimental. Stable once another program than koordctl draws with it.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_RENDER_H_
#define KOORD_RENDER_H_

#ifndef KOORD_EXPERIMENTAL
#error "koord/experimental/render.h is experimental: define KOORD_EXPERIMENTAL to use it"
#endif

#include "../topology.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The format of a picture. */
typedef int32_t koord_picture_format;
enum { KOORD_PICTURE_FORMAT_TEXT = 0, KOORD_PICTURE_FORMAT_SVG = 1 };
/** Options of a picture. */
typedef uint32_t koord_picture_flags;
enum {
  KOORD_PICTURE_COLOR = 1,  /**< text: ANSI colours */
  KOORD_PICTURE_ASCII = 2,  /**< text: no characters outside ASCII */
  KOORD_PICTURE_DEVICES = 4 /**< list PCI devices below their NUMA node */
};

/** Options of drawing a picture. */
typedef struct koord_picture_options {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  koord_picture_flags flags;
  koord_picture_format format;
  uint32_t columns; /**< text: width of the terminal, 0: 100 */
} koord_picture_options;

/** Content of a picture besides the machine: a title, and sets of CPUs with labels. One owner.
 *  Calls of koord_topology_draw may use one picture at the same time; all other calls require
 *  exclusive access. */
typedef struct koord_picture koord_picture;
/** Creates a picture without title and sets: it shows the machine alone. The caller owns *out.
 *  Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_picture_new(koord_picture **out, koord_error *err);
KOORD_API void koord_picture_free(koord_picture *picture);
/** Sets the title; length 0: none. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_picture_set_title(koord_picture *picture,
                                               KOORD_NULLABLE const char *title, size_t length,
                                               koord_error *err);
/** Adds a set of CPUs and its owner: `label` is one line and may be empty. Sets are shown in the
 *  order of the calls; a CPU in several sets is shown as shared. Errors: INVALID, LIMIT (more than
 *  64 sets), NO_MEMORY. */
KOORD_API koord_status koord_picture_add_set(koord_picture *picture, const char *label,
                                             size_t label_length, const uint64_t *words,
                                             size_t word_count, koord_error *err);

/** Draws the machine (sockets, NUMA nodes, L3 groups, cores, CPUs) and the sets of the picture.
 *
 *  options  nullable.
 *  picture  nullable: the machine alone.
 *
 *  Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_topology_draw(const koord_topology *topology,
                                           KOORD_NULLABLE const koord_picture_options *options,
                                           KOORD_NULLABLE const koord_picture *picture,
                                           koord_buffer **out, koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_RENDER_H_ */
