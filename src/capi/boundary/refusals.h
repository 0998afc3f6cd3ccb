// Conversion between koord_refusal and the engine's Refusal, which have the same fields.
#pragma once

#include <type_traits>

#include "base/refusal.h"
#include "koord.h"

namespace koord::capi {

template <typename From, typename To>
void copy_refusal(const From &from, To &to) noexcept {
  const auto copy = [](const auto &value, auto &out) {
    out = static_cast<std::remove_reference_t<decltype(out)>>(value);
  };
  copy(from.reason, to.reason);
  copy(from.profile, to.profile);
  copy(from.object, to.object);
  copy(from.needed, to.needed);
  copy(from.best, to.best);
  copy(from.where_object, to.where_object);
  copy(from.where, to.where);
  copy(from.bind_policy, to.bind_policy);
  copy(from.exclusive_policy, to.exclusive_policy);
  copy(from.numa_policy, to.numa_policy);
  copy(from.threads_per_core, to.threads_per_core);
  copy(from.resource, to.resource);
  copy(from.device_type, to.device_type);
  copy(from.max_nodes, to.max_nodes);
}

inline koord_refusal to_c(const Refusal &refusal) noexcept {
  koord_refusal out{};
  copy_refusal(refusal, out);
  return out;
}

// Unknown numbers are kept; every switch over them has a default.
inline Refusal from_c(const koord_refusal &refusal) noexcept {
  Refusal out;
  copy_refusal(refusal, out);
  return out;
}

}  // namespace koord::capi
