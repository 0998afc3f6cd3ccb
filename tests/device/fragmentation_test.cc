// Compares the expected fragment with its definition, and checks the scores derived from it.
#include "device/gpu_policy/fragmentation.h"

#include <cmath>

#include "device/gpu_policy/fgd.h"
#include "gpu_support.h"
#include "support/expect_error.h"

namespace koord::device::testing {
namespace {

// Computes the definition class by class and device by device.
int64_t by_definition(const Node &node, const std::vector<TaskClass> &classes) {
  int64_t sum = 0;
  int64_t tasks = 0;
  for (const auto &[task, count] : classes) {
    int64_t all = 0;
    int64_t too_small = 0;
    int room = 0;
    for (const int32_t milli : node.gpu_milli) {
      all += milli;
      if (milli >= task.gpu_milli) ++room;
      if (milli < task.gpu_milli) too_small += milli;
    }
    const bool allowed = task.models == kAnyModel || (task.models & node.model) != 0;
    const bool hosts =
        task.gpu_count > 0 && allowed && task.cpu_milli <= node.cpu_milli && room >= task.gpu_count;
    sum += count * (hosts ? too_small : all);
    tasks += count;
  }
  if (tasks == 0)
    for (const int32_t milli : node.gpu_milli) sum += milli;
  return sum;
}

// Computes the published formula with exp.
int64_t score_by_exp(double fall_milli) {
  return static_cast<int64_t>(std::floor(100.0 / (1.0 + std::exp(-fall_milli / 1000.0))));
}

int64_t fragments(const Fragmentation &of, const NodeFree &node) {
  check_devices(node);
  return Fragmentation::Evaluator(of, node.cpu_milli, node.model).of(node.gpu_milli);
}

TEST(Fragmentation, WorkedExamples) {
  const std::vector<TaskClass> half{{{1000, 500, 1}, 1}};
  const auto of = [&](const Node &node) { return fragments(Fragmentation(half), node.free()); };
  EXPECT_EQ(of({8000, {1000, 300}}), 300) << "only what is too small";
  EXPECT_EQ(of({8000, {400, 300}}), 700) << "no device has room";
  EXPECT_EQ(of({999, {1000, 300}}), 1300) << "no CPU";
  EXPECT_EQ(of({8000, {}}), 0);
  const std::vector<TaskClass> pair{{{1000, 1000, 2}, 1}};
  EXPECT_EQ(fragments(Fragmentation(pair), Node{8000, {1000, 300}}.free()), 1300) << "one of two";
  EXPECT_EQ(fragments(Fragmentation(pair), Node{8000, {1000, 300, 1000}}.free()), 300);
  const std::vector<TaskClass> bound{{{0, 1000, 1, 2}, 1}};
  EXPECT_EQ(fragments(Fragmentation(bound), Node{8000, {1000}, 1}.free()), 1000) << "another model";
  EXPECT_EQ(fragments(Fragmentation(bound), Node{8000, {1000}, 2}.free()), 0);
  const std::vector<TaskClass> cpu{{{1000, 0, 0}, 3}, {{1000, 500, 1}, 1}};
  EXPECT_EQ(fragments(Fragmentation(cpu), Node{8000, {1000}}.free()), 3000)
      << "idle GPU is of no use to three tasks out of four";
  EXPECT_EQ(Fragmentation(cpu).tasks(), 4);
}

TEST(Fragmentation, RefusesAmountsOutOfBounds) {
  const Fragmentation none{{}};
  EXPECT_EQ(fragments(none, Node{8000, {1000}}.free()), 1000) << "nobody could use it";
  EXPECT_ERROR(fragments(none, Node{0, {1001}}.free()), Status::kInvalid,
               "node: a device has 1001 milli-GPU free, expected 0 to 1000");
  EXPECT_ERROR(fragments(none, Node{0, {-1}}.free()), Status::kInvalid, "has -1 milli-GPU");
  EXPECT_ERROR(fragments(none, Node{0, std::vector<int32_t>(65, 1000)}.free()), Status::kLimit,
               "node: 65 devices, at most 64");
  const std::vector<TaskClass> negative{{{0, 500, 1}, -1}};
  EXPECT_ERROR(Fragmentation{negative}, Status::kInvalid, "a class has -1 tasks");
  const std::vector<TaskClass> many{{{0, 500, 1}, kMaxTasks}, {{0, 0, 0}, 1}};
  EXPECT_ERROR(Fragmentation{many}, Status::kInvalid, "in all at most 1073741824");
  const std::vector<TaskClass> broken{{{0, 500, 0}, 1}};
  EXPECT_ERROR(Fragmentation{broken}, Status::kInvalid, "gpu_count 0");
  const std::vector<TaskClass> kinds(kMaxTaskClasses + 1);
  EXPECT_ERROR(Fragmentation{kinds}, Status::kLimit, "4097 task classes, at most 4096");
}

TEST(Fragmentation, LargestAmountsStayExact) {
  const std::vector<TaskClass> classes{{{kMaxCpuMilli, 1000, 64}, kMaxTasks}};
  const Node node{kMaxCpuMilli, std::vector<int32_t>(64, 1000)};
  EXPECT_EQ(fragments(Fragmentation(classes), node.free()), 0);
  const Node poor{kMaxCpuMilli - 1, std::vector<int32_t>(64, 1000)};
  EXPECT_EQ(fragments(Fragmentation(classes), poor.free()), kMaxTasks * 64000);
}

// There are more classes than are precomputed one by one.
TEST(Fragmentation, ManyClassesStayExact) {
  std::vector<TaskClass> classes;
  for (int i = 0; i < static_cast<int>(kMaxTaskClasses); ++i)
    classes.push_back({{i * 7 % 5000, i * 37 % kWholeGpu + 1, i % 50 == 0 ? 2 : 1}, i % 9});
  const Fragmentation fragmentation(classes);
  for (int64_t cpu = -1; cpu <= 5000; cpu += 61) {
    const Node node{cpu, {1000, 1000, 977, 512, 333, 1, 0}};
    ASSERT_EQ(fragments(fragmentation, node.free()), by_definition(node, classes)) << cpu;
    const Fragmentation::Evaluator evaluator(fragmentation, cpu, node.model);
    for (size_t device = 0; device < node.gpu_milli.size(); ++device) {
      const int32_t from = node.gpu_milli[device];
      Node after = node;
      after.gpu_milli[device] = from / 3;
      ASSERT_EQ(evaluator.rise(node.gpu_milli, from, from - from / 3),
                by_definition(after, classes) - by_definition(node, classes))
          << cpu << ' ' << from;
    }
  }
}

RC_GTEST_PROP(Fragmentation, IsWhatTheDefinitionSays, ()) {
  const auto classes = *drawn_classes();
  const Node node = *drawn_node();
  RC_ASSERT(fragments(Fragmentation(classes), node.free()) == by_definition(node, classes));
}

RC_GTEST_PROP(Fragmentation, TakingCpuAwayNeverLowersIt, ()) {
  const Fragmentation fragmentation(*drawn_classes());
  const Node node = *drawn_node();
  Node less = node;
  less.cpu_milli -= *rc::gen::inRange<int64_t>(0, 100000);
  RC_ASSERT(fragments(fragmentation, less.free()) >= fragments(fragmentation, node.free()));
}

RC_GTEST_PROP(Fragmentation, OrderOfDevicesDoesNotMatter, ()) {
  const Fragmentation fragmentation(*drawn_classes());
  const Node node = *drawn_node();
  Node turned = node;
  std::reverse(turned.gpu_milli.begin(), turned.gpu_milli.end());
  RC_ASSERT(fragments(fragmentation, turned.free()) == fragments(fragmentation, node.free()));
}

RC_GTEST_PROP(Fragmentation, RiseIsTheDifferenceOfBothStates, ()) {
  const Fragmentation fragmentation(*drawn_classes());
  const Node node = *drawn_node();
  RC_PRE(!node.gpu_milli.empty());
  const auto device = *rc::gen::inRange<size_t>(0, node.gpu_milli.size());
  const int32_t from = node.gpu_milli[device];
  const int32_t milli = *rc::gen::inRange(0, from + 1);
  Node after = node;
  after.gpu_milli[device] -= milli;
  const Fragmentation::Evaluator evaluator(fragmentation, node.cpu_milli, node.model);
  RC_ASSERT(evaluator.rise(node.gpu_milli, from, milli) ==
            fragments(fragmentation, after.free()) - fragments(fragmentation, node.free()));
}

TEST(Fgd, StepsAreThoseOfTheLogisticFunction) {
  const std::vector<TaskClass> one{{{0, 500, 1}, 1000}};
  const Fgd fgd(one);
  EXPECT_EQ(fgd.score(0), 50);
  EXPECT_EQ(fgd.score(-1), 49);
  // Steps of thousandths of a milli-GPU come close to the thresholds and never equal them.
  for (int64_t fall = -9'000'000; fall <= 9'000'000; fall += 377)
    ASSERT_EQ(fgd.score(fall), score_by_exp(static_cast<double>(fall) / 1000.0)) << fall;
}

TEST(Fgd, EndsOfTheRange) {
  const Fgd fgd{{}};
  EXPECT_EQ(fgd.score(-64000), 0);
  EXPECT_EQ(fgd.score(64000), 99) << "100 is never reached";
}

TEST(Fgd, TakesTheDeviceThatFragmentsLeast) {
  // Tasks request halves: 200 of the remainder of 700 are lost to them, and nothing of 500.
  const std::vector<TaskClass> half{{{0, 500, 1}, 1}};
  const Node node{1000, {1000, 700, 500}};
  const PlacementScore placed = Fgd(half).place(node.free(), {0, 500, 1});
  EXPECT_TRUE(placed.fits);
  EXPECT_EQ(placed.devices, 0b001u) << "half of a whole device leaves a half: first of two ties";
  EXPECT_EQ(placed.score, 50);
  const Node broken{1000, {700, 500, 500}};
  EXPECT_EQ(Fgd(half).place(broken.free(), {0, 500, 1}).devices, 0b010u);
  // A third of a GPU goes to the device that no task can use.
  const Node rest{1000, {1000, 400, 500}};
  const PlacementScore third = Fgd(half).place(rest.free(), {0, 330, 1});
  EXPECT_EQ(third.devices, 0b010u);
  EXPECT_EQ(third.score, score_by_exp(330));
}

TEST(Fgd, TasksThatDoNotFitAreNotPlaced) {
  const Fgd fgd{{}};
  const Node node{1000, {1000, 400}};
  EXPECT_FALSE(fgd.place(node.free(), {0, 1000, 2}).fits);
  EXPECT_FALSE(fgd.place(node.free(), {1001, 0, 0}).fits);
  EXPECT_ERROR(fgd.place(node.free(), {0, 1001, 1}), Status::kInvalid, "gpu_milli is 1001");
}

RC_GTEST_PROP(Fgd, IsTheBestWayByTheDefinition, ()) {
  const auto classes = *drawn_classes();
  const Node node = *drawn_node();
  const GpuTask task = *drawn_task();
  const Fgd fgd(classes);
  const DeviceMask allowed = *drawn_allowed();
  const PlacementScore placed = fgd.place(node.free(), task, allowed);
  RC_ASSERT(placed.fits == fits(node.free(), task, allowed));
  if (!placed.fits) return;
  const auto tasks = static_cast<double>(fgd.fragmentation().tasks());
  int64_t best = -1;
  DeviceMask devices = 0;
  for (const DeviceMask way : ways(node, task, allowed)) {
    const int64_t fall =
        by_definition(node, classes) - by_definition(node.after(task, way), classes);
    const int64_t score = score_by_exp(static_cast<double>(fall) / tasks);
    if (score > best) devices = way;
    best = std::max(best, score);
  }
  RC_ASSERT(placed.score == best);
  RC_ASSERT(placed.devices == devices);
}

}  // namespace
}  // namespace koord::device::testing
