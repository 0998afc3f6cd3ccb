#include "numa/provider.h"

#include <array>
#include <string>

#include "base/error.h"

namespace koord::numa {
namespace {

// Calls visit(mask) for every union of `chosen` and `left` of the nodes from position `from` on.
template <typename Visit>
void for_each_choice(std::span<const size_t> nodes, size_t from, size_t left, Mask chosen,
                     Visit &visit) {
  if (left == 0) {
    visit(chosen);
    return;
  }
  for (size_t i = from; i + left <= nodes.size(); ++i)
    for_each_choice(nodes, i + 1, left - 1, chosen | Mask{1} << nodes[i], visit);
}

// Calls visit(nodes, score) for every set of `among` that fits, by width, then lexicographically.
template <typename Visit>
void for_each_fit(const HintProvider &provider, Mask among, Visit &&visit) {
  const auto count = static_cast<size_t>(width(among));
  if (count > kMaxAskedNodes)
    throw Error(Status::kLimit, "NUMA nodes: hints for " + std::to_string(count) +
                                    " nodes, at most " + std::to_string(kMaxAskedNodes));
  std::array<size_t, kMaxAskedNodes> nodes;
  size_t at = 0;
  for_each_node(among, [&](size_t node) { nodes[at++] = node; });
  const auto evaluate = [&](Mask set) {
    if (const std::optional<int64_t> score = provider.fit(set)) visit(set, *score);
  };
  for (size_t size = 1; size <= count; ++size)
    for_each_choice({nodes.data(), count}, 0, size, 0, evaluate);
}

}  // namespace

std::vector<Hint> collect_hints(const HintProvider &provider, size_t node_count,
                                bool all_preferred) {
  std::vector<Hint> hints;
  for_each_fit(provider, first_nodes(node_count), [&](Mask nodes, int64_t score) {
    const bool narrowest = hints.empty() || width(hints.front().nodes) == width(nodes);
    hints.push_back({nodes, score, true, all_preferred || narrowest});
  });
  return hints;
}

std::vector<Hint> collect_hints_among(const HintProvider &provider, Mask nodes,
                                      int preferred_width) {
  std::vector<Hint> hints;
  for_each_fit(provider, nodes, [&](Mask set, int64_t score) {
    hints.push_back({set, score, true, width(set) == preferred_width});
  });
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
