// States of the memory manager with which kubelet does not start,
// and the nearest ones with which it does.
#include "kubelet/memory_repair.h"

#include <random>

#include "kubelet/nodes.h"
#include "kubelet/restore.h"

namespace koord::kubelet {
namespace {

using namespace testing;

std::unique_ptr<NodeSetup> setup_of(const std::shared_ptr<const Topology> &topology) {
  return std::make_unique<NodeSetup>(topology, static_config(*topology));
}

// Two NUMA nodes with 16 GiB for pods: a and b have 4 GiB of one node each, c has 12 GiB.
MemoryState busy_state() {
  Kubelet node = node_of({}, NumaPolicy::kSingleNode);
  EXPECT_EQ(outcome(admit(node, pod("a", {container("c", 2000, 4 * kGi)}))), "");
  EXPECT_EQ(outcome(admit(node, pod("b", {container("c", 2000, 4 * kGi)}))), "");
  EXPECT_EQ(outcome(admit(node, pod("c", {container("c", 2000, 12 * kGi)}))), "");
  return node.memory_state();
}

std::string text_of(const MemoryState &state) {
  std::string out;
  for (const auto &[id, node] : state.machine)
    for (const auto &[kind, table] : node.memory)
      out += std::to_string(id) + ":" + std::to_string(table.free / kGi) + "/" +
             std::to_string(table.allocatable / kGi) + " ";
  for (const auto &[pod, containers] : state.entries)
    for (const auto &[name, blocks] : containers)
      for (const BlockState &block : blocks) {
        out += pod + "=" + std::to_string(block.bytes / kGi) + "@";
        for (const int id : block.nodes) out += std::to_string(id);
        out += ' ';
      }
  return out;
}

std::string listed(const std::vector<Change> &changes) {
  std::string out;
  for (const Change &change : changes) {
    out += std::string(act_name(change.act)) + " " + fault_name(change.why) + " " + change.pod +
           "/" + change.container + "; ";
    EXPECT_FALSE(sentence(change).empty());
  }
  return out;
}

TEST(KubeletMemoryRepair, ValidStatesStay) {
  const auto setup = setup_of(machine());
  const MemoryRepair repair = repair_memory(*setup, busy_state());
  EXPECT_EQ(text_of(repair.state), "0:8/16 1:4/16 a=4@0 b=4@0 c=12@1 ");
  EXPECT_TRUE(repair.changes.empty());
  EXPECT_TRUE(repair_memory(*setup, {}).changes.empty()) << "kubelet fills an empty state itself";
}

TEST(KubeletMemoryRepair, TheMachineFollowsFromTheEntries) {
  const auto setup = setup_of(machine());
  MemoryState state = busy_state();
  state.machine.at(0).memory.at("memory").free += 1;
  state.machine.at(1).assignments = 7;
  MemoryRepair repair = repair_memory(*setup, state);
  EXPECT_EQ(text_of(repair.state), text_of(busy_state()));
  EXPECT_EQ(listed(repair.changes), "rewritten memory /; rewritten memory /; ");
  EXPECT_EQ(sentence(repair.changes[0]),
            "NUMA node 0: free memory becomes 8Gi, was 8589934593 bytes");
  EXPECT_EQ(sentence(repair.changes[1]), "NUMA node 1: the number of assignments becomes 1, was 7");
  state = busy_state();
  state.machine.erase(1);
  state.machine[5] = {};
  repair = repair_memory(*setup, state);
  EXPECT_EQ(text_of(repair.state), text_of(busy_state()));
  EXPECT_EQ(repair.changes.size(), 2u);
  state = busy_state();
  state.machine.clear();
  EXPECT_EQ(text_of(repair_memory(*setup, state).state), text_of(busy_state()));
}

TEST(KubeletMemoryRepair, AMachineWithOtherMemoryKeepsEntriesThatFit) {
  TopologySpec spec = machine_spec({});
  spec.nodes[0].memory_bytes = 33 * kGi;
  const auto larger = setup_of(Topology::build(spec));
  MemoryRepair repair = repair_memory(*larger, busy_state());
  EXPECT_EQ(text_of(repair.state), "0:24/32 1:4/16 a=4@0 b=4@0 c=12@1 ");
  EXPECT_EQ(listed(repair.changes), "rewritten memory /; ");
  spec.nodes[0].memory_bytes = 7 * kGi;
  const auto smaller = setup_of(Topology::build(spec));
  repair = repair_memory(*smaller, busy_state());
  EXPECT_EQ(text_of(repair.state), "0:2/6 1:4/16 a=4@0 c=12@1 ");
  EXPECT_EQ(listed(repair.changes), "dropped memory b/c; rewritten memory /; ");
  EXPECT_EQ(sentence(repair.changes[0]),
            "the entry of container \"c\" of pod \"b\" is dropped: it has 4Gi of "
            "\"memory\" on NUMA nodes 0, which have 2Gi left; when kubelet starts, it "
            "assigns the container memory again, or refuses the pod if none is left");
}

TEST(KubeletMemoryRepair, ANodeThatIsGoneTakesItsEntriesAlong) {
  const auto one = setup_of(machine({.sockets = 1, .cores = 12}));
  const MemoryRepair repair = repair_memory(*one, busy_state());
  EXPECT_EQ(text_of(repair.state), "0:8/16 a=4@0 b=4@0 ");
  EXPECT_EQ(listed(repair.changes), "dropped memory c/c; rewritten memory /; ");
}

TEST(KubeletMemoryRepair, PodsThatAreGoneGiveTheirsBack) {
  const auto setup = setup_of(machine());
  const PodSet present{"a", "c"};
  const MemoryRepair repair = repair_memory(*setup, busy_state(), &present);
  EXPECT_EQ(text_of(repair.state), "0:12/16 1:4/16 a=4@0 c=12@1 ");
  EXPECT_EQ(listed(repair.changes), "dropped pod-gone b/c; rewritten memory /; ");
}

TEST(KubeletMemoryRepair, EntriesThatCannotBeAreDropped) {
  const auto setup = setup_of(machine());
  const struct {
    BlockState block;
    const char *why;
  } cases[] = {{{{}, "memory", kGi}, "it names no NUMA node"},
               {{{0, 2}, "memory", kGi}, "NUMA nodes 0,2, not all of which this machine has"},
               {{{1, 0}, "memory", kGi}, "not all of which this machine has"},
               {{{-1}, "memory", kGi}, "NUMA nodes none"},
               {{{0}, "hugepages-1Gi", kGi}, "type \"hugepages-1Gi\", which this machine"},
               {{{0}, "\n", kGi}, "which this machine does not have"},
               {{{0, 1}, "memory", kGi}, "in another group of a container with an earlier uid"},
               {{{1}, "memory", UINT64_MAX}, "18446744073709551615 bytes"}};
  for (const auto &one : cases) {
    MemoryState state = busy_state();
    state.entries["d"]["x"] = {one.block};
    state.machine.at(0).assignments = 99;
    const MemoryRepair repair = repair_memory(*setup, state);
    EXPECT_EQ(text_of(repair.state), text_of(busy_state())) << one.why;
    ASSERT_FALSE(repair.changes.empty());
    EXPECT_EQ(repair.changes[0].pod, "d");
    EXPECT_NE(sentence(repair.changes[0]).find(one.why), std::string::npos)
        << sentence(repair.changes[0]);
  }
}

TEST(KubeletMemoryRepair, OtherPagesAreAnotherKind) {
  Kubelet node = node_of({.huge_1gi = 4}, NumaPolicy::kSingleNode);
  ASSERT_EQ(outcome(admit(node, pod("a", {container("c", 2000, 4 * kGi, 2)}))), "");
  const MemoryState before = node.memory_state();
  const auto without = setup_of(machine());
  const MemoryRepair repair = repair_memory(*without, before);
  EXPECT_EQ(text_of(repair.state), "0:16/16 1:16/16 ");
  const auto with = setup_of(machine({.huge_1gi = 4}));
  EXPECT_TRUE(repair_memory(*with, before).changes.empty());
}

TEST(KubeletMemoryRepair, WithoutThePolicyNothingIsLookedAt) {
  const auto topology = machine();
  Config config = static_config(*topology);
  config.static_memory = false;
  const NodeSetup setup(topology, config);
  MemoryState state = busy_state();
  state.entries["d"]["x"] = {{{9}, "?", 1}};
  EXPECT_TRUE(repair_memory(setup, state).changes.empty());
}

// For any state, kubelet accepts the repaired state, repairing it again
// changes nothing, and no container gains memory.
TEST(KubeletMemoryRepair, HoldsForEveryState) {
  std::mt19937 random(20240607);
  const auto any = [&](int most) {
    return static_cast<int>(random() % static_cast<unsigned>(most + 1));
  };
  const auto setup = setup_of(machine({.nodes = 2, .huge_1gi = 3}));
  size_t dropped = 0, kept = 0;
  for (int round = 0; round < 3000; ++round) {
    MemoryState state;
    for (int id = 0; id < any(5); ++id) {
      NumaState &node = state.machine[any(4)];
      node.assignments = any(3);
      for (int i = any(3); i > 0; --i) node.cells.push_back(any(4));
      node.memory["memory"] = {17 * kGi, kGi, 16 * kGi, kGi * static_cast<unsigned>(any(4)), kGi};
    }
    for (int i = any(6); i > 0; --i) {
      auto &blocks = state.entries["p" + std::to_string(any(3))]["c" + std::to_string(any(2))];
      for (int j = any(2); j > 0; --j) {
        BlockState block;
        for (int id = any(2); id < 5; id += 1 + any(3)) block.nodes.push_back(id);
        block.kind = any(3) == 0 ? "hugepages-1Gi" : any(9) == 0 ? "none" : "memory";
        block.bytes = kGi * static_cast<unsigned>(any(9));
        blocks.push_back(block);
      }
    }
    const PodSet present{"p0", "p1"};
    const PodSet *known = any(1) == 0 ? &present : nullptr;
    const MemoryRepair once = repair_memory(*setup, state, known);
    EXPECT_NO_THROW(restore_memory(*setup, once.state)) << text_of(state);
    EXPECT_TRUE(check_memory(*setup, once.state, known).findings.empty());
    EXPECT_TRUE(repair_memory(*setup, once.state, known).changes.empty()) << text_of(state);
    for (const auto &[pod, containers] : once.state.entries)
      for (const auto &[name, blocks] : containers) {
        EXPECT_EQ(blocks.size(), state.entries.at(pod).at(name).size());
        ++kept;
      }
    for (const Change &change : once.changes) dropped += change.act == Act::kDropped ? 1 : 0;
  }
  EXPECT_GT(dropped, 1000u);
  EXPECT_GT(kept, 500u);
}

}  // namespace
}  // namespace koord::kubelet
