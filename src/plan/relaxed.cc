#include "plan/relaxed.h"

#include <algorithm>

#include "base/device_types.h"
#include "device/request/request.h"

namespace koord::plan {

using object::Amounts;
using object::DeviceExclusive;
using object::DeviceHint;
using object::DeviceScope;
using object::NumaExclusive;
using object::NumaPolicy;
using object::PodBind;
using object::PodObject;

namespace {

constexpr int64_t kWhole = 100;  // percent of a device

bool is_bound(PodBind bind) {
  return bind == PodBind::kFullPcpus || bind == PodBind::kSpreadByPcpus;
}

PodBind other_of(PodBind bind) {
  return bind == PodBind::kFullPcpus ? PodBind::kSpreadByPcpus : PodBind::kFullPcpus;
}

class Relaxing {
 public:
  Relaxing(const sched::ClusterSnapshot &snapshot, const sched::Shape &shape, const PodObject &pod)
      : snapshot_(snapshot), shape_(shape), pod_(pod) {}

  std::vector<Relaxed> run() {
    relax_bind();
    relax_numa();
    for (size_t i = 0; i < pod_.devices.hints.size(); ++i) relax_hint(i);
    relax_devices();
    return std::move(out_);
  }

 private:
  // Adds the variant if it makes a difference.
  template <typename Value>
  void add(RemedyKind kind, Value from, Value to, const PodObject &changed,
           const std::string &name = {}) {
    sched::ShapePtr shape = snapshot_.shape_of(changed);
    if (shape->key == shape_.key) return;
    out_.push_back(
        {{kind, static_cast<int64_t>(from), static_cast<int64_t>(to), 0, name}, std::move(shape)});
  }
  void relax_bind();
  void relax_numa();
  void relax_hint(size_t at);
  void relax_devices();

