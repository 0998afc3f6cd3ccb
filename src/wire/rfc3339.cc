#include "wire/rfc3339.h"

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
  // So many digits, of a number that is in range.
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

}  // namespace

bool is_rfc3339(std::string_view text) noexcept {
  TimeReader in(text);
  int year = 0;
  int month = 0;
  int n = 0;
  if (!in.number(4, 0, 9999, year) || !in.take('-') || !in.number(2, 1, 12, month) ||
      !in.take('-') || !in.number(2, 1, days_in(year, month), n))
    return false;
  if (!in.take('T') || !in.number(2, 0, 23, n) || !in.take(':') || !in.number(2, 0, 59, n) ||
      !in.take(':') || !in.number(2, 0, 59, n))
    return false;
  if (in.take('.')) {
    if (!in.number(1, 0, 9, n)) return false;
    while (in.number(1, 0, 9, n)) {
    }
  }
  if (in.take('Z')) return in.at_end();
  return (in.take('+') || in.take('-')) && in.number(2, 0, 23, n) && in.take(':') &&
         in.number(2, 0, 59, n) && in.at_end();
}

}  // namespace koord::wire
