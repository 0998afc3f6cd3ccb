#include "agent/cgroup_apply.h"

#include <cerrno>
#include <cstring>
#include <new>
#include <optional>
#include <utility>

#include "base/error.h"

namespace koord::agent {
namespace {

std::optional<CpuSet> parsed(std::string_view text) {
  try {
    return CpuSet::parse(without_line_end(text));
  } catch (const Error &) {
    return std::nullopt;
  }
}

// Replaces an empty value, because no write may be empty.
std::string_view or_line_end(std::string_view value) { return value.empty() ? "\n" : value; }

class Applier {
 public:
  Applier(CgroupFiles &files, const CgroupPlan &plan)
      : files_(files),
        plan_(plan),
        version_(plan.tree->layout.version),
        gone_(plan.tree->groups.size()) {
    report_.steps.resize(plan.steps.size());
  }

  ApplyReport apply() {
    throw_first_exception();
    if (!read_old_values()) return std::move(report_);
    for (size_t i = 0; i < plan_.steps.size(); ++i) {
      bool executed = false;
      try {
        executed = execute(i);
      } catch (const std::bad_alloc &) {  // so that no partial plan remains
        fail(i, ENOMEM, CgroupError::kRetry, {});
      }
      if (executed) continue;
      report_.failed_step = static_cast<int64_t>(i);
      roll_back(i);
      break;
    }
    return std::move(report_);
  }

 private:
  bool is_v2() const { return version_ == CgroupVersion::kV2; }
  const ObservedGroup &group_of(const CgroupStep &step) const {
    return plan_.tree->groups[step.group];
  }

  // Returns true if two contents of the step's file mean the same.
  bool same(const CgroupStep &step, std::string_view a, std::string_view b) const {
    if (without_line_end(a) == without_line_end(b)) return true;
    if (step.file == CgroupFile::kQuota) {
      if (is_limited(version_, a) != is_limited(version_, b)) return false;
      return !is_limited(version_, a);
    }
    const auto first = parsed(a);
    const auto second = parsed(b);
    return first && second && *first == *second;
  }

  // Pods and containers end; kubepods and the directories of QoS classes do not.
  bool may_end(const CgroupStep &step) const {
    const CgroupKind kind = group_of(step).kind;
    return kind == CgroupKind::kPod || kind == CgroupKind::kContainer ||
           kind == CgroupKind::kNested;
  }

  bool has_gone(uint32_t group) const {
    if (!any_gone_) return false;
    for (int32_t at = static_cast<int32_t>(group); at >= 0;
         at = plan_.tree->groups[static_cast<size_t>(at)].parent)
      if (gone_[static_cast<size_t>(at)] != 0) return true;
    return false;
  }

  // Returns true if the group's directory no longer exists. The error alone may have another cause.
  bool check_gone(const CgroupStep &step, int error) {
    if (class_of(error) != CgroupError::kGone || !may_end(step)) return false;
    std::vector<std::string> names;
    const int listed = files_.list(
        with_controller(version_, CgroupController::kCpuset, group_of(step).path), names);
    if (class_of(listed) != CgroupError::kGone) return false;
    gone_[step.group] = 1;
    any_gone_ = true;
    return true;
  }

  void keep(StepResult &result, std::string_view read_back) {
    result.read_offset = report_.texts.size();
    report_.texts += read_back;
    result.read_length = read_back.size();
  }

  void fail(size_t i, int error, CgroupError kind, std::string_view read_back) {
    StepResult &result = report_.steps[i];
    result.state = StepState::kFailed;
    result.error_number = error;
    // The group exists, but the file does not.
    result.error = kind == CgroupError::kGone ? CgroupError::kUnsupported : kind;
    result.read_length = 0;
    if (!read_back.empty()) keep(result, read_back);
  }

  struct OldValue {  // old value of a file that steps write
    bool is_named = false;
    size_t last_step = 0;
    std::string text;
  };
  static constexpr size_t kFilesOfGroup = 3;
  static size_t value_index(const CgroupStep &step) {
    return step.group * kFilesOfGroup + (static_cast<size_t>(step.file) - 1);
  }

