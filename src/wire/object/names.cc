#include "wire/object/names.h"

namespace koord::wire {

std::string read_bounded(const JsonValue &text) {
  const std::string_view name = text.as_string();
  if (name.size() > kMaxNameBytes)
    text.fail("found " + std::to_string(name.size()) + " bytes, expected at most " +
              std::to_string(kMaxNameBytes));
  return std::string(name);
}

std::string read_object_name(const JsonValue &text) {
  std::string name = read_bounded(text);
  if (name.empty() || name.find('/') != std::string::npos)
    text.fail_expected("a name without \"/\"");
  return name;
}

std::string read_namespace(const JsonValue &metadata) {
  const auto found = metadata.find("namespace");
  if (!found || found->as_string().empty()) return "default";
  return read_object_name(*found);
}

}  // namespace koord::wire
