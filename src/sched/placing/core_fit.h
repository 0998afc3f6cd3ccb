// Sums of whole cores of different widths, for pods that require whole cores.
#pragma once

#include "cpu/core_widths.h"
#include "sched/placing/placement.h"

namespace koord::sched {

// Checks that the CPUs of a pod are a sum of free whole cores. This matters only on machines whose
// cores differ in width; on others the number of CPUs decides.
class CoreFit {
 public:
  CoreFit(const View &node, const Shape &shape, const Placement &placement)
      : node_(node),
        cpus_(shape.cpus),
        matters_(!node->even_cores && node->has_machine && placement.binds && placement.required &&
                 placement.bind == cpu::BindPolicy::kFullPcpus) {}

  bool matters() const { return matters_; }
  // Checks these NUMA nodes. Uses at most the free amount of CPU of each.
  bool fits(numa::Mask mask) const { return !matters_ || is_sum(mask); }
  // Return the largest sum of whole cores, up to the requested
  // CPUs: of a NUMA node (a position), and of the whole node.
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
