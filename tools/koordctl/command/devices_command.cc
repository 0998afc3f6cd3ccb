#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/failure.h"
#include "cli/file.h"
#include "cli/options.h"
#include "command/commands.h"
#include "command/session_command.h"
#include "machine/device_object.h"
#include "machine/source.h"
#include "output/device_table.h"
#include "output/yaml.h"
#include "session/manifest.h"

namespace koordctl {
namespace {

struct DevicesOptions {
  SourceOptions source;
  std::string output = "table";
  DeviceOptions devices;
  std::optional<std::string> node_name;
  std::vector<std::string> pod_files;
  bool no_headers = false;
};

constexpr const char *kDevicesExamples = R"(Examples:
  # This machine: GPUs as the NVIDIA driver reports them, RDMA devices, and what connects them
  koordctl devices
  # An object for: kubectl apply -f -
  koordctl devices --node-name node1 -o json
  # The resources and labels that the node gets
  koordctl devices --node-name node1 -o node
  # With the GPUs that kubelet assigned to pods, so that no scheduler assigns them again
  koordctl devices --device-state kubelet_internal_checkpoint -f pods.yaml -o json
  # RDMA devices of another machine, from a file made there by: lstopo server.xml
  koordctl devices --from server.xml

Between GPUs: NV4 four NVLinks; PIX one PCIe switch, PXB several, PHB a host bridge,
NODE one NUMA node, SYS several, PSB one board, - unknown.

Exit codes: 0 ok, 2 usage, 3 unreadable input or machine, 4 internal error.)";

// Tables do not show the name, so any name works for them.
std::string node_name(const DevicesOptions &options) {
  if (options.node_name) return *options.node_name;
  if (options.output == "table") return "node";
  if (options.source.this_machine()) return host_name();
  throw Failure(kUsage, "--node-name: required to name the object of -o " + options.output);
}

// Returns the pods in files written by kubectl as one list, or "" if there are no files.
std::string pods_in(const std::vector<std::string> &paths) {
  if (paths.empty()) return "";
  nlohmann::json list = nlohmann::json::array();
  size_t others = 0;
  for (const std::string &path : paths) {
    for (Manifest &manifest : read_manifests(path)) {
      if (manifest.kind == "Pod")
        list.push_back(std::move(manifest.object));
      else
        ++others;
    }
  }
  if (list.empty() && others != 0) fail(shown_name(paths.front()), no_pods_among(others));
  return list.dump();
}

std::string report(const DevicesOptions &options) {
  const std::string name = node_name(options);
  return device_object(open_topology(options.source), options.source, options.devices,
                       {name, options.node_name.has_value()}, pods_in(options.pod_files));
}

int run(const DevicesOptions &options) {
  if (options.node_name) refuse_empty("--node-name", *options.node_name, "a name");
  const std::string device = report(options);
  if (options.output == "json")
    print(device);
  else if (options.output == "yaml")
    print(json_to_yaml(device));
  else if (options.output == "node")
    print(koord::device_get_node_resources(device, 0));
  else if (const std::string table = device_table(device, !options.no_headers); !table.empty())
    print(table);
  if (nlohmann::json::parse(device).at("spec").at("devices").empty())
    diagnose("note",
             "no devices were found: GPUs are read with the driver's library (--nvml), others from "
             "the machine's PCI "
             "devices, which an export has only if it was made with them");
  return kOk;
}

}  // namespace

Run add_devices_command(CLI::App &app) {
  auto options = std::make_shared<DevicesOptions>();
  CLI::App &command = *app.add_subcommand(
      "devices", "Show GPUs and RDMA devices of a machine and what connects them");
  command.footer(kDevicesExamples);
  set_choices(command.add_option("-o,--output", options->output,
                                 "Output format: json and yaml are a Device object; node is the "
                                 "resources and labels that its Node gets; default: table"),
              {"table", "json", "yaml", "node"});
  command.add_flag("--no-headers", options->no_headers, "Print only the rows of tables");
  command
      .add_option("--node-name", options->node_name,
                  "Name of the object; default: this host's name")
      ->type_name("NAME");
  add_device_options(command, options->devices);
  add_former_name(command, "--pods", "--filename");
  command
      .add_option("-f,--filename", options->pod_files,
                  "YAML or JSON file with the node's pods; terminated pods, and pods whose devices "
                  "a scheduler chose, are left out of kubelet's assignments; repeat for more")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->each([](const std::string &given) { refuse_empty("--filename", given, "a file or -"); });
  add_source_options(command, options->source);
  return [options] { return run(*options); };
}

}  // namespace koordctl
