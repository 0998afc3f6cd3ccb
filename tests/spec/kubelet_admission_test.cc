// Kubelet's admission according to the kubelet notes: R94, R95, R97, R98, R99.
#include "spec/kubelet_support.h"

namespace koord::testing {
namespace {

constexpr const char *kAffinityError = "TopologyAffinityError";

nlohmann::json scope(const char *name) { return {{"topologyManagerScope", name}}; }
nlohmann::json policy(const char *name) { return {{"topologyManagerPolicy", name}}; }

// Scope pod aligns all containers together. Two containers of 4 CPUs go to one NUMA node; 5 and 4
// fit on two nodes, but on no single one.
TEST(SpecKubeletAdmission, R94_ScopePodAlignsAllContainersTogether) {
  NotedKubelet kubelet(notes_machine(), scope("pod"));
  ASSERT_EQ(kubelet.admit("p", {{"a", "4"}, {"b", "4"}}), "");
  EXPECT_EQ(kubelet.rows[0].affinity, kubelet.rows[1].affinity);
  EXPECT_EQ(kubelet.nodes_of(kubelet.cpus("p", "a")), (Places{{0, 4}}));
  EXPECT_EQ(kubelet.nodes_of(kubelet.cpus("p", "b")), (Places{{0, 4}}));
  EXPECT_EQ(kubelet.admit("q", {{"a", "5"}, {"b", "4"}}), kAffinityError);
}

// Scope container aligns each container on its own, in order: later ones get what is left.
TEST(SpecKubeletAdmission, R94_ScopeContainerAlignsOneAfterTheOther) {
  NotedKubelet kubelet(notes_machine(), scope("container"));
  ASSERT_EQ(kubelet.admit("p", {{"a", "5"}, {"b", "4"}, {"c", "3"}}), "");
  EXPECT_EQ(kubelet.rows[0].affinity, 1u);
  EXPECT_EQ(kubelet.rows[1].affinity, 2u);
  EXPECT_EQ(kubelet.rows[2].affinity, 1u);
  EXPECT_EQ(kubelet.nodes_of(kubelet.cpus("p", "a")), (Places{{0, 5}}));
  EXPECT_EQ(kubelet.nodes_of(kubelet.cpus("p", "b")), (Places{{1, 4}}));
  EXPECT_EQ(kubelet.nodes_of(kubelet.cpus("p", "c")), (Places{{0, 3}}));
}

// Container is the default scope.
TEST(SpecKubeletAdmission, R94_ContainerIsTheDefaultScope) {
  NotedKubelet kubelet(notes_machine());
  EXPECT_EQ(kubelet.admit("p", {{"a", "5"}, {"b", "4"}}), "");
}

// Policy none aligns nothing: a container takes the CPUs of the static policy.
TEST(SpecKubeletAdmission, R95_NoneAlignsNothing) {
  NotedKubelet kubelet(notes_machine(), policy("none"));
  ASSERT_EQ(kubelet.admit("p", {{"a", "12"}}), "");
  EXPECT_EQ(kubelet.rows[0].affinity, 0u);
  EXPECT_EQ(kubelet.nodes_of(kubelet.cpus("p", "a")).size(), 2u);
}

// best-effort aligns if possible and admits the pod otherwise.
TEST(SpecKubeletAdmission, R95_BestEffortAdmitsWithoutAlignment) {
  NotedKubelet kubelet(notes_machine(), policy("best-effort"));
  ASSERT_EQ(kubelet.admit("p", {{"a", "5"}, {"b", "5"}}), "");
  EXPECT_EQ(kubelet.nodes_of(kubelet.cpus("p", "a")).size(), 1u);
  EXPECT_EQ(kubelet.nodes_of(kubelet.cpus("p", "b")).size(), 1u);
  EXPECT_NE(kubelet.rows[0].flags & KOORD_KUBELET_CONTAINER_PREFERRED, 0u);
  ASSERT_EQ(kubelet.admit("q", {{"a", "6"}}), "");
  EXPECT_EQ(kubelet.nodes_of(kubelet.cpus("q", "a")), (Places{{0, 3}, {1, 3}}));
  EXPECT_EQ(kubelet.rows[0].flags & KOORD_KUBELET_CONTAINER_PREFERRED, 0u);
}

// restricted refuses a pod with TopologyAffinityError if it is not aligned as well as on an empty
// node. A request that no single NUMA node could ever hold is aligned on two.
TEST(SpecKubeletAdmission, R95_RestrictedRefusesWhatIsNotPreferred) {
  NotedKubelet kubelet(notes_machine(), policy("restricted"));
  EXPECT_EQ(kubelet.admit("p", {{"a", "13"}}), "");
  kubelet.remove("p");
  ASSERT_EQ(kubelet.admit("q", {{"a", "5"}, {"b", "5"}}), "");
  EXPECT_EQ(kubelet.admit("r", {{"a", "6"}}), kAffinityError);
  EXPECT_EQ(sentence(kubelet.refusal), "Resources cannot be allocated with Topology locality");
}

// single-numa-node refuses pods that need several NUMA nodes, with TopologyAffinityError.
TEST(SpecKubeletAdmission, R95_SingleNumaNodeRefusesWhatNeedsTwo) {
  NotedKubelet kubelet(notes_machine());
  EXPECT_EQ(kubelet.admit("p", {{"a", "13"}}), kAffinityError);
  EXPECT_EQ(kubelet.admit("q", {{"a", "9"}}), kAffinityError);
  EXPECT_EQ(kubelet.admit("r", {{"a", "8"}}), "");
}

nlohmann::json static_memory() {
  return {{"memoryManagerPolicy", "Static"},
          {"systemReserved", {{"memory", "2Gi"}}},
          {"evictionHard", {{"memory.available", "0"}}},
          {"reservedMemory",
           {{{"numaNode", 0}, {"limits", {{"memory", "1Gi"}}}},
            {{"numaNode", 1}, {"limits", {{"memory", "1Gi"}}}}}}};
}

// The policy static requires reservedMemory; without it kubelet does not start.
TEST(SpecKubeletAdmission, R97_StaticMemoryIsInvalidWithoutReservedMemory) {
  nlohmann::json config = static_memory();
  config.erase("reservedMemory");
  config.erase("systemReserved");
  NotedKubelet without(notes_machine_with_memory("9Gi"), config);
  EXPECT_EQ(without.status, KOORD_E_INVALID);
  EXPECT_EQ(without.error, "[memorymanager] you should specify the system reserved memory");
  NotedKubelet with(notes_machine_with_memory("9Gi"), static_memory());
  EXPECT_EQ(with.status, KOORD_OK) << with.error;
}

// Reserved memory of a NUMA node is not available to pods.
TEST(SpecKubeletAdmission, R97_ReservedMemoryIsKeptOnItsNumaNode) {
  NotedKubelet kubelet(notes_machine_with_memory("9Gi"), static_memory());
  EXPECT_EQ(kubelet.admit("p", {{"a", "500m", "", "8193Mi"}}), kAffinityError);
  EXPECT_EQ(kubelet.admit("q", {{"a", "500m", "", "8Gi"}}), "");
}

// For Guaranteed pods, the topology manager aligns memory hints with CPU hints, and the memory is
// reserved on these nodes. Other pods get neither.
TEST(SpecKubeletAdmission, R97_GuaranteedPodsAreAlignedWithTheirMemory) {
  NotedKubelet kubelet(notes_machine_with_memory("9Gi"), static_memory());
  ASSERT_EQ(kubelet.admit("p", {{"a", "500m", "", "6Gi"}}), "");
  EXPECT_EQ(kubelet.rows[0].affinity, 1u);
  ASSERT_EQ(kubelet.admit("q", {{"a", "2", "", "6Gi"}}), "");
  EXPECT_EQ(kubelet.rows[0].affinity, 2u) << "its CPUs would have gone to NUMA node 0";
  EXPECT_EQ(kubelet.nodes_of(kubelet.cpus("q", "a")), (Places{{1, 2}}));
  const nlohmann::json state = kubelet.memory_state();
  EXPECT_EQ(state["entries"]["q"]["a"][0]["numaAffinity"], nlohmann::json({1}));
  EXPECT_EQ(state["machineState"]["1"]["memoryMap"]["memory"]["free"], uint64_t{2} << 30);
  EXPECT_EQ(kubelet.admit("r", {{"a", "500m", "600m", "6Gi"}}), "") << "burstable";
  EXPECT_EQ(kubelet.memory_state()["entries"].count("r"), 0u);
}

// cpuset.mems of a container has the NUMA nodes of its memory, and is empty for pods without.
TEST(SpecKubeletAdmission, R97_CpusetMemsAreTheNodesOfTheMemory) {
  nlohmann::json config = static_memory();
  config["topologyManagerPolicy"] = "best-effort";
  NotedKubelet kubelet(notes_machine_with_memory("9Gi"), config);
  ASSERT_EQ(kubelet.admit("p", {{"a", "500m", "", "12Gi"}, {"b", "500m", "", "1Gi"}}), "");
  EXPECT_EQ(kubelet.rows[0].memory_nodes, 3u);
  EXPECT_EQ(kubelet.rows[1].memory_nodes, 3u) << "the nodes are a group now";
  ASSERT_EQ(kubelet.admit("q", {{"a", "500m", "600m", "1Gi"}}), "");
  EXPECT_EQ(kubelet.rows[0].memory_nodes, 0u);
}

struct NotedCase {
  const char *scope;
  std::vector<NotedContainer> containers;
  const char *uid;
  const char *reason;  // empty if admitted
  const char *file;    // cpu_manager_state after the admission
  const char *reserved = "0-1,6-7,12-13,18-19";
};

constexpr const char *kUntouched =
    R"({"policyName":"static","defaultCpuSet":"0-23","checksum":1538133146})";

// The nine cases of the notes: two refusals and seven state files, byte for byte.
TEST(SpecKubeletAdmission, R98_TheNineCases) {
  const NotedCase cases[] = {
      {"pod", {{"c1", "5"}, {"c2", "5"}}, "pod-uid", kAffinityError, kUntouched},
      {"pod",
       {{"mytestclient", "4"}, {"mytestclient2", "4"}},
       "28c11c89-3493-4972-bb67-7090b9d75e0d",
       "",
       R"({"policyName":"static","defaultCpuSet":"0-1,6-13,18-23","entries":{"28c11c89-3493-4972-bb67-)"
       R"(7090b9d75e0d":{"mytestclient":"2-3,14-15","mytestclient2":"4-5,16-17"}},)"
       R"("checksum":1684933537})"},
      {"pod",
       {{"mytestclient", "5001m"}, {"mytestclient2", "4"}},
       "6d33c60b-5e34-4ab3-ab0c-a616627b0a94",
       "",
       R"({"policyName":"static","defaultCpuSet":"0-1,4-13,16-23","entries":{"6d33c60b-5e34-4ab3-ab0c-)"
       R"(a616627b0a94":{"mytestclient2":"2-3,14-15"}},"checksum":641473090})"},
      {"container",
       {{"mytestclient", "5"}, {"mytestclient2", "8"}},
       "edc14415-460d-4885-b77f-906423c72281",
       "",
       R"({"policyName":"static","defaultCpuSet":"0-1,5-7,12-13,16-19","entries":{"edc14415-460d-4885-)"
       R"(b77f-906423c72281":{"mytestclient":"2-4,14-15","mytestclient2":"8-11,20-23"}},)"
       R"("checksum":2887245658})"},
      {"container",
       {{"mytestclient", "5001m"}, {"mytestclient2", "8"}},
       "063f2280-ef6d-4937-bf05-fef9df0c8c91",
       "",
       R"({"policyName":"static","defaultCpuSet":"0-1,6-13,18-23","entries":{"063f2280-ef6d-4937-bf05-)"
       R"(fef9df0c8c91":{"mytestclient2":"2-5,14-17"}},"checksum":83294669})"},
      {"container", {{"c1", "5"}, {"c2", "9"}}, "pod-uid", kAffinityError, kUntouched},
      {"container",
       {{"mytestclient", "10001m"}, {"mytestclient2", "4"}},
       "584e9c4c-9809-4a36-8180-b2dd9e8811b4",
       "",
       R"({"policyName":"static","defaultCpuSet":"0-1,4-13,16-23","entries":{"584e9c4c-9809-4a36-8180-)"
       R"(b2dd9e8811b4":{"mytestclient2":"2-3,14-15"}},"checksum":2084937289})"},
      {"container",
       {{"mytestclient", "10001m", "10101m"}, {"mytestclient2", "4"}},
       "pod-uid",
       "",
       kUntouched},
      {"container",
       {{"mytestclient", "5"}, {"mytestclient2", "4"}},
       "970925e3-c85b-491c-af5a-ab24681d68ef",
       "",
       R"({"policyName":"static","defaultCpuSet":"0-1,4-7,11-13,16-19,22-23","entries":{"970925e3-c85b-)"
       R"(491c-af5a-ab24681d68ef":{"mytestclient":"8-10,20-21","mytestclient2":"2-3,14-15"}},)"
       R"("checksum":1830434018})",
       "0-1,4-7,12-13,16-19"}};
  for (const NotedCase &noted : cases) {
    SCOPED_TRACE(std::string(noted.scope) + ' ' + noted.uid);
    NotedKubelet kubelet(notes_machine(), {{"topologyManagerScope", noted.scope},
                                           {"reservedSystemCPUs", noted.reserved}});
    EXPECT_EQ(kubelet.admit(noted.uid, noted.containers), noted.reason);
    EXPECT_EQ(kubelet.cpu_state(), noted.file);
  }
}

