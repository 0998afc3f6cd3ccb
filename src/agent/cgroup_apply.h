// Makes the writes of a plan, looks whether they are in force, and takes them back where one is
// not.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "agent/cgroup_files.h"
#include "agent/cgroup_plan.h"

namespace koord::agent {

// Numbers are those of koord_cgroup_step_state.
enum class StepState : int32_t {
  kNotMade = 0,
  kMade = 1,       // and in force
  kGone = 2,       // the pod or container has ended
  kFailed = 3,     // not accepted, or not in force
  kUndone = 4,     // the old value is back
  kUndoFailed = 5  // it is not
};

struct StepResult {
  StepState state = StepState::kNotMade;
  int32_t error_number = 0;  // errno of what went wrong, 0: none
  CgroupError error = CgroupError::kNone;
  // What the file (version 2: the one that says what is in force) said last, in ApplyReport::texts.
  size_t read_offset = 0;
  size_t read_length = 0;
};

// Numbers are those of koord_cgroup_outcome.
enum class ApplyOutcome : int32_t {
  kDone = 0,    // all is as planned
  kUndone = 1,  // a step failed; all is as it was
  kPartial =
      2,  // a step failed, and so did taking back another: the steps before that one are in force
  kStale = 3  // the groups are not as the plan found them; nothing was written
};
std::string_view apply_outcome_name(ApplyOutcome outcome) noexcept;

struct ApplyReport {
  ApplyOutcome outcome = ApplyOutcome::kDone;
  int64_t failed_step = -1;       // the first that failed, or that found another value
  int64_t failed_undo = -1;       // the step that could not be taken back
  std::vector<StepResult> steps;  // by the plan's
  uint64_t writes = 0;            // made, those that took back others included
  std::string texts;

  std::string_view read_back(const StepResult &step) const {
    return std::string_view(texts).substr(step.read_offset, step.read_length);
  }
};

// Old values are read before anything is written. Steps on pods and containers that have ended are
// left out. A plan that is in force already is done without a write. Never throws for what the
// files say.
ApplyReport apply_cgroups(CgroupFiles &files, const CgroupPlan &plan);

// What happened, for people: one line, naming the step.
std::string to_sentence(const CgroupPlan &plan, const ApplyReport &report);

}  // namespace koord::agent
