// Sets of devices of one inventory, by their numbers.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace koord::dra {

inline constexpr size_t kMaxDevices = 1024;

// A bit set as wide as the inventory, without heap memory. Both operands of an operation belong to
// the same inventory.
class DeviceSet {
 public:
  DeviceSet() = default;
  explicit DeviceSet(size_t devices) : words_(static_cast<uint32_t>((devices + 63) / 64)) {
    std::fill_n(bits_.begin(), words_, 0);
  }
  DeviceSet(const DeviceSet &other) : words_(other.words_) {
    std::copy_n(other.bits_.begin(), words_, bits_.begin());
  }
  DeviceSet &operator=(const DeviceSet &other) {
    words_ = other.words_;
    std::copy_n(other.bits_.begin(), words_, bits_.begin());
    return *this;
  }

  // Returns the set for an inventory of `devices`, without devices that the inventory lacks.
  DeviceSet within(size_t devices) const {
    DeviceSet out(devices);
    std::copy_n(bits_.begin(), std::min(words_, out.words_), out.bits_.begin());
    if (devices % 64 != 0 && out.words_ != 0)
      out.bits_[out.words_ - 1] &= (uint64_t{1} << devices % 64) - 1;
    return out;
  }
  void set_word(size_t i, uint64_t bits) { bits_[i] = bits; }
  // Words of 64 devices. Words from word_count() on do not exist.
  size_t word_count() const { return words_; }
  uint64_t word(size_t i) const { return bits_[i]; }
  void add(size_t device) { bits_[device / 64] |= uint64_t{1} << device % 64; }
  void remove(size_t device) { bits_[device / 64] &= ~(uint64_t{1} << device % 64); }
  bool has(size_t device) const { return (bits_[device / 64] >> device % 64 & 1) != 0; }

  size_t count() const {
    size_t out = 0;
    for (size_t i = 0; i < words_; ++i) out += std::popcount(bits_[i]);
    return out;
  }
  bool empty() const {
    return std::all_of(bits_.begin(), bits_.begin() + words_, [](uint64_t w) { return w == 0; });
  }
  bool intersects(const DeviceSet &other) const {
    for (size_t i = 0; i < words_; ++i)
      if ((bits_[i] & other.bits_[i]) != 0) return true;
    return false;
  }
  bool operator==(const DeviceSet &other) const {
    return std::equal(bits_.begin(), bits_.begin() + words_, other.bits_.begin());
  }
  bool is_within(const DeviceSet &other) const {
    for (size_t i = 0; i < words_; ++i)
      if ((bits_[i] & ~other.bits_[i]) != 0) return false;
    return true;
  }
  // Returns the lowest device that is at least `from`, or kMaxDevices.
  size_t next(size_t from) const {
    for (size_t i = from / 64; i < words_; ++i) {
      const uint64_t bits = i == from / 64 ? bits_[i] & (~uint64_t{0} << from % 64) : bits_[i];
      if (bits != 0) return 64 * i + std::countr_zero(bits);
    }
    return kMaxDevices;
  }
  void remove_below(size_t device) {
    for (size_t i = 0; i < std::min<size_t>(device / 64, words_); ++i) bits_[i] = 0;
    if (device / 64 < words_) bits_[device / 64] &= ~uint64_t{0} << device % 64;
  }

  DeviceSet &operator&=(const DeviceSet &other) {
    for (size_t i = 0; i < words_; ++i) bits_[i] &= other.bits_[i];
    return *this;
  }
  DeviceSet &operator|=(const DeviceSet &other) {
    for (size_t i = 0; i < words_; ++i) bits_[i] |= other.bits_[i];
    return *this;
  }
  DeviceSet &operator-=(const DeviceSet &other) {
    for (size_t i = 0; i < words_; ++i) bits_[i] &= ~other.bits_[i];
    return *this;
  }
  friend DeviceSet operator&(DeviceSet a, const DeviceSet &b) { return a &= b; }
  friend DeviceSet operator-(DeviceSet a, const DeviceSet &b) { return a -= b; }

 private:
  uint32_t words_ = 0;
  std::array<uint64_t, kMaxDevices / 64> bits_;
};

}  // namespace koord::dra
