// koord_refusal and the engine's Refusal: the same facts, field for field.
#pragma once

#include "base/refusal.h"
#include "koord.h"

namespace koord::capi {

inline koord_refusal to_c(const Refusal &refusal) noexcept {
  koord_refusal out{};
  out.needed = refusal.needed;
  out.best = refusal.best;
  out.reason = static_cast<koord_reason>(refusal.reason);
  out.profile = static_cast<koord_profile>(refusal.profile);
  out.object = static_cast<koord_object_kind>(refusal.object);
  out.where_object = static_cast<koord_object_kind>(refusal.where_object);
  out.where = refusal.where;
  out.bind_policy = refusal.bind_policy;
  out.exclusive_policy = refusal.exclusive_policy;
  out.numa_policy = refusal.numa_policy;
  out.threads_per_core = refusal.threads_per_core;
  out.resource = refusal.resource;
  out.device_type = refusal.device_type;
  out.max_nodes = refusal.max_nodes;
  return out;
}

// Numbers this version does not know stay what they are: every switch over them has a way out.
inline Refusal from_c(const koord_refusal &refusal) noexcept {
  Refusal out;
  out.reason = static_cast<Reason>(refusal.reason);
  out.profile = static_cast<Profile>(refusal.profile);
  out.object = static_cast<Object>(refusal.object);
  out.needed = refusal.needed;
  out.best = refusal.best;
  out.where_object = static_cast<Object>(refusal.where_object);
  out.where = refusal.where;
  out.bind_policy = refusal.bind_policy;
  out.exclusive_policy = refusal.exclusive_policy;
  out.numa_policy = refusal.numa_policy;
  out.threads_per_core = refusal.threads_per_core;
  out.resource = refusal.resource;
  out.device_type = refusal.device_type;
  out.max_nodes = refusal.max_nodes;
  return out;
}

}  // namespace koord::capi
