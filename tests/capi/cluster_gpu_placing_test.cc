// Policies for GPU tasks over a cluster: scores of nodes, the choice of GPUs, and refusals.
#include <cmath>
#include <cstring>

#include "capi/cluster_support.h"

namespace koord::testing {
namespace {

struct Class {
  koord_task_class row;
  std::string models = "";
};

// A class of tasks with this CPU and a part of one GPU each.
Class share(int64_t tasks, int64_t cpu, int32_t milli, std::string models = "") {
  return {{tasks, cpu, milli, milli > 0 ? 1 : 0, 0, 0, 0}, std::move(models)};
}

koord_status place(const ClusterPtr &cluster, koord_gpu_policy placing, std::vector<Class> workload,
                   koord_error *err) {
  std::string arena;
  std::vector<koord_task_class> rows;
  for (Class &one : workload) {
    if (one.row.models_length == 0) {
      one.row.models_offset = static_cast<uint32_t>(arena.size());
      one.row.models_length = static_cast<uint32_t>(one.models.size());
    }
    arena += one.models;
    rows.push_back(one.row);
  }
  return koord_cluster_set_gpu_policy(cluster.get(), placing, rows.data(), sizeof rows[0],
                                      rows.size(), arena.data(), arena.size(), err);
}

class GpuPlacing : public ::testing::Test {
 protected:
  GpuPlacing() : cluster_(new_cluster()) {}

  // Adds a node with 16 CPUs and GPUs of a model. All but the last GPU are on NUMA node 0.
  uint32_t add(std::string_view name, int gpus, std::string_view model = "",
               std::string_view label = "", std::string_view cpu = "16") {
    std::string labels;
    if (!label.empty())
      labels = R"("labels":{"node.koordinator.sh/gpu-model":")" + std::string(label) + R"("},)";
    std::string node = node_json(name, labels);
    node.replace(node.find(R"("16")"), 4, '"' + std::string(cpu) + '"');
    uint32_t id = UINT32_MAX;
    koord_error err{};
    EXPECT_EQ(set_node(cluster_, node, &id, &err), KOORD_OK) << err.message;
    if (gpus > 0) add_gpus(name, gpus, model);
    return id;
  }

  void add_gpus(std::string_view name, int gpus, std::string_view model = "") {
    koord_error err{};
    std::string devices = R"({"metadata":{"labels":{"node.koordinator.sh/gpu-model":")" +
                          std::string(model) + R"("},"name":")" + std::string(name) +
                          R"("},"spec":{"devices":[)";
    for (int i = 0; i < gpus; ++i) {
      const std::string minor = std::to_string(i);
      devices += (i == 0 ? "" : ",") + std::string(R"({"type":"gpu","id":"GPU-)") + minor +
                 R"(","minor":)" + minor + R"(,"health":true,"resources":{)" +
                 R"("koordinator.sh/gpu-core":"100","koordinator.sh/gpu-memory":"80Gi",)" +
                 R"("koordinator.sh/gpu-memory-ratio":"100"},"topology":{"socketID":0,"nodeID":)" +
                 (i + 1 == gpus ? "1" : "0") + R"(,"pcieID":"p)" + minor + R"("}})";
    }
    devices += "]}}";
    EXPECT_EQ(
        koord_cluster_set_devices(cluster_.get(), devices.data(), devices.size(), nullptr, &err),
        KOORD_OK)
        << err.message;
  }

  void policy(koord_gpu_policy placing, std::vector<Class> workload) {
    koord_error err{};
    ASSERT_EQ(place(cluster_, placing, std::move(workload), &err), KOORD_OK) << err.message;
  }

