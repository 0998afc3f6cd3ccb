// Sets of the devices of one node and type: bit m stands for the device with minor m.
#pragma once

#include <bit>
#include <cstdint>

#include "base/count_bits.h"

namespace koord::device {

using DeviceMask = uint64_t;

inline constexpr int kMaxDevices = 64;
inline constexpr DeviceMask kAllDevices = ~DeviceMask{0};

constexpr DeviceMask device_bit(int minor) noexcept { return DeviceMask{1} << minor; }
// Returns the devices 0 to count - 1.
constexpr DeviceMask first_devices(int count) noexcept {
  return count >= kMaxDevices ? ~DeviceMask{0} : device_bit(count) - 1;
}
constexpr int width(DeviceMask devices) noexcept { return count_bits(devices); }
// Returns true if the mask has at least `count` bits.
// Counts are small, and counting all bits would be a call.
constexpr bool are_at_least(DeviceMask devices, int64_t count) noexcept {
  for (; count > 1 && devices != 0; --count) devices &= devices - 1;
  return count < 1 || devices != 0;
}
constexpr int lowest(DeviceMask devices) noexcept { return std::countr_zero(devices); }
constexpr bool contains(DeviceMask devices, DeviceMask part) noexcept {
  return (part & ~devices) == 0;
}

// Returns true if `a`, as a sorted list of minors, precedes `b`. Both have the same size.
constexpr bool smaller_minors(DeviceMask a, DeviceMask b) noexcept {
  const DeviceMask differing = a ^ b;
  return (a & differing & (~differing + 1)) != 0;
}

template <typename Visit>
constexpr void for_each_device(DeviceMask devices, Visit &&visit) {
  for (; devices != 0; devices &= devices - 1) visit(lowest(devices));
}

// Visits each set of `count` devices out of `from`,
// with `chosen` added, in ascending order of minors.
template <typename Visit>
constexpr void for_each_subset(DeviceMask from, int count, DeviceMask chosen, Visit &visit) {
  if (count == 0) return visit(chosen);
  for (int left = width(from); left >= count; --left) {
    const DeviceMask one = from & (~from + 1);
    from ^= one;
    if (count == 1)
      visit(chosen | one);
    else
      for_each_subset(from, count - 1, chosen | one, visit);
  }
}

}  // namespace koord::device
