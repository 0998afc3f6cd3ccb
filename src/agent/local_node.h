// The inputs of a node's agent: machine, settings, kubelet's state and pods, with the pools that
// follow from them kept up to date as they change.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agent/node_state.h"
#include "agent/pod_facts.h"
#include "base/cpu_set.h"
#include "base/profile_rules.h"
#include "base/refusal.h"
#include "cpu/claim.h"
#include "object/claim_rank.h"
#include "object/objects.h"
#include "topology/topology.h"

namespace koord::agent {

struct Options {
  Profile profile = Profile::kSpec;  // or kUpstream
  const ProfileRules &rules() const noexcept { return rules_of(profile); }
  // First stage of a takeover: CPUs of kubelet count for nothing, and it keeps all cpusets.
  bool ignore_kubelet = false;
  bool be_by_numa = false;  // upstream: BE pods keep to the NUMA nodes they name
  // spec: isolated CPUs are in no pool, and only pods that require such own them.
  bool exclude_isolated = false;
};

// What a node's kubelet does, from its configuration and cpu_manager_state.
struct KubeletState {
  bool static_policy = false;
  CpuSet reserved;
  std::map<std::string, std::map<std::string, CpuSet>> containers;  // by pod uid and name
  std::map<std::string, CpuSet> pods;                               // of whole pods, by uid
};

class LocalNode {
 public:
  static constexpr size_t kMaxPods = 65536;

  struct Pod {
    PodFacts facts;
    bool granted = false;      // CPUs that it claims are its own
    CpuSet own;                // these: less than it claims where some are offline or kubelet's
    Refusal refused;           // why not all that it claims are
    bool has_devices = false;  // the devices it claims are its own
    Refusal devices_refused;   // why not
    uint64_t changed = 0;      // generation in which anything but the pools last changed for it
  };
  // What kubelet's static policy gave to a pod, be the pod known or not.
  struct Given {
    std::map<std::string, CpuSet> containers;
    CpuSet pod;           // of the pod as a whole
    CpuSet all;           // both, as far as the machine has them
    CpuSet kept;          // of these, those that are nobody else's
    bool counts = false;  // whether others keep off
  };
  // Where a socket and a NUMA node meet, as agents report pools.
  struct PoolZone {
    int socket = 0;  // ids
    int node = 0;
    CpuSet cpus;
    uint64_t shared_changed = 0;  // generation in which the pool here last changed
    uint64_t be_changed = 0;
  };
  using PodMap = std::map<std::string, Pod, std::less<>>;
  using DeviceIds = std::map<std::string, std::map<int32_t, std::string>, std::less<>>;
  using GivenMap = std::map<std::string, Given, std::less<>>;

  // Throws kInvalid for a profile that is not of Koordinator.
  LocalNode(std::shared_ptr<const Topology> machine, const Options &options);
  LocalNode(LocalNode &&) = default;  // pods stay where they are: some of them are in a list
  LocalNode &operator=(LocalNode &&) = default;

  // Each of these leaves everything as it was where it throws. Pods keep CPUs that they were
  // granted, whatever kubelet gives away, except those that go offline or that it reserves. Of two
  // claims to one CPU or device the first by object::ClaimRank is granted, whichever came first.
  void set_machine(std::shared_ptr<const Topology> machine);
  // Throws kInvalid where more CPUs are reserved than the machine has.
  void set_node(const object::NodeObject &node);
  void set_kubelet(const KubeletState &kubelet);
  // What the node's Device object calls its devices; one without devices: there is none.
  void set_devices(const object::DeviceObject &devices);
  // A new pod, or a known one as it is now; one that has ended is removed. Throws kInvalid (no
  // uid), kLimit (too many pods; amounts).
  void set_pod(const object::PodObject &pod);
  bool remove_pod(std::string_view uid);  // whether it was known
  // Best-effort pods run on these CPUs of their pool only; empty, or none of the pool: on all of
  // it. Reports still have the whole pool.
  void set_best_effort_limit(const CpuSet &cpus);
  // What an agent has decided for this node before: it confirms the claims of pods that it gave
  // their CPUs to.
  void set_state(const NodeState &state);

