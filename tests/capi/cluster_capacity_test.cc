// koord_cluster_get_capacity: capacity, and the amounts that are stranded.
#include "capi/cluster_support.h"

namespace koord::testing {
namespace {

struct FreeCapacity {
  void operator()(koord_capacity *made) const { koord_capacity_unref(made); }
};
using CapacityPtr = std::unique_ptr<koord_capacity, FreeCapacity>;

// Two nodes of 16 CPUs, the first with 6 in use, and a node that accepts no pod.
class ClusterCapacity : public ::testing::Test {
 protected:
  ClusterCapacity() : cluster_(new_cluster()) {
    for (const char *name : {"a", "b"}) add_node(cluster_, name);
    EXPECT_EQ(reserve(cluster_, pod_of({.uid = "held", .cpu = "6"}), 0).reason, KOORD_REASON_NONE);
    std::string closed = node_json("c");
    closed.replace(closed.find(R"("status")"), 8, R"("spec":{"unschedulable":true},"status")");
    EXPECT_EQ(set_node(cluster_, closed, nullptr, nullptr), KOORD_OK);
    options_ = KOORD_INIT(koord_capacity_options);
  }

  CapacityPtr capacity(const PodPtr &pod, const koord_query *query = nullptr) {
    koord_capacity *made = nullptr;
    koord_error err{};
    EXPECT_EQ(koord_cluster_get_capacity(cluster_.get(), pod.get(), &options_, query, &made, &err),
              KOORD_OK)
        << err.message;
    return CapacityPtr(made);
  }
  static std::vector<koord_node_capacity> rows_of(const CapacityPtr &made) {
    std::vector<koord_node_capacity> rows(3);
    size_t count = 0;
    EXPECT_EQ(koord_capacity_get_nodes(made.get(), rows.data(), sizeof rows[0], rows.size(), &count,
                                       nullptr),
              KOORD_OK);
    EXPECT_EQ(count, 3u);
    return rows;
  }
  static uint64_t pods_of(const CapacityPtr &made) {
    koord_capacity_info info = KOORD_INIT(koord_capacity_info);
    EXPECT_EQ(koord_capacity_get_info(made.get(), &info, nullptr), KOORD_OK);
    return info.pods;
  }

  ClusterPtr cluster_;
  koord_capacity_options options_;
};

TEST_F(ClusterCapacity, TolerationsOfUnschedulableNodes) {
  const PodPtr pod = pod_from(
      R"({"metadata":{"name":"p","uid":"p"},"spec":{"tolerations":[{"operator":"Exists"}],
          "containers":[{"name":"c","resources":{"requests":{"cpu":"4"}}}]}})");
  EXPECT_EQ(rows_of(capacity(pod))[2].pods, 4u);
  const QueryPtr query = new_query();
  ASSERT_EQ(koord_query_disable_smt(query.get(), 2, nullptr), KOORD_OK);
  EXPECT_EQ(rows_of(capacity(pod, query.get()))[2].pods, 4u);  // its machine is not known
  ASSERT_EQ(koord_query_drain_node(query.get(), 2, nullptr), KOORD_OK);
  EXPECT_EQ(rows_of(capacity(pod, query.get()))[2].reason, KOORD_REASON_NODE_UNSCHEDULABLE);
}

TEST_F(ClusterCapacity, DisplacedPodsKeepOffTheirExcludedNodes) {
  const QueryPtr query = new_query();
  const auto unplaced = [&] {
    koord_capacity_info info = KOORD_INIT(koord_capacity_info);
    const CapacityPtr made = capacity(pod_of({.uid = "", .cpu = "16"}), query.get());
    EXPECT_EQ(koord_capacity_get_info(made.get(), &info, nullptr), KOORD_OK);
    EXPECT_EQ(info.displaced, 1u);
    return std::pair(info.unplaced, info.pods);
  };
  ASSERT_EQ(koord_query_drain_node(query.get(), 0, nullptr), KOORD_OK);
  EXPECT_EQ(unplaced(), std::pair(uint64_t{0}, uint64_t{0}));
  ASSERT_EQ(koord_query_exclude_pod_node(query.get(), "held", 4, 1, nullptr), KOORD_OK);
  EXPECT_EQ(unplaced(), std::pair(uint64_t{1}, uint64_t{1}));
  // A node can be excluded for all displaced pods; other pods are counted on it.
  ASSERT_EQ(koord_query_reset(query.get(), nullptr), KOORD_OK);
  ASSERT_EQ(koord_query_drain_node(query.get(), 0, nullptr), KOORD_OK);
  ASSERT_EQ(koord_query_exclude_node(query.get(), 1, nullptr), KOORD_OK);
  ASSERT_EQ(koord_query_exclude_node(query.get(), 9, nullptr), KOORD_OK);
  EXPECT_EQ(unplaced(), std::pair(uint64_t{1}, uint64_t{1}));
}

