// Pods that grow and shrink, through the C interface.
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
  // The state on which the plan is based has changed.
  EXPECT_FAILS_UNCHANGED(cluster_, koord_cluster_commit(cluster_.get(), plan_.get(), &err),
                         KOORD_E_STALE, "plan");
}

// Adds a node whose report states the static CPU manager policy, and
// optionally the memory manager policy Static.
void add_static_node(const ClusterPtr &cluster, std::string_view name, std::string_view version,
                     bool static_memory = false) {
  const std::string status = R"("nodeInfo":{"kubeletVersion":")" + std::string(version) + R"("},)";
  EXPECT_EQ(set_node(cluster, node_json(name, "", status), nullptr, nullptr), KOORD_OK);
  std::string report = nrt_json(name, two_sockets().get());
  const std::string_view none = R"({\"policy\":\"none\"})";
  const size_t at = report.find(none);
  ASSERT_NE(at, std::string::npos);
  report.replace(at, none.size(), R"({\"policy\":\"static\"})");
  const size_t start = report.find('{', report.find(R"("annotations")"));
  ASSERT_NE(start, std::string::npos);
  if (static_memory)
    report.insert(start + 1, R"("kubelet.koordinator.sh/memory-manager-policy":"Static",)");
  EXPECT_EQ(set_topology(cluster, report, nullptr, nullptr), KOORD_OK);
}

// Plans a resize of a pod of the cluster.
koord_refusal refusal_of(const ClusterPtr &cluster, const Ask &ask) {
  koord_plan *plan = nullptr;
  koord_refusal refusal{};
  EXPECT_EQ(koord_cluster_plan_resize(cluster.get(), pod_of(ask).get(), nullptr, &plan, &refusal,
                                      nullptr),
            KOORD_OK);
  const PlanPtr owner(plan);
  EXPECT_EQ(plan == nullptr, refusal.reason != KOORD_REASON_NONE);
  return refusal;
}

// Every version of kubelet answers that the static policy changes no CPU requests of Guaranteed
// pods, whether or not they are whole CPUs.
TEST(ResizeUnderStaticKubelet, ChangesOfCpuAreInfeasible) {
  for (const char *version : {"v1.33.4", "v1.36.0", "v1.37.1", "v1.38.0-alpha.1"})
    for (const koord_profile profile : {KOORD_PROFILE_SPEC, KOORD_PROFILE_UPSTREAM}) {
      const ClusterPtr cluster = new_cluster("", profile);
      add_static_node(cluster, "n", version);
      const auto decide = [&](const Ask &ask) { return refusal_of(cluster, ask); };
      const auto set = [&](const Ask &ask) {
        koord_error err{};
        EXPECT_EQ(koord_cluster_set_pod(cluster.get(), pod_of(ask).get(), nullptr, &err), KOORD_OK)
            << err.message;
      };
      set({.uid = "pinned", .cpu = "2", .qos = "", .node = "n"});
      set({.uid = "shares", .cpu = "1500m", .qos = "LS", .node = "n"});
      set({.uid = "owns", .cpu = "2", .node = "n", .status = R"({"cpuset":"0-1"})"});
      for (const Ask &ask : {Ask{.uid = "pinned", .cpu = "4", .qos = ""},
                             Ask{.uid = "pinned", .cpu = "1", .qos = ""},
                             Ask{.uid = "pinned", .cpu = "1500m", .qos = ""},
                             Ask{.uid = "shares", .cpu = "2500m", .qos = "LS"}}) {
        const koord_refusal refusal = decide(ask);
        if (profile == KOORD_PROFILE_UPSTREAM) {
          EXPECT_EQ(refusal.reason, KOORD_REASON_NONE) << ask.uid;
          continue;
        }
        EXPECT_EQ(refusal.reason, KOORD_REASON_RESIZE_INFEASIBLE) << ask.uid << " " << ask.cpu;
        char text[256] = "";
        EXPECT_EQ(koord_refusal_format(&refusal, text, sizeof text, nullptr, nullptr), KOORD_OK);
        EXPECT_STREQ(text,
                     "Resize is infeasible for Guaranteed Pods alongside CPU Manager policy "
                     "\"static\"");
      }
      for (const Ask &ask : {Ask{.uid = "pinned", .cpu = "2", .qos = "", .memory = "2Gi"},
                             Ask{.uid = "shares", .cpu = "1500m", .qos = "LS", .memory = "2Gi"},
                             Ask{.uid = "owns", .cpu = "4"}, Ask{.uid = "owns", .cpu = "1"}})
        EXPECT_EQ(decide(ask).reason, KOORD_REASON_NONE) << ask.uid << " " << ask.cpu;
    }
}

// Every version answers likewise for memory, and checks CPU first.
TEST(ResizeUnderStaticKubelet, ChangesOfMemoryAreInfeasibleWhereTheMemoryManagerIsStatic) {
  for (const char *version : {"v1.33.4", "v1.36.0", "v1.37.1", "v1.38.0-alpha.1"})
    for (const bool is_static : {false, true}) {
      const ClusterPtr cluster = new_cluster("");
      add_static_node(cluster, "n", version, is_static);
      const auto sentence = [&](const Ask &ask) {
        const koord_refusal refusal = refusal_of(cluster, ask);
        char text[256] = "";
        EXPECT_EQ(koord_refusal_format(&refusal, text, sizeof text, nullptr, nullptr), KOORD_OK);
        return std::string(text);
      };
      const auto set = [&](const Ask &ask) {
        EXPECT_EQ(koord_cluster_set_pod(cluster.get(), pod_of(ask).get(), nullptr, nullptr),
                  KOORD_OK);
      };
      set({.uid = "pinned", .cpu = "2", .qos = "", .node = "n"});
      set({.uid = "owns", .cpu = "2", .node = "n", .status = R"({"cpuset":"0-1"})"});
      const std::string no =
          is_static ? "Resize is infeasible for Guaranteed Pods alongside Memory Manager policy "
                      "\"Static\""
                    : "";
      EXPECT_EQ(sentence({.uid = "pinned", .cpu = "2", .qos = "", .memory = "2Gi"}), no);
      EXPECT_EQ(sentence({.uid = "pinned", .cpu = "2", .qos = "", .memory = "512Mi"}), no);
      EXPECT_EQ(sentence({.uid = "owns", .cpu = "2", .memory = "2Gi"}), no);
      EXPECT_EQ(sentence({.uid = "owns", .cpu = "4"}), "");
      EXPECT_EQ(sentence({.uid = "pinned", .cpu = "4", .qos = "", .memory = "2Gi"}),
                "Resize is infeasible for Guaranteed Pods alongside CPU Manager policy \"static\"");
    }
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
