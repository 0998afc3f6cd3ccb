#include "agent/adjust.h"

namespace koord::agent {
namespace {

Refusal refusal(const NodeState &state, Reason reason) {
  Refusal out;
  out.reason = reason;
  out.profile = state.profile;
  out.object = Object::kPod;
  return out;
}

// Some of the CPUs that it claims were lost; the others are its own.
bool lost_some(const PodState &pod) {
  const Reason reason = pod.refused.reason;
  return pod.place == Place::kOwn && (reason == Reason::kCpuNotOnMachine ||
                                      reason == Reason::kCpuReserved || reason == Reason::kCpuTaken);
}

// Whether the CPUs that someone was told of are those that the state gives to the pod: less where it lost some.
bool agrees(const PodState &pod, const CpuSet &stated) {
  if (pod.place != Place::kOwn) return stated.empty();
  return lost_some(pod) ? pod.cpus.is_subset_of(stated) : pod.cpus == stated;
}

Refusal judge(const NodeState &state, const PodState *pod, const ContainerRequest &request) {
  if (pod == nullptr) return refusal(state, Reason::kPodUnknown);
  if (pod->refused.refused() && !lost_some(*pod)) return pod->refused;
  if (request.stated && !agrees(*pod, *request.stated))
    return refusal(state, Reason::kStateDisagrees);
  return {};
}

void add_devices(const NodeState &state, const PodState &pod, const DeviceNodes *nodes,
                 Adjustment &out) {
  const auto names =
      state.profile == Profile::kUpstream ? device::GpuNames::kMinors : device::GpuNames::kUuids;
  if (auto visible = device::visible_devices(pod.devices, names))
    out.env.push_back({"NVIDIA_VISIBLE_DEVICES", *std::move(visible)});
  out.cdi = device::cdi_names(pod.devices);
  if (nodes != nullptr)
    out.device_nodes = device::rdma_device_nodes(pod.devices, nodes->rdma, nodes->management);
}

}  // namespace

Adjustment adjust(const NodeState &state, const ContainerRequest &request,
                  const DeviceNodes *nodes) {
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
