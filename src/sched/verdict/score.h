// Score: rates a node that can take the pod.
#pragma once

#include <span>

#include "sched/placing/placement.h"

namespace koord::sched {

// Returns the proposal's A + B, 0..200 and not yet normalized, or
// 0..100 by upstream's formula. The score of devices is added.
int32_t score_as_configured(const View &node, const Shape &shape, const Options &options,
                            const Placement &placement);

// Returns the score of the GPU policy if one is configured, and score_as_configured() otherwise.
int32_t score(const View &node, const Shape &shape, const Options &options,
              const Placement &placement);

}  // namespace koord::sched
