#include "sched/node/draft.h"

#include <algorithm>

namespace koord::sched {

View Draft::view() {
  if (!summarized_) {
    summarize(node_, summary_, capacity_, gpus_, numa_);
    summarized_ = true;
  }
  return {summary_, capacity_, gpus_, numa_};
}

void Draft::become(const Node &node, Holdings held) {
  summarized_ = false;
  held_.assign(held.begin(), held.end());
  node_ = node;
  node_.plan_on();
  summary_ = {};
  numa_.clear();
}

void Draft::put_on(Holdings holdings) {
  const size_t count = held_.size() + holdings.size();
  if (count > held_.capacity()) held_.reserve(2 * count + 2);
  node_.hold(holdings);
  held_.insert(held_.end(), holdings.begin(), holdings.end());
  summarized_ = false;
}

void Draft::take_off(Holdings holdings) {
  for (const Holding *holding : holdings)
    held_.erase(std::find(held_.begin(), held_.end(), holding));
  if (!node_.release(holdings)) node_.hold_only(held_);
  summarized_ = false;
}

void Draft::keep_only(Holdings holdings) {
  held_.reserve(holdings.size());
  node_.hold_only(holdings);
  held_.assign(holdings.begin(), holdings.end());
  summarized_ = false;
}

void Draft::set_labels(const NodeLabels &labels) {
  node_.set_labels(labels);
  summarized_ = false;
}

void Draft::confine_to(std::span<const int32_t> numa_nodes) {
  CpuSet cpus;
  for (size_t i = 0; i < node_.numa().size(); ++i) {
    const NumaAccount &numa = node_.numa()[i];
    if (std::binary_search(numa_nodes.begin(), numa_nodes.end(), numa.id)) {
      if (numa.place != nullptr) cpus |= numa.place->cpus;
      continue;
    }
    for (size_t slot = 0; slot < node_.numa_resources().size(); ++slot)
      node_.confine_amount(i, slot, 0);
  }
  confine_cpus(cpus);
}

}  // namespace koord::sched
