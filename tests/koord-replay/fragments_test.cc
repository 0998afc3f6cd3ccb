// Tasks that represent a workload, and the idle GPU share that they cannot use.
#include "fragments.h"

#include <map>

#include "aged_kinds.h"
#include "support/failure_support.h"
#include "trace_pods.h"

namespace koordctl {
namespace {

using testing::trace_pod;

TEST(TaskKinds, AreCountedAndInOrder) {
  std::vector<TracePod> pods(3, trace_pod(1000, 1, 500));
  pods.push_back(trace_pod(2000, 1, 1000));
  pods.push_back(trace_pod(2000, 1, 1000, {"A"}));
  pods.push_back(trace_pod(0, 0, 0));
  pods.push_back(trace_pod(100, 0, 0));
  const std::vector<TaskKind> kinds = task_kinds(pods);
  ASSERT_EQ(kinds.size(), 4u);
  EXPECT_EQ(kinds[0].tasks, 3);
  EXPECT_EQ(kinds[1].tasks, 2) << "CPU 0 counts as 100";
  EXPECT_EQ(kinds[1].cpu_milli, 100);
  EXPECT_EQ(kinds[2].models, std::vector<std::string>{"A"})
      << "the larger of equally frequent ones";
  EXPECT_TRUE(kinds[3].models.empty());
}

TEST(TaskKinds, DifferByMemory) {
  std::vector<TracePod> pods(2, trace_pod(1000, 8, 1000));
  pods[0].memory_mib = 64;
  pods[1].memory_mib = 128;
  const std::vector<TaskKind> kinds = task_kinds(pods);
  ASSERT_EQ(kinds.size(), 2u);
  EXPECT_EQ(kinds[0].memory_mib, 128);
}

TEST(Hedged, SomeWantOneModel) {
  const std::vector<TracePod> pods{trace_pod(1000, 1, 500), trace_pod(1000, 1, 500),
                                   trace_pod(2000, 1, 1000, {"A"}), trace_pod(500, 0, 0)};
  const std::vector<TaskKind> kinds = task_kinds(pods);
  EXPECT_EQ(hedged(kinds, {"A", "B"}, 0).size(), kinds.size());
  const std::vector<TaskKind> some = hedged(kinds, {"A", "B"}, 20);
  std::map<std::vector<std::string>, int64_t> halves;
  int64_t all = 0;
  for (const TaskKind &kind : some) {
    all += kind.tasks;
    if (kind.gpu_milli == 500) halves[kind.models] += kind.tasks;
  }
  // Two of four tasks ask for half a GPU; a fifth of those require one of the models.
  EXPECT_EQ(halves[{}] * 10, all * 4);
  EXPECT_EQ(halves[{"A"}] * 20, all);
  EXPECT_EQ(halves[{"B"}] * 20, all);
  EXPECT_EQ(some.size(), 5u) << "nobody else is in doubt";
  EXPECT_EQ(hedged(kinds, {"A"}, 100).size(), 3u);
}

TEST(AgedKinds, HalveWithTheirArrivals) {
  AgedKinds aged(10);
  const TracePod old = trace_pod(1000, 1, 500);
  const TracePod young = trace_pod(2000, 1, 1000);
  for (int i = 0; i < 10; ++i) aged.add(old);
  for (int i = 0; i < 10; ++i) aged.add(young);
  const std::vector<TaskKind> kinds = aged.kinds();
  ASSERT_EQ(kinds.size(), 2u);
  EXPECT_EQ(kinds[0].cpu_milli, 2000);
  EXPECT_NEAR(static_cast<double>(kinds[0].tasks), 2.0 * static_cast<double>(kinds[1].tasks), 3);
  for (int i = 0; i < 1000; ++i) aged.add(young);
  ASSERT_EQ(aged.kinds().size(), 1u) << "forgotten";
  EXPECT_EQ(aged.kinds()[0].cpu_milli, 2000);
}

TEST(AgedKinds, BeginWithTheExpectedTasks) {
  const std::vector<TracePod> expected{trace_pod(1000, 1, 500), trace_pod(3000, 1, 1000)};
  AgedKinds aged(10, task_kinds(expected));
  ASSERT_EQ(aged.kinds().size(), 2u);
  EXPECT_EQ(aged.kinds()[0].tasks, aged.kinds()[1].tasks);
  for (int i = 0; i < 10; ++i) aged.add(trace_pod(2000, 1, 1000));
  const std::vector<TaskKind> kinds = aged.kinds();
  ASSERT_EQ(kinds.size(), 3u);
  EXPECT_EQ(kinds[0].cpu_milli, 2000);
  EXPECT_NEAR(static_cast<double>(kinds[0].tasks), 2.0 * static_cast<double>(kinds[1].tasks), 3)
      << "half of all that counts";
}

TEST(AgedKinds, CountsDoNotOverflow) {
  AgedKinds aged(1);
  for (int i = 0; i < 5000; ++i) aged.add(trace_pod(1000 + i % 2, 1, 500));
  const std::vector<TaskKind> kinds = aged.kinds();
  ASSERT_EQ(kinds.size(), 2u);
  EXPECT_EQ(kinds[0].cpu_milli, 1001) << "the last";
  EXPECT_NEAR(static_cast<double>(kinds[0].tasks), 2.0 * static_cast<double>(kinds[1].tasks), 3);
}

TEST(Fragments, CountTasksAlikeButForMemoryTogether) {
  // By memory each kind is 4 % of the tasks; together they are 8 %.
  std::vector<TracePod> pods(92, trace_pod(1000, 1, 200));
  for (int i = 0; i < 8; ++i) {
    pods.push_back(trace_pod(1000, 1, 1000));
    pods.back().memory_mib = i % 2;
  }
  const std::vector<TraceNode> nodes{{"a", 8000, 0, 1, "A"}};
  Fragments fragments(nodes, task_kinds(pods));
  ASSERT_TRUE(fragments.take(0, pods[0], {0}));
  EXPECT_DOUBLE_EQ(fragments.total(), 800 * 0.08);
}

TEST(Fragments, CountGpusThatTasksCannotUse) {
  // Three of four tasks request half a GPU and 2 CPUs, one a whole GPU of model A and 4 CPUs.
  std::vector<TracePod> pods(3, trace_pod(2000, 1, 500));
  pods.push_back(trace_pod(4000, 1, 1000, {"A"}));
  const std::vector<TraceNode> nodes{
      {"a", 8000, 0, 2, "A"}, {"b", 8000, 0, 1, "B"}, {"c", 8000, 0, 0, ""}};
  Fragments fragments(nodes, task_kinds(pods));
  EXPECT_DOUBLE_EQ(fragments.total(), 1000.0 / 4) << "of B to the one that wants A";
  ASSERT_TRUE(fragments.take(0, pods[0], {1}));
  EXPECT_DOUBLE_EQ(fragments.total(), 250 + 500.0 / 4) << "half of a device is too small for one";
  ASSERT_TRUE(fragments.take(0, trace_pod(500, 1, 100), {1}));
  EXPECT_DOUBLE_EQ(fragments.total(), 250 + 400) << "and what is left of it for all";
  ASSERT_TRUE(fragments.take(0, trace_pod(2000, 0, 0), {}));
  EXPECT_DOUBLE_EQ(fragments.total(), 250 + 400 + 1000.0 / 4) << "3.5 CPUs";
  ASSERT_TRUE(fragments.take(0, trace_pod(2000, 0, 0), {}));
  EXPECT_DOUBLE_EQ(fragments.total(), 250 + 1400) << "1.5 CPUs";
}

TEST(Fragments, TwoDevicesAtOnceOrNone) {
  const std::vector<TracePod> pods{trace_pod(1000, 2, 1000)};
  const std::vector<TraceNode> nodes{{"a", 8000, 0, 3, "A"}};
  Fragments fragments(nodes, task_kinds(pods));
  EXPECT_DOUBLE_EQ(fragments.total(), 0);
  EXPECT_EQ(fragments.fitting(0, pods[0]), (std::vector<int>{0, 1, 2}));
  ASSERT_TRUE(fragments.take(0, pods[0], {0, 2}));
  EXPECT_EQ(fragments.fitting(0, pods[0]), std::vector<int>{1});
  EXPECT_DOUBLE_EQ(fragments.total(), 1000);
}

TEST(Fragments, RareTasksDoNotCount) {
  std::vector<TracePod> pods(96, trace_pod(1000, 1, 200));
  for (int i = 0; i < 4; ++i) pods.push_back(trace_pod(1000, 1, 1000));
  const std::vector<TraceNode> nodes{{"a", 8000, 0, 1, "A"}};
  Fragments fragments(nodes, task_kinds(pods));
  ASSERT_TRUE(fragments.take(0, pods[0], {0}));
  EXPECT_DOUBLE_EQ(fragments.total(), 0);
}

TEST(Fragments, NothingIsTakenThatIsNotThere) {
  const std::vector<TracePod> pods{trace_pod(1000, 1, 500)};
  const std::vector<TraceNode> nodes{{"a", 1500, 0, 1, "A"}};
  Fragments fragments(nodes, task_kinds(pods));
  EXPECT_FALSE(fragments.take(0, pods[0], {})) << "no device";
  EXPECT_FALSE(fragments.take(0, pods[0], {1})) << "none such";
  EXPECT_FALSE(fragments.take(0, pods[0], {-1}));
  EXPECT_FALSE(fragments.take(0, trace_pod(2000, 1, 500), {0})) << "more CPU than there is";
  ASSERT_TRUE(fragments.take(0, pods[0], {0}));
  const double before = fragments.total();
  EXPECT_FALSE(fragments.take(0, trace_pod(0, 1, 510), {0}));
  EXPECT_DOUBLE_EQ(fragments.total(), before);
}

TEST(Fragments, ModelsAreBounded) {
  std::vector<TracePod> pods;
  // The last 5 percent of these pods are not counted.
  for (int i = 0; i < 70; ++i) pods.push_back(trace_pod(1000, 1, 500, {"M" + std::to_string(i)}));
  EXPECT_FAILURE(Fragments({}, task_kinds(pods)), kEnvironment,
                 "pods name more than 64 GPU models");
}

}  // namespace
}  // namespace koordctl
