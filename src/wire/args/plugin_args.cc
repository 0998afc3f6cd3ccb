#include "wire/args/plugin_args.h"

namespace koord::wire {

JsonDocument parse_plugin_args(std::string_view json, std::string_view kind,
                               std::string_view alias) {
  JsonLimits limits;
  limits.bytes = size_t{1} << 20;
  JsonDocument document = JsonDocument::parse(json, kind, limits);
  const JsonValue root = document.root();
  if (!root.is_object()) root.fail_expected("an object");
  if (const auto stated = root.find("kind"))
    if (const auto text = stated->as_string(); text != kind && (alias.empty() || text != alias))
      stated->fail_expected(kind);
  return document;
}

}  // namespace koord::wire
