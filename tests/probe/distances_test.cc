// Matrices of an hwloc export that are NUMA distances, and the treatment of unusual ones.
#include <gtest/gtest.h>

#include "probe/hwloc_source.h"
#include "probe/xml_builder.h"
#include "support/captured_log.h"
#include "support/expect_error.h"

namespace koord {
namespace {

using testing::CapturedLog;

// Returns a machine with CPU n in NUMA node n for each of
// `nodes`, and `after` behind the object tree.
std::string nodes_machine(const std::vector<int> &nodes, const std::string &after) {
  CpuSet all;
  std::string inside;
  for (const int node : nodes) {
    all.add(node);
    const std::string id = std::to_string(node);
    inside += testing::xml({"Group", id, id, "", testing::numa(node, id) + testing::pu(node, id)});
  }
  return testing::machine(all.to_string(), inside, all.to_string(), after);
}

std::string matrix(const std::string &attributes, const std::string &indexes,
                   const std::string &values) {
  return "<distances2 " + attributes + "><indexes length=\"1\">" + indexes +
         "</indexes><u64values length=\"1\">" + values + "</u64values></distances2>";
}

std::string latencies(const std::string &indexes, const std::string &values, size_t count) {
  return matrix("type=\"NUMANode\" nbobjs=\"" + std::to_string(count) +
                    "\" kind=\"5\" name=\"NUMALatency\" indexing=\"os\"",
                indexes, values);
}

std::shared_ptr<const Topology> read(const std::string &text, const Log &log = {}) {
  return probe::read_hwloc_xml(text, 0, log);
}

TEST(Distances, AreReadByKernelNumber) {
  const auto t = read(nodes_machine({0, 8}, latencies("0 8 ", "10 40\n41 10", 2)));
  EXPECT_EQ(t->distances().node_ids, (std::vector<int>{0, 8}));
  EXPECT_EQ(t->distances().values, (std::vector<uint32_t>{10, 40, 41, 10}));
}

TEST(Distances, InAnyOrderStayWithTheirNodes) {
  const auto t =
      read(nodes_machine({0, 1, 2}, latencies("2 0 1", "10 21 22 23 10 24 25 26 10", 3)));
  const Distances &d = t->distances();
  ASSERT_EQ(d.node_ids.size(), 3u);
  const auto at = [&](int from, int to) {
    const auto index = [&](int id) {
      return std::find(d.node_ids.begin(), d.node_ids.end(), id) - d.node_ids.begin();
    };
    return d.values[static_cast<size_t>(index(from) * 3 + index(to))];
  };
  EXPECT_EQ(at(2, 0), 21u);
  EXPECT_EQ(at(0, 1), 24u);
  EXPECT_EQ(at(1, 2), 25u);
  EXPECT_EQ(at(1, 1), 10u);
}

TEST(Distances, MayBeIndexedByGlobalNumber) {
  const auto t =
      read(nodes_machine({0, 3}, matrix("type=\"NUMANode\" nbobjs=\"2\" kind=\"5\" indexing=\"gp\"",
                                        "100 103", "10 20 20 10")));
  EXPECT_EQ(t->distances().node_ids, (std::vector<int>{0, 3}));
}

// Returns the messages about matrices, without those about the rest of these small machines.
std::vector<std::string> about_matrices(const CapturedLog &log) {
  std::vector<std::string> out;
  for (const std::string &message : log.messages)
    if (message.find("the matrix") != std::string::npos) out.push_back(message);
  return out;
}

TEST(Distances, OfNodesThatAreNotThereAreDropped) {
  CapturedLog log;
  const auto t =
      read(nodes_machine({0, 1}, latencies("0 5 1", "10 50 20 51 10 52 21 53 10", 3)), log.log());
  EXPECT_EQ(t->distances().node_ids, (std::vector<int>{0, 1}));
  EXPECT_EQ(t->distances().values, (std::vector<uint32_t>{10, 20, 21, 10}));
  ASSERT_EQ(about_matrices(log).size(), 1u);
  EXPECT_NE(about_matrices(log)[0].find("do not exist"), std::string::npos);
}

TEST(Distances, MatricesThatAreNoLatenciesAreRemarkedOn) {
  CapturedLog log;
  const auto t = read(
      nodes_machine(
          {0, 1},
          matrix("type=\"NUMANode\" nbobjs=\"2\" kind=\"9\" name=\"Bandwidth\" indexing=\"os\"",
                 "0 1", "1 2 3 4") +
              matrix("type=\"OSDev\" nbobjs=\"2\" kind=\"5\" name=\"XGMIHops\" indexing=\"gp\"",
                     "7 8", "1 2 3 4") +
              "<distances2hetero nbobjs=\"2\" kind=\"25\" name=\"NVLinkBandwidth\">"
              "<indexes length=\"19\">OSDev:332 Package:3</indexes></distances2hetero>"),
      log.log());
  EXPECT_FALSE(t->distances().known());
  const std::vector<std::string> said = about_matrices(log);
  ASSERT_EQ(said.size(), 3u);
  EXPECT_NE(said[0].find("\"Bandwidth\""), std::string::npos);
  EXPECT_NE(said[1].find("\"XGMIHops\""), std::string::npos);
  EXPECT_NE(said[2].find("\"NVLinkBandwidth\""), std::string::npos);
}

TEST(Distances, OfTheKernelComeBeforeThoseOfUsers) {
  const std::string user =
      matrix("type=\"NUMANode\" nbobjs=\"2\" kind=\"6\" name=\"mine\" indexing=\"os\"", "0 1",
             "10 99 99 10");
  for (const std::string &both :
       {user + latencies("0 1", "10 20 20 10", 2), latencies("0 1", "10 20 20 10", 2) + user})
    EXPECT_EQ(read(nodes_machine({0, 1}, both))->distances().values[1], 20u);
  EXPECT_EQ(read(nodes_machine({0, 1}, user))->distances().values[1], 99u);
}

TEST(Distances, OfOneNodeOrAboveAllBoundsAreNone) {
  EXPECT_FALSE(read(nodes_machine({0, 1}, latencies("0", "10", 1)))->distances().known());
  EXPECT_FALSE(
      read(nodes_machine({0, 1}, latencies("0 1", "10 4294967296 20 10", 2)))->distances().known());
}

TEST(Distances, BrokenOnesAreRefused) {
  const auto expect = [](const std::string &after, const std::string &text) {
    EXPECT_ERROR(read(nodes_machine({0, 1}, after)), Status::kInvalid, text);
  };
  expect(latencies("0 1", "10 20 20", 2), "3 values");
  expect(latencies("0", "10 20 20 10", 2), "1 indexes");
  expect(latencies("0 1 2", "10 20 20 10", 2), "more than the 2");
  expect(latencies("0 1", "10 20 20 10 5", 2), "more than the 4");
  expect(latencies("0 0", "10 20 20 10", 2), "listed twice");
  expect(latencies("0 x", "10 20 20 10", 2), "not a number");
  expect(latencies("0 1", "10 20 20 99999999999999999999999", 2), "not a number");
  expect(latencies("0 1", "10 20 20 10", 65537),
         "at most 1024");  // the square would overflow 32 bits to 131073
  expect(latencies("0 1", "10 20 20 10", 4294967297), "at most 1024");
  expect(matrix("type=\"NUMANode\" nbobjs=\"2\" kind=\"5\"", "0 1", "1 2 3 4"), "indexing");
  expect(
      "<distances2 type=\"NUMANode\" nbobjs=\"2\" kind=\"5\" indexing=\"os\"><other/></distances2>",
      "<other>");
  expect(
      "<distances2 type=\"NUMANode\" nbobjs=\"2\" kind=\"5\" "
      "indexing=\"os\"><indexes><b/></indexes>"
      "</distances2>",
      "element inside");
}

}  // namespace
}  // namespace koord
