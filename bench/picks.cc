#include "picks.h"

#include <array>
#include <stdexcept>
#include <utility>

namespace koord::bench {
namespace {

constexpr std::array<KoordinatorCase, 13> kKoordinator{{
    {.name = "Default", .bind = KOORD_BIND_POLICY_DEFAULT},
    {.name = "FullPCPUs"},
    {.name = "SpreadByPCPUs", .bind = KOORD_BIND_POLICY_SPREAD_BY_PCPUS},
    {.name = "FullPCPUs_LeastAllocated", .strategy = KOORD_NUMA_STRATEGY_LEAST_ALLOCATED},
    {.name = "FullPCPUs_DistributeEvenly", .strategy = KOORD_NUMA_STRATEGY_DISTRIBUTE_EVENLY},
    {.name = "FullPCPUs_PCPULevel", .exclusive = KOORD_EXCLUSIVE_POLICY_PCPU_LEVEL},
    {.name = "SpreadByPCPUs_PCPULevel",
     .bind = KOORD_BIND_POLICY_SPREAD_BY_PCPUS,
     .exclusive = KOORD_EXCLUSIVE_POLICY_PCPU_LEVEL},
    {.name = "FullPCPUs_hint", .hint = true},
    {.name = "FullPCPUs_fewest_L3", .flags = KOORD_PICK_FEWEST_L3},
    {.name = "FullPCPUs_upstream", .profile = KOORD_PROFILE_UPSTREAM},
    {.name = "SpreadByPCPUs_upstream",
     .bind = KOORD_BIND_POLICY_SPREAD_BY_PCPUS,
     .profile = KOORD_PROFILE_UPSTREAM},
    {.name = "FullPCPUs_scattered", .taken = Taken::kCpus},
    {.name = "SpreadByPCPUs_PCPULevel_scattered",
     .bind = KOORD_BIND_POLICY_SPREAD_BY_PCPUS,
     .exclusive = KOORD_EXCLUSIVE_POLICY_PCPU_LEVEL,
     .taken = Taken::kCpus},
}};

constexpr std::array<KubeletCase, 8> kKubelet{{
    {.name = "packed"},
    {.name = "full_pcpus_only", .options = KOORD_KUBELET_OPTION_FULL_PCPUS_ONLY},
    {.name = "distribute_numa",
     .options =
         KOORD_KUBELET_OPTION_DISTRIBUTE_CPUS_ACROSS_NUMA | KOORD_KUBELET_OPTION_FULL_PCPUS_ONLY},
    {.name = "align_by_socket", .options = KOORD_KUBELET_OPTION_ALIGN_BY_SOCKET, .affinity = true},
    {.name = "distribute_cores", .options = KOORD_KUBELET_OPTION_DISTRIBUTE_CPUS_ACROSS_CORES},
    {.name = "uncore_cache", .options = KOORD_KUBELET_OPTION_PREFER_ALIGN_BY_UNCORE_CACHE},
    {.name = "packed_scattered", .taken = Taken::kCpus},
    {.name = "uncore_cache_scattered",
     .options = KOORD_KUBELET_OPTION_PREFER_ALIGN_BY_UNCORE_CACHE,
     .taken = Taken::kCpus},
}};

// Returns a quarter of the cores in use, as held by exclusive pods.
Words held_exclusively(const Machine &machine, const Words &available) {
  Words held(machine.words());
  for (int cpu = 0; cpu < machine.cpus; ++cpu)
    if (cpu % machine.cores() % 4 == 0 && !contains(available, cpu)) add(held, cpu);
  return held;
}

// Returns the first 2 NUMA nodes, and as many more as the request needs.
std::vector<koord_numa_grant> hint_for(const Machine &machine, const Words &available,
                                       uint32_t cpus) {
  std::vector<uint32_t> free(static_cast<size_t>(machine.nodes));
  for (const koord_cpu &row : rows(machine))
    if (contains(available, row.cpu)) ++free[static_cast<size_t>(row.numa_node)];
  std::vector<koord_numa_grant> hint;
  uint32_t offered = 0;
  for (int node = 0; node < machine.nodes && (node < 2 || offered < cpus); ++node) {
    hint.push_back({.available_milli = -1, .granted_milli = 0, .numa_node = node, .reserved = 0});
    offered += free[static_cast<size_t>(node)];
  }
  return hint;
}

}  // namespace

std::span<const KoordinatorCase> koordinator_cases() { return kKoordinator; }
std::span<const KubeletCase> kubelet_cases() { return kKubelet; }

TopologyPtr topology_of(const Machine &machine) {
  const std::vector<koord_cpu> all = rows(machine);
  koord_topology *topology = nullptr;
  koord_error err{};
  if (koord_topology_from_rows(all.data(), sizeof all[0], all.size(), "x86_64", KOORD_NUL,
                               &topology, &err) != KOORD_OK)
    throw std::runtime_error(err.message);
  return TopologyPtr(topology);
}

KoordinatorPicks::KoordinatorPicks(const Machine &machine, const KoordinatorCase &wanted,
                                   uint32_t cpus)
    : topology_(topology_of(machine)), picked_(machine.words()) {
  request_ = KOORD_INIT(koord_cpu_request);
  request_.flags = wanted.flags;
  request_.profile = wanted.profile;
  request_.bind_policy = wanted.bind;
  request_.exclusive_policy = wanted.exclusive;
  request_.numa_strategy = wanted.strategy;
  request_.cpus = cpus;
  request_.words = static_cast<uint32_t>(machine.words());
  request_.sets = KOORD_PICK_SET_CORE_HELD;
  request_.grant_stride = sizeof(koord_numa_grant);
  for (uint32_t seed = 0; seed < kStates; ++seed) {
    State state{half_free(machine, wanted.taken, seed), {}};
    const Words held = held_exclusively(machine, state.sets);
    if (wanted.hint) state.grants = hint_for(machine, state.sets, cpus);
    state.sets.insert(state.sets.end(), held.begin(), held.end());
    states_.push_back(std::move(state));
  }
}

bool KoordinatorPicks::pick() {
  State &state = states_[next_++ % kStates];
  request_.grant_count = static_cast<uint32_t>(state.grants.size());
  const koord_status status =
      koord_cpu_pick(topology_.get(), &request_, state.sets.data(), nullptr, state.grants.data(),
                     picked_.data(), &refusal_, nullptr);
  return status == KOORD_OK && refusal_.reason == KOORD_REASON_NONE;
}

KubeletPicks::KubeletPicks(const Machine &machine, const KubeletCase &wanted, uint32_t cpus)
    : topology_(topology_of(machine)), picked_(machine.words()) {
  request_ = KOORD_INIT(koord_kubelet_request);
  request_.options = wanted.options;
  request_.cpus = cpus;
  request_.sets = KOORD_KUBELET_SET_RESERVED;
  request_.affinity = wanted.affinity ? 1 : 0;
  Words reserved(machine.words());
  add(reserved, 0);
  add(reserved, machine.cores());
  for (uint32_t seed = 0; seed < kStates; ++seed) {
    Words shared = half_free(machine, wanted.taken, seed);
    for (size_t w = 0; w < reserved.size(); ++w) shared[w] |= reserved[w];
    shared.insert(shared.end(), reserved.begin(), reserved.end());
    sets_.push_back(std::move(shared));
  }
}

bool KubeletPicks::pick() {
  const koord_status status =
      koord_kubelet_pick(topology_.get(), &request_, sets_[next_++ % kStates].data(),
                         picked_.size(), picked_.data(), &refusal_, nullptr);
  return status == KOORD_OK && refusal_.reason == KOORD_REASON_NONE;
}

}  // namespace koord::bench
