// Plans on this machine's own version 1 control groups, in a directory of the test with processes
// in it. The test is skipped on other machines.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <map>

#include "agent/cgroup_apply.h"
#include "agent/cgroup_mount.h"
#include "base/error.h"
#include "wording/sentence.h"

namespace koord::agent::testing {
namespace {

const std::string kMount = "/sys/fs/cgroup";

bool put(const std::string &path, const std::string &text) {
  std::ofstream file(path);
  file << text << std::flush;
  return file.good();
}

// Groups and processes of the test, removed when it ends.
class CgroupHost : public ::testing::Test {
 protected:
  void SetUp() override {
    top_ = "koord-test-" + std::to_string(getpid());
    if (mkdir(real("").c_str(), 0755) != 0)
      GTEST_SKIP() << "SKIPPED: no writable cpuset of version 1 at " << kMount << "/cpuset";
    made_.push_back(real(""));
    std::ifstream(kMount + "/cpuset/cpuset.cpus") >> online_text_;
    ASSERT_TRUE(put(real("") + "/cpuset.cpus", online_text_));
    ASSERT_TRUE(put(real("") + "/cpuset.mems", "0"));
    state_.cpus = CpuSet::parse(online_text_);
    if (state_.cpus.count() < 2) GTEST_SKIP() << "SKIPPED: needs two CPUs";
    first_ = state_.cpus.first();
    CpuSet rest = state_.cpus;
    rest.remove(first_);
    second_ = rest.first();
    add("kubepods", online_text_);
    add("kubepods/burstable", online_text_);
    add("kubepods/besteffort", online_text_);
  }
  void TearDown() override {
    for (const auto &[name, pid] : processes_) {
      kill(pid, SIGKILL);
      waitpid(pid, nullptr, 0);
    }
    for (auto path = made_.rbegin(); path != made_.rend(); ++path) {
      int tries = 0;  // the kernel removes an ended process with a delay
      while (rmdir(path->c_str()) != 0 && ++tries < 200) usleep(10000);
      EXPECT_LT(tries, 200) << *path << " is left";
    }
  }

  std::string real(const std::string &path) const {
    return kMount + "/cpuset/" + top_ + (path.empty() ? "" : '/' + path);
  }
  void add(const std::string &path, const std::string &cpus) {
    ASSERT_EQ(mkdir(real(path).c_str(), 0755), 0) << path;
    made_.push_back(real(path));
    ASSERT_TRUE(put(real(path) + "/cpuset.mems", "0"));
    ASSERT_TRUE(put(real(path) + "/cpuset.cpus", cpus));
  }
  void run(const std::string &path) {
    const pid_t pid = fork();
    if (pid == 0) {
      execlp("sleep", "sleep", "600", nullptr);
      _exit(127);
    }
    ASSERT_GT(pid, 0);
    processes_[path] = pid;
    ASSERT_TRUE(put(real(path) + "/cgroup.procs", std::to_string(pid)));
  }
  std::string pod_directory(const std::string &uid, object::KubeQos qos) const {
    CgroupLayout plain{CgroupDriver::kCgroupfs, CgroupVersion::kV1, ""};
    return pod_path(plain, qos, uid);
  }
  // Adds a pod with one container that runs on `now`.
  void pod(const std::string &uid, object::KubeQos qos, Place place, object::Qos kind,
           const std::string &now, const CpuSet &goal) {
    const std::string path = pod_directory(uid, qos);
    add(path, now);
    add(path + "/" + uid, now);
    run(path + "/" + uid);
    PodState state;
    state.uid = uid;
    state.kube_qos = qos;
    state.qos = kind;
    state.place = place;
    state.cpus = goal;
    state_.pods.push_back(state);
  }
  std::string allowed(const std::string &uid, object::KubeQos qos) {
    std::ifstream file(
        "/proc/" + std::to_string(processes_.at(pod_directory(uid, qos) + '/' + uid)) + "/status");
    std::string line;
    while (std::getline(file, line))
      if (line.starts_with("Cpus_allowed_list:")) return line.substr(line.find('\t') + 1);
    return "";
  }
  CgroupPlan plan(const Cgroups &groups) const {
    return plan_cgroups(
        state_, std::make_shared<const CgroupTree>(observe_cgroups(*groups.files, groups.layout)),
        {});
  }

