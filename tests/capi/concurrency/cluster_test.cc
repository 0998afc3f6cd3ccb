// Many readers and writers of one cluster: results are consistent, no CPU is
// assigned twice, and the final accounts add up.
#include <algorithm>
#include <atomic>
#include <random>
#include <thread>

#include "capi/cluster_support.h"

namespace koord::testing {
namespace {

constexpr uint32_t kNodes = 6;
constexpr int kSteps = 150;
constexpr int kReaders = 4;
constexpr int kWriters = 3;

uint32_t pick(std::mt19937 &random, uint32_t n) { return static_cast<uint32_t>(random() % n); }

std::string name_of(uint32_t node) { return "node-" + std::to_string(node); }

// Checks a status that may differ because other threads change the cluster.
void expect_one_of(koord_status status, std::initializer_list<koord_status> allowed,
                   const koord_error &err) {
  EXPECT_NE(std::find(allowed.begin(), allowed.end(), status), allowed.end()) << err.message;
}

class Stress : public ::testing::TestWithParam<koord_profile> {
 protected:
  Stress() : cluster_(new_cluster("", GetParam())) {
    for (uint32_t i = 0; i < kNodes; ++i)
      add_node(cluster_, name_of(i), i % 2 == 0 ? "" : policy_label("BestEffort"));
    const char *qos[] = {"LSR", "LSE", "LS", "BE"};
    for (int i = 0; i < 8; ++i)
      shapes_.push_back(pod_of({.uid = "", .cpu = std::to_string(1 + i), .qos = qos[i % 4]}));
  }

  void read(uint32_t seed) {
    std::mt19937 random(seed);
    uint64_t since = 0;
    for (int step = 0; step < kSteps; ++step) {
      const koord_pod *pod = shapes_[random() % shapes_.size()].get();
      koord_verdict rows[64];
      koord_evaluation evaluation{};
      koord_error err{};
      switch (pick(random, 7)) {
        case 0:
          EXPECT_EQ(koord_cluster_evaluate(cluster_.get(), pod, nullptr, rows, sizeof rows[0], 64,
                                           &evaluation, &err),
                    KOORD_OK);
          for (size_t i = 1; i < evaluation.count; ++i) EXPECT_LT(rows[i - 1].node, rows[i].node);
          break;
        case 1:
          EXPECT_EQ(koord_cluster_find_best(cluster_.get(), pod, nullptr, rows, sizeof rows[0], 3,
                                            &evaluation, &err),
                    KOORD_OK);
          for (size_t i = 0; i < evaluation.count; ++i)
            EXPECT_EQ(rows[i].reason, KOORD_REASON_NONE);
          break;
        case 2:
          evaluation.generation = since;
          expect_one_of(koord_cluster_get_changes(cluster_.get(), pod, nullptr, rows,
                                                  sizeof rows[0], 64, &evaluation, &err),
                        {KOORD_OK, KOORD_E_NO_SPACE}, err);
          break;
        case 3: {
          const QueryPtr query = new_query();
          const std::string uid = "pod-" + std::to_string(pick(random, 40));
          koord_query_remove_pod(query.get(), uid.data(), uid.size(), nullptr);
          koord_query_add_pod(query.get(), pod, pick(random, kNodes), nullptr);
          koord_refusal refusal{};
          int32_t score = 0;
          expect_one_of(koord_cluster_judge(cluster_.get(), pod, query.get(), pick(random, kNodes),
                                            &refusal, &score, &err),
                        {KOORD_OK, KOORD_E_NOT_FOUND}, err);
          EXPECT_EQ(koord_cluster_evaluate(cluster_.get(), pod, query.get(), rows, sizeof rows[0],
                                           64, &evaluation, &err),
                    KOORD_OK);
          break;
        }
        case 4: {
          const NumaHintsPtr hints = new_numa_hints();
          expect_one_of(koord_cluster_get_hints(cluster_.get(), pod, pick(random, kNodes),
                                                KOORD_NUMA_POLICY_BEST_EFFORT, hints.get(), &err),
                        {KOORD_OK, KOORD_E_NOT_FOUND}, err);
          break;
        }
        case 5: {
          koord_explanation *explanation = nullptr;
          EXPECT_EQ(
              koord_cluster_explain(cluster_.get(), pod, nullptr, nullptr, &explanation, &err),
              KOORD_OK);
          koord_explanation_info info = KOORD_INIT(koord_explanation_info);
          EXPECT_EQ(koord_explanation_get_info(explanation, &info, nullptr), KOORD_OK);
          evaluation.generation = info.generation;
          koord_explanation_unref(explanation);
          break;
        }
        default:
          evaluation.generation = info_of(cluster_).generation;
      }
      if (evaluation.generation != 0) {
        EXPECT_GE(evaluation.generation, since);
        since = evaluation.generation;
      }
    }
  }

