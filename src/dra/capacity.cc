#include "dra/capacity.h"

#include <algorithm>

namespace koord::dra {

namespace {

int64_t round_up(const Capacity &capacity, int64_t requested) {
  if (capacity.policy == RequestPolicy::kValues) {
    const auto at = std::lower_bound(capacity.values.begin(), capacity.values.end(), requested);
    return at != capacity.values.end() ? *at : requested;
  }
  if (capacity.policy == RequestPolicy::kNone) return requested;
  if (requested <= capacity.min) return capacity.min;
  if (!capacity.step) return requested;
  const int64_t steps = (requested - capacity.min + *capacity.step - 1) / *capacity.step;
  return capacity.min + steps * *capacity.step;
}

bool is_allowed(const Capacity &capacity, int64_t amount) {
  if (capacity.policy == RequestPolicy::kNone || capacity.fallback == amount) return true;
  if (capacity.policy == RequestPolicy::kValues)
    return std::binary_search(capacity.values.begin(), capacity.values.end(), amount);
  if (capacity.max && amount > *capacity.max) return false;
  return !capacity.step || (amount - capacity.min) % *capacity.step == 0;
}

}  // namespace

std::optional<int64_t> consumption(const Capacity &capacity, std::optional<int64_t> requested) {
  const int64_t amount =
      requested ? round_up(capacity, *requested) : capacity.fallback.value_or(capacity.value);
  if (!is_allowed(capacity, amount) || amount > capacity.value) return std::nullopt;
  return amount;
}

}  // namespace koord::dra
