// Device objects of machines with known GPUs and RDMA devices.
#include "probe/device_report.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "object/device_names.h"
#include "object/mig.h"
#include "object/mig_instances.h"
#include "probe/hwloc_source.h"
#include "probe/scoped_environment.h"
#include "probe/scoped_sysfs.h"
#include "probe/xml_builder.h"
#include "support/captured_log.h"
#include "support/expect_error.h"
#include "support/shared_data.h"

namespace koord {
namespace {

using object::DeviceInfo;
using object::DeviceObject;
using object::PciDistance;

std::shared_ptr<const Topology> server() {
  return probe::read_hwloc_xml(testing::read_file(std::string(KOORD_SOURCE_DIR) +
                                                  "/tests/data/machines/xeon2695v4-pascal.xml"),
                               0, {});
}

DeviceObject report(const Topology &machine, const std::string &scenario,
                    const std::string &sysfs = {}, const Log &log = {}) {
  probe::DeviceSources sources;
  sources.node = "node1";
  sources.sysfs_root = sysfs;
  if (!scenario.empty()) {
    const testing::ScopedEnvironment environment({{"KOORD_FAKE_NVML", scenario}});
    sources.nvml = probe::read_nvml(KOORD_FAKE_NVML_LIBRARY, {});
  }
  return probe::report_devices(machine, sources, log);
}

const DeviceInfo &device(const DeviceObject &object, const std::string &type, int minor) {
  for (const DeviceInfo &info : object.devices)
    if (info.type == type && info.minor == minor) return info;
  throw std::runtime_error("no " + type + " " + std::to_string(minor));
}

std::string label(const object::Labels &labels, std::string_view name) {
  const std::string *value = object::find_label(labels, name);
  return value == nullptr ? "(none)" : *value;
}

std::vector<std::string> order(const DeviceObject &object) {
  std::vector<std::string> out;
  for (const DeviceInfo &info : object.devices)
    out.push_back(info.type + " " + std::to_string(info.minor));
  return out;
}

// PCI devices with RDMA devices: bus id, PCI device id, name.
struct Card {
  std::string bus_id, device_id, name;
};
std::shared_ptr<const Topology> with_cards(const std::vector<Card> &cards) {
  std::string objects;
  for (const Card &card : cards)
    objects += "<object type=\"PCIDev\" pci_busid=\"" + card.bus_id +
               "\" pci_type=\"0207 [15b3:" + card.device_id +
               "] [0:0] 0\"><object type=\"OSDev\" osdev_type=\"3\" name=\"" + card.name +
               "\"><info name=\"Port1State\" value=\"4\"/></object></object>";
  return probe::read_hwloc_xml(
      testing::machine("0", testing::numa(0, "0") + testing::pu(0) + objects), 0, {});
}

TEST(DeviceReport, GpusAndTheRdmaDeviceUnderTheirSwitch) {
  const DeviceObject object = report(*server(), "pascal2");
  EXPECT_EQ(object.node, "node1");
  EXPECT_EQ(order(object), (std::vector<std::string>{"gpu 0", "gpu 1", "rdma 0"}));
  const DeviceInfo &gpu = device(object, "gpu", 1);
  EXPECT_EQ(gpu.id, "GPU-00000001-1111-2222-3333-444444444444");
  EXPECT_TRUE(gpu.healthy);
  EXPECT_TRUE(gpu.placed);
  EXPECT_EQ(gpu.place.bus_id, "0000:07:00.0");
  EXPECT_EQ(gpu.place.pcie, "0000:02:00.0");
  EXPECT_EQ(gpu.place.node, 0);
  EXPECT_EQ(gpu.place.socket, 0);
  EXPECT_EQ(object::amount_of(gpu.resources, "koordinator.sh/gpu-core"), 100);
  EXPECT_EQ(object::amount_of(gpu.resources, "koordinator.sh/gpu-memory-ratio"), 100);
  EXPECT_EQ(object::amount_of(gpu.resources, "koordinator.sh/gpu-memory"), 85899345920);
  EXPECT_TRUE(gpu.labels.empty());

  const DeviceInfo &rdma = device(object, "rdma", 0);
  EXPECT_EQ(rdma.id, "0000:08:00.0");
  EXPECT_TRUE(rdma.healthy);
  EXPECT_EQ(rdma.place.pcie, gpu.place.pcie);
  EXPECT_EQ(rdma.place.node, 0);
  EXPECT_EQ(object::amount_of(rdma.resources, "koordinator.sh/rdma"), 100);
  EXPECT_TRUE(rdma.vf_groups.empty());

  EXPECT_EQ(label(object.labels, object::kGpuVendorLabel), "nvidia");
  EXPECT_EQ(label(object.labels, object::kGpuModelLabel), "A100-SXM4-80GB");
  EXPECT_EQ(label(object.labels, object::kGpuDriverLabel), "570.124.06");
  ASSERT_EQ(object.links.size(), 1u);
  EXPECT_EQ(object.links[0].nvlinks, 4);
  EXPECT_EQ(object.links[0].pci, PciDistance::kSingleSwitch);
}

TEST(DeviceReport, AMachineWithoutDriverHasItsRdmaDevices) {
  const DeviceObject object = report(*server(), "");
  EXPECT_EQ(order(object), std::vector<std::string>{"rdma 0"});
  EXPECT_TRUE(object.labels.empty());
  EXPECT_TRUE(object.links.empty());
}

TEST(DeviceReport, GpusOutsideOfTheTopologyAreNowhere) {
  const DeviceObject object = report(*server(), "mesh8");
  for (int minor = 0; minor < 8; ++minor) {
    const DeviceInfo &gpu = device(object, "gpu", minor);
    EXPECT_EQ(gpu.place.node, -1);
    EXPECT_EQ(gpu.place.socket, -1);
    EXPECT_EQ(gpu.place.pcie, "");
    EXPECT_NE(gpu.place.bus_id, "");
  }
}

TEST(DeviceReport, ALostGpuIsTheOneTheBusStillShows) {
  const DeviceObject object = report(*server(), "pascal2-gone");
  const DeviceInfo &gone = device(object, "gpu", 1);
  EXPECT_FALSE(gone.healthy);
  EXPECT_EQ(gone.id, "0000:07:00.0");
  EXPECT_EQ(gone.place.pcie, "0000:02:00.0");
  EXPECT_EQ(object::find_amount(gone.resources, "koordinator.sh/gpu-memory"), nullptr);
  EXPECT_TRUE(device(object, "gpu", 0).healthy);
  EXPECT_EQ(label(object.labels, object::kGpuModelLabel), "A100-SXM4-80GB");
}

TEST(DeviceReport, LostGpusTakeTheMinorsThatAreFree) {
  const DeviceObject one = report(*server(), "gone");
  ASSERT_EQ(one.devices.size(), 9u);
  EXPECT_FALSE(device(one, "gpu", 3).healthy);
  EXPECT_EQ(device(one, "gpu", 3).id, "");
  EXPECT_FALSE(device(one, "gpu", 3).placed);
  const DeviceObject two = report(*server(), "gone-two");
  for (int minor = 0; minor < 8; ++minor)
    EXPECT_EQ(device(two, "gpu", minor).healthy, minor != 3 && minor != 6) << minor;
  const DeviceObject answers_partly = report(*server(), "lost");
  EXPECT_FALSE(device(answers_partly, "gpu", 3).healthy);
  EXPECT_EQ(device(answers_partly, "gpu", 3).id, "GPU-00000003-1111-2222-3333-444444444444");
}

TEST(DeviceReport, MinorsOrderGpusAndLinks) {
  const DeviceObject object = report(*server(), "shuffled");
  for (size_t i = 0; i < 8; ++i) {
    EXPECT_EQ(object.devices[i].minor, static_cast<int>(i));
    EXPECT_EQ(object.devices[i].id.substr(4, 8), "0000000" + std::to_string(7 - i));
  }
  ASSERT_EQ(object.links.size(), 28u);
  for (size_t i = 0; i < 28; ++i) {
    const auto &link = object.links[i];
    EXPECT_LT(link.first, link.second);
    if (i > 0) {
      EXPECT_LT(std::pair(object.links[i - 1].first, object.links[i - 1].second),
                std::pair(link.first, link.second));
    }
    const int a = 7 - link.first, b = 7 - link.second;  // NVML's indices
    EXPECT_EQ(link.nvlinks, a / 4 == b / 4 ? ((a ^ b) == 3 ? 2 : 1) : (a ^ b) == 4 ? 2 : 0);
  }
}

TEST(DeviceReport, SwitchLinksAreOfMinors) {
  const DeviceObject object = report(*server(), "nvswitch8");
  ASSERT_EQ(object.switch_links.size(), 8u);
  for (int minor = 0; minor < 8; ++minor) {
    EXPECT_EQ(object.switch_links[static_cast<size_t>(minor)].minor, minor);
    EXPECT_EQ(object.switch_links[static_cast<size_t>(minor)].nvlinks, 18);
  }
}

TEST(DeviceReport, ModelsThatDifferAreNoLabel) {
  const DeviceObject object = report(*server(), "mixed");
  EXPECT_EQ(label(object.labels, object::kGpuModelLabel), "(none)");
  EXPECT_EQ(label(object.labels, object::kGpuVendorLabel), "nvidia");
  EXPECT_EQ(object::amount_of(device(object, "gpu", 7).resources, "koordinator.sh/gpu-memory"),
            42949672960);
}

TEST(DeviceReport, LabelsAreValidForTheApiServer) {
  EXPECT_EQ(label(report(*server(), "odd-version").labels, object::kGpuDriverLabel), "5");
  EXPECT_EQ(label(report(*server(), "versionless").labels, object::kGpuDriverLabel), "(none)");
  const DeviceObject mig = report(*server(), "mig");
  EXPECT_EQ(label(device(mig, "gpu", 0).labels, object::kGpuMigLabel), "enabled");
  EXPECT_TRUE(device(mig, "gpu", 1).labels.empty());
}

TEST(DeviceReport, AGpuInMigModeHasInstancesAndNoAmounts) {
  for (const auto &[scenario, instances] : {std::pair{"mig",
                                                      "MIG-00000000-1111-2222-3333-000000000006,"
                                                      "MIG-00000000-1111-2222-3333-000000000009"},
                                            {"mig-old",
                                             "MIG-GPU-00000000-1111-2222-3333-444444444444/1/0,"
                                             "MIG-GPU-00000000-1111-2222-3333-444444444444/4/0"}}) {
    const DeviceObject object = report(*server(), scenario);
    EXPECT_TRUE(object::in_mig_mode(device(object, "gpu", 0)));
    EXPECT_TRUE(device(object, "gpu", 0).healthy);
    EXPECT_TRUE(device(object, "gpu", 0).resources.empty());
    EXPECT_EQ(label(device(object, "gpu", 0).labels, object::kGpuMigInstancesLabel), instances);
    EXPECT_EQ(device(object, "gpu", 1).resources.size(), 3u);
  }
}

TEST(DeviceReport, InstancesAreListedWithTheirGpu) {
  const DeviceObject object = report(*server(), "mig-h100-80");
  ASSERT_EQ(object.mig.size(), 4u);
  EXPECT_EQ(object.mig[1].minor, 1);
  EXPECT_EQ(object.mig[1].max, 7);
  ASSERT_EQ(object.mig[1].instances.size(), 4u);
  EXPECT_EQ(object.mig[1].instances[0].profile, "3g.40gb");
  EXPECT_EQ(object.mig[1].instances[0].start, 4);
  EXPECT_EQ(object.mig[1].instances[0].id, "MIG-00000001-1111-2222-3333-000000000009");
  EXPECT_EQ(label(device(object, "gpu", 2).labels, object::kGpuMigInstancesLabel),
            "MIG-00000002-1111-2222-3333-000000000009");
  EXPECT_FALSE(object::find_mig_fault(object.mig, object.devices));
}

// The list of one GPU may be read while its instances are created.
TEST(DeviceReport, InstancesThatContradictEachOtherCostOnlyTheirGpu) {
  testing::CapturedLog log;
  const DeviceObject object = report(*server(), "mig-overlap", {}, log.log());
  EXPECT_TRUE(std::ranges::none_of(object.mig, [](const auto &gpu) { return gpu.minor == 1; }));
  EXPECT_TRUE(object::in_mig_mode(device(object, "gpu", 1)));
  EXPECT_FALSE(object::find_mig_fault(object.mig, object.devices));
  ASSERT_EQ(log.messages.size(), 1u);
  EXPECT_EQ(log.messages[0],
            "NVML: GPU with minor 1: MIG instance MIG-00000001-1111-2222-3333-000000000006: "
            "placement: 2:1 overlaps 2:1 of \"MIG-00000001-1111-2222-3333-000000000007\"; the "
            "instances of this GPU are not reported");
}

TEST(DeviceReport, GpusWithoutAMinorGetTheirIndexAndOneWarning) {
  testing::CapturedLog log;
  const DeviceObject object = report(*server(), "wsl", {}, log.log());
  for (int i = 0; i < 8; ++i) {
    EXPECT_TRUE(device(object, "gpu", i).healthy);
    EXPECT_EQ(device(object, "gpu", i).id.substr(0, 12), "GPU-0000000" + std::to_string(i));
  }
  ASSERT_EQ(log.messages.size(), 1u);
  EXPECT_EQ(log.messages[0].substr(0, 63),
            "GPUs report no minor number; assuming 0 for 0000:1b:00.0, 1 for");
}

TEST(DeviceReport, VirtualFunctionsBelongToTheirCard) {
  const auto machine = with_cards({{"0000:1f:00.0", "1017", "mlx5_2"},
                                   {"0000:1f:00.2", "1018", "mlx5_3"},
                                   {"0000:1f:00.3", "1018", "mlx5_4"},
                                   {"0000:3b:00.0", "1018", "mlx5_0"}});
  testing::ScopedSysfs sysfs;
  sysfs.add_device("0000:1f:00.0");
  sysfs.add_function("0000:1f:00.0", 0, "0000:1f:00.3");
  sysfs.add_function("0000:1f:00.0", 1, "0000:1f:00.2");
  sysfs.add_function("0000:1f:00.0", 2, "0000:1f:00.4");  // not bound to the RDMA driver
  sysfs.add_device("0000:3b:00.0");  // passed through to a guest, where it is an ordinary card
  const DeviceObject object = report(*machine, "", sysfs.root());
  EXPECT_EQ(order(object), (std::vector<std::string>{"rdma 0", "rdma 2"}));
  EXPECT_EQ(device(object, "rdma", 0).id, "0000:3b:00.0");
  const DeviceInfo &card = device(object, "rdma", 2);
  ASSERT_EQ(card.vf_groups.size(), 1u);
  EXPECT_TRUE(card.vf_groups[0].labels.empty());
  ASSERT_EQ(card.vf_groups[0].vfs.size(), 3u);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(card.vf_groups[0].vfs[static_cast<size_t>(i)].minor, -1);
    EXPECT_EQ(card.vf_groups[0].vfs[static_cast<size_t>(i)].bus_id,
              "0000:1f:00." + std::to_string(2 + i));
  }
  // Without a sysfs, virtual functions are recognized by their PCI device id.
  EXPECT_EQ(order(report(*machine, "")), std::vector<std::string>{"rdma 2"});
}

TEST(DeviceReport, RdmaMinorsAreTheNumbersOfTheirNames) {
  const auto minors = [](const std::vector<Card> &cards) {
    std::map<std::string, int> out;
    for (const DeviceInfo &info : report(*with_cards(cards), "").devices)
      out[info.id.substr(5, 2)] = info.minor;
    return out;
  };
  using Minors = std::map<std::string, int>;
  EXPECT_EQ(minors({{"0000:01:00.0", "1", "mlx5_3"}, {"0000:02:00.0", "1", "mlx5_1"}}),
            (Minors{{"01", 3}, {"02", 1}}));
  // One number occurs twice, and some names have none.
  EXPECT_EQ(minors({{"0000:01:00.0", "1", "mlx4_1"},
                    {"0000:02:00.0", "1", "mlx5_1"},
                    {"0000:03:00.0", "1", "rocep3s0"},
                    {"0000:04:00.0", "1", "mlx5_0"},
                    {"0000:05:00.0", "1", "mlx5_bond"},
                    {"0000:06:00.0", "1", "mlx5_999999"},
                    {"0000:07:00.0", "1", "mlx5_-1"}}),
            (Minors{{"01", 1}, {"02", 2}, {"03", 3}, {"04", 0}, {"05", 4}, {"06", 5}, {"07", 6}}));
}

TEST(DeviceReport, RdmaDevicesAreBoundedAndListedOnce) {
  const Card card{"0000:01:00.0", "1", "mlx5_0"};
  EXPECT_EQ(report(*with_cards({card, card, card}), "").devices.size(), 1u);
  std::vector<Card> cards;
  for (int i = 0; i < 1025; ++i) {
    char bus_id[32];
    snprintf(bus_id, sizeof bus_id, "%04x:00:00.0", i);
    cards.push_back({bus_id, "1", "mlx5_" + std::to_string(i)});
  }
  EXPECT_ERROR(report(*with_cards(cards), ""), Status::kLimit, "1024 RDMA devices");
  cards.pop_back();
  EXPECT_EQ(report(*with_cards(cards), "").devices.size(), 1024u);
}

TEST(DeviceReport, RdmaIsHealthyWhenAllPortsAreActive) {
  const auto healthy = [](const std::string &ports) {
    const std::string card =
        "<object type=\"PCIDev\" pci_busid=\"0000:01:00.0\"><object type=\"OSDev\" "
        "osdev_type=\"3\" "
        "name=\"mlx5_0\">" +
        ports + "</object></object>";
    const auto machine = probe::read_hwloc_xml(
        testing::machine("0", testing::numa(0, "0") + testing::pu(0) + card), 0, {});
    return report(*machine, "").devices.at(0).healthy;
  };
  const std::string up = "<info name=\"Port1State\" value=\"4\"/>";
  EXPECT_TRUE(healthy(up));
  EXPECT_TRUE(healthy(up + "<info name=\"Port2State\" value=\"4\"/>"));
  EXPECT_FALSE(healthy(up + "<info name=\"Port2State\" value=\"1\"/>"));
  EXPECT_FALSE(healthy("<info name=\"Port1State\" value=\"44\"/>"));
  EXPECT_FALSE(healthy(""));
}

TEST(DeviceReport, OfSharedMachines) {
  KOORD_NEED_SHARED(shared);
  const auto of = [&](const std::string &name) {
    const auto machine =
        probe::read_hwloc_xml(testing::read_file(shared + "/machines/" + name + ".xml"), 0, {});
    return report(*machine, "");
  };
  const DeviceObject epyc = of("epyc7551-8n");
  ASSERT_EQ(epyc.devices.size(), 1u);
  EXPECT_EQ(epyc.devices[0].place.bus_id, "0000:51:00.0");
  EXPECT_EQ(epyc.devices[0].place.pcie, "pci0000:50");
  EXPECT_EQ(epyc.devices[0].place.node, 5);
  EXPECT_TRUE(epyc.devices[0].healthy);
  const DeviceObject knl = of("knl7250-snc4-flat");
  ASSERT_EQ(knl.devices.size(), 1u);
  EXPECT_EQ(knl.devices[0].place.pcie, "pci0000:00");
  const DeviceObject sgi = of("sgi-uv2-24s");
  ASSERT_EQ(sgi.devices.size(), 1u);
  EXPECT_FALSE(sgi.devices[0].healthy);
  EXPECT_EQ(sgi.devices[0].place.node, 6);
  EXPECT_TRUE(of("power8nvl-nvlink").devices.empty());
}

}  // namespace
}  // namespace koord
