// The inputs of a node's agent: machine, settings, kubelet's state and pods. The resulting pools
// are kept up to date.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agent/devices_granted.h"
#include "agent/node_state.h"
#include "agent/pod_facts.h"
#include "base/cpu_set.h"
#include "base/profile_rules.h"
#include "base/refusal.h"
#include "cpu/claimed_cpus.h"
#include "object/claim_rank.h"
#include "object/objects.h"
#include "topology/topology.h"

namespace koord::agent {

struct Options {
  Profile profile = Profile::kSpec;  // or kUpstream
  const ProfileRules &rules() const noexcept { return rules_of(profile); }
  // First stage of a takeover: kubelet's CPUs are ignored, and it keeps all cpusets.
  bool ignore_kubelet = false;
  bool be_by_numa = false;  // upstream: BE pods stay on the NUMA nodes that they name
  // spec: isolated CPUs are in no pool, and only pods that require them own them.
  bool exclude_isolated = false;
};

// State of a node's kubelet, from its configuration and cpu_manager_state.
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
    bool granted = false;      // it owns CPUs that it claims
    CpuSet own;                // these; fewer than it claims if some are offline or kubelet's
    CpuSet allowed;            // part of the claim that a request of the pod justified
    Refusal refused;           // why it does not own all claimed CPUs
    bool has_devices = false;  // it owns the devices that it claims
    Refusal devices_refused;   // why it does not
    uint64_t changed = 0;      // generation of the last change for it, other than of pools
  };
  // CPUs that kubelet's static policy gave to a pod, known or not.
  struct Assignment {
    std::map<std::string, CpuSet> containers;
    CpuSet pod;           // of the pod as a whole
    CpuSet all;           // both, limited to the machine's CPUs
    CpuSet kept;          // those of them that no other pod owns
    bool counts = false;  // other pods must avoid them
  };
  // The intersection of a socket and a NUMA node, for which agents report pools.
  struct PoolZone {
    int socket = 0;  // ids
    int node = 0;
    CpuSet cpus;
    uint64_t shared_changed = 0;  // generation of the last change of the pool here
    uint64_t be_changed = 0;
  };
  using PodMap = std::map<std::string, Pod, std::less<>>;
  using AssignmentMap = std::map<std::string, Assignment, std::less<>>;

  // Throws kInvalid for a profile that is not Koordinator's.
  LocalNode(std::shared_ptr<const Topology> machine, const Options &options);
  LocalNode(LocalNode &&) = default;  // pods keep their addresses, which claimants_ contains
  LocalNode &operator=(LocalNode &&) = default;

  // The setters change nothing if they throw. Pods keep CPUs that they were granted even if kubelet
  // assigns them, except CPUs that go offline or that kubelet reserves. If two pods claim one CPU
  // or device, the first by object::ClaimRank gets it, regardless of arrival.
  void set_machine(std::shared_ptr<const Topology> machine);
  // Throws kInvalid if more CPUs are reserved than the machine has.
  void set_node(const object::NodeObject &node);
  void set_kubelet(const KubeletState &kubelet);
  // Sets the names in the node's Device object. An object without devices means that there is none.
  void set_devices(const object::DeviceObject &devices);
  // Adds a pod or updates a known one. A terminated pod is removed. Throws kInvalid (no uid),
  // kLimit (too many pods; amounts).
  void set_pod(const object::PodObject &pod);
  bool remove_pod(std::string_view uid);  // true if it was known
  // Restricts best-effort pods to these CPUs of their pool. If there are none, they run on all of
  // it. Reports always contain the whole pool.
  void set_best_effort_limit(const CpuSet &cpus);
  // Sets an earlier decision of an agent for this node. It confirms the claims of pods to which it
  // gave their CPUs.
  void set_state(const NodeState &state);

  const Options &options() const { return options_; }
  const Topology &machine() const { return *machine_; }
  const std::shared_ptr<const Topology> &shared_machine() const { return machine_; }
  const std::string &name() const { return settings_.name; }
  uint64_t generation() const { return generation_; }
  const PodMap &pods() const { return pods_; }
  const Pod *find_pod(std::string_view uid) const;
  const AssignmentMap &assignments() const { return assignments_; }
  // Returns kubelet's own assignment for the pod, or nullptr if that assignment is ignored.
  const Assignment *assignment_of(std::string_view uid) const;
  // True if kubelet has the static policy and is not ignored.
  bool kubelet_static() const { return static_policy_ && !options_.ignore_kubelet; }
  bool static_policy() const { return static_policy_; }
  // Reserved CPUs under every policy of kubelet.
  const CpuSet &kubelet_reserved() const { return kubelet_reserved_; }
  // Returns the CPUs kept for pods that require isolated ones; empty unless the options say so.
  CpuSet excluded() const;
  // From annotations of the Node.
  const CpuSet &reserved() const { return settings_.reserved; }
  const CpuSet &system_qos() const { return settings_.system; }
  bool system_qos_exclusive() const { return settings_.system_exclusive; }
  const object::NodeObject &object() const { return object_; }
  // Returns the id of a device in the Device object, "" if it has none. nullptr if the
  // device is unknown.
  const std::string *device_id(std::string_view type, int32_t minor) const;

  const Pools &pools() const { return pools_; }
  // Returns the part of their pool on which best-effort pods run at present.
  const CpuSet &best_effort_now() const { return best_effort_now_; }
  const CpuSet &lse() const { return lse_; }  // CPUs of LSE pods
  const CpuSet &own() const { return own_; }  // CPUs of LSE and LSR pods
  std::span<const PoolZone> places() const { return places_; }
  // Return the generation of the last change of the whole pool.
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
  size_t claimant_position(const PodFacts &pod) const noexcept;
  // Returns the pod's former position, past the end if it had none.
  size_t remove_claimant(const Pod &pod) noexcept;
  // Returns the values of devices_refused for these claimants.
  std::vector<Refusal> judge_devices(std::span<const PodFacts *const> claimants) const {
    return judge_devices(claimants, device_ids_);
  }
  std::vector<Refusal> judge_devices(std::span<const PodFacts *const> claimants,
                                     const DeviceIds &ids) const;
  std::vector<const PodFacts *> claimants_without(const Pod *pod) const;
  CpuSet allowed_claim(const Pod &pod) const;
  cpu::ClaimVerdict judge(const Pod &pod, const CpuSet &allowed) const;
  CpuSet not_for(const PodFacts &pod) const;
  void update_assignments();
  void grant_cpus(size_t from);
  void grant_devices(std::span<const Refusal> refused) noexcept;
  void update_kept_assignments();
  void make_pools();
  void recompute_all();
  // Recomputes grants and pools. `from` is the first claimant whose grant may change.
  void recompute(size_t from);

  std::shared_ptr<const Topology> machine_;
  Options options_;
  object::NodeObject object_;
  Settings settings_;
  bool static_policy_ = false;
  CpuSet kubelet_reserved_;
  DeviceIds device_ids_;
  AssignmentMap assignments_;
  PodMap pods_;
  ConfirmedCpus confirmed_;       // by an earlier state
  std::vector<Pod *> claimants_;  // pods that claim CPUs or devices, in the order of grants
  CpuSet own_;
  CpuSet lse_;
  CpuSet assigned_;       // all CPUs of assignments that count
  CpuSet assigned_kept_;  // those of them that no other pod owns
  Pools pools_;
  CpuSet best_effort_limit_;
  CpuSet best_effort_now_;
  std::vector<PoolZone> places_;
  uint64_t shared_changed_ = 0;
  uint64_t be_changed_ = 0;
  uint64_t generation_ = 0;
};

}  // namespace koord::agent
