// Every allocation of the calls about control groups fails once. What fails while a plan is carried out is taken back.
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "capi/allocation/counting_new.h"
#include "capi/capi_support.h"
#include "capi/node_handle.h"

namespace koord::testing {
namespace {

namespace fs = std::filesystem;

struct Tree {
  Tree() {
    root = fs::temp_directory_path() / "koord-failing-XXXXXX";
    if (mkdtemp(root.data()) == nullptr) std::abort();
    for (const char *path : {"kubepods", "kubepods/poda", "kubepods/poda/0f"}) {
      const std::string at = root + "/cpuset/" + path;
      fs::create_directories(at);
      std::ofstream(at + "/cpuset.cpus") << "0-3\n";
      std::ofstream(at + "/cpuset.mems") << "0\n";
    }
    for (int cpu = 0; cpu < 4; ++cpu) state.file.state.cpus.add(cpu);
    agent::PodState pod;
    pod.uid = "a";
    pod.kube_qos = object::KubeQos::kGuaranteed;
    pod.place = agent::Place::kOwn;
    pod.cpus.add(2);
    state.file.state.pods.push_back(pod);
  }
  ~Tree() { fs::remove_all(root); }
  std::string cpus() const {
    std::string text;
    std::ifstream(root + "/cpuset/kubepods/poda/0f/cpuset.cpus") >> text;
    return text;
  }
  std::string root;
  koord_agent_state state;
};

// Calls until nothing fails any more; what it returns before that is NO_MEMORY.
template <typename Handle, typename Call>
void fail_each(Call &&call, void (*release)(Handle *)) {
  for (long n = 1; n < 20000; ++n) {
    const long live = live_blocks();
    Handle *out = nullptr;
    fail_allocation(n, Failing::kOnce);
    const koord_status status = call(&out);
    const bool failed = allocation_failed();
    fail_allocation(0);
    if (!failed) {
      EXPECT_EQ(status, KOORD_OK);
      EXPECT_GT(n, 1);
      release(out);
      EXPECT_EQ(live_blocks(), live);
      return;
    }
    ASSERT_EQ(status, KOORD_E_NO_MEMORY) << n;
    ASSERT_EQ(out, nullptr);
    ASSERT_EQ(live_blocks(), live) << n;
  }
  FAIL() << "still failing";
}

TEST(FailingCgroups, OpeningPlanningAndDocuments) {
  const Tree tree;
  fail_each<koord_cgroups>(
      [&](koord_cgroups **out) {
        return koord_cgroups_open(nullptr, tree.root.data(), tree.root.size(), nullptr, 0, out,
                                  nullptr);
      },
      &koord_cgroups_close);
  koord_cgroups *groups = nullptr;
  ASSERT_EQ(
      koord_cgroups_open(nullptr, tree.root.data(), tree.root.size(), nullptr, 0, &groups, nullptr),
      KOORD_OK);
  const auto plan = [&](koord_cgroup_plan **out) {
    return koord_cgroup_plan_new(groups, &tree.state, nullptr, sizeof(koord_cgroup_container), 0,
                                 nullptr, 0, out, nullptr);
  };
  fail_each<koord_cgroup_plan>(plan, &koord_cgroup_plan_unref);
  koord_cgroup_plan *made = nullptr;
  ASSERT_EQ(plan(&made), KOORD_OK);
  fail_each<koord_buffer>(
      [&](koord_buffer **out) { return koord_cgroup_plan_to_json(made, out, nullptr); },
      &koord_buffer_unref);
  fail_each<koord_buffer>(
      [&](koord_buffer **out) { return koord_cgroup_plan_to_text(made, out, nullptr); },
      &koord_buffer_unref);
  koord_cgroup_plan_unref(made);
  koord_cgroups_close(groups);
}

TEST(FailingCgroups, ApplyingLeavesAllAsItWas) {
  const Tree tree;
  koord_cgroups *groups = nullptr;
  ASSERT_EQ(
      koord_cgroups_open(nullptr, tree.root.data(), tree.root.size(), nullptr, 0, &groups, nullptr),
      KOORD_OK);
  koord_cgroup_plan *plan = nullptr;
  ASSERT_EQ(koord_cgroup_plan_new(groups, &tree.state, nullptr, sizeof(koord_cgroup_container), 0,
                                  nullptr, 0, &plan, nullptr),
            KOORD_OK);
  int taken_back = 0;
  for (long n = 1;; ++n) {
    ASSERT_LT(n, 20000);
    koord_cgroup_report *report = nullptr;
    fail_allocation(n, Failing::kOnce);
    const koord_status status = koord_cgroups_apply(groups, plan, &report, nullptr);
    const bool failed = allocation_failed();
    fail_allocation(0);
    if (!failed) {
      EXPECT_EQ(status, KOORD_OK);
      EXPECT_EQ(tree.cpus(), "2");
      fail_each<koord_buffer>(
          [&](koord_buffer **out) { return koord_cgroup_report_to_json(report, out, nullptr); },
          &koord_buffer_unref);
      koord_cgroup_report_unref(report);
      break;
    }
    EXPECT_EQ(tree.cpus(), "0-3") << n;
    if (status == KOORD_OK) {
      koord_cgroup_report_info told = KOORD_INIT(koord_cgroup_report_info);
      ASSERT_EQ(koord_cgroup_report_get_info(report, &told, nullptr), KOORD_OK);
      EXPECT_EQ(told.outcome, KOORD_CGROUP_OUTCOME_UNDONE);
      EXPECT_EQ(told.error, KOORD_CGROUP_ERROR_RETRY);
      ++taken_back;
    } else {
      EXPECT_EQ(status, KOORD_E_NO_MEMORY);
    }
    koord_cgroup_report_unref(report);
  }
  EXPECT_GT(taken_back, 0);
  koord_cgroup_plan_unref(plan);
  koord_cgroups_close(groups);
}

}  // namespace
}  // namespace koord::testing
