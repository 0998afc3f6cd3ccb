#include "topology/pci_address.h"

#include <algorithm>
#include <charconv>
#include <span>

namespace koord {
namespace {

// Reads hexadecimal numbers separated by the characters of `form`, in which 'x' stands for a
// number.
bool read_form(std::string_view text, std::string_view form, std::span<uint32_t> out) {
  const char *at = text.data();
  const char *const end = at + text.size();
  size_t next = 0;
  for (const char c : form) {
    if (c == 'x') {
      const auto [stop, status] = std::from_chars(at, end, out[next++], 16);
      if (status != std::errc()) return false;
      at = stop;
    } else if (at == end || *at++ != c) {
      return false;
    }
  }
  return at == end;
}

void add_hex(std::string &out, uint32_t value, size_t width) {
  char digits[8];
  const auto end = std::to_chars(digits, digits + sizeof digits, value, 16).ptr;
  const auto size = static_cast<size_t>(end - digits);
  if (size < width) out.append(width - size, '0');
  out.append(digits, size);
}

}  // namespace

std::optional<PciAddress> parse_pci_address(std::string_view text) {
  std::array<uint32_t, 4> part{};
  if (!read_form(text, "x:x:x.x", part)) return std::nullopt;
  if (part[1] > 0xff || part[2] > 0x1f || part[3] > 7) return std::nullopt;
  return PciAddress{part[0], part[1], part[2], part[3]};
}

std::string to_text(const PciAddress &address) {
  std::string out;
  add_hex(out, address.domain, 4);
  add_hex(out += ':', address.bus, 2);
  add_hex(out += ':', address.device, 2);
  add_hex(out += '.', address.function, 1);
  return out;
}

std::string pci_root_text(uint32_t domain, uint32_t bus) {
  std::string out = "pci";
  add_hex(out, domain, 4);
  add_hex(out += ':', bus, 2);
  return out;
}

bool is_pci_address(std::string_view text) {
  const auto address = parse_pci_address(text);
  return address && to_text(*address) == text;
}

bool is_pci_root(std::string_view text) {
  std::array<uint32_t, 2> part{};
  return read_form(text, "pcix:x", part) && part[1] <= 0xff &&
         pci_root_text(part[0], part[1]) == text;
}

std::optional<PciBuses> parse_pci_buses(std::string_view text) {
  std::array<uint32_t, 3> part{};
  if (!read_form(text, "x:[x-x]", part) || part[1] > part[2] || part[2] > 0xff) return std::nullopt;
  return PciBuses{part[0], part[1], part[2]};
}

std::string to_text(const PciBuses &buses) {
  std::string out;
  add_hex(out, buses.domain, 4);
  add_hex(out += ":[", buses.first, 2);
  add_hex(out += '-', buses.last, 2);
  return out += ']';
}

std::optional<PciType> parse_pci_type(std::string_view text) {
  // hwloc 3 appends the programming interface, also in documents of format 2.
  std::array<uint32_t, 7> parts{};
  if (!read_form(text, "x [x:x] [x:x] x", parts) && !read_form(text, "x [x:x] [x:x] x x", parts))
    return std::nullopt;
  for (size_t i = 0; i < parts.size(); ++i)
    if (parts[i] > (i >= 5 ? 0xffu : 0xffffu)) return std::nullopt;
  PciType type{};
  std::copy_n(parts.begin(), type.size(), type.begin());
  return type;
}

std::string to_text(const PciType &type) {
  std::string out;
  add_hex(out, type[0], 4);
  add_hex(out += " [", type[1], 4);
  add_hex(out += ':', type[2], 4);
  add_hex(out += "] [", type[3], 4);
  add_hex(out += ':', type[4], 4);
  add_hex(out += "] ", type[5], 2);
  return out;
}

}  // namespace koord
