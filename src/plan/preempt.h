// Preemption: the pods to evict on each node so that another pod fits.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sched/cluster/changes.h"
#include "sched/cluster/cluster_snapshot.h"

namespace koord::plan {

// The pod to be placed.
struct Preemptor {
  sched::Query query;
  int32_t priority = 0;
  std::string_view uid;  // never its own victim
};

// The order of sets of victims, after the number of victims that should be avoided.
enum class Preference : uint8_t {
  kFewest,  // fewer victims; then lower priorities, sorted descending and compared one by one
  // A lower highest priority; then fewer; then a lower sum of priorities; then as kFewest.
  kLeastImportant
};

struct PreemptionOptions {
  static constexpr uint64_t kWork = uint64_t{1} << 20;

  Preference preference = Preference::kFewest;
  uint64_t work = kWork;  // for all nodes; see VictimSearch::kTry
};

struct Victim {
  std::string uid;
  int32_t priority;
};

// The effect of evictions on one node.
struct Preemption {
  uint32_t node = 0;
  uint64_t generation = 0;        // of the node
  Reason reason = Reason::kNone;  // kNone if the pod fits once the victims are gone
  bool unresolvable = false;      // otherwise: no evictions would help
  bool proven = true;             // no other set of victims is better
  int32_t score = 0;              // of the node without the victims
  int32_t highest_priority = 0;   // of the victims
  int64_t priority_sum = 0;       // of the victims, each counted from INT32_MIN
  uint32_t avoided = 0;           // victims that should be avoided
  size_t first = 0;  // index of its victims, which are ordered by priority, descending, then uid
  size_t count = 0;
};

struct Preemptions {
  std::vector<Preemption> rows;  // all nodes: the best first, those on which nothing helps last
  std::vector<Victim> victims;
};

Preemptions preempt(const sched::ClusterSnapshot &snapshot, const Preemptor &pod,
                    const PreemptionOptions &options);

// Writes the evictions of the victims and the placement of the pod, for a node that has not changed
// since the query. Refuses if Reserve would not do what the verdict promised.
Refusal carry_out(const sched::ClusterSnapshot &snapshot, const Preemptor &pod, uint32_t node,
                  std::span<const Victim> victims, sched::Changes &out);

}  // namespace koord::plan
