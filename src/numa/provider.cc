#include "numa/provider.h"

#include <string>

#include "base/error.h"

namespace koord::numa {
namespace {

// Calls visit(mask) for every set of `left` nodes out of those from `from` on, joined to `chosen`.
template <typename Visit>
void for_each_choice(size_t from, size_t nodes, size_t left, Mask chosen, Visit &visit) {
  if (left == 0) {
    visit(chosen);
    return;
  }
  for (size_t i = from; i + left <= nodes; ++i)
    for_each_choice(i + 1, nodes, left - 1, chosen | Mask{1} << i, visit);
}

}  // namespace

std::vector<Hint> collect_hints(const HintProvider &provider, size_t node_count,
                                bool all_preferred) {
  if (node_count > kMaxAskedNodes)
    throw Error(Status::kLimit, "NUMA nodes: hints for " + std::to_string(node_count) +
                                    " nodes, at most " + std::to_string(kMaxAskedNodes));
  std::vector<Hint> hints;
  const auto ask = [&](Mask nodes) {
    const std::optional<int64_t> score = provider.fit(nodes);
    if (!score) return;
    const bool narrowest = hints.empty() || width(hints.front().nodes) == width(nodes);
    hints.push_back({nodes, *score, true, all_preferred || narrowest});
  };
  for (size_t size = 1; size <= node_count; ++size) for_each_choice(0, node_count, size, 0, ask);
  return hints;
}

std::optional<int64_t> AmountProvider::fit(Mask nodes) const {
  int64_t left = wanted_;
  bool everywhere = true;
  for_each_node(nodes, [&](size_t i) {
    everywhere = everywhere && free_[i] >= 0;
    if (left > 0 && free_[i] > 0) left -= free_[i];
  });
  if (!everywhere || left > 0) return std::nullopt;
  return 0;
}

}  // namespace koord::numa
