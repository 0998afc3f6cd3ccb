/* Policies that place tasks so that the GPUs that are left are of use (docs/gpu-placement.md).
 *
 * Experimental. Stable once one policy is the better choice for every workload of docs/gpu-placement.md, or the choice is the scheduler's.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_GPU_H_
#define KOORD_GPU_H_

#ifndef KOORD_EXPERIMENTAL
#error "koord/gpu.h is experimental: define KOORD_EXPERIMENTAL to use it"
#endif

#include "cluster.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Policies that place tasks so that GPUs which are left are of use (docs/gpu-placement.md). */
typedef int32_t koord_gpu_policy;
enum {
  KOORD_GPU_POLICY_NONE = 0,      /**< none of them: scores as configured */
  KOORD_GPU_POLICY_FGD = 1,       /**< fragmentation gradient descent; scores 0..99 */
  KOORD_GPU_POLICY_ROOM_LEFT = 2, /**< what comes after keeps the most room; up to 2^31 - 1 */
  KOORD_GPU_POLICY_BEST_FIT = 3,  /**< the least of CPU and GPU left; 0..100, as the next */
  KOORD_GPU_POLICY_DOT_PRODUCT = 4,
  KOORD_GPU_POLICY_PACKING = 5, /**< shared GPUs, then nodes in use, then idle ones; 0..100 */
  /** Nodes whose pods share a GPU as this one does, or have as many whole ones; 0..100 */
  KOORD_GPU_POLICY_CLUSTERING = 6
};
/** Tasks of a workload that ask for the same. 32 bytes. */
typedef struct koord_task_class {
  int64_t
      tasks; /**< how many of them there are: only the proportions count. All together up to 2^30 */
  int64_t cpu_milli; /**< up to 2^28 */
  int32_t gpu_milli; /**< thousandths of each GPU, up to 1000 */
  int32_t gpu_count; /**< GPUs, up to 64; 0 with gpu_milli 0: none */
  uint32_t
      models_offset; /**< models that will do, in the arena of the same call: "A100|H100"; up to 63 in all */
  uint32_t models_length; /**< 0: any */
} koord_task_class;
/** From here on a policy scores nodes, for all pods: higher is better, and never less than 0. The score says what
 *  the GPUs of the node are worth after the pod, CPUs and memory count only as far as they say who fits; a pod that
 *  takes a part of one GPU gets the GPU of the node that the policy thinks best. Everything is judged anew.
 *  FGD and ROOM_LEFT are made for the workload, `rows`, of which FGD takes the most frequent 95 percent; the others
 *  do not look at it. All but FGD and PACKING are made for the nodes that are there: call it again when the cluster
 *  has become another one, or the workload. A GPU's part is its gpu-memory-ratio, a node's model that of
 *  the label node.koordinator.sh/gpu-model or else of its Device object. Scores of ROOM_LEFT lie near each other and
 *  far from 0: compare them, koord_verdicts_normalize rounds them to the same value.
 *  Errors: INVALID (names the row and field; no tasks for FGD and ROOM_LEFT), LIMIT (65536 rows, 4096 of them that
 *  differ, 63 models, 4096 kinds of nodes), NO_MEMORY; all is as before then. */
KOORD_API koord_status koord_cluster_set_gpu_policy(koord_cluster *cluster, koord_gpu_policy policy,
                                                    const koord_task_class *rows, size_t stride,
                                                    size_t count, KOORD_DOCUMENT const char *arena,
                                                    size_t arena_length, koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_GPU_H_ */