  void write(uint32_t seed) {
    std::mt19937 random(seed);
    for (int step = 0; step < kSteps; ++step) {
      const std::string uid = "pod-" + std::to_string(pick(random, 40));
      const uint32_t node = pick(random, kNodes);
      koord_error err{};
      switch (pick(random, 14)) {
        case 0:
          set_node(cluster_, node_json(name_of(node)), nullptr, &err);
          break;
        case 1:
          set_topology(cluster_, nrt_, nullptr, &err);
          break;
        case 2:
          if (pick(random, 8) == 0) {  // rarely, because its pods are removed with it
            expect_one_of(
                koord_cluster_remove_node(cluster_.get(), name_of(node).data(), KOORD_NUL, &err),
                {KOORD_OK, KOORD_E_NOT_FOUND}, err);
            set_node(cluster_, node_json(name_of(node)), nullptr, &err);
            set_topology(cluster_, nrt_json(name_of(node), machine_.get()), nullptr, &err);
          }
          break;
        case 3: {  // shares CPUs, so it cannot conflict
          const PodPtr pod = pod_of({.uid = uid, .qos = "LS", .node = name_of(node)});
          EXPECT_EQ(koord_cluster_set_pod(cluster_.get(), pod.get(), nullptr, &err), KOORD_OK);
          break;
        }
        case 4:
        case 5:
          expect_one_of(remove_pod(cluster_, uid, &err), {KOORD_OK, KOORD_E_NOT_FOUND}, err);
          break;
        case 6:
        case 7:
          plan_two(uid);
          break;
        default:
          reserve_best(uid, random() % shapes_.size());
      }
    }
  }

  // No lock is held between the plan and its commit, so the plan may be stale.
  void plan_two(const std::string &uid) {
    const PodPtr pods[] = {pod_of({.uid = uid, .cpu = "2"}),
                           pod_of({.uid = uid + "-2", .cpu = "3"})};
    const koord_pod *const gang[] = {pods[0].get(), pods[1].get()};
    koord_plan *plan = nullptr;
    koord_gang_info info = KOORD_INIT(koord_gang_info);
    koord_error err{};
    expect_one_of(
        koord_cluster_plan_gang(cluster_.get(), gang, 2, nullptr, nullptr, &plan, &info, &err),
        {KOORD_OK, KOORD_E_CONFLICT}, err);
    const PlanPtr owner(plan);
    if (plan == nullptr) return;
    expect_one_of(koord_cluster_commit(cluster_.get(), plan, &err),
                  {KOORD_OK, KOORD_E_STALE, KOORD_E_CONFLICT}, err);
    remove_pod(cluster_, uid + "-2");
  }

