// Which devices of a node a pod gets, all types together.
#pragma once

#include <optional>
#include <span>

#include "device/gpu_choice.h"
#include "device/request.h"

namespace koord::device {

struct Conditions {
  Profile profile = Profile::kSpec;
  const Scorer *scorer = nullptr;  // nullptr: whether there is a choice is all that counts
  PickMode mode = PickMode::kSet;  // of GPU sets
  bool keeps_to_numa = false;      // only devices on these NUMA nodes (ids)
  std::span<const int32_t> numa;
  bool settles_secondary = true;  // where the node plans them well: when the pod is reserved
  GpuLabels labels;
};

// No taking away of pods would change the answer.
bool is_unresolvable(const Refusal &refusal);

// Types of which the node's devices have nothing to do with the pod are left out. Grants are ascending by type,
// those of one type in the order in which they were chosen; amounts of GPU memory are filled in.
Refusal allocate(const Ledger &ledger, const Ask &ask, const Conditions &conditions, Grants &out);

// 0..100 for each type asked for, should a node have them: how much of all its devices that the pod may have would
// be used, in the words of a scorer. None: there is no scorer, or the node has no such devices.
std::optional<int64_t> score_node(const Ledger &ledger, const Ask &ask,
                                  const Conditions &conditions);

// Fills in bytes from percent of a GPU's memory, or the other way: rounded down and up, both down under kUpstream.
// Nothing to do where both are said, and for other devices. Refuses a GPU that is not there or not healthy.
Refusal fill_memory(const Ledger &ledger, Profile profile, Grant &grant);

}  // namespace koord::device
