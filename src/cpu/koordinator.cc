#include "cpu/koordinator.h"

#include <algorithm>
#include <optional>

#include "cpu/core_widths.h"
#include "cpu/exclusive.h"
#include "cpu/koordinator_take.h"
#include "cpu/kubelet_distribution.h"
#include "cpu/l3_pick.h"
#include "cpu/node_take.h"
#include "cpu/numa_split.h"
#include "cpu/sum_in_hint.h"

namespace koord::cpu {
namespace {

// Applies the proposal's limits on ARM, which knows only FullPCPUs and NUMANodeLevel. Refuses other
// policies and sets the bind policy to FullPCPUs.
Refusal apply_arm_limits(const Topology &topology, Request &request) {
  if (!request.rules().limits_arm || !is_arm_architecture(topology.facts().architecture)) return {};
  Refusal refusal = Refusal::of(Reason::kNone, request.profile);
  refusal.object = Object::kPolicy;
  if (request.bind == BindPolicy::kSpreadByPcpus) {
    refusal.reason = Reason::kBindPolicyUnsupported;
    refusal.set_bind_policy(request.bind);
  } else if (!is_for_arm(request.exclusive)) {
    refusal.reason = Reason::kExclusivePolicyUnsupported;
    refusal.set_exclusive_policy(request.exclusive);
  }
  request.bind = BindPolicy::kFullPcpus;
  return refusal;
}

Refusal shortage(const Request &request, Reason reason, int64_t best) {
  Refusal refusal = Refusal::of(reason, request.profile);
  refusal.needed = request.cpus;
  refusal.best = best;
  if (reason == Reason::kRequiredBindPolicy) refusal.set_bind_policy(request.bind);
  return refusal;
}

// Refuses a count that is no multiple of the core width. Upstream finds out by trying.
Refusal check_whole_cores(const Topology &topology, const Request &request, int cpus_per_core) {
  if (!request.rules().checks_smt_alignment || !request.required ||
      !topology.siblings().uniform() || request.bind != BindPolicy::kFullPcpus ||
      request.cpus % cpus_per_core == 0)
    return {};
  Refusal refusal = shortage(request, Reason::kSmtAlignment, 0);
  refusal.set_threads_per_core(cpus_per_core);
  return refusal;
}

// Returns the available CPUs that are preferred, limited to whole cores if the policy
// requires them.
CpuSet preferred_of(const Topology &topology, const Request &request, const State &state,
                    const CpuSet &available) {
  if (state.preferred == nullptr) return {};
  const CpuSet preferred = available & *state.preferred;
  const bool whole = request.required && request.bind == BindPolicy::kFullPcpus &&
                     request.rules().prefers_whole_cores;
  return whole ? whole_cores(topology, preferred, request.profile) : preferred;
}

// Takes preferred CPUs first, then others. Both steps see the same holders. own: CPUs that the
// pick already has.
CpuSet take_preferred(const Topology &topology, const Request &request, const State &state,
                      const CpuSet &available, int need, std::span<const Topology::CpuNode> places,
                      const CpuSet &own = {}) {
  if (state.preferred == nullptr)
    return Take(topology, request, state, available, places).run(need, own);
  CpuSet picked;
  CpuSet rest = available;
  const CpuSet first = preferred_of(topology, request, state, available);
  if (!first.empty()) {
    picked = Take(topology, request, state, first, places).run(std::min(need, first.count()), own);
    rest -= first;
  }
  need -= picked.count();
  if (need > 0) picked |= Take(topology, request, state, rest, places).run(need, own | picked);
  return picked;
}

bool satisfies_required(const Topology &topology, const Request &request, const CpuSet &picked) {
  if (!request.required || request.bind == BindPolicy::kDefault) return true;
  if (request.bind == BindPolicy::kSpreadByPcpus)
    return request.fills_cores || topology.siblings().lowest_per_core(picked) == picked;
  return whole_cores(topology, picked, request.profile) == picked;
}

// Returns one available CPU of each core, a preferred one if the core has any.
CpuSet one_per_core(const Topology &topology, const Request &request, const State &state,
                    const CpuSet &available) {
  const SiblingMap &siblings = topology.siblings();
  if (state.preferred == nullptr || !request.rules().spreads_preferred_threads)
    return siblings.lowest_per_core(available);
  const CpuSet first = siblings.lowest_per_core(available & *state.preferred);
  return first | siblings.lowest_per_core(available - siblings.with_siblings(first));
}

// Calls take(cpus) with one CPU of each core that has one left, until it returns false.
template <typename Take>
void for_each_round(const Topology &topology, const Request &request, const State &state,
                    CpuSet rest, Take &&take) {
  while (true) {
    const CpuSet round = one_per_core(topology, request, state, rest);
    if (round.empty() || !take(round)) return;
    rest -= round;
  }
}

// Fills in the amount that each NUMA node of a hint can give, in milli-CPU and in CPUs. Returns the
// total in CPUs.
int64_t measure_nodes(const Topology &topology, const Request &request, const CpuSet &usable,
                      int unit, std::span<const HintedNode> hint, std::span<NodeShare> nodes) {
  const bool trimmed = request.required || request.rules().caps_hint_by_free_cpus;
  int64_t best = 0;
  for (size_t i = 0; i < hint.size(); ++i) {
    // A hint may contain a node without CPUs because of its memory.
    const Topology::CpuNode *place = topology.find_numa_place(hint[i].node);
    const int64_t in_cpus = int64_t{1000} * (place == nullptr ? 0 : usable.count_and(place->cpus));
    int64_t milli = hint[i].available_milli < 0 ? in_cpus : hint[i].available_milli;
    if (trimmed) milli = std::min(milli, in_cpus);
    const int cpus = static_cast<int>(std::min<int64_t>(milli / 1000, CpuSet::kCapacity));
    nodes[i] = {milli, cpus - cpus % unit, 0};
    best += nodes[i].room;
  }
  return best;
}

// Picks CPUs from a hint in steps. Each step takes CPUs of one set and splits the number still
// wanted over the NUMA nodes.
class InHint {
 public:
  InHint(const Topology &topology, const Request &request, const State &state,
         std::span<const HintedNode> hint, std::span<NodeShare> nodes, CpuSet &out)
      : topology_(topology),
        request_(request),
        state_(state),
        hint_(hint),
        nodes_(nodes),
        out_(out) {}