  const sched::ClusterSnapshot &snapshot_;
  const sched::Shape &shape_;
  const PodObject &pod_;
  std::vector<Relaxed> out_;
};

void Relaxing::relax_bind() {
  PodObject changed = pod_;
  const PodBind required = pod_.required_bind;
  if (is_bound(required)) {
    changed.required_bind = PodBind::kDefault;
    changed.preferred_bind = required;
    add(RemedyKind::kPreferBind, required, required, changed);
    changed.preferred_bind = pod_.preferred_bind;
    changed.required_bind = other_of(required);
    add(RemedyKind::kRequiredBind, required, changed.required_bind, changed);
  }
  if (required != PodBind::kDefault) {
    changed.required_bind = PodBind::kDefault;
    add(RemedyKind::kRequiredBind, required, PodBind::kDefault, changed);
  } else if (pod_.preferred_bind != PodBind::kDefault) {
    const PodBind preferred = pod_.preferred_bind;
    if (is_bound(preferred)) {
      changed.preferred_bind = other_of(preferred);
      add(RemedyKind::kPreferredBind, preferred, changed.preferred_bind, changed);
    }
    changed.preferred_bind = PodBind::kDefault;
    add(RemedyKind::kPreferredBind, preferred, PodBind::kDefault, changed);
  }
  changed = pod_;
  changed.exclusive = ExclusivePolicy::kNone;
  if (pod_.exclusive > ExclusivePolicy::kNone)
    add(RemedyKind::kPodExclusive, pod_.exclusive, ExclusivePolicy::kNone, changed);
}

void Relaxing::relax_numa() {
  PodObject changed = pod_;
  if (shape_.numa_exclusive) {
    changed.numa_exclusive = NumaExclusive::kPreferred;
    add(RemedyKind::kNumaExclusive, pod_.numa_exclusive, NumaExclusive::kPreferred, changed);
    changed = pod_;
  }
  if (pod_.numa_policy <= NumaPolicy::kNone) return;
  for (const NumaPolicy milder :
       {NumaPolicy::kRestricted, NumaPolicy::kBestEffort, NumaPolicy::kAbsent}) {
    if (milder >= pod_.numa_policy) continue;
    changed.numa_policy = milder;
    add(RemedyKind::kPodNuma, pod_.numa_policy, milder, changed);
  }
}

// Relaxes the policies for devices of one type.
void Relaxing::relax_hint(size_t at) {
  const DeviceHint &hint = pod_.devices.hints[at];
  PodObject changed = pod_;
  DeviceHint &changed_hint = changed.devices.hints[at];
  for (const DeviceScope wider : {DeviceScope::kPcie, DeviceScope::kNumaNode, DeviceScope::kAny}) {
    if (hint.scope <= DeviceScope::kNode || wider >= hint.scope) continue;
    changed_hint.scope = wider;
    add(RemedyKind::kDeviceScope, hint.scope, wider, changed, hint.type);
  }
  changed_hint = hint;
  if (hint.exclusive != DeviceExclusive::kNone) {
    changed_hint.exclusive = DeviceExclusive::kNone;
    add(RemedyKind::kDeviceExclusive, hint.exclusive, DeviceExclusive::kNone, changed, hint.type);
    changed_hint = hint;
  }
  if (!hint.selector.empty()) {
    changed_hint.selector.clear();
    add(RemedyKind::kDeviceSelector, 1, 0, changed, hint.type);
    changed_hint = hint;
  }
  if (!hint.selects_vfs) return;
  const VfPolicy requested = hint.vf_selector.empty() ? VfPolicy::kAny : VfPolicy::kMatching;
  if (requested == VfPolicy::kMatching) {
    changed_hint.vf_selector.clear();
    add(RemedyKind::kVirtualFunctions, requested, VfPolicy::kAny, changed, hint.type);
  }
  changed_hint.selects_vfs = false;
  add(RemedyKind::kVirtualFunctions, requested, VfPolicy::kNone, changed, hint.type);
}

// Relaxes the policies for all devices together.
void Relaxing::relax_devices() {
  PodObject changed = pod_;
  if (pod_.devices.joint.same_pcie) {
    changed.devices.joint.same_pcie = false;
    add(RemedyKind::kJointDevices, 1, 0, changed);
    changed = pod_;
  }
  if (!pod_.devices.has_partition_spec) return;
  const object::PartitionSpec &spec = pod_.devices.partition_spec;
  const bool is_choosy = spec.restricted || spec.ring_bandwidth > 0;
  const PodPartitionPolicy requested =
      is_choosy ? PodPartitionPolicy::kMatching : PodPartitionPolicy::kAny;
  changed.devices.partition_spec = {};
  if (is_choosy) add(RemedyKind::kPodPartition, requested, PodPartitionPolicy::kAny, changed);
  changed.devices.has_partition_spec = false;
  add(RemedyKind::kPodPartition, requested, PodPartitionPolicy::kNone, changed);
}

// Returns true if pods request devices of the type by this name.
bool is_request_for(std::string_view resource, object::TypeId type) {
  const DeviceResource *known = find_device_resource(resource);
  return known != nullptr && known->type == type;
}

// Returns false if an amount cannot be divided.
bool scale(Amounts &amounts, const Several &devices, int64_t count) {
  for (object::Amount &amount : amounts) {
    if (!is_request_for(amount.resource, devices.type)) continue;
    if (amount.value % devices.count != 0) return false;
    amount.value = amount.value / devices.count * count;
  }
  return true;
}

// Returns the container that requests devices of the type. Returns nullptr if several do, because
// they could give up devices in more than one way.
object::Container *only_container_with(PodObject &pod, object::TypeId type) {
  object::Container *out = nullptr;
  for (object::Container &container : pod.containers) {
    const bool requests = std::any_of(
        container.requests.begin(), container.requests.end(),
        [&](const object::Amount &amount) { return is_request_for(amount.resource, type); });
    if (requests && out != nullptr) return nullptr;
    if (requests) out = &container;
  }
  return out;
}

// The CPU of a container that keeps running, -1 of one that ends before the others start.
int64_t kept_cpu_of(const object::Container &container) {
  return container.init && !container.restartable
             ? -1
             : object::amount_of(container.requests, object::kCpu);
}

size_t largest_container(const PodObject &pod) {
  const auto largest = std::max_element(
      pod.containers.begin(), pod.containers.end(),
      [](const auto &a, const auto &b) { return kept_cpu_of(a) < kept_cpu_of(b); });
  return static_cast<size_t>(largest - pod.containers.begin());
}

}  // namespace

std::vector<Relaxed> relaxations(const sched::ClusterSnapshot &snapshot, const sched::Shape &shape,
                                 const PodObject &pod) {
  return Relaxing(snapshot, shape, pod).run();
}

PodObject with_less_cpu(const PodObject &pod, int64_t milli) {
  PodObject out = pod;
  if (out.containers.empty()) return out;
  const size_t largest = largest_container(out);
  int64_t left = kept_cpu_of(out.containers[largest]) - milli;
  if (left <= 0) {
    left += cpu_beside_largest(pod);
    out.containers = {object::Container(out.containers[largest])};
  }
  object::Container &changed =
      out.containers.size() == 1 ? out.containers[0] : out.containers[largest];
  for (Amounts *amounts : {&changed.requests, &changed.limits})
    for (object::Amount &amount : *amounts)
      if (amount.resource == object::kCpu) amount.value = std::max<int64_t>(left, 0);
  return out;
}

int64_t cpu_beside_largest(const PodObject &pod) {
  int64_t out = 0;
  const size_t largest = largest_container(pod);
  for (size_t i = 0; i < pod.containers.size(); ++i)
    if (i != largest) out += std::max<int64_t>(kept_cpu_of(pod.containers[i]), 0);
  return out;
}

std::vector<Several> several_devices(const sched::Shape &shape) {
  std::vector<Several> out;
  if (shape.devices == nullptr || shape.device_refusal.refused()) return out;
  for (const device::TypeRequest &request : shape.devices->types) {
    int64_t most = 0;
    for (const device::ResourceAmount &part : request.parts) most = std::max(most, part.amount);
    int64_t count = most % kWhole == 0 ? most / kWhole : 0;
    if (request.type == kTypeGpu) count = shape.devices->gpu.count;
    if (count > 1) out.push_back({request.type, count});
  }
  return out;
}

sched::ShapePtr with_fewer(const sched::ClusterSnapshot &snapshot, const PodObject &pod,
                           const Several &devices, int64_t count) {
  PodObject changed = pod;
  object::Container *requesting = only_container_with(changed, devices.type);
  if (requesting == nullptr || !scale(requesting->requests, devices, count) ||
      !scale(requesting->limits, devices, count))
    return nullptr;
  return snapshot.shape_of(changed);
}

namespace {

// Returns the resources in which devices state a share that pods request by this name; empty for
// other names.
std::vector<sched::ResourceId> accounted_for(sched::ResourceId resource) {
  switch (resource) {
    case kResourceGpu:
      return {kResourceGpuCore, kResourceGpuMemoryRatio};
    case kResourceGpuCore:
    case kResourceGpuMemory:
    case kResourceGpuMemoryRatio:
    case kResourceRdma:
    case kResourceFpga:
      return {resource};
    default:
      return {};
  }
}

}  // namespace

std::vector<Share> shares_of(const sched::Shape &shape, const PodObject &pod) {
  std::vector<Share> out;
  if (shape.devices == nullptr || shape.device_refusal.refused()) return out;
  for (const device::TypeRequest &request : shape.devices->types) {
    const bool gpus = request.type == kTypeGpu;
    if (gpus ? shape.devices->gpu.by_template
             : request.hint.count == object::DeviceCount::kRequestsAsCount)
      continue;
    PodObject copy = pod;
    const object::Container *container = only_container_with(copy, request.type);
    if (container == nullptr) continue;
    const int64_t devices = gpus ? std::max(shape.devices->gpu.count, 1) : 1;
    for (const object::Amount &amount : container->requests) {
      const DeviceResource *known = find_device_resource(amount.resource);
      if (known == nullptr || known->type != request.type || amount.value <= 0) continue;
      std::vector<sched::ResourceId> accounted = accounted_for(known->resource);
      const int64_t each = amount.value / devices + (amount.value % devices != 0 ? 1 : 0);
      const bool whole = known->resource != kResourceGpuMemory && each > kWhole;
      if (accounted.empty() || whole) continue;
      out.push_back({request.type, amount.resource, std::move(accounted), each, devices});
    }
  }
  return out;
}

sched::ShapePtr with_less(const sched::ClusterSnapshot &snapshot, const PodObject &pod,
                          std::span<const Less> changes) {
  PodObject changed = pod;
  for (const Less &less : changes) {
    object::Container *container = only_container_with(changed, less.share->type);
    if (container == nullptr) return nullptr;
    for (Amounts *amounts : {&container->requests, &container->limits})
      for (object::Amount &amount : *amounts)
        if (amount.resource == less.share->resource) amount.value = less.each * less.share->devices;
  }
  return snapshot.shape_of(changed);
}

}  // namespace koord::plan
