// Tasks, their fit on nodes, and the task classes that represent a workload.
#include "device/gpu/gpu_task.h"

#include <algorithm>

#include "gpu_support.h"
#include "support/expect_error.h"

namespace koord::device::testing {
namespace {

TEST(GpuTask, BoundsAreNamed) {
  EXPECT_ERROR(check_task({-1, 0, 0}), Status::kInvalid, "task: cpu_milli is -1");
  EXPECT_ERROR(check_task({kMaxCpuMilli + 1, 0, 0}), Status::kInvalid, "cpu_milli is 268435457");
  EXPECT_ERROR(check_task({0, 1001, 1}), Status::kInvalid, "gpu_milli is 1001, expected 0 to 1000");
  EXPECT_ERROR(check_task({0, 1000, 65}), Status::kInvalid, "gpu_count is 65, expected 0 to 64");
  EXPECT_ERROR(check_task({0, 0, 1}), Status::kInvalid, "both or neither");
  EXPECT_ERROR(check_task({0, 500, 0}), Status::kInvalid, "both or neither");
  EXPECT_ERROR(check_task({0, 500, 1, uint64_t{1} << 63}), Status::kInvalid, "models beyond");
  EXPECT_NO_THROW(check_task({kMaxCpuMilli, 1000, 64, kAnyModel}));
}

TEST(GpuTask, FitsByCpuModelAndDevices) {
  const Node node{8000, {300, 1000, 1000}, 2};
  EXPECT_TRUE(fits(node.free(), {8000, 1000, 2}));
  EXPECT_FALSE(fits(node.free(), {8001, 1000, 2}));
  EXPECT_FALSE(fits(node.free(), {0, 1000, 3}));
  EXPECT_TRUE(fits(node.free(), {0, 300, 3}));
  EXPECT_FALSE(fits(node.free(), {0, 300, 1, 1}));
  EXPECT_TRUE(fits(node.free(), {0, 300, 1, 3}));
  EXPECT_TRUE(fits(node.free(), {0, 0, 0, 1})) << "CPU does not ask for a model";
  const Node unknown{8000, {1000}, 0};
  EXPECT_TRUE(fits(unknown.free(), {0, 1000, 1}));
  EXPECT_FALSE(fits(unknown.free(), {0, 1000, 1, 7}));
}

TEST(GpuTask, DevicesAreTheFirstOrTheTightest) {
  const Node node{0, {1000, 500, 700, 500, 1000}};
  EXPECT_EQ(first_fitting(node.free(), {0, 1000, 2}), 0b10001u);
  EXPECT_EQ(first_fitting(node.free(), {0, 600, 1}), 0b00001u);
  EXPECT_EQ(tightest_fitting(node.free(), {0, 600, 1}), 0b00100u);
  EXPECT_EQ(tightest_fitting(node.free(), {0, 500, 1}), 0b00010u) << "the first of equal ones";
  EXPECT_EQ(tightest_fitting(node.free(), {0, 1000, 1}), 0b00001u);
  EXPECT_EQ(tightest_fitting(node.free(), {0, 600, 2}), 0b00101u);
  EXPECT_EQ(tightest_fitting(node.free(), {0, 0, 0}), 0u);
}

TEST(GpuTask, KeepsToTheDevicesItMayHave) {
  const Node node{8000, {1000, 500, 700, 500, 1000}};
  EXPECT_TRUE(fits(node.free(), {0, 500, 3}, 0b01110));
  EXPECT_FALSE(fits(node.free(), {0, 501, 3}, 0b01110));
  EXPECT_TRUE(fits(node.free(), {0, 0, 0}, 0));
  EXPECT_EQ(first_fitting(node.free(), {0, 1000, 1}, 0b11110), 0b10000u);
  EXPECT_EQ(tightest_fitting(node.free(), {0, 500, 1}, 0b11100), 0b01000u);
  EXPECT_EQ(tightest_fitting(node.free(), {0, 500, 1}, 0), 0u);
}

std::vector<TaskClass> task_classes(std::span<const GpuTask> tasks, int percent) {
  std::vector<TaskClass> single;
  single.reserve(tasks.size());
  for (const GpuTask &task : tasks) single.push_back({task, 1});
  return covering_classes(single, percent);
}

TEST(TaskClasses, FrequentFirstUntilCovered) {
  std::vector<GpuTask> tasks(12, {1000, 500, 1});
  tasks.insert(tasks.end(), 4, {0, 0, 0});
  tasks.insert(tasks.end(), 3, {2000, 1000, 8, 1});
  tasks.push_back({4000, 1000, 1});
  const std::vector<TaskClass> all{
      {{1000, 500, 1}, 12}, {{100, 0, 0}, 4}, {{2000, 1000, 8, 1}, 3}, {{4000, 1000, 1}, 1}};
  EXPECT_EQ(task_classes(tasks, 100), all);
  EXPECT_EQ(task_classes(tasks, 95), std::vector(all.begin(), all.begin() + 3)) << "19 of 20";
  EXPECT_EQ(task_classes(tasks, 96), all);
  EXPECT_EQ(task_classes(tasks, 60), std::vector(all.begin(), all.begin() + 1));
  EXPECT_TRUE(task_classes({}, 95).empty());
}

TEST(TaskClasses, EquallyFrequentOnesLargerFirst) {
  const std::vector<GpuTask> tasks{
      {1000, 500, 1}, {2000, 100, 1}, {1000, 600, 1}, {1000, 1000, 2}, {1000, 1000, 1}};
  const std::vector<TaskClass> expected{{{2000, 100, 1}, 1},
                                        {{1000, 1000, 2}, 1},
                                        {{1000, 1000, 1}, 1},
                                        {{1000, 600, 1}, 1},
                                        {{1000, 500, 1}, 1}};
  EXPECT_EQ(task_classes(tasks, 100), expected);
}

TEST(TaskClasses, RefusesInvalidTasks) {
  EXPECT_ERROR(task_classes({}, 0), Status::kInvalid, "percent of tasks is 0, expected 1 to 100");
  EXPECT_ERROR(task_classes({}, 101), Status::kInvalid, "is 101");
  const std::vector<GpuTask> broken{{0, 500, 0}};
  EXPECT_ERROR(task_classes(broken, 95), Status::kInvalid, "gpu_milli is 500");
  std::vector<GpuTask> many;
  for (int64_t i = 0; i <= static_cast<int64_t>(kMaxTaskClasses); ++i)
    many.push_back({1 + i, 500, 1});
  EXPECT_ERROR(task_classes(many, 100), Status::kLimit, "tasks of 4097 kinds, at most 4096");
  EXPECT_EQ(task_classes(many, 95).size(), 3893u) << "those left out do not count";
}

RC_GTEST_PROP(TaskClasses, DoNotDependOnTheOrderOfTasks, ()) {
  auto tasks = *rc::gen::container<std::vector<GpuTask>>(drawn_task());
  const auto classes = task_classes(tasks, 95);
  std::reverse(tasks.begin(), tasks.end());
  RC_ASSERT(task_classes(tasks, 95) == classes);
  int64_t covered = 0;
  for (const TaskClass &one : classes) covered += one.tasks;
  const auto all = static_cast<int64_t>(tasks.size());
  RC_ASSERT(covered * 100 >= all * 95);
  if (!classes.empty()) RC_ASSERT((covered - classes.back().tasks) * 100 < all * 95);
}

TEST(TaskClasses, OfOneDeviceHaveTheMeanMemoryOfThoseAlike) {
  const GpuTask small{1000, 500, 1, kAnyModel, 10};
  const GpuTask large{1000, 500, 1, kAnyModel, 40};
  const GpuTask other{2000, 500, 1, kAnyModel, 7};
  const GpuTask whole{1000, 1000, 2, kAnyModel, 90};
  const GpuTask wider{1000, 1000, 2, kAnyModel, 30};
  const std::vector<TaskClass> tasks{{small, 2}, {large, 1}, {other, 1}, {whole, 1}, {wider, 3}};
  const std::vector<TaskClass> found = covering_classes(with_mean_memory(tasks), 100);
  ASSERT_EQ(found.size(), 4u);
  const auto tasks_of = [&](GpuTask task, int64_t memory) {
    task.memory = memory;
    for (const TaskClass &one : found)
      if (one.task == task) return one.tasks;
    return int64_t{0};
  };
  EXPECT_EQ(tasks_of(small, 20), 3);
  EXPECT_EQ(tasks_of(other, 7), 1);
  EXPECT_EQ(tasks_of(whole, 90), 1) << "where a whole node is needed each counts by itself";
  EXPECT_EQ(tasks_of(wider, 30), 3);
  EXPECT_EQ(covering_classes(without_memory(tasks), 100).size(), 3u);
  const std::vector<TaskClass> most{{{0, 500, 1, kAnyModel, kMaxMemory}, kMaxTasks}};
  EXPECT_EQ(with_mean_memory(most)[0].task.memory, kMaxMemory);
}

TEST(TaskClasses, OfTheSameTasksAreOne) {
  const std::vector<TaskClass> rows{
      {{0, 500, 1}, 2}, {{1000, 1000, 1}, 4}, {{100, 500, 1}, 3}, {{1, 0, 0}, 0}};
  const std::vector<TaskClass> expected{{{100, 500, 1}, 5}, {{1000, 1000, 1}, 4}};
  EXPECT_EQ(covering_classes(rows, 100), expected);
  EXPECT_EQ(covering_classes(rows, 55).size(), 1u);
  EXPECT_ERROR(covering_classes(std::vector<TaskClass>{{{0, 0, 0}, -1}}, 100), Status::kInvalid,
               "found -1");
  EXPECT_ERROR(
      covering_classes(std::vector<TaskClass>{{{0, 0, 0}, 1}, {{1, 0, 0}, kMaxTasks}}, 100),
      Status::kLimit, "more than 1073741824 tasks");
}

}  // namespace
}  // namespace koord::device::testing
