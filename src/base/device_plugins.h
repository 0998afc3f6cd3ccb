// Lookups in the table of device plugins' resources.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/device_types.h"
#include "base/generated/device_plugins.h"

namespace koord {

// Returns true if the name is the pattern, in which "*" stands for any text.
constexpr bool matches(std::string_view pattern, std::string_view name) noexcept {
  size_t at = 0;
  size_t star = pattern.npos;
  size_t rest = 0;  // end of the text that the last star stands for
  for (size_t i = 0; i < name.size();) {
    if (at < pattern.size() && pattern[at] == '*') {
      star = at++;
      rest = i;
    } else if (at < pattern.size() && pattern[at] == name[i]) {
      ++at;
      ++i;
    } else if (star != pattern.npos) {
      at = star + 1;
      i = ++rest;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', at) == pattern.npos;
}

// Returns true if the table has the resource. Under the sanitizers the row's address is not a
// constant expression.
constexpr bool is_device_plugin(std::string_view resource) noexcept {
  for (const DevicePlugin &row : kDevicePlugins)
    if (matches(row.resource, resource)) return true;
  return false;
}

// Returns the row of a resource, or nullptr if the table has none.
constexpr const DevicePlugin *find_device_plugin(std::string_view resource) noexcept {
  for (const DevicePlugin &row : kDevicePlugins)
    if (matches(row.resource, resource)) return &row;
  return nullptr;
}

// Returns the type of the devices that a plugin gives.
constexpr WellKnownType type_of(const DevicePlugin &plugin) noexcept {
  size_t type = 0;
  while (kWellKnownTypeNames[type] != plugin.type) ++type;
  return static_cast<WellKnownType>(type);
}

// Returns true if device plugins also publish whole devices under this name, so that a node without
// a Device object can count them. Accepts any number of a resource.
constexpr bool is_of_device_plugin(uint32_t resource) noexcept {
  return resource == kResourceNvidiaGpu || resource == kResourceAmdGpu ||
         resource == kResourceDcuGpu;
}

constexpr bool agrees_with_table() noexcept {
  for (const DeviceResource &row : kDeviceResources)
    if (is_of_device_plugin(row.resource) !=
        is_device_plugin(kWellKnownResourceNames[row.resource]))
      return false;
  return true;
}
static_assert(agrees_with_table(), "is_of_device_plugin: expected the resources of the table");

}  // namespace koord
