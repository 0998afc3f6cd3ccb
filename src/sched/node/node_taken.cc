#include "sched/node/node_taken.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "sched/node/node.h"

namespace koord::sched {
namespace {

bool comes_before(const NumaGrant &a, const NumaGrant &b) {
  return std::tie(a.node, a.resource) < std::tie(b.node, b.resource);
}

// `taken` must be in this order.
void take_from(std::vector<NumaGrant> &taken, const NumaGrant &known) {
  const auto at = std::lower_bound(taken.begin(), taken.end(), known, comes_before);
  if (at != taken.end() && !comes_before(known, *at))
    at->amount = std::max<int64_t>(0, at->amount - known.amount);
}

}  // namespace

std::vector<NumaGrant> taken_of(const object::NodeTopology &topology, bool with_cpus,
                                ResourceNames &names) {
  std::map<std::pair<int, std::string_view>, int64_t> available;
  for (const object::NumaAmounts &zone : topology.available)
    for (const object::Amount &amount : zone.amounts)
      available.emplace(std::pair(zone.node, std::string_view(amount.resource)), amount.value);
  std::vector<NumaGrant> out;
  for (const object::NumaAmounts &zone : topology.allocatable)
    for (const object::Amount &amount : zone.amounts) {
      const auto left = available.find({zone.node, amount.resource});
      if (left == available.end() || left->second >= amount.value) continue;
      const ResourceId resource = names.add(amount.resource);
      if (resource == Resources::kCpu && !with_cpus) continue;
      out.push_back(
          {zone.node, resource,
           std::min(amount.value - std::max<int64_t>(0, left->second), most_of(resource))});
    }
  std::sort(out.begin(), out.end(), comes_before);
  if (!topology.machine || out.empty()) return out;
  // Exclusive CPUs are withheld one by one and therefore left out of the amounts.
  const CpuSet isolated = topology.excludes_isolated ? topology.machine->isolated() : CpuSet();
  CpuSet apart;
  for (const object::HeldCpus &held : topology.held)
    apart |= held.managed_by_kubelet ? held.cpus : held.cpus & isolated;
  for (const auto &place : topology.machine->cpu_nodes())
    take_from(out, {place.id, Resources::kCpu, int64_t{1000} * place.cpus.count_and(apart)});
  return out;
}

CpuSet Node::pinned_cpus_of(std::string_view uid) const {
  CpuSet out;
  if (!topology_ || !options_->rules().withheld_count_once) return out;
  for (const TopologyFacts::Report &report : topology_->reports)
    if (report.by_kubelet && report.uid == uid) out |= report.cpus.set();
  return out;
}

void Node::mark_reported(std::string_view uid, Holding &holding) const {
  holding.set_pod_key(key_of_uid(uid));
  if (!has_machine() || !holding.cpus().empty() || holding.grants().empty())
    return holding.set_reported({});
  std::vector<NumaGrant> out;
  const CpuSet pinned = pinned_cpus_of(uid) & machine().all_cpus();
  int64_t left = int64_t{1000} * pinned.count();
  if (left > 0)
    for (const NumaGrant &grant : holding.grants())
      if (grant.resource == Resources::kCpu) out.push_back({grant.node, Resources::kCpu, 0});
  // NUMA nodes on which kubelet pinned CPUs for the pod come first, then the others of its grants.
  for (const bool here : {true, false}) {
    auto at = out.begin();
    for (const NumaGrant &grant : holding.grants()) {
      if (out.empty() || grant.resource != Resources::kCpu) continue;
      const Topology::CpuNode *place = machine().find_numa_place(grant.node);
      const int64_t most =
          here ? int64_t{1000} * (place == nullptr ? 0 : place->cpus.count_and(pinned)) : left;
      const int64_t part = std::min({grant.amount - at->amount, most, left});
      at->amount += part;
      left -= part;
      ++at;
    }
  }
  std::erase_if(out, [](const NumaGrant &grant) { return grant.amount == 0; });
  holding.set_reported(out);
}

void Node::count_as_reported(const Holding &holding) {
  if (!topology_ || topology_->taken.empty()) return;
  const CpuSet cpus = counted(owned(holding));
  const double each = numa_amplified_ ? amplification_ : 1;
  const auto take_cpu = [&](int32_t node, int64_t milli) {
    const double amount = std::ceil(each * static_cast<double>(milli));
    take_from(topology_->taken, {node, Resources::kCpu, static_cast<int64_t>(amount)});
  };
  for (const NumaAccount &numa : numa_)
    if (numa.place != nullptr) take_cpu(numa.id, int64_t{1000} * numa.place->cpus.count_and(cpus));
  // CPUs that kubelet has pinned for the pod are on the NUMA nodes of
  // its grants. A report that names them has subtracted them already.
  if (options_->rules().withheld_count_once && holding.cpus().empty() &&
      holding.reported().empty()) {
    int64_t left = 1000 * pinned_cpus(holding.shape());
    for (const NumaGrant &grant : holding.grants()) {
      if (grant.resource != Resources::kCpu) continue;
      const int64_t part = std::min(grant.amount, left);
      take_cpu(grant.node, part);
      left -= part;
    }
  }
  // Kubelet assigns memory of NUMA nodes to Guaranteed pods only, and shared CPU to no pod.
  const bool guaranteed = holding.shape().kube_qos == object::KubeQos::kGuaranteed;
  for (const NumaGrant &grant : holding.grants())
    if (grant.resource != Resources::kCpu && (guaranteed || grant.resource != Resources::kMemory))
      take_from(topology_->taken, grant);
  count_taken();
}

void Node::count_taken() {
  numa_taken_.assign(numa_accounts_.size(), 0);
  if (!topology_) return;
  for (const NumaGrant &grant : topology_->taken) {
    const auto at = std::lower_bound(numa_.begin(), numa_.end(), grant.node,
                                     [](const NumaAccount &n, int32_t id) { return n.id < id; });
    const int slot = numa_slot(grant.resource);
    if (at == numa_.end() || at->id != grant.node || slot < 0) continue;
    const bool amplify = slot == 0 && amplification_ > 1 && !numa_amplified_;
    const auto i = static_cast<size_t>(at - numa_.begin());
    numa_taken_[i * numa_resources_.size() + static_cast<size_t>(slot)] =
        amplify
            ? static_cast<int64_t>(std::ceil(static_cast<double>(grant.amount) * amplification_))
            : grant.amount;
  }
}

}  // namespace koord::sched
