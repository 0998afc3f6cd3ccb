#include "cpu/koordinator_take.h"

#include <algorithm>

#include "cpu/core_widths.h"

namespace koord::cpu {

CpuSet whole_cores(const Topology &topology, const CpuSet &cpus, Profile profile) {
  const SiblingMap &siblings = topology.siblings();
  if (siblings.uniform())
    return siblings.with_siblings(siblings.whole_cores(cpus, topology.cpus_per_core()));
  if (!rules_of(profile).average_core_width)
    return cpus - siblings.with_siblings(topology.all_cpus() - cpus);
  CpuSet whole;
  for (const auto &core : topology.cores()) {
    int members = 0;
    for (const int cpu : topology.threads(core)) members += cpus.contains(cpu) ? 1 : 0;
    if (members != topology.cpus_per_core()) continue;
    for (const int cpu : topology.threads(core))
      if (cpus.contains(cpu)) whole.add(cpu);
  }
  return whole;
}

DomainSizes domain_sizes(const Topology &topology, Profile profile) {
  if (!rules_of(profile).average_domain_size)
    return {topology.largest_place(), topology.largest_socket()};
  const int cpus = static_cast<int>(topology.cpus().size());
  int sockets = 0;
  for (const auto &socket : topology.sockets()) sockets += socket.cpus.empty() ? 0 : 1;
  return {cpus / topology.socket_place_pairs(), cpus / std::max(1, sockets)};
}

Take::Take(const Topology &topology, const Request &request, const State &state,
           const CpuSet &available, std::span<const Topology::CpuNode> places)
    : topology_(topology),
      request_(request),
      rules_(request.rules()),
      places_(places),
      order_(topology, request, state),
      sums_cores_(sums_cores(topology, request)),
      free_(available),
      avoidance_(topology, request, state) {
  cpus_per_core_ = topology.cpus_per_core();
  const DomainSizes most = domain_sizes(topology, request.profile);
  most_in_node_ = most.node;
  most_in_socket_ = most.socket;
}

const CpuSet &Take::run(int need, const CpuSet &own) {
  own_ = own;
  result_ = CpuSet();
  need_ = need;
  const bool full = request_.bind == BindPolicy::kFullPcpus;
  const bool single =
      cpus_per_core_ == 1 && (rules_.average_core_width || topology_.siblings().uniform());
  if (need_ > 0 && (full || single)) take_full_cores();
  if (need_ > 0 && !full) take_spread();
  if (need_ > 0) take_rest();
  return result_;
}

// Each strict pass first takes one CPU per core, even without an exclusive policy. Upstream gives
// up exclusivity and spreading together. The proposal ranks exclusivity higher, so spreading is
// given up first within each policy.
size_t Take::spread_passes(bool look_at_nodes, std::array<SpreadPass, 6> &out) const {
  Avoidance::Passes order;
  const size_t count = avoidance_.passes(true, look_at_nodes, order);
  size_t n = 0;
  if (rules_.gives_up_spreading_first) {
    for (size_t p = 0; p < count; ++p) {
      out[n++] = {order[p], true};
      out[n++] = {order[p], false};
    }
  } else {
    out[n++] = {order[0], true};
    out[n++] = {order[count - 1], false};
  }
  return n;
}

CpuSet Take::strictest_candidates(int need, int unit) const {
  Avoidance::Passes order;
  const size_t count = avoidance_.passes(false, false, order);
  CpuSet cpus;
  for (size_t p = 0; p < count; ++p) {
    cpus = candidates(order[p]);
    const CpuSet countable = unit > 1 ? whole_cores(topology_, cpus, request_.profile) : cpus;
    if (cpus.count() >= need && countable.count() >= need - need % unit) break;
  }
  return cpus;
}

CpuSet Take::spread_so_far() const {
  const bool counts = rules_.spreads_evenly && request_.bind != BindPolicy::kFullPcpus;
  return counts ? own_ | result_ : CpuSet();
}

CpuSet Take::lowest_on_unused_cores(const CpuSet &cpus) const {
  const SiblingMap &siblings = topology_.siblings();
  if (own_.empty() && result_.empty()) return siblings.lowest_per_core(cpus);
  return siblings.lowest_per_core(cpus - siblings.with_siblings(spread_so_far()));
}

bool Take::adds_up_to_need(const CpuSet &cpus) const {
  return CoreWidths(topology_, cpus).can_sum_to(need_);
}

bool Take::prefers(int a, int b) const {
  return request_.strategy == NumaStrategy::kMostAllocated ? a < b : a > b;
}

const CpuSet *Take::best_node(const CpuSet &countable, int min_count, const CpuSet &ranked_by,
                              const CpuSet &cpus) const {
  const auto on_socket = [&](const Topology::CpuNode &place) {
    return cpus.count_and(topology_.sockets()[static_cast<size_t>(place.socket)].cpus);
  };
  const Topology::CpuNode *best = nullptr;
  int best_count = 0;
  for (const auto &place : places_) {
    int count = countable.count_and(place.cpus);
    if (count < min_count || (sums_cores_ && !adds_up_to_need(countable & place.cpus))) continue;
    if (&ranked_by != &countable) count = ranked_by.count_and(place.cpus);
    if (best != nullptr && !prefers(count, best_count) &&
        (count != best_count || place.socket == best->socket ||
         !prefers(on_socket(place), on_socket(*best))))
      continue;
    best = &place;
    best_count = count;
  }
  return best == nullptr ? nullptr : &best->cpus;
}

const CpuSet *Take::best_socket(const CpuSet &countable, int min_count) const {
  const CpuSet *best = nullptr;
  int best_count = 0;
  for (const auto &socket : topology_.sockets()) {
    const int count = countable.count_and(socket.cpus);
    if (count < min_count || (best != nullptr && !prefers(count, best_count)) ||
        (sums_cores_ && !adds_up_to_need(countable & socket.cpus)))
      continue;
    best = &socket.cpus;
    best_count = count;
  }
  return best;
}

void Take::take_full_cores() {
  if (sums_cores_) return take_sum_of_cores();
  if (need_ <= most_in_node_ && take_full_cores_in_node()) return;
  if (need_ <= most_in_socket_ && take_full_cores_in_socket()) return;
  take_full_cores_across_sockets();
}

bool Take::take_full_cores_in_node() {
  Avoidance::Passes order;
  const size_t count = avoidance_.passes(false, true, order);
  for (size_t p = 0; p < count; ++p) {
    const CpuSet cpus = candidates(order[p]);
    const CpuSet whole = whole_cores(topology_, cpus, request_.profile);
    const CpuSet *best = best_node(whole, need_, whole, cpus);
    if (best == nullptr) continue;
    take_cores(whole & *best, need_);
    return true;
  }
  return false;
}

bool Take::take_full_cores_in_socket() {
  Avoidance::Passes order;
  const size_t count = avoidance_.passes(false, false, order);
  for (size_t p = 0; p < count; ++p) {
    const CpuSet whole = whole_cores(topology_, candidates(order[p]), request_.profile);
    const CpuSet *best = best_socket(whole, need_);
    if (best == nullptr) continue;
    take_cores(whole & *best, need_);
    return true;
  }
  return false;
}

// Takes whole cores in one NUMA node, in one socket or anywhere, and avoids exclusive holders if
// the others suffice. If no sum of whole cores equals the request, takes the greatest sum below it.
void Take::take_sum_of_cores() {
  if (take_full_cores_in_node() || take_full_cores_in_socket()) return;
  Avoidance::Passes order;
  const size_t count = avoidance_.passes(false, false, order);
  for (size_t p = 0; p < count; ++p) {
    const CpuSet whole = whole_cores(topology_, candidates(order[p]), request_.profile);
    if (p + 1 < count && !adds_up_to_need(whole)) continue;
    return take_cores(whole, need_);
  }
}

// Takes whole sockets while they fit, then whole cores from the sockets with the fewest.
void Take::take_full_cores_across_sockets() {
  const CpuSet whole =
      whole_cores(topology_, strictest_candidates(need_, cpus_per_core_), request_.profile);
  const auto sockets = topology_.sockets();
  struct Socket {
    int16_t cpus;  // in whole cores
    int16_t index;
  };
  std::array<Socket, Topology::kMaxCpus> order;
  size_t n = 0;
  for (size_t s = 0; s < sockets.size() && n < order.size(); ++s)
    if (!sockets[s].cpus.empty())
      order[n++] = {static_cast<int16_t>(whole.count_and(sockets[s].cpus)),
                    static_cast<int16_t>(s)};
  const auto end = order.begin() + static_cast<ptrdiff_t>(n);
  std::sort(order.begin(), end, [](const Socket &a, const Socket &b) {
    return a.cpus != b.cpus ? a.cpus > b.cpus : a.index < b.index;
  });
  const auto cores_of = [&](const Socket &socket) {
    return whole & sockets[static_cast<size_t>(socket.index)].cpus;
  };
  size_t aside = 0;
  for (size_t i = 0; i < n && need_ > 0; ++i)
    if (need_ >= order[i].cpus)
      take_cores(cores_of(order[i]), order[i].cpus);
    else
      order[aside++] = order[i];
  std::sort(order.begin(), order.begin() + static_cast<ptrdiff_t>(aside),
            [](const Socket &a, const Socket &b) {
              return a.cpus != b.cpus ? a.cpus < b.cpus : a.index < b.index;
            });
  for (size_t i = 0; i < aside && need_ >= cpus_per_core_; ++i)
    take_cores(cores_of(order[i]), need_ - need_ % cpus_per_core_);
}

void Take::take_spread() {
  if (need_ <= most_in_node_) take_spread_in_node();
  if (need_ > 0 && need_ <= most_in_socket_) take_spread_in_socket();
}

void Take::take_spread_in_node() {
  std::array<SpreadPass, 6> order;
  const size_t count = spread_passes(true, order);
  for (size_t p = 0; p < count; ++p) {
    const CpuSet cpus = candidates(order[p].pass);
    const CpuSet *best = order[p].one_per_core
                             ? best_node(lowest_on_unused_cores(cpus), need_, cpus, cpus)
                             : best_node(cpus, need_, cpus, cpus);
    if (best == nullptr) continue;
    take_strictest_first(*best, {order.data(), p + 1});
    return;
  }
}

void Take::take_spread_in_socket() {
  std::array<SpreadPass, 6> order;
  const size_t count = spread_passes(false, order);
  for (size_t p = 0; p < count; ++p) {
    const CpuSet cpus = candidates(order[p].pass);
    const CpuSet *best = order[p].one_per_core ? best_socket(lowest_on_unused_cores(cpus), need_)
                                               : best_socket(cpus, need_);
    if (best == nullptr) continue;
    take_strictest_first(*best, {order.data(), p + 1});
    return;
  }
}

// Takes CPUs of `place`, which the last pass of `order` found. Under the proposal's rules, CPUs
// that satisfy a stricter pass are still taken first.
void Take::take_strictest_first(const CpuSet &place, std::span<const SpreadPass> order) {
  const size_t first = rules_.takes_strictest_first ? 0 : order.size() - 1;
  for (size_t p = first; p < order.size() && need_ > 0; ++p)
    take_cpus(candidates(order[p].pass) & place, order[p].one_per_core);
}

void Take::take_rest() {
  Avoidance::Passes order;
  const size_t count = avoidance_.passes(true, true, order);
  for (size_t p = 0; p < count && need_ > 0; ++p) {
    CpuList list;
    order_.by_domain(candidates(order[p]), result_, list);
    order_.spread(list, spread_so_far());
    take(list, need_);
  }
}

void Take::take_cores(const CpuSet &whole, int count) {
  CpuList list;
  order_.by_core(whole, count, list);
  take(list, count);
}

void Take::take_cpus(const CpuSet &cpus, bool one_per_core) {
  CpuList list;
  const bool first = own_.empty() && result_.empty();
  if (one_per_core)
    order_.one_per_core(first ? cpus : cpus - topology_.siblings().with_siblings(spread_so_far()),
                        need_, list);
  else
    order_.spread_by_cpu(cpus, first ? result_ : spread_so_far(), need_, list);
  take(list, need_);
}

// Takes the first `count` CPUs of a list. In upstream's later stages the pick avoids its own CPUs
// like those that others hold.
void Take::take(const CpuList &list, int count) {
  CpuSet taken;
  for (const int cpu : list.view().first(std::min(list.size, static_cast<size_t>(count))))
    taken.add(cpu);
  result_ |= taken;
  free_ -= taken;
  need_ -= taken.count();
  if (need_ > 0 && rules_.avoids_own_cpus) avoidance_.avoid_own(taken);
}

}  // namespace koord::cpu
