#include "base/decimal.h"

#include <algorithm>

#include "base/error.h"

namespace koord {
namespace {

constexpr uint32_t kLimb = 1'000'000'000;
constexpr size_t kLimbDigits = 9;
constexpr uint32_t kPow10[] = {1,       10,        100,        1'000,      10'000,
                               100'000, 1'000'000, 10'000'000, 100'000'000};

void check_digits(size_t digits) {
  if (digits > kMaxDecimalDigits)
    throw Error(Status::kLimit, "quantity: a number of more than " +
                                    std::to_string(kMaxDecimalDigits) + " decimal digits");
}

}  // namespace

Natural::Natural(uint64_t value) {
  for (; value != 0; value /= kLimb) limbs_.push_back(static_cast<uint32_t>(value % kLimb));
}

Natural Natural::from_digits(std::string_view digits) {
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
  check_digits(digits.size());
  Natural result;
  while (!digits.empty()) {
    const size_t from = digits.size() > kLimbDigits ? digits.size() - kLimbDigits : 0;
    uint32_t limb = 0;
    for (const char c : digits.substr(from)) limb = limb * 10 + static_cast<uint32_t>(c - '0');
    result.limbs_.push_back(limb);
    digits = digits.substr(0, from);
  }
  return result;
}

size_t Natural::digit_count() const noexcept {
  if (limbs_.empty()) return 0;
  size_t top = 1;
  while (top < kLimbDigits && limbs_.back() >= kPow10[top]) ++top;
  return (limbs_.size() - 1) * kLimbDigits + top;
}

std::string Natural::to_string() const {
  std::string text;
  for (auto limb = limbs_.rbegin(); limb != limbs_.rend(); ++limb) {
    const std::string digits = std::to_string(*limb);
    if (!text.empty()) text.append(kLimbDigits - digits.size(), '0');
    text += digits;
  }
  return text;
}

uint64_t Natural::low64() const noexcept {
  uint64_t value = 0;
  for (auto limb = limbs_.rbegin(); limb != limbs_.rend(); ++limb) value = value * kLimb + *limb;
  return value;
}

void Natural::multiply_small(uint32_t factor) {
  uint64_t carry = 0;
  for (uint32_t &limb : limbs_) {
    carry += uint64_t{limb} * factor;
    limb = static_cast<uint32_t>(carry % kLimb);
    carry /= kLimb;
  }
  for (; carry != 0; carry /= kLimb) limbs_.push_back(static_cast<uint32_t>(carry % kLimb));
}

void Natural::multiply_pow10(size_t power) {
  if (is_zero()) return;
  check_digits(std::min(power, kMaxDecimalDigits + 1) + digit_count());
  multiply_small(kPow10[power % kLimbDigits]);
  limbs_.insert(limbs_.begin(), power / kLimbDigits, 0);
}

void Natural::multiply_pow2(unsigned power) {
  for (; power >= 30; power -= 30) multiply_small(uint32_t{1} << 30);
  multiply_small(uint32_t{1} << power);
}

bool Natural::divide_pow10(size_t power) {
  if (is_zero()) return false;
  if (power >= digit_count()) {
    limbs_.clear();
    return true;
  }
  const auto whole = limbs_.begin() + static_cast<std::ptrdiff_t>(power / kLimbDigits);
  const bool cut = std::any_of(limbs_.begin(), whole, [](uint32_t limb) { return limb != 0; });
  limbs_.erase(limbs_.begin(), whole);
  return divide_small(kPow10[power % kLimbDigits]) != 0 || cut;
}

uint32_t Natural::divide_small(uint32_t divisor) noexcept {
  uint64_t rest = 0;
  for (auto limb = limbs_.rbegin(); limb != limbs_.rend(); ++limb) {
    rest = rest * kLimb + *limb;
    *limb = static_cast<uint32_t>(rest / divisor);
    rest %= divisor;
  }
  trim();
  return static_cast<uint32_t>(rest);
}

void Natural::trim() noexcept {
  while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
}

Natural &Natural::operator+=(const Natural &other) {
  limbs_.resize(std::max(limbs_.size(), other.limbs_.size()));
  uint32_t carry = 0;
  for (size_t i = 0; i < limbs_.size(); ++i) {
    const uint32_t sum = limbs_[i] + (i < other.limbs_.size() ? other.limbs_[i] : 0) + carry;
    carry = sum >= kLimb ? 1 : 0;
    limbs_[i] = sum - carry * kLimb;
  }
  if (carry != 0) limbs_.push_back(carry);
  check_digits(digit_count());
  return *this;
}

Natural &Natural::operator-=(const Natural &other) {
  uint32_t borrow = 0;
  for (size_t i = 0; i < limbs_.size(); ++i) {
    const uint32_t take = (i < other.limbs_.size() ? other.limbs_[i] : 0) + borrow;
    borrow = limbs_[i] < take ? 1 : 0;
    limbs_[i] = limbs_[i] + borrow * kLimb - take;
  }
  trim();
  return *this;
}

int compare(const Natural &a, const Natural &b) noexcept {
  if (a.limbs_.size() != b.limbs_.size()) return a.limbs_.size() < b.limbs_.size() ? -1 : 1;
  for (size_t i = a.limbs_.size(); i-- > 0;)
    if (a.limbs_[i] != b.limbs_[i]) return a.limbs_[i] < b.limbs_[i] ? -1 : 1;
  return 0;
}

Decimal Decimal::from_int64(int64_t value, int64_t scale) {
  const auto bits = static_cast<uint64_t>(value);
  return {value < 0, Natural(value < 0 ? 0 - bits : bits), scale};
}

bool Decimal::rescale_up(int64_t new_scale) {
  const int64_t shift = new_scale - scale;
  bool cut = false;
  if (shift >= 0) {
    magnitude.multiply_pow10(static_cast<size_t>(shift));
  } else {
    cut = magnitude.divide_pow10(static_cast<size_t>(-shift));
    if (cut) magnitude += Natural(1);
  }
  scale = new_scale;
  return !cut;
}

Decimal &Decimal::operator+=(const Decimal &other) {
  Decimal addend = other;
  const int64_t common = std::max(scale, other.scale);
  rescale_up(common);
  addend.rescale_up(common);
  if (negative == addend.negative) {
    magnitude += addend.magnitude;
  } else if (compare(magnitude, addend.magnitude) >= 0) {
    magnitude -= addend.magnitude;
  } else {
    addend.magnitude -= magnitude;
    magnitude = std::move(addend.magnitude);
    negative = addend.negative;
  }
  return *this;
}

int compare(const Decimal &a, const Decimal &b) {
  if (a.sign() != b.sign() || a.sign() == 0) return a.sign() < b.sign() ? -1 : a.sign() > b.sign();
  // The position of the first digit often decides, without making both numbers equally long.
  const int64_t a_top = static_cast<int64_t>(a.magnitude.digit_count()) - a.scale;
  const int64_t b_top = static_cast<int64_t>(b.magnitude.digit_count()) - b.scale;
  if (a_top != b_top) return (a_top < b_top ? -1 : 1) * a.sign();
  Natural x = a.magnitude;
  Natural y = b.magnitude;
  if (a.scale < b.scale)
    x.multiply_pow10(static_cast<size_t>(b.scale - a.scale));
  else
    y.multiply_pow10(static_cast<size_t>(a.scale - b.scale));
  return compare(x, y) * a.sign();
}

}  // namespace koord
