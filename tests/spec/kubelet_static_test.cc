// Kubelet's static CPU policy according to the kubelet notes: R90, R91, R92, R93, R96.
#include <tuple>

#include "spec/spec_support.h"

namespace koord::testing {
namespace {

constexpr std::string_view kReserving =
    R"({"cpuManagerPolicy":"static","reservedSystemCPUs":"0-1,6-7,12-13,18-19"})";
constexpr const char *kReserved = "0-1,6-7,12-13,18-19";

KubeletNode notes_node() {
  KubeletNode node(notes_machine());
  node.reserved = kReserved;
  return node;
}

std::string shared_pool(std::string_view cpu_state) {
  const auto machine = notes_machine();
  const auto report = report_of(machine.get(), kReserving, cpu_state);
  return cpus_of(annotation_of(report, "node.koordinator.sh/cpu-shared-pools"));
}

// Containers of Guaranteed pods with whole CPUs get exclusive CPUs:
// two containers of four CPUs in one pod.
TEST(SpecKubeletStatic, R90_WholeCpuContainersAreExclusive) {
  KubeletNode node = notes_node();
  node.affinity = 1;
  EXPECT_EQ(node.give(4), "2-3,14-15");
  EXPECT_EQ(node.give(4), "4-5,16-17");
  EXPECT_EQ(node.shared, "0-1,6-13,18-23");
}

// A container with a fractional CPU gets no exclusive CPU: it shares.
TEST(SpecKubeletStatic, R90_WhoAsksForNoWholeCpuShares) {
  KubeletNode node = notes_node();
  EXPECT_EQ(node.give(0), "");
  EXPECT_EQ(node.refusal.reason, KOORD_REASON_NONE);
  EXPECT_EQ(node.shared, "0-23");
}

// Fractional containers share: beside an exclusive container, the 5001m container of the notes'
// third case is not in kubelet's state, and only the other container's CPUs leave the shared pool.
TEST(SpecKubeletStatic, R90_FractionalContainersLeaveNoTrace) {
  EXPECT_EQ(
      shared_pool(
          R"({"policyName":"static","defaultCpuSet":"0-1,4-13,16-23","entries":{"6d33c60b-5e34-)"
          R"(4ab3-ab0c-a616627b0a94":{"mytestclient2":"2-3,14-15"}},"checksum":641473090})"),
      "0-1,4-13,16-23");
}

// All containers of a non-Guaranteed pod share, including those with whole CPUs: the notes'
// Burstable pod with a container of 4 CPUs leaves kubelet's state empty, and every CPU is shared.
TEST(SpecKubeletStatic, R90_NonGuaranteedPodsShareEntirely) {
  EXPECT_EQ(shared_pool(R"({"policyName":"static","defaultCpuSet":"0-23","checksum":1538133146})"),
            "0-23");
}

void expect_smt_error(const koord_refusal &refusal, koord_reason reason, int needed, int per_core) {
  EXPECT_EQ(refusal.reason, reason);
  EXPECT_EQ(refusal.needed, needed);
  EXPECT_EQ(refusal.threads_per_core, per_core);
  EXPECT_STREQ(koord_reason_get_name(refusal.reason, refusal.profile), "SMTAlignmentError");
  EXPECT_EQ(sentence(refusal).rfind("SMT Alignment Error", 0), 0u) << sentence(refusal);
}

// full-pcpus-only: a request that is no multiple of the threads per core is an SMTAlignmentError.
TEST(SpecKubeletStatic, R91_RequestsMustBeMultiplesOfTheThreadsPerCore) {
  for (const int threads : {2, 4}) {
    KubeletNode node(spec_machine(1, 1, 6, threads));
    node.options = KOORD_KUBELET_OPTION_FULL_PCPUS_ONLY;
    for (int cpus = 1; cpus <= 6 * threads; ++cpus) {
      const std::string given = node.offer(static_cast<uint32_t>(cpus));
      if (cpus % threads == 0)
        EXPECT_EQ(count(given), cpus);
      else
        expect_smt_error(node.refusal, KOORD_REASON_SMT_ALIGNMENT, cpus, threads);
    }
    node.options = 0;
    EXPECT_EQ(count(node.offer(1)), 1) << "without the option a thread is given alone";
  }
}

// full-pcpus-only: a request for more than the free whole cores is an SMTAlignmentError, too.
TEST(SpecKubeletStatic, R91_RequestsMustFitTheFreeWholeCores) {
  KubeletNode node = notes_node();
  node.options = KOORD_KUBELET_OPTION_FULL_PCPUS_ONLY;
  EXPECT_EQ(count(node.offer(16)), 16);
  EXPECT_EQ(node.offer(18), "");
  expect_smt_error(node.refusal, KOORD_REASON_NOT_ENOUGH_PHYSICAL_CORES, 18, 2);
  EXPECT_EQ(node.refusal.best, 16);
}

