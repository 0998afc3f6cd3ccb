// Control groups through koord.h, over a tree of plain files.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "capi/node_handle.h"
#include "capi_support.h"

namespace koord::testing {
namespace {

namespace fs = std::filesystem;

class CgroupsOverC : public ::testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::temp_directory_path() / "koord-capi-XXXXXX";
    ASSERT_NE(mkdtemp(root_.data()), nullptr);
    group("kubepods", "0-3");
    group("kubepods/poda", "0-3");
    group("kubepods/poda/0f", "0-3");
    for (int cpu = 0; cpu < 4; ++cpu) state_.file.state.cpus.add(cpu);
    agent::PodState pod;
    pod.uid = "a";
    pod.qos = object::Qos::kLsr;
    pod.kube_qos = object::KubeQos::kGuaranteed;
    pod.place = agent::Place::kOwn;
    pod.cpus.add(2);
    pod.unlimited = true;
    state_.file.state.pods.push_back(pod);
    koord_error err{};
    ASSERT_EQ(koord_cgroups_open(nullptr, root_.data(), root_.size(), nullptr, 0, &groups_, &err),
              KOORD_OK)
        << err.message;
  }
  void TearDown() override {
    koord_cgroup_report_unref(report_);
    koord_cgroup_plan_unref(plan_);
    koord_cgroups_close(groups_);
    fs::remove_all(root_);
  }
  void put(const std::string &path, const std::string &text) {
    fs::create_directories(fs::path(root_ + '/' + path).parent_path());
    std::ofstream(root_ + '/' + path) << text << '\n';
  }
  std::string get(const std::string &path) {
    std::string text;
    std::ifstream(root_ + '/' + path) >> text;
    return text;
  }
  void group(const std::string &path, const std::string &cpus) {
    put("cpuset/" + path + "/cpuset.cpus", cpus);
    put("cpuset/" + path + "/cpuset.mems", "0");
    put("cpu/" + path + "/cpu.cfs_quota_us", "100000");
  }
  koord_status plan() {
    koord_cgroup_plan_unref(plan_);
    return koord_cgroup_plan_new(groups_, &state_, nullptr, sizeof(koord_cgroup_container), 0,
                                 nullptr, 0, &plan_, &err_);
  }

  std::string root_;
  koord_agent_state state_;
  koord_cgroups *groups_ = nullptr;
  koord_cgroup_plan *plan_ = nullptr;
  koord_cgroup_report *report_ = nullptr;
  koord_error err_{};
};

TEST_F(CgroupsOverC, PlansAndApplies) {
  koord_cgroups_info found = KOORD_INIT(koord_cgroups_info);
  ASSERT_EQ(koord_cgroups_get_info(groups_, &found, nullptr), KOORD_OK);
  EXPECT_EQ(found.version, KOORD_CGROUP_VERSION_V1);
  EXPECT_EQ(found.driver, KOORD_CGROUP_DRIVER_CGROUPFS);
  EXPECT_EQ(found.traits, 0u);

  ASSERT_EQ(plan(), KOORD_OK) << err_.message;
  size_t count = 0;
  size_t length = 0;
  EXPECT_EQ(koord_cgroup_plan_get_steps(plan_, nullptr, 0, 0, &count, nullptr, 0, &length, nullptr),
            KOORD_E_NO_SPACE);
  ASSERT_EQ(count, 4u);
  std::vector<koord_cgroup_step> steps(count);
  std::string arena(length, '\0');
  ASSERT_EQ(koord_cgroup_plan_get_steps(plan_, steps.data(), sizeof steps[0], count, &count,
                                        arena.data(), arena.size(), &length, nullptr),
            KOORD_OK);
  EXPECT_EQ(steps[0].phase, KOORD_CGROUP_PHASE_SHRINK);
  EXPECT_EQ(steps[0].file, KOORD_CGROUP_FILE_CPUS);
  EXPECT_EQ(steps[0].kind, KOORD_CGROUP_KIND_CONTAINER);
  EXPECT_EQ(arena.substr(steps[0].path_offset, steps[0].path_length),
            "cpuset/kubepods/poda/0f/cpuset.cpus");
  EXPECT_EQ(arena.substr(steps[0].from_offset, steps[0].from_length), "0-3");
  EXPECT_EQ(arena.substr(steps[0].to_offset, steps[0].to_length), "2");
  EXPECT_EQ(arena.substr(steps[0].uid_offset, steps[0].uid_length), "a");
  koord_buffer *buffer = nullptr;
  ASSERT_EQ(koord_cgroup_plan_to_text(plan_, &buffer, nullptr), KOORD_OK);
  EXPECT_EQ(std::string(koord_buffer_get_data(buffer)),
            "1 shrink cpuset/kubepods/poda/0f/cpuset.cpus: \"0-3\" -> \"2\"\n"
            "2 settle-parent cpuset/kubepods/poda/cpuset.cpus: \"0-3\" -> \"2\"\n"
            "3 lift cpu/kubepods/poda/cpu.cfs_quota_us: \"100000\" -> \"-1\"\n"
            "4 lift cpu/kubepods/poda/0f/cpu.cfs_quota_us: \"100000\" -> \"-1\"\n");
  koord_buffer_unref(buffer);
  ASSERT_EQ(koord_cgroup_plan_to_json(plan_, &buffer, nullptr), KOORD_OK);
  EXPECT_EQ(
      std::string(koord_buffer_get_data(buffer)).substr(0, 91),
      R"({"steps":[{"phase":"shrink","path":"cpuset/kubepods/poda/0f/cpuset.cpus","from":"0-3","to":)");
  koord_buffer_unref(buffer);

  ASSERT_EQ(koord_cgroups_apply(groups_, plan_, &report_, &err_), KOORD_OK) << err_.message;
  koord_cgroup_report_info told = KOORD_INIT(koord_cgroup_report_info);
  ASSERT_EQ(koord_cgroup_report_get_info(report_, &told, nullptr), KOORD_OK);
  EXPECT_EQ(told.outcome, KOORD_CGROUP_OUTCOME_DONE);
  EXPECT_EQ(told.writes, 4u);
  EXPECT_EQ(told.failed_step, -1);
  EXPECT_EQ(get("cpuset/kubepods/poda/0f/cpuset.cpus"), "2");
  EXPECT_EQ(get("cpu/kubepods/poda/cpu.cfs_quota_us"), "-1");
  std::vector<koord_cgroup_result> results(4);
  ASSERT_EQ(koord_cgroup_report_get_results(report_, results.data(), sizeof results[0], 4, &count,
                                            arena.data(), arena.size(), &length, nullptr),
            KOORD_OK);
  EXPECT_EQ(results[3].state, KOORD_CGROUP_STEP_STATE_MADE);
  EXPECT_EQ(arena.substr(results[3].read_offset, results[3].read_length), "-1");
  ASSERT_EQ(koord_cgroup_report_to_json(report_, &buffer, nullptr), KOORD_OK);
  EXPECT_EQ(std::string(koord_buffer_get_data(buffer)).substr(0, 62),
            R"({"outcome":"done","summary":"4 steps are in force","writes":4,)");
  koord_buffer_unref(buffer);
  ASSERT_EQ(plan(), KOORD_OK);
  ASSERT_EQ(koord_cgroup_plan_get_steps(plan_, nullptr, 0, 0, &count, nullptr, 0, &length, nullptr),
            KOORD_OK);
  EXPECT_EQ(count, 0u);
}

