// Access to members of JSON values that may be absent or not objects.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

namespace koordctl {

// Returns a member of an object; null if there is none, or if `parent` is no object.
inline const nlohmann::json &member(const nlohmann::json &parent, std::string_view name) {
  static const nlohmann::json none;
  const auto found = parent.is_object() ? parent.find(name) : parent.end();
  return found != parent.end() ? *found : none;
}

}  // namespace koordctl
