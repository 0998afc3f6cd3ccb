// One node of a cluster: what its objects say, who holds what on it, and the numbers verdicts are
// made of.
#pragma once

#include <algorithm>
#include <array>
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
  const Topology::NumaPlace *place = nullptr;  // none: no CPUs
  int32_t withheld = 0;                        // CPUs that pods cannot have
  // CPU that the capacity lacks only because kubelet pins it to pods; milli-CPU.
  int64_t pinned = 0;
  int32_t bound = 0;           // CPUs that pods own, where no one withholds them
  uint32_t single_pods = 0;    // pods that keep to this node
  uint32_t spanning_pods = 0;  // pods here and on other nodes
  int32_t free = 0;            // CPUs, as in NumaSummary

  // As in NumaSummary, too.
  int32_t whole = 0;
  int32_t cores = 0;
  int32_t open = 0;
  int32_t pool = 0;
  bool node_held = false;
  bool same_state(const NumaAccount &other) const;
};

// Who runs on it, for singleNUMANodeExclusive.
inline numa::NodeUse use_of(const NumaAccount &node) {
  if (node.spanning_pods > 0) return numa::NodeUse::kShared;
  return node.single_pods > 0 ? numa::NodeUse::kSingle : numa::NodeUse::kIdle;
}

// Returns true if a pod has CPUs there, of `cpus`, its own, or amounts. With `by_cpus` its amounts
// of CPU follow from its CPUs.
inline bool is_on(const NumaAccount &node, const Holding &holding, const CpuSet &cpus,
                  bool by_cpus = false) {
  if (node.place != nullptr && node.place->cpus.intersects(cpus)) return true;
  for (const NumaGrant &grant : holding.grants())
    if (grant.node == node.id && !(by_cpus && grant.resource == Resources::kCpu)) return true;
  return false;
}

// What the node's labels, kubelet and the configuration make of a pod; absent ones resolved.
struct NodePolicies {
  bool full_only = false;
  bool spread_only = false;
  object::NumaPolicy numa = object::NumaPolicy::kNone;
  cpu::NumaStrategy strategy = cpu::NumaStrategy::kMostAllocated;
  // Options of kubelet, by which it would distribute CPUs over NUMA nodes (cpu::Request); 0: the
  // strategy decides.
  uint32_t kubelet_options = 0;
  KubeletVersion kubelet_version = kDefaultKubeletVersion;
  bool arm = false;
  bool own_numa = false;  // the node's label or kubelet state a NUMA policy
  object::PartitionPolicy gpu_partitions = object::PartitionPolicy::kAbsent;  // the label's
};

// What a Node object says, as far as decisions need it.
struct NodeFacts {
  bool unschedulable = false;
  bool arm = false;
  object::NodeBind bind = object::NodeBind::kAbsent;
  object::NodeStrategy strategy = object::NodeStrategy::kAbsent;
  object::NumaPolicy numa = object::NumaPolicy::kAbsent;
  double amplification = 1;
  KubeletVersion kubelet_version = kDefaultKubeletVersion;
  std::vector<ResourceAmount> amounts;  // allocatable, less what is reserved
  object::NamesPtr names;               // of these resources
  StoredCpus not_shared;                // CPUs that are no pod's, and not of the shared pool
  device::GpuLabels gpus;
};
// What an operator may change about it while pods run there.
struct NodeLabels {
  bool unschedulable = false;
  object::NodeBind bind = object::NodeBind::kAbsent;
  object::NumaPolicy numa = object::NumaPolicy::kAbsent;
  object::PartitionPolicy gpu_partitions = object::PartitionPolicy::kAbsent;
};
// And a NodeResourceTopology object.
struct TopologyFacts {
  std::shared_ptr<const Topology> machine;
  bool full_pcpus_only = false;     // kubelet's static policy, with this option
  uint32_t distribute_options = 0;  // distribute-cpus-across-numa of kubelet, and what goes with it
  object::NumaPolicy numa = object::NumaPolicy::kAbsent;
  double amplification = 0;  // 0: not stated
  std::vector<int32_t> zones;
  std::vector<NumaGrant> amounts;  // allocatable of the zones
  object::NamesPtr names;          // of these resources
  std::vector<NumaGrant>
      taken;              // what of it is not available, by pods that nobody here knows; sorted
  StoredCpus not_shared;  // without what kubelet pins, which is in `reports`
  std::shared_ptr<const KubeletGate> kubelet;  // nullptr: it pins nobody
  // Kubelet has the static CPU manager policy, where its admission counts, in every stage of a
  // takeover.
  bool kubelet_static = false;
  bool kubelet_static_memory = false;  // kubelet's memory manager has the policy Static
  bool excludes_isolated = false;
  StoredCpus kubelet_reserved;  // no pod's own, but of the shared pool, whatever its policy
  struct Report {
    std::string uid;
    StoredCpus cpus;
    bool by_kubelet = false;
  };
  std::vector<Report> reports;  // whose CPUs are known on the node
};