// A container that is already in the state keeps its CPUs.
TEST(SpecKubeletAdmission, R99_WhoIsInTheStateIsLeftAsIs) {
  NotedKubelet kubelet(notes_machine());
  ASSERT_EQ(kubelet.admit("p", {{"a", "4"}}), "");
  ASSERT_EQ(kubelet.admit("q", {{"a", "4"}}), "");
  const std::string before = kubelet.cpu_state();
  ASSERT_EQ(kubelet.admit("p", {{"a", "4"}}), "");
  EXPECT_EQ(kubelet.cpu_state(), before);
}

// Aligned CPUs are taken first, and the rest from other nodes: with a hint for NUMA node 0, which
// has 3 CPUs left, a container of 6 takes these and 3 of the other node.
TEST(SpecKubeletAdmission, R99_AlignedCpusComeFirstAndTheRestElsewhere) {
  KubeletNode node(notes_machine());
  node.reserved = "0-1,6-7,12-13,18-19";
  node.affinity = 1;
  ASSERT_EQ(count(node.give(5)), 5);
  EXPECT_EQ(node.nodes_of(node.give(6)), (Places{{0, 3}, {1, 3}}));
}

// The result leaves the default set, and returns to it when the pod is removed.
TEST(SpecKubeletAdmission, R99_WhatIsGivenLeavesTheDefaultSet) {
  NotedKubelet kubelet(notes_machine());
  ASSERT_EQ(kubelet.admit("p", {{"a", "4"}, {"b", "2"}}), "");
  for (const char *container : {"a", "b"})
    EXPECT_FALSE(overlap(kubelet.cpus("p", container), kubelet.shared()));
  EXPECT_EQ(count(kubelet.shared()), 24 - 6);
  kubelet.remove("p");
  EXPECT_EQ(kubelet.cpu_state(), kUntouched);
}

// defaultCpuSet includes reserved CPUs.
TEST(SpecKubeletAdmission, R99_TheDefaultSetIncludesReservedCpus) {
  NotedKubelet kubelet(notes_machine());
  EXPECT_EQ(kubelet.shared(), "0-23");
  ASSERT_EQ(kubelet.admit("p", {{"a", "8"}, {"b", "8"}}), "");
  EXPECT_EQ(kubelet.shared(), "0-1,6-7,12-13,18-19") << "nothing but these is left";
}

}  // namespace
}  // namespace koord::testing
