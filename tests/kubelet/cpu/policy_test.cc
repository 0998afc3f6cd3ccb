#include "kubelet/cpu/policy.h"

#include <gtest/gtest.h>

#include <random>

#include "base/error.h"
#include "base/refusal.h"
#include "support/machines.h"
#include "wording/sentence.h"

namespace koord::kubelet {
namespace {

using testing::regular_machine;
using testing::TestMachine;

const CpuSet kNone;

struct Result {
  Refusal refusal;
  std::string cpus;
};

Result run(const TestMachine &m, uint32_t options, int wanted, const CpuSet &shared,
           const CpuSet &reserved = kNone, const CpuSet &reusable = kNone,
           std::vector<int32_t> affinity = {}, KubeletVersion version = kDefaultKubeletVersion) {
  CpuSet out{5};
  const Refusal refusal =
      pick(m.machine, options, wanted, {shared, reserved, reusable}, affinity, out, version);
  return {refusal, out.to_string()};
}

// The CPUs picked from `free` by kubelet 1.37, and by 1.38.
std::pair<std::string, std::string> by_137_and_138(const TestMachine &m, uint32_t options,
                                                   int wanted, const CpuSet &free,
                                                   std::vector<int32_t> affinity = {}) {
  const auto picked = [&](KubeletVersion version) {
    return run(m, options, wanted, free, kNone, kNone, affinity, version).cpus;
  };
  return {picked(KubeletVersion::k137), picked(KubeletVersion::k138)};
}

std::string error_of(const TestMachine &m, uint32_t options, std::vector<int32_t> affinity) {
  try {
    run(m, options, 1, m.topology->all_cpus(), kNone, kNone, affinity);
  } catch (const Error &e) {
    EXPECT_EQ(e.status(), Status::kInvalid);
    return e.what();
  }
  return "";
}

// 2 sockets of 4 cores with 2 threads: socket 0 has CPUs 0-3,8-11.
TestMachine two_sockets() { return regular_machine({.sockets = 2}); }

TEST(KubeletPolicy, NothingAskedIsGranted) {
  const auto m = two_sockets();
  for (const uint32_t options : {0u, uint32_t{kFullPcpusOnly}, uint32_t{kDistributeNuma}}) {
    const Result r = run(m, options, 0, kNone);
    EXPECT_FALSE(r.refusal.refused());
    EXPECT_EQ(r.cpus, "");
  }
  EXPECT_FALSE(run(m, 0, -3, kNone).refusal.refused());
}

TEST(KubeletPolicy, ReservedCpusAreNeverGiven) {
  const auto m = two_sockets();
  const Result r = run(m, 0, 14, m.topology->all_cpus(), CpuSet{0, 8});
  EXPECT_EQ(r.cpus, "1-7,9-15");
  const Result no = run(m, 0, 15, m.topology->all_cpus(), CpuSet{0, 8});
  EXPECT_EQ(no.cpus, "");
  EXPECT_EQ(to_sentence(no.refusal),
            "not enough cpus available to satisfy request: requested=15, available=14");
  EXPECT_EQ(reason_name(no.refusal.reason, no.refusal.profile), "UnexpectedAdmissionError");
}

TEST(KubeletPolicy, SmtChecksComeBeforeTheCount) {
  const auto m = two_sockets();
  const Result odd = run(m, kFullPcpusOnly, 99, m.topology->all_cpus());
  EXPECT_EQ(to_sentence(odd.refusal),
            "SMT Alignment Error: requested 99 cpus not multiple cpus per core = 2");
  // One reserved thread makes its core unusable; reusable CPUs do not count.
  const Result many =
      run(m, kFullPcpusOnly, 16, m.topology->all_cpus() - CpuSet{1, 9}, CpuSet{8}, CpuSet{1, 9});
  EXPECT_EQ(many.refusal.reason, Reason::kNotEnoughPhysicalCores);
  EXPECT_EQ(to_sentence(many.refusal),
            "SMT Alignment Error: not enough free physical CPUs: available physical CPUs = 12, "
            "requested CPUs = 16, CPUs per core = 2");
  EXPECT_EQ(reason_name(many.refusal.reason, many.refusal.profile), "SMTAlignmentError");
}

TEST(KubeletPolicy, HintedNodesFirstThenTheRest) {
  const auto m = two_sockets();
  const CpuSet all = m.topology->all_cpus();
  EXPECT_EQ(run(m, 0, 2, all, kNone, kNone, {1}).cpus, "4,12");
  EXPECT_EQ(run(m, 0, 10, all, kNone, kNone, {1}).cpus, "0,4-8,12-15");
  // The refusal concerns the second run, over the rest of the CPUs.
  const Result no = run(m, 0, 15, CpuSet{0, 1, 4, 5}, kNone, kNone, {1});
  EXPECT_EQ(to_sentence(no.refusal),
            "not enough cpus available to satisfy request: requested=13, available=2");
}

TEST(KubeletPolicy, ReusableCpusJoinThePool) {
  const auto m = two_sockets();
  EXPECT_EQ(run(m, 0, 2, CpuSet{4}, kNone, CpuSet{12}, {1}).cpus, "4,12");
  // neither CPU is in this machine
  EXPECT_EQ(run(m, 0, 1, CpuSet{200}, kNone, CpuSet{300}).refusal.best, 0);
}

TEST(KubeletPolicy, AlignBySocketWidensTheHint) {
  const auto m = regular_machine({.sockets = 2, .nodes_per_socket = 2, .cores_per_l3 = 2});
  // Node 0 has CPUs 0-1,8-9 and node 1 has 2-3,10-11; nodes 2 and 3 are the other socket.
  const CpuSet free{0, 2, 10, 4, 12};
  EXPECT_EQ(run(m, 0, 3, free, kNone, kNone, {0}).cpus, "0,2,10");
  EXPECT_EQ(run(m, 0, 2, free, kNone, kNone, {0}).cpus, "0,2");
  EXPECT_EQ(run(m, kAlignBySocket, 2, free, kNone, kNone, {0}).cpus, "2,10");
  EXPECT_EQ(run(m, kAlignBySocket, 3, free, kNone, kNone, {0}).cpus, "0,2,10");
}

TEST(KubeletPolicy, DistributionUsesAllNodesOfTheHintFrom138On) {
  const auto m = regular_machine({.sockets = 2, .nodes_per_socket = 2});
  const CpuSet all = m.topology->all_cpus();  // node n has CPUs 4n to 4n+3 and 16 more
  const auto picked = [&](int wanted, std::vector<int32_t> affinity, uint32_t options = 0) {
    return by_137_and_138(m, kDistributeNuma | options, wanted, all, std::move(affinity));
  };
  using Pair = std::pair<std::string, std::string>;
  EXPECT_EQ(picked(4, {0, 2}), Pair("0-1,16-17", "0,8,16,24"));
  EXPECT_EQ(picked(3, {1, 2, 3}), Pair("4-5,20", "4,8,12"));
  EXPECT_EQ(picked(4, {0, 1}, kAlignBySocket), Pair("0-1,16-17", "0,4,16,20"));
  EXPECT_EQ(picked(4, {0, 1}, kFullPcpusOnly), Pair("0-1,16-17", "0,4,16,20"));
  // Fewer groups than nodes in the hint.
  EXPECT_EQ(picked(2, {0, 1, 2}), Pair("8,24", "8,24"));
  EXPECT_EQ(picked(4, {0, 1, 2}, kFullPcpusOnly), Pair("8-9,24-25", "8-9,24-25"));
  // The CPUs beyond those of the hint are not spread over as many nodes.
  EXPECT_EQ(picked(18, {0, 1}), Pair("0-8,16-24", "0-8,16-24"));
  EXPECT_EQ(picked(4, {}), Pair("0-1,16-17", "0-1,16-17"));
}

TEST(KubeletPolicy, DistributionAcrossCoresTakesTurnsFrom138On) {
  TopologySpec spec = testing::regular({});
  for (auto &cpu : spec.cpus) cpu.id = 2 * cpu.core + (cpu.id >= 4 ? 1 : 0);  // cores 0-1, 2-3 ...
  const TestMachine m(Topology::build(std::move(spec)));
  const auto picked = [&](int wanted, const CpuSet &free) {
    return by_137_and_138(m, kDistributeCores, wanted, free);
  };
  using Pair = std::pair<std::string, std::string>;
  const CpuSet all = m.topology->all_cpus();
  EXPECT_EQ(picked(3, all), Pair("0-2", "0,2,4"));
  EXPECT_EQ(picked(5, all), Pair("0-4", "0-2,4,6"));
  // Cores with fewer free CPUs come first.
  EXPECT_EQ(picked(1, {0, 1, 5, 6, 7}), Pair("0", "5"));
  EXPECT_EQ(picked(3, {0, 1, 5, 6, 7}), Pair("0-1,5", "0,5-6"));
  EXPECT_EQ(picked(4, {0, 1, 5, 6, 7}), Pair("0-1,5-6", "0-1,5-6"));
  EXPECT_EQ(picked(8, all), Pair("0-7", "0-7"));
}

TEST(KubeletPolicy, SmallL3GroupsAreTakenAsAWholeFrom138On) {
  TopologySpec spec = testing::regular({});
  for (auto &cpu : spec.cpus) cpu.l3 = cpu.core == 0 ? 0 : 1;  // of 2 and of 6 CPUs, 4 on average
  const TestMachine m(Topology::build(std::move(spec)));
  using Pair = std::pair<std::string, std::string>;
  const auto picked = [&](int wanted) {
    return by_137_and_138(m, kUncoreCache, wanted, m.topology->all_cpus());
  };
  EXPECT_EQ(picked(2), Pair("0,4", "0,4"));
  EXPECT_EQ(picked(3), Pair("1-2,5", "0-1,4"));
  EXPECT_EQ(picked(4), Pair("0-1,4-5", "0-1,4-5"));
}

TEST(KubeletPolicy, OptionsThatExcludeEachOther) {
  const auto m = two_sockets();
  EXPECT_EQ(
      error_of(m, kFullPcpusOnly | kDistributeCores, {}),
      "static policy options full-pcpus-only and distribute-cpus-across-cores can not be used "
      "at the same time");
  EXPECT_NE(error_of(m, kDistributeNuma | kDistributeCores, {}), "");
  EXPECT_NE(error_of(m, kUncoreCache | kDistributeCores, {}), "");
  EXPECT_NE(error_of(m, kUncoreCache | kDistributeNuma, {}), "");
  EXPECT_EQ(error_of(m, kFullPcpusOnly | kDistributeNuma | kAlignBySocket | kStrictReservation, {}),
            "");
  EXPECT_EQ(error_of(m, 64, {}), "options: unknown bits 64, expected KOORD_KUBELET_* only");
  const auto one_node = regular_machine({});
  EXPECT_NO_THROW(check_options(kAlignBySocket, one_node.machine));
  TopologySpec spec = testing::regular({.sockets = 2});
  for (auto &cpu : spec.cpus) cpu.node = 0;
  const TestMachine two_on_one(Topology::build(std::move(spec)));
  EXPECT_THROW(check_options(kAlignBySocket, two_on_one.machine), Error);
  EXPECT_NO_THROW(check_options(kUncoreCache, two_on_one.machine));
}

TEST(KubeletPolicy, AffinityMustNameNodes) {
  const auto m = two_sockets();
  EXPECT_EQ(error_of(m, 0, {2}), "affinity: the machine has no NUMA node 2");
  EXPECT_EQ(error_of(m, 0, {-1}), "affinity: the machine has no NUMA node -1");
  EXPECT_EQ(error_of(m, 0, {1, 0, 1}), "affinity: NUMA node 1 is listed twice");
  EXPECT_EQ(error_of(m, 0, {1, 0}), "");
}

TEST(KubeletPolicy, NodesWithoutCpusMayBeHinted) {
  TopologySpec spec = testing::regular({});
  testing::add_node(spec, 3);
  const TestMachine m(Topology::build(std::move(spec)));
  EXPECT_EQ(run(m, 0, 2, m.topology->all_cpus(), kNone, kNone, {3}).cpus, "0,4");
}

TEST(KubeletPolicy, AlwaysAsManyAsAskedFromThePool) {
  // For any machine, pool and options, exactly the requested number of CPUs is assigned, or the
  // request is refused because there are too few.
  std::mt19937 random(42);
  const TestMachine machines[] = {
      regular_machine({.sockets = 2, .nodes_per_socket = 4, .cores_per_l3 = 3}),
      regular_machine({.sockets = 4, .l3s_per_node = 2, .cores_per_l3 = 3, .threads = 1}),
      regular_machine({.nodes_per_socket = 3, .cores_per_l3 = 2, .threads = 4}),
      regular_machine({.sockets = 2, .l3s_per_node = 4, .cores_per_l3 = 2, .has_l3 = false})};
  const uint32_t options[] = {0,
                              kUncoreCache,
                              kDistributeCores,
                              kDistributeNuma,
                              kDistributeNuma | kFullPcpusOnly,
                              kUncoreCache | kFullPcpusOnly,
                              kUncoreCache | kAlignBySocket};
  for (int round = 0; round < 3000; ++round) {
    const TestMachine &m = machines[random() % 4];
    CpuSet shared;
    CpuSet reserved;
    m.topology->all_cpus().for_each([&](int cpu) {
      if (random() % 4 != 0) shared.add(cpu);
      if (random() % 16 == 0) reserved.add(cpu);
    });
    const int wanted = 1 + static_cast<int>(random() % m.topology->cpus().size());
    std::vector<int32_t> affinity;
    if (random() % 2 == 0) affinity.push_back(m.machine.node_id(0));
    CpuSet out;
    const Refusal refusal = pick(m.machine, options[random() % std::size(options)], wanted,
                                 {shared, reserved, kNone}, affinity, out);
    if (refusal.refused()) {
      EXPECT_TRUE(out.empty());
      EXPECT_TRUE(refusal.reason != Reason::kNotEnoughCpus || refusal.best < refusal.needed);
      continue;
    }
    EXPECT_EQ(out.count(), wanted);
    EXPECT_TRUE(out.is_subset_of(shared - reserved));
  }
}

}  // namespace
}  // namespace koord::kubelet
