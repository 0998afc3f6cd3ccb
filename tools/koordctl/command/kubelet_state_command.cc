#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "cli/failure.h"
#include "cli/file.h"
#include "cli/options.h"
#include "cli/printable.h"
#include "cli/table.h"
#include "command/commands.h"
#include "node/kubelet_state.h"
#include "node/kubelet_version.h"
#include "output/yaml.h"

namespace koordctl {
namespace {

using OrderedJson = nlohmann::ordered_json;
using Options = std::shared_ptr<KubeletStateOptions>;

constexpr const char *kGroup = R"(Examples:
  koordctl kubelet state check --from server.xml --cpu-state cpu_manager_state --kubelet-config kubelet.yaml

Kubelet reads its state when it starts and rewrites it whenever something changes: stop it before --write.
Exit codes: 0 done, 1 refused, or a fault was found, 2 usage, 3 unreadable input, 4 internal error.)";

constexpr const char *kCheckExamples = R"(Examples:
  koordctl kubelet state check --from server.xml --cpu-state cpu_manager_state --kubelet-config kubelet.yaml
  # Also find entries of pods that no longer exist
  koordctl kubelet state check --from server.xml --cpu-state cpu_manager_state --kubelet-config kubelet.yaml -f node-pods.yaml -o json

Exit codes: 0 no fault, 1 a fault was found, 2 usage, 3 unreadable input, 4 internal error.)";

constexpr const char *kRepairExamples = R"(Examples:
  # Show what would change; --write writes it
  koordctl kubelet state repair --from server.xml --cpu-state cpu_manager_state --kubelet-config kubelet.yaml
  # ... in kubelet's file about memory
  koordctl kubelet state repair --from server.xml --memory-state memory_manager_state --kubelet-config kubelet.yaml
  # Before a node goes back from kubelet 1.37 to 1.36
  koordctl kubelet state repair --from server.xml --cpu-state cpu_manager_state --kubelet-config kubelet.yaml --kubelet-version 1.36
  # Containers keep their remaining CPUs
  koordctl kubelet state repair --from server.xml --cpu-state cpu_manager_state --kubelet-config kubelet.yaml --keep-shrunk

Exit codes: 0 done, 1 refused, 2 usage, 3 unreadable input, 4 internal error.)";

constexpr const char *kMigrateExamples = R"(Examples:
  # After cpuManagerPolicy was changed in kubelet.yaml
  koordctl kubelet state migrate --from server.xml --cpu-state cpu_manager_state --kubelet-config kubelet.yaml

Exit codes: 0 done, 1 refused, 2 usage, 3 unreadable input, 4 internal error.)";

constexpr const char *kReplaceExamples = R"(Examples:
  # kubectl get pods -A --field-selector spec.nodeName=node1 -o yaml > node-pods.yaml
  koordctl kubelet state replace --from server.xml --cpu-state cpu_manager_state --kubelet-config kubelet.yaml -f node-pods.yaml

Exit codes: 0 done, 1 refused, 2 usage, 3 unreadable input, 4 internal error.)";

std::string text_of(const OrderedJson &row, const char *field) { return row.value(field, ""); }

void require_config(const KubeletStateOptions &options) {
  if (options.config.empty())
    throw Failure(kUsage,
                  "--kubelet-config FILE: required, because the file of a state does not say which "
                  "kubelet reads "
                  "it; on most nodes it is /var/lib/kubelet/config.yaml");
}

int run_check(const KubeletStateOptions &options) {
  require_config(options);
  const KubeletState state(options);
  size_t found = 0;
  const std::string report = state.check(found);
  const int code = found == 0 ? kOk : kRefused;
  if (options.output != "table") {
    print(options.output == "json" ? report : json_to_yaml(report));
    return code;
  }
  const OrderedJson json = OrderedJson::parse(report);
  if (found == 0) {
    print("No faults: kubelet starts with this state.\n");
    return code;
  }
  Table table({"KUBELET", "FAULT", "MESSAGE"});
  for (const OrderedJson &row : json["findings"]) {
    table.add(
        {row["stops"] ? "refuses" : "accepts", text_of(row, "fault"), text_of(row, "message")});
  }
  std::string text = table.to_string(!options.no_headers);
  if (json["leftOut"] != 0) text += "and " + json["leftOut"].dump() + " more\n";
  if (json.contains("kubelet"))
    text += "\nKubelet's error: " + printable(text_of(json, "kubelet")) + "\n";
  print(text);
  return code;
}

