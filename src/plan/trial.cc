#include "plan/trial.h"

#include <algorithm>

#include "sched/verdict/allocate.h"

namespace koord::plan {
namespace {

// A copy of a node costs as much as putting this many pods on it.
constexpr size_t kCopy = 3;

}  // namespace

void Trial::begin(uint32_t node, std::span<const Candidate> candidates, sched::Holdings keepers) {
  node_ = node;
  candidates_ = candidates;
  keepers_ = keepers;
  drafted_ = judged_ = false;
  nominated_.begin(node);
}

template <typename Which>
void Trial::collect(Which &&which) {
  for (uint32_t i = 0; i < candidates_.size(); ++i)
    if (which(i)) holdings_.push_back(candidates_[i].holding);
}

void Trial::copy_node() {
  const sched::Node &node = snapshot_.node(node_);
  if (draft_)
    draft_->become(node, holdings_);
  else
    draft_.emplace(node, holdings_);
  drafted_ = true;
}

// Starts from the node as it is.
void Trial::start_full() {
  holdings_.assign(keepers_.begin(), keepers_.end());
  collect([](uint32_t) { return true; });
  const sched::Holdings nominated = nominated_.to_place();
  holdings_.insert(holdings_.end(), nominated.begin(), nominated.end());
  copy_node();
  holdings_.assign(nominated.begin(), nominated.end());
  collect([&](uint32_t i) { return wanted_removed_[i] != 0; });
  draft_->take_off(holdings_);
}

// Starts from an empty node.
void Trial::start_bare() {
  holdings_.assign(keepers_.begin(), keepers_.end());
  collect([&](uint32_t i) { return wanted_removed_[i] == 0; });
  if (!drafted_) copy_node();
  draft_->keep_only(holdings_);
}

// Starts from the previous set. Pods leave before others return,
// so that the node never holds more than it does at present.
void Trial::change() {
  for (const bool leave : {true, false}) {
    holdings_.clear();
    collect([&](uint32_t i) {
      return removed_[i] != wanted_removed_[i] && (wanted_removed_[i] != 0) == leave;
    });
    if (holdings_.empty()) continue;
    if (leave)
      draft_->take_off(holdings_);
    else
      draft_->put_on(holdings_);
  }
}

void Trial::set_removed(std::span<const uint32_t> victims) {
  wanted_removed_.assign(candidates_.size(), 0);
  for (const uint32_t victim : victims) wanted_removed_[victim] = 1;
}

// Nominated pods are not on the draft afterwards.
void Trial::arrange(size_t victims) {
  size_t differ = SIZE_MAX;
  if (drafted_) {
    nominated_.take_off(*draft_);
    differ = 0;
    for (size_t i = 0; i < removed_.size(); ++i)
      differ += removed_[i] != wanted_removed_[i] ? 1 : 0;
  }
  const size_t full = kCopy + victims;
  const size_t bare = (drafted_ ? 1 : kCopy) + keepers_.size() + candidates_.size() - victims;
  if (bare < std::min(full, differ))
    start_bare();
  else if (full < differ)
    start_full();
  else
    change();
  removed_ = wanted_removed_;
}

const sched::Judgement &Trial::judge_without(std::span<const uint32_t> victims) {
  set_removed(victims);
  if (judged_ && wanted_removed_ == removed_) return judgement_;
  arrange(victims.size());
  nominated_.place_on(*draft_);
  judgement_ =
      sched::judge(draft_->view(), *query_.shape, snapshot_.options(), query_.conditions());
  if (!nominated_.empty() && !judgement_.refusal.refused()) {
    sched::Holding holding;
    if (!sched::allocate(draft_->view(), query_.shape, snapshot_.options(), query_.conditions(),
                         holding)
             .refused())
      judgement_.refusal = nominated_.check_beside(holding, *draft_);
  }
  judged_ = true;
  return judgement_;
}

sched::View Trial::rebuild_with_all() {
  if (nominated_.empty()) return snapshot_.view(node_);
  set_removed({});
  arrange(0);
  nominated_.count_on(*draft_);
  judged_ = false;
  return draft_->view();
}

}  // namespace koord::plan
