// Control groups: what there is, what is to be written, and what came of it.
#include <algorithm>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "agent/cgroup_apply.h"
#include "agent/cgroup_mount.h"
#include "agent/cgroup_plan.h"
#include "base/error.h"
#include "capi/arguments.h"
#include "capi/counted.h"
#include "capi/guard.h"
#include "capi/handles.h"
#include "capi/node_handle.h"
#include "capi/rows.h"
#include "capi/struct_reader.h"
#include "koord.h"
#include "wire/cgroup_writer.h"

using namespace koord::capi;
using koord::Error;
using koord::Status;
namespace agent = koord::agent;

struct koord_cgroups {
  agent::Cgroups open;
};

struct koord_cgroup_plan {
  agent::CgroupPlan plan;
  koord::capi::References references{};
};

struct koord_cgroup_report {
  agent::CgroupPlan plan;  // what it is about; its tree is shared
  agent::ApplyReport report;
  koord::capi::References references{};
};

namespace {

constexpr int32_t kDrivers = 3;
constexpr int32_t kVersions = 3;
constexpr int32_t kQosClasses = 3;

std::vector<agent::ContainerName> read_names(const koord_cgroup_container *rows, size_t stride,
                                             size_t count, const char *arena, size_t length) {
  check_rows(rows, stride, count, agent::kMaxGroups, "rows");
  const Arena texts(arena, length);
  std::vector<agent::ContainerName> names;
  names.reserve(count);
  for (size_t i = 0; i < count; ++i) {
    const FieldName name("rows", i);
    const koord_cgroup_container row = read_row(rows, stride, i, name);
    names.push_back({texts.required(row.id_offset, row.id_length, name.field("id")),
                     texts.text(row.name_offset, row.name_length, name.field("name"))});
    if (!agent::is_container_id(names.back().id))
      invalid(name.field("id"),
              "found " + koord::in_quotes(names.back().id) + ", expected 1 to 128 of 0-9 and a-f");
  }
  std::sort(
      names.begin(), names.end(),
      [](const agent::ContainerName &a, const agent::ContainerName &b) { return a.id < b.id; });
  const auto twice = std::adjacent_find(
      names.begin(), names.end(),
      [](const agent::ContainerName &a, const agent::ContainerName &b) { return a.id == b.id; });
  if (twice != names.end())
    throw Error(Status::kInvalid, "rows: container " + koord::in_quotes(twice->id, 128) + " twice");
  return names;
}

// Texts of rows, one after the other.
class ArenaWriter {
 public:
  explicit ArenaWriter(char *bytes) : bytes_(bytes) {}
  std::pair<uint32_t, uint32_t> add(const std::string &text) {
    text.copy(bytes_ + at_, text.size());
    const auto offset = static_cast<uint32_t>(at_);
    at_ += text.size();
    return {offset, static_cast<uint32_t>(text.size())};
  }

 private:
  char *bytes_;
  size_t at_ = 0;
};

}  // namespace

koord_status koord_cgroup_format_path(koord_cgroup_driver driver, const char *root,
                                      size_t root_length, koord_kube_qos qos, const char *uid,
                                      size_t uid_length, koord_cgroup_runtime runtime,
                                      const char *id, size_t id_length, char *text, size_t capacity,
                                      size_t *needed, koord_error *err) {
  return guarded(err, [&] {
    agent::CgroupLayout layout;
    if (driver == KOORD_CGROUP_DRIVER_DETECT)
      throw Error(Status::kInvalid, "driver: 0 given, a path needs to know it");
    layout.driver = number<agent::CgroupDriver>(driver, kDrivers, "driver");
    layout.root = document(root, root_length, "root");
    const auto kind = number<koord::object::KubeQos>(qos, kQosClasses, "qos");
    const std::string_view pod = document(uid, uid_length, "uid");
    const std::string_view container = document(id, id_length, "id");
    if (pod.empty() && !container.empty())
      throw Error(Status::kInvalid, "uid: none given for a container");
    std::string path;
    if (!container.empty())
      path = agent::container_path(layout, kind, pod, static_cast<agent::ContainerRuntime>(runtime),
                                   container);
    else
      path = pod.empty() ? agent::qos_path(layout, kind) : agent::pod_path(layout, kind, pod);
    write_text(path, text, capacity, needed);
  });
}

koord_status koord_cgroups_open(const koord_cgroup_options *options, const char *mount,
                                size_t mount_length, const char *root, size_t root_length,
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
    koord_cgroups_info told{};
    told.traits = cgroups->open.hybrid ? KOORD_CGROUPS_HYBRID : 0;
    told.driver = static_cast<koord_cgroup_driver>(cgroups->open.layout.driver);
    told.version = static_cast<koord_cgroup_version>(cgroups->open.layout.version);
    write_struct(told, info, "info");
  });
}

