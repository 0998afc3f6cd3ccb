#include <memory>
#include <optional>

#include "cli/diagnostics.h"
#include "cli/errors.h"
#include "cli/file.h"
#include "cli/options.h"
#include "cli/printable.h"
#include "command/commands.h"
#include "machine/source.h"
#include "node/kubelet_config.h"
#include "output/picture.h"
#include "output/topology_table.h"
#include "output/yaml.h"

namespace koordctl {
namespace {

struct TopologyOptions {
  SourceOptions source;
  PictureOptions picture;
  std::string output = "table";
  std::optional<std::string> node_name, kubelet_config, cpu_state;
  bool devices = false;
  bool force = false;
  bool no_headers = false;
};

constexpr const char *kTopologyExamples = R"(Examples:
  # This machine
  koordctl topology
  # Another one, from a file made there by: lstopo server.xml
  koordctl topology --from server.xml -o wide
  # A node as Koordinator reports it: kubectl get noderesourcetopologies node1 -o yaml
  koordctl topology --from node1.yaml
  # A machine that does not exist
  koordctl topology --from-synthetic "pack:2 numa:2 l3:1 core:4 pu:2" -o picture
  # An object for: kubectl apply -f -
  koordctl topology --from server.xml --node-name node1 --kubelet-config kubelet.yaml -o nrt
  # A picture for a browser
  koordctl topology --from server.xml -o svg > server.svg

Exit codes: 0 ok, 2 usage, 3 unreadable input or machine, 4 internal error.)";

constexpr size_t kMaxInput = size_t{4} << 20;

std::string read_state(const std::string &file) {
  std::string text = read_file(file, kMaxInput);
  if (!text.empty()) return text;
  throw Failure(kEnvironment,
                shown_name(file) + ": found nothing, expected kubelet's cpu_manager_state");
}

// The inputs of a NodeResourceTopology.
struct NrtInputs {
  std::string name, config, state;

