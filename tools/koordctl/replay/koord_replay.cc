#include "replay/koord_replay.h"

#include "errors.h"
#include "options.h"

namespace koordctl {
namespace {

constexpr std::uint64_t kNodeStream = 0x6e6f6465733f21;
constexpr std::int32_t kGpuType = 0;  // as koord_cluster_get_device_type has it

koord::Cluster new_cluster(const ReplayPolicy &policy) {
  koord_cluster_options options = KOORD_INIT(koord_cluster_options);
  std::string args;
  const std::string strategy = policy.strategy;
  if (!strategy.empty()) {
    options.flags = KOORD_CLUSTER_UPSTREAM_SCORE;
    options.device_strategy = strategy == "MostAllocated" ? KOORD_DEVICE_STRATEGY_MOST_ALLOCATED
                                                          : KOORD_DEVICE_STRATEGY_LEAST_ALLOCATED;
    args = R"({"scoringStrategy":{"type":")" + strategy + R"("}})";
  }
  return koord::Cluster::create(&options, args);
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
  add_nodes(cluster_, nodes, at_random_ ? GpuLabels::kMinor : GpuLabels::kNone);
  place_gpus(cluster_, policy.placing, kinds);
}

std::optional<std::uint32_t> KoordReplay::best(const koord::Pod &pod) {
  koord_verdict row{};
  const koord_evaluation told = cluster_.find_best(pod, nullptr, {&row, 1});
  return told.count == 0 ? std::nullopt : std::optional(row.node);
}

std::optional<std::uint32_t> KoordReplay::best_of_models(const koord::Pod &pod,
                                                         const TracePod &wanted) {
  const koord_evaluation told = cluster_.evaluate(pod, nullptr, rows_);
  const koord_verdict *best = nullptr;
  for (std::size_t i = 0; i < told.count; ++i) {
    const koord_verdict &row = rows_[i];
    if (row.reason != KOORD_REASON_NONE || !wanted.may_use(nodes_[row.node].model)) continue;
    if (best == nullptr || row.score > best->score) best = &row;
  }
  return best == nullptr ? std::nullopt : std::optional(best->node);
}

std::optional<std::uint32_t> KoordReplay::choose_node(const koord::Pod &pod,
                                                      const TracePod &wanted) {
  if (at_random_) return fitting_.draw(cluster_, pod, wanted, random_);
  return wanted.models.empty() ? best(pod) : best_of_models(pod, wanted);
}

koord::Pod KoordReplay::on_any_gpu(const TracePod &pod, const std::string &uid,
                                   std::uint32_t node) {
  const std::vector<int> fitting = fragments_.fitting(node, pod);
  if (fitting.empty()) return make_pod(pod, uid);
  return make_pod_for(fitting[random_.below(static_cast<std::uint32_t>(fitting.size()))], pod, uid);
}

std::vector<int> KoordReplay::gpus_of(const std::string &uid) const {
  return cluster_.get_pod_minors(uid, kGpuType);
}

koord_refusal KoordReplay::reserve(const koord::Pod &pod, const TracePod &wanted,
                                   std::uint32_t node) {
  try {
    return cluster_.reserve(pod, nullptr, node, {});
  } catch (const koord::Error &error) {
    fail_with(error, "pod " + quote(wanted.name));
  }
}

bool KoordReplay::place(std::uint32_t number) {
  const TracePod &pod = pods_.at(number);
  const std::string uid = "p" + std::to_string(++arrivals_);
  koord::Pod handle = make_pod(pod, uid);
  const std::optional<std::uint32_t> node = choose_node(handle, pod);
  if (!node) return false;
  if (at_random_ && pod.gpu_count == 1 && pod.gpu_milli < kWholeGpu) {
    handle = on_any_gpu(pod, uid, *node);
  }
  const koord_refusal refusal = reserve(handle, pod, *node);
  const bool is_there = refusal.reason == KOORD_REASON_NONE;
  const std::vector<int> gpus = is_there && pod.gpu_count > 0 ? gpus_of(uid) : std::vector<int>();
  if (!is_there || !fragments_.take(*node, pod, gpus)) {
    throw Failure(kInternal, "pod " + quote(pod.name) + " was accepted by node " +
                                 nodes_[*node].name + " but did not get what it requests there");
  }
  return true;
}

}  // namespace koordctl
