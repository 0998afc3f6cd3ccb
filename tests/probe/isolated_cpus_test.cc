// The kernel's lists of isolated and nohz_full CPUs, and malformed files in their place.
#include "probe/isolated_cpus.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "probe/scoped_sysfs.h"
#include "support/captured_log.h"

namespace koord {
namespace {

namespace fs = std::filesystem;

class IsolatedCpus : public ::testing::Test {
 protected:
  IsolatedCpus() { fs::create_directories(home_); }
  void put(const std::string &name, const std::string &text) {
    std::ofstream(home_ / name, std::ios::binary) << text;
  }
  TopologySpec read() {
    log_.messages.clear();
    TopologySpec spec;
    probe::read_isolated_cpus(sysfs_.root(), spec, log_.log());
    return spec;
  }

  testing::ScopedSysfs sysfs_;
  fs::path home_ = fs::path(sysfs_.root()) / "sys/devices/system/cpu";
  testing::CapturedLog log_;
};

TEST_F(IsolatedCpus, AreThoseOfTheKernel) {
  put("isolated", "2-3,6\n");
  put("nohz_full", "6\n");
  const TopologySpec spec = read();
  EXPECT_EQ(spec.isolated, CpuSet::parse("2-3,6"));
  EXPECT_EQ(spec.nohz_full, CpuSet::parse("6"));
  EXPECT_TRUE(log_.messages.empty());
}

TEST_F(IsolatedCpus, AreNoneWhereTheKernelHasNone) {
  EXPECT_TRUE(read().isolated.empty()) << "no file";
  for (const char *text : {"", "\n", "(null)", "(null)\n"}) {
    put("isolated", text);
    put("nohz_full", text);
    const TopologySpec spec = read();
    EXPECT_TRUE(spec.isolated.empty() && spec.nohz_full.empty()) << text;
    EXPECT_TRUE(log_.messages.empty()) << text;
  }
}

TEST_F(IsolatedCpus, AreNoneWhereNoKernelWroteTheFile) {
  const std::string texts[] = {"3-1\n",
                               "x",
                               "1,",
                               "-1",
                               "0-8192",
                               "99999999999999999999",
                               "(nil)",
                               std::string("1\0002", 3),
                               std::string(1 << 20, '1'),
                               "\xff\xfe",
                               " "};
  for (const std::string &text : texts) {
    put("isolated", text);
    put("nohz_full", "1");
    const TopologySpec spec = read();
    EXPECT_TRUE(spec.isolated.empty()) << text.substr(0, 20);
    EXPECT_EQ(spec.nohz_full, CpuSet{1}) << text.substr(0, 20);
    ASSERT_EQ(log_.messages.size(), 1u) << text.substr(0, 20);
    EXPECT_NE(log_.messages[0].find("/sys/devices/system/cpu/isolated"), std::string::npos);
    EXPECT_LT(log_.messages[0].size(), 400u);
  }
}

TEST_F(IsolatedCpus, TakeAListOfEverySecondCpu) {
  CpuSet every_second;
  for (int cpu = 0; cpu < CpuSet::kCapacity; cpu += 2) every_second.add(cpu);
  put("isolated", every_second.to_string() + "\n");
  EXPECT_EQ(read().isolated, every_second);
}

TEST_F(IsolatedCpus, WaitForNoPipeAndReadNoDirectory) {
  ASSERT_EQ(mkfifo((home_ / "isolated").c_str(), 0600), 0);
  fs::create_directory(home_ / "nohz_full");
  const TopologySpec spec = read();
  EXPECT_TRUE(spec.isolated.empty() && spec.nohz_full.empty());
}

TEST_F(IsolatedCpus, OfAMachineAreItsOwnOfflineOnesIncluded) {
  TopologySpec spec;
  for (int cpu = 0; cpu < 4; ++cpu) spec.cpus.push_back({cpu, 0, 0, cpu});
  spec.offline = CpuSet{4, 5};
  spec.isolated = CpuSet{3, 4, 9};
  spec.nohz_full = CpuSet{0, 4096};
  const auto machine = Topology::build(spec);
  EXPECT_EQ(machine->isolated(), (CpuSet{3, 4}));
  EXPECT_EQ(machine->nohz_full(), CpuSet{0});
}

}  // namespace
}  // namespace koord
