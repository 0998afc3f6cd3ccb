#include "base/quantity.h"

#include <algorithm>
#include <limits>

#include "base/quantity_suffix.h"

namespace koord {
namespace {

using Format = Quantity::Format;

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
constexpr int64_t kMilliPlaces = 3;

int64_t wrapped_multiply(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}
int64_t negated(int64_t a) { return static_cast<int64_t>(0 - static_cast<uint64_t>(a)); }

// Returns value * 10^power. On overflow, returns the number with which upstream continues: the
// wrapped product for powers that it multiplies in one step, else 0.
int64_t times_pow10(int64_t value, int64_t power, bool &fits) {
  fits = true;
  if (value == 0) return 0;
  const bool at_once = power <= 3 || power == 6 || power == 9;
  int64_t product = value;
  for (int64_t i = 0; i < power; ++i) {
    if (__builtin_mul_overflow(product, 10, &product)) fits = false;  // stores the wrapped product
    if (!fits && !at_once) return 0;
  }
  return product;
}

// Returns value / 10^power, rounded away from zero.
int64_t divided_pow10(int64_t value, int64_t power) {
  bool cut = false;
  int64_t quotient = value;
  for (int64_t i = 0; i < power && quotient != 0; ++i) {
    cut = cut || quotient % 10 != 0;
    quotient /= 10;
  }
  return quotient + (cut ? (value > 0 ? 1 : -1) : 0);
}

// Returns 10^power as upstream computes it from a floating-point power. Out of range it is the
// smallest int64.
int64_t pow10_from_float(int64_t power) {
  bool fits = true;
  const int64_t result = times_pow10(1, std::min<int64_t>(power, 20), fits);
  return fits ? result : kMin;
}

// Converts a big number to an int64 with `places` fewer decimal places, as upstream does.
int64_t wrapped_value(const Decimal &number, int64_t places) {
  const auto low64 = [](const Decimal &d) {
    const auto low = static_cast<int64_t>(d.magnitude.low64());
    return d.negative ? negated(low) : low;
  };
  if (places <= 0) return wrapped_multiply(low64(number), pow10_from_float(-places));
  const bool small = number.negative || compare(number.magnitude, Natural(kMax)) < 0;
  if (small && places < 19) {  // also taken by every negative number, however large
    const int64_t divisor = pow10_from_float(places);
    return low64(number) / divisor + (low64(number) % divisor != 0 ? 1 : 0);
  }
  Decimal quotient = number;
  if (!quotient.magnitude.divide_pow10(static_cast<size_t>(places))) return low64(quotient);
  // Rounded down and then up by one. A negative number already has that value after the truncation.
  if (!quotient.negative) quotient.magnitude += Natural(1);
  return low64(quotient);
}

}  // namespace

Quantity Quantity::from_milli(int64_t milli, Format format) {
  Quantity quantity(milli, format);
  quantity.exponent_ = -3;
  return quantity;
}

Decimal Quantity::decimal() const { return big_ ? *big_ : Decimal::from_int64(value_, -exponent_); }

int Quantity::sign() const noexcept {
  return big_ ? big_->sign() : value_ == 0 ? 0 : value_ < 0 ? -1 : 1;
}

// ---- Numbers out -------------------------------------------------------------------------------

int64_t Quantity::scaled_value(int places) const {
  if (big_) return big_->sign() == 0 ? 0 : wrapped_value(*big_, big_->scale - places);
  if (exponent_ < -places) return divided_pow10(value_, -places - exponent_);
  bool fits = true;
  return times_pow10(value_, exponent_ + places, fits);
}

int64_t Quantity::value() const { return scaled_value(0); }

std::optional<int64_t> Quantity::milli_value() const {
  const int64_t number = value();
  if (number > kMax / 1000 || number < -(kMax / 1000)) return std::nullopt;
  return scaled_value(3);
}

std::optional<int64_t> Quantity::as_int64() const {
  if (big_ || exponent_ < 0) return std::nullopt;
  bool fits = true;
  const int64_t number = times_pow10(value_, exponent_, fits);
  return fits ? std::optional(number) : std::nullopt;
}

std::optional<int64_t> Quantity::whole() const {
  if (!big_ && exponent_ == 0) return value_;
  if (is_zero()) return 0;
  Decimal number = decimal();
  if (static_cast<int64_t>(number.magnitude.digit_count()) - number.scale > 19) return std::nullopt;
  number.rescale_up(0);
  if (compare(number.magnitude, Natural(static_cast<uint64_t>(kMax) + number.negative)) > 0)
    return std::nullopt;
  const auto low = static_cast<int64_t>(number.magnitude.low64());
  return number.negative ? negated(low) : low;
}

Quantity Quantity::stored() const {
  // Texts of such numbers parse to the same value and exponent.
  if (!big_ && exponent_ == 0) return *this;
  Quantity rounded = *this;
  if (Decimal number = decimal(); number.scale > kMilliPlaces) {
    number.rescale_up(kMilliPlaces);
    rounded.big_ = std::move(number);
    rounded.text_.clear();
  }
  return parse(rounded.to_string());
}

int Quantity::excess_milli() const {
  if (!big_ && exponent_ >= 0) return 0;
  Decimal number = decimal();
  if (number.scale <= 0) return 0;
  number.rescale_up(kMilliPlaces);
  const auto rest = static_cast<int>(number.magnitude.divide_small(1000));
  return rest == 0 ? 0 : 1000 - rest;
}

// ---- Text out ----------------------------------------------------------------------------------

std::string Quantity::canonical() const {
  if (is_zero()) return "0";
  Decimal number = decimal();
  const std::string minus = number.negative ? "-" : "";

  if (format_ == Format::kBinarySi) {
    Decimal whole = number;
    whole.negative = false;
    const bool large = compare(whole, Decimal::from_int64(1024, 0)) >= 0;
    if (large && whole.rescale_up(0)) {
      int64_t exponent = 0;
      // Upstream negates before it looks for factors, which leaves this one number unchanged.
      const bool reducible = big_ || value_ != kMin;
      for (Natural next = whole.magnitude; reducible && next.divide_small(1024) == 0;
           exponent += 10)
        whole.magnitude = next;
      std::string text = minus + whole.magnitude.to_string();
      for (const QuantitySuffix &suffix : kBinarySuffixes)
        if (suffix.exponent == exponent) text += suffix.text;
      return text;
    }
  }

  std::string digits = number.magnitude.to_string();
  const size_t significant = digits.find_last_not_of('0') + 1;
  int64_t exponent = static_cast<int64_t>(digits.size() - significant) - number.scale;
  digits.resize(significant);
  for (; exponent % 3 != 0; --exponent) digits += '0';
  std::string text = minus + digits;
  if (format_ == Format::kDecimalExponent) {
    if (exponent != 0) text += "e" + std::to_string(exponent);
    return text;
  }
  // Beyond the known suffixes upstream writes none: "1000E" becomes "1".
  for (const QuantitySuffix &suffix : kDecimalSuffixes)
    if (suffix.exponent == exponent) text += suffix.text;
  return text;
}

std::string_view format_name(Quantity::Format format) noexcept {
  switch (format) {
    case Format::kDecimalSi:
      return "DecimalSI";
    case Format::kBinarySi:
      return "BinarySI";
    case Format::kDecimalExponent:
      return "DecimalExponent";
  }
  return "unknown";
}

// ---- Arithmetic --------------------------------------------------------------------------------

bool Quantity::add_fast(int64_t value, int64_t exponent) noexcept {
  if (value == 0) return true;
  if (value_ == 0) {
    value_ = value;
    exponent_ = exponent;
    return true;
  }
  const int64_t common = std::min(exponent, exponent_);
  bool own_fits = true;
  bool other_fits = true;
  int64_t sum = 0;
  const int64_t own = times_pow10(value_, exponent_ - common, own_fits);
  const int64_t other = times_pow10(value, exponent - common, other_fits);
  if (!own_fits || !other_fits || __builtin_add_overflow(own, other, &sum)) return false;
  value_ = sum;
  exponent_ = common;
  return true;
}

Quantity &Quantity::operator+=(const Quantity &other) {
  Quantity sum = *this;  // so that a refused sum changes nothing
  sum.text_.clear();
  if (is_zero()) sum.format_ = other.format_;
  if (!is_fast() || !other.is_fast() || !sum.add_fast(other.value_, other.exponent_)) {
    Decimal number = sum.decimal();
    number += other.decimal();
    sum.big_ = std::move(number);
  }
  return *this = std::move(sum);
}

Quantity &Quantity::operator-=(const Quantity &other) {
  Quantity negative = other;
  if (is_fast() && other.value_ != kMin && other.is_fast()) {
    negative.value_ = -other.value_;
  } else {
    negative.big_ = other.decimal();
    negative.big_->negative = !negative.big_->negative;
  }
  return *this += negative;
}

int compare(const Quantity &a, const Quantity &b) { return compare(a.decimal(), b.decimal()); }

}  // namespace koord
