// A session on a cluster: pods that are there already, then the others one after another, each on
// the best node for it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/diagnostics.h"
#include "koord.hpp"
#include "session/session_input.h"
#include "session/session_machine.h"

namespace koordctl {

// Nodes that kube-scheduler's filters refuse for a pod, by number.
struct FilteredNodes {
  std::map<uint32_t, FilterRefusal> refusals;
  std::map<uint32_t, std::string> names;
  std::vector<std::string> unchecked;  // as in NodeFilters
};

// Why one node said no.
struct NodeRefusal {
  std::string node;
  std::string filter;       // of kube-scheduler, that refuses it; "": libkoord does
  bool resolvable = false;  // taking pods away could change it
  koord_refusal refusal{};
  std::string resource;  // of which there is too little, where that is the reason
  std::string sentence;  // as explain has it
};

// Why all of them did.
struct Rejection {
  size_t nodes = 0;
  std::vector<std::pair<std::string, size_t>> reasons;  // how many nodes each, most first
  std::vector<NodeRefusal> refusals;  // of the kMaxRefusals nearest nodes, the nearest first
  std::string gang;  // why no member of its gang was placed; "": its gang is not the reason

  static constexpr uint32_t kMaxRefusals = 32;
  // "0/3 nodes: 2 NotEnoughCPUs, 1 NoTopology; nearest node-a: needs 8 CPUs; ..."
  std::string sentence() const;
};

enum class PodState { kPlaced, kBound, kRefused, kTerminated };

struct PodResult {
  std::string name;  // with its namespace
  std::string uid;
  // "web", with its namespace where that is not "default"
  std::string short_name() const;
  // To be scheduled, and can be.
  bool waits() const { return state == PodState::kRefused && unreadable.empty(); }
  koord_pod_info info{};
  PodState state = PodState::kRefused;
  // Of pods that are placed or bound; one bound to a node that is not there holds nothing.
  std::string node;
  koord::CpuSet cpus;   // its own
  std::string status;   // resource-status, JSON
  std::string devices;  // device-allocated, JSON
  koord_pod_conflicts conflicts{};
  std::vector<std::string> refused_claims;  // a sentence each
  // What could not be read: that was left aside, or all of the pod.
  std::vector<std::string> faults;
  std::string unreadable;
  // Of pods that were placed.
  std::optional<int32_t> score;  // none: placed with others at once
  std::string patch;             // what the API server would be told, JSON
  // Of pods that were refused.
  Rejection rejection;
};

struct NodeResult {
  std::string name;
  bool described = false;  // by a Node or a machine; others are only mentioned, be it by pods
  size_t pods = 0;
  koord::Topology topology;  // empty: not known
  koord::CpuSet free, held, reserved, pool;
};

// Result of a gang.
struct GangOutcome {
  std::string name;       // "namespace/name"
  bool has_group = true;  // false: its PodGroup does not exist
  size_t needed = 0;      // members that must find room at once
  size_t members = 0;
  size_t placed = 0;    // those that ran already included
  std::string message;  // why none were placed
  bool is_complete() const { return message.empty() && placed >= needed; }
};

struct SessionResult {
  koord_profile profile = KOORD_PROFILE_SPEC;
  std::vector<GangOutcome> gangs;
  std::vector<PodResult> pods;  // as in the files
  std::vector<NodeResult> nodes;
  std::vector<std::string> ignored;  // objects that cannot be read: a sentence each
  bool all_placed() const;
};

// What a session starts from.
struct Scenario {
  Diagnostics diagnostics;
  koord_profile profile;
  bool ignore_kubelet;
  SessionInput input;
  std::vector<Machine> machines;
  bool strict = false;  // a pod that cannot be read ends it
};

// Throws a Failure that names the document and the field when an object holds nonsense.
SessionResult simulate(const Scenario &scenario);

struct GangRequest {
  uint32_t max_nodes = 0;  // 0: any number
  uint64_t budget = 0;     // 0: koord.h's default
};

struct GangResult {
  SessionResult before, after;
  std::vector<std::string> refused;  // a sentence for each gang that lacks members
};

// Places each gang at once or not at all; pods that name no gang are one together.
GangResult place_gangs(const Scenario &scenario, const GangRequest &request);

struct RebindRequest {
  std::string node;
  std::string order;  // where the RebindResource is that names the node; "": an argument does
  std::vector<std::string> keep;  // names of pods that stay where they are
  uint32_t max_moves = 0;         // 0: any number
  uint32_t budget = 0;            // 0: koord.h's default
  bool no_new_crossing = false;
};

struct RebindResult {
  struct BoundPod {
    std::string name;        // as people know it
    std::string name_space;  // and as the API server does
    std::string bare_name;
    koord::CpuSet before, after;
  };
  struct Step {
    std::string uid;
    koord::CpuSet cpus;  // the pod's own after it
    std::string status;  // its resource-status, JSON
  };
  std::string node;
  koord_rebind_info info{};
  std::map<std::string, BoundPod> pods;  // by uid, those on the node with CPUs of their own
  std::vector<Step> steps;
  koord::Topology topology;
  koord::CpuSet reserved;
  SessionResult session;  // as it is before
};

// Other CPUs for the bound pods of one node; those that wait are left out.
RebindResult plan_rebind(const Scenario &scenario, const RebindRequest &request);

struct ExplainRequest {
  size_t pod = 0;             // of SessionInput::pods
  bool after_others = false;  // those before it in the files are placed first
  uint32_t nearest = 3;       // nodes that are looked at closely
};

struct PodExplanation {
  bool fits = false;
  FilteredNodes filtered;  // left out of everything else here
  std::string gang;        // what its gang asks for; "": it is in none
  std::string node;        // where it fits best, or else the nearest; "": there are none
  std::string text, json;
  SessionResult session;  // what there is besides the pod
  // With the pod on that node, where it fits as things are or once pods there have moved to other
  // CPUs.
  std::optional<SessionResult> after;
};

// Why nodes refuse one of the pods, which itself is nowhere, wherever it may run.
PodExplanation explain(const Scenario &scenario, const ExplainRequest &request);

}  // namespace koordctl
