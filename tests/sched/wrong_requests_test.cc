// Requests that no node can grant: the fault is reported first, and equally on all nodes.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <functional>
#include <vector>

#include "sched/cluster/cluster_snapshot.h"
#include "sched/draw_devices.h"
#include "sched/gpu_pods.h"
#include "sched/verdict/verdicts.h"
#include "wording/sentence.h"

namespace koord::testing {
namespace {

using sched::Verdict;

Cluster cluster_of(Profile profile) {
  sched::Options options;
  options.profile = profile;
  return Cluster(options);
}

PodObject asking(const std::string &uid, const Amounts &amounts, int64_t milli, Qos qos) {
  PodObject pod = pod_of(uid, qos, milli);
  auto &all = pod.containers[0].requests;
  for (const Amount &amount : amounts)
    all.insert(std::ranges::upper_bound(all, amount.resource, {}, &Amount::resource), amount);
  pod.containers[0].limits = all;
  pod.priority_class = PriorityClass::kProd;
  return pod;
}

// A pod with an invalid request, sometimes beside more CPU than any node has.
// Upstream does not compare requests with limits.
PodObject draw_wrong_pod(Profile profile) {
  const int64_t milli = one_in(2) ? 2000 : 1'000'000;
  const Amounts kWrong[] = {{{"koordinator.sh/gpu", 150}},
                            {{"koordinator.sh/rdma", 101}},
                            {{"koordinator.sh/fpga", 250}},
                            {{"koordinator.sh/gpu", 100}, {"koordinator.sh/gpu-core", 50}},
                            {{"koordinator.sh/gpu-core", 50}},
                            {{"koordinator.sh/gpu-core", 50}, {"nvidia.com/gpu", 1}}};
  const int kind = *rc::gen::inRange(0, profile == Profile::kSpec ? 8 : 7);
  if (kind < 6) return asking("p", kWrong[kind], milli, one_in(2) ? Qos::kLsr : Qos::kLs);
  PodObject pod = asking("p", {}, milli, Qos::kLsr);
  auto &limit = pod.containers[0].limits[0];
  limit.value = kind == 6 ? milli + 500 : milli + 1000;
  if (kind == 6) pod.containers[0].requests = pod.containers[0].limits;
  return pod;
}

// Draws a node in any state: without a topology, without devices,
// cordoned, full, or mentioned by pods only.
void draw_state(Cluster &cluster, const std::string &name) {
  if (one_in(8)) {
    PodObject pod = pod_of("on-" + name, Qos::kLs, 1000);
    pod.node = name;
    set(cluster, pod);
    return;
  }
  const Drawn drawn = draw_node(name);
  const uint32_t id = cluster.set_node(drawn.node);
  if (!one_in(4)) cluster.set_topology(drawn.topology);
  if (one_in(2)) cluster.set_devices(draw_devices(name, 2));
  if (one_in(3)) reserve(cluster, pod_of("full-" + name, Qos::kLs, 8000, 8 * kGi), id);
}

std::vector<Verdict> verdicts_of(const Cluster &cluster, const sched::Query &query) {
  const sched::ClusterSnapshot snapshot(cluster);
  return snapshot.verdicts(query);
}

RC_GTEST_PROP(WrongRequests, AreReportedFirstAndAlikeOnEveryNode, ()) {
  const Profile profile = one_in(3) ? Profile::kUpstream : Profile::kSpec;
  Cluster cluster = cluster_of(profile);
  const int nodes = *rc::gen::inRange(1, 6);
  for (int n = 0; n < nodes; ++n) draw_state(cluster, "n" + std::to_string(n));
  const PodObject pod = draw_wrong_pod(profile);
  const sched::Query query{cluster.shape_of(pod), one_in(2)};
  const Refusal &wrong = refusal_of_request(*query.shape);
  RC_ASSERT(wrong.refused());
  for (const Verdict &row : verdicts_of(cluster, query)) {
    RC_ASSERT(row.reason == static_cast<int32_t>(wrong.reason));
    RC_ASSERT((row.flags & sched::kInvalidRequest) != 0);
    RC_ASSERT((row.flags & sched::kUnresolvable) != 0);
    Refusal refusal;
    int32_t score = 0;
    RC_ASSERT(cluster.judge_one(query, {}, row.node, refusal, score) == Outcome::kDone);
    RC_ASSERT(to_sentence(refusal) == to_sentence(wrong));
  }
}

RC_GTEST_PROP(WrongRequests, AreNotThoseThatSomeNodeGrants, ()) {
  Cluster cluster = cluster_of(one_in(3) ? Profile::kUpstream : Profile::kSpec);
  for (const char *name : {"a", "b"}) draw_state(cluster, name);
  const PodObject pod = draw_device_pod("p");
  const sched::Query query{cluster.shape_of(pod), false};
  const bool wrong = refusal_of_request(*query.shape).refused();
  for (const Verdict &row : verdicts_of(cluster, query)) {
    RC_ASSERT(((row.flags & sched::kInvalidRequest) != 0) == wrong);
    RC_ASSERT(row.reason != 0 || !wrong);
  }
}

// Nodes without a Device object count the resources of device plugins, each on its own.
TEST(WrongRequests, DependOnTheNodeIfDevicePluginsPublishAllOfThem) {
  Cluster cluster = cluster_of(Profile::kSpec);
  NodeObject node = node_of("plugins");
  node.allocatable.push_back({"amd.com/gpu", 2});
  node.allocatable.push_back({"nvidia.com/gpu", 2});
  cluster.set_node(node);
  cluster.set_topology(topology_of("plugins"));
  add_node(cluster, "devices");
  cluster.set_devices(visible_gpus_of("devices", 2));
  const PodObject pod = asking("p", {{"amd.com/gpu", 1}, {"nvidia.com/gpu", 1}}, 1000, Qos::kLs);
  EXPECT_FALSE(refusal_of_request(*cluster.shape_of(pod)).refused());
  EXPECT_FALSE(explain(cluster, pod, 0).refused());
  EXPECT_EQ(explain(cluster, pod, 1).reason, Reason::kDeviceMix);
  Cluster upstream = cluster_of(Profile::kUpstream);
  EXPECT_EQ(refusal_of_request(*upstream.shape_of(pod)).reason, Reason::kDeviceMix);
}

}  // namespace
}  // namespace koord::testing
