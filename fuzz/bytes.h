// Fuzzer input read as numbers, front to back; zeros when it is used up, so that any input means
// something and a shorter one means something simpler.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace koord::fuzz {

class Bytes {
 public:
  Bytes(const uint8_t *data, size_t size) : rest_(data, size) {}

  bool empty() const { return rest_.empty(); }
  std::span<const uint8_t> rest() const { return rest_; }

  uint8_t u8() {
    if (rest_.empty()) return 0;
    const uint8_t byte = rest_[0];
    rest_ = rest_.subspan(1);
    return byte;
  }
  uint32_t u16() {
    const uint32_t high = u8();
    return high << 8 | u8();
  }
  uint32_t u32() {
    const uint32_t high = u16();
    return high << 16 | u16();
  }
  uint64_t u64() {
    const uint64_t high = u32();
    return high << 32 | u32();
  }
  bool flag() { return (u8() & 1) != 0; }
  // low to high, both included; at most 65536 apart.
  int between(int low, int high) {
    const auto span = static_cast<uint32_t>(high - low + 1);
    return low + static_cast<int>((span <= 256 ? u8() : u16()) % span);
  }

 private:
  std::span<const uint8_t> rest_;
};

// SplitMix64: numbers that look random, the same ones from the same seed everywhere.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t next() {
    state_ += 0x9e3779b97f4a7c15;
    uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  // Below `bound`, which is not 0.
  size_t below(size_t bound) { return static_cast<size_t>(next() % bound); }

 private:
  uint64_t state_;
};

}  // namespace koord::fuzz