  const Options &options() const { return options_; }
  const Topology &machine() const { return *machine_; }
  const std::shared_ptr<const Topology> &shared_machine() const { return machine_; }
  const std::string &name() const { return settings_.name; }
  uint64_t generation() const { return generation_; }
  const PodMap &pods() const { return pods_; }
  const Pod *find_pod(std::string_view uid) const;
  const GivenMap &given() const { return given_; }
  // What kubelet gave to the pod, if it counts; else nullptr.
  const Given *given_to(std::string_view uid) const;
  // The static policy, and that it is not to be ignored.
  bool kubelet_static() const { return static_policy_ && !options_.ignore_kubelet; }
  bool static_policy() const { return static_policy_; }
  // Under every policy of kubelet.
  const CpuSet &kubelet_reserved() const { return kubelet_reserved_; }
  // CPUs kept for pods that require isolated ones; empty unless the options say so.
  CpuSet excluded() const;
  // By annotation of the Node.
  const CpuSet &reserved() const { return settings_.reserved; }
  const CpuSet &system_qos() const { return settings_.system; }
  bool system_qos_exclusive() const { return settings_.system_exclusive; }
  const object::NodeObject &object() const { return object_; }
  // The id that the Device object has for a device, "": none; nullptr: it does not have the device.
  const std::string *device_id(std::string_view type, int32_t minor) const;

  const Pools &pools() const { return pools_; }
  // The part of their pool that best-effort pods run on at present.
  const CpuSet &best_effort_now() const { return best_effort_now_; }
  const CpuSet &lse() const { return lse_; }  // CPUs of LSE pods
  const CpuSet &own() const { return own_; }  // CPUs of LSE and LSR pods
  std::span<const PoolZone> places() const { return places_; }
  // When the whole pool last changed.
  uint64_t shared_changed() const { return shared_changed_; }
  uint64_t be_changed() const { return be_changed_; }

 private:
  struct Settings {
    std::string name;
    CpuSet reserved;
    CpuSet system;
    bool system_exclusive = true;
  };

  Settings settings_of(const object::NodeObject &node, const Topology &machine) const;
  bool may_own_cpus(const Pod &pod) const;
  bool counts(std::string_view uid) const;
  struct ConfirmedCpus {
    std::map<std::string, CpuSet, std::less<>> cpus;  // by uid
    CpuSet all;
    bool operator==(const ConfirmedCpus &) const = default;
  };
  object::ClaimRank rank_of(const PodFacts &pod) const noexcept { return rank_of(pod, confirmed_); }
  static object::ClaimRank rank_of(const PodFacts &pod, const ConfirmedCpus &confirmed) noexcept;
  size_t place_of(const PodFacts &pod) const noexcept;
  size_t unlist(const Pod &pod) noexcept;  // where it was; beyond the end: nowhere
  // What devices_refused is to become, once the claimants are these.
  std::vector<Refusal> weigh_devices(std::span<const PodFacts *const> claimants) const;
  std::vector<const PodFacts *> claimants_without(const Pod *pod) const;
  cpu::ClaimVerdict judge(const Pod &pod) const;
  CpuSet not_for(const PodFacts &pod) const;
  void settle_given();
  void grant_cpus(size_t from);
  void grant_devices(std::span<const Refusal> refused) noexcept;
  void keep_given();
  void make_pools();
  void touch_all();
  // From which claimant on others may have what they claim.
  void settle(size_t from);

  std::shared_ptr<const Topology> machine_;
  Options options_;
  object::NodeObject object_;
  Settings settings_;
  bool static_policy_ = false;
  CpuSet kubelet_reserved_;
  DeviceIds device_ids_;
  GivenMap given_;
  PodMap pods_;
  ConfirmedCpus confirmed_;       // by an earlier state
  std::vector<Pod *> claimants_;  // who claim CPUs or devices, the first to be granted first
  CpuSet own_;
  CpuSet lse_;
  CpuSet given_all_;   // of what counts
  CpuSet given_kept_;  //
  Pools pools_;
  CpuSet best_effort_limit_;
  CpuSet best_effort_now_;
  std::vector<PoolZone> places_;
  uint64_t shared_changed_ = 0;
  uint64_t be_changed_ = 0;
  uint64_t generation_ = 0;
};

}  // namespace koord::agent
