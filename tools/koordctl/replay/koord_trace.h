// Nodes, pods and workload of a trace, as libkoord takes them.
#pragma once

#include <string>
#include <vector>

#include "koord.hpp"
#include "replay/fragments.h"
#include "replay/trace.h"

namespace koordctl {

// What pods may choose GPUs by.
enum class GpuLabels { kNone, kMinor };

// These throw a Failure that names the node or the pod which libkoord will not have.

// To a cluster without any: their ids are their positions.
void add_nodes(koord::Cluster &cluster, const std::vector<TraceNode> &nodes, GpuLabels labels);
void place_gpus(koord::Cluster &cluster, koord_gpu_policy placing,
                const std::vector<TaskKind> &kinds);

koord::Pod make_pod(const TracePod &pod, const std::string &uid);
// One that takes this GPU of its node and no other, where GPUs are labelled.
koord::Pod make_pod_for(int gpu, const TracePod &pod, const std::string &uid);

}  // namespace koordctl
