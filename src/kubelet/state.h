// Contents of kubelet's state files as plain data: cpu_manager_state, memory_manager_state and
// kubelet_internal_checkpoint, regardless of their format.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/cpu_set.h"

namespace koord::kubelet {

template <typename Value>
using ByContainer = std::map<std::string, std::map<std::string, Value>>;  // pod uid, name

struct MemoryTable {
  uint64_t total = 0;
  uint64_t system_reserved = 0;
  uint64_t allocatable = 0;
  uint64_t reserved = 0;
  uint64_t free = 0;
};

struct NumaState {
  int64_t assignments = 0;
  std::map<std::string, MemoryTable> memory;  // by kind
  std::vector<int> cells;                     // NUMA nodes it is grouped with, itself included
};

struct BlockState {
  std::vector<int> nodes;  // ascending
  std::string kind;
  uint64_t bytes = 0;
};

struct DevicesState {
  std::vector<std::string> ids;
  std::optional<std::string> response;  // the plugin's answer, as kubelet stores it
};

// Empty if kubelet starts for the first time.
struct CpuState {
  CpuSet shared;  // the default set
  ByContainer<CpuSet> entries;
  std::map<std::string, CpuSet> pods = {};  // CPUs of whole pods, by uid
};
struct MemoryState {
  std::map<int, NumaState> machine;  // by NUMA node
  ByContainer<std::vector<BlockState>> entries;
  std::map<std::string, std::vector<BlockState>> pods = {};  // memory of whole pods, by uid
};
struct DeviceState {
  ByContainer<std::map<std::string, DevicesState>> entries;  // by resource
  std::map<std::string, std::vector<std::string>> registered;
};

}  // namespace koord::kubelet
