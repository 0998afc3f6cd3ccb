// Checks if a node can satisfy a placement, by the rules of the profile `upstream`.
#pragma once

#include "sched/placing/placement.h"

namespace koord::sched {

// Evaluates a placement from counts of CPUs if they
// suffice, which is ten times faster than picking CPUs.
class UpstreamFit {
 public:
  // Keeps references to all arguments.
  UpstreamFit(const View &node, const Shape &shape, const Options &options,
              const Placement &placement)
      : node_(node), shape_(shape), options_(options), placement_(placement) {}

  // Returns true if counts suffice. Otherwise the functions below pick CPUs on trial.
  bool can_count() const;
  // Returns true if these NUMA nodes together can hold the pod, aligned.
  bool fits(numa::Mask nodes) const;
  // Returns true if the node as a whole has enough CPUs for a pod that owns its CPUs.
  bool fits_anywhere() const;

 private:
  bool has_cpus(numa::Mask nodes) const;

  const View &node_;
  const Shape &shape_;
  const Options &options_;
  const Placement &placement_;
};

// Checks a pod that owns CPUs or is aligned. Sets
// `granted` of the placement or returns the refusal.
Refusal check_grant(const View &node, const Shape &shape, const Options &options,
                    Placement &placement);

}  // namespace koord::sched
