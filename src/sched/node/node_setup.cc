// Resources of a node, from its objects.
#include <algorithm>
#include <cmath>
#include <utility>

#include "base/device_plugins.h"
#include "kubelet/cpu/policy.h"
#include "sched/node/node.h"
#include "sched/node/node_taken.h"
#include "sched/resource_names.h"

namespace koord::sched {
namespace {

// Upstream knows only these of the values that kubelets' settings become.
object::NumaPolicy as_upstream_reads(const object::NodeTopology &topology) {
  using object::NumaPolicy;
  if (topology.report.policies.empty()) return topology.numa_policy;
  const std::string &stated = topology.report.policies.front();
  if (stated == "BestEffort") return NumaPolicy::kBestEffort;
  if (stated == "Restricted") return NumaPolicy::kRestricted;
  return stated == "SingleNUMANodePodLevel" ? NumaPolicy::kSingleNode : NumaPolicy::kNone;
}

}  // namespace

void Node::set_object(const object::NodeObject &object) {
  ResourceNames names(name_, *resources_);
  NodeFacts facts;
  facts.unschedulable = object.unschedulable;
  facts.arm = is_arm_architecture(object.architecture);
  facts.bind = object.bind;
  facts.strategy = object.strategy;
  facts.numa = object.numa_policy;
  facts.amplification = object.cpu_amplification;
  facts.kubelet_version = object.kubelet_version;
  const auto add = [&](const object::Amount &amount, int64_t sign) {
    const ResourceId resource = names.add(amount.resource);
    facts.amounts.push_back({resource, sign * std::min(amount.value, most_of(resource))});
  };
  for (const auto &amount : object.allocatable) add(amount, 1);
  for (const auto &amount : object.reserved) add(amount, -1);
  facts.names = std::move(names).kept();
  CpuSet not_shared = object.reserved_cpus;
  if (object.system_qos_exclusive) not_shared |= object.system_qos_cpus;
  facts.not_shared = StoredCpus(not_shared);
  facts.gpus = {object.gpu_vendor, object.gpu_model, object.gpu_partitions};
  object_ = std::move(facts);
  configure();
}

void Node::set_topology(const object::NodeTopology &topology) {
  const ProfileRules &rules = options_->rules();
  ResourceNames names(name_, *resources_);
  TopologyFacts facts;
  facts.machine = topology.machine;
  facts.full_pcpus_only = topology.kubelet_static && topology.kubelet_full_pcpus_only;
  if (topology.kubelet_static && topology.kubelet_distribute_numa)
    facts.distribute_options =
        kubelet::kDistributeNuma | (topology.kubelet_further_options & kubelet::kAlignBySocket);
  facts.numa =
      rules.reads_every_topology_policy ? topology.numa_policy : as_upstream_reads(topology);
  facts.amplification = topology.cpu_amplification;
  for (const auto &zone : topology.allocatable) {
    facts.zones.push_back(zone.node);
    for (const auto &amount : zone.amounts) {
      const ResourceId resource = names.add(amount.resource);
      facts.amounts.push_back({zone.node, resource, std::min(amount.value, most_of(resource))});
    }
  }
  facts.kubelet_static_memory = rules.asks_kubelet_admission && topology.kubelet_static_memory;
  // In the first stage of a takeover, CPUs that kubelet manages may be allocated.
  const bool ignores_kubelet =
      options_->ignore_kubelet || (rules.reads_takeover_stage && topology.ignores_kubelet);
  if (rules.reads_available) facts.taken = taken_of(topology, !ignores_kubelet, names);
  facts.names = std::move(names).kept();
  facts.excludes_isolated = rules.knows_isolated_cpus && topology.excludes_isolated;
  CpuSet not_shared = topology.node_reserved_cpus;
  if (topology.system_qos_exclusive) not_shared |= topology.system_qos_cpus;
  facts.kubelet_static = rules.asks_kubelet_admission && topology.kubelet_static;
  if (!ignores_kubelet) {
    facts.kubelet_reserved = StoredCpus(topology.kubelet_reserved);
    if (rules.asks_kubelet_admission) {
      facts.kubelet = KubeletGate::make(topology, facts.cpu_fault);
      facts.memory_report = MemoryGate::report_of(topology);
    }
  }
  for (const auto &held : topology.held)
    if (!held.managed_by_kubelet || !ignores_kubelet)
      facts.reports.push_back({held.uid, StoredCpus(held.cpus), held.managed_by_kubelet});
  facts.not_shared = StoredCpus(not_shared);
  topology_ = std::move(facts);
  configure();
}

void Node::drop_topology() {
  topology_.reset();
  configure();
}

void Node::set_devices(std::shared_ptr<const device::Inventory> inventory) {
  devices_.emplace(std::move(inventory));
  assumed_for_kubelet_.clear();
  by_kubelet_.assign(devices_->inventory().kubelet.size(), false);
  reports_devices_ = true;
  refresh_gpu_traits();
  forget_holdings();
}

void Node::drop_devices() {
  devices_.emplace(device::unhealthy(devices_->inventory()));
  reports_devices_ = false;
  refresh_gpu_traits();
  forget_holdings();
}

// Makes the gates of a kubelet in the version that the Node states.
void Node::set_gates() {
  const KubeletVersion version = object_ ? object_->kubelet_version : kDefaultKubeletVersion;
  TopologyFacts &facts = *topology_;
  facts.kubelet = KubeletGate::of_version(std::move(facts.kubelet), facts.machine, version);
  if (facts.memory_report == nullptr ||
      (facts.checked_report == facts.memory_report && facts.checked_version == version))
    return;
  facts.memory = MemoryGate::make(facts.memory_report, version, facts.state_faults);
  facts.checked_report = facts.memory_report;
  facts.checked_version = version;
}

void Node::configure() {
  if (topology_) set_gates();
  set_policies();
  set_capacities();
  refresh_gpu_traits();
  forget_holdings();
}

// Returns the isolated CPUs that the report excludes from pods that do not require them.
CpuSet Node::stated_isolated() const {
  return topology_ && topology_->excludes_isolated && has_machine()
             ? machine().isolated() & machine().all_cpus()
             : CpuSet();
}

int64_t Node::milli_of(int cpus) const {
  return static_cast<int64_t>(std::ceil(1000.0 * cpus * amplification_));
}

void Node::set_totals(const CpuSet &isolated) {
  totals_ = {};
  others_.clear();
  limits_pods_ = false;
  lists_devices_ = false;
  if (!object_) return;
  for (const ResourceAmount &amount : object_->amounts) {
    if (account_of(amount.resource) == nullptr) others_.push_back({amount.resource, {}});
    account_of(amount.resource)->capacity += amount.amount;
    limits_pods_ |= amount.resource == Resources::kPods;
    lists_devices_ |= amount.amount > 0 && device::is_device_resource(amount.resource) &&
                      !is_of_device_plugin(amount.resource);
  }
  totals_[Resources::kCpu].capacity -= milli_of(isolated.count());
}

// Sets the NUMA nodes that have CPUs or zones, and the resources that any of them reports.
void Node::set_numa_nodes(const CpuSet &withheld) {
  numa_.clear();
  word_count_ = has_machine() ? machine().all_cpus().word_count() : 0;
  if (has_machine())
    for (const auto &place : machine().cpu_nodes()) {
      NumaAccount node;
      node.id = place.id;
      node.place = &place;
      node.withheld = withheld.count_and(place.cpus);
      numa_.push_back(node);
    }
  numa_resources_ = {Resources::kCpu, Resources::kMemory};
  memory_reported_ = false;
  if (topology_) {
    for (const int32_t zone : topology_->zones) {
      const auto known = [&](const NumaAccount &node) { return node.id == zone; };
      if (std::any_of(numa_.begin(), numa_.end(), known)) continue;
      NumaAccount node;
      node.id = zone;
      numa_.push_back(node);
    }
    for (const NumaGrant &amount : topology_->amounts) {
      memory_reported_ |= amount.resource == Resources::kMemory;
      if (numa_slot(amount.resource) < 0) numa_resources_.push_back(amount.resource);
    }
  }
  std::sort(numa_.begin(), numa_.end(),
            [](const NumaAccount &a, const NumaAccount &b) { return a.id < b.id; });
}

void Node::set_numa_accounts(const CpuSet &not_shared, const CpuSet &kubelet_reserved,
                             const CpuSet &pinned) {
  numa_accounts_.assign(numa_.size() * numa_resources_.size(), Account{});
  for (size_t i = 0; i < numa_.size(); ++i) {
    Account *accounts = &numa_accounts_[i * numa_resources_.size()];
    bool cpu_reported = false;
    if (topology_)
      for (const NumaGrant &amount : topology_->amounts) {
        if (amount.node != numa_[i].id) continue;
        accounts[numa_slot(amount.resource)].capacity = amount.amount;
        cpu_reported |= amount.resource == Resources::kCpu;
      }
    int64_t milli = accounts[0].capacity;
    int withheld = numa_[i].withheld;
    int of_pods = 0;
    if (numa_[i].place != nullptr) {
      const CpuSet &cpus = numa_[i].place->cpus;
      of_pods = cpus.count_and(pinned);
      if (!cpu_reported) {
        milli = int64_t{1000} * cpus.count();
      } else if (options_->rules().reserved_leave_zones_once) {
        milli -= still_reserved(milli, cpus.count(), cpus.count_and(kubelet_reserved));
        withheld = cpus.count_and(not_shared - kubelet_reserved);
      }
    }
    const auto without = [&](int count) {
      const int64_t left = std::max<int64_t>(0, milli - int64_t{1000} * count);
      if (amplification_ <= 1 || numa_amplified_) return left;
      return static_cast<int64_t>(std::ceil(static_cast<double>(left) * amplification_));
    };
    accounts[0].capacity = without(withheld);
    numa_[i].pinned = without(withheld - of_pods) - accounts[0].capacity;
  }
}

// Returns the part of kubelet's reserved CPUs that a zone's allocatable amount still includes.
// Reports may or may not have subtracted them.
int64_t Node::still_reserved(int64_t milli, int cpus, int kubelets) const {
  const double most = (numa_amplified_ ? amplification_ : 1) * 1000 * (cpus - kubelets);
  return std::clamp<int64_t>(milli - static_cast<int64_t>(std::ceil(most)), 0,
                             int64_t{1000} * kubelets);
}

void Node::set_capacities() {
  CpuSet not_shared;
  CpuSet kubelet_reserved;
  if (object_) not_shared |= object_->not_shared.set();
  if (topology_) {
    not_shared |= topology_->not_shared.set();
    kubelet_reserved = topology_->kubelet_reserved.set();
  }
  CpuSet pinned;
  if (options_->rules().withheld_count_once)
    pinned = kubelets_cpus() - not_shared - kubelet_reserved;
  not_shared |= kubelets_cpus();
  const CpuSet withheld = not_shared | kubelet_reserved;
  const CpuSet isolated = stated_isolated() - withheld;
  not_shared |= stated_isolated();
  set_totals(isolated);
  set_numa_nodes(withheld | isolated);
  set_numa_accounts(not_shared, kubelet_reserved, pinned - stated_isolated());
  count_taken();
  words_.assign(word_count_ * kSets, 0);
  store(kWithheld, withheld);
  store(kNotShared, not_shared);
  store(kReserved, withheld - kubelets_cpus());
  store(kIsolated, isolated);
  is_confined_ = false;
}

}  // namespace koord::sched
