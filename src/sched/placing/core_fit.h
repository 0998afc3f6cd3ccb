// Whole cores of different width for a pod that requires them.
#pragma once

#include "cpu/core_widths.h"
#include "sched/placing/placement.h"

namespace koord::sched {

// Checks that the CPUs of a pod are a sum of free whole cores. It matters only on machines whose
// cores differ in width: on others the number of CPUs decides.
class CoreFit {
 public:
  CoreFit(const View &node, const Shape &shape, const Placement &placement)
      : node_(node),
        cpus_(shape.cpus),
        matters_(!node->even_cores && node->has_machine && placement.binds && placement.required &&
                 placement.bind == cpu::BindPolicy::kFullPcpus) {}

  bool matters() const { return matters_; }
  // On these NUMA nodes, no more of each than its free amount of CPU.
  bool fits(numa::Mask mask) const { return !matters_ || is_sum(mask); }
  // The most CPUs, up to those requested, that whole cores make up: of a NUMA node, a position, and
  // of the whole node.
  int most(size_t numa) const;
  int most() const;

 private:
  bool is_sum(numa::Mask mask) const;
  cpu::CoreSums sums(size_t numa) const;

  const View &node_;
  int cpus_;
  bool matters_;
};

}  // namespace koord::sched
