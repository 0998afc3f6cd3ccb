// Questions about the pods of a session: whom to evict for one, how many more would fit, whether
// one can grow.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "session/simulation.h"

namespace koordctl {

struct PreemptRequest {
  size_t pod = 0;                        // of SessionInput::pods
  std::vector<std::string> keep, avoid;  // names of pods
  bool least_important = false;
  uint64_t budget = 0;  // 0: koord.h's default
};

struct PreemptResult {
  struct Victim {
    std::string name, uid;
    int32_t priority = 0;
    bool avoided = false;
  };
  struct Node {
    std::string name;
    koord_node_preemption row{};
    std::vector<Victim> victims;
    std::optional<FilterRefusal> filter;  // of kube-scheduler, that refuses the pod there
    bool helps() const { return !filter && row.reason == KOORD_REASON_NONE; }
    // Returns true if no eviction changes the answer.
    bool is_final() const { return filter || (row.flags & KOORD_PREEMPTION_UNRESOLVABLE) != 0; }
    std::string reason(koord_profile profile) const {
      return filter ? filter->reason : koord_reason_get_name(row.reason, profile);
    }
  };
  std::string pod;
  std::vector<std::pair<std::string, std::string>> nominated;  // pods, and the nodes they wait for
  std::vector<Node> nodes;                                     // the best first
  SessionResult before;
  // The pod on the first node, its victims gone; unset where no node would do.
  std::optional<SessionResult> after;
  std::string refusal;  // why the first node would not give what it promised; ""
};

// Whom every node would have to evict for a pod, which itself is nowhere, wherever it may run.
PreemptResult preempt(const Scenario &scenario, const PreemptRequest &request);

struct CapacityRequest {
  size_t pod = 0;                                            // of SessionInput::pods
  std::vector<std::string> drain, smt_off;                   // nodes
  std::vector<std::pair<std::string, std::string>> isolate;  // and their CPUs
  std::vector<std::string> keep;                             // names of pods
  uint32_t max_pods = 0;                                     // 0: koord.h's default
};

struct CapacityResult {
  struct Node {
    std::string name;
    uint64_t pods = 0;
    int64_t left_milli = 0, left_memory = 0;  // after these pods
    koord_reason code = KOORD_REASON_NONE;    // why no more; NONE: --max-pods, or a filter
    std::string reason;                       // its name, or that of the filter
    std::string message;                      // of a filter of kube-scheduler
    std::string resource;                     // of which there is too little for one pod
    bool evictions_help = false;
  };
  struct Group {  // of nodes with one reason
    std::string reason;
    uint64_t nodes = 0, pods = 0;
    int64_t left_milli = 0, left_memory = 0;
  };
  std::string pod;
  uint64_t pods = 0;
  koord_capacity_info info{};  // its pods include those of nodes that filters refuse
  std::vector<Node> nodes;
  std::vector<Group> reasons() const;  // of the library first
  std::vector<std::string> unchecked;  // as in NodeFilters
  SessionResult session;
};

// How many more pods like one of the files every node takes; those that wait do not matter.
CapacityResult count_capacity(const Scenario &scenario, const CapacityRequest &request);

struct ResizeRequest {
  size_t pod = 0;           // of SessionInput::pods
  std::string container;    // "": the only one
  std::string cpu, memory;  // "": as it is; REQUEST or REQUEST:LIMIT
  bool may_move = false;
};

struct ResizeResult {
  std::string node;
  PodResult before, after;
  std::optional<koord_refusal> refusal;
  std::string sentence;  // of the refusal; names the resource that lacks
  SessionResult session, resized;
};

// A bound pod with other amounts where it is.
ResizeResult resize(const Scenario &scenario, const ResizeRequest &request);

}  // namespace koordctl
