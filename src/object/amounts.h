// Amounts of named resources, and named texts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace koord::object {

// Properties of a Kubernetes quantity that its value, rounded up to a whole number, does not keep.
// The defaults are those of whole numbers.
struct AmountForm {
  // Thousandths by which the amount was rounded up, 0 to 999. Milli-CPU: 0, since the API server
  // itself rounds up to thousandths.
  int16_t excess = 0;
  // False if Kubernetes' Quantity.AsInt64 fails for the quantity that the API server stores: a
  // fraction, or a text of many digits ("200Ti"). Kubelet's memory manager refuses such amounts.
  // True for sums.
  bool is_int64 = true;

  bool operator==(const AmountForm &) const = default;
};

// An amount of a named resource: milli-CPU for "cpu", bytes or units (rounded up) for all others.
struct Amount {
  std::string resource;
  int64_t value = 0;
  AmountForm form{};  // for requests and limits of pods; the default elsewhere
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
