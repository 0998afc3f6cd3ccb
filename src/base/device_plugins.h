// Lookups in the table of device plugins' resources.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/device_types.h"
#include "base/generated/device_plugins.h"

namespace koord {

// Returns the row of a resource on nodes of this vendor (empty if it is unknown), or nullptr if the
// table has none.
constexpr const DevicePlugin *find_device_plugin(std::string_view resource,
                                                 std::string_view vendor = {}) noexcept {
  for (const DevicePlugin &row : kDevicePlugins) {
    const bool is_pattern = row.resource.ends_with('*');
    const bool matches = is_pattern
                             ? resource.starts_with(row.resource.substr(0, row.resource.size() - 1))
                             : resource == row.resource;
    if (matches && (vendor.empty() || row.vendor.empty() || row.vendor == vendor)) return &row;
  }
  return nullptr;
}

// Returns the type of the devices that a plugin gives.
constexpr WellKnownType type_of(const DevicePlugin &plugin) noexcept {
  size_t type = 0;
  while (kWellKnownTypeNames[type] != plugin.type) ++type;
  return static_cast<WellKnownType>(type);
}

// Returns true for names that count parts of devices, as nvidia.com/gpu.shared: a dot follows the
// group.
constexpr bool counts_parts(std::string_view resource) noexcept {
  const size_t group = resource.find('/');
  return group != resource.npos && resource.find('.', group) != resource.npos;
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
        (find_device_plugin(kWellKnownResourceNames[row.resource]) != nullptr))
      return false;
  return true;
}
static_assert(agrees_with_table(), "is_of_device_plugin: expected the resources of the table");

}  // namespace koord
