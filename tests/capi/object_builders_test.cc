// Nodes, topologies and devices from builders.
#include "capi/cluster_support.h"
#include "capi/node_support.h"

namespace koord::testing {
namespace {

struct FreeObjectBuilder {
  void operator()(koord_node_builder *builder) const { koord_node_builder_free(builder); }
  void operator()(koord_nrt_builder *builder) const { koord_nrt_builder_free(builder); }
  void operator()(koord_device_builder *builder) const { koord_device_builder_free(builder); }
};
template <typename T>
using Owned = std::unique_ptr<T, FreeObjectBuilder>;

template <typename T>
Owned<T> made(koord_status (*make)(T **, koord_error *)) {
  T *out = nullptr;
  EXPECT_EQ(make(&out, nullptr), KOORD_OK);
  return Owned<T>(out);
}

#define EXPECT_OK(call)                                \
  do {                                                 \
    koord_error err{};                                 \
    EXPECT_EQ(call, KOORD_OK) << #call << err.message; \
  } while (false)

Owned<koord_node_builder> node_of(std::string_view name) {
  auto node = made(koord_node_builder_new);
  EXPECT_OK(koord_node_builder_set_text(node.get(), KOORD_NODE_TEXT_NAME, name.data(), name.size(),
                                        &err));
  EXPECT_OK(koord_node_builder_set_resource(node.get(), "pods", 4, 110, 0, &err));
  EXPECT_OK(koord_node_builder_set_resource(node.get(), "memory", 6, int64_t{64} << 30, 0, &err));
  EXPECT_OK(koord_node_builder_set_resource(node.get(), "cpu", 3, 16000, 0, &err));
  return node;
}

// Equals nrt_json() of two_sockets().
Owned<koord_nrt_builder> nrt_of(std::string_view name) {
  auto nrt = made(koord_nrt_builder_new);
  EXPECT_OK(koord_nrt_builder_set_name(nrt.get(), name.data(), name.size(), &err));
  EXPECT_OK(koord_nrt_builder_set_topology(nrt.get(), two_sockets().get(), &err));
  for (const char *zone_name : {"node-0", "node-1"}) {
    int32_t zone = -1;
    EXPECT_OK(koord_nrt_builder_add_zone(nrt.get(), zone_name, KOORD_NUL, "Node", 4, &zone, &err));
    EXPECT_OK(koord_nrt_builder_add_resource(nrt.get(), zone, "cpu", 3, 8000, 8000, 8000, &err));
  }
  return nrt;
}

// Expects that both clusters have node "n" and give equal results for pods.
void expect_same(const ClusterPtr &built, const ClusterPtr &expected) {
  EXPECT_EQ(everything(built), everything(expected));
  for (const char *cpu : {"2", "4", "3", "6"}) {
    const PodPtr pod = pod_of({.uid = std::string("u") + cpu, .cpu = cpu});
    const Reserved a = reserve(expected, pod, 0);
    const Reserved b = reserve(built, pod, 0);
    EXPECT_EQ(a.cpus, b.cpus);
    EXPECT_EQ(a.reason, b.reason);
  }
  EXPECT_EQ(everything(built), everything(expected));
}

constexpr std::string_view kPolicies = R"("labels":{
    "node.koordinator.sh/cpu-bind-policy":"FullPCPUsOnly",
    "node.koordinator.sh/numa-topology-policy":"SingleNUMANode",
    "node.koordinator.sh/numa-allocate-strategy":"LeastAllocated"},"annotations":{
    "node.koordinator.sh/reservation":"{\"reservedCPUs\":\"0\",\"applyPolicy\":\"ReservedCPUsOnly\"}",
    "node.koordinator.sh/resource-amplification-ratio":"{\"cpu\":1.5}"},)";

TEST(ObjectBuilders, NumbersAreAsFromJson) {
  const ClusterPtr by_json = new_cluster();
  const ClusterPtr built = new_cluster();
  add_node(by_json, "n", kPolicies);
  const auto node = node_of("n");
  koord_node_spec spec = KOORD_INIT(koord_node_spec);
  spec.bind_policy = KOORD_BIND_POLICY_FULL_PCPUS;
  spec.strategy = KOORD_NUMA_STRATEGY_LEAST_ALLOCATED;
  spec.numa_policy = KOORD_NUMA_POLICY_SINGLE_NUMA_NODE;
  spec.cpu_amplification_percent = 150;
  const uint64_t reserved = 1;
  EXPECT_OK(koord_node_builder_set_spec(node.get(), &spec, &err));
  EXPECT_OK(
      koord_node_builder_set_cpus(node.get(), KOORD_NODE_CPUSET_RESERVED, &reserved, 1, &err));
  uint32_t id = 9;
  EXPECT_OK(koord_cluster_set_node_from_builder(built.get(), node.get(), &id, &err));
  EXPECT_EQ(id, 0u);
  EXPECT_OK(koord_cluster_set_topology_from_builder(built.get(), nrt_of("n").get(), nullptr, &err));
  expect_same(built, by_json);
}

