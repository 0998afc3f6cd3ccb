// Any sequence of calls on a cluster, chosen by the bytes, with documents made from them: what
// reserve gives was free, verdicts that are kept are those of a single judgement, changes lead from
// one evaluation to the next, and what is let go is free again. Input that starts with '{' is given
// to the readers as it is.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "bytes.h"
#include "check.h"
#include "handles.h"

using namespace koord::fuzz;

namespace {

constexpr int kNames = 4;
constexpr int kPods = 12;
constexpr int kSteps = 48;

struct FreeCluster {
  void operator()(koord_numa_hints *hints) const { koord_numa_hints_free(hints); }
  void operator()(koord_cluster *cluster) const { koord_cluster_free(cluster); }
  void operator()(koord_query *query) const { koord_query_free(query); }
  void operator()(koord_plan *plan) const { koord_plan_unref(plan); }
};
using ClusterPtr = std::unique_ptr<koord_cluster, FreeCluster>;
using QueryPtr = std::unique_ptr<koord_query, FreeCluster>;
using NumaHintsPtr = std::unique_ptr<koord_numa_hints, FreeCluster>;
using PlanPtr = std::unique_ptr<koord_plan, FreeCluster>;

constexpr const char *kAmounts[] = {
    "0", "1", "2", "4", "8", "16", "64Gi", "500m", "1Ei", "3", "1125899906842624", "7"};
constexpr const char *kQos[] = {"LSE", "LSR", "LS", "BE", "SYSTEM", ""};
constexpr const char *kPolicies[] = {"", "BestEffort", "Restricted", "SingleNUMANode"};

const char *amount(Bytes &bytes) { return kAmounts[bytes.u8() % std::size(kAmounts)]; }

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

std::string name_of(int i) { return "n" + std::to_string(i); }

std::string draw_node(Bytes &bytes) {
  std::string json = R"({"metadata":{"name":")" + name_of(bytes.between(0, kNames - 1)) +
                     R"(","labels":{"node.koordinator.sh/cpu-bind-policy":")";
  constexpr const char *kBinds[] = {"None", "FullPCPUsOnly", "SpreadByPCPUs"};
  json += kBinds[bytes.between(0, 2)];
  json += R"(","node.koordinator.sh/numa-topology-policy":")";
  json += kPolicies[bytes.between(0, 3)];
  json += R"("},"annotations":{"node.koordinator.sh/reservation":)";
  json += quoted(bytes.flag() ? R"({"reservedCPUs":"0-1"})" : "{}");
  json += R"(,"node.koordinator.sh/resource-amplification-ratio":)";
  json += quoted(bytes.flag() ? R"({"cpu":1.5})" : "{}");
  const bool plenty = bytes.between(0, 3) != 0;
  json += R"(}},"status":{"allocatable":{"cpu":")";
  json += plenty ? "16" : amount(bytes);
  json += R"(","memory":")";
  json += plenty ? "64Gi" : amount(bytes);
  return json + R"(","x/y":"8"}}})";
}

// Sockets, cores and threads as the bytes say; at most 32 CPUs.
std::string draw_topology(Bytes &bytes) {
  const int nodes = bytes.between(1, 4);
  const int cores = bytes.between(1, 4);
  const int threads = bytes.between(1, 2);
  std::string detail = R"({"detail":[)";
  std::string zones;
  for (int cpu = 0; cpu < nodes * cores * threads; ++cpu) {
    const int core = cpu / threads;
    detail += (cpu == 0 ? "" : ",") + (R"({"id":)" + std::to_string(cpu)) + R"(,"core":)" +
              std::to_string(core) + R"(,"socket":)" + std::to_string(core / cores / 2) +
              R"(,"node":)" + std::to_string(core / cores) + "}";
  }
  for (int node = 0; node < nodes; ++node) {
    const std::string cpu = std::to_string(cores * threads);
    zones += (node == 0 ? "" : ",") + (R"({"name":"node-)" + std::to_string(node)) +
             R"(","type":"Node","resources":[{"name":"cpu","capacity":")" + cpu +
             R"(","allocatable":")" + cpu + R"(","available":")" + cpu + R"("},{"name":"memory",)" +
             R"("capacity":"16Gi","allocatable":"16Gi","available":"16Gi"}]})";
  }
  return R"({"metadata":{"name":")" + name_of(bytes.between(0, kNames - 1)) +
         R"(","annotations":{"node.koordinator.sh/cpu-topology":)" + quoted(detail + "]}") +
         R"(}},"zones":[)" + zones + "]}";
}

