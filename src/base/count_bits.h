// The number of bits in a word. Picks of CPUs count bits most of the time.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

namespace koord {

// The library is compiled for any x86-64, where std::popcount is a call of a slow function. All
// processors since 2008 have the instruction, so the branch is always predicted.
constexpr int count_bits(uint64_t word) noexcept {
#if defined(__x86_64__) && !defined(__POPCNT__)
  if (std::is_constant_evaluated()) return std::popcount(word);
  uint64_t bits = 0;
  if (__builtin_cpu_supports("popcnt")) [[likely]] {
    asm("popcnt %1, %0" : "=r"(bits) : "rm"(word) : "cc");
  } else {
    for (; word != 0; word &= word - 1) ++bits;
  }
  return static_cast<int>(bits);
#else
  return std::popcount(word);
#endif
}

}  // namespace koord
