// Kubernetes quantities: what is read is written in a form that reads to the same number, and sums
// come out the same in any order. The input is up to two quantities, a line each.
#include <cstdlib>
#include <string>

#include "base/error.h"
#include "base/quantity.h"
#include "bytes.h"
#include "check.h"

using namespace koord::fuzz;
using koord::Quantity;

namespace {

bool read(std::string_view text, Quantity &out) {
  try {
    out = Quantity::parse(text);
    return true;
  } catch (const koord::Error &error) {
    FUZZ_CHECK(error.status() == koord::Status::kInvalid ||
               error.status() == koord::Status::kLimit);
    check_line(error.what());
    return false;
  }
}

// Upstream has no suffix beyond E, and then writes none at all.
bool beyond_suffixes(const Quantity &quantity) {
  const Quantity bound = Quantity::parse("1000E");
  const Quantity below = Quantity::parse("-1000E");
  return quantity.format() == Quantity::Format::kDecimalSi &&
         (compare(quantity, bound) >= 0 || compare(quantity, below) <= 0);
}

void check_one(const Quantity &quantity) {
  const std::string canonical = quantity.canonical();
  check_line(canonical);
  check_line(quantity.to_string());
  Quantity again;
  if (canonical.size() <= Quantity::kMaxText && !beyond_suffixes(quantity)) {
    const bool is_read = read(canonical, again);
    // Exponents may ask for more digits than are supported.
    FUZZ_CHECK_WITH(is_read || quantity.format() == Quantity::Format::kDecimalExponent, canonical);
    if (!is_read) return;
    FUZZ_CHECK_WITH(again.canonical() == canonical, canonical + " became " + again.canonical());
    FUZZ_CHECK_WITH(again == quantity, canonical);
  }
  quantity.value();
  quantity.milli_value();
  if (const auto whole = quantity.whole()) {
    FUZZ_CHECK((*whole > 0) == (quantity.sign() > 0) && (*whole < 0) == (quantity.sign() < 0));
    const int order = compare(Quantity(*whole, Quantity::Format::kDecimalSi), quantity);
    FUZZ_CHECK(order == 0 || (order > 0) == (quantity.sign() > 0));  // away from zero
  }
}

void check_sum(const Quantity &a, const Quantity &b) {
  Quantity sum = a;
  sum += b;
  Quantity other = b;
  other += a;
  FUZZ_CHECK_WITH(sum == other, a.canonical() + " and " + b.canonical());
  FUZZ_CHECK(compare(sum, a) == b.sign());
  sum -= b;
  FUZZ_CHECK_WITH(sum == a, a.canonical() + " and " + b.canonical());
  FUZZ_CHECK(compare(a, b) == -compare(b, a));
}

void check(std::string_view text) {
  const size_t line = text.find('\n');
  Quantity a;
  Quantity b;
  if (!read(text.substr(0, line), a)) return;
  check_one(a);
  if (line == text.npos || !read(text.substr(line + 1), b)) return;
  check_one(b);
  check_sum(a, b);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  try {
    check({reinterpret_cast<const char *>(data), size});
  } catch (const koord::Error &error) {
    FUZZ_CHECK(error.status() == koord::Status::kLimit);  // digits beyond what is supported
  }
  return 0;
}
