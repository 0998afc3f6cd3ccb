#include "plan/trial.h"

namespace koord::plan {
namespace {

// A fresh copy of a node costs as much as putting so many pods on it.
constexpr size_t kCopy = 3;

}  // namespace

Trial::Trial(const sched::Scene &scene, const sched::Question &question, uint32_t node,
             std::span<const Candidate> candidates, std::span<const sched::Holding *const> keepers)
    : scene_(scene),
      question_(question),
      node_(node),
      candidates_(candidates),
      keepers_(keepers),
      gone_(candidates.size(), false),
      wanted_gone_(candidates.size(), false) {}

void Trial::start_full() {
  std::vector<const sched::Holding *> held(keepers_.begin(), keepers_.end());
  held.reserve(keepers_.size() + candidates_.size());
  for (const Candidate &candidate : candidates_) held.push_back(candidate.holding);
  draft_.emplace(scene_.node(node_), std::move(held));
  gone_.assign(candidates_.size(), false);
}

void Trial::start_bare() {
  if (!draft_) start_full();
  draft_->clear();
  for (const sched::Holding *keeper : keepers_) draft_->put_on(*keeper);
  gone_.assign(candidates_.size(), true);
}

void Trial::set_gone(uint32_t candidate, bool gone) {
  if (gone_[candidate] == gone) return;
  if (gone)
    draft_->take_off(*candidates_[candidate].holding);
  else
    draft_->put_on(*candidates_[candidate].holding);
  gone_[candidate] = gone;
}

const sched::Judgement &Trial::judge_without(std::span<const uint32_t> victims) {
  wanted_gone_.assign(candidates_.size(), false);
  for (const uint32_t victim : victims) wanted_gone_[victim] = true;
  size_t differ = 0;
  for (size_t i = 0; i < gone_.size(); ++i) differ += gone_[i] != wanted_gone_[i] ? 1 : 0;
  const size_t from_full = kCopy + victims.size();
  const size_t from_bare =
      (draft_ ? 1 : kCopy) + keepers_.size() + candidates_.size() - victims.size();
  if (from_bare < from_full && (!draft_ || from_bare < differ))
    start_bare();
  else if (!draft_ || from_full < differ)
    start_full();
  // Pods leave before others come back: the node never holds more than it does.
  for (uint32_t i = 0; i < gone_.size(); ++i)
    if (wanted_gone_[i]) set_gone(i, true);
  for (uint32_t i = 0; i < gone_.size(); ++i)
    if (!wanted_gone_[i]) set_gone(i, false);
  judgement_ =
      sched::judge(draft_->view(), *question_.shape, scene_.options(), question_.conditions());
  return judgement_;
}

}  // namespace koord::plan
