#include "kubelet/cpu_manager.h"

#include <algorithm>

#include "kubelet/cpu/hints.h"
#include "kubelet/cpu/policy.h"

namespace koord::kubelet {
namespace {

// Reduces requests beyond any machine for code that counts in int. The result is still larger than
// any machine and has the same remainder modulo the threads per core.
int countable(int64_t cpus, int cpus_per_core) {
  constexpr int64_t kBeyond = int64_t{1} << 20;
  static_assert(kBeyond > CpuSet::kCapacity);
  if (cpus <= kBeyond) return static_cast<int>(cpus);
  return static_cast<int>(kBeyond * cpus_per_core + cpus % cpus_per_core);
}

}  // namespace

Advice CpuManager::container_hints(const ContainerRequest &container) const {
  if (!setup_.static_cpus() || container.cpus == 0) return {};
  const ContainerHolding *held = trial_.pod.find(container.name);
  if (held == nullptr || !held->has_cpus)
    return hints(available(), trial_.reusable.cpus, container.cpus);
  const CpuSet cpus = held->cpus.set();
  if (cpus.count() != container.cpus) return {numa::Opinion::kUnsatisfiable, {}};
  return hints(cpus, CpuSet(), container.cpus);
}

Advice CpuManager::pod_hints(const PodRequest &pod) const {
  if (!setup_.static_cpus() || pod.cpus == 0) return {};
  CpuSet assigned;
  for (const ContainerRequest &container : pod.containers) {
    const ContainerHolding *held = trial_.pod.find(container.name);
    if (held == nullptr || !held->has_cpus) continue;
    const CpuSet cpus = held->cpus.set();
    if (cpus.count() != container.cpus) return {numa::Opinion::kUnsatisfiable, {}};
    assigned |= cpus;
  }
  if (assigned.count() == pod.cpus) return hints(assigned, CpuSet(), pod.cpus);
  return hints(available(), trial_.reusable.cpus | assigned, pod.cpus);
}

Advice CpuManager::hints(const CpuSet &available, const CpuSet &reusable, int64_t cpus) const {
  const Machine &machine = setup_.machine();
  const Hints proposal = kubelet::hints(machine, available, reusable, countable(cpus, 1),
                                        setup_.has_option(kAlignBySocket));
  Advice out{numa::Opinion::kHints, {}};
  out.hints.reserve(proposal.hints.size());
  // Mask bits of these hints stand for nodes with CPUs only.
  std::vector<int> positions;
  for (const int32_t id : proposal.node_ids) positions.push_back(machine.node_index(id));
  for (const Hint &hint : proposal.hints) {
    numa::Mask nodes = 0;
    numa::for_each_node(hint.mask, [&](size_t i) { nodes |= numa::Mask{1} << positions[i]; });
    out.hints.push_back({nodes, 0, true, hint.preferred});
  }
  return out;
}

Refusal CpuManager::allocate(const ContainerRequest &container, numa::Mask affinity) {
  if (!setup_.static_cpus() || container.cpus == 0) return {};
  const ContainerHolding *held = trial_.pod.find(container.name);
  const bool has_entry = held != nullptr && held->has_cpus;
  // Before 1.37 kubelet checks for whole cores before it looks for an entry. So the pick also runs
  // for a container that holds CPUs, but then its refusals for a shortage are ignored.
  const bool checked_first =
      setup_.has_option(kFullPcpusOnly) && setup_.version() < KubeletVersion::k137;
  CpuSet picked;
  if (!has_entry || checked_first) {
    const int cpus = countable(container.cpus, setup_.machine().counters().cpus_per_core());
    const std::vector<int32_t> ids = setup_.ids_of(affinity);
    Refusal no = pick(setup_.machine(), setup_.cpu_options(), cpus,
                      {trial_.shared, setup_.reserved(), trial_.reusable.cpus}, ids, picked,
                      setup_.version());
    const bool is_shortage = no.reason == Reason::kNotEnoughCpus;
    if (no.refused() && !(has_entry && is_shortage)) {
      no.needed += container.cpus - cpus;
      return no;
    }
  }
  if (has_entry) {
    update_reusable(container, held->cpus.set());
    return {};
  }
  trial_.shared -= picked;
  ContainerHolding &entry = trial_.at(container.name);
  entry.has_cpus = true;
  entry.cpus = StoredCpus(picked);
  update_reusable(container, picked);
  return {};
}

void CpuManager::update_reusable(const ContainerRequest &container, const CpuSet &cpus) {
  if (container.ends())
    trial_.reusable.cpus |= cpus;
  else
    trial_.reusable.cpus -= cpus;
}

void CpuManager::release(ContainerHolding &container) {
  if (!container.has_cpus) return;
  CpuSet freed = container.cpus.set();
  container.has_cpus = false;
  container.cpus = StoredCpus();
  for (const ContainerHolding &sibling : trial_.pod.containers)
    if (sibling.has_cpus) freed -= sibling.cpus.set();
  trial_.shared |= freed;
}

}  // namespace koord::kubelet
