// A session on a cluster: running pods first, then the others one after another, each on the best
// node for it.
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

// The refusal of one node.
struct NodeRefusal {
  std::string node;
  std::string filter;       // the filter of kube-scheduler that refuses it; "" if libkoord does
  bool resolvable = false;  // removing pods could change it
  koord_refusal refusal{};
  std::string resource;     // insufficient resource, if that is the reason
  std::string device_type;  // type of devices that are insufficient; "" otherwise
  std::string sentence;     // explain's message
};

// The refusal of all nodes.
struct Rejection {
  size_t nodes = 0;
  std::vector<std::pair<std::string, size_t>> reasons;  // numbers of nodes, most first
  std::vector<NodeRefusal> refusals;  // those of the kMaxRefusals nearest nodes, nearest first
  std::string request;                // reason if the request is wrong on every node; "" otherwise
  std::string gang;                   // reason if no member of its gang was placed; "" otherwise

  static constexpr uint32_t kMaxRefusals = 32;
  // Returns "0/3 nodes: 2 NotEnoughCPUs, 1 NoTopology; nearest node-a: needs 8 CPUs; ...".
  std::string sentence() const;
};

enum class PodState { kPlaced, kBound, kRefused, kTerminated };

struct PodResult {
  std::string name;  // including the namespace
  std::string uid;
  // Returns "web", with its namespace if that is not "default".
  std::string short_name() const;
  // Returns true if the pod waits to be scheduled and is readable.
  bool waits() const { return state == PodState::kRefused && unreadable.empty(); }
  koord_pod_info info{};
  PodState state = PodState::kRefused;
  // The next members are for placed and bound pods. A pod bound to a node that does not exist holds
  // nothing.
  std::string node;
  koord::CpuSet cpus;   // exclusive CPUs
  std::string status;   // resource-status, JSON
  std::string devices;  // device-allocated, JSON
  koord_pod_conflicts conflicts{};
  std::vector<std::string> refused_claims;  // one message each
  std::string unreported_type;              // type of devices that no source states; "": none
  // Errors of parts that are ignored, or the error for which the whole pod is unreadable.
  std::vector<std::string> faults;
  std::string unreadable;
  // ResourceClaims of a pod to place, which nothing here decides; as NodeFilters::claims().
  std::string claims;
  // The next members are for placed pods.
  std::optional<int32_t> score;  // unset if placed together with others
  std::string patch;             // patch for the API server, JSON
  // The next member is for refused pods.
  Rejection rejection;
};

// Devices of a node that a ResourceClaim holds.
struct ClaimedDevices {
  std::string claim;              // "namespace/name"; "" if it is not in the files
  std::vector<std::string> pods;  // "namespace/name": those that use it
  std::string holder;             // a name for people if neither is known
  std::string resource;
  // Ids of the Device object. "*": one that is not identified, so that no pod gets any of them.
  std::vector<std::string> ids;
};

struct NodeResult {
  std::string name;
  // by a Node or a machine; other nodes are only mentioned, possibly by pods
  bool described = false;
  size_t pods = 0;
  koord::Topology topology;  // empty if not known
  koord::CpuSet free, held, reserved, pool;
  std::string devices;  // the Device object, JSON; empty if there is none
  std::vector<ClaimedDevices> claimed;
};

// The result of a gang.
struct GangOutcome {
  std::string name;       // "namespace/name"
  bool has_group = true;  // false if its PodGroup does not exist
  size_t needed = 0;      // members that must be placed at once
  size_t members = 0;
  size_t placed = 0;    // including members that already ran
  std::string message;  // reason if none were placed
};

struct SessionResult {
  koord_profile profile = KOORD_PROFILE_SPEC;
  std::vector<GangOutcome> gangs;
  std::vector<PodResult> pods;  // in file order
  std::vector<NodeResult> nodes;
  std::vector<std::string> ignored;  // messages about objects that cannot be read
  bool all_placed() const;
};

// The input of a session.
struct Scenario {
  Diagnostics diagnostics;
  koord_profile profile;
  bool ignore_kubelet;
  SessionInput input;
  std::vector<Machine> machines;
  bool strict = false;  // an unreadable pod ends the session
};

// Throws a Failure that names the document and the field if an object is invalid.
SessionResult simulate(const Scenario &scenario);

struct GangRequest {
  uint32_t max_nodes = 0;  // 0 for any number
  uint64_t budget = 0;     // 0 for koord.h's default
};

struct GangResult {
  SessionResult before, after;
  std::vector<std::string> refused;  // a message for each gang that lacks members
};

// Places each gang at once or not at all. Pods without a gang form one together.
GangResult place_gangs(const Scenario &scenario, const GangRequest &request);

struct RebindRequest {
  std::string node;
  std::string order;  // location of the RebindResource that names the node; "" if an argument does
  std::vector<std::string> keep;  // names of pods that must not move
  uint32_t max_moves = 0;         // 0 for any number
  uint32_t budget = 0;            // 0 for koord.h's default
  bool no_new_crossing = false;
};

struct RebindResult {
  struct BoundPod {
    std::string name;        // name for users
    std::string name_space;  // namespace for the API server
    std::string bare_name;
    koord::CpuSet before, after;
  };
  struct Step {
    std::string uid;
    koord::CpuSet cpus;  // the pod's CPUs after the step
    std::string status;  // its resource-status, JSON
  };
  std::string node;
  koord_rebind_info info{};
  std::map<std::string, BoundPod> pods;  // pods with exclusive CPUs on the node, by uid
  std::vector<Step> steps;
  // Pods whose claims were refused until the plan frees their CPUs: these get CPUs with it.
  struct Claim {
    std::string pod;
    koord::CpuSet cpus;
  };
  std::vector<Claim> claims;
  koord_fragmentation with_claims{};  // afterwards; as info.after if there are none
  koord::Topology topology;
  koord::CpuSet reserved;
  SessionResult session;  // the session before
};

// Plans other CPUs for the bound pods of one node. Waiting pods are left out.
RebindResult plan_rebind(const Scenario &scenario, const RebindRequest &request);

struct ExplainRequest {
  size_t pod = 0;             // index of SessionInput::pods
  bool after_others = false;  // place earlier pods of the files first
  uint32_t nearest = 3;       // nodes to examine closely
};

struct PodExplanation {
  std::string pod;  // namespace/name
  bool fits = false;
  uint32_t nodes = 0;      // without the filtered ones
  FilteredNodes filtered;  // left out of all other results
  std::string gang;        // requirements of its gang; "" if it has none
  // the best node if it fits, otherwise the nearest; "" if there are no nodes
  std::string node;
  std::string text, json;
  SessionResult session;  // the session without the pod
  // With the pod on that node, if it fits as is, or after pods there have moved to other CPUs.
  std::optional<SessionResult> after;
};

// Explains why nodes refuse a pod. The pod itself is left out of the session, even if it is bound.
PodExplanation explain(const Scenario &scenario, const ExplainRequest &request);

}  // namespace koordctl
