// Conversion of hwloc exports into Topology, on machines built for one question each.
#include <gtest/gtest.h>

#include "probe/hwloc_source.h"
#include "probe/xml_builder.h"
#include "support/captured_log.h"
#include "support/expect_error.h"
#include "support/shared_data.h"

namespace koord {
namespace {

using namespace koord::testing;  // NOLINT: the tests consist of these builders

std::shared_ptr<const Topology> read_xml(const std::string &text, uint32_t flags = 0) {
  return probe::read_hwloc_xml(text, flags, {});
}

std::string list(const CpuSet &set) { return set.to_string(); }

TEST(HwlocXml, PlainMachine) {
  const auto t = read_xml(plain_machine(4));
  EXPECT_EQ(list(t->all_cpus()), "0-3");
  ASSERT_EQ(t->sockets().size(), 1u);  // without a Package there is one socket
  EXPECT_EQ(t->sockets()[0].id, 0);
  EXPECT_EQ(t->cores().size(), 4u);  // without Core objects, each PU is a core
  EXPECT_EQ(t->cpus()[2].kernel_core, -1);
  EXPECT_EQ(t->cpus()[2].l3, -1);
  ASSERT_EQ(t->nodes().size(), 1u);
  EXPECT_EQ(t->nodes()[0].memory_bytes, 1073741824u);
  EXPECT_FALSE(t->distances().known());
  EXPECT_EQ(t->facts().architecture, "");
}

TEST(HwlocXml, TrailingNulOfAnExportIsAccepted) {
  EXPECT_EQ(read_xml(plain_machine(2) + '\0')->cpus().size(), 2u);
}

TEST(HwlocXml, OtherSpellingsOfTheSameDocument) {
  std::string text = plain_machine(2);
  for (size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2)
    text.replace(at, 1, "\r\n");
  EXPECT_EQ(read_xml(text)->cpus().size(), 2u);
  for (char &c : text)
    if (c == '"') c = '\'';
  EXPECT_EQ(read_xml("\xef\xbb\xbf" + text + "<!-- <object> -->")->cpus().size(), 2u);
}

TEST(HwlocXml, CoresAtTwoDepths) {
  // The second core lost its cache objects together with its offline sibling.
  const auto t = read_xml(machine(
      "0-2", numa(0, "0-2") + xml({"Package", "0-2", "0", "os_index=\"3\"",
                                   xml({"L2Cache", "0-1", "0", "", core(7, "0-1", pu(0) + pu(1))}) +
                                       core(9, "2", pu(2))})));
  EXPECT_EQ(t->cores().size(), 2u);
  EXPECT_EQ(t->find_cpu(1)->kernel_core, 7);
  EXPECT_EQ(t->find_cpu(2)->kernel_core, 9);
  EXPECT_EQ(t->sockets()[t->find_cpu(2)->socket].id, 3);
}

TEST(HwlocXml, CoresAreNumberedByTheirLowestCpuNotInTreeOrder) {
  // CPU numbers alternate between the packages, and core numbers repeat in each of them.
  const auto t = read_xml(
      machine("0-7", numa(0, "0-7") +
                         xml({"Package", "0,2,4,6", "0", "os_index=\"0\"",
                              core(0, "0,4", pu(0) + pu(4)) + core(1, "2,6", pu(2) + pu(6))}) +
                         xml({"Package", "1,3,5,7", "0", "os_index=\"1\"",
                              core(0, "1,5", pu(1) + pu(5)) + core(1, "3,7", pu(3) + pu(7))})));
  ASSERT_EQ(t->cores().size(), 4u);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(t->cores()[i].id, i);
    EXPECT_EQ(t->threads(t->cores()[i])[0], i);
    EXPECT_EQ(t->threads(t->cores()[i])[1], i + 4);
    EXPECT_EQ(t->cores()[i].socket, i % 2);
  }
  EXPECT_EQ(t->find_cpu(7)->kernel_core, 1);
}

TEST(HwlocXml, SocketsCachesAndNodesWithoutCpusRemain) {
  const std::string empty_package =
      std::string(
          "<object type=\"Package\" os_index=\"5\" cpuset=\"0x0\" complete_cpuset=\"0xc\" "
          "nodeset=\"0x2\" "
          "complete_nodeset=\"0x2\">") +
      "<object type=\"L3Cache\" cpuset=\"0x0\" complete_cpuset=\"0xc\" nodeset=\"0x2\" "
      "complete_nodeset=\"0x2\">" +
      numa(1, "") + "</object></object>";
  const auto t = read_xml(
      document("<object type=\"Machine\" cpuset=\"0x3\" complete_cpuset=\"0xf\" nodeset=\"0x3\" "
               "complete_nodeset=\"0x3\">" +
               xml({"Package", "0-1", "0", "os_index=\"0\"",
                    numa(0, "0-1") + xml({"L3Cache", "0-1", "0", "", pu(0) + pu(1)})}) +
               empty_package + "</object>"));
  ASSERT_EQ(t->sockets().size(), 2u);
  EXPECT_EQ(t->sockets()[1].id, 5);
  EXPECT_TRUE(t->sockets()[1].cpus.empty());
  ASSERT_EQ(t->l3s().size(), 2u);
  EXPECT_EQ(t->l3s()[1].first_cpu, -1);
  EXPECT_EQ(t->nodes().size(), 2u);
  EXPECT_TRUE(t->nodes()[1].cpus.empty());
  EXPECT_EQ(list(t->offline()), "2-3");
}

// Kubelet orders equal caches by these numbers.
TEST(HwlocXml, L3sKeepTheKernelsNumbers) {
  const auto numbers = [](const std::string &first, const std::string &second) {
    const auto t =
        read_xml(machine("0-1", numa(0, "0-1") + xml({"L3Cache", "0", "0", first, pu(0)}) +
                                    xml({"L3Cache", "1", "0", second, pu(1)})));
    EXPECT_EQ(t->l3s()[0].first_cpu, 0);
    return std::pair(t->l3s()[0].id, t->l3s()[1].id);
  };
  EXPECT_EQ(numbers("os_index=\"7\"", "os_index=\"3\""), std::pair(7, 3));
  EXPECT_EQ(numbers("", "os_index=\"3\""), std::pair(0, 1)) << "not all have one";
  EXPECT_EQ(numbers("os_index=\"3\"", "os_index=\"3\""), std::pair(0, 1)) << "two have the same";
}

TEST(HwlocXml, PackagesWithoutNumberCountInTreeOrder) {
  const auto t = read_xml(machine("0-1", numa(0, "0-1") + xml({"Package", "0", "0", "", pu(0)}) +
                                             xml({"Package", "1", "0", "", pu(1)})));
  EXPECT_EQ(t->sockets()[t->find_cpu(0)->socket].id, 0);
  EXPECT_EQ(t->sockets()[t->find_cpu(1)->socket].id, 1);
}

TEST(HwlocXml, CpusOutsideOfAnyPackageShareAFreeSocket) {
  const auto t = read_xml(machine(
      "0-2", numa(0, "0-2") + xml({"Package", "0", "0", "os_index=\"0\"", pu(0)}) + pu(1) + pu(2)));
  ASSERT_EQ(t->sockets().size(), 2u);
  EXPECT_EQ(list(t->sockets()[1].cpus), "1-2");
  EXPECT_EQ(t->sockets()[1].id, 1);
}

TEST(HwlocXml, NodeOfACpuIsTheMostLocalThenTheLowest) {
  // Memory of the whole machine (0), and HBM (1) and DDR (2) of a socket
  // on the same CPUs; CPU 2 has only the first.
  const auto t = read_xml(
      document(xml({"Machine", "0-2", "0-2", "",
                    numa(0, "0-2") +
                        xml({"Package", "0-1", "0-2", "os_index=\"0\"",
                             numa(2, "0-1") + numa(1, "0-1") + pu(0, "0-2") + pu(1, "0-2")}) +
                        pu(2)})));
  EXPECT_EQ(t->nodes()[t->find_cpu(0)->node].id, 1);
  EXPECT_EQ(t->nodes()[t->find_cpu(2)->node].id, 0);
  EXPECT_EQ(list(t->nodes()[0].cpus), "2");
  EXPECT_EQ(list(t->nodes()[0].local_cpus), "0-2");
  EXPECT_EQ(list(t->nodes()[2].cpus), "");
  EXPECT_EQ(list(t->nodes()[2].local_cpus), "0-1");
}

TEST(HwlocXml, CpuWithoutNode) {
  const auto t = read_xml(machine(
      "4-5", xml({"Package", "4", "0", "os_index=\"0\"", numa(0, "4") + pu(4)}) + pu(5, "")));
  EXPECT_EQ(t->find_cpu(5)->node, -1);
  EXPECT_EQ(t->find_cpu(4)->node, 0);
  EXPECT_EQ(t->cpus()[0].id, 4);
}

TEST(HwlocXml, OneL3OverTwoNodesAndSparseNodeNumbers) {
  const std::string inside = xml({"Group", "0", "0", "", numa(0, "0") + pu(0)}) +
                             xml({"Group", "1", "72", "", numa(72, "1") + pu(1, "72")});
  const auto t = read_xml(machine("0-1",
                                  xml({"Package", "0-1", "0,72", "os_index=\"36\"",
                                       xml({"L3Cache", "0-1", "0,72", "", inside})}),
                                  "0,72"));
  ASSERT_EQ(t->l3s().size(), 1u);
  EXPECT_EQ(list(t->l3s()[0].cpus), "0-1");
  EXPECT_EQ(t->nodes()[1].id, 72);
  EXPECT_EQ(list(t->nodes()[1].cpus), "1");
  EXPECT_EQ(t->sockets()[0].id, 36);
}

TEST(HwlocXml, HugePagesWithoutTheBasePage) {
  const auto t = read_xml(machine(
      "0",
      numa(
          0, "0",
          "<page_type size=\"2097152\" count=\"512\"/><page_type size=\"4096\" count=\"1000\"/>"
          "<page_type size=\"1073741824\" count=\"0\"/><page_type size=\"2097152\" count=\"7\"/>") +
          pu(0)));
  const auto &pages = t->nodes()[0].huge_pages;
  ASSERT_EQ(pages.size(), 2u);
  EXPECT_EQ(pages[0].page_bytes, 2097152u);
  EXPECT_EQ(pages[0].count, 512u);
  EXPECT_EQ(pages[1].page_bytes, 1073741824u);
  EXPECT_EQ(pages[1].count, 0u);
}

TEST(HwlocXml, DisallowedCpusAreKeptOrLeftOut) {
  std::string text = plain_machine(4);
  const std::string root = "<object type=\"Machine\"";
  text.replace(text.find(root), root.size(), root + " allowed_cpuset=\"0x5\"");
  const auto whole = read_xml(text);
  EXPECT_EQ(list(whole->all_cpus()), "0-3");
  EXPECT_EQ(list(whole->disallowed()), "1,3");
  EXPECT_EQ(list(whole->offline()), "");
  const auto part = read_xml(text, probe::kOnlyAllowed);
  EXPECT_EQ(list(part->all_cpus()), "0,2");
  EXPECT_EQ(list(part->disallowed()), "");
  EXPECT_EQ(list(part->offline()), "1,3");
}

TEST(HwlocXml, UnknownFlagsAreRefused) {
  EXPECT_ERROR(read_xml(plain_machine(1), 2), Status::kInvalid, "flags");
}

TEST(HwlocXml, PciDevicesMoveOutOfTheirBridges) {
  const std::string device =
      "<object type=\"Bridge\" bridge_type=\"0-1\" bridge_pci=\"0000:[00-0c]\">"
      "<object type=\"PCIDev\" pci_busid=\"0000:3b:00.1\" pci_type=\"0207 [15b3:1017] [15b3:0003] "
      "00\">"
      "<object type=\"OSDev\" name=\"ib0\" osdev_type=\"2\"/>"
      "<object type=\"OSDev\" name=\"ml&#xe9;x5_&lt;0&gt;  \" osdev_type=\"3\"/></object>"
      "<object type=\"PCIDev\" pci_busid=\"0000:0a:1f.7\" pci_type=\"0300 [1a03:2000] [0:0] 1\"/>"
      "</object><object type=\"OSDev\" name=\"not on PCI\" osdev_type=\"0\"/>";
  const auto t = read_xml(machine("0-1", xml({"Package", "0-1", "0", "os_index=\"0\"",
                                              numa(0, "0-1") + pu(0) + pu(1) + device})));
  ASSERT_EQ(t->devices().size(), 2u);
  EXPECT_EQ(t->devices()[0].bus_id, "0000:0a:1f.7");
  EXPECT_EQ(t->devices()[0].class_id, 0x300u);
  const PciDevice &card = t->devices()[1];
  EXPECT_EQ(card.bus_id, "0000:3b:00.1");
  EXPECT_EQ(card.vendor_id, 0x15b3u);
  EXPECT_EQ(card.device_id, 0x1017u);
  EXPECT_EQ(card.os_names, (std::vector<std::string>{"ib0", "ml?x5_<0>"}));
  EXPECT_EQ(list(card.cpus), "0-1");
  EXPECT_EQ(card.node_ids, std::vector<int>{0});
}

// hwloc 3 writes the programming interface after the revision, even in format 2.
TEST(HwlocXml, Format2OfHwloc3HasItsDevices) {
  const std::string devices =
      "<object type=\"Bridge\" gp_index=\"9\" bridge_type=\"0-1\" depth=\"0\" "
      "bridge_pci=\"0000:[00-0c]\">"
      "<object type=\"Bridge\" gp_index=\"10\" bridge_type=\"1-1\" depth=\"1\" "
      "bridge_pci=\"0000:[0a-0c]\" pci_busid=\"0000:00:01.0\" "
      "pci_type=\"0604 [8086:1901] [0000:0000] 05 00\" pci_link_speed=\"15.753846\">"
      "<object type=\"PCIDev\" gp_index=\"11\" pci_busid=\"0000:0a:00.0\" "
      "pci_type=\"0108 [144d:a808] [144d:a801] 00 02\" pci_link_speed=\"3.938462\">"
      "<object type=\"OSDev\" gp_index=\"12\" name=\"nvme0n1\" subtype=\"Disk\" osdev_type=\"0\"/>"
      "</object></object></object>";
  const auto t = read_xml(machine("0-1", xml({"Package", "0-1", "0", "os_index=\"0\"",
                                              numa(0, "0-1") + pu(0) + pu(1) + devices})));
  ASSERT_EQ(t->devices().size(), 1u);
  EXPECT_EQ(t->devices()[0].bus_id, "0000:0a:00.0");
  EXPECT_EQ(t->devices()[0].class_id, 0x108u);
  EXPECT_EQ(t->devices()[0].vendor_id, 0x144du);
  EXPECT_EQ(t->devices()[0].pcie, "pci0000:00");
  EXPECT_EQ(t->devices()[0].os_names, std::vector<std::string>{"nvme0n1"});
}

TEST(HwlocXml, FactsComeFromRootOrPackage) {
  const auto t = read_xml(
      machine("0", "<info name=\"Architecture\" value=\"aarch64\"/>" + numa(0, "0") +
                       xml({"Package", "0", "0", "os_index=\"0\"",
                            "<info name=\"CPUModel\" value=\"Model &amp; more   \"/>" + pu(0)})));
  EXPECT_EQ(t->facts().architecture, "aarch64");
  EXPECT_EQ(t->facts().cpu_model, "Model & more");
  EXPECT_EQ(t->facts().cpu_vendor, "");
}

TEST(HwlocXml, KindsOfCoresAreRankedByTheirFrequency) {
  const auto kind = [](const char *set, const char *frequency) {
    return std::string("<cpukind cpuset=\"") + set + "\"><info name=\"FrequencyMaxMHz\" value=\"" +
           frequency + "\"/></cpukind>";
  };
  const auto t = read_xml(plain_machine(4, kind("0x3", "5000") + kind("0xfc", "3900")));
  EXPECT_EQ(t->find_cpu(0)->kind, 1);
  EXPECT_EQ(t->find_cpu(3)->kind, 0);
  EXPECT_ERROR(read_xml(plain_machine(4, kind("0x3", "1") + kind("0x6", "2"))), Status::kInvalid,
               "overlaps");
}

TEST(HwlocXml, MachinesOfTheRepository) {
  const std::string directory = std::string(KOORD_SOURCE_DIR) + "/tests/data/machines/";
  const auto server = read_xml(read_file(directory + "xeon2695v4-pascal.xml"));
  EXPECT_EQ(server->cpus().size(), 72u);
  EXPECT_EQ(server->devices().size(), 6u);
  EXPECT_EQ(server->facts().architecture, "x86_64");
  const auto hybrid = read_xml(read_file(directory + "raptorlake-i7-hybrid.xml"));
  EXPECT_EQ(hybrid->find_cpu(0)->kind, 1);
  EXPECT_EQ(hybrid->find_cpu(19)->kind, 0);
  EXPECT_FALSE(hybrid->siblings().uniform());
  const auto memory_only = read_xml(read_file(directory + "qemu-2s2n-smt2-memonly.xml"));
  ASSERT_EQ(memory_only->nodes().size(), 5u);
  EXPECT_TRUE(memory_only->nodes()[4].cpus.empty());
}

}  // namespace
}  // namespace koord
