// Results of replays: tables beside published figures or relative to the first policy, CSV, and
// curves.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "chart.h"
#include "curves.h"
#include "run.h"
#include "workload.h"

namespace koordctl {

struct PolicyReplay {
  std::string policy;
  std::vector<uint64_t> seeds;
  std::vector<Curve> curves;  // one for each seed, like `refused` and `places`
  std::vector<std::vector<Refused>> refused{};
  std::vector<std::vector<std::optional<Place>>> places{};  // if they are kept
};

struct WorkloadReplay {
  Workload workload;
  std::vector<PolicyReplay> replays;
};

// Contents of tables. Results of several workloads have a column for the workload.
struct ReplayShown {
  Metric metric = Metric::kAllocated;
  std::vector<uint32_t> demands;
  bool with_header = true;
};

// Returns one line for each policy: the mean and, over several seeds, the standard deviation at
// each demand. Published figures for the workload, if any, follow below.
std::string replay_table(const std::vector<WorkloadReplay> &workloads, const ReplayShown &options,
                         const Published &published);

// Returns the values of the first policy, and for the others their differences to it: mean of the
// differences seed by seed, half of its 95 % interval, and the number of seeds in which they are
// higher.
std::string difference_table(const std::vector<WorkloadReplay> &workloads,
                             const ReplayShown &options);

// Returns refusals by request: those up to each demand, inclusive, as a mean over the seeds.
// Requests whose refusal leaves the most GPU idle come first.
std::string refused_table(const std::vector<WorkloadReplay> &workloads, const ReplayShown &options);

// Writes columns metric, workload, policy, seed, then one for each percent of demand from 0 up; a
// field is empty if nothing arrived.
std::string replay_csv(const std::vector<WorkloadReplay> &workloads);

// Writes columns workload, policy, seed, arrival, pod, node, gpus ("0 3"). A refused pod has no
// node.
std::string placement_csv(const std::vector<WorkloadReplay> &workloads);

// Draws the mean over the seeds for each policy, in a band of their standard deviation, starting at
// demand `from`. Published means are dots. An empty title is replaced by a default one.
Chart replay_chart(const WorkloadReplay &replay, Metric metric, uint32_t from,
                   const Published &published, const std::string &title);

// Returns the demand at which the policies begin to differ visibly, rounded down to five percent.
uint32_t first_difference(const std::vector<PolicyReplay> &replays, Metric metric);

}  // namespace koordctl
