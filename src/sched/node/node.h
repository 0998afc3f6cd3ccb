// A node of a cluster: facts from its objects, the holdings of
// its pods, and the numbers from which verdicts are computed.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/cpu_set.h"
#include "base/stored_cpus.h"
#include "cpu/exclusive.h"
#include "cpu/koordinator.h"
#include "device/allocation/allocate.h"
#include "numa/hints.h"
#include "object/objects.h"
#include "sched/kubelet_gate.h"
#include "sched/kubelet_pods.h"
#include "sched/memory_gate.h"
#include "sched/options.h"
#include "sched/pod/holding.h"
#include "sched/resources.h"

namespace koord::sched {

struct Account {
  int64_t capacity = 0;
  int64_t used = 0;
  int64_t free() const { return capacity - used; }
  bool operator==(const Account &) const = default;
};

// A NUMA node with CPUs or with resources of its own.
struct NumaAccount {
  int32_t id = 0;
  const Topology::CpuNode *place = nullptr;  // nullptr if it has no CPUs
  int32_t withheld = 0;                      // CPUs that pods cannot have
  // Milli-CPU that the capacity lacks only because kubelet pins the CPUs to pods.
  int64_t pinned = 0;
  int32_t bound = 0;           // CPUs that pods own and that the capacity includes
  uint32_t single_pods = 0;    // pods on this NUMA node only
  uint32_t spanning_pods = 0;  // pods on this and other NUMA nodes
  int32_t free = 0;            // CPUs, as in NumaSummary

