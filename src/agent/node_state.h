// Who runs where on a node, decided: what hooks, cgroup writers and reports go by.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/cpu_set.h"
#include "base/refusal.h"
#include "object/devices.h"
#include "object/objects.h"

namespace koord::agent {

// Which CPUs a pod or container runs on. Numbers are those of koord_agent_place.
enum class Place : int32_t {
  kUntouched = 0,   // kubelet and the runtime decide
  kOwn = 1,         // those the scheduler gave it, by resource-status
  kKubelet = 2,     // those that kubelet's static policy gave it
  kShared = 3,      // the shared pool
  kNamedPools = 4,  // the shared or BE pool of the NUMA nodes that resource-status names
  kBestEffort = 5,  // the BE pool
  kSystem = 6       // those of system QoS
};

// A container that runs elsewhere than its pod: kubelet's static policy gives CPUs to containers.
struct ContainerState {
  std::string name;
  Place place = Place::kUntouched;
  CpuSet cpus;
};

struct PodState {
  std::string uid;
  std::string name_space;
  std::string name;
  object::Qos qos = object::Qos::kNone;  // as it is treated
  object::KubeQos kube_qos = object::KubeQos::kBestEffort;
  Place place = Place::kUntouched;
  CpuSet cpus;                             // empty: left as they are
  std::vector<int> memory_nodes;           // NUMA nodes, ascending; empty: left as they are
  bool unlimited = false;                  // no CFS quota, as it has CPUs of its own
  std::vector<ContainerState> containers;  // those that run elsewhere, ascending by name
  std::vector<object::AllocatedDevice> devices;
  Refusal refused;  // why CPUs that it claims are not its own
  // In which generation it, or a pool that it runs on, changed last; 0: not known, as in a file.
  uint64_t changed = 0;
};

// All CPUs of the node, each in one or more of these (R02).
struct Pools {
  CpuSet shared;       // where Burstable and LS pods run
  CpuSet exclusive;    // of LSE and LSR pods, and of containers that kubelet's static policy serves
  CpuSet best_effort;  // where BestEffort and BE pods run
};

struct NodeState {
  std::string node;
  uint64_t generation = 0;  // grows with every change
  Profile profile = Profile::kSpec;
  CpuSet cpus;                    // online
  std::vector<int> memory_nodes;  // NUMA nodes with memory, ascending; empty: not known
  bool kubelet_static = false;    // its policy; it writes cpusets of containers then
  bool leaves_cpusets = false;    // first stage of a takeover: every cpuset is kubelet's
  Pools pools;
  std::vector<PodState> pods;  // ascending by uid
};

// nullptr: no such pod.
const PodState *find_pod(const NodeState &state, std::string_view uid);
// nullptr: it runs where the pod does.
const ContainerState *find_container(const PodState &pod, std::string_view container);
// What a container of the pod runs on: its own entry, else the pod's.
ContainerState container_of(const PodState &pod, std::string_view container);

// Whether nobody else may be on the pod's CPUs, pods of BE aside where it is LSR.
bool is_exclusive(Place place);

}  // namespace koord::agent
