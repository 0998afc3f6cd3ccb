// Execution of plans, with every write failing in every way and
// with the writer killed after every write.
#include "agent/cgroup_apply.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "base/error.h"
#include "drawn_cgroups.h"
#include "wording/sentence.h"

namespace koord::agent::testing {
namespace {

namespace fs = std::filesystem;

// The values in force in every group.
struct Picture {
  std::map<std::string, std::tuple<CpuSet, CpuSet, int64_t>> groups;
  friend bool operator==(const Picture &, const Picture &) = default;
};

Picture picture_of(const KernelModel &kernel) {
  Picture picture;
  for (const auto &[path, group] : kernel.groups())
    picture.groups[path] = {kernel.cpus_in_force(path), kernel.mems_in_force(path), group.quota};
  return picture;
}

void check_arrived(DrawnNode &node) {
  for (const auto &[path, goal] : node.goal_of)
    if (node.kernel.groups().contains(path)) RC_ASSERT(node.kernel.cpus_in_force(path) == goal);
  for (const std::string &path : node.lifted)
    if (node.kernel.groups().contains(path)) RC_ASSERT(node.kernel.at(path).quota == -1);
}

class CgroupApply : public ::testing::Test {
 protected:
  static void TearDownTestSuite() {
    std::printf(
        "[   NOTE   ] %d failing writes, %d kills, %d failing undos, %d groups that ended\n",
        faults_, kills_, undos_, ended_);
  }
  static int faults_;
  static int kills_;
  static int undos_;
  static int ended_;
};
int CgroupApply::faults_ = 0;
int CgroupApply::kills_ = 0;
int CgroupApply::undos_ = 0;
int CgroupApply::ended_ = 0;

bool plan_of(DrawnNode &node, CgroupPlan &plan) {
  try {
    plan = node.plan();
  } catch (const Error &error) {
    RC_ASSERT(error.status() == Status::kConflict);
    return false;
  }
  return !plan.steps.empty();
}

RC_GTEST_FIXTURE_PROP(CgroupApply, WhereAWriteFailsAllIsAsItWas, ()) {
  if (!chance(15)) return;  // every write fails in seven ways, so a few nodes are enough
  DrawnNode node = draw_node();
  CgroupPlan plan;
  if (!plan_of(node, plan)) return;
  const KernelModel start = node.kernel;
  const Picture old = picture_of(start);
  const Overlaps before = overlaps_of(node, true);
  for (size_t fault = 0; fault < plan.steps.size(); ++fault)
    for (const auto &[error, after] : {std::pair{EBUSY, false},
                                       {EINVAL, false},
                                       {ENOSPC, false},
                                       {ENOENT, false},
                                       {EACCES, false},
                                       {EIO, false},
                                       {EIO, true}}) {
      node.kernel = start;
      KernelModel &kernel = node.kernel;
      kernel.writes = 0;
      kernel.before_write = [&, error = error, after = after](const std::string &path,
                                                              std::string_view value) {
        if (kernel.writes != static_cast<int>(fault) + 1) return 0;
        if (after) {  // a short write that took effect
          RC_ASSERT(kernel.write(path, value) == 0);
        }
        return error;
      };
      kernel.after_write = [&] { RC_ASSERT(within(overlaps_of(node, true), before)); };
      const ApplyReport report = apply_cgroups(kernel, plan);
      if (report.outcome != ApplyOutcome::kUndone)
        RC_LOG() << to_text(plan) << to_sentence(plan, report);
      RC_ASSERT(report.outcome == ApplyOutcome::kUndone);
      RC_ASSERT(report.failed_step == static_cast<int64_t>(fault));
      RC_ASSERT(report.steps[fault].state == StepState::kFailed);
      RC_ASSERT(report.steps[fault].error_number == error);
      RC_ASSERT(report.steps[fault].error ==
                (error == ENOENT ? CgroupError::kUnsupported : class_of(error)));
      for (size_t i = 0; i < plan.steps.size(); ++i)
        if (i != fault)
          RC_ASSERT(report.steps[i].state ==
                    (i < fault ? StepState::kUndone : StepState::kNotMade));
      RC_ASSERT(picture_of(kernel) == old);
      ++faults_;
    }
}

RC_GTEST_FIXTURE_PROP(CgroupApply, WhereTheWriterIsKilledTheNextOneGetsThere, ()) {
  DrawnNode node = draw_node();
  CgroupPlan plan;
  if (!plan_of(node, plan)) return;
  const KernelModel start = node.kernel;
  const Overlaps before = overlaps_of(node, true);
  for (int last = 1; last <= static_cast<int>(plan.steps.size()); ++last) {
    node.kernel = start;
    node.kernel.writes = 0;
    node.kernel.after_write = [&] {
      if (node.kernel.writes == last) throw std::runtime_error("killed");
    };
    RC_ASSERT_THROWS_AS(apply_cgroups(node.kernel, plan), std::runtime_error);
    RC_ASSERT(within(overlaps_of(node, true), before));
    node.kernel.after_write = [&] { RC_ASSERT(within(overlaps_of(node, true), before)); };
    const CgroupPlan rest = node.plan();
    RC_ASSERT(apply_cgroups(node.kernel, rest).outcome == ApplyOutcome::kDone);
    check_arrived(node);
    // Applying the plan again makes no writes, because its values are in force.
    const ApplyReport again = apply_cgroups(node.kernel, rest);
    RC_ASSERT(again.outcome == ApplyOutcome::kDone);
    RC_ASSERT(again.writes == 0u);
    ++kills_;
  }
}

// From some write on, all writes fail, including those of the rollback. A part of the plan is then
// in force, and the report says which part.
RC_GTEST_FIXTURE_PROP(CgroupApply, WhereTakingBackFailsTooThePartIsTold, ()) {
  DrawnNode node = draw_node();
  CgroupPlan plan;
  if (!plan_of(node, plan) || plan.steps.size() < 2) return;
  const KernelModel start = node.kernel;
  for (size_t fault = 1; fault < plan.steps.size(); ++fault) {
    const int undone = draw(0, static_cast<int>(fault) - 1);
    node.kernel = start;
    node.kernel.writes = 0;
    int made = 0;
    node.kernel.before_write = [&](const std::string &, std::string_view value) {
      if (node.kernel.writes == static_cast<int>(fault) + 1) return EINVAL;
      if (node.kernel.writes <= static_cast<int>(fault)) return 0;
      if (made == undone) return EBUSY;
      if (value != "\n") ++made;  // clearing may be refused; the old set is then written
      return 0;
    };
    const ApplyReport report = apply_cgroups(node.kernel, plan);
    node.kernel.before_write = nullptr;
    if (report.outcome == ApplyOutcome::kUndone) continue;  // all remaining steps cleared a set
    RC_ASSERT(report.outcome == ApplyOutcome::kPartial);
    RC_ASSERT(report.steps[static_cast<size_t>(report.failed_undo)].state ==
              StepState::kUndoFailed);
    const Picture actual = picture_of(node.kernel);
    node.kernel = start;
    for (int64_t i = 0; i <= report.failed_undo; ++i) {
      const CgroupStep &step = plan.steps[static_cast<size_t>(i)];
      RC_ASSERT(node.kernel.write(plan.path_of(step), step.to) == 0);
    }
    // If a set could not be cleared, the rollback wrote the set that had been in force. The group
    // then no longer follows its parent.
    for (size_t i = 0; i < plan.steps.size(); ++i) {
      const CgroupStep &step = plan.steps[i];
      const StepResult &result = report.steps[i];
      const std::string_view text = report.read_back(result);
      if (result.state == StepState::kUndone && step.from.empty() && !text.empty())
        RC_ASSERT(node.kernel.write(plan.path_of(step), text) == 0);
    }
    RC_ASSERT(picture_of(node.kernel) == actual);
    ++undos_;
  }
}

RC_GTEST_FIXTURE_PROP(CgroupApply, WhatHasEndedIsLeftOut, ()) {
  DrawnNode node = draw_node();
  CgroupPlan plan;
  if (!plan_of(node, plan)) return;
  const KernelModel start = node.kernel;
  for (const CgroupStep &ending : plan.steps) {
    const ObservedGroup &group = plan.tree->groups[ending.group];
    if (group.kind != CgroupKind::kContainer && group.kind != CgroupKind::kPod) continue;
    const int when = draw(0, static_cast<int>(plan.steps.size()));
    node.kernel = start;
    node.kernel.writes = 0;
    if (when == 0) node.kernel.remove(group.path);
    node.kernel.before_write = [&](const std::string &, std::string_view) {
      if (node.kernel.writes == when) node.kernel.remove(group.path);
      return 0;
    };
    const ApplyReport report = apply_cgroups(node.kernel, plan);
    RC_ASSERT(report.outcome == ApplyOutcome::kDone);
    check_arrived(node);
    ++ended_;
  }
}

TEST_F(CgroupApply, ChangesByOthersAreDetectedBeforeWriting) {
  KernelModel kernel(CgroupVersion::kV1, 4, 1);
  const CpuSet all = first_cpus(4);
  kernel.add("kubepods", {all, {0}, -1, false, true});
  kernel.add("kubepods/poda", {all, {0}, -1, false, true});
  kernel.add("kubepods/poda/ab", {all, {0}, -1, true, true});
  NodeState state;
  state.cpus = all;
  PodState pod;
  pod.uid = "a";
  pod.qos = Qos::kLsr;
  pod.kube_qos = KubeQos::kGuaranteed;
  pod.place = Place::kOwn;
  pod.cpus = {1, 2};
  state.pods.push_back(pod);
  const CgroupLayout layout{CgroupDriver::kCgroupfs, CgroupVersion::kV1, ""};
  const CgroupPlan plan =
      plan_cgroups(state, std::make_shared<const CgroupTree>(observe_cgroups(kernel, layout)), {});
  EXPECT_EQ(to_text(plan),
            "1 shrink cpuset/kubepods/poda/ab/cpuset.cpus: \"0-3\" -> \"1-2\"\n"
            "2 settle-parent cpuset/kubepods/poda/cpuset.cpus: \"0-3\" -> \"1-2\"\n");
  kernel.at("kubepods/poda/ab").cpus = {0};
  kernel.writes = 0;
  const ApplyReport report = apply_cgroups(kernel, plan);
  EXPECT_EQ(report.outcome, ApplyOutcome::kStale);
  EXPECT_EQ(kernel.writes, 0);
  EXPECT_EQ(report.steps[0].error, CgroupError::kDrifted);
  EXPECT_EQ(to_sentence(plan, report),
            "step 1 of 2, cpuset/kubepods/poda/ab/cpuset.cpus to \"1-2\": found \"0\", expected "
            "\"0-3\"; nothing was written");
}

// Version 2 accepts values that do not take effect.
TEST_F(CgroupApply, AcceptedIsNotInForce) {
  KernelModel kernel(CgroupVersion::kV2, 4, 1);
  for (const char *path : {"kubepods", "kubepods/poda"})
    kernel.add(path, {{}, {}, -1, false, true});
  kernel.add("kubepods/poda/ab", {{}, {}, -1, true, true});
  NodeState state;
  state.cpus = first_cpus(4);
  PodState pod;
  pod.uid = "a";
  pod.kube_qos = KubeQos::kGuaranteed;
  pod.place = Place::kOwn;
  pod.cpus = {1, 2};
  state.pods.push_back(pod);
  const CgroupLayout layout{CgroupDriver::kCgroupfs, CgroupVersion::kV2, ""};
  const CgroupPlan plan =
      plan_cgroups(state, std::make_shared<const CgroupTree>(observe_cgroups(kernel, layout)), {});
  kernel.before_write = [&](const std::string &, std::string_view) {
    kernel.at("kubepods").cpus = {0, 1};  // narrowed by another writer meanwhile
    return 0;
  };
  const ApplyReport report = apply_cgroups(kernel, plan);
  EXPECT_EQ(report.outcome, ApplyOutcome::kUndone);
  EXPECT_EQ(report.steps[0].error, CgroupError::kDrifted);
  EXPECT_EQ(report.read_back(report.steps[0]), "1");
  EXPECT_EQ(to_sentence(plan, report),
            "step 1 of 2, kubepods/poda/ab/cpuset.cpus to \"1-2\": accepted, but reads "
            "back as \"1\"; all steps were rolled back");
}

// Injects the same faults into real files.
class Faulty final : public CgroupFiles {
 public:
  explicit Faulty(CgroupFiles &files) : files_(files) {}
  int read(const std::string &path, std::string &text) override { return files_.read(path, text); }
  int list(const std::string &path, std::vector<std::string> &names) override {
    return files_.list(path, names);
  }
  int write(const std::string &path, std::string_view value) override {
    return ++writes == fault ? error : files_.write(path, value);
  }
  int writes = 0;
  int fault = 0;
  int error = 0;

