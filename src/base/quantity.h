// Kubernetes quantities ("1500m", "16Gi", "1e3"). Numbers and texts equal those of the upstream
// type, including its overflows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/decimal.h"

namespace koord {

class Quantity {
 public:
  enum class Format : uint8_t {
    kDecimalSi,        // 1500m, 2k
    kBinarySi,         // 16Gi
    kDecimalExponent,  // 12e6
  };

  static constexpr size_t kMaxText = 1024;  // longer texts are refused with kLimit
  // Upstream's errors for texts that it refuses.
  static constexpr std::string_view kFormatError =
      "quantities must match the regular expression "
      "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
  static constexpr std::string_view kSuffixError = "unable to parse quantity's suffix";

  Quantity() = default;  // 0
  Quantity(int64_t value, Format format) : value_(value), format_(format) {}
  static Quantity from_milli(int64_t milli, Format format);
  // Parses a quantity. Throws kInvalid with the field's name (if not empty), a similar quantity if
  // there is one ("did you mean 4Gi?"), and kFormatError or kSuffixError at the end; or kLimit.
  // Amounts finer than nano are rounded up; binary quantities are capped at 2^63 - 1. Unlike
  // upstream, refuses a text without any digit ("Gi", "e3", ".").
  static Quantity parse(std::string_view text, std::string_view field = "quantity");

  // Returns the text in JSON: the parsed text if upstream keeps it ("+5"), else canonical().
  std::string to_string() const { return text_.empty() ? canonical() : text_; }
  // Returns the text after any arithmetic: no fraction, and the largest suffix that loses nothing.
  std::string canonical() const;

  Format format() const noexcept { return format_; }
  bool is_zero() const noexcept { return sign() == 0; }
  int sign() const noexcept;  // -1, 0, 1

  // Upstream's Value(): the number rounded away from zero to an integer. It is wrapped or 0
  // if it does not fit ("10E" is 0), and one too high for some negative numbers. Use whole()
  // for decisions.
  int64_t value() const;
  // Upstream's MilliValue(). Returns nullopt if value() is too large for it.
  std::optional<int64_t> milli_value() const;
  // Upstream's AsInt64(): the number if it is an integer and neither upstream's parser nor its
  // arithmetic stores it as a big number ("200Ti" is one).
  std::optional<int64_t> as_int64() const;
  // Returns the number rounded away from zero to an integer, or nullopt if it does not fit 64 bits.
  std::optional<int64_t> whole() const;

  // Returns the quantity as the API server stores it: rounded away from zero to thousandths and
  // parsed again from that text.
  Quantity stored() const;
  // Returns the thousandths, 0 to 999, by which whole() exceeds the magnitude of a number of
  // whole thousandths.
  int excess_milli() const;

  // A zero takes the format of the other operand. Both drop the parsed text. May throw kLimit.
  Quantity &operator+=(const Quantity &other);
  Quantity &operator-=(const Quantity &other);
  // Compares numbers only: "1" equals "1000m".
  friend int compare(const Quantity &a, const Quantity &b);
  friend bool operator==(const Quantity &a, const Quantity &b) { return compare(a, b) == 0; }

 private:
  Decimal decimal() const;
  int64_t scaled_value(int places) const;
  bool add_fast(int64_t value, int64_t exponent) noexcept;
  bool is_fast() const noexcept { return !big_.has_value(); }

  int64_t value_ = 0;  // value_ * 10^exponent_, unless big_ holds the number
  int64_t exponent_ = 0;
  std::optional<Decimal> big_;
  std::string text_;  // kept only if upstream keeps it
  Format format_ = Format::kDecimalSi;
};

// Returns "DecimalSI", "BinarySI" or "DecimalExponent".
std::string_view format_name(Quantity::Format format) noexcept;

}  // namespace koord
