#include "dra/search.h"

#include <algorithm>

namespace koord::dra {

void Search::run(const Problem &problem, Wanted wanted, uint64_t max_steps, Answer &answer) {
  problem_ = &problem;
  wanted_ = wanted;
  max_steps_ = max_steps;
  answer_ = &answer;
  answer.found = answer.truncated = false;
  answer.steps = problem.steps();
  choices_ = 0;
  comparisons_ = problem.inventory().capacities.size() + problem.inventory().devices.size();
  answer.score = {};
  answer.picks.clear();
  picks_.clear();
  if (!problem.is_prepared()) {
    answer.truncated = true;
    return;
  }
  chosen_.assign(problem.slots().size(), 0);
  claim_devices_.assign(problem.slots().empty() ? 0 : problem.slots().back().claim + 1, 0);
  shared_ = DeviceSet(problem.inventory().devices.size());
  for (size_t i = 0; i < problem.inventory().devices.size(); ++i)
    if (problem.inventory().devices[i].shared) shared_.add(i);
  prepare_rest();
  if (std::find(first_possible_.begin(), first_possible_.end(), UINT32_MAX) !=
      first_possible_.end())
    return;
  state_.reset(problem);
  outlook_.clear();
  shares_.clear();
  if (has_counters()) outlook_.prepare(problem);
  if (problem.inventory().has_shared()) shares_.prepare(problem);
  visit(0);
}

void Search::prepare_rest() {
  const std::vector<Slot> &slots = problem_->slots();
  first_possible_.assign(slots.size(), UINT32_MAX);
  rest_.assign(slots.size() + 1, 0);
  for (size_t i = slots.size(); i-- > 0;) {
    size_t least = SIZE_MAX;
    for (uint32_t at = slots[i].end; at-- > slots[i].first;) {
      const Option &option = problem_->options()[at];
      if (!option.possible) continue;
      first_possible_[i] = at;
      least = std::min<size_t>(least, option.given->admin ? 0 : option.count);
    }
    rest_[i] = rest_[i + 1] + (least == SIZE_MAX ? 0 : least);
  }
}

void Search::visit(uint32_t slot) {
  if (slot == problem_->slots().size()) {
    record();
    return;
  }
  const Slot &at = problem_->slots()[slot];
  for (uint32_t option = first_possible_[slot]; option < at.end && !is_done(); ++option) {
    const Option &tried = problem_->options()[option];
    if (!tried.possible || claim_devices_[at.claim] + tried.count > kMaxClaimDevices) continue;
    chosen_[slot] = option;
    claim_devices_[at.claim] += tried.count;
    choose(slot, option, tried.count, first_device(slot));
    claim_devices_[at.claim] -= tried.count;
  }
}

// Returns the lowest device that a request may use, because its twin uses none below.
size_t Search::first_device(uint32_t slot) const {
  const int twin = problem_->slots()[slot].twin;
  if (twin == kNoIndex) return 0;
  for (const Pick &pick : picks_)
    if (pick.slot == static_cast<uint32_t>(twin)) return pick.device;
  return 0;
}

void Search::choose(uint32_t slot, uint32_t option, uint32_t needed, size_t from) {
  ++choices_;
  if (answer_->found) comparisons_ += state_.group_count() / 4;  // counters are faster than sets
  if (is_out_of_steps()) return;
  if (exceeds_best(slot, needed)) return;
  if (needed == 0) {
    visit(slot + 1);
    return;
  }
  if (!is_hopeful(slot, option, needed, from)) return;
  if (has_counters() && ties_with_best(slot) && outlook_.at_least(state_) >= answer_->score) return;
  const size_t depth = picks_.size();
  if (depth == candidates_.size()) candidates_.emplace_back();
  candidates_[depth] = demands_.front().domain;
  for (size_t i = candidates_[depth].next(0);
       i < kMaxDevices && candidates_[depth].count() >= needed && !is_done() && !is_out_of_steps();
       i = candidates_[depth].next(i + 1)) {
    if (state_.take(option, i)) {
      picks_.push_back({slot, option, static_cast<uint32_t>(i)});
      choose(slot, option, needed - 1, i + 1);
      picks_.pop_back();
      state_.give(option, i);
    }
    drop_candidate(depth, i);
  }
}

bool Search::is_out_of_steps() {
  answer_->steps =
      problem_->steps() + choices_ +
      (comparisons_ + state_.comparisons() + outlook_.comparisons() + shares_.comparisons()) / 64;
  answer_->truncated |= answer_->steps > max_steps_;
  return answer_->truncated;
}

// Removes a device that was tried, and the devices like it. It is not a part of choose(), because
// its sets would enlarge each frame of the recursion.
[[gnu::noinline]] void Search::drop_candidate(size_t depth, size_t device) {
  candidates_[depth].remove(device);
  if (state_.is_untouched(device))
    comparisons_ += problem_->drop_alike(device, state_.touched(), candidates_[depth]);
}

void Search::record() {
  answer_->found = true;
  answer_->score = state_.at_least(0);
  answer_->picks = picks_;
  best_chosen_ = chosen_;
  settled_ = static_cast<uint32_t>(chosen_.size());
  while (settled_ > 0 && chosen_[settled_ - 1] == first_possible_[settled_ - 1]) --settled_;
}

// Returns true if the alternatives chosen up to a request, with the first possible ones of the
// later requests, are those of the best answer. The score decides then.
bool Search::ties_with_best(uint32_t slot) const {
  return answer_->found && slot + 1 >= settled_ &&
         std::equal(chosen_.begin(), chosen_.begin() + slot + 1, best_chosen_.begin());
}

bool Search::exceeds_best(uint32_t slot, uint32_t needed) const {
  if (!answer_->found) return false;
  for (uint32_t i = 0; i <= slot; ++i)
    if (chosen_[i] != best_chosen_[i]) return chosen_[i] > best_chosen_[i];
  if (!ties_with_best(slot)) return false;
  const bool admin = problem_->options()[chosen_[slot]].given->admin;
  const size_t more =
      problem_->inventory().has_shared() ? 0 : rest_[slot + 1] + (admin ? 0 : needed);
  return state_.at_least(more) >= answer_->score;
}

}  // namespace koord::dra