// Draws come one by one: the operands of + have no order.
PodPtr draw_pod(Bytes &bytes, bool placed) {
  constexpr const char *kBinds[] = {"Default", "FullPCPUs", "SpreadByPCPUs", "ConstrainedBurst"};
  constexpr const char *kExclusive[] = {"None", "PCPULevel", "NUMANodeLevel"};
  const std::string uid = "u" + std::to_string(bytes.between(0, kPods - 1));
  const std::string qos = kQos[bytes.between(0, 5)];
  const std::string bind = kBinds[bytes.between(0, 3)];
  const std::string exclusive = kExclusive[bytes.between(0, 2)];
  std::string status;
  if (placed && bytes.flag()) {
    const int first = bytes.between(0, 40);
    const int last = first + bytes.between(0, 7);
    const std::string node = std::to_string(bytes.between(0, 5));
    status = R"({"cpuset":")" + std::to_string(first) + "-" + std::to_string(last) +
             R"(","numaNodeResources":[{"node":)" + node + R"(,"resources":{"cpu":")" +
             amount(bytes) + R"("}}]})";
  }
  const std::string phase = bytes.between(0, 7) == 0 ? "Failed" : "Running";
  std::string node;
  if (placed && bytes.between(0, 7) != 0) node = name_of(bytes.between(0, kNames));
  std::string limits = R"("cpu":")" + std::string(amount(bytes)) + R"(","memory":")";
  limits += bytes.flag() ? "1Gi" : amount(bytes);
  limits += bytes.flag() ? R"(","x/y":"1")" : "\"";

  std::string json = R"({"metadata":{"name":"p","uid":")" + uid +
                     R"(","labels":{"koordinator.sh/qosClass":")" + qos +
                     R"("},"annotations":{"scheduling.koordinator.sh/resource-spec":)" +
                     quoted(R"({"preferredCPUBindPolicy":")" + bind +
                            R"(","preferredCPUExclusivePolicy":")" + exclusive + "\"}");
  if (!status.empty()) json += R"(,"scheduling.koordinator.sh/resource-status":)" + quoted(status);
  json += R"(}},"status":{"phase":")" + phase + R"("},"spec":{"nodeName":")" + node +
          R"(","containers":[{"name":"c","resources":{"limits":{)" + limits + "}}}]}}";
  return make<PodPtr>([&](koord_pod **out, koord_error *err) {
    return koord_pod_from_json(checked_log(), json.data(), json.size(), out, err);
  });
}

// A cluster and what its history says that it must be.
class Life {
 public:
  explicit Life(Bytes &bytes) : bytes_(bytes) {
    koord_cluster_options options = KOORD_INIT(koord_cluster_options);
    options.profile = bytes.flag() ? KOORD_PROFILE_UPSTREAM : KOORD_PROFILE_SPEC;
    believes_all_ = options.profile == KOORD_PROFILE_UPSTREAM;
    cluster_ = make<ClusterPtr>([&](koord_cluster **out, koord_error *err) {
      return koord_cluster_new(checked_log(), &options, nullptr, 0, out, err);
    });
    FUZZ_CHECK(cluster_ != nullptr);
    asked_ = draw_pod(bytes, false);
  }