class Node {
 public:
  Node(std::string name, const Options &options, const Resources &resources)
      : name_(std::move(name)), options_(&options), resources_(&resources) {
    configure();
  }

  // Objects as they come and go; what pods hold is forgotten: hold() them again.
  void set_object(const object::NodeObject &object);
  void set_topology(const object::NodeTopology &topology);
  void drop_topology();
  // Subtracts the pod from what the zones report as taken: it was there when they were reported and
  // would count twice.
  void count_as_reported(const Holding &holding);
  // Returns true if kubelet's report names CPUs of the pod.
  bool is_pinned(std::string_view uid) const { return !pinned_cpus_of(uid).empty(); }
  // Sets the part of the pod's grants of CPU that is not counted: the report withholds its CPUs.
  void mark_reported(std::string_view uid, Holding &holding) const;
  // Devices that are no longer reported are there, but not healthy: nobody gets them, and who has
  // them has them.
  void set_devices(std::shared_ptr<const device::Inventory> inventory);
  void drop_devices();
  // Devices that kubelet gave to pods are theirs, too, where unclaimed(uid) says that the pod has
  // none by annotation.
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
  // Calls look(given) for those.
  template <typename Look>
  void for_each_held_for_kubelet(Look &&look) const {
    for (size_t i = 0; i < by_kubelet_.size(); ++i)
      if (by_kubelet_[i]) look(devices_->inventory().kubelet[i]);
  }
  // Devices in place of those that these pods have and nothing tells, instead of earlier ones.
  void withhold_for_kubelet(device::Grants grants);
  // Returns true if nothing tells some devices of these pods.
  bool assumes_for_kubelet() const;
  // What kubelet says that it gave to the pod; nullptr: nothing.
  const device::KubeletGrants *record_of(std::string_view uid) const;
  // Returns true if a kubelet report names CPUs or devices of the pod.
  bool has_record(std::string_view uid) const {
    return record_of(uid) != nullptr || is_pinned(uid);
  }
  // Labels of a known node. What pods hold stays.
  NodeLabels labels() const {
    return {object_->unschedulable, object_->bind, object_->numa, object_->gpus.policy};
  }
  void set_labels(const NodeLabels &labels);
  // The node comes back with one thread of each core or all, and without the isolated CPUs; its
  // amounts shrink by them. What pods hold is forgotten. Pods may come back though the node is
  // unschedulable.
  void restart(bool one_thread, const CpuSet &isolated);

