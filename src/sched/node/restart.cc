// The state of a node after a restart with fewer CPUs.
#include <cmath>

#include "sched/node/node.h"
#include "topology/subset.h"

namespace koord::sched {
void Node::restart(bool one_thread, const CpuSet &isolated) {
  if (object_) object_->unschedulable = false;
  if (!has_machine()) return configure();
  const std::shared_ptr<const Topology> before = topology_->machine;
  const CpuSet usable = before->all_cpus() - withheld();
  const auto milli_of = [](int cpus, double factor) {
    return static_cast<int64_t>(std::ceil(1000.0 * cpus * factor));
  };
  if (one_thread && before->smt_width() > 1) {
    topology_->machine = with_cpus(*before, before->siblings().lowest_per_core(before->all_cpus()));
    for (NumaGrant &zone : topology_->amounts) {
      const Topology::CpuNode *place = before->find_numa_place(zone.node);
      if (zone.resource != Resources::kCpu || place == nullptr) continue;
      const int gone = (place->cpus - machine().all_cpus()).count();
      zone.amount -= milli_of(gone, numa_amplified_ ? amplification_ : 1);
    }
  }
  if (kubelet() != nullptr)
    topology_->kubelet = KubeletGate::restarted(*kubelet(), topology_->machine);
  if (memory_gate() != nullptr)
    topology_->memory_report = MemoryGate::restarted(*topology_->memory_report, topology_->machine);
  topology_->not_shared = StoredCpus(topology_->not_shared.set() | (isolated & before->all_cpus()));
  if (object_) {
    const int lost = (usable - (machine().all_cpus() - isolated)).count();
    object_->amounts.push_back({Resources::kCpu, -milli_of(lost, amplification_)});
  }
  configure();
}

}  // namespace koord::sched