 private:
  CgroupFiles &files_;
};

TEST_F(CgroupApply, OverPlainFiles) {
  std::string root = fs::temp_directory_path() / "koord-cgroup-XXXXXX";
  ASSERT_NE(mkdtemp(root.data()), nullptr);
  const auto write_file = [&](const std::string &path, const std::string &text) {
    fs::create_directories(fs::path(root + '/' + path).parent_path());
    std::FILE *file = std::fopen((root + '/' + path).c_str(), "w");
    ASSERT_NE(file, nullptr);
    std::fputs((text + '\n').c_str(), file);
    std::fclose(file);
  };
  const auto group = [&](const std::string &path, const std::string &cpus) {
    write_file("cpuset/" + path + "/cpuset.cpus", cpus);
    write_file("cpuset/" + path + "/cpuset.mems", "0");
    write_file("cpu/" + path + "/cpu.cfs_quota_us", "100000");
  };
  NodeState state;
  state.cpus = first_cpus(4);
  group("kubepods", "0-3");
  for (const int i : {0, 1}) {  // the pods exchange CPUs
    PodState pod;
    pod.uid = std::string(1, static_cast<char>('a' + i));
    pod.qos = Qos::kLse;
    pod.kube_qos = KubeQos::kGuaranteed;
    pod.place = Place::kOwn;
    pod.cpus = {1 - i};
    pod.unlimited = true;
    state.pods.push_back(pod);
    group("kubepods/pod" + pod.uid, std::to_string(i));
    group("kubepods/pod" + pod.uid + "/0" + std::to_string(i), std::to_string(i));
  }
  const CgroupLayout layout{CgroupDriver::kCgroupfs, CgroupVersion::kV1, ""};
  RootedFiles files(root, CgroupVersion::kV1);
  const auto tree = [&] {
    return std::make_shared<const CgroupTree>(observe_cgroups(files, layout));
  };
  const CgroupPlan plan = plan_cgroups(state, tree(), {});
  const auto values = [&] {
    std::string all;
    const auto now = tree();
    for (const ObservedGroup &one : now->groups)
      all += one.path + ' ' + one.cpus.written.to_string() + ' ' + one.quota.text + '\n';
    return all;
  };
  const std::string old = values();
  for (int fault = 1; fault <= static_cast<int>(plan.steps.size()); ++fault)
    for (const int error : {EBUSY, EINVAL, ENOSPC, ENOENT, EACCES, EIO}) {
      Faulty faulty(files);
      faulty.fault = fault;
      faulty.error = error;
      EXPECT_EQ(apply_cgroups(faulty, plan).outcome, ApplyOutcome::kUndone);
      EXPECT_EQ(values(), old);
      ++faults_;
    }
  const ApplyReport report = apply_cgroups(files, plan);
  EXPECT_EQ(report.outcome, ApplyOutcome::kDone) << to_sentence(plan, report);
  EXPECT_EQ(values(),
            "kubepods 0-3 \nkubepods/poda 1 -1\nkubepods/poda/00 1 -1\nkubepods/podb 0 -1\n"
            "kubepods/podb/01 0 -1\n");
  EXPECT_TRUE(plan_cgroups(state, tree(), {}).steps.empty());
  fs::remove_all(root);
}

}  // namespace
}  // namespace koord::agent::testing
