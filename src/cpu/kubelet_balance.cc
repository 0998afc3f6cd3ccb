#include "cpu/kubelet_balance.h"

#include <algorithm>
#include <array>
#include <functional>
#include <vector>

namespace koord::kubelet {
namespace {

// A sum that cannot be reached; it stays far below zero whatever is added to it.
constexpr int64_t kNever = INT64_MIN / 4;

// By how much the sum of squares falls when `taken` of a node's free CPUs are taken.
int64_t gain(int free, int taken) { return int64_t{taken} * (2 * int64_t{free} - taken); }

// A node that may be a member of what is chosen.
struct Candidate {
  int position;  // in the list of nodes
  int free;      // free CPUs
  int groups;    // groups it could give beyond the even share; negative: cannot be a member
};

// The even share, and the round-robin that follows: each round hands one group to every member that
// has one left, in order. After `level` whole rounds a last round stops part-way: members up to
// some point ("early" ones) have one more than those behind it.
struct Share {
  int cpus;   // of the even share
  int group;  // CPUs of a group
};

// Chooses members among candidates for one level. Two questions have the same shape: which nodes
// take part (members need not be given a group; others lose nothing) and, that being settled, which
// of them take turns (members take all turns; the others give their even share).
class LevelTable {
 public:
  enum class Question { kNodes, kTurns };

  LevelTable(Question question, std::span<const Candidate> candidates, Share share, int members,
             int groups, int level, std::span<int64_t> cells)
      : question_(question),
        candidates_(candidates),
        share_(share),
        members_(members),
        groups_(groups),
        level_(level),
        cells_(cells) {
    fill();
  }

  static size_t cells_needed(size_t candidates, int members, int groups) {
    return (candidates + 1) * (static_cast<size_t>(members) + 1) *
           (static_cast<size_t>(groups) + 1) * 2;
  }

  // The most the sum of squares can fall with `members` members that are handed all groups.
  int64_t best(int members) const { return cell(0, members, groups_, kEarly); }

  // The members, as positions, of the first choice in lexicographic order that reaches `target`.
  uint64_t first(int members, int64_t target) const;

 private:
  static constexpr int kEarly = 0;
  static constexpr int kLate = 1;
  struct Move {
    int groups;
    int phase;  // of the members behind
    int64_t gain;
  };
  using Reach = std::array<std::array<int64_t, 2>, kMaxBalancedNodes>;  // by groups left and phase

  // What candidate `c` can do as a member behind early or late ones; nothing if it cannot be one.
  struct Moves {
    std::array<Move, 3> items;
    size_t count = 0;
    const Move *begin() const { return items.data(); }
    const Move *end() const { return items.data() + count; }
  };
  Moves moves(const Candidate &c, int phase) const {
    Moves out;
    const auto add = [&](int groups, int next_phase) {
      out.items[out.count++] = {groups, next_phase,
                                gain(c.free, share_.cpus + groups * share_.group)};
    };
    if (c.groups < 0) return out;
    if (question_ == Question::kNodes) add(0, phase);
    if (phase == kEarly) add(std::min(c.groups, level_ + 1), kEarly);
    add(std::min(c.groups, level_), kLate);
    return out;
  }
  int64_t skip_gain(const Candidate &c) const {
    return question_ == Question::kNodes ? 0 : gain(c.free, share_.cpus);
  }

  // The most that candidates from `c` on can add with that many members and groups still to go.
  int64_t cell(size_t c, int members, int groups, int phase) const {
    return cells_[index(c, members, groups, phase)];
  }
  size_t index(size_t c, int members, int groups, int phase) const {
    return ((c * (members_ + 1) + members) * (groups_ + 1) + groups) * 2 + phase;
  }

  void fill();

  Question question_;
  std::span<const Candidate> candidates_;
  Share share_;
  int members_;
  int groups_;
  int level_;
  std::span<int64_t> cells_;
};

void LevelTable::fill() {
  const size_t end = candidates_.size();
  std::fill_n(cells_.begin() + index(end, 0, 0, 0), cells_needed(0, members_, groups_), kNever);
  cells_[index(end, 0, 0, kEarly)] = cells_[index(end, 0, 0, kLate)] = 0;
  for (size_t c = end; c-- > 0;)
    for (const int phase : {kEarly, kLate}) {
      const Moves choices = moves(candidates_[c], phase);
      const int64_t skipped = skip_gain(candidates_[c]);
      for (int members = 0; members <= members_; ++members)
        for (int groups = 0; groups <= groups_; ++groups) {
          int64_t best = cell(c + 1, members, groups, phase) + skipped;
          for (const auto &[taken, next, gained] : choices)
            if (members > 0 && taken <= groups)
              best = std::max(best, gained + cell(c + 1, members - 1, groups - taken, next));
          cells_[index(c, members, groups, phase)] = best;
        }
    }
}

uint64_t LevelTable::first(int members, int64_t target) const {
  uint64_t chosen = 0;
  const size_t rows = static_cast<size_t>(groups_) + 1;
  Reach reach;  // the most that the candidates passed so far can have added
  Reach joined;
  std::fill_n(reach.begin(), rows, Reach::value_type{kNever, kNever});
  reach[groups_][kEarly] = 0;
  for (size_t c = 0; c < candidates_.size() && members > 0; ++c) {
    const Candidate &candidate = candidates_[c];
    std::fill_n(joined.begin(), rows, Reach::value_type{kNever, kNever});
    bool on_target = false;
    for (const int phase : {kEarly, kLate})
      for (const auto &[taken, next, gained] : moves(candidate, phase))
        for (int groups = taken; groups <= groups_; ++groups) {
          int64_t &sum = joined[groups - taken][next];
          sum = std::max(sum, reach[groups][phase] + gained);
          on_target = on_target || sum + cell(c + 1, members - 1, groups - taken, next) >= target;
        }
    if (on_target) {
      chosen |= uint64_t{1} << candidate.position;
      std::copy_n(joined.begin(), rows, reach.begin());
      --members;
    } else {
      for (size_t groups = 0; groups < rows; ++groups)
        for (int64_t &sum : reach[groups]) sum += skip_gain(candidate);
    }
  }
  return chosen;
}

// Of two choices of equal size, whether `a` comes first in lexicographic order.
bool comes_first(uint64_t a, uint64_t b) {
  const uint64_t differ = a ^ b;
  return (a & differ & -differ) != 0;
}

// One number of nodes: the even share of each and what remains.
class Balancer {
 public:
  Balancer(std::span<const int> free, int wanted, int group, int nodes)
      : nodes_(nodes), share_{wanted / group / nodes * group, group} {
    groups_ = wanted / group - wanted / group / nodes * nodes;
    int64_t sum = -wanted;
    for (size_t i = 0; i < free.size(); ++i) {
      sum += free[i];
      squares_ += int64_t{free[i]} * free[i];
      // Only whole groups count: what is smaller cannot be handed out.
      const int beyond = free[i] / group - share_.cpus / group;
      candidates_[count_++] = {static_cast<int>(i), free[i], beyond};
      most_groups_ = std::max(most_groups_, beyond);
    }
    deviation_ = Deviation(static_cast<int64_t>(free.size()), sum);
    const size_t cells = LevelTable::cells_needed(count_, nodes_, groups_);
    if (cells > small_.size()) large_.resize(cells);
    cells_ = large_.empty() ? std::span<int64_t>(small_) : std::span<int64_t>(large_);
  }

