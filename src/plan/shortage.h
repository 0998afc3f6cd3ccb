// The amounts that a pod lacks on a node, with upper bounds on what each pod there could free. Sets
// of victims that cannot suffice need not be tried.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "sched/cluster/cluster_snapshot.h"
#include "sched/placing/devices.h"
#include "sched/verdict/judge.h"

namespace koord::plan {

// A pod that may be evicted.
struct Candidate {
  std::string_view uid;
  int32_t priority = 0;
  bool avoid = false;  // evicted only if there is no other way
  const sched::Holding *holding = nullptr;
};

class Shortage {
 public:
  // Measures the node as it is. Covering the shortages found is necessary, never sufficient.
  void measure(const sched::View &node, const sched::Query &query, const sched::Options &options,
               std::span<const Candidate> candidates);

  // Number of kinds of shortages: amounts of the node,
  // its CPUs, its devices, and those of its NUMA nodes.
  size_t kinds() const { return lacks_.size(); }
  const int64_t *freed(size_t candidate) const { return freed_.data() + candidate * kinds(); }

  // Returns true if freeing freed_at(kind) of each kind might suffice.
  template <typename FreedAt>
  bool might_suffice(FreedAt &&freed_at) const {
    const auto covers = [&](size_t from, size_t to) {
      for (size_t kind = from; kind < to; ++kind)
        if (freed_at(kind) < lacks_[kind]) return false;
      return true;
    };
    if (!covers(0, common_)) return false;
    if (ends_.empty()) return true;
    size_t from = common_;
    for (const size_t end : ends_) {
      if (covers(from, end)) return true;
      from = end;
    }
    return false;
  }

  // Drops kinds that are covered whenever others are.
  // Tables become smaller and lose no information.
  void drop_implied();

  // Returns a lower bound on the number of these candidates
  // that suffices; one more than all of them if no number does.
  size_t fewest(std::span<const uint32_t> candidates);

 private:
  void lack_on_node(const sched::View &node, const sched::Query &query, bool binds);
  void lack_on_numa(const sched::View &node, const sched::Shape &shape,
                    const sched::Placement &placement, bool with_devices);
  static bool keeps_devices_to_numa(const sched::View &node, const sched::Shape &shape,
                                    const sched::Options &options);
  void lack_devices(std::vector<device::Shortfall> lacks);

  enum class Type : uint8_t { kAmount, kCpus, kNumaAmount, kNumaCpus, kDevices };
  struct Kind {
    Type type;
    sched::ResourceId resource;
    size_t at;  // index into Node::numa(); for kDevices into devices_
  };
  // `cpus` are the pod's own, `count` of them.
  int64_t freed_by(const sched::Node &node, const sched::Holding &holding, const CpuSet &cpus,
                   int64_t count, const Kind &kind) const;
  bool is_implied(size_t kind, size_t by) const;

  std::vector<Kind> kinds_;
  std::vector<device::Shortfall> devices_;
  std::vector<int64_t> lacks_;  // all of the first common_ must be covered,
  size_t common_ = 0;
  std::vector<size_t> ends_;    // and those of one NUMA node; the end of each NUMA node's kinds
  std::vector<int64_t> freed_;  // by candidate, then kind
  bool cpus_match_requests_ = false;  // no candidate owns more CPUs than it requested
  std::vector<int64_t> sorted_;
  std::vector<bool> dropped_;
  bool dropped_implied_ = false;
};

}  // namespace koord::plan
