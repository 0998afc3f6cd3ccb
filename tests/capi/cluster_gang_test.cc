// Gangs, and plans in general, through the C interface.
#include "capi/cluster_support.h"

namespace koord::testing {
namespace {

class Gang : public ::testing::Test {
 protected:
  Gang() : cluster_(new_cluster()) {
    for (const char *name : {"a", "b"}) add_node(cluster_, name);
  }

  void add(const Ask &ask) {
    owned_.push_back(pod_of(ask));
    pods_.push_back(owned_.back().get());
  }
  koord_status decide(koord_error *err, const koord_query *query = nullptr) {
    koord_plan *plan = nullptr;
    const koord_status status = koord_cluster_plan_gang(cluster_.get(), pods_.data(), pods_.size(),
                                                        &options_, query, &plan, &info_, err);
    refusal_ = info_.refusal;
    plan_.reset(plan);
    return status;
  }

  void SetUp() override {
    options_ = KOORD_INIT(koord_gang_options);
    info_ = KOORD_INIT(koord_gang_info);
  }

  ClusterPtr cluster_;
  std::vector<PodPtr> owned_;
  std::vector<const koord_pod *> pods_;
  koord_gang_options options_;
  koord_gang_info info_;
  koord_refusal refusal_{};
  PlanPtr plan_;
};

TEST_F(Gang, APlanIsCommittedSeparately) {
  for (const char *uid : {"x", "y", "z"}) add({.uid = uid, .cpu = "8"});
  const std::string state = everything(cluster_);
  koord_error error{};
  ASSERT_EQ(decide(&error), KOORD_OK) << error.message;
  EXPECT_EQ(everything(cluster_), state);
  EXPECT_EQ(steps_of(plan_), "place x on 0; place y on 0; place z on 1; ");
  EXPECT_EQ(info_.placed, 3u);
  EXPECT_EQ(info_.nodes, 2u);
  EXPECT_EQ(info_.used, 3u);
  uint64_t word = 0;
  EXPECT_EQ(koord_plan_get_step_cpus(plan_.get(), 1, &word, 1, nullptr), KOORD_OK);
  const std::string cpus = list_of(&word, 1);
  koord_buffer *out = nullptr;
  const koord_status status =
      koord_cluster_get_step_status(cluster_.get(), plan_.get(), 1, &out, nullptr);
  const std::string reported = text_of_call(status, out);
  ASSERT_EQ(koord_cluster_commit(cluster_.get(), plan_.get(), &error), KOORD_OK) << error.message;
  EXPECT_EQ(pods_on(cluster_, 0), "x\ny\n");
  EXPECT_EQ(pods_on(cluster_, 1), "z\n");
  EXPECT_EQ(status_of(cluster_, "y"), reported);
  EXPECT_NE(reported.find(cpus), std::string::npos) << reported;
  EXPECT_FAILS_UNCHANGED(cluster_, koord_cluster_commit(cluster_.get(), plan_.get(), &err),
                         KOORD_E_STALE, "plan: a node changed");
}

TEST_F(Gang, IsRefusedWithNumbers) {
  for (const char *uid : {"x", "y", "z"}) add({.uid = uid, .cpu = "8"});
  options_.max_nodes = 1;
  ASSERT_EQ(decide(nullptr), KOORD_OK);
  EXPECT_EQ(plan_, nullptr);
  EXPECT_EQ(refusal_.reason, KOORD_REASON_GANG_UNPLACED);
  EXPECT_EQ(refusal_.object, KOORD_OBJECT_KIND_POD);
  EXPECT_EQ(refusal_.needed, 3);
  EXPECT_EQ(refusal_.best, 2);
  EXPECT_EQ(info_.placed, 2u);
  EXPECT_EQ(info_.blocked, 2u);
  options_.budget = 1;
  ASSERT_EQ(decide(nullptr), KOORD_OK);
  EXPECT_EQ(refusal_.reason, KOORD_REASON_SEARCH_LIMIT);
  EXPECT_EQ(info_.used, 1u);
}

TEST_F(Gang, CountsNominatedPodsOfTheQuery) {
  add({.uid = "x", .cpu = "16"});
  const QueryPtr query = new_query();
  for (const uint32_t node : {0u, 1u})
    ASSERT_EQ(koord_query_add_pod(query.get(), pod_of({.uid = "nominated"}).get(), node, nullptr),
              KOORD_OK);
  ASSERT_EQ(decide(nullptr, query.get()), KOORD_OK);
  EXPECT_EQ(refusal_.reason, KOORD_REASON_GANG_UNPLACED);
  ASSERT_EQ(decide(nullptr), KOORD_OK);
  EXPECT_EQ(refusal_.reason, KOORD_REASON_NONE);
}

TEST_F(Gang, KeepsOffExcludedNodes) {
  for (const char *uid : {"x", "y"}) add({.uid = uid, .cpu = "8"});
  const QueryPtr query = new_query();
  ASSERT_EQ(koord_query_exclude_node(query.get(), 0, nullptr), KOORD_OK);
  ASSERT_EQ(koord_query_exclude_node(query.get(), 9, nullptr), KOORD_OK);
  ASSERT_EQ(decide(nullptr, query.get()), KOORD_OK);
  EXPECT_EQ(steps_of(plan_), "place x on 1; place y on 1; ");
  add({.uid = "z", .cpu = "8"});
  ASSERT_EQ(decide(nullptr, query.get()), KOORD_OK);
  EXPECT_EQ(refusal_.reason, KOORD_REASON_GANG_UNPLACED);
  EXPECT_EQ(refusal_.best, 2);
  add({.uid = "of another shape", .cpu = "2"});
  ASSERT_EQ(decide(nullptr, query.get()), KOORD_OK);
  EXPECT_EQ(refusal_.reason, KOORD_REASON_GANG_UNPLACED);
  koord_refusal refusal{};
  EXPECT_FAILS(
      koord_cluster_judge(cluster_.get(), pods_[0], query.get(), 1, &refusal, nullptr, &err),
      KOORD_E_INVALID, "query: excludes nodes, which only koord_cluster_plan_gang and");
  EXPECT_FAILS(
      koord_cluster_reserve(cluster_.get(), pods_[0], query.get(), 1, nullptr, 0, &refusal, &err),
      KOORD_E_INVALID, "query: names pods or nodes");
  EXPECT_FAILS(koord_query_exclude_node(nullptr, 0, &err), KOORD_E_INVALID, "query");
  ASSERT_EQ(koord_query_reset(query.get(), nullptr), KOORD_OK);
  ASSERT_EQ(decide(nullptr, query.get()), KOORD_OK);
  EXPECT_EQ(info_.nodes, 2u);
}

TEST_F(Gang, MembersKeepOffTheirOwnExcludedNodes) {
  for (const char *uid : {"x", "y"}) add({.uid = uid, .cpu = "8"});
  const QueryPtr query = new_query();
  const auto exclude = [&](std::string_view uid, uint32_t node) {
    ASSERT_EQ(koord_query_exclude_pod_node(query.get(), uid.data(), uid.size(), node, nullptr),
              KOORD_OK);
  };
  exclude("x", 9);
  exclude("x", 0);
  exclude("x", 0);
  exclude("y", 1);
  exclude("of no pod", 1);
  ASSERT_EQ(decide(nullptr, query.get()), KOORD_OK);
  EXPECT_EQ(steps_of(plan_), "place x on 1; place y on 0; ");
  exclude("x", 1);
  ASSERT_EQ(decide(nullptr, query.get()), KOORD_OK);
  EXPECT_EQ(refusal_.reason, KOORD_REASON_GANG_UNPLACED);
  EXPECT_EQ(refusal_.best, 1);
  koord_refusal refusal{};
  EXPECT_FAILS(
      koord_cluster_judge(cluster_.get(), pods_[0], query.get(), 1, &refusal, nullptr, &err),
      KOORD_E_INVALID, "query: excludes nodes, which only koord_cluster_plan_gang and");
  EXPECT_FAILS(
      koord_cluster_reserve(cluster_.get(), pods_[0], query.get(), 1, nullptr, 0, &refusal, &err),
      KOORD_E_INVALID, "query: names pods or nodes");
  EXPECT_FAILS(koord_query_exclude_pod_node(query.get(), "", 0, 0, &err), KOORD_E_INVALID, "uid");
  EXPECT_FAILS(koord_query_exclude_pod_node(nullptr, "x", 1, 0, &err), KOORD_E_INVALID, "query");
  ASSERT_EQ(koord_query_reset(query.get(), nullptr), KOORD_OK);
  ASSERT_EQ(decide(nullptr, query.get()), KOORD_OK);
  EXPECT_EQ(refusal_.reason, KOORD_REASON_NONE);
}

TEST_F(Gang, RefusesInvalidGangs) {
  EXPECT_FAILS(decide(&err), KOORD_E_INVALID, "pods");
  add({.uid = "x"});
  add({.uid = "y"});
  add({.uid = "x", .cpu = "2"});
  EXPECT_FAILS(decide(&err), KOORD_E_INVALID, "pods[2]: uid \"x\" is also that of pods[0]");
  pods_.pop_back();
  pods_.push_back(nullptr);
  EXPECT_FAILS(decide(&err), KOORD_E_INVALID, "pods[2]");
  pods_.pop_back();
  options_.flags = 2;
  EXPECT_FAILS(decide(&err), KOORD_E_INVALID, "options.flags");
  options_.flags = 0;
  options_.reserved = 1;
  EXPECT_FAILS(decide(&err), KOORD_E_INVALID, "options.reserved");
  options_.reserved = 0;
  EXPECT_FAILS(koord_cluster_plan_gang(cluster_.get(), pods_.data(), 0, nullptr, nullptr, nullptr,
                                       &info_, &err),
               KOORD_E_INVALID, "out");
  koord_plan *plan = nullptr;
  EXPECT_FAILS(koord_cluster_plan_gang(cluster_.get(), pods_.data(), 0, nullptr, nullptr, &plan,
                                       &info_, &err),
               KOORD_E_INVALID, "count: found 0");
  EXPECT_FAILS(koord_cluster_plan_gang(cluster_.get(), pods_.data(), 1025, nullptr, nullptr, &plan,
                                       &info_, &err),
               KOORD_E_LIMIT, "at most 1024");
  EXPECT_EQ(reserve(cluster_, owned_[1], 1).reason, KOORD_REASON_NONE);
  EXPECT_FAILS_UNCHANGED(cluster_, decide(&err), KOORD_E_CONFLICT,
                         "pod \"y\": is already on node \"b\"");
  // A pod that waits for its node cannot be committed.
  const PodPtr waiting = pod_of({.uid = "x", .node = "gone"});
  koord_pod_conflicts conflicts = KOORD_INIT(koord_pod_conflicts);
  ASSERT_EQ(koord_cluster_remove_pod(cluster_.get(), "y", 1, nullptr), KOORD_OK);
  ASSERT_EQ(koord_cluster_set_pod(cluster_.get(), waiting.get(), &conflicts, nullptr), KOORD_OK);
  EXPECT_FAILS_UNCHANGED(cluster_, decide(&err), KOORD_E_CONFLICT,
                         "pod \"x\": is bound to node \"gone\", which does not exist");
}

TEST_F(Gang, PlansBelongToTheirCluster) {
  add({.uid = "x"});
  koord_error error{};
  ASSERT_EQ(decide(&error), KOORD_OK);
  const ClusterPtr other = new_cluster();
  add_node(other, "a");
  EXPECT_FAILS_UNCHANGED(other, koord_cluster_commit(other.get(), plan_.get(), &err),
                         KOORD_E_INVALID, "another cluster");
  koord_buffer *out = nullptr;
  EXPECT_FAILS(koord_cluster_get_step_status(other.get(), plan_.get(), 0, &out, &err),
               KOORD_E_INVALID, "another cluster");
  EXPECT_FAILS(koord_cluster_get_step_status(cluster_.get(), plan_.get(), 1, &out, &err),
               KOORD_E_INVALID, "step: found 1, the plan has 1");
  uint64_t word = 0;
  EXPECT_FAILS(koord_plan_get_step_cpus(plan_.get(), 0, &word, 0, &err), KOORD_E_NO_SPACE, "");
  EXPECT_FAILS(koord_plan_get_step_cpus(plan_.get(), 0, nullptr, 1, &err), KOORD_E_INVALID,
               "words");
  size_t count = 0;
  koord_plan_step row;
  EXPECT_FAILS(koord_plan_get_steps(plan_.get(), &row, sizeof row, 0, &count, &err),
               KOORD_E_NO_SPACE, "rows");
  EXPECT_EQ(count, 1u);
  EXPECT_FAILS(koord_cluster_commit(cluster_.get(), nullptr, &err), KOORD_E_INVALID, "plan");
}

TEST_F(Gang, AVanishedPodMakesAPlanStale) {
  add({.uid = "x"});
  ASSERT_EQ(decide(nullptr), KOORD_OK);
  const PodPtr other = pod_of({.uid = "other", .cpu = "1"});
  // a change of another node does not matter
  EXPECT_EQ(reserve(cluster_, other, 1).reason, KOORD_REASON_NONE);
  EXPECT_EQ(reserve(cluster_, owned_[0], 1).reason, KOORD_REASON_NONE);
  koord_error error{};
  EXPECT_FAILS_UNCHANGED(cluster_, koord_cluster_commit(cluster_.get(), plan_.get(), &err),
                         KOORD_E_STALE, "not where it was when the plan was made");
  EXPECT_EQ(remove_pod(cluster_, "x"), KOORD_OK);
  EXPECT_EQ(koord_cluster_commit(cluster_.get(), plan_.get(), &error), KOORD_OK) << error.message;
}

TEST(Protections, AreCheckedAndBounded) {
  const QueryPtr query = new_query();
  EXPECT_FAILS(koord_query_protect_pod(query.get(), "u", 1, 3, &err), KOORD_E_INVALID,
               "protection");
  EXPECT_FAILS(koord_query_protect_pod(query.get(), "", 0, 1, &err), KOORD_E_INVALID, "uid");
  EXPECT_FAILS(koord_query_protect_pod(nullptr, "u", 1, 1, &err), KOORD_E_INVALID, "query");
  for (int i = 0; i < 65536; ++i)
    ASSERT_EQ(koord_query_protect_pod(query.get(), "u", 1, 1, nullptr), KOORD_OK);
  EXPECT_FAILS(koord_query_protect_pod(query.get(), "u", 1, 1, &err), KOORD_E_LIMIT, "65536");
}

}  // namespace
}  // namespace koord::testing