  // See NumaSummary.
  int32_t whole = 0;
  int32_t cores = 0;
  int32_t open = 0;
  int32_t pool = 0;
  bool node_held = false;
  bool same_state(const NumaAccount &other) const;
};

// Returns the use of the NUMA node by pods, for singleNUMANodeExclusive.
inline numa::NodeUse use_of(const NumaAccount &node) {
  if (node.spanning_pods > 0) return numa::NodeUse::kShared;
  return node.single_pods > 0 ? numa::NodeUse::kSingle : numa::NodeUse::kIdle;
}

// Returns true if the pod has CPUs or amounts on the NUMA node. `cpus` are its own CPUs. With
// `by_cpus`, amounts of CPU are ignored, because they follow from the CPUs.
inline bool is_on(const NumaAccount &node, const Holding &holding, const CpuSet &cpus,
                  bool by_cpus = false) {
  if (node.place != nullptr && node.place->cpus.intersects(cpus)) return true;
  for (const NumaGrant &grant : holding.grants())
    if (grant.node == node.id && !(by_cpus && grant.resource == Resources::kCpu)) return true;
  return false;
}

// Policies in force on a node, from its labels, kubelet
// and the configuration. Defaults are resolved.
struct NodePolicies {
  bool full_only = false;
  bool spread_only = false;
  object::NumaPolicy numa = object::NumaPolicy::kNone;
  cpu::NumaStrategy strategy = cpu::NumaStrategy::kMostAllocated;
  // Kubelet's options for distributing CPUs (cpu::Request); 0 if the strategy decides.
  uint32_t kubelet_options = 0;
  KubeletVersion kubelet_version = kDefaultKubeletVersion;
  bool arm = false;
  bool own_numa = false;  // the node's label or kubelet state a NUMA policy
  object::PartitionPolicy gpu_partitions = object::PartitionPolicy::kAbsent;  // from the label
  device::GpuVendor gpu_vendor = device::GpuVendor::kUnknown;                 // from the label
};

// The facts of a Node object that decisions use.
struct NodeFacts {
  bool unschedulable = false;
  bool arm = false;
  object::NodeBind bind = object::NodeBind::kAbsent;
  object::NodeStrategy strategy = object::NodeStrategy::kAbsent;
  object::NumaPolicy numa = object::NumaPolicy::kAbsent;
  double amplification = 1;
  KubeletVersion kubelet_version = kDefaultKubeletVersion;
  std::vector<ResourceAmount> amounts;  // allocatable minus reserved amounts
  object::NamesPtr names;               // of these resources
  StoredCpus not_shared;                // CPUs that no pod owns and that are not in the shared pool
  device::GpuLabels gpus;
};
// Properties that an operator can change while pods run on the node.
struct NodeLabels {
  bool unschedulable = false;
  object::NodeBind bind = object::NodeBind::kAbsent;
  object::NumaPolicy numa = object::NumaPolicy::kAbsent;
  object::PartitionPolicy gpu_partitions = object::PartitionPolicy::kAbsent;
};
// The facts of a NodeResourceTopology object.
struct TopologyFacts {
  std::shared_ptr<const Topology> machine;
  bool full_pcpus_only = false;     // kubelet's static policy, with this option
  uint32_t distribute_options = 0;  // kubelet's distribute-cpus-across-numa and related options
  object::NumaPolicy numa = object::NumaPolicy::kAbsent;
  double amplification = 0;  // 0 if not stated
  std::vector<int32_t> zones;
  std::vector<NumaGrant> amounts;  // allocatable of the zones
  object::NamesPtr names;          // of these resources
  // Unavailable part of `amounts`, used by pods that the scheduler does not know. Sorted.
  std::vector<NumaGrant> taken;
  StoredCpus not_shared;  // without CPUs that kubelet pins, which are in `reports`
  std::shared_ptr<const KubeletGate> kubelet;  // nullptr if kubelet pins no CPUs
  // Set if kubelet has the static CPU manager policy and the
  // profile evaluates its admission, in every stage of a takeover.
  bool kubelet_static = false;
  bool kubelet_static_memory = false;  // kubelet's memory manager has the policy Static
  std::shared_ptr<const MemoryGate::Report> memory_report;  // nullptr if there is none
  std::shared_ptr<const MemoryGate> memory;  // made from it; nullptr if it is absent or wrong
  // The report and the version from which `memory` and `state_faults` were made.
  std::shared_ptr<const MemoryGate::Report> checked_report;
  KubeletVersion checked_version = kDefaultKubeletVersion;
  // Why the reports of kubelet's CPU manager and of its state are not used; empty if they are.
  std::string cpu_fault;
  MemoryGate::Faults state_faults;
  bool excludes_isolated = false;
  StoredCpus kubelet_reserved;  // never a pod's own, always in the shared pool
  struct Report {
    std::string uid;
    StoredCpus cpus;
    bool by_kubelet = false;
  };
  std::vector<Report> reports;  // pods whose CPUs the report names
};

class Node {
 public:
  Node(std::string name, const Options &options, const Resources &resources)
      : name_(std::move(name)), options_(&options), resources_(&resources) {
    configure();
  }

  // Replace the node's objects. Holdings are discarded and must be added again with hold().
  void set_object(const object::NodeObject &object);
  void set_topology(const object::NodeTopology &topology);
  void drop_topology();
  // Subtracts the pod from the amounts that the zones report as taken.
  // It was there when they were reported and would count twice.
  void count_as_reported(const Holding &holding);
  // Returns true if kubelet's report names CPUs of the pod.
  bool is_pinned(std::string_view uid) const { return !pinned_cpus_of(uid).empty(); }
  // Sets the part of the pod's CPU grants that is not counted, because
  // the report withholds the pod's CPUs, and the key of its uid.
  void mark_reported(std::string_view uid, Holding &holding) const;
  // Devices that are no longer reported become unhealthy. They
  // are not allocated to new pods; existing allocations are kept.
  void set_devices(std::shared_ptr<const device::Inventory> inventory);
  void drop_devices();
  // Accounts for devices that kubelet gave to a pod if unclaimed(uid)
  // returns true, which means that the pod has none by annotation.
  template <typename Unclaimed>
  void hold_for_kubelet(Unclaimed &&unclaimed) {
    if (!devices_) return;
    const auto &given = devices_->inventory().kubelet;
    for (size_t i = 0; i < given.size(); ++i) {
      const bool is_held = unclaimed(given[i].pod_uid);
      if (is_held != by_kubelet_[i]) devices_->account(given[i].grants, is_held ? 1 : -1);
      by_kubelet_[i] = is_held;
    }
  }
  // Calls look(given) for the devices of these pods.
  template <typename Look>
  void for_each_held_for_kubelet(Look &&look) const {
    for (size_t i = 0; i < by_kubelet_.size(); ++i)
      if (by_kubelet_[i]) look(devices_->inventory().kubelet[i]);
  }
  // Withholds `grants` in place of devices of these pods
  // that are not identified. Replaces earlier ones.
  void withhold_for_kubelet(device::Grants grants);
  // Returns true if some devices of these pods are not identified.
  bool assumes_for_kubelet() const;
  // Returns kubelet's record of the pod's devices, or nullptr if there is none.
  const device::KubeletGrants *record_of(std::string_view uid) const;
  // Returns true if a kubelet report names CPUs or devices of the pod.
  bool has_record(std::string_view uid) const {
    return record_of(uid) != nullptr || is_pinned(uid);
  }
  // The node must be known. Holdings are kept.
  NodeLabels labels() const {
    return {object_->unschedulable, object_->bind, object_->numa, object_->gpus.policy};
  }
  void set_labels(const NodeLabels &labels);
  // Changes the node to its state after a restart with one or all threads of each core and without
  // the isolated CPUs. Its amounts shrink by these CPUs. Holdings are discarded. The node becomes
  // schedulable, because its pods may return to it even if it was not.
  void restart(bool one_thread, const CpuSet &isolated);

