// Machines whose cores differ in width: P and E cores, and cores with offline siblings.
#include <gtest/gtest.h>

#include "koordinator_machines.h"
#include "koordinator_situations.h"

namespace koord::cpu::testing {
namespace {

// One NUMA node with a core of two threads and two cores of one.
MachinePtr hybrid() { return machine({{0, 0, "0-1"}, {0, 0, "2"}, {0, 0, "3"}}); }
// Four cores of two threads; the sibling of the last one is offline.
MachinePtr one_offline() {
  return machine({{0, 0, "0,4"}, {0, 0, "1,5"}, {0, 0, "2,6"}, {0, 0, "3"}});
}

TEST(KoordinatorUneven, WholeCoresAreWholeWhateverTheirWidth) {
  const auto required = [](const MachinePtr &m, int cpus, const char *free = nullptr) {
    return ask(m, {.cpus = cpus, .bind = kFull, .required = true, .free = free}).cpus;
  };
  EXPECT_EQ(required(hybrid(), 4), "0-3");
  EXPECT_EQ(required(hybrid(), 3), "0-2");
  EXPECT_EQ(required(hybrid(), 2), "0-1");
  EXPECT_EQ(required(hybrid(), 1), "2");
  EXPECT_EQ(required(one_offline(), 2), "0,4");
  EXPECT_EQ(required(one_offline(), 7), "0-6");
  EXPECT_EQ(required(one_offline(), 1), "3");
  // CPU 0 is half of a core whose other thread is in use.
  EXPECT_EQ(required(hybrid(), 2, "0,2-3"), "2-3");
  EXPECT_EQ(
      required(hybrid(), 3, "0,2-3"),
      "refused: needs 3 CPUs under the required bind policy FullPCPUs; the machine can supply 2");
}

TEST(KoordinatorUneven, PreferredWholeCoresComeBeforeHalves) {
  EXPECT_EQ(ask(hybrid(), {.cpus = 2, .bind = kFull, .free = "0,2-3"}).cpus, "2-3");
  EXPECT_EQ(ask(hybrid(), {.cpus = 3, .bind = kFull, .free = "0,2-3"}).cpus, "0,2-3");
}

TEST(KoordinatorUneven, PreferredWholeCoresAreThoseOfTheRequiredPolicy) {
  // Cores of two threads and of one: three CPUs take a wide core and a narrow one.
  const MachinePtr m = machine({{0, 0, "0-1"}, {0, 0, "2-3"}, {0, 0, "4"}});
  const auto preferred = [&](int cpus, const char *first = nullptr) {
    return ask(m, {.cpus = cpus, .bind = kFull, .preferred = first}).cpus;
  };
  EXPECT_EQ(preferred(1), "4");
  EXPECT_EQ(preferred(3), "0-1,4");
  EXPECT_EQ(preferred(5), "0-4");
  EXPECT_EQ(preferred(1, "2"), "2") << "preferred CPUs come first";
  EXPECT_EQ(preferred(3, "2"), "0-2");
  EXPECT_EQ(ask(m, {.cpus = 1, .bind = kFull, .free = "0-3"}).cpus, "0") << "none is whole";
  // Cores with four and with two threads average to three, and four CPUs are no multiple of three.
  const MachinePtr wide = machine({{0, 0, "0-3"}, {0, 0, "4-7"}, {0, 0, "8-9"}, {0, 0, "10-11"}});
  for (const bool required : {true, false})
    for (const std::vector<HintedNode> &hint :
         {std::vector<HintedNode>{}, std::vector<HintedNode>{{0, -1, 0}}}) {
      const Question six{.cpus = 6, .bind = kFull, .required = required, .hint = hint};
      EXPECT_EQ(ask(wide, six).cpus, "0-3,8-9") << required;
      Question four = six;
      four.cpus = 4;
      EXPECT_EQ(ask(wide, four).cpus, "0-3") << required;
    }
}

// Draws up to twelve cores of one, two or four threads on up to three NUMA nodes.
MachinePtr draw_hybrid() {
  const auto widths = *rc::gen::container<std::vector<int>>(
      static_cast<size_t>(*rc::gen::inRange(2, 12)), rc::gen::element(2, 1, 4));
  const int nodes = *rc::gen::inRange(1, 4);
  TopologySpec spec;
  for (size_t core = 0; core < widths.size(); ++core)
    for (int thread = 0; thread < widths[core]; ++thread) {
      TopologySpec::Cpu cpu;
      cpu.id = static_cast<int>(spec.cpus.size());
      cpu.socket = cpu.node = static_cast<int>(core) % nodes;
      cpu.core = static_cast<int>(core);
      spec.cpus.push_back(cpu);
    }
  return machine(std::move(spec));
}

properties::Situation draw_uneven() {
  properties::Situation s;
  s.machine.topology = draw_hybrid();
  RC_PRE(!s.topology().siblings().uniform());
  const std::vector<int> fate = koord::testing::draw_each(s.topology().cpus().size(), 4);
  for (const auto &cpu : s.topology().cpus())
    if (fate[static_cast<size_t>(cpu.id)] < 3) s.available.add(cpu.id);
  if (*rc::gen::arbitrary<bool>()) properties::draw_hint(s);
  s.request.bind = kFull;
  s.request.strategy = *rc::gen::element(kMost, kLeast, kEvenly);
  s.request.cpus = *rc::gen::inRange(1, static_cast<int>(fate.size()));
  return s;
}

RC_GTEST_PROP(KoordinatorUneven, PreferredFullPcpusIsTheRequiredPolicysAnswer, ()) {
  properties::Situation s = draw_uneven();
  const properties::Answer preferred = properties::ask_and_log(s);
  s.request.required = true;
  const properties::Answer required = properties::ask(s);
  if (required.refusal.refused()) return;
  RC_ASSERT(preferred.cpus == required.cpus);
  RC_ASSERT(preferred.granted == required.granted);
  RC_ASSERT(koord::testing::split_cores(s.topology(), required.cpus) == 0);
}

// Tries all sets of whole cores that respect the limits of the hinted NUMA nodes.
bool exists_a_sum(const properties::Situation &s) {
  std::vector<CpuSet> cores;
  for (const auto &core : s.topology().cores()) {
    CpuSet cpus;
    for (const int cpu : s.topology().threads(core)) cpus.add(cpu);
    if (cpus.is_subset_of(s.available)) cores.push_back(cpus);
  }
  for (uint32_t set = 0; set < uint32_t{1} << cores.size(); ++set) {
    CpuSet cpus;
    for (size_t i = 0; i < cores.size(); ++i)
      if ((set >> i & 1) != 0) cpus |= cores[i];
    if (cpus.count() != s.request.cpus) continue;
    if (s.hint.empty()) return true;
    bool fits = true;
    CpuSet hinted;
    for (const HintedNode &node : s.hint) {
      const CpuSet here = properties::node_set(s.topology(), node.node);
      fits &=
          node.available_milli < 0 || int64_t{1000} * cpus.count_and(here) <= node.available_milli;
      hinted |= here;
    }
    if (fits && cpus.is_subset_of(hinted)) return true;
  }
  return false;
}

RC_GTEST_PROP(KoordinatorUneven, RequiredFullPcpusFindsWholeCoresWhereThereAreSome, ()) {
  properties::Situation s = draw_uneven();
  s.request.required = true;
  s.request.exclusive = *rc::gen::element(ExclusivePolicy::kNone, ExclusivePolicy::kPcpuLevel,
                                          ExclusivePolicy::kNumaNodeLevel);
  if (*rc::gen::arbitrary<bool>()) properties::draw_preferred(s);
  for (const auto &cpu : s.topology().cpus())
    if (*rc::gen::inRange(0, 4) == 0) s.core_held.add(cpu.id);
  const properties::Answer answer = properties::ask_and_log(s);
  RC_ASSERT(answer.refusal.refused() != exists_a_sum(s));
  if (answer.refusal.refused()) {
    RC_ASSERT(answer.refusal.best < answer.refusal.needed || !s.hint.empty());
    return;
  }
  RC_ASSERT(answer.cpus.count() == s.request.cpus);
  RC_ASSERT(answer.cpus.is_subset_of(s.available));
  RC_ASSERT(koord::testing::split_cores(s.topology(), answer.cpus) == 0);
}

TEST(KoordinatorUneven, WholeCoresAreSoughtOnEveryNumaNode) {
  // One NUMA node has three narrow cores, the other one wide core.
  // The fuller node cannot give a single CPU.
  const MachinePtr m = machine({{0, 0, "0"}, {0, 0, "1"}, {0, 0, "2"}, {1, 1, "3-4"}});
  for (const bool required : {true, false})
    EXPECT_EQ(ask(m, {.cpus = 1, .bind = kFull, .required = required}).cpus, "0");
  EXPECT_EQ(ask(m, {.cpus = 1, .bind = kFull, .required = true, .free = "3-4"}).cpus,
            "refused: needs 1 CPU under the required bind policy FullPCPUs; the machine can supply "
            "0");
}

TEST(KoordinatorUneven, RequestsAboveTheAverageNumaNodeAreFoundOnALargerOne) {
  // Four cores of node 1 are offline. A NUMA node has six cores on average.
  const auto sixteen_and_eight = [] {
    TopologySpec spec;
    for (int cpu = 0; cpu < 24; ++cpu) {
      TopologySpec::Cpu row;
      row.id = cpu;
      row.core = cpu / 2;
      row.node = row.socket = cpu < 16 ? 0 : 1;
      spec.cpus.push_back(row);
    }
    return machine(spec);
  };
  for (const NumaStrategy strategy : {kMost, kLeast})
    for (const BindPolicy bind : {kFull, kSpread, BindPolicy::kDefault}) {
      const Question many{.cpus = 14, .bind = bind, .strategy = strategy};
      const CpuSet cpus = CpuSet::parse(ask(sixteen_and_eight(), many).cpus);
      EXPECT_EQ(cpus.count(), 14);
      EXPECT_TRUE(cpus.is_subset_of(CpuSet::parse("0-15"))) << cpus.to_string();
    }
  const Question upstream{.cpus = 14, .bind = kFull, .profile = kUpstream};
  EXPECT_EQ(ask(sixteen_and_eight(), upstream).cpus, "0-5,16-23");
}

TEST(KoordinatorUneven, NumaNodesOverSeveralSocketsAreFilledFirst) {
  // Each NUMA node has two cores of both sockets.
  const MachinePtr m = machine({{0, 0, "0-1"},
                                {0, 0, "2-3"},
                                {0, 1, "4-5"},
                                {0, 1, "6-7"},
                                {1, 0, "8-9"},
                                {1, 0, "10-11"},
                                {1, 1, "12-13"},
                                {1, 1, "14-15"}});
  for (const int cpus : {6, 8})
    for (const BindPolicy bind : {kFull, kSpread}) {
      const CpuSet picked = CpuSet::parse(ask(m, {.cpus = cpus, .bind = bind}).cpus);
      EXPECT_EQ(picked.count(), cpus);
      EXPECT_TRUE(picked.is_subset_of(CpuSet::parse("0-3,8-11"))) << picked.to_string();
    }
}

RC_GTEST_PROP(KoordinatorUneven, OneNumaNodeIsUsedIfOneHasTheCpus, ()) {
  properties::Situation s = draw_uneven();
  s.request.strategy = *rc::gen::element(kMost, kLeast);
  s.request.bind = *rc::gen::element(kSpread, BindPolicy::kDefault);
  const properties::Answer answer = properties::ask_and_log(s);
  if (!s.hint.empty() || s.request.required || s.request.fewest_l3) return;
  const auto nodes = properties::node_sets(s.topology());
  const bool has_one = std::ranges::any_of(
      nodes, [&](const CpuSet &node) { return (node & s.available).count() >= s.request.cpus; });
  const bool is_one = std::ranges::any_of(
      nodes, [&](const CpuSet &node) { return answer.cpus.is_subset_of(node); });
  RC_ASSERT(answer.refusal.refused() || is_one == has_one);
}

TEST(KoordinatorUneven, SpreadingTakesOnePerCore) {
  EXPECT_EQ(ask(hybrid(), {.cpus = 3, .bind = kSpread}).cpus, "0,2-3");
  EXPECT_EQ(ask(one_offline(), {.cpus = 4, .bind = kSpread, .required = true}).cpus, "0-3");
}

TEST(KoordinatorUneven, UpstreamCountsByTheAverage) {
  EXPECT_TRUE(ask(hybrid(), {.cpus = 4, .bind = kFull, .required = true, .profile = kUpstream})
                  .refusal.refused());
}

TEST(KoordinatorPreferred, HalfACoreDoesNotSpoilARequiredPolicy) {
  EXPECT_EQ(ask(two_nodes(), {.cpus = 2, .bind = kFull, .required = true, .preferred = "1"}).cpus,
            "0,8");
  EXPECT_EQ(
      ask(two_nodes(), {.cpus = 2, .bind = kFull, .required = true, .preferred = "1,9,2"}).cpus,
      "1,9");
}

TEST(KoordinatorPreferred, ComesBeforeAnEvenDistribution) {
  const Question two{.cpus = 2, .strategy = kEvenly, .preferred = "4-5"};
  EXPECT_EQ(ask(two_nodes(), two).cpus, "4-5");
  // A preferred half core does not split a core under a required policy.
  const Question whole{
      .cpus = 4, .bind = kFull, .strategy = kEvenly, .required = true, .preferred = "1-2,9"};
  EXPECT_EQ(ask(two_nodes(), whole).cpus, "1,4,9,12");
  // CPUs beyond the preferred ones are distributed evenly.
  const Question four{.cpus = 4, .strategy = kEvenly, .preferred = "4-5"};
  EXPECT_EQ(ask(two_nodes(), four).cpus, "0,4-6");
}

TEST(KoordinatorShortage, HasTheAvailableCpusIfTheyAreTooFew) {
  const Answer no = ask(two_nodes(), {.cpus = 6, .bind = kFull, .required = true, .free = "0-3,8"});
  EXPECT_EQ(no.refusal.reason, Reason::kNotEnoughCpus);
  EXPECT_EQ(no.refusal.best, 5);
}

TEST(KoordinatorFewestL3, KeepsOffCoresOfTheSamePolicy) {
  const MachinePtr m = machine({{0, 0, "0-1", 0}, {0, 0, "2-3", 1}});
  const Question one{.cpus = 1,
                     .bind = kSpread,
                     .exclusive = kPcpuLevel,
                     .fewest_l3 = true,
                     .free = "0,2-3",
                     .core_held = "1",
                     .node_held = "2"};
  EXPECT_EQ(ask(m, one).cpus, "2");
}

TEST(KoordinatorArm, ARequestForNoCpusIsGrantedNone) {
  TopologySpec spec = regular(Shape{});
  spec.facts.architecture = "aarch64";
  EXPECT_EQ(ask(machine(std::move(spec)), {.cpus = 0, .bind = kSpread}).cpus, "");
}

}  // namespace
}  // namespace koord::cpu::testing
