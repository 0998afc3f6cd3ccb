#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/failure.h"
#include "cli/file.h"
#include "cli/options.h"
#include "cli/table.h"
#include "command/commands.h"
#include "command/session_command.h"
#include "node/kubelet_admission.h"
#include "node/kubelet_version.h"
#include "output/amounts_text.h"
#include "output/refusal_json.h"
#include "output/simulation_output.h"
#include "output/topology_table.h"
#include "session/session.h"

namespace koordctl {
namespace {

using OrderedJson = nlohmann::ordered_json;

struct AdmitOptions {
  KubeletFiles files;
  std::vector<std::string> pod_files, pods, devices;
  std::string output = "table", name_space = "default";
  bool each = false, no_headers = false;
};

constexpr const char *kKubeletGroup = R"(Examples:
  koordctl kubelet admit --from server.xml --kubelet-config kubelet.yaml -f pods.yaml

The command works from files; it does not contact a running kubelet.
Exit codes: 0 done, 1 refused, 2 usage, 3 unreadable input, 4 internal error.)";

constexpr const char *kAdmitExamples = R"(Examples:
  # Which CPUs and memory kubelet gives the containers of these pods, one pod after another
  koordctl kubelet admit --from server.xml --kubelet-config kubelet.yaml -f pods.yaml
  # Check that a pod is admitted beside the pods in a state file
  koordctl kubelet admit --from server.xml --kubelet-config kubelet.yaml --cpu-state cpu_manager_state -f pods.yaml web
  # Pods that ask for GPUs: two near each NUMA node
  koordctl kubelet admit --from server.xml --kubelet-config kubelet.yaml -f pods.yaml --device nvidia.com/gpu:0,1@0 --device nvidia.com/gpu:2,3@1
  # kubelet's file afterwards
  koordctl kubelet admit --from server.xml --kubelet-config kubelet.yaml -f pods.yaml -o cpu-state

Exit codes: 0 all admitted, 1 a pod was refused, 2 usage, 3 unreadable input, 4 internal error.)";

// Returns the named pods in that order, or all pods that have not ended.
std::vector<const SessionInput::Object *> chosen_pods(const SessionInput &input,
                                                      const std::vector<std::string> &names,
                                                      const std::string &name_space) {
  std::vector<const SessionInput::Object *> pods;
  for (const std::string &name : names)
    pods.push_back(&input.pods[find_pod(input, name, name_space)]);
  if (!names.empty()) return pods;
  for (const SessionInput::Object &pod : input.pods) pods.push_back(&pod);
  return pods;
}

OrderedJson container_json(const AdmittedContainer &container) {
  OrderedJson json = {{"name", container.name},
                      {"init", container.init},
                      {"cpuset", container.cpus.to_string()},
                      {"shares", container.shares},
                      {"numaNodes", container.numa_nodes},
                      {"preferred", container.preferred},
                      {"memoryNodes", container.memory_nodes},
                      {"memory", OrderedJson::array()},
                      {"devices", OrderedJson::array()}};
  for (const AdmittedContainer::Block &block : container.memory) {
    json["memory"].push_back(
        {{"resource", block.resource}, {"bytes", block.bytes}, {"numaNodes", block.numa_nodes}});
  }
  for (const PluginDevice &device : container.devices)
    json["devices"].push_back({{"resource", device.resource}, {"id", device.id}});
  return json;
}

OrderedJson to_json(const std::vector<Arrival> &arrivals, const Kubelet &state,
                    const Kubelet *kubelet) {
  const bool all = std::all_of(arrivals.begin(), arrivals.end(),
                               [](const Arrival &pod) { return pod.admitted(); });
  OrderedJson json = {{"apiVersion", "koord.sh/v1"},
                      {"kind", "KubeletAdmission"},
                      {"admitted", all},
                      {"pods", OrderedJson::array()}};
  for (const Arrival &pod : arrivals) {
    OrderedJson entry = pod_reference(pod.name);
    entry["uid"] = pod.uid;
    entry["admitted"] = pod.admitted();
    if (pod.admitted()) {
      entry["containers"] = OrderedJson::array();
      for (const AdmittedContainer &container : pod.containers)
        entry["containers"].push_back(container_json(container));
    } else {
      entry["refusal"] =
          refusal_json(pod.refusal, state.message(pod.refusal), KOORD_PROFILE_KUBELET);
      if (!pod.refused_container.empty()) entry["refusal"]["container"] = pod.refused_container;
    }
    json["pods"].push_back(std::move(entry));
  }
  if (kubelet != nullptr) {
    json["cpus"] = {
        {"shared", kubelet->state().get_cpus(KOORD_KUBELET_CPUSET_SHARED).to_string()},
        {"reserved", kubelet->state().get_cpus(KOORD_KUBELET_CPUSET_RESERVED).to_string()},
        {"available", kubelet->state().get_cpus(KOORD_KUBELET_CPUSET_AVAILABLE).to_string()}};
  }
  return json;
}

