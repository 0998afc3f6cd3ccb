// Control groups through koord.h, on a tree of plain files.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "capi/node_support.h"

namespace koord::testing {
namespace {

namespace fs = std::filesystem;

constexpr char kNodeState[] =
    R"({"version":1,"node":"n","generation":1,"profile":"spec","cpus":"0-3","pools":{"shared":"0-1,3","exclusive":"2"},)"
    R"("pods":[{"uid":"a","namespace":"d","name":"p","qos":"LSR","kubeQOS":"Guaranteed","place":"exclusive","cpus":"2","unlimited":true}]})";

class CgroupsOverC : public ::testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::temp_directory_path() / "koord-capi-XXXXXX";
    ASSERT_NE(mkdtemp(root_.data()), nullptr);
    group("kubepods", "0-3");
    group("kubepods/poda", "0-3");
    group("kubepods/poda/0f", "0-3");
    koord_agent_state *state = nullptr;
    ASSERT_EQ(koord_agent_state_from_json(kNodeState, KOORD_NUL, &state, nullptr), KOORD_OK);
    state_.reset(state);
    koord_error err{};
    ASSERT_EQ(koord_cgroups_open(root_.data(), root_.size(), nullptr, 0, nullptr, &groups_, &err),
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
    return koord_cgroup_plan_new(groups_, state_.get(), nullptr, &plan_, &err_);
  }

  std::string root_;
  NodeStatePtr state_;
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
  EXPECT_EQ(found.properties, 0u);

  ASSERT_EQ(plan(), KOORD_OK) << err_.message;
  size_t count = 0;
  EXPECT_EQ(koord_cgroup_plan_get_steps(plan_, nullptr, 0, 0, &count, nullptr), KOORD_E_NO_SPACE);
  ASSERT_EQ(count, 4u);
  std::vector<koord_cgroup_step> steps(count);
  ASSERT_EQ(
      koord_cgroup_plan_get_steps(plan_, steps.data(), sizeof steps[0], count, &count, nullptr),
      KOORD_OK);
  size_t length = 0;
  const char *texts = koord_cgroup_plan_get_texts(plan_, &length);
  std::string arena(texts, length);
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
            "3 drop-quota cpu/kubepods/poda/cpu.cfs_quota_us: \"100000\" -> \"-1\"\n"
            "4 drop-quota cpu/kubepods/poda/0f/cpu.cfs_quota_us: \"100000\" -> \"-1\"\n");
  koord_buffer_unref(buffer);
  ASSERT_EQ(koord_cgroup_plan_to_json(plan_, &buffer, nullptr), KOORD_OK);
  EXPECT_EQ(
      std::string(koord_buffer_get_data(buffer)).substr(0, 91),
      R"({"steps":[{"phase":"shrink","path":"cpuset/kubepods/poda/0f/cpuset.cpus","from":"0-3","to":)");
  koord_buffer_unref(buffer);

  ASSERT_EQ(koord_cgroups_apply(groups_, plan_, &report_, &err_), KOORD_OK) << err_.message;
  koord_cgroup_report_info info = KOORD_INIT(koord_cgroup_report_info);
  ASSERT_EQ(koord_cgroup_report_get_info(report_, &info, nullptr), KOORD_OK);
  EXPECT_EQ(info.outcome, KOORD_CGROUP_OUTCOME_DONE);
  EXPECT_EQ(info.writes, 4u);
  EXPECT_EQ(info.failed_step, -1);
  EXPECT_EQ(get("cpuset/kubepods/poda/0f/cpuset.cpus"), "2");
  EXPECT_EQ(get("cpu/kubepods/poda/cpu.cfs_quota_us"), "-1");
  std::vector<koord_cgroup_result> results(4);
  ASSERT_EQ(koord_cgroup_report_get_results(report_, results.data(), sizeof results[0], 4, &count,
                                            nullptr),
            KOORD_OK);
  texts = koord_cgroup_report_get_texts(report_, &length);
  arena.assign(texts, length);
  EXPECT_EQ(results[3].state, KOORD_CGROUP_STEP_STATE_MADE);
  EXPECT_EQ(arena.substr(results[3].read_offset, results[3].read_length), "-1");
  ASSERT_EQ(koord_cgroup_report_to_json(report_, &buffer, nullptr), KOORD_OK);
  EXPECT_EQ(std::string(koord_buffer_get_data(buffer)).substr(0, 62),
            R"({"outcome":"done","summary":"4 steps are in force","writes":4,)");
  koord_buffer_unref(buffer);
  ASSERT_EQ(plan(), KOORD_OK);
  ASSERT_EQ(koord_cgroup_plan_get_steps(plan_, nullptr, 0, 0, &count, nullptr), KOORD_OK);
  EXPECT_EQ(count, 0u);
}

TEST_F(CgroupsOverC, StalePlansAreNotApplied) {
  ASSERT_EQ(plan(), KOORD_OK);
  put("cpuset/kubepods/poda/0f/cpuset.cpus", "1");
  ASSERT_EQ(koord_cgroups_apply(groups_, plan_, &report_, nullptr), KOORD_OK);
  koord_cgroup_report_info info = KOORD_INIT(koord_cgroup_report_info);
  ASSERT_EQ(koord_cgroup_report_get_info(report_, &info, nullptr), KOORD_OK);
  EXPECT_EQ(info.outcome, KOORD_CGROUP_OUTCOME_STALE);
  EXPECT_EQ(info.error, KOORD_CGROUP_ERROR_DRIFTED);
  EXPECT_EQ(info.writes, 0u);
  EXPECT_EQ(get("cpuset/kubepods/poda/0f/cpuset.cpus"), "1");
}

