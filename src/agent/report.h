// What a node's agent tells the scheduler about it.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "agent/local_node.h"
#include "object/objects.h"

namespace koord::agent {

// CPUs that pods have for themselves, ascending by uid: those that kubelet's static policy serves
// and, under the proposals, LSE and LSR pods.
std::vector<object::HeldCpus> held_cpus(const LocalNode &node);

// 64 bits that change when the report does: pools, CPUs of pods, reservations, the machine's CPUs
// and `settings`, which stands for what else is reported. The same for the same report, in any
// process.
uint64_t text_hash(std::string_view text);
uint64_t report_hash(const LocalNode &node, std::string_view settings);

}  // namespace koord::agent
