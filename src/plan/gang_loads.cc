#include "plan/gang_loads.h"

#include <algorithm>

#include "sched/placing/devices.h"

namespace koord::plan {

using sched::Shape;
using sched::View;

LoadLister::LoadLister(const sched::ClusterSnapshot &snapshot, const GangConditions &conditions,
                       const std::vector<const Kind *> &kinds)
    : snapshot_(snapshot), conditions_(conditions), kinds_(kinds), pods_(kinds.size()) {
  for (const Kind *kind : kinds) {
    std::vector<bool> &takes = takes_.emplace_back(snapshot.ids());
    for (const sched::Verdict &row : kind->verdicts) takes[row.node] = true;
    for (const sched::ResourceAmount &request : kind->shape->requests)
      resources_.push_back(request.resource);
  }
  std::sort(resources_.begin(), resources_.end());
  resources_.erase(std::unique(resources_.begin(), resources_.end()), resources_.end());
  for (const Kind *kind : kinds) {
    std::vector<int64_t> &requests = requests_.emplace_back();
    for (const sched::ResourceId resource : resources_)
      requests.push_back(sched::request_of(*kind->shape, resource));
  }
}

LoadLister::Share LoadLister::share_of(const View &view, size_t kind) const {
  Share share;
  const Shape &shape = *kinds_[kind]->shape;
  const auto pods = static_cast<int64_t>(kinds_[kind]->pods.size());
  share.most = at_most(view, shape, conditions_, pods);
  if (share.most == 0 || !sched::requests_whole_gpus(shape)) return share;
  share.gpus = shape.devices->gpu.count;
  share.fitting = sched::fitting_gpus(*node_, shape);
  share.links = sched::most_links(*node_, share.fitting, share.gpus);
  return share;
}

bool LoadLister::list(uint32_t node, std::vector<Load> &out) {
  const View view = snapshot_.view(node);
  node_ = &view.node();
  most_links_.clear();
  shares_.clear();
  free_.clear();
  for (size_t kind = 0; kind < kinds_.size(); ++kind)
    shares_.push_back(takes_[kind][node] ? share_of(view, kind) : Share{});
  for (const sched::ResourceId resource : resources_) {
    const bool counts =
        !conditions_.skip_fit && !(view->has_devices && node_->is_of_devices(resource));
    free_.push_back(counts ? view.free(resource) : INT64_MAX);
  }
  return add(0, {}, out);
}

bool LoadLister::take(size_t kind) {
  const std::vector<int64_t> &requests = requests_[kind];
  for (size_t i = 0; i < free_.size(); ++i)
    if (requests[i] > free_[i]) return false;
  for (size_t i = 0; i < free_.size(); ++i)
    if (free_[i] != INT64_MAX) free_[i] -= requests[i];
  return true;
}

void LoadLister::give_back(size_t kind, int64_t pods) {
  for (size_t i = 0; i < free_.size(); ++i)
    if (free_[i] != INT64_MAX) free_[i] += pods * requests_[kind][i];
}

// Links inside pods are bounded as if the pods of each kind had the
// node to themselves. All other links count as links between pods.
GangWorth LoadLister::bound(const Sum &sum) {
  if (sum.gpus == 0) return {1, {}};
  const auto [at, is_new] = most_links_.try_emplace({sum.fitting, sum.gpus});
  if (is_new) at->second = sched::most_links(*node_, sum.fitting, sum.gpus);
  return {1, {sum.inside, at->second - sum.inside}};
}

bool LoadLister::add(size_t kind, const Sum &sum, std::vector<Load> &out) {
  if (kind == kinds_.size()) {
    if (sum.pods == 0) return true;
    if (out.size() == kMostLoads) return false;
    Load load;
    load.pods = pods_;
    load.worth = bound(sum);
    out.push_back(std::move(load));
    return true;
  }
  const Share &share = shares_[kind];
  std::vector<Sum> sums{sum};
  while (static_cast<int64_t>(sums.size()) <= share.most) {
    Sum next = sums.back();
    ++next.pods;
    next.gpus += share.gpus;
    next.fitting |= share.fitting;
    next.inside += share.links;
    if (next.gpus > device::width(next.fitting) || !take(kind)) break;
    sums.push_back(next);
  }
  bool all = true;
  for (size_t pods = sums.size(); pods-- > 0;) {
    pods_[kind] = static_cast<uint32_t>(pods);
    all = all && add(kind + 1, sums[pods], out);
    if (pods > 0) give_back(kind, 1);
  }
  return all;
}

}  // namespace koord::plan
