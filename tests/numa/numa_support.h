// Short builders and random draws of queries for the topology manager.
#pragma once

#include <gtest/gtest.h>

#include <deque>
#include <initializer_list>
#include <random>
#include <string>
#include <vector>

#include "numa/merge.h"
#include "wording/sentence.h"

namespace koord::numa::testing {

inline constexpr auto kBestEffort = NumaPolicy::kBestEffort;
inline constexpr auto kRestricted = NumaPolicy::kRestricted;
inline constexpr auto kSingle = NumaPolicy::kSingleNode;

inline Hint prefers(Mask nodes, int64_t score = 0) { return {nodes, score, true, true}; }
inline Hint allows(Mask nodes, int64_t score = 0) { return {nodes, score, true, false}; }
inline Hint anywhere(bool preferred = true) { return {0, 0, false, preferred}; }

// A query together with everything that it points to.
class Asked {
 public:
  explicit Asked(size_t nodes, NumaPolicy policy = kBestEffort) : policy_(policy) {
    for (size_t i = 0; i < nodes; ++i) ids_.push_back(static_cast<int32_t>(i));
  }

  Asked &list(std::string resource, std::vector<Hint> hints, int32_t provider = 0) {
    names_.push_back(std::move(resource));
    hints_.push_back(std::move(hints));
    lists_.push_back({names_.back(), provider, Opinion::kHints, hints_.back()});
    return *this;
  }
  Asked &opinion(std::string resource, Opinion opinion, int32_t provider = 0) {
    names_.push_back(std::move(resource));
    lists_.push_back({names_.back(), provider, opinion, {}});
    return *this;
  }
  Asked &policy(NumaPolicy policy) {
    policy_ = policy;
    return *this;
  }
  Asked &ids(std::vector<int32_t> ids) {
    ids_ = std::move(ids);
    return *this;
  }
  // Sets exclusivity to Required, on nodes with these uses.
  Asked &exclusive(std::vector<NodeUse> use) {
    use_ = std::move(use);
    exclusive_ = NumaExclusive::kRequired;
    return *this;
  }
  Asked &closest(std::vector<uint32_t> distances) {
    distances_ = std::move(distances);
    closest_ = true;
    return *this;
  }

  Query query() const { return {{ids_, distances_, use_}, policy_, exclusive_, closest_, lists_}; }
  operator Query() const {
    return query();
  }  // NOLINT: implicit, so that tests can
     // pass an Asked as a Query

 private:
  NumaPolicy policy_;
  NumaExclusive exclusive_ = NumaExclusive::kAbsent;
  bool closest_ = false;
  std::vector<int32_t> ids_;
  std::vector<NodeUse> use_;
  std::vector<uint32_t> distances_;
  std::deque<std::string> names_;
  std::deque<std::vector<Hint>> hints_;
  std::vector<HintList> lists_;
};

// Formats a result as in "01 preferred", so that failed comparisons print the difference.
inline std::string text_of(const Merged &merged) {
  std::string out = merged.has_affinity ? "nodes " + std::to_string(merged.nodes) : "anywhere";
  if (merged.preferred) out += " preferred";
  if (merged.unsatisfied) out += " unsatisfied";
  out += merged.admit ? " admitted" : " refused";
  if (merged.score != 0) out += " score " + std::to_string(merged.score);
  if (merged.reason != Reason::kNone)
    out += " for " + std::string(reason_name(merged.reason, Profile::kSpec));
  return out;
}

inline std::string text_of(const Asked &asked) {
  const Query query = asked.query();
  std::string out = "policy " + std::to_string(static_cast<int>(query.policy)) + ", " +
                    std::to_string(query.nodes.ids.size()) + " nodes";
  for (const uint32_t distance : query.nodes.distances) out += ' ' + std::to_string(distance);
  for (const NodeUse use : query.nodes.use) out += " u" + std::to_string(static_cast<int>(use));
  for (const HintList &list : query.lists) {
    out += "\n  " + std::string(list.resource) + '/' + std::to_string(list.provider) + " opinion " +
           std::to_string(static_cast<int>(list.opinion)) + ':';
    for (const Hint &hint : list.hints)
      out += ' ' + (hint.has_affinity ? std::to_string(hint.nodes) : "any") +
             (hint.preferred ? "+" : "-") + std::to_string(hint.score);
  }
  return out;
}

// Draws queries with a few nodes and lists. They include odd cases: duplicate hints, hints without
// affinity among others, hints for no node, and empty lists.
class Drawer {
 public:
  explicit Drawer(unsigned seed) : random_(seed) {}

  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  bool one_in(int n) { return below(n) == 0; }
  Mask mask(size_t nodes) { return random_() & first_nodes(nodes); }

  Asked query(size_t max_nodes, int max_lists, int max_hints) {
    const size_t nodes = 1 + static_cast<size_t>(below(static_cast<int>(max_nodes)));
    static constexpr NumaPolicy kPolicies[] = {kBestEffort, kRestricted, kSingle};
    Asked asked(nodes, kPolicies[below(3)]);
    const bool rarely_preferred = one_in(2);  // so that cases in which no hint
                                              // is preferred occur too
    const int lists = below(max_lists + 1);
    int provider = 0;
    for (int i = 0; i < lists; ++i) {
      const std::string name(1, static_cast<char>('a' + below(4)));
      if (one_in(12)) {
        asked.opinion(name, one_in(2) ? Opinion::kNoPreference : Opinion::kUnsatisfiable, provider);
        continue;
      }
      std::vector<Hint> hints;
      for (int left = one_in(20) ? 0 : 1 + below(max_hints); left > 0; --left)
        hints.push_back(hint(nodes, rarely_preferred));
      provider += below(2);
      asked.list(name, std::move(hints), provider);
    }
    if (one_in(2)) {
      std::vector<uint32_t> distances;
      for (size_t i = 0; i < nodes * nodes; ++i)
        distances.push_back(10 + static_cast<uint32_t>(below(3)));
      asked.closest(std::move(distances));
    }
    if (one_in(2)) {
      std::vector<NodeUse> use;
      for (size_t i = 0; i < nodes; ++i) use.push_back(static_cast<NodeUse>(below(3)));
      asked.exclusive(std::move(use));
    }
    return asked;
  }

 private:
  Hint hint(size_t nodes, bool rarely_preferred) {
    const bool preferred = rarely_preferred ? one_in(8) : one_in(2);
    if (one_in(15)) return anywhere(preferred);
    Mask set = one_in(2) ? mask(nodes) : Mask{1} << below(static_cast<int>(nodes));
    if (set == 0 && !one_in(10)) set = first_nodes(nodes);
    return {set, below(4), true, preferred};
  }

  std::mt19937 random_;
};

}  // namespace koord::numa::testing
