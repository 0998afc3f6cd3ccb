#include <memory>
#include <nlohmann/json.hpp>

#include "cli/failure.h"
#include "cli/file.h"
#include "cli/options.h"
#include "cli/table.h"
#include "command/commands.h"
#include "command/session_command.h"
#include "output/amounts_text.h"
#include "output/refusal_json.h"
#include "output/simulation_output.h"
#include "session/session_plans.h"

namespace koordctl {
namespace {

using OrderedJson = nlohmann::ordered_json;

struct ResizeOptions {
  SessionOptions session;
  ResizeRequest request;
  PodArgument pod;
  std::string output = "table";
  PictureOptions picture;
  bool draw = false;
  bool no_headers = false;
};

constexpr const char *kResizeExamples = R"(Examples:
  # Check that a pod can grow on its node: kubectl get nodes,noderesourcetopologies,devices,pods -A -o yaml > cluster.yaml
  koordctl resize -f cluster.yaml cache --cpu 6
  # Also on other CPUs of its node, if necessary
  koordctl resize -f cluster.yaml cache --cpu 8 --memory 16Gi --may-move --picture

Exit codes: 0 it can be resized, 1 it cannot, 2 usage, 3 unreadable input, 4 internal error.)";

bool moved(const ResizeResult &result) {
  const koord::CpuSet &before = result.before.cpus;
  const koord::CpuSet &after = result.after.cpus;
  koord::CpuSet left = before;
  left -= after;
  koord::CpuSet joined = after;
  joined -= before;
  return !left.empty() && !joined.empty();
}

OrderedJson status_json(const PodResult &pod) {
  OrderedJson json = {{"cpuset", pod.cpus.to_string()}, {"status", OrderedJson::parse(pod.status)}};
  if (pod.info.cpu_request_milli > 0) json["cpuRequest"] = cpu_text(pod.info.cpu_request_milli);
  return json;
}

OrderedJson to_json(const ResizeResult &result) {
  OrderedJson json = {{"apiVersion", "koord.sh/v1"},
                      {"kind", "Resize"},
                      {"profile", profile_name(result.session.profile)},
                      {"pod", pod_reference(result.before.name)},
                      {"node", result.node},
                      {"granted", !result.refusal.has_value()},
                      {"before", status_json(result.before)}};
  if (result.refusal) {
    json["refusal"] = refusal_json(*result.refusal, result.sentence, KOORD_PROFILE_SPEC);
    return json;
  }
  json["after"] = status_json(result.after);
  json["moved"] = moved(result);
  return json;
}

std::string to_table(const ResizeResult &result, const ResizeOptions &options) {
  Table table({"POD", "NODE", "CPU", "FROM", "TO", "NOTE"});
  const PodResult &after = result.refusal ? result.before : result.after;
  table.add({after.short_name(), result.node, cpu_text(after.info.cpu_request_milli),
             result.before.cpus.to_string(), result.refusal ? "" : after.cpus.to_string(),
             result.refusal  ? "refused"
             : moved(result) ? "moves"
                             : ""});
  std::string text = table.to_string(!options.no_headers);
  if (options.draw && !result.refusal)
    text += before_and_after(result.session, result.resized, result.node, options.picture);
  return text;
}

int run(const ResizeOptions &options) {
  check_session(options.session);
  check_picture(options.draw, options.output == "table", "a table", options.output);
  if (options.request.cpu.empty() && options.request.memory.empty())
    throw Failure(kUsage, "give the new amounts: --cpu AMOUNT, --memory AMOUNT or both");
  const Scenario scenario = read_scenario(options.session);
  ResizeRequest request = options.request;
  request.pod = options.pod.find_in(scenario.input);
  const ResizeResult result = resize(scenario, request);
  if (options.output == "table")
    print(to_table(result, options));
  else
    print_document(options.output, to_json(result).dump(2));
  diagnose_input(scenario.input, result.session);
  if (!result.refusal) return kOk;
  diagnose("refused", result.before.short_name() + " on " + result.node + ": " + result.sentence);
  return kRefused;
}

}  // namespace

Run add_resize_command(CLI::App &app) {
  auto options = std::make_shared<ResizeOptions>();
  CLI::App &command = *app.add_subcommand(
      "resize",
      "Show whether a running pod can grow or shrink on its node, and which CPUs it gets");
  command.footer(kResizeExamples);
  add_pod_argument(command, options->pod, "The pod, which must have spec.nodeName");
  set_choices(command.add_option("-o,--output", options->output, "Output format; default: table"),
              {"table", "json", "yaml"});
  command.add_flag("--picture", options->draw, "Draw its node below the table, before and after");
  command.add_flag("--no-headers", options->no_headers, "Print tables without column names");
  add_picture_options(command, options->picture);
  const std::string group = "Amounts";
  const auto add_amount = [&](const char *name, std::string &value, const char *text) {
    command.add_option(name, value, text)
        ->type_name("REQUEST[:LIMIT]")
        ->group(group)
        ->each([name](const std::string &given) { refuse_empty(name, given, "an amount"); });
  };
  add_amount("--cpu", options->request.cpu,
             "New CPU request, and limit; without LIMIT, an existing limit becomes the request");
  add_amount("--memory", options->request.memory, "The same for memory");
  command
      .add_option("--container", options->request.container,
                  "The container to change; default: the only one")
      ->type_name("NAME")
      ->group(group)
      ->each([](const std::string &given) {
        refuse_empty("--container", given, "a container's name");
      });
  command
      .add_flag("--may-move", options->request.may_move,
                "Allow other CPUs and NUMA nodes of the same node if there is no other way")
      ->group(group);
  add_session_options(command, options->session, "; other pods are ignored");
  return [options] { return run(*options); };
}

}  // namespace koordctl
