// SpreadByPCPUs takes equal numbers of CPUs from the cores of a NUMA node or socket.
#include <gtest/gtest.h>

#include "koordinator_machines.h"
#include "koordinator_situations.h"

namespace koord::cpu {
namespace {

using namespace koord::cpu::testing;
using koord::testing::per_core;
using properties::Situation;

// Two cores of four threads: 0,2,4,6 and 1,3,5,7.
MachinePtr two_wide_cores() { return machine({{0, 0, "0,2,4,6"}, {0, 0, "1,3,5,7"}}); }

TEST(KoordinatorSpread, IsEvenOnCoresOfFourThreads) {
  for (const Profile profile : {kSpec, kUpstream}) {
    const auto spread = [&](int cpus, const char *free) {
      return ask(two_wide_cores(),
                 {.cpus = cpus, .bind = kSpread, .profile = profile, .free = free})
          .cpus;
    };
    EXPECT_EQ(spread(4, "0,2,4-7"), "0,2,5,7");
    EXPECT_EQ(spread(3, "0,2,4-7"), "0,2,5");
    EXPECT_EQ(spread(6, "0-7"), "0-5");
    EXPECT_EQ(spread(5, "0-2,4,6"), "0-2,4,6") << "one core has a single CPU";
  }
}

// Upstream takes the lowest CPUs if there are no more of them than threads per core.
TEST(KoordinatorSpread, IsEvenInShortListsUnderSpec) {
  Question three{.cpus = 3, .bind = kSpread, .free = "0,2,4,7"};
  EXPECT_EQ(ask(two_wide_cores(), three).cpus, "0,2,7");
  three.profile = kUpstream;
  EXPECT_EQ(ask(two_wide_cores(), three).cpus, "0,2,4");
}

// CPUs 0 and 1 are one core here, 2 and 3 the other.
TEST(KoordinatorSpread, CountsThePreferredCpusThatItHasTaken) {
  const MachinePtr m = machine({{0, 0, "0-1"}, {0, 0, "2-3"}});
  EXPECT_EQ(ask(m, {.cpus = 2, .bind = kSpread, .preferred = "0"}).cpus, "0,2");
  EXPECT_EQ(ask(m, {.cpus = 2, .bind = kSpread, .preferred = "0", .hint = {{0, -1, 0}}}).cpus,
            "0,2");
}

TEST(KoordinatorSpread, TakesOneOfEachCoreOfAHintFirst) {
  // Eight cores of two threads on two NUMA nodes.
  const auto taken = [](int cpus, NumaStrategy strategy) {
    return ask(two_nodes(), {.cpus = cpus,
                             .bind = kSpread,
                             .strategy = strategy,
                             .hint = {{0, -1, 0}, {1, -1, 0}}})
        .cpus;
  };
  EXPECT_EQ(taken(8, kMost), "0-7");
  EXPECT_EQ(taken(10, kMost), "0-9") << "and two more of the first NUMA node";
  EXPECT_EQ(taken(10, kEvenly), "0-8,12");
}

TEST(KoordinatorSpread, FillsCoresWhereOneOfEachIsTooLittle) {
  const auto filled = [](int cpus, const char *free = nullptr, bool fills = true) {
    Request request;
    request.bind = kSpread;
    request.required = true;
    request.fills_cores = fills;
    request.cpus = cpus;
    const MachinePtr m = two_nodes();
    const CpuSet available = free ? CpuSet::parse(free) : m->all_cpus();
    CpuSet out;
    const Refusal refusal = pick(*m, request, {.available = &available}, {}, out);
    return refusal.refused() ? "refused: " + to_sentence(refusal) : out.to_string();
  };
  EXPECT_EQ(filled(8), "0-7");
  EXPECT_EQ(filled(9), "0-8");
  EXPECT_EQ(filled(3, "0,8,4"), "0,4,8");
  EXPECT_EQ(filled(9, nullptr, false),
            "refused: needs 9 CPUs under the required bind policy SpreadByPCPUs; the machine can "
            "supply 8");
  EXPECT_EQ(filled(17), "refused: needs 17 CPUs; the machine has 16 available");
}

// ---- Properties ---------------------------------------------------------------------------------

// Checks that no core in `places` gives two CPUs more than another core
// with a free CPU. Preferred CPUs are exempt.
void check_even(const Situation &s, const CpuSet &cpus, const CpuSet &places) {
  const CpuSet usable = s.available & places;
  const std::vector<int> taken = per_core(s.topology(), cpus & places);
  const std::vector<int> by_choice = per_core(s.topology(), (cpus & places) - s.preferred);
  const std::vector<int> left = per_core(s.topology(), usable - cpus);
  for (size_t a = 0; a < taken.size(); ++a)
    for (size_t b = 0; b < taken.size(); ++b)
      if (by_choice[a] > 0 && left[b] > 0) RC_ASSERT(taken[a] <= taken[b] + 1);
}

// Returns the NUMA nodes and sockets of a pick, which stays in one
// of them if it can. Nodes may span sockets.
CpuSet touched_places(const Situation &s, const CpuSet &cpus) {
  CpuSet nodes;
  for (const CpuSet &node : properties::node_sets(s.topology()))
    if (node.intersects(cpus)) nodes |= node;
  CpuSet sockets;
  for (const auto &socket : s.topology().sockets())
    if (socket.cpus.intersects(cpus)) sockets |= socket.cpus;
  return nodes & sockets;
}

Situation draw_spread(koord::testing::Cores cores) {
  Situation s = properties::draw(cores);
  properties::not_evenly(s);
  s.request.profile = Profile::kSpec;
  s.request.bind = BindPolicy::kSpreadByPcpus;
  s.request.exclusive = ExclusivePolicy::kNone;
  return s;
}

RC_GTEST_PROP(KoordinatorProperties, SpreadIsEven, ()) {
  Situation s = draw_spread(koord::testing::Cores::kAny);
  if (*rc::gen::arbitrary<bool>()) draw_preferred(s);
  s.request.fewest_l3 = *rc::gen::arbitrary<bool>();
  const properties::Answer answer = properties::ask_and_log(s);
  if (!answer.refusal.refused())
    check_even(s, answer.cpus, touched_places(s, answer.cpus - s.preferred));
}

RC_GTEST_PROP(KoordinatorProperties, SpreadIsEvenInAHint, ()) {
  Situation s = draw_spread(koord::testing::Cores::kAny);
  if (*rc::gen::arbitrary<bool>()) draw_preferred(s);
  properties::draw_hint(s);
  RC_PRE(!s.hint.empty());
  CpuSet places;
  for (HintedNode &node : s.hint) {
    node.available_milli = -1;
    places |= properties::node_set(s.topology(), node.node);
  }
  const properties::Answer answer = properties::ask_and_log(s);
  if (!answer.refusal.refused()) check_even(s, answer.cpus, places);
}

// For any request, cores are filled evenly and every free CPU can be used.
RC_GTEST_PROP(KoordinatorProperties, FilledCoresAreEven, ()) {
  Situation s = properties::draw(koord::testing::Cores::kAny);
  if (*rc::gen::arbitrary<bool>()) draw_preferred(s);
  s.request.profile = Profile::kSpec;
  s.request.bind = BindPolicy::kSpreadByPcpus;
  s.request.required = s.request.fills_cores = true;
  s.request.fewest_l3 = *rc::gen::arbitrary<bool>();
  CpuSet places = s.topology().all_cpus();
  if (*rc::gen::arbitrary<bool>()) {
    properties::draw_hint(s);
    if (!s.hint.empty()) places = CpuSet();
    for (HintedNode &node : s.hint) {
      node.available_milli = -1;
      places |= properties::node_set(s.topology(), node.node);
    }
  }
  const properties::Answer answer = properties::ask_and_log(s);
  RC_ASSERT(answer.refusal.refused() == (s.request.cpus > s.available.count_and(places)));
  if (answer.refusal.refused()) return;
  RC_ASSERT(answer.cpus.count() == s.request.cpus);
  s.preferred = CpuSet();
  check_even(s, answer.cpus, places);
}

}  // namespace
}  // namespace koord::cpu