TEST(ObjectBuilders, LabelsAndAnnotationsAreAsFromJson) {
  const ClusterPtr by_json = new_cluster();
  const ClusterPtr built = new_cluster();
  add_node(by_json, "n", kPolicies);
  const auto node = node_of("n");
  for (const auto &[key, value] :
       {std::pair{"node.koordinator.sh/cpu-bind-policy", "FullPCPUsOnly"},
        {"node.koordinator.sh/numa-topology-policy", "SingleNUMANode"},
        {"node.koordinator.sh/numa-allocate-strategy", "LeastAllocated"}})
    EXPECT_OK(koord_node_builder_set_label(node.get(), key, KOORD_NUL, value, KOORD_NUL, &err));
  for (const auto &[key, value] :
       {std::pair{"node.koordinator.sh/reservation",
                  R"({"reservedCPUs":"0","applyPolicy":"ReservedCPUsOnly"})"},
        {"node.koordinator.sh/resource-amplification-ratio", R"({"cpu":1.5})"}})
    EXPECT_OK(
        koord_node_builder_set_annotation(node.get(), key, KOORD_NUL, value, KOORD_NUL, &err));
  EXPECT_OK(koord_cluster_set_node_from_builder(built.get(), node.get(), nullptr, &err));
  EXPECT_OK(koord_cluster_set_topology_from_builder(built.get(), nrt_of("n").get(), nullptr, &err));
  expect_same(built, by_json);
}

TEST(ObjectBuilders, ABuilderServesManyNodes) {
  const ClusterPtr cluster = new_cluster();
  const auto node = node_of("first");
  EXPECT_OK(koord_cluster_set_node_from_builder(cluster.get(), node.get(), nullptr, &err));
  EXPECT_OK(koord_node_builder_reset(node.get(), &err));
  EXPECT_FAILS(koord_cluster_set_node_from_builder(cluster.get(), node.get(), nullptr, &err),
               KOORD_E_INVALID, "Node: metadata.name: missing");
  EXPECT_OK(koord_node_builder_set_text(node.get(), KOORD_NODE_TEXT_NAME, "second", 6, &err));
  uint32_t id = 9;
  EXPECT_OK(koord_cluster_set_node_from_builder(cluster.get(), node.get(), &id, &err));
  EXPECT_EQ(id, 1u);
  EXPECT_EQ(info_of(cluster).nodes, 2u);
}

