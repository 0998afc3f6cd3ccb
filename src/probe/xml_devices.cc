#include "probe/xml_devices.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/error.h"
#include "topology/pci_address.h"

namespace koord::probe {
namespace {

[[noreturn]] void fail_pci(const XmlScanner &in, std::string_view attribute, const char *form) {
  in.fail("object PCIDev: " + std::string(attribute) + " is " +
          in_quotes(in.attribute(attribute).value_or("")) + ", expected the form " + form);
}

}  // namespace

void write_pci_attributes(const XmlScanner &in, XmlWriter &out) {
  const auto address = parse_pci_address(in.attribute("pci_busid").value_or(""));
  if (!address) fail_pci(in, "pci_busid", "0000:3b:00.0");
  const std::string_view ids = in.attribute("pci_type").value_or("");
  const auto parsed = parse_pci_type(ids);
  if (!ids.empty() && !parsed) fail_pci(in, "pci_type", "0200 [8086:1521] [0000:0000] 01");
  out.attribute("pci_busid", to_text(*address));
  if (parsed) out.attribute("pci_type", to_text(*parsed));
}

void write_os_device_attributes(const XmlScanner &in, XmlWriter &out) {
  constexpr std::array<std::string_view, 6> kTypes = {"0", "1", "2", "3", "4", "5"};
  const std::string_view given = in.attribute("osdev_type").value_or("");
  const auto type = std::find(kTypes.begin(), kTypes.end(), given);
  out.attribute("name", clean_text(in.text_attribute("name").value_or("")));
  out.attribute("osdev_type", type == kTypes.end() ? kTypes[0] : *type);
}

bool open_bridge(const XmlScanner &in, XmlWriter &out) {
  const std::string_view type = in.attribute("bridge_type").value_or("");
  const auto buses = parse_pci_buses(in.attribute("bridge_pci").value_or(""));
  const auto address = parse_pci_address(in.attribute("pci_busid").value_or(""));
  const bool is_host = type == "0-1";
  if (!buses || (!is_host && (type != "1-1" || !address))) return false;
  out.open("object");
  out.attribute("type", "Bridge");
  out.attribute("bridge_type", type);
  out.attribute("bridge_pci", to_text(*buses));
  if (!is_host) {
    out.attribute("pci_busid", to_text(*address));
    if (const auto ids = parse_pci_type(in.attribute("pci_type").value_or("")))
      out.attribute("pci_type", to_text(*ids));
  }
  out.end_open();
  return true;
}

bool is_port_state(std::string_view name) {
  if (!name.starts_with("Port") || !name.ends_with("State")) return false;
  name.remove_prefix(4);
  name.remove_suffix(5);
  return !name.empty() && name.size() <= 3 &&
         std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace koord::probe
