// Basic CPU orchestration principles: R01, R06.
#include "spec/spec_support.h"

namespace koord::testing {
namespace {

// The state file of the kubelet notes' second case: one pod, two containers of four CPUs.
constexpr std::string_view kTwoContainers =
    R"({"policyName":"static","defaultCpuSet":"0-1,6-13,18-23","entries":{"28c11c89-3493-4972-bb67-)"
    R"(7090b9d75e0d":{"mytestclient":"2-3,14-15","mytestclient2":"4-5,16-17"}},"checksum":1684933537})";
constexpr std::string_view kReservingNode =
    R"({"cpuManagerPolicy":"static","reservedSystemCPUs":"0-1,6-7,12-13,18-19"})";

// CPUs are allocated to pods: kubelet's CPUs of single containers are reported for the whole pod.
TEST(SpecPrinciples, R01_ContainersOfOnePodAreReportedAsOneAllocation) {
  const auto machine = notes_machine();
  const auto report = report_of(machine.get(), kReservingNode, kTwoContainers);
  const auto pods = annotation_of(report, "node.koordinator.sh/pod-cpu-allocs");
  ASSERT_EQ(pods.size(), 1u);
  EXPECT_EQ(pods[0].at("uid"), "28c11c89-3493-4972-bb67-7090b9d75e0d");
  EXPECT_EQ(pods[0].at("cpuset"), "2-5,14-17");
  EXPECT_FALSE(pods[0].contains("container"));
}

// CPUs are allocated to pods: containers of 3 and 5 CPUs are one request for 8, which four whole
// cores hold. Container by container, 3 and 5 would each split a core.
TEST(SpecPrinciples, R01_OnePickServesTheWholePod) {
  KoordinatorNode node(spec_machine(1, 1, 8, 2));
  node.pod.bind_policy = KOORD_BIND_POLICY_FULL_PCPUS;
  const Places cores = node.cores_of(node.give(3 + 5));
  EXPECT_EQ(cores.size(), 4u);
  for (const auto &[core, cpus] : cores) EXPECT_EQ(cpus, 2) << "core " << core;
}

// LSE and LSR pods get their CPUs from the shared pool without kubelet's reserved CPUs.
TEST(SpecPrinciples, R06_KoordinatorsPodsGetTheirCpusOutOfTheReportedSharedPool) {
  KoordinatorNode node(notes_machine());
  const auto report = report_of(node.machine.get(), kReservingNode, kTwoContainers);
  const std::string pool = cpus_of(annotation_of(report, "node.koordinator.sh/cpu-shared-pools"));
  const std::string reserved = annotation_of(report, "kubelet.koordinator.sh/cpu-manager-policy")
                                   .at("reservedCPUs")
                                   .get<std::string>();
  EXPECT_EQ(pool, "0-1,6-13,18-23");
  EXPECT_EQ(reserved, "0-1,6-7,12-13,18-19");

  node.available = without(pool, reserved);
  ASSERT_EQ(count(node.available), 8);
  for (const koord_bind_policy policy :
       {KOORD_BIND_POLICY_DEFAULT, KOORD_BIND_POLICY_FULL_PCPUS, KOORD_BIND_POLICY_SPREAD_BY_PCPUS})
    for (uint32_t cpus = 1; cpus <= 8; ++cpus) {
      node.pod.bind_policy = policy;
      const std::string given = node.give(cpus);
      EXPECT_EQ(count(given), static_cast<int>(cpus));
      EXPECT_TRUE(within(given, pool)) << given;
      EXPECT_FALSE(overlap(given, reserved)) << given;
      EXPECT_FALSE(overlap(given, "2-5,14-17")) << given;
    }
  node.give(9);
  EXPECT_EQ(node.refusal.reason, KOORD_REASON_NOT_ENOUGH_CPUS);
}

// Exclusive CPUs leave the shared pool: pods placed one after another never
// overlap, and together they use the whole pool.
TEST(SpecPrinciples, R06_ExclusiveCpusLeaveTheSharedPool) {
  for (const koord_bind_policy policy : {KOORD_BIND_POLICY_DEFAULT, KOORD_BIND_POLICY_FULL_PCPUS,
                                         KOORD_BIND_POLICY_SPREAD_BY_PCPUS}) {
    KoordinatorNode node(notes_machine());
    node.pod.bind_policy = policy;
    std::string held;
    for (const uint32_t cpus : {1u, 4u, 3u, 8u, 2u, 6u}) {
      const std::string given = node.give(cpus);
      EXPECT_EQ(count(given), static_cast<int>(cpus));
      EXPECT_FALSE(overlap(given, held)) << given << " and " << held;
      held = held.empty() ? given : held + "," + given;
      node.available = without(node.available, given);
    }
    EXPECT_EQ(node.available, "");
    node.give(1);
    EXPECT_EQ(node.refusal.reason, KOORD_REASON_NOT_ENOUGH_CPUS);
  }
}

// Guaranteed pods of kubelet's static policy get their CPUs from the shared pool, too.
TEST(SpecPrinciples, R06_KubeletsPodsGetTheirCpusOutOfTheSharedPool) {
  KubeletNode node(notes_machine());
  node.shared = "0-1,6-13,18-23";
  node.reserved = "0-1,6-7,12-13,18-19";
  for (uint32_t cpus = 1; cpus <= 8; ++cpus) {
    const std::string given = node.offer(cpus);
    EXPECT_EQ(count(given), static_cast<int>(cpus));
    EXPECT_TRUE(within(given, "8-11,20-23")) << given;
  }
  EXPECT_EQ(node.offer(9), "");
  EXPECT_EQ(node.refusal.reason, KOORD_REASON_NOT_ENOUGH_CPUS);
}

}  // namespace
}  // namespace koord::testing
