// Pods that grow and shrink, at the C boundary.
#include "capi/cluster_support.h"

namespace koord::testing {
namespace {

class Resize : public ::testing::Test {
 protected:
  Resize() : cluster_(new_cluster()) {
    add_node(cluster_, "n", policy_label("SingleNUMANode"));
    for (const char *uid : {"a", "b"})
      EXPECT_EQ(reserve(cluster_, pod_of({.uid = uid, .cpu = "4"}), 0).reason, KOORD_REASON_NONE);
  }
  koord_status decide(const PodPtr &pod, uint32_t flags, koord_error *err,
                      const koord_query *query = nullptr) {
    koord_plan *plan = nullptr;
    const QueryPtr with_flags = query_with(flags);
    const koord_status status = koord_cluster_plan_resize(
        cluster_.get(), pod.get(), query != nullptr ? query : with_flags.get(), &plan, &refusal_,
        err);
    plan_.reset(plan);
    return status;
  }
  std::string cpus_of_pod(std::string_view uid) {
    uint64_t word = 0;
    EXPECT_EQ(koord_cluster_get_pod_cpus(cluster_.get(), uid.data(), uid.size(), &word, 1, nullptr),
              KOORD_OK);
    return list_of(&word, 1);
  }

  ClusterPtr cluster_;
  koord_refusal refusal_{};
  PlanPtr plan_;
};

TEST_F(Resize, ShrinksAndGrowsBack) {
  const std::string had = cpus_of_pod("b");
  const std::string state = everything(cluster_);
  ASSERT_EQ(decide(pod_of({.uid = "b", .cpu = "2"}), 0, nullptr), KOORD_OK);
  EXPECT_EQ(everything(cluster_), state);
  EXPECT_EQ(steps_of(plan_), "move b on 0; ");
  ASSERT_EQ(koord_cluster_commit(cluster_.get(), plan_.get(), nullptr), KOORD_OK);
  EXPECT_NE(cpus_of_pod("b"), had);
  ASSERT_EQ(decide(pod_of({.uid = "b", .cpu = "4"}), 0, nullptr), KOORD_OK);
  ASSERT_EQ(koord_cluster_commit(cluster_.get(), plan_.get(), nullptr), KOORD_OK);
  EXPECT_EQ(cpus_of_pod("b"), had);
}

TEST_F(Resize, IsRefusedWhereThePodWouldHaveToMove) {
  const PodPtr larger = pod_of({.uid = "b", .cpu = "6"});
  ASSERT_EQ(decide(larger, 0, nullptr), KOORD_OK);
  EXPECT_EQ(plan_, nullptr);
  EXPECT_EQ(refusal_.reason, KOORD_REASON_WOULD_MOVE);
  EXPECT_EQ(refusal_.needed, 4);
  EXPECT_EQ(refusal_.best, 0);
  ASSERT_EQ(decide(larger, KOORD_QUERY_MAY_MOVE, nullptr), KOORD_OK);
  EXPECT_EQ(refusal_.reason, KOORD_REASON_NONE);
  ASSERT_EQ(koord_cluster_commit(cluster_.get(), plan_.get(), nullptr), KOORD_OK);
  EXPECT_EQ(cpus_of(cluster_, 0, KOORD_CLUSTER_CPUSET_FREE).empty(), false);
  // The state it was decided on is gone.
  EXPECT_FAILS_UNCHANGED(cluster_, koord_cluster_commit(cluster_.get(), plan_.get(), &err),
                         KOORD_E_STALE, "plan");
}

TEST_F(Resize, RefusesBadInput) {
  const PodPtr pod = pod_of({.uid = "b", .cpu = "2"});
  EXPECT_FAILS(decide(pod_of({.uid = "c"}), 0, &err), KOORD_E_NOT_FOUND, "pod \"c\"");
  EXPECT_FAILS(decide(pod_of({.uid = ""}), 0, &err), KOORD_E_INVALID, "metadata.uid");
  const QueryPtr query = new_query();
  ASSERT_EQ(koord_query_remove_pod(query.get(), "b", 1, nullptr), KOORD_OK);
  EXPECT_FAILS(decide(pod, 0, &err, query.get()), KOORD_E_NOT_FOUND, "pod \"b\"");
  EXPECT_FAILS(decide(PodPtr(), 0, &err), KOORD_E_INVALID, "pod");
  koord_plan *plan = nullptr;
  EXPECT_FAILS(koord_cluster_plan_resize(cluster_.get(), pod.get(), nullptr, &plan, nullptr, &err),
               KOORD_E_INVALID, "refusal");
  EXPECT_FAILS(koord_cluster_plan_resize(nullptr, pod.get(), nullptr, &plan, &refusal_, &err),
               KOORD_E_INVALID, "cluster");
  EXPECT_FAILS(
      koord_cluster_plan_resize(cluster_.get(), pod.get(), nullptr, nullptr, &refusal_, &err),
      KOORD_E_INVALID, "out");
}

}  // namespace
}  // namespace koord::testing
