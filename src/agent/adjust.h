// Computes the changes that the runtime applies to a container.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "agent/node_state.h"
#include "base/cpu_set.h"
#include "base/refusal.h"
#include "device/container.h"

namespace koord::agent {

// The runtime's event. Values equal those of koord_hook_stage.
enum class Stage : int32_t {
  kRunPodSandbox = 1,
  kCreateContainer = 2,
  kStartContainer = 3,
  kUpdateContainer = 4  // UpdateContainerResources
};

struct ContainerRequest {
  Stage stage = Stage::kCreateContainer;
  std::string pod_uid;
  std::string container;         // its name; empty for the sandbox
  std::optional<CpuSet> stated;  // the cpuset of resource-status as the caller knows it
};

// Inputs for the device nodes of RDMA devices.
struct DeviceFiles {
  std::span<const device::RdmaNodes> rdma;
  bool management = false;
};

struct EnvVar {
  std::string name;
  std::string value;
};

// Absent or empty members leave the values of kubelet and the runtime unchanged.
struct Adjustment {
  Refusal refused;  // set if the pod does not own what it claims
  std::optional<CpuSet> cpus;
  std::vector<int> memory_nodes;
  bool unlimited = false;                 // no CFS quota
  std::vector<EnvVar> env;                // each replaces the variable of its name
  std::vector<std::string> cdi;           // names for the container device interface
  std::vector<std::string> device_nodes;  // paths
};

// A pod that the state does not contain, or for which it has other CPUs, is refused and not
// changed. A pod whose claim was refused when the state was computed is refused, too; it gets what
// the state gives it instead. Environment and devices change at creation only, and nothing changes
// at the start, because the runtime would ignore it. If one of its devices has no name for the
// runtime, the pod is refused for that and gets everything but devices. The sandbox gets what the
// pod as a whole has. nodes: nullptr if no device nodes are to be added.
Adjustment adjust(const NodeState &state, const ContainerRequest &request,
                  const DeviceFiles *nodes);

}  // namespace koord::agent
