#include "wire/object/rfc3339.h"

#include <cstddef>

namespace koord::wire {
namespace {

class TimeReader {
 public:
  explicit TimeReader(std::string_view text) : rest_(text) {}

  bool at_end() const { return rest_.empty(); }
  bool take(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  // Reads exactly `digits` digits of a number in the range.
  bool number(size_t digits, int low, int high, int &out) {
    if (rest_.size() < digits) return false;
    out = 0;
    for (size_t i = 0; i < digits; ++i) {
      if (rest_[i] < '0' || rest_[i] > '9') return false;
      out = 10 * out + (rest_[i] - '0');
    }
    rest_.remove_prefix(digits);
    return low <= out && out <= high;
  }

 private:
  std::string_view rest_;
};

int days_in(int year, int month) {
  if (month == 2) return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

// Returns days since 1970 in the Gregorian calendar.
// Years begin in March, so that leap days are last.
int64_t days_until(int year, int month, int day) {
  const int64_t y = year - (month <= 2 ? 1 : 0) + 400;  // not negative
  const int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return y * 365 + y / 4 - y / 100 + y / 400 + day_of_year - 719468 - 146097;
}

}  // namespace

std::optional<int64_t> seconds_of_rfc3339(std::string_view text) noexcept {
  TimeReader in(text);
  int year = 0;
  int month = 0;
  int day = 0;
  int hour = 0;
  int minute = 0;
  int second = 0;
  if (!in.number(4, 0, 9999, year) || !in.take('-') || !in.number(2, 1, 12, month) ||
      !in.take('-') || !in.number(2, 1, days_in(year, month), day))
    return std::nullopt;
  if (!in.take('T') || !in.number(2, 0, 23, hour) || !in.take(':') ||
      !in.number(2, 0, 59, minute) || !in.take(':') || !in.number(2, 0, 59, second))
    return std::nullopt;
  if (in.take('.')) {
    int digit = 0;
    if (!in.number(1, 0, 9, digit)) return std::nullopt;
    while (in.number(1, 0, 9, digit)) {
    }
  }
  int64_t offset = 0;
  if (!in.take('Z')) {
    const bool east = in.take('+');
    int hours = 0;
    int minutes = 0;
    if ((!east && !in.take('-')) || !in.number(2, 0, 23, hours) || !in.take(':') ||
        !in.number(2, 0, 59, minutes))
      return std::nullopt;
    offset = (east ? 60 : -60) * (60 * hours + minutes);
  }
  if (!in.at_end()) return std::nullopt;
  return days_until(year, month, day) * 86400 + 3600 * hour + 60 * minute + second - offset;
}

bool is_rfc3339(std::string_view text) noexcept { return seconds_of_rfc3339(text).has_value(); }

}  // namespace koord::wire
