#include "kubelet/cpu/balance.h"

#include <algorithm>
#include <array>
#include <functional>

#include "base/cpu_set.h"
#include "kubelet/cpu/deviation.h"

namespace koord::kubelet {
namespace {

// Sums of squares fit into int32_t, because the free CPUs add up to no more than a machine has.
static_assert(int64_t{CpuSet::kCapacity} * CpuSet::kCapacity < INT32_MAX / 8);

// Marks a sum that cannot be reached. It stays far below zero after any addition.
constexpr int32_t kNever = INT32_MIN / 4;

// Returns the decrease of the sum of squares if `taken` of a node's free CPUs are taken.
int32_t gain(int free, int taken) { return taken * (2 * free - taken); }

// A node that may become a member of the choice.
struct Candidate {
  int position;  // in the list of nodes
  int free;      // free CPUs
  int groups;    // groups beyond the even share; negative if it cannot be a member
};

// The even share and the size of a group. The remainder is handed out in rounds: each round
// gives one group to every member that has one left, in order. After `level` whole rounds a
// last round stops part-way: members up to some point ("early") have one group more than those
// behind it ("late").
struct Share {
  int cpus;   // CPUs of the even share
  int group;  // CPUs per group
};

// Chooses members among candidates for one level. Two problems have this form. The first is the
// choice of the nodes that take part: members need not get a group, other nodes lose nothing. The
// second is the choice of those that take turns: members take all turns, the others give their even
// share. A row of the table covers the candidates from some index on. It holds the greatest gain
// for every number of members and groups still to go. Rows are computed from last to first but read
// from first to last. Some rows on the way are kept, and those between them are computed again when
// they are needed.
class LevelTable {
 public:
  enum class Counted { kNodes, kTurns };
  static constexpr size_t kKeptRows = 6;
  static constexpr size_t row_cells(int members, int groups) {
    return 2 * (static_cast<size_t>(members) + 1) * (static_cast<size_t>(groups) + 1);
  }

  // cells: at least kKeptRows rows.
  LevelTable(Counted counted, std::span<const Candidate> candidates, Share share, int members,
             int groups, int level, std::span<int32_t> cells)
      : counted_(counted),
        candidates_(candidates),
        share_(share),
        members_(members),
        groups_(groups),
        level_(level),
        start_(groups == 0 ? kLate : kEarly),
        row_cells_(row_cells(members, groups)),
        kept_(std::min(kMaxKeptRows, cells.size() / row_cells_)),
        cells_(cells.data()) {
    std::fill_n(cells_, row_cells_, kNever);
    cells_[index(0, 0, kEarly)] = cells_[index(0, 0, kLate)] = 0;
    at_[0] = candidates_.size();
  }

  // Returns the greatest decrease of the sum of squares with `members` members and all groups
  // handed out. Must not be called after first().
  int32_t best(int members) { return row(0)[index(members, groups_, start_)]; }

  // Returns the members of the first choice in lexicographic order that reaches `target`,
  // as positions.
  uint64_t first(int members, int64_t target);

 private:
  static constexpr int kEarly = 0;
  static constexpr int kLate = 1;
  static constexpr size_t kMaxKeptRows = kMaxBalancedNodes + 1;
  struct Move {
    int groups;
    int phase;  // of the members behind this one
    int32_t gain;
  };
  using Reach = std::array<std::array<int32_t, 2>, kMaxBalancedNodes>;  // by groups left and phase

  // The moves that candidate `c` has as a member behind early or late ones; none if it
  // cannot be one.
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
    if (counted_ == Counted::kNodes) add(0, phase);
    if (phase == kEarly) add(std::min(c.groups, level_ + 1), kEarly);
    add(std::min(c.groups, level_), kLate);
    return out;
  }
  int32_t skip_gain(const Candidate &c) const {
    return counted_ == Counted::kNodes ? 0 : gain(c.free, share_.cpus);
  }

  size_t index(int members, int groups, int phase) const {
    return (static_cast<size_t>(phase) * (members_ + 1) + members) * (groups_ + 1) + groups;
  }
  const int32_t *row(size_t c);
  void step(int32_t *row, const Candidate &candidate) const;

