#include "device/device_id.h"

#include <algorithm>

namespace koord::device {
namespace {

constexpr std::string_view kHexDigits = "0123456789abcdefABCDEF";
constexpr std::string_view kUuidForm = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";

// Compares with a pattern: 'x' stands for a hexadecimal digit, every other character for itself.
bool has_form(std::string_view text, std::string_view form) {
  return text.size() == form.size() &&
         std::equal(text.begin(), text.end(), form.begin(), [](char found, char wanted) {
           return wanted == 'x' ? kHexDigits.find(found) != kHexDigits.npos : found == wanted;
         });
}

char lower_case(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool is_same_in_lower_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, lower_case, lower_case);
}

// Returns a PCI address without leading zeros of its domain.
std::string_view without_zeros(std::string_view bus_id) {
  return bus_id.substr(bus_id.find_first_not_of('0'));
}

}  // namespace

bool is_uuid(std::string_view text) { return has_form(text, kUuidForm); }

bool is_bus_id(std::string_view id) {
  // Domains above ffff (VMD, Hyper-V) have more digits.
  const size_t extra = id.size() - std::min<size_t>(id.size(), 12);
  return extra <= 4 && has_form(id, std::string(extra, 'x') + "xxxx:xx:xx.x");
}

IdKind kind_of_id(std::string_view id) {
  if (id.empty()) return IdKind::kNone;
  if (is_bus_id(id)) return IdKind::kBusId;
  const size_t size = kUuidForm.size();
  const bool ends_in_uuid = id.size() >= size && is_uuid(id.substr(id.size() - size)) &&
                            (id.size() == size || id[id.size() - size - 1] == '-');
  return ends_in_uuid ? IdKind::kUuid : IdKind::kName;
}

bool is_same_id(std::string_view a, std::string_view b) {
  if (a == b) return true;
  const IdKind kind = kind_of_id(a);
  if (kind != kind_of_id(b)) return false;
  if (kind == IdKind::kBusId) return is_same_in_lower_case(without_zeros(a), without_zeros(b));
  const size_t size = kUuidForm.size();
  return kind == IdKind::kUuid &&
         is_same_in_lower_case(a.substr(a.size() - size), b.substr(b.size() - size));
}

}  // namespace koord::device
