// NodeNUMAResourceArgs, the arguments of Koordinator's scheduler plugin of that name.
#pragma once

#include "object/objects.h"
#include "wire/args/scoring_args.h"

namespace koord::wire {

struct NumaResourceArgs {
  // kDefault binds only pods that request it.
  object::PodBind default_bind = object::PodBind::kFullPcpus;
  object::NumaPolicy default_numa = object::NumaPolicy::kAbsent;
  ScoringArgs scoring;
  ScoringArgs numa_scoring;
};

// Unknown fields are ignored. Throws kInvalid naming the field, kLimit (more than 64 weights).
NumaResourceArgs read_numa_resource_args(const JsonValue &args);

}  // namespace koord::wire
