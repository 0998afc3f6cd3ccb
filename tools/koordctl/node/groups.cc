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

struct FreeContainers {
  void operator()(koord_cgroup_containers *names) const { koord_cgroup_containers_free(names); }
};
using ContainerNames = std::unique_ptr<koord_cgroup_containers, FreeContainers>;

ContainerNames container_names(const std::vector<NodePod> &pods) {
  koord_cgroup_containers *made = nullptr;
  koord_error error{};
  check(koord_cgroup_containers_new(&made, &error), error, "");
  ContainerNames names(made);
  for (const NodePod &pod : pods) {
    for (const NodeContainer &container : pod.containers) {
      check_groups(
          koord_cgroup_containers_add(made, container.id.data(), container.id.size(),
                                      container.name.data(), container.name.size(), &error),
          error, pod.where);
    }
  }
  return names;
}

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
  check_groups(koord_cgroups_open(options.cgroup_root.data(), options.cgroup_root.size(),
                                  root.data(), root.size(), &made, &groups, &error),
               error, shown_);
  handle_.reset(groups);
}

GroupPlan Groups::plan(const koord_agent_state *state, const std::vector<NodePod> &pods) const {
  const ContainerNames names = container_names(pods);
  koord_cgroup_plan *made = nullptr;
  koord_error error{};
  check_groups(koord_cgroup_plan_new(handle_.get(), state, names.get(), &made, &error), error,
               shown_);
  GroupPlan plan;
  plan.handle_.reset(made);
  const koord_status status = koord_cgroup_plan_get_steps(made, nullptr, sizeof(koord_cgroup_step),
                                                          0, &plan.steps_, &error);
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