  void step() {
    koord_error err{};
    switch (bytes_.between(0, 12)) {
      case 0: {
        const std::string json = draw_node(bytes_);
        check_result(
            koord_cluster_set_node(cluster_.get(), json.data(), json.size(), nullptr, &err), err);
        break;
      }
      case 1: {
        const std::string json = draw_topology(bytes_);
        check_result(
            koord_cluster_set_topology(cluster_.get(), json.data(), json.size(), nullptr, &err),
            err);
        break;
      }
      case 2: {
        const std::string name = name_of(bytes_.between(0, kNames));
        check_result(
            bytes_.between(0, 3) == 0
                ? koord_cluster_remove_node(cluster_.get(), name.data(), name.size(), &err)
                : koord_cluster_remove_topology(cluster_.get(), name.data(), name.size(), &err),
            err);
        break;
      }
      case 3: {
        const PodPtr pod = draw_pod(bytes_, true);
        koord_pod_conflicts conflicts = KOORD_INIT(koord_pod_conflicts);
        if (pod != nullptr) {
          check_result(koord_cluster_set_pod(cluster_.get(), pod.get(), &conflicts, &err), err);
          conflicted_ |= believes_all_ && conflicts.cpus_held + conflicts.cpus_unknown > 0;
        }
        break;
      }
      case 4: {
        const std::string uid = "u" + std::to_string(bytes_.between(0, kPods - 1));
        check_result(koord_cluster_remove_pod(cluster_.get(), uid.data(), uid.size(), &err), err);
        break;
      }
      case 5:
        check_what_if();
        break;
      case 6:
        check_hints();
        break;
      case 7:
        check_gang();
        break;
      case 8:
        check_resize();
        break;
      case 9:
        check_reservation();
        break;
      default:
        check_reserve();
    }
    check_verdicts();
    check_pods();
  }

 private:
  koord_cluster_info info() const {
    koord_cluster_info info = KOORD_INIT(koord_cluster_info);
    FUZZ_CHECK(koord_cluster_get_info(cluster_.get(), &info, nullptr) == KOORD_OK);
    return info;
  }
  uint32_t draw_id() { return bytes_.u8() % (info().ids + 1); }

  uint64_t set_of(uint32_t node, koord_cluster_cpuset which) const {
    uint64_t word = 0;
    FUZZ_CHECK(koord_cluster_get_node_cpus(cluster_.get(), node, which, &word, 1, nullptr) ==
               KOORD_OK);
    return word;
  }

  std::vector<koord_verdict> evaluate(const koord_pod *pod, const koord_query *query,
                                      uint64_t *generation) const {
    std::vector<koord_verdict> rows(info().ids);
    koord_evaluation told{};
    koord_error err{};
    const koord_status status = koord_cluster_evaluate(
        cluster_.get(), pod, query, rows.data(), sizeof(koord_verdict), rows.size(), &told, &err);
    check_result(status, err);
    FUZZ_CHECK_WITH(status == KOORD_OK || status == KOORD_E_LIMIT, err.message);
    rows.resize(status == KOORD_OK ? told.count : 0);
    if (generation != nullptr) *generation = told.generation;
    return rows;
  }

  void check_reserve() {
    const PodPtr pod = draw_pod(bytes_, false);
    if (pod == nullptr) return;
    const uint32_t node = draw_id();
    koord_refusal judged{};
    koord_refusal refusal{};
    koord_error err{};
    const koord_status known =
        koord_cluster_judge(cluster_.get(), pod.get(), nullptr, node, &judged, nullptr, &err);
    check_result(known, err);
    const uint64_t free = known == KOORD_OK ? set_of(node, KOORD_CLUSTER_CPUSET_FREE) : 0;
    const uint64_t pods = info().pods;
    uint64_t word = 0;
    const koord_status status =
        koord_cluster_reserve(cluster_.get(), pod.get(), nullptr, node, &word, 1, &refusal, &err);
    check_result(status, err);
    if (status != KOORD_OK) return;
    const bool is_new = info().pods == pods + 1;
    if (is_new) {
      FUZZ_CHECK(judged.reason == KOORD_REASON_NONE);
      FUZZ_CHECK((word & ~free) == 0);
    } else if (refusal.reason != KOORD_REASON_NONE) {
      FUZZ_CHECK(judged.reason == refusal.reason);
      FUZZ_CHECK(word == 0);
      check_refusal(refusal);
    }
  }

