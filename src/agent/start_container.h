// What a hook does for a container that is about to start: nothing, its CPUs in its control group,
// or a refusal.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "agent/node_state.h"
#include "base/cpu_set.h"
#include "base/refusal.h"

namespace koord::agent {

// As the runtime tells of it.
struct StartingContainer {
  std::string id;
  std::string pod_uid;
  std::string name;              // "": the sandbox
  std::optional<CpuSet> stated;  // the cpuset of resource-status, where it is told
};

// Whether a container starts as it is where there is nothing to give it.
struct StartPolicy {
  bool leaves_without_state = true;  // the node's agent has written none
  bool leaves_refused = false;       // who is refused
};

// Where control groups are.
struct StartPlaces {
  std::string cgroups;
  std::function<std::string()> process_groups;  // reads /proc/<pid>/cgroup of its process
};

// Numbers are those of koord_hook_outcome.
enum class StartOutcome : int32_t { kNotOurs = 0, kDone = 1, kLeft = 2, kRefused = 3 };

struct StartResult {
  StartOutcome outcome = StartOutcome::kNotOurs;
  Refusal refused;  // also where it is left all the same
  uint32_t writes = 0;
};

// `state`: of the node, as far as it is about the pod; nullptr: there is none. Throws where control
// groups cannot be read or written, and where the container has ended meanwhile.
StartResult start_container(const NodeState *state, const StartingContainer &container,
                            const StartPolicy &policy, const StartPlaces &places);

}  // namespace koord::agent
