#include "wire/args/nrt_match_args.h"

#include "wire/args/plugin_args.h"

namespace koord::wire {

NrtMatchArgs read_nrt_match_args(std::string_view json) {
  NrtMatchArgs out;
  if (json.empty()) return out;
  const JsonDocument document = parse_plugin_args(json, "NodeResourceTopologyMatchArgs");
  const JsonValue root = document.root();
  const auto scoring = root.find("scoringStrategy");
  if (!scoring) return out;
  if (const std::string type = scoring->string_or("type", ""); !type.empty()) out.strategy = type;
  for (const JsonValue &resource : scoring->elements_of("resources"))
    out.weights.emplace_back(
        resource.at("name").as_string(),
        static_cast<int32_t>(resource.int_or("weight", INT32_MIN, INT32_MAX, 1)));
  return out;
}

}  // namespace koord::wire
