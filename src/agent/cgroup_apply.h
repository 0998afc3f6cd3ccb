// Makes the writes of a plan, verifies that they are in force, and rolls them back if one is not.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "agent/cgroup_files.h"
#include "agent/cgroup_plan.h"

namespace koord::agent {

// Values equal those of koord_cgroup_step_state.
enum class StepState : int32_t {
  kNotMade = 0,
  kMade = 1,       // and in force
  kGone = 2,       // the pod or container has ended
  kFailed = 3,     // not accepted, or not in force
  kUndone = 4,     // the old value was restored
  kUndoFailed = 5  // the old value could not be restored
};

struct StepResult {
  StepState state = StepState::kNotMade;
  int32_t error_number = 0;  // errno of the failure; 0 if none
  CgroupError error = CgroupError::kNone;
  // The last content of the file (on version 2, of the effective one), in ApplyReport::texts.
  size_t read_offset = 0;
  size_t read_length = 0;
};

// Values equal those of koord_cgroup_outcome.
enum class ApplyOutcome : int32_t {
  kDone = 0,    // everything is as planned
  kUndone = 1,  // a step failed; everything is as before
  // A step failed and another could not be rolled back; the steps before that one are in force.
  kPartial = 2,
  kStale = 3  // the groups differ from the plan's; nothing was written
};
std::string_view apply_outcome_name(ApplyOutcome outcome) noexcept;

struct ApplyReport {
  ApplyOutcome outcome = ApplyOutcome::kDone;
  int64_t failed_step = -1;       // the first that failed, or that found another value
  int64_t failed_undo = -1;       // the step that could not be rolled back
  std::vector<StepResult> steps;  // one per step of the plan
  uint64_t writes = 0;            // number of writes, including those of a rollback
  std::string texts;

  std::string_view read_back(const StepResult &step) const {
    return std::string_view(texts).substr(step.read_offset, step.read_length);
  }
};

// Reads old values before it writes anything. Steps on pods and containers that have ended are
// skipped. A plan that is already in force succeeds without a write. Never throws because of the
// contents of files.
ApplyReport apply_cgroups(CgroupFiles &files, const CgroupPlan &plan);

// Describes the result in one line, with the step.
std::string to_sentence(const CgroupPlan &plan, const ApplyReport &report);

}  // namespace koord::agent
