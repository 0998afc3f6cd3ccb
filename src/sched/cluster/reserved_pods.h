// Pods are reserved before they are bound, and removed.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "sched/cluster/query.h"
#include "sched/cluster/state.h"

namespace koord::sched {

// Returns the same answer again if the pod is already reserved on this node. `cpus` (may be empty)
// receives the CPUs that the pod owns. Throws kNoSpace if the machine's CPUs do not fit into it,
// and kInvalid if the affinity names NUMA nodes that the node lacks.
Outcome reserve(ClusterState &state, const Query &query, std::string_view uid, uint32_t node,
                const ReserveConditions &conditions, Refusal &refusal, std::span<uint64_t> cpus);
Outcome remove_pod(ClusterState &state, std::string_view uid);

// Throws kNoSpace if `cpus` is not empty and has fewer than `needed` words.
void check_words(const Node &node, size_t needed, std::span<const uint64_t> cpus);
// Writes the CPUs that a pod of the node owns to all of `cpus`, without those that it has lost.
// Throws kNoSpace as check_words.
void write_owned(const Node &node, const Holding &holding, std::span<uint64_t> cpus);

}  // namespace koord::sched
