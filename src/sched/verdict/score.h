// Score: how good a node is for a pod that it can take.
#pragma once

#include <span>

#include "sched/placing/placement.h"

namespace koord::sched {

// The proposal's A + B, 0..200 and not yet normalised; with upstream's formula 0..100. What devices
// say is added.
int32_t score_as_configured(const View &node, const Shape &shape, const Options &options,
                            const Placement &placement);

// The same, or what the policy for GPU tasks says where there is one.
int32_t score(const View &node, const Shape &shape, const Options &options,
              const Placement &placement);

}  // namespace koord::sched
