// The pods of a node that own CPUs, on a copy of the node:
// they are removed, added and measured by their policies.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "plan/fragmentation.h"
#include "plan/nominated.h"
#include "sched/cluster/cluster_snapshot.h"

namespace koord::plan {

// The CPUs that a pod holds or could hold. `bind_lacks` and `numa_lacks`
// count the CPUs or NUMA nodes by which a policy is not met.
struct Footprint {
  sched::Holding own;
  const sched::Holding *holding = nullptr;  // `own`, or the pod's present holding
  CpuSet cpus;
  CpuSet territory;  // CPUs that its exclusive policy keeps from other pods of that policy
  int numa = 0;      // NUMA nodes used
  int extra_numa = 0;
  int extra_sockets = 0;
  int bind_lacks = 0;
  int numa_lacks = 0;
};
using FootprintPtr = std::shared_ptr<const Footprint>;

// A pod that owns CPUs, with its former and its present footprint.
struct CpuOwner {
  std::string_view uid;
  int32_t priority = 0;
  bool movable = false;
  bool required = false;  // its bind policy or its NUMA policy is required
  bool aligned = false;   // a NUMA policy is in force
  bool apart = false;     // excludes pods of one and of several NUMA nodes meeting on its own
  bool evenly = false;    // spread over all NUMA nodes
  cpu::BindPolicy bind = cpu::BindPolicy::kDefault;
  ExclusivePolicy exclusive = ExclusivePolicy::kNone;
  sched::ShapePtr shape;
  int cpus = 0;
  int fewest_numa = 0;
  int fewest_sockets = 0;
  FootprintPtr before;
  FootprintPtr now;  // nullptr while it is removed
};
using Arrangement = std::vector<FootprintPtr>;  // by owner

class CpuOwners {
 public:
  // The node must have a machine.
  CpuOwners(const sched::ClusterSnapshot &snapshot, uint32_t node);
  CpuOwners(const CpuOwners &) = delete;
  CpuOwners &operator=(const CpuOwners &) = delete;

  const std::vector<CpuOwner> &all() const { return owners_; }
  const sched::Node &node() const { return draft_.node(); }
  const sched::Options &options() const { return snapshot_.options(); }

  void take_off(size_t owner);  // must be on the node
  void put_on(size_t owner, const FootprintPtr &place);
  // Returns a footprint for a removed owner, or nullptr
  // if there is none. `hidden` CPUs are not used.
  FootprintPtr pick(size_t owner, const CpuSet &hidden = {});
  // Allocates for a pod that is not on the node, beside those
  // nominated to it. Writes `out` unless it is refused.
  Refusal pick_for_guest(const sched::ShapePtr &shape, const sched::Conditions &conditions,
                         sched::Holding &out) {
    return nominated_.allocate(draft_, shape, conditions, out);
  }
  void put_on(const sched::Holding &guest) { draft_.put_on(guest); }
  void take_off(const sched::Holding &guest) { draft_.take_off(guest); }

  Arrangement arrangement() const;
  void arrange(const Arrangement &wanted);

  // All pods must be on the node.
  Fragmentation measure() const;
  // Returns true if no policy of any pod is met less
  // well than before. Pods that share CPUs are included.
  bool keeps_promises() const;
  // Returns true if claims on the node are in dispute.
  bool is_disputed() const { return snapshot_.is_disputed(node_id_); }
  // Returns true if every pod keeps its present CPUs when claims are evaluated again.
  bool survives_restart() const;
  // Returns true if no pod uses more NUMA nodes than before.
  bool crosses_no_more() const;
  int moved() const;
  int moved_cpus() const;

  // Returns the CPUs that stay taken when their owner
  // releases them: several pods own them, or none may.
  CpuSet frozen() const;

 private:
  // A pod that shares CPUs and has a policy that owners of CPUs can violate.
  struct SharedCpuPod {
    const sched::Holding *holding;
    bool needs_pool;  // a shared pool that holds its limit; otherwise no pods of the other kind
  };

  void add(const sched::Holder &holder);
  FootprintPtr footprint_of(const CpuOwner &owner, const sched::Holding &holding, bool today) const;
  // Returns one value for each policy that does not follow
  // from the form of a pod's own CPUs, in a fixed order.
  std::vector<int64_t> policy_shortfalls() const;
  int meets_other_kind(const sched::Holding &holding) const;

  const sched::ClusterSnapshot &snapshot_;
  const uint32_t node_id_;
  sched::Draft draft_;
  Nominated nominated_;
  std::vector<CpuOwner> owners_;
  std::vector<SharedCpuPod> shared_cpu_pods_;
  std::vector<int> numa_sizes_;    // usable CPUs, largest first
  std::vector<int> socket_sizes_;  // likewise
  bool exclusive_ = false;         // some owner excludes other pods
  std::vector<int64_t> shortfalls_before_;
};

}  // namespace koord::plan