  // Throws kLimit where the node's pods would hold more than can be counted. After it hold() cannot
  // fail.
  void make_room(Holdings holdings) const { make_room(holdings, load_); }
  void hold(Holdings holdings);
  // False: CPUs were held by several pods, and only hold_only() with all remaining pods tells who
  // has them now. Nothing changed then.
  bool release(Holdings holdings);
  // What others hold is forgotten.
  void hold_only(Holdings holdings);
  void forget_holdings();
  void make_room(const Holding &holding) const {
    const Holding *one = &holding;
    make_room({&one, 1});
  }
  void hold(const Holding &holding) {
    const Holding *one = &holding;
    hold({&one, 1});
  }
  bool release(const Holding &holding) {
    const Holding *one = &holding;
    return release({&one, 1});
  }
  // Limits of what this library gives; claims of running pods may exceed them. Amounts of the whole
  // node are the caller's.
  // Returns whether the CPUs, amounts of NUMA nodes and devices of a pod to come are free.
  bool has_room(const Holding &holding) const;
  // Returns whether an amount of a NUMA node or a device is given beyond what there is, and further
  // than on `before`: this node with other pods. Does not look at single CPUs.
  bool is_overcommitted(const Node &before) const;

  // Leaves pods that come no other CPUs than these, or less of an amount: for copies to plan on.
  void confine_cpus(const CpuSet &cpus);
  // Leaves pods that come isolated CPUs only. Where these are kept from other pods, the amounts of
  // CPU become those of the isolated CPUs: for copies on which a pod is judged that requires them.
  void confine_to_isolated();
  bool is_confined_to_isolated() const { return is_confined_; }
  // As confine_cpus(), until withhold() gets back what hide() returns: the CPUs withheld before.
  CpuSet hide(const CpuSet &cpus);
  void withhold(const CpuSet &cpus);
  void confine_amount(size_t node, size_t slot, int64_t free);
  void confine_devices(const device::Grants &grants) {
    if (devices_) devices_->confine(grants);
  }

  const Options &options() const { return *options_; }
  // nullptr: none have ever been reported.
  const device::Ledger *devices() const { return devices_ ? &*devices_ : nullptr; }
  bool reports_devices() const { return reports_devices_; }
  // What the policy that places GPU tasks goes by, and what it makes of that; to be settled when it
  // changes.
  device::NodeKind gpu_kind(const device::GpuModels &models) const noexcept;
  std::string_view gpu_model() const noexcept;  // of the node's label, else of the Device object
  const device::GpuPolicy::NodeTraits &gpu_traits() const { return gpu_traits_; }
  void settle_gpu_traits() noexcept;
  const device::GpuLabels &gpu_labels() const { return object_->gpus; }
  // Whether devices settle who gets this resource, and not the amounts of the whole node.
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
  // The gate of a kubelet that pins CPUs; nullptr: it pins none.
  const KubeletGate *kubelet() const { return topology_ ? topology_->kubelet.get() : nullptr; }
  bool kubelet_static_memory() const { return topology_ && topology_->kubelet_static_memory; }
  bool kubelet_static() const { return topology_ && topology_->kubelet_static; }
  // What kubelet has left, by its report and by the pods that are here: some may not be in the
  // report yet.
  KubeletGate::Room kubelet_room() const;
  // For copies to plan on: kubelet counts pods that are taken off from now on as gone, whether its
  // report has them or not.
  void plan_on() { planned_from_ = std::max(planned_from_, pinned_); }
  void end_plan() { planned_from_ = 0; }
  // CPUs that they leave to kubelet.
  int kubelet_gains() const {
    return static_cast<int>(std::clamp<int64_t>(planned_from_ - pinned_, 0, CpuSet::kCapacity));
  }

  // The account of the whole node. Resources that neither it has nor rules know are empty.
  Account total(ResourceId resource) const {
    const Account *account = account_of(*this, resource);
    return account == nullptr ? Account{} : *account;
  }
  int bound_cpus() const { return bound_; }
  // Whether the node says how many pods it takes.
  bool limits_pods() const { return limits_pods_; }

  std::span<const NumaAccount> numa() const { return numa_; }
  // CPU and memory first, reported or not.
  std::span<const ResourceId> numa_resources() const { return numa_resources_; }
  // Slot of a resource in numa_account(), or -1: no NUMA node reports it.
  int numa_slot(ResourceId resource) const;
  const Account &numa_account(size_t node, size_t slot) const {
    return numa_accounts_[node * numa_resources_.size() + slot];
  }
  std::string resource_name(ResourceId resource) const { return resources_->name(resource); }
  // What pods have, amplification and those that only the report tells of counted.
  int64_t numa_used(size_t node, size_t slot) const;
  // What is left; never negative.
  int64_t numa_free(size_t node, size_t slot) const;

