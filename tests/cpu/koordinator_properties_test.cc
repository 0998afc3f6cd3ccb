// Properties of Koordinator's policies for every machine, state and request.
#include "koordinator_situations.h"
#include "wording/sentence.h"

namespace koord::cpu::properties {
namespace {

using koord::testing::cores_touched;
using koord::testing::in_whole_cores;
using koord::testing::split_cores;

RC_GTEST_PROP(KoordinatorProperties, ExactlyAsManyAsAskedAndOnlyAvailableOnes, ()) {
  Situation s = draw(Cores::kAny);
  draw_preferred(s);
  if (*rc::gen::arbitrary<bool>()) draw_hint(s);
  s.request.required = *rc::gen::arbitrary<bool>();
  s.request.fewest_l3 = *rc::gen::arbitrary<bool>();
  const Answer answer = ask_and_log(s);
  if (answer.refusal.refused()) {
    RC_ASSERT(answer.refusal.needed == s.request.cpus);
    RC_ASSERT(answer.refusal.profile == s.request.profile);
    RC_ASSERT(answer.refusal.best >= 0);
    RC_ASSERT(!to_sentence(answer.refusal).empty());
    return;
  }
  RC_ASSERT(answer.cpus.count() == s.request.cpus);
  RC_ASSERT(answer.cpus.is_subset_of(s.available));
}

RC_GTEST_PROP(KoordinatorProperties, IsDeterministic, ()) {
  Situation s = draw(Cores::kAny);
  draw_preferred(s);
  if (*rc::gen::arbitrary<bool>()) draw_hint(s);
  s.request.required = *rc::gen::arbitrary<bool>();
  s.request.fewest_l3 = *rc::gen::arbitrary<bool>();
  const Answer first = ask_and_log(s);
  // The order in which the machine is described does not matter, either.
  std::reverse(s.machine.spec.cpus.begin(), s.machine.spec.cpus.end());
  s.machine.topology = Topology::build(s.machine.spec);
  const Answer second = ask(s);
  RC_ASSERT(first.refusal.reason == second.refusal.reason);
  RC_ASSERT(first.refusal.best == second.refusal.best);
  RC_ASSERT(first.cpus == second.cpus);
  RC_ASSERT(first.granted == second.granted);
}

RC_GTEST_PROP(KoordinatorProperties, RefusedOnlyWhereTooFewAreAvailable, ()) {
  Situation s = draw(Cores::kAny);
  draw_preferred(s);
  s.request.fewest_l3 = *rc::gen::arbitrary<bool>();
  const Answer answer = ask_and_log(s);
  RC_ASSERT(answer.refusal.refused() == (s.request.cpus > s.available.count()));
  if (answer.refusal.refused()) RC_ASSERT(answer.refusal.best == s.available.count());
}

RC_GTEST_PROP(KoordinatorProperties, RequiredFullPcpusIsWholeCoresOrNothing, ()) {
  Situation s = draw(Cores::kUniform);
  s.request.bind = BindPolicy::kFullPcpus;
  s.request.required = true;
  s.request.fewest_l3 = *rc::gen::arbitrary<bool>();
  const Answer answer = ask_and_log(s);
  const int whole = in_whole_cores(s.topology(), s.available).count();
  RC_ASSERT(answer.refusal.refused() ==
            (s.request.cpus > whole || s.request.cpus % s.width() != 0));
  if (!answer.refusal.refused()) RC_ASSERT(split_cores(s.topology(), answer.cpus) == 0);
}

RC_GTEST_PROP(KoordinatorProperties, RequiredSpreadIsOnePerCoreOrNothing, ()) {
  Situation s = draw(Cores::kAny);
  draw_preferred(s);
  s.request.bind = BindPolicy::kSpreadByPcpus;
  s.request.required = true;
  s.request.fewest_l3 = *rc::gen::arbitrary<bool>();
  const Answer answer = ask_and_log(s);
  RC_ASSERT(answer.refusal.refused() ==
            (s.request.cpus > cores_touched(s.topology(), s.available)));
  if (!answer.refusal.refused())
    RC_ASSERT(cores_touched(s.topology(), answer.cpus) == s.request.cpus);
}

RC_GTEST_PROP(KoordinatorProperties, PreferredCpusAreUsedFirst, ()) {
  Situation s = draw(Cores::kAny);
  draw_preferred(s);
  not_evenly(s);
  s.request.fewest_l3 = *rc::gen::arbitrary<bool>();
  const Answer answer = ask_and_log(s);
  if (answer.refusal.refused()) return;
  RC_ASSERT(answer.cpus.count_and(s.preferred) ==
            std::min(s.request.cpus, s.available.count_and(s.preferred)));
}

RC_GTEST_PROP(KoordinatorProperties, NodesOfAHintGiveWhatTheyWereGranted, ()) {
  Situation s = draw(Cores::kAny);
  draw_preferred(s);
  draw_hint(s);
  RC_PRE(!s.hint.empty());
  s.request.required = *rc::gen::arbitrary<bool>();
  s.request.fewest_l3 = *rc::gen::arbitrary<bool>();
  const Answer answer = ask_and_log(s);
  if (answer.refusal.refused()) return;
  int64_t sum = 0;
  for (size_t i = 0; i < s.hint.size(); ++i) {
    const int64_t milli = s.hint[i].available_milli;
    RC_ASSERT(answer.granted[i] ==
              int64_t{1000} * answer.cpus.count_and(node_set(s.topology(), s.hint[i].node)));
    RC_ASSERT(milli < 0 || answer.granted[i] <= milli);
    sum += answer.granted[i];
  }
  RC_ASSERT(sum == int64_t{1000} * s.request.cpus);
}

RC_GTEST_PROP(KoordinatorProperties, HintIsGrantedWhereItsNodesHaveEnough, ()) {
  Situation s = draw(Cores::kAny);
  draw_hint(s);
  RC_PRE(!s.hint.empty());
  s.request.profile = Profile::kSpec;
  int64_t enough = 0;
  for (const HintedNode &node : s.hint) {
    const int64_t free = s.available.count_and(node_set(s.topology(), node.node));
    enough +=
        node.available_milli < 0 ? free : std::min<int64_t>(free, node.available_milli / 1000);
  }
  const Answer answer = ask_and_log(s);
  RC_ASSERT(answer.refusal.refused() == (s.request.cpus > enough));
  if (answer.refusal.refused()) RC_ASSERT(answer.refusal.best == enough);
}

RC_GTEST_PROP(KoordinatorProperties, TheStrategyOrdersTheNodesOfAHint, ()) {
  Situation s = draw(Cores::kAny);
  draw_hint(s);
  not_evenly(s);
  s.request.profile = Profile::kSpec;
  s.request.bind = BindPolicy::kDefault;
  s.request.exclusive = ExclusivePolicy::kNone;
  const Answer answer = ask_and_log(s);
  RC_PRE(!s.hint.empty() && !answer.refusal.refused());
  std::vector<std::pair<int64_t, size_t>> order;  // by free CPU, then by number
  for (size_t i = 0; i < s.hint.size(); ++i) {
    int64_t left = 1000 * s.available.count_and(node_set(s.topology(), s.hint[i].node));
    if (s.hint[i].available_milli >= 0) left = std::min(left, s.hint[i].available_milli);
    order.emplace_back(s.request.strategy == NumaStrategy::kMostAllocated ? left : -left, i);
  }
  std::sort(order.begin(), order.end());
  bool enough = false;
  for (const auto &[left, i] : order) {
    if (enough) RC_ASSERT(answer.granted[i] == 0);
    enough = answer.granted[i] / 1000 < std::abs(left) / 1000;
  }
}

// Returns true if some NUMA node can supply the request from these CPUs under its bind policy.
bool one_node_fits(const Situation &s, const CpuSet &cpus) {
  const bool full = s.request.bind == BindPolicy::kFullPcpus || s.width() == 1;
  const CpuSet usable = full ? in_whole_cores(s.topology(), cpus) : cpus;
  const std::vector<CpuSet> nodes = node_sets(s.topology());
  return std::any_of(nodes.begin(), nodes.end(),
                     [&](const CpuSet &node) { return usable.count_and(node) >= s.request.cpus; });
}

int nodes_touched(const Topology &topology, const CpuSet &cpus) {
  int n = 0;
  for (const CpuSet &node : node_sets(topology)) n += node.intersects(cpus) ? 1 : 0;
  return n;
}

RC_GTEST_PROP(KoordinatorProperties, OneNumaNodeWhereOneFits, ()) {
  Situation s = draw(Cores::kUniform);
  not_evenly(s);
  s.request.exclusive = ExclusivePolicy::kNone;
  s.request.fewest_l3 = *rc::gen::arbitrary<bool>();
  RC_PRE(s.request.cpus > 0 && one_node_fits(s, s.available));
  RC_ASSERT(nodes_touched(s.topology(), ask_and_log(s).cpus) == 1);
}

RC_GTEST_PROP(KoordinatorProperties, TightestOrRoomiestNodeThatFits, ()) {
  Situation s = draw(Cores::kUniform);
  not_evenly(s);
  s.request.bind = BindPolicy::kFullPcpus;
  s.request.exclusive = ExclusivePolicy::kNone;
  RC_PRE(s.request.cpus > 0 && one_node_fits(s, s.available));
  const Answer answer = ask_and_log(s);
  const CpuSet whole = in_whole_cores(s.topology(), s.available);
  int chosen = 0;
  int tightest = CpuSet::kCapacity;
  int roomiest = 0;
  for (const CpuSet &node : node_sets(s.topology())) {
    const int free = whole.count_and(node);
    if (node.intersects(answer.cpus)) chosen = free;
    if (free < s.request.cpus) continue;
    tightest = std::min(tightest, free);
    roomiest = std::max(roomiest, free);
  }
  RC_ASSERT(chosen == (s.request.strategy == NumaStrategy::kMostAllocated ? tightest : roomiest));
}

RC_GTEST_PROP(KoordinatorProperties, WholeCoresWhileThereAreAny, ()) {
  Situation s = draw(Cores::kUniform);
  s.request.bind = BindPolicy::kFullPcpus;
  s.request.exclusive = ExclusivePolicy::kNone;
  const Answer answer = ask_and_log(s);
  if (answer.refusal.refused()) return;
  const int whole = in_whole_cores(s.topology(), s.available).count() / s.width();
  const int taken = in_whole_cores(s.topology(), answer.cpus).count() / s.width();
  RC_ASSERT(taken >= std::min(whole, s.request.cpus / s.width()));
}

RC_GTEST_PROP(KoordinatorProperties, SpreadIsOnePerCoreWhereANodeHasTheCores, ()) {
  Situation s = draw(Cores::kUniform);
  not_evenly(s);
  s.request.bind = BindPolicy::kSpreadByPcpus;
  s.request.exclusive = ExclusivePolicy::kNone;
  s.request.fewest_l3 = *rc::gen::arbitrary<bool>();
  const std::vector<CpuSet> nodes = node_sets(s.topology());
  RC_PRE(std::any_of(nodes.begin(), nodes.end(), [&](const CpuSet &node) {
    return cores_touched(s.topology(), s.available & node) >= s.request.cpus;
  }));
  RC_ASSERT(cores_touched(s.topology(), ask_and_log(s).cpus) == s.request.cpus);
}

RC_GTEST_PROP(KoordinatorProperties, PcpuLevelLeavesHeldCoresWhereANodeHasOthers, ()) {
  Situation s = draw(Cores::kUniform);
  not_evenly(s);
  s.request.profile = Profile::kSpec;
  s.request.exclusive = ExclusivePolicy::kPcpuLevel;
  const CpuSet held = s.topology().siblings().with_siblings(s.core_held);
  RC_PRE(one_node_fits(s, s.available - held));
  RC_ASSERT(!ask_and_log(s).cpus.intersects(held));
}

RC_GTEST_PROP(KoordinatorProperties, NumaNodeLevelLeavesHeldNodesWhereAnotherFits, ()) {
  Situation s = draw(Cores::kUniform);
  not_evenly(s);
  s.request.profile = Profile::kSpec;
  s.request.exclusive = ExclusivePolicy::kNumaNodeLevel;
  s.request.fewest_l3 = *rc::gen::arbitrary<bool>();
  CpuSet held;
  for (const CpuSet &node : node_sets(s.topology()))
    if (node.intersects(s.node_held)) held |= node;
  RC_PRE(one_node_fits(s, s.available - held));
  RC_ASSERT(!ask_and_log(s).cpus.intersects(held));
}

RC_GTEST_PROP(KoordinatorProperties, NumaNodeLevelIsPcpuLevelWhereEveryNodeIsHeld, ()) {
  Situation s = draw(Cores::kAny);
  if (*rc::gen::arbitrary<bool>()) draw_preferred(s);
  if (*rc::gen::arbitrary<bool>()) draw_hint(s);
  for (const CpuSet &node : node_sets(s.topology())) s.node_held.add(node.first());
  s.request.profile = Profile::kSpec;
  s.request.required = *rc::gen::arbitrary<bool>();
  s.request.fewest_l3 = *rc::gen::arbitrary<bool>();
  s.request.exclusive = ExclusivePolicy::kNumaNodeLevel;
  const Answer by_node = ask_and_log(s);
  s.request.exclusive = ExclusivePolicy::kPcpuLevel;
  const Answer by_core = ask(s);
  RC_ASSERT(by_node.refusal.reason == by_core.refusal.reason);
  RC_ASSERT(by_node.cpus == by_core.cpus);
}

RC_GTEST_PROP(KoordinatorProperties, DistributeEvenlyLeavesWhatIsHeldWhereTheRestSuffices, ()) {
  Situation s = draw(Cores::kUniform);
  s.request.profile = Profile::kSpec;
  s.request.strategy = NumaStrategy::kDistributeEvenly;
  CpuSet held;
  if (s.request.exclusive == ExclusivePolicy::kPcpuLevel)
    held = s.topology().siblings().with_siblings(s.core_held);
  if (s.request.exclusive == ExclusivePolicy::kNumaNodeLevel)
    for (const CpuSet &node : node_sets(s.topology()))
      if (node.intersects(s.node_held)) held |= node;
  const bool full = s.request.bind == BindPolicy::kFullPcpus;
  const CpuSet rest = s.available - held;
  RC_PRE(s.request.cpus <= (full ? in_whole_cores(s.topology(), rest) : rest).count());
  RC_ASSERT(!ask_and_log(s).cpus.intersects(held));
}

RC_GTEST_PROP(KoordinatorProperties, HoldersWithoutAPolicyAskedDoNotMatter, ()) {
  Situation s = draw(Cores::kAny);
  s.request.exclusive = ExclusivePolicy::kNone;
  s.request.max_ref_count = 1;
  const Answer with = ask_and_log(s);
  s.core_held = s.node_held = CpuSet();
  s.ref_counts.clear();
  RC_ASSERT(ask(s).cpus == with.cpus);
}

RC_GTEST_PROP(KoordinatorProperties, DistributeEvenlyBalances, ()) {
  Situation s = draw(Cores::kUniform);
  s.request.profile = Profile::kSpec;
  s.request.strategy = NumaStrategy::kDistributeEvenly;
  s.request.exclusive = ExclusivePolicy::kNone;
  s.request.fewest_l3 = *rc::gen::arbitrary<bool>();
  const int unit = s.request.bind == BindPolicy::kFullPcpus ? s.width() : 1;
  const CpuSet usable = unit > 1 ? in_whole_cores(s.topology(), s.available) : s.available;
  RC_PRE(s.request.cpus <= usable.count());
  const Answer answer = ask_and_log(s);
  const std::vector<CpuSet> nodes = node_sets(s.topology());
  for (const CpuSet &node : nodes) {
    const int given = answer.cpus.count_and(node);
    if (given + unit > usable.count_and(node)) continue;  // the node is exhausted
    // Others may give one unit more, and the rest of a split core.
    for (const CpuSet &other : nodes)
      RC_ASSERT(answer.cpus.count_and(other) < given + std::max(2 * unit, 2));
  }
}

RC_GTEST_PROP(KoordinatorProperties, DistributeEvenlyIsLeastAllocatedUpstream, ()) {
  Situation s = draw(Cores::kAny);
  draw_preferred(s);
  s.request.profile = Profile::kUpstream;
  s.request.strategy = NumaStrategy::kDistributeEvenly;
  const Answer evenly = ask_and_log(s);
  s.request.strategy = NumaStrategy::kLeastAllocated;
  RC_ASSERT(ask(s).cpus == evenly.cpus);
}

int l3s_touched(const Topology &topology, const CpuSet &cpus) {
  int n = 0;
  for (const auto &l3 : topology.l3s()) n += l3.cpus.intersects(cpus) ? 1 : 0;
  return n;
}

RC_GTEST_PROP(KoordinatorProperties, FewestL3IsNeverWorse, ()) {
  Situation s = draw(Cores::kAny);
  if (*rc::gen::arbitrary<bool>()) draw_preferred(s);
  if (*rc::gen::arbitrary<bool>()) draw_hint(s);
  s.request.required = *rc::gen::arbitrary<bool>();
  const Answer plain = ask(s);
  s.request.fewest_l3 = true;
  const Answer few = ask_and_log(s);
  RC_LOG() << "plain: " << plain.cpus.to_string() << '\n';
  RC_ASSERT(few.refusal.reason == plain.refusal.reason);
  RC_ASSERT(few.granted == plain.granted);
  for (const CpuSet &node : node_sets(s.topology()))
    RC_ASSERT(few.cpus.count_and(node) == plain.cpus.count_and(node));
  RC_ASSERT(l3s_touched(s.topology(), few.cpus) <= l3s_touched(s.topology(), plain.cpus));
  RC_ASSERT(split_cores(s.topology(), few.cpus) <= split_cores(s.topology(), plain.cpus));
  // Upstream takes from a list that is no longer than a core is wide without spreading. The
  // difference shows from three threads per core on.
  const bool spreads = s.request.profile == Profile::kSpec || s.topology().smt_width() <= 2;
  if (s.request.exclusive == ExclusivePolicy::kNone && s.request.bind != BindPolicy::kFullPcpus &&
      spreads)
    RC_ASSERT(cores_touched(s.topology(), few.cpus) >= cores_touched(s.topology(), plain.cpus));
}

RC_GTEST_PROP(KoordinatorProperties, FewestL3IsTheFewestThereAreForWholeCores, ()) {
  Situation s = draw(Cores::kUniform);
  not_evenly(s);
  s.request.bind = BindPolicy::kFullPcpus;
  s.request.exclusive = ExclusivePolicy::kNone;
  s.request.fewest_l3 = true;
  RC_PRE(one_node_fits(s, s.available));
  const Answer answer = ask_and_log(s);
  for (const CpuSet &node : node_sets(s.topology())) {
    if (!node.intersects(answer.cpus)) continue;
    std::vector<int> sizes;
    for (const auto &l3 : s.topology().l3s())
      sizes.push_back(in_whole_cores(s.topology(), s.available & l3.cpus & node).count());
    std::sort(sizes.rbegin(), sizes.rend());
    int fewest = 0;
    for (int need = s.request.cpus; need > 0 && fewest < static_cast<int>(sizes.size()); ++fewest)
      need -= sizes[static_cast<size_t>(fewest)];
    RC_ASSERT(l3s_touched(s.topology(), answer.cpus) == fewest);
  }
}

}  // namespace
}  // namespace koord::cpu::properties
