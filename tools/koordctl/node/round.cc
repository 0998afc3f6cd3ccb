#include "node/round.h"

#include <set>

namespace koordctl {
namespace {

// Plans that others make stale, by starting and ending containers, are made anew this often.
constexpr int kMaxPlans = 8;

}  // namespace

std::vector<std::string> Round::files() const {
  std::set<std::string> paths;
  for (const auto &report : reports) {
    for (const auto &step : report["steps"]) {
      if (step["state"] == "made") paths.insert(step["path"].get<std::string>());
    }
  }
  return {paths.begin(), paths.end()};
}

Round run_round(const NodeAgent &node, const GroupOptions &options, StateFile &file) {
  const NodeStateHandle state = node.state();
  const std::string text = node.state_json(file.boot_id());
  Round round;
  bool saved = false;
  std::string last;
  for (int i = 0; i < kMaxPlans; ++i) {
    const Groups groups(options, node.input());
    const GroupPlan plan = groups.plan(state.get(), node.input().pods);
    if (plan.steps() != 0) {
      const GroupReport report = groups.apply(plan);
      round.writes += report.info.writes;
      round.reports.push_back(report.json);
      last = report.json["summary"].get<std::string>();
      const bool again =
          report.info.outcome == KOORD_CGROUP_STALE ||
          (report.info.outcome == KOORD_CGROUP_UNDONE && report.info.error == KOORD_CGROUP_E_RETRY);
      if (again) continue;
      if (report.info.outcome != KOORD_CGROUP_DONE) {
        throw Failure(kEnvironment, "control groups: " + last);
      }
    } else if (saved) {
      return round;
    }
    if (saved) continue;
    round.state_written = file.save(text);
    saved = true;
  }
  throw Failure(kEnvironment,
                "control groups: others change them as fast as they are planned: " + last);
}

}  // namespace koordctl
