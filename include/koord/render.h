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

/** Draws the machine - sockets, NUMA nodes, L3 groups, cores, CPUs - and who holds what.
 *  `options` may be NULL. `sets` holds `set_count` CPU sets of `words` words each, one after another, and
 *  `labels` their names joined by '\n', `title` a headline (both may be empty); at most 64 sets. A CPU in
 *  several sets is shown as shared. Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_topology_draw(const koord_topology *topology,
                                           const koord_picture_options *options,
                                           const uint64_t *sets, size_t set_count, size_t words,
                                           const char *labels, size_t labels_length,
                                           const char *title, size_t title_length,
                                           koord_buffer **out, koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_RENDER_H_ */
