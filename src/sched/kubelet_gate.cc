#include "sched/kubelet_gate.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "base/error.h"
#include "kubelet/admission.h"
#include "kubelet/cpu/policy.h"
#include "object/pod_request.h"

namespace koord::sched {
namespace {

using kubelet::Option;
using kubelet::RunningKubelet;
using object::NumaPolicy;

uint32_t options_of(const object::NodeTopology &topology) {
  uint32_t options = topology.kubelet_further_options;
  if (topology.kubelet_full_pcpus_only) options |= Option::kFullPcpusOnly;
  if (topology.kubelet_distribute_numa) options |= Option::kDistributeNuma;
  return options;
}

std::shared_ptr<const KubeletGate> make_gate(const std::shared_ptr<const Topology> &machine,
                                             const RunningKubelet &kubelet, const CpuSet &given) {
  try {
    return std::make_shared<const KubeletGate>(machine, kubelet, given);
  } catch (const Error &error) {
    // Such a kubelet would not have started, so nothing can be predicted.
    if (error.status() == Status::kInvalid || error.status() == Status::kLimit) return nullptr;
    throw;
  }
}

}  // namespace

std::shared_ptr<const Pinned> pinned_of(const object::PodObject &pod, object::KubeQos qos) {
  if (qos != object::KubeQos::kGuaranteed || object::has_pod_level_resources(pod)) return nullptr;
  Pinned out;
  out.request = kubelet::cpu_request_of(pod, qos);
  if (out.request.cpus == 0) return nullptr;
  auto &containers = out.request.containers;
  for (size_t i = 0; i < containers.size(); ++i)
    if (containers[i].cpus > 0) out.places.push_back(static_cast<int32_t>(i));
  std::erase_if(containers, [](const auto &container) { return container.cpus == 0; });
  for (const kubelet::ContainerRequest &container : containers)
    out.divisor = std::gcd(out.divisor, container.cpus);
  if (containers.size() > Pinned::kMaxContainers) containers.clear();
  return std::make_shared<const Pinned>(std::move(out));
}

std::shared_ptr<const KubeletGate> KubeletGate::make(const object::NodeTopology &topology) {
  if (!topology.kubelet_static || topology.machine == nullptr) return nullptr;
  CpuSet given;
  for (const object::HeldCpus &held : topology.held)
    if (held.managed_by_kubelet) given |= held.cpus;
  RunningKubelet kubelet{options_of(topology), topology.kubelet_reserved, topology.numa_policy,
                         topology.pod_scope, kDefaultKubeletVersion};
  // Kubelet could not try all sets of its NUMA nodes, so alignment is left out.
  if (!kubelet::NodeSetup::can_align_cpus(*topology.machine))
    kubelet.numa_policy = NumaPolicy::kNone;
  return make_gate(topology.machine, kubelet, given);
}

std::shared_ptr<const KubeletGate> KubeletGate::restarted(const KubeletGate &before,
                                                          std::shared_ptr<const Topology> machine) {
  return make_gate(std::move(machine), before.kubelet_, CpuSet());
}

std::shared_ptr<const KubeletGate> KubeletGate::of_version(
    std::shared_ptr<const KubeletGate> gate, const std::shared_ptr<const Topology> &machine,
    KubeletVersion version) {
  if (gate == nullptr || gate->kubelet_.version == version) return gate;
  RunningKubelet kubelet = gate->kubelet_;
  kubelet.version = version;
  return make_gate(machine, kubelet, gate->setup_.initial_shared() - gate->shared_);
}

KubeletGate::KubeletGate(std::shared_ptr<const Topology> machine, const RunningKubelet &kubelet,
                         const CpuSet &given)
    : kubelet_(kubelet),
      setup_(std::move(machine), kubelet),
      shared_(setup_.initial_shared() - given) {
  const CpuSet physical = kubelet::reserved_physical(setup_.machine(), setup_.reserved());
  room_ = {(shared_ - setup_.reserved()).count(), (shared_ - physical).count()};
  given_ = setup_.initial_shared().count() - shared_.count();
  const CpuSet available = shared_ - setup_.reserved();
  for (int node = 0; node < setup_.machine().node_count(); ++node) {
    const CpuSet &cpus = setup_.machine().node_cpus(node);
    largest_node_ = std::max(largest_node_, cpus.count());
    roomiest_node_ = std::max(roomiest_node_, cpus.count_and(available));
  }
}

bool KubeletGate::aligns_strictly() const {
  return setup_.numa_policy() == NumaPolicy::kRestricted || is_single_node();
}

bool KubeletGate::full_pcpus_only() const { return setup_.has_option(Option::kFullPcpusOnly); }

Refusal KubeletGate::admit(const Pinned &pinned, kubelet::Attempt &trial) const {
  trial.shared = shared_;
  return kubelet::admit(setup_, pinned.request, trial).refusal;
}

Refusal KubeletGate::judge(const Pinned &pinned) const {
  kubelet::Attempt trial;
  Refusal refusal = admit(pinned, trial);
  if (refusal.where_object == Object::kContainer && refusal.where >= 0)
    refusal.where = pinned.places[static_cast<size_t>(refusal.where)];
  return refusal;
}

std::optional<KubeletGate::Misalignment> KubeletGate::misalignment(const Pinned &pinned) const {
  kubelet::Attempt trial;
  const Refusal refusal = admit(pinned, trial);
  if (refusal.reason != Reason::kNumaUnaligned) return std::nullopt;
  const bool by_container = refusal.where_object == Object::kContainer;
  Misalignment out;
  out.needed = static_cast<int>(
      by_container ? pinned.request.containers[static_cast<size_t>(refusal.where)].cpus
                   : pinned.request.cpus);
  const CpuSet available = (trial.shared - setup_.reserved()) | trial.reusable.cpus;
  std::vector<int> sizes;
  std::vector<int> rooms;
  for (int node = 0; node < setup_.machine().node_count(); ++node) {
    const CpuSet &cpus = setup_.machine().node_cpus(node);
    sizes.push_back(cpus.count());
    rooms.push_back(cpus.count_and(available));
    if (node > 0 && rooms.back() <= out.best) continue;
    out.best = rooms.back();
    out.node = setup_.machine().node_id(node);
  }
  std::sort(sizes.begin(), sizes.end(), std::greater<>());
  std::sort(rooms.begin(), rooms.end(), std::greater<>());
  // Under restricted, kubelet wants the fewest NUMA nodes that have as many CPUs, free or not.
  for (size_t i = 1; !is_single_node() && i < sizes.size(); ++i) {
    if (std::accumulate(sizes.begin(), sizes.begin() + static_cast<ptrdiff_t>(i), 0) >= out.needed)
      break;
    ++out.width;
    out.best += rooms[i];
  }
  return out.best < out.needed ? std::optional(out) : std::nullopt;
}

}  // namespace koord::sched