// Siblings of reserved CPUs count as in use: with one thread of each of four cores reserved, 20
// CPUs are free, but only 16 of them in whole cores.
TEST(SpecKubeletStatic, R91_SiblingsOfReservedCpusCountAsTaken) {
  KubeletNode node(notes_machine());
  node.reserved = "0-1,6-7";
  node.options = KOORD_KUBELET_OPTION_FULL_PCPUS_ONLY;
  EXPECT_EQ(node.offer(18), "");
  expect_smt_error(node.refusal, KOORD_REASON_NOT_ENOUGH_PHYSICAL_CORES, 18, 2);
  EXPECT_EQ(node.refusal.best, 16);
  node.options = 0;
  EXPECT_EQ(count(node.offer(20)), 20);
}

// Under full-pcpus-only only whole cores are given, container after container.
TEST(SpecKubeletStatic, R91_OnlyWholeCoresAreGiven) {
  KubeletNode node = notes_node();
  node.options = KOORD_KUBELET_OPTION_FULL_PCPUS_ONLY;
  for (const uint32_t cpus : {2u, 6u, 4u, 4u})
    for (const auto &[core, given] : node.cores_of(node.give(cpus))) EXPECT_EQ(given, 2) << core;
  EXPECT_EQ(node.shared, kReserved);
}

// Whole NUMA nodes or sockets come first: a request that fills
// one takes it, before cores of another.
TEST(SpecKubeletStatic, R92_WholeNumaNodesAndSocketsFirst) {
  KubeletNode node(spec_machine(2, 2, 2, 2));  // NUMA node n: the CPUs 2n, 2n+1, 2n+8, 2n+9
  EXPECT_EQ(node.give(2), "0,8");
  EXPECT_EQ(node.offer(4), "2-3,10-11") << "the whole NUMA node";
  EXPECT_EQ(node.offer(8), "4-7,12-15") << "the whole socket";
  EXPECT_EQ(node.offer(12), "2-7,10-15") << "the whole socket and the whole NUMA node";
}

// Whole cores come next: threads of partly used cores are left while whole cores suffice.
TEST(SpecKubeletStatic, R92_WholeCoresNext) {
  KubeletNode node(spec_machine(1, 1, 6, 2));
  EXPECT_EQ(node.give(1), "0");
  EXPECT_EQ(node.offer(2), "1,7");
  EXPECT_EQ(node.offer(6), "1-3,7-9");
}

// Single threads come last, near CPUs already taken and on partly used cores first. Kubelet takes
// the socket with the fewest free CPUs, which usually is the one from which it has just taken.
TEST(SpecKubeletStatic, R92_SingleThreadsNearWhatWasTaken) {
  KubeletNode node(spec_machine(2, 1, 4, 2));  // sockets 0-3,8-11 and 4-7,12-15
  EXPECT_EQ(node.give(1), "0");
  EXPECT_EQ(node.offer(1), "8") << "the thread left over, so that no other core is broken";
  EXPECT_EQ(node.offer(3), "1,8-9") << "a whole core and the odd thread beside it";
  node.shared = "0-1,4-8,12-15";
  EXPECT_EQ(node.offer(3), "0-1,8") << "on the socket of the whole core, not on the free one";
}

// The order in the notes: one NUMA node if it has enough CPUs; cores
// before threads; NUMA node 0 before NUMA node 1.
TEST(SpecKubeletStatic, R92_TheNotesExamples) {
  KubeletNode node = notes_node();
  EXPECT_EQ(node.offer(8), "2-5,14-17");
  node.affinity = 1;
  EXPECT_EQ(node.give(5), "2-4,14-15");
  node.affinity = 2;
  EXPECT_EQ(node.give(8), "8-11,20-23");
  KubeletNode tight(notes_machine());
  tight.reserved = "0-1,4-7,12-13,16-19";
  tight.affinity = 2;
  EXPECT_EQ(tight.give(5), "8-10,20-21");
  tight.affinity = 1;
  EXPECT_EQ(tight.give(4), "2-3,14-15");
}

// distribute-cpus-across-numa spreads evenly if more than one NUMA node is needed.
TEST(SpecKubeletStatic, R93_SpreadsEvenlyWhereOneNumaNodeIsTooSmall) {
  KubeletNode node(spec_machine(2, 2, 4, 2));
  node.options = KOORD_KUBELET_OPTION_DISTRIBUTE_CPUS_ACROSS_NUMA;
  EXPECT_EQ(node.nodes_of(node.offer(10)), (Places{{0, 5}, {1, 5}}));
  EXPECT_EQ(node.nodes_of(node.offer(16)), (Places{{0, 8}, {1, 8}}));
  EXPECT_EQ(node.nodes_of(node.offer(18)), (Places{{0, 6}, {1, 6}, {2, 6}}));
  EXPECT_EQ(node.nodes_of(node.offer(28)), (Places{{0, 7}, {1, 7}, {2, 7}, {3, 7}}));
  node.options = 0;
  EXPECT_EQ(node.nodes_of(node.offer(10)), (Places{{0, 8}, {1, 2}})) << "packed without it";
}

