// Annotations that a scheduler writes to a pod before it is bound.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "wire/pod/pod_annotations.h"

namespace koord::wire {

// Annotations to set. Absent ones are left unchanged or removed.
struct PodResult {
  std::optional<object::ResourceStatus> status;
  std::optional<ResourceSpec> spec;
  std::vector<object::AllocatedDevice> devices;  // no annotation if empty
  // True if the pod carries claims of its own, which are removed if no new value replaces them.
  bool removes_status = false;
  bool removes_devices = false;
};

// Returns a JSON merge patch (RFC 7396): {"metadata":{"annotations":{...}}}, with "{}" for its
// annotations if there is nothing to set.
std::string pod_patch(const PodResult &result, Shape shape);

}  // namespace koord::wire
