#include "wire/agent/cgroup_writer.h"

#include <string_view>

#include "wire/json/json_writer.h"

namespace koord::wire {
namespace {

using agent::CgroupPlan;
using agent::CgroupStep;
using agent::LeftAlone;
using agent::StepState;

std::string_view skip_reason(LeftAlone left) {
  switch (left) {
    case LeftAlone::kNo:
      return "no";
    case LeftAlone::kUnknownPod:
      return "unknown-pod";
    case LeftAlone::kUntouched:
      return "untouched";
    case LeftAlone::kKubelet:
      return "kubelet";
    case LeftAlone::kUnnamed:
      return "unnamed";
    case LeftAlone::kNoCpus:
      return "no-cpus";
  }
  return "unknown";
}

std::string_view state_name(StepState state) {
  switch (state) {
    case StepState::kNotMade:
      return "not-made";
    case StepState::kMade:
      return "made";
    case StepState::kGone:
      return "gone";
    case StepState::kFailed:
      return "failed";
    case StepState::kUndone:
      return "taken-back";
    case StepState::kUndoFailed:
      return "stuck";
  }
  return "unknown";
}

void write_pod(JsonWriter &out, const std::string &uid) {
  if (!uid.empty()) out.member("pod", uid);
}

void write_step(JsonWriter &out, const CgroupPlan &plan, const CgroupStep &step) {
  out.member("phase", agent::cgroup_phase_name(step.phase))
      .member("path", plan.path_of(step))
      .member("from", step.from)
      .member("to", step.to);
}

}  // namespace

std::string write_cgroup_plan(const CgroupPlan &plan) {
  JsonWriter out;
  out.begin_object().key("steps").begin_array();
  for (const CgroupStep &step : plan.steps) {
    out.begin_object();
    write_step(out, plan, step);
    write_pod(out, plan.tree->groups[step.group].pod);
    out.end_object();
  }
  out.end_array().key("skipped").begin_array();
  for (const agent::CgroupLeft &left : plan.left) {
    const agent::ObservedGroup &group = plan.tree->groups[left.group];
    out.begin_object().member("path", group.path);
    write_pod(out, group.pod);
    out.member("reason", skip_reason(left.why)).end_object();
  }
  out.end_array().end_object();
  return out.take();
}

std::string write_cgroup_report(const CgroupPlan &plan, const agent::ApplyReport &report) {
  JsonWriter out;
  out.begin_object()
      .member("outcome", agent::apply_outcome_name(report.outcome))
      .member("summary", agent::to_sentence(plan, report))
      .member("writes", report.writes)
      .key("steps")
      .begin_array();
  for (size_t i = 0; i < plan.steps.size(); ++i) {
    const agent::StepResult &result = report.steps[i];
    out.begin_object()
        .member("state", state_name(result.state))
        .member("error", agent::cgroup_error_name(result.error))
        .member("errno", result.error_number);
    write_step(out, plan, plan.steps[i]);
    out.member("readBack", report.read_back(result));
    write_pod(out, plan.tree->groups[plan.steps[i].group].pod);
    out.end_object();
  }
  out.end_array().end_object();
  return out.take();
}

}  // namespace koord::wire
