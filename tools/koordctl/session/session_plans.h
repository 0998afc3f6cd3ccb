// Plans for the pods of a session: preemption, capacity for more pods, and resizing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "session/simulation.h"

namespace koordctl {

struct PreemptRequest {
  size_t pod = 0;                        // index of SessionInput::pods
  std::vector<std::string> keep, avoid;  // names of pods
  bool least_important = false;
  uint64_t budget = 0;  // 0 for koord.h's default
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
    std::optional<FilterRefusal> filter;  // of kube-scheduler, if it refuses the pod there
    std::string resource;                 // resource that is insufficient, after all evictions, too
    bool helps() const { return !filter && row.reason == KOORD_REASON_NONE; }
    // Returns true if no eviction changes the result.
    bool is_unresolvable() const {
      return filter || (row.flags & KOORD_PREEMPTION_UNRESOLVABLE) != 0;
    }
    std::string reason(koord_profile profile) const {
      return filter ? filter->reason : koord_reason_get_name(row.reason, profile);
    }
  };
  std::string pod;
  std::string request;                                         // Session::wrong_request()
  std::vector<std::pair<std::string, std::string>> nominated;  // pods and their nominated nodes
  std::vector<Node> nodes;                                     // best first
  SessionResult before;
  // The pod on the first node, without its victims; unset if no node is suitable.
  std::optional<SessionResult> after;
  std::string refusal;  // reason if the first node refused the pod after all, otherwise ""
};

// Plans for every node which pods to evict for a pod. The pod itself is left out of the session,
// even if it is bound.
PreemptResult preempt(const Scenario &scenario, const PreemptRequest &request);

struct CapacityRequest {
  size_t pod = 0;                                            // index of SessionInput::pods
  std::vector<std::string> drain, smt_off;                   // nodes
  std::vector<std::pair<std::string, std::string>> isolate;  // nodes and their CPUs
  std::vector<std::string> keep;                             // names of pods
  uint32_t max_pods = 0;                                     // 0 for koord.h's default
};

struct CapacityResult {
  struct Node {
    std::string name;
    uint64_t pods = 0;
    int64_t left_milli = 0, left_memory = 0;  // available after these pods
    // reason for the end; NONE for --max-pods, or a filter
    koord_reason code = KOORD_REASON_NONE;
    std::string reason;    // name of the reason or the filter
    std::string message;   // message of a filter of kube-scheduler
    std::string resource;  // resource that is insufficient for one pod
    bool resolvable = false;
  };
  struct Group {  // nodes with the same reason
    std::string reason;
    uint64_t nodes = 0, pods = 0;
    int64_t left_milli = 0, left_memory = 0;
  };
  std::string pod;
  std::string request;  // Rejection's message
  uint64_t pods = 0;
  koord_capacity_info info{};  // its pods include those of nodes that filters refuse
  std::vector<Node> nodes;
  std::vector<Group> reasons() const;  // those of the library first
  std::vector<std::string> unchecked;  // as in NodeFilters
  SessionResult session;
};

// Counts how many more pods like one of the files fit on every node. Waiting pods are ignored.
CapacityResult count_capacity(const Scenario &scenario, const CapacityRequest &request);

struct ResizeRequest {
  size_t pod = 0;           // index of SessionInput::pods
  std::string container;    // "" for the only one
  std::string cpu, memory;  // REQUEST or REQUEST:LIMIT; "" for unchanged
  bool may_move = false;
};

struct ResizeResult {
  std::string node;
  PodResult before, after;
  std::optional<koord_refusal> refusal;
  std::string sentence;  // message of the refusal, which names the insufficient resource
  SessionResult session, resized;
};

// Changes the amounts of a bound pod on its node.
ResizeResult resize(const Scenario &scenario, const ResizeRequest &request);

}  // namespace koordctl
