#include "replay/koord_replay.h"

#include "koord_cpp.h"
#include "options.h"

namespace koordctl {
namespace {

constexpr std::uint64_t kNodeStream = 0x6e6f6465733f21;
constexpr std::int32_t kGpuType = 0;  // as koord_cluster_get_device_type has it

ClusterHandle new_cluster(const ReplayPolicy &policy) {
  koord_cluster_options options = KOORD_INIT(koord_cluster_options);
  std::string args;
  const std::string strategy = policy.strategy;
  if (!strategy.empty()) {
    options.flags = KOORD_CLUSTER_UPSTREAM_SCORE;
    options.device_strategy = strategy == "MostAllocated" ? KOORD_DEVICE_STRATEGY_MOST_ALLOCATED
                                                          : KOORD_DEVICE_STRATEGY_LEAST_ALLOCATED;
    args = R"({"scoringStrategy":{"type":")" + strategy + R"("}})";
  }
  koord_cluster *cluster = nullptr;
  koord_error error{};
  check(koord_cluster_new(nullptr, &options, args.data(), args.size(), &cluster, &error), error,
        "");
  return ClusterHandle(cluster);
}

}  // namespace

KoordReplay::KoordReplay(const ReplayPolicy &policy, const std::vector<TraceNode> &nodes,
                         const std::vector<TracePod> &pods, const std::vector<TaskKind> &kinds,
                         std::uint64_t seed)
    : at_random_(policy.at_random),
      nodes_(nodes),
      pods_(pods),
      random_(seed ^ kNodeStream),
      fragments_(nodes, kinds),
      cluster_(new_cluster(policy)),
      fitting_(nodes),
      rows_(nodes.size()) {
  add_nodes(cluster_.get(), nodes, at_random_ ? GpuLabels::kMinor : GpuLabels::kNone);
  place_gpus(cluster_.get(), policy.placing, kinds);
}

std::optional<std::uint32_t> KoordReplay::best(const koord_pod *pod) {
  koord_verdict row{};
  koord_evaluation told{};
  koord_error error{};
  check(koord_cluster_find_best(cluster_.get(), pod, nullptr, &row, sizeof row, 1, &told, &error),
        error, "");
  return told.count == 0 ? std::nullopt : std::optional(row.node);
}

std::optional<std::uint32_t> KoordReplay::best_of_models(const koord_pod *pod,
                                                         const TracePod &wanted) {
  koord_evaluation told{};
  koord_error error{};
  check(koord_cluster_evaluate(cluster_.get(), pod, nullptr, rows_.data(), sizeof rows_[0],
                               rows_.size(), &told, &error),
        error, "");
  const koord_verdict *best = nullptr;
  for (std::size_t i = 0; i < told.count; ++i) {
    const koord_verdict &row = rows_[i];
    if (row.reason != KOORD_REASON_NONE || !wanted.may_use(nodes_[row.node].model)) continue;
    if (best == nullptr || row.score > best->score) best = &row;
  }
  return best == nullptr ? std::nullopt : std::optional(best->node);
}

std::optional<std::uint32_t> KoordReplay::choose_node(const koord_pod *pod,
                                                      const TracePod &wanted) {
  if (at_random_) return fitting_.draw(cluster_.get(), pod, wanted, random_);
  return wanted.models.empty() ? best(pod) : best_of_models(pod, wanted);
}

PodHandle KoordReplay::on_any_gpu(const TracePod &pod, const std::string &uid, std::uint32_t node) {
  const std::vector<int> fitting = fragments_.fitting(node, pod);
  if (fitting.empty()) return make_pod(pod, uid);
  return make_pod_for(fitting[random_.below(static_cast<std::uint32_t>(fitting.size()))], pod, uid);
}

std::vector<int> KoordReplay::gpus_of(const std::string &uid, std::uint32_t node) const {
  std::vector<int> minors(static_cast<std::size_t>(nodes_[node].gpus));
  std::size_t count = 0;
  koord_error error{};
  check(koord_cluster_get_pod_minors(cluster_.get(), uid.data(), uid.size(), kGpuType,
                                     minors.data(), minors.size(), &count, &error),
        error, "");
  minors.resize(count);
  return minors;
}

bool KoordReplay::place(std::uint32_t number) {
  const TracePod &pod = pods_.at(number);
  const std::string uid = "p" + std::to_string(++arrivals_);
  PodHandle handle = make_pod(pod, uid);
  const std::optional<std::uint32_t> node = choose_node(handle.get(), pod);
  if (!node) return false;
  if (at_random_ && pod.gpu_count == 1 && pod.gpu_milli < kWholeGpu) {
    handle = on_any_gpu(pod, uid, *node);
  }
  koord_refusal refusal{};
  koord_error error{};
  const koord_status status = koord_cluster_reserve(cluster_.get(), handle.get(), nullptr, *node,
                                                    nullptr, 0, &refusal, &error);
  if (status != KOORD_OK) check(status, error, "pod " + quote(pod.name));
  const bool is_there = refusal.reason == KOORD_REASON_NONE;
  const std::vector<int> gpus =
      is_there && pod.gpu_count > 0 ? gpus_of(uid, *node) : std::vector<int>();
  if (!is_there || !fragments_.take(*node, pod, gpus)) {
    throw Failure(kInternal, "pod " + quote(pod.name) + " was promised node " + nodes_[*node].name +
                                 " and did not get what it asks for there");
  }
  return true;
}

}  // namespace koordctl
