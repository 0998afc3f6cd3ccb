// Control groups: observation, planned writes and results.
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "agent/cgroup_apply.h"
#include "agent/cgroup_mount.h"
#include "agent/cgroup_plan.h"
#include "base/error.h"
#include "capi/agent/node_handle.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/counted.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/rows.h"
#include "capi/boundary/struct_reader.h"
#include "koord.h"
#include "wire/agent/cgroup_writer.h"

using namespace koord::capi;
using koord::Error;
using koord::Status;
namespace agent = koord::agent;

struct koord_cgroups {
  agent::Cgroups open;
};

struct koord_cgroup_containers {
  std::map<std::string, std::string> names;  // by id
};

struct koord_cgroup_plan {
  explicit koord_cgroup_plan(agent::CgroupPlan source);

  const agent::CgroupPlan plan;
  std::vector<koord_cgroup_step> rows;
  std::string texts;  // of the rows
  koord::capi::References references{};
};

struct koord_cgroup_report {
  agent::CgroupPlan plan;  // the plan that was applied; its tree is shared
  agent::ApplyReport report;
  koord::capi::References references{};
};

namespace {

constexpr int32_t kDrivers = 3;
constexpr int32_t kVersions = 3;

// Returns the names in the handle, ascending by id; none for nullptr.
std::vector<agent::ContainerName> names_of(const koord_cgroup_containers *containers) {
  std::vector<agent::ContainerName> names;
  if (containers == nullptr) return names;
  names.reserve(containers->names.size());
  for (const auto &[id, name] : containers->names) names.push_back({id, name});
  return names;
}

}  // namespace

koord_cgroup_plan::koord_cgroup_plan(agent::CgroupPlan source) : plan(std::move(source)) {
  rows.reserve(plan.steps.size());
  const auto add = [this](const std::string &text) {
    texts += text;
    return std::pair(static_cast<uint32_t>(texts.size() - text.size()),
                     static_cast<uint32_t>(text.size()));
  };
  for (const agent::CgroupStep &step : plan.steps) {
    const agent::ObservedGroup &group = plan.tree->groups[step.group];
    koord_cgroup_step &row = rows.emplace_back();
    row.phase = static_cast<koord_cgroup_phase>(step.phase);
    row.file = static_cast<koord_cgroup_file>(step.file);
    row.kind = static_cast<koord_cgroup_kind>(group.kind);
    std::tie(row.path_offset, row.path_length) = add(plan.path_of(step));
    std::tie(row.from_offset, row.from_length) = add(step.from);
    std::tie(row.to_offset, row.to_length) = add(step.to);
    std::tie(row.uid_offset, row.uid_length) = add(group.pod);
  }
}

koord_status koord_cgroups_open(const char *mount, size_t mount_length, const char *root,
                                size_t root_length, const koord_cgroup_options *options,
                                koord_cgroups **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    koord_cgroup_options given{};
    if (options != nullptr) given = read_struct(options, "options");
    check_flags(given.flags, 0, "options.flags");
    agent::CgroupOptions wanted;
    if (const auto path = document(mount, mount_length, "mount"); !path.empty())
      wanted.mount = path;
    wanted.root = document(root, root_length, "root");
    check_number(given.driver, kDrivers, "options.driver");
    check_number(given.version, kVersions, "options.version");
    if (given.driver != KOORD_CGROUP_DRIVER_DETECT)
      wanted.driver = static_cast<agent::CgroupDriver>(given.driver);
    if (given.version != KOORD_CGROUP_VERSION_DETECT)
      wanted.version = static_cast<agent::CgroupVersion>(given.version);
    *out = new koord_cgroups{agent::open_cgroups(wanted)};
  });
}

void koord_cgroups_close(koord_cgroups *cgroups) { delete cgroups; }

koord_status koord_cgroups_get_info(const koord_cgroups *cgroups, koord_cgroups_info *info,
                                    koord_error *err) {
  return guarded(err, [&] {
    require(cgroups, "cgroups");
    require(info, "info");
    koord_cgroups_info result{};
    result.properties = cgroups->open.hybrid ? KOORD_CGROUPS_HYBRID : 0;
    result.driver = static_cast<koord_cgroup_driver>(cgroups->open.layout.driver);
    result.version = static_cast<koord_cgroup_version>(cgroups->open.layout.version);
    write_struct(result, info, "info");
  });
}

koord_status koord_cgroup_containers_new(koord_cgroup_containers **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    *out = new koord_cgroup_containers;
  });
}

void koord_cgroup_containers_free(koord_cgroup_containers *containers) { delete containers; }

