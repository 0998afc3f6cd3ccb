#include "koord_replay.h"

#include <algorithm>
#include <set>

#include "cli/errors.h"
#include "cli/options.h"

namespace koordctl {
namespace {

constexpr uint64_t kNodeStream = 0x6e6f6465733f21;
// policy before anything is learned
constexpr koord_gpu_policy kUntaught = KOORD_GPU_POLICY_BEST_FIT;
constexpr int32_t kGpuType = 0;  // device type number of GPUs, see koord_cluster_get_device_type

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

bool needs_classes(koord_gpu_policy placing) {
  return placing == KOORD_GPU_POLICY_FGD || placing == KOORD_GPU_POLICY_FGD_ALL ||
         placing == KOORD_GPU_POLICY_ROOM_LEFT;
}

std::vector<std::string> models_on(const std::vector<TraceNode> &nodes) {
  std::set<std::string> models;
  for (const TraceNode &node : nodes)
    if (node.gpus > 0) models.insert(node.model);
  return {models.begin(), models.end()};
}

}  // namespace

KoordReplay::KoordReplay(const ReplayPolicy &policy, const std::vector<TraceNode> &nodes,
                         const Workload &workload, uint64_t seed)
    : policy_(policy),
      nodes_(nodes),
      pods_(workload.pods),
      classes_(workload.classes),
      learning_(workload.learning),
      models_(models_on(nodes)),
      random_(seed ^ kNodeStream),
      fragments_(nodes, workload.kinds),
      cluster_(new_cluster(policy)),
      fitting_(nodes),
      rows_(nodes.size()) {
  add_nodes(cluster_, nodes, policy_.at_random ? GpuLabels::kMinor : GpuLabels::kNone);
  if (learning_.half_life > 0 && needs_classes(policy.placing)) {
    aged_.emplace(learning_.half_life,
                  learning_.from_classes ? workload.classes : std::vector<TaskKind>());
  }
  round_ = aged_ ? kFirstRound : learning_.refresh;
  if (aged_ && !learning_.from_classes)
    set_policy(kUntaught, {});
  else
    set_policy(policy.placing, classes_);
}

void KoordReplay::set_policy(koord_gpu_policy placing, const std::vector<TaskKind> &kinds) {
  place_gpus(cluster_, placing, hedged(kinds, models_, learning_.hedge));
}

void KoordReplay::refresh(const TracePod &pod) {
  if (arrivals_ > 0 && arrivals_ == round_) {
    set_policy(policy_.placing, aged_ ? aged_->kinds() : classes_);
    const uint64_t step = learning_.refresh > 0 ? learning_.refresh : kRound;
    round_ = aged_ ? std::min(2 * round_, round_ + step) : round_ + step;
  }
  if (aged_) aged_->add(pod);
}

std::optional<uint32_t> KoordReplay::best(const koord::Pod &pod) {
  koord_verdict row{};
  const koord_evaluation evaluation = cluster_.find_best(pod, nullptr, {&row, 1});
  return evaluation.count == 0 ? std::nullopt : std::optional(row.node);
}

std::optional<uint32_t> KoordReplay::best_of_models(const koord::Pod &pod, const TracePod &wanted) {
  const koord_evaluation evaluation = cluster_.evaluate(pod, nullptr, rows_);
  const koord_verdict *best = nullptr;
  for (size_t i = 0; i < evaluation.count; ++i) {
    const koord_verdict &row = rows_[i];
    if (row.reason != KOORD_REASON_NONE || !wanted.may_use(nodes_[row.node].model)) continue;
    if (best == nullptr || row.score > best->score) best = &row;
  }
  return best == nullptr ? std::nullopt : std::optional(best->node);
}

std::optional<uint32_t> KoordReplay::choose_node(const koord::Pod &pod, const TracePod &wanted) {
  if (policy_.at_random) return fitting_.draw(cluster_, pod, wanted, random_);
  return wanted.models.empty() ? best(pod) : best_of_models(pod, wanted);
}

koord::Pod KoordReplay::on_any_gpu(const TracePod &pod, const std::string &uid, uint32_t node) {
  const std::vector<int> fitting = fragments_.fitting(node, pod);
  if (fitting.empty()) return make_pod(pod, uid);
  return make_pod_for(fitting[random_.below(static_cast<uint32_t>(fitting.size()))], pod, uid);
}

std::vector<int> KoordReplay::gpus_of(const std::string &uid) const {
  return cluster_.get_pod_minors(uid, kGpuType);
}

koord_refusal KoordReplay::reserve(const koord::Pod &pod, const TracePod &wanted, uint32_t node) {
  try {
    return cluster_.reserve(pod, nullptr, node, {});
  } catch (const koord::Error &error) {
    fail_with(error, "pod " + quote(wanted.name));
  }
}

std::optional<Place> KoordReplay::place(uint32_t number) {
  const TracePod &pod = pods_.at(number);
  if (needs_classes(policy_.placing)) refresh(pod);
  const std::string uid = "p" + std::to_string(++arrivals_);
  koord::Pod handle = make_pod(pod, uid);
  const std::optional<uint32_t> node = choose_node(handle, pod);
  if (!node) return std::nullopt;
  if (policy_.at_random && pod.gpu_count == 1 && pod.gpu_milli < kWholeGpu)
    handle = on_any_gpu(pod, uid, *node);
  const koord_refusal refusal = reserve(handle, pod, *node);
  const bool is_there = refusal.reason == KOORD_REASON_NONE;
  std::vector<int> gpus = is_there && pod.gpu_count > 0 ? gpus_of(uid) : std::vector<int>();
  if (!is_there || !fragments_.take(*node, pod, gpus)) {
    throw Failure(kInternal, "pod " + quote(pod.name) + " was accepted by node " +
                                 nodes_[*node].name + " but did not get what it requests there");
  }
  return Place{nodes_[*node].name, std::move(gpus)};
}

}  // namespace koordctl
