// Converts nodes, pods and workload of a trace for libkoord.
#pragma once

#include <string>
#include <vector>

#include "fragments.h"
#include "koord.hpp"
#include "trace.h"

namespace koordctl {

// The labels by which pods may select GPUs.
enum class GpuLabels { kNone, kMinor };

// These functions throw a Failure that names the node or the pod that libkoord rejects.

// Adds nodes to an empty cluster. Their ids are their positions.
void add_nodes(koord::Cluster &cluster, const std::vector<TraceNode> &nodes, GpuLabels labels);
void place_gpus(koord::Cluster &cluster, koord_gpu_policy placing,
                const std::vector<TaskKind> &kinds);

koord::Pod make_pod(const TracePod &pod, const std::string &uid);
// Returns a pod that takes this GPU of its node and no other. Requires GPUs with labels.
koord::Pod make_pod_for(int gpu, const TracePod &pod, const std::string &uid);

}  // namespace koordctl
