// Texts with which Linux and hwloc describe PCI devices.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace koord {

struct PciAddress {
  uint32_t domain = 0;
  uint32_t bus = 0;
  uint32_t device = 0;
  uint32_t function = 0;
};

// Text form: "0000:3b:00.0".
std::optional<PciAddress> parse_pci_address(std::string_view text);
std::string to_text(const PciAddress &address);

// Returns Linux's name of the root complex with this domain and first bus, such as "pci0000:3a".
std::string pci_root_text(uint32_t domain, uint32_t bus);

// Return true if the text is exactly the text form of an address or of a root complex.
bool is_pci_address(std::string_view text);
bool is_pci_root(std::string_view text);

// The buses below a bridge: "0000:[3a-3f]".
struct PciBuses {
  uint32_t domain = 0;
  uint32_t first = 0;
  uint32_t last = 0;
};
std::optional<PciBuses> parse_pci_buses(std::string_view text);
std::string to_text(const PciBuses &buses);

// Class, vendor, device, subsystem vendor and device, revision: "0200 [8086:1521] [00ff:0000] 01".
// The programming interface, which may follow the revision, is ignored.
using PciType = std::array<uint32_t, 6>;
std::optional<PciType> parse_pci_type(std::string_view text);
std::string to_text(const PciType &type);

}  // namespace koord
