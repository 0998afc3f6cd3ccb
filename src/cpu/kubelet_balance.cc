#include "cpu/kubelet_balance.h"

#include <algorithm>
#include <array>
#include <functional>

#include "base/cpu_set.h"

namespace koord::kubelet {
namespace {

// Sums of squares fit: free CPUs add up to no more than a machine has.
static_assert(int64_t{CpuSet::kCapacity} * CpuSet::kCapacity < INT32_MAX / 8);

// A sum that cannot be reached; it stays far below zero whatever is added to it.
constexpr int32_t kNever = INT32_MIN / 4;

// By how much the sum of squares falls when `taken` of a node's free CPUs are taken.
int32_t gain(int free, int taken) { return taken * (2 * free - taken); }

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
//
// A row of the table says, for the candidates from one on, the most they can add with every number
// of members and groups still to go. Rows are made from the last to the first and asked for from
// the first to the last: some on the way are kept, those between them made again when their turn
// comes.
class LevelTable {
 public:
  enum class Counted { kNodes, kTurns };
  static constexpr size_t kKeptRows = 6;
  static constexpr size_t row_cells(int members, int groups) {
    return 2 * (static_cast<size_t>(members) + 1) * (static_cast<size_t>(groups) + 1);
  }

  // cells: of kKeptRows rows or more.
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

  // The most the sum of squares can fall with `members` members that are handed all groups. Not to
  // be asked after first().
  int32_t best(int members) { return row(0)[index(members, groups_, start_)]; }

  // The members, as positions, of the first choice in lexicographic order that reaches `target`.
  uint64_t first(int members, int64_t target);

 private:
  static constexpr int kEarly = 0;
  static constexpr int kLate = 1;
  static constexpr size_t kMaxKeptRows = kMaxBalancedNodes + 1;
  struct Move {
    int groups;
    int phase;  // of the members behind
    int32_t gain;
  };
  using Reach = std::array<std::array<int32_t, 2>, kMaxBalancedNodes>;  // by groups left and phase

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
  int start_;  // without a group to hand out nobody is early
  size_t row_cells_;
  size_t kept_;  // rows there is room for
  int32_t *cells_;
  std::array<size_t, kMaxKeptRows> at_;  // the first candidate of each kept row, falling
  size_t top_ = 0;
};

// The row of the candidates from `c` on; no smaller `c` may follow.
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

// Makes a row include the candidate before it. What is read is not yet changed: members fall, and
// late moves never lead to an early phase.
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
  Reach reach;  // the most that the candidates passed so far can have added
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
  int groups_;  // of the remainder
  int most_groups_ = 0;
  int64_t squares_ = 0;
  int64_t target_ = 0;  // by how much the squares must fall for the best score
  Deviation deviation_{1, 0};
  std::array<Candidate, kMaxBalancedNodes> candidates_;
  size_t count_ = 0;
  // 200 KiB of stack; groups are fewer than nodes.
  std::array<int32_t, LevelTable::kKeptRows *
                          LevelTable::row_cells(kMaxBalancedNodes, kMaxBalancedNodes - 1)>
      cells_;
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