  int wanted() const { return request_.cpus - out_.count(); }

  // Takes the whole share of every node at once, each node's preferred CPUs first.
  void take_as_upstream(const CpuSet &usable) {
    const NodeTake shaped(topology_, request_, state_, usable);
    for (size_t i = 0; i < nodes_.size(); ++i)
      add(i, nodes_[i].given, shaped, usable, [&](const CpuSet &here, int cpus, auto places) {
        return take_preferred(topology_, request_, state_, here, cpus, places);
      });
  }

  // Takes as many CPUs of `from` as possible, in units of `unit`.
  void take(const CpuSet &from, int unit) {
    if (wanted() < unit || from.empty()) return;
    std::array<int, Topology::kMaxNodes> before;
    std::array<int, Topology::kMaxNodes> closed;
    for (size_t i = 0; i < nodes_.size(); ++i) {
      const Topology::CpuNode *place = topology_.find_numa_place(hint_[i].node);
      const int here = place == nullptr ? 0 : from.count_and(place->cpus);
      before[i] = nodes_[i].given;
      closed[i] = std::max(0, nodes_[i].room - here);
      nodes_[i].room -= closed[i];
    }
    split(nodes_, request_.strategy, unit, wanted());
    const NodeTake shaped(topology_, request_, state_, from);
    for (size_t i = 0; i < nodes_.size(); ++i) {
      nodes_[i].room += closed[i];
      add(i, nodes_[i].given - before[i], shaped, from,
          [&](const CpuSet &here, int cpus, auto places) {
            return Take(topology_, request_, state_, here, places).run(cpus, out_);
          });
    }
  }

  // Takes the CPUs of `from` that kubelet would take from each node. Returns false if
  // that is unknown.
  bool take_as_kubelet(const CpuSet &from) {
    const CpuSet within = within_room(from);
    const int cpus = std::min(wanted(), within.count());
    if (cpus == 0) return true;
    const auto dealt = distribute_as_kubelet(topology_, request_, within, cpus);
    if (!dealt) return false;
    const bool as_it_is = within == from && takes_kubelets_cpus(request_, state_);
    const NodeTake shaped(topology_, request_, state_, from);
    for (size_t i = 0; i < nodes_.size(); ++i) {
      const Topology::CpuNode *place = topology_.find_numa_place(hint_[i].node);
      if (place == nullptr) continue;
      const int share = dealt->count_and(place->cpus);
      nodes_[i].given += share;
      nodes_[i].room -= share;
      if (!as_it_is)
        add(i, share, shaped, from, [&](const CpuSet &here, int count, auto places) {
          return Take(topology_, request_, state_, here, places).run(count, out_);
        });
    }
    if (as_it_is) out_ |= *dealt;
    return true;
  }

