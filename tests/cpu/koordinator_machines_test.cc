// Irregular machines: unusual cores, NUMA nodes and sockets.
#include "koordinator_machines.h"

#include <gtest/gtest.h>

namespace koord::cpu::testing {
namespace {

TEST(KoordinatorMachines, OneThreadPerCore) {
  const MachinePtr m = machine(Shape{.sockets = 2, .threads = 1});
  for (const BindPolicy bind : {kFull, kSpread})
    for (const bool required : {false, true})
      EXPECT_EQ(ask(m, {.cpus = 3, .bind = bind, .required = required, .free = "1-7"}).cpus, "1-3");
  EXPECT_EQ(ask(m, {.cpus = 4, .bind = kFull, .free = "1-7"}).cpus, "4-7");
  EXPECT_EQ(ask(m, {.cpus = 7, .bind = kSpread, .free = "1-7"}).cpus, "1-7");
}

TEST(KoordinatorMachines, FourThreadsPerCore) {
  const MachinePtr m = machine(Shape{.cores_per_l3 = 3, .threads = 4});  // CPUs 0,3,6,9 are core 0
  EXPECT_EQ(ask(m, {.cpus = 4, .bind = kFull}).cpus, "0,3,6,9");
  EXPECT_EQ(ask(m, {.cpus = 6, .bind = kFull}).cpus, "0-1,3-4,6,9");
  EXPECT_EQ(ask(m, {.cpus = 4, .bind = kSpread}).cpus, "0-3");
  EXPECT_EQ(ask(m, {.cpus = 8, .bind = kFull, .required = true, .free = "0-10"}).cpus,
            "0-1,3-4,6-7,9-10");
  EXPECT_TRUE(
      ask(m, {.cpus = 12, .bind = kFull, .required = true, .free = "0-10"}).refusal.refused());
  EXPECT_TRUE(ask(m, {.cpus = 6, .bind = kFull, .required = true}).refusal.refused());
}

TEST(KoordinatorMachines, EightThreadsPerCore) {
  const MachinePtr m = machine({{0, 0, "0-7"}, {0, 0, "8-15"}, {8, 8, "16-23"}, {8, 8, "24-31"}});
  EXPECT_EQ(ask(m, {.cpus = 8, .bind = kFull, .free = "1-31"}).cpus, "8-15");
  EXPECT_EQ(ask(m, {.cpus = 3, .bind = kSpread}).cpus, "0-1,8");
  // Seven CPUs more than two cores: two cores of socket 0 and a part of one of socket 8.
  EXPECT_EQ(ask(m, {.cpus = 23, .bind = kFull}).cpus, "0-19,24-26");
}

TEST(KoordinatorMachines, HybridCoresUpstream) {
  // Two SMT2 cores and four single-threaded ones: 8 CPUs on 6 cores average to one thread per core,
  // so a core counts as whole if one of its threads is free.
  const MachinePtr m =
      machine({{0, 0, "0-1"}, {0, 0, "2-3"}, {0, 0, "4"}, {0, 0, "5"}, {0, 0, "6"}, {0, 0, "7"}});
  EXPECT_EQ(ask(m, {.cpus = 2, .bind = kFull, .profile = kUpstream}).cpus, "4-5");
  EXPECT_EQ(ask(m, {.cpus = 2, .bind = kFull, .profile = kUpstream, .free = "0,3-7"}).cpus, "0,3");
  // On such a machine every policy uses the whole-core stages.
  EXPECT_EQ(ask(m, {.cpus = 1, .bind = kSpread, .profile = kUpstream}).cpus, "4");
  for (const Profile profile : {kSpec, kUpstream})
    for (const BindPolicy bind : {kFull, kSpread})
      EXPECT_EQ(ask(m, {.cpus = 8, .bind = bind, .profile = profile}).cpus, "0-7");
}

TEST(KoordinatorMachines, CpusWithoutANodeBelongToNodeZero) {
  const MachinePtr bare = machine({{0, -1, "0-1"}, {0, -1, "2-3"}, {0, 1, "4-5"}, {0, 1, "6-7"}});
  EXPECT_EQ(ask(bare, {.cpus = 4, .bind = kFull, .free = "0-7"}).cpus, "0-3");
  EXPECT_EQ(ask(bare, {.cpus = 2, .bind = kFull, .free = "0-3,6-7"}).cpus, "6-7");
  EXPECT_EQ(ask(bare, {.cpus = 4, .bind = kFull, .strategy = kEvenly}).cpus, "0-1,4-5");
  const MachinePtr mixed = machine({{0, -1, "0-1"}, {0, 0, "2-3"}, {0, 1, "4-5"}, {0, 1, "6-7"}});
  EXPECT_EQ(ask(mixed, {.cpus = 4, .bind = kFull, .hint = {{0, -1}}}).cpus, "0-3");
  EXPECT_EQ(ask(mixed, {.cpus = 4, .bind = kSpread, .free = "0-6"}).cpus, "0-3");
  const MachinePtr none = machine({{0, -1, "0-1"}, {0, -1, "2-3"}, {1, -1, "4-5"}, {1, -1, "6-7"}});
  EXPECT_EQ(ask(none, {.cpus = 4, .bind = kSpread, .free = "1-7"}).cpus, "1-2,4,6");
}

TEST(KoordinatorMachines, NumbersWithGaps) {
  const MachinePtr m = machine({{3, 5, "10-11"}, {3, 5, "20-21"}, {70000, 900, "40,8191"}});
  EXPECT_EQ(ask(m, {.cpus = 2, .bind = kFull}).cpus, "40,8191");
  EXPECT_EQ(ask(m, {.cpus = 4, .bind = kFull}).cpus, "10-11,20-21");
  EXPECT_EQ(ask(m, {.cpus = 2, .bind = kSpread, .hint = {{900, -1}}}).cpus, "40,8191");
  EXPECT_EQ(
      ask(m, {.cpus = 2, .bind = kSpread, .strategy = kEvenly, .hint = {{5, -1}, {900, -1}}}).cpus,
      "10,40");
  EXPECT_EQ(ask(m, {.cpus = 6}).cpus, "10-11,20-21,40,8191");
}

TEST(KoordinatorMachines, ANodeOverTwoSockets) {
  // The node spans two (socket, node) pairs, which halves its
  // computed size, so sockets are used more.
  const MachinePtr m = machine({{0, 0, "0-1"}, {0, 0, "2-3"}, {1, 0, "4-5"}, {1, 0, "6-7"}});
  EXPECT_EQ(ask(m, {.cpus = 4, .bind = kFull}).cpus, "0-3");
  EXPECT_EQ(ask(m, {.cpus = 4, .bind = kFull, .free = "1-7"}).cpus, "2-5");
  EXPECT_EQ(ask(m, {.cpus = 6, .bind = kFull}).cpus, "0-5");
  EXPECT_EQ(ask(m, {.cpus = 8, .bind = kFull, .hint = {{0, -1}}}).cpus, "0-7");
}

TEST(KoordinatorMachines, SocketsAndNodesWithoutCpus) {
  for (const Profile profile : {kSpec, kUpstream})
    for (const BindPolicy bind : {kFull, kSpread})
      for (int cpus = 1; cpus <= 15; ++cpus) {
        TopologySpec spec = regular({.sockets = 2});
        for (auto &cpu : spec.cpus) {
          cpu.socket = 2 * cpu.socket + 1;
          cpu.node = 2 * cpu.node + 1;
        }
        spec.empty_sockets = {0, 2, 9};
        for (const int node : {0, 2, 8}) koord::kubelet::testing::add_node(spec, node);
        const Question question{.cpus = cpus, .bind = bind, .profile = profile, .free = "0-5,7-15"};
        EXPECT_EQ(ask(machine(std::move(spec)), question).cpus, ask(two_nodes(), question).cpus);
      }
}

TEST(KoordinatorMachines, OneCpu) {
  const MachinePtr m = machine({{0, 0, "0"}});
  for (const BindPolicy bind : {BindPolicy::kDefault, kFull, kSpread})
    for (const bool required : {false, true}) {
      EXPECT_EQ(ask(m, {.cpus = 1, .bind = bind, .required = required}).cpus, "0");
      EXPECT_TRUE(ask(m, {.cpus = 2, .bind = bind, .required = required}).refusal.refused());
    }
}

TEST(KoordinatorMachines, OfflineSiblings) {
  // CPU 8 of core 0 is offline. 15 CPUs on 8 cores average to one thread per core, so core 0 counts
  // as whole and comes before the others.
  TopologySpec spec = regular({.sockets = 2});
  std::erase_if(spec.cpus, [](const auto &cpu) { return cpu.id == 8; });
  const MachinePtr m = machine(std::move(spec));
  EXPECT_EQ(ask(m, {.cpus = 1, .bind = kFull, .profile = kUpstream}).cpus, "0");
  for (const Profile profile : {kSpec, kUpstream})
    EXPECT_EQ(ask(m, {.cpus = 15, .bind = kFull, .profile = profile}).cpus, "0-7,9-15");
}

TEST(KoordinatorMachines, AsLargeAsLinuxGets) {
  // 8 sockets of 2 NUMA nodes of 128 SMT2 cores: siblings are n and n + 2048.
  const MachinePtr m = machine(Shape{.sockets = 8, .nodes_per_socket = 2, .cores_per_l3 = 128});
  EXPECT_EQ(ask(m, {.cpus = 256, .bind = kFull}).cpus, "0-127,2048-2175");
  EXPECT_EQ(ask(m, {.cpus = 128, .bind = kSpread}).cpus, "0-127");
  EXPECT_EQ(ask(m, {.cpus = 512, .bind = kFull, .free = "1-4095"}).cpus, "256-511,2304-2559");
  EXPECT_EQ(ask(m, {.cpus = 4096, .bind = kFull}).cpus, "0-4095");
  EXPECT_EQ(ask(m, {.cpus = 32, .bind = kFull, .strategy = kEvenly}).cpus.substr(0, 9),
            "0,128,256");
  EXPECT_EQ(ask(m, {.cpus = 4097}).refusal.best, 4096);
  const MachinePtr largest = machine(Shape{.sockets = 8, .cores_per_l3 = 512});
  EXPECT_EQ(ask(largest, {.cpus = 8192, .bind = kSpread}).cpus, "0-8191");
  EXPECT_EQ(ask(largest, {.cpus = 8191, .bind = kFull, .free = "1-8191"}).cpus, "1-8191");
}

}  // namespace
}  // namespace koord::cpu::testing