  // Adds pods. An account above object::kMostUsed stays there.
  void hold(Holdings holdings);
  // Returns false and changes nothing if several pods hold one of the CPUs, or if an account may
  // have reached its limit. Only hold_only() with all remaining pods can then restore the state.
  bool release(Holdings holdings);
  // Discards all other holdings.
  void hold_only(Holdings holdings);
  void forget_holdings();
  void hold(const Holding &holding) {
    const Holding *one = &holding;
    hold({&one, 1});
  }
  bool release(const Holding &holding) {
    const Holding *one = &holding;
    return release({&one, 1});
  }
  // Returns true if the CPUs, amounts of NUMA nodes and devices for a new pod are free. Claims of
  // running pods may exceed these limits. The caller checks amounts of the whole node.
  bool has_room(const Holding &holding) const;
  // Returns true if an amount of a NUMA node or a device is overcommitted, and more so than on
  // `before`, which is this node with other pods. Does not look at single CPUs.
  bool is_overcommitted(const Node &before) const;

  // Restricts later pods to these CPUs; confine_amount()
  // lowers a free amount. For copies to plan on.
  void confine_cpus(const CpuSet &cpus);
  // Restricts later pods to isolated CPUs. If the report excludes these
  // from other pods, the amounts of CPU become those of the isolated CPUs.
  // For copies on which a pod that requires isolated CPUs is judged.
  void confine_to_isolated();
  bool is_confined_to_isolated() const { return is_confined_; }
  // Withholds these CPUs, too, and returns those withheld
  // before. Passing these to withhold() undoes it.
  CpuSet hide(const CpuSet &cpus);
  void withhold(const CpuSet &cpus);
  void confine_amount(size_t node, size_t slot, int64_t free);
  void confine_devices(const device::Grants &grants) {
    if (devices_) devices_->confine(grants);
  }

  const Options &options() const { return *options_; }
  // Returns nullptr if no devices have ever been reported.
  const device::Ledger *devices() const { return devices_ ? &*devices_ : nullptr; }
  bool reports_devices() const { return reports_devices_; }
  // The properties that the GPU policy evaluates, and the traits that it derives from them.
  // refresh_gpu_traits() updates the traits when the policy changes.
  device::NodeKind gpu_kind(const device::GpuModels &models) const noexcept;
  // From the node's label, else from the Device object.
  std::string_view gpu_model() const noexcept;
  const device::GpuPolicy::NodeTraits &gpu_traits() const { return gpu_traits_; }
  void refresh_gpu_traits() noexcept;
  const device::GpuLabels &gpu_labels() const { return object_->gpus; }
  // Returns true if devices account for this resource, and not the amounts of the whole node.
  bool is_of_devices(ResourceId resource) const {
    if (!devices_ || resource < kResourceGpuCore) return false;
    return device::is_device_resource(resource) || devices_->inventory().pool_of(resource) >= 0;
  }

