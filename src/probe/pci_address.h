// The two texts hwloc describes a PCI device with.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace koord::probe {

struct PciAddress {
  uint32_t domain = 0;
  uint32_t bus = 0;
  uint32_t device = 0;
  uint32_t function = 0;
};

// "0000:3b:00.0"
std::optional<PciAddress> parse_pci_address(std::string_view text);
std::string to_text(const PciAddress &address);

// Class, vendor, device, subsystem vendor and device, revision: "0200 [8086:1521] [00ff:0000] 01".
using PciType = std::array<uint32_t, 6>;
std::optional<PciType> parse_pci_type(std::string_view text);
std::string to_text(const PciType &type);

}  // namespace koord::probe
