// Filter and score over a cluster: verdicts, best nodes, changes, what-if queries, hints.
#include <algorithm>

#include "capi/cluster_support.h"

namespace koord::testing {
namespace {

class ClusterVerdicts : public ::testing::Test {
 protected:
  ClusterVerdicts() : cluster_(new_cluster()) {
    for (const char *name : {"a", "b", "c"}) add_node(cluster_, name);
  }
  koord_status ask(const PodPtr &pod, uint32_t first, size_t node_count, size_t capacity,
                   koord_error *err) {
    const QueryPtr query = new_query();
    EXPECT_EQ(koord_query_set_nodes(query.get(), first, node_count, nullptr), KOORD_OK);
    return koord_cluster_evaluate(cluster_.get(), pod.get(), query.get(), rows_, sizeof rows_[0],
                                  capacity, &evaluation_, err);
  }
  ClusterPtr cluster_;
  const PodPtr pod_ = pod_of({.uid = "asked", .cpu = "4"});
  koord_verdict rows_[8] = {};
  koord_evaluation evaluation_{0, 77};
};

TEST_F(ClusterVerdicts, RowsAscendOverAnyRangeOfNumbers) {
  ASSERT_EQ(ask(pod_, 0, SIZE_MAX, 8, nullptr), KOORD_OK);
  EXPECT_EQ(evaluation_.count, 3u);
  EXPECT_EQ(evaluation_.generation, info_of(cluster_).generation);
  for (uint32_t i = 0; i < 3; ++i) EXPECT_EQ(rows_[i].node, i);
  ASSERT_EQ(ask(pod_, 1, 1, 8, nullptr), KOORD_OK);
  EXPECT_EQ(evaluation_.count, 1u);
  EXPECT_EQ(rows_[0].node, 1u);
  ASSERT_EQ(ask(pod_, 2, SIZE_MAX, 8, nullptr), KOORD_OK);
  EXPECT_EQ(evaluation_.count, 1u);
  for (const uint32_t beyond : {3u, UINT32_MAX}) {
    ASSERT_EQ(ask(pod_, beyond, SIZE_MAX, 8, nullptr), KOORD_OK);
    EXPECT_EQ(evaluation_.count, 0u);
  }
  ASSERT_EQ(ask(pod_, 0, 0, 0, nullptr), KOORD_OK);
  EXPECT_EQ(evaluation_.count, 0u);
  ASSERT_EQ(koord_cluster_remove_node(cluster_.get(), "b", 1, nullptr), KOORD_OK);
  ASSERT_EQ(ask(pod_, 0, SIZE_MAX, 8, nullptr), KOORD_OK);
  ASSERT_EQ(evaluation_.count, 2u);
  EXPECT_EQ(rows_[1].node, 2u);
}

TEST_F(ClusterVerdicts, TooFewRowsReturnTheNeededCountAndWriteNothing) {
  rows_[0].score = 4711;
  EXPECT_FAILS(ask(pod_, 0, SIZE_MAX, 2, &err), KOORD_E_NO_SPACE, "rows: needs 3, capacity is 2");
  EXPECT_EQ(evaluation_.count, 3u);
  EXPECT_EQ(rows_[0].score, 4711);
  evaluation_ = {};
  EXPECT_FAILS(koord_cluster_get_changes(cluster_.get(), pod_.get(), nullptr, rows_,
                                         sizeof rows_[0], 2, &evaluation_, &err),
               KOORD_E_NO_SPACE, "needs 3");
  EXPECT_EQ(evaluation_.count, 3u);
  EXPECT_EQ(rows_[0].score, 4711);
}

TEST_F(ClusterVerdicts, WiderRowsGetZerosBehindThem) {
  struct Wide {
    koord_verdict row;
    uint64_t more;
  } wide[3];
  for (Wide &each : wide) each.more = 7;
  ASSERT_EQ(koord_cluster_evaluate(cluster_.get(), pod_.get(), nullptr, &wide[0].row,
                                   sizeof wide[0], 3, &evaluation_, nullptr),
            KOORD_OK);
  EXPECT_EQ(wide[2].row.node, 2u);
  EXPECT_EQ(wide[2].more, 0u);
}

TEST_F(ClusterVerdicts, NullsAndStridesAreNamed) {
  const koord_cluster *c = cluster_.get();
  EXPECT_FAILS(
      koord_cluster_evaluate(nullptr, pod_.get(), nullptr, rows_, 16, 8, &evaluation_, &err),
      KOORD_E_INVALID, "cluster");
  EXPECT_FAILS(koord_cluster_evaluate(c, nullptr, nullptr, rows_, 16, 8, &evaluation_, &err),
               KOORD_E_INVALID, "pod");
  EXPECT_FAILS(koord_cluster_evaluate(c, pod_.get(), nullptr, nullptr, 16, 8, &evaluation_, &err),
               KOORD_E_INVALID, "rows");
  EXPECT_FAILS(koord_cluster_evaluate(c, pod_.get(), nullptr, rows_, 15, 8, &evaluation_, &err),
               KOORD_E_INVALID, "stride");
  EXPECT_FAILS(koord_cluster_evaluate(c, pod_.get(), nullptr, rows_, 16, 8, nullptr, &err),
               KOORD_E_INVALID, "out");
  EXPECT_FAILS(koord_cluster_find_best(c, pod_.get(), nullptr, nullptr, 16, 1, &evaluation_, &err),
               KOORD_E_INVALID, "rows");
  EXPECT_FAILS(koord_cluster_find_best(c, pod_.get(), nullptr, rows_, 16, 1, nullptr, &err),
               KOORD_E_INVALID, "out");
  EXPECT_FAILS(koord_cluster_get_changes(c, pod_.get(), nullptr, rows_, 8, 1, &evaluation_, &err),
               KOORD_E_INVALID, "stride");
  koord_refusal refusal{};
  EXPECT_FAILS(koord_cluster_judge(c, pod_.get(), nullptr, 0, nullptr, nullptr, &err),
               KOORD_E_INVALID, "refusal");
  EXPECT_FAILS(koord_cluster_judge(c, pod_.get(), nullptr, 3, &refusal, nullptr, &err),
               KOORD_E_NOT_FOUND, "node 3: there is no such node");
  EXPECT_FAILS(koord_query_new(nullptr, &err), KOORD_E_INVALID, "out");
  EXPECT_FAILS(koord_query_remove_pod(nullptr, "u", 1, &err), KOORD_E_INVALID, "query");
  EXPECT_FAILS(koord_query_add_pod(nullptr, pod_.get(), 0, &err), KOORD_E_INVALID, "query");
  const QueryPtr query = new_query();
  EXPECT_FAILS(koord_query_remove_pod(query.get(), nullptr, 1, &err), KOORD_E_INVALID, "uid");
  EXPECT_FAILS(koord_query_add_pod(query.get(), nullptr, 0, &err), KOORD_E_INVALID, "pod");
  koord_query_free(nullptr);
}

TEST_F(ClusterVerdicts, TheBestComeByScoreAndThenByNumber) {
  ASSERT_EQ(reserve(cluster_, pod_of({.uid = "u", .cpu = "16"}), 1).reason, KOORD_REASON_NONE);
  ASSERT_EQ(koord_cluster_find_best(cluster_.get(), pod_.get(), nullptr, rows_, sizeof rows_[0], 8,
                                    &evaluation_, nullptr),
            KOORD_OK);
  ASSERT_EQ(evaluation_.count, 2u);  // b is full
  EXPECT_EQ(rows_[0].node, 0u);
  EXPECT_EQ(rows_[1].node, 2u);
  EXPECT_EQ(rows_[0].score, rows_[1].score);
  EXPECT_EQ(evaluation_.generation, info_of(cluster_).generation);
  ASSERT_EQ(koord_cluster_find_best(cluster_.get(), pod_.get(), nullptr, rows_, sizeof rows_[0], 1,
                                    &evaluation_, nullptr),
            KOORD_OK);
  EXPECT_EQ(evaluation_.count, 1u);
  ASSERT_EQ(koord_cluster_find_best(cluster_.get(), pod_.get(), nullptr, nullptr, 0, 0,
                                    &evaluation_, nullptr),
            KOORD_OK);
  EXPECT_EQ(evaluation_.count, 0u);
}

TEST_F(ClusterVerdicts, RowsAndJudgementsAgreeAndRefusalsHaveNumbers) {
  const PodPtr large = pod_of({.uid = "", .cpu = "12"});
  ASSERT_EQ(reserve(cluster_, pod_of(Ask{.cpu = "6"}), 0).reason, KOORD_REASON_NONE);
  const Rows rows = evaluate(cluster_, large, query_with(KOORD_QUERY_SKIP_FIT).get());
  for (const koord_verdict &row : rows.rows) {
    koord_refusal refusal{};
    int32_t score = -1;
    ASSERT_EQ(
        koord_cluster_judge(cluster_.get(), large.get(), query_with(KOORD_QUERY_SKIP_FIT).get(),
                            row.node, &refusal, &score, nullptr),
        KOORD_OK);
    EXPECT_EQ(refusal.reason, row.reason);
    EXPECT_EQ(score, row.score);
    if (row.node != 0) continue;
    EXPECT_EQ(refusal.reason, KOORD_REASON_NOT_ENOUGH_CPUS);
    EXPECT_EQ(refusal.needed, 12);
    EXPECT_EQ(refusal.best, 10);
    EXPECT_EQ(row.flags, 0u);
  }
}

TEST_F(ClusterVerdicts, NodesThatNoEvictionHelpsAreUnresolvable) {
  for (const char *name : {"b", "c"})
    koord_cluster_remove_topology(cluster_.get(), name, 1, nullptr);
  const Rows rows = evaluate(cluster_, pod_);
  EXPECT_EQ(format_rows(rows.rows).substr(0, 7), "0:None:");
  EXPECT_EQ(rows.rows[1].reason, KOORD_REASON_NO_TOPOLOGY);
  EXPECT_EQ(rows.rows[1].flags, uint32_t{KOORD_VERDICT_UNRESOLVABLE});
}

TEST_F(ClusterVerdicts, SkipFitLeavesAmountsAndCordonsToOthers) {
  std::string json = node_json("a");
  json.insert(1, R"("spec":{"unschedulable":true},)");
  ASSERT_EQ(set_node(cluster_, json, nullptr, nullptr), KOORD_OK);
  const PodPtr large = pod_of({.uid = "", .memory = "1Ti"});
  EXPECT_EQ(evaluate(cluster_, large).rows[0].reason, KOORD_REASON_NODE_UNSCHEDULABLE);
  EXPECT_EQ(evaluate(cluster_, large).rows[1].reason, KOORD_REASON_INSUFFICIENT_RESOURCE);
  for (const koord_verdict &row :
       evaluate(cluster_, large, query_with(KOORD_QUERY_SKIP_FIT).get()).rows)
    EXPECT_EQ(row.reason, KOORD_REASON_NONE);
}

TEST_F(ClusterVerdicts, ChangesAreTheRowsThatDiffer) {
  const Rows before = evaluate(cluster_, pod_);
  EXPECT_TRUE(changes(cluster_, pod_, before.generation).rows.empty());
  ASSERT_EQ(reserve(cluster_, pod_of({.uid = "u", .cpu = "14"}), 1).reason, KOORD_REASON_NONE);
  Rows now = changes(cluster_, pod_, before.generation);
  ASSERT_EQ(now.rows.size(), 1u);
  EXPECT_EQ(now.rows[0].node, 1u);
  EXPECT_EQ(format_rows(now.rows), format_rows({evaluate(cluster_, pod_).rows[1]}));
  EXPECT_TRUE(changes(cluster_, pod_, now.generation).rows.empty());
  // The generation is too old, so all nodes are returned.
  EXPECT_EQ(changes(cluster_, pod_, 0).rows.size(), 3u);
  // A removed node is reported once, as removed.
  ASSERT_EQ(koord_cluster_remove_node(cluster_.get(), "a", 1, nullptr), KOORD_OK);
  now = changes(cluster_, pod_, now.generation);
  ASSERT_EQ(now.rows.size(), 1u);
  EXPECT_EQ(now.rows[0].node, 0u);
  EXPECT_NE(now.rows[0].flags & KOORD_VERDICT_REMOVED, 0u);
  EXPECT_EQ(changes(cluster_, pod_, UINT64_MAX).rows.size(), 0u);
}

TEST_F(ClusterVerdicts, APodRemovedInAQueryIsAsIfRemoved) {
  for (const char *uid : {"x", "y"})
    ASSERT_EQ(reserve(cluster_, pod_of({.uid = uid, .cpu = "7"}), 0).reason, KOORD_REASON_NONE);
  const QueryPtr query = new_query();
  for (const char *uid : {"x", "x", "nobody"})
    ASSERT_EQ(koord_query_remove_pod(query.get(), uid, KOORD_NUL, nullptr), KOORD_OK);
  const std::string before = everything(cluster_);
  const std::string imagined = format_rows(evaluate(cluster_, pod_, query.get()).rows);
  EXPECT_EQ(everything(cluster_), before);
  EXPECT_NE(imagined, format_rows(evaluate(cluster_, pod_).rows));
  ASSERT_EQ(remove_pod(cluster_, "x"), KOORD_OK);
  EXPECT_EQ(imagined, format_rows(evaluate(cluster_, pod_).rows));
}

TEST_F(ClusterVerdicts, APodAddedInAQueryIsAsIfReserved) {
  const PodPtr other = pod_of({.uid = "other", .cpu = "13"});
  const QueryPtr query = new_query();
  ASSERT_EQ(koord_query_add_pod(query.get(), other.get(), 2, nullptr), KOORD_OK);
  ASSERT_EQ(koord_query_add_pod(query.get(), other.get(), 99, nullptr), KOORD_OK);  // no such node
  const std::string imagined = format_rows(evaluate(cluster_, pod_, query.get()).rows);
  koord_refusal refusal{};
  ASSERT_EQ(
      koord_cluster_judge(cluster_.get(), pod_.get(), query.get(), 2, &refusal, nullptr, nullptr),
      KOORD_OK);
  EXPECT_NE(refusal.reason, KOORD_REASON_NONE);
  EXPECT_EQ(evaluate(cluster_, pod_).rows[2].reason, KOORD_REASON_NONE);
  ASSERT_EQ(reserve(cluster_, other, 2).reason, KOORD_REASON_NONE);
  EXPECT_EQ(imagined, format_rows(evaluate(cluster_, pod_).rows));
  // The amounts of an added pod count even if it does not fit.
  const QueryPtr too_much = new_query();
  for (int i = 0; i < 3; ++i)
    ASSERT_EQ(koord_query_add_pod(too_much.get(), other.get(), 1, nullptr), KOORD_OK);
  ASSERT_EQ(koord_cluster_judge(cluster_.get(), pod_of({.uid = "", .cpu = "1", .qos = "LS"}).get(),
                                too_much.get(), 1, &refusal, nullptr, nullptr),
            KOORD_OK);
  EXPECT_EQ(refusal.reason, KOORD_REASON_INSUFFICIENT_RESOURCE);
}

TEST_F(ClusterVerdicts, QueriesAreBounded) {
  const QueryPtr query = new_query();
  for (int i = 0; i < 65536; ++i) {
    ASSERT_EQ(koord_query_remove_pod(query.get(), "u", 1, nullptr), KOORD_OK);
    ASSERT_EQ(koord_query_add_pod(query.get(), pod_.get(), UINT32_MAX, nullptr), KOORD_OK);
  }
  EXPECT_FAILS(koord_query_remove_pod(query.get(), "u", 1, &err), KOORD_E_LIMIT, "65536");
  EXPECT_FAILS(koord_query_add_pod(query.get(), pod_.get(), 0, &err), KOORD_E_LIMIT, "65536");
  EXPECT_EQ(format_rows(evaluate(cluster_, pod_, query.get()).rows),
            format_rows(evaluate(cluster_, pod_).rows));
}

TEST(ScoresNormalize, ScalesToTheHighest) {
  koord_verdict rows[3] = {{0, 0, 150, 0}, {1, 0, 100, 0}, {2, 5, 0, 0}};
  ASSERT_EQ(koord_verdicts_normalize(rows, sizeof rows[0], 3, nullptr), KOORD_OK);
  EXPECT_EQ(rows[0].score, 100);
  EXPECT_EQ(rows[1].score, 66);
  EXPECT_EQ(rows[2].score, 0);
  koord_verdict zeros[2] = {};
  ASSERT_EQ(koord_verdicts_normalize(zeros, sizeof zeros[0], 2, nullptr), KOORD_OK);
  EXPECT_EQ(zeros[1].score, 0);
  ASSERT_EQ(koord_verdicts_normalize(nullptr, 0, 0, nullptr), KOORD_OK);
  EXPECT_FAILS(koord_verdicts_normalize(nullptr, 16, 1, &err), KOORD_E_INVALID, "rows");
  EXPECT_FAILS(koord_verdicts_normalize(rows, 8, 1, &err), KOORD_E_INVALID, "stride");
  struct {
    koord_verdict row;
    uint32_t mine;
  } wide[2] = {{{0, 0, INT32_MAX, 0}, 7}, {{0, 0, INT32_MAX / 2, 0}, 8}};
  ASSERT_EQ(koord_verdicts_normalize(&wide[0].row, sizeof wide[0], 2, nullptr), KOORD_OK);
  EXPECT_EQ(wide[0].row.score, 100);
  EXPECT_EQ(wide[1].row.score, 49);
  EXPECT_EQ(wide[1].mine, 8u);
}

struct Hints {
  NumaHintsPtr handle = new_numa_hints();

