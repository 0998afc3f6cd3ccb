// Reserve, PreBind and the state in between: R77 to R81.
#include <algorithm>

#include "spec/cluster_support.h"

namespace koord::testing {
namespace {

const std::string kStatus = "scheduling.koordinator.sh/resource-status";
const std::string kSpec = "scheduling.koordinator.sh/resource-spec";

// Reserve allocates by the algorithm and records the result.
TEST(SpecReserve, R77_TheResultIsRecorded) {
  ClusterSession cluster;
  cluster.set({});
  const PlacedPod got = cluster.place(pod("p", "LSR", "4", "16Gi"));
  EXPECT_EQ(
      got.status,
      R"({"cpuset":"0-1,8-9","numaNodeResources":[{"node":0,"resources":{"cpu":"4","memory":"16Gi"}}]})"_json);
  EXPECT_EQ(cluster.cpus(KOORD_CLUSTER_CPUSET_ALLOCATED), "0-1,8-9");
  // Repeating the call gives an equal result.
  EXPECT_EQ(cluster.place(pod("p", "LSR", "4", "16Gi")).cpus, "0-1,8-9");
  // A refusal records nothing.
  EXPECT_EQ(cluster.place(pod("q", "LSR", "3500m")).reason, KOORD_REASON_CPUS_NOT_WHOLE);
  EXPECT_EQ(cluster.cpus(KOORD_CLUSTER_CPUSET_ALLOCATED), "0-1,8-9");
  EXPECT_EQ(koord_cluster_remove_pod(cluster.get(), "q", 1, nullptr), KOORD_E_NOT_FOUND);
}

// LS pods get their best-fit NUMA node as shared pool.
TEST(SpecReserve, R77_LsPodsGetTheirBestFitNumaNode) {
  for (const bool most : {true, false}) {
    NodeGiven node;
    node.labels = {{"numa-topology-policy", "SingleNUMANode"},
                   {"numa-allocate-strategy", most ? "MostAllocated" : "LeastAllocated"}};
    ClusterSession cluster;
    cluster.set(node);
    PodGiven resident = pod("there", "LSR", "2");
    resident.on = "node-0";
    resident.resource_status = {{"cpuset", "4,12"}};
    cluster.see(resident);
    const json best = most ? R"([{"socket":1,"node":1}])"_json : R"([{"socket":0,"node":0}])"_json;
    EXPECT_EQ(cluster.place(pod("ls", "LS", "4")).pools(), best);
    const json fits = R"([{"socket":0,"node":0}])"_json;
    cluster.remove("ls");
    EXPECT_EQ(cluster.place(pod("large", "LS", "7")).pools(), fits) << "6 are left on NUMA node 1";
  }
}

// Reservations prevent a second allocation while the result is not yet in NodeResourceTopology.
TEST(SpecReserve, R78_NothingIsGivenTwice) {
  ClusterSession cluster;
  NodeGiven node;
  cluster.set(node);
  EXPECT_EQ(cluster.place(pod("a", "LSR", "8")).cpus, "0-3,8-11");
  EXPECT_EQ(cluster.place(pod("b", "LSE", "6")).cpus, "4-6,12-14");
  // The old report is repeated; it contains neither pod.
  cluster.set(node);
  EXPECT_EQ(cluster.cpus(KOORD_CLUSTER_CPUSET_FREE), "7,15");
  EXPECT_EQ(cluster.judge(pod("c", "LSR", "4")).reason, KOORD_REASON_INSUFFICIENT_RESOURCE);
  // A report that contains one of the pods, which the API server now shows as bound.
  node.pod_cpu_allocs = json::array(
      {{{"namespace", "default"}, {"name", "a"}, {"uid", "a"}, {"cpuset", "0-3,8-11"}}});
  cluster.set(node);
  PodGiven bound = pod("a", "LSR", "8");
  bound.on = "node-0";
  bound.resource_status = {{"cpuset", "0-3,8-11"}};
  EXPECT_EQ(cluster.see(bound).cpus_held, 0u);
  EXPECT_EQ(cluster.cpus(KOORD_CLUSTER_CPUSET_FREE), "7,15");
  EXPECT_EQ(cluster.place(pod("c", "LSR", "2")).cpus, "7,15");
  // Unreserve releases the CPUs.
  cluster.remove("b");
  EXPECT_EQ(cluster.place(pod("d", "LSR", "6")).cpus, "4-6,12-14");
}

// Amounts of LS pods on NUMA nodes are not allocated twice, either.
TEST(SpecReserve, R78_NumaAmountsAreNotGivenTwice) {
  NodeGiven node;
  node.labels = {{"numa-topology-policy", "SingleNUMANode"}};
  ClusterSession cluster;
  cluster.set(node);
  EXPECT_EQ(cluster.place(pod("a", "LS", "1", "40Gi")).numa(), std::vector<int>{0});
  EXPECT_EQ(cluster.place(pod("b", "LS", "1", "40Gi")).numa(), std::vector<int>{1});
  cluster.set(node);
  EXPECT_EQ(cluster.place(pod("c", "LS", "1", "40Gi")).reason, KOORD_REASON_NUMA_UNALIGNED);
}

// For all combinations of policies, pods that pass the filter are reserved completely from free
// CPUs, and pods that it refuses are refused (place() compares).
TEST(SpecReserve, R77_R78_ReserveKeepsWhatTheFilterSays) {
  const json kubelets = json::array(
      {nullptr, R"({"policy":"static","options":{"distribute-cpus-across-numa":"true"}})"_json,
       R"({"policy":"static","reservedCPUs":"3,11","options":{"full-pcpus-only":"true"}})"_json});
  int placed = 0;
  for (const char *bind : {"None", "FullPCPUsOnly", "SpreadByPCPUs"})
    for (const char *alignment : {"None", "BestEffort", "Restricted", "SingleNUMANode"})
      for (const char *strategy : {"", "MostAllocated", "LeastAllocated", "DistributeEvenly"})
        for (const json &kubelet : kubelets) {
          SCOPED_TRACE(std::string(bind) + " " + alignment + " " + strategy + kubelet.dump());
          NodeGiven node;
          node.kubelet = kubelet;
          node.labels = {{"cpu-bind-policy", bind},
                         {"numa-topology-policy", alignment},
                         {"numa-allocate-strategy", strategy}};
          ClusterSession cluster;
          cluster.set(node);
          int step = 0;
          for (const char *cpus : {"3", "2", "6", "5", "1", "4", "2"}) {
            const std::string free = cluster.cpus(KOORD_CLUSTER_CPUSET_FREE);
            PodGiven asking = pod("p" + std::to_string(step), "LSR", cpus, "12Gi");
            if (step % 2 == 1)
              asking.resource_spec = {
                  {"preferredCPUExclusivePolicy", step % 4 == 1 ? "PCPULevel" : "NUMANodeLevel"}};
            ++step;
            const PlacedPod got = cluster.place(asking);
            if (got.reason != KOORD_REASON_NONE) continue;
            ++placed;
            EXPECT_EQ(count(got.cpus), std::stoi(cpus));
            EXPECT_TRUE(within(got.cpus, free)) << got.cpus << " of " << free;
            if (step == 4) cluster.remove(asking.name);
            if (step == 1) cluster.place(pod("ls", "LS", "2", "30Gi"));
          }
        }
  EXPECT_GT(placed, 400);
}

// PreBind writes resource-status.
TEST(SpecReserve, R79_PreBindWritesResourceStatus) {
  ClusterSession cluster;
  cluster.set({});
  const PodGiven asked =
      with_spec(pod("p", "LSR", "4"), R"({"preferredCPUBindPolicy":"SpreadByPCPUs"})"_json);
  const PlacedPod got = cluster.place(asked);
  EXPECT_EQ(json::parse(got.patch.at(kStatus).get<std::string>()), got.status);
  EXPECT_EQ(got.status.at("cpuset"), "0-3");
  EXPECT_FALSE(got.patch.contains(kSpec)) << "the pod's own words stay";
  EXPECT_EQ(cluster.prebind(asked, KOORD_PREBIND_PROPOSAL).at(kStatus), R"({"cpuset":"0-3"})");
  // If the pod does not state its bind policy, PreBind writes
  // it, so that it is known after a restart.
  EXPECT_EQ(cluster.place(pod("q", "LSR", "2")).patch.at(kSpec),
            R"({"preferredCPUBindPolicy":"FullPCPUs"})");
  // Pods with shared CPUs get no annotations.
  EXPECT_EQ(cluster.place(pod("r", "LS", "2")).patch, json::object());
}

// The algorithm is stable: equal topologies, allocations and requests give
// equal results, in any order of nodes and pods.
TEST(SpecReserve, R80_TheSameClusterGivesTheSameAnswers) {
  NodeGiven node;
  node.numa_per_socket = 2;
  std::vector<PodGiven> running;
  for (const auto &[name, cpus] : {std::pair{"a", "0,16"}, {"b", "5-6"}, {"c", "8-11,24-27"}}) {
    PodGiven resident = pod(name, "LSR", std::to_string(count(cpus)));
    resident.on = "node-0";
    resident.resource_status = {{"cpuset", cpus}};
    running.push_back(resident);
  }
  std::string first;
  do {
    ClusterSession cluster;
    if (running[0].name == "b") cluster.set(node);
    for (const PodGiven &resident : running) cluster.see(resident);
    cluster.set(node);
    std::string answers;
    for (const char *cpus : {"3", "6", "2", "8"})
      answers += cluster.place(pod(std::string("p") + cpus, "LSR", cpus)).cpus + ";" +
                 std::to_string(cluster.judge(pod("next", "LSR", "1")).score) + "\n";
    if (first.empty()) first = answers;
    EXPECT_EQ(answers, first);
  } while (
      std::next_permutation(running.begin(), running.end(),
                            [](const PodGiven &a, const PodGiven &b) { return a.name < b.name; }));
}

// Releasing an allocation restores every result.
TEST(SpecReserve, R80_UnreserveLeavesNoTrace) {
  ClusterSession cluster;
  cluster.set({});
  const std::string before = cluster.place(pod("p", "LSR", "5")).cpus;
  cluster.remove("p");
  cluster.place(pod("q", "LSR", "3"));
  cluster.place(pod("r", "LS", "3"));
  cluster.remove("q");
  cluster.remove("r");
  EXPECT_EQ(cluster.place(pod("p", "LSR", "5")).cpus, before);
}

// Order: best-fit NUMA nodes under alignment; whole free cores for FullPCPUs; Restricted and
// SingleNUMANode fail if CPUs remain unallocated; the rest is spread.
TEST(SpecReserve, R81_InsideTheAlignedNumaNodes) {
  const auto placed = [](const char *policy, const char *cpus) {
    NodeGiven node;
    node.labels = {{"numa-topology-policy", policy}};
    ClusterSession cluster;
    cluster.set(node);
    // On NUMA node 0 half of every core is in use; on NUMA node 1 5
    // CPUs are in use and one whole core is left.
    PodGiven resident = pod("there", "LSR", "9");
    resident.on = "node-0";
    resident.resource_status = {{"cpuset", "0-3,4-5,12-13,14"}};
    cluster.see(resident);
    return cluster.place(pod("p", "LSR", cpus)).cpus;
  };
  for (const char *policy : {"BestEffort", "Restricted", "SingleNUMANode"}) {
    SCOPED_TRACE(policy);
    EXPECT_EQ(placed(policy, "2"), "7,15") << "the whole core of the fuller NUMA node";
    EXPECT_EQ(placed(policy, "3"), "6-7,15") << "and the rest inside it";
    EXPECT_EQ(placed(policy, "4"), "8-11") << "no whole core where 4 are left";
  }
  // 5 fit on neither NUMA node.
  EXPECT_EQ(count(placed("BestEffort", "5")), 5);
  EXPECT_EQ(placed("Restricted", "5"), "");
  EXPECT_EQ(placed("SingleNUMANode", "5"), "");
}

}  // namespace
}  // namespace koord::testing
