// Why the nodes of a cluster say no to a pod, how near each of them is, and what would have to
// change.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/refusal.h"
#include "plan/bound.h"
#include "plan/remedy.h"
#include "sched/cluster/scene.h"
#include "sched/verdict/verdicts.h"

namespace koord::plan {

inline constexpr uint32_t kMostMisses = 64;

struct ExplainOptions {
  uint32_t nearest = 3;   // how many nodes are looked at closely, at most kMostMisses
  uint64_t tries = 8192;  // and how much of that, see Remedies
};

// Nodes that refuse for one reason and lack one thing.
struct Group {
  Refusal refusal;  // of the nearest
  Bound bound;      // of the nearest
  uint32_t nodes = 0;
  uint32_t nearest = 0;  // the node with the smallest lack of it, the lowest of those
  int64_t least = 0;     // of bound.best over all of them
  int64_t most = 0;
  std::string name;      // of the nearest
  std::string resource;  // that lacks; "" where it is no amount
  std::string devices;   // the type of devices that lack, or lack of it; "" none
};

struct Miss {
  uint32_t node = 0;
  Refusal refusal;
  Lack lack;
  std::string name;
  std::string resource;
  std::string devices;
  std::vector<Remedy> remedies;  // those of fewest steps first
};

struct Fit {
  sched::Verdict verdict;
  std::string name;
};

struct Explanation {
  std::string pod;  // namespace/name
  uint64_t generation = 0;
  uint32_t nodes = 0;
  uint32_t fitting = 0;
  bool gave_up = false;       // more remedies might have been found
  std::vector<Fit> fits;      // the best, as many as misses are wanted
  std::vector<Group> groups;  // of most nodes first, then by reason
  std::vector<Miss> misses;   // those that lack least first, those that no eviction would help last
};

// `query` is about `pod`.
Explanation explain(const sched::Scene &scene, const sched::Query &query,
                    const object::PodObject &pod, const ExplainOptions &options);

// For people: several lines, each ended.
std::string to_text(const Explanation &explanation);
std::string to_text(const Group &group, uint32_t nodes);
// Why the node refuses.
std::string to_text(const Miss &miss);

}  // namespace koord::plan
