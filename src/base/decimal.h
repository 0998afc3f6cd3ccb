// Exact decimal numbers of bounded size, for quantities that do not fit 64 bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace koord {

// Numbers with more decimal digits are refused with kLimit, so that "1e999999999" costs nothing.
inline constexpr size_t kMaxDecimalDigits = 4096;

// A whole number >= 0 in base 10^9 limbs. Every operation is linear in the number of digits.
class Natural {
 public:
  Natural() = default;
  explicit Natural(uint64_t value);
  // Accepts only '0'..'9'; "" is 0.
  static Natural from_digits(std::string_view digits);

  bool is_zero() const noexcept { return limbs_.empty(); }
  size_t digit_count() const noexcept;  // 0 for 0
  std::string to_string() const;        // "" for 0
  uint64_t low64() const noexcept;      // modulo 2^64

  void multiply_pow10(size_t power);
  void multiply_pow2(unsigned power);
  // Both truncate. divide_pow10 returns true if digits were cut off; divide_small returns
  // the remainder.
  bool divide_pow10(size_t power);
  uint32_t divide_small(uint32_t divisor) noexcept;

  Natural &operator+=(const Natural &other);
  Natural &operator-=(const Natural &other);  // other <= *this
  friend int compare(const Natural &a, const Natural &b) noexcept;

 private:
  void multiply_small(uint32_t factor);
  void trim() noexcept;

  std::vector<uint32_t> limbs_;  // least significant first, no leading zero limb
};

// (negative ? -1 : 1) * magnitude / 10^scale.
struct Decimal {
  bool negative = false;
  Natural magnitude;
  int64_t scale = 0;

  static Decimal from_int64(int64_t value, int64_t scale);

  int sign() const noexcept { return magnitude.is_zero() ? 0 : negative ? -1 : 1; }
  // Changes the scale to `new_scale`, rounding away from zero. Returns true if the result is exact.
  bool rescale_up(int64_t new_scale);
  Decimal &operator+=(const Decimal &other);
  friend int compare(const Decimal &a, const Decimal &b);
};

}  // namespace koord