TEST(ObjectBuilders, ErrorsOfNodesNameTheField) {
  const ClusterPtr cluster = new_cluster();
  const auto node = node_of("n");
  const auto refuse = [&](auto &&change, const char *fragment) {
    koord_node_spec spec = KOORD_INIT(koord_node_spec);
    change(spec);
    EXPECT_FAILS(koord_node_builder_set_spec(node.get(), &spec, &err), KOORD_E_INVALID, fragment);
  };
  refuse([](koord_node_spec &s) { s.flags = 4; }, "spec.flags");
  refuse([](koord_node_spec &s) { s.bind_policy = 3; }, "spec.bind_policy");
  refuse([](koord_node_spec &s) { s.bind_policy = 5; }, "spec.bind_policy");
  refuse([](koord_node_spec &s) { s.strategy = -1; }, "spec.strategy");
  refuse([](koord_node_spec &s) { s.numa_policy = 5; }, "spec.numa_policy");
  refuse([](koord_node_spec &s) { s.cpu_amplification_percent = 10001; },
         "spec.cpu_amplification_percent");
  refuse([](koord_node_spec &s) { s.struct_size = 6; }, "spec.struct_size");
  koord_node_builder *n = node.get();
  EXPECT_FAILS(koord_node_builder_set_text(n, 3, "", 0, &err), KOORD_E_INVALID, "which");
  EXPECT_FAILS(koord_node_builder_set_cpus(n, 2, nullptr, 0, &err), KOORD_E_INVALID, "which");
  EXPECT_FAILS(koord_node_builder_set_resource(n, "cpu", 3, -1, 0, &err), KOORD_E_INVALID,
               "allocatable: is negative");
  EXPECT_FAILS(koord_node_builder_set_resource(n, "cpu", 3, 0, INT64_MIN, &err), KOORD_E_INVALID,
               "reserved: is negative");
  EXPECT_FAILS(koord_node_builder_set_resource(n, "", 0, 0, 0, &err), KOORD_E_INVALID,
               "name: is empty");
  const std::vector<uint64_t> beyond(129, 1);
  EXPECT_FAILS(koord_node_builder_set_cpus(n, 0, beyond.data(), 129, &err), KOORD_E_INVALID, "");
  EXPECT_FAILS(koord_node_builder_set_spec(n, nullptr, &err), KOORD_E_INVALID, "spec");
  EXPECT_FAILS(koord_cluster_set_node_from_builder(cluster.get(), nullptr, nullptr, &err),
               KOORD_E_INVALID, "builder");
  EXPECT_FAILS(koord_cluster_set_node_from_builder(nullptr, n, nullptr, &err), KOORD_E_INVALID,
               "cluster");
  // Values of labels are checked when the node is read, and an invalid one changes nothing.
  EXPECT_OK(koord_node_builder_set_label(n, "node.koordinator.sh/cpu-bind-policy", KOORD_NUL, "odd",
                                         3, &err));
  EXPECT_FAILS_UNCHANGED(
      cluster, koord_cluster_set_node_from_builder(cluster.get(), n, nullptr, &err),
      KOORD_E_INVALID, "Node n: metadata.labels[\"node.koordinator.sh/cpu-bind-policy\"]");
}

TEST(ObjectBuilders, ErrorsOfTopologiesNameTheField) {
  const ClusterPtr cluster = new_cluster();
  const auto nrt = nrt_of("n");
  koord_nrt_spec spec = KOORD_INIT(koord_nrt_spec);
  spec.flags = 16;
  koord_nrt_builder *n = nrt.get();
  EXPECT_FAILS(koord_nrt_builder_set_spec(n, &spec, &err), KOORD_E_INVALID, "spec.flags");
  spec = KOORD_INIT(koord_nrt_spec);
  spec.numa_policy = 9;
  EXPECT_FAILS(koord_nrt_builder_set_spec(n, &spec, &err), KOORD_E_INVALID, "spec.numa_policy");
  EXPECT_FAILS(koord_nrt_builder_set_cpus(n, 2, nullptr, 0, &err), KOORD_E_INVALID, "which");
  EXPECT_FAILS(koord_nrt_builder_add_resource(n, 2, "cpu", 3, 1, 1, 1, &err), KOORD_E_INVALID,
               "zone: found 2, expected 0 to 1");
  EXPECT_FAILS(koord_nrt_builder_add_cost(n, -1, "node-0", 6, 1, &err), KOORD_E_INVALID, "zone");
  EXPECT_OK(koord_nrt_builder_add_resource(n, 1, "cpu", 3, 1, 1, 1, &err));
  EXPECT_FAILS_UNCHANGED(
      cluster, koord_cluster_set_topology_from_builder(cluster.get(), n, nullptr, &err),
      KOORD_E_INVALID, "NodeResourceTopology n: zones[1].resources[1].name: listed twice");
}

TEST(ObjectBuilders, MachinesOfTopologies) {
  const auto nrt = nrt_of("n");
  koord_topology *machine = nullptr;
  EXPECT_OK(koord_topology_from_nrt_builder(nullptr, nrt.get(), &machine, &err));
  EXPECT_EQ(nrt_json("n", TopologyPtr(machine).get()), nrt_json("n", two_sockets().get()));
  EXPECT_OK(koord_nrt_builder_set_topology(nrt.get(), nullptr, &err));
  EXPECT_FAILS(koord_topology_from_nrt_builder(nullptr, nrt.get(), &machine, &err), KOORD_E_INVALID,
               "NodeResourceTopology n: metadata: has no annotation");
  EXPECT_EQ(machine, nullptr);
  EXPECT_OK(koord_nrt_builder_set_annotation(nrt.get(), "node.koordinator.sh/cpu-topology",
                                             KOORD_NUL, R"({"detail":[{"id":5}]})", KOORD_NUL,
                                             &err));
  EXPECT_OK(koord_topology_from_nrt_builder(nullptr, nrt.get(), &machine, &err));
  koord_topology_info info = KOORD_INIT(koord_topology_info);
  EXPECT_OK(koord_topology_get_info(TopologyPtr(machine).get(), &info, &err));
  EXPECT_EQ(info.cpus, 1u);
}

