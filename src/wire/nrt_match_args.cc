#include "wire/nrt_match_args.h"

#include "wire/json.h"

namespace koord::wire {

NrtMatchArgs read_nrt_match_args(std::string_view json) {
  constexpr std::string_view kKind = "NodeResourceTopologyMatchArgs";
  NrtMatchArgs out;
  if (json.empty()) return out;
  JsonLimits limits;
  limits.bytes = size_t{1} << 20;
  const JsonDocument document = JsonDocument::parse(json, kKind, limits);
  const JsonValue root = document.root();
  if (!root.is_object()) root.fail_expected("an object");
  if (const auto kind = root.find("kind"); kind && kind->as_string() != kKind)
    kind->fail_expected(kKind);
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
