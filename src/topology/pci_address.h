// The texts that Linux and hwloc describe PCI devices with.
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

// "0000:3b:00.0"
std::optional<PciAddress> parse_pci_address(std::string_view text);
std::string to_text(const PciAddress &address);

// A root complex by its domain and first bus, as Linux names it: "pci0000:3a".
std::string pci_root_text(uint32_t domain, uint32_t bus);

// Whether a text is exactly what is written for some address, or for some root complex.
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
// What may follow the revision, the programming interface, is left aside.
using PciType = std::array<uint32_t, 6>;
std::optional<PciType> parse_pci_type(std::string_view text);
std::string to_text(const PciType &type);

}  // namespace koord
