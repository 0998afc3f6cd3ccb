// Reserve: what exactly a pod gets on a node.
#pragma once

#include <memory>

#include "sched/judge.h"

namespace koord::sched {

// Judges and, where nothing is refused, writes what the pod is to hold. Changes nothing.
Refusal allocate(const Node &node, const std::shared_ptr<const Shape> &shape,
                 const Options &options, bool skip_fit, Holding &out);

}  // namespace koord::sched