  const std::string &name() const { return name_; }
  bool known() const { return object_.has_value(); }
  bool unschedulable() const { return object_ && object_->unschedulable; }
  bool has_topology() const { return topology_.has_value(); }
  bool has_zones() const { return topology_ && !topology_->zones.empty(); }
  bool has_machine() const { return topology_ && topology_->machine; }
  const Topology &machine() const { return *topology_->machine; }
  const std::shared_ptr<const Topology> &shared_machine() const { return topology_->machine; }
  const NodePolicies &policies() const { return policies_; }
  double amplification() const { return amplification_; }
  // Returns the gate of a kubelet that pins CPUs, nullptr if kubelet pins none.
  const KubeletGate *kubelet() const { return topology_ ? topology_->kubelet.get() : nullptr; }
  // Returns the gate of a kubelet whose memory is reported, nullptr if it is not.
  const MemoryGate *memory_gate() const { return topology_ ? topology_->memory.get() : nullptr; }
  // Returns kubelet's present state, and its refusal of a new pod. The node must have a
  // memory_gate().
  const MemoryGate::State &kubelet_state() const { return kubelet_pods_.front().state(); }
  Refusal judge_memory(const Managed &pod) const;
  bool has_in_flight() const;  // pods that kubelet has not reported yet
  bool kubelet_static_memory() const { return topology_ && topology_->kubelet_static_memory; }
  bool kubelet_static() const { return topology_ && topology_->kubelet_static; }
  // Returns a message for each part of the node's report of kubelet that cannot be true, and which
  // therefore counts as absent.
  std::vector<std::string> report_faults() const;
  // Returns the number of CPUs that a static kubelet pins for the pod. Callers check that the node
  // has one.
  int64_t pinned_cpus(const Shape &shape) const {
    if (!shape.pinned_as_whole()) return shape.pinned_cpus;
    return kubelet() == nullptr ? 0 : kubelet()->pinned_cpus(*shape.pinned);
  }
  // Returns the CPUs that kubelet has left by its report, corrected
  // for pods on the node that the report does not include yet. The node must have a kubelet().
  KubeletGate::Room kubelet_room() const;
  // Returns the number of CPUs of its NUMA node that has most left.
  int kubelet_roomiest() const;
  // Returns the number of CPUs that is short if kubelet refuses a pod as not aligned.
  std::optional<Misalignment> misalignment(const Shape &shape) const;
  // For copies to plan on: kubelet's CPUs of pods that are
  // removed from now on count as free, in its report or not.
  void plan_on() { planned_from_ = std::max(planned_from_, pinned_); }
  void end_plan() { planned_from_ = 0; }
  // Returns the CPUs that the removed pods leave to kubelet.
  int kubelet_gains() const {
    return static_cast<int>(std::clamp<int64_t>(planned_from_ - pinned_, 0, CpuSet::kCapacity));
  }

  // Returns the account of the whole node. It is empty
  // for unknown resources that the node does not have.
  Account total(ResourceId resource) const {
    const Account *account = account_of(*this, resource);
    return account == nullptr ? Account{} : *account;
  }
  int bound_cpus() const { return bound_; }
  // Returns true if the Node states how many pods it accepts.
  bool limits_pods() const { return limits_pods_; }
  // Returns true if the Node has devices under a name that only Koordinator publishes.
  bool lists_devices() const { return lists_devices_; }