  // A plan changes nothing before it is committed, and then nothing stands in its way.
  void check_plan(const PlanPtr &plan, const koord_refusal &refusal, uint64_t generation) {
    FUZZ_CHECK(info().generation == generation);
    FUZZ_CHECK((plan == nullptr) == (refusal.reason != KOORD_REASON_NONE));
    if (plan == nullptr) return check_refusal(refusal);
    koord_error err{};
    FUZZ_CHECK_WITH(koord_cluster_commit(cluster_.get(), plan.get(), &err) == KOORD_OK,
                    err.message);
    FUZZ_CHECK(koord_cluster_commit(cluster_.get(), plan.get(), &err) == KOORD_E_STALE);
  }

  void check_gang() {
    std::vector<PodPtr> pods;
    std::vector<const koord_pod *> gang;
    for (int i = bytes_.between(1, 4); i > 0; --i) {
      pods.push_back(draw_pod(bytes_, false));
      if (pods.back() == nullptr) return;
      gang.push_back(pods.back().get());
    }
    koord_gang_options options = KOORD_INIT(koord_gang_options);
    options.max_nodes = static_cast<uint32_t>(bytes_.between(0, 3));
    options.budget = static_cast<uint64_t>(bytes_.between(0, 100));
    const uint64_t generation = info().generation;
    koord_gang_info told = KOORD_INIT(koord_gang_info);
    koord_error err{};
    koord_plan *plan = nullptr;
    const koord_status status = koord_cluster_plan_gang(cluster_.get(), gang.data(), gang.size(),
                                                        &options, nullptr, &plan, &told, &err);
    check_result(status, err);
    if (status == KOORD_OK) check_plan(PlanPtr(plan), told.refusal, generation);
  }

  void check_resize() {
    const PodPtr pod = draw_pod(bytes_, false);
    if (pod == nullptr) return;
    const auto query = make<QueryPtr>(
        [](koord_query **out, koord_error *error) { return koord_query_new(out, error); });
    if (bytes_.flag())
      FUZZ_CHECK(koord_query_set_flags(query.get(), KOORD_QUERY_MAY_MOVE, nullptr) == KOORD_OK);
    const uint64_t generation = info().generation;
    koord_refusal refusal{};
    koord_error err{};
    koord_plan *plan = nullptr;
    const koord_status status =
        koord_cluster_plan_resize(cluster_.get(), pod.get(), query.get(), &plan, &refusal, &err);
    check_result(status, err);
    if (status == KOORD_OK) check_plan(PlanPtr(plan), refusal, generation);
  }

  void check_reservation() {
    const std::string from = "u" + std::to_string(bytes_.between(0, kPods - 1));
    const int32_t policy = bytes_.between(0, 2);
    koord_error err{};
    const koord_status marked =
        koord_cluster_set_reservation(cluster_.get(), from.data(), from.size(), policy, &err);
    check_result(marked, err);
    const PodPtr pod = draw_pod(bytes_, false);
    if (pod == nullptr || marked != KOORD_OK) return;
    const auto query = make<QueryPtr>(
        [](koord_query **out, koord_error *error) { return koord_query_new(out, error); });
    FUZZ_CHECK(koord_query_use_reservation(query.get(), from.data(), from.size(), nullptr) ==
               KOORD_OK);
    uint32_t node = 0;
    FUZZ_CHECK(koord_cluster_get_pod_node(cluster_.get(), from.data(), from.size(), &node, &err) ==
               KOORD_OK);
    koord_refusal judged{};
    koord_refusal refusal{};
    const koord_status known =
        koord_cluster_judge(cluster_.get(), pod.get(), query.get(), node, &judged, nullptr, &err);
    check_result(known, err);
    const uint64_t pods = info().pods;
    uint64_t words[128] = {};
    const koord_status status = koord_cluster_reserve_from(cluster_.get(), pod.get(), query.get(),
                                                           words, std::size(words), &refusal, &err);
    check_result(status, err);
    if (status != KOORD_OK || known != KOORD_OK) return;
    if (info().pods > pods || refusal.reason != KOORD_REASON_NONE)
      FUZZ_CHECK(judged.reason == refusal.reason);
  }

