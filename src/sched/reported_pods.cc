// Resources that kubelet gave to pods by its report.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "base/error.h"
#include "kubelet/memory_books.h"
#include "sched/memory_gate.h"

namespace koord::sched {
namespace {

// Returns true if the first of the containers together request the amount, and all of them more.
template <typename Amount>
bool is_part(Amount amount, const std::vector<Amount> &containers) {
  Amount sum = 0;
  bool found = false;
  for (const Amount container : containers) {
    found |= sum == amount;
    sum += container;
  }
  return found && amount < sum;
}

// Returns the sum of the blocks of these nodes and this kind.
uint64_t bytes_like(const kubelet::MemoryBlock &like,
                    const std::vector<kubelet::MemoryBlock> &blocks) {
  uint64_t out = 0;
  for (const kubelet::MemoryBlock &block : blocks)
    if (block.nodes == like.nodes && block.kind == like.kind)
      out = kubelet::saturated(out, block.bytes);
  return out;
}

}  // namespace

// A pod whose CPUs or memory are reported, too, has ended if all parts of the report say so.
void MemoryGate::add_device_pods(std::map<std::string_view, Pod> &pods) const {
  for (const object::KubeletPluginDevices::Pod &pod : report_->devices->pods) {
    const bool is_new = !pods.contains(pod.uid);
    Pod &added = pods[pod.uid];
    added.has_ended = pod.ended && (is_new || added.has_ended);
    added.devices = &pod;
    added.gains.devices = devices_.gains_of(pod);
  }
}

void MemoryGate::set_reported_devices() {
  reported_.devices = devices_.none_used();
  for (const Pod &pod : pods_) {
    if (!devices_.has(reported_.devices, pod.gains.devices))
      throw Error(Status::kInvalid, "pods: they have more devices than there are");
    devices_.take(pod.gains.devices, reported_.devices);
  }
}

bool MemoryGate::requests_devices(const Managed &pod) const {
  return has_devices() && std::ranges::any_of(request_of(pod).extended, [&](const auto &extended) {
           return devices_.has_resource(extended.resource);
         });
}

bool MemoryGate::requests_devices_again(const Managed &pod) const {
  std::vector<std::string_view> seen;
  for (const kubelet::ContainerRequest &container : request_of(pod).containers)
    for (const kubelet::ExtendedRequest &extended : container.extended) {
      if (extended.units <= 0 || !devices_.has_resource(extended.resource)) continue;
      if (std::ranges::find(seen, extended.resource) != seen.end()) return true;
      seen.push_back(extended.resource);
    }
  return false;
}

bool MemoryGate::manages_amounts(const Managed &pod) const {
  return pod.request.managed &&
         (setup_.static_memory() || pod.request.cpus > 0 || pod.request.pod_level ||
          std::ranges::any_of(pod.request.containers,
                              [](const auto &container) { return container.cpus > 0; }));
}

std::vector<MemoryGate::DevicesOfPod> MemoryGate::devices_of(int32_t number,
                                                             const Managed &pod) const {
  std::vector<DevicesOfPod> out;
  if (!has_devices()) return out;
  const Pod &reported = pods_[static_cast<size_t>(number)];
  const kubelet::PodRequest &request = request_of(pod);
  for (const kubelet::ExtendedRequest &of_pod : request.extended) {
    if (!devices_.has_resource(of_pod.resource)) continue;
    DevicesOfPod &devices = out.emplace_back();
    for (const kubelet::ContainerRequest &container : request.containers) {
      int64_t units = 0;
      for (const kubelet::ExtendedRequest &extended : container.extended)
        if (extended.resource == of_pod.resource) units = extended.units;
      devices.requested.push_back(units);
      devices.kept += container.ends() ? 0 : units;
    }
    if (reported.devices == nullptr) continue;
    for (const object::KubeletPluginDevices::Group &held : reported.devices->devices)
      if (held.resource == of_pod.resource) devices.held += int64_t{held.healthy} + held.unhealthy;
  }
  return out;
}

bool MemoryGate::has_devices_of(int32_t number, const Managed &pod) const {
  return std::ranges::all_of(devices_of(number, pod), [](const DevicesOfPod &devices) {
    return devices.held >= devices.kept;
  });
}

int32_t MemoryGate::find(uint64_t key) const noexcept {
  const auto at = std::ranges::lower_bound(pods_, key, {}, &Pod::key);
  return at != pods_.end() && at->key == key ? static_cast<int32_t>(at - pods_.begin())
                                             : kUnreported;
}

bool MemoryGate::has_cpus_of(int32_t number, const Managed &pod) const {
  if (!setup_.static_cpus()) return true;
  int64_t cpus = 0;
  for (const kubelet::ContainerRequest &container : request_of(pod).containers)
    cpus += container.ends() ? 0 : container.cpus;
  return pods_[static_cast<size_t>(number)].gains.cpus.set().count() >= cpus;
}

bool MemoryGate::has_memory_of(int32_t number, const Managed &pod) const {
  const Pod &reported = pods_[static_cast<size_t>(number)];
  for (size_t kind = 0; kind < setup_.memory().kinds(); ++kind) {
    uint64_t left = 0;
    for (const kubelet::MemoryBlock &block : reported.gains.blocks)
      left += block.kind == kind ? block.bytes : 0;
    for (const kubelet::ContainerRequest &container : request_of(pod).containers)
      for (const kubelet::MemoryRequest &memory : container.memory) {
        if (container.ends() || memory.kind != setup_.memory().kind_name(kind)) continue;
        if (memory.bytes > left) return false;
        left -= memory.bytes;
      }
  }
  return true;
}

// Containers that end leave their resources to later ones, so that a part can be of any size.
bool MemoryGate::is_partial(int32_t number, const Managed &pod) const {
  const Pod &reported = pods_[static_cast<size_t>(number)];
  const kubelet::PodRequest &request = request_of(pod);
  if (reported.lacks_memory) return true;
  const bool has_all_cpus = has_cpus_of(number, pod);
  const bool has_all_memory = has_memory_of(number, pod);
  const bool has_all_devices = has_devices_of(number, pod);
  if (request.pod_level || (has_all_cpus && has_all_memory && has_all_devices)) return false;
  if (std::ranges::any_of(request.containers, &kubelet::ContainerRequest::ends)) return true;
  std::vector<int64_t> cpus;
  std::vector<uint64_t> bytes;
  for (const kubelet::ContainerRequest &container : request.containers) {
    cpus.push_back(container.cpus);
    bytes.push_back(0);
    for (const kubelet::MemoryRequest &memory : container.memory)
      bytes.back() = kubelet::saturated(bytes.back(), memory.bytes);
  }
  uint64_t blocks = 0;
  for (const kubelet::MemoryBlock &block : reported.gains.blocks)
    blocks = kubelet::saturated(blocks, block.bytes);
  return (has_all_cpus || is_part<int64_t>(reported.gains.cpus.set().count(), cpus)) &&
         (has_all_memory || is_part(blocks, bytes)) &&
         std::ranges::all_of(devices_of(number, pod), [](const DevicesOfPod &devices) {
           return devices.held >= devices.kept || is_part(devices.held, devices.requested);
         });
}

bool MemoryGate::extends(const Gains &gains, const Gains &part) const {
  return part.cpus.set().is_subset_of(gains.cpus.set()) &&
         std::ranges::all_of(part.blocks,
                             [&](const kubelet::MemoryBlock &block) {
                               return bytes_like(block, part.blocks) <=
                                      bytes_like(block, gains.blocks);
                             }) &&
         DeviceGroups::is_part(part.devices, gains.devices);
}

std::vector<uint64_t> MemoryGate::shape_of(const Gains &gains) const {
  std::vector<uint64_t> out;
  for (int node = 0; node < setup_.machine().node_count(); ++node)
    out.push_back(
        static_cast<uint64_t>(setup_.machine().node_cpus(node).count_and(gains.cpus.set())));
  for (const kubelet::MemoryBlock &block : gains.blocks)
    out.insert(out.end(), {block.nodes, block.kind, block.bytes});
  for (const DeviceGroups::Gain &gain : gains.devices)
    out.insert(out.end(), {gain.group, gain.count});
  return out;
}

void MemoryGate::take(const Gains &gains, State &state) const noexcept {
  for (const kubelet::MemoryBlock &block : gains.blocks)
    kubelet::book(state.memory, setup_.memory(), block, block.bytes);
  state.shared -= gains.cpus.set();
  devices_.take(gains.devices, state.devices);
}

void MemoryGate::give(const Gains &gains, State &state) const noexcept {
  for (const kubelet::MemoryBlock &block : gains.blocks)
    kubelet::unbook(state.memory, setup_.memory(), block);
  state.shared |= gains.cpus.set() & setup_.initial_shared();
  devices_.give(gains.devices, state.devices);
}

void MemoryGate::replace_devices(Gains &gains, const Gains &reported, State &state) const {
  devices_.give(gains.devices, state.devices);
  gains.devices = reported.devices;
  devices_.take(gains.devices, state.devices);
}

bool MemoryGate::has(const State &state, const Gains &gains) const {
  if (!gains.cpus.set().is_subset_of(state.shared) || !devices_.has(state.devices, gains.devices))
    return false;
  return std::ranges::all_of(gains.blocks, [&](const kubelet::MemoryBlock &block) {
    uint64_t free = 0;
    numa::for_each_node(block.nodes, [&](size_t node) {
      free += use_of(state.memory, setup_.memory(), node, block.kind).free;
    });
    return free >= block.bytes && !kubelet::breaks_groups(state.memory, block.nodes);
  });
}

}  // namespace koord::sched