TEST_F(ClusterCapacity, RowsAndSums) {
  const std::string before = everything(cluster_);
  const CapacityPtr made = capacity(pod_of({.uid = "", .cpu = "4"}));
  EXPECT_EQ(pods_of(made), 6u);
  const auto rows = rows_of(made);
  EXPECT_EQ(rows[0].node, 0u);
  EXPECT_EQ(rows[0].pods, 2u);
  EXPECT_EQ(rows[0].reason, KOORD_REASON_INSUFFICIENT_RESOURCE);
  EXPECT_EQ(rows[0].left_milli, 2000);
  EXPECT_EQ(rows[0].left_memory, int64_t{61} << 30);
  EXPECT_EQ(rows[0].flags, 0u);
  EXPECT_EQ(rows[1].pods, 4u);
  EXPECT_EQ(rows[1].left_milli, 0);
  EXPECT_EQ(rows[2].pods, 0u);
  EXPECT_EQ(rows[2].reason, KOORD_REASON_NODE_UNSCHEDULABLE);
  EXPECT_EQ(rows[2].flags, uint32_t{KOORD_CAPACITY_UNRESOLVABLE});
  EXPECT_EQ(rows[2].left_milli, 16000);
  koord_capacity_reason reasons[2];
  size_t count = 0;
  ASSERT_EQ(koord_capacity_get_reasons(made.get(), reasons, sizeof reasons[0], 2, &count, nullptr),
            KOORD_OK);
  ASSERT_EQ(count, 2u);
  EXPECT_EQ(reasons[0].reason, KOORD_REASON_INSUFFICIENT_RESOURCE);
  EXPECT_EQ(reasons[0].nodes, 2u);
  EXPECT_EQ(reasons[0].pods, 6u);
  EXPECT_EQ(reasons[0].left_milli, 2000);
  EXPECT_EQ(reasons[1].reason, KOORD_REASON_NODE_UNSCHEDULABLE);
  EXPECT_EQ(reasons[1].left_memory, int64_t{64} << 30);
  EXPECT_EQ(everything(cluster_), before);
}

TEST_F(ClusterCapacity, OptionsAndQueriesCount) {
  const PodPtr pod = pod_of({.uid = "", .cpu = "4"});
  const QueryPtr query = new_query();
  koord_query_remove_pod(query.get(), "held", 4, nullptr);
  EXPECT_EQ(pods_of(capacity(pod, query.get())), 8u);
  koord_query_add_pod(query.get(), pod_of({.uid = "x", .cpu = "16"}).get(), 1, nullptr);
  EXPECT_EQ(pods_of(capacity(pod, query.get())), 4u);
  options_.max_pods = 3;
  EXPECT_EQ(pods_of(capacity(pod)), 5u);
  EXPECT_EQ(rows_of(capacity(pod))[1].reason, KOORD_REASON_NONE);
  // The third node has no topology: no pod with exclusive CPUs
  // fits, but a pod with shared CPUs does.
  const QueryPtr elsewhere = query_with(KOORD_QUERY_SKIP_FIT);
  EXPECT_EQ(rows_of(capacity(pod, elsewhere.get()))[2].reason, KOORD_REASON_NO_TOPOLOGY);
  EXPECT_EQ(
      rows_of(capacity(pod_of({.uid = "", .cpu = "4", .qos = "LS"}), elsewhere.get()))[2].pods, 3u);
}

