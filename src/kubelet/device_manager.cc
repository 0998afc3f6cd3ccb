#include "kubelet/device_manager.h"

#include <algorithm>
#include <iterator>

#include "kubelet/device_hints.h"

namespace koord::kubelet {
namespace {

using Numbers = std::vector<uint32_t>;

Numbers united(const Numbers &a, const Numbers &b) {
  Numbers out;
  std::ranges::set_union(a, b, std::back_inserter(out));
  return out;
}

Numbers without(const Numbers &a, const Numbers &b) {
  Numbers out;
  std::ranges::set_difference(a, b, std::back_inserter(out));
  return out;
}

// Returns the number of ways to take devices from groups of these sizes, at most kMostWays.
uint64_t ways(std::span<const int64_t> counts, int64_t units) {
  std::vector<uint64_t> found(static_cast<size_t>(units) + 1);  // by number of devices
  found[0] = 1;
  for (const int64_t count : counts)
    for (int64_t sum = units; sum > 0; --sum)
      for (int64_t of_group = 1; of_group <= std::min(count, sum); ++of_group) {
        uint64_t &all = found[static_cast<size_t>(sum)];
        all = std::min(all + found[static_cast<size_t>(sum - of_group)], DeviceChoice::kMostWays);
      }
  return found.back();
}

// Returns the number of devices of each group in a way, of which way 0 takes as many as possible
// from the first groups. Does not count the ways to take very many devices.
std::vector<int64_t> take_from(std::span<const int64_t> counts, int64_t units,
                               DeviceChoice &choice) {
  constexpr int64_t kMostCounted = 64;
  const bool has_one_group = counts.size() == 1;
  const bool is_counted = !has_one_group && units <= kMostCounted;
  const uint64_t all = has_one_group ? 1
                       : is_counted  ? ways(counts, units)
                                     : DeviceChoice::kMostWays;
  uint64_t way = is_counted ? choice.rest % all : 0;
  choice.rest /= all;
  choice.ways = std::min(choice.ways * all, DeviceChoice::kMostWays);
  std::vector<int64_t> out;
  for (size_t i = 0; i < counts.size(); ++i) {
    int64_t of_group = std::min(counts[i], units);
    while (is_counted) {
      const uint64_t rest = ways(counts.subspan(i + 1), units - of_group);
      if (way < rest) break;
      way -= rest;
      --of_group;
    }
    out.push_back(of_group);
    units -= of_group;
  }
  return out;
}

}  // namespace

// Finds a resource of a plugin, or one that pods hold. Kubelet's managers ignore others.
uint32_t DeviceManager::find(std::string_view name) const {
  const DeviceSetup &devices = setup_.devices();
  const uint32_t resource = devices.find_resource(name);
  if (resource == DeviceSetup::kUnknown || devices.resources()[resource].registered)
    return resource;
  const auto is_used = [&](uint32_t number) { return trial_.devices_in_use[number]; };
  const bool used = std::ranges::any_of(devices.resources()[resource].devices, is_used);
  return used ? resource : DeviceSetup::kUnknown;
}

Numbers DeviceManager::available(uint32_t resource) const {
  Numbers out;
  for (const uint32_t number : setup_.devices().resources()[resource].devices)
    if (setup_.devices().device(number).healthy && !trial_.devices_in_use[number])
      out.push_back(number);
  return out;
}

Numbers DeviceManager::of_resource(const Numbers &numbers, uint32_t resource) const {
  Numbers out;
  for (const uint32_t number : numbers)
    if (setup_.devices().device(number).resource == resource) out.push_back(number);
  return out;
}

// Before 1.36 kubelet tries sets of all NUMA nodes.
Advice DeviceManager::hints(uint32_t resource, const Numbers &available, const Numbers &reusable,
                            int64_t units) const {
  const numa::Mask near = setup_.devices().resources()[resource].nodes;
  const numa::Mask nodes =
      setup_.version() < KubeletVersion::k136 ? setup_.numa_nodes().all() : near;
  return {numa::Opinion::kHints,
          device_hints(setup_.devices(), resource, nodes, available, reusable, units)};
}

// held(resource): the devices that the container or pod has already.
template <typename Held>
std::vector<DeviceAdvice> DeviceManager::hints(const std::vector<ExtendedRequest> &requests,
                                               const Numbers &reusable, const Held &held) const {
  std::vector<DeviceAdvice> out;
  for (const ExtendedRequest &request : requests) {
    const uint32_t resource = find(request.resource);
    if (resource == DeviceSetup::kUnknown) continue;
    DeviceAdvice &proposal = out.emplace_back(DeviceAdvice{request.resource, {}});
    if (setup_.devices().resources()[resource].nodes == 0) continue;
    const Numbers own = held(resource);
    if (!own.empty() && static_cast<int64_t>(own.size()) != request.units) {
      proposal.advice.opinion = numa::Opinion::kUnsatisfiable;
      continue;
    }
    if (!own.empty()) {
      proposal.advice = hints(resource, own, {}, request.units);
      continue;
    }
    const Numbers reused = of_resource(reusable, resource);
    const Numbers free = available(resource);
    if (static_cast<int64_t>(united(free, reused).size()) < request.units)
      proposal.advice.opinion = numa::Opinion::kUnsatisfiable;
    else
      proposal.advice = hints(resource, free, reused, request.units);
  }
  return out;
}

std::vector<DeviceAdvice> DeviceManager::container_hints(const ContainerRequest &container) const {
  const ContainerHolding *holding = trial_.pod.find(container.name);
  return hints(container.extended, trial_.reusable.devices, [&](uint32_t resource) {
    const HeldDevices *held = holding == nullptr ? nullptr : holding->find_devices(resource);
    return held == nullptr ? Numbers() : held->devices;
  });
}

std::vector<DeviceAdvice> DeviceManager::pod_hints(const PodRequest &pod) const {
  return hints(pod.extended, {}, [&](uint32_t resource) {
    Numbers out;
    for (const ContainerHolding &container : trial_.pod.containers)
      if (const HeldDevices *held = container.find_devices(resource))
        out = united(out, held->devices);
    return out;
  });
}

Refusal DeviceManager::allocate(const ContainerRequest &container, numa::Mask affinity) {
  for (const ExtendedRequest &request : container.extended) {
    const uint32_t resource = find(request.resource);
    if (resource == DeviceSetup::kUnknown) continue;
    const Refusal no = allocate_resource(container, resource, request.units, affinity);
    if (no.refused()) return no;
  }
  update_reusable(container);
  return {};
}

// Checks the conditions that do not depend on the choice of devices.
Refusal DeviceManager::check(const HeldDevices *held, uint32_t resource, int64_t units) const {
  Refusal no = Refusal::of(Reason::kNone, Profile::kKubelet);
  no.object = Object::kDevice;
  no.resource = DeviceSetup::refusal_number(resource);
  no.needed = units;
  const DeviceSetup &devices = setup_.devices();
  const DeviceSetup::Resource &entry = devices.resources()[resource];
  const auto healthy = [&](uint32_t number) { return devices.device(number).healthy; };
  if (held != nullptr && static_cast<int64_t>(held->devices.size()) != units) {
    no.reason = Reason::kDeviceCount;
    no.needed = static_cast<int64_t>(held->devices.size());
    no.best = units;
  } else if (!entry.registered) {
    no.reason = Reason::kResourceAbsent;
  } else if (std::ranges::none_of(entry.devices, healthy)) {
    no.reason = Reason::kNoDevices;
  } else if (held != nullptr && !std::ranges::all_of(held->devices, healthy)) {
    no.reason = Reason::kDeviceUnhealthy;
  }
  return no;
}

Refusal DeviceManager::allocate_resource(const ContainerRequest &container, uint32_t resource,
                                         int64_t units, numa::Mask affinity) {
  const ContainerHolding *holding = trial_.pod.find(container.name);
  const HeldDevices *held = holding == nullptr ? nullptr : holding->find_devices(resource);
  Refusal no = check(held, resource, units);
  if (no.refused()) return no;
  if (held != nullptr || units <= 0) return {};
  Numbers chosen = choose(resource, units, affinity, no);
  if (no.refused()) return no;
  ContainerHolding &entry = trial_.at(container.name);
  for (const uint32_t number : chosen) trial_.devices_in_use[number] = true;
  entry.devices.push_back({resource, std::move(chosen), ""});
  return {};
}

// Chooses devices of init containers first, then devices near the nodes, devices near other nodes,
// and devices without known nodes.
Numbers DeviceManager::choose(uint32_t resource, int64_t units, numa::Mask affinity,
                              Refusal &no) const {
  Numbers chosen = of_resource(trial_.reusable.devices, resource);
  if (static_cast<int64_t>(chosen.size()) >= units) {
    reorder(chosen, units);
    chosen.resize(static_cast<size_t>(units));
    std::ranges::sort(chosen);
    return chosen;
  }
  const int64_t missing = units - static_cast<int64_t>(chosen.size());
  Numbers free = available(resource);
  if (static_cast<int64_t>(free.size()) < missing) {
    no.reason = Reason::kNotEnoughDevices;
    no.needed = missing;
    no.best = static_cast<int64_t>(free.size());
    return {};
  }
  const auto distance = [&](uint32_t number) {
    const numa::Mask nodes = setup_.devices().device(number).nodes;
    if (affinity == 0) return 0;
    return (nodes & affinity) != 0 ? 0 : nodes != 0 ? 1 : 2;
  };
  std::ranges::stable_sort(free, {}, distance);
  // Kubelet takes all near devices before others, in whatever order.
  const int64_t near =
      std::ranges::count_if(free, [&](uint32_t number) { return distance(number) == 0; });
  if (missing < near)
    reorder(std::span(free).first(static_cast<size_t>(near)), missing);
  else
    reorder(std::span(free).subspan(static_cast<size_t>(near)), missing - near);
  chosen.insert(chosen.end(), free.begin(), free.begin() + missing);
  std::ranges::sort(chosen);
  return chosen;
}

// Puts the devices first that kubelet takes in the way that trial_.choice states.
void DeviceManager::reorder(std::span<uint32_t> devices, int64_t units) const {
  const auto all = static_cast<int64_t>(devices.size());
  if (trial_.choice == nullptr || units <= 0 || units >= all) return;
  std::vector<numa::Mask> nodes;  // in the order of their first devices
  std::vector<int64_t> counts;
  const auto group_of = [&](uint32_t number) {
    return std::ranges::find(nodes, setup_.devices().device(number).nodes) - nodes.begin();
  };
  for (const uint32_t number : devices) {
    const auto group = static_cast<size_t>(group_of(number));
    if (group == nodes.size()) {
      nodes.push_back(setup_.devices().device(number).nodes);
      counts.push_back(0);
    }
    ++counts[group];
  }
  const std::vector<int64_t> taken = take_from(counts, units, *trial_.choice);
  std::vector<int64_t> seen(counts.size());
  std::stable_partition(devices.begin(), devices.end(), [&](uint32_t number) {
    const auto group = static_cast<size_t>(group_of(number));
    return seen[group]++ < taken[group];
  });
}

void DeviceManager::update_reusable(const ContainerRequest &container) {
  const ContainerHolding *holding = trial_.pod.find(container.name);
  if (holding == nullptr) return;
  Numbers &reusable = trial_.reusable.devices;
  for (const HeldDevices &held : holding->devices)
    reusable = container.ends() ? united(reusable, held.devices) : without(reusable, held.devices);
}

void DeviceManager::release(ContainerHolding &container) {
  for (const HeldDevices &held : container.devices)
    for (const uint32_t number : held.devices) trial_.devices_in_use[number] = false;
  container.devices.clear();
}

}  // namespace koord::kubelet
