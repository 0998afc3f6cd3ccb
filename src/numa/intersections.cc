#include "numa/intersections.h"

#include <algorithm>

namespace koord::numa {
namespace {

// Replaces each entry by the sum over all supersets of its set.
void sum_supersets(std::span<uint32_t> table, size_t nodes) {
  for (size_t bit = 1; bit < size_t{1} << nodes; bit <<= 1)
    for (size_t block = 0; block < table.size(); block += 2 * bit)
      for (size_t set = block; set < block + bit; ++set) table[set] += table[set + bit];
}

void undo_sums(std::span<uint32_t> table, size_t nodes) {
  for (size_t bit = 1; bit < size_t{1} << nodes; bit <<= 1)
    for (size_t block = 0; block < table.size(); block += 2 * bit)
      for (size_t set = block; set < block + bit; ++set) table[set] -= table[set + bit];
}

void sort_unique(std::vector<Mask> &sets) {
  std::sort(sets.begin(), sets.end());
  sets.erase(std::unique(sets.begin(), sets.end()), sets.end());
}

Mask mask_of(const Hint &hint, Mask all) { return hint.has_affinity ? hint.nodes & all : all; }

}  // namespace

Intersections::Intersections(size_t node_count)
    : nodes_(node_count), all_(first_nodes(node_count)) {
  if (small())
    table_[all_] = 1;
  else
    sets_.push_back(all_);
}

// Fewer than 2^32 pairs meet in one set, because not all of the 2^16 by 2^16 pairs do. So the count
// modulo 2^32 is not 0 for any set that is met.
void Intersections::transform(std::span<uint32_t> sets, std::span<uint32_t> hints) {
  static_assert(kMaxTableNodes <= 16);
  sum_supersets(sets, nodes_);
  sum_supersets(hints, nodes_);
  for (size_t i = 0; i < sets.size(); ++i) sets[i] *= hints[i];
  undo_sums(sets, nodes_);
  for (uint32_t &count : sets) count = count != 0 ? 1 : 0;
  sets[0] = 0;
  steps_ += (3 * nodes_ / 2 + 2) << nodes_;
}

bool Intersections::fold(const HintList &list) {
  const std::span<const Hint> given = hints_of(list);
  steps_ += given.size();
  if (small()) {
    std::array<uint32_t, kSmallSets> hints{};
    for (const Hint &hint : given) hints[mask_of(hint, all_)] = 1;
    const size_t sets = size_t{1} << nodes_;
    transform(std::span(table_).first(sets), std::span(hints).first(sets));
    return true;
  }
  std::vector<Mask> hints;
  hints.reserve(given.size());
  for (const Hint &hint : given)
    if (const Mask mask = mask_of(hint, all_); mask != 0) hints.push_back(mask);
  sort_unique(hints);
  const uint64_t pairs = uint64_t{sets_.size()} * hints.size();
  if (nodes_ <= kMaxTableNodes && pairs > uint64_t{nodes_} << nodes_) {
    fold_by_table(hints);
    return true;
  }
  return fold_by_pairs(hints);
}

void Intersections::fold_by_table(std::span<const Mask> hints) {
  std::vector<uint32_t> met(size_t{1} << nodes_);
  std::vector<uint32_t> table(size_t{1} << nodes_);
  for (const Mask set : sets_) met[set] = 1;
  for (const Mask hint : hints) table[hint] = 1;
  transform(met, table);
  sets_.clear();
  for (size_t set = 1; set < met.size(); ++set)
    if (met[set] != 0) sets_.push_back(set);
}

bool Intersections::fold_by_pairs(std::span<const Mask> hints) {
  const uint64_t pairs = uint64_t{sets_.size()} * hints.size();
  if (nodes_ > kMaxTableNodes && steps_ + pairs > kMaxIntersections) return false;
  steps_ += pairs;
  std::vector<Mask> met;
  size_t sorted = 0;  // size of `met` when it was last made unique
  for (const Mask hint : hints) {
    for (const Mask set : sets_)
      if ((set & hint) != 0) met.push_back(set & hint);
    if (met.size() < 2 * sorted + kMaxMeetings) continue;
    sort_unique(met);
    sorted = met.size();
    if (sorted > kMaxMeetings) return false;
  }
  sort_unique(met);
  if (met.size() > kMaxMeetings) return false;
  sets_ = std::move(met);
  return true;
}

}  // namespace koord::numa
