// A machine under a kubelet's configuration: the parts of a node that no pod changes. It is shared
// by all states of one node and by equal nodes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/cpu_set.h"
#include "base/kubelet_version.h"
#include "kubelet/config.h"
#include "kubelet/cpu/machine.h"
#include "kubelet/device_setup.h"
#include "kubelet/memory_setup.h"
#include "kubelet/requests.h"
#include "numa/hints.h"
#include "topology/topology.h"

namespace koord::kubelet {

// A running kubelet, as other components know it. Its configuration is known only in part: the
// memory manager and the reserved CPUs may not be.
struct RunningKubelet {
  uint32_t cpu_options = 0;  // bits of Option
  CpuSet reserved;
  object::NumaPolicy numa_policy = object::NumaPolicy::kNone;
  bool pod_scope = false;
  bool pod_level_managers = false;  // gate PodLevelResourceManagers
  KubeletVersion version = kDefaultKubeletVersion;
  bool static_cpus = true;
  bool prefer_closest = false;                       // prefer-closest-numa-nodes
  std::optional<MemorySetup> memory = std::nullopt;  // set under the policy Static
  DeviceSetup devices = {};
};

// Returns kubelet's error if reservedSystemCPUs names CPUs that are offline or absent. Kubelet then
// does not start, whatever its policies are. Returns an empty string if it starts. written: the
// list as configured.
std::string reserved_cpus_error(const Topology &topology, const CpuSet &reserved,
                                const std::string &written);

class NodeSetup {
 public:
  // Kubelet's managers try every set of the NUMA nodes that they know, which takes too long for
  // more nodes. The CPU manager knows nodes with CPUs. The device manager knows the nodes near
  // devices of the resource (all nodes before 1.36). The memory manager knows all nodes.
  static constexpr size_t kMaxTriedNodes = 16;
  static bool can_align_cpus(const Topology &topology) {
    return topology.cpu_nodes().size() <= kMaxTriedNodes;
  }

  // Throws kInvalid with kubelet's message if kubelet would not start. Throws kLimit if a manager
  // would try the sets of more than kMaxTriedNodes NUMA nodes.
  NodeSetup(std::shared_ptr<const Topology> topology, const Config &config);
  // Throws kInvalid for options that exclude each other or do not suit the machine, and for NUMA
  // distances that are needed and unknown; kLimit as above.
  NodeSetup(std::shared_ptr<const Topology> topology, const RunningKubelet &kubelet);
  NodeSetup(const NodeSetup &) = delete;
  NodeSetup &operator=(const NodeSetup &) = delete;

  KubeletVersion version() const { return version_; }
  // Returns true if the managers serve pods with pod-level resources.
  bool pod_level_managers() const { return pod_level_managers_; }
  RequestRules request_rules() const { return {version_, pod_level_managers_}; }
  const Topology &topology() const { return *topology_; }
  const Machine &machine() const { return machine_; }

  bool static_cpus() const { return static_cpus_; }
  uint32_t cpu_options() const { return cpu_options_; }
  bool has_option(uint32_t option) const { return (cpu_options_ & option) != 0; }
  const CpuSet &reserved() const { return reserved_; }
  // Returns the initial default set, which is empty without static policy.
  CpuSet initial_shared() const;

  object::NumaPolicy numa_policy() const { return numa_policy_; }
  bool aligns() const { return numa_policy_ != object::NumaPolicy::kNone; }
  bool pod_scope() const { return pod_scope_; }
  bool prefer_closest() const { return prefer_closest_; }
  numa::Nodes numa_nodes() const { return {node_ids_, distances_, {}}; }

  bool static_memory() const { return static_memory_; }
  const MemorySetup &memory() const { return memory_; }
  const DeviceSetup &devices() const { return devices_; }
  // Numbers of the kinds of memory follow those of plugin resources in refusals.
  int32_t refusal_number(size_t memory_kind) const {
    return DeviceSetup::refusal_number(
        static_cast<uint32_t>(devices_.resources().size() + memory_kind));
  }
  // Returns the name for Refusal::resource, or "" if it is no plugin resource or kind of memory.
  std::string refused_resource(int32_t refusal_number) const;

  // Bit i of a NUMA node mask stands for node_ids()[i].
  const std::vector<int32_t> &node_ids() const { return node_ids_; }
  std::vector<int32_t> ids_of(numa::Mask nodes) const;

 private:
  void set_up_nodes();
  void set_up_distances();
  void check_node_counts() const;
  void set_up_numa(const Config &config);
  void set_up_cpus(const Config &config);
  void reserve_cpus(const Config &config);

  KubeletVersion version_;
  bool pod_level_managers_ = false;
  std::shared_ptr<const Topology> topology_;
  Machine machine_;
  std::vector<int32_t> node_ids_;  // ascending, nodes without CPUs included
  std::vector<uint32_t> distances_;
  bool static_cpus_;
  uint32_t cpu_options_ = 0;
  CpuSet reserved_;
  object::NumaPolicy numa_policy_;
  bool pod_scope_;
  bool prefer_closest_;
  bool static_memory_;
  MemorySetup memory_;
  DeviceSetup devices_;
};

}  // namespace koord::kubelet