koord_status koord_cgroup_containers_add(koord_cgroup_containers *containers, const char *id,
                                         size_t id_length, const char *name, size_t name_length,
                                         koord_error *err) {
  return guarded(err, [&] {
    require(containers, "containers");
    const std::string_view key = document(id, id_length, "id");
    const std::string_view text = label(name, name_length, "name");
    if (!agent::is_container_id(key))
      invalid("id", "found " + koord::in_quotes(key) + ", expected 1 to 128 of 0-9 and a-f");
    if (text.size() > Arena::kMaxText)
      invalid("name", std::to_string(text.size()) + " bytes, at most " +
                          std::to_string(Arena::kMaxText) + " are accepted");
    if (containers->names.size() >= agent::kMaxGroups)
      throw Error(Status::kLimit, "containers: has " + std::to_string(agent::kMaxGroups) +
                                      " already, which is the limit");
    if (!containers->names.try_emplace(std::string(key), text).second)
      invalid("id", "container " + koord::in_quotes(key, 128) + " was already added");
  });
}

koord_status koord_cgroup_plan_new(koord_cgroups *cgroups, const koord_agent_state *state,
                                   const koord_cgroup_containers *containers,
                                   koord_cgroup_plan **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(cgroups, "cgroups");
    require(state, "state");
    const auto names = names_of(containers);
    auto tree = std::make_shared<const agent::CgroupTree>(
        agent::observe_cgroups(*cgroups->open.files, cgroups->open.layout));
    *out = new koord_cgroup_plan(agent::plan_cgroups(state->file.state, std::move(tree), names));
  });
}

koord_cgroup_plan *koord_cgroup_plan_ref(const koord_cgroup_plan *plan) {
  return add_reference(plan);
}
void koord_cgroup_plan_unref(koord_cgroup_plan *plan) { drop_reference(plan); }

koord_status koord_cgroup_plan_get_steps(const koord_cgroup_plan *plan, koord_cgroup_step *rows,
                                         size_t stride, size_t capacity, size_t *count,
                                         koord_error *err) {
  return guarded(err, [&] {
    const RowArray<koord_cgroup_step> array{rows, stride, capacity};
    array.check();
    require(plan, "plan");
    array.write_all(plan->rows, count, [](const koord_cgroup_step &row) { return row; });
  });
}

const char *koord_cgroup_plan_get_texts(const koord_cgroup_plan *plan, size_t *length) {
  return get_texts(plan, length);
}

koord_status koord_cgroup_plan_to_json(const koord_cgroup_plan *plan, koord_buffer **out,
                                       koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(plan, "plan");
    *out = new_buffer(koord::wire::write_cgroup_plan(plan->plan));
  });
}

koord_status koord_cgroup_plan_to_text(const koord_cgroup_plan *plan, koord_buffer **out,
                                       koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(plan, "plan");
    *out = new_buffer(agent::to_text(plan->plan));
  });
}

koord_status koord_cgroups_apply(koord_cgroups *cgroups, const koord_cgroup_plan *plan,
                                 koord_cgroup_report **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(cgroups, "cgroups");
    require(plan, "plan");
    // Everything for the caller is allocated before anything is written.
    auto report = std::unique_ptr<koord_cgroup_report>(new koord_cgroup_report{plan->plan, {}});
    report->report = agent::apply_cgroups(*cgroups->open.files, report->plan);
    *out = report.release();
  });
}

koord_cgroup_report *koord_cgroup_report_ref(const koord_cgroup_report *report) {
  return add_reference(report);
}
void koord_cgroup_report_unref(koord_cgroup_report *report) { drop_reference(report); }

koord_status koord_cgroup_report_get_info(const koord_cgroup_report *report,
                                          koord_cgroup_report_info *info, koord_error *err) {
  return guarded(err, [&] {
    require(report, "report");
    require(info, "info");
    const agent::ApplyReport &from = report->report;
    koord_cgroup_report_info result{};
    result.writes = from.writes;
    result.failed_step = from.failed_step;
    result.failed_undo = from.failed_undo;
    result.outcome = static_cast<koord_cgroup_outcome>(from.outcome);
    if (from.failed_step >= 0)
      result.error =
          static_cast<koord_cgroup_error>(from.steps[static_cast<size_t>(from.failed_step)].error);
    write_struct(result, info, "info");
  });
}

koord_status koord_cgroup_report_get_results(const koord_cgroup_report *report,
                                             koord_cgroup_result *rows, size_t stride,
                                             size_t capacity, size_t *count, koord_error *err) {
  return guarded(err, [&] {
    const RowArray<koord_cgroup_result> array{rows, stride, capacity};
    array.check();
    require(report, "report");
    array.write_all(report->report.steps, count, [](const agent::StepResult &step) {
      koord_cgroup_result row{};
      row.state = static_cast<koord_cgroup_step_state>(step.state);
      row.error = static_cast<koord_cgroup_error>(step.error);
      row.error_number = step.error_number;
      row.read_offset = static_cast<uint32_t>(step.read_offset);
      row.read_length = static_cast<uint32_t>(step.read_length);
      return row;
    });
  });
}

const char *koord_cgroup_report_get_texts(const koord_cgroup_report *report, size_t *length) {
  return get_texts(report == nullptr ? nullptr : &report->report, length);
}

koord_status koord_cgroup_report_to_json(const koord_cgroup_report *report, koord_buffer **out,
                                         koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(report, "report");
    *out = new_buffer(koord::wire::write_cgroup_report(report->plan, report->report));
  });
}
