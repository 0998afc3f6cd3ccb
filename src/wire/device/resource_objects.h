// ResourceSlices and ResourceClaims (resource.k8s.io/v1) of the API server.
#pragma once

#include <cstddef>

#include "base/log.h"
#include "object/resource_claims.h"
#include "wire/json/json.h"
#include "wire/object/api_object.h"

namespace koord::wire {

inline constexpr std::string_view kResourceGroup = "resource.k8s.io/";
inline constexpr ApiKind kResourceSlice{"ResourceSlice", "resource.k8s.io/v1", "", false};
inline constexpr ApiKind kResourceClaim{"ResourceClaim", "resource.k8s.io/v1", "", true};

// Eight times the limits of Kubernetes.
inline constexpr size_t kMaxSliceDevices = 1024;
inline constexpr size_t kMaxClaimResults = 256;
inline constexpr size_t kMaxClaimConsumers = 2048;

// Read an object of at most 4 MiB. Fields that no rule needs are not read. Throw kInvalid naming
// object and field, also for another version of the group; kLimit beyond the limits above.
object::ResourceSlice read_resource_slice(const JsonValue &root, const Log &log);
object::ResourceClaim read_resource_claim(const JsonValue &root, const Log &log);

}  // namespace koord::wire
