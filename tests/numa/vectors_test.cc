// Compares the merges with recorded results of the peers.
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/error.h"
#include "numa/manager_options.h"
#include "numa_support.h"
#include "support/shared_data.h"

namespace koord::numa {
namespace {

using namespace testing;
using koord::testing::read_file;
using Json = nlohmann::json;

// Returns the positions of the numbers among the node ids, as a mask.
Mask mask_of(const Json &numbers, const std::vector<int32_t> &ids) {
  Mask mask = 0;
  for (const int32_t number : numbers)
    for (size_t i = 0; i < ids.size(); ++i)
      if (ids[i] == number) mask |= Mask{1} << i;
  return mask;
}

Asked asked_of(const Json &entry, const char *nodes, NumaPolicy policy) {
  std::vector<int32_t> ids;
  if (!entry[nodes].is_null()) ids = entry[nodes].get<std::vector<int32_t>>();
  Asked asked(0, policy);
  asked.ids(ids);
  int32_t provider = 0;
  for (const Json &map : entry["providers"]) {
    ++provider;
    if (map.is_null() || map.empty()) asked.opinion("", Opinion::kNoPreference, provider);
    for (const auto &[resource, given] : map.items()) {
      if (given.is_null()) {
        asked.opinion(resource, Opinion::kNoPreference, provider);
        continue;
      }
      std::vector<Hint> hints;
      for (const Json &hint : given)
        hints.push_back({hint["numa"].is_null() ? 0 : mask_of(hint["numa"], ids),
                         hint.value("score", int64_t{0}), !hint["numa"].is_null(),
                         hint["preferred"]});
      asked.list(resource, hints, provider);
    }
  }
  return asked;
}

Json answer_of(const Query &query, const Merged &merged) {
  Json numa;
  if (merged.has_affinity) {
    numa = Json::array();
    for_each_node(merged.nodes, [&](size_t i) { numa.push_back(query.nodes.ids[i]); });
  }
  return {{"numa", numa}, {"preferred", merged.preferred}};
}

TEST(NumaVectors, Kubelet) {
  KOORD_NEED_SHARED(shared);
  const std::map<std::string, NumaPolicy> policies{{"none", NumaPolicy::kNone},
                                                   {"best-effort", kBestEffort},
                                                   {"restricted", kRestricted},
                                                   {"single-numa-node", kSingle}};
  std::istringstream file(read_file(shared + "/vectors/kubelet-topology-manager.jsonl"));
  int merges = 0;
  int starts = 0;
  for (std::string text; std::getline(file, text);) {
    const Json line = Json::parse(text);
    if (line["kind"] == "new-manager") {
      ++starts;
      std::map<std::string, std::string> options;
      if (!line["options"].is_null()) options = line["options"];
      Json error;
      try {
        manager_options(line["policy"].get<std::string>(), line["scope"].get<std::string>(),
                        options, line["numa_count"], line["distances_known"]);
      } catch (const Error &thrown) {
        error = thrown.what();
      }
      EXPECT_EQ(error, line["error"]) << text;
      continue;
    }
    ++merges;
    Asked asked = asked_of(line, "numa_nodes", policies.at(line["policy"]));
    if (line["prefer_closest"]) {
      std::vector<uint32_t> distances;
      for (const Json &row : line["distances"])
        for (const uint32_t distance : row) distances.push_back(distance);
      asked.closest(distances);
    }
    const Query query = asked;
    const Merged merged = merge_kubelet(query);
    EXPECT_EQ(answer_of(query, merged), line["hint"]) << text;
    EXPECT_EQ(merged.admit, line["admit"]) << text;
  }
  EXPECT_GE(merges, 2806);
  EXPECT_GE(starts, 16);
}

TEST(NumaVectors, Koordinator) {
  KOORD_NEED_SHARED(shared);
  const std::map<std::string, NumaPolicy> policies{{"", NumaPolicy::kNone},
                                                   {"BestEffort", kBestEffort},
                                                   {"Restricted", kRestricted},
                                                   {"SingleNUMANode", kSingle}};
  const std::map<std::string, NodeUse> uses{
      {"idle", NodeUse::kIdle}, {"single", NodeUse::kSingle}, {"shared", NodeUse::kShared}};
  const Json cases =
      Json::parse(read_file(shared + "/vectors/koordinator-numa-merge.json"))["cases"];
  for (const Json &entry : cases) {
    Asked asked = asked_of(entry, "nodes", policies.at(entry["policy"]));
    if (entry.value("exclusive", "") == "Required") {
      std::vector<NodeUse> use;
      for (const Json &status : entry["status"]) use.push_back(uses.at(status));
      asked.exclusive(use);
    }
    const Query query = asked;
    const Merged merged = merge_upstream(query);
    Json want = answer_of(query, merged);
    want["score"] = merged.score;
    want["unsatisfied"] = merged.unsatisfied;
    EXPECT_EQ(want, entry["want"]) << entry.dump();
    EXPECT_EQ(merged.admit, entry["admit"]) << entry.dump();
    std::string lines;
    for (const Json &reason : entry.value("reasons", Json::array()))
      lines += (lines.empty() ? "" : "\n") + reason.get<std::string>();
    EXPECT_EQ(reasons(Profile::kUpstream, query, merged), lines) << entry.dump();
  }
  EXPECT_GE(cases.size(), 400u);
}

}  // namespace
}  // namespace koord::numa
