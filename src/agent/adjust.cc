#include "agent/adjust.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/device_types.h"
#include "base/profile_rules.h"

namespace koord::agent {
namespace {

Refusal refusal(const NodeState &state, Reason reason) {
  Refusal out = Refusal::of(reason, state.profile);
  out.object = Object::kPod;
  return out;
}

// Returns true if the pod lost CPUs and continues with others of its own.
bool lost_some(const PodState &pod) {
  const Reason reason = pod.refused.reason;
  return pod.place == Place::kOwn &&
         (reason == Reason::kCpuNotOnMachine || reason == Reason::kCpuReserved ||
          reason == Reason::kCpuReservedByNode || reason == Reason::kCpuIsolation ||
          reason == Reason::kCpuTaken || reason == Reason::kMoreCpusThanAsked);
}

// Returns true if the stated CPUs are those that the state gives the pod, which are fewer if
// it lost some.
bool agrees(const PodState &pod, const CpuSet &stated) {
  if (pod.place != Place::kOwn) return stated.empty();
  if (!lost_some(pod)) return pod.cpus == stated;
  return pod.cpus.is_subset_of(stated) && stated.count() == pod.refused.needed;
}

Refusal judge(const NodeState &state, const PodState *pod, const ContainerRequest &request) {
  if (pod == nullptr) return refusal(state, Reason::kPodUnknown);
  if (state.leaves_cpusets) return {};  // the stated CPUs are not in force yet
  if (pod->refused.refused() && !lost_some(*pod)) return pod->refused;
  if (request.stated && !agrees(*pod, *request.stated))
    return refusal(state, Reason::kStateDisagrees);
  return {};
}

int32_t type_number(std::string_view type) {
  const auto at = std::find(std::begin(kWellKnownTypeNames), std::end(kWellKnownTypeNames), type);
  return static_cast<int32_t>(at - std::begin(kWellKnownTypeNames));
}

// Adds all of the pod's devices or none. The other changes do not depend on them.
void add_devices(const NodeState &state, const PodState &pod, const DeviceFiles *nodes,
                 Adjustment &out) try {
  const auto names = rules_of(state.profile).names_gpus_by_uuid ? device::GpuNames::kUuids
                                                                : device::GpuNames::kMinors;
  const auto visible = device::visible_devices(pod.devices, names);
  auto cdi = device::cdi_names(pod.devices, names);
  if (nodes != nullptr)
    out.device_nodes = device::rdma_device_nodes(pod.devices, nodes->rdma, nodes->management);
  if (visible) out.env.push_back({"NVIDIA_VISIBLE_DEVICES", *visible});
  out.cdi = std::move(cdi);
} catch (const device::UnnamedDevice &device) {
  if (out.refused.refused()) return;
  out.refused = refusal(state, Reason::kDeviceUnnamed);
  out.refused.object = Object::kDevice;
  out.refused.where_object = Object::kDevice;
  out.refused.where = device.minor();
  out.refused.device_type = type_number(device.type());
}

}  // namespace

Adjustment adjust(const NodeState &state, const ContainerRequest &request,
                  const DeviceFiles *nodes) {
  Adjustment out;
  const PodState *pod = find_pod(state, request.pod_uid);
  out.refused = judge(state, pod, request);
  if (pod == nullptr || out.refused.reason == Reason::kStateDisagrees) return out;
  if (request.stage == Stage::kStartContainer) return out;
  const ContainerState container = container_of(*pod, request.container);
  const bool left = container.place == Place::kUntouched || container.place == Place::kKubelet;
  if (!left) {
    if (!container.cpus.empty()) out.cpus = container.cpus;
    out.memory_nodes = pod->memory_nodes;
    out.unlimited = pod->unlimited;
  }
  if (request.stage == Stage::kCreateContainer && !request.container.empty())
    add_devices(state, *pod, nodes, out);
  return out;
}

}  // namespace koord::agent