// Two GPUs, equal to kDevices.
Owned<koord_device_builder> devices_of(std::string_view name) {
  auto object = made(koord_device_builder_new);
  koord_device_builder *d = object.get();
  EXPECT_OK(koord_device_builder_set_name(d, name.data(), name.size(), &err));
  EXPECT_OK(koord_device_builder_set_label(d, "node.koordinator.sh/gpu-model", KOORD_NUL, "H100", 4,
                                           &err));
  for (int32_t minor = 0; minor < 2; ++minor) {
    koord_device_spec spec = KOORD_INIT(koord_device_spec);
    spec.flags = KOORD_DEVICE_HEALTHY | KOORD_DEVICE_HAS_TOPOLOGY;
    spec.minor = minor;
    spec.numa_node = minor;
    spec.socket = -1;
    int32_t device = -1;
    EXPECT_OK(koord_device_builder_add_device(d, &spec, &device, &err));
    EXPECT_EQ(device, minor);
    const std::string id = "GPU-" + std::to_string(minor);
    EXPECT_OK(
        koord_device_builder_set_device_text(d, device, KOORD_DEVICE_TEXT_TYPE, "gpu", 3, &err));
    EXPECT_OK(koord_device_builder_set_device_text(d, device, KOORD_DEVICE_TEXT_ID, id.data(),
                                                   id.size(), &err));
    for (const auto &[resource, amount] : {std::pair{"koordinator.sh/gpu-core", int64_t{100}},
                                           {"koordinator.sh/gpu-mem", int64_t{80} << 30},
                                           {"koordinator.sh/gpu-memory-ratio", int64_t{100}}})
      EXPECT_OK(koord_device_builder_set_resource(d, device, resource, KOORD_NUL, amount, &err));
  }
  return object;
}

constexpr std::string_view kDevices = R"({"metadata":{"name":"n",
  "labels":{"node.koordinator.sh/gpu-model":"H100"}},"spec":{"devices":[
  {"type":"gpu","id":"GPU-0","minor":0,"health":true,"topology":{"nodeID":0},"resources":{
    "koordinator.sh/gpu-core":"100","koordinator.sh/gpu-memory":"80Gi","koordinator.sh/gpu-memory-ratio":"100"}},
  {"type":"gpu","id":"GPU-1","minor":1,"health":true,"topology":{"nodeID":1},"resources":{
    "koordinator.sh/gpu-core":"100","koordinator.sh/gpu-memory":"80Gi","koordinator.sh/gpu-memory-ratio":"100"}}]}})";

std::string given_devices(const ClusterPtr &cluster, const PodPtr &pod) {
  EXPECT_EQ(reserve(cluster, pod, 0).reason, KOORD_REASON_NONE);
  koord_buffer *out = nullptr;
  EXPECT_OK(koord_cluster_get_pod_devices(cluster.get(), "uid", 3, &out, &err));
  return text_of(BufferPtr(out).get());
}

TEST(ObjectBuilders, DevicesAreAsFromJson) {
  const ClusterPtr by_json = new_cluster();
  const ClusterPtr built = new_cluster();
  for (const ClusterPtr *cluster : {&by_json, &built}) add_node(*cluster, "n");
  EXPECT_OK(
      koord_cluster_set_devices(by_json.get(), kDevices.data(), kDevices.size(), nullptr, &err));
  uint32_t id = 9;
  EXPECT_OK(koord_cluster_set_devices_from_builder(built.get(), devices_of("n").get(), &id, &err));
  EXPECT_EQ(id, 0u);
  const PodPtr pod = pod_from(R"({"metadata":{"name":"p","uid":"uid"},"spec":{"containers":[
      {"resources":{"limits":{"cpu":"1","koordinator.sh/gpu":"50"}}}]}})");
  EXPECT_EQ(given_devices(built, pod), given_devices(by_json, pod));
}

