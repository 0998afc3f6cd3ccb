// What the command line says about pods: those to place and those that hold CPUs already.
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
  std::vector<int32_t> numa_nodes;  // hint; empty: any node
  std::string numa_nodes_from;      // what said so: "--numa-nodes", or a setting of --pod
};

struct Holder {
  std::string name;
  koord::CpuSet cpus;
  koord_exclusive_policy exclusive = KOORD_EXCLUSIVE_POLICY_NONE;
};

// The spellings of Kubernetes objects, in the order of koord.h's constants.
const std::vector<std::string> &bind_policies();
const std::vector<std::string> &exclusive_policies();
const std::vector<std::string> &numa_strategies();

uint32_t parse_cpus(std::string_view subject, std::string_view text);
std::vector<int32_t> parse_nodes(std::string_view subject, std::string_view text);

// "db=8,bind=FullPCPUs,required,exclusive=PCPULevel,numa=LeastAllocated,numa-nodes=0+1,fewest-l3";
// what is not said comes from `defaults`.
PodRequest parse_pod(std::string_view text, const PodRequest &defaults);
// "0-3,8[:NAME][:PCPULevel]"
Holder parse_holder(std::string_view text, const std::string &default_name);
// "full-pcpus-only=true,align-by-socket" -> KOORD_KUBELET_* bits, on top of `options`.
uint32_t parse_kubelet_options(std::string_view text, uint32_t options);

}  // namespace koordctl
