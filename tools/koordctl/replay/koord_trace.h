// Nodes, pods and workload of a trace, as libkoord takes them.
#ifndef KOORDCTL_REPLAY_KOORD_TRACE_H_
#define KOORDCTL_REPLAY_KOORD_TRACE_H_

#include <memory>
#include <string>
#include <vector>

#include "koord.h"
#include "replay/fragments.h"
#include "replay/trace.h"

namespace koordctl {

struct KoordFree {
  void operator()(koord_cluster *cluster) const { koord_cluster_free(cluster); }
  void operator()(koord_pod *pod) const { koord_pod_unref(pod); }
};
using ClusterHandle = std::unique_ptr<koord_cluster, KoordFree>;
using PodHandle = std::unique_ptr<koord_pod, KoordFree>;

// What pods may choose GPUs by.
enum class GpuLabels { kNone, kMinor };

// These throw a Failure that names the node or the pod which libkoord will not have.

// To a cluster without any: their ids are their positions.
void add_nodes(koord_cluster *cluster, const std::vector<TraceNode> &nodes, GpuLabels labels);
void place_gpus(koord_cluster *cluster, koord_gpu_policy placing,
                const std::vector<TaskKind> &kinds);

PodHandle make_pod(const TracePod &pod, const std::string &uid);
// One that takes this GPU of its node and no other, where GPUs are labelled.
PodHandle make_pod_for(int gpu, const TracePod &pod, const std::string &uid);

}  // namespace koordctl

#endif  // KOORDCTL_REPLAY_KOORD_TRACE_H_
