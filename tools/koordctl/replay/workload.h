// What is replayed: a recorded cluster, its pods, orders in which they arrive, and what the
// policies are told.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "replay/fragments.h"
#include "replay/trace.h"

namespace koordctl {

// How policies come to know the classes.
struct Learning {
  bool from_classes = false;  // it begins with the classes, otherwise with nothing
  uint32_t half_life =
      0;  // arrivals after which a count is half of what it was; 0: the classes are known
  // Percent of the tasks that accept any model of which it is assumed that they want one, each
  // model as often.
  uint32_t hedge = 0;
  // They are told again after so many arrivals, when room left also sees how much of each model is
  // in use; 0: learnt classes as they are learnt, known ones once.
  uint32_t refresh = 0;
};

struct Workload {
  std::string name;  // the file of its pods: "openb_pod_list_default"
  std::vector<TraceNode> nodes;
  int64_t gpus = 0;  // of all nodes
  std::vector<TracePod> pods;
  std::vector<TaskKind> kinds;    // of the pods
  std::vector<TaskKind> classes;  // what policies expect
  Learning learning;              // or learn
  Arrivals arrivals;              // by seed
};

struct WorkloadFiles {
  std::string nodes;
  std::vector<std::string> pods;
  std::string classes;   // "": those of the pods
  std::string arrivals;  // "": drawn until `most` percent of the GPUs are requested
  std::string then;      // "": no other pods come later
  uint32_t then_at = 0;  // percent of the GPUs requested when they do
};

// One for each file of pods. Pods that come later stand behind the first ones, and nobody expects
// them. Throws a Failure that names the file and the field, or the seed that the file of arrivals
// lacks.
std::vector<Workload> read_workloads(const WorkloadFiles &files, const std::vector<uint64_t> &seeds,
                                     uint32_t most);

}  // namespace koordctl