  // Takes CPUs of `from` spread over the cores of all nodes: one per core before a second of any.
  void take_spread(const CpuSet &from) {
    SpreadRounds rounds(topology_.siblings(), from, out_);
    while (wanted() > 0) {
      const CpuSet round = rounds.next();
      if (round.empty()) return;
      take(round, 1);
    }
  }

 private:
  // Returns CPUs of `from`, at most as many of each node as it may give. Whole cores come first.
  CpuSet within_room(const CpuSet &from) const {
    CpuSet out;
    for (size_t i = 0; i < nodes_.size(); ++i) {
      const Topology::CpuNode *place = topology_.find_numa_place(hint_[i].node);
      if (place == nullptr) continue;
      const CpuSet here = from & place->cpus;
      if (here.count() <= nodes_[i].room)
        out |= here;
      else
        out |= Take(topology_, request_, state_, here, {place, 1}).run(nodes_[i].room);
    }
    return out;
  }

  template <typename Pick>
  void add(size_t i, int cpus, const NodeTake &shaped, const CpuSet &from, Pick &&pick) {
    const Topology::CpuNode *place = topology_.find_numa_place(hint_[i].node);
    if (cpus == 0 || place == nullptr || shaped.add_from(*place, cpus, out_)) return;
    const CpuSet here = from & place->cpus;
    out_ |= pick(here, std::min(here.count(), cpus), std::span(place, 1));
  }

