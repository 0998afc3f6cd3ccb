// Every allocation of the calls about control groups fails once. A failure
// during the execution of a plan is rolled back.
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "capi/allocation/counting_new.h"
#include "capi/node_support.h"

namespace koord::testing {
namespace {

namespace fs = std::filesystem;

constexpr char kNodeState[] =
    R"({"version":1,"node":"n","generation":1,"profile":"spec","cpus":"0-3","pools":{"shared":"0-1,3","exclusive":"2"},)"
    R"("pods":[{"uid":"a","namespace":"d","name":"p","qos":"LSR","kubeQOS":"Guaranteed","place":"exclusive","cpus":"2"}]})";

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
    koord_agent_state *made = nullptr;
    if (koord_agent_state_from_json(kNodeState, KOORD_NUL, &made, nullptr) != KOORD_OK)
      std::abort();
    state.reset(made);
  }
  ~Tree() { fs::remove_all(root); }
  std::string cpus() const {
    std::string text;
    std::ifstream(root + "/cpuset/kubepods/poda/0f/cpuset.cpus") >> text;
    return text;
  }
  std::string root;
  NodeStatePtr state;
};

// Repeats the call until no allocation fails any more; until then it must return NO_MEMORY.
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
        return koord_cgroups_open(tree.root.data(), tree.root.size(), nullptr, 0, nullptr, out,
                                  nullptr);
      },
      &koord_cgroups_close);
  koord_cgroups *groups = nullptr;
  ASSERT_EQ(
      koord_cgroups_open(tree.root.data(), tree.root.size(), nullptr, 0, nullptr, &groups, nullptr),
      KOORD_OK);
  const auto plan = [&](koord_cgroup_plan **out) {
    koord_cgroup_containers *names = nullptr;
    koord_status status = koord_cgroup_containers_new(&names, nullptr);
    if (status == KOORD_OK)
      status = koord_cgroup_containers_add(names, "0f", 2, "a-name-that-is-long", 19, nullptr);
    if (status == KOORD_OK)
      status = koord_cgroup_plan_new(groups, tree.state.get(), names, out, nullptr);
    koord_cgroup_containers_free(names);
    return status;
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

TEST(FailingCgroups, Paths) {
  koord_cgroup_path *path = nullptr;
  constexpr std::string_view kUid = "a-uid-that-is-longer-than-any-string-keeps-in-place";
  fail_each<koord_cgroup_path>(
      [](koord_cgroup_path **out) {
        return koord_cgroup_path_new(KOORD_CGROUP_DRIVER_SYSTEMD, "a-root/of-some-length", 21, out,
                                     nullptr);
      },
      &koord_cgroup_path_free);
  ASSERT_EQ(koord_cgroup_path_new(KOORD_CGROUP_DRIVER_CGROUPFS, nullptr, 0, &path, nullptr),
            KOORD_OK);
  char text[128];
  for (long n = 1;; ++n) {
    ASSERT_LT(n, 1000);
    fail_allocation(n, Failing::kOnce);
    const koord_status status = koord_cgroup_path_set_pod(path, KOORD_KUBE_QOS_BURSTABLE,
                                                          kUid.data(), kUid.size(), nullptr);
    const bool failed = allocation_failed();
    fail_allocation(0);
    ASSERT_EQ(koord_cgroup_path_format(path, text, sizeof text, nullptr, nullptr), KOORD_OK);
    if (!failed) {
      EXPECT_EQ(status, KOORD_OK);
      EXPECT_EQ(text, "kubepods/burstable/pod" + std::string(kUid));
      break;
    }
    EXPECT_EQ(status, KOORD_E_NO_MEMORY);
    EXPECT_STREQ(text, "kubepods") << n;
  }
  koord_cgroup_path_free(path);
}

TEST(FailingCgroups, FailedApplyChangesNothing) {
  const Tree tree;
  koord_cgroups *groups = nullptr;
  ASSERT_EQ(
      koord_cgroups_open(tree.root.data(), tree.root.size(), nullptr, 0, nullptr, &groups, nullptr),
      KOORD_OK);
  koord_cgroup_plan *plan = nullptr;
  ASSERT_EQ(koord_cgroup_plan_new(groups, tree.state.get(), nullptr, &plan, nullptr), KOORD_OK);
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
      koord_cgroup_report_info info = KOORD_INIT(koord_cgroup_report_info);
      ASSERT_EQ(koord_cgroup_report_get_info(report, &info, nullptr), KOORD_OK);
      EXPECT_EQ(info.outcome, KOORD_CGROUP_OUTCOME_UNDONE);
      EXPECT_EQ(info.error, KOORD_CGROUP_ERROR_RETRY);
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
