#include "plan/gang_split.h"

namespace koord::plan {
namespace {

constexpr uint16_t kNoLoad = UINT16_MAX;
constexpr GangWorth kInfeasible{INT64_MAX / 2, {}};

bool is_feasible(const GangWorth &worth) { return worth.nodes < kInfeasible.nodes; }

}  // namespace

// A state is a number whose digits are the pods of each kind.
GangSplit::GangSplit(std::vector<uint32_t> pods) : pods_(std::move(pods)) {
  for (const uint32_t count : pods_) {
    states_ *= count + 1;
    if (states_ > kMostStates) return;
  }
  left_.reserve(states_ * pods_.size());
  for (size_t state = 0; state < states_; ++state) {
    size_t rest = state;
    for (const uint32_t count : pods_) {
      left_.push_back(static_cast<uint32_t>(rest % (count + 1)));
      rest /= count + 1;
    }
  }
}

void GangSplit::add(LoadedNode node) {
  for (Load &load : node.loads) {
    size_t digit = 1;
    for (size_t kind = 0; kind < pods_.size(); ++kind) {
      load.at += load.pods[kind] * digit;
      digit *= pods_[kind] + 1;
    }
  }
  steps_ += states_ * (node.loads.size() + 1);
  nodes_.push_back(std::move(node));
}

bool GangSplit::has(size_t state, const Load &load) const {
  const uint32_t *left = &left_[state * pods_.size()];
  for (size_t kind = 0; kind < pods_.size(); ++kind)
    if (left[kind] < load.pods[kind]) return false;
  return true;
}

void GangSplit::add_choices(const LoadedNode &node, uint16_t *choice) {
  worth_.assign(states_, kInfeasible);
  for (size_t i = 0; i < node.loads.size(); ++i) {
    const Load &load = node.loads[i];
    if (!load.fits) continue;
    for (size_t state = load.at; state < states_; ++state) {
      const GangWorth &after = after_[state - load.at];
      if (!is_feasible(after) || !has(state, load)) continue;
      const GangWorth worth = load.worth + after;
      if (!is_better(worth, worth_[state])) continue;
      worth_[state] = worth;
      choice[state] = static_cast<uint16_t>(i);
    }
  }
  for (size_t state = 0; state < states_; ++state) {
    if (!is_better(after_[state], worth_[state])) continue;
    worth_[state] = after_[state];
    choice[state] = kNoLoad;
  }
}

std::vector<Load *> GangSplit::solve() {
  std::vector<uint16_t> choices(nodes_.size() * states_, kNoLoad);
  after_.assign(states_, kInfeasible);
  after_[0] = {};
  for (size_t i = nodes_.size(); i-- > 0;) {
    add_choices(nodes_[i], &choices[i * states_]);
    after_.swap(worth_);
  }
  size_t state = states_ - 1;
  if (!is_feasible(after_[state])) return {};
  std::vector<Load *> out;
  for (size_t i = 0; i < nodes_.size(); ++i) {
    const uint16_t choice = choices[i * states_ + state];
    out.push_back(choice == kNoLoad ? nullptr : &nodes_[i].loads[choice]);
    if (choice != kNoLoad) state -= out.back()->at;
  }
  return out;
}

}  // namespace koord::plan
