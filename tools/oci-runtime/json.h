// The JSON of config.json, whose members stay in their order.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace koord_runtime {

using Json = nlohmann::ordered_json;

// A text in an object; "": there is none.
inline std::string text_in(const Json &object, std::string_view name) {
  if (!object.is_object()) return "";
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

}  // namespace koord_runtime
