// Picks on nodes whose kubelet uses distribute-cpus-across-numa: they
// equal kubelet's result for the same free CPUs.
#include <gtest/gtest.h>

#include "koordinator_machines.h"
#include "koordinator_situations.h"
#include "kubelet/cpu/policy.h"

namespace koord::cpu {
namespace {

using namespace koord::cpu::testing;
using koord::testing::Cores;
using properties::Situation;

constexpr uint32_t kDealt = kubelet::kDistributeNuma;

// Three NUMA nodes of four cores.
MachinePtr three_nodes() {
  return machine({{0, 0, "0"},
                  {0, 0, "1"},
                  {0, 0, "2"},
                  {0, 0, "3"},
                  {1, 1, "4"},
                  {1, 1, "5"},
                  {1, 1, "6"},
                  {1, 1, "7"},
                  {2, 2, "8"},
                  {2, 2, "9"},
                  {2, 2, "10"},
                  {2, 2, "11"}});
}

std::string dealt(int cpus, const char *free, std::vector<HintedNode> hint = {}) {
  Request request;
  request.bind = kFull;
  request.strategy = NumaStrategy::kDistributeEvenly;
  request.cpus = cpus;
  request.kubelet_options = kDealt;
  const CpuSet available = CpuSet::parse(free);
  CpuSet out;
  const Refusal refusal = pick(*three_nodes(), request, {.available = &available}, hint, out);
  return refusal.refused() ? "refused" : out.to_string();
}

TEST(KoordinatorDealing, LeavesTheMostEvenRemainder) {
  EXPECT_EQ(dealt(6, "2-11"), "4-6,8-10") << "3 + 3, not the 2 + 4 that would fit tightly";
  EXPECT_EQ(dealt(2, "2-11"), "4-5");
}

TEST(KoordinatorDealing, StaysInAHint) {
  EXPECT_EQ(dealt(6, "2-11", {{0, -1, 0}, {1, -1, 0}}), "2-7");
  EXPECT_EQ(dealt(4, "2-11", {{0, -1, 0}, {1, -1, 0}}), "4-7");
}

Situation draw_dealt() {
  Situation s = properties::draw(*rc::gen::element(Cores::kUniform, Cores::kAny));
  s.request.profile = Profile::kSpec;
  s.request.strategy = NumaStrategy::kDistributeEvenly;
  s.request.max_ref_count = 1;
  s.request.kubelet_options = kDealt | *rc::gen::element<uint32_t>(0, kubelet::kAlignBySocket);
  s.request.kubelet_version =
      *rc::gen::element(KubeletVersion::k135, KubeletVersion::k137, KubeletVersion::k138);
  RC_PRE(s.topology().cpu_nodes().size() <= 16u);
  return s;
}

// Returns the CPUs that kubelet takes of `free`.
CpuSet by_kubelet(const Situation &s, const CpuSet &free, int cpus, uint32_t options) {
  CpuSet out;
  const kubelet::Machine machine(s.topology());
  RC_ASSERT(
      !kubelet::assign(machine, options, free, cpus, out, s.request.kubelet_version).refused());
  return out;
}

RC_GTEST_PROP(KoordinatorDealing, IsKubeletsAnswer, ()) {
  Situation s = draw_dealt();
  s.request.bind = *rc::gen::element(BindPolicy::kDefault, BindPolicy::kFullPcpus);
  s.request.exclusive = ExclusivePolicy::kNone;
  RC_PRE(s.request.cpus > 0 && s.request.cpus <= s.available.count());
  if (s.request.bind == BindPolicy::kFullPcpus) RC_PRE(s.topology().siblings().uniform());
  const CpuSet expected = by_kubelet(s, s.available, s.request.cpus, s.request.kubelet_options);
  const State state{&s.available, nullptr, &s.core_held, &s.node_held, {}};
  CpuSet got;
  RC_ASSERT(!pick(s.topology(), s.request, state, {}, got).refused());
  RC_LOG() << koord::testing::describe(s.topology()) << "free " << s.available.to_string()
           << " cpus " << s.request.cpus << " got " << got.to_string() << " kubelet "
           << expected.to_string() << '\n';
  RC_ASSERT(got == expected);
}

// Whole cores are distributed as under full-pcpus-only.
RC_GTEST_PROP(KoordinatorDealing, OfWholeCoresIsKubeletsAnswer, ()) {
  Situation s = draw_dealt();
  RC_PRE(s.topology().siblings().uniform());
  s.request.bind = BindPolicy::kFullPcpus;
  s.request.required = true;
  s.request.exclusive = ExclusivePolicy::kNone;
  const CpuSet free = koord::testing::in_whole_cores(s.topology(), s.available);
  if (free.empty()) return;
  s.request.cpus = s.width() * *rc::gen::inRange(1, free.count() / s.width() + 1);
  const State state{&s.available, nullptr, &s.core_held, &s.node_held, {}};
  CpuSet got;
  RC_ASSERT(!pick(s.topology(), s.request, state, {}, got).refused());
  RC_ASSERT(got == by_kubelet(s, free, s.request.cpus,
                              s.request.kubelet_options | kubelet::kFullPcpusOnly));
}

RC_GTEST_PROP(KoordinatorDealing, InAHintIsKubeletsAnswer, ()) {
  Situation s = draw_dealt();
  s.request.bind = BindPolicy::kDefault;
  s.request.exclusive = ExclusivePolicy::kNone;
  s.request.kubelet_options = kDealt;
  properties::draw_hint(s);
  CpuSet near;
  for (HintedNode &node : s.hint) {
    node.available_milli = -1;
    near |= s.available & properties::node_set(s.topology(), node.node);
  }
  RC_PRE(!s.hint.empty() && s.request.cpus > 0 && s.request.cpus <= near.count());
  const State state{&s.available, nullptr, &s.core_held, &s.node_held, {}};
  CpuSet got;
  RC_ASSERT(!pick(s.topology(), s.request, state, s.hint, got).refused());
  RC_ASSERT(got == by_kubelet(s, near, s.request.cpus, kDealt));
  for (const HintedNode &node : s.hint)
    RC_ASSERT(node.granted_milli ==
              1000 * got.count_and(properties::node_set(s.topology(), node.node)));
}

// Under SpreadByPCPUs, each NUMA node gives as many CPUs as kubelet would take from it.
RC_GTEST_PROP(KoordinatorDealing, SharesAreKubeletsWhateverTheBindPolicy, ()) {
  Situation s = draw_dealt();
  s.request.bind = BindPolicy::kSpreadByPcpus;
  s.request.exclusive = ExclusivePolicy::kNone;
  RC_PRE(s.request.cpus > 0 && s.request.cpus <= s.available.count());
  const CpuSet expected = by_kubelet(s, s.available, s.request.cpus, s.request.kubelet_options);
  const State state{&s.available, nullptr, &s.core_held, &s.node_held, {}};
  CpuSet got;
  RC_ASSERT(!pick(s.topology(), s.request, state, {}, got).refused());
  for (const CpuSet &node : properties::node_sets(s.topology()))
    RC_ASSERT(got.count_and(node) == expected.count_and(node));
}

// With preferred CPUs, exclusive holders and limits of NUMA nodes, exactly the requested number of
// CPUs is picked, all of them free.
RC_GTEST_PROP(KoordinatorDealing, ComesOutWithWhateverElseIsAsked, ()) {
  Situation s = draw_dealt();
  draw_preferred(s);
  if (*rc::gen::arbitrary<bool>()) draw_hint(s);
  s.request.required = *rc::gen::arbitrary<bool>();
  const properties::Answer dealt = properties::ask_and_log(s);
  s.request.kubelet_options = 0;
  RC_ASSERT(dealt.refusal.reason == properties::ask(s).refusal.reason);
  if (dealt.refusal.refused()) return;
  RC_ASSERT(dealt.cpus.count() == s.request.cpus);
  RC_ASSERT(dealt.cpus.is_subset_of(s.available));
  int64_t granted = 0;
  for (size_t i = 0; i < s.hint.size(); ++i) {
    const int64_t most = s.hint[i].available_milli;
    RC_ASSERT(most < 0 || dealt.granted[i] <= most);
    granted += dealt.granted[i];
  }
  RC_ASSERT(s.hint.empty() || granted == int64_t{1000} * s.request.cpus);
}

}  // namespace
}  // namespace koord::cpu
