#include "base/quantity.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "base/error.h"

namespace koord {
namespace {

using Format = Quantity::Format;

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
constexpr int kNanoPlaces = 9;      // decimal places of the finest quantity
constexpr int kMaxFastDigits = 18;  // any number of so many digits fits 64 bits

struct Suffix {
  std::string_view text;
  int64_t exponent;
};
constexpr Suffix kDecimalSuffixes[] = {{"n", -9}, {"u", -6}, {"m", -3}, {"", 0},   {"k", 3},
                                       {"M", 6},  {"G", 9},  {"T", 12}, {"P", 15}, {"E", 18}};
constexpr Suffix kBinarySuffixes[] = {{"Ki", 10}, {"Mi", 20}, {"Gi", 30},
                                      {"Ti", 40}, {"Pi", 50}, {"Ei", 60}};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

int64_t wrapped_multiply(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}
int64_t negated(int64_t a) { return static_cast<int64_t>(0 - static_cast<uint64_t>(a)); }

// value * 10^power. Where that overflows, the number upstream goes on with: the wrapped product for
// the powers it multiplies by at once, else 0.
int64_t times_pow10(int64_t value, int64_t power, bool &fits) {
  fits = true;
  if (value == 0 || power == 0) return value;
  int64_t product = value;
  int64_t wrapped = value;
  for (int64_t i = 0; i < power; ++i) {
    if (fits) fits = !__builtin_mul_overflow(product, 10, &product);
    if (!fits && power > 9) return 0;
    wrapped = wrapped_multiply(wrapped, 10);
  }
  const bool at_once = power <= 3 || power == 6 || power == 9;
  return fits || at_once ? wrapped : 0;
}

// value / 10^power, rounded away from zero.
int64_t divided_pow10(int64_t value, int64_t power) {
  bool cut = false;
  int64_t quotient = value;
  for (int64_t i = 0; i < power && quotient != 0; ++i) {
    cut = cut || quotient % 10 != 0;
    quotient /= 10;
  }
  return quotient + (cut ? (value > 0 ? 1 : -1) : 0);
}

// 10^power as upstream makes it from a floating-point power: out of range gives the smallest int64.
int64_t pow10_from_float(int64_t power) {
  bool fits = true;
  const int64_t result = times_pow10(1, std::min<int64_t>(power, 20), fits);
  return fits ? result : kMin;
}

// Upstream's conversion of a big number to an int64 with `places` decimal places less.
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
  // Rounded down, and then up by one: for a negative number that is where the cut left it.
  if (!quotient.negative) quotient.magnitude += Natural(1);
  return low64(quotient);
}

// ---- Parsing -----------------------------------------------------------------------------------

// The pieces of "-1.50Gi": number "-1.50", whole "1", fraction "50", suffix "Gi".
struct Pieces {
  bool negative = false;
  std::string_view number;
  std::string_view whole;  // without leading zeros; "0" if none is left
  std::string_view fraction;
  std::string_view suffix;
};

std::optional<Pieces> split(std::string_view text) {
  Pieces pieces;
  size_t at = 0;
  const auto digits = [&] {
    const size_t from = at;
    while (at < text.size() && is_digit(text[at])) ++at;
    return text.substr(from, at - from);
  };
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    pieces.negative = text[0] == '-';
    ++at;
  }
  while (at < text.size() && text[at] == '0') ++at;
  pieces.whole = digits();
  if (pieces.whole.empty()) pieces.whole = "0";
  if (at < text.size() && text[at] == '.') {
    ++at;
    pieces.fraction = digits();
  }
  pieces.number = text.substr(0, at);
  const size_t suffix = at;
  at = std::min(text.find_first_not_of("eEinumkKMGTP", at), text.size());
  if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
  digits();
  if (at < text.size()) return std::nullopt;
  pieces.suffix = text.substr(suffix);
  return pieces;
}

struct Unit {
  Format format;
  int64_t exponent;  // of 2 for kBinarySi, else of 10
};

std::optional<Unit> unit_of(std::string_view suffix) {
  for (const Suffix &known : kDecimalSuffixes)
    if (suffix == known.text) return Unit{Format::kDecimalSi, known.exponent};
  for (const Suffix &known : kBinarySuffixes)
    if (suffix == known.text) return Unit{Format::kBinarySi, known.exponent};
  if (suffix.size() < 2 || (suffix[0] != 'e' && suffix[0] != 'E')) return std::nullopt;
  suffix.remove_prefix(1);
  if (suffix[0] == '+' && suffix.size() > 1 && is_digit(suffix[1])) suffix.remove_prefix(1);
  int64_t exponent = 0;
  const char *end = suffix.data() + suffix.size();
  const auto [stopped, status] = std::from_chars(suffix.data(), end, exponent);
  if (status != std::errc() || stopped != end) return std::nullopt;
  return Unit{Format::kDecimalExponent, static_cast<int32_t>(exponent)};  // cut as upstream does
}

