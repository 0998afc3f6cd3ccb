// koord_cluster_preempt and its results.
#include <cstring>

#include "capi/cluster_support.h"

namespace koord::testing {
namespace {

struct FreeMade {
  void operator()(koord_preemption *made) const { koord_preemption_unref(made); }
};
using PreemptionPtr = std::unique_ptr<koord_preemption, FreeMade>;

PodPtr pod_with(const std::string &uid, const std::string &cpu, int32_t priority) {
  std::string json = pod_json({.uid = uid, .cpu = cpu});
  json.replace(json.find(R"("spec":{)"), 8,
               R"("spec":{"priority":)" + std::to_string(priority) + ",");
  return pod_from(json);
}

// Two full nodes of 16 CPUs: one with 8 + 4 + 4 CPUs of priorities 3, 1
// and 2, the other with 16 CPUs of priority 4.
class ClusterPreempt : public ::testing::Test {
 protected:
  ClusterPreempt() : cluster_(new_cluster()) {
    for (const char *name : {"parted", "whole"}) add_node(cluster_, name);
    fill("big", "8", 3, 0);
    fill("left", "4", 1, 0);
    fill("right", "4", 2, 0);
    fill("all", "16", 4, 1);
    options_ = KOORD_INIT(koord_preempt_options);
  }

  void fill(const char *uid, const char *cpu, int32_t priority, uint32_t node) {
    ASSERT_EQ(reserve(cluster_, pod_with(uid, cpu, priority), node).reason, KOORD_REASON_NONE);
  }
  PreemptionPtr preempt(const PodPtr &pod, const koord_query *query = nullptr) {
    koord_preemption *made = nullptr;
    koord_error err{};
    EXPECT_EQ(koord_cluster_preempt(cluster_.get(), pod.get(), &options_, query, &made, &err),
              KOORD_OK)
        << err.message;
    return PreemptionPtr(made);
  }
  static std::vector<koord_node_preemption> rows_of(const PreemptionPtr &made) {
    std::vector<koord_node_preemption> rows(2);
    size_t count = 0;
    EXPECT_EQ(koord_preemption_get_nodes(made.get(), rows.data(), sizeof rows[0], rows.size(),
                                         &count, nullptr),
              KOORD_OK);
    EXPECT_EQ(count, 2u);
    return rows;
  }
  // Formats victims as in "left:1 right:2".
  static std::string victims_of(const PreemptionPtr &made, size_t row) {
    koord_plan_step rows[4];
    size_t count = 0, length = 0;
    EXPECT_EQ(
        koord_preemption_get_victims(made.get(), row, rows, sizeof rows[0], 4, &count, nullptr),
        KOORD_OK);
    const char *texts = koord_preemption_get_texts(made.get(), &length);
    std::string out;
    for (size_t i = 0; i < count; ++i) {
      EXPECT_EQ(rows[i].kind, KOORD_STEP_KIND_RELEASE);
      EXPECT_EQ(rows[i].node, rows_of(made)[row].node);
      EXPECT_LE(rows[i].uid_offset + rows[i].uid_length, length);
      if (i > 0) {
        EXPECT_EQ(rows[i].uid_offset, rows[i - 1].uid_offset + rows[i - 1].uid_length);
      }
      out += std::string(texts + rows[i].uid_offset, rows[i].uid_length) + ':' +
             std::to_string(rows[i].priority) + ' ';
    }
    return out;
  }
  koord_status plan(const PreemptionPtr &made, size_t row, PlanPtr &out, koord_error *err) {
    koord_plan *plan = nullptr;
    const koord_status status =
        koord_cluster_plan_preemption(cluster_.get(), made.get(), row, &refusal_, &plan, err);
    out.reset(plan);
    return status;
  }