  std::span<const NumaAccount> numa() const { return numa_; }
  // CPU and memory first, reported or not.
  std::span<const ResourceId> numa_resources() const { return numa_resources_; }
  // Returns the slot of a resource in numa_account(), or -1 if no NUMA node reports it.
  int numa_slot(ResourceId resource) const;
  const Account &numa_account(size_t node, size_t slot) const {
    return numa_accounts_[node * numa_resources_.size() + slot];
  }
  const Resources &resources() const { return *resources_; }
  std::string resource_name(ResourceId resource) const { return resources_->name(resource); }
  // Returns the amount in use, including amplification and pods that only the report counts.
  int64_t numa_used(size_t node, size_t slot) const {
    int64_t used = numa_account(node, slot).used;
    if (slot == 0) used += amplification_of(int64_t{1000} * numa_[node].bound);
    return std::max<int64_t>(0, used) + numa_taken_[node * numa_resources_.size() + slot];
  }
  // Returns the free amount, which is never negative.
  int64_t numa_free(size_t node, size_t slot) const {
    return std::max<int64_t>(0, numa_account(node, slot).capacity - numa_used(node, slot));
  }

  size_t words() const { return word_count_; }  // of a set over the machine's CPUs
  // Free CPUs for pods that require no isolated CPUs.
  CpuSet free() const { return set_of(kFree); }
  CpuSet free_for(const Shape &shape) const;
  // CPUs reserved for pods that require isolated CPUs. Other pods cannot have them.
  CpuSet isolated() const { return set_of(kIsolated); }
  // CPUs held under this exclusive policy, which must not be
  // kNone. The strictest policy of a CPU's holders counts.
  CpuSet held_under(ExclusivePolicy policy) const { return set_of(exclusive_set(policy)); }
  CpuSet withheld() const { return set_of(kWithheld); }
  CpuSet held() const { return set_of(kHeld); }
  // Returns the CPUs of a pod's allocation that it owns at present:
  // without CPUs that are offline, not for pods of this shape, or
  // reserved by kubelet or the node. The pod regains them when that ends.
  CpuSet owned(const CpuSet &cpus, const Shape &shape) const;
  CpuSet owned(const Holding &holding) const { return owned(holding.cpu_set(), holding.shape()); }
  // Returns the CPUs that no pod of the shape can own,
  // because they are isolated or because they are not.
  CpuSet not_for(const Shape &shape) const;
  // CPUs that no pod owns, because kubelet or the node reserves them.
  CpuSet reserved() const { return set_of(kReserved); }
  // Returns true if kubelet reserves the CPU.
  bool kubelet_reserves(int cpu) const {
    return topology_ && topology_->kubelet_reserved.set().contains(cpu);
  }
  // Returns true if a pod's amounts of CPU on NUMA nodes follow from its own CPUs.
  bool follows_cpus(const Holding &holding) const {
    return options_->rules().cpu_amounts_follow_cpus && has_machine() && !holding.cpus().empty();
  }
  // CPUs that kubelet gave to pods other than `uid`.
  CpuSet kubelets_cpus(std::string_view uid = {}) const;
  // Returns true if the node's agent reports owners of CPUs.
  bool names_owners() const {
    return topology_ && std::ranges::any_of(topology_->reports,
                                            [](const auto &report) { return !report.by_kubelet; });
  }
  // Returns true if the node's agent reports these as the CPUs of the pod.
  bool is_reported(std::string_view uid, const CpuSet &cpus, const Shape &shape) const;
  // CPUs that the node's agent reports as the pod's.
  CpuSet reported_cpus(std::string_view uid) const;
  // CPUs that no pod owns. CPUs that kubelet reserves are included.
  CpuSet pool() const {
    return has_machine() ? machine().all_cpus() - held() - set_of(kNotShared) : CpuSet();
  }

  // Compares machine and accounts, for tests of release and restore.
  bool same_state(const Node &other) const;