  Counted counted_;
  std::span<const Candidate> candidates_;
  Share share_;
  int members_;
  int groups_;
  int level_;
  int start_;  // kLate if there is no group to hand out
  size_t row_cells_;
  size_t kept_;  // number of rows that fit into cells_
  int32_t *cells_;
  std::array<size_t, kMaxKeptRows> at_;  // the first candidate of each kept row, descending
  size_t top_ = 0;
};

// Returns the row of the candidates from `c` on. `c` must not decrease from call to call.
const int32_t *LevelTable::row(size_t c) {
  while (at_[top_] < c) --top_;
  while (at_[top_] > c) {
    const size_t distance = at_[top_] - c;
    const size_t room = kept_ - top_ - 1;
    const size_t steps = room >= distance ? 1 : room == 1 ? distance : (distance + 1) / 2;
    int32_t *next =
        std::copy_n(cells_ + top_ * row_cells_, row_cells_, cells_ + (top_ + 1) * row_cells_) -
        row_cells_;
    size_t at = at_[top_++];
    for (size_t i = 0; i < steps; ++i) step(next, candidates_[--at]);
    at_[top_] = at;
  }
  return cells_ + top_ * row_cells_;
}

// Extends a row in place by the candidate before it. Cells are read before they change: members
// descend, and late moves never lead to an early phase.
void LevelTable::step(int32_t *row, const Candidate &candidate) const {
  const int32_t skipped = skip_gain(candidate);
  for (int phase = start_; phase <= kLate; ++phase) {
    const Moves choices = moves(candidate, phase);
    for (int members = members_; members >= 0; --members) {
      int32_t *here = row + index(members, 0, phase);
      for (int groups = 0; groups <= groups_; ++groups) here[groups] += skipped;
      if (members == 0) continue;
      for (const auto &[taken, next, gained] : choices) {
        const int32_t *behind = row + index(members - 1, 0, next);
        for (int groups = taken; groups <= groups_; ++groups)
          here[groups] = std::max(here[groups], behind[groups - taken] + gained);
      }
    }
  }
}

uint64_t LevelTable::first(int members, int64_t target) {
  uint64_t chosen = 0;
  const size_t rows = static_cast<size_t>(groups_) + 1;
  Reach reach;  // the greatest gain of the candidates passed so far
  Reach joined;
  std::fill_n(reach.begin(), rows, Reach::value_type{kNever, kNever});
  reach[groups_][start_] = 0;
  for (size_t c = 0; c < candidates_.size() && members > 0; ++c) {
    const Candidate &candidate = candidates_[c];
    const int32_t *behind = row(c + 1);
    std::fill_n(joined.begin(), rows, Reach::value_type{kNever, kNever});
    bool on_target = false;
    for (int phase = start_; phase <= kLate; ++phase)
      for (const auto &[taken, next, gained] : moves(candidate, phase))
        for (int groups = taken; groups <= groups_; ++groups) {
          int32_t &sum = joined[groups - taken][next];
          sum = std::max(sum, reach[groups][phase] + gained);
          on_target = on_target || sum + behind[index(members - 1, groups - taken, next)] >= target;
        }
    if (on_target) {
      chosen |= uint64_t{1} << candidate.position;
      std::copy_n(joined.begin(), rows, reach.begin());
      --members;
    } else {
      for (size_t groups = 0; groups < rows; ++groups)
        for (int32_t &sum : reach[groups]) sum += skip_gain(candidate);
    }
  }
  return chosen;
}

// Returns true if `a` precedes `b` in lexicographic order. Both choices have the same size.
bool comes_first(uint64_t a, uint64_t b) {
  const uint64_t differ = a ^ b;
  return (a & differ & -differ) != 0;
}

// Solves the balance for one number of nodes.
class Balancer {
 public:
  Balancer(std::span<const int> free, int wanted, int group, int nodes)
      : nodes_(nodes), share_{wanted / group / nodes * group, group} {
    groups_ = wanted / group - wanted / group / nodes * nodes;
    int64_t sum = -wanted;
    for (size_t i = 0; i < free.size(); ++i) {
      sum += free[i];
      squares_ += int64_t{free[i]} * free[i];
      // Only whole groups count, because smaller parts cannot be handed out.
      const int beyond = free[i] / group - share_.cpus / group;
      candidates_[count_++] = {static_cast<int>(i), free[i], beyond};
      most_groups_ = std::max(most_groups_, beyond);
    }
    deviation_ = Deviation(static_cast<int64_t>(free.size()), sum);
  }

  Balance solve() {
    Balance result;
    result.cpus_per_node = share_.cpus;
    result.nodes = choose_nodes();
    if (groups_ > 0) result.remainder = choose_turns(result.nodes);
    return result;
  }

 private:
  using Counted = LevelTable::Counted;

  int levels() const { return std::max(1, std::min(groups_, most_groups_)); }
  LevelTable table(Counted counted, std::span<const Candidate> candidates, int members, int level) {
    return {counted, candidates, share_, members, groups_, level, cells_};
  }
  std::span<const Candidate> candidates() const { return {candidates_.data(), count_}; }

  uint64_t choose_nodes() {
    uint64_t chosen = 0;
    int64_t score = INT64_MAX;
    for (int level = 0; level < levels(); ++level) {
      LevelTable nodes = table(Counted::kNodes, candidates(), nodes_, level);
      const int32_t fall = nodes.best(nodes_);
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

  // Returns the largest subset of the nodes that keeps the score, the first one of that size.
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
      LevelTable turns =
          table(Counted::kTurns, {usable.data(), static_cast<size_t>(count)}, count, level);
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
  int groups_;  // groups of the remainder
  int most_groups_ = 0;
  int64_t squares_ = 0;
  int64_t target_ = 0;  // decrease of the squares that gives the best score
  Deviation deviation_{1, 0};
  std::array<Candidate, kMaxBalancedNodes> candidates_;
  size_t count_ = 0;
  // 200 KiB of stack. There are fewer groups than nodes.
  std::array<int32_t, LevelTable::kKeptRows *
                          LevelTable::row_cells(kMaxBalancedNodes, kMaxBalancedNodes - 1)>
      cells_;
};

}  // namespace

std::optional<Balance> balance(std::span<const int> free, int wanted, int group, int min_nodes,
                               int max_nodes) {
  // The groups that the k richest nodes can give. If those do not suffice, no k nodes do.
  std::array<int, kMaxBalancedNodes> groups;
  for (size_t i = 0; i < free.size(); ++i) groups[i] = free[i] / group;
  std::sort(groups.begin(), groups.begin() + free.size(), std::greater<>());
  const int needed = wanted / group;
  int total_groups = 0;
  for (int k = 1; k <= max_nodes; ++k) {
    total_groups += groups[k - 1];
    if (k >= min_nodes && total_groups >= needed && groups[k - 1] >= needed / k)
      return Balancer(free, wanted, group, k).solve();
  }
  return std::nullopt;
}

}  // namespace koord::kubelet
