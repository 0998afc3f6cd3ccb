// Pods, nodes and topologies as a scheduler sees them: validated plain data, without JSON and
// without decisions. src/wire fills them from API objects, callers of koord.h from structs.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/cpu_set.h"
#include "base/exclusive_policy.h"
#include "base/kubelet_version.h"
#include "object/amounts.h"
#include "object/devices.h"
#include "object/kubelet_memory.h"
#include "object/kubelet_plugin_devices.h"
#include "topology/topology.h"

namespace koord::object {

// koordinator.sh/qosClass. The values are those of koord_qos.
enum class Qos : int32_t { kNone = 0, kLse = 1, kLsr = 2, kLs = 3, kBe = 4, kSystem = 5 };
// Returns true if pods of this class have exclusive CPUs.
constexpr bool owns_cpus(Qos qos) noexcept { return qos == Qos::kLse || qos == Qos::kLsr; }
enum class KubeQos : int32_t { kBestEffort = 0, kBurstable = 1, kGuaranteed = 2 };
enum class PriorityClass : int32_t { kNone = 0, kProd = 1, kMid = 2, kBatch = 3, kFree = 4 };

// The bind policy of a pod or a node. The values are those of koord_bind_policy.
enum class PodBind : int32_t {
  kDefault = 0,
  kFullPcpus = 1,
  kSpreadByPcpus = 2,
  kConstrainedBurst = 3
};
enum class NodeBind : int32_t { kAbsent = 0, kFullPcpusOnly = 1, kSpreadByPcpus = 2, kNone = 4 };
enum class NumaPolicy : int32_t {
  kAbsent = 0,
  kNone = 1,
  kBestEffort = 2,
  kRestricted = 3,
  kSingleNode = 4
};
enum class NodeStrategy : int32_t {
  kAbsent = 0,
  kMostAllocated = 1,
  kLeastAllocated = 2,
  kDistributeEvenly = 3
};
enum class NumaExclusive : int32_t { kAbsent = 0, kPreferred = 1, kRequired = 2 };

inline constexpr std::string_view kCpu = "cpu";
inline constexpr std::string_view kMemory = "memory";

struct Container {
  std::string name;
  bool init = false;
  bool restartable = false;  // a sidecar: an init container that keeps running
  Amounts requests;          // defaults from limits filled in, as the API server does
  Amounts limits;
};

// An entry of numaNodeResources.
struct NumaAmounts {
  int node = 0;
  Amounts amounts;
};
struct SharedPool {
  int socket = 0;
  int node = 0;
};
// scheduling.koordinator.sh/resource-status.
struct ResourceStatus {
  std::optional<CpuSet> cpus;
  std::vector<NumaAmounts> numa;
  std::vector<SharedPool> pools;
};

// An annotation, label or variable of a pod that cannot be read: what the pod loses by it, and
// which field is wrong in which way.
struct PodFault {
  enum class Costs : int32_t { kCpus, kDevices, kPolicies };
  Costs costs = Costs::kPolicies;
  std::string text;
};

struct PodObject {
  std::string name_space = "default";
  std::string name;
  std::string uid;
  std::string node;                      // spec.nodeName, empty while unscheduled
  bool terminated = false;               // phase Succeeded or Failed
  bool initialized = false;              // condition Initialized: its init containers have ended
  bool is_mirror = false;                // kubelet's copy of a static pod, which has another uid
  bool tolerates_unschedulable = false;  // the taint node.kubernetes.io/unschedulable:NoSchedule
  std::optional<KubeQos> kube_qos;  // status.qosClass, or nullopt if not stated; see kube_qos_of()
  Qos qos = Qos::kNone;
  PriorityClass priority_class = PriorityClass::kNone;  // by label, else by the range of priority
  int32_t priority = 0;
  std::vector<Container> containers;  // init containers first, each kind in the order of the object
  Amounts overhead;
  bool pod_level = false;  // spec.resources is present, even if empty
  Amounts pod_requests;    // its requests and limits, with defaults filled in
  Amounts pod_limits;
  PodBind required_bind = PodBind::kDefault;
  PodBind preferred_bind = PodBind::kDefault;
  // True if the policy is stated as the word Default, which upstream distinguishes from no policy.
  bool requires_default_bind = false;
  bool prefers_default_bind = false;
  ExclusivePolicy exclusive = ExclusivePolicy::kDefault;
  NumaPolicy numa_policy = NumaPolicy::kAbsent;
  NumaExclusive numa_exclusive = NumaExclusive::kAbsent;
  bool requires_isolated = false;  // scheduling.koordinator.sh/isolated-cpus: Required
  std::optional<ResourceStatus> status;
  PodDevices devices;
  std::optional<int64_t> scheduled;  // time of binding (PodScheduled) in seconds since 1970
  // True if annotations claim what the pod holds (resource-status,
  // device-allocated), even if they are empty or unreadable.
  bool carries_status = false;
  bool carries_allocated = false;
  std::vector<PodFault> faults;  // in the order of detection
};
// Returns true if the pod has a fault that costs it this.
bool is_at_fault(const PodObject &pod, PodFault::Costs costs) noexcept;

struct NodeObject {
  std::string name;
  std::string architecture;  // status.nodeInfo.architecture ("amd64", "arm64"), or empty
  bool unschedulable = false;
  Amounts allocatable;
  NodeBind bind = NodeBind::kAbsent;
  NodeStrategy strategy = NodeStrategy::kAbsent;
  NumaPolicy numa_policy = NumaPolicy::kAbsent;
  CpuSet reserved_cpus;    // node.koordinator.sh/reservation
  Amounts reserved;        // deducted from allocatable; empty under ReservedCPUsOnly
  CpuSet system_qos_cpus;  // node.koordinator.sh/system-qos-resource
  bool system_qos_exclusive = true;
  double cpu_amplification = 1;  // node.koordinator.sh/resource-amplification-ratio, cpu
  KubeletVersion kubelet_version = kDefaultKubeletVersion;  // status.nodeInfo.kubeletVersion
  std::string gpu_vendor;                                   // node.koordinator.sh/gpu-vendor
  std::string gpu_model;                                    // node.koordinator.sh/gpu-model
  PartitionPolicy gpu_partitions =
      PartitionPolicy::kAbsent;  // node.koordinator.sh/gpu-partition-policy
};

// A pod whose CPUs another component assigned (pod-cpu-allocs).
struct HeldCpus {
  std::string uid;
  std::string name_space;
  std::string name;
  CpuSet cpus;
  bool managed_by_kubelet = true;
};

struct NumaCost {
  int node = 0;
  int64_t value = 0;
};
// A zone of type Node.
struct NumaZone {
  int node = 0;
  Amounts available;
  std::vector<NumaCost> costs;  // distances to other NUMA nodes, if reported
};

// The contents of a NodeResourceTopology object of any exporter: amounts per NUMA node and the
// settings of the node's topology manager. NodeResourceTopologyMatch decides by this alone.
struct NumaReport {
  static constexpr int kMaxNodes = 64;  // zones of higher numbers are ignored