koord_status koord_cgroup_plan_new(koord_cgroups *cgroups, const koord_agent_state *state,
                                   const koord_cgroup_container *rows, size_t stride, size_t count,
                                   const char *arena, size_t arena_length, koord_cgroup_plan **out,
                                   koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    const auto names = read_names(rows, stride, count, arena, arena_length);
    require(cgroups, "cgroups");
    require(state, "state");
    auto tree = std::make_shared<const agent::CgroupTree>(
        agent::observe_cgroups(*cgroups->open.files, cgroups->open.layout));
    *out = new koord_cgroup_plan{agent::plan_cgroups(state->file.state, std::move(tree), names)};
  });
}

koord_cgroup_plan *koord_cgroup_plan_ref(const koord_cgroup_plan *plan) {
  return add_reference(plan);
}
void koord_cgroup_plan_unref(koord_cgroup_plan *plan) { drop_reference(plan); }

koord_status koord_cgroup_plan_get_steps(const koord_cgroup_plan *plan, koord_cgroup_step *rows,
                                         size_t stride, size_t capacity, size_t *count, char *arena,
                                         size_t arena_capacity, size_t *arena_length,
                                         koord_error *err) {
  return guarded(err, [&] {
    require(count, "count");
    const TextSpace texts{arena, arena_capacity, arena_length};
    texts.check();
    const RowArray<koord_cgroup_step> array{rows, stride, capacity};
    array.check();
    require(plan, "plan");
    const auto &steps = plan->plan.steps;
    const auto &groups = plan->plan.tree->groups;
    *count = steps.size();
    *arena_length = 0;
    for (const agent::CgroupStep &step : steps)
      *arena_length += plan->plan.path_of(step).size() + step.from.size() + step.to.size() +
                       groups[step.group].pod.size();
    array.check_room(steps.size());
    texts.check_room();
    ArenaWriter writer(arena);
    for (size_t i = 0; i < steps.size(); ++i) {
      const agent::CgroupStep &step = steps[i];
      koord_cgroup_step row{};
      row.phase = static_cast<koord_cgroup_phase>(step.phase);
      row.file = static_cast<koord_cgroup_file>(step.file);
      row.kind = static_cast<koord_cgroup_kind>(groups[step.group].kind);
      std::tie(row.path_offset, row.path_length) = writer.add(plan->plan.path_of(step));
      std::tie(row.from_offset, row.from_length) = writer.add(step.from);
      std::tie(row.to_offset, row.to_length) = writer.add(step.to);
      std::tie(row.uid_offset, row.uid_length) = writer.add(groups[step.group].pod);
      array.write(i, row);
    }
  });
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
    // All that the caller is to get is there before anything is written.
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
    koord_cgroup_report_info told{};
    told.writes = from.writes;
    told.failed_step = from.failed_step;
    told.failed_undo = from.failed_undo;
    told.outcome = static_cast<koord_cgroup_outcome>(from.outcome);
    if (from.failed_step >= 0)
      told.error =
          static_cast<koord_cgroup_error>(from.steps[static_cast<size_t>(from.failed_step)].error);
    write_struct(told, info, "info");
  });
}

koord_status koord_cgroup_report_get_results(const koord_cgroup_report *report,
                                             koord_cgroup_result *rows, size_t stride,
                                             size_t capacity, size_t *count, char *arena,
                                             size_t arena_capacity, size_t *arena_length,
                                             koord_error *err) {
  return guarded(err, [&] {
    require(count, "count");
    const TextSpace texts{arena, arena_capacity, arena_length};
    texts.check();
    const RowArray<koord_cgroup_result> array{rows, stride, capacity};
    array.check();
    require(report, "report");
    const auto &steps = report->report.steps;
    *count = steps.size();
    *arena_length = 0;
    for (const agent::StepResult &step : steps) *arena_length += step.read_back.size();
    array.check_room(steps.size());
    texts.check_room();
    ArenaWriter writer(arena);
    for (size_t i = 0; i < steps.size(); ++i) {
      koord_cgroup_result row{};
      row.state = static_cast<koord_cgroup_step_state>(steps[i].state);
      row.error = static_cast<koord_cgroup_error>(steps[i].error);
      row.error_number = steps[i].error_number;
      std::tie(row.read_offset, row.read_length) = writer.add(steps[i].read_back);
      array.write(i, row);
    }
  });
}

koord_status koord_cgroup_report_to_json(const koord_cgroup_report *report, koord_buffer **out,
                                         koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(report, "report");
    *out = new_buffer(koord::wire::write_cgroup_report(report->plan, report->report));
  });
}
