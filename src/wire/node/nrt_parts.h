// The parts of a NodeResourceTopology besides annotations,
// as in the object. Texts are views of the source.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "wire/node/nrt_zones.h"
#include "wire/object/api_object.h"

namespace koord::wire {

inline constexpr ApiKind kNrt{"NodeResourceTopology", "v1alpha1", "topology.node.k8s.io/", false};
inline constexpr size_t kNrtBytes = size_t{16} << 20;

inline constexpr std::string_view kManagerPolicyAttribute = "topologyManagerPolicy";
inline constexpr std::string_view kManagerScopeAttribute = "topologyManagerScope";

struct NrtAttribute {
  std::optional<std::string_view> name;
  std::optional<std::string_view> value;
};
struct NrtParts {
  std::vector<std::string_view> policies;  // topologyPolicies
  std::vector<NrtAttribute> attributes;
  std::vector<NrtZone> zones;
};

}  // namespace koord::wire