  static void check_refusal(const koord_refusal &refusal) {
    char text[1024];
    FUZZ_CHECK(koord_refusal_format(&refusal, text, sizeof text, nullptr, nullptr) == KOORD_OK);
    check_line(text);
  }

  void check_what_if() {
    const auto query = make<QueryPtr>(
        [](koord_query **out, koord_error *err) { return koord_query_new(out, err); });
    const std::string uid = "u" + std::to_string(bytes_.between(0, kPods - 1));
    FUZZ_CHECK(koord_query_remove_pod(query.get(), uid.data(), uid.size(), nullptr) == KOORD_OK);
    const PodPtr pod = draw_pod(bytes_, false);
    const bool only_away = bytes_.flag();
    if (pod != nullptr && !only_away)
      FUZZ_CHECK(koord_query_add_pod(query.get(), pod.get(), draw_id(), nullptr) == KOORD_OK);
    if (asked_ == nullptr) return;
    const std::vector<koord_verdict> imagined = evaluate(asked_.get(), query.get(), nullptr);
    if (!only_away) return;
    // As good as removing it.
    koord_error err{};
    check_result(koord_cluster_remove_pod(cluster_.get(), uid.data(), uid.size(), &err), err);
    const std::vector<koord_verdict> real = evaluate(asked_.get(), nullptr, nullptr);
    FUZZ_CHECK(real.size() == imagined.size());
    for (size_t i = 0; i < real.size(); ++i) {
      FUZZ_CHECK(real[i].reason == imagined[i].reason);
      FUZZ_CHECK(real[i].score == imagined[i].score);
    }
  }

  void check_hints() {
    if (asked_ == nullptr) return;
    koord_error err{};
    const koord_status status = koord_cluster_get_hints(cluster_.get(), asked_.get(), draw_id(),
                                                        bytes_.between(0, 4), hints_.get(), &err);
    check_result(status, err);
    if (status != KOORD_OK) return;
    // What else a host may add.
    const uint8_t more = bytes_.u8();
    koord_numa_hint_list list = KOORD_INIT(koord_numa_hint_list);
    list.provider = more & 1;
    list.kind = more >> 1 & 3;
    const koord_numa_hint hint{uint64_t{more} >> 5, 0, more >> 3 & 3u, 0};
    check_result(koord_numa_hints_add_list(hints_.get(), &list, "gpu", 3, &hint, sizeof hint,
                                           list.kind == KOORD_NUMA_HINT_KIND_HINTS, &err),
                 err);
    koord_numa_options options = KOORD_INIT(koord_numa_options);
    koord_numa_merged merged{};
    const koord_status merging =
        koord_numa_merge(&options, hints_.get(), &merged, nullptr, 0, nullptr, &err);
    FUZZ_CHECK_WITH(merging == KOORD_OK, err.message);
  }

