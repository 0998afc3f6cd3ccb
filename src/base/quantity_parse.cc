#include <algorithm>
#include <charconv>
#include <limits>

#include "base/error.h"
#include "base/quantity.h"
#include "base/quantity_suffix.h"

namespace koord {
namespace {

using Format = Quantity::Format;

constexpr int kNanoPlaces = 9;      // decimal places of the finest quantity
constexpr int kMaxFastDigits = 18;  // any number with this many digits fits 64 bits

bool is_digit(char c) { return c >= '0' && c <= '9'; }

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
  for (const QuantitySuffix &known : kDecimalSuffixes)
    if (suffix == known.text) return Unit{Format::kDecimalSi, known.exponent};
  for (const QuantitySuffix &known : kBinarySuffixes)
    if (suffix == known.text) return Unit{Format::kBinarySi, known.exponent};
  if (suffix.size() < 2 || (suffix[0] != 'e' && suffix[0] != 'E')) return std::nullopt;
  suffix.remove_prefix(1);
  if (suffix[0] == '+' && suffix.size() > 1 && is_digit(suffix[1])) suffix.remove_prefix(1);
  int64_t exponent = 0;
  const char *end = suffix.data() + suffix.size();
  const auto [stopped, status] = std::from_chars(suffix.data(), end, exponent);
  if (status != std::errc() || stopped != end) return std::nullopt;
  // Truncated as upstream does.
  return Unit{Format::kDecimalExponent, static_cast<int32_t>(exponent)};
}

struct Fast {
  int64_t value;
  int64_t exponent;
  bool keep_text;  // the text counts as canonical
};

// Returns the number as value * 10^exponent, if upstream expects it to fit.
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
  if (unit.format == Format::kBinarySi)
    number.magnitude.multiply_pow2(static_cast<unsigned>(unit.exponent));
  else
    number.scale -= unit.exponent;
  if (number.magnitude.is_zero()) return number;

  number.rescale_up(kNanoPlaces);
  if (unit.format == Format::kBinarySi) {
    const Decimal largest = Decimal::from_int64(std::numeric_limits<int64_t>::max(), 0);
    if (compare(number, largest) > 0) number = largest;
    if (compare(number, Decimal::from_int64(1, 0)) < 0) unit.format = Format::kDecimalSi;
  }
  number.negative = pieces.negative;
  return number;
}

struct Spelling {
  std::string_view written, suffix;
};
constexpr Spelling kSpellings[] = {
    {"", ""},      {"b", ""},         {"byte", ""},       {"bytes", ""},       {"core", ""},
    {"cores", ""}, {"cpu", ""},       {"cpus", ""},       {"vcpu", ""},        {"vcpus", ""},
    {"mcpu", "m"}, {"millicpu", "m"}, {"millicore", "m"}, {"millicores", "m"}, {"k", "k"},
    {"kb", "k"},   {"ki", "Ki"},      {"kib", "Ki"},      {"mb", "M"},         {"mi", "Mi"},
    {"mib", "Mi"}, {"g", "G"},        {"gb", "G"},        {"gi", "Gi"},        {"gib", "Gi"},
    {"t", "T"},    {"tb", "T"},       {"ti", "Ti"},       {"tib", "Ti"},       {"p", "P"},
    {"pb", "P"},   {"pi", "Pi"},      {"pib", "Pi"}};

// Returns " (did you mean 4Gi?)" for a text like "4GiB", "4 gi", "4 GIB" or "1,5", or "" if
// nothing is similar.
std::string suggestion(std::string_view text) {
  constexpr size_t kMost = 64;
  if (text.size() > kMost) return "";
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  size_t end = 0;
  while (end < text.size() && (is_digit(text[end]) || text[end] == '.' || text[end] == ',')) ++end;
  std::string number(text.substr(0, end));
  if (const size_t comma = number.find(','); comma != std::string::npos) {
    // A comma in front of three digits may separate thousands.
    if (number.size() - comma == 4) return "";
    number[comma] = '.';
  }
  if (std::none_of(number.begin(), number.end(), is_digit)) return "";
  const auto pieces = split(number);
  if (!pieces || !pieces->suffix.empty()) return "";
  std::string written;
  for (const char c : text.substr(end))
    if (c != ' ') written += c;
  const auto means = [&](std::string_view suffix) {
    return " (did you mean " + number + std::string(suffix) + "?)";
  };
  const bool is_changed = written.size() != text.size() - end || number != text.substr(0, end);
  if (is_changed && unit_of(written)) return means(written);
  std::string unit = written;
  for (char &c : unit)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  const auto known =
      std::find_if(std::begin(kSpellings), std::end(kSpellings),
                   [&](const Spelling &spelling) { return spelling.written == unit; });
  if (known == std::end(kSpellings)) return "";
  // A number that is merely too long is no misspelling.
  if (unit.empty() && !is_changed) return "";
  return means(known->suffix);
}

}  // namespace

Quantity Quantity::parse(std::string_view text, std::string_view field) {
  const auto refuse = [&](Status status, std::string_view why) {
    const std::string named = field.empty() ? "" : std::string(field) + ": ";
    throw Error(status, named + in_quotes(text) + suggestion(text) + ": " + std::string(why));
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

}  // namespace koord
