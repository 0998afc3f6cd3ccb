// Every allocation of the calls that runtimes make fails once. A
// container whose hook fails keeps its CPUs.
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>

#include "capi/allocation/counting_new.h"
#include "capi/node_support.h"

namespace koord::testing {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kContainer =
    R"({"id":"c0ffee","pid":4711,"annotations":{"io.kubernetes.cri.sandbox-uid":"own",)"
    R"("io.kubernetes.cri.container-name":"main"}})";

class FailingHook : public ::testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::temp_directory_path() / "koord-failing-hook-XXXXXX";
    ASSERT_NE(mkdtemp(root_.data()), nullptr);
    node_.set("own", "LSE", "2", R"({"cpuset":"2-3"})");
    write("state.json", node_.state());
    ASSERT_EQ(chmod((root_ + "/state.json").c_str(), 0644), 0);
    write("proc/4711/cgroup", "1:cpuset:/kubepods/podown/c0ffee\n");
    for (const char *group : {"kubepods", "kubepods/podown", "kubepods/podown/c0ffee"}) {
      write(std::string("cgroup/cpuset/") + group + "/cpuset.cpus", "0-15\n");
      write(std::string("cgroup/cpuset/") + group + "/cpuset.mems", "0-1\n");
    }
  }
  void TearDown() override { fs::remove_all(root_); }

  void write(const std::string &name, const std::string &text) {
    fs::create_directories(fs::path(root_ + '/' + name).parent_path());
    std::ofstream(root_ + '/' + name) << text;
  }
  std::string cpus() const {
    std::string text;
    std::ifstream(root_ + "/cgroup/cpuset/kubepods/podown/c0ffee/cpuset.cpus") >> text;
    return text;
  }
  // Repeats the call until no allocation fails any more; `check` runs after each failure.
  void fail_each(const std::function<koord_status()> &call,
                 const std::function<void(koord_status)> &check) {
    for (long n = 1; n < 20000; ++n) {
      const long live = live_blocks();
      fail_allocation(n, Failing::kOnce);
      const koord_status status = call();
      const bool failed = allocation_failed();
      fail_allocation(0);
      ASSERT_EQ(live_blocks(), live) << "allocation " << n;
      if (!failed) {
        EXPECT_EQ(status, KOORD_OK);
        EXPECT_GT(n, 1);
        return;
      }
      check(status);
      ASSERT_FALSE(HasFailure()) << "allocation " << n;
    }
    FAIL() << "still failing";
  }
  static void expect_no_memory(koord_status status) { EXPECT_EQ(status, KOORD_E_NO_MEMORY); }

  std::string root_;
  NodeUnderTest node_;
};

TEST_F(FailingHook, StatesAdjustmentsAndTheirDocuments) {
  fail_each(
      [&] {
        koord_agent_state *out = nullptr;
        const koord_status status = koord_agent_snapshot(node_.get(), &out, nullptr);
        EXPECT_EQ(status == KOORD_OK, out != nullptr);
        koord_agent_state_unref(out);
        return status;
      },
      expect_no_memory);
  koord_agent_state *made = nullptr;
  ASSERT_EQ(koord_agent_snapshot(node_.get(), &made, nullptr), KOORD_OK);
  const NodeStatePtr state(made);
  const auto adjust = [&](koord_adjustment **out) {
    koord_adjustment_request *request = nullptr;
    koord_status status =
        koord_adjustment_request_new(KOORD_HOOK_STAGE_CREATE_CONTAINER, &request, nullptr);
    if (status == KOORD_OK)
      status =
          koord_adjustment_request_set_container(request, "own", 3, "main", KOORD_NUL, nullptr);
    if (status == KOORD_OK)
      status = koord_adjustment_request_set_resource_status(request, R"({"cpuset":"2-3"})",
                                                            KOORD_NUL, nullptr);
    if (status == KOORD_OK)
      status =
          koord_adjustment_request_set_sysfs_root(request, "/nowhere/at/all", KOORD_NUL, nullptr);
    if (status == KOORD_OK) status = koord_adjustment_new(made, request, out, nullptr);
    koord_adjustment_request_free(request);
    return status;
  };
  fail_each(
      [&] {
        koord_adjustment *out = nullptr;
        const koord_status status = adjust(&out);
        EXPECT_EQ(status == KOORD_OK, out != nullptr);
        koord_adjustment_unref(out);
        return status;
      },
      expect_no_memory);
  koord_adjustment *adjustment = nullptr;
  ASSERT_EQ(adjust(&adjustment), KOORD_OK);
  fail_each(
      [&] {
        koord_buffer *out = nullptr;
        const koord_status status = koord_adjustment_to_json(adjustment, &out, nullptr);
        koord_buffer_unref(out);
        return status;
      },
      expect_no_memory);
  koord_adjustment_unref(adjustment);
}

TEST_F(FailingHook, AContainerHasItsOldOrItsNewCpuset) {
  const std::string state = root_ + "/state.json", cgroups = root_ + "/cgroup",
                    proc = root_ + "/proc";
  koord_hook_result result;
  fail_each(
      [&] {
        result = KOORD_INIT(koord_hook_result);
        koord_hook *hook = nullptr;
        koord_status status = koord_hook_new(nullptr, &hook, nullptr);
        if (status == KOORD_OK)
          status = koord_hook_set_state_file(hook, state.data(), state.size(), nullptr);
        if (status == KOORD_OK)
          status = koord_hook_set_cgroup_root(hook, cgroups.data(), cgroups.size(), nullptr);
        if (status == KOORD_OK)
          status = koord_hook_set_proc_root(hook, proc.data(), proc.size(), nullptr);
        if (status == KOORD_OK)
          status = koord_hook_run(hook, kContainer.data(), kContainer.size(), &result, nullptr);
        koord_hook_free(hook);
        return status;
      },
      [&](koord_status status) {
        // Completed writes are rolled back, which is reported as a write failure.
        EXPECT_TRUE(status == KOORD_E_NO_MEMORY || status == KOORD_E_IO) << status;
        EXPECT_EQ(cpus(), "0-15");
      });
  EXPECT_EQ(result.outcome, KOORD_HOOK_OUTCOME_DONE);
  EXPECT_EQ(cpus(), "2-3");
}

}  // namespace
}  // namespace koord::testing