int run_change(const KubeletStateOptions &options,
               std::vector<NewState> (KubeletState::*make)() const) {
  require_config(options);
  if (options.write) {
    for (const auto &[path, name] : {std::pair(&options.cpu_state, "--cpu-state"),
                                     std::pair(&options.memory_state, "--memory-state")}) {
      if (*path != "-") continue;
      throw Failure(kUsage, std::string("--write: there is no file to write, ") + name +
                                " is standard input");
    }
  }
  const KubeletState state(options);
  const std::vector<NewState> files = (state.*make)();
  OrderedJson json = {{"changed", false}, {"changes", OrderedJson::array()}, {"written", false}};
  std::string written;
  for (const NewState &made : files) {
    const OrderedJson report = OrderedJson::parse(made.report);
    for (const OrderedJson &change : report["changes"]) json["changes"].push_back(change);
    if (!report["changed"]) continue;
    json["changed"] = true;
    if (!options.write) continue;
    state.write(made);
    json["written"] = true;
    written += (written.empty() ? "Written to " : "\nWritten to ") + made.path +
               (options.no_backup ? "" : "; the old file is " + made.path + ".koord-backup") + ".";
  }
  if (options.output != "table") {
    for (const NewState &made : files) json[made.member] = made.text;
    print(options.output == "json" ? json.dump(2) : json_to_yaml(json.dump()));
    return kOk;
  }
  if (!json["changed"]) {
    print("Nothing to change.\n");
    return kOk;
  }
  Table table({"ACTION", "REASON", "MESSAGE"});
  for (const OrderedJson &row : json["changes"])
    table.add({text_of(row, "action"), text_of(row, "reason"), text_of(row, "message")});
  print(table.to_string(!options.no_headers) + "\n" +
        (written.empty() ? "Nothing was written; use --write to replace the file." : written) +
        "\n");
  return kOk;
}

void add_common(CLI::App &command, KubeletStateOptions &options, const char *pods_text) {
  const auto file = [&](const char *name, auto &value, const char *text) {
    return command.add_option(name, value, text)
        ->type_name("FILE")
        ->each([name](const std::string &given) { refuse_empty(name, given, "a file or -"); });
  };
  add_former_name(command, "--state", "--cpu-state");
  add_former_name(command, "--config", "--kubelet-config");
  add_former_name(command, "--pods", "--filename");
  file("--cpu-state", options.cpu_state, "Kubelet's cpu_manager_state, or - for standard input");
  file("--kubelet-config", options.config,
       "Kubelet's configuration (YAML or JSON), or - for standard input");
  add_kubelet_version(command, options.version);
  command.add_option("-f,--filename", options.pod_files, pods_text)
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->each([](const std::string &given) { refuse_empty("--filename", given, "a file or -"); });
  command.add_option("--node-name", options.node_name, "Use only the pods on this node")
      ->type_name("NAME")
      ->each([](const std::string &given) { refuse_empty("--node-name", given, "a node's name"); });
  set_choices(command.add_option("-o,--output", options.output, "Output format; default: table"),
              {"table", "json", "yaml"});
  command.add_flag("--no-headers", options.no_headers, "Print tables without column names");
  add_source_options(command, options.source);
}

void add_writing(CLI::App &command, KubeletStateOptions &options) {
  const std::string group = "Writing";
  CLI::Option *write = command
                           .add_flag("--write", options.write,
                                     "Replace the file; default: only show what would change")
                           ->group(group);
  command
      .add_flag("--dry-run", options.dry_run, "Only show what would change, which is the default")
      ->group(group)
      ->excludes(write);
  command.add_flag("--force", options.force, "Write even if a kubelet runs")->group(group);
  command.add_flag("--no-backup", options.no_backup, "Keep no FILE.koord-backup")->group(group);
  command
      .add_option("--proc", options.proc,
                  "Where the host's proc is mounted, to detect a running kubelet; default: /proc")
      ->type_name("DIRECTORY")
      ->group(group)
      ->each([](const std::string &given) { refuse_empty("--proc", given, "a directory"); });
}

