// The pods of a node that own CPUs, on a copy of it: taken off, put on and judged by their
// policies.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "plan/fragmentation.h"
#include "plan/nominated.h"
#include "sched/cluster/scene.h"

namespace koord::plan {

// What a pod holds or could hold. `lacks` count CPUs or NUMA nodes by which a policy does not hold.
struct Footprint {
  sched::Holding own;
  const sched::Holding *holding = nullptr;  // `own`, or the pod's of today
  CpuSet cpus;
  CpuSet territory;  // where its exclusive policy wants no other pod of that policy
  int numa = 0;      // NUMA nodes it is on
  int extra_numa = 0;
  int extra_sockets = 0;
  int bind_lacks = 0;
  int numa_lacks = 0;
};
using FootprintPtr = std::shared_ptr<const Footprint>;

// A pod that owns CPUs, and where it was and is now.
struct CpuOwner {
  std::string_view uid;
  int32_t priority = 0;
  bool movable = false;
  bool required = false;  // its bind policy or its NUMA policy
  bool aligned = false;   // a NUMA policy is in force
  bool apart = false;     // pods of one and of several NUMA nodes are not to meet on its own
  bool evenly = false;    // over all NUMA nodes
  cpu::BindPolicy bind = cpu::BindPolicy::kDefault;
  ExclusivePolicy exclusive = ExclusivePolicy::kNone;
  sched::ShapePtr shape;
  int cpus = 0;
  int fewest_numa = 0;
  int fewest_sockets = 0;
  FootprintPtr before;
  FootprintPtr now;  // none: it is off
};
using Arrangement = std::vector<FootprintPtr>;  // by owner

class CpuOwners {
 public:
  // A node that has a machine.
  CpuOwners(const sched::Scene &scene, uint32_t node);
  CpuOwners(const CpuOwners &) = delete;
  CpuOwners &operator=(const CpuOwners &) = delete;

  const std::vector<CpuOwner> &all() const { return owners_; }
  const sched::Node &node() const { return draft_.node(); }
  const sched::Options &options() const { return scene_.options(); }

  void take_off(size_t owner);  // that is on the node
  void put_on(size_t owner, const FootprintPtr &place);
  // Where a pod that is off could go; nullptr: nowhere. `hidden` CPUs are not to be had.
  FootprintPtr pick(size_t owner, const CpuSet &hidden = {});
  // As pick() for a pod that is not here, beside those nominated to the node; `out` is written
  // where nothing is refused.
  Refusal pick_for_guest(const sched::ShapePtr &shape, const sched::Conditions &conditions,
                         sched::Holding &out) {
    return nominated_.allocate(draft_, shape, conditions, out);
  }
  void put_on(const sched::Holding &guest) { draft_.put_on(guest); }
  void take_off(const sched::Holding &guest) { draft_.take_off(guest); }

  Arrangement arrangement() const;
  void arrange(const Arrangement &wanted);

  // With every pod on the node.
  Fragmentation measure() const;
  // No pod's policy holds less than before, nor does what pods that share CPUs were promised.
  bool keeps_promises() const;
  // No pod is on more NUMA nodes than before.
  bool crosses_no_more() const;
  int moved() const;
  int moved_cpus() const;

  // CPUs that would stay taken if their owner let go: several own them, or nobody may.
  CpuSet frozen() const;

 private:
  // A pod that shares CPUs and was promised something that owners can spoil.
  struct Watcher {
    const sched::Holding *holding;
    bool burst;  // a shared pool that holds its limit; else: no pods of the other kind
  };

  void add(const sched::Holder &holder);
  FootprintPtr place_of(const CpuOwner &owner, const sched::Holding &holding, bool today) const;
  // One value for each owner who has a promise beside the shape of its CPUs, in a fixed order.
  std::vector<int64_t> others() const;
  int meets_other_kind(const sched::Holding &holding) const;

  const sched::Scene &scene_;
  sched::Draft draft_;
  Nominated nominated_;
  std::vector<CpuOwner> owners_;
  std::vector<Watcher> watchers_;
  std::vector<int> numa_sizes_;    // usable CPUs, most first
  std::vector<int> socket_sizes_;  // the same
  bool exclusive_ = false;         // some pod is
  std::vector<int64_t> others_before_;
};

}  // namespace koord::plan