  std::string write(const koord::Topology &topology, koord::KubeletSetup setup) const {
    if (!config.empty()) setup.set_config(config);
    if (!state.empty()) setup.set_cpu_state(state);
    return topology.to_nrt(setup, name);
  }
};

// Returns whether libkoord itself warns of the fault when it writes the object.
bool is_said(const koord::Topology &topology, const std::string &config, const std::string &fault) {
  std::string log;
  koord::Context context = koord::Context::create();
  context.set_log(
      [](void *user, int32_t, const char *message, size_t length) {
        static_cast<std::string *>(user)->append(message, length).append("\n");
      },
      &log);
  koord::KubeletSetup setup = koord::KubeletSetup::create(context);
  setup.set_config(config);
  (void)topology.to_nrt(setup, "node");
  return log.find(fault) != std::string::npos;
}

// A node reports nothing if its kubelet does not start.
void check_config(const koord::Topology &topology, const std::string &config,
                  const TopologyOptions &options) {
  const std::string file = shown_name(*options.kubelet_config);
  constexpr koord_kubelet_version kVersion = KOORD_KUBELET_VERSION_DEFAULT;
  const KubeletConfigFaults faults = check_kubelet_config(config, kVersion);
  std::string fault;
  if (!faults.stops.empty()) {
    fault = file + ": KubeletConfiguration: " + faults.stops.front();
  } else {
    try {
      with_subject(file, [&] {
        koord::KubeletSetup setup = koord::KubeletSetup::create();
        setup.set_config(config);
        (void)koord::Kubelet::create(topology, setup);
      });
    } catch (const BadInput &failure) {
      fault = failure.what();
    }
  }
  if (!options.force && !fault.empty())
    throw Failure(kEnvironment, fault + "; kubelet does not start with it (--force goes on)");
  warn_of_kubelet_config(config, kVersion, file);
  if (fault.empty() || !faults.stops.empty()) return;
  if (!is_said(topology, config, fault.substr(file.size() + 2)))
    print_message("warning: " + fault + "; kubelet does not start with it");
}

// Adds the inputs one at a time, so that an error is attributed to the last one added. Remarks are
// printed once, for all inputs together.
std::string nrt(const koord::Topology &topology, const TopologyOptions &options) {
  NrtInputs inputs;
  const auto attempt = [&] { return inputs.write(topology, koord::KubeletSetup::create()); };
  if (options.node_name) {
    inputs.name = *options.node_name;
    (void)with_subject("--node-name", attempt, kUsage);
  } else if (options.source.this_machine()) {
    inputs.name = host_name();
    (void)with_subject("this host's name is not a valid node name; give --node-name", attempt);
  } else {
    throw Failure(kUsage, "--node-name: required to name the object of -o nrt");
  }
  if (options.kubelet_config) {
    inputs.config = read_kubelet_config(*options.kubelet_config);
    (void)with_subject(shown_name(*options.kubelet_config), attempt);
    check_config(topology, inputs.config, options);
  }
  if (options.cpu_state) {
    inputs.state = read_state(*options.cpu_state);
    (void)with_subject(shown_name(*options.cpu_state), attempt);
  }
  const Diagnostics diagnostics(options.source.verbose);
  return inputs.write(topology, koord::KubeletSetup::create(diagnostics));
}

void check_combination(const TopologyOptions &options) {
  const bool is_nrt = options.output.starts_with("nrt");
  const struct {
    const std::optional<std::string> &value;
    const char *name;
    const char *expected;
  } nrt_only[] = {{options.node_name, "--node-name", "a name"},
                  {options.kubelet_config, "--kubelet-config", "a file or -"},
                  {options.cpu_state, "--cpu-state", "a file or -"}};
  for (const auto &[value, name, expected] : nrt_only) {
    if (!value) continue;
    refuse_empty(name, *value, expected);
    if (!is_nrt) throw Failure(kUsage, std::string(name) + ": only for -o nrt");
  }
  if (options.force && !options.kubelet_config)
    throw Failure(kUsage, "--force: only with --kubelet-config");
  const int from_stdin = (options.source.from == "-" ? 1 : 0) +
                         (options.kubelet_config == "-" ? 1 : 0) +
                         (options.cpu_state == "-" ? 1 : 0);
  if (from_stdin > 1) throw Failure(kUsage, "standard input (-) can be only one of the files");
}

int run(const TopologyOptions &options) {
  check_combination(options);
  const koord::Topology topology = open_topology(options.source);
  PictureOptions picture = options.picture;
  picture.devices = options.devices;
  const std::string &output = options.output;
  if (output == "json") {
    print(topology.to_json());
  } else if (output == "yaml") {
    print(json_to_yaml(topology.to_json()));
  } else if (output == "nrt") {
    print(nrt(topology, options));
  } else if (output == "nrt-yaml") {
    print(json_to_yaml(nrt(topology, options)));
  } else if (output == "annotation") {
    print(topology.to_annotation());
  } else if (output == "svg") {
    print(svg_picture(topology, picture, {}, ""));
  } else if (output == "picture") {
    print(text_picture(topology, picture, {}, ""));
  } else {
    print(topology_table(
        topology,
        {.wide = output == "wide", .devices = options.devices, .headers = !options.no_headers}));
  }
  return kOk;
}

}  // namespace

Run add_topology_command(CLI::App &app) {
  auto options = std::make_shared<TopologyOptions>();
  CLI::App &command = *app.add_subcommand(
      "topology", "Show sockets, NUMA nodes, L3 groups, cores and CPUs of a machine");
  command.footer(kTopologyExamples);
  set_choices(command.add_option(
                  "-o,--output", options->output,
                  "Output format: wide adds the CPUs; nrt is a NodeResourceTopology; annotation is "
                  "the value of node.koordinator.sh/cpu-topology; default: table"),
              {"table", "wide", "json", "yaml", "nrt", "nrt-yaml", "annotation", "svg", "picture"});
  command.add_flag("--devices", options->devices,
                   "Also show PCI devices (table, wide and pictures)");
  command.add_flag("--no-headers", options->no_headers,
                   "Print only the table's rows, without summary and column names");
  add_picture_options(command, options->picture);
  add_former_name(command, "-f", "--from");
  add_source_options(command, options->source);
  const std::string group = "NodeResourceTopology";
  command
      .add_option("--node-name", options->node_name,
                  "Name of the object; default: this host's name")
      ->type_name("NAME")
      ->group(group);
  command
      .add_option(
          "--kubelet-config", options->kubelet_config,
          "KubeletConfiguration or /configz answer (JSON or YAML); default: kubelet's defaults")
      ->type_name("FILE")
      ->group(group);
  command
      .add_option(
          "--cpu-state", options->cpu_state,
          "kubelet's cpu_manager_state; its exclusive CPUs are not available; default: none")
      ->type_name("FILE")
      ->group(group);
  command
      .add_flag("--force", options->force,
                "Go on with a configuration with which kubelet does not start")
      ->group(group);
  return [options] { return run(*options); };
}

}  // namespace koordctl
