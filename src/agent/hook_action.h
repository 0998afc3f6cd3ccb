// Action of a hook for a container that is about to start: nothing, writing its CPUs to its control
// group, or a refusal.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "agent/node_state.h"
#include "base/cpu_set.h"
#include "base/refusal.h"

namespace koord::agent {

// The container as the runtime describes it.
struct StartingContainer {
  std::string id;
  std::string pod_uid;
  std::string name;              // empty for the sandbox
  std::optional<CpuSet> stated;  // the cpuset of resource-status, if known
};

// Conditions under which a container for which nothing was decided starts unchanged.
struct StartPolicy {
  bool leaves_without_state = true;  // if the node's agent has written no state
  bool leaves_refused = false;       // if the pod is refused
};

// Locations of control groups.
struct StartPlaces {
  std::string cgroups;
  std::function<std::string()> process_groups;  // reads /proc/<pid>/cgroup of its process
};

// Values equal those of koord_hook_outcome.
enum class StartOutcome : int32_t { kNotOurs = 0, kDone = 1, kLeft = 2, kRefused = 3 };

struct StartResult {
  StartOutcome outcome = StartOutcome::kNotOurs;
  Refusal refused;  // also set if the container is left unchanged
  uint32_t writes = 0;
};

// state: the node's state as far as it concerns the pod, or nullptr if there is none. Throws if
// control groups cannot be read or written, and if the container has ended meanwhile.
StartResult run_hook_action(const NodeState *state, const StartingContainer &container,
                            const StartPolicy &policy, const StartPlaces &places);

}  // namespace koord::agent
