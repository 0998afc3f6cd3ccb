#include "sched/kubelet_gate.h"

#include <algorithm>
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
                                             const RunningKubelet &kubelet, const CpuSet &given,
                                             std::string *fault = nullptr) {
  try {
    return std::make_shared<const KubeletGate>(machine, kubelet, given);
  } catch (const Error &error) {
    // Such a kubelet would not have started, so nothing can be predicted.
    if (error.status() != Status::kInvalid && error.status() != Status::kLimit) throw;
    if (fault != nullptr) *fault = error.what();
    return nullptr;
  }
}

}  // namespace

std::shared_ptr<const Pinned> pinned_of(const object::PodObject &pod, object::KubeQos qos) {
  if (qos != object::KubeQos::kGuaranteed) return nullptr;
  Pinned out;
  out.request = kubelet::cpu_request_of(pod, qos, {kDefaultKubeletVersion, true});
  const bool pod_level = out.request.pod_level;
  auto &containers = out.request.containers;
  out.of_containers = pod_level ? kubelet::cpus_of_containers(pod, containers) : out.request.cpus;
  if (out.request.cpus == 0 && out.of_containers == 0) return nullptr;
  for (size_t i = 0; i < containers.size(); ++i)
    if (pod_level || containers[i].cpus > 0) out.places.push_back(static_cast<int32_t>(i));
  std::erase_if(containers,
                [&](const auto &container) { return !pod_level && container.cpus == 0; });
  for (const kubelet::ContainerRequest &container : containers)
    out.divisor = std::gcd(out.divisor, container.cpus);
  if (containers.size() > Pinned::kMaxContainers) containers.clear();
  return std::make_shared<const Pinned>(std::move(out));
}

RunningKubelet kubelet_of(const object::NodeTopology &topology) {
  RunningKubelet out;
  out.cpu_options = options_of(topology);
  out.reserved = topology.kubelet_reserved;
  out.numa_policy = topology.numa_policy;
  out.pod_scope = topology.pod_scope;
  out.pod_level_managers = topology.kubelet_pod_level_managers;
  out.static_cpus = topology.kubelet_static;
  return out;
}

std::shared_ptr<const KubeletGate> KubeletGate::make(const object::NodeTopology &topology,
                                                     std::string &fault) {
  fault.clear();
  if (!topology.kubelet_static || topology.machine == nullptr) return nullptr;
  CpuSet given;
  for (const object::HeldCpus &held : topology.held)
    if (held.managed_by_kubelet) given |= held.cpus;
  RunningKubelet kubelet = kubelet_of(topology);
  // Kubelet could not try all sets of its NUMA nodes, so alignment is left out.
  if (!kubelet::NodeSetup::can_align_cpus(*topology.machine))
    kubelet.numa_policy = NumaPolicy::kNone;
  return make_gate(topology.machine, kubelet, given, &fault);
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

bool KubeletGate::aligns_by_socket() const { return setup_.has_option(Option::kAlignBySocket); }

int64_t KubeletGate::pinned_cpus(const Pinned &pinned) const {
  if (!pinned.request.pod_level) return pinned.request.cpus;
  if (!setup_.pod_level_managers()) return 0;
  return pod_scope() ? pinned.request.cpus : pinned.of_containers;
}

Refusal KubeletGate::judge(const Pinned &pinned) const {
  kubelet::Attempt trial;
  trial.shared = shared_;
  Refusal refusal = kubelet::admit(setup_, pinned.request, trial).refusal;
  if (refusal.where_object == Object::kContainer && refusal.where >= 0)
    refusal.where = pinned.places[static_cast<size_t>(refusal.where)];
  return refusal;
}

std::optional<Misalignment> KubeletGate::misalignment(const Pinned &pinned) const {
  kubelet::Attempt trial;
  trial.shared = shared_;
  return find_misalignment(setup_, pinned.request, std::move(trial));
}

}  // namespace koord::sched
