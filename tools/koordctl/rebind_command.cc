#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "commands.h"
#include "file.h"
#include "options.h"
#include "picture.h"
#include "session_command.h"
#include "table.h"
#include "yaml.h"

namespace koordctl {
namespace {

using Json = nlohmann::ordered_json;

struct RebindOptions {
  SessionOptions session;
  RebindRequest request;
  std::string output = "table";
  PictureOptions picture;
  bool draw = false;
  bool no_headers = false;
};

constexpr const char *kRebindExamples = R"(Examples:
  # kubectl get nodes,noderesourcetopologies,pods -A -o yaml > cluster.yaml
  koordctl rebind -f cluster.yaml node-a
  # Two pods at most, and nobody over more NUMA nodes than now
  koordctl rebind -f cluster.yaml node-a --max-moves 2 --no-new-crossing
  # Before and after
  koordctl rebind -f cluster.yaml node-a --picture

Exit codes: 0 planned, be it that nothing moves, 1 nothing is known to plan on, 2 usage, 3 unreadable input, 4 internal error.)";

constexpr std::pair<const char *, std::int32_t koord_fragmentation::*> kFields[] = {
    {"contested", &koord_fragmentation::contested},
    {"extraNUMANodes", &koord_fragmentation::extra_numa},
    {"extraSockets", &koord_fragmentation::extra_sockets},
    {"unmetPods", &koord_fragmentation::unmet_pods},
    {"stranded", &koord_fragmentation::stranded},
    {"largestBlock", &koord_fragmentation::largest_block},
    {"freeCPUs", &koord_fragmentation::free_cpus},
    {"freeCores", &koord_fragmentation::free_cores},
    {"percent", &koord_fragmentation::percent}};

Json to_json(const RebindResult &result) {
  const auto fields = [](const koord_fragmentation &of) {
    Json out = Json::object();
    for (const auto &[name, field] : kFields) out[name] = of.*field;
    return out;
  };
  Json out = {{"node", result.node},
              {"moved", result.info.moved},
              {"work", result.info.work},
              {"outOfWork", result.info.out_of_work != 0},
              {"before", fields(result.info.before)},
              {"after", fields(result.info.after)},
              {"pods", Json::array()},
              {"steps", Json::array()}};
  for (const auto &[uid, pod] : result.pods) {
    out["pods"].push_back({{"name", pod.name},
                           {"uid", uid},
                           {"before", pod.before.to_string()},
                           {"after", pod.after.to_string()}});
  }
  for (const Plan::Step &step : result.steps) {
    out["steps"].push_back(
        {{"pod", result.pods.at(step.uid).name}, {"cpus", step.cpus.to_string()}});
  }
  return out;
}

std::vector<NamedSet> sets(const RebindResult &result, bool after) {
  std::vector<NamedSet> out;
  for (const auto &[uid, pod] : result.pods)
    out.push_back({pod.name, after ? pod.after : pod.before});
  std::sort(out.begin(), out.end(),
            [](const NamedSet &a, const NamedSet &b) { return a.name < b.name; });
  fold_sets(out, kMaxPictureSets - 1);
  if (!result.withheld.empty()) out.push_back({"withheld", result.withheld});
  return out;
}

std::string to_table(const RebindOptions &options, const RebindResult &result) {
  std::string text;
  if (result.steps.empty()) {
    text = "Nothing moves.\n";
  } else {
    Table moves({"STEP", "POD", "FROM", "TO"});
    std::map<std::string, CpuSet> now;
    for (const auto &[uid, pod] : result.pods) now[uid] = pod.before;
    for (std::size_t i = 0; i < result.steps.size(); ++i) {
      const Plan::Step &step = result.steps[i];
      moves.add({std::to_string(i + 1), result.pods.at(step.uid).name, now[step.uid].to_string(),
                 step.cpus.to_string()});
      now[step.uid] = step.cpus;
    }
    text = moves.to_string(!options.no_headers);
  }
  Table measure({"FRAGMENTATION", "BEFORE", "AFTER"});
  for (const auto &[name, field] : kFields) {
    measure.add({name, std::to_string(result.info.before.*field),
                 std::to_string(result.info.after.*field)});
  }
  text += "\n" + measure.to_string(!options.no_headers);
  if (options.draw) {
    for (const bool after : {false, true}) {
      text += "\n" + text_picture(*result.topology, options.picture, sets(result, after),
                                  result.node + (after ? ": after" : ": before"));
    }
  }
  return text;
}

int run(const RebindOptions &options) {
  check_session(options.session);
  check_picture(options.draw, options.output == "table", "a table", options.output);
  const Scenario scenario = read_scenario(options.session);
  const RebindResult result = plan_rebind(scenario, options.request);
  remark_on_input(scenario.input, result.session);
  if (result.info.reason != KOORD_REASON_NONE) {
    throw Failure(kRefused, result.node + ": " +
                                koord_reason_name(result.info.reason, KOORD_PROFILE_SPEC) +
                                ": a Node and its NodeResourceTopology are needed");
  }
  if (options.output == "json") {
    print(to_json(result).dump(2) + "\n");
  } else if (options.output == "yaml") {
    print(json_to_yaml(to_json(result).dump()));
  } else if (options.output == "svg") {
    print(svg_picture(*result.topology, options.picture, sets(result, true),
                      result.node + ": after"));
  } else {
    print(to_table(options, result));
  }
  return kOk;
}

}  // namespace

Run add_rebind_command(CLI::App &app) {
  auto options = std::make_shared<RebindOptions>();
  CLI::App &command = *app.add_subcommand(
      "rebind",
      "Plan other CPUs for the pods of a node, so that they and those to come fit better");
  command.footer(kRebindExamples);
  command.add_option("NODE", options->request.node, "The node, one of the files'")
      ->type_name("NODE")
      ->required();
  set_choices(command.add_option("-o,--output", options->output,
                                 "How to print; svg draws the node afterwards; default: table"),
              {"table", "json", "yaml", "svg"});
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
          "How many pods may move, 0: any number; default: 0")
      ->type_name("N")
      ->group(group);
  command
      .add_flag("--no-new-crossing", options->request.no_new_crossing,
                "No pod comes to be on more NUMA nodes than it is")
      ->group(group);
  command
      .add_option("--keep", options->request.keep, "A pod that stays where it is; again for more")
      ->type_name("[NAMESPACE/]POD")
      ->allow_extra_args(false)
      ->group(group);
  command
      .add_option_function<std::string>(
          "--work",
          [options](const std::string &text) {
            options->request.work = parse_number("--work", text, 0, KOORD_REBIND_MOST_WORK);
          },
          "How many placements may be tried, up to 1000000, 0: 1000; default: 0")
      ->type_name("N")
      ->group(group);
  add_session_options(command, options->session, "others are left out");
  return [options] { return run(*options); };
}

}  // namespace koordctl
