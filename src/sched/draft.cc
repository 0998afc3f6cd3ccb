#include "sched/draft.h"

#include <algorithm>

namespace koord::sched {

View Draft::view() {
  if (!summarized_) {
    summarize(node_, summary_, numa_);
    summarized_ = true;
  }
  return {summary_, numa_};
}

void Draft::put_on(const Holding &holding) {
  if (held_.size() == held_.capacity()) held_.reserve(2 * held_.size() + 4);
  node_.make_room(holding);
  node_.hold(holding);
  held_.push_back(&holding);
  summarized_ = false;
}

void Draft::take_off(const Holding &holding) {
  *std::find(held_.begin(), held_.end(), &holding) = held_.back();
  held_.pop_back();
  if (!node_.release(holding)) {
    node_.forget_holdings();
    for (const Holding *other : held_) node_.hold(*other);
  }
  summarized_ = false;
}

void Draft::set_labels(const NodeLabels &labels) {
  node_.set_labels(labels);
  summarized_ = false;
}

void Draft::confine_to(std::span<const int32_t> numa_nodes) {
  CpuSet cpus;
  for (size_t i = 0; i < node_.numa().size(); ++i) {
    const NumaNode &numa = node_.numa()[i];
    if (std::binary_search(numa_nodes.begin(), numa_nodes.end(), numa.id)) {
      if (numa.place != nullptr) cpus |= numa.place->cpus;
      continue;
    }
    for (size_t slot = 0; slot < node_.numa_resources().size(); ++slot)
      node_.confine_amount(i, slot, 0);
  }
  confine_cpus(cpus);
}

void Draft::clear() {
  held_.clear();
  node_.forget_holdings();
  summarized_ = false;
}

}  // namespace koord::sched