  std::string top_;
  std::string online_text_;
  int first_ = 0;
  int second_ = 0;
  NodeState state_;
  std::vector<std::string> made_;
  std::map<std::string, pid_t> processes_;
};

using object::KubeQos;
using object::Qos;

TEST_F(CgroupHost, PodsChangePlacesAndProcessesFollow) {
  const std::string one = std::to_string(first_);
  const std::string two = std::to_string(second_);
  pod("a1", KubeQos::kGuaranteed, Place::kOwn, Qos::kLsr, one, {second_});
  pod("b2", KubeQos::kBurstable, Place::kShared, Qos::kLs, online_text_, {first_});
  pod("c3", KubeQos::kBestEffort, Place::kBestEffort, Qos::kBe, one, state_.cpus);
  state_.pools.best_effort = state_.cpus;
  add(pod_directory("b2", KubeQos::kBurstable) + "/b2/inner", two);

  CgroupOptions options;
  options.root = top_;
  const Cgroups groups = open_cgroups(options);
  EXPECT_EQ(groups.layout.version, CgroupVersion::kV1);
  EXPECT_EQ(groups.layout.driver, CgroupDriver::kCgroupfs);
  const CgroupPlan todo = plan(groups);
  const ApplyReport report = apply_cgroups(*groups.files, todo);
  ASSERT_EQ(report.outcome, ApplyOutcome::kDone) << to_sentence(todo, report) << to_text(todo);
  EXPECT_EQ(allowed("a1", KubeQos::kGuaranteed), two);
  EXPECT_EQ(allowed("b2", KubeQos::kBurstable), one);
  EXPECT_EQ(allowed("c3", KubeQos::kBestEffort), online_text_);
  EXPECT_TRUE(plan(groups).steps.empty());
  EXPECT_EQ(apply_cgroups(*groups.files, todo).writes, 0u);
}

TEST_F(CgroupHost, TwoThatHoldAllCpusCannotChangePlacesAndOneWithRoomIsParked) {
  pod("a1", KubeQos::kGuaranteed, Place::kOwn, Qos::kLse, std::to_string(first_), {second_});
  pod("b2", KubeQos::kGuaranteed, Place::kOwn, Qos::kLse, std::to_string(second_), {first_});
  CgroupOptions options;
  options.root = top_;
  options.driver = CgroupDriver::kCgroupfs;
  const Cgroups groups = open_cgroups(options);
  if (state_.cpus.count() == 2) {
    EXPECT_THROW(plan(groups), Error);
    // Once one pod has ended, the other can move.
    const std::string ended = pod_directory("b2", KubeQos::kGuaranteed) + "/b2";
    kill(processes_.at(ended), SIGKILL);
    waitpid(processes_.at(ended), nullptr, 0);
    processes_.erase(ended);
    state_.pods.pop_back();
    const CgroupPlan rest = plan(groups);
    ASSERT_EQ(apply_cgroups(*groups.files, rest).outcome, ApplyOutcome::kDone);
    EXPECT_EQ(allowed("a1", KubeQos::kGuaranteed), std::to_string(second_));
    return;
  }
  const CgroupPlan todo = plan(groups);
  ASSERT_EQ(apply_cgroups(*groups.files, todo).outcome, ApplyOutcome::kDone);
  EXPECT_EQ(allowed("a1", KubeQos::kGuaranteed), std::to_string(second_));
  EXPECT_EQ(allowed("b2", KubeQos::kGuaranteed), std::to_string(first_));
}

TEST_F(CgroupHost, AFailureChangesNothing) {
  pod("a1", KubeQos::kGuaranteed, Place::kOwn, Qos::kLsr, std::to_string(first_), {second_});
  CgroupOptions options;
  options.root = top_;
  const Cgroups groups = open_cgroups(options);
  CgroupPlan todo = plan(groups);
  ASSERT_GE(todo.steps.size(), 2u);
  todo.steps.back().to = "4095";  // no such CPU: the kernel returns ERANGE
  const ApplyReport report = apply_cgroups(*groups.files, todo);
  EXPECT_EQ(report.outcome, ApplyOutcome::kUndone);
  EXPECT_EQ(report.steps.back().error_number, ERANGE) << to_sentence(todo, report);
  EXPECT_EQ(allowed("a1", KubeQos::kGuaranteed), std::to_string(first_));
  EXPECT_FALSE(plan(groups).steps.empty());
}

}  // namespace
}  // namespace koord::agent::testing
