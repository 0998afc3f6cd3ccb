// What a scheduler writes into a pod before it is bound.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "wire/pod/pod_annotations.h"

namespace koord::wire {

// Annotations to set; what is absent is left as it is, or removed.
struct PodResult {
  std::optional<object::ResourceStatus> status;
  std::optional<ResourceSpec> spec;
  std::vector<object::AllocatedDevice> devices;  // none: no annotation
  // Whether the pod carries claims of its own, which go where there is nothing to take their place.
  bool removes_status = false;
  bool removes_devices = false;
};

// A JSON merge patch (RFC 7396): {"metadata":{"annotations":{...}}}, with "{}" for its annotations
// when there is nothing to set.
std::string pod_patch(const PodResult &result, Shape shape);

}  // namespace koord::wire
