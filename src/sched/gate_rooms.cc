// Shortcuts by amounts of NUMA nodes, which save running kubelet's managers.
#include <algorithm>
#include <optional>
#include <vector>

#include "kubelet/memory_books.h"
#include "sched/memory_gate.h"

namespace koord::sched {
namespace {

// Returns the number of NUMA nodes that others can fill, at these costs.
template <typename Amount>
size_t most_filled(std::vector<Amount> &costs, Amount others) {
  std::ranges::sort(costs);
  size_t out = 0;
  for (const Amount cost : costs) {
    if (cost > others) break;
    others -= cost;
    ++out;
  }
  return out;
}

int64_t units_of(const kubelet::PodRequest &request, std::string_view resource) {
  for (const kubelet::ExtendedRequest &extended : request.extended)
    if (extended.resource == resource) return extended.units;
  return 0;
}

}  // namespace

std::optional<size_t> MemoryGate::most_filled_by_devices(const Managed &pod,
                                                         std::span<const Managed *const> pods,
                                                         std::span<const Room *const> rooms,
                                                         const State &state) const {
  size_t out = 0;
  std::vector<int64_t> costs;
  for (const kubelet::ExtendedRequest &asked : request_of(pod).extended) {
    if (asked.units <= 0 || !devices_.has_resource(asked.resource)) continue;
    // One device may fill several NUMA nodes.
    if (devices_.has_shared(asked.resource)) return std::nullopt;
    int64_t others = -asked.units;
    for (const Managed *other : pods) others += units_of(request_of(*other), asked.resource);
    costs.clear();
    for (const Room *room : rooms)
      costs.push_back(devices_.available(asked.resource, room->node, state.devices) - asked.units +
                      1);
    out += most_filled(costs, others);
  }
  return out;
}

// A pod that finds no NUMA node finds each of them short of CPUs, memory or devices, which the
// others fill. Each container of the others is on one NUMA node.
bool MemoryGate::admits_in_any_order(const State &state, std::span<const Room> rooms,
                                     std::span<const Managed *const> pods) const {
  int64_t cpus = 0;
  uint64_t bytes = 0;
  size_t containers = 0;
  for (const Managed *pod : pods) {
    if (!pod->sum) return false;
    containers += request_of(*pod).containers.size();
    cpus += pod->sum->cpus;
    bytes = kubelet::saturated(bytes, pod->sum->bytes);
  }
  std::vector<int64_t> cpu_costs;
  std::vector<uint64_t> byte_costs;
  std::vector<const Room *> fitting;
  for (const Managed *pod : pods) {
    const Managed::Sum &sum = *pod->sum;
    fitting.clear();
    cpu_costs.clear();
    byte_costs.clear();
    for (const Room &room : rooms) {
      if (!room.has(sum) || !has_devices(*pod, room, state)) continue;
      fitting.push_back(&room);
      if (sum.cpus > 0) cpu_costs.push_back(room.cpus - sum.cpus + 1);
      if (sum.bytes > 0) byte_costs.push_back(room.bytes - sum.bytes + 1);
    }
    const std::optional<size_t> by_devices = most_filled_by_devices(*pod, pods, fitting, state);
    if (!by_devices) return false;
    const size_t filled = *by_devices + most_filled(cpu_costs, cpus - sum.cpus) +
                          most_filled(byte_costs, bytes - sum.bytes);
    const size_t others = containers - request_of(*pod).containers.size();
    if (std::min(filled, others) >= fitting.size()) return false;
  }
  return true;
}

}  // namespace koord::sched
