// A draft of a node: a copy on which placements are tried.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "sched/node/node.h"
#include "sched/node/summary.h"
#include "sched/pod/holding.h"

namespace koord::sched {

class Draft {
 public:
  // `held`: the holdings on the node. They are not copied and must outlive the draft.
  Draft(const Node &node, std::vector<const Holding *> held) : node_(node), held_(std::move(held)) {
    node_.plan_on();
  }
  Draft(const Draft &) = delete;
  Draft &operator=(const Draft &) = delete;

  const Node &node() const { return node_; }
  // Valid until the next change.
  View view();

  // Turns this into a draft of another node and reuses its memory.
  void become(const Node &node, Holdings held);

  void put_on(Holdings holdings);
  // The holdings must be on the draft.
  void take_off(Holdings holdings);
  // Removes all other holdings.
  void keep_only(Holdings holdings);
  void put_on(const Holding &holding) {
    const Holding *one = &holding;
    put_on({&one, 1});
  }
  void take_off(const Holding &holding) {
    const Holding *one = &holding;
    take_off({&one, 1});
  }
  // The node must be known.
  void set_labels(const NodeLabels &labels);

  // See the functions of Node with these names.
  void confine_cpus(const CpuSet &cpus) {
    node_.confine_cpus(cpus);
    summarized_ = false;
  }
  CpuSet hide(const CpuSet &cpus) {
    summarized_ = false;
    return node_.hide(cpus);
  }
  void withhold(const CpuSet &cpus) {
    node_.withhold(cpus);
    summarized_ = false;
  }
  void confine_amount(size_t node, size_t slot, int64_t free) {
    node_.confine_amount(node, slot, free);
    summarized_ = false;
  }
  void confine_devices(const device::Grants &grants) {
    node_.confine_devices(grants);
    summarized_ = false;
  }
  // Restricts later pods to these NUMA nodes, ids in ascending order.
  void confine_to(std::span<const int32_t> numa_nodes);

  // Returns the node with its pods. The draft must not be used afterwards.
  std::unique_ptr<Node> finish() {
    node_.end_plan();
    return std::make_unique<Node>(std::move(node_));
  }

 private:
  Node node_;
  std::vector<const Holding *> held_;
  bool summarized_ = false;
  Summary summary_{};
  Capacity capacity_{};
  device::GpuSummary gpus_;
  std::vector<NumaSummary> numa_;
};

}  // namespace koord::sched
