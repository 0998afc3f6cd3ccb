#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/failure.h"
#include "cli/file.h"
#include "cli/options.h"
#include "cli/table.h"
#include "command/commands.h"
#include "command/session_command.h"
#include "output/picture.h"
#include "output/yaml.h"
#include "session/rebind_order.h"

namespace koordctl {
namespace {

using OrderedJson = nlohmann::ordered_json;

struct RebindOptions {
  SessionOptions session;
  RebindRequest request;
  std::string output = "table";
  PictureOptions picture;
  bool draw = false;
  bool no_headers = false;
};

constexpr const char *kRebindExamples = R"(Examples:
  # kubectl get nodes,noderesourcetopologies,devices,pods -A -o yaml > cluster.yaml
  koordctl rebind -f cluster.yaml node-a
  # At most two pods move, and none onto more NUMA nodes than now
  koordctl rebind -f cluster.yaml node-a --max-moves 2 --no-new-crossing
  # Before and after
  koordctl rebind -f cluster.yaml node-a --picture
  # By a RebindResource, as commands for sh -e
  koordctl rebind -f cluster.yaml -f rebind.yaml -o patch

Exit codes: 0 planned, even if no pod moves, 1 the CPUs of the node are unknown, 2 usage, 3 unreadable input, 4 internal error.)";

constexpr std::pair<const char *, int32_t koord_fragmentation::*> kFields[] = {
    {"contested", &koord_fragmentation::contested},
    {"extraNUMANodes", &koord_fragmentation::extra_numa},
    {"extraSockets", &koord_fragmentation::extra_sockets},
    {"unmetPods", &koord_fragmentation::unmet_pods},
    {"stranded", &koord_fragmentation::stranded},
    {"largestBlock", &koord_fragmentation::largest_block},
    {"freeCPUs", &koord_fragmentation::free_cpus},
    {"freeCores", &koord_fragmentation::free_cores},
    {"percent", &koord_fragmentation::percent}};

// Returns the change of a step to its pod, as a JSON merge patch.
OrderedJson pod_patch(const RebindResult::Step &step) {
  return {{"metadata",
           {{"annotations", {{"scheduling.koordinator.sh/resource-status", step.status}}}}}};
}

// Returns the status patch of the RebindResource, to be applied after those of the pods.
OrderedJson order_patch(const RebindResult &result) {
  const bool failed = result.info.reason != KOORD_REASON_NONE;
  const std::string reason =
      failed ? koord_reason_get_name(result.info.reason, KOORD_PROFILE_SPEC)
             : (result.info.moved == 0 ? std::string("no pod moves")
                                       : std::to_string(result.info.moved) + " moved");
  return OrderedJson::parse(
      rebind_status_patch(failed ? KOORD_REBIND_PHASE_FAILED : KOORD_REBIND_PHASE_SUCCEED, reason));
}

OrderedJson to_json(const RebindResult &result, const std::optional<RebindOrder> &order) {
  const auto fields = [](const koord_fragmentation &of) {
    OrderedJson out = OrderedJson::object();
    for (const auto &[name, field] : kFields) out[name] = of.*field;
    return out;
  };
  OrderedJson out = {{"node", result.node},
                     {"moved", result.info.moved},
                     {"used", result.info.used},
                     {"truncated", (result.info.properties & KOORD_REBIND_INFO_TRUNCATED) != 0},
                     {"before", fields(result.info.before)},
                     {"after", fields(result.info.after)},
                     {"pods", OrderedJson::array()},
                     {"steps", OrderedJson::array()}};
  if (!result.claims.empty()) {
    out["afterClaims"] = fields(result.with_claims);
    out["claims"] = OrderedJson::array();
    for (const RebindResult::Claim &claim : result.claims)
      out["claims"].push_back({{"pod", claim.pod}, {"cpus", claim.cpus.to_string()}});
  }
  for (const auto &[uid, pod] : result.pods) {
    out["pods"].push_back({{"namespace", pod.name_space},
                           {"name", pod.bare_name},
                           {"uid", uid},
                           {"before", pod.before.to_string()},
                           {"after", pod.after.to_string()}});
  }
  for (const RebindResult::Step &step : result.steps) {
    const RebindResult::BoundPod &pod = result.pods.at(step.uid);
    out["steps"].push_back({{"pod", pod.name},
                            {"namespace", pod.name_space},
                            {"name", pod.bare_name},
                            {"uid", step.uid},
                            {"cpus", step.cpus.to_string()},
                            {"patch", pod_patch(step)}});
  }
  if (order) {
    out["rebindResource"] = {{"name", order->name},
                             {"deadlineInSeconds", order->deadline_seconds},
                             {"patch", order_patch(result)}};
  }
  return out;
}

// Returns one shell word for any text, because users choose names.
std::string shell_word(const std::string &text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) return text;
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

// Returns the commands that apply the plan, in order.
std::string to_commands(const RebindResult &result, const std::optional<RebindOrder> &order) {
  std::string text;
  for (const RebindResult::Step &step : result.steps) {
    const RebindResult::BoundPod &pod = result.pods.at(step.uid);
    text += "kubectl patch pod " + shell_word(pod.bare_name) + " --namespace " +
            shell_word(pod.name_space) + " --type merge --patch " +
            shell_word(pod_patch(step).dump()) + "\n";
  }
  if (order) {
    text += "kubectl patch rebindresources.scheduling.koordinator.sh " + shell_word(order->name) +
            " --subresource status --type merge --patch " + shell_word(order_patch(result).dump()) +
            "\n";
  }
  return text;
}

std::vector<NamedSet> sets(const RebindResult &result, bool after) {
  std::vector<NamedSet> out;
  for (const auto &[uid, pod] : result.pods)
    out.push_back({pod.name, after ? pod.after : pod.before});
  std::sort(out.begin(), out.end(),
            [](const NamedSet &a, const NamedSet &b) { return a.name < b.name; });
  fold_sets(out, kMaxPictureSets - 1);
  if (!result.reserved.empty()) out.push_back({"reserved", result.reserved});
  return out;
}

std::string to_table(const RebindOptions &options, const RebindResult &result) {
  std::string text;
  if (result.steps.empty()) {
    text = "No pod moves.\n";
  } else {
    Table moves({"STEP", "POD", "FROM", "TO"});
    std::map<std::string, koord::CpuSet> now;
    for (const auto &[uid, pod] : result.pods) now[uid] = pod.before;
    for (size_t i = 0; i < result.steps.size(); ++i) {
      const RebindResult::Step &step = result.steps[i];
      moves.add({std::to_string(i + 1), result.pods.at(step.uid).name, now[step.uid].to_string(),
                 step.cpus.to_string()});
      now[step.uid] = step.cpus;
    }
    text = moves.to_string(!options.no_headers);
  }
  std::vector<std::string> columns = {"FRAGMENTATION", "BEFORE", "AFTER"};
  if (!result.claims.empty()) columns.emplace_back("WITH CLAIMS");
  Table measure(columns);
  for (const auto &[name, field] : kFields) {
    std::vector<std::string> row = {name, std::to_string(result.info.before.*field),
                                    std::to_string(result.info.after.*field)};
    if (!result.claims.empty()) row.push_back(std::to_string(result.with_claims.*field));
    measure.add(row);
  }
  text += "\n" + measure.to_string(!options.no_headers);
  if (options.draw) {
    for (const bool after : {false, true}) {
      text += "\n" + text_picture(result.topology, options.picture, sets(result, after),
                                  result.node + (after ? ": after" : ": before"));
    }
  }
  return text;
}

// Warns of claims that take CPUs which the plan frees; its `after` does not count them.
void diagnose_claims(const RebindResult &result) {
  for (const RebindResult::Claim &claim : result.claims)
    diagnose("warning", claim.pod + ": its claim of CPUs " + claim.cpus.to_string() +
                            " is refused now and holds once the plan has freed them; the "
                            "fragmentation after the plan is that with claims");
}

int run(const RebindOptions &options) {
  check_session(options.session);
  check_picture(options.draw, options.output == "table", "a table", options.output);
  Scenario scenario = read_scenario(options.session);
  scenario.input.skipped.erase("RebindResource");
  RebindRequest request = options.request;
  const std::optional<RebindOrder> order =
      find_rebind_order(scenario.diagnostics, scenario.input, request.node);
  if (order) {
    if (request.node.empty()) request.order = order->where;
    request.node = order->node;
  }
  if (request.node.empty())
    throw Failure(kUsage, "NODE: required, because no RebindResource in the files is pending");
  const RebindResult result = plan_rebind(scenario, request);
  diagnose_input(scenario.input, result.session);
  diagnose_claims(result);
  const bool planned = result.info.reason == KOORD_REASON_NONE;
  const std::string commands = options.output == "patch" ? to_commands(result, order) : "";
  if (!commands.empty()) print(commands);
  if (!planned) {
    throw Failure(
        kRefused,
        result.node + ": " + koord_reason_get_name(result.info.reason, KOORD_PROFILE_SPEC) +
            ": a Node and its NodeResourceTopology are needed: add them to the files, or give "
            "the machine (--machine " +
            result.node + "=FILE)");
  }
  if (options.output == "json") {
    print(to_json(result, order).dump(2) + "\n");
  } else if (options.output == "yaml") {
    print(json_to_yaml(to_json(result, order).dump()));
  } else if (options.output == "svg") {
    print(
        svg_picture(result.topology, options.picture, sets(result, true), result.node + ": after"));
  } else if (options.output == "table") {
    print(to_table(options, result));
  }
  return kOk;
}

}  // namespace