  // Reads all files. Returns true if the plan is still valid and there is something to do.
  bool read_old_values() {
    std::vector<OldValue> old(plan_.tree->groups.size() * kFilesOfGroup);
    for (size_t i = 0; i < plan_.steps.size(); ++i) {
      const CgroupStep &step = plan_.steps[i];
      OldValue &value = old[value_index(step)];
      value.last_step = i;
      if (std::exchange(value.is_named, true) || has_gone(step.group)) continue;
      const int error = files_.read(plan_.path_of(step), value.text);
      if (check_gone(step, error) || (error == 0 && same(step, value.text, step.from))) continue;
      if (stale_at_ < 0) stale_at_ = static_cast<int64_t>(i);
      if (error == 0) continue;
      fail(i, error, class_of(error), "");
      report_.outcome = ApplyOutcome::kUndone;
      report_.failed_step = static_cast<int64_t>(i);
      return false;
    }
    if (stale_at_ < 0) return true;
    bool all_done = true;
    for (const OldValue &value : old) {
      if (!value.is_named) continue;
      const CgroupStep &step = plan_.steps[value.last_step];
      all_done = all_done && (has_gone(step.group) || same(step, value.text, step.to));
    }
    if (all_done) {
      for (size_t i = 0; i < plan_.steps.size(); ++i)
        report_.steps[i].state =
            has_gone(plan_.steps[i].group) ? StepState::kGone : StepState::kMade;
      return false;
    }
    const auto i = static_cast<size_t>(stale_at_);
    fail(i, 0, CgroupError::kDrifted, without_line_end(old[value_index(plan_.steps[i])].text));
    report_.outcome = ApplyOutcome::kStale;
    report_.failed_step = stale_at_;
    return false;
  }

  int write(const CgroupStep &step, std::string_view value) {
    ++report_.writes;
    return files_.write(plan_.path_of(step), or_line_end(value));
  }

  // Version 2 accepts values that it does not use, so the effective file is read instead.
  bool is_read_elsewhere(const CgroupStep &step) const {
    return is_v2() && step.file != CgroupFile::kQuota;
  }

  // Reads the value in force.
  int read_back(const CgroupStep &step, std::string &text) {
    const int error =
        files_.read(is_read_elsewhere(step) ? effective_file_path(group_of(step).path, step.file)
                                            : plan_.path_of(step),
                    text);
    text.resize(without_line_end(text).size());
    return error;
  }

  // Makes the step's write and reads the value that is then in force.
  WriteAndRead write_and_read_back(const CgroupStep &step, std::string &text) {
    WriteAndRead result;
    if (is_read_elsewhere(step)) {
      result.write_error = write(step, step.to);
      if (result.write_error == 0) result.read_error = read_back(step, text);
      return result;
    }
    ++report_.writes;
    result = files_.write_and_read(plan_.path_of(step), or_line_end(step.to), text);
    text.resize(without_line_end(text).size());
    return result;
  }

  // Returns true if `in_force` is what version 2 makes of `wanted`: the online part of a
  // container's set, or the part of a parent's set that its own parent has.
  bool follows(const CgroupStep &step, std::string_view wanted, std::string_view in_force) {
    if (same(step, wanted, in_force)) return true;
    if (!is_v2() || step.file == CgroupFile::kQuota) return false;
    const std::string &path = group_of(step).path;
    const size_t slash = path.rfind('/');
    const bool top = group_of(step).kind == CgroupKind::kContainer || slash == std::string::npos;
    std::string text;
    if (files_.read(effective_file_path(top ? "" : path.substr(0, slash), step.file), text) != 0)
      return false;
    const auto above = parsed(text);
    const auto set = parsed(wanted);
    const auto found = parsed(in_force);
    if (!above || !set || !found) return false;
    const CpuSet both = *set & *above;
    // If they have nothing in common, the kernel uses the parent's whole set.
    return *found == both || (both.empty() && !top && *found == *above);
  }

  bool execute(size_t i) {
    const CgroupStep &step = plan_.steps[i];
    StepResult &result = report_.steps[i];
    if (has_gone(step.group)) {
      result.state = StepState::kGone;
      return true;
    }
    std::string text;
    const auto [unwritten, unread] = write_and_read_back(step, text);
    if (const int error = unwritten != 0 ? unwritten : unread; error != 0) {
      if (check_gone(step, error)) {
        result.state = StepState::kGone;
        return true;
      }
      text.clear();
      if (unwritten != 0) (void)read_back(step, text);
      fail(i, error, class_of(error), text);
      return false;
    }
    if (!follows(step, step.to, text)) {
      fail(i, 0, CgroupError::kDrifted, text);
      return false;
    }
    result.state = StepState::kMade;
    keep(result, text);
    return true;
  }

