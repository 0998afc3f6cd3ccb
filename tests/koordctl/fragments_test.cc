// Which tasks stand for a workload, and how much of the idle GPUs they cannot use.
#include "replay/fragments.h"

#include "failure_support.h"
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

TEST(Fragments, AreWhatTasksCannotUse) {
  // Three of four tasks want half a GPU and 2 CPUs, one a whole GPU of model A and 4 CPUs.
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
  // Of which the last 5 percent do not count.
  for (int i = 0; i < 70; ++i) pods.push_back(trace_pod(1000, 1, 500, {"M" + std::to_string(i)}));
  EXPECT_FAILURE(Fragments({}, task_kinds(pods)), kEnvironment,
                 "pods name more than 64 GPU models");
}

}  // namespace
}  // namespace koordctl