// If one NUMA node suffices, nothing is spread.
TEST(SpecKubeletStatic, R93_DoesNotSpreadWhereOneNumaNodeSuffices) {
  KubeletNode node(spec_machine(2, 2, 4, 2));
  node.options = KOORD_KUBELET_OPTION_DISTRIBUTE_CPUS_ACROSS_NUMA;
  for (uint32_t cpus = 1; cpus <= 8; ++cpus)
    EXPECT_EQ(node.nodes_of(node.offer(cpus)).size(), 1u) << cpus;
}

// With full-pcpus-only whole cores are spread: no NUMA node gets half a core.
TEST(SpecKubeletStatic, R93_SpreadsInGroupsOfAWholeCore) {
  KubeletNode node(spec_machine(2, 1, 8, 2));
  node.options = KOORD_KUBELET_OPTION_DISTRIBUTE_CPUS_ACROSS_NUMA;
  EXPECT_EQ(node.nodes_of(node.offer(18)), (Places{{0, 9}, {1, 9}}));
  node.options |= KOORD_KUBELET_OPTION_FULL_PCPUS_ONLY;
  const std::string given = node.offer(18);
  const Places nodes = node.nodes_of(given);
  EXPECT_EQ(nodes.size(), 2u);
  for (const auto &[id, cpus] : nodes) EXPECT_TRUE(cpus == 8 || cpus == 10) << id << ": " << cpus;
  for (const auto &[core, cpus] : node.cores_of(given)) EXPECT_EQ(cpus, 2) << core;
}

// align-by-socket widens the hint to sockets: CPUs that the hinted NUMA node lacks come from its
// socket, not from the tightest fit.
TEST(SpecKubeletStatic, R93_AlignBySocketWidensTheHint) {
  KubeletNode node(spec_machine(2, 2, 2, 2));  // NUMA node n: the CPUs 2n, 2n+1, 2n+8, 2n+9
  node.shared = "0-3,6,8-11,14";               // one core of the second socket is free: CPUs 6,14
  node.affinity = 1;
  EXPECT_EQ(node.nodes_of(node.offer(6)), (Places{{0, 4}, {3, 2}}));
  node.options = KOORD_KUBELET_OPTION_ALIGN_BY_SOCKET;
  EXPECT_EQ(node.nodes_of(node.offer(6)), (Places{{0, 4}, {1, 2}}));
}

// reservedSystemCPUs are never given exclusively, for any options, affinity and size.
TEST(SpecKubeletStatic, R96_ReservedCpusAreNeverGiven) {
  for (const uint32_t options : {0, KOORD_KUBELET_OPTION_FULL_PCPUS_ONLY + 0,
                                 KOORD_KUBELET_OPTION_DISTRIBUTE_CPUS_ACROSS_NUMA + 0,
                                 KOORD_KUBELET_OPTION_DISTRIBUTE_CPUS_ACROSS_CORES + 0,
                                 KOORD_KUBELET_OPTION_STRICT_CPU_RESERVATION + 0,
                                 KOORD_KUBELET_OPTION_PREFER_ALIGN_BY_UNCORE_CACHE + 0})
    for (const uint64_t affinity : {0, 1, 3}) {
      KubeletNode node = notes_node();
      node.options = options;
      node.affinity = affinity;
      for (uint32_t cpus = 2; cpus <= 16; cpus += 2) {
        const std::string given = node.offer(cpus);
        EXPECT_EQ(count(given), static_cast<int>(cpus)) << "options " << options;
        EXPECT_FALSE(overlap(given, kReserved)) << given << ", options " << options;
      }
    }
}

// They are not given even if nothing else is left.
TEST(SpecKubeletStatic, R96_ReservedCpusAreNoLastResort) {
  KubeletNode node = notes_node();
  EXPECT_EQ(node.offer(17), "");
  EXPECT_EQ(node.refusal.reason, KOORD_REASON_NOT_ENOUGH_CPUS);
  EXPECT_EQ(node.refusal.best, 16);
  EXPECT_EQ(count(node.give(16)), 16);
  EXPECT_EQ(node.shared, kReserved) << "they stay shared";
  EXPECT_EQ(node.offer(1), "");
  EXPECT_EQ(node.refusal.best, 0);
}

}  // namespace
}  // namespace koord::testing
