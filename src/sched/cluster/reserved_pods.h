// Pods are placed here and now, before anybody has bound them; and pods go.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "sched/cluster/query.h"
#include "sched/cluster/state.h"

namespace koord::sched {

// Already reserved on this node: the same answer again. `cpus` (may be empty) receives the CPUs the
// pod owns; throws kNoSpace where the machine's do not fit, kInvalid for an affinity beyond its
// NUMA nodes.
Outcome reserve(ClusterState &state, const Query &query, std::string_view uid, uint32_t node,
                const ReserveConditions &conditions, Refusal &refusal, std::span<uint64_t> cpus);
Outcome remove_pod(ClusterState &state, std::string_view uid);

// Throws kNoSpace where CPUs are wanted that need more words.
void check_words(const Node &node, size_t needed, std::span<const uint64_t> cpus);

}  // namespace koord::sched
