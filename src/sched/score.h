// Score: how good a node is for a pod that it can take.
#pragma once

#include <span>

#include "sched/judge.h"

namespace koord::sched {

// The proposal's A + B, 0..200 and not yet normalised; with upstream's formula 0..100.
int32_t score(const View &node, const Shape &shape, const Options &options,
              const Placement &placement);

}  // namespace koord::sched
