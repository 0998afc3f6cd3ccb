/* Ladders: an addition to the interface for a test.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_LADDER_H_
#define KOORD_LADDER_H_

#include "refusal.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Material of a ladder. */
typedef int32_t koord_ladder_material;
enum {
  KOORD_LADDER_MATERIAL_WOOD = 0, /**< bends */
  KOORD_LADDER_MATERIAL_STEEL = 1 /**< does not bend */
};

/** Options of a ladder. */
typedef struct koord_ladder_options {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  koord_ladder_material material;
  uint32_t rungs;    /**< number of rungs */
  uint32_t reserved; /**< 0 */
} koord_ladder_options;

/** A ladder. Immutable; counted, any threads may share it. */
typedef struct koord_ladder koord_ladder;
/** A rung of a ladder. 16 bytes, final. */
typedef struct koord_rung {
  int64_t height; /**< above the ground, in millimetres */
  koord_ladder_material material;
  uint32_t reserved; /**< 0 */
} koord_rung;

/** Creates a ladder, without rungs if `options` is NULL. The caller owns *out. Errors: INVALID, LIMIT (over 64 rungs),
 *  NO_MEMORY. */
KOORD_API koord_status koord_ladder_new(KOORD_NULLABLE const koord_ladder_options *options,
                                        koord_ladder **out, koord_error *err);
/** Adds a reference. Returns NULL for NULL. */
KOORD_API koord_ladder *koord_ladder_ref(const koord_ladder *ladder);
KOORD_API void koord_ladder_unref(koord_ladder *ladder);
/** Returns the rungs, lowest first. `rows` is as in koord_topology_get_cpus. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_ladder_get_rungs(const koord_ladder *ladder, koord_rung *rows,
                                              size_t stride, size_t capacity, size_t *count,
                                              koord_error *err);

/** Checks if the ladder reaches a height in millimetres; `*refusal` has the reason if not. Errors: INVALID. */
KOORD_API koord_status koord_ladder_reach(const koord_ladder *ladder, int64_t height,
                                          koord_refusal *refusal, koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_LADDER_H_ */
