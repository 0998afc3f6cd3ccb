#include "cpu/koordinator_order.h"

#include <algorithm>
#include <optional>

#include "cpu/core_widths.h"

namespace koord::cpu {

bool sums_cores(const Topology &topology, const Request &request) {
  return request.required && request.bind == BindPolicy::kFullPcpus &&
         !topology.siblings().uniform() && !request.rules().average_core_width;
}

CpuOrder::CpuOrder(const Topology &topology, const Request &request, const State &state)
    : topology_(topology),
      evenly_(request.rules().spreads_evenly && request.bind != BindPolicy::kFullPcpus),
      most_allocated_(request.strategy == NumaStrategy::kMostAllocated),
      keep_whole_(sums_cores(topology, request)) {
  if (request.max_ref_count > 1) ref_counts_ = state.ref_counts;
}

uint32_t CpuOrder::references(int cpu) const {
  const auto at = static_cast<size_t>(cpu);
  return at < ref_counts_.size() ? ref_counts_[at] : 0;
}

bool CpuOrder::fewer_references(int a, int b) const {
  const uint32_t refs_a = references(a);
  const uint32_t refs_b = references(b);
  return refs_a != refs_b ? refs_a < refs_b : a < b;
}

// Expects whole cores only in `cpus`, except on machines whose cores differ in width.
void CpuOrder::by_core(const CpuSet &cpus, int want, CpuList &list) const {
  const auto wanted = static_cast<size_t>(want);
  const auto cores = topology_.cores();
  const SiblingMap &siblings = topology_.siblings();
  if (ref_counts_.empty() && siblings.uniform() && topology_.ranked_by_cpu(cpus)) {
    (cpus & siblings.first_threads()).for_each_while([&](int first) {
      const int core = topology_.find_cpu(first)->core;
      for (const int cpu : topology_.threads(cores[static_cast<size_t>(core)])) list.add(cpu);
      return list.size < wanted;
    });
    return;
  }
  std::array<uint64_t, Topology::kMaxCpus> keys;  // references or width, then rank
  size_t n = 0;
  const CpuSet one_each =
      siblings.uniform() ? cpus & siblings.first_threads() : siblings.lowest_per_core(cpus);
  one_each.for_each([&](int first) {
    const int core = topology_.find_cpu(first)->core;
    const auto threads = topology_.threads(cores[static_cast<size_t>(core)]);
    uint64_t leading = keep_whole_ ? Topology::kMaxCpus - threads.size() : 0;
    if (!ref_counts_.empty())
      for (const int cpu : threads) leading += cpus.contains(cpu) ? references(cpu) : 0;
    keys[n++] = leading << 32 | static_cast<uint32_t>(topology_.core_rank(core));
  });
  const auto end = keys.begin() + static_cast<ptrdiff_t>(n);
  if (!std::is_sorted(keys.begin(), end)) std::sort(keys.begin(), end);
  const auto ranked = topology_.ranked_cores();
  std::optional<CoreWidths> later;
  int left = want;
  if (keep_whole_) {
    later.emplace(topology_, cpus);
    left = greatest(later->sums(want), want);
  }
  for (size_t i = 0; i < n && list.size < wanted; ++i) {
    const int32_t core = ranked[static_cast<uint32_t>(keys[i])];
    const auto threads = topology_.threads(cores[static_cast<size_t>(core)]);
    if (later) {
      const auto width = static_cast<int>(threads.size());
      later->remove(width);
      if (!later->can_sum_to(left - width)) continue;
      left -= width;
    }
    for (const int cpu : threads)
      if (cpus.contains(cpu)) list.add(cpu);
  }
}

void CpuOrder::one_per_core(const CpuSet &cpus, int want, CpuList &list) const {
  if (ref_counts_.empty()) {
    topology_.siblings().lowest_per_core(cpus).for_each_while([&](int cpu) {
      list.add(cpu);
      return list.size < static_cast<size_t>(want);
    });
    return;
  }
  by_references(cpus, list);
  CpuSet seen;
  size_t kept = 0;
  for (size_t i = 0; i < list.size; ++i) {
    const int core = topology_.find_cpu(list.ids[i])->core;
    if (seen.contains(core)) continue;
    seen.add(core);
    list.ids[kept++] = list.ids[i];
  }
  list.size = kept;
}

void CpuOrder::spread_by_cpu(const CpuSet &cpus, const CpuSet &own, int want, CpuList &list) const {
  if (!ref_counts_.empty()) {
    by_references(cpus, list);
    spread(list, own);
    return;
  }
  const auto add = [&](const CpuSet &round) {
    round.for_each_while([&](int cpu) {
      list.add(cpu);
      return list.size < static_cast<size_t>(want);
    });
  };
  if (!spreads(static_cast<size_t>(cpus.count()))) return add(cpus);
  // Equals spread() of an ascending list, one round at a time.
  SpreadRounds rounds(topology_.siblings(), cpus, own);
  while (list.size < static_cast<size_t>(want)) {
    const CpuSet round = rounds.next();
    if (round.empty()) return;
    add(round);
  }
}

void CpuOrder::by_references(const CpuSet &cpus, CpuList &list) const {
  cpus.for_each([&](int cpu) { list.add(cpu); });
  const auto end = list.ids.begin() + static_cast<ptrdiff_t>(list.size);
  std::sort(list.ids.begin(), end, [&](int a, int b) { return fewer_references(a, b); });
}

namespace {

constexpr int kCountBits = 14;  // bits of a CPU count
static_assert(Topology::kMaxCpus < 1u << kCountBits);

constexpr uint64_t pack(uint64_t counts, int count) {
  return counts << kCountBits | static_cast<uint64_t>(count);
}

// Sort key of the cores in by_domain(). Smaller keys come first.
struct DomainKey {
  uint64_t counts;
  uint64_t tie;  // socket, references, rank of the core

