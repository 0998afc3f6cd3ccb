// The agent's report on its node to the scheduler.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "agent/local_node.h"
#include "object/objects.h"

namespace koord::agent {

// Returns the exclusive CPUs of pods, ascending by uid: those from kubelet's static policy and,
// under the proposals, those of LSE and LSR pods.
std::vector<object::HeldCpus> held_cpus(const LocalNode &node);

// report_hash() changes when the report does: pools, CPUs of pods, reservations, the machine's CPUs
// and `settings`, which represents everything else that is reported. Equal reports have equal
// hashes in any process.
uint64_t text_hash(std::string_view text);
uint64_t report_hash(const LocalNode &node, std::string_view settings);

}  // namespace koord::agent