 private:
  // From kExclusive on, there is one set for each of cpu::kAvoidingPolicies.
  enum Set {
    kWithheld,
    kNotShared,
    kReserved,
    kIsolated,
    kHeld,
    kMany,
    kFree,
    kExclusive,
    kSets = kExclusive + cpu::kAvoidingPolicies.size()
  };
  static Set exclusive_set(ExclusivePolicy policy) {
    return static_cast<Set>(kExclusive + cpu::index_of(policy));
  }
  std::span<const uint64_t> words_of(Set set) const {
    return {words_.data() + set * word_count_, word_count_};
  }
  CpuSet set_of(Set set) const { return CpuSet::from_words(words_of(set)); }
  void store(Set set, const CpuSet &cpus);
  // Returns the CPUs of `cpus` that the capacities include.
  CpuSet counted(const CpuSet &cpus) const {
    CpuSet out = cpus;
    if (options_->rules().withheld_count_once) out -= words_of(kNotShared);
    return out;
  }
  CpuSet pinned_cpus_of(std::string_view uid) const;
  void configure();
  void set_gates();
  void set_policies();
  // Returns nullptr if the node keeps no account of the resource.
  template <typename Self>
  static auto account_of(Self &node, ResourceId resource) -> decltype(node.totals_.data()) {
    if (resource < kWellKnownResources) return &node.totals_[resource];
    for (auto &[known, account] : node.others_)
      if (known == resource) return &account;
    return nullptr;
  }
  Account *account_of(ResourceId resource) { return account_of(*this, resource); }
  void set_capacities();
  void set_totals(const CpuSet &isolated);
  CpuSet stated_isolated() const;
  // Returns the milli-CPU of whole CPUs, amplified as the node's amounts are.
  int64_t milli_of(int cpus) const;
  void set_numa_nodes(const CpuSet &withheld);
  void set_numa_accounts(const CpuSet &not_shared, const CpuSet &kubelet_reserved,
                         const CpuSet &pinned);
  // Returns the milli-CPU that amplification adds to CPUs that pods own.
  int64_t amplification_of(int64_t milli) const {
    if (amplification_ <= 1) return 0;
    return static_cast<int64_t>(std::ceil(static_cast<double>(milli) * amplification_)) - milli;
  }
  int64_t still_reserved(int64_t milli, int cpus, int kubelets) const;
  void count_taken();
  void clear_accounts();
  void count_kubelet(int64_t sign);
  void add_to_kubelet(Holdings holdings) noexcept;
  void remove_from_kubelet(Holdings holdings) noexcept;
  void clear_kubelet_pods();
  void settle_kubelet() noexcept;
  void add_holdings(Holdings holdings);
  void add_exclusive(ExclusivePolicy under, const CpuSet &cpus);
  void account(const Holding &holding, const CpuSet &cpus, int64_t sign);
  // Calls use(i, slot, amount) for each amount of a NUMA node that a pod with these CPUs uses.
  template <typename Use>
  void for_each_numa_amount(const Holding &holding, const CpuSet &cpus, Use &&use) const;
  void recount();

  std::string name_;
  const Options *options_;
  const Resources *resources_;
  std::optional<NodeFacts> object_;
  std::optional<TopologyFacts> topology_;
  std::optional<device::Ledger> devices_;
  bool reports_devices_ = false;
  device::GpuPolicy::NodeTraits gpu_traits_;
  std::vector<bool> by_kubelet_;  // entries of Inventory::kubelet that are held
  device::Grants assumed_for_kubelet_;
  NodePolicies policies_;
  double amplification_ = 1;
  bool numa_amplified_ = false;  // the report has amplified the zones' amounts
  std::array<Account, kWellKnownResources> totals_{};
  // Other resources of the node, in the order of its object.
  std::vector<std::pair<ResourceId, Account>> others_;
  std::vector<NumaAccount> numa_;
  std::vector<ResourceId> numa_resources_;
  bool memory_reported_ = false;
  std::vector<Account> numa_accounts_;
  std::vector<int64_t> numa_taken_;  // use beyond our pods; rows as in numa_accounts_
  std::vector<uint64_t> words_;      // kSets sets of word_count_ words
  size_t word_count_ = 0;
  int bound_ = 0;
  int64_t pinned_ = 0;        // CPUs of the pods that a kubelet with the static policy pins
  int64_t planned_from_ = 0;  // pinned_ when planning began
  bool limits_pods_ = false;
  bool lists_devices_ = false;
  bool is_confined_ = false;
  int64_t load_ = 0;                             // upper bound of every account of the pods' use
  std::vector<KubeletPods> kubelet_pods_;        // one if the node has a memory_gate()
  std::vector<MemoryGate::Room> kubelet_rooms_;  // of kubelet_state(), or empty
};

}  // namespace koord::sched
