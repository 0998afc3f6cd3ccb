// Machines and CPU sets made from fuzzer input: regular ones, and the same with what real machines
// do to them (offline threads, hybrid cores, sparse numbers, CPUs without a NUMA node).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/cpu_set.h"
#include "bytes.h"
#include "handles.h"
#include "koord.h"

namespace koord::fuzz {

struct Machine {
  std::vector<koord_cpu> rows;  // as the library gives them back
  std::string architecture;
  TopologyPtr topology;
  koord_topology_info info{};
  CpuSet all;
};

inline constexpr int kUsualMachineCpus = 128;
inline constexpr int kMaxMachineCpus = 1024;

Machine read_machine(Bytes &in);

using Words = std::vector<uint64_t>;
// A set over the machine, as `words` words; some hold CPUs the machine does not have.
Words read_set(Bytes &in, const Machine &machine, size_t words);

// Distinct values of one column of the CPUs in `cpus`.
int places(const Machine &machine, const CpuSet &cpus, int32_t koord_cpu::*column);
// CPUs of the set whose column has this value.
CpuSet where(const Machine &machine, const CpuSet &cpus, int32_t koord_cpu::*column, int32_t value);
// The threads of all cores, or 0 when cores differ.
int uniform_threads(const Machine &machine);

}  // namespace koord::fuzz