void add_memory_state(CLI::App &command, KubeletStateOptions &options) {
  command
      .add_option("--memory-state", options.memory_state,
                  "Kubelet's memory_manager_state, in addition to --cpu-state or alone")
      ->type_name("FILE")
      ->each(
          [](const std::string &given) { refuse_empty("--memory-state", given, "a file or -"); });
}

void check_files(const KubeletStateOptions &options) {
  if (!options.cpu_state && !options.memory_state)
    throw Failure(kUsage, "give kubelet's file: --cpu-state FILE, --memory-state FILE or both");
  const auto uses = std::ranges::count(options.pod_files, "-") +
                    (options.cpu_state == "-" ? 1 : 0) + (options.config == "-" ? 1 : 0) +
                    (options.memory_state == "-" ? 1 : 0) + (options.source.from == "-" ? 1 : 0);
  if (uses > 1) throw Failure(kUsage, "standard input (-) can be read only once");
}

constexpr const char *kAllPods =
    "All pods of the node (kubectl get pods -o yaml); entries of other pods count as "
    "gone; repeat for more";

Run add_repairing(CLI::App &app, const char *name, const char *description, const char *examples,
                  bool migrate) {
  auto options = std::make_shared<KubeletStateOptions>();
  options->migrate = migrate;
  CLI::App &command = *app.add_subcommand(name, description);
  command.footer(examples);
  add_common(command, *options, kAllPods);
  add_memory_state(command, *options);
  command.add_flag("--keep-shrunk", options->keep_shrunk,
                   "Entries that lost CPUs keep their remaining CPUs, instead of being dropped");
  command.add_flag("--start-over", options->start_over,
                   "Replace an unreadable file by that of a new kubelet");
  command.add_flag("--downgrade", options->downgrade,
                   "Drop what kubelet, in this version and configuration, cannot keep: CPUs and "
                   "memory of whole pods, baselines of resized containers");
  add_writing(command, *options);
  return [options] {
    check_files(*options);
    return run_change(*options, &KubeletState::repair);
  };
}

}  // namespace

Run add_kubelet_state_group(CLI::App &app) {
  app.add_subcommand("state", "Check and repair kubelet's files about CPUs and memory")
      ->footer(kGroup);
  return nullptr;
}

Run add_kubelet_state_check_command(CLI::App &app) {
  auto options = std::make_shared<KubeletStateOptions>();
  CLI::App &command =
      *app.add_subcommand("check", "List what would keep kubelet from starting, and other faults");
  command.footer(kCheckExamples);
  add_common(command, *options, kAllPods);
  add_memory_state(command, *options);
  return [options] {
    check_files(*options);
    return run_check(*options);
  };
}

Run add_kubelet_state_repair_command(CLI::App &app) {
  return add_repairing(app, "repair", "Make the nearest state with which kubelet starts",
                       kRepairExamples, false);
}

Run add_kubelet_state_migrate_command(CLI::App &app) {
  return add_repairing(app, "migrate", "As repair, also after a change of a manager's policy",
                       kMigrateExamples, true);
}

Run add_kubelet_state_replace_command(CLI::App &app) {
  auto options = std::make_shared<KubeletStateOptions>();
  CLI::App &command = *app.add_subcommand(
      "replace", "Replace kubelet's CPUs of pods by those that a scheduler allocated");
  command.footer(kReplaceExamples);
  add_common(command, *options,
             "The pods, with their annotation resource-status; required; repeat for more");
  add_writing(command, *options);
  return [options] {
    check_files(*options);
    if (options->pod_files.empty()) throw Failure(kUsage, "give the pods: -f FILE");
    return run_change(*options, &KubeletState::replace);
  };
}

}  // namespace koordctl
