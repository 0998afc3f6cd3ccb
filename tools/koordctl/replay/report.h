// What replays found: as tables, beside published figures or beside the first policy, as CSV, and
// as curves.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "replay/chart.h"
#include "replay/curves.h"
#include "replay/run.h"
#include "replay/workload.h"

namespace koordctl {

struct PolicyReplay {
  std::string policy;
  std::vector<uint64_t> seeds;
  std::vector<Curve> curves;  // one for each seed, as the next two
  std::vector<std::vector<Refused>> refused{};
  std::vector<std::vector<std::optional<Place>>> places{};  // where they were kept
};

struct WorkloadReplay {
  Workload workload;
  std::vector<PolicyReplay> replays;
};

// What tables show; of several workloads their names are in a column of its own.
struct ReplayShown {
  Metric metric = Metric::kAllocated;
  std::vector<uint32_t> demands;
  bool with_header = true;
};

// One line for each policy, mean and, of several seeds, standard deviation at each demand; below it
// what was published for the workload, where anything was.
std::string replay_table(const std::vector<WorkloadReplay> &workloads, const ReplayShown &options,
                         const Published &published);

// The first policy as it is, the others by their difference to it: mean of the differences seed by
// seed, half of its 95 % interval, and in how many seeds they are higher.
std::string difference_table(const std::vector<WorkloadReplay> &workloads,
                             const ReplayShown &options);

// What was refused until each demand, itself included, mean of the seeds, by request: those first
// by whose refusal most GPU is left idle.
std::string refused_table(const std::vector<WorkloadReplay> &workloads, const ReplayShown &options);

// Columns metric, workload, policy, seed, then one for each percent of demand from 0 up; empty
// where nothing arrived.
std::string replay_csv(const std::vector<WorkloadReplay> &workloads);

// Columns workload, policy, seed, arrival, pod, node, gpus ("0 3"); a refused pod has no node.
std::string placement_csv(const std::vector<WorkloadReplay> &workloads);

// The mean of the seeds for each policy, in a band of their standard deviation, from a demand on.
// Published means are dots. Without a title it has one of its own.
Chart replay_chart(const WorkloadReplay &replay, Metric metric, uint32_t from,
                   const Published &published, const std::string &title);

// Where the policies begin to differ by what a chart shows, rounded down to five percent.
uint32_t first_difference(const std::vector<PolicyReplay> &replays, Metric metric);

}  // namespace koordctl
