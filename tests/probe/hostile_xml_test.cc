// Hostile exports: each must end with one clear error, in little
// time and memory, with nothing printed.
#include <gtest/gtest.h>

#include <random>

#include "probe/hwloc_source.h"
#include "probe/xml_builder.h"
#include "probe/xml_guard.h"
#include "support/expect_error.h"
#include "support/shared_data.h"

namespace koord {
namespace {

using namespace koord::testing;  // NOLINT: the tests consist of these builders

class HostileXml : public ::testing::Test {
 protected:
  void SetUp() override { ::testing::internal::CaptureStderr(); }
  void TearDown() override { EXPECT_EQ(::testing::internal::GetCapturedStderr(), ""); }

  static std::shared_ptr<const Topology> read(const std::string &text) {
    return probe::read_hwloc_xml(text, 0, {});
  }
  static void refused(const std::string &text, const std::string &why,
                      Status status = Status::kInvalid) {
    EXPECT_ERROR(read(text), status, why);
  }
};

std::string replaced(std::string text, const std::string &from, const std::string &to) {
  const size_t at = text.find(from);
  if (at == std::string::npos) throw std::runtime_error("no " + from);
  return text.replace(at, from.size(), to);
}

TEST_F(HostileXml, CutAnywhere) {
  const std::string text =
      machine("0-1", numa(0, "0-1", "<page_type size=\"4096\" count=\"7\"/>") +
                         core(0, "0-1", "<info name=\"a\" value=\"&lt;\"/>" + pu(0) + pu(1)));
  ASSERT_EQ(read(text)->cpus().size(), 2u);
  for (size_t size = 0; size < text.size() - 1; ++size)  // the last byte is a line break
    refused(text.substr(0, size), "hwloc XML: ");
}

TEST_F(HostileXml, OneByteChangedAnywhere) {
  const std::string text = plain_machine(3);
  std::mt19937 random(7);
  for (size_t at = 0; at < text.size(); ++at) {
    std::string broken = text;
    broken[at] = static_cast<char>(random() % 256);
    try {
      EXPECT_LE(read(broken)->cpus().size(), 3u);
    } catch (const Error &error) {
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    }
  }
}

TEST_F(HostileXml, NotAnExport) {
  refused("", "expected <topology>");
  refused("{}", "text outside");
  refused("<a/>", "expected <topology>");
  refused("<topology version=\"2.0\"/>", "expected <object>");
  refused("<topology version=\"2.0\"></topology>", "expected <object>");
  refused("<topology/>", "no version");
  refused("<topology><object type=\"System\"/></topology>", "hwloc 1.x");
  refused(replaced(plain_machine(1), "version=\"2.0\"", "version=\"3.0\""), "expected 2.x");
  // The error for other formats says how to convert the file.
  for (const char *old : {"", "version=\"1.0\""}) {
    const std::string text = replaced(plain_machine(1), "version=\"2.0\"", old);
    refused(text, "hwloc 2 writes it from such a file with \"lstopo -i OLD.xml NEW.xml\"");
    refused(text, "lstopo --export-xml-flags v2");
  }
  refused(replaced(plain_machine(1), "version=\"2.0\"", "version=\"3.0\""),
          "newer hwloc writes it with \"lstopo --export-xml-flags v2\"");
  refused(plain_machine(1) + plain_machine(1), "expected a name, found \"?xml ver\"");
  refused(plain_machine(1) + "<topology/>", "more than one document");
  refused(plain_machine(1) + "x", "text outside");
  refused(std::string("<topology version=\"2.0\">\0</topology>", 36), "NUL");
}

TEST_F(HostileXml, EntitiesAndDocumentTypes) {
  const std::string bombs =
      "<!DOCTYPE topology [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]>\n";
  refused(replaced(plain_machine(1), "<!DOCTYPE topology SYSTEM \"hwloc2.dtd\">\n", bombs),
          "document type");
  const auto named = [](const std::string &value) {
    return machine("0", "<info name=\"CPUModel\" value=\"" + value + "\"/>" + numa(0, "0") + pu(0));
  };
  EXPECT_EQ(read(named("&#65;&#x42;&apos;&quot;"))->facts().cpu_model, "AB'\"");
  for (const char *value : {"&b;", "&", "&#0;", "&#x110000;", "&#;", "&#x;", "&#99999999999;"})
    refused(named(value), "unknown entity");
  refused(replaced(plain_machine(1), "<topology", "<?php ?><topology"), "expected a name");
  refused(plain_machine(1, "<![CDATA[x]]>"), "expected a name");
}

TEST_F(HostileXml, DeepNesting) {
  std::string open, close;
  for (int i = 0; i < 200; ++i) {
    open +=
        "<object type=\"Group\" cpuset=\"0x1\" complete_cpuset=\"0x1\" nodeset=\"0x1\" "
        "complete_nodeset=\"0x1\">";
    close += "</object>";
  }
  refused(machine("0", numa(0, "0") + open + pu(0) + close), "nested deeper");
  std::string tags;
  for (int i = 0; i < 1000000; ++i) tags += "<a>";
  refused("<topology version=\"2.0\">" + tags, "expected <object>");
  refused(machine("0", tags), "nested deeper");
}

TEST_F(HostileXml, IdsBeyondAllBounds) {
  const auto limit = [](const std::string &text) { refused(text, "at or above", Status::kLimit); };
  limit(replaced(plain_machine(1), "type=\"PU\" cpuset=\"0x1\"",
                 "type=\"PU\" cpuset=\"0x1" + std::string(256, ',') + "\""));
  const std::string index = "os_index=\"0\">\n</object>\n</object>";  // closes the PU
  limit(replaced(plain_machine(1), index, "os_index=\"8192\">\n</object>\n</object>"));
  limit(replaced(plain_machine(1), index, "os_index=\"2147483648\">\n</object>\n</object>"));
  limit(replaced(plain_machine(1), index, "os_index=\"4294967295\">\n</object>\n</object>"));
  refused(replaced(plain_machine(1), index, "os_index=\"-1\">\n</object>\n</object>"),
          "not a number");
  refused(
      replaced(plain_machine(1), index, "os_index=\"99999999999999999999\">\n</object>\n</object>"),
      "not a number");
  limit(replaced(plain_machine(1), "os_index=\"0\" gp_index", "os_index=\"1024\" gp_index"));
  limit(
      replaced(plain_machine(1), "nodeset=\"0x1\"", "nodeset=\"0x1" + std::string(32, ',') + "\""));
  refused(machine("0", numa(0, "0") + core(2147483647, "0", pu(0))), "too large");
}

TEST_F(HostileXml, LargestIdsAreAccepted) {
  const auto t = read(machine(
      "8191", xml({"Group", "8191", "1023", "", numa(1023, "8191") + pu(8191, "1023")}), "1023"));
  EXPECT_EQ(t->cpus()[0].id, 8191);
  EXPECT_EQ(t->nodes()[0].id, 1023);
}

TEST_F(HostileXml, BrokenSets) {
  const auto with = [](const std::string &set) {
    return replaced(plain_machine(1), "cpuset=\"0x1\"", "cpuset=\"" + set + "\"");
  };
  refused(with("0xf...f"), "infinite");
  refused(with("0xf...f,0x1"), "infinite");
  refused(with("0x1zz"), "hexadecimal");
  refused(with("0x100000000"), "hexadecimal");
  refused(with("-1"), "hexadecimal");
  EXPECT_EQ(read(with("0x0,,,0x00000001"))->cpus().size(), 1u);  // leading zeros are no ids
  EXPECT_EQ(read(with(std::string(1000000, ',') + "1"))->cpus().size(), 1u);
}

TEST_F(HostileXml, TreesThatContradictThemselves) {
  const std::string node = numa(0, "0-3");
  const auto tree = [&](const std::string &inside) { return machine("0-3", node + inside); };
  refused(tree(pu(1) + pu(0)), "after a sibling");
  refused(tree(pu(0) + pu(0)), "overlaps");
  refused(tree(core(0, "0-1", pu(0)) + core(1, "1-2", pu(2))), "overlaps");
  refused(tree(core(0, "0-1", pu(2))), "exceeds");
  refused(tree(pu(4)), "exceeds");
  refused(tree(xml({"PU", "0-1", "0", "os_index=\"0\""})), "not the CPU of os_index");
  refused(tree(xml({"PU", "0", "0", "os_index=\"1\""})), "not the CPU of os_index");
  refused(tree(xml({"PU", "0", "0", "os_index=\"0\"", core(0, "0", "")})), "below a PU");
  refused(tree(xml({"PU", "0", "0-1", "os_index=\"0\""})), "nodeset exceeds");
  refused(tree(pu(0) + node), "listed twice");
  refused(tree(xml({"NUMANode", "0", "0", "os_index=\"1\""}) + pu(0)), "not the node of os_index");
  refused(tree(xml({"Machine", "0", "0", "", pu(0)})), "only the root");
  refused(document(xml({"Package", "0", "0", "", node + pu(0)})), "expected Machine");
  refused(document(xml({"Machine", "0", "0", "", numa(0, "0") + pu(0)}) +
                   xml({"Machine", "0", "0", "", numa(0, "0") + pu(0)})),
          "second root");
  refused(tree(xml({"Cluster", "0", "0", "", pu(0)})), "unknown");
  refused(tree("<object cpuset=\"0x1\"/>"), "unknown");
  refused(tree("<object type=\"PU\" os_index=\"0\"/>"), "cpuset is missing");
  refused(tree(""), "no object of type PU");
  refused(machine("0", pu(0)), "no object of type NUMANode");
  refused(machine("0", numa(0, "0", core(0, "0", pu(0)))), "below a NUMANode");
  refused(tree("<object type=\"Misc\">" + pu(0) + "</object>"), "below a Misc");
  refused(tree("<object type=\"Bridge\">" + pu(0) + "</object>"), "below a Bridge");
}

TEST_F(HostileXml, BrokenDevices) {
  const auto device = [](const std::string &attributes) {
    return machine("0", numa(0, "0") + pu(0) + "<object type=\"PCIDev\" " + attributes + "/>");
  };
  EXPECT_EQ(read(device("pci_busid=\"0000:00:00.0\""))->devices().size(), 1u);
  refused(device(""), "pci_busid");
  for (const char *id : {"", "0000:00:00", "0000:100:00.0", "0000:00:20.0", "0000:00:00.8",
                         "0000:00:00.0x", "-1:0:0.0", "fffffffff:0:0.0", " 0000:00:00.0"})
    refused(device("pci_busid=\"" + std::string(id) + "\""), "pci_busid");
  for (const char *type :
       {"0", "0200 [8086:1521]", "10000 [0:0] [0:0] 0", "0 [0:0] [0:0] 100", "0 [0:0] [0:0] 0 100",
        "0 [0:0] [0:0] 0 ", "0 [0:0] [0:0] 0 0 0", "0 [0:0] [0:0] 0 x"})
    refused(device("pci_busid=\"0:0:0.0\" pci_type=\"" + std::string(type) + "\""), "pci_type");
}

TEST_F(HostileXml, BrokenTags) {
  const auto tag = [](const std::string &text) { return plain_machine(1, text); };
  refused(tag("<a b=c/>"), "not quoted");
  refused(tag("<a b/>"), "no value");
  refused(tag("<a b=\"1\" b=\"2\"/>"), "given twice");
  refused(tag("<a b=\"1\"c=\"2\"/>"), "expected a blank");
  refused(tag("<a b=\"<\"/>"), "holds");
  refused(tag("<a b=\"\x01\"/>"), "holds");
  refused(tag("<a></b>"), "expected </a>");
  refused(tag("</a>"), "expected </topology>");
  refused(tag("<!-- "), "comment does not end");
  refused(tag("<1/>"), "expected a name");
  std::string many = "<a";
  for (int i = 0; i < 100; ++i) many += " a" + std::to_string(i) + "=\"\"";
  refused(tag(many + "/>"), "attributes");
}

TEST_F(HostileXml, TooMuchOfEverything) {
  EXPECT_ERROR(read(std::string((size_t{64} << 20) + 1, ' ')), Status::kLimit, "64 MiB");
  refused(std::string(size_t{64} << 20, ' '), "expected <topology>");
  refused("<topology version=\"2.0\">" + std::string((size_t{64} << 20) - 24, ','), "ends inside");

  std::string groups;
  for (int i = 0; i < 140000; ++i) groups += "<object type=\"OSDev\" name=\"x\"/>";
  refused(machine("0", numa(0, "0") + pu(0) + groups), "more than 131072 objects", Status::kLimit);
  std::string devices;
  for (int i = 0; i < 20000; ++i) devices += "<object type=\"PCIDev\" pci_busid=\"0000:00:00.0\"/>";
  refused(machine("0", numa(0, "0") + pu(0) + devices), "more than 16384 devices", Status::kLimit);
  std::string bridges;
  for (int i = 0; i < 20000; ++i)
    bridges += "<object type=\"Bridge\" bridge_type=\"0-1\" bridge_pci=\"0000:[00-ff]\"/>";
  refused(machine("0", numa(0, "0") + pu(0) + bridges), "more than 16384 devices", Status::kLimit);
  std::string empty;
  for (int i = 0; i < 2000; ++i) empty += xml({"Group", "", "0"});
  refused(machine("0", numa(0, "0") + pu(0) + empty), "too many objects without CPUs");
}

// Bridges are rewritten before hwloc reads them; their depth and number are bounded.
TEST_F(HostileXml, BridgesOfAnySortPlaceTheirDevices) {
  std::string inside = "<object type=\"PCIDev\" pci_busid=\"0000:01:00.0\"/>";
  for (int i = 0; i < 120; ++i)
    inside =
        "<object type=\"Bridge\" bridge_type=\"1-1\" bridge_pci=\"0000:[01-ff]\" depth=\"-1\" "
        "pci_busid=\"0000:00:00.0\" pci_type=\"x\" pci_link_speed=\"nan\" name=\"&#x1;\">"
        "<info name=\"PCISlot\" value=\"%s\"/>" +
        inside + "</object>";
  EXPECT_EQ(read(machine("0", numa(0, "0") + pu(0) + inside))->devices().size(), 1u);
  // Bridges and devices with one address, side by side and nested both ways.
  const std::string pci = "<object type=\"PCIDev\" pci_busid=\"0000:00:00.0\">";
  const std::string bridge =
      "<object type=\"Bridge\" bridge_type=\"0-1\" bridge_pci=\"ffffffff:[00-00]\">";
  const std::string os = "<object type=\"OSDev\" name=\"n\" osdev_type=\"99\">";
  const std::string end = "</object>";
  const auto devices =
      read(machine("0", numa(0, "0") + pu(0) + pci + bridge + pci + os + bridge + pci + end + end +
                            end + end + end + end + bridge + end))
          ->devices()
          .size();
  EXPECT_EQ(devices, 3u);
  refused(machine("0", numa(0, "0") + pu(0) + pci + os +
                           "<info name=\"Port1State\" value=\"&bad;\"/>" + end + end),
          "entity");
}

TEST_F(HostileXml, NothingButTheTreeIsNeeded) {
  // Elements that are not used here, some of which hwloc parses carelessly.
  const std::string tail =
      "<support name=\"discovery.pu\"/><memattr name=\"Bandwidth\" "
      "flags=\"5\"><memattr_value/></memattr>"
      "<unknown><nested/></unknown><cpukind cpuset=\"0x0\"/>";
  const std::string front =
      "<userdata length=\"99999999999\" encoding=\"base64\">AAAA</userdata>"
      "<unknown/><page_type size=\"0\" count=\"1\"/>";
  const auto t =
      read(document(xml({"Machine", "0", "0", "",
                         front + numa(0, "0") + pu(0) + "<object type=\"Misc\" name=\"m\"/>"}),
                    tail));
  EXPECT_EQ(t->cpus().size(), 1u);
}

TEST_F(HostileXml, TheRewrittenDocumentIsReadAlikeAgain) {
  const std::string text =
      read_file(std::string(KOORD_SOURCE_DIR) + "/tests/data/machines/xeon2695v4-pascal.xml");
  const std::string once = probe::checked_hwloc_xml(text, {});
  EXPECT_LT(once.size(), text.size());
  EXPECT_EQ(probe::checked_hwloc_xml(once, {}), once);
}

}  // namespace
}  // namespace koord
