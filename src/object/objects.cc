#include "object/objects.h"

#include <algorithm>

#include "base/error.h"

namespace koord::object {
namespace {

// Returns true for a name that the API server accepts.
bool is_plain(std::string_view name) {
  return name.size() <= 63 && std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '-' || c == '.' || c == '_';
         });
}

std::string printable_name(std::string_view name) {
  return is_plain(name) ? std::string(name) : in_quotes(name, 63);
}

}  // namespace

const Amount *find_amount(const Amounts &amounts, std::string_view resource) {
  constexpr size_t kFew = 8;  // lengths alone distinguish most names
  if (amounts.size() <= kFew) {
    const auto at = std::find_if(amounts.begin(), amounts.end(),
                                 [&](const Amount &amount) { return amount.resource == resource; });
    return at != amounts.end() ? &*at : nullptr;
  }
  const auto at = std::lower_bound(
      amounts.begin(), amounts.end(), resource,
      [](const Amount &amount, std::string_view name) { return amount.resource < name; });
  return at != amounts.end() && at->resource == resource ? &*at : nullptr;
}

int64_t amount_of(const Amounts &amounts, std::string_view resource) {
  const Amount *amount = find_amount(amounts, resource);
  return amount != nullptr ? amount->value : 0;
}

bool same(const Amounts &a, const Amounts &b) noexcept {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Amount &x, const Amount &y) {
    return x.resource == y.resource && x.value == y.value && x.form == y.form;
  });
}

std::string describe(std::string_view kind, std::string_view name_space, std::string_view name) {
  std::string out(kind);
  out += ' ';
  if (!name_space.empty()) out += printable_name(name_space) + '/';
  return out += printable_name(name);
}

bool is_at_fault(const PodObject &pod, PodFault::Costs costs) noexcept {
  return std::any_of(pod.faults.begin(), pod.faults.end(),
                     [&](const PodFault &fault) { return fault.costs == costs; });
}

}  // namespace koord::object
