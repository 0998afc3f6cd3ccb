// Nodes, topologies and amounts as structs instead of JSON.
#include "capi/cluster_support.h"

namespace koord::testing {
namespace {

// The same node, topology and pod as JSON and as structs.
TEST(ClusterStructs, SayWhatJsonSays) {
  const ClusterPtr by_json = new_cluster();
  const ClusterPtr by_struct = new_cluster();
  add_node(by_json, "n",
           R"("labels":{"node.koordinator.sh/cpu-bind-policy":"FullPCPUsOnly",
             "node.koordinator.sh/numa-topology-policy":"SingleNUMANode",
             "node.koordinator.sh/numa-allocate-strategy":"LeastAllocated"},"annotations":{
             "node.koordinator.sh/reservation":"{\"reservedCPUs\":\"0\",\"applyPolicy\":\"ReservedCPUsOnly\"}",
             "node.koordinator.sh/resource-amplification-ratio":"{\"cpu\":1.5}"},)");
  const std::string arena = "ncpumemorypods";
  koord_node_spec spec = KOORD_INIT(koord_node_spec);
  spec.name_length = 1;
  spec.bind_policy = KOORD_BIND_POLICY_FULL_PCPUS;
  spec.strategy = KOORD_NUMA_STRATEGY_LEAST_ALLOCATED;
  spec.numa_policy = KOORD_NUMA_POLICY_SINGLE_NUMA_NODE;
  spec.cpu_amplification_percent = 150;
  const koord_amount amounts[] = {
      {16000, 0, 1, 3, 0, 0}, {int64_t{64} << 30, 0, 4, 6, 0, 0}, {110, 0, 10, 4, 0, 0}};
  const uint64_t reserved = 1;
  koord_error err{};
  ASSERT_EQ(
      koord_cluster_set_node_struct(by_struct.get(), &spec, arena.data(), arena.size(), amounts,
                                    sizeof amounts[0], 3, &reserved, nullptr, 1, nullptr, &err),
      KOORD_OK)
      << err.message;
  koord_node_topology_spec topology = KOORD_INIT(koord_node_topology_spec);
  topology.name_length = 1;
  const koord_amount zones[] = {{8000, 0, 1, 3, 0, 0}, {8000, 0, 1, 3, 1, 0}};
  ASSERT_EQ(koord_cluster_set_topology_struct(
                by_struct.get(), &topology, arena.data(), arena.size(), two_sockets().get(), zones,
                sizeof zones[0], 2, nullptr, nullptr, 0, nullptr, &err),
            KOORD_OK)
      << err.message;
  EXPECT_EQ(everything(by_struct), everything(by_json));
  for (const char *cpu : {"2", "4", "3", "6"}) {
    const PodPtr pod = pod_of({.uid = std::string("u") + cpu, .cpu = cpu});
    const Reserved a = reserve(by_json, pod, 0);
    const Reserved b = reserve(by_struct, pod, 0);
    EXPECT_EQ(a.cpus, b.cpus);
    EXPECT_EQ(a.reason, b.reason);
  }
  EXPECT_EQ(everything(by_struct), everything(by_json));
}

class ClusterStructErrors : public ::testing::Test {
 protected:
  ClusterStructErrors() : cluster_(new_cluster()) {
    add_node(cluster_, "other");
    spec_ = KOORD_INIT(koord_node_spec);
    topology_ = KOORD_INIT(koord_node_topology_spec);
    spec_.name_length = topology_.name_length = 1;
  }
  koord_status set_node_with(koord_error *err, size_t stride = sizeof(koord_amount)) {
    return koord_cluster_set_node_struct(cluster_.get(), &spec_, "ncpumemory", 10, rows_, stride, 2,
                                         nullptr, nullptr, 0, nullptr, err);
  }
  koord_status set_topology_with(koord_error *err) {
    return koord_cluster_set_topology_struct(cluster_.get(), &topology_, "ncpumemory", 10, nullptr,
                                             rows_, sizeof rows_[0], 2, nullptr, nullptr, 0,
                                             nullptr, err);
  }
  // With the field set to what is wrong.
  template <typename Field, typename Value>
  void expect_node_fails(Field &field, Value wrong, const char *fragment) {
    const Field good = field;
    field = static_cast<Field>(wrong);
    EXPECT_FAILS_UNCHANGED(cluster_, set_node_with(&err), KOORD_E_INVALID, fragment);
    field = good;
  }
  template <typename Field, typename Value>
  void expect_topology_fails(Field &field, Value wrong, const char *fragment) {
    const Field good = field;
    field = static_cast<Field>(wrong);
    EXPECT_FAILS_UNCHANGED(cluster_, set_topology_with(&err), KOORD_E_INVALID, fragment);
    field = good;
  }

