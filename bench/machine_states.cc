// Prints the machines of machines.h and the states that pick_bench cycles through, as JSON for Go.
#include <cstdio>

#include "machines.h"
#include "picks.h"

int main() {
  using namespace koord::bench;
  const char *next_machine = "[";
  for (const Machine &machine : machines()) {
    std::printf("%s\n{\"Name\":\"%s\",\"CPUs\":", next_machine, machine.name);
    next_machine = ",";
    const char *next = "[";
    for (const koord_cpu &row : rows(machine)) {
      std::printf("%s{\"CPU\":%d,\"Core\":%d,\"Socket\":%d,\"Node\":%d,\"L3\":%d}", next, row.cpu,
                  row.core, row.socket, row.numa_node, row.l3);
      next = ",";
    }
    std::printf("],\"States\":");
    const char *next_state = "[";
    for (uint32_t seed = 0; seed < kStates; ++seed) {
      const Words free = half_free(machine, Taken::kCores, seed);
      next = "[";
      std::printf("%s", next_state);
      for (int cpu = 0; cpu < machine.cpus; ++cpu)
        if (contains(free, cpu)) {
          std::printf("%s%d", next, cpu);
          next = ",";
        }
      std::printf("]");
      next_state = ",\n";
    }
    std::printf("]}");
  }
  std::printf("]\n");
}
