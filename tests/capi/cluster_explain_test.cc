// Explanations through the C interface: their contents, and invalid arguments.
#include "capi/cluster_support.h"

namespace koord::testing {
namespace {

koord_explain_options options_of(uint32_t nearest, uint32_t tries = 0) {
  koord_explain_options options = KOORD_INIT(koord_explain_options);
  options.nearest = nearest;
  options.max_judgements = tries;
  return options;
}

class ClusterExplain : public ::testing::Test {
 protected:
  // Node a has 6 CPUs left and b has 4; c is strict and empty, d is cordoned.
  ClusterExplain() : cluster_(new_cluster()) {
    add_node(cluster_, "a");
    add_node(cluster_, "b");
    add_node(cluster_, "c", policy_label("SingleNUMANode"));
    add_node(cluster_, "d");
    EXPECT_EQ(reserve(cluster_, pod_of({.uid = "ten", .cpu = "10"}), 0).reason, KOORD_REASON_NONE);
    EXPECT_EQ(reserve(cluster_, pod_of({.uid = "twelve", .cpu = "12"}), 1).reason,
              KOORD_REASON_NONE);
    EXPECT_EQ(set_node(cluster_,
                       R"({"metadata":{"name":"d"},"spec":{"unschedulable":true},)"
                       R"("status":{"allocatable":{"cpu":"16","memory":"64Gi","pods":"110"}}})",
                       nullptr, nullptr),
              KOORD_OK);
  }

  ExplanationPtr explain(const PodPtr &pod, const koord_explain_options *options = nullptr,
                         const koord_query *query = nullptr) {
    koord_explanation *out = nullptr;
    koord_error err{};
    EXPECT_EQ(koord_cluster_explain(cluster_.get(), pod.get(), options, query, &out, &err),
              KOORD_OK)
        << err.message;
    return ExplanationPtr(out);
  }