  ClusterPtr cluster_;
  koord_preempt_options options_;
  koord_refusal refusal_{};
};

TEST_F(ClusterPreempt, RowsComeBestFirst) {
  const PreemptionPtr made = preempt(pod_with("new", "8", 5));
  const auto rows = rows_of(made);
  EXPECT_EQ(rows[0].node, 0u);
  EXPECT_EQ(rows[0].reason, KOORD_REASON_NONE);
  EXPECT_EQ(rows[0].victims, 1u);
  EXPECT_EQ(rows[0].highest_priority, 3);
  EXPECT_EQ(rows[0].priority_sum, int64_t{3} - INT32_MIN);
  EXPECT_EQ(rows[0].flags, 0u);
  EXPECT_GT(rows[0].score, 0);
  EXPECT_EQ(rows[1].node, 1u);
  EXPECT_EQ(rows[1].highest_priority, 4);
  EXPECT_EQ(victims_of(made, 0), "big:3 ");
  EXPECT_EQ(victims_of(made, 1), "all:4 ");
}

TEST_F(ClusterPreempt, FlagsAndQueriesCount) {
  options_.flags = KOORD_PREEMPT_LEAST_IMPORTANT;
  const PodPtr pod = pod_with("new", "8", 5);
  EXPECT_EQ(victims_of(preempt(pod), 0), "right:2 left:1 ");
  options_.flags = 0;
  const QueryPtr query = new_query();
  koord_query_protect_pod(query.get(), "big", 3, KOORD_PROTECTION_AVOID, nullptr);
  koord_query_protect_pod(query.get(), "all", 3, KOORD_PROTECTION_KEEP, nullptr);
  EXPECT_EQ(victims_of(preempt(pod, query.get()), 0), "right:2 left:1 ");
  koord_query_protect_pod(query.get(), "left", 4, KOORD_PROTECTION_KEEP, nullptr);
  const PreemptionPtr made = preempt(pod, query.get());
  EXPECT_EQ(victims_of(made, 0), "big:3 ");
  EXPECT_EQ(rows_of(made)[0].avoided, 1u);
  EXPECT_EQ(rows_of(made)[1].reason, KOORD_REASON_INSUFFICIENT_RESOURCE);
  EXPECT_EQ(rows_of(made)[1].flags, 0u);
  EXPECT_EQ(rows_of(preempt(pod_with("new", "17", 5)))[0].flags,
            uint32_t{KOORD_PREEMPTION_UNRESOLVABLE});
  options_.budget = 1;
  const auto rows = rows_of(preempt(pod));
  EXPECT_EQ(rows[0].flags, uint32_t{KOORD_PREEMPTION_UNPROVEN});
  // With SKIP_FIT the caller checks amounts and cordons of the node; CPUs are checked here.
  options_ = KOORD_INIT(koord_preempt_options);
  EXPECT_EQ(victims_of(preempt(pod, query_with(KOORD_QUERY_SKIP_FIT).get()), 0), "big:3 ");
}

TEST_F(ClusterPreempt, APlanIsCommittedOnceAndChangesNothingBefore) {
  const PodPtr pod = pod_with("new", "8", 5);
  const std::string before = everything(cluster_);
  const std::string freed = cpus_of(cluster_, 0, KOORD_CLUSTER_CPUSET_ALLOCATED);
  uint64_t big = 0, now = 0;
  ASSERT_EQ(koord_cluster_get_pod_cpus(cluster_.get(), "big", 3, &big, 1, nullptr), KOORD_OK);
  const PreemptionPtr made = preempt(pod);
  PlanPtr released;
  ASSERT_EQ(plan(made, 0, released, nullptr), KOORD_OK);
  EXPECT_EQ(refusal_.reason, KOORD_REASON_NONE);
  EXPECT_EQ(everything(cluster_), before);
  koord_plan_step steps[2];
  size_t count = 0, length = 0;
  ASSERT_EQ(koord_plan_get_steps(released.get(), steps, sizeof steps[0], 2, &count, nullptr),
            KOORD_OK);
  ASSERT_EQ(count, 2u);
  EXPECT_STREQ(koord_plan_get_texts(released.get(), &length), "bignew");
  EXPECT_EQ(length, 6u);
  EXPECT_EQ(steps[0].kind, KOORD_STEP_KIND_RELEASE);
  EXPECT_EQ(steps[1].kind, KOORD_STEP_KIND_PLACE);
  EXPECT_EQ(steps[1].priority, 5);
  ASSERT_EQ(koord_plan_get_step_cpus(released.get(), 1, &now, 1, nullptr), KOORD_OK);
  EXPECT_EQ(now, big);
  ASSERT_EQ(koord_cluster_commit(cluster_.get(), released.get(), nullptr), KOORD_OK);
  EXPECT_EQ(pods_on(cluster_, 0), "left\nnew\nright\n");
  EXPECT_EQ(cpus_of(cluster_, 0, KOORD_CLUSTER_CPUSET_ALLOCATED), freed);
  EXPECT_FAILS(koord_cluster_commit(cluster_.get(), released.get(), &err), KOORD_E_STALE, "node");
  PlanPtr again;
  EXPECT_FAILS(plan(made, 0, again, &err), KOORD_E_STALE, "row: its node changed");
  EXPECT_EQ(again, nullptr);
  // The other node has not changed, but the pod is already on a node.
  ASSERT_EQ(plan(made, 1, again, nullptr), KOORD_OK);
  EXPECT_FAILS(koord_cluster_commit(cluster_.get(), again.get(), &err), KOORD_E_STALE, "pod");
}

TEST_F(ClusterPreempt, RemovedVictimsMakeAPlanStale) {
  const PreemptionPtr made = preempt(pod_with("new", "8", 5));
  PlanPtr planned;
  ASSERT_EQ(plan(made, 0, planned, nullptr), KOORD_OK);
  ASSERT_EQ(remove_pod(cluster_, "big"), KOORD_OK);
  EXPECT_FAILS(koord_cluster_commit(cluster_.get(), planned.get(), &err), KOORD_E_STALE, "node");
  EXPECT_FAILS(plan(made, 0, planned, &err), KOORD_E_STALE, "node");
  ASSERT_EQ(koord_cluster_remove_node(cluster_.get(), "whole", KOORD_NUL, nullptr), KOORD_OK);
  EXPECT_FAILS(plan(made, 1, planned, &err), KOORD_E_STALE, "node");
}

TEST_F(ClusterPreempt, PodsOfAQueryAreNoVictimsAndThoseItRemovesMakeAPlanStale) {
  const QueryPtr query = new_query();
  const PodPtr pod = pod_with("new", "8", 5);
  koord_query_remove_pod(query.get(), "right", 5, nullptr);
  koord_query_add_pod(query.get(), pod_with("nominated", "4", 0).get(), 0, nullptr);
  const PreemptionPtr made = preempt(pod, query.get());
  EXPECT_EQ(victims_of(made, 0), "big:3 ");
  PlanPtr planned;
  // CPUs of "right" may be reserved by others by now, so that plan can only be read.
  EXPECT_EQ(plan(made, 0, planned, nullptr), KOORD_OK);
  EXPECT_FAILS_UNCHANGED(cluster_, koord_cluster_commit(cluster_.get(), planned.get(), &err),
                         KOORD_E_STALE, "plan");
  EXPECT_EQ(plan(made, 1, planned, nullptr), KOORD_OK);
}

TEST_F(ClusterPreempt, WrongArguments) {
  const PodPtr pod = pod_with("new", "8", 5);
  auto *out = reinterpret_cast<koord_preemption *>(0x10);
  EXPECT_FAILS(koord_cluster_preempt(nullptr, pod.get(), nullptr, nullptr, &out, &err),
               KOORD_E_INVALID, "cluster");
  EXPECT_EQ(out, nullptr);
  EXPECT_FAILS(koord_cluster_preempt(cluster_.get(), nullptr, nullptr, nullptr, &out, &err),
               KOORD_E_INVALID, "pod");
  EXPECT_FAILS(koord_cluster_preempt(cluster_.get(), pod.get(), nullptr, nullptr, nullptr, &err),
               KOORD_E_INVALID, "out");
  options_.flags = 4;
  EXPECT_FAILS(koord_cluster_preempt(cluster_.get(), pod.get(), &options_, nullptr, &out, &err),
               KOORD_E_INVALID, "options.flags");
  options_ = {4, 0, 0};
  EXPECT_FAILS(koord_cluster_preempt(cluster_.get(), pod.get(), &options_, nullptr, &out, &err),
               KOORD_E_INVALID, "options.struct_size");
  options_ = {sizeof options_, 0, 0};

  const PreemptionPtr made = preempt(pod);
  koord_node_preemption rows[2];
  size_t count = 0;
  EXPECT_FAILS(koord_preemption_get_nodes(nullptr, rows, sizeof rows[0], 2, &count, &err),
               KOORD_E_INVALID, "preemption");
  EXPECT_FAILS(koord_preemption_get_nodes(made.get(), rows, sizeof rows[0], 2, nullptr, &err),
               KOORD_E_INVALID, "count");
  EXPECT_FAILS(koord_preemption_get_nodes(made.get(), nullptr, sizeof rows[0], 2, &count, &err),
               KOORD_E_INVALID, "rows");
  EXPECT_FAILS(koord_preemption_get_nodes(made.get(), rows, 8, 2, &count, &err), KOORD_E_INVALID,
               "stride");
  EXPECT_FAILS(koord_preemption_get_nodes(made.get(), rows, sizeof rows[0], 1, &count, &err),
               KOORD_E_NO_SPACE, "needs 2");
  EXPECT_EQ(count, 2u);

  koord_plan_step steps[1];
  const auto victims = [&](size_t row, size_t stride, size_t capacity, koord_error *err) {
    return koord_preemption_get_victims(made.get(), row, steps, stride, capacity, &count, err);
  };
  EXPECT_FAILS(victims(2, sizeof steps[0], 1, &err), KOORD_E_INVALID, "row: found 2, there are 2");
  EXPECT_FAILS(victims(0, 8, 1, &err), KOORD_E_INVALID, "stride");
  EXPECT_FAILS(victims(0, sizeof steps[0], 0, &err), KOORD_E_NO_SPACE, "rows: needs 1");
  EXPECT_EQ(count, 1u);

  PlanPtr planned;
  koord_plan *none = nullptr;
  EXPECT_FAILS(koord_cluster_plan_preemption(cluster_.get(), made.get(), 0, nullptr, &none, &err),
               KOORD_E_INVALID, "refusal");
  EXPECT_FAILS(
      koord_cluster_plan_preemption(cluster_.get(), made.get(), 0, &refusal_, nullptr, &err),
      KOORD_E_INVALID, "out");
  EXPECT_FAILS(plan(made, 2, planned, &err), KOORD_E_INVALID, "row: found 2");
  EXPECT_FAILS(
      koord_cluster_plan_preemption(new_cluster().get(), made.get(), 0, &refusal_, &none, &err),
      KOORD_E_INVALID, "another cluster");
  EXPECT_FAILS(plan(preempt(pod_with("new", "17", 5)), 0, planned, &err), KOORD_E_INVALID,
               "no eviction helps");
  EXPECT_FAILS(plan(preempt(pod_with("", "8", 5)), 0, planned, &err), KOORD_E_INVALID,
               "metadata.uid");
  koord_preemption_unref(nullptr);
}

PodPtr asks_for_late(const std::string &uid, int32_t priority) {
  std::string json = pod_json({.uid = uid, .cpu = "2"});
  json.replace(json.find(R"("memory")"), 8, R"("x.example/late":"1","memory")");
  json.replace(json.find(R"("spec":{)"), 8,
               R"("spec":{"priority":)" + std::to_string(priority) + ",");
  return pod_from(json);
}

TEST_F(ClusterPreempt, ResourcesThatNodesReportLaterAreAccounted) {
  const PreemptionPtr made =
      preempt(asks_for_late("new", 5), query_with(KOORD_QUERY_SKIP_FIT).get());
  PlanPtr planned;
  ASSERT_EQ(plan(made, 0, planned, nullptr), KOORD_OK);
  ASSERT_EQ(koord_cluster_commit(cluster_.get(), planned.get(), nullptr), KOORD_OK);
  EXPECT_EQ(pods_on(cluster_, 0), "big\nnew\nright\n");
  std::string node = node_json("parted");
  node.replace(node.find(R"("pods")"), 6, R"("x.example/late":"1","pods")");
  ASSERT_EQ(set_node(cluster_, node, nullptr, nullptr), KOORD_OK);
  const PodPtr other = asks_for_late("other", 5);
  EXPECT_EQ(evaluate(cluster_, other).rows[0].reason, KOORD_REASON_INSUFFICIENT_RESOURCE);
  ASSERT_EQ(remove_pod(cluster_, "new"), KOORD_OK);
  EXPECT_EQ(evaluate(cluster_, other).rows[0].reason, KOORD_REASON_NONE);
}

}  // namespace
}  // namespace koord::testing
