// The state of kubelet's memory manager as a node's agent reports it.
#pragma once

#include <optional>
#include <string_view>

#include "agent/local_node.h"
#include "base/kubelet_version.h"
#include "base/log.h"
#include "object/kubelet_memory.h"
#include "wire/kubelet/kubelet_config.h"

namespace koord::capi {

// Reads memory_manager_state, an empty text if there is no such file. Returns nullopt under other
// policies than Static, and with a warning if the file is damaged or exceeds what a report can
// state.
std::optional<object::KubeletMemory> memory_report(std::string_view file,
                                                   const wire::KubeletConfig &config,
                                                   KubeletVersion version, const Log &log);

// Returns the report of a kubelet whose memory manager has another policy than Static, without
// NUMA nodes: it has the parts of the static CPU manager's state that no other part of a report
// states. Returns nullopt if there are none, or if kubelet pins no CPUs.
std::optional<object::KubeletMemory> cpu_report(const agent::LocalNode &node,
                                                const wire::KubeletConfig &config);

// Completes the report by the CPUs that kubelet gave to pods, and marks pods as ended if the node
// does not know them.
void add_pods(const agent::LocalNode &node, object::KubeletMemory &memory);

}  // namespace koord::capi