struct Fast {
  int64_t value;
  int64_t exponent;
  bool keep_text;  // the text is taken to be canonical
};

// The number as value * 10^exponent, where upstream expects that to fit.
std::optional<Fast> parse_fast(const Pieces &pieces, Unit unit) {
  const auto whole_digits = static_cast<int64_t>(pieces.whole.size());
  const auto fraction_digits = static_cast<int64_t>(pieces.fraction.size());
  const bool binary = unit.format == Format::kBinarySi;
  if (binary && (fraction_digits != 0 || whole_digits + unit.exponent * 3 / 10 + 1 > 15))
    return std::nullopt;
  if (whole_digits + fraction_digits > kMaxFastDigits) return std::nullopt;
  const int64_t exponent = (binary ? 0 : unit.exponent) - fraction_digits;
  if (exponent < -kNanoPlaces) return std::nullopt;

  const std::string digits = std::string(pieces.whole) + std::string(pieces.fraction);
  int64_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  int64_t value = number;
  if (binary && __builtin_mul_overflow(value, int64_t{1} << unit.exponent, &value))
    return std::nullopt;
  const bool keep =
      binary ? number % 8 != 0 : exponent % 3 == 0 && !digits.ends_with("000") && digits[0] != '0';
  return Fast{pieces.negative ? -value : value, exponent, keep};
}

Decimal parse_big(const Pieces &pieces, Unit &unit) {
  std::string digits;
  for (const char c : pieces.number)
    if (is_digit(c)) digits += c;
  Decimal number;
  number.magnitude = Natural::from_digits(digits);
  number.scale = static_cast<int64_t>(pieces.fraction.size());
  if (unit.format == Format::kBinarySi) {
    number.magnitude.multiply_pow2(static_cast<unsigned>(unit.exponent));
  } else {
    number.scale -= unit.exponent;
  }
  if (number.magnitude.is_zero()) return number;

  number.rescale_up(kNanoPlaces);
  if (unit.format == Format::kBinarySi) {
    const Decimal largest = Decimal::from_int64(kMax, 0);
    if (compare(number, largest) > 0) number = largest;
    if (compare(number, Decimal::from_int64(1, 0)) < 0) unit.format = Format::kDecimalSi;
  }
  number.negative = pieces.negative;
  return number;
}

}  // namespace

Quantity Quantity::from_milli(int64_t milli, Format format) {
  Quantity quantity(milli, format);
  quantity.exponent_ = -3;
  return quantity;
}

Quantity Quantity::parse(std::string_view text, std::string_view field) {
  const auto refuse = [&](Status status, std::string_view why) {
    throw Error(status, std::string(field) + ": " + quoted(text) + ": " + std::string(why));
  };
  if (text.size() > kMaxText)
    refuse(Status::kLimit, "longer than " + std::to_string(kMaxText) + " bytes");
  if (text.empty()) refuse(Status::kInvalid, kFormatError);
  const auto pieces = split(text);
  if (!pieces) refuse(Status::kInvalid, kFormatError);
  auto unit = unit_of(pieces->suffix);
  if (!unit) refuse(Status::kInvalid, kSuffixError);
  if (std::none_of(pieces->number.begin(), pieces->number.end(), is_digit))
    refuse(Status::kInvalid, kFormatError);

  Quantity quantity;
  if (const auto fast = parse_fast(*pieces, *unit)) {
    quantity.value_ = fast->value;
    quantity.exponent_ = fast->exponent;
    if (fast->keep_text) quantity.text_ = text;
  } else {
    try {
      quantity.big_ = parse_big(*pieces, *unit);
    } catch (const Error &error) {
      refuse(error.status(), "more than " + std::to_string(kMaxDecimalDigits) + " digits");
    }
  }
  quantity.format_ = unit->format;
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

std::optional<int64_t> Quantity::whole() const {
  if (is_zero()) return 0;
  Decimal number = decimal();
  if (static_cast<int64_t>(number.magnitude.digit_count()) - number.scale > 19) return std::nullopt;
  number.rescale_up(0);
  if (compare(number.magnitude, Natural(static_cast<uint64_t>(kMax) + number.negative)) > 0)
    return std::nullopt;
  const auto low = static_cast<int64_t>(number.magnitude.low64());
  return number.negative ? negated(low) : low;
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
      // Upstream negates before it looks for factors, which leaves this one number as it is.
      const bool reducible = big_ || value_ != kMin;
      for (Natural next = whole.magnitude; reducible && next.divide_small(1024) == 0;
           exponent += 10)
        whole.magnitude = next;
      std::string text = minus + whole.magnitude.to_string();
      for (const Suffix &suffix : kBinarySuffixes)
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
  // Beyond the known suffixes upstream writes none at all: "1000E" reads "1".
  for (const Suffix &suffix : kDecimalSuffixes)
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
