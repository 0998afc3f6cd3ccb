// The measured machines and their free CPUs. Needs koord.h, but not the library.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "koord.h"

namespace koord::bench {

// A server of 2 sockets with 2 threads per core; CPU i and i + cpus / 2
// are siblings, as Linux numbers them on x86.
struct Machine {
  const char *name;  // "256cpu-8numa"
  int cpus;
  int nodes;
  int cores_per_l3;

  int cores() const { return cpus / 2; }
  size_t words() const { return static_cast<size_t>(cpus + 63) / 64; }
};

// 104, 128, 256 and 512 CPUs; the middle ones with one and with four NUMA nodes per socket.
std::span<const Machine> machines();

std::vector<koord_cpu> rows(const Machine &machine);
// The value of node.koordinator.sh/cpu-topology.
std::string annotation(const Machine &machine);

enum class Taken {
  kCores,  // half of the cores, whole
  kCpus,   // half of the CPUs, so that half of the cores are half free
};

using Words = std::vector<uint64_t>;

// Returns the CPUs left when half of them are in use at random;
// equal seeds give equal sets on any platform.
Words half_free(const Machine &machine, Taken taken, uint32_t seed);

inline bool contains(const Words &set, int cpu) {
  return (set[static_cast<size_t>(cpu) / 64] >> (cpu % 64) & 1) != 0;
}
inline void add(Words &set, int cpu) {
  set[static_cast<size_t>(cpu) / 64] |= uint64_t{1} << (cpu % 64);
}

}  // namespace koord::bench
