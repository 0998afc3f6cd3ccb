// Parses the command line's pods: those to place and those that hold CPUs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "koord.hpp"

namespace koordctl {

struct PodRequest {
  std::string name = "pod";
  uint32_t cpus = 0;
  koord_bind_policy bind = KOORD_BIND_POLICY_DEFAULT;
  koord_exclusive_policy exclusive = KOORD_EXCLUSIVE_POLICY_NONE;
  koord_numa_strategy numa = KOORD_NUMA_STRATEGY_MOST_ALLOCATED;
  uint32_t flags = 0;               // KOORD_PICK_*
  std::vector<int32_t> numa_nodes;  // hint; empty for any node
  std::string numa_nodes_from;      // source of the hint: "--numa-nodes", or a setting of --pod
};

struct Holder {
  std::string name;
  koord::CpuSet cpus;
  koord_exclusive_policy exclusive = KOORD_EXCLUSIVE_POLICY_NONE;
};

// Spellings in Kubernetes objects, in the order of koord.h's constants.
const std::vector<std::string> &bind_policies();
const std::vector<std::string> &exclusive_policies();
const std::vector<std::string> &numa_strategies();

uint32_t parse_cpus(std::string_view subject, std::string_view text);
std::vector<int32_t> parse_nodes(std::string_view subject, std::string_view text);

// Parses
// "db=8,bind=FullPCPUs,required,exclusive=PCPULevel,numa=LeastAllocated,numa-nodes=0+1,fewest-l3".
// Settings that are not stated come from `defaults`.
PodRequest parse_pod(std::string_view text, const PodRequest &defaults);
// Parses "0-3,8[:NAME][:PCPULevel]".
Holder parse_holder(std::string_view text, const std::string &default_name);
// Parses "full-pcpus-only=true,align-by-socket" into KOORD_KUBELET_* bits, starting with `options`.
uint32_t parse_kubelet_options(std::string_view text, uint32_t options);

}  // namespace koordctl