  koord_status ask(const ClusterPtr &cluster, const PodPtr &pod, uint32_t node,
                   koord_numa_policy policy, koord_error *err) {
    return koord_cluster_get_hints(cluster.get(), pod.get(), node, policy, handle.get(), err);
  }
  std::vector<koord_numa_place> nodes() const {
    return rows<koord_numa_place>(koord_numa_hints_get_nodes);
  }
  std::vector<koord_numa_hint_list_info> lists() const {
    return rows<koord_numa_hint_list_info>(koord_numa_hints_get_lists);
  }
  template <typename Row, typename Get>
  std::vector<Row> rows(Get get) const {
    std::vector<Row> out(64);
    size_t count = 0;
    EXPECT_EQ(get(handle.get(), out.data(), sizeof(Row), out.size(), &count, nullptr), KOORD_OK);
    out.resize(count);
    return out;
  }
};

class ClusterHints : public ::testing::TestWithParam<koord_profile> {};

TEST_P(ClusterHints, MergedTheyAreWhereTheNodeWouldPlaceThePod) {
  const ClusterPtr cluster = new_cluster("", GetParam());
  const uint32_t node = add_node(cluster, "n", policy_label("SingleNUMANode"));
  const PodPtr pod = pod_of({.uid = "u", .cpu = "6"});
  ASSERT_EQ(reserve(cluster, pod_of({.uid = "first", .cpu = "4"}), node).cpus, "0-1,8-9");
  Hints hints;
  koord_error err{};
  ASSERT_EQ(hints.ask(cluster, pod, node, KOORD_NUMA_POLICY_SINGLE_NUMA_NODE, &err), KOORD_OK)
      << err.message;
  const std::vector<koord_numa_place> nodes = hints.nodes();
  ASSERT_EQ(nodes.size(), 2u);
  EXPECT_EQ(nodes[0].use, KOORD_NUMA_USE_SINGLE);
  EXPECT_EQ(nodes[1].use, KOORD_NUMA_USE_IDLE);
  koord_numa_options options = KOORD_INIT(koord_numa_options);
  options.profile = GetParam();
  options.policy = KOORD_NUMA_POLICY_SINGLE_NUMA_NODE;
  koord_numa_merged merged{};
  ASSERT_EQ(koord_numa_merge(&options, hints.handle.get(), &merged, nullptr, 0, nullptr, &err),
            KOORD_OK)
      << err.message;
  EXPECT_EQ(merged.nodes, 2u);  // only the second node has 6 CPUs left
  // A device plugin's hint in addition: its device is on the first node.
  koord_numa_hint_list list = KOORD_INIT(koord_numa_hint_list);
  list.provider = 1;
  const koord_numa_hint hint{1, 0, KOORD_NUMA_HINT_PREFERRED, 0};
  ASSERT_EQ(
      koord_numa_hints_add_list(hints.handle.get(), &list, "gpu", 3, &hint, sizeof hint, 1, &err),
      KOORD_OK);
  koord_numa_merged with_gpu{};
  ASSERT_EQ(koord_numa_merge(&options, hints.handle.get(), &with_gpu, nullptr, 0, nullptr, &err),
            KOORD_OK);
  EXPECT_EQ(with_gpu.reason, KOORD_REASON_NUMA_UNALIGNED);
  const QueryPtr query = new_query();
  ASSERT_EQ(koord_query_set_affinity(query.get(), merged.nodes, &err), KOORD_OK);
  koord_refusal refusal{};
  uint64_t word = 0;
  ASSERT_EQ(
      koord_cluster_reserve(cluster.get(), pod.get(), query.get(), node, &word, 1, &refusal, &err),
      KOORD_OK)
      << err.message;
  EXPECT_EQ(refusal.reason, KOORD_REASON_NONE);
  EXPECT_EQ(list_of(&word, 1), "4-6,12-14");
}

TEST_P(ClusterHints, OneResourceThatHasNoPlaceIsUnsatisfiable) {
  const ClusterPtr cluster = new_cluster("", GetParam());
  const uint32_t node = add_node(cluster, "n", policy_label("SingleNUMANode"));
  Hints hints;
  koord_error err{};
  ASSERT_EQ(hints.ask(cluster, pod_of({.uid = "", .cpu = "17"}), node,
                      KOORD_NUMA_POLICY_SINGLE_NUMA_NODE, &err),
            KOORD_OK)
      << err.message;
  const std::vector<koord_numa_hint_list_info> lists = hints.lists();
  ASSERT_GE(lists.size(), 1u);
  const char *texts = koord_numa_hints_get_texts(hints.handle.get(), nullptr);
  EXPECT_EQ(std::string_view(texts).substr(lists[0].name_offset, 3), "cpu");
  EXPECT_EQ(lists[0].kind, KOORD_NUMA_HINT_KIND_UNSATISFIABLE);
  EXPECT_EQ(lists[0].hint_count, 0u);
}

INSTANTIATE_TEST_SUITE_P(Profiles, ClusterHints,
                         ::testing::Values(KOORD_PROFILE_SPEC, KOORD_PROFILE_UPSTREAM));

TEST(ClusterHintsErrors, NameTheArgument) {
  const ClusterPtr cluster = new_cluster();
  const uint32_t node = add_node(cluster, "n");
  const PodPtr pod = pod_of(Ask{});
  Hints hints;
  EXPECT_FAILS(hints.ask(cluster, pod, 7, KOORD_NUMA_POLICY_RESTRICTED, &err), KOORD_E_NOT_FOUND,
               "node 7: there is no such node");
  EXPECT_FAILS(hints.ask(cluster, pod, node, 5, &err), KOORD_E_INVALID, "policy");
  EXPECT_FAILS(hints.ask(cluster, pod, node, -1, &err), KOORD_E_INVALID, "policy");
  EXPECT_FAILS(koord_cluster_get_hints(cluster.get(), pod.get(), node, 0, nullptr, &err),
               KOORD_E_INVALID, "hints");
  // A result replaces the existing lists; a failed call keeps them.
  ASSERT_EQ(hints.ask(cluster, pod, node, KOORD_NUMA_POLICY_RESTRICTED, nullptr), KOORD_OK);
  EXPECT_EQ(hints.lists().size(), 1u);
  ASSERT_EQ(hints.ask(cluster, pod, node, KOORD_NUMA_POLICY_RESTRICTED, nullptr), KOORD_OK);
  EXPECT_EQ(hints.lists().size(), 1u);
  uint32_t id = 0;
  ASSERT_EQ(set_node(cluster, node_json("no topology"), &id, nullptr), KOORD_OK);
  EXPECT_FAILS(hints.ask(cluster, pod, id, KOORD_NUMA_POLICY_RESTRICTED, &err), KOORD_E_NOT_FOUND,
               "");
  EXPECT_EQ(hints.nodes().size(), 2u);
  EXPECT_EQ(hints.lists().size(), 1u);
  // There are too many NUMA nodes to list all sets of them.
  for (const koord_profile profile : {KOORD_PROFILE_SPEC, KOORD_PROFILE_UPSTREAM}) {
    const ClusterPtr wide = new_cluster("", profile);
    ASSERT_EQ(set_node(wide, node_json("n"), nullptr, nullptr), KOORD_OK);
    ASSERT_EQ(set_topology(wide, nrt_json("n", from_rows(machine_rows(17, 1, 2)).get()), nullptr,
                           nullptr),
              KOORD_OK);
    EXPECT_FAILS(hints.ask(wide, pod, 0, KOORD_NUMA_POLICY_RESTRICTED, &err), KOORD_E_LIMIT, "16");
    // For a pod that fits on no set, the result has no list of sets, but a row for each node.
    const PodPtr odd = pod_of({.uid = "odd", .cpu = "1500m"});
    EXPECT_EQ(hints.ask(wide, odd, 0, KOORD_NUMA_POLICY_RESTRICTED, nullptr), KOORD_OK);
    EXPECT_EQ(hints.nodes().size(), 17u);
    ASSERT_EQ(set_topology(wide, nrt_json("n", from_rows(machine_rows(65, 1, 2)).get()), nullptr,
                           nullptr),
              KOORD_OK);
    EXPECT_FAILS(hints.ask(wide, odd, 0, KOORD_NUMA_POLICY_RESTRICTED, &err), KOORD_E_LIMIT,
                 "hints: 65 NUMA nodes, at most 64");
    EXPECT_EQ(hints.nodes().size(), 17u);
  }
}

// Amplification lets pods share more CPU than a NUMA node has, but does not add CPUs to it. So a
// pod whose CPUs one NUMA node does not have prefers two.
// Reports come from users: no amount makes the search for whole CPUs long.
TEST(AmplifiedNodes, MayReportAnyAmount) {
  for (const char *ratio : {"1", "1.0001", "3"}) {
    const ClusterPtr cluster = new_cluster();
    const std::string node =
        node_json("a", policy_label("Restricted") +
                           R"("annotations":{)"
                           R"("node.koordinator.sh/resource-amplification-ratio":)" +
                           quote_json(R"({"cpu":)" + std::string(ratio) + "}") + "},");
    ASSERT_EQ(set_node(cluster, node, nullptr, nullptr), KOORD_OK);
    std::string report = nrt_json("a", two_sockets().get());
    constexpr std::string_view kCpus = R"(": "8")", kHuge = R"(": "9223372036854775")";
    for (size_t at = report.find(kCpus); at != std::string::npos; at = report.find(kCpus, at))
      report.replace(at, kCpus.size(), kHuge);
    ASSERT_NE(report.find(kHuge), std::string::npos) << report;
    ASSERT_EQ(set_topology(cluster, report, nullptr, nullptr), KOORD_OK);
    const Reserved ten = reserve(cluster, pod_of({.uid = "ten", .cpu = "10"}), 0);
    EXPECT_NE(ten.reason, KOORD_REASON_NODE_UNKNOWN) << ratio;
  }
}

TEST(AmplifiedNodes, HaveNoMoreCpus) {
  for (const char *ratio : {"1", "1.3", "1.5", "2"}) {
    const ClusterPtr cluster = new_cluster();
    std::string node =
        node_json("a", policy_label("Restricted") +
                           R"("annotations":{)"
                           R"("node.koordinator.sh/resource-amplification-ratio":)" +
                           quote_json(R"({"cpu":)" + std::string(ratio) + "}") + "},");
    node.replace(node.find(R"("cpu":"16")"), 10, R"("cpu":"32")");
    ASSERT_EQ(set_node(cluster, node, nullptr, nullptr), KOORD_OK);
    ASSERT_EQ(set_topology(cluster, nrt_json("a", two_sockets().get()), nullptr, nullptr),
              KOORD_OK);
    const Reserved ten = reserve(cluster, pod_of({.uid = "ten", .cpu = "10"}), 0);
    EXPECT_EQ(ten.reason, KOORD_REASON_NONE) << ratio;
    EXPECT_EQ(remove_pod(cluster, "ten"), KOORD_OK);
    const Reserved eight = reserve(cluster, pod_of({.uid = "eight", .cpu = "8"}), 0);
    EXPECT_EQ(eight.cpus, "0-3,8-11") << ratio;
  }
}

}  // namespace
}  // namespace koord::testing
