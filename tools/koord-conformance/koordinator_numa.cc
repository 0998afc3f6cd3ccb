// Replays Koordinator's NUMA topology manager through koord.h.

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "numa_merge.h"
#include "replay.h"

namespace {

using Json = nlohmann::json;

template <typename Value>
Value named(const std::map<std::string, Value> &values, const Json &name) {
  return values.at(name.get<std::string>());
}

koord_numa_policy koordinator_policy_of(const Json &entry) {
  return named<koord_numa_policy>({{"", KOORD_NUMA_POLICY_NONE},
                                   {"BestEffort", KOORD_NUMA_POLICY_BEST_EFFORT},
                                   {"Restricted", KOORD_NUMA_POLICY_RESTRICTED},
                                   {"SingleNUMANode", KOORD_NUMA_POLICY_SINGLE_NUMA_NODE}},
                                  entry.at("policy"));
}

koord_numa_exclusive exclusive_of(const Json &entry) {
  return named<koord_numa_exclusive>({{"", KOORD_NUMA_EXCLUSIVE_UNSET},
                                      {"Preferred", KOORD_NUMA_EXCLUSIVE_PREFERRED},
                                      {"Required", KOORD_NUMA_EXCLUSIVE_REQUIRED}},
                                     entry.value("exclusive", ""));
}

koord_numa_use use_of(const Json &status) {
  return named<koord_numa_use>({{"idle", KOORD_NUMA_USE_IDLE},
                                {"single", KOORD_NUMA_USE_SINGLE},
                                {"shared", KOORD_NUMA_USE_SHARED}},
                               status);
}

Outcome koordinator_merge(const Json &entry) {
  NumaMerge merge(KOORD_PROFILE_UPSTREAM);
  merge.options.policy = koordinator_policy_of(entry);
  merge.options.exclusive = exclusive_of(entry);
  for (size_t i = 0; i < entry.at("nodes").size(); ++i)
    merge.add_node(entry.at("nodes").at(i), use_of(entry.at("status").at(i)));
  for (const Json &provider : entry.at("providers")) merge.add_provider(provider);
  merge.merge();

  Json got = merge.hint();
  got["unsatisfied"] = merge.flag(KOORD_NUMA_MERGED_UNSATISFIED);
  got["score"] = merge.merged().score;
  return {{{"want", entry.at("want")},
           {"admit", entry.at("admit")},
           {"reasons", entry.value("reasons", Json::array())}},
          {{"want", got},
           {"admit", merge.flag(KOORD_NUMA_MERGED_ADMIT)},
           {"reasons", merge.reasons()}}};
}

}  // namespace

void replay_koordinator_numa(const Json &document, Report &report) {
  for (const Json &entry : document.at("cases"))
    replay_case(report, entry.at("id"), [&] { return koordinator_merge(entry); });
}
