#include "nrt/match.h"

#include <algorithm>
#include <bit>

#include "base/count_bits.h"

namespace koord::sched {
namespace {

std::vector<int32_t> weights_by_column(const NrtPod &pod, const NrtScoring &scoring) {
  std::vector<int32_t> out;
  for (const NrtPod::Column &column : pod.columns()) {
    int32_t weight = 1;
    for (const NrtWeight &named : scoring.weights)
      if (named.resource == column.resource) weight = std::max(named.weight, 1);
    out.push_back(weight);
  }
  return out;
}

}  // namespace

NrtMatch::NrtMatch(const NrtPod &pod, const NrtScoring &scoring)
    : pod_(pod),
      strategy_(scoring.strategy),
      weights_(weights_by_column(pod, scoring)),
      zones_(pod) {}

NrtVerdict NrtMatch::filter(const NrtNode *node) {
  if (pod_.exempt() || node == nullptr || node->config.policy != object::NumaPolicy::kSingleNode)
    return {};
  zones_.load(*node);
  if (node->config.scope != TopologyScope::kPod) return filter_containers();
  NrtVerdict verdict;
  fitting(pod_.effective(), verdict);
  if (!verdict.fits()) verdict.level = NrtLevel::kPod;
  return verdict;
}

// Init containers run one after another before all other containers, so they reserve nothing.
NrtVerdict NrtMatch::filter_containers() {
  NrtVerdict verdict;
  const size_t inits = pod_.init_containers();
  for (size_t i = 0; i < pod_.containers(); ++i) {
    const uint64_t fits = fitting(pod_.requests(i), verdict);
    if (!verdict.fits()) {
      verdict.level = i < inits ? NrtLevel::kInitContainer : NrtLevel::kContainer;
      verdict.container = static_cast<int32_t>(i < inits ? i : i - inits);
      return verdict;
    }
    if (i >= inits && fits != 0) zones_.take(zones_.lowest(fits), pod_.requests(i));
  }
  return verdict;
}

uint64_t NrtMatch::fitting(NrtRequests requests, NrtVerdict &verdict) const {
  uint64_t fit = zones_.all();
  for (const NrtRequest &request : requests) {
    if (request.value == 0) continue;
    const NrtPod::Column &column = pod_.columns()[request.column];
    const bool on_node = zones_.on_node(request.column);
    // Resources that no zone reports may belong to the whole machine.
    if (on_node && column.host_level && zones_.reporting(request.column) == 0) continue;
    const uint64_t both = on_node ? fit & zones_.sufficient(request) : 0;
    if (both == 0) {
      verdict = reject(request, on_node ? fit : 0);
      return 0;
    }
    fit = both;
  }
  return fit;
}

NrtVerdict NrtMatch::reject(const NrtRequest &request, uint64_t among) const {
  NrtVerdict verdict;
  verdict.reason =
      zones_.on_node(request.column) ? Reason::kNoNumaNodeFits : Reason::kResourceAbsent;
  verdict.column = static_cast<int32_t>(request.column);
  verdict.needed = request.value;
  for (uint64_t left = among & zones_.reporting(request.column); left != 0; left &= left - 1) {
    const int zone = std::countr_zero(left);
    const int64_t has = zones_.available(request.column)[static_cast<size_t>(zone)];
    const int32_t id = zones_.id(zone);
    if (verdict.zone >= 0 && (has < verdict.best || (has == verdict.best && id > verdict.zone)))
      continue;
    verdict.best = has;
    verdict.zone = id;
  }
  return verdict;
}

int NrtMatch::score(const NrtNode *node) {
  if (!pod_.guaranteed()) return kMaxScore;
  if (node == nullptr) return 0;
  zones_.load(*node);
  if (strategy_ == NrtStrategy::kLeastNumaNodes) return least_numa_score(*node);
  return node->config.policy == object::NumaPolicy::kSingleNode ? strategy_score(*node) : 0;
}

int NrtMatch::strategy_score(const NrtNode &node) const {
  if (node.config.scope == TopologyScope::kPod)
    return zones_score(zones_, pod_.effective(), strategy_, weights_);
  int64_t sum = 0;
  for (size_t i = 0; i < pod_.containers(); ++i)
    sum += zones_score(zones_, pod_.requests(i), strategy_, weights_);
  return pod_.containers() == 0 ? 0
                                : static_cast<int>(sum / static_cast<int64_t>(pod_.containers()));
}

int NrtMatch::least_numa_score(const NrtNode &node) {
  NrtBudget budget;
  int most = 0;
  bool all_nearest = true;
  // Returns false if the node cannot hold the requests.
  const auto place = [&](NrtRequests requests) {
    if (zones_.only_host_level(requests)) return true;
    const NrtZoneSet set = zones_required(zones_, requests, budget);
    if (set.zones == 0) return false;
    most = std::max(most, count_bits(set.zones));
    all_nearest = all_nearest && set.is_nearest;
    zones_.take_across(set.zones, requests);
    return true;
  };
  if (node.config.scope == TopologyScope::kPod) {
    if (!place(pod_.effective())) return 0;
  } else {
    for (size_t i = 0; i < pod_.containers(); ++i)
      if (!place(pod_.requests(i))) return 0;
  }
  return most == 0 ? kMaxScore : numa_count_score(most, node.config.max_nodes, all_nearest);
}

namespace {

Object refused_object(NrtLevel level) {
  switch (level) {
    case NrtLevel::kContainer:
      return Object::kContainer;
    case NrtLevel::kInitContainer:
      return Object::kInitContainer;
    default:
      return Object::kPod;
  }
}

}  // namespace

Refusal to_refusal(const NrtVerdict &verdict, const NrtPod &pod) {
  Refusal refusal;
  refusal.profile = Profile::kNrtMatch;
  if (verdict.fits()) return refusal;
  const NrtPod::Column &column = pod.columns()[static_cast<size_t>(verdict.column)];
  refusal.reason = verdict.reason;
  refusal.object = column.milli                      ? Object::kMilliCpu
                   : is_numa_affine(column.resource) ? Object::kBytes
                                                     : Object::kUnit;
  refusal.needed = verdict.needed;
  refusal.best = verdict.best;
  refusal.where_object = refused_object(verdict.level);
  refusal.where = verdict.container;
  return refusal;
}

}  // namespace koord::sched