TEST_F(ClusterCapacity, NodesThatDrainOrRestart) {
  const PodPtr pod = pod_of({.uid = "", .cpu = "4"});
  const auto with = [&](auto &&say) {
    const QueryPtr query = new_query();
    EXPECT_EQ(say(query.get()), KOORD_OK);
    const CapacityPtr made = capacity(pod, query.get());
    koord_capacity_info info = KOORD_INIT(koord_capacity_info);
    EXPECT_EQ(koord_capacity_get_info(made.get(), &info, nullptr), KOORD_OK);
    return std::to_string(info.pods) + ' ' + std::to_string(info.displaced) + ' ' +
           std::to_string(info.unplaced);
  };
  const std::string before = everything(cluster_);
  // 6 of 16 CPUs are in use on node 0.
  EXPECT_EQ(with([](auto *query) { return koord_query_drain_node(query, 0, nullptr); }), "2 1 0");
  EXPECT_EQ(with([](auto *query) { return koord_query_disable_smt(query, 0, nullptr); }), "4 0 0");
  const uint64_t most = 0x0FFF;
  EXPECT_EQ(
      with([&](auto *query) { return koord_query_isolate_cpus(query, 0, &most, 1, nullptr); }),
      "3 1 0");
  EXPECT_EQ(with([](auto *query) {
              koord_query_drain_node(query, 1, nullptr);
              return koord_query_drain_node(query, 0, nullptr);
            }),
            "0 1 1");
  EXPECT_EQ(with([](auto *query) { return koord_query_drain_node(query, 9, nullptr); }), "6 0 0");
  EXPECT_EQ(everything(cluster_), before);

  const QueryPtr query = new_query();
  ASSERT_EQ(koord_query_drain_node(query.get(), 0, nullptr), KOORD_OK);
  koord_refusal refusal{};
  EXPECT_FAILS(
      koord_cluster_judge(cluster_.get(), pod.get(), query.get(), 0, &refusal, nullptr, &err),
      KOORD_E_INVALID, "only koord_cluster_get_capacity");
  EXPECT_FAILS(koord_query_drain_node(nullptr, 0, &err), KOORD_E_INVALID, "query");
  EXPECT_FAILS(koord_query_disable_smt(nullptr, 0, &err), KOORD_E_INVALID, "query");
  EXPECT_FAILS(koord_query_isolate_cpus(nullptr, 0, &most, 1, &err), KOORD_E_INVALID, "query");
  EXPECT_FAILS(koord_query_isolate_cpus(query.get(), 0, nullptr, 1, &err), KOORD_E_INVALID,
               "words");
  const std::vector<uint64_t> wide(129, 1);
  EXPECT_FAILS(koord_query_isolate_cpus(query.get(), 0, wide.data(), wide.size(), &err),
               KOORD_E_INVALID, "");
}

TEST_F(ClusterCapacity, WrongArguments) {
  const PodPtr pod = pod_of({.uid = "", .cpu = "4"});
  auto *out = reinterpret_cast<koord_capacity *>(0x10);
  EXPECT_FAILS(koord_cluster_get_capacity(nullptr, pod.get(), nullptr, nullptr, &out, &err),
               KOORD_E_INVALID, "cluster");
  EXPECT_EQ(out, nullptr);
  EXPECT_FAILS(koord_cluster_get_capacity(cluster_.get(), nullptr, nullptr, nullptr, &out, &err),
               KOORD_E_INVALID, "pod");
  EXPECT_FAILS(
      koord_cluster_get_capacity(cluster_.get(), pod.get(), nullptr, nullptr, nullptr, &err),
      KOORD_E_INVALID, "out");
  const auto fails = [&](uint32_t flags, uint32_t most, const char *what) {
    koord_capacity_options options{sizeof options, flags, most};
    EXPECT_FAILS(
        koord_cluster_get_capacity(cluster_.get(), pod.get(), &options, nullptr, &out, &err),
        KOORD_E_INVALID, what);
  };
  fails(2, 0, "options.flags");
  fails(0, 65537, "options.max_pods: found 65537");
  const CapacityPtr made = capacity(pod);
  koord_capacity_info info{};
  EXPECT_FAILS(koord_capacity_get_info(nullptr, &info, &err), KOORD_E_INVALID, "capacity");
  EXPECT_FAILS(koord_capacity_get_info(made.get(), nullptr, &err), KOORD_E_INVALID, "info");
  EXPECT_FAILS(koord_capacity_get_info(made.get(), &info, &err), KOORD_E_INVALID,
               "info.struct_size");
  koord_node_capacity rows[3];
  koord_capacity_reason reasons[1];
  size_t count = 0;
  EXPECT_FAILS(koord_capacity_get_nodes(nullptr, rows, sizeof rows[0], 3, &count, &err),
               KOORD_E_INVALID, "capacity");
  EXPECT_FAILS(koord_capacity_get_nodes(made.get(), rows, sizeof rows[0], 3, nullptr, &err),
               KOORD_E_INVALID, "count");
  EXPECT_FAILS(koord_capacity_get_nodes(made.get(), rows, 4, 3, &count, &err), KOORD_E_INVALID,
               "stride");
  EXPECT_FAILS(koord_capacity_get_nodes(made.get(), rows, sizeof rows[0], 2, &count, &err),
               KOORD_E_NO_SPACE, "needs 3");
  EXPECT_EQ(count, 3u);
  EXPECT_FAILS(koord_capacity_get_reasons(nullptr, reasons, sizeof reasons[0], 1, &count, &err),
               KOORD_E_INVALID, "capacity");
  EXPECT_FAILS(koord_capacity_get_reasons(made.get(), reasons, sizeof reasons[0], 1, &count, &err),
               KOORD_E_NO_SPACE, "needs 2");
  EXPECT_EQ(count, 2u);
  koord_capacity_unref(nullptr);
}

}  // namespace
}  // namespace koord::testing