  // A pod with shared CPUs and `percent` of one GPU, or whole GPUs from 100 on.
  static PodPtr pod(std::string_view uid, int percent, std::string_view cpu = "1",
                    std::string_view annotations = "") {
    const std::string gpu =
        percent == 0 ? "" : R"(,"koordinator.sh/gpu":")" + std::to_string(percent) + '"';
    return pod_from(R"({"metadata":{"name":"pod","uid":")" + std::string(uid) +
                    R"(","annotations":{)" + std::string(annotations) +
                    R"(}},"spec":{"containers":[{"name":"c","resources":{"limits":{"cpu":")" +
                    std::string(cpu) + R"(","memory":"1Gi")" + gpu + "}}}]}}");
  }

  void take(std::string_view uid, uint32_t node, int percent, std::string_view cpu = "1") {
    EXPECT_EQ(reserve(cluster_, pod(uid, percent, cpu), node).reason, KOORD_REASON_NONE);
  }
  int minor(std::string_view uid) {
    koord_buffer *out = nullptr;
    EXPECT_EQ(koord_cluster_get_pod_devices(cluster_.get(), uid.data(), uid.size(), &out, nullptr),
              KOORD_OK);
    const BufferPtr owner(out);
    const std::string text = text_of(out);
    const size_t at = text.find(R"("minor":)");
    return at == std::string::npos ? -1 : text[at + 8] - '0';
  }
  int32_t score(uint32_t node, const PodPtr &pod) {
    return evaluate(cluster_, pod).by_node().at(node).score;
  }
  uint32_t best(const PodPtr &pod) {
    koord_verdict row{};
    koord_evaluation evaluation{};
    EXPECT_EQ(koord_cluster_find_best(cluster_.get(), pod.get(), nullptr, &row, sizeof row, 1,
                                      &evaluation, nullptr),
              KOORD_OK);
    return evaluation.count == 0 ? UINT32_MAX : row.node;
  }

  ClusterPtr cluster_;
};

// Computes floor(100 / (1 + exp(-fall / 1000))).
int32_t fgd_score(double fall) {
  return static_cast<int32_t>(std::floor(100 / (1 + std::exp(-fall / 1000))));
}

TEST_F(GpuPlacing, FgdScoresTheGpusAfterPlacement) {
  add("idle", 1);
  add("half", 1);
  add("none", 0);
  take("held", 1, 50);
  policy(KOORD_GPU_POLICY_FGD, {share(1, 8000, 500)});
  const PodPtr third = pod("", 30);
  EXPECT_EQ(score(0, third), fgd_score(0)) << "70 percent still serve the workload";
  EXPECT_EQ(score(1, third), fgd_score(-200)) << "20 percent do not";
  EXPECT_EQ(score(1, pod("", 50)), 50);
  EXPECT_EQ(best(third), 0u);
  // Pods without GPUs use CPUs that GPU tasks need as well.
  const PodPtr cpu = pod("", 0, "10");
  EXPECT_EQ(score(0, cpu), fgd_score(-1000));
  EXPECT_EQ(score(1, cpu), fgd_score(-500));
  EXPECT_EQ(score(2, cpu), 50);
  EXPECT_EQ(best(cpu), 2u);
}

TEST_F(GpuPlacing, ShareGoesToTheGpuThatThePolicyThinksBest) {
  add("n", 2);
  take("held", 0, 50);
  ASSERT_EQ(minor("held"), 0);
  policy(KOORD_GPU_POLICY_FGD, {share(1, 1000, 500)});
  take("a", 0, 30);
  EXPECT_EQ(minor("a"), 1) << "the rest of GPU 0 suits a task of the workload";
  policy(KOORD_GPU_POLICY_BEST_FIT, {});
  take("b", 0, 30);
  EXPECT_EQ(minor("b"), 0) << "the tightest";
  policy(KOORD_GPU_POLICY_NONE, {});
  take("c", 0, 20);
  EXPECT_EQ(minor("c"), 0);
  EXPECT_EQ(reserve(cluster_, pod("d", 100), 0).reason, KOORD_REASON_NOT_ENOUGH_DEVICES);
}

