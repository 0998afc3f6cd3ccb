#include "sched/placing/gpu_placing.h"

#include <algorithm>

#include "sched/placing/devices.h"

namespace koord::sched {
namespace {

constexpr int64_t kMemoryStep = int64_t{1} << 30;

device::PolicyCase case_of(const View &node, const Shape &shape, const Placement &placement,
                           const device::GpuPolicy &policy) {
  const int64_t cpu = placement.binds ? node.amplified(shape.cpu_milli) : shape.cpu_milli;
  return {policy,
          node.node().gpu_traits(),
          node.node().devices(),
          shape.devices.get(),
          {node.free(Resources::kCpu), node.free(Resources::kMemory)},
          {cpu, request_of(shape, Resources::kMemory)}};
}

}  // namespace

device::NodeKind Node::gpu_kind(const device::GpuModels &models) const noexcept {
  device::NodeKind out;
  out.cpu_milli = std::clamp<int64_t>(total(Resources::kCpu).capacity, 0, device::kMaxCpuMilli);
  // Machines of one model report slightly different amounts of memory.
  out.memory = std::clamp<int64_t>(total(Resources::kMemory).capacity, 0, device::kMaxMemory) /
               kMemoryStep * kMemoryStep;
  if (!devices_) return out;
  const device::Inventory &inventory = devices_->inventory();
  const int index = inventory.find(koord::kTypeGpu);
  if (index < 0) return out;
  const std::vector<device::Device> &gpus = inventory.pools[static_cast<size_t>(index)].devices;
  for (size_t i = 0; i < gpus.size(); ++i) {
    if (!gpus[i].healthy) continue;
    ++out.gpu_count;
    out.used_milli += device::kWholeGpu - devices_->gpu_shares()[i];
  }
  out.model = models.find(gpu_model());
  return out;
}

std::string_view Node::gpu_model() const noexcept {
  if (!devices_) return {};
  return object_ && !object_->gpus.model.empty() ? object_->gpus.model
                                                 : devices_->inventory().model;
}

void Node::refresh_gpu_traits() noexcept {
  const device::GpuPolicy *policy = options_->gpu_policy.get();
  gpu_traits_ = {};
  if (policy != nullptr) gpu_traits_ = policy->traits(gpu_kind(policy->models()));
}

int32_t score_by_policy(const View &node, const Shape &shape, const Placement &placement,
                        const device::GpuPolicy &policy) {
  const device::DeviceMask allowed = requests_devices_of(node, shape)
                                         ? allowed_gpus(node.node(), shape, placement)
                                         : device::kAllDevices;
  const device::PlacementScore found = case_of(node, shape, placement, policy).place(allowed);
  return found.fits ? policy.points(found.score) : 0;
}

device::DeviceMask choose_by_policy(const View &node, const Shape &shape,
                                    const Placement &placement, device::DeviceMask fitting,
                                    const device::GpuPolicy &policy) {
  const device::PlacementScore found = case_of(node, shape, placement, policy).place(fitting);
  return found.fits ? found.devices : 0;
}

}  // namespace koord::sched
