#include "plan/fragmentation.h"

#include <algorithm>
#include <tuple>

namespace koord::plan {

std::strong_ordering compare(const Fragmentation &a, const Fragmentation &b) {
  const auto key = [](const Fragmentation &of) {
    return std::tuple(of.contested, of.extra_numa, of.extra_sockets, of.unmet_pods, of.stranded,
                      -of.largest_block);
  };
  return key(a) <=> key(b);
}

void measure_room(const sched::Node &node, Fragmentation &out) {
  const Topology &machine = node.machine();
  const SiblingMap &siblings = machine.siblings();
  const CpuSet free = node.free();
  const CpuSet whole = free - siblings.with_siblings(machine.all_cpus() - free);
  const CpuSet usable = machine.all_cpus() - siblings.with_siblings(node.withheld());
  out.free_cpus = free.count();
  out.free_cores = siblings.lowest_per_core(whole).count();
  out.stranded = out.free_cpus - whole.count();
  out.largest_block = 0;
  int possible = 0;
  for (const sched::NumaAccount &numa : node.numa()) {
    if (numa.place == nullptr) continue;
    out.largest_block = std::max(out.largest_block, numa.whole);
    possible = std::max(possible, usable.count_and(numa.place->cpus));
  }
  possible = std::min(possible, out.free_cpus);
  possible -= possible % machine.cpus_per_core();
  const int missing = std::max(0, possible - out.largest_block);
  out.percent = missing == 0 ? 0 : (100 * missing + possible / 2) / possible;
}

}  // namespace koord::plan
