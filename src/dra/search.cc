#include "dra/search.h"

#include <algorithm>
#include <utility>

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
  if (!find_ranges()) return;
  state_.reset(problem);
  outlook_.clear();
  shares_.clear();
  if (has_counters()) outlook_.prepare(problem);
  if (problem.inventory().has_shared()) shares_.prepare(problem);
  settle_alternatives();
  count_steps();
}

// Returns false if a request has no alternative.
bool Search::find_ranges() {
  ranges_.clear();
  for (const Slot &slot : problem_->slots()) {
    Range range{slot.first, slot.end};
    const auto is_possible = [&](uint32_t i) { return problem_->options()[i].possible; };
    while (range.first < range.end && !is_possible(range.first)) ++range.first;
    if (range.first == range.end) return false;
    while (!is_possible(range.end - 1)) --range.end;
    ranges_.push_back(range);
  }
  return true;
}

// Finds the earliest alternatives, the first requests first, and then the best answer with them.
void Search::settle_alternatives() {
  const auto is_settled = [](const Range &range) { return range.end - range.first == 1; };
  if (std::all_of(ranges_.begin(), ranges_.end(), is_settled)) {
    search_best();
    return;
  }
  if (!finds_any() || wanted_ == Wanted::kAny) return;
  for (uint32_t slot = 0; slot < ranges_.size(); ++slot) {
    Range &range = ranges_[slot];
    while (best_chosen_[slot] > range.first) {
      range.end = best_chosen_[slot];
      if (finds_any()) continue;
      if (answer_->truncated) return;
      range.first = best_chosen_[slot];
    }
    fix_alternative(slot);
  }
  search_best();
}

bool Search::finds_any() {
  const Wanted wanted = std::exchange(wanted_, Wanted::kAny);
  search_best();
  wanted_ = wanted;
  return found_;
}

void Search::search_best() {
  found_ = false;
  prepare_rest();
  visit(0);
}

// Twins have no earlier alternatives.
void Search::fix_alternative(uint32_t slot) {
  const std::vector<Slot> &slots = problem_->slots();
  ranges_[slot] = {best_chosen_[slot], best_chosen_[slot] + 1};
  comparisons_ += slots.size() - slot;
  for (uint32_t later = slot + 1; later < slots.size(); ++later)
    if (slots[later].twin == static_cast<int>(slot))
      ranges_[later].first = std::max(ranges_[later].first,
                                      slots[later].first + ranges_[slot].first - slots[slot].first);
}

void Search::prepare_rest() {
  rest_.assign(ranges_.size() + 1, 0);
  for (size_t i = ranges_.size(); i-- > 0;) {
    size_t least = SIZE_MAX;
    for (uint32_t at = ranges_[i].first; at < ranges_[i].end; ++at) {
      const Option &option = problem_->options()[at];
      if (option.possible) least = std::min<size_t>(least, option.given->admin ? 0 : option.count);
    }
    rest_[i] = rest_[i + 1] + least;
  }
}

void Search::visit(uint32_t slot) {
  if (slot == ranges_.size()) {
    record();
    return;
  }
  const uint32_t claim = problem_->slots()[slot].claim;
  for (uint32_t option = first_option(slot); option < ranges_[slot].end && !is_done(); ++option) {
    const Option &tried = problem_->options()[option];
    if (!tried.possible || claim_devices_[claim] + tried.count > kMaxClaimDevices) continue;
    chosen_[slot] = option;
    claim_devices_[claim] += tried.count;
    choose(slot, option, tried.count, first_device(slot));
    claim_devices_[claim] -= tried.count;
  }
}

// Returns the first alternative that a request may use, because its twin uses no later one.
uint32_t Search::first_option(uint32_t slot) const {
  const Slot &at = problem_->slots()[slot];
  if (at.twin == kNoIndex) return ranges_[slot].first;
  return std::max(ranges_[slot].first,
                  at.first + chosen_[at.twin] - problem_->slots()[at.twin].first);
}

// Returns the lowest device that a request may use, because its twin uses none below for the same
// alternative.
size_t Search::first_device(uint32_t slot) const {
  const int twin = problem_->slots()[slot].twin;
  if (twin == kNoIndex) return 0;
  const Slot &at = problem_->slots()[slot], &of_twin = problem_->slots()[twin];
  if (chosen_[slot] - at.first != chosen_[twin] - of_twin.first) return 0;
  for (const Pick &pick : picks_)
    if (pick.slot == static_cast<uint32_t>(twin)) return pick.device;
  return 0;
}

void Search::choose(uint32_t slot, uint32_t option, uint32_t needed, size_t from) {
  ++choices_;
  if (found_) comparisons_ += state_.group_count() / 4;  // counters are faster than sets
  if (is_out_of_steps()) return;
  if (exceeds_best(slot, needed)) return;
  if (needed == 0) {
    visit(slot + 1);
    return;
  }
  if (!is_hopeful(slot, option, needed, from)) return;
  if (wanted_ == Wanted::kBest && found_ && has_bounds() && least_score() >= answer_->score) return;
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

// Returns a lower bound of the score of the branch that is_hopeful() has judged.
Score Search::least_score() {
  Score out = has_counters() ? outlook_.at_least(state_) : state_.at_least(0);
  if (problem_->inventory().has_shared()) shares_.raise(state_, out);
  return out;
}

void Search::count_steps() {
  answer_->steps =
      problem_->steps() + choices_ +
      (comparisons_ + state_.comparisons() + outlook_.comparisons() + shares_.comparisons()) / 64;
}

bool Search::is_out_of_steps() {
  count_steps();
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
  found_ = answer_->found = true;
  answer_->score = state_.at_least(0);
  answer_->picks = picks_;
  best_chosen_ = chosen_;
}

bool Search::exceeds_best(uint32_t slot, uint32_t needed) const {
  if (!found_) return false;
  const bool admin = problem_->options()[chosen_[slot]].given->admin;
  const size_t more =
      problem_->inventory().has_shared() ? 0 : rest_[slot + 1] + (admin ? 0 : needed);
  return state_.at_least(more) >= answer_->score;
}

}  // namespace koord::dra
