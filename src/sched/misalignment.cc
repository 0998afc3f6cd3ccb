#include "sched/misalignment.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

#include "kubelet/admission.h"

namespace koord::sched {

std::optional<Misalignment> find_misalignment(const kubelet::NodeSetup &setup,
                                              const kubelet::PodRequest &request,
                                              kubelet::Attempt trial) {
  const Refusal refusal = kubelet::admit(setup, request, trial).refusal;
  if (refusal.reason != Reason::kNumaUnaligned) return std::nullopt;
  const bool by_container = refusal.where_object == Object::kContainer;
  Misalignment out;
  out.needed = static_cast<int>(
      by_container ? request.containers[static_cast<size_t>(refusal.where)].cpus : request.cpus);
  const CpuSet available = (trial.shared - setup.reserved()) | trial.reusable.cpus;
  std::vector<int> sizes;
  std::vector<int> rooms;
  for (int node = 0; node < setup.machine().node_count(); ++node) {
    const CpuSet &cpus = setup.machine().node_cpus(node);
    sizes.push_back(cpus.count());
    rooms.push_back(cpus.count_and(available));
    if (node > 0 && rooms.back() <= out.best) continue;
    out.best = rooms.back();
    out.node = setup.machine().node_id(node);
  }
  std::sort(sizes.begin(), sizes.end(), std::greater<>());
  std::sort(rooms.begin(), rooms.end(), std::greater<>());
  // Under restricted, kubelet wants the fewest NUMA nodes that have as many CPUs, free or not.
  const bool single = setup.numa_policy() == object::NumaPolicy::kSingleNode;
  for (size_t i = 1; !single && i < sizes.size(); ++i) {
    if (std::accumulate(sizes.begin(), sizes.begin() + static_cast<ptrdiff_t>(i), 0) >= out.needed)
      break;
    ++out.width;
    out.best += rooms[i];
  }
  return out.best < out.needed ? std::optional(out) : std::nullopt;
}

}  // namespace koord::sched
