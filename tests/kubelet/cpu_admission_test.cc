// Admission by the CPU manager: exclusive CPUs, the sets they are taken from, and the CPUs that
// init containers leave for reuse.
#include "kubelet/nodes.h"

namespace koord::kubelet {
namespace {

using namespace testing;

// A node with 24 CPUs; NUMA node 0 has 0-5,12-17. CPUs 0 and 12 are reserved.
Kubelet node(NumaPolicy policy = NumaPolicy::kNone, bool pod_scope = false,
             std::map<std::string, std::string> options = {}) {
  const auto topology = machine();
  Config config = static_config(*topology, policy, pod_scope);
  config.static_memory = false;
  config.cpu_options = std::move(options);
  return node_of(topology, config);
}

TEST(KubeletCpuAdmission, ExclusiveCpusLeaveTheDefaultSet) {
  Kubelet one = node();
  EXPECT_EQ(outcome(admit(one, pod("p", {container("a", 2000, kGi), container("b", 1500, kGi)}))),
            "");
  EXPECT_EQ(cpus_of(one, "p", "a"), "1,13");
  EXPECT_EQ(cpus_of(one, "p", "b"), "shared");
  EXPECT_EQ(one.shared().to_string(), "0,2-12,14-23");
  EXPECT_EQ(one.available().to_string(), "2-11,14-23");
}

TEST(KubeletCpuAdmission, PodsWithoutWholeCpusLeaveNoTrace) {
  Kubelet one = node();
  object::PodObject burstable = pod("p", {container("c", 2000, kGi)});
  burstable.containers[0].limits.clear();
  for (const object::PodObject &arriving :
       {burstable, pod("q", {container("c", 1500, kGi)}), pod("r", {})})
    EXPECT_EQ(outcome(admit(one, arriving)), "");
  EXPECT_TRUE(one.pods().empty());
  EXPECT_EQ(one.shared().to_string(), "0-23");
}

TEST(KubeletCpuAdmission, CpuPolicyNoneGivesNothing) {
  const auto topology = machine();
  Config config;
  config.numa_policy = NumaPolicy::kSingleNode;
  Kubelet one = node_of(topology, config);
  EXPECT_EQ(outcome(admit(one, pod("p", {container("c", 90000, kGi)}))), "");
  EXPECT_TRUE(one.pods().empty());
  EXPECT_EQ(one.shared().to_string(), "");
}

TEST(KubeletCpuAdmission, InitContainersLeaveTheirCpusToLaterOnes) {
  Kubelet one = node();
  admit(one, pod("p", {init(container("i", 6000, kGi)), container("c", 4000, kGi)}));
  EXPECT_EQ(cpus_of(one, "p", "i"), "1-3,13-15");
  EXPECT_EQ(cpus_of(one, "p", "c"), "1-2,13-14");
  EXPECT_EQ(one.shared().to_string(), "0,4-12,16-23")
      << "what no container uses any more is not shared while the pod lives";
}

TEST(KubeletCpuAdmission, SidecarsKeepTheirCpus) {
  Kubelet one = node();
  admit(one, pod("p", {sidecar(container("s", 2000, kGi)), container("c", 2000, kGi)}));
  EXPECT_EQ(cpus_of(one, "p", "s"), "1,13");
  EXPECT_EQ(cpus_of(one, "p", "c"), "2,14");
}

TEST(KubeletCpuAdmission, SidecarsUseCpusOfInitContainers) {
  Kubelet one = node();
  admit(one, pod("p", {init(container("i", 4000, kGi)), sidecar(container("s", 2000, kGi)),
                       container("c", 2000, kGi)}));
  EXPECT_EQ(cpus_of(one, "p", "i"), "1-2,13-14");
  EXPECT_EQ(cpus_of(one, "p", "s"), "1,13");
  EXPECT_EQ(cpus_of(one, "p", "c"), "2,14");
}

TEST(KubeletCpuAdmission, CpusOfInitContainersAreNotForOtherPods) {
  Kubelet one = node();
  admit(one, pod("p", {init(container("i", 20000, kGi)), container("c", 2000, kGi)}));
  EXPECT_EQ(outcome(admit(one, pod("q", {container("c", 4000, kGi)}))),
            "UnexpectedAdmissionError: Allocate failed due to not enough cpus available to satisfy "
            "request: requested=4, available=2, which is unexpected");
}

TEST(KubeletCpuAdmission, ARefusedPodIsSwept) {
  Kubelet one = node();
  const std::string before = state_of(one);
  const Answer answer =
      admit(one, pod("p", {container("a", 2000, kGi), container("b", 30000, kGi)}));
  EXPECT_EQ(answer.admission.refusal.where_object, Object::kContainer);
  EXPECT_EQ(answer.admission.refusal.where, 1);
  EXPECT_EQ(answer.admission.refusal.needed, 30);
  EXPECT_EQ(answer.admission.refusal.best, 20);
  ASSERT_EQ(answer.holding.containers.size(), 1u) << "what it got before";
  EXPECT_EQ(answer.holding.containers[0].name, "a");
  EXPECT_EQ(state_of(one), before);
}

TEST(KubeletCpuAdmission, ARefusedPodMayBeLeftUntilTheNextCall) {
  Kubelet one = node();
  const std::string before = state_of(one);
  const object::PodObject refused =
      pod("p", {container("a", 2000, kGi), container("b", 30000, kGi)});
  admit(one, refused, Refused::kLeft);
  EXPECT_EQ(cpus_of(one, "p", "a"), "1,13");
  EXPECT_EQ(one.shared().to_string(), "0,2-12,14-23");
  EXPECT_EQ(outcome(one.judge(request_of(pod("q", {container("c", 22000, kGi)})))), "")
      << "what was left is in nobody's way";
  EXPECT_EQ(cpus_of(one, "p", "a"), "1,13") << "judging changes nothing";

  Kubelet other = one;
  EXPECT_FALSE(other.remove("nobody"));
  EXPECT_EQ(state_of(other), before);
  other = one;
  EXPECT_TRUE(other.remove("p"));
  EXPECT_EQ(state_of(other), before);
  admit(one, pod("q", {container("c", 22000, kGi)}));
  EXPECT_EQ(cpus_of(one, "q", "c"), "1-11,13-23");
}

TEST(KubeletCpuAdmission, APodThatIsKnownKeepsItsCpus) {
  Kubelet one = node(NumaPolicy::kSingleNode);
  const object::PodObject known =
      pod("p", {init(container("i", 2000, kGi)), container("c", 4000, kGi)});
  admit(one, known);
  admit(one, pod("q", {container("c", 6000, kGi)}));
  const std::string before = state_of(one);
  const Answer again = admit(one, known);
  EXPECT_EQ(outcome(again), "");
  EXPECT_EQ(again.admission.affinities[1].nodes, 1u) << "the hint is where it is";
  EXPECT_EQ(state_of(one), before);
}

// Kubelet checks for free whole cores before it looks up an existing entry.
TEST(KubeletCpuAdmission, AKnownPodIsRefusedOnAFullNodeUnderFullPcpusOnly) {
  Kubelet one = node(NumaPolicy::kNone, false, {{"full-pcpus-only", "true"}});
  admit(one, pod("p", {container("c", 12000, kGi)}));
  admit(one, pod("q", {container("c", 8000, kGi)}));
  EXPECT_EQ(outcome(admit(one, pod("p", {container("c", 12000, kGi)}))),
            "SMTAlignmentError: SMT Alignment Error: not enough free physical CPUs: available "
            "physical CPUs = 2, requested CPUs = 12, CPUs per core = 2");
  EXPECT_EQ(cpus_of(one, "p", "c"), "shared") << "refused, it loses what it had";
  EXPECT_EQ(cpus_of(one, "q", "c").empty(), false);
}

// From 1.37 on kubelet looks up the existing entry first, so a known pod need not hold whole cores.
TEST(KubeletCpuAdmission, FullPcpusOnlyLeavesKnownPodsAloneFrom137On) {
  const object::PodObject odd = pod("p", {container("c", 3000, kGi)});
  Kubelet before = node();
  admit(before, odd);
  for (const auto &[version, expected] :
       {std::pair(
            KubeletVersion::k136,
            std::string("SMTAlignmentError: SMT Alignment Error: requested 3 cpus not multiple "
                        "cpus per core = 2")),
        std::pair(KubeletVersion::k137, std::string())}) {
    const auto topology = machine();
    Config config = static_config(*topology);
    config.static_memory = false;
    config.version = version;
    config.cpu_options["full-pcpus-only"] = "true";
    Kubelet after(std::make_shared<const NodeSetup>(topology, config), before.cpu_state(), {});
    EXPECT_EQ(outcome(admit(after, odd)), expected);
    EXPECT_NE(outcome(admit(after, pod("q", {container("c", 3000, kGi)}))), "") << "new ones do";
  }
}

// The reservation leaves 2, 6, 6 and 2 CPUs on the NUMA nodes; each socket has two of them.
TEST(KubeletCpuAdmission, DistributionStaysInOneSocketFrom137On) {
  const auto topology = machine({2, 2, 3});
  Config config = static_config(*topology);
  config.static_memory = false;
  config.cpu_options = {{"align-by-socket", "true"}, {"distribute-cpus-across-numa", "true"}};
  config.reserved_cpus = {0, 1, 12, 13, 9, 10, 21, 22};
  config.reserved_cpu_count = 8;
  const auto given = [&](KubeletVersion version) {
    config.version = version;
    Kubelet one = node_of(topology, config);
    admit(one, pod("p", {container("c", 8000, kGi)}));
    return cpus_of(one, "p", "c");
  };
  EXPECT_EQ(given(KubeletVersion::k135), "3-4,6-7,15-16,18-19");
  EXPECT_EQ(given(KubeletVersion::k136), "3-4,6-7,15-16,18-19");
  EXPECT_EQ(given(KubeletVersion::k137), "2-5,14-17");
}

TEST(KubeletCpuAdmission, AKnownPodOfAnotherSizeCannotBeAligned) {
  for (const bool pod_scope : {false, true}) {
    Kubelet one = node(NumaPolicy::kRestricted, pod_scope);
    admit(one, pod("p", {container("c", 4000, kGi)}));
    EXPECT_EQ(outcome(admit(one, pod("p", {container("c", 2000, kGi)}))),
              "TopologyAffinityError: Resources cannot be allocated with Topology locality");
  }
}

TEST(KubeletCpuAdmission, PodScopeAlignsTheWholePod) {
  const object::PodObject ten = pod("p", {container("a", 5000, kGi), container("b", 5000, kGi)});
  const object::PodObject twelve = pod("q", {container("a", 6000, kGi), container("b", 6000, kGi)});
  Kubelet by_pod = node(NumaPolicy::kSingleNode, true);
  const Answer answer = admit(by_pod, twelve);
  EXPECT_EQ(outcome(answer), "");
  ASSERT_EQ(answer.admission.affinities.size(), 2u);
  EXPECT_EQ(answer.admission.affinities[0].nodes, 2u) << "node 0 has 10 CPUs that are not reserved";
  EXPECT_EQ(answer.admission.affinities[1].nodes, 2u);
  EXPECT_EQ(outcome(admit(by_pod, ten)), "");
  EXPECT_EQ(outcome(admit(by_pod, pod("r", {container("c", 1000, kGi)}))),
            "TopologyAffinityError: Resources cannot be allocated with Topology locality");
  EXPECT_EQ(by_pod.available().to_string(), "");
}

TEST(KubeletCpuAdmission, ContainerScopeAlignsOneAfterTheOther) {
  Kubelet by_container = node(NumaPolicy::kSingleNode);
  const Answer answer =
      admit(by_container, pod("p", {container("a", 10000, kGi), container("b", 10000, kGi),
                                    container("c", 2000, kGi), container("d", 4000, kGi)}));
  EXPECT_EQ(outcome(answer),
            "TopologyAffinityError: Resources cannot be allocated with Topology locality");
  EXPECT_EQ(answer.admission.refusal.where, 3);
  ASSERT_EQ(answer.admission.affinities.size(), 3u);
  EXPECT_EQ(answer.admission.affinities[0].nodes, 1u);
  EXPECT_EQ(answer.admission.affinities[1].nodes, 2u);
}

TEST(KubeletCpuAdmission, ARefusalOfThePodNamesNoContainer) {
  Kubelet by_pod = node(NumaPolicy::kSingleNode, true);
  const Answer answer = admit(by_pod, pod("p", {container("a", 13000, kGi)}));
  EXPECT_TRUE(answer.admission.refusal.refused());
  EXPECT_EQ(answer.admission.refusal.where_object, Object::kMachine);
  EXPECT_EQ(answer.admission.refusal.where, -1);
}

TEST(KubeletCpuAdmission, PoliciesAdmitDifferentPods) {
  const object::PodObject wide = pod("p", {container("c", 14000, kGi)});
  const std::string locality =
      "TopologyAffinityError: Resources cannot be allocated with Topology locality";
  for (const auto &[policy, expected] : {std::pair(NumaPolicy::kNone, std::string()),
                                         std::pair(NumaPolicy::kBestEffort, std::string()),
                                         std::pair(NumaPolicy::kRestricted, std::string()),
                                         std::pair(NumaPolicy::kSingleNode, locality)}) {
    Kubelet one = node(policy);
    EXPECT_EQ(outcome(admit(one, wide)), expected);
  }
  // One NUMA node would be enough on an empty node, so two are not preferred.
  const object::PodObject narrow = pod("q", {container("c", 8000, kGi)});
  for (const auto &[policy, expected] : {std::pair(NumaPolicy::kNone, std::string()),
                                         std::pair(NumaPolicy::kBestEffort, std::string()),
                                         std::pair(NumaPolicy::kRestricted, locality),
                                         std::pair(NumaPolicy::kSingleNode, locality)}) {
    Kubelet one = node(policy);
    admit(one, pod("a", {container("c", 6000, kGi)}));
    admit(one, pod("b", {container("c", 6000, kGi)}));
    EXPECT_EQ(outcome(admit(one, narrow)), expected) << static_cast<int>(policy);
  }
}

TEST(KubeletCpuAdmission, HugeRequestsAreRefusedInFull) {
  const int64_t most = INT64_MAX / 1000 * 1000;
  Kubelet one = node();
  const Answer answer = admit(one, pod("p", {container("c", most, kGi)}));
  EXPECT_EQ(outcome(answer),
            "UnexpectedAdmissionError: Allocate failed due to not enough cpus available to satisfy "
            "request: requested=9223372036854775, available=22, which is unexpected");
  Kubelet whole = node(NumaPolicy::kNone, false, {{"full-pcpus-only", "true"}});
  EXPECT_EQ(outcome(admit(whole, pod("p", {container("c", most, kGi)}))),
            "SMTAlignmentError: SMT Alignment Error: requested 9223372036854775 cpus not multiple "
            "cpus per core = 2");
  EXPECT_EQ(outcome(admit(whole, pod("p", {container("c", most - 1000, kGi)}))),
            "SMTAlignmentError: SMT Alignment Error: not enough free physical CPUs: available "
            "physical CPUs = 22, requested CPUs = 9223372036854774, CPUs per core = 2");
  Kubelet aligned = node(NumaPolicy::kBestEffort);
  EXPECT_NE(outcome(admit(aligned, pod("p", {container("c", most, kGi)}))), "");
}

TEST(KubeletCpuAdmission, AlignBySocketTakesTheSocketsOfTheHint) {
  const auto topology = machine({2, 2, 3});
  Config config = static_config(*topology, NumaPolicy::kRestricted);
  config.static_memory = false;
  config.cpu_options["align-by-socket"] = "true";
  Kubelet by_socket = node_of(topology, config);
  admit(by_socket, pod("a", {container("c", 4000, kGi)}));
  EXPECT_EQ(outcome(admit(by_socket, pod("b", {container("c", 6000, kGi)}))), "");
}

TEST(KubeletCpuAdmission, NodeNumbersNeedNotStartAtZeroOrBeDense) {
  const auto topology = machine({2, 1, 6, 3, 5});
  Config config = static_config(*topology, NumaPolicy::kSingleNode);
  config.prefer_closest = true;
  Kubelet one = node_of(topology, config);
  const Answer answer = admit(one, pod("p", {container("c", 12000, kGi)}));
  EXPECT_EQ(outcome(answer), "");
  EXPECT_EQ(one.setup().ids_of(answer.admission.affinities[0].nodes), std::vector<int32_t>{8});
  EXPECT_EQ(memory_of(one, "p", "c"), "memory 1@8");
}

}  // namespace
}  // namespace koord::kubelet