  std::vector<NumaZone> zones;        // named node-<0..63>, in the order of the object, each once
  std::vector<std::string> policies;  // topologyPolicies, as written
  std::vector<Attribute> attributes;  // as written
};

// A NodeResourceTopology object.
struct NodeTopology {
  std::string node;
  std::shared_ptr<const Topology> machine;  // nullptr without the annotation cpu-topology
  std::vector<NumaAmounts> allocatable;     // zones of type Node, ascending by id
  std::vector<NumaAmounts> capacity;
  std::vector<NumaAmounts> available;
  bool kubelet_static = false;  // cpu-manager-policy
  bool kubelet_full_pcpus_only = false;
  bool kubelet_distribute_numa = false;
  // Other options of the static policy, as bits of KOORD_KUBELET_*.
  uint32_t kubelet_further_options = 0;
  CpuSet kubelet_reserved;
  bool kubelet_static_memory = false;       // memory-manager-policy
  bool kubelet_pod_level_managers = false;  // gate PodLevelResourceManagers
  // memory-manager-state; nullptr if it is not reported.
  std::shared_ptr<const KubeletMemory> kubelet_memory;
  // device-manager-state; nullptr if it is not reported.
  std::shared_ptr<const KubeletPluginDevices> kubelet_devices;
  // First stage of a takeover: the node's agent ignores kubelet's CPUs and reserved CPUs.
  bool ignores_kubelet = false;
  // Isolated CPUs are only for pods that require them.
  bool excludes_isolated = false;
  NumaPolicy numa_policy = NumaPolicy::kAbsent;  // topologyPolicies
  bool pod_scope = false;
  std::vector<HeldCpus> held;
  CpuSet node_reserved_cpus;  // as the node agent derived them from the node's reservation
  CpuSet system_qos_cpus;     // its copy of system-qos-resource
  bool system_qos_exclusive = true;
  double cpu_amplification = 0;  // the object's own annotation, 0 if absent
  NumaReport report;
};

// Returns the name of an object for messages: "Pod default/web",
// "Node node-1". Unusual or long names are quoted and cut.
std::string describe(std::string_view kind, std::string_view name_space, std::string_view name);

}  // namespace koord::object
