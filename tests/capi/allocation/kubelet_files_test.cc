// Every allocation of the calls on kubelet's files fails once: the call says so, hands out nothing, and a
// file on the disk is the old one.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>

#include "capi/allocation/counting_new.h"
#include "capi/capi_support.h"

namespace koord::testing {
namespace {

constexpr const char *kConfig = R"({"cpuManagerPolicy":"static","reservedSystemCPUs":"0"})";
constexpr const char *kState =
    R"({"policyName":"static","defaultCpuSet":"0-3,8-20","entries":{)"
    R"("00000000-0000-0000-0000-000000000001":{"a-container-with-a-long-name":"3-5","b":"6"},)"
    R"("00000000-0000-0000-0000-000000000002":{"a-container-with-a-long-name":"5-7"}},"checksum":1})";
constexpr const char *kArena = "00000000-0000-0000-0000-000000000001id-of-a-container";

// Calls until no allocation fails any more; returns how many did.
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

TEST(KubeletFileAllocations, NothingIsHandedOut) {
  const TopologyPtr topology = two_sockets();
  const koord_present_container present{0, 36, 36, 5, 39, 10};
  koord_buffer *text = nullptr, *report = nullptr;
  const auto nothing = [&] {
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
                  return koord_kubelet_check(nullptr, topology.get(), kConfig, KOORD_NUL, kState,
                                             KOORD_NUL, "{", 1, &present, sizeof present, 1, kArena,
                                             53, KOORD_REPAIR_ONLY_PRESENT, nullptr, 0, 0, nullptr,
                                             &report, nullptr);
                },
                nothing),
            100);
  drop();
  EXPECT_GT(fail_each(
                [&] {
                  return koord_kubelet_repair_cpus(nullptr, topology.get(), kConfig, KOORD_NUL,
                                                   kState, KOORD_NUL, &present, sizeof present, 1,
                                                   kArena, 53, KOORD_REPAIR_KEEP_SHRUNK, &text,
                                                   &report, nullptr);
                },
                nothing),
            100);
  const std::string mended = text_of(text);
  drop();
  EXPECT_GT(fail_each(
                [&] {
                  return koord_kubelet_repair_memory(
                      nullptr, topology.get(), kConfig, KOORD_NUL,
                      R"({"policyName":"Static","checksum":7,"entries":{"a-pod-with-a-long-uid":)"
                      R"({"c":[{"numaAffinity":[0],"type":"memory","size":1}]}}})",
                      KOORD_NUL, &present, sizeof present, 1, kArena, 53, KOORD_REPAIR_MIGRATE,
                      &text, &report, nullptr);
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
                  return koord_kubelet_replace_cpus(nullptr, topology.get(), kConfig, KOORD_NUL,
                                                    mended.data(), mended.size(), &pod, 1, &text,
                                                    &report, nullptr);
                },
                nothing),
            50);
  drop();
}

TEST(KubeletFileAllocations, TheOldFileStands) {
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
