// What a replay found: as a table beside published figures, as CSV, and as curves.
#ifndef KOORDCTL_REPLAY_REPORT_H_
#define KOORDCTL_REPLAY_REPORT_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "replay/chart.h"
#include "replay/curves.h"

namespace koordctl {

struct PolicyReplay {
  std::string policy;
  std::vector<std::uint64_t> seeds;
  std::vector<Curve> curves;  // one for each seed
};

// One line for each policy, mean and, of several seeds, standard deviation at each demand; below it what was
// published for the workload, where anything was.
std::string replay_table(const std::vector<PolicyReplay> &replays, Metric metric,
                         const std::vector<std::uint32_t> &demands, const Published &published,
                         const std::string &workload, bool with_header);

// Columns metric, policy, seed, then one for each percent of demand from 0 up; empty where nothing arrived.
std::string replay_csv(const std::vector<PolicyReplay> &replays);

// The mean of the seeds for each policy from a demand on: until GPUs run short all policies are alike. Published
// means are dots.
Chart replay_chart(const std::vector<PolicyReplay> &replays, Metric metric, std::uint32_t from,
                   const Published &published, const std::string &workload);

}  // namespace koordctl

#endif  // KOORDCTL_REPLAY_REPORT_H_
