// The placement of every pod and container on a node. Hooks, cgroup writers and reports read it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/cpu_set.h"
#include "base/refusal.h"
#include "object/devices.h"
#include "object/objects.h"

namespace koord::agent {

// The CPUs that a pod or container runs on. Values equal those of koord_agent_place.
enum class Place : int32_t {
  kUntouched = 0,   // kubelet and the runtime decide
  kOwn = 1,         // CPUs that the scheduler gave it, by resource-status
  kKubelet = 2,     // CPUs that kubelet's static policy gave it
  kShared = 3,      // the shared pool
  kNamedPools = 4,  // the shared or BE pool of the NUMA nodes that resource-status names
  kBestEffort = 5,  // the BE pool
  kSystem = 6       // CPUs of system QoS
};

// A container that runs on other CPUs than its pod, because kubelet's static policy
// serves containers.
struct ContainerState {
  std::string name;
  Place place = Place::kUntouched;
  CpuSet cpus;
};

struct PodState {
  std::string uid;
  std::string name_space;
  std::string name;
  object::Qos qos = object::Qos::kNone;  // the QoS in force
  object::KubeQos kube_qos = object::KubeQos::kBestEffort;
  Place place = Place::kUntouched;
  CpuSet cpus;                             // empty if not changed
  std::vector<int> memory_nodes;           // NUMA nodes, ascending; empty if not changed
  bool unlimited = false;                  // no CFS quota, because it has exclusive CPUs
  std::vector<ContainerState> containers;  // those with other CPUs than the pod, ascending by name
  std::vector<object::AllocatedDevice> devices;
  Refusal refused;  // why it does not own CPUs that it claims
  // Generation of the last change of the pod or of a pool that it runs on; 0 if unknown,
  // as in a file.
  uint64_t changed = 0;
};

// All CPUs of the node, each in one or more pools (R02).
struct Pools {
  CpuSet shared;       // for Burstable and LS pods
  CpuSet exclusive;    // of LSE and LSR pods, and of containers that kubelet's static policy serves
  CpuSet best_effort;  // for BestEffort and BE pods
};

struct NodeState {
  std::string node;
  uint64_t generation = 0;  // grows with every change
  Profile profile = Profile::kSpec;
  CpuSet cpus;                    // online
  std::vector<int> memory_nodes;  // NUMA nodes with memory, ascending; empty if unknown
  bool kubelet_static = false;    // kubelet's policy; it then writes cpusets of containers
  bool leaves_cpusets = false;    // first stage of a takeover: kubelet keeps every cpuset
  Pools pools;
  std::vector<PodState> pods;  // ascending by uid
};

// Returns nullptr if there is no such pod.
const PodState *find_pod(const NodeState &state, std::string_view uid);
// Returns nullptr if the container runs on the pod's CPUs.
const ContainerState *find_container(const PodState &pod, std::string_view container);
// Returns the container's own entry, or else one with the pod's CPUs.
ContainerState container_of(const PodState &pod, std::string_view container);

// Returns true if no other pod may use the pod's CPUs, except BE pods if it is LSR.
bool is_exclusive(Place place);

}  // namespace koord::agent
