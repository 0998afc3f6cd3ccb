// PCIe switches or roots of devices, and the RDMA devices among them.
#include <gtest/gtest.h>

#include <map>

#include "probe/hwloc_source.h"
#include "probe/xml_builder.h"
#include "support/shared_data.h"

namespace koord {
namespace {

using testing::machine;
using testing::numa;
using testing::pu;

std::map<std::string, PciDevice> devices_of(const std::string &xml) {
  std::map<std::string, PciDevice> out;
  const auto topology = probe::read_hwloc_xml(xml, 0, {});
  for (const PciDevice &device : topology->devices()) out[device.bus_id] = device;
  return out;
}

std::string with_devices(const std::string &objects) {
  return machine("0", numa(0, "0") + pu(0) + objects);
}

std::string root(const std::string &inside, const std::string &buses = "0000:[00-3f]") {
  return "<object type=\"Bridge\" bridge_type=\"0-1\" bridge_pci=\"" + buses + "\">" + inside +
         "</object>";
}

std::string bridge(const std::string &id, const std::string &inside) {
  return "<object type=\"Bridge\" bridge_type=\"1-1\" bridge_pci=\"0000:[01-3f]\" pci_busid=\"" +
         id + "\" pci_type=\"0604 [10b5:8796] [10b5:8796] ab\">" + inside + "</object>";
}

std::string pci(const std::string &id, const std::string &inside = {}) {
  return "<object type=\"PCIDev\" pci_busid=\"" + id + "\">" + inside + "</object>";
}

std::string rdma(const std::string &name, const std::string &infos = {}) {
  return "<object type=\"OSDev\" name=\"" + name + "\" osdev_type=\"3\">" + infos + "</object>";
}

std::string state(int port, const std::string &value) {
  return "<info name=\"Port" + std::to_string(port) + "State\" value=\"" + value + "\"/>";
}

TEST(PciePlace, IsTheNearestSwitchThatBringsDevicesTogether) {
  // A switch with two cards, one of them behind a switch of its own, and a separate card beside it.
  const auto found = devices_of(with_devices(root(
      bridge("0000:00:01.0",
             bridge("0000:01:00.0",
                    bridge("0000:02:00.0",
                           bridge("0000:03:00.0", bridge("0000:04:00.0", pci("0000:05:00.0")))) +
                        bridge("0000:02:08.0", pci("0000:06:00.0") + pci("0000:06:00.1")))) +
      bridge("0000:00:02.0", pci("0000:10:00.0")) + pci("0000:00:1f.2"))));
  ASSERT_EQ(found.size(), 5u);
  EXPECT_EQ(found.at("0000:05:00.0").pcie, "0000:01:00.0");
  EXPECT_EQ(found.at("0000:06:00.0").pcie, "0000:01:00.0");
  EXPECT_EQ(found.at("0000:06:00.1").pcie, "0000:01:00.0");
  EXPECT_EQ(found.at("0000:10:00.0").pcie, "pci0000:00");
  EXPECT_EQ(found.at("0000:00:1f.2").pcie, "pci0000:00");
}

TEST(PciePlace, OfNestedSwitchesTheInnerOneCounts) {
  const auto found = devices_of(with_devices(root(bridge(
      "0000:00:01.0",
      bridge("0000:01:00.0",
             bridge("0000:02:00.0",
                    bridge("0000:03:00.0", bridge("0000:04:00.0", pci("0000:05:00.0")) +
                                               bridge("0000:04:01.0", pci("0000:06:00.0")))) +
                 bridge("0000:02:01.0", pci("0000:07:00.0")))))));
  EXPECT_EQ(found.at("0000:05:00.0").pcie, "0000:03:00.0");
  EXPECT_EQ(found.at("0000:06:00.0").pcie, "0000:03:00.0");
  EXPECT_EQ(found.at("0000:07:00.0").pcie, "0000:01:00.0");
}

TEST(PciePlace, AVirtualFunctionMakesNoSwitchOfAPort) {
  const auto found = devices_of(with_devices(
      root(bridge("0000:3a:00.0", pci("0000:3b:00.0") + pci("0000:3b:01.2")), "0000:[3a-3f]")));
  EXPECT_EQ(found.at("0000:3b:00.0").pcie, "pci0000:3a");
  EXPECT_EQ(found.at("0000:3b:01.2").pcie, "pci0000:3a");
}

TEST(PciePlace, WithoutUsableBridgesIsUnknown) {
  const auto bad = [](const std::string &attributes) {
    return with_devices("<object type=\"Bridge\" " + attributes + ">" + pci("0000:01:00.0") +
                        "</object>");
  };
  EXPECT_EQ(devices_of(with_devices(pci("0000:01:00.0"))).at("0000:01:00.0").pcie, "");
  for (const char *attributes :
       {"", "bridge_type=\"0-1\"", "bridge_type=\"0-1\" bridge_pci=\"0000:[05-01]\"",
        "bridge_type=\"0-1\" bridge_pci=\"0000:[00-100]\"",
        "bridge_type=\"0-0\" bridge_pci=\"0:[0-1]\"", "bridge_type=\"1-1\" bridge_pci=\"0:[0-1]\"",
        "bridge_type=\"1-1\" bridge_pci=\"0:[0-1]\" pci_busid=\"x\""})
    EXPECT_EQ(devices_of(bad(attributes)).at("0000:01:00.0").pcie, "") << attributes;
}

TEST(PciePlace, ABridgeBelowACardIsNone) {
  const auto found = devices_of(with_devices(root(bridge(
      "0000:00:01.0", pci("0000:01:00.0", bridge("0000:02:00.0", pci("0000:03:00.0")) +
                                              bridge("0000:02:01.0", pci("0000:04:00.0")))))));
  for (const auto &[id, device] : found) EXPECT_EQ(device.pcie, "pci0000:00") << id;
}

TEST(RdmaDevices, AreThoseOfTheInfiniBandLayer) {
  const auto found = devices_of(with_devices(
      pci("0000:01:00.0", "<object type=\"OSDev\" name=\"ib0\" osdev_type=\"2\"/>" +
                              rdma("mlx5_0", state(1, "4") + state(2, "1") +
                                                 "<info name=\"PortState\" value=\"4\"/>"
                                                 "<info name=\"PortxState\" value=\"4\"/>"
                                                 "<info name=\"Port1234State\" value=\"4\"/>")) +
      pci("0000:02:00.0", rdma("mlx5_1", state(1, "4"))) + pci("0000:03:00.0", rdma("hfi1_0"))));
  const PciDevice &both = found.at("0000:01:00.0");
  ASSERT_EQ(both.rdma.size(), 1u);
  EXPECT_EQ(both.rdma[0].name, "mlx5_0");
  EXPECT_EQ(both.rdma[0].ports, 2);
  EXPECT_EQ(both.rdma[0].active_ports, 1);
  EXPECT_EQ(both.os_names, (std::vector<std::string>{"ib0", "mlx5_0"}));
  EXPECT_EQ(found.at("0000:02:00.0").rdma[0].active_ports, 1);
  EXPECT_EQ(found.at("0000:03:00.0").rdma[0].ports, 0);
}

TEST(PciePlace, OfTheRepositorysServer) {
  const auto found = devices_of(testing::read_file(std::string(KOORD_SOURCE_DIR) +
                                                   "/tests/data/machines/xeon2695v4-pascal.xml"));
  for (const char *under_switch : {"0000:04:00.0", "0000:07:00.0", "0000:08:00.0"})
    EXPECT_EQ(found.at(under_switch).pcie, "0000:02:00.0") << under_switch;
  EXPECT_EQ(found.at("0000:0c:00.0").pcie, "pci0000:00");
  ASSERT_EQ(found.at("0000:08:00.0").rdma.size(), 1u);
  EXPECT_EQ(found.at("0000:08:00.0").rdma[0].name, "mlx5_0");
  EXPECT_EQ(found.at("0000:08:00.0").rdma[0].active_ports, 1);
  EXPECT_TRUE(found.at("0000:04:00.0").rdma.empty());
}

TEST(PciePlace, OfSharedMachinesIsKnownWhereBridgesAre) {
  KOORD_NEED_SHARED(shared);
  for (const char *name : {"epyc7402-2n-amdgpu", "epyc7551-8n", "knl7250-snc4-flat", "sgi-uv2-24s",
                           "power8nvl-nvlink"})
    for (const auto &[id, device] :
         devices_of(testing::read_file(shared + "/machines/" + name + ".xml")))
      EXPECT_NE(device.pcie, "") << name << ' ' << id;
  // Each of these cards has an on-board switch, which connects no other device.
  const auto amd = devices_of(testing::read_file(shared + "/machines/epyc7402-2n-amdgpu.xml"));
  EXPECT_EQ(amd.at("0000:03:00.0").pcie, "pci0000:00");
  const auto sgi = devices_of(testing::read_file(shared + "/machines/sgi-uv2-24s.xml"));
  EXPECT_EQ(sgi.at("0002:03:00.0").pcie, "0002:01:00.0");
  EXPECT_EQ(sgi.at("0002:04:00.1").pcie, "0002:01:00.0");
  EXPECT_EQ(sgi.at("0003:01:00.0").rdma.at(0).ports, 0);  // its driver does not report the port
}

}  // namespace
}  // namespace koord
