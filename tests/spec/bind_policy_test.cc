// CPU bind policies: R30, R31, R32, R34.
#include <tuple>

#include "spec/spec_support.h"

namespace koord::testing {
namespace {

KoordinatorNode node_with(TopologyPtr machine, koord_bind_policy policy, bool required = false) {
  KoordinatorNode node(std::move(machine));
  node.pod.bind_policy = policy;
  node.pod.flags = required ? KOORD_PICK_REQUIRED : 0;
  return node;
}

// A pod without a policy equals a pod with Default: the request starts as Default.
TEST(SpecBindPolicy, R30_EmptyIsDefault) {
  koord_cpu_request pod = KOORD_INIT(koord_cpu_request);
  EXPECT_EQ(pod.bind_policy, KOORD_BIND_POLICY_DEFAULT);
  EXPECT_STREQ(koord_bind_policy_get_name(pod.bind_policy), "Default");
}

// Default stands for the policy of the configuration, which the scheduler inserts. The test checks
// that Default demands no shape: it is never the reason of a refusal, unlike the two real policies.
TEST(SpecBindPolicy, R30_DefaultDemandsNoShape) {
  const auto reason_of = [](koord_bind_policy policy, const char *available) {
    KoordinatorNode node = node_with(spec_machine(1, 1, 4, 2), policy, true);
    node.available = available;
    node.give(4);
    return node.refusal.reason;
  };
  EXPECT_EQ(reason_of(KOORD_BIND_POLICY_DEFAULT, "0-3"), KOORD_REASON_NONE);
  EXPECT_EQ(reason_of(KOORD_BIND_POLICY_FULL_PCPUS, "0-3"), KOORD_REASON_REQUIRED_BIND_POLICY);
  EXPECT_EQ(reason_of(KOORD_BIND_POLICY_DEFAULT, "0-1,4-5"), KOORD_REASON_NONE);
  EXPECT_EQ(reason_of(KOORD_BIND_POLICY_SPREAD_BY_PCPUS, "0-1,4-5"),
            KOORD_REASON_REQUIRED_BIND_POLICY);
}

// FullPCPUs allocates whole physical cores: a request for whole cores never splits one, on any
// machine and with any number of threads per core.
TEST(SpecBindPolicy, R31_FullPcpusTakesWholeCores) {
  for (const auto &[sockets, nodes, cores, threads] :
       {std::tuple{1, 1, 8, 2}, {2, 1, 4, 2}, {2, 2, 4, 2}, {1, 2, 4, 4}, {2, 1, 8, 1}}) {
    KoordinatorNode node =
        node_with(spec_machine(sockets, nodes, cores, threads), KOORD_BIND_POLICY_FULL_PCPUS);
    const int all = sockets * nodes * cores;
    for (int n = 1; n <= all; ++n) {
      const Places taken = node.cores_of(node.give(static_cast<uint32_t>(n * threads)));
      EXPECT_EQ(taken.size(), static_cast<size_t>(n));
      for (const auto &[core, cpus] : taken) EXPECT_EQ(cpus, threads) << "core " << core;
    }
  }
}

// FullPCPUs packs: partly used cores are not touched while whole ones remain.
TEST(SpecBindPolicy, R31_FullPcpusLeavesBrokenCoresAlone) {
  KoordinatorNode node = node_with(spec_machine(1, 1, 8, 2), KOORD_BIND_POLICY_FULL_PCPUS);
  node.available = "1-8,10-15";  // core 0 lacks CPU 0, core 1 lacks CPU 9
  EXPECT_EQ(node.give(4), "2-3,10-11");
  EXPECT_EQ(node.give(12), "2-7,10-15");
}

// There are enough logical CPUs but too few whole cores: the allocation continues.
TEST(SpecBindPolicy, R31_FullPcpusFallsBackWhenCoresAreShort) {
  KoordinatorNode node = node_with(spec_machine(1, 1, 8, 2), KOORD_BIND_POLICY_FULL_PCPUS);
  node.available = "0-7";  // no whole core at all
  EXPECT_EQ(count(node.give(4)), 4);
  EXPECT_EQ(node.refusal.reason, KOORD_REASON_NONE);
  EXPECT_EQ(node.give(8), "0-7");
}

// The whole cores that exist are taken before the fallback.
TEST(SpecBindPolicy, R31_FullPcpusTakesTheWholeCoresThereAreBeforeFallingBack) {
  KoordinatorNode node = node_with(spec_machine(1, 1, 8, 2), KOORD_BIND_POLICY_FULL_PCPUS);
  node.available = "0-7,13-14";  // only the cores 5 and 6 are whole
  const std::string given = node.give(6);
  EXPECT_TRUE(within("5-6,13-14", given)) << given;
}

// The fallback needs enough logical CPUs; with fewer the pod is refused.
TEST(SpecBindPolicy, R31_FullPcpusRefusesWhereCpusAreShort) {
  KoordinatorNode node = node_with(spec_machine(1, 1, 8, 2), KOORD_BIND_POLICY_FULL_PCPUS);
  node.available = "0-6";
  EXPECT_EQ(node.give(8), "");
  EXPECT_EQ(node.refusal.reason, KOORD_REASON_NOT_ENOUGH_CPUS);
  EXPECT_EQ(node.refusal.needed, 8);
  EXPECT_EQ(node.refusal.best, 7);
}

// The proposal's example: 8 CPUs on 8 physical cores with 16 logical CPUs get one CPU of each core.
TEST(SpecBindPolicy, R32_SpreadTakesOneCpuOfEachCore) {
  KoordinatorNode node = node_with(spec_machine(1, 1, 8, 2), KOORD_BIND_POLICY_SPREAD_BY_PCPUS);
  const Places cores = node.cores_of(node.give(8));
  EXPECT_EQ(cores.size(), 8u);
  for (const auto &[core, cpus] : cores) EXPECT_EQ(cpus, 1) << "core " << core;
}

// CPUs are spread evenly: on a free machine no core gives two CPUs more than another.
TEST(SpecBindPolicy, R32_SpreadIsEvenForAnyNumber) {
  for (const int threads : {2, 4}) {
    KoordinatorNode node =
        node_with(spec_machine(1, 1, 8, threads), KOORD_BIND_POLICY_SPREAD_BY_PCPUS);
    for (int n = 1; n <= 8 * threads; ++n) {
      const Places cores = node.cores_of(node.give(static_cast<uint32_t>(n)));
      EXPECT_EQ(cores.size(), static_cast<size_t>(std::min(n, 8))) << n << " CPUs";
      for (const auto &[core, cpus] : cores) {
        EXPECT_GE(cpus, n / 8) << n << " CPUs, core " << core;
        EXPECT_LE(cpus, (n + 7) / 8) << n << " CPUs, core " << core;
      }
    }
  }
}

// CPUs are spread over the cores that still have free CPUs: each gives
// one, even if some have only one thread left.
TEST(SpecBindPolicy, R32_SpreadUsesEveryCoreThatHasACpuLeft) {
  KoordinatorNode node = node_with(spec_machine(1, 1, 8, 2), KOORD_BIND_POLICY_SPREAD_BY_PCPUS);
  node.available = "4-15";  // the cores 0 to 3 have one thread left
  const Places cores = node.cores_of(node.give(8));
  EXPECT_EQ(cores.size(), 8u);
}

// With several NUMA nodes, the best NUMA node is chosen first (R81), and the rule holds inside it.
// If the node requires spreading, it holds over the machine: one CPU per core or a refusal.
TEST(SpecBindPolicy, R32_SpreadHoldsInTheChosenNumaNodeAndOverTheMachineWhereRequired) {
  KoordinatorNode node = node_with(spec_machine(2, 1, 4, 2), KOORD_BIND_POLICY_SPREAD_BY_PCPUS);
  EXPECT_EQ(node.cores_of(node.give(4)).size(), 4u);
  EXPECT_EQ(node.nodes_of(node.give(4)).size(), 1u);
  for (const auto &[core, cpus] : node.cores_of(node.give(6))) EXPECT_LE(cpus, 2) << core;
  EXPECT_EQ(node.cores_of(node.give(6)).size(), 4u);

  node.pod.flags = KOORD_PICK_REQUIRED;
  EXPECT_EQ(node.cores_of(node.give(8)).size(), 8u);
  EXPECT_EQ(node.give(9), "");
  EXPECT_EQ(node.refusal.reason, KOORD_REASON_REQUIRED_BIND_POLICY);
}

// On a FullPCPUsOnly node the CPU count must be SMT-aligned. The label is read elsewhere; the
// picker gets the flag "required".
TEST(SpecBindPolicy, R34_WholeCoresOnlyRefusesWhatIsNotSmtAligned) {
  for (const int threads : {2, 4}) {
    KoordinatorNode node =
        node_with(spec_machine(1, 1, 8, threads), KOORD_BIND_POLICY_FULL_PCPUS, true);
    for (int n = 1; n <= 8 * threads; ++n) {
      const std::string given = node.give(static_cast<uint32_t>(n));
      if (n % threads == 0) {
        for (const auto &[core, cpus] : node.cores_of(given)) EXPECT_EQ(cpus, threads) << core;
        EXPECT_EQ(node.refusal.reason, KOORD_REASON_NONE) << n;
      } else {
        EXPECT_EQ(node.refusal.reason, KOORD_REASON_SMT_ALIGNMENT) << n;
        EXPECT_EQ(node.refusal.needed, n);
        EXPECT_EQ(node.refusal.threads_per_core, threads);
      }
    }
  }
}

// On such a node there is no fallback (R31): single threads are never given, however many are free.
TEST(SpecBindPolicy, R34_WholeCoresOnlyNeverGivesSingleThreads) {
  KoordinatorNode node = node_with(spec_machine(1, 1, 8, 2), KOORD_BIND_POLICY_FULL_PCPUS, true);
  node.available = "0-7,15";  // one whole core, the last one
  EXPECT_EQ(node.give(2), "7,15");
  EXPECT_EQ(node.give(4), "");
  EXPECT_EQ(node.refusal.reason, KOORD_REASON_REQUIRED_BIND_POLICY);
  EXPECT_EQ(node.refusal.needed, 4);
  EXPECT_EQ(node.refusal.best, 2);
}

// Kubelet with full-pcpus-only makes the same check, so a pod that
// passes here is not rejected by kubelet.
TEST(SpecBindPolicy, R34_WhatPassesIsNotRejectedByKubelet) {
  KoordinatorNode koordinator =
      node_with(spec_machine(2, 1, 4, 2), KOORD_BIND_POLICY_FULL_PCPUS, true);
  KubeletNode kubelet(spec_machine(2, 1, 4, 2));
  kubelet.options = KOORD_KUBELET_OPTION_FULL_PCPUS_ONLY;
  for (const char *available : {"0-15", "0-7,15", "1-15", "0-3,8-11", "0-2,4-6,8-10,12"}) {
    koordinator.available = kubelet.shared = available;
    for (uint32_t cpus = 1; cpus <= 16; ++cpus)
      if (!koordinator.give(cpus).empty()) {
        kubelet.offer(cpus);
        EXPECT_EQ(kubelet.refusal.reason, KOORD_REASON_NONE) << cpus << " of " << available;
      } else if (cpus % 2 != 0) {
        kubelet.offer(cpus);
        EXPECT_EQ(kubelet.refusal.reason, KOORD_REASON_SMT_ALIGNMENT)
            << cpus << " of " << available;
      }
  }
}

}  // namespace
}  // namespace koord::testing
