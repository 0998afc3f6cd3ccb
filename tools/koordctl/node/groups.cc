#include "node/groups.h"

#include "cli/errors.h"
#include "cli/options.h"

namespace koordctl {
namespace {

// Indices are the values of koord_cgroup_driver and koord_cgroup_version.
const std::vector<std::string> kDrivers = {"detect", "cgroupfs", "systemd"};
const std::vector<std::string> kVersions = {"detect", "1", "2"};

// Reports control groups that do not exist yet as a fault of the machine.
template <typename Call>
auto about_groups(const std::string &subject, const Call &call) {
  try {
    return call();
  } catch (const koord::Error &error) {
    if (error.code() == KOORD_E_NOT_FOUND) fail(subject, error.what());
    fail_with(error, subject, error.code() == KOORD_E_CONFLICT ? kRefused : kEnvironment);
  }
}

koord::CgroupContainers container_names(const std::vector<NodePod> &pods) {
  koord::CgroupContainers names = koord::CgroupContainers::create();
  for (const NodePod &pod : pods)
    for (const NodeContainer &container : pod.containers)
      about_groups(pod.where, [&] { names.add(container.id, container.name); });
  return names;
}

koord::Cgroups open_groups(const GroupOptions &options, const NodeInput &input,
                           const std::string &shown) {
  koord_cgroup_options made = KOORD_INIT(koord_cgroup_options);
  made.driver = static_cast<koord_cgroup_driver>(find_choice("--driver", kDrivers, options.driver));
  made.version = static_cast<koord_cgroup_version>(
      find_choice("--cgroup-version", kVersions, options.version));
  return about_groups(shown, [&] {
    return koord::Cgroups::open(options.cgroup_root,
                                options.kubelet_root.value_or(input.kubelet_root), &made);
  });
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
                  "kubelet's cgroupRoot; default: that in --kubelet-config, otherwise none")
      ->type_name("PATH")
      ->group(group);
  set_choices(command
                  .add_option("--driver", options.driver,
                              "kubelet's cgroup driver; default: detected from its directories")
                  ->group(group),
              kDrivers);
  set_choices(command
                  .add_option("--cgroup-version", options.version,
                              "Version of the control groups; default: detected from the mount")
                  ->group(group),
              kVersions);
}

Groups::Groups(const GroupOptions &options, const NodeInput &input)
    : shown_(options.cgroup_root.empty() ? "/sys/fs/cgroup" : options.cgroup_root),
      groups_(open_groups(options, input, shown_)) {}

koord::CgroupPlan Groups::plan(const koord::AgentState &state, const std::vector<NodePod> &pods) {
  const koord::CgroupContainers names = container_names(pods);
  return about_groups(shown_,
                      [&] { return koord::CgroupPlan::create(groups_.get(), state, names); });
}

koord::CgroupReport Groups::apply(const koord::CgroupPlan &plan) {
  return with_subject(shown_, [&] { return groups_.apply(plan); });
}

}  // namespace koordctl
