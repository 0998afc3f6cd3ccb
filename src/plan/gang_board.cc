#include "plan/gang_board.h"

#include <algorithm>

#include "sched/placing/devices.h"
#include "sched/verdict/allocate.h"

namespace koord::plan {

// Drafts of nodes on which nothing fitted are kept, because they are tried again.
sched::Draft &GangBoard::draft_of(uint32_t node) {
  const auto at = drafts_.lower_bound(node);
  if (at != drafts_.end() && at->first == node) return *at->second;
  auto fresh = std::make_unique<sched::Draft>(snapshot_.node(node), snapshot_.held(node));
  return *drafts_.emplace_hint(at, node, std::move(fresh))->second;
}

sched::View GangBoard::view(uint32_t node) { return draft_of(node).view(); }

bool GangBoard::put(size_t pod, uint32_t node) {
  if (excludes(pod, node)) {
    look();
    return false;
  }
  ++work_;
  const sched::ShapePtr &shape = pods_[pod].shape;
  sched::Draft &draft = draft_of(node);
  auto holding = std::make_unique<sched::Holding>(shape);
  std::unique_ptr<sched::Placement> placement;
  if (sched::requests_whole_gpus(*shape)) placement = std::make_unique<sched::Placement>();
  const Refusal refusal = sched::allocate(draft.view(), shape, snapshot_.options(),
                                          {conditions_.skip_fit, 0}, *holding, placement.get());
  if (refusal.refused()) return false;
  draft.put_on(*holding);
  placed_.push_back({pod, node, std::move(holding), std::move(placement)});
  ++used_[node];
  return true;
}

void GangBoard::take_back() {
  const Placed &last = placed_.back();
  draft_of(last.node).take_off(*last.holding);
  if (--used_[last.node] == 0) used_.erase(last.node);
  placed_.pop_back();
}

void GangBoard::choose_sets(device::Ties ties) {
  std::map<uint32_t, std::vector<Placed *>> by_node;
  for (Placed &placed : placed_)
    if (placed.placement && placed.holding->devices() != nullptr)
      by_node[placed.node].push_back(&placed);
  for (const auto &[node, pods] : by_node)
    if (pods.size() > 1) spend(static_cast<uint64_t>(choose_sets_on(node, pods, ties)));
}

int64_t GangBoard::choose_sets_on(uint32_t node, std::span<Placed *const> pods, device::Ties ties) {
  std::vector<sched::PlacedPod> companions;
  for (const Placed *pod : pods) {
    const sched::Holding &holding = *pod->holding;
    companions.push_back({&holding.shape(), pod->placement.get(), *holding.devices(), false});
  }
  sched::Draft &draft = draft_of(node);
  const int64_t cost = sched::choose_together(draft.node(), companions, ties);
  for (size_t i = 0; i < pods.size(); ++i) {
    if (!companions[i].changed) continue;
    sched::Holding &holding = *pods[i]->holding;
    draft.take_off(holding);
    holding.set_devices(std::make_shared<const device::Grants>(std::move(companions[i].devices)));
    draft.put_on(holding);
  }
  return cost;
}

GangWorth GangBoard::worth() const {
  std::map<uint32_t, std::vector<const sched::Holding *>> by_node;
  for (const Placed &placed : placed_)
    if (placed.placement) by_node[placed.node].push_back(placed.holding.get());
  GangWorth out;
  for (const auto &[node, pods] : by_node)
    out = out + GangWorth{0, sched::links_of(snapshot_.node(node), pods)};
  out.nodes = static_cast<int64_t>(used_.size());
  return out;
}

sched::Changes GangBoard::changes(std::span<const PodOfKind> order) const {
  std::vector<const Placed *> by_pod(pods_.size());
  for (const Placed &placed : placed_) by_pod[placed.pod] = &placed;
  sched::Changes out;
  for (const PodOfKind &of : order) {
    const Placed &placed = *by_pod[of.pod];
    const GangPod &pod = pods_[of.pod];
    out.steps.push_back({sched::ChangeKind::kPlace, placed.node, pod.priority, std::string(pod.uid),
                         *placed.holding});
    snapshot_.add_basis(placed.node, out);
  }
  return out;
}

bool GangBoard::keeps_to_numa() const {
  return std::any_of(placed_.begin(), placed_.end(), [](const Placed &placed) {
    return placed.placement && placed.placement->aligned;
  });
}

}  // namespace koord::plan
