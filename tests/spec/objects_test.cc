// Contents of pods, nodes and topologies: R09 (as far as it is read), R39, R40, R45, R49, R57.
// Every example of the proposals is understood.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "object/pod_request.h"
#include "spec/spec_support.h"
#include "support/captured_log.h"
#include "support/shared_data.h"
#include "wire/node/cpu_topology.h"
#include "wire/node/node_reader.h"
#include "wire/node/nrt_reader.h"
#include "wire/pod/pod_reader.h"
#include "wire/pod/pod_writer.h"

namespace koord::testing {
namespace {

using nlohmann::json;
using wire::Shape;

json lsr_pod(const json &containers) {
  return {{"metadata", {{"name", "web"}, {"labels", {{"koordinator.sh/qosClass", "LSR"}}}}},
          {"spec", {{"containers", containers}}}};
}
json container(const char *request, const char *limit) {
  json resources;
  if (request != nullptr) resources["requests"]["cpu"] = request;
  if (limit != nullptr) resources["limits"]["cpu"] = limit;
  return {{"resources", resources}};
}

// LSE and LSR need a request that equals the limit and a multiple of 1000 milli-CPU. The pod's
// values are read exactly through koord.h.
TEST(SpecObjects, R09_RequestAndLimitAreReadAsTheyAre) {
  const auto info = [](const json &pod) {
    const std::string text = pod.dump();
    koord_pod *handle = nullptr;
    EXPECT_EQ(koord_pod_from_json(nullptr, text.data(), text.size(), &handle, nullptr), KOORD_OK);
    const PodPtr owner(handle);
    koord_pod_info out = KOORD_INIT(koord_pod_info);
    EXPECT_EQ(koord_pod_get_info(handle, &out, nullptr), KOORD_OK);
    return out;
  };
  const koord_pod_info whole = info(lsr_pod(json::array({container(nullptr, "4")})));
  EXPECT_EQ(whole.qos, KOORD_QOS_LSR);
  EXPECT_EQ(whole.cpu_request_milli, 4000);
  EXPECT_TRUE(whole.properties & KOORD_POD_PROPERTY_LIMIT_IS_REQUEST);
  const koord_pod_info fraction = info(lsr_pod(json::array({container("1500m", "1500m")})));
  EXPECT_EQ(fraction.cpu_request_milli, 1500);
  EXPECT_TRUE(fraction.properties & KOORD_POD_PROPERTY_LIMIT_IS_REQUEST);
  EXPECT_FALSE(info(lsr_pod(json::array({container("2", "4")}))).properties &
               KOORD_POD_PROPERTY_LIMIT_IS_REQUEST);
  EXPECT_FALSE(info(lsr_pod(json::array({container("2", nullptr)}))).properties &
               KOORD_POD_PROPERTY_LIMIT_IS_REQUEST);
  // The sums are equal, but one container has no limit.
  const koord_pod_info hidden =
      info(lsr_pod(json::array({container("1", "2"), container("1", nullptr)})));
  EXPECT_EQ(hidden.cpu_request_milli, hidden.cpu_limit_milli);
  EXPECT_FALSE(hidden.properties & KOORD_POD_PROPERTY_LIMIT_IS_REQUEST);
}

// resource-status.cpuset is a Linux CPU list, set for LSE/LSR.
TEST(SpecObjects, R39_CpusetIsALinuxCpuList) {
  object::ResourceStatus status;
  status.cpus = CpuSet::parse("8,0-3");
  const json written = json::parse(wire::to_annotation(status, Shape::kProposal));
  EXPECT_EQ(written, json({{"cpuset", "0-3,8"}}));
  EXPECT_EQ(wire::read_resource_status(written.dump(), "s").cpus, status.cpus);
}

// resource-status.cpuSharedPools names socket and node only, without cpuset.
TEST(SpecObjects, R40_CpuSharedPoolsNameSocketAndNodeOnly) {
  object::ResourceStatus status;
  status.pools = {{1, 3}};
  for (const Shape shape : {Shape::kProposal, Shape::kCanonical}) {
    const json written = json::parse(wire::to_annotation(status, shape));
    EXPECT_EQ(written, json::parse(R"({"cpuSharedPools":[{"socket":1,"node":3}]})"));
  }
  // A pool that also names its CPUs is understood.
  const auto read = wire::read_resource_status(
      R"({"cpuSharedPools":[{"socket":1,"node":3,"cpuset":"0-3"},{}]})", "s");
  ASSERT_EQ(read.pools.size(), 2u);
  EXPECT_EQ(read.pools[0].node, 3);
  EXPECT_EQ(read.pools[1].socket, 0);
}

object::NodeObject node(const char *name, const char *value) {
  const json labels = {{std::string("node.koordinator.sh/") + name, value}};
  return wire::read_node(json{{"metadata", {{"name", "n"}, {"labels", labels}}}}.dump(), Log{});
}

// Label cpu-bind-policy: None or an empty value is no constraint; FullPCPUsOnly; SpreadByPCPUs;
// without the label another source decides. One edition has PCPUOnly for FullPCPUsOnly.
TEST(SpecObjects, R45_ValuesOfTheBindPolicyLabel) {
  EXPECT_EQ(node("other", "x").bind, object::NodeBind::kAbsent);
  EXPECT_EQ(node("cpu-bind-policy", "").bind, object::NodeBind::kNone);
  EXPECT_EQ(node("cpu-bind-policy", "None").bind, object::NodeBind::kNone);
  EXPECT_EQ(node("cpu-bind-policy", "FullPCPUsOnly").bind, object::NodeBind::kFullPcpusOnly);
  EXPECT_EQ(node("cpu-bind-policy", "PCPUOnly").bind, object::NodeBind::kFullPcpusOnly);
  EXPECT_EQ(node("cpu-bind-policy", "SpreadByPCPUs").bind, object::NodeBind::kSpreadByPcpus);
}

// The strategy's label has two names.
TEST(SpecObjects, R46_ValuesOfTheAllocateStrategyLabel) {
  for (const char *name : {"numa-allocate-strategy", "numa-allocate-policy"}) {
    EXPECT_EQ(node(name, "MostAllocated").strategy, object::NodeStrategy::kMostAllocated);
    EXPECT_EQ(node(name, "LeastAllocated").strategy, object::NodeStrategy::kLeastAllocated);
    EXPECT_EQ(node(name, "DistributeEvenly").strategy, object::NodeStrategy::kDistributeEvenly);
  }
}

// SingleNUMANodePodLevel and SingleNUMANodeContainerLevel mean SingleNUMANode.
TEST(SpecObjects, R49_BothSingleNumaNodeLevelsMeanSingleNumaNode) {
  for (const char *name :
       {"SingleNUMANodePodLevel", "SingleNUMANodeContainerLevel", "SingleNUMANode"}) {
    const json nrt = {{"metadata", {{"name", "n"}}}, {"topologyPolicies", {name}}};
    EXPECT_EQ(wire::read_node_topology(nrt.dump(), Log{}).numa_policy,
              object::NumaPolicy::kSingleNode);
    EXPECT_EQ(node("numa-topology-policy", name).numa_policy, object::NumaPolicy::kSingleNode);
    EXPECT_EQ(node("numa-topology-alignment-policy", name).numa_policy,
              object::NumaPolicy::kSingleNode);
  }
}

// Returns the JSON after each "<key>: |-" in a text.
std::vector<std::string> examples_of(const std::string &text, std::string_view key) {
  std::vector<std::string> out;
  const std::string head = std::string(key) + ": |-";
  for (size_t at = text.find(head); at != std::string::npos; at = text.find(head, at + 1)) {
    const size_t from = text.find_first_of("{[", at);
    size_t to = from;
    int depth = 0;
    do {
      if (text[to] == '{' || text[to] == '[') ++depth;
      if (text[to] == '}' || text[to] == ']') --depth;
    } while (depth != 0 && ++to < text.size());
    out.push_back(text.substr(from, to + 1 - from));
  }
  return out;
}

// Every annotation in the three editions of the proposal is read without a log message, and its
// canonical form is read back unchanged.
TEST(SpecObjects, R57_TheProposalsExamplesParseAndRoundTrip) {
  KOORD_NEED_SHARED(shared);
  CapturedLog log;
  int seen = 0;
  for (const char *edition :
       {"000_e6f64946d47c4e99.txt", "001_ec581572787ad60f.txt", "002_987d584ad69dc3b1.txt"}) {
    SCOPED_TRACE(edition);
    const std::string text = read_file(shared + "/spec/" + edition);
    const auto each = [&](std::string_view key, auto &&check) {
      const auto examples = examples_of(text, key);
      EXPECT_EQ(examples.size(), 1u) << key;
      for (const std::string &example : examples) check(example), ++seen;
    };
    each(wire::kResourceSpecAnnotation, [&](const std::string &example) {
      EXPECT_EQ(json::parse(
                    wire::to_annotation(wire::read_resource_spec(example, "a"), Shape::kProposal)),
                json::parse(example));
    });
    each(wire::kResourceStatusAnnotation, [&](const std::string &example) {
      EXPECT_EQ(json::parse(wire::to_annotation(wire::read_resource_status(example, "a"),
                                                Shape::kProposal)),
                json::parse(example));
    });
    each(wire::kCpuManagerPolicyAnnotation, [&](const std::string &example) {
      EXPECT_EQ(json::parse(wire::to_annotation(wire::read_cpu_manager_policy(example, "a"))),
                json::parse(example));
    });
    each(wire::kCpuTopologyAnnotation, [&](const std::string &example) {
      EXPECT_EQ(
          json::parse(wire::to_annotation(*wire::topology_from_annotation(example, log.log()))),
          json::parse(example));
    });
    each(wire::kCpuSharedPoolsAnnotation, [&](const std::string &example) {
      EXPECT_EQ(json::parse(wire::to_annotation(wire::read_cpu_shared_pools(example, "a"))),
                json::parse(example));
    });
    each(wire::kPodCpuAllocsAnnotation, [&](const std::string &example) {
      json canonical = json::parse(example);
      canonical[0]["cpuset"] = canonical[0]["cpu"];
      canonical[0].erase("cpu");
      canonical[0]["managedByKubelet"] = true;
      EXPECT_EQ(
          json::parse(wire::to_annotation(wire::read_pod_cpu_allocs(example, "a", log.log()))),
          canonical);
    });
  }
  EXPECT_EQ(seen, 18);
  EXPECT_TRUE(log.messages.empty());
}

// The proposal's whole NodeResourceTopology, read as by a scheduler.
TEST(SpecObjects, R57_TheProposalsTopologyIsReadWhole) {
  const auto zone = [](int id, int cpus, int free, const char *nic, int nics) {
    return json{
        {"name", "node-" + std::to_string(id)},
        {"type", "Node"},
        {"resources",
         {{{"name", "cpu"}, {"capacity", cpus}, {"allocatable", cpus - 5}, {"available", free}},
          {{"name", nic}, {"capacity", nics}, {"allocatable", nics}, {"available", nics}}}}};
  };
  const json annotations = {
      {"kubelet.koordinator.sh/cpu-manager-policy",
       R"({"policy":"static","options":{"full-pcpus-only":"true","distribute-cpus-across-numa":"true"}})"},
      {"node.koordinator.sh/cpu-topology",
       R"({"detail":[{"id":0,"core":0,"socket":0,"node":0},{"id":1,"core":1,"socket":1,"node":1}]})"},
      {"node.koordinator.sh/cpu-shared-pools", R"([{"socket":0,"node":0,"cpuset":"0-3"}])"},
      {"node.koordinator.sh/pod-cpu-allocs",
       R"([{"namespace":"default","name":"static-guaranteed-pod","cpu":"4-8","managedByKubelet":"true"}])"}};
  const json nrt = {{"apiVersion", "topology.node.k8s.io/v1alpha1"},
                    {"kind", "NodeResourceTopology"},
                    {"metadata", {{"name", "node1"}, {"annotations", annotations}}},
                    {"topologyPolicies", {"SingleNUMANodePodLevel"}},
                    {"zones",
                     {zone(0, 20, 10, "vendor/nic1", 3), zone(1, 30, 15, "vendor/nic2", 6),
                      zone(2, 30, 15, "vendor/nic1", 3), zone(3, 30, 15, "vendor/nic1", 3)}}};
  const object::NodeTopology got = wire::read_node_topology(nrt.dump(), Log{});
  EXPECT_EQ(got.node, "node1");
  EXPECT_TRUE(got.kubelet_full_pcpus_only && got.kubelet_distribute_numa && got.pod_scope);
  EXPECT_EQ(got.numa_policy, object::NumaPolicy::kSingleNode);
  ASSERT_EQ(got.allocatable.size(), 4u);
  EXPECT_EQ(object::amount_of(got.allocatable[0].amounts, "cpu"), 15000);
  EXPECT_EQ(object::amount_of(got.available[3].amounts, "cpu"), 15000);
  EXPECT_EQ(object::amount_of(got.capacity[1].amounts, "vendor/nic2"), 6);
  ASSERT_EQ(got.held.size(), 1u);
  EXPECT_EQ(got.held[0].cpus.to_string(), "4-8");
  ASSERT_NE(got.machine, nullptr);
}

// The node of the proposal's example.
TEST(SpecObjects, R45_R46_R48_TheProposalsNodeIsRead) {
  const object::NodeObject got =
      wire::read_node(R"({"apiVersion":"v1","kind":"Node","metadata":{"labels":{
      "node.koordinator.sh/cpu-bind-policy":"FullPCPUsOnly",
      "node.koordinator.sh/numa-topology-alignment-policy":"BestEffort",
      "node.koordinator.sh/numa-allocate-strategy":"MostAllocated"},"name":"node-0"},"spec":{}})",
                      Log{});
  EXPECT_EQ(got.bind, object::NodeBind::kFullPcpusOnly);
  EXPECT_EQ(got.numa_policy, object::NumaPolicy::kBestEffort);
  EXPECT_EQ(got.strategy, object::NodeStrategy::kMostAllocated);
}

}  // namespace
}  // namespace koord::testing
