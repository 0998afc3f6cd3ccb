// Verdicts on one shape for all nodes of a cluster, updated when nodes change.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace koord::sched {

// Has the layout of koord_verdict.
struct Verdict {
  uint32_t node = 0;
  int32_t reason = 0;  // 0 if the node can take the pod
  int32_t score = 0;   // raw; 0 if the node cannot take the pod
  uint32_t flags = 0;
  bool operator==(const Verdict &) const = default;
};
inline constexpr uint32_t kUnresolvable = 1;    // evicting pods cannot resolve the reason
inline constexpr uint32_t kRemoved = 2;         // in changes: the node was removed
inline constexpr uint32_t kInvalidRequest = 4;  // refused on every node in any state

// The caller's memory for rows, which are `stride` bytes apart.
class RowSpace {
 public:
  RowSpace(void *rows, size_t stride, size_t capacity)
      : rows_(static_cast<char *>(rows)), stride_(stride), capacity_(capacity) {}

  size_t capacity() const { return capacity_; }
  size_t count() const { return count_; }
  // Sets the number of rows to write. Returns false if they do not fit; no row may be written then.
  bool set_count(size_t count) {
    count_ = count;
    return count <= capacity_;
  }
  void write(size_t at, const Verdict &row) {
    char *to = rows_ + at * stride_;
    std::memcpy(to, &row, sizeof row);
    if (stride_ > sizeof row) std::memset(to + sizeof row, 0, stride_ - sizeof row);
  }
  Verdict read(size_t at) const {
    Verdict row;
    std::memcpy(&row, rows_ + at * stride_, sizeof row);
    return row;
  }
  void set_score(size_t at, int32_t score) {
    std::memcpy(rows_ + at * stride_ + offsetof(Verdict, score), &score, sizeof score);
  }
  void write_all(std::span<const Verdict> rows) {
    if (stride_ == sizeof(Verdict) && !rows.empty()) {
      std::memcpy(rows_, rows.data(), rows.size_bytes());
      return;
    }
    for (size_t i = 0; i < rows.size(); ++i) write(i, rows[i]);
  }

 private:
  char *rows_;
  size_t stride_;  // at least the size of a row
  size_t capacity_;
  size_t count_ = 0;
};

// Normalizes the scores of the `capacity` rows that a host has left by the proposal's formula: 100
// * score / largest. Scores that are all 0 are not changed.
void normalize(RowSpace rows);

// Rows by node id, a tournament tree over them, and the generation of each row's last change.
class Verdicts {
 public:
  // The generation up to which changes of nodes are reflected.
  uint64_t generation() const { return generation_; }
  std::span<const Verdict> rows() const { return rows_; }

  // Judges all nodes again.
  template <typename JudgeNode>
  void rebuild(uint32_t nodes, uint64_t generation, JudgeNode &&judge) {
    grow(nodes);
    generation_ = 0;  // invalid while rows are of different generations, and if judging fails
    for (uint32_t node = 0; node < nodes; ++node) rows_[node] = judge(node);
    sync_to(generation);
  }
  // Judges the nodes that changed since the last call,
  // including new ones. `changed` has a bit for each node.
  template <typename JudgeNode>
  void update(uint32_t nodes, uint64_t generation, std::span<const uint64_t> changed,
              JudgeNode &&judge) {
    if (generation == generation_) return;
    if (nodes > leaves_) return rebuild(nodes, generation, judge);
    generation_ = 0;
    grow(nodes);
    for (size_t word = 0; word < changed.size(); ++word)
      for (uint64_t left = changed[word]; left != 0; left &= left - 1) {
        const auto node =
            static_cast<uint32_t>(64 * word + static_cast<size_t>(std::countr_zero(left)));
        change(node, generation, judge(node));
      }
    generation_ = generation;
    forget_old_changes();
  }

  // Writes as many of the best nodes as fit into `out`: higher scores first, then lower ids.
  void best(RowSpace &out);
  // Calls visit(row) for rows that changed after `since`,
  // or for all rows if the log does not go back that far.
  template <typename Visit>
  void for_each_changed(uint64_t since, Visit &&visit) const {
    if (since < oldest_) {
      for (const Verdict &row : rows_) visit(row);
      return;
    }
    auto at = log_.rbegin();
    while (at != log_.rend() && at->generation > since) ++at;
    for (auto entry = at.base(); entry != log_.end(); ++entry)
      if (changed_at_[entry->node] == entry->generation) visit(rows_[entry->node]);
  }

 private:
  struct Entry {
    uint64_t generation;
    uint32_t node;
  };
  void change(uint32_t node, uint64_t generation, const Verdict &now);
  void forget_old_changes();
  uint64_t strength(uint32_t node) const;
  uint64_t strength_at(size_t at) const;
  void grow(uint32_t nodes);
  void sync_to(uint64_t generation);
  void play_all();
  void replay(uint32_t leaf);

  uint64_t generation_ = 0;
  uint64_t oldest_ = 0;  // the log is complete from this generation on
  std::vector<Verdict> rows_;
  std::vector<uint64_t> changed_at_;
  // The strength of the winner below each inner node;
  // rows are the leaves. Empty until best() is called.
  std::vector<uint64_t> tree_;
  size_t leaves_ = 0;  // number of rows that fit
  std::vector<Entry> log_;
};

}  // namespace koord::sched
