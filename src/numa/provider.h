// Where hints come from: what CPUs, memory and devices have in common.
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
  // Whether exactly these nodes (at least one) can hold the request, and how good they are for it;
  // nothing when they cannot.
  virtual std::optional<int64_t> fit(Mask nodes) const = 0;
};

// More NUMA nodes than this have too many sets to ask about each.
inline constexpr size_t kMaxAskedNodes = 16;

// Asks about every set of the first `node_count` nodes, by width, then lexicographically. Preferred
// are the narrowest that fit, or, as Koordinator has it under Restricted, all. Throws kLimit above
// kMaxAskedNodes.
std::vector<Hint> collect_hints(const HintProvider &provider, size_t node_count,
                                bool all_preferred);

// Asks about every set of `nodes`, in the same order. Preferred are sets of `preferred_width`.
// Throws kLimit if `nodes` has more than kMaxAskedNodes members.
std::vector<Hint> collect_hints_among(const HintProvider &provider, Mask nodes,
                                      int preferred_width);

// A resource of which nodes have amounts that add up, like memory. A negative amount: the node is
// without the resource, and no set with it will do.
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
