// Rank of a value among sorted values.
#pragma once

#include <cstddef>
#include <span>

namespace koord {

// Returns how many of the ascending values are no larger. There is no data-dependent branch,
// because the values of successive nodes are unpredictable.
template <typename T>
constexpr size_t rank_of(T value, std::span<const T> ascending) noexcept {
  size_t below = 0;
  size_t left = ascending.size();
  while (left > 1) {
    const size_t half = left / 2;
    below += half & -size_t{ascending[below + half - 1] <= value};
    left -= half;
  }
  return below + size_t{left == 1 && ascending[below] <= value};
}

}  // namespace koord
