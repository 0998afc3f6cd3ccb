/* Policies that place tasks so that the remaining GPUs stay useful (docs/operate/gpu-placement.md).
 *
 * Experimental. Stable once one policy is the better choice for every workload of
 * docs/operate/gpu-placement.md, or the choice is the scheduler's.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_GPU_H_
#define KOORD_GPU_H_

#ifndef KOORD_EXPERIMENTAL
#error "koord/experimental/gpu.h is experimental: define KOORD_EXPERIMENTAL to use it"
#endif

#include "../cluster.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Policies that place tasks so that the remaining GPUs stay useful
 *  (docs/operate/gpu-placement.md). */
typedef int32_t koord_gpu_policy;
enum {
  KOORD_GPU_POLICY_NONE = 0,      /**< no such policy: scores as configured */
  KOORD_GPU_POLICY_FGD = 1,       /**< fragmentation gradient descent; scores 0..99 */
  KOORD_GPU_POLICY_ROOM_LEFT = 2, /**< most room for later tasks; scores 0..2^31 - 1 */
  KOORD_GPU_POLICY_BEST_FIT = 3,  /**< least CPU and GPU left; scores 0..100 */
  /** least product of free and requested amounts; scores 0..100 */
  KOORD_GPU_POLICY_DOT_PRODUCT = 4,
  /** shared GPUs, then nodes in use, then idle nodes; scores 0..100 */
  KOORD_GPU_POLICY_PACKING = 5,
  /** Nodes whose pods share a GPU as this pod does, or have as many whole GPUs; scores 0..100 */
  KOORD_GPU_POLICY_CLUSTERING = 6,
  KOORD_GPU_POLICY_FGD_ALL = 7 /**< FGD with all classes of the workload, rare ones too */
};
/** Tasks of a workload with the same request. 40 bytes. */
typedef struct koord_task_class {
  /** number of such tasks; only the proportions count. At most 2^30 over all classes */
  int64_t tasks;
  int64_t cpu_milli; /**< up to 2^28 */
  int32_t gpu_milli; /**< thousandths of each GPU, up to 1000 */
  int32_t gpu_count; /**< number of GPUs, up to 64; 0 with gpu_milli 0: none */
  /** acceptable models, in the arena of the same call: "A100|H100"; up to 63 over all classes */
  uint32_t models_offset;
  uint32_t models_length; /**< 0: any */
  /** bytes, up to 2^60; for ROOM_LEFT. Tasks for one GPU count with the mean of those alike */
  int64_t memory;
} koord_task_class;
/** Makes a policy score nodes for all pods from now on: a higher score is better, and no score is
 *  below 0. The score rates the GPUs that the node has left after the pod (for BEST_FIT and
 *  DOT_PRODUCT the CPUs, too); otherwise CPUs and memory count only for which tasks fit. A pod that
 *  requests a part of one GPU gets the GPU of the node that the policy rates best. All verdicts
 *  change.
 *
 *  `rows` is the workload. Only FGD, FGD_ALL and ROOM_LEFT read it; FGD uses its most frequent 95
 *  percent. All policies except FGD, FGD_ALL and PACKING are tuned to the current nodes: call this
 *  again when the cluster or the workload has changed substantially. The part of a GPU is its
 *  gpu-memory-ratio. The model of a node is that of its label node.koordinator.sh/gpu-model, else
 *  that of its Device object. Scores of ROOM_LEFT are far from 0 and close to each other: compare
 *  them directly, because koord_verdicts_normalize rounds them to the same value.
 *  Errors: INVALID (names the row and field; no tasks for FGD, FGD_ALL and ROOM_LEFT), LIMIT (65536
 *  rows, 4096 different rows, 63 models, 4096 kinds of nodes), NO_MEMORY. */
KOORD_API koord_status koord_cluster_set_gpu_policy(koord_cluster *cluster, koord_gpu_policy policy,
                                                    const koord_task_class *rows, size_t stride,
                                                    size_t count, KOORD_DOCUMENT const char *arena,
                                                    size_t arena_length, koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_GPU_H_ */
