// What kubelet's state files say, as plain data: cpu_manager_state and memory_manager_state without
// their format.
#pragma once

#include <cstdint>
#include <map>
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

// Empty: kubelet starts for the first time.
struct CpuState {
  CpuSet shared;  // the default set
  ByContainer<CpuSet> entries;
};
struct MemoryState {
  std::map<int, NumaState> machine;  // by NUMA node
  ByContainer<std::vector<BlockState>> entries;
};

}  // namespace koord::kubelet