TEST_F(CgroupsOverC, WhatIsStaleIsNotWritten) {
  ASSERT_EQ(plan(), KOORD_OK);
  put("cpuset/kubepods/poda/0f/cpuset.cpus", "1");
  ASSERT_EQ(koord_cgroups_apply(groups_, plan_, &report_, nullptr), KOORD_OK);
  koord_cgroup_report_info told = KOORD_INIT(koord_cgroup_report_info);
  ASSERT_EQ(koord_cgroup_report_get_info(report_, &told, nullptr), KOORD_OK);
  EXPECT_EQ(told.outcome, KOORD_CGROUP_OUTCOME_STALE);
  EXPECT_EQ(told.error, KOORD_CGROUP_ERROR_DRIFTED);
  EXPECT_EQ(told.writes, 0u);
  EXPECT_EQ(get("cpuset/kubepods/poda/0f/cpuset.cpus"), "1");
}

TEST_F(CgroupsOverC, ArgumentsAreChecked) {
  char text[8];
  size_t needed = 0;
  EXPECT_EQ(koord_cgroup_format_path(0, nullptr, 0, KOORD_KUBE_QOS_BURSTABLE, "u", 1, 0, nullptr, 0,
                                     text, sizeof text, &needed, &err_),
            KOORD_E_INVALID);
  EXPECT_EQ(
      koord_cgroup_format_path(KOORD_CGROUP_DRIVER_SYSTEMD, nullptr, 0, KOORD_KUBE_QOS_BURSTABLE,
                               "../u", 4, 0, nullptr, 0, text, sizeof text, &needed, &err_),
      KOORD_E_INVALID);
  EXPECT_EQ(
      koord_cgroup_format_path(KOORD_CGROUP_DRIVER_SYSTEMD, nullptr, 0, KOORD_KUBE_QOS_GUARANTEED,
                               nullptr, 0, 0, nullptr, 0, text, sizeof text, &needed, &err_),
      KOORD_E_NO_SPACE);
  EXPECT_EQ(needed, 14u);
  const koord_cgroup_container twice[2] = {{0, 2, 2, 1}, {0, 2, 2, 1}};
  EXPECT_EQ(
      koord_cgroup_plan_new(groups_, &state_, twice, sizeof twice[0], 2, "0fx", 3, &plan_, &err_),
      KOORD_E_INVALID);
  EXPECT_STREQ(err_.message, "rows: container \"0f\" twice");
  EXPECT_EQ(
      koord_cgroup_plan_new(groups_, &state_, twice, sizeof twice[0], 1, "0fx", 2, &plan_, &err_),
      KOORD_E_INVALID);
  koord_agent_state none;
  EXPECT_EQ(
      koord_cgroup_plan_new(groups_, &none, nullptr, sizeof twice[0], 0, nullptr, 0, &plan_, &err_),
      KOORD_E_INVALID);
  EXPECT_EQ(plan_, nullptr);
}

}  // namespace
}  // namespace koord::testing
