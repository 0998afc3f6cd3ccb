// Ids of devices: UUIDs of GPUs, PCI addresses, names of device plugins.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace koord::device {

// The id of a device, null if it states none. Devices share it with the grants of pods.
using DeviceId = std::shared_ptr<const std::string>;

inline std::string_view text_of(const DeviceId &id) noexcept {
  return id == nullptr ? std::string_view() : std::string_view(*id);
}

// Returns true for 8-4-4-4-12 hexadecimal digits.
bool is_uuid(std::string_view text);
// Returns true for a PCI address with its domain, "0000:3b:00.0".
bool is_bus_id(std::string_view id);

// Ids of different kinds may be of one device: a GPU that has fallen off its bus is reported by its
// PCI address, and reporters of other vendors' devices differ.
enum class IdKind : uint8_t { kNone, kUuid, kBusId, kName };
IdKind kind_of_id(std::string_view id);

// Returns true if both name one device: UUIDs with any prefix or none ("GPU-"), PCI addresses with
// a domain of any length, both in upper or lower case.
bool is_same_id(std::string_view a, std::string_view b);

}  // namespace koord::device
