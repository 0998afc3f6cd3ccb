#include "machines.h"

#include <array>
#include <numeric>
#include <utility>

namespace koord::bench {
namespace {

// Models: Xeon Platinum 8269CY; EPYC 7543 (4 cores per L3) without and with four NUMA nodes per
// socket; EPYC 7763, the same; EPYC 9754.
constexpr std::array<Machine, 6> kMachines{{
    {"104cpu-2numa", 104, 2, 26},
    {"128cpu-2numa", 128, 2, 4},
    {"128cpu-8numa", 128, 8, 4},
    {"256cpu-2numa", 256, 2, 8},
    {"256cpu-8numa", 256, 8, 8},
    {"512cpu-8numa", 512, 8, 8},
}};

// The minimal standard generator. Unlike std::shuffle, it gives equal results on every platform.
class Random {
 public:
  explicit Random(uint32_t seed) : state_(seed + 1) {}
  size_t below(size_t bound) {
    state_ = state_ * 48271 % 2147483647;
    return state_ % bound;
  }

 private:
  uint64_t state_;
};

}  // namespace

std::span<const Machine> machines() { return kMachines; }

std::vector<koord_cpu> rows(const Machine &machine) {
  std::vector<koord_cpu> out;
  const int cores = machine.cores();
  for (int cpu = 0; cpu < machine.cpus; ++cpu) {
    const int core = cpu % cores;
    out.push_back({.cpu = cpu,
                   .core = core,
                   .socket = core * 2 / cores,
                   .numa_node = core * machine.nodes / cores,
                   .l3 = core / machine.cores_per_l3,
                   .core_index = core,
                   .kernel_core = core % (cores / 2),
                   .kind = 0});
  }
  return out;
}

std::string annotation(const Machine &machine) {
  std::string out = R"({"detail":[)";
  for (const koord_cpu &row : rows(machine)) {
    if (row.cpu > 0) out += ',';
    out += R"({"id":)" + std::to_string(row.cpu) + R"(,"core":)" + std::to_string(row.core) +
           R"(,"socket":)" + std::to_string(row.socket) + R"(,"node":)" +
           std::to_string(row.numa_node) + '}';
  }
  return out + "]}";
}

Words half_free(const Machine &machine, Taken taken, uint32_t seed) {
  const bool cores = taken == Taken::kCores;
  std::vector<int> units(static_cast<size_t>(cores ? machine.cores() : machine.cpus));
  std::iota(units.begin(), units.end(), 0);
  Random random(seed);
  for (size_t i = units.size(); i > 1; --i) std::swap(units[i - 1], units[random.below(i)]);
  Words free(machine.words());
  for (size_t i = 0; i < units.size() / 2; ++i) {
    add(free, units[i]);
    if (cores) add(free, units[i] + machine.cores());
  }
  return free;
}

}  // namespace koord::bench
