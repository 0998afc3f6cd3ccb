// Sources of hints: the common interface of CPUs, memory and devices.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "numa/hints.h"

namespace koord::numa {

class HintProvider {
 public:
  virtual ~HintProvider() = default;

  virtual std::string_view resource() const = 0;
  // Returns a score for exactly these nodes (at least one), or nullopt if they cannot
  // hold the request.
  virtual std::optional<int64_t> fit(Mask nodes) const = 0;
};

// With more NUMA nodes than this there are too many sets to evaluate each.
inline constexpr size_t kMaxAskedNodes = 16;

// Evaluates every set of the first `node_count` nodes, by width, then lexicographically. The
// narrowest sets that fit are preferred, or all sets, as in Koordinator under Restricted. Throws
// kLimit above kMaxAskedNodes.
std::vector<Hint> collect_hints(const HintProvider &provider, size_t node_count,
                                bool all_preferred);

// Evaluates every set of `nodes` in the same order. Sets of `preferred_width` are preferred. Throws
// kLimit if `nodes` has more than kMaxAskedNodes members.
std::vector<Hint> collect_hints_among(const HintProvider &provider, Mask nodes,
                                      int preferred_width);

// A resource whose amounts on several nodes add up, like memory. A negative amount means that the
// node lacks the resource, and that no set with this node is suitable.
class AmountProvider : public HintProvider {
 public:
  AmountProvider(std::string_view resource, std::span<const int64_t> free, int64_t wanted)
      : resource_(resource), free_(free), wanted_(wanted) {}

  std::string_view resource() const override { return resource_; }
  std::optional<int64_t> fit(Mask nodes) const override;

 private:
  std::string_view resource_;
  std::span<const int64_t> free_;
  int64_t wanted_;
};

}  // namespace koord::numa
