#include "agent/temp_name.h"

#include <algorithm>
#include <cstdio>

namespace koord::agent {
namespace {

constexpr std::string_view kKinds[] = {".koord-new", ".koord-old"};
constexpr size_t kDigits = 16;

bool is_made_of(std::string_view text, std::string_view digits) {
  return text.find_first_not_of(digits) == std::string_view::npos;
}

bool take(std::string_view &text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

}  // namespace

std::string temp_name(std::string_view file, TempKind kind, uint64_t number) {
  char digits[kDigits + 1];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(number));
  return "." + std::string(file) + std::string(kKinds[static_cast<size_t>(kind)]) + "-" + digits;
}

bool is_temp_name(std::string_view file, std::string_view name) {
  if (!take(name, ".") || !take(name, file)) return false;
  const bool is_ours = std::any_of(std::begin(kKinds), std::end(kKinds),
                                   [&](std::string_view kind) { return take(name, kind); });
  if (!is_ours) return false;
  if (take(name, "-")) return name.size() == kDigits && is_made_of(name, "0123456789abcdef");
  return (name.size() == 1 || name.size() == 2) && is_made_of(name, "0123456789");
}

}  // namespace koord::agent
