// Names of resources as the scheduler uses them.
#pragma once

#include <string_view>

#include "object/resources.h"

namespace koord::sched {

using object::most_of;
using object::object_of;
using object::ResourceId;
using object::Resources;

// Returns true if Kubernetes itself accounts for the resource. Others are extended resources,
// mostly of device plugins.
inline bool is_native_resource(std::string_view resource) noexcept {
  return resource.find('/') == std::string_view::npos ||
         resource.find("kubernetes.io/") != std::string_view::npos;
}

}  // namespace koord::sched