// Returns "nvidia.com/gpu:a,b".
std::string devices_text(const std::vector<PluginDevice> &devices) {
  std::string text, resource;
  for (const PluginDevice &device : devices) {
    const bool is_more = device.resource == resource;
    text += is_more ? "," : (text.empty() ? "" : " ") + device.resource + ":";
    text += device.id;
    resource = device.resource;
  }
  return text;
}

std::string to_table(const AdmitOptions &options, const std::vector<Arrival> &arrivals,
                     const Kubelet *kubelet) {
  const bool with_devices = !options.files.devices.empty();
  std::vector<std::string> columns = {"POD", "CONTAINER", "CPUS", "NUMA", "MEMORY"};
  if (with_devices) columns.push_back("DEVICES");
  Table table(columns);
  for (const Arrival &pod : arrivals) {
    std::vector<std::string> refused = {short_pod_name(pod.name), pod.refused_container, "refused"};
    refused.resize(columns.size());
    if (!pod.admitted()) table.add(std::move(refused));
    for (const AdmittedContainer &container : pod.containers) {
      std::vector<std::string> row = {short_pod_name(pod.name), container.name,
                                      container.shares ? "shared" : container.cpus.to_string(),
                                      number_ranges(container.numa_nodes),
                                      number_ranges(container.memory_nodes)};
      if (with_devices) row.push_back(devices_text(container.devices));
      table.add(std::move(row));
    }
  }
  std::string text = table.to_string(!options.no_headers);
  if (kubelet != nullptr) {
    const std::string shared = kubelet->state().get_cpus(KOORD_KUBELET_CPUSET_SHARED).to_string();
    if (!shared.empty()) text += "\nShared: " + shared + ".\n";
  }
  return text;
}

void check_files(const AdmitOptions &options) {
  if (options.pod_files.empty()) throw Failure(kUsage, "give the pods: -f FILE");
  const KubeletFiles &files = options.files;
  const auto uses = std::count(options.pod_files.begin(), options.pod_files.end(), "-") +
                    (files.config == "-" ? 1 : 0) + (files.cpu_state == "-" ? 1 : 0) +
                    (files.memory_state == "-" ? 1 : 0) + (files.device_state == "-" ? 1 : 0) +
                    (files.source.from == "-" ? 1 : 0);
  if (uses > 1) throw Failure(kUsage, "standard input (-) can be read only once");
  if (options.each && options.output.ends_with("-state"))
    throw Failure(kUsage, "--each: leaves no state to print with -o " + options.output);
}

// Warns if strict-cpu-reservation and pods with CPUs of their own leave no CPU for other
// containers. Without the option the reserved CPUs are shared.
void warn_of_empty_pool(const Kubelet &kubelet, const std::vector<Arrival> &arrivals) {
  const bool is_pinned = std::ranges::any_of(arrivals, [](const Arrival &pod) {
    return std::ranges::any_of(pod.containers, [](const auto &container) {
      return !container.shares && !container.cpus.empty();
    });
  });
  if (is_pinned && kubelet.state().get_cpus(KOORD_KUBELET_CPUSET_SHARED).empty())
    diagnose("warning",
             "no CPU is left for containers without CPUs of their own: with strict-cpu-reservation "
             "they may not use the reserved CPUs; reserve fewer CPUs, or leave the option out");
}