  const Topology &topology_;
  const Request &request_;
  const State &state_;
  std::span<const HintedNode> hint_;
  std::span<NodeShare> nodes_;
  CpuSet &out_;
};

// Takes preferred CPUs first, regardless of the NUMA strategy, then CPUs away from exclusive
// holders if these suffice. FullPCPUs takes as many whole cores of these as possible, SpreadByPCPUs
// one CPU of each core first.
void take_in_hint(const Topology &topology, const Request &request, const State &state,
                  const CpuSet &usable, int cpus_per_core, int unit, CpuSet &out, InHint &nodes) {
  const bool spread = request.bind == BindPolicy::kSpreadByPcpus;
  const CpuSet first = preferred_of(topology, request, state, usable);
  if (spread)
    nodes.take_spread(first);
  else
    nodes.take(first, unit);
  const bool full = request.bind == BindPolicy::kFullPcpus;
  const int core = full && topology.siblings().uniform() ? cpus_per_core : unit;
  const auto take = [&](const CpuSet &from) {
    if (distributes_as_kubelet(request) && nodes.take_as_kubelet(from - out)) return;
    if (spread) return nodes.take_spread(from);
    if (full && !request.required) nodes.take(whole_cores(topology, from, request.profile), core);
    nodes.take(from - out, unit);
  };
  if (nodes.wanted() > 0 && request.exclusive != ExclusivePolicy::kNone) {
    const CpuSet rest = usable - out;
    take(Take(topology, request, state, rest, topology.cpu_nodes())
             .strictest_candidates(nodes.wanted(), core));
  }
  if (nodes.wanted() > 0) take(usable - out);
}

Refusal pick_in_hint(const Topology &topology, const Request &request, const State &state,
                     const CpuSet &usable, int cpus_per_core, std::span<HintedNode> hint,
                     CpuSet &out) {
  const bool by_core = request.required && request.bind == BindPolicy::kFullPcpus;
  const bool one_width = request.rules().average_core_width || topology.siblings().uniform();
  const int unit = by_core && one_width ? cpus_per_core : 1;
  NodeShares all;
  const std::span<NodeShare> sharers(all.data(), hint.size());
  const int64_t best = measure_nodes(topology, request, usable, unit, hint, sharers);
  const bool by_strategy = request.rules().shares_hint_by_strategy;
  if (by_strategy ? best < request.cpus || request.cpus % unit != 0
                  : !split_as_upstream(sharers, unit, request.cpus))
    return shortage(request, Reason::kInsufficientNuma,
                    by_strategy ? best : std::min<int64_t>(best, request.cpus - 1));
  InHint nodes(topology, request, state, hint, sharers, out);
  if (by_strategy) {
    CpuSet here;
    for (const HintedNode &node : hint)
      if (const auto *place = topology.find_numa_place(node.node)) here |= usable & place->cpus;
    if (request.fills_cores) {
      for_each_round(topology, request, state, here, [&](const CpuSet &round) {
        take_in_hint(topology, request, state, round, cpus_per_core, unit, out, nodes);
        return nodes.wanted() > 0;
      });
    } else {
      take_in_hint(topology, request, state, here, cpus_per_core, unit, out, nodes);
    }
  } else {
    nodes.take_as_upstream(usable);
  }
  for (size_t i = 0; i < hint.size(); ++i) hint[i].granted_milli = int64_t{1000} * all[i].given;
  if (out.count() < request.cpus) return shortage(request, Reason::kNotEnoughCpus, out.count());
  return {};
}

// DistributeEvenly: adds preferred CPUs, then an even share of the rest from every NUMA node, in
// whole cores under FullPCPUs, or the number that kubelet would take of each node. CPUs that the
// nodes cannot give that way are taken as without the strategy.
void distribute(const Topology &topology, const Request &request, const State &state,
                const CpuSet &usable, int cpus_per_core, CpuSet &picked) {
  const int unit = request.bind == BindPolicy::kFullPcpus ? cpus_per_core : 1;
  const auto places = topology.cpu_nodes();
  const auto missing = [&] { return request.cpus - picked.count(); };
  const CpuSet before = picked;
  const CpuSet first = preferred_of(topology, request, state, usable);
  if (!first.empty())
    picked |= Take(topology, request, state, first, places)
                  .run(std::min(missing(), first.count()), before);
  const int wanted = missing();
  if (wanted == 0) return;
  CpuSet open = usable - picked;
  if (request.exclusive != ExclusivePolicy::kNone)
    open = Take(topology, request, state, open, places).strictest_candidates(wanted, unit);
  std::optional<CpuSet> dealt;
  if (distributes_as_kubelet(request))
    dealt = distribute_as_kubelet(topology, request, open, std::min(wanted, open.count()));
  if (dealt && takes_kubelets_cpus(request, state)) {
    picked |= *dealt;
    return;
  }
  const NodeTake shaped(topology, request, state, open);
  const CpuSet &countable = unit > 1 ? shaped.shaped() : open;
  NodeShares nodes;
  for (size_t i = 0; i < places.size(); ++i) {
    const int cpus = countable.count_and(places[i].cpus);
    nodes[i] = {int64_t{1000} * cpus, cpus, before.count_and(places[i].cpus)};
  }
  if (!dealt) split({nodes.data(), places.size()}, NumaStrategy::kDistributeEvenly, unit, wanted);
  for (size_t i = 0; i < places.size(); ++i) {
    const int share = dealt ? dealt->count_and(places[i].cpus)
                            : nodes[i].given - before.count_and(places[i].cpus);
    if (share > 0 && !shaped.add_from(places[i], share, picked))
      picked |= take_preferred(topology, request, state, open & places[i].cpus, share,
                               places.subspan(i, 1), picked);
  }
  if (const int left = missing(); left > 0)
    picked |= take_preferred(topology, request, state, usable - picked, left, places, picked);
}

// Adds CPUs of `usable` until the pick has as many as requested.
void take_anywhere(const Topology &topology, const Request &request, const State &state,
                   const CpuSet &usable, int cpus_per_core, CpuSet &out) {
  if (request.rules().distributes_evenly && request.strategy == NumaStrategy::kDistributeEvenly)
    distribute(topology, request, state, usable, cpus_per_core, out);
  else
    out |= take_preferred(topology, request, state, usable, request.cpus - out.count(),
                          topology.cpu_nodes(), out);
}

}  // namespace

CpuSet usable(const Topology &topology, const Request &request, const State &state) {
  const CpuSet &available = *state.available;
  if (!request.required || request.fills_cores) return available;
  if (request.bind == BindPolicy::kSpreadByPcpus)
    return one_per_core(topology, request, state, available);
  if (request.bind != BindPolicy::kFullPcpus) return available;
  return whole_cores(topology, available, request.profile);
}

namespace {

Refusal pick_as_asked(const Topology &topology, const Request &request, const State &state,
                      std::span<HintedNode> hint, CpuSet &out) {
  out = CpuSet();
  for (HintedNode &grant : hint) grant.granted_milli = 0;
  const int cpus_per_core = topology.cpus_per_core();
  if (const Refusal refusal = check_whole_cores(topology, request, cpus_per_core);
      refusal.refused())
    return refusal;
  const CpuSet usable = cpu::usable(topology, request, state);
  if (!hint.empty()) {
    const Refusal refusal =
        pick_in_hint(topology, request, state, usable, cpus_per_core, hint, out);
    if (refusal.refused()) return refusal;
  } else {
    if (request.cpus > usable.count()) {
      const int available = state.available->count();
      return request.rules().reports_bind_shortage && request.cpus <= available
                 ? shortage(request, Reason::kRequiredBindPolicy, usable.count())
                 : shortage(request, Reason::kNotEnoughCpus, available);
    }
    if (request.fills_cores) {
      for_each_round(topology, request, state, usable, [&](const CpuSet &round) {
        if (round.count() <= request.cpus - out.count())
          out |= round;
        else
          take_anywhere(topology, request, state, round, cpus_per_core, out);
        return out.count() < request.cpus;
      });
    } else {
      take_anywhere(topology, request, state, usable, cpus_per_core, out);
    }
  }
  const bool sums = sums_cores(topology, request);
  if (!satisfies_required(topology, request, out) || (sums && out.count() < request.cpus)) {
    const int most = sums ? greatest(CoreWidths(topology, usable).sums(request.cpus), request.cpus)
                          : usable.count() - usable.count() % cpus_per_core;
    return shortage(request, Reason::kRequiredBindPolicy, most);
  }
  if (request.fewest_l3) out = with_fewest_l3(topology, request, state, usable, out);
  return {};
}

void clear(std::span<HintedNode> hint, CpuSet &out) {
  out = CpuSet();
  for (HintedNode &grant : hint) grant.granted_milli = 0;
}

// Picks whole cores of different width. If the order of the strategy, the preferred CPUs or an even
// distribution miss the sum, takes any whole cores that add up to it.
Refusal pick_sum(const Topology &topology, const Request &request, const State &state,
                 std::span<HintedNode> hint, CpuSet &out) {
  const Refusal refusal = pick_as_asked(topology, request, state, hint, out);
  if (!refusal.refused()) return refusal;
  clear(hint, out);
  if (!hint.empty()) return sum_in_hint(topology, request, state, hint, out) ? Refusal{} : refusal;
  const CpuSet usable = cpu::usable(topology, request, state);
  if (!CoreWidths(topology, usable).can_sum_to(request.cpus)) return refusal;
  out = Take(topology, request, state, usable, topology.cpu_nodes()).run(request.cpus);
  return {};
}

// Tries to satisfy a request that may split cores with whole cores of different width. The plain
// order would split the core at which the count ends. Returns false if no sum of whole cores fits
// or if it would leave out preferred CPUs.
bool pick_whole_cores(const Topology &topology, const Request &request, const State &state,
                      std::span<HintedNode> hint, CpuSet &out) {
  Request whole = request;
  whole.required = true;
  if (!sums_cores(topology, whole) || pick_sum(topology, whole, state, hint, out).refused())
    return false;
  if (state.preferred == nullptr) return true;
  const int preferred = state.available->count_and(*state.preferred);
  return out.count_and(*state.preferred) == std::min(preferred, request.cpus);
}

}  // namespace

Refusal pick(const Topology &topology, const Request &requested, const State &state,
             std::span<HintedNode> hint, CpuSet &out) {
  clear(hint, out);
  Request request = requested;
  if (request.cpus <= 0) return {};
  if (const Refusal refusal = apply_arm_limits(topology, request); refusal.refused())
    return refusal;
  if (request.bind == BindPolicy::kFullPcpus && !topology.siblings().uniform()) {
    if (sums_cores(topology, request)) return pick_sum(topology, request, state, hint, out);
    if (pick_whole_cores(topology, request, state, hint, out)) return {};
  }
  return pick_as_asked(topology, request, state, hint, out);
}

}  // namespace koord::cpu
