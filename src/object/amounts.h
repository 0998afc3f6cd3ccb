// Amounts of named resources, and named texts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace koord::object {

// An amount of a named resource: milli-CPU for "cpu", bytes or units (rounded up) for all others.
struct Amount {
  std::string resource;
  int64_t value = 0;
};
using Amounts = std::vector<Amount>;  // ascending by name, each once; values >= 0
int64_t amount_of(const Amounts &amounts, std::string_view resource);          // 0 when absent
const Amount *find_amount(const Amounts &amounts, std::string_view resource);  // nullptr: absent

bool same(const Amounts &a, const Amounts &b) noexcept;

struct Attribute {
  std::string name;
  std::string value;
};

}  // namespace koord::object