  // Acts as a scheduler: evaluates, chooses, and reserves on the evaluated node.
  void reserve_best(const std::string &uid, size_t shape) {
    static const char *const kQos[] = {"LSR", "LSE", "LS", "BE"};
    const PodPtr pod =
        pod_of({.uid = uid, .cpu = std::to_string(1 + shape), .qos = kQos[shape % 4]});
    koord_verdict row{};
    koord_evaluation evaluation{};
    const QueryPtr query = new_query();
    koord_error err{};
    EXPECT_EQ(koord_cluster_find_best(cluster_.get(), pod.get(), nullptr, &row, sizeof row, 1,
                                      &evaluation, &err),
              KOORD_OK);
    if (evaluation.count == 0) return;
    EXPECT_EQ(koord_query_set_generation(query.get(), evaluation.generation, &err), KOORD_OK);
    uint64_t word = 0;
    koord_refusal refusal{};
    const koord_status status = koord_cluster_reserve(cluster_.get(), pod.get(), query.get(),
                                                      row.node, &word, 1, &refusal, &err);
    expect_one_of(status, {KOORD_OK, KOORD_E_STALE, KOORD_E_CONFLICT, KOORD_E_NOT_FOUND}, err);
    ++(status == KOORD_E_STALE ? stale_ : reserved_);
    // A verdict holds as long as its node is unchanged.
    if (status == KOORD_OK) {
      EXPECT_EQ(refusal.reason, KOORD_REASON_NONE);
    }
  }

  ClusterPtr cluster_;
  std::vector<PodPtr> shapes_;
  const TopologyPtr machine_ = two_sockets();
  const std::string nrt_ = nrt_json(name_of(0), machine_.get());
  std::atomic<int> stale_{0};
  std::atomic<int> reserved_{0};
};

TEST_P(Stress, EverythingAddsUpAtTheEnd) {
  std::vector<std::thread> threads;
  for (uint32_t i = 0; i < kReaders; ++i) threads.emplace_back([this, i] { read(100 + i); });
  for (uint32_t i = 0; i < kWriters; ++i) threads.emplace_back([this, i] { write(200 + i); });
  for (std::thread &thread : threads) thread.join();
  EXPECT_GT(reserved_, 0);

  const koord_cluster_info info = info_of(cluster_);
  EXPECT_EQ(info.nodes, kNodes);
  uint64_t pods = 0;
  for (uint32_t node = 0; node < info.ids; ++node) {
    koord_buffer *out = nullptr;
    if (koord_cluster_get_pods(cluster_.get(), node, &out, nullptr) != KOORD_OK) continue;
    const std::string uids = text_of_call(KOORD_OK, out);
    uint64_t held = 0;
    for (size_t at = 0, end; (end = uids.find('\n', at)) != std::string::npos; at = end + 1) {
      uint64_t word = 0;
      ASSERT_EQ(koord_cluster_get_pod_cpus(cluster_.get(), &uids[at], end - at, &word, 1, nullptr),
                KOORD_OK);
      EXPECT_EQ(held & word, 0u) << "on node " << node;
      held |= word;
      ++pods;
    }
    EXPECT_EQ(cpus_of(cluster_, node, KOORD_CLUSTER_CPUSET_ALLOCATED), list_of(&held, 1));
  }
  EXPECT_EQ(pods, info.pods);
  // Cached verdicts equal those of a fresh evaluation.
  for (const PodPtr &pod : shapes_) {
    const Rows kept = evaluate(cluster_, pod);
    for (const koord_verdict &row : kept.rows) {
      koord_refusal refusal{};
      int32_t score = 0;
      ASSERT_EQ(koord_cluster_judge(cluster_.get(), pod.get(), nullptr, row.node, &refusal, &score,
                                    nullptr),
                KOORD_OK);
      EXPECT_EQ(refusal.reason, row.reason);
      EXPECT_EQ(score, row.score);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Profiles, Stress,
                         ::testing::Values(KOORD_PROFILE_SPEC, KOORD_PROFILE_UPSTREAM),
                         [](const auto &each) {
                           return std::string(each.param == KOORD_PROFILE_SPEC ? "Spec"
                                                                               : "Upstream");
                         });

}  // namespace
}  // namespace koord::testing