  Balance solve() {
    Balance result;
    result.cpus_per_node = share_.cpus;
    result.nodes = choose_nodes();
    if (groups_ > 0) result.remainder = choose_turns(result.nodes);
    return result;
  }

 private:
  using Question = LevelTable::Question;

  int levels() const { return std::max(1, std::min(groups_, most_groups_)); }
  LevelTable table(Question question, std::span<const Candidate> candidates, int members,
                   int level) {
    return {question, candidates, share_, members, groups_, level, cells_};
  }
  std::span<const Candidate> candidates() const { return {candidates_.data(), count_}; }

  uint64_t choose_nodes() {
    uint64_t chosen = 0;
    int64_t score = INT64_MAX;
    for (int level = 0; level < levels(); ++level) {
      const LevelTable nodes = table(Question::kNodes, candidates(), nodes_, level);
      const int64_t fall = nodes.best(nodes_);
      if (fall < 0) continue;  // no choice hands out everything in that many rounds
      const int64_t reached = deviation_.thousandths(squares_ - fall);
      if (reached > score) continue;
      if (reached < score) {
        score = reached;
        target_ = squares_ - deviation_.largest_squares(score);
        chosen = 0;
      }
      const uint64_t other = nodes.first(nodes_, target_);
      if (chosen == 0 || comes_first(other, chosen)) chosen = other;
    }
    return chosen;
  }

  // The largest subset of the nodes that keeps the score, and of those the first.
  uint64_t choose_turns(uint64_t nodes) {
    std::array<Candidate, kMaxBalancedNodes> usable;
    int count = 0;
    int64_t unusable_gain = 0;
    for (const Candidate &c : candidates()) {
      if ((nodes >> c.position & 1) == 0) continue;
      if (c.groups > 0)
        usable[count++] = c;
      else
        unusable_gain += gain(c.free, share_.cpus);
    }
    const int64_t target = target_ - unusable_gain;
    uint64_t chosen = 0;
    int size = 1;
    for (int level = 0; level < levels(); ++level) {
      const LevelTable turns =
          table(Question::kTurns, {usable.data(), static_cast<size_t>(count)}, count, level);
      for (int members = count; members >= size; --members) {
        if (turns.best(members) < target) continue;
        const uint64_t other = turns.first(members, target);
        if (members > size || chosen == 0 || comes_first(other, chosen)) chosen = other;
        size = members;
        break;
      }
    }
    return chosen;
  }

  int nodes_;
  Share share_;
  int groups_;  // of the remainder
  int most_groups_ = 0;
  int64_t squares_ = 0;
  int64_t target_ = 0;  // by how much the squares must fall for the best score
  Deviation deviation_{1, 0};
  std::array<Candidate, kMaxBalancedNodes> candidates_;
  size_t count_ = 0;
  std::array<int64_t, size_t{9} * 9 * 8 * 2> small_;  // enough for 8 nodes
  std::vector<int64_t> large_;
  std::span<int64_t> cells_;
};

}  // namespace

std::optional<Balance> balance(std::span<const int> free, int wanted, int group, int min_nodes,
                               int max_nodes) {
  // Groups the richest k nodes can give; if those cannot, no k nodes can.
  std::array<int, kMaxBalancedNodes> groups;
  for (size_t i = 0; i < free.size(); ++i) groups[i] = free[i] / group;
  std::sort(groups.begin(), groups.begin() + free.size(), std::greater<>());
  const int needed = wanted / group;
  int together = 0;
  for (int k = 1; k <= max_nodes; ++k) {
    together += groups[k - 1];
    if (k >= min_nodes && together >= needed && groups[k - 1] >= needed / k)
      return Balancer(free, wanted, group, k).solve();
  }
  return std::nullopt;
}

}  // namespace koord::kubelet