  ClusterPtr cluster_;
  // No other pod has this priority.
  PodPtr pod_ = pod_from(
      R"({"metadata":{"name":"pod","uid":"asking","labels":{"koordinator.sh/qosClass":"LSR"}},)"
      R"("spec":{"priority":7,"containers":[{"name":"c","resources":{"limits":)"
      R"({"cpu":"10","memory":"1Gi"}}}]}})");
};

koord_explanation_info info_of(const ExplanationPtr &explanation) {
  koord_explanation_info info = KOORD_INIT(koord_explanation_info);
  EXPECT_EQ(koord_explanation_get_info(explanation.get(), &info, nullptr), KOORD_OK);
  return info;
}

TEST_F(ClusterExplain, InvalidRequestsAreReportedOnAnyNodes) {
  const PodPtr wrong = pod_from(
      R"({"metadata":{"name":"wrong","uid":"wrong"},"spec":{"containers":[{"name":"c","resources":)"
      R"({"limits":{"cpu":"1000","koordinator.sh/gpu":"150"}}}]}})");
  EXPECT_EQ(info_of(explain(wrong)).properties, uint32_t{KOORD_EXPLANATION_INVALID_REQUEST});
  koord_verdict rows[4];
  koord_evaluation evaluation{};
  ASSERT_EQ(koord_cluster_evaluate(cluster_.get(), wrong.get(), nullptr, rows, sizeof rows[0], 4,
                                   &evaluation, nullptr),
            KOORD_OK);
  for (const koord_verdict &row : rows) {
    EXPECT_EQ(row.reason, KOORD_REASON_DEVICE_UNIT);
    EXPECT_EQ(row.flags, uint32_t{KOORD_VERDICT_UNRESOLVABLE | KOORD_VERDICT_INVALID_REQUEST});
  }
  for (const char *node : {"a", "b", "c", "d"})
    EXPECT_EQ(koord_cluster_remove_node(cluster_.get(), node, KOORD_NUL, nullptr), KOORD_OK);
  EXPECT_EQ(info_of(explain(wrong)).properties, uint32_t{KOORD_EXPLANATION_INVALID_REQUEST});
}

TEST_F(ClusterExplain, CountsGroupsMissesAndRemedies) {
  const ExplanationPtr explanation = explain(pod_);
  const koord_explanation_info info = info_of(explanation);
  EXPECT_EQ(info.generation, koord::testing::info_of(cluster_).generation);
  EXPECT_EQ(info.nodes, 4u);
  EXPECT_EQ(info.fitting, 0u);
  EXPECT_EQ(info.groups, 3u);
  EXPECT_EQ(info.misses, 3u);
  EXPECT_EQ(info.properties, 0u);

  koord_refused_group groups[3];
  size_t count = 0;
  ASSERT_EQ(
      koord_explanation_get_groups(explanation.get(), groups, sizeof groups[0], 3, &count, nullptr),
      KOORD_OK);
  ASSERT_EQ(count, 3u);
  EXPECT_EQ(groups[0].nodes, 2u);
  EXPECT_EQ(groups[0].nearest, 0u);
  EXPECT_EQ(groups[0].refusal.reason, KOORD_REASON_INSUFFICIENT_RESOURCE);
  EXPECT_EQ(groups[0].bound.scope, KOORD_SCOPE_NODE);
  EXPECT_EQ(groups[0].bound.object, KOORD_OBJECT_KIND_MILLI_CPU);
  EXPECT_EQ(groups[0].bound.needed, 10000);
  EXPECT_EQ(groups[0].bound.best, 6000);
  EXPECT_EQ(groups[0].bound.resource, 0);
  EXPECT_EQ(groups[0].min_best, 4000);
  EXPECT_EQ(groups[0].max_best, 6000);
  EXPECT_EQ(groups[1].bound.scope, KOORD_SCOPE_NONE);
  EXPECT_EQ(groups[1].refusal.reason, KOORD_REASON_NODE_UNSCHEDULABLE);
  EXPECT_EQ(groups[1].bound.resource, -1);
  EXPECT_EQ(groups[2].refusal.reason, KOORD_REASON_NUMA_UNALIGNED);
  EXPECT_EQ(groups[2].bound.scope, KOORD_SCOPE_NUMA_NODE);
  EXPECT_EQ(groups[2].bound.object, KOORD_OBJECT_KIND_CPU);
  EXPECT_EQ(groups[2].bound.needed, 10);
  EXPECT_EQ(groups[2].bound.best, 8);

  koord_near_miss misses[3];
  ASSERT_EQ(
      koord_explanation_get_misses(explanation.get(), misses, sizeof misses[0], 3, &count, nullptr),
      KOORD_OK);
  ASSERT_EQ(count, 3u);
  EXPECT_EQ(misses[0].node, 2u);
  EXPECT_EQ(misses[0].missing, 200u);
  EXPECT_EQ(misses[0].flags, 0u);
  EXPECT_EQ(misses[1].node, 0u);
  EXPECT_EQ(misses[1].missing, 400u);
  EXPECT_EQ(misses[1].remedies, 2u);
  EXPECT_EQ(misses[2].node, 1u);

  koord_remedy_step steps[16];
  ASSERT_EQ(koord_explanation_get_remedies(explanation.get(), steps, sizeof steps[0], 16, &count,
                                           nullptr),
            KOORD_OK);
  size_t length = 0;
  const char *texts = koord_explanation_get_texts(explanation.get(), &length);
  std::string text;
  for (size_t i = 0; i < count; ++i)
    text += std::to_string(steps[i].miss) + '.' + std::to_string(steps[i].remedy) + ' ' +
            koord_remedy_kind_get_name(steps[i].kind) + ' ' + std::to_string(steps[i].before) +
            ' ' + std::to_string(steps[i].after) + ' ' +
            std::string(texts + steps[i].uid_offset, steps[i].uid_length) + '\n';
  EXPECT_EQ(text,
            "0.0 NodeNUMAPolicy 4 2 \n0.1 PodCPU 10000 8000 \n1.0 PodCPU 10000 6000 \n"
            "1.1 EvictPod 0 0 ten\n2.0 PodCPU 10000 4000 \n2.1 EvictPod 0 0 twelve\n");
  EXPECT_EQ(std::string(texts, length), "tentwelve");
}

TEST_F(ClusterExplain, WritesTextAndJson) {
  const koord_explain_options options = options_of(1);
  const ExplanationPtr explanation = explain(pod_, &options);
  koord_buffer *out = nullptr;
  ASSERT_EQ(koord_explanation_to_text(explanation.get(), &out, nullptr), KOORD_OK);
  const std::string text = text_of_call(KOORD_OK, out);
  EXPECT_EQ(text.substr(0, text.find("c has 8")),
            "default/pod: fits on none of 4 nodes\n\nRefused by\n"
            "  2 of 4 nodes: needs 10 CPUs; the best, a, has 6 CPUs\n"
            "  1 of 4 nodes: the node is marked unschedulable (d)\n"
            "  1 of 4 nodes: needs 10 CPUs from one NUMA node; ");
  EXPECT_NE(text.find("Nearest misses\n  c: needs 10 CPUs from one NUMA node; it has 8 CPUs on "
                      "NUMA node 0\n"
                      "    fits if the node's NUMA policy is BestEffort instead of "
                      "SingleNUMANode\n"
                      "    fits if the pod requests 8 CPUs instead of 10 CPUs\n"),
            std::string::npos)
      << text;
  ASSERT_EQ(koord_explanation_to_json(explanation.get(), &out, nullptr), KOORD_OK);
  const std::string json =
      R"j({"pod":"default/pod","nodes":4,"fitting":0,"fits":[],"groups":[)j"
      R"j({"reason":"InsufficientResource",)j"
      R"j("message":"2 of 4 nodes: needs 10 CPUs; the best, a, has 6 CPUs","nodes":2,"nearest":"a",)j"
      R"j("bound":{"resource":"cpu","unit":"milliCPU","needed":10000,"best":6000},)j"
      R"j("minBest":4000,"maxBest":6000},)j"
      R"j({"reason":"NodeUnschedulable",)j"
      R"j("message":"1 of 4 nodes: the node is marked unschedulable (d)","nodes":1,"nearest":"d"},)j"
      R"j({"reason":"NUMAUnaligned",)j"
      R"j("message":"1 of 4 nodes: needs 10 CPUs from one NUMA node; c has 8 CPUs on NUMA node 0",)j"
      R"j("nodes":1,"nearest":"c",)j"
      R"j("bound":{"resource":"cpu","unit":"CPU","needed":10,"best":8,"numaNode":0},)j"
      R"j("minBest":8,"maxBest":8}],"misses":[{"node":"c","reason":"NUMAUnaligned",)j"
      R"j("message":"needs 10 CPUs from one NUMA node; it has 8 CPUs on NUMA node 0",)j"
      R"j("unresolvable":false,)j"
      R"j("bound":{"resource":"cpu","unit":"CPU","needed":10,"best":8,"numaNode":0},"remedies":[)j"
      R"j({"message":"the node's NUMA policy is BestEffort instead of SingleNUMANode",)j"
      R"j("steps":[{"kind":"NodeNUMAPolicy","from":"SingleNUMANode","to":"BestEffort"}]},)j"
      R"j({"message":"the pod requests 8 CPUs instead of 10 CPUs",)j"
      R"j("steps":[{"kind":"PodCPU","from":10000,"to":8000}]}]}],"truncated":false})j";
  EXPECT_EQ(text_of_call(KOORD_OK, out), json);
}

TEST_F(ClusterExplain, TheBestAreNamedWhereItFits) {
  const PodPtr small = pod_of({.uid = "", .cpu = "2"});
  const ExplanationPtr explanation = explain(small);
  koord_verdict fits[3];
  koord_verdict best[3];
  size_t count = 0;
  koord_evaluation told{};
  ASSERT_EQ(koord_explanation_get_fits(explanation.get(), fits, sizeof fits[0], 3, &count, nullptr),
            KOORD_OK);
  ASSERT_EQ(count, 3u);
  ASSERT_EQ(koord_cluster_find_best(cluster_.get(), small.get(), nullptr, best, sizeof best[0], 3,
                                    &told, nullptr),
            KOORD_OK);
  ASSERT_EQ(told.count, 3u);
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(fits[i].node, best[i].node);
    EXPECT_EQ(fits[i].score, best[i].score);
  }
  // Without the fit check a cordoned node accepts the pod, too.
  koord_explain_options options = options_of(0);
  EXPECT_EQ(info_of(explain(small, &options)).fitting, 3u);
  const QueryPtr elsewhere = query_with(KOORD_QUERY_SKIP_FIT);
  EXPECT_EQ(info_of(explain(small, &options, elsewhere.get())).fitting, 4u);
}

TEST_F(ClusterExplain, FollowsTheQuery) {
  const QueryPtr query = new_query();
  ASSERT_EQ(koord_query_remove_pod(query.get(), "ten", 3, nullptr), KOORD_OK);
  EXPECT_EQ(info_of(explain(pod_, nullptr, query.get())).fitting, 1u);
  const QueryPtr kept = new_query();
  ASSERT_EQ(koord_query_protect_pod(kept.get(), "ten", 3, KOORD_PROTECTION_KEEP, nullptr),
            KOORD_OK);
  const ExplanationPtr explanation = explain(pod_, nullptr, kept.get());
  koord_near_miss misses[3];
  size_t count = 0;
  ASSERT_EQ(
      koord_explanation_get_misses(explanation.get(), misses, sizeof misses[0], 3, &count, nullptr),
      KOORD_OK);
  EXPECT_EQ(misses[1].node, 0u);
  EXPECT_EQ(misses[1].remedies, 1u);
}

TEST_F(ClusterExplain, OutlivesItsCluster) {
  const ExplanationPtr explanation = explain(pod_);
  koord_buffer *out = nullptr;
  ASSERT_EQ(koord_explanation_to_text(explanation.get(), &out, nullptr), KOORD_OK);
  const std::string before = text_of_call(KOORD_OK, out);
  cluster_.reset();
  ASSERT_EQ(koord_explanation_to_text(explanation.get(), &out, nullptr), KOORD_OK);
  EXPECT_EQ(text_of_call(KOORD_OK, out), before);
}

TEST_F(ClusterExplain, TriesAreBounded) {
  const koord_explain_options options = options_of(3, 1);
  const ExplanationPtr explanation = explain(pod_, &options);
  EXPECT_EQ(info_of(explanation).properties, uint32_t{KOORD_EXPLANATION_TRUNCATED});
  EXPECT_EQ(info_of(explanation).misses, 3u);
}

TEST_F(ClusterExplain, RefusesBadArguments) {
  auto *out = reinterpret_cast<koord_explanation *>(0x10);
  EXPECT_FAILS_UNCHANGED(cluster_,
                         koord_cluster_explain(nullptr, pod_.get(), nullptr, nullptr, &out, &err),
                         KOORD_E_INVALID, "cluster");
  EXPECT_EQ(out, nullptr);
  EXPECT_FAILS(koord_cluster_explain(cluster_.get(), nullptr, nullptr, nullptr, &out, &err),
               KOORD_E_INVALID, "pod");
  EXPECT_FAILS(koord_cluster_explain(cluster_.get(), pod_.get(), nullptr, nullptr, nullptr, &err),
               KOORD_E_INVALID, "out");
  koord_explain_options options = options_of(65);
  EXPECT_FAILS(koord_cluster_explain(cluster_.get(), pod_.get(), &options, nullptr, &out, &err),
               KOORD_E_LIMIT, "options.nearest");
  options = options_of(1, 1000001);
  EXPECT_FAILS(koord_cluster_explain(cluster_.get(), pod_.get(), &options, nullptr, &out, &err),
               KOORD_E_LIMIT, "options.max_judgements");
  options = options_of(64, 1000000);
  EXPECT_EQ(info_of(explain(pod_, &options)).misses, 4u);
  options.flags = 2;
  EXPECT_FAILS(koord_cluster_explain(cluster_.get(), pod_.get(), &options, nullptr, &out, &err),
               KOORD_E_INVALID, "options.flags");
  options = {};
  EXPECT_FAILS(koord_cluster_explain(cluster_.get(), pod_.get(), &options, nullptr, &out, &err),
               KOORD_E_INVALID, "options");
}

TEST_F(ClusterExplain, RowsNeedRoom) {
  const ExplanationPtr explanation = explain(pod_);
  const koord_explanation *e = explanation.get();
  size_t count = 0;
  koord_verdict fit;
  koord_refused_group groups[3];
  koord_near_miss misses[3];
  koord_remedy_step steps[6];
  EXPECT_FAILS(koord_explanation_get_groups(e, groups, sizeof groups[0], 2, &count, &err),
               KOORD_E_NO_SPACE, "needs 3");
  EXPECT_EQ(count, 3u);
  EXPECT_FAILS(koord_explanation_get_misses(e, misses, sizeof misses[0], 0, &count, &err),
               KOORD_E_NO_SPACE, "needs 3");
  EXPECT_EQ(count, 3u);
  EXPECT_FAILS(koord_explanation_get_remedies(e, steps, sizeof steps[0], 5, &count, &err),
               KOORD_E_NO_SPACE, "needs 6");
  EXPECT_EQ(count, 6u);
  EXPECT_FAILS(koord_explanation_get_remedies(e, steps, sizeof steps[0] - 8, 6, &count, &err),
               KOORD_E_INVALID, "stride");
  EXPECT_FAILS(koord_explanation_get_remedies(e, steps, sizeof steps[0], 6, nullptr, &err),
               KOORD_E_INVALID, "count");
  EXPECT_FAILS(koord_explanation_get_groups(e, groups, sizeof groups[0] - 8, 3, &count, &err),
               KOORD_E_INVALID, "stride");
  EXPECT_FAILS(koord_explanation_get_misses(e, nullptr, sizeof misses[0], 3, &count, &err),
               KOORD_E_INVALID, "rows");
  EXPECT_FAILS(koord_explanation_get_misses(e, misses, sizeof misses[0], 3, nullptr, &err),
               KOORD_E_INVALID, "count");
  EXPECT_FAILS(koord_explanation_get_fits(nullptr, &fit, sizeof fit, 1, &count, &err),
               KOORD_E_INVALID, "explanation");
  EXPECT_FAILS(koord_explanation_get_info(e, nullptr, &err), KOORD_E_INVALID, "info");
  koord_buffer *out = nullptr;
  EXPECT_FAILS(koord_explanation_to_text(nullptr, &out, &err), KOORD_E_INVALID, "explanation");
  EXPECT_FAILS(koord_explanation_to_json(e, nullptr, &err), KOORD_E_INVALID, "out");
  koord_explanation_unref(nullptr);
  EXPECT_STREQ(koord_remedy_kind_get_name(22), "Unknown");
  EXPECT_STREQ(koord_remedy_kind_get_name(-1), "Unknown");
}

}  // namespace
}  // namespace koord::testing
