#include "wire/object/node_name.h"

#include <algorithm>

#include "base/error.h"

namespace koord::wire {
namespace {

constexpr size_t kMaxNodeName = 253;

bool is_dns_label(std::string_view label) {
  const auto letter_or_digit = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
  };
  return !label.empty() && letter_or_digit(label.front()) && letter_or_digit(label.back()) &&
         std::all_of(label.begin(), label.end(),
                     [&](char c) { return letter_or_digit(c) || c == '-'; });
}

}  // namespace

void check_node_name(std::string_view name) {
  bool good = name.size() <= kMaxNodeName;
  for (size_t from = 0; good && from <= name.size();) {
    const size_t dot = std::min(name.find('.', from), name.size());
    good = is_dns_label(name.substr(from, dot - from));
    from = dot + 1;
  }
  if (!good)
    throw Error(Status::kInvalid,
                "node name: found " + koord::in_quotes(name) +
                    ", expected a DNS-1123 subdomain: lower case letters, digits, '-' and '.', at "
                    "most 253 characters");
}

}  // namespace koord::wire
