// Every allocation of the calls on kubelet's files fails once. The call reports it, returns
// nothing, and a file on disk is unchanged.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <utility>

#include "capi/allocation/counting_new.h"
#include "capi/kubelet_setup_support.h"

namespace koord::testing {
namespace {

constexpr const char *kConfig = R"({"cpuManagerPolicy":"static","reservedSystemCPUs":"0"})";
constexpr const char *kState =
    R"({"policyName":"static","defaultCpuSet":"0-3,8-20","entries":{)"
    R"("00000000-0000-0000-0000-000000000001":{"a-container-with-a-long-name":"3-5","b":"6"},)"
    R"("00000000-0000-0000-0000-000000000002":{"a-container-with-a-long-name":"5-7"}},"checksum":1})";
constexpr const char *kUid = "00000000-0000-0000-0000-000000000001";

// Repeats the call until no allocation fails any more. Returns the number of failures.
long fail_each(const std::function<koord_status()> &call, const std::function<void()> &check) {
  for (long n = 1; n < 5000; ++n) {
    fail_allocation(n, Failing::kOnce);
    const koord_status status = call();
    const bool failed = allocation_failed();
    fail_allocation(0);
    if (!failed) {
      EXPECT_EQ(status, KOORD_OK);
      return n - 1;
    }
    EXPECT_EQ(status, KOORD_E_NO_MEMORY) << "allocation " << n;
    check();
    if (::testing::Test::HasFailure()) break;
  }
  return 0;
}

TEST(KubeletFileAllocations, AFailureReturnsNothing) {
  const TopologyPtr topology = two_sockets();
  SetupPtr setup = setup_of(kConfig, kState, "{");
  ASSERT_EQ(add_container(setup.get(), kUid, "id-of", "of-a-conta"), KOORD_OK);
  koord_kubelet_report *found = nullptr;
  koord_buffer *text = nullptr, *report = nullptr;
  const auto nothing = [&] {
    EXPECT_EQ(found, nullptr);
    EXPECT_EQ(text, nullptr);
    EXPECT_EQ(report, nullptr);
  };
  const auto drop = [&] {
    koord_buffer_unref(text);
    koord_buffer_unref(report);
    text = report = nullptr;
  };
  EXPECT_GT(fail_each(
                [&] {
                  return koord_kubelet_check(topology.get(), setup.get(), KOORD_REPAIR_ONLY_PRESENT,
                                             &found, nullptr);
                },
                nothing),
            50);
  const ReportPtr found_owner(found);
  const koord_kubelet_report *checked = std::exchange(found, nullptr);
  EXPECT_GT(
      fail_each([&] { return koord_kubelet_report_to_json(checked, &report, nullptr); }, nothing),
      20);
  drop();
  EXPECT_GT(fail_each(
                [&] {
                  return koord_kubelet_repair_cpus(topology.get(), setup.get(),
                                                   KOORD_REPAIR_KEEP_SHRUNK, &text, &report,
                                                   nullptr);
                },
                nothing),
            100);
  const std::string mended = text_of(text);
  drop();
  setup = setup_of(kConfig, mended,
                   R"({"policyName":"Static","checksum":7,"entries":{"a-pod-with-a-long-uid":)"
                   R"({"c":[{"numaAffinity":[0],"type":"memory","size":1}]}}})");
  EXPECT_GT(fail_each(
                [&] {
                  return koord_kubelet_repair_memory(topology.get(), setup.get(),
                                                     KOORD_REPAIR_MIGRATE, &text, &report, nullptr);
                },
                nothing),
            50);
  drop();

  const std::string json =
      R"({"metadata":{"name":"p","uid":"00000000-0000-0000-0000-000000000003","annotations":)"
      R"({"scheduling.koordinator.sh/resource-status":"{\"cpuset\":\"9-10\"}"}},"spec":{"containers":[)"
      R"({"name":"a-container-with-a-long-name","resources":{"limits":{"cpu":"2","memory":"1Gi"}}}]}})";
  koord_pod *pod = nullptr;
  ASSERT_EQ(koord_pod_from_json(nullptr, json.data(), json.size(), &pod, nullptr), KOORD_OK);
  const PodPtr owner(pod);
  EXPECT_GT(fail_each(
                [&] {
                  return koord_kubelet_replace_cpus(topology.get(), setup.get(), &pod, 1, &text,
                                                    &report, nullptr);
                },
                nothing),
            50);
  drop();
}

// Earlier settings are kept.
TEST(KubeletFileAllocations, ASetupIsWholeOrNotAtAll) {
  koord_kubelet_setup *made = nullptr;
  EXPECT_GT(fail_each([&] { return koord_kubelet_setup_new(nullptr, &made, nullptr); },
                      [&] { EXPECT_EQ(made, nullptr); }),
            0);
  const SetupPtr setup(made);
  const TopologyPtr topology = two_sockets();
  ASSERT_EQ(koord_kubelet_setup_set_config(made, kConfig, KOORD_NUL, nullptr), KOORD_OK);
  ASSERT_EQ(koord_kubelet_setup_set_cpu_state(made, kState, KOORD_NUL, nullptr), KOORD_OK);
  const auto findings = [&] {
    koord_kubelet_report *found = nullptr;
    size_t count = 0;
    EXPECT_EQ(koord_kubelet_check(topology.get(), made, KOORD_REPAIR_ONLY_PRESENT, &found, nullptr),
              KOORD_OK);
    const ReportPtr owner(found);
    (void)koord_kubelet_report_get_findings(found, nullptr, sizeof(koord_kubelet_finding), 0,
                                            &count, nullptr);
    return count;
  };
  const size_t before = findings();
  const auto same = [&] { EXPECT_EQ(findings(), before); };
  EXPECT_GT(fail_each(
                [&] {
                  return koord_kubelet_setup_set_config(
                      made, R"({"cpuManagerPolicy":"none","featureGates":{"SomeGate":true}})",
                      KOORD_NUL, nullptr);
                },
                same),
            5);
  ASSERT_EQ(koord_kubelet_setup_set_config(made, kConfig, KOORD_NUL, nullptr), KOORD_OK);
  EXPECT_GT(fail_each(
                [&] {
                  return add_container(made, kUid, "a-container-with-a-long-name",
                                       "the-id-of-this-container");
                },
                same),
            3);
  EXPECT_LT(findings(), before) << "one pod more is there";
  EXPECT_GT(fail_each([&] { return koord_kubelet_setup_set_cpu_state(made, kState, 100, nullptr); },
                      [] {}),
            0);
}

TEST(KubeletFileAllocations, AFailureKeepsTheOldFile) {
  std::string directory = ::testing::TempDir() + "koord-alloc-XXXXXX";
  ASSERT_NE(mkdtemp(directory.data()), nullptr);
  const std::string path = directory + "/cpu_manager_state-with-a-long-name";
  std::FILE *file = std::fopen(path.c_str(), "we");
  std::fputs("old", file);
  std::fclose(file);
  EXPECT_GT(fail_each(
                [&] {
                  return koord_kubelet_write_state(path.data(), path.size(), "newer", 5, nullptr, 0,
                                                   KOORD_WRITE_STATE_FORCE, nullptr);
                },
                [&] {
                  EXPECT_EQ(std::filesystem::file_size(path), 3u);
                  for (const auto &entry : std::filesystem::directory_iterator(directory))
                    EXPECT_NE(entry.path().filename().string()[0], '.') << entry.path();
                }),
            5);
  EXPECT_EQ(std::filesystem::file_size(path), 5u);
  std::filesystem::remove_all(directory);
}

}  // namespace
}  // namespace koord::testing
