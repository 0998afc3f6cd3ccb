#include "wire/numa_resource_args.h"

#include <algorithm>

#include "base/error.h"
#include "object/spellings.h"
#include "wire/api_object.h"
#include "wire/plugin_args.h"

namespace koord::wire {
namespace {

constexpr size_t kMaxWeights = 64;
constexpr int64_t kMaxWeight = 100;

constexpr object::Spelling<ScoringType> kTypes[] = {
    {ScoringType::kMostAllocated, "MostAllocated"},
    {ScoringType::kLeastAllocated, "LeastAllocated"},
    {ScoringType::kBalancedAllocation, "BalancedAllocation"},
};

ScoringArgs read_scoring(const JsonValue &root, std::string_view field) {
  ScoringArgs out;
  const auto scoring = root.find(field);
  if (!scoring) return out;
  if (const auto type = scoring->find("type")) out.type = read_spelled(*type, kTypes);
  if (!scoring->find("resources")) return out;
  const std::vector<JsonValue> resources = scoring->elements_of("resources");
  auto &weights = out.weights.emplace();
  if (resources.size() > kMaxWeights)
    throw Error(Status::kLimit,
                scoring->path() + ".resources: " + std::to_string(resources.size()) +
                    " entries, at most " + std::to_string(kMaxWeights) + " are accepted");
  for (const JsonValue &resource : resources) {
    const JsonValue name = resource.at("name");
    const std::string text(name.as_string());
    if (text.empty()) name.fail_expected("the name of a resource");
    if (std::any_of(weights.begin(), weights.end(),
                    [&](const auto &known) { return known.first == text; }))
      name.fail("found " + quoted(text) + " for a second time");
    weights.emplace_back(text, static_cast<int32_t>(resource.int_or("weight", 1, kMaxWeight, 1)));
  }
  return out;
}

}  // namespace

NumaResourceArgs read_numa_resource_args(std::string_view json) {
  NumaResourceArgs out;
  if (json.empty()) return out;
  const JsonDocument document =
      parse_plugin_args(json, "NodeNUMAResourceArgs", "CPUOrchestrationPluginArgs");
  const JsonValue root = document.root();
  if (const auto bind = root.find("defaultCPUBindPolicy"))
    out.default_bind = read_spelled(*bind, object::kPodBindSpellings);
  if (const auto policy = root.find("numaTopologyAlignmentPolicy"))
    out.default_numa = read_spelled(*policy, object::kNumaPolicySpellings);
  out.scoring = read_scoring(root, "scoringStrategy");
  out.numa_scoring = read_scoring(root, "numaScoringStrategy");
  return out;
}

}  // namespace koord::wire
