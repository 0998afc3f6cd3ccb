// RebindResource: R65, R66.
#include <algorithm>
#include <set>

#include "spec/cluster_support.h"

namespace koord::testing {
namespace {

struct FreePlan {
  void operator()(koord_plan *plan) const { koord_plan_unref(plan); }
};
using PlanPtr = std::unique_ptr<koord_plan, FreePlan>;

PlanPtr rebind(const ClusterSession &cluster, koord_rebind_info &info) {
  info = KOORD_INIT(koord_rebind_info);
  koord_plan *plan = nullptr;
  koord_error err{};
  EXPECT_EQ(koord_cluster_plan_rebind(cluster.get(), 0, nullptr, nullptr, &plan, &info, &err),
            KOORD_OK)
      << err.message;
  return PlanPtr(plan);
}

// "koord-scheduler locks the node, sorts the pods, and reallocates the CPUs in the
// new order. The reallocated CPUs are updated to the pod's annotation
// resource-status." The test checks the plan, the annotation, and that the node is
// unchanged when the plan is made; cgroups are the node agent's task.
TEST(SpecRebind, R65_CpusAreReallocatedAndTheAnnotationSaysSo) {
  ClusterSession cluster;
  cluster.set(NodeGiven{});
  EXPECT_EQ(cluster.place(pod("first", "LSR", "6")).cpus, "0-2,8-10");
  EXPECT_EQ(cluster.place(pod("second", "LSR", "6")).cpus, "4-6,12-14");
  PodGiven crosses = pod("crosses", "LSR", "4");
  EXPECT_EQ(cluster.place(crosses).cpus, "3,7,11,15") << "there is no other place";
  cluster.remove("first");
  koord_rebind_info info;
  const PlanPtr plan = rebind(cluster, info);
  EXPECT_EQ(info.moved, 1u);
  EXPECT_EQ(info.before.extra_numa, 1);
  EXPECT_EQ(info.after.extra_numa, 0);
  koord_buffer *buffer = nullptr;
  ASSERT_EQ(koord_cluster_get_step_status(cluster.get(), plan.get(), 0, &buffer, nullptr),
            KOORD_OK);
  const json status = json::parse(text_of(buffer));
  koord_buffer_unref(buffer);
  EXPECT_EQ(cluster.status_of("crosses").value("cpuset", ""), "3,7,11,15") << "not yet";
  ASSERT_EQ(koord_cluster_commit(cluster.get(), plan.get(), nullptr), KOORD_OK);
  EXPECT_EQ(cluster.status_of("crosses"), status);
  EXPECT_EQ(status.value("cpuset", ""), "0-1,8-9");
  EXPECT_EQ(cluster.prebind(crosses).at("scheduling.koordinator.sh/resource-status"),
            status.dump());
}

// Pods are sorted: a larger CPU request comes first, independent of UIDs, and gets the lowest free
// cores of NUMA node 0. In the reverse order the smaller pod would have CPU 0.
TEST(SpecRebind, R65_S12_LargerRequestsComeFirst) {
  const auto bound = [](const char *name, const char *cpu, const char *cpuset) {
    PodGiven out = pod(name, "LSR", cpu);
    out.on = "node-0";
    out.resource_status = {{"cpuset", cpuset}};
    return out;
  };
  const auto rebound = [&](const std::vector<PodGiven> &pods) {
    ClusterSession cluster;
    cluster.set(NodeGiven{});
    for (const PodGiven &given : pods) cluster.see(given);
    koord_rebind_info info;
    const PlanPtr plan = rebind(cluster, info);
    EXPECT_EQ(koord_cluster_commit(cluster.get(), plan.get(), nullptr), KOORD_OK);
    EXPECT_EQ(info.after.extra_numa, 0);
    std::string out;
    for (const PodGiven &given : pods)
      if (given.name != "rest" && given.name != "one")
        out += cluster.status_of(given.name).value("cpuset", "") + " ";
    return out;
  };
  const PodGiven rest = bound("rest", "5", "4-5,12-13,15");
  const PodGiven one = bound("one", "1", "11");
  EXPECT_EQ(rebound({rest, one, bound("a", "2", "3,7"), bound("b", "4", "2,6,10,14")}),
            "6,14 0-1,8-9 ");
  EXPECT_EQ(rebound({rest, one, bound("a", "4", "2,6,10,14"), bound("b", "2", "3,7")}),
            "0-1,8-9 6,14 ");
  // UIDs do not decide between different requests.
  std::vector<const char *> names = {"a", "b", "c"};
  do {
    EXPECT_EQ(rebound({bound(names[0], "6", "0-1,5,10,12-13"), bound(names[1], "4", "3-4,11,15"),
                       bound(names[2], "2", "7-8")}),
              "0-2,8-10 4-5,12-13 3,11 ");
  } while (std::next_permutation(names.begin(), names.end()));
  std::set<std::string> plans;
  for (const auto &[four, two] : {std::pair("a", "b"), std::pair("b", "a")})
    plans.insert(rebound({bound(four, "4", "4-5,7,14"), bound(two, "2", "10,13")}));
  EXPECT_EQ(plans.size(), 1u) << ::testing::PrintToString(plans);
  // Pods with equal requests are placed in the order of their UIDs, not of their arrival.
  const PodGiven wide = bound("rest", "6", "4-6,12-14");
  EXPECT_EQ(rebound({wide, one, bound("a", "2", "3,7"), bound("b", "2", "2,15")}), "7,15 0,8 ");
  EXPECT_EQ(rebound({wide, one, bound("b", "2", "3,7"), bound("a", "2", "2,15")}), "0,8 7,15 ");
}

// The node is locked: a plan becomes stale when the node changes.
TEST(SpecRebind, R65_ANodeThatChangedMeanwhileIsPlannedAnew) {
  ClusterSession cluster;
  cluster.set(NodeGiven{});
  cluster.place(pod("first", "LSR", "6"));
  cluster.place(pod("second", "LSR", "6"));
  cluster.place(pod("crosses", "LSR", "4"));
  cluster.remove("first");
  koord_rebind_info info;
  const PlanPtr plan = rebind(cluster, info);
  cluster.place(pod("third", "LSR", "4"));
  EXPECT_EQ(koord_cluster_commit(cluster.get(), plan.get(), nullptr), KOORD_E_STALE);
}

// The spec has nodeName, rebindAction RebindCPU, and deadlineInSeconds with the default 600.
TEST(SpecRebind, R66_TheSpecIsRead) {
  const auto read = [](const char *spec, std::string &node) {
    const std::string object =
        R"({"apiVersion":"scheduling.koordinator.sh/v1alpha1","kind":"RebindResource",)"
        R"("metadata":{"name":"r"},"spec":)" +
        std::string(spec) + "}";
    koord_rebind_request request = KOORD_INIT(koord_rebind_request);
    node.resize(253);
    size_t needed = 0;
    koord_error err{};
    EXPECT_EQ(koord_rebind_request_from_json(nullptr, object.data(), object.size(), &request,
                                             node.data(), node.size() + 1, &needed, &err),
              KOORD_OK)
        << err.message;
    node.resize(needed);
    return request;
  };
  std::string node;
  EXPECT_EQ(read(R"({"nodeName":"n","rebindAction":"RebindCPU"})", node).deadline_seconds, 600);
  EXPECT_EQ(node, "n");
  const koord_rebind_request stated =
      read(R"({"nodeName":"m","rebindAction":"RebindCPU","deadlineInSeconds":60})", node);
  EXPECT_EQ(stated.deadline_seconds, 60);
  EXPECT_EQ(stated.action, KOORD_REBIND_ACTION_CPU);
  EXPECT_EQ(node, "m");
}

// The status has updateTimestamp, phase Pending, Succeed, Failed or Unknown, and reason.
TEST(SpecRebind, R66_TheStatusIsWritten) {
  const std::pair<koord_rebind_phase, const char *> phases[] = {
      {KOORD_REBIND_PHASE_PENDING, "Pending"},
      {KOORD_REBIND_PHASE_SUCCEED, "Succeed"},
      {KOORD_REBIND_PHASE_FAILED, "Failed"},
      {KOORD_REBIND_PHASE_UNKNOWN, "Unknown"}};
  for (const auto &[phase, name] : phases) {
    koord_buffer *buffer = nullptr;
    ASSERT_EQ(koord_rebind_status_to_json(phase, "2022-05-30T18:00:00Z", KOORD_NUL, "why",
                                          KOORD_NUL, &buffer, nullptr),
              KOORD_OK);
    const json patch = json::parse(text_of(buffer));
    koord_buffer_unref(buffer);
    EXPECT_EQ(
        patch,
        json(
            {{"status",
              {{"updateTimestamp", "2022-05-30T18:00:00Z"}, {"phase", name}, {"reason", "why"}}}}));
  }
}

}  // namespace
}  // namespace koord::testing
