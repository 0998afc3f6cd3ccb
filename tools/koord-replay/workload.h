// Input of a replay: a recorded cluster, its pods, the orders in which they arrive, and the classes
// that policies expect.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fragments.h"
#include "trace.h"

namespace koordctl {

// Parameters by which policies learn the classes.
struct Learning {
  bool from_classes = false;  // start with the known classes instead of none
  uint32_t half_life = 0;     // arrivals after which a count halves; 0 if the classes are known
  // Percent of the tasks that accept any model which are assumed to require one, each model equally
  // often.
  uint32_t hedge = 0;
  // Interval of updates to the policy, in arrivals. Each update also lets the room-left policy see
  // how much of each model is in use. If 0, learned classes are applied at increasing intervals and
  // known ones once.
  uint32_t refresh = 0;
};

struct Workload {
  std::string name;  // from the name of the pods' file: "openb_pod_list_default"
  std::vector<TraceNode> nodes;
  int64_t gpus = 0;  // total over all nodes
  std::vector<TracePod> pods;
  std::vector<TaskKind> kinds;    // kinds of the pods
  std::vector<TaskKind> classes;  // kinds that policies expect
  Learning learning;              // how policies learn other kinds
  Arrivals arrivals;              // by seed
};

struct WorkloadFiles {
  std::string nodes;
  std::vector<std::string> pods;
  std::string classes;   // "" for those of the pods
  std::string arrivals;  // "" to draw until `most` percent of the GPUs are requested
  std::string then;      // "" if no other pods come later
  uint32_t then_at = 0;  // percent of the GPUs requested when the later pods start
};

// Returns one workload for each file of pods. Later pods follow the first ones in the list, and are
// not part of the expected classes. Throws a Failure that names the file and the field, or the seed
// that is missing in the file of arrivals.
std::vector<Workload> read_workloads(const WorkloadFiles &files, const std::vector<uint64_t> &seeds,
                                     uint32_t most);

}  // namespace koordctl
