// New CPUs for the pods of a node, and the object that requests them.
#include "capi/cluster_support.h"

namespace koord::testing {
namespace {

// CPUs 0-3 and 8-11 are on NUMA node 0.
class ClusterRebind : public ::testing::Test {
 protected:
  ClusterRebind() {
    add_node(cluster_, "n");
    options_ = KOORD_INIT(koord_rebind_options);
    info_ = KOORD_INIT(koord_rebind_info);
  }

  void give(const std::string &uid, const std::string &cpus, const std::string &count) {
    const PodPtr pod =
        pod_of({.uid = uid, .cpu = count, .node = "n", .status = R"({"cpuset":")" + cpus + "\"}"});
    ASSERT_EQ(koord_cluster_set_pod(cluster_.get(), pod.get(), nullptr, nullptr), KOORD_OK);
  }
  PlanPtr plan(const koord_query *query = nullptr) {
    koord_plan *out = nullptr;
    koord_error err{};
    EXPECT_EQ(koord_cluster_plan_rebind(cluster_.get(), 0, &options_, query, &out, &info_, &err),
              KOORD_OK)
        << err.message;
    return PlanPtr(out);
  }
  size_t steps(const PlanPtr &plan) {
    size_t count = 0;
    koord_plan_step rows[16];
    EXPECT_EQ(koord_plan_get_steps(plan.get(), rows, sizeof rows[0], 16, &count, nullptr),
              KOORD_OK);
    for (size_t i = 0; i < count; ++i) EXPECT_EQ(rows[i].kind, KOORD_STEP_KIND_MOVE);
    return count;
  }