  ClusterPtr cluster_;
  koord_node_spec spec_;
  koord_node_topology_spec topology_;
  koord_amount rows_[2] = {{1, 0, 1, 3, 0, 0}, {1, 0, 4, 6, 0, 0}};
};

TEST_F(ClusterStructErrors, OfNodesNameTheField) {
  expect_node_fails(spec_.flags, 4, "spec.flags");
  expect_node_fails(spec_.bind_policy, 3, "spec.bind_policy");
  expect_node_fails(spec_.bind_policy, 5, "spec.bind_policy");
  expect_node_fails(spec_.strategy, -1, "spec.strategy");
  expect_node_fails(spec_.numa_policy, 5, "spec.numa_policy");
  expect_node_fails(spec_.name_length, 0, "spec.name");
  expect_node_fails(spec_.name_offset, 10, "spec.name");
  expect_node_fails(spec_.architecture_length, 99, "spec.architecture");
  expect_node_fails(spec_.cpu_amplification_percent, 10001, "spec.cpu_amplification_percent");
  expect_node_fails(spec_.struct_size, 6, "spec.struct_size");
  EXPECT_FAILS(set_node_with(&err, 24), KOORD_E_INVALID, "amounts: stride");
  EXPECT_FAILS(koord_cluster_set_node_struct(cluster_.get(), nullptr, "n", 1, nullptr, 32, 0,
                                             nullptr, nullptr, 0, nullptr, &err),
               KOORD_E_INVALID, "spec");
  EXPECT_FAILS(koord_cluster_set_node_struct(cluster_.get(), &spec_, nullptr, 1, nullptr, 32, 0,
                                             nullptr, nullptr, 0, nullptr, &err),
               KOORD_E_INVALID, "arena");
  EXPECT_FAILS(koord_cluster_set_node_struct(cluster_.get(), &spec_, "n", 1, nullptr, 32, 1,
                                             nullptr, nullptr, 0, nullptr, &err),
               KOORD_E_INVALID, "amounts");
  EXPECT_FAILS(
      koord_cluster_set_node_struct(cluster_.get(), &spec_, "n", 1, rows_, 32,
                                    (size_t{1} << 20) + 1, nullptr, nullptr, 0, nullptr, &err),
      KOORD_E_LIMIT, "amounts");
  EXPECT_FAILS(koord_cluster_set_topology_struct(cluster_.get(), nullptr, "n", 1, nullptr, nullptr,
                                                 32, 0, nullptr, nullptr, 0, nullptr, &err),
               KOORD_E_INVALID, "spec");
  const std::vector<uint64_t> beyond(129, 1);
  EXPECT_FAILS_UNCHANGED(
      cluster_,
      koord_cluster_set_node_struct(cluster_.get(), &spec_, "n", 1, nullptr, 32, 0, beyond.data(),
                                    nullptr, 129, nullptr, &err),
      KOORD_E_INVALID, "");
}

TEST_F(ClusterStructErrors, OfAmountsNameTheRow) {
  expect_node_fails(rows_[1].amount, -1, "amounts[1].amount: is negative");
  expect_node_fails(rows_[1].node_reserved, INT64_MIN, "amounts[1].node_reserved: is negative");
  expect_node_fails(rows_[1].reserved, 1, "amounts[1].reserved: must be 0");
  expect_node_fails(rows_[1].numa_node, 1, "amounts[1].numa_node");
  expect_node_fails(rows_[1].name_length, 0, "amounts[1].name: is empty");
  expect_node_fails(rows_[1].name_length, UINT32_MAX, "amounts[1].name");
  expect_node_fails(rows_[1], rows_[0], "\"cpu\" is a duplicate resource");
  expect_topology_fails(rows_[1].node_reserved, 1, "amounts[1].node_reserved");
  expect_topology_fails(rows_[1].numa_node, 1024, "amounts[1].numa_node: 1024");
  expect_topology_fails(rows_[1].numa_node, -1, "amounts[1].numa_node: -1");
  expect_topology_fails(topology_.flags, 16, "spec.flags");
  expect_topology_fails(topology_.numa_policy, 9, "spec.numa_policy");
}

}  // namespace
}  // namespace koord::testing
