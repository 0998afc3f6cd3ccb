#include "sched/cluster/gone_devices.h"

#include <algorithm>

namespace koord::sched {
namespace {

void add(const ClusterState &state, const PodTable::Entry &entry, std::vector<GoneDevice> &out) {
  const auto &[uid, pod] = entry;
  const auto reservation = state.reservations.all.find(uid);
  const Holding &given =
      reservation == state.reservations.all.end() ? pod.holding : reservation->second.whole;
  if (given.devices() == nullptr) return;
  for (const device::Grant &grant : *given.devices())
    if (grant.gone)
      out.push_back({uid, state.resources.types().name(grant.type), grant.minor,
                     std::string(device::text_of(grant.id))});
}

std::vector<GoneDevice> sorted(std::vector<GoneDevice> devices) {
  std::ranges::sort(devices);
  devices.erase(std::unique(devices.begin(), devices.end()), devices.end());
  return devices;
}

}  // namespace

std::vector<GoneDevice> gone_devices_on(const ClusterState &state, std::string_view node) {
  std::vector<GoneDevice> out;
  if (const uint32_t *id = state.nodes.find(node))
    for (const PodTable::Entry *entry : state.pods.on(*id)) add(state, *entry, out);
  return sorted(std::move(out));
}

std::vector<GoneDevice> gone_devices_of(const ClusterState &state, std::string_view uid) {
  std::vector<GoneDevice> out;
  if (const PodTable::Entry *entry = state.pods.find(uid)) add(state, *entry, out);
  return sorted(std::move(out));
}

}  // namespace koord::sched
