// Virtual functions and character devices of PCI devices, from a generated sysfs.
#include "probe/sysfs_pci.h"

#include <gtest/gtest.h>

#include "probe/scoped_sysfs.h"
#include "support/expect_error.h"

namespace koord {
namespace {

using Names = std::vector<std::string>;

TEST(SysfsPci, FunctionsKnowEachOther) {
  testing::ScopedSysfs sysfs;
  sysfs.add_device("0000:1f:00.0");
  sysfs.add_function("0000:1f:00.0", 0, "0000:1f:00.3");
  sysfs.add_function("0000:1f:00.0", 1, "0000:1f:00.2");
  const auto physical = probe::read_pci_functions(sysfs.root(), "0000:1f:00.0");
  EXPECT_TRUE(physical.known);
  EXPECT_FALSE(physical.is_virtual);
  EXPECT_EQ(physical.virtual_functions, (Names{"0000:1f:00.2", "0000:1f:00.3"}));
  const auto function = probe::read_pci_functions(sysfs.root(), "0000:1f:00.2");
  EXPECT_TRUE(function.known);
  EXPECT_TRUE(function.is_virtual);
  EXPECT_TRUE(function.virtual_functions.empty());
}

TEST(SysfsPci, DevicesThatAreNotThereAreNotKnown) {
  testing::ScopedSysfs sysfs;
  EXPECT_FALSE(probe::read_pci_functions(sysfs.root(), "0000:1f:00.0").known);
  EXPECT_FALSE(probe::read_pci_functions("/nowhere", "0000:1f:00.0").known);
}

TEST(SysfsPci, LinksThatLeadNowhereKnownEndTheList) {
  testing::ScopedSysfs sysfs;
  sysfs.add_device("0000:1f:00.0");
  sysfs.add_function("0000:1f:00.0", 0, "0000:1f:00.2");
  sysfs.link("0000:1f:00.0", "virtfn1", "../../../etc/passwd");
  sysfs.add_function("0000:1f:00.0", 2, "0000:1f:00.4");
  EXPECT_EQ(probe::read_pci_functions(sysfs.root(), "0000:1f:00.0").virtual_functions,
            Names{"0000:1f:00.2"});
}

TEST(SysfsPci, FunctionsAreBounded) {
  testing::ScopedSysfs sysfs;
  sysfs.add_device("0000:1f:00.0");
  for (int i = 0; i < 4097; ++i)
    sysfs.link("0000:1f:00.0", "virtfn" + std::to_string(i), "../0000:20:00.0");
  EXPECT_ERROR(probe::read_pci_functions(sysfs.root(), "0000:1f:00.0"), Status::kLimit, "4096");
}

TEST(SysfsPci, CharacterDevicesOfAnRdmaDevice) {
  testing::ScopedSysfs sysfs;
  sysfs.add_device("0000:1f:00.0");
  for (const char *name :
       {"infiniband_verbs/uverbs12", "infiniband_mad/umad3", "infiniband_mad/issm3",
        "infiniband_mad/power", "infiniband_verbs/uverbs", "infiniband_verbs/uverbs1x",
        "infiniband_verbs/uverbs123456"})
    sysfs.add_directory("0000:1f:00.0", name);
  EXPECT_EQ(probe::read_rdma_nodes(sysfs.root(), "0000:1f:00.0"),
            (Names{"issm3", "umad3", "uverbs12"}));
  EXPECT_TRUE(probe::read_rdma_nodes(sysfs.root(), "0000:1f:00.1").empty());
  for (int i = 0; i < 70; ++i)
    sysfs.add_directory("0000:1f:00.0", "infiniband_verbs/uverbs" + std::to_string(100 + i));
  EXPECT_ERROR(probe::read_rdma_nodes(sysfs.root(), "0000:1f:00.0"), Status::kLimit, "64");
}

}  // namespace
}  // namespace koord
