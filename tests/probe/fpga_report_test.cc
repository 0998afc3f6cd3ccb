// FPGAs in generated sysfs trees.
#include "probe/fpga_report.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "probe/device_report.h"
#include "probe/hwloc_source.h"
#include "probe/scoped_sysfs.h"
#include "probe/xml_builder.h"

namespace koord {
namespace {

namespace fs = std::filesystem;
using object::DeviceInfo;

class Fpgas : public ::testing::Test {
 protected:
  // Adds a PCI device on a machine with two NUMA nodes.
  void add(const std::string &bus_id, const std::string &kind, const std::string &vendor,
           int node = -1) {
    sysfs_.add_device(bus_id);
    put(home(bus_id) / "class", kind);
    put(home(bus_id) / "vendor", vendor);
    put(home(bus_id) / "numa_node", std::to_string(node));
  }
  // Adds an entry of /sys/class below the device, linked as the kernel does.
  void add_entry(const std::string &bus_id, const std::string &kind, const std::string &name,
                 const std::string &state = {}) {
    fs::create_directories(home(bus_id) / kind / name);
    if (!state.empty()) put(home(bus_id) / kind / name / "state", state);
    const fs::path directory = fs::path(sysfs_.root()) / "sys/class" / kind;
    fs::create_directories(directory);
    fs::create_symlink("../../devices/pci0000:00/" + bus_id + "/" + kind + "/" + name,
                       directory / name);
  }
  fs::path home(const std::string &bus_id) const {
    return fs::path(sysfs_.root()) / "sys/devices/pci0000:00" / bus_id;
  }
  static void put(const fs::path &path, const std::string &text) {
    std::ofstream(path) << text << '\n';
  }
  std::vector<DeviceInfo> report() const {
    probe::DeviceSources sources;
    sources.node = "n";
    sources.sysfs_root = sysfs_.root();
    return probe::report_devices(*machine_, sources, {}).devices;
  }
  std::string ids() const {
    std::string out;
    for (const DeviceInfo &fpga : report())
      out += std::to_string(fpga.minor) + '=' + fpga.id + (fpga.healthy ? " " : "! ");
    return out;
  }

  testing::ScopedSysfs sysfs_;
  const std::shared_ptr<const Topology> machine_ =
      probe::read_synthetic("pack:2 numa:1 core:2 pu:1", {});
};

TEST_F(Fpgas, OfTheKernelsClassesAreReported) {
  add("0000:3b:00.0", "0x120000", "0x8086", 1);
  add_entry("0000:3b:00.0", "fpga_region", "region2");
  add_entry("0000:3b:00.0", "fpga_manager", "fpga5", "operating");
  const std::vector<DeviceInfo> found = report();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].type, "fpga");
  EXPECT_EQ(found[0].id, "0000:3b:00.0");
  EXPECT_EQ(found[0].minor, 2);
  EXPECT_TRUE(found[0].healthy);
  EXPECT_EQ(object::amount_of(found[0].resources, "koordinator.sh/fpga"), 100);
  EXPECT_EQ(found[0].place.node, 1);
  EXPECT_EQ(found[0].place.socket, 1);
  EXPECT_EQ(found[0].place.bus_id, "0000:3b:00.0");
}

TEST_F(Fpgas, OfKnownVendorsNeedNoDriver) {
  add("0000:01:00.0", "0x120000", "0x10ee");
  add("0000:02:00.0", "0x120000", "0x1172");
  add("0000:03:00.0", "0x120000", "0x1002");  // a GPU
  add("0000:04:00.0", "0x020000", "0x10ee");  // a network device
  EXPECT_EQ(ids(), "0=0000:01:00.0 1=0000:02:00.0 ");
  EXPECT_EQ(report()[0].place.node, -1);
}

TEST_F(Fpgas, KeepTheirNumbers) {
  for (const char *bus_id : {"0000:01:00.0", "0000:02:00.0", "0000:03:00.0", "0000:04:00.0"})
    add(bus_id, "0x120000", "0x10ee");
  add_entry("0000:02:00.0", "fpga", "intel-fpga-dev.0");
  add_entry("0000:03:00.0", "fpga_manager", "fpga0", "unknown");
  add_entry("0000:04:00.0", "fpga_region", "region1");
  EXPECT_EQ(ids(), "0=0000:02:00.0 1=0000:04:00.0 2=0000:01:00.0 3=0000:03:00.0 ");
}

TEST_F(Fpgas, WithAnErrorAreUnhealthy) {
  add("0000:01:00.0", "0x120000", "0x8086");
  add("0000:02:00.0", "0x120000", "0x8086");
  add_entry("0000:01:00.0", "fpga_manager", "fpga0", "write complete error");
  add_entry("0000:02:00.0", "fpga_manager", "fpga1", "power off");
  EXPECT_EQ(ids(), "0=0000:01:00.0! 1=0000:02:00.0! ");
}

TEST_F(Fpgas, VirtualFunctionsAndThoseOfAChipAreLeftOut) {
  add("0000:01:00.0", "0x120000", "0x10ee");
  sysfs_.add_function("0000:01:00.0", 0, "0000:01:00.1");
  add_entry("0000:01:00.1", "fpga_region", "region7");
  fs::create_directories(fs::path(sysfs_.root()) / "sys/class/fpga_manager/fpga9");
  EXPECT_EQ(ids(), "0=0000:01:00.0 ");
}

TEST_F(Fpgas, NeedNoSysfsWhereTheTopologyHasThem) {
  const auto machine = probe::read_hwloc_xml(
      testing::machine("0", testing::numa(0, "0") + testing::pu(0) +
                                "<object type=\"PCIDev\" pci_busid=\"0000:05:00.0\" "
                                "pci_type=\"1200 [10ee:5000] [0:0] 0\"></object>"),
      0, {});
  probe::DeviceSources sources;
  sources.node = "n";
  const auto devices = probe::report_devices(*machine, sources, {}).devices;
  ASSERT_EQ(devices.size(), 1u);
  EXPECT_EQ(devices[0].id, "0000:05:00.0");
}

}  // namespace
}  // namespace koord
