// The claims of Pods (resource.k8s.io).
#pragma once

#include <cstddef>
#include <memory>

#include "object/objects.h"
#include "object/resource_claims.h"
#include "wire/json/json.h"

namespace koord::wire {

inline constexpr size_t kMaxExtendedRequests = 4096;

// Returns the claims of a Pod that `pod` was read from, or null if it has none. Throws kInvalid
// naming pod and field, kLimit.
std::shared_ptr<const object::PodClaims> read_pod_claims(const JsonValue &root,
                                                         const object::PodObject &pod);

}  // namespace koord::wire