TEST_F(GpuPlacing, BytesCountAsThePartThatTheyAre) {
  add("n", 2);
  take("held", 0, 50);
  policy(KOORD_GPU_POLICY_FGD, {share(1, 1000, 500)});
  const PodPtr bytes = pod_from(
      R"({"metadata":{"name":"pod","uid":"a"},"spec":{"containers":[{"name":"c","resources":)"
      R"({"limits":{"cpu":"1","koordinator.sh/gpu-memory":"24Gi"}}}]}})");
  EXPECT_EQ(score(0, bytes), score(0, pod("", 30)));
  EXPECT_EQ(reserve(cluster_, bytes, 0).reason, KOORD_REASON_NONE);
  EXPECT_EQ(minor("a"), 1);
}

TEST_F(GpuPlacing, KeepsToTheNumaNodesOfThePod) {
  add("n", 2);
  ASSERT_EQ(set_topology(cluster_, nrt_json("n", two_sockets().get()), nullptr, nullptr), KOORD_OK);
  take("held", 0, 50);
  ASSERT_EQ(minor("held"), 0);
  policy(KOORD_GPU_POLICY_FGD, {share(1, 1000, 500)});
  // CPUs of NUMA node 1, where GPU 1 is, are in use.
  const QueryPtr query = new_query();
  ASSERT_EQ(koord_query_set_affinity(query.get(), 2, nullptr), KOORD_OK);
  koord_refusal refusal{};
  ASSERT_EQ(koord_cluster_reserve(cluster_.get(), pod_of({.uid = "cpus", .cpu = "6"}).get(),
                                  query.get(), 0, nullptr, 0, &refusal, nullptr),
            KOORD_OK);
  ASSERT_EQ(refusal.reason, KOORD_REASON_NONE);
  const PodPtr kept = pod("a", 30, "4",
                          R"("scheduling.koordinator.sh/numa-topology-spec":)"
                          R"("{\"numaTopologyPolicy\":\"SingleNUMANode\"}")");
  EXPECT_EQ(score(0, kept), fgd_score(-200)) << "of the GPU that it would get";
  EXPECT_EQ(reserve(cluster_, kept, 0).reason, KOORD_REASON_NONE);
  EXPECT_EQ(minor("a"), 0);
  EXPECT_EQ(score(0, pod("", 30)), fgd_score(0));
}

TEST_F(GpuPlacing, RoomLeftSparesModelsThatTasksDependOn) {
  add("rare", 2, "common", "rare");  // the label takes precedence
  add("common", 2, "common");
  add("more", 2, "common");
  add("again", 2, "rare");
  policy(KOORD_GPU_POLICY_ROOM_LEFT, {share(6, 1000, 1000), share(4, 1000, 1000, "rare|exotic")});
  const PodPtr whole = pod("", 100);
  EXPECT_EQ(best(whole), 1u);
  EXPECT_EQ(score(1, whole), score(2, whole));
  EXPECT_GT(score(1, whole), score(0, whole));
  EXPECT_EQ(score(0, whole), score(3, whole));
  EXPECT_GT(score(0, whole), 0);
  // Nodes that are added later have the price of their kind.
  add("late", 2, "rare");
  add("later", 2, "common");
  EXPECT_EQ(score(4, whole), score(0, whole));
  EXPECT_EQ(score(5, whole), score(1, whole));
}

TEST_F(GpuPlacing, RoomLeftKeepsNodesWithTheMemoryThatWholeNodesNeed) {
  for (const char *name : {"n0", "n1", "n2", "n3"}) add(name, 2);
  koord_error err{};
  std::string large = node_json("large", "");
  const size_t at = large.find(R"("memory":")");
  ASSERT_NE(at, std::string::npos) << large;
  large.replace(at, large.find('"', at + 10) + 1 - at, R"("memory":"512Gi")");
  uint32_t id = UINT32_MAX;
  ASSERT_EQ(set_node(cluster_, large, &id, &err), KOORD_OK) << err.message;
  add_gpus("large", 2);
  Class whole{{1, 1000, 1000, 2, 0, 0, int64_t{400} << 30}};
  policy(KOORD_GPU_POLICY_ROOM_LEFT, {share(99, 1000, 1000), whole});
  EXPECT_LT(score(id, pod("", 100)), score(0, pod("", 100)));
  take("held", id, 100);
  take("held0", 0, 100);
  EXPECT_EQ(score(id, pod("", 100)), score(0, pod("", 100))) << "there is nothing left to keep";
}

TEST_F(GpuPlacing, FgdCountsRareClassesWhereAllAreAsked) {
  add("idle", 1);
  const std::vector<Class> workload{share(96, 1000, 500), share(4, 1000, 1000)};
  policy(KOORD_GPU_POLICY_FGD, workload);
  EXPECT_EQ(score(0, pod("", 50)), fgd_score(0)) << "a half is of use to all that count";
  policy(KOORD_GPU_POLICY_FGD_ALL, workload);
  EXPECT_EQ(score(0, pod("", 50)), fgd_score(-500 * 0.04));
}

TEST_F(GpuPlacing, OtherPoliciesCompareTheRemainder) {
  add("wide", 4);
  add("small", 2, "", "", "8");
  // The largest node has 16 CPUs and 4 GPUs.
  policy(KOORD_GPU_POLICY_BEST_FIT, {});
  EXPECT_EQ(score(0, pod("", 100, "4")), 25) << "half of 12 of 16 CPUs, half of 3 of 4 GPUs";
  EXPECT_EQ(best(pod("", 100, "4")), 1u);
  policy(KOORD_GPU_POLICY_DOT_PRODUCT, {});
  // 100 - 50 * (16 * 4 / 16^2 + 4 * 1 / 4^2), and likewise with 8 CPUs and 2 GPUs.
  EXPECT_EQ(score(0, pod("", 100, "4")), 75);
  EXPECT_EQ(score(1, pod("", 100, "4")), 87);
  policy(KOORD_GPU_POLICY_PACKING, {});
  EXPECT_EQ(best(pod("", 50)), 1u) << "of idle nodes the smaller";
  take("held", 0, 50);
  EXPECT_EQ(best(pod("", 50)), 0u) << "a shared GPU first";
  EXPECT_EQ(score(0, pod("", 0)), 0);
}

TEST_F(GpuPlacing, ClusteringKeepsPodsOfOneKindTogether) {
  for (const char *name : {"idle", "whole", "parts", "both"}) add(name, 4);
  policy(KOORD_GPU_POLICY_CLUSTERING, {});
  take("w1", 1, 100);
  take("p1", 2, 50);
  take("b1", 3, 100);
  take("b2", 3, 30);
  // Scores are in bands of 25, ordered within a band by the GPU share in use, of 4 GPUs.
  const PodPtr part = pod("", 20);
  EXPECT_EQ(score(0, part), 25);
  EXPECT_EQ(score(1, part), 6);
  EXPECT_EQ(score(2, part), 75 + 3);
  EXPECT_EQ(score(3, part), 50 + 8);
  EXPECT_EQ(best(pod("", 100)), 1u);
  EXPECT_EQ(score(1, pod("", 200)), 6) << "two whole ones are another kind";
  EXPECT_EQ(score(1, pod("", 0)), 0);
  take("w2", 2, 300);
  EXPECT_EQ(score(2, pod("", 20)), 50 + 21);
  ASSERT_EQ(koord_cluster_remove_pod(cluster_.get(), "p1", 2, nullptr), KOORD_OK);
  EXPECT_EQ(score(2, pod("", 20)), 18) << "who has left is no neighbour";
}

TEST_F(GpuPlacing, ChangesEveryVerdictAndBack) {
  for (const char *name : {"a", "b", "c"}) add(name, 2);
  take("held", 1, 50);
  const PodPtr third = pod("", 30);
  const Rows before = evaluate(cluster_, third);
  ASSERT_EQ(changes(cluster_, third, before.generation).rows.size(), 0u);
  policy(KOORD_GPU_POLICY_FGD, {share(1, 1000, 500)});
  const Rows changed = changes(cluster_, third, before.generation);
  EXPECT_EQ(changed.rows.size(), 3u);
  EXPECT_GT(changed.generation, before.generation);
  EXPECT_EQ(format_rows(evaluate(cluster_, third).rows), "0:None:50:0 1:None:50:0 2:None:50:0 ");
  // Evaluate and judge agree, also for what-if queries.
  const QueryPtr query = new_query();
  ASSERT_EQ(koord_query_add_pod(query.get(), pod("t", 50).get(), 0, nullptr), KOORD_OK);
  ASSERT_EQ(koord_query_remove_pod(query.get(), "held", 4, nullptr), KOORD_OK);
  const PodPtr most = pod("", 60);
  for (const koord_verdict &row : evaluate(cluster_, most, query.get()).rows) {
    koord_refusal refusal{};
    int32_t judged = -1;
    ASSERT_EQ(koord_cluster_judge(cluster_.get(), most.get(), query.get(), row.node, &refusal,
                                  &judged, nullptr),
              KOORD_OK);
    EXPECT_EQ(judged, row.score);
    EXPECT_EQ(row.score, fgd_score(-400)) << row.node;
  }
  policy(KOORD_GPU_POLICY_NONE, {});
  EXPECT_EQ(format_rows(evaluate(cluster_, third).rows), format_rows(before.rows));
}

TEST_F(GpuPlacing, RareTasksDoNotCountForFgd) {
  add("n", 1);
  // 95 percent of the tasks are of the first class. ROOM_LEFT counts every task.
  std::vector<Class> workload{share(95, 1000, 500), share(5, 1000, 1000)};
  policy(KOORD_GPU_POLICY_FGD, workload);
  EXPECT_EQ(score(0, pod("", 50)), 50);
  policy(KOORD_GPU_POLICY_ROOM_LEFT, workload);
  const int32_t all = score(0, pod("", 50));
  workload.pop_back();
  policy(KOORD_GPU_POLICY_ROOM_LEFT, workload);
  EXPECT_LT(all, score(0, pod("", 50)));
  // Equal tasks in other rows are an equal workload.
  policy(KOORD_GPU_POLICY_FGD, {share(40, 1000, 500), share(1, 0, 1000), share(55, 1000, 500),
                                share(0, 1000, 300), share(4, 100, 1000)});
  EXPECT_EQ(score(0, pod("", 50)), 50);
}

// Rows of a caller whose structs have no memory field.
TEST_F(GpuPlacing, OlderRowsAreUnderstood) {
  constexpr size_t kOlder = offsetof(koord_task_class, memory);
  add("n", 2);
  take("held", 0, 50);
  const std::vector<Class> classes = {share(40, 1000, 500), share(60, 4000, 300)};
  policy(KOORD_GPU_POLICY_ROOM_LEFT, classes);
  const auto expected = score(0, pod("", 30));
  std::vector<char> rows(classes.size() * kOlder);
  for (size_t i = 0; i < classes.size(); ++i)
    std::memcpy(rows.data() + i * kOlder, &classes[i].row, kOlder);
  policy(KOORD_GPU_POLICY_BEST_FIT, {share(1, 0, 1000)});
  ASSERT_NE(score(0, pod("", 30)), expected);
  koord_error err{};
  EXPECT_EQ(koord_cluster_set_gpu_policy(cluster_.get(), KOORD_GPU_POLICY_ROOM_LEFT,
                                         reinterpret_cast<const koord_task_class *>(rows.data()),
                                         kOlder, classes.size(), nullptr, 0, &err),
            KOORD_OK)
      << err.message;
  EXPECT_EQ(score(0, pod("", 30)), expected);
}

TEST_F(GpuPlacing, ErrorsNameTheInvalidTaskClass) {
  add("n", 2);
  take("held", 0, 50);
  policy(KOORD_GPU_POLICY_FGD, {share(1, 1000, 500)});
  const auto fails = [&](Class one, koord_status status, const char *fragment,
                         koord_gpu_policy placing = KOORD_GPU_POLICY_ROOM_LEFT) {
    EXPECT_FAILS_UNCHANGED(cluster_,
                           place(cluster_, placing, {share(1, 1000, 500), std::move(one)}, &err),
                           status, fragment);
  };
  fails(share(1, 0, 0), KOORD_E_INVALID, "policy", 8);
  fails(share(1, 0, 0), KOORD_E_INVALID, "policy", -1);
  fails(share(-1, 0, 0), KOORD_E_INVALID, "rows[1].tasks: -1");
  fails(share(int64_t{1} << 30, 0, 0), KOORD_E_LIMIT, "1073741824 tasks");
  fails(share(1, -1, 0), KOORD_E_INVALID, "rows[1].cpu_milli: -1, expected 0 to 268435456");
  fails(share(1, int64_t{1} << 29, 0), KOORD_E_INVALID, "rows[1].cpu_milli");
  fails(share(1, 0, 1001), KOORD_E_INVALID, "rows[1].gpu_milli: 1001, expected 0 to 1000");
  fails({{1, 0, 1000, 65, 0, 0, 0}}, KOORD_E_INVALID, "rows[1].gpu_count: 65, expected 0 to 64");
  fails({{1, 0, 0, 1, 0, 0, 0}}, KOORD_E_INVALID, "rows[1].gpu_count: 1 with gpu_milli 0");
  fails({{1, 0, 1000, 1, 0, 4, 0}}, KOORD_E_INVALID, "rows[1].models");
  for (const char *models : {"|", "A|", "|A", "A||B"})
    fails(share(1, 0, 1000, models), KOORD_E_INVALID, "rows[1].models");
  std::string many;
  for (int i = 0; i < 64; ++i) many += (i == 0 ? "M" : "|M") + std::to_string(i);
  fails(share(1, 0, 1000, many), KOORD_E_LIMIT, "63");
  EXPECT_FAILS_UNCHANGED(cluster_, place(cluster_, KOORD_GPU_POLICY_FGD, {}, &err), KOORD_E_INVALID,
                         "tasks");
  EXPECT_FAILS_UNCHANGED(cluster_,
                         place(cluster_, KOORD_GPU_POLICY_FGD, {share(0, 1000, 500)}, &err),
                         KOORD_E_INVALID, "tasks");
  std::vector<Class> kinds;
  for (int i = 0; i <= 4096; ++i) kinds.push_back(share(1, i + 1, 1000));
  EXPECT_FAILS_UNCHANGED(cluster_, place(cluster_, KOORD_GPU_POLICY_ROOM_LEFT, kinds, &err),
                         KOORD_E_LIMIT, "4096");
  kinds.resize(65537, share(1, 0, 0));
  EXPECT_FAILS_UNCHANGED(cluster_, place(cluster_, KOORD_GPU_POLICY_ROOM_LEFT, kinds, &err),
                         KOORD_E_LIMIT, "65536");
  const koord_task_class row = kinds[0].row;
  EXPECT_FAILS(
      koord_cluster_set_gpu_policy(cluster_.get(), 1, &row, sizeof row - 1, 1, nullptr, 0, &err),
      KOORD_E_INVALID, "stride");
  EXPECT_FAILS(
      koord_cluster_set_gpu_policy(cluster_.get(), 1, nullptr, sizeof row, 1, nullptr, 0, &err),
      KOORD_E_INVALID, "rows");
  EXPECT_FAILS(
      koord_cluster_set_gpu_policy(cluster_.get(), 1, &row, sizeof row, 1, nullptr, 1, &err),
      KOORD_E_INVALID, "arena");
  EXPECT_FAILS(koord_cluster_set_gpu_policy(nullptr, 1, &row, sizeof row, 1, nullptr, 0, &err),
               KOORD_E_INVALID, "cluster");
  EXPECT_EQ(score(0, pod("", 30)), 50) << "the policy from before";
}

}  // namespace
}  // namespace koord::testing
