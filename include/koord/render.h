/* Pictures of a machine.
 *
 * Experimental. Stable once another program than koordctl draws with it.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_RENDER_H_
#define KOORD_RENDER_H_

#ifndef KOORD_EXPERIMENTAL
#error "koord/render.h is experimental: define KOORD_EXPERIMENTAL to use it"
#endif

#include "topology.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What a picture is drawn as. */
typedef int32_t koord_picture_format;
enum { KOORD_PICTURE_FORMAT_TEXT = 0, KOORD_PICTURE_FORMAT_SVG = 1 };
/** How a picture is drawn. */
typedef uint32_t koord_picture_flags;
enum {
  KOORD_PICTURE_COLOR = 1,  /**< text: ANSI colours */
  KOORD_PICTURE_ASCII = 2,  /**< text: no characters outside ASCII */
  KOORD_PICTURE_DEVICES = 4 /**< list PCI devices under their NUMA node */
};

/** How a picture is drawn. */
typedef struct koord_picture_options {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  koord_picture_flags flags;
  koord_picture_format format;
  uint32_t columns; /**< text: width of the terminal, 0: 100 */
} koord_picture_options;

/** What a picture shows beside the machine: a title, and sets of CPUs with their labels. One owner. Draws may read one
 *  picture at the same time; all other calls require exclusive access. */
typedef struct koord_picture koord_picture;
/** A picture of the machine alone: no title, no sets. The caller owns *out. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_picture_new(koord_picture **out, koord_error *err);
KOORD_API void koord_picture_free(koord_picture *picture);
/** Sets the headline; length 0: none. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_picture_set_title(koord_picture *picture, const char *title,
                                               size_t length, koord_error *err);
/** Adds the CPUs that somebody holds, and who: `label` is one line and may be empty. Sets are shown in the order of
 *  the calls, a CPU in several of them as shared. Errors: INVALID, LIMIT (more than 64 sets), NO_MEMORY. */
KOORD_API koord_status koord_picture_add_set(koord_picture *picture, const char *label,
                                             size_t label_length, const uint64_t *words,
                                             size_t word_count, koord_error *err);

/** Draws the machine - sockets, NUMA nodes, L3 groups, cores, CPUs - and who holds what.
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
