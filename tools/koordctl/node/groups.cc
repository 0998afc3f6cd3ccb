#include "node/groups.h"

#include "koord_calls.h"
#include "options.h"

namespace koordctl {
namespace {

using OrderedJson = nlohmann::ordered_json;

// Numbers are those of koord_cgroup_driver and koord_cgroup_version.
const std::vector<std::string> kDrivers = {"detect", "cgroupfs", "systemd"};
const std::vector<std::string> kVersions = {"detect", "1", "2"};

// Control groups that are not there yet are the machine's fault.
void check_groups(koord_status status, const koord_error &error, const std::string &subject) {
  if (status == KOORD_E_NOT_FOUND) throw Failure(kEnvironment, subject + ": " + error.message);
  check(status, error, subject, status == KOORD_E_CONFLICT ? kRefused : kEnvironment);
}

struct ContainerRows {
  std::vector<koord_cgroup_container> rows;
  std::string arena;

  explicit ContainerRows(const std::vector<NodePod> &pods) {
    const auto add = [&](const std::string &text, std::uint32_t &offset, std::uint32_t &length) {
      offset = static_cast<std::uint32_t>(arena.size());
      length = static_cast<std::uint32_t>(text.size());
      arena += text;
    };
    for (const NodePod &pod : pods) {
      for (const NodeContainer &container : pod.containers) {
        koord_cgroup_container row{};
        add(container.id, row.id_offset, row.id_length);
        add(container.name, row.name_offset, row.name_length);
        rows.push_back(row);
      }
    }
  }
};

}  // namespace

void add_group_options(CLI::App &command, GroupOptions &options) {
  const std::string group = "Control groups";
  command
      .add_option("--cgroup-root", options.cgroup_root,
                  "Where control groups are mounted; default: /sys/fs/cgroup")
      ->type_name("DIRECTORY")
      ->group(group)
      ->each([](const std::string &given) { refuse_empty("--cgroup-root", given, "a directory"); });
  command
      .add_option("--kubelet-root", options.kubelet_root,
                  "kubelet's cgroupRoot; default: that of --kubelet-config, else none")
      ->type_name("PATH")
      ->group(group);
  set_choices(
      command
          .add_option("--driver", options.driver,
                      "kubelet's cgroup driver; default: by which of its directories is there")
          ->group(group),
      kDrivers);
  set_choices(command
                  .add_option("--cgroup-version", options.version,
                              "Version of the control groups; default: by what is mounted")
                  ->group(group),
              kVersions);
}

nlohmann::ordered_json GroupPlan::json() const {
  koord_buffer *buffer = nullptr;
  koord_error error{};
  check(koord_cgroup_plan_to_json(handle_.get(), &buffer, &error), error, "");
  return OrderedJson::parse(take(buffer));
}

OrderedJson GroupReport::json() const {
  koord_buffer *buffer = nullptr;
  koord_error error{};
  check(koord_cgroup_report_to_json(handle_.get(), &buffer, &error), error, "");
  return OrderedJson::parse(take(buffer));
}

Groups::Groups(const GroupOptions &options, const NodeInput &input)
    : shown_(options.cgroup_root.empty() ? "/sys/fs/cgroup" : options.cgroup_root) {
  koord_cgroup_options made = KOORD_INIT(koord_cgroup_options);
  made.driver = static_cast<koord_cgroup_driver>(find_choice("--driver", kDrivers, options.driver));
  made.version = static_cast<koord_cgroup_version>(
      find_choice("--cgroup-version", kVersions, options.version));
  const std::string root = options.kubelet_root.value_or(input.kubelet_root);
  koord_cgroups *groups = nullptr;
  koord_error error{};
  check_groups(koord_cgroups_open(&made, options.cgroup_root.data(), options.cgroup_root.size(),
                                  root.data(), root.size(), &groups, &error),
               error, shown_);
  handle_.reset(groups);
}

GroupPlan Groups::plan(const koord_agent_state *state, const std::vector<NodePod> &pods) const {
  const ContainerRows names(pods);
  koord_cgroup_plan *made = nullptr;
  koord_error error{};
  check_groups(koord_cgroup_plan_new(handle_.get(), state, names.rows.data(),
                                     sizeof(koord_cgroup_container), names.rows.size(),
                                     names.arena.data(), names.arena.size(), &made, &error),
               error, shown_);
  GroupPlan plan;
  plan.handle_.reset(made);
  std::size_t length = 0;
  const koord_status status = koord_cgroup_plan_get_steps(
      made, nullptr, sizeof(koord_cgroup_step), 0, &plan.steps_, nullptr, 0, &length, &error);
  if (status != KOORD_E_NO_SPACE) check(status, error, "");
  return plan;
}

GroupReport Groups::apply(const GroupPlan &plan) const {
  koord_cgroup_report *made = nullptr;
  koord_error error{};
  check(koord_cgroups_apply(handle_.get(), plan.get(), &made, &error), error, shown_);
  GroupReport report;
  report.handle_.reset(made);
  report.info_ = KOORD_INIT(koord_cgroup_report_info);
  check(koord_cgroup_report_get_info(made, &report.info_, &error), error, "");
  return report;
}

}  // namespace koordctl
