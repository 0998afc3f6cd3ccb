#include "object/objects.h"

#include <algorithm>

namespace koord::object {

int64_t amount_of(const Amounts &amounts, std::string_view resource) {
  const auto at = std::lower_bound(
      amounts.begin(), amounts.end(), resource,
      [](const Amount &amount, std::string_view name) { return amount.resource < name; });
  return at != amounts.end() && at->resource == resource ? at->value : 0;
}

}  // namespace koord::object
