// Plans and explanations while memory runs out.
#include <string>
#include <utility>

#include "capi/allocation/failing_cluster.h"

namespace koord::testing {
namespace {

TEST_F(FailingCluster, Gangs) {
  const PodPtr one = pod_of({.uid = "a uid that needs memory of its own", .cpu = "6"});
  const PodPtr two = pod_of({.uid = "another uid that needs memory", .cpu = "6"});
  const koord_pod *pods[] = {one.get(), two.get()};
  koord_gang_info info = KOORD_INIT(koord_gang_info);
  koord_plan *plan = nullptr;
  undo_ = [&] { koord_plan_unref(plan); };
  fail_each([&](koord_error *err) {
    return koord_cluster_plan_gang(cluster_.get(), pods, 2, nullptr, nullptr, &plan, &info, err);
  });
  EXPECT_EQ(info.refusal.reason, KOORD_REASON_NONE);
  const QueryPtr query = new_query();
  undo_ = nullptr;
  fail_each([&](koord_error *err) { return koord_query_exclude_node(query.get(), 9, err); });
  const std::string uid = "another uid that needs memory";
  fail_each([&](koord_error *err) {
    return koord_query_exclude_pod_node(query.get(), uid.data(), uid.size(), 9, err);
  });
  undo_ = [&] { koord_plan_unref(plan); };
  fail_each([&](koord_error *err) {
    return koord_cluster_plan_gang(cluster_.get(), pods, 2, nullptr, query.get(), &plan, &info,
                                   err);
  });
  const auto decide = [&] {
    EXPECT_EQ(
        koord_cluster_plan_gang(cluster_.get(), pods, 2, nullptr, nullptr, &plan, &info, nullptr),
        KOORD_OK);
  };
  decide();
  undo_ = [&] {
    for (const char *uid : {"a uid that needs memory of its own", "another uid that needs memory"})
      EXPECT_EQ(remove_pod(cluster_, uid), KOORD_OK);
    koord_plan_unref(plan);
    decide();
  };
  fail_each([&](koord_error *err) { return koord_cluster_commit(cluster_.get(), plan, err); });
  koord_plan_unref(plan);
}

TEST_F(FailingCluster, Resizing) {
  const PodPtr larger = pod_of({.uid = "held", .cpu = "5"});
  koord_refusal refusal{};
  koord_plan *plan = nullptr;
  undo_ = [&] { koord_plan_unref(plan); };
  fail_each([&](koord_error *err) {
    return koord_cluster_plan_resize(cluster_.get(), larger.get(), nullptr, &plan, &refusal, err);
  });
  EXPECT_EQ(refusal.reason, KOORD_REASON_NONE);
  const auto decide = [&] {
    EXPECT_EQ(
        koord_cluster_plan_resize(cluster_.get(), larger.get(), nullptr, &plan, &refusal, nullptr),
        KOORD_OK);
  };
  decide();
  undo_ = [&] {
    koord_plan_unref(plan);
    decide();
  };
  fail_each([&](koord_error *err) { return koord_cluster_commit(cluster_.get(), plan, err); });
  koord_plan_unref(plan);
}

TEST_F(FailingCluster, Reservations) {
  const auto mark = [&](koord_error *err) {
    return koord_cluster_set_reservation(cluster_.get(), "held", 4, 0, err);
  };
  const PodPtr held = pod_of({.uid = "held", .cpu = "3"});
  undo_ = [&] {
    remove_pod(cluster_, "held");
    EXPECT_EQ(reserve(cluster_, held, 0).reason, KOORD_REASON_NONE);
  };
  fail_each(mark);
  mark(nullptr);
  const char *const uid = "a uid that needs memory of its own";
  const PodPtr owner = pod_of({.uid = uid, .cpu = "2"});
  koord_refusal refusal{};
  const QueryPtr query = new_query();
  koord_query_use_reservation(query.get(), "held", 4, nullptr);
  const auto take = [&](koord_error *err) {
    return koord_cluster_reserve_from(cluster_.get(), owner.get(), query.get(), nullptr, 0,
                                      &refusal, err);
  };
  const auto drop = [&](koord_error *err) { return remove_pod(cluster_, uid, err); };
  undo_ = [&] { drop(nullptr); };
  fail_each(take);
  take(nullptr);
  undo_ = [&] { take(nullptr); };
  fail_each(drop);
  drop(nullptr);
  // The pod is reserved on its own first and then becomes an owner of the reservation.
  undo_ = [&] {
    drop(nullptr);
    EXPECT_EQ(reserve(cluster_, owner, 0).reason, KOORD_REASON_NONE);
  };
  EXPECT_EQ(reserve(cluster_, owner, 0).reason, KOORD_REASON_NONE);
  fail_each([&](koord_error *err) {
    return koord_cluster_attach_owner(cluster_.get(), uid, KOORD_NUL, "held", 4, err);
  });
}

TEST_F(FailingCluster, OtherCpusForThePodsOfANode) {
  const PodPtr crosses =
      pod_of({.uid = "crosses", .cpu = "4", .node = "a", .status = R"({"cpuset":"3-4,11-12"})"});
  ASSERT_EQ(koord_cluster_set_pod(cluster_.get(), crosses.get(), nullptr, nullptr), KOORD_OK);
  koord_plan *plan = nullptr;
  koord_rebind_info info = KOORD_INIT(koord_rebind_info);
  koord_rebind_options options = KOORD_INIT(koord_rebind_options);
  options.budget = 20;  // keeps the number of allocations small, because each of them fails in turn
  undo_ = [&] {
    koord_plan_unref(plan);
    plan = nullptr;
  };
  fail_each([&](koord_error *err) {
    return koord_cluster_plan_rebind(cluster_.get(), 0, &options, nullptr, &plan, &info, err);
  });
  EXPECT_GT(info.moved, 0u);
  const PodPtr guest = pod_of({.uid = "a uid that needs memory of its own", .cpu = "12"});
  fail_each([&](koord_error *err) {
    return koord_cluster_plan_rebind_for(cluster_.get(), guest.get(), 0, &options, nullptr, &plan,
                                         &info, err);
  });
  koord_rebind_request request = KOORD_INIT(koord_rebind_request);
  char node[8];
  undo_ = nullptr;
  fail_each([&](koord_error *err) {
    return koord_rebind_request_from_json(nullptr,
                                          R"({"spec":{"nodeName":"n","rebindAction":"RebindCPU"}})",
                                          KOORD_NUL, &request, node, sizeof node, nullptr, err);
  });
  koord_buffer *patch = nullptr;
  undo_ = [&] {
    koord_buffer_unref(patch);
    patch = nullptr;
  };
  fail_each([&](koord_error *err) {
    return koord_rebind_status_to_json(KOORD_REBIND_PHASE_FAILED, "2022-05-30T18:00:00Z", KOORD_NUL,
                                       "why", KOORD_NUL, &patch, err);
  });
}

TEST_F(FailingCluster, Explanations) {
  // The remedies include evictions, policies of pod and node, and less CPU.
  const PodPtr asked = pod_of(
      {.uid = "asking",
       .cpu = "15",
       .annotations =
           R"("scheduling.koordinator.sh/resource-spec":"{\"requiredCPUBindPolicy\":\"FullPCPUs\"}",)"});
  const QueryPtr query = new_query();
  ASSERT_EQ(koord_query_remove_pod(query.get(), "held", 4, nullptr), KOORD_OK);
  koord_explanation *explanation = nullptr;
  const auto explain = [&](koord_error *err) {
    koord_explanation *out = nullptr;
    const koord_status status =
        koord_cluster_explain(cluster_.get(), asked.get(), nullptr, query.get(), &out, err);
    EXPECT_EQ(out == nullptr, status != KOORD_OK);
    koord_explanation_unref(out);
    return status;
  };
  ASSERT_EQ(explain(nullptr), KOORD_OK);
  const long live = live_blocks();
  fail_each(explain);
  EXPECT_EQ(live_blocks(), live);
  ASSERT_EQ(
      koord_cluster_explain(cluster_.get(), asked.get(), nullptr, nullptr, &explanation, nullptr),
      KOORD_OK);
  for (const auto write : {&koord_explanation_to_text, &koord_explanation_to_json})
    fail_each([&](koord_error *err) {
      auto *out = reinterpret_cast<koord_buffer *>(0x10);
      const koord_status status = write(explanation, &out, err);
      EXPECT_EQ(out == nullptr, status != KOORD_OK);
      if (status == KOORD_OK) koord_buffer_unref(out);
      return status;
    });
  koord_explanation_unref(explanation);
}

TEST_F(FailingCluster, Preemption) {
  std::string json = pod_json({.uid = "a uid that needs memory of its own", .cpu = "14"});
  json.replace(json.find(R"("spec":{)"), 8, R"("spec":{"priority":5,)");
  const PodPtr pod = pod_from(json);
  const QueryPtr query = new_query();
  koord_query_protect_pod(query.get(), "held", 4, KOORD_PROTECTION_AVOID, nullptr);
  koord_preempt_options options = KOORD_INIT(koord_preempt_options);
  koord_preemption *made = nullptr;
  const auto preempt = [&](koord_error *err) {
    const koord_status status =
        koord_cluster_preempt(cluster_.get(), pod.get(), &options, query.get(), &made, err);
    EXPECT_EQ(made == nullptr, status != KOORD_OK);
    return status;
  };
  undo_ = [&] { koord_preemption_unref(std::exchange(made, nullptr)); };
  for (const uint32_t flags : {0u, uint32_t{KOORD_PREEMPT_LEAST_IMPORTANT}})
    for (const uint64_t work : {0u, 1u}) {
      options.flags = flags;
      options.budget = work;
      fail_each(preempt);
    }
  ASSERT_EQ(preempt(nullptr), KOORD_OK);
  koord_node_preemption rows[2];
  size_t count = 0;
  ASSERT_EQ(koord_preemption_get_nodes(made, rows, sizeof rows[0], 2, &count, nullptr), KOORD_OK);
  EXPECT_EQ(rows[1].victims,
            1u);  // without the pods that share a CPU, and without a protected pod
  koord_refusal refusal{};
  koord_plan *plan = nullptr;
  undo_ = [&] { koord_plan_unref(std::exchange(plan, nullptr)); };
  fail_each([&](koord_error *err) {
    return koord_cluster_plan_preemption(cluster_.get(), made, 0, &refusal, &plan, err);
  });
  const std::string before = everything(cluster_);
  ASSERT_EQ(koord_cluster_plan_preemption(cluster_.get(), made, 0, &refusal, &plan, nullptr),
            KOORD_OK);
  EXPECT_EQ(everything(cluster_), before);
  // The plan can be committed only once.
  koord_status status = KOORD_E_NO_MEMORY;
  for (long n = 1; status != KOORD_OK; ++n) {
    ASSERT_LT(n, 1000);
    fail_allocation(n);
    status = koord_cluster_commit(cluster_.get(), plan, nullptr);
    fail_allocation(0);
    if (status == KOORD_OK) break;
    ASSERT_EQ(status, KOORD_E_NO_MEMORY);
    ASSERT_EQ(everything(cluster_), before);
  }
  EXPECT_NE(everything(cluster_), before);
  koord_plan_unref(plan);
  koord_preemption_unref(made);
}

TEST_F(FailingCluster, Capacity) {
  koord_capacity *made = nullptr;
  undo_ = [&] { koord_capacity_unref(std::exchange(made, nullptr)); };
  // One pod is computed, the other is placed pod by pod.
  for (const char *annotations :
       {"", R"("scheduling.koordinator.sh/resource-spec":"{\"requiredCPUBindPolicy\":)"
            R"(\"SpreadByPCPUs\"}",)"}) {
    const PodPtr pod = pod_of({.uid = "", .cpu = "2", .annotations = annotations});
    ASSERT_EQ(
        koord_cluster_get_capacity(cluster_.get(), pod.get(), nullptr, nullptr, &made, nullptr),
        KOORD_OK);  // caches the shape
    undo_();
    const long live = live_blocks();
    fail_each([&](koord_error *err) {
      const koord_status status =
          koord_cluster_get_capacity(cluster_.get(), pod.get(), nullptr, nullptr, &made, err);
      EXPECT_EQ(made == nullptr, status != KOORD_OK);
      return status;
    });
    EXPECT_EQ(live_blocks(), live);
  }
  const QueryPtr query = new_query();
  undo_ = nullptr;
  const uint64_t isolated = 0xFF;
  fail_each([&](koord_error *err) { return koord_query_drain_node(query.get(), 0, err); });
  fail_each([&](koord_error *err) { return koord_query_disable_smt(query.get(), 1, err); });
  fail_each([&](koord_error *err) {
    return koord_query_isolate_cpus(query.get(), 1, &isolated, 1, err);
  });
  undo_ = [&] { koord_capacity_unref(std::exchange(made, nullptr)); };
  const PodPtr pod = pod_of({.uid = "", .cpu = "2"});
  fail_each([&](koord_error *err) {
    return koord_cluster_get_capacity(cluster_.get(), pod.get(), nullptr, query.get(), &made, err);
  });
}

}  // namespace
}  // namespace koord::testing
