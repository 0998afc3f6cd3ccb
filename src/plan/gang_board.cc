#include "plan/gang_board.h"

#include "plan/basis.h"
#include "sched/allocate.h"

namespace koord::plan {

// Nodes that were looked at in vain are kept: they are tried again.
sched::Draft &GangBoard::draft(uint32_t node) {
  const auto at = drafts_.lower_bound(node);
  if (at != drafts_.end() && at->first == node) return *at->second;
  auto fresh = std::make_unique<sched::Draft>(scene_.node(node), scene_.held(node));
  return *drafts_.emplace_hint(at, node, std::move(fresh))->second;
}

sched::View GangBoard::view(uint32_t node) { return draft(node).view(); }

bool GangBoard::put(size_t pod, uint32_t node) {
  ++work_;
  const sched::ShapePtr &shape = pods_[pod].shape;
  sched::Draft &there = draft(node);
  auto holding = std::make_unique<sched::Holding>(shape);
  const Refusal refusal =
      sched::allocate(there.view(), shape, scene_.options(), {terms_.skip_fit, 0}, *holding);
  if (refusal.refused()) return false;
  there.put_on(*holding);
  placed_.push_back({pod, node, std::move(holding)});
  ++used_[node];
  return true;
}

void GangBoard::take_back() {
  const Placed &last = placed_.back();
  draft(last.node).take_off(*last.holding);
  if (--used_[last.node] == 0) used_.erase(last.node);
  placed_.pop_back();
}

sched::Changes GangBoard::changes() const {
  sched::Changes out;
  for (const Placed &placed : placed_) {
    const GangPod &pod = pods_[placed.pod];
    out.steps.push_back({sched::ChangeKind::kPlace, placed.node, pod.priority, std::string(pod.uid),
                         *placed.holding});
    rely_on(out, scene_, placed.node);
  }
  return out;
}

}  // namespace koord::plan