  size_t words() const { return word_count_; }  // that a set over the machine's CPUs needs
  // For a pod that requires no isolated CPUs.
  CpuSet free() const { return set_of(kFree); }
  CpuSet free_for(const Shape &shape) const;
  // Kept for pods that require isolated CPUs: pods without a requirement cannot have them.
  CpuSet isolated() const { return set_of(kIsolated); }
  // By pods under an exclusive policy, not kNone; the strictest of a CPU's holders counts.
  CpuSet held_under(ExclusivePolicy policy) const { return set_of(exclusive_set(policy)); }
  CpuSet withheld() const { return set_of(kWithheld); }
  CpuSet held() const { return set_of(kHeld); }
  // The CPUs that a pod has of those given to it: without CPUs that are offline, that are not for
  // it, or that kubelet or the node reserves. It has them back when that ends.
  CpuSet owned(const CpuSet &cpus, const Shape &shape) const;
  CpuSet owned(const Holding &holding) const { return owned(holding.cpu_set(), holding.shape()); }
  // CPUs that are isolated or not, and for that reason no pod's of the shape.
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
  // Whether the node's agent says that these are the CPUs of the pod.
  bool is_reported(std::string_view uid, const CpuSet &cpus, const Shape &shape) const;
  // Nobody's own: what kubelet reserves is part of it.
  CpuSet pool() const {
    return has_machine() ? machine().all_cpus() - held() - set_of(kNotShared) : CpuSet();
  }

  // Same machine, same accounts: for tests of release and restore.
  bool same_state(const Node &other) const;

 private:
  // From kExclusive on one set for each of cpu::kAvoidingPolicies.
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
  // CPUs of `cpus` that no capacity lacks.
  CpuSet counted(const CpuSet &cpus) const {
    CpuSet out = cpus;
    if (options_->rules().withheld_count_once) out -= words_of(kNotShared);
    return out;
  }
  CpuSet pinned_cpus_of(std::string_view uid) const;
  void configure();
  void set_policies();
  // nullptr: there is none to keep.
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
  int64_t amplification_of(int64_t milli) const;
  int64_t still_reserved(int64_t milli, int cpus, int kubelets) const;
  void count_taken();
  void clear_accounts();
  void count_kubelet(int64_t sign);
  void make_room(Holdings holdings, int64_t load) const;
  void add_holdings(Holdings holdings);
  void account(const Holding &holding, const CpuSet &cpus, int64_t sign);
  // Calls use(i, slot, amount) for each amount that a pod with these CPUs takes of a NUMA node.
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
  std::vector<bool> by_kubelet_;  // which of Inventory::kubelet are held
  device::Grants assumed_for_kubelet_;
  NodePolicies policies_;
  double amplification_ = 1;
  bool numa_amplified_ = false;  // the zones' amounts are amplified already
  std::array<Account, kWellKnownResources> totals_{};
  std::vector<std::pair<ResourceId, Account>>
      others_;  // that the node has, in the order of its object
  std::vector<NumaAccount> numa_;
  std::vector<ResourceId> numa_resources_;
  bool memory_reported_ = false;
  std::vector<Account> numa_accounts_;
  std::vector<int64_t> numa_taken_;  // beside what pods of ours use; the same rows
  std::vector<uint64_t> words_;      // kSets sets of as many words
  size_t word_count_ = 0;
  int bound_ = 0;
  int64_t pinned_ = 0;        // CPUs that kubelet pins for the pods, were its policy static
  int64_t planned_from_ = 0;  // the same, of all that were here when plans began
  bool limits_pods_ = false;
  bool is_confined_ = false;
  int64_t load_ = 0;  // no account of what pods use is larger
};

}  // namespace koord::sched
