// Data read through NVML, from a fake library that plays good and bad machines.
#include "probe/nvml.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <set>

#include "probe/nvml_library.h"
#include "probe/scoped_environment.h"
#include "support/captured_log.h"
#include "support/expect_error.h"

namespace koord {
namespace {

using object::PciDistance;
using probe::NvmlReport;

NvmlReport report_of(const std::string &scenario, const Log &log = {}) {
  const testing::ScopedEnvironment environment({{"KOORD_FAKE_NVML", scenario}});
  return probe::read_nvml(KOORD_FAKE_NVML_LIBRARY, log);
}

std::set<size_t> unhealthy(const NvmlReport &report) {
  std::set<size_t> out;
  for (size_t i = 0; i < report.gpus.size(); ++i)
    if (!report.gpus[i].problem.empty()) out.insert(i);
  return out;
}

const probe::NvmlPair *pair_of(const NvmlReport &report, size_t first, size_t second) {
  for (const auto &pair : report.pairs)
    if (pair.first == first && pair.second == second) return &pair;
  return nullptr;
}

TEST(Nvml, EightGpusOfAnNvlinkMesh) {
  const NvmlReport report = report_of("mesh8");
  EXPECT_TRUE(report.driver);
  EXPECT_EQ(report.driver_version, "570.124.06");
  ASSERT_EQ(report.gpus.size(), 8u);
  EXPECT_TRUE(unhealthy(report).empty());
  const auto &gpu = report.gpus[2];
  EXPECT_EQ(gpu.uuid, "GPU-00000002-1111-2222-3333-444444444444");
  EXPECT_EQ(gpu.minor, 2);
  EXPECT_EQ(gpu.memory, 85899345920u);
  EXPECT_EQ(gpu.model, "NVIDIA A100 SXM4 80GB");
  EXPECT_EQ(gpu.bus_id, "0000:3b:00.0");
  EXPECT_FALSE(gpu.mig);
  EXPECT_EQ(gpu.switch_links, 0);

  ASSERT_EQ(report.pairs.size(), 28u);
  for (const auto &pair : report.pairs) {
    const size_t a = pair.first, b = pair.second;
    ASSERT_LT(a, b);
    EXPECT_EQ(pair.pci, a / 2 == b / 2   ? PciDistance::kSingleSwitch
                        : a / 4 == b / 4 ? PciDistance::kHostBridge
                                         : PciDistance::kCrossCpu);
    const int want = a / 4 == b / 4 ? ((a ^ b) == 3 ? 2 : 1) : (a ^ b) == 4 ? 2 : 0;
    EXPECT_EQ(pair.nvlinks, want) << a << ' ' << b;
  }
}

TEST(Nvml, SwitchesAreCountedPerGpu) {
  for (const char *scenario : {"nvswitch8", "nvswitch8-old"}) {
    const NvmlReport report = report_of(scenario);
    ASSERT_EQ(report.gpus.size(), 8u);
    for (const auto &gpu : report.gpus) EXPECT_EQ(gpu.switch_links, 18) << scenario;
    for (const auto &pair : report.pairs) EXPECT_EQ(pair.nvlinks, 0) << scenario;
  }
}

TEST(Nvml, WithoutNvlinkOnlyThePciDistanceIsKnown) {
  const NvmlReport report = report_of("pcie4");
  ASSERT_EQ(report.gpus.size(), 4u);
  ASSERT_EQ(report.pairs.size(), 6u);
  for (const auto &pair : report.pairs) {
    EXPECT_EQ(pair.nvlinks, 0);
    EXPECT_NE(pair.pci, PciDistance::kUnknown);
  }
  EXPECT_TRUE(report_of("odd-level").pairs.size() == 16u) << "a level of no meaning is not known";
}

TEST(Nvml, ALinkCountsIfBothEndsReportIt) {
  for (const auto &pair : report_of("one-sided").pairs) EXPECT_EQ(pair.nvlinks, 0);
}

TEST(Nvml, MinorsAreNotIndices) {
  const NvmlReport report = report_of("shuffled");
  for (size_t i = 0; i < 8; ++i) EXPECT_EQ(report.gpus[i].minor, static_cast<int>(7 - i));
}

TEST(Nvml, MigModeIsKnown) {
  const NvmlReport report = report_of("mig");
  EXPECT_TRUE(report.gpus[0].mig);
  EXPECT_FALSE(report.gpus[1].mig);
}

TEST(Nvml, MigInstancesAreListedByTheirGpu) {
  using Ids = std::vector<std::string>;
  const NvmlReport report = report_of("mig");
  EXPECT_EQ(report.gpus[0].mig_ids, (Ids{"MIG-00000000-1111-2222-3333-000000000006",
                                         "MIG-00000000-1111-2222-3333-000000000009"}));
  EXPECT_TRUE(report.gpus[1].mig_ids.empty());
  EXPECT_EQ(report_of("mig-old").gpus[0].mig_ids,
            (Ids{"MIG-GPU-00000000-1111-2222-3333-444444444444/1/0",
                 "MIG-GPU-00000000-1111-2222-3333-444444444444/4/0"}));
}

// An older driver does not report profiles. Its instances keep their ids.
TEST(Nvml, MigInstancesWithoutAProfileAreWarnedAbout) {
  testing::CapturedLog log;
  const NvmlReport report = report_of("mig", log.log());
  EXPECT_TRUE(report.gpus[0].mig_instances.empty());
  EXPECT_EQ(report.gpus[0].mig_max, 7);
  ASSERT_EQ(log.messages.size(), 1u);
  EXPECT_EQ(log.messages[0],
            "NVML: GPU 0: 2 MIG instances cannot be allocated, because the driver does not report "
            "their profile and position");
}

std::string text_of(const std::vector<object::MigInstance> &instances) {
  std::string out;
  for (const object::MigInstance &each : instances)
    out += each.profile + '@' + std::to_string(each.gi) + '/' + std::to_string(each.ci) + ',' +
           std::to_string(each.start) + ':' + std::to_string(each.size) + ' ';
  return out;
}

TEST(Nvml, MigInstancesHaveAProfileAndAPlacement) {
  struct Names {
    const char *scenario, *one, *media, *twice, *two, *three, *half, *seven;
  };
  for (const Names &of : {Names{"mig-a100-40", "1g.5gb", "1g.5gb+me", "1g.10gb", "2g.10gb",
                                "3g.20gb", "2c.4g.20gb", "7g.40gb"},
                          Names{"mig-a100-80", "1g.10gb", "1g.10gb+me", "1g.20gb", "2g.20gb",
                                "3g.40gb", "2c.4g.40gb", "7g.80gb"},
                          Names{"mig-h100-80", "1g.10gb", "1g.10gb+me", "1g.20gb", "2g.20gb",
                                "3g.40gb", "2c.4g.40gb", "7g.80gb"},
                          Names{"mig-gb200", "1g.23gb", "1g.23gb+me", "1g.47gb", "2g.47gb",
                                "3g.93gb", "2c.4g.93gb", "7g.186gb"}}) {
    const NvmlReport report = report_of(of.scenario);
    const std::string one = of.one;
    std::string seven;
    for (int i = 0; i < 7; ++i)
      seven += one + '@' + std::to_string(7 + i) + "/0," + std::to_string(i) + ":1 ";
    EXPECT_EQ(text_of(report.gpus[0].mig_instances), seven) << of.scenario;
    EXPECT_EQ(text_of(report.gpus[1].mig_instances), std::string(of.three) + "@2/0,4:4 " + of.two +
                                                         "@3/0,0:2 " + one + "@9/0,2:1 " +
                                                         of.media + "@10/0,3:1 ");
    EXPECT_EQ(text_of(report.gpus[2].mig_instances), std::string(of.seven) + "@0/0,0:8 ");
    EXPECT_EQ(text_of(report.gpus[3].mig_instances), std::string(of.half) + "@1/0,0:4 " + of.half +
                                                         "@1/1,0:4 " + one + "@11/0,4:1 " +
                                                         of.twice + "@13/0,6:2 ");
    EXPECT_EQ(report.gpus[0].mig_ids.size(), 7u);
    for (size_t i = 0; i < 8; ++i) {
      EXPECT_EQ(report.gpus[i].mig, i < 4);
      EXPECT_EQ(report.gpus[i].mig_max, i < 4 ? 7 : 0);
    }
  }
}

TEST(Nvml, PlacementsNeedAPrivilegedProcess) {
  const NvmlReport report = report_of("mig-unprivileged");
  EXPECT_EQ(text_of(report.gpus[2].mig_instances), "7g.80gb@0/0,0:0 ");
  EXPECT_EQ(report.gpus[1].mig_instances.size(), 4u);
}

TEST(Nvml, OneLostGpuLeavesTheOthers) {
  testing::CapturedLog log;
  const NvmlReport lost = report_of("lost", log.log());
  ASSERT_EQ(lost.gpus.size(), 8u);
  EXPECT_EQ(unhealthy(lost), std::set<size_t>{3});
  EXPECT_EQ(lost.gpus[3].problem, "memory: NVML error 15 (the GPU is lost)");
  EXPECT_EQ(lost.gpus[3].minor, 3);
  EXPECT_EQ(lost.gpus[3].uuid, "GPU-00000003-1111-2222-3333-444444444444");
  EXPECT_EQ(pair_of(lost, 2, 3), nullptr);
  EXPECT_EQ(pair_of(lost, 0, 4)->nvlinks, 2);
  ASSERT_EQ(log.messages.size(), 1u);
  EXPECT_EQ(log.messages[0], "NVML: GPU 3 is unhealthy: memory: NVML error 15 (the GPU is lost)");

  const NvmlReport gone = report_of("gone");
  EXPECT_EQ(unhealthy(gone), std::set<size_t>{3});
  EXPECT_EQ(gone.gpus[3].minor, -1);
  EXPECT_EQ(gone.gpus[3].uuid, "");
  EXPECT_EQ(pair_of(gone, 2, 3), nullptr);
  EXPECT_EQ(pair_of(gone, 2, 6)->nvlinks, 2);

  EXPECT_EQ(unhealthy(report_of("middle")), std::set<size_t>{4});
  EXPECT_EQ(report_of("huge-memory").gpus[1].problem, "memory of 18446744073709551615 bytes");
  EXPECT_EQ(report_of("huge-memory").gpus[1].memory, 0u);
  EXPECT_EQ(unhealthy(report_of("no-memory")), std::set<size_t>{1});
  EXPECT_EQ(report_of("null").gpus[3].problem, "NVML returned no handle");
}

// WSL2 has no /dev/nvidiaN.
TEST(Nvml, GpusWithoutAMinorAreHealthy) {
  for (const char *scenario : {"minorless", "wsl"}) {
    const NvmlReport report = report_of(scenario);
    EXPECT_TRUE(unhealthy(report).empty()) << scenario;
    EXPECT_EQ(report.gpus[1].minor, -1);
    EXPECT_EQ(report.gpus[0].minor, scenario[0] == 'w' ? -1 : 0);
  }
  EXPECT_EQ(unhealthy(report_of("minor-lost")), std::set<size_t>{1});
}

TEST(Nvml, ContradictionsAreErrors) {
  const struct {
    const char *scenario;
    Status status;
    const char *text;
  } cases[] = {
      {"count", Status::kLimit, "65 GPUs"},
      {"count-wild", Status::kLimit, "4294967295 GPUs"},
      {"count-fails", Status::kIo, "number of GPUs: NVML error 999"},
      {"endless-version", Status::kCorrupt, "driver version: a text of 80 bytes is not terminated"},
      {"endless-uuid", Status::kCorrupt, "GPU 2: UUID: a text of 96 bytes is not terminated"},
      {"endless-name", Status::kCorrupt, "GPU 2: model name: a text of 96 bytes is not terminated"},
      {"endless-bus", Status::kCorrupt, "GPU 2: PCI address: a text of 32 bytes is not terminated"},
      {"bad-uuid", Status::kCorrupt, "found UUID \"GPU-1,all\\x0a\""},
      {"bad-bus", Status::kCorrupt, "found PCI address"},
      {"minor", Status::kCorrupt, "GPU 1: minor number 4096"},
      {"same-minor", Status::kCorrupt, "GPU 2 and GPU 5: both have minor number 2"},
      {"same-bus", Status::kCorrupt, "GPU 2 and GPU 5: both have PCI address 0000:3b:00.0"},
      {"mig-bad", Status::kCorrupt, "GPU 0: MIG instance: found UUID \"MIG-1,all\""},
      {"mig-same", Status::kCorrupt, "both have MIG instance MIG-00000000-1111-2222-3333-0"},
      {"mig-wild-gi", Status::kCorrupt,
       "GPU 1: MIG instance: MIG-00000001-1111-2222-3333-000000000006: gi 4294967295, ci 0"},
      {"mig-wild-placement", Status::kCorrupt, "placement 4294967295:1"},
      {"same-uuid", Status::kCorrupt, "GPU 2 and GPU 5: both have UUID GPU-00000002"},
  };
  for (const auto &entry : cases) {
    SCOPED_TRACE(entry.scenario);
    EXPECT_ERROR(report_of(entry.scenario), entry.status, entry.text);
  }
}

TEST(Nvml, TextsAreMadeHarmless) {
  EXPECT_EQ(report_of("odd-version").driver_version, "5??,\"");
  const NvmlReport report = report_of("versionless");
  EXPECT_EQ(report.driver_version, "");
  EXPECT_EQ(report.gpus.size(), 8u);
}

TEST(Nvml, TheMostGpusAreReadWithBoundedCalls) {
  void *held = dlopen(KOORD_FAKE_NVML_LIBRARY, RTLD_NOW);
  ASSERT_NE(held, nullptr);
  const auto calls = reinterpret_cast<unsigned long long (*)()>(dlsym(held, "fake_nvml_calls"));
  const auto before = calls();
  const NvmlReport report = report_of("most");
  EXPECT_EQ(report.gpus.size(), NvmlReport::kMaxGpus);
  EXPECT_TRUE(report.pairs.empty());
  // 7 calls per GPU, 3 per link, one per pair, and two for the machine.
  EXPECT_LE(calls() - before, 2 + 64 * (7 + 36 * 3) + 64 * 63 / 2);
  dlclose(held);
}

TEST(Nvml, WithoutGpusOrDriverTheReportIsEmpty) {
  const NvmlReport none = report_of("none");
  EXPECT_TRUE(none.driver);
  EXPECT_EQ(none.driver_version, "570.124.06");
  EXPECT_TRUE(none.gpus.empty());
  testing::CapturedLog log;
  const NvmlReport unloaded = report_of("unloaded", log.log());
  EXPECT_FALSE(unloaded.driver);
  EXPECT_TRUE(unloaded.gpus.empty());
  EXPECT_EQ(log.messages.size(), 1u);
  const NvmlReport absent = probe::read_nvml("libkoord-has-no-such-driver.so.1", log.log());
  EXPECT_FALSE(absent.driver);
  EXPECT_TRUE(absent.gpus.empty());
  EXPECT_EQ(log.messages.size(), 2u);
}

TEST(Nvml, LibrariesThatDoNotStartAreErrors) {
  EXPECT_ERROR(report_of("mismatch"), Status::kUnsupported, "different versions");
  EXPECT_ERROR(report_of("denied"), Status::kIo, "init: NVML error 4 (no permission)");
  EXPECT_ERROR(probe::read_nvml("/nowhere/libnvidia-ml.so.1", {}), Status::kIo, "cannot be loaded");
  EXPECT_ERROR(probe::read_nvml("libc.so.6", {}), Status::kUnsupported, "has no nvmlInit_v2");
}

TEST(Nvml, IsShutDownAndClosedOnEveryPath) {
  void *held = dlopen(KOORD_FAKE_NVML_LIBRARY, RTLD_NOW);
  ASSERT_NE(held, nullptr);
  const auto inits = reinterpret_cast<int (*)()>(dlsym(held, "fake_nvml_inits"));
  const auto shutdowns = reinterpret_cast<int (*)()>(dlsym(held, "fake_nvml_shutdowns"));
  for (const char *scenario : {"mesh8", "gone", "count", "count-fails", "endless-version",
                               "endless-bus", "same-uuid", "none"}) {
    const int started = inits(), stopped = shutdowns();
    try {
      (void)report_of(scenario);
    } catch (const Error &) {
    }
    EXPECT_EQ(inits(), started + 1) << scenario;
    EXPECT_EQ(shutdowns(), stopped + 1) << scenario;
  }
  for (const char *scenario : {"unloaded", "mismatch", "denied"}) {
    const int started = inits(), stopped = shutdowns();
    try {
      (void)report_of(scenario);
    } catch (const Error &) {
    }
    EXPECT_EQ(inits(), started + 1) << scenario;
    EXPECT_EQ(shutdowns(), stopped) << "what did not start is not stopped: " << scenario;
  }
  dlclose(held);
  EXPECT_EQ(dlopen(KOORD_FAKE_NVML_LIBRARY, RTLD_NOW | RTLD_NOLOAD), nullptr);
}

}  // namespace
}  // namespace koord