  // The rows known so far and what changed since are the rows of now.
  void check_verdicts() {
    if (asked_ == nullptr) return;
    std::vector<koord_verdict> rows(info().ids);
    koord_evaluation told{since_, 0};
    koord_error err{};
    const koord_status status =
        koord_cluster_get_changes(cluster_.get(), asked_.get(), nullptr, rows.data(),
                                  sizeof(koord_verdict), rows.size(), &told, &err);
    check_result(status, err);
    if (status != KOORD_OK) return;
    for (size_t i = 0; i < told.count; ++i)
      if ((rows[i].flags & KOORD_VERDICT_REMOVED) != 0)
        known_.erase(rows[i].node);
      else
        known_[rows[i].node] = rows[i];
    const std::vector<koord_verdict> now = evaluate(asked_.get(), nullptr, &since_);
    FUZZ_CHECK(now.size() == known_.size() && now.size() == info().nodes);
    for (const koord_verdict &row : now) {
      const koord_verdict &followed = known_[row.node];
      FUZZ_CHECK(followed.reason == row.reason && followed.score == row.score);
      FUZZ_CHECK(row.score >= 0 && row.score <= 200);
      koord_refusal refusal{};
      int32_t score = 0;
      FUZZ_CHECK(koord_cluster_judge(cluster_.get(), asked_.get(), nullptr, row.node, &refusal,
                                     &score, nullptr) == KOORD_OK);
      FUZZ_CHECK(refusal.reason == row.reason && score == row.score);
    }
  }

  void check_pods() {
    const koord_cluster_info counts = info();
    uint64_t pods = 0;
    for (uint32_t node = 0; node < counts.ids; ++node) {
      koord_buffer *out = nullptr;
      if (koord_cluster_get_pods(cluster_.get(), node, &out, nullptr) != KOORD_OK) continue;
      const BufferPtr owner(out);
      const std::string uids(text_of(owner));
      uint64_t all = 0;
      for (size_t at = 0, end; (end = uids.find('\n', at)) != std::string::npos; at = end + 1) {
        uint64_t word = 0;
        FUZZ_CHECK(koord_cluster_get_pod_cpus(cluster_.get(), &uids[at], end - at, &word, 1,
                                              nullptr) == KOORD_OK);
        FUZZ_CHECK(conflicted_ || (all & word) == 0);
        all |= word;
        ++pods;
      }
      FUZZ_CHECK((all & set_of(node, KOORD_CLUSTER_CPUSET_FREE)) == 0);
      FUZZ_CHECK((all & set_of(node, KOORD_CLUSTER_CPUSET_SHARED_POOL)) == 0);
      FUZZ_CHECK((set_of(node, KOORD_CLUSTER_CPUSET_ALLOCATED) & ~all) == 0);
    }
    FUZZ_CHECK(pods == counts.pods);
  }

  Bytes &bytes_;
  ClusterPtr cluster_;
  const NumaHintsPtr hints_ = make<NumaHintsPtr>(koord_numa_hints_new);
  PodPtr asked_;
  bool believes_all_ = false;
  bool conflicted_ = false;  // since a pod said so and was believed, CPUs may be in two sets
  uint64_t since_ = 0;
  std::map<uint32_t, koord_verdict> known_;
};

void read_as_documents(std::string_view json) {
  const auto cluster = make<ClusterPtr>([](koord_cluster **out, koord_error *err) {
    return koord_cluster_new(checked_log(), nullptr, nullptr, 0, out, err);
  });
  koord_error err{};
  check_result(koord_cluster_set_node(cluster.get(), json.data(), json.size(), nullptr, &err), err);
  check_result(koord_cluster_set_topology(cluster.get(), json.data(), json.size(), nullptr, &err),
               err);
  const PodPtr pod = make<PodPtr>([&](koord_pod **out, koord_error *error) {
    return koord_pod_from_json(checked_log(), json.data(), json.size(), out, error);
  });
  if (pod != nullptr)
    check_result(koord_cluster_set_pod(cluster.get(), pod.get(), nullptr, &err), err);
  (void)make<ClusterPtr>([&](koord_cluster **out, koord_error *error) {
    return koord_cluster_new(checked_log(), nullptr, json.data(), json.size(), out, error);
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > 0 && data[0] == '{') read_as_documents({reinterpret_cast<const char *>(data), size});
  Bytes bytes(data, size);
  Life life(bytes);
  for (int i = 0; i < kSteps && !bytes.empty(); ++i) life.step();
  return 0;
}