  size_t core_rank() const { return tie & 0xffff; }
  bool operator<(const DomainKey &other) const {
    return counts != other.counts ? counts < other.counts : tie < other.tie;
  }
};

// Sockets and ranks are below kMaxCpus; each thread of a core adds a uint16_t to its references.
static_assert(Topology::kMaxCpus <= 1u << 16);
DomainKey domain_key(uint64_t counts, int socket, uint64_t references, int32_t core_rank) {
  return {counts, static_cast<uint64_t>(socket) << 48 | references << 16 |
                      static_cast<uint64_t>(core_rank)};
}

}  // namespace

void CpuOrder::by_domain(const CpuSet &cpus, const CpuSet &taken, CpuList &list) const {
  const auto preference = [&](int count) {
    return most_allocated_ ? count : static_cast<int>(Topology::kMaxCpus) - count;
  };

  std::array<int16_t, Topology::kMaxNodes> free_on_node;
  int free_on_node_0 = 0;  // also used for cores without a NUMA node
  for (const auto &place : topology_.cpu_nodes()) {
    const int n = place.cpus.count_and(cpus);
    if (place.index >= 0) free_on_node[static_cast<size_t>(place.index)] = static_cast<int16_t>(n);
    if (place.id == 0) free_on_node_0 = n;
  }

  const auto cores = topology_.cores();
  std::array<DomainKey, Topology::kMaxCpus> keys;
  size_t n = 0;
  int socket = -1;
  uint64_t socket_key = 0;
  for (size_t c = 0; c < cores.size(); ++c) {
    const auto &core = cores[c];
    int free_threads = 0;
    uint64_t refs = 0;
    for (const int cpu : topology_.threads(core)) {
      if (!cpus.contains(cpu)) continue;
      ++free_threads;
      refs += references(cpu);
    }
    if (free_threads == 0) continue;
    if (core.socket != socket) {
      socket = core.socket;
      const CpuSet &on_socket = topology_.sockets()[static_cast<size_t>(socket)].cpus;
      socket_key = pack(
          static_cast<uint64_t>(static_cast<int>(Topology::kMaxCpus) - taken.count_and(on_socket)),
          preference(cpus.count_and(on_socket)));
    }
    const int on_node =
        core.node < 0 ? free_on_node_0 : free_on_node[static_cast<size_t>(core.node)];
    keys[n++] = domain_key(pack(pack(socket_key, preference(on_node)), free_threads), socket, refs,
                           topology_.core_rank(static_cast<int>(c)));
  }
  std::sort(keys.begin(), keys.begin() + static_cast<ptrdiff_t>(n));

  for (size_t i = 0; i < n; ++i) {
    const auto from = list.ids.begin() + static_cast<ptrdiff_t>(list.size);
    const int32_t core = topology_.ranked_cores()[keys[i].core_rank()];
    for (const int cpu : topology_.threads(cores[static_cast<size_t>(core)]))
      if (cpus.contains(cpu)) list.add(cpu);
    if (ref_counts_.empty()) continue;
    std::sort(from, list.ids.begin() + static_cast<ptrdiff_t>(list.size),
              [&](int a, int b) { return fewer_references(a, b); });
  }
}

void CpuOrder::spread(CpuList &list, const CpuSet &own) const {
  if (!spreads(list.size)) return;
  const SiblingMap &siblings = topology_.siblings();
  CpuList rest;
  CpuSet later = own;
  size_t done = 0;
  while (done < list.size) {
    CpuSet seen;  // cores
    later.for_each([&](int cpu) { seen.add(topology_.find_cpu(cpu)->core); });
    later -= siblings.lowest_per_core(later);
    rest.size = 0;
    size_t kept = done;
    for (size_t i = done; i < list.size; ++i) {
      const int cpu = list.ids[i];
      const int core = topology_.find_cpu(cpu)->core;
      if (seen.contains(core)) {
        rest.add(cpu);
      } else {
        seen.add(core);
        list.ids[kept++] = list.ids[i];
      }
    }
    std::copy(rest.ids.begin(), rest.ids.begin() + static_cast<ptrdiff_t>(rest.size),
              list.ids.begin() + static_cast<ptrdiff_t>(kept));
    done = kept;
  }
}

}  // namespace koord::cpu
