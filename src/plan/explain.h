// Explains why the nodes of a cluster refuse a pod, how
// near each of them is, and what would have to change.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/refusal.h"
#include "plan/bound.h"
#include "plan/held_by_claims.h"
#include "plan/remedy.h"
#include "sched/cluster/cluster_snapshot.h"
#include "sched/verdict/verdicts.h"

namespace koord::plan {

inline constexpr uint32_t kMostMisses = 64;

struct ExplainOptions {
  uint32_t nearest = 3;   // number of nodes to examine closely, at most kMostMisses
  uint64_t tries = 8192;  // limits that work, see Remedies
};

// Nodes that refuse for the same reason and lack the same thing.
struct Group {
  Refusal refusal;  // of the nearest
  Bound bound;      // of the nearest
  uint32_t nodes = 0;
  uint32_t nearest = 0;  // the node with the smallest shortage; ties go to the lowest id
  int64_t least = 0;     // smallest and largest bound.best of all of them
  int64_t most = 0;
  std::string name;      // of the nearest
  std::string resource;  // the resource that is lacking; empty if it is not an amount
  std::string devices;   // the type of devices that are lacking or lack an amount; empty if none
  HeldByClaims held;     // of the nearest
};

struct Miss {
  uint32_t node = 0;
  Refusal refusal;
  Lack lack;
  std::string name;
  std::string resource;
  std::string devices;
  HeldByClaims held;
  std::vector<Remedy> remedies;  // fewest steps first
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
  Refusal request;            // set if the request is wrong on every node
  std::vector<Fit> fits;      // the best nodes, as many as there may be misses
  std::vector<Group> groups;  // most nodes first, then by reason
  // Smallest shortage first; nodes on which no eviction would help come last.
  std::vector<Miss> misses;
};

// `query` must be about `pod`.
Explanation explain(const sched::ClusterSnapshot &snapshot, const sched::Query &query,
                    const object::PodObject &pod, const ExplainOptions &options);

// Returns text for people, in lines that end with a newline.
std::string to_text(const Explanation &explanation);
std::string to_text(const Group &group, uint32_t nodes);
// Returns the reason why the node refuses the pod.
std::string to_text(const Miss &miss);

}  // namespace koord::plan
