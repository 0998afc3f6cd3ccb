// Sums of bytes that saturate at the largest number instead of wrapping.
#pragma once

#include <cstdint>

namespace koord::kubelet {

inline uint64_t saturated(uint64_t a, uint64_t b) noexcept {
  uint64_t sum;
  return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

}  // namespace koord::kubelet
