// Compares terminal pictures of small machines with tests/data/pictures/*.txt, byte for byte.
#include <gtest/gtest.h>

#include "machines.h"
#include "render/picture.h"
#include "support/shared_data.h"

namespace koord {
namespace {

using testing::kGiB;

void expect_picture(const std::string &name, const std::string &drawn) {
  const std::string file = KOORD_SOURCE_DIR "/tests/data/pictures/" + name + ".txt";
  EXPECT_TRUE(testing::read_file(file) == drawn) << file << " should be\n" << drawn;
}

TEST(TextGolden, OneCpu) {
  expect_picture("one-cpu", draw_text(*testing::machine({}), {}, "", {}));
}

TEST(TextGolden, TwoSockets) {
  const auto topology = testing::machine(
      {.sockets = 2, .cores = 26, .threads = 2, .split = true, .node_bytes = 94 * kGiB});
  const std::vector<Holder> holders = {{"web", CpuSet::parse("0-3,52-55")},
                                       {"batch", CpuSet::parse("3,8-10,26-40")}};
  expect_picture("two-sockets", draw_text(*topology, holders, "allocate --cpus 8", {}));
  PictureOptions ascii;
  ascii.ascii = true;
  ascii.columns = 80;
  expect_picture("two-sockets-ascii", draw_text(*topology, holders, "allocate --cpus 8", ascii));
}

TEST(TextGolden, SeveralL3PerNodeAreSetSideBySide) {
  const auto topology =
      testing::machine({.nodes = 2, .l3s = 2, .cores = 8, .threads = 2, .node_bytes = 31 * kGiB});
  const std::vector<Holder> holders = {{"web", CpuSet::parse("0-8")}};
  PictureOptions options;
  options.columns = 80;
  expect_picture("several-l3", draw_text(*topology, holders, "", options));
}

TEST(TextGolden, NarrowPage) {
  const auto topology =
      testing::machine({.l3s = 2, .cores = 4, .threads = 2, .node_bytes = 94 * kGiB});
  const std::vector<Holder> holders = {{"web-and-some-more-of-a-name", CpuSet::parse("0-8")}};
  PictureOptions options;
  options.columns = 40;
  expect_picture("narrow",
                 draw_text(*topology, holders, "A title that needs two lines, at least", options));
}

TEST(TextGolden, Hybrid) {
  const auto topology = Topology::build(testing::hybrid_spec());
  const std::vector<Holder> holders = {{"latency", CpuSet::parse("0-3")},
                                       {"background", CpuSet::parse("12-15")}};
  expect_picture("hybrid", draw_text(*topology, holders, "", {}));
}

TEST(TextGolden, NodesOverSocketsAndMemoryOnly) {
  TopologySpec spec = testing::nodes_over_sockets_spec();
  spec.nodes.push_back({2, 16 * kGiB, {}, CpuSet{4, 5, 6, 7}});
  spec.offline = CpuSet{8, 9};
  spec.disallowed = CpuSet{7};
  spec.devices.push_back({"0000:3b:00.0", 0x0108, 0, 0, {"nvme0n1"}, {1}, {}});
  const std::vector<Holder> holders = {{"", CpuSet{0, 12}}};
  PictureOptions options;
  options.devices = true;
  expect_picture("nodes-over-sockets", draw_text(*Topology::build(spec), holders, "", options));
}

TEST(TextGolden, L3OverTwoNodes) {
  expect_picture("l3-over-nodes", draw_text(*Topology::build(testing::snc_spec()), {}, "", {}));
}

TEST(TextGolden, Colours) {
  const auto topology = testing::machine({.cores = 4});
  const std::vector<Holder> holders = {{"a", CpuSet{0, 1}}, {"b", CpuSet{1, 2}}};
  PictureOptions options;
  options.color = true;
  const std::string text = draw_text(*topology, holders, "title", options);
  EXPECT_TRUE(text.starts_with("\x1b[1mtitle\x1b[0m\n")) << text;
  for (const char *mark : {"\x1b[48;5;110;38;5;16mA\x1b[0m", "\x1b[48;5;209;38;5;16mB\x1b[0m",
                           "\x1b[1;7m#\x1b[0m", "\x1b[2m·\x1b[0m"})
    EXPECT_NE(text.find(mark), std::string::npos) << mark;
}

}  // namespace
}  // namespace koord
