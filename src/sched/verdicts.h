// Verdicts of one shape over all nodes of a cluster, kept up to date by what changed.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace koord::sched {

// As koord_verdict.
struct Verdict {
  uint32_t node = 0;
  int32_t reason = 0;  // 0: the node can take the pod
  int32_t score = 0;   // raw; 0 where it cannot
  uint32_t flags = 0;
  bool operator==(const Verdict &) const = default;
};
inline constexpr uint32_t kUnresolvable = 1;  // no eviction can cure the reason
inline constexpr uint32_t kRemoved = 2;       // in changes: the node is gone

// Rows by node id, a tournament over them, and when each row last changed.
class Verdicts {
 public:
  using Judge = std::function<Verdict(uint32_t node)>;

  // The generation up to which changes of nodes are reflected.
  uint64_t generation() const { return generation_; }
  std::span<const Verdict> rows() const { return rows_; }

  // Judges everything anew.
  void rebuild(uint32_t nodes, uint64_t generation, const Judge &judge);
  // Judges the nodes that changed since, and those added.
  void update(uint32_t nodes, uint64_t generation, std::span<const uint32_t> changed,
              const Judge &judge);

  // The best nodes, at most `out.size()`: higher score first, then lower id. Returns how many.
  size_t best(std::span<Verdict> out) const;
  // Calls visit(row) for rows that changed after `since`; all rows when that is too long ago.
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
  bool beats(uint32_t a, uint32_t b) const;
  void replay(size_t leaf);
  void grow(uint32_t nodes);

  uint64_t generation_ = 0;
  uint64_t oldest_ = 0;  // the log is complete from here on
  std::vector<Verdict> rows_;
  std::vector<uint64_t> changed_at_;
  std::vector<uint32_t> tree_;  // winner below each inner node; leaves are rows
  size_t leaves_ = 0;
  std::vector<Entry> log_;
};

}  // namespace koord::sched
