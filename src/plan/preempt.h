// Preemption: which pods to evict so that another fits, on every node.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sched/cluster/changes.h"
#include "sched/cluster/scene.h"

namespace koord::plan {

// Who wants to be placed.
struct Preemptor {
  sched::Query query;
  int32_t priority = 0;
  std::string_view uid;  // never its own victim
};

// Which of two sets of victims is better. After fewer of those to be avoided:
enum class Preference : uint8_t {
  kFewest,         // fewer; lower priorities, sorted descending and compared one by one
  kLeastImportant  // a lower highest priority; fewer; a lower sum of priorities; then as above
};

struct PreemptionOptions {
  static constexpr uint64_t kWork = uint64_t{1} << 20;

  Preference preference = Preference::kFewest;
  uint64_t work = kWork;  // for all nodes: see VictimSearch::kTry
};

struct Victim {
  std::string uid;
  int32_t priority;
};

// What evicting pods does on one node.
struct Preemption {
  uint32_t node = 0;
  uint64_t generation = 0;        // of the node
  Reason reason = Reason::kNone;  // kNone: the pod fits once the victims are gone
  bool unresolvable = false;      // else: no eviction of any pods would help
  bool proven = true;             // no other set of victims is better
  int32_t score = 0;              // of the node without the victims
  int32_t highest_priority = 0;   // of the victims
  int64_t priority_sum = 0;       // of the victims, each counted from INT32_MIN on
  uint32_t avoided = 0;           // victims that were to be avoided
  size_t first = 0;               // of its victims, which come by priority, descending, then uid
  size_t count = 0;
};

struct Preemptions {
  std::vector<Preemption> rows;  // of all nodes: the best first, those where nothing helps last
  std::vector<Victim> victims;
};

Preemptions preempt(const sched::Scene &scene, const Preemptor &pod,
                    const PreemptionOptions &options);

// The victims' evictions and the pod's coming, on a node as it was when it was asked. Refused where
// Reserve would not do what the verdict promised.
Refusal carry_out(const sched::Scene &scene, const Preemptor &pod, uint32_t node,
                  std::span<const Victim> victims, sched::Changes &out);

}  // namespace koord::plan