  ClusterPtr cluster_ = new_cluster();
  koord_rebind_options options_;
  koord_rebind_info info_;
};

TEST_F(ClusterRebind, CommittingAPlanMovesThePod) {
  give("crosses", "0,4,8,12", "4");
  const std::string before = everything(cluster_);
  const PlanPtr found = plan();
  EXPECT_EQ(everything(cluster_), before) << "a plan changes nothing";
  EXPECT_EQ(steps(found), 1u);
  EXPECT_EQ(info_.reason, KOORD_REASON_NONE);
  EXPECT_EQ(info_.moved, 1u);
  EXPECT_GT(info_.used, 0u);
  EXPECT_EQ(info_.properties, 0u);
  EXPECT_EQ(info_.before.extra_numa, 1);
  EXPECT_EQ(info_.before.extra_sockets, 1);
  EXPECT_EQ(info_.before.largest_block, 6);
  EXPECT_EQ(info_.before.percent, 25);
  EXPECT_EQ(info_.after.extra_numa, 0);
  EXPECT_EQ(info_.after.largest_block, 8);
  EXPECT_EQ(info_.after.free_cpus, 12);
  EXPECT_EQ(info_.after.free_cores, 6);
  EXPECT_EQ(info_.after.percent, 0);
  uint64_t planned = 0;
  ASSERT_EQ(koord_plan_get_step_cpus(found.get(), 0, &planned, 1, nullptr), KOORD_OK);
  ASSERT_EQ(koord_cluster_commit(cluster_.get(), found.get(), nullptr), KOORD_OK);
  uint64_t held = 0;
  ASSERT_EQ(koord_cluster_get_pod_cpus(cluster_.get(), "crosses", KOORD_NUL, &held, 1, nullptr),
            KOORD_OK);
  EXPECT_EQ(list_of(&held, 1), "0-1,8-9");
  EXPECT_EQ(held, planned);
  EXPECT_EQ(steps(plan()), 0u) << "it is good now";
  EXPECT_EQ(info_.moved, 0u);
}

TEST_F(ClusterRebind, OptionsAndProtection) {
  give("crosses", "0,4,8,12", "4");
  const QueryPtr query = new_query();
  ASSERT_EQ(
      koord_query_protect_pod(query.get(), "crosses", KOORD_NUL, KOORD_PROTECTION_KEEP, nullptr),
      KOORD_OK);
  EXPECT_EQ(steps(plan(query.get())), 0u);
  options_.budget = 1;
  options_.flags = KOORD_REBIND_NO_NEW_CROSSING;
  options_.max_moved = UINT32_MAX;
  plan();
  EXPECT_EQ(info_.used, 1u);
  EXPECT_EQ(info_.properties, uint32_t{KOORD_REBIND_INFO_TRUNCATED});
  koord_plan *out = nullptr;
  EXPECT_EQ(koord_cluster_plan_rebind(cluster_.get(), 0, nullptr, nullptr, &out, nullptr, nullptr),
            KOORD_OK);
  EXPECT_EQ(steps(PlanPtr(out)), 1u);
}

TEST_F(ClusterRebind, ANodeWithoutTopologyHasAReason) {
  uint32_t id = 0;
  ASSERT_EQ(set_node(cluster_, node_json("bare"), &id, nullptr), KOORD_OK);
  koord_plan *out = nullptr;
  ASSERT_EQ(koord_cluster_plan_rebind(cluster_.get(), id, nullptr, nullptr, &out, &info_, nullptr),
            KOORD_OK);
  EXPECT_EQ(steps(PlanPtr(out)), 0u);
  EXPECT_EQ(info_.reason, KOORD_REASON_NO_TOPOLOGY);
}

TEST_F(ClusterRebind, BadArguments) {
  give("crosses", "0,4,8,12", "4");
  koord_plan *out = nullptr;
  const auto call = [&](koord_cluster *cluster, uint32_t node, koord_error *err) {
    return koord_cluster_plan_rebind(cluster, node, &options_, nullptr, &out, &info_, err);
  };
  EXPECT_FAILS_UNCHANGED(cluster_, call(nullptr, 0, &err), KOORD_E_INVALID, "cluster");
  EXPECT_FAILS_UNCHANGED(cluster_, call(cluster_.get(), 7, &err), KOORD_E_NOT_FOUND, "7");
  options_.flags = 2;
  EXPECT_FAILS_UNCHANGED(cluster_, call(cluster_.get(), 0, &err), KOORD_E_INVALID, "options.flags");
  options_.flags = 0;
  options_.budget = KOORD_REBIND_BUDGET_MAX + 1;
  EXPECT_FAILS_UNCHANGED(cluster_, call(cluster_.get(), 0, &err), KOORD_E_INVALID,
                         "options.budget");
  options_.budget = 0;
  info_.struct_size = 3;
  EXPECT_FAILS_UNCHANGED(cluster_, call(cluster_.get(), 0, &err), KOORD_E_INVALID,
                         "info.struct_size");
  EXPECT_EQ(out, nullptr);
  koord_error err{};
  EXPECT_EQ(koord_cluster_plan_rebind(cluster_.get(), 0, nullptr, nullptr, nullptr, nullptr, &err),
            KOORD_E_INVALID);
}

TEST_F(ClusterRebind, APlanForAnOlderStateIsStale) {
  give("crosses", "0,4,8,12", "4");
  const PlanPtr found = plan();
  give("other", "7,15", "2");
  EXPECT_FAILS_UNCHANGED(cluster_, koord_cluster_commit(cluster_.get(), found.get(), &err),
                         KOORD_E_STALE, "changed since");
}

constexpr const char *kObject =
    R"({"metadata":{"name":"r"},"spec":{"nodeName":"node-1","rebindAction":"RebindCPU"}})";

TEST(RebindObject, IsRead) {
  koord_rebind_request request = KOORD_INIT(koord_rebind_request);
  char node[256];
  size_t needed = 0;
  ASSERT_EQ(koord_rebind_request_from_json(nullptr, kObject, KOORD_NUL, &request, node, sizeof node,
                                           &needed, nullptr),
            KOORD_OK);
  EXPECT_STREQ(node, "node-1");
  EXPECT_EQ(needed, 6u);
  EXPECT_EQ(request.action, KOORD_REBIND_ACTION_CPU);
  EXPECT_EQ(request.phase, KOORD_REBIND_PHASE_NONE);
  EXPECT_EQ(request.deadline_seconds, 600);
}

TEST(RebindObject, BadArguments) {
  koord_rebind_request request = KOORD_INIT(koord_rebind_request);
  char node[6];
  size_t needed = 0;
  EXPECT_FAILS(koord_rebind_request_from_json(nullptr, kObject, KOORD_NUL, &request, node,
                                              sizeof node, &needed, &err),
               KOORD_E_NO_SPACE, "");
  EXPECT_EQ(needed, 6u);
  EXPECT_EQ(request.deadline_seconds, 0) << "left alone";
  EXPECT_FAILS(
      koord_rebind_request_from_json(nullptr, kObject, KOORD_NUL, nullptr, node, 6, &needed, &err),
      KOORD_E_INVALID, "request");
  EXPECT_FAILS(
      koord_rebind_request_from_json(nullptr, nullptr, 5, &request, node, 6, &needed, &err),
      KOORD_E_INVALID, "json");
  EXPECT_FAILS(koord_rebind_request_from_json(nullptr, "{}", 2, &request, node, 6, &needed, &err),
               KOORD_E_INVALID, "spec");
}

TEST(RebindObject, ItsStatusIsWritten) {
  koord_buffer *out = nullptr;
  ASSERT_EQ(koord_rebind_status_to_json(KOORD_REBIND_PHASE_SUCCEED, "2022-05-30T18:00:00Z",
                                        KOORD_NUL, "2 pods moved", KOORD_NUL, &out, nullptr),
            KOORD_OK);
  EXPECT_EQ(text_of_call(KOORD_OK, out),
            R"({"status":{"updateTimestamp":"2022-05-30T18:00:00Z","phase":"Succeed",)"
            R"("reason":"2 pods moved"}})");
  for (const koord_rebind_phase phase : {-1, 0, 5})
    EXPECT_FAILS(
        koord_rebind_status_to_json(phase, "2022-05-30T18:00:00Z", KOORD_NUL, "", 0, &out, &err),
        KOORD_E_INVALID, "phase");
  EXPECT_FAILS(koord_rebind_status_to_json(KOORD_REBIND_PHASE_FAILED, "now", 3, "", 0, &out, &err),
               KOORD_E_INVALID, "timestamp");
  EXPECT_FAILS(koord_rebind_status_to_json(KOORD_REBIND_PHASE_FAILED, "2022-05-30T18:00:00Z",
                                           KOORD_NUL, "\xff", 1, &out, &err),
               KOORD_E_INVALID, "reason");
  EXPECT_EQ(out, nullptr);
}

// 8 CPUs of one NUMA node are needed, and both nodes have a pod.
TEST_F(ClusterRebind, RoomIsMadeForAPod) {
  add_node(cluster_, "strict", policy_label("SingleNUMANode"));
  for (const auto &[uid, cpus] : {std::pair("a", "0-1,8-9"), std::pair("b", "4-5,12-13")}) {
    const PodPtr pod = pod_of({.uid = uid,
                               .cpu = "4",
                               .node = "strict",
                               .status = R"({"cpuset":")" + std::string(cpus) + "\"}"});
    ASSERT_EQ(koord_cluster_set_pod(cluster_.get(), pod.get(), nullptr, nullptr), KOORD_OK);
  }
  const PodPtr large = pod_of({.uid = "large", .cpu = "8"});
  koord_plan *out = nullptr;
  koord_refusal refusal{};
  const auto decide = [&](const PodPtr &pod, uint32_t node, uint32_t flags, koord_error *error) {
    const koord_status status = koord_cluster_plan_rebind_for(
        cluster_.get(), pod.get(), node, &options_, query_with(flags).get(), &out, &info_, error);
    refusal = info_.refusal;
    return status;
  };
  EXPECT_NE(evaluate(cluster_, large).by_node()[1].reason, KOORD_REASON_NONE);
  const std::string before = everything(cluster_);
  koord_error error{};
  ASSERT_EQ(decide(large, 1, 0, &error), KOORD_OK) << error.message;
  const PlanPtr found(out);
  EXPECT_EQ(everything(cluster_), before);
  EXPECT_EQ(refusal.reason, KOORD_REASON_NONE);
  EXPECT_EQ(info_.moved, 1u);
  EXPECT_EQ(steps_of(found).substr(0, 5), "move ");
  EXPECT_NE(steps_of(found).find("place large on 1; "), std::string::npos);
  ASSERT_EQ(koord_cluster_commit(cluster_.get(), found.get(), nullptr), KOORD_OK);
  EXPECT_EQ(cpus_of(cluster_, 1, KOORD_CLUSTER_CPUSET_FREE).empty(), true);

  EXPECT_FAILS(decide(large, 1, 0, &err), KOORD_E_CONFLICT, "is already on node \"strict\"");
  EXPECT_FAILS(decide(pod_of({.uid = "x"}), 9, 0, &err), KOORD_E_NOT_FOUND, "9");
  EXPECT_FAILS(decide(pod_of({.uid = ""}), 1, 0, &err), KOORD_E_INVALID, "metadata.uid");
  ASSERT_EQ(decide(pod_of({.uid = "x", .cpu = "2"}), 1, 0, nullptr), KOORD_OK);
  EXPECT_EQ(out, nullptr);
  EXPECT_NE(refusal.reason, KOORD_REASON_NONE);
}

}  // namespace
}  // namespace koord::testing
