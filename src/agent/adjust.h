// What of a container changes on its way through the runtime.
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

// When the runtime asks. Numbers are those of koord_hook_stage.
enum class Stage : int32_t {
  kRunPodSandbox = 1,
  kCreateContainer = 2,
  kStartContainer = 3,
  kUpdateContainer = 4  // UpdateContainerResources
};

struct ContainerRequest {
  Stage stage = Stage::kCreateContainer;
  std::string pod_uid;
  std::string container;         // its name; "": the sandbox
  std::optional<CpuSet> stated;  // the cpuset of resource-status, as whoever asks was told
};

// What finds the device nodes of RDMA devices.
struct DeviceFiles {
  std::span<const device::RdmaNodes> rdma;
  bool management = false;
};

struct EnvVar {
  std::string name;
  std::string value;
};

// What is absent or empty stays as kubelet and the runtime have it.
struct Adjustment {
  Refusal refused;  // it asks for what is not its own
  std::optional<CpuSet> cpus;
  std::vector<int> memory_nodes;
  bool unlimited = false;                 // no CFS quota
  std::vector<EnvVar> env;                // each replaces one of its name
  std::vector<std::string> cdi;           // names for the container device interface
  std::vector<std::string> device_nodes;  // paths
};

// A pod that the state does not know, or whose CPUs it knows otherwise, changes nothing and is
// refused. One whose claim was refused when the state was made is refused, too; what it gets is
// what the state gives it instead. Environment and devices change at creation only, nothing at the
// start: the runtime would not listen. Where one of its devices cannot be named to the runtime it
// is refused for that, and gets all but devices. The sandbox gets what the pod as a whole has.
// `nodes`: nullptr where device nodes are not to be added.
Adjustment adjust(const NodeState &state, const ContainerRequest &request,
                  const DeviceFiles *nodes);

}  // namespace koord::agent
