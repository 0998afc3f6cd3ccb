// Reserve: what exactly a pod gets on a node.
#pragma once

#include <memory>

#include "sched/verdict/judge.h"

namespace koord::sched {

// Judges and, where nothing is refused, grants. Changes nothing. `placed`, where given, receives
// how.
Refusal allocate(const View &node, const std::shared_ptr<const Shape> &shape,
                 const Options &options, const Conditions &conditions, Holding &out,
                 Placement *placed = nullptr);

}  // namespace koord::sched
