#include "node/round.h"

#include <cstdio>

#include "cli/failure.h"

namespace koordctl {
namespace {

// Limit on plans in one round. A plan becomes stale if containers start or end meanwhile.
constexpr int kMaxPlans = 8;

std::string writes_of(size_t count) {
  return std::to_string(count) + (count == 1 ? " write" : " writes") + " to control groups";
}

void save(StateFile &file, const std::string &text, Round &round) {
  try {
    file.save(text);
    round.state_written = true;
  } catch (const Failure &failure) {
    if (round.standing == 0) throw;
    throw Failure(failure.code(), std::string(failure.what()) + "; " + writes_of(round.standing) +
                                      " remain in place: the next apply continues from there");
  }
}

// Results are added to `round` before anything that may fail.
void go_round(const NodeAgent &node, const GroupOptions &options, StateFile &file, Round &round) {
  const koord::AgentState state = node.agent().snapshot();
  const std::string text = node.agent().to_json(file.boot_id());
  bool saved = false;
  std::string last;
  for (int i = 0; i < kMaxPlans; ++i) {
    Groups groups(options, node.input());
    const koord::CgroupPlan plan = groups.plan(state, node.input().pods);
    if (!plan.get_steps().empty()) {
      const koord::CgroupReport report = groups.apply(plan);
      const koord_cgroup_report_info info = report.get_info();
      round.writes += info.writes;
      if (info.outcome == KOORD_CGROUP_OUTCOME_DONE || info.outcome == KOORD_CGROUP_OUTCOME_PARTIAL)
        round.standing += info.writes;
      round.reports.push_back(nlohmann::ordered_json::parse(report.to_json()));
      last = round.reports.back()["summary"].get<std::string>();
      const bool again =
          info.outcome == KOORD_CGROUP_OUTCOME_STALE ||
          (info.outcome == KOORD_CGROUP_OUTCOME_UNDONE && info.error == KOORD_CGROUP_ERROR_RETRY);
      if (again) continue;
      if (info.outcome != KOORD_CGROUP_OUTCOME_DONE)
        throw Failure(kEnvironment, "control groups: " + last);
    } else if (saved) {
      return;
    }
    if (saved) continue;
    save(file, text, round);
    saved = true;
  }
  throw Failure(
      kEnvironment,
      "control groups: changed by another process during each of several attempts: " + last);
}

}  // namespace

OutOfMemory::OutOfMemory(const Round &round) noexcept {
  std::snprintf(text_, sizeof text_,
                "out of memory; %zu %s to control groups remain in place, node-state.json %s",
                round.standing, round.standing == 1 ? "write" : "writes",
                round.state_written ? "was written" : "is unchanged");
}

Round run_round(const NodeAgent &node, const GroupOptions &options, StateFile &file) {
  Round round;
  try {
    go_round(node, options, file, round);
  } catch (const std::bad_alloc &) {
    throw OutOfMemory(round);
  }
  return round;
}

}  // namespace koordctl
