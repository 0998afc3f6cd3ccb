#include "wire/args/scoring_args.h"

#include <algorithm>

#include "base/error.h"
#include "wire/object/api_object.h"

namespace koord::wire {
namespace {

constexpr size_t kMaxWeights = 64;
constexpr int64_t kMaxWeight = 100;

constexpr Spelling<ScoringType> kTypes[] = {
    {ScoringType::kMostAllocated, "MostAllocated"},
    {ScoringType::kLeastAllocated, "LeastAllocated"},
    {ScoringType::kBalancedAllocation, "BalancedAllocation"},
};

}  // namespace

ScoringArgs read_scoring(const JsonValue &args, std::string_view field) {
  ScoringArgs out;
  const auto scoring = args.find(field);
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
      name.fail("duplicate resource " + in_quotes(text));
    weights.emplace_back(text, static_cast<int32_t>(resource.int_or("weight", 1, kMaxWeight, 1)));
  }
  return out;
}

}  // namespace koord::wire
