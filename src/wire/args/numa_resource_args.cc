#include "object/spellings.h"
#include "wire/args/scheduler_args.h"
#include "wire/object/api_object.h"

namespace koord::wire {

NumaResourceArgs read_numa_resource_args(const JsonValue &args) {
  NumaResourceArgs out;
  if (const auto bind = args.find("defaultCPUBindPolicy"))
    out.default_bind = read_spelled(*bind, object::kPodBindSpellings);
  if (const auto policy = args.find("numaTopologyAlignmentPolicy"))
    out.default_numa = read_spelled(*policy, object::kNumaPolicySpellings);
  out.scoring = read_scoring(args, "scoringStrategy");
  out.numa_scoring = read_scoring(args, "numaScoringStrategy");
  return out;
}

}  // namespace koord::wire
