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
    bool helps() const { return row.reason == KOORD_REASON_NONE; }
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
  std::string pod;
  koord_capacity_info info{};
  std::vector<std::pair<std::string, koord_node_capacity>> nodes;
  std::vector<koord_capacity_reason> reasons;
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