TEST_F(CgroupsOverC, NamesOfContainersAreChecked) {
  koord_cgroup_containers *names = nullptr;
  ASSERT_EQ(koord_cgroup_containers_new(&names, nullptr), KOORD_OK);
  EXPECT_EQ(koord_cgroup_containers_add(names, "0f", 2, "main", 4, &err_), KOORD_OK);
  EXPECT_FAILS(koord_cgroup_containers_add(names, "0f", 2, "x", 1, &err), KOORD_E_INVALID,
               "id: container \"0f\" was already added");
  EXPECT_FAILS(koord_cgroup_containers_add(names, "", 0, "x", 1, &err), KOORD_E_INVALID, "id");
  EXPECT_FAILS(koord_cgroup_containers_add(names, "0x", 2, "x", 1, &err), KOORD_E_INVALID,
               "expected 1 to 128 of 0-9 and a-f");
  const std::string longest(1024, 'n');
  EXPECT_EQ(koord_cgroup_containers_add(names, "1", 1, longest.data(), 1024, &err_), KOORD_OK);
  EXPECT_FAILS(koord_cgroup_containers_add(names, "2", 1, (longest + 'n').data(), 1025, &err),
               KOORD_E_INVALID, "name: 1025 bytes");
  for (int i = 2; i < 16384; ++i) {
    const std::string id = std::to_string(100000 + i);
    ASSERT_EQ(koord_cgroup_containers_add(names, id.data(), id.size(), "", 0, &err_), KOORD_OK);
  }
  EXPECT_FAILS(koord_cgroup_containers_add(names, "ff", 2, "", 0, &err), KOORD_E_LIMIT, "16384");
  EXPECT_EQ(koord_cgroup_plan_new(groups_, state_.get(), names, &plan_, &err_), KOORD_OK);
  koord_cgroup_containers_free(names);
}

TEST_F(CgroupsOverC, PathsGoFromKubepodsToAContainer) {
  koord_cgroup_path *path = nullptr;
  ASSERT_EQ(koord_cgroup_path_new(KOORD_CGROUP_DRIVER_SYSTEMD, "a", 1, &path, &err_), KOORD_OK);
  const auto text = [&] {
    char out[128];
    EXPECT_EQ(koord_cgroup_path_format(path, out, sizeof out, nullptr, nullptr), KOORD_OK);
    return std::string(out);
  };
  EXPECT_EQ(text(), "a.slice/a-kubepods.slice");
  EXPECT_FAILS(koord_cgroup_path_set_container(path, KOORD_CGROUP_RUNTIME_CRIO, "0f", 2, &err),
               KOORD_E_INVALID, "uid");
  EXPECT_EQ(koord_cgroup_path_set_pod(path, KOORD_KUBE_QOS_BEST_EFFORT, nullptr, 0, nullptr),
            KOORD_OK);
  EXPECT_EQ(text(), "a.slice/a-kubepods.slice/a-kubepods-besteffort.slice");
  EXPECT_EQ(koord_cgroup_path_set_pod(path, KOORD_KUBE_QOS_GUARANTEED, "u-1", 3, nullptr),
            KOORD_OK);
  const std::string pod = "a.slice/a-kubepods.slice/a-kubepods-podu_1.slice";
  EXPECT_EQ(text(), pod);
  EXPECT_EQ(koord_cgroup_path_set_container(path, KOORD_CGROUP_RUNTIME_CRIO, "0f", 2, nullptr),
            KOORD_OK);
  EXPECT_EQ(text(), pod + "/crio-0f.scope");
  EXPECT_FAILS(koord_cgroup_path_set_pod(path, KOORD_KUBE_QOS_BURSTABLE, "../u", 4, &err),
               KOORD_E_INVALID, "pod uid");
  EXPECT_FAILS(koord_cgroup_path_set_pod(path, 3, "u", 1, &err), KOORD_E_INVALID, "qos");
  EXPECT_FAILS(koord_cgroup_path_set_container(path, 9, "0f", 2, &err), KOORD_E_INVALID, "runtime");
  EXPECT_EQ(text(), pod + "/crio-0f.scope") << "what fails changes nothing";
  EXPECT_EQ(koord_cgroup_path_set_container(path, 0, nullptr, 0, nullptr), KOORD_OK);
  EXPECT_EQ(text(), pod);
  koord_cgroup_path_free(path);
}

TEST_F(CgroupsOverC, ArgumentsAreChecked) {
  koord_cgroup_path *path = nullptr;
  EXPECT_FAILS(koord_cgroup_path_new(KOORD_CGROUP_DRIVER_DETECT, nullptr, 0, &path, &err),
               KOORD_E_INVALID, "driver");
  EXPECT_FAILS(koord_cgroup_path_new(3, nullptr, 0, &path, &err), KOORD_E_INVALID, "driver");
  EXPECT_FAILS(koord_cgroup_path_new(KOORD_CGROUP_DRIVER_SYSTEMD, "..", 2, &path, &err),
               KOORD_E_INVALID, "root");
  EXPECT_EQ(path, nullptr);
  ASSERT_EQ(koord_cgroup_path_new(KOORD_CGROUP_DRIVER_SYSTEMD, nullptr, 0, &path, nullptr),
            KOORD_OK);
  char text[8];
  size_t needed = 0;
  EXPECT_EQ(koord_cgroup_path_format(path, text, sizeof text, &needed, &err_), KOORD_E_NO_SPACE);
  EXPECT_EQ(needed, 14u);
  koord_cgroup_path_free(path);
  EXPECT_FAILS(koord_cgroup_plan_new(groups_, nullptr, nullptr, &plan_, &err), KOORD_E_INVALID,
               "state");
  EXPECT_EQ(plan_, nullptr);
}

}  // namespace
}  // namespace koord::testing
