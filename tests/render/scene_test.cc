#include <gtest/gtest.h>

#include <algorithm>

#include "machines.h"
#include "render/drawing.h"

namespace koord::render {
namespace {

using Strings = std::vector<std::string>;
using testing::kGiB;

Drawing scene_of(const Topology &topology, std::vector<Holder> holders = {}, bool devices = false) {
  const Holding holding(topology, holders, false);
  PictureOptions options;
  options.devices = devices;
  return build_drawing(topology, holding, "", options);
}

Drawing scene_of(TopologySpec spec, bool devices = false) {
  return scene_of(*Topology::build(std::move(spec)), {}, devices);
}

TEST(Drawing, SocketWithOneNodeIsOnePlace) {
  const Drawing drawing =
      scene_of(*testing::machine({.sockets = 2, .cores = 2, .node_bytes = 8 * kGiB}));
  ASSERT_EQ(drawing.machine.inner.size(), 2u);
  const Region &place = drawing.machine.inner[1];
  EXPECT_EQ(place.headline, (Strings{"socket 1", "NUMA 1", "8.0 GiB", "2 CPUs"}));
  EXPECT_TRUE(place.inner.empty());
  ASSERT_EQ(place.clusters.size(), 1u);
  EXPECT_EQ(place.clusters[0].name, "L3 1");
  EXPECT_EQ(place.clusters[0].cores, (std::vector<int>{2, 3}));
}

TEST(Drawing, SocketContainsItsNodes) {
  const Drawing drawing =
      scene_of(*testing::machine({.nodes = 2, .l3s = 2, .cores = 2}), {{"a", CpuSet{0, 1, 4}}});
  ASSERT_EQ(drawing.machine.inner.size(), 1u);
  const Region &socket = drawing.machine.inner[0];
  EXPECT_EQ(socket.headline, (Strings{"socket 0", "5/8 CPUs free"}));
  ASSERT_EQ(socket.inner.size(), 2u);
  EXPECT_EQ(socket.inner[0].headline, (Strings{"NUMA 0", "2/4 CPUs free"}));
  EXPECT_EQ(socket.inner[1].headline, (Strings{"NUMA 1", "3/4 CPUs free"}));
  EXPECT_EQ(socket.inner[1].clusters.size(), 2u);
}

TEST(Drawing, NodeOverSocketsContainsThem) {
  const Drawing drawing = scene_of(testing::nodes_over_sockets_spec());
  ASSERT_EQ(drawing.machine.inner.size(), 2u);
  EXPECT_EQ(drawing.machine.inner[0].headline, (Strings{"NUMA 0", "8.0 GiB", "4 CPUs"}));
  ASSERT_EQ(drawing.machine.inner[0].inner.size(), 2u);
  EXPECT_EQ(drawing.machine.inner[0].inner[1].headline, (Strings{"socket 1", "2 CPUs"}));
}

TEST(Drawing, SocketAndNodeThatCross) {
  TopologySpec spec;  // node 0 spans sockets 0 and 1, socket 1 has nodes 0 and 1
  spec.cpus = {{0, 0, 0, 0, -1, -1, 0}, {1, 1, 0, 1, -1, -1, 0}, {2, 1, 1, 2, -1, -1, 0}};
  const Drawing drawing = scene_of(spec);
  ASSERT_EQ(drawing.machine.inner.size(), 2u);
  EXPECT_EQ(drawing.machine.inner[0].headline, (Strings{"NUMA 0", "2 CPUs"}));
  EXPECT_EQ(drawing.machine.inner[0].inner[1].remarks, Strings{"socket 1 also in NUMA 1"});
  EXPECT_EQ(drawing.machine.inner[1].headline, (Strings{"socket 1", "NUMA 1", "1 CPU"}));
  EXPECT_EQ(drawing.machine.inner[1].remarks, Strings{"socket 1 also in NUMA 0"});
}

TEST(Drawing, L3OverTwoNodesIsRemarkedInBoth) {
  const Drawing drawing = scene_of(testing::snc_spec());
  ASSERT_EQ(drawing.machine.inner.size(), 2u);
  EXPECT_EQ(drawing.machine.inner[0].inner[0].remarks, Strings{"L3 0 also in NUMA 1"});
  EXPECT_EQ(drawing.machine.inner[0].inner[1].remarks, Strings{"L3 0 also in NUMA 0"});
  EXPECT_EQ(drawing.machine.inner[1].inner[0].remarks, Strings{"L3 1 also in NUMA 3"});
}

TEST(Drawing, RemarksNameOnlyAFewPlaces) {
  TopologySpec spec;  // one L3 over eight sockets
  for (int i = 0; i < 8; ++i) spec.cpus.push_back({i, i, i, i, 0, -1, 0});
  const Drawing drawing = scene_of(spec);
  EXPECT_EQ(drawing.machine.inner[0].remarks,
            Strings{"L3 0 also in NUMA 1, NUMA 2, NUMA 3, NUMA 4 and 3 more"});
}

TEST(Drawing, CpusWithoutNode) {
  TopologySpec spec;
  spec.cpus = {{0, 0, -1, 0, 0, -1, 0}, {1, 1, 5, 0, 1, -1, 0}};
  const Drawing drawing = scene_of(spec);
  EXPECT_EQ(drawing.machine.inner[0].headline, (Strings{"socket 0", "no NUMA node", "1 CPU"}));
  EXPECT_EQ(drawing.machine.inner[1].headline, (Strings{"socket 1", "NUMA 5", "1 CPU"}));
  spec.cpus[1].node = -1;
  EXPECT_EQ(scene_of(spec).machine.inner[0].headline, (Strings{"socket 0", "1 CPU"}))
      << "no node in the whole machine";
}

TEST(Drawing, MemoryWithoutCpusHasItsDistanceToTheNearestCpus) {
  TopologySpec spec = testing::spec_of({.sockets = 2, .nodes = 1, .cores = 2, .node_bytes = kGiB});
  spec.nodes.push_back({4, 2 * kGiB, {}, CpuSet{2, 3}});
  spec.distances = {{0, 1, 4}, {10, 21, 24, 21, 10, 17, 24, 17, 10}};
  EXPECT_EQ(scene_of(spec).machine.inner[1].memories,
            Strings{"NUMA 4: 2.0 GiB, memory only, distance 17 to NUMA 1"});
}

TEST(Drawing, MemoryWithoutCpusIsShownWhereItIsLocal) {
  TopologySpec spec = testing::spec_of({.sockets = 2, .nodes = 2, .cores = 2, .node_bytes = kGiB});
  spec.nodes.push_back({4, 2 * kGiB, {}, CpuSet{2, 3}});        // node 1
  spec.nodes.push_back({5, 3 * kGiB, {}, CpuSet{4, 5, 6, 7}});  // socket 1
  spec.nodes.push_back({6, 4 * kGiB, {}, CpuSet{0, 4}});        // both sockets
  spec.nodes.push_back({7, 0, {}, {}});                         // nowhere
  const Drawing drawing = scene_of(spec);
  EXPECT_EQ(drawing.machine.inner[0].inner[1].memories, Strings{"NUMA 4: 2.0 GiB, memory only"});
  EXPECT_EQ(drawing.machine.inner[1].memories, Strings{"NUMA 5: 3.0 GiB, memory only"});
  EXPECT_EQ(drawing.machine.memories,
            (Strings{"NUMA 6: 4.0 GiB, memory only", "NUMA 7: no memory, no CPUs"}));
}

TEST(Drawing, RemarksListUnusedParts) {
  TopologySpec spec = testing::spec_of({.cores = 2});
  spec.empty_sockets = {3, 4, 2147483646};
  spec.empty_l3s = 1;
  spec.offline = CpuSet{8, 9};
  spec.disallowed = CpuSet{1};
  EXPECT_EQ(scene_of(spec).machine.remarks,
            (Strings{"sockets without CPUs: 3-4,2147483646", "1 L3 group without CPUs",
                     "offline CPUs: 8-9", "CPUs not allowed here: 1"}));
}

TEST(Drawing, KindsOfCoresAreKeptApart) {
  const Drawing drawing = scene_of(testing::hybrid_spec());
  const auto &clusters = drawing.machine.inner[0].clusters;
  ASSERT_EQ(clusters.size(), 2u);
  EXPECT_EQ(clusters[0].name, "L3 0 P");
  EXPECT_EQ(clusters[0].cores.size(), 6u);
  EXPECT_EQ(clusters[1].name, "L3 0 E");
  EXPECT_EQ(clusters[1].cores.size(), 8u);
  TopologySpec three = testing::hybrid_spec();
  three.cpus.back().kind = 4;
  EXPECT_EQ(scene_of(three).machine.inner[0].clusters[0].name, "L3 0 kind 4");
}

TEST(Drawing, SummaryAndNumbering) {
  TopologySpec spec = testing::spec_of({.sockets = 2, .cores = 26, .threads = 2, .split = true});
  spec.facts.cpu_model = "Fast\x1b[31m CPU";
  const Drawing drawing = scene_of(spec);
  EXPECT_EQ(drawing.summary, (Strings{"2 sockets", "2 NUMA nodes", "2 L3 groups", "52 cores",
                                      "104 CPUs", "SMT 2", "Fast CPU"}));
  EXPECT_EQ(drawing.numbering, "threads of a core: n, n+52");
  spec.cpus.back().id = 200;
  EXPECT_EQ(scene_of(spec).numbering, "") << "no rule holds for all cores";
  EXPECT_EQ(scene_of(*testing::machine({.cores = 3})).numbering, "");
}

TEST(Drawing, CoresOfSeveralWidths) {
  const Strings hybrid = scene_of(testing::hybrid_spec()).summary;
  EXPECT_NE(std::find(hybrid.begin(), hybrid.end(), "SMT 1-2"), hybrid.end());
  TopologySpec sibling_offline = testing::spec_of({.cores = 3, .threads = 4});
  sibling_offline.cpus.pop_back();
  const Strings four = scene_of(sibling_offline).summary;
  EXPECT_NE(std::find(four.begin(), four.end(), "SMT 3-4"), four.end());
}

TEST(Drawing, NumberingStaysShort) {
  EXPECT_EQ(scene_of(*testing::machine({.cores = 17, .threads = 4, .split = true})).numbering,
            "threads of a core: n, n+17, n+34, n+51");
  EXPECT_EQ(scene_of(*testing::machine({.cores = 500, .threads = 8, .split = true})).numbering,
            "threads of a core: n, n+500, ..., n+3500");
  TopologySpec uneven = testing::spec_of({.threads = 8});
  uneven.cpus.back().id = 9;
  EXPECT_EQ(scene_of(uneven).numbering, "threads of a core: n, n+1, n+2, n+3, n+4, n+5, n+6, n+9");
}

TEST(Drawing, DevicesUnderTheirNode) {
  TopologySpec spec = testing::spec_of({.sockets = 2, .cores = 2});
  spec.devices.push_back({"0000:3b:00.0", 0x0108, 0, 0, {"nvme0n1"}, {1}, {}});
  spec.devices.push_back({"0000:5e:00.0", 0x0200, 0, 0, {}, {}, CpuSet{0, 1}});
  spec.devices.push_back({"0000:01:00.0", 0x1200, 0, 0, {}, {0, 1}, CpuSet{0, 1, 2, 3}});
  spec.devices.push_back({"f\x1b[2J<evil>", 0xff00, 0, 0, {"a\nb"}, {7}, {}});
  EXPECT_TRUE(scene_of(spec).machine.inner[1].devices.empty());
  const Drawing drawing = scene_of(spec, true);
  EXPECT_EQ(drawing.machine.inner[0].devices, Strings{"PCI 0000:5e:00.0 Ethernet"});
  EXPECT_EQ(drawing.machine.inner[1].devices, Strings{"PCI 0000:3b:00.0 NVMe nvme0n1"});
  EXPECT_EQ(drawing.machine.devices,
            (Strings{"PCI 0000:01:00.0 accelerator, near NUMA 0-1", "PCI f<evil> device a b"}));
}

TEST(Drawing, ListsAreBounded) {
  TopologySpec spec = testing::spec_of({.cores = 1});
  for (int i = 0; i < 1000; ++i) {
    spec.devices.push_back({"x", 0, 0, 0, std::vector<std::string>(20, "n"), {0}, {}});
    if (i > 0) spec.nodes.push_back({i, kGiB, {}, {}});
  }
  const Drawing drawing = scene_of(spec, true);
  ASSERT_EQ(drawing.machine.inner[0].devices.size(), 65u);
  EXPECT_EQ(drawing.machine.inner[0].devices.front(), "PCI x device n n n n and 16 more");
  EXPECT_EQ(drawing.machine.inner[0].devices.back(), "and 936 more");
  ASSERT_EQ(drawing.machine.memories.size(), 65u);
  EXPECT_EQ(drawing.machine.memories.back(), "and 935 more");
}

TEST(MemoryText, IsRounded) {
  EXPECT_EQ(memory_text(0), "0 B");
  EXPECT_EQ(memory_text(1023), "1023 B");
  EXPECT_EQ(memory_text(1024), "1.0 KiB");
  EXPECT_EQ(memory_text(2040109465), "1.9 GiB");
  EXPECT_EQ(memory_text(17174495232), "16 GiB") << "15.995";
  EXPECT_EQ(memory_text(200 * kGiB - 1), "200 GiB");
  EXPECT_EQ(memory_text(10 * kGiB - kGiB / 32), "10 GiB");
  EXPECT_EQ(memory_text(10 * kGiB - kGiB / 16), "9.9 GiB");
  EXPECT_EQ(memory_text(kGiB - 1), "1.0 GiB");
  EXPECT_EQ(memory_text(UINT64_MAX), "16 EiB");
}

}  // namespace
}  // namespace koord::render
