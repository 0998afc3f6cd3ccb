#include "kubelet/cpu_manager.h"

#include <algorithm>

#include "kubelet/cpu/hints.h"
#include "kubelet/cpu/policy.h"
#include "kubelet/pod_level.h"

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
  CpuSet stale;  // CPUs of the whole pod that allocate_pod() will release
  if (pod.pod_level && restores()) {
    const CpuSet whole = trial_.pod.cpus->set();
    if (overlaps_shared() || !is_prefix(pod)) {
      stale = whole;
    } else if (!whole.empty()) {
      if (whole.count() != pod.cpus) return {numa::Opinion::kUnsatisfiable, {}};
      return hints(whole, CpuSet(), pod.cpus);
    }
  }
  if (pod.pod_level && check_shared_cpus(pod).refused()) return {numa::Opinion::kUnsatisfiable, {}};
  if (!stale.empty())
    return hints((trial_.shared | stale) - setup_.reserved(), trial_.reusable.cpus, pod.cpus);
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
    const Refusal no = pick_new(container.cpus, affinity, picked);
    const bool is_shortage = no.reason == Reason::kNotEnoughCpus;
    if (no.refused() && !(has_entry && is_shortage)) return no;
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

Refusal CpuManager::pick_new(int64_t wanted, numa::Mask affinity, CpuSet &picked) const {
  const int cpus = countable(wanted, setup_.machine().counters().cpus_per_core());
  const std::vector<int32_t> ids = setup_.ids_of(affinity);
  Refusal no =
      pick(setup_.machine(), setup_.cpu_options(), cpus,
           {trial_.shared, setup_.reserved(), trial_.reusable.cpus}, ids, picked, setup_.version());
  if (no.refused()) no.needed += wanted - cpus;
  return no;
}

// Kubelet before 1.38 does not look for CPUs that the pod has already. A pod that is admitted again
// gets others, and those that it had are lost until the state file is removed.
Refusal CpuManager::allocate_pod(const PodRequest &pod, numa::Mask affinity) {
  if (!setup_.static_cpus() || pod.cpus == 0) return {};
  if (restores() && !trial_.pod.cpus->set().empty()) {
    const CpuSet whole = trial_.pod.cpus->set();
    if (overlaps_shared())
      trial_.pod.cpus.reset();  // kubelet was stopped while it released them
    else if (!is_prefix(pod))
      release_all();  // containers of an earlier pod with this uid
    else
      return divide(pod, whole, affinity, true);
  }
  if (const Refusal no = check_shared_cpus(pod); no.refused()) return no;
  CpuSet picked;
  if (const Refusal no = pick_new(pod.cpus, affinity, picked); no.refused()) return no;
  trial_.shared -= picked;
  trial_.pod.cpus = StoredCpus(picked);
  return divide(pod, picked, affinity, false);
}

// restored: containers that have a part keep it. If a part cannot be taken, kubelet from 1.38 on
// releases everything; earlier ones leave the CPUs of the whole pod without a container.
Refusal CpuManager::divide(const PodRequest &pod, const CpuSet &cpus, numa::Mask affinity,
                           bool restored) {
  std::vector<CpuSet> parts(pod.containers.size());
  CpuSet rest = cpus;  // without CPUs of containers that stay
  bool complete = true;
  for (size_t i = 0; i < parts.size(); ++i) {
    const ContainerRequest &container = pod.containers[i];
    const ContainerHolding *held = trial_.pod.find(container.name);
    const bool has_part = restored && held != nullptr && held->has_cpus;
    complete &= has_part;
    if (container.cpus == 0 && !container.ends()) continue;
    if (has_part) {
      parts[i] = held->cpus.set();
    } else if (container.cpus == 0) {
      parts[i] = rest;
    } else {
      const int wanted = countable(container.cpus, 1);
      const Refusal no = assign(setup_.machine(), setup_.cpu_options(), rest, wanted, parts[i],
                                setup_.version(), numa::width(affinity));
      if (no.refused()) {
        if (setup_.version() >= KubeletVersion::k138) release_all();
        return no;
      }
    }
    if (!container.ends()) rest -= parts[i];
  }
  if (complete) return {};
  for (size_t i = 0; i < parts.size(); ++i) {
    const ContainerRequest &container = pod.containers[i];
    ContainerHolding &entry = trial_.at(container.name);
    entry.has_cpus = true;
    entry.cpus = StoredCpus(container.cpus == 0 && !container.ends() ? rest : parts[i]);
  }
  return {};
}

bool CpuManager::overlaps_shared() const {
  return trial_.pod.cpus->set().intersects(trial_.shared);
}

// Returns true if the containers with CPUs are the first ones of the pod, and no others. Kubelet
// writes them in this order, so that any other set is left from an earlier pod.
bool CpuManager::is_prefix(const PodRequest &pod) const {
  size_t first = 0;
  const auto has_part = [&](const ContainerRequest &container) {
    const ContainerHolding *held = trial_.pod.find(container.name);
    return held != nullptr && held->has_cpus;
  };
  while (first < pod.containers.size() && has_part(pod.containers[first])) ++first;
  const auto all = std::ranges::count_if(trial_.pod.containers, &ContainerHolding::has_cpus);
  return static_cast<size_t>(all) == first;
}

void CpuManager::release_all() {
  for (ContainerHolding &container : trial_.pod.containers) {
    container.has_cpus = false;
    container.cpus = StoredCpus();
  }
  trial_.shared |= trial_.pod.cpus->set();
  trial_.pod.cpus.reset();
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
  bool last = true;
  for (const ContainerHolding &sibling : trial_.pod.containers) {
    if (!sibling.has_cpus) continue;
    freed -= sibling.cpus.set();
    last = false;
  }
  if (!trial_.pod.cpus) {
    trial_.shared |= freed;
  } else if (last) {
    trial_.shared |= trial_.pod.cpus->set();
    trial_.pod.cpus.reset();
  }
}

}  // namespace koord::kubelet