int run(const AdmitOptions &options) {
  check_files(options);
  const SessionInput input(options.pod_files);
  if (options.files.strict && !input.doubts.empty())
    throw Failure(kEnvironment, input.doubts.front());
  diagnose_doubts(input, options.files.source.verbose);
  const auto pods = chosen_pods(input, options.pods, options.name_space);
  Kubelet kubelet(options.files);
  std::vector<Arrival> arrivals;
  for (const SessionInput::Object *pod : pods)
    arrivals.push_back(options.each ? kubelet.clone().admit(*pod) : kubelet.admit(*pod));
  const Kubelet *after = options.each ? nullptr : &kubelet;
  if (options.output == "table")
    print(to_table(options, arrivals, after));
  else if (options.output == "cpu-state")
    print(kubelet.state().get_cpu_state());
  else if (options.output == "memory-state")
    print(kubelet.state().get_memory_state());
  else if (options.output == "device-state")
    print(kubelet.state().get_device_state());
  else
    print_document(options.output, to_json(arrivals, kubelet, after).dump(2));
  if (after != nullptr) warn_of_empty_pool(kubelet, arrivals);
  int code = kOk;
  for (const Arrival &pod : arrivals) {
    if (pod.admitted()) continue;
    code = kRefused;
    diagnose("refused", short_pod_name(pod.name) + ": " +
                            koord_reason_get_name(pod.refusal.reason, KOORD_PROFILE_KUBELET) +
                            ": " + kubelet.message(pod.refusal));
  }
  return code;
}

// Adds the options that name files of kubelet and of pods.
void add_file_options(CLI::App &command, AdmitOptions &options, const std::string &group) {
  const auto file = [&](const char *name, std::optional<std::string> &value, const char *text) {
    command.add_option(name, value, text)
        ->type_name("FILE")
        ->group(group)
        ->each([name](const std::string &given) { refuse_empty(name, given, "a file or -"); });
  };
  command
      .add_option("-f,--filename", options.pod_files,
                  "YAML or JSON file with the pods, or - for standard input; repeat for more")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->group(group)
      ->each([](const std::string &given) { refuse_empty("--filename", given, "a file or -"); });
  add_former_name(command, "--config", "--kubelet-config");
  file("--kubelet-config", options.files.config,
       "kubelet's configuration (YAML or JSON) or the answer of /configz; default: kubelet's "
       "defaults");
  file("--cpu-state", options.files.cpu_state,
       "The cpu_manager_state with which kubelet starts; default: none");
  file("--memory-state", options.files.memory_state,
       "The memory_manager_state with which kubelet starts; default: none");
  file("--device-state", options.files.device_state,
       "The kubelet_internal_checkpoint with which kubelet starts; default: none");
}

}  // namespace

Run add_kubelet_group(CLI::App &app) {
  app.add_subcommand("kubelet", "Show what a node's kubelet would do")->footer(kKubeletGroup);
  return nullptr;
}

Run add_kubelet_admit_command(CLI::App &app) {
  auto options = std::make_shared<AdmitOptions>();
  CLI::App &command = *app.add_subcommand("admit",
                                          "Show which CPUs, memory and devices kubelet gives to "
                                          "the containers of pods, or why it refuses "
                                          "them");
  command.footer(kAdmitExamples);
  command
      .add_option("POD", options->pods,
                  "The pods that arrive, in this order: NAME, pod/NAME or NAMESPACE/NAME; default: "
                  "all pods in the files")
      ->type_name("[POD...]");
  add_namespace_option(command, options->name_space);
  set_choices(command.add_option("-o,--output", options->output,
                                 "Output format; cpu-state, memory-state and device-state print "
                                 "kubelet's resulting file; default: table"),
              {"table", "json", "yaml", "cpu-state", "memory-state", "device-state"});
  command.add_flag("--each", options->each,
                   "Admit every pod to the kubelet's initial state, without the pods before it");
  command.add_flag("--strict", options->files.strict,
                   "Stop if the configuration or a pod has an unknown key; by default it is "
                   "ignored with a warning");
  command.add_flag("--no-headers", options->no_headers, "Print tables without column names");
  const std::string group = "Kubelet";
  add_file_options(command, *options, group);
  command
      .add_option("--device", options->devices,
                  "Devices that a device plugin reports: nvidia.com/gpu:gpu0,gpu1@0 are two near "
                  "NUMA node 0, without @ it is not known where; repeat for more")
      ->type_name("RESOURCE:ID[,ID...][@NODE[,NODE...]]")
      ->allow_extra_args(false)
      ->group(group);
  add_kubelet_version(command, options->files.version)->group(group);
  add_source_options(command, options->files.source);
  return [options] {
    for (const std::string &text : options->devices)
      for (PluginDevice &device : parse_plugin_devices(text))
        options->files.devices.push_back(std::move(device));
    return run(*options);
  };
}

}  // namespace koordctl