Run add_rebind_command(CLI::App &app) {
  auto options = std::make_shared<RebindOptions>();
  CLI::App &command = *app.add_subcommand(
      "rebind",
      "Plan other CPUs for the pods of a node, so that present and future pods fit better");
  command.footer(kRebindExamples);
  command
      .add_option("NODE", options->request.node,
                  "A node in the files; default: that of the pending RebindResource in the files")
      ->type_name("NODE");
  set_choices(command.add_option("-o,--output", options->output,
                                 "Output format; patch prints kubectl commands that apply the "
                                 "plan, svg draws the node afterwards; default: table"),
              {"table", "json", "yaml", "patch", "svg"});
  command.add_flag("--picture", options->draw, "Draw the node before and after below the table");
  command.add_flag("--no-headers", options->no_headers, "Print tables without column names");
  add_picture_options(command, options->picture);
  const std::string group = "Plan";
  command
      .add_option_function<std::string>(
          "--max-moves",
          [options](const std::string &text) {
            options->request.max_moves = parse_number("--max-moves", text, 0, UINT32_MAX);
          },
          "Move at most this many pods; default: 0, any number")
      ->type_name("N")
      ->group(group);
  command
      .add_flag("--no-new-crossing", options->request.no_new_crossing,
                "Move no pod onto more NUMA nodes than it has")
      ->group(group);
  command.add_option("--keep", options->request.keep, "Do not move this pod; repeat for more")
      ->type_name("[NAMESPACE/]POD")
      ->allow_extra_args(false)
      ->group(group);
  command
      .add_option_function<std::string>(
          "--budget",
          [options](const std::string &text) {
            options->request.budget = parse_number("--budget", text, 0, KOORD_REBIND_BUDGET_MAX);
          },
          "Try at most this many placements, up to 1000000; default: 0, which means 1000")
      ->type_name("N")
      ->group(group);
  add_session_options(command, options->session, "; other pods are ignored");
  return [options] { return run(*options); };
}

}  // namespace koordctl