TEST(ObjectBuilders, ErrorsOfDevicesNameTheField) {
  const ClusterPtr cluster = new_cluster();
  const auto object = devices_of("n");
  koord_device_builder *d = object.get();
  const auto refuse = [&](auto &&change, const char *fragment) {
    koord_device_spec spec = KOORD_INIT(koord_device_spec);
    change(spec);
    EXPECT_FAILS(koord_device_builder_add_device(d, &spec, nullptr, &err), KOORD_E_INVALID,
                 fragment);
  };
  refuse([](koord_device_spec &s) { s.flags = 8; }, "spec.flags");
  refuse([](koord_device_spec &s) { s.minor = -1; }, "spec.minor: -1 is too low");
  refuse([](koord_device_spec &s) { s.module = -2; }, "spec.module");
  refuse([](koord_device_spec &s) { s.socket = -2; }, "spec.socket");
  refuse([](koord_device_spec &s) { s.numa_node = -2; }, "spec.numa_node");
  refuse([](koord_device_spec &s) { s.numa_node = 1024; }, "spec.numa_node: 1024");
  EXPECT_FAILS(koord_device_builder_add_device(d, nullptr, nullptr, &err), KOORD_E_INVALID, "spec");
  EXPECT_FAILS(koord_device_builder_set_device_text(d, 2, 0, "x", 1, &err), KOORD_E_INVALID,
               "device: found 2");
  EXPECT_FAILS(koord_device_builder_set_device_text(d, 0, 4, "x", 1, &err), KOORD_E_INVALID,
               "which");
  EXPECT_FAILS(koord_device_builder_set_device_label(d, -1, "a", 1, "b", 1, &err), KOORD_E_INVALID,
               "device");
  EXPECT_FAILS(koord_device_builder_set_resource(d, 0, "x", 1, -1, &err), KOORD_E_INVALID,
               "amount: is negative");
  EXPECT_FAILS(koord_device_builder_add_vf_group(d, 2, nullptr, &err), KOORD_E_INVALID, "device");
  EXPECT_FAILS(koord_device_builder_set_vf_label(d, 0, "a", 1, "b", 1, &err), KOORD_E_INVALID,
               "group: found 0, but none was added");
  int32_t group = -1;
  EXPECT_OK(koord_device_builder_add_vf_group(d, 1, &group, &err));
  EXPECT_FAILS(koord_device_builder_add_vf(d, group, -2, "", 0, &err), KOORD_E_INVALID, "minor");
  EXPECT_OK(koord_device_builder_add_vf(d, group, -1, "", 0, &err));
  EXPECT_FAILS_UNCHANGED(
      cluster, koord_cluster_set_devices_from_builder(cluster.get(), d, nullptr, &err),
      KOORD_E_INVALID, "Device n: spec.devices[1].vfGroups[0].vfs[0]: a virtual function without");
  koord_device_spec spec = KOORD_INIT(koord_device_spec);
  for (int i = 2; i < 4096; ++i)
    EXPECT_OK(koord_device_builder_add_device(d, &spec, nullptr, &err));
  EXPECT_FAILS(koord_device_builder_add_device(d, &spec, nullptr, &err), KOORD_E_LIMIT,
               "devices: more than 4096");
}

TEST(ObjectBuilders, AgentsTakeNodesAndDevices) {
  koord_agent *out = nullptr;
  EXPECT_OK(koord_agent_new(nullptr, two_sockets().get(), nullptr, &out, &err));
  const NodePtr agent(out);
  const auto node = node_of("n");
  const uint64_t reserved = 5;
  EXPECT_OK(
      koord_node_builder_set_cpus(node.get(), KOORD_NODE_CPUSET_RESERVED, &reserved, 1, &err));
  EXPECT_OK(koord_agent_set_node_from_builder(agent.get(), node.get(), &err));
  uint64_t word = 0;
  EXPECT_OK(koord_agent_get_cpus(agent.get(), KOORD_AGENT_CPUSET_RESERVED, &word, 1, &err));
  EXPECT_EQ(word, reserved);
  EXPECT_OK(koord_agent_set_devices_from_builder(agent.get(), devices_of("n").get(), &err));
  EXPECT_FAILS(koord_agent_set_node_from_builder(nullptr, node.get(), &err), KOORD_E_INVALID,
               "agent");
  EXPECT_FAILS(koord_agent_set_devices_from_builder(agent.get(), nullptr, &err), KOORD_E_INVALID,
               "builder");
}

}  // namespace
}  // namespace koord::testing
