// Places a gang: all of its pods or none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/refusal.h"
#include "device/link/link_gang.h"
#include "sched/cluster/changes.h"
#include "sched/cluster/cluster_snapshot.h"

namespace koord::plan {

// The worth of a placement of a gang with GPUs.
struct GangWorth {
  int64_t nodes = 0;        // nodes used; fewer are better
  device::GangLinks links;  // more are better, first within pods, then between pods of one node
};

inline bool is_better(const GangWorth &a, const GangWorth &b) {
  return a.nodes != b.nodes ? a.nodes < b.nodes : a.links > b.links;
}
inline GangWorth operator+(const GangWorth &a, const GangWorth &b) {
  return {a.nodes + b.nodes, {a.links.inside + b.links.inside, a.links.between + b.links.between}};
}

struct GangPod {
  sched::ShapePtr shape;
  std::string_view uid;
  int32_t priority = 0;
  std::span<const uint32_t> excluded = {};  // nodes that do not take this pod, ascending
};

struct GangConditions {
  uint32_t max_nodes = 0;  // limits the nodes used; 0 for any number
  uint64_t work = 5000;    // limits the pods tried on nodes and the evaluations by GangBoard
  bool skip_fit = false;
  std::vector<uint32_t> excluded;  // nodes that take no pod of the gang, ascending
};

struct GangAnswer {
  Refusal refusal;
  sched::Changes changes;  // the most demanding pod first
  size_t placed = 0;       // all pods, or the most that one attempt placed
  size_t nodes = 0;        // number of nodes used
  size_t blocked = 0;      // if refused: the first pod that the first attempt could not place
  uint64_t work = 0;       // work done
};

// Places every pod, the most demanding first. The first attempt puts each pod where Reserve would
// put it if it were the only one: on the best node at that time. If that fails, other combinations
// are tried. For pods of one shape this finds a placement whenever there is one; otherwise the
// search ends when the work is used up (Reason::kSearchLimit). Pods that request GPUs are brought
// together (GangConsolidation). The uids must be unique.
GangAnswer place_gang(const sched::ClusterSnapshot &snapshot, std::span<const GangPod> pods,
                      const GangConditions &conditions);

}  // namespace koord::plan