  // Rolls back in reverse order, so that the groups pass through the same states as before. Stops
  // if a write fails; then the steps up to that one are in force.
  void roll_back(size_t failed) {
    report_.outcome = ApplyOutcome::kUndone;
    for (size_t i = failed + 1; i-- > 0;) {
      StepResult &result = report_.steps[i];
      bool undone = false;
      try {
        if (i == failed ? !is_changed(i) : result.state != StepState::kMade) continue;
        undone = undo(i);
      } catch (const std::bad_alloc &) {
        result.error_number = ENOMEM;
        result.error = CgroupError::kRetry;
      }
      if (i != failed) result.state = undone ? StepState::kUndone : StepState::kUndoFailed;
      if (undone) continue;
      report_.outcome = ApplyOutcome::kPartial;
      report_.failed_undo = static_cast<int64_t>(i);
      return;
    }
  }

  // Returns true if the failed write changed the value, because some kernels apply a part of it.
  bool is_changed(size_t i) {
    const CgroupStep &step = plan_.steps[i];
    std::string text;
    const int error = files_.read(plan_.path_of(step), text);
    return error == 0 ? !same(step, text, step.from) : !check_gone(step, error);
  }

  bool undo(size_t i) {
    const CgroupStep &step = plan_.steps[i];
    StepResult &result = report_.steps[i];
    std::string old = step.from;
    int error = write(step, old);
    if (error == ENOSPC && old.empty() && is_v2()) {
      // The set of a group with tasks cannot be cleared, but the formerly effective set
      // can be written.
      const ObservedGroup &group = group_of(step);
      old = (step.file == CgroupFile::kCpus ? group.cpus : group.mems).effective.to_string();
      error = write(step, old);
    }
    if (error != 0 && check_gone(step, error)) return true;
    std::string text;
    const int unread = files_.read(plan_.path_of(step), text);
    if (result.state != StepState::kFailed) keep(result, without_line_end(text));
    if (error == 0) error = unread;
    if (error == 0 && same(step, text, old)) return true;
    if (result.state == StepState::kFailed) return false;  // the original failure is kept
    result.error_number = error;
    result.error = error == 0 ? CgroupError::kDrifted : class_of(error);
    return false;
  }

  CgroupFiles &files_;
  const CgroupPlan &plan_;
  const CgroupVersion version_;
  std::vector<uint8_t> gone_;  // by group
  bool any_gone_ = false;
  int64_t stale_at_ = -1;
  ApplyReport report_;
};

}  // namespace

ApplyReport apply_cgroups(CgroupFiles &files, const CgroupPlan &plan) {
  return Applier(files, plan).apply();
}

std::string_view apply_outcome_name(ApplyOutcome outcome) noexcept {
  switch (outcome) {
    case ApplyOutcome::kDone:
      return "done";
    case ApplyOutcome::kUndone:
      return "undone";
    case ApplyOutcome::kPartial:
      return "partial";
    case ApplyOutcome::kStale:
      return "stale";
  }
  return "unknown";
}

std::string to_sentence(const CgroupPlan &plan, const ApplyReport &report) {
  const std::string all = std::to_string(plan.steps.size());
  if (report.failed_step < 0) {
    size_t gone = 0;
    for (const StepResult &result : report.steps) gone += result.state == StepState::kGone ? 1 : 0;
    std::string text = all + " steps are in force";
    if (gone != 0)
      text += ", " + std::to_string(gone) + " of them skipped because their group no longer exists";
    return text;
  }
  const auto failed = static_cast<size_t>(report.failed_step);
  const CgroupStep &step = plan.steps[failed];
  const StepResult &result = report.steps[failed];
  std::string text = "step " + std::to_string(failed + 1) + " of " + all + ", " +
                     plan.path_of(step) + " to " + in_quotes(step.to, 100) + ": ";
  if (report.outcome == ApplyOutcome::kStale)
    return text + "found " + in_quotes(report.read_back(result), 100) + ", expected " +
           in_quotes(step.from, 100) + "; nothing was written";
  if (result.error_number != 0)
    text += std::strerror(result.error_number);
  else
    text += "accepted, but reads back as " + in_quotes(report.read_back(result), 100);
  if (report.outcome == ApplyOutcome::kUndone) return text + "; all steps were rolled back";
  return text + "; step " + std::to_string(report.failed_undo + 1) +
         " could not be rolled back, and the steps before it are in force";
}

}  // namespace koord::agent
