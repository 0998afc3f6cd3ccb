#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string_view>

#include "cluster_cpp.h"
#include "commands.h"
#include "file.h"
#include "manifest.h"
#include "options.h"
#include "picture.h"
#include "session_input.h"
#include "session_machine.h"
#include "table.h"
#include "yaml.h"

namespace koordctl {
namespace {

using Json = nlohmann::ordered_json;

struct RebindOptions {
  std::string node;
  std::vector<std::string> files, machines, synthetic_machines, keep;
  std::string max_moves = "0", work = "0";
  std::string output = "table";
  PictureOptions picture;
  bool no_new_crossing = false;
  bool draw = false;
  bool no_headers = false;
  bool verbose = false;
};

constexpr const char *kExamples = R"(Examples:
  # kubectl get nodes,noderesourcetopologies,pods -A -o yaml > cluster.yaml
  koordctl rebind -f cluster.yaml node-a
  # Two pods at most, and nobody over more NUMA nodes than now
  koordctl rebind -f cluster.yaml node-a --max-moves 2 --no-new-crossing
  # Before and after
  koordctl rebind -f cluster.yaml node-a --picture

Exit codes: 0 planned, be it that nothing moves, 1 nothing is known to plan on, 2 usage, 3 unreadable input, 4 internal error.)";

struct BoundPod {
  std::string name;
  CpuSet before, after;
};

struct Result {
  std::string node;
  koord_rebind_info info{};
  std::map<std::string, BoundPod> pods;  // by uid, those on the node with CPUs of their own
  std::vector<Plan::Step> steps;
  std::optional<Topology> topology;
  CpuSet withheld;
};

std::string short_name(const std::string &name) {
  constexpr std::string_view kDefault = "default/";
  return name.starts_with(kDefault) ? name.substr(kDefault.size()) : name;
}

std::uint32_t find_node(const Cluster &cluster, const std::string &name) {
  std::vector<std::string> names;
  for (std::uint32_t id = 0; id < cluster.ids(); ++id) {
    names.push_back(cluster.node_name(id));
    if (names.back() == name) return id;
  }
  const std::string nearest = nearest_word(name, names);
  throw Failure(kUsage, "NODE: there is no node " + quote(name) +
                            (nearest.empty() ? "" : "; did you mean " + nearest + "?"));
}

void add_nodes(const RebindOptions &options, const Remarks &remarks, const SessionInput &input,
               Cluster &cluster) {
  std::set<std::string> described;
  for (const auto &node : input.nodes) {
    cluster.set_node(remarks, node.json, node.where);
    described.insert(node.name);
  }
  for (const auto &topology : input.topologies) {
    cluster.set_topology(remarks, topology.json, topology.where);
  }
  for (const bool synthetic : {false, true}) {
    for (const std::string &text : synthetic ? options.synthetic_machines : options.machines) {
      const Machine machine = open_machine(text, synthetic, options.verbose);
      for (const std::string &name : machine.names) {
        cluster.set_machine(name, machine.topology, described.insert(name).second, machine.subject);
      }
    }
  }
}

Result plan(const RebindOptions &options, const Remarks &remarks, const SessionInput &input) {
  Cluster cluster(KOORD_PROFILE_SPEC, input.plugin ? input.plugin->json : "",
                  input.plugin ? input.plugin->where : "");
  add_nodes(options, remarks, input, cluster);
  const std::uint32_t node = find_node(cluster, options.node);
  Result result;
  result.node = options.node;
  std::set<std::string> wanted(options.keep.begin(), options.keep.end());
  std::vector<std::string> keep;
  for (const SessionInput::Object &object : input.pods) {
    const Pod pod = Pod::from_json(remarks, object.json, object.where);
    const auto properties = pod.info().properties;
    if ((properties & KOORD_POD_IS_BOUND) == 0 || (properties & KOORD_POD_IS_TERMINATED) != 0)
      continue;
    cluster.set_pod(pod, object.where);
    const std::string uid = pod.text(KOORD_POD_TEXT_UID);
    if (cluster.pod_node(uid) != node) continue;
    if (wanted.erase(object.name) + wanted.erase(short_name(object.name)) > 0) keep.push_back(uid);
    const CpuSet cpus = cluster.pod_cpus(uid);
    if (!cpus.empty()) result.pods[uid] = {short_name(object.name), cpus, cpus};
  }
  if (!wanted.empty()) {
    throw Failure(kUsage,
                  "--keep: there is no pod " + quote(*wanted.begin()) + " on " + options.node);
  }
  koord_rebind_options how;
  koord_rebind_options_init(&how, sizeof how);
  how.flags = options.no_new_crossing ? KOORD_REBIND_NO_NEW_CROSSING : 0;
  how.max_moved = parse_number("--max-moves", options.max_moves, 0, UINT32_MAX);
  how.work = parse_number("--work", options.work, 0, KOORD_REBIND_MOST_WORK);
  koord_rebind_info_init(&result.info, sizeof result.info);
  const Plan found = cluster.rebind(node, how, keep, result.info);
  result.steps = found.steps();
  cluster.commit(found);
  for (auto &[uid, pod] : result.pods) pod.after = cluster.pod_cpus(uid);
  result.topology = cluster.node_topology(node);
  if (result.topology) result.withheld = cluster.node_cpus(node, KOORD_NODE_WITHHELD);
  return result;
}

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

Json to_json(const Result &result) {
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

std::vector<NamedSet> sets(const Result &result, bool after) {
  std::vector<NamedSet> out;
  for (const auto &[uid, pod] : result.pods)
    out.push_back({pod.name, after ? pod.after : pod.before});
  std::sort(out.begin(), out.end(),
            [](const NamedSet &a, const NamedSet &b) { return a.name < b.name; });
  fold_sets(out, kMaxPictureSets - 1);
  if (!result.withheld.empty()) out.push_back({"withheld", result.withheld});
  return out;
}

std::string to_table(const RebindOptions &options, const Result &result) {
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
  if (options.files.empty()) throw Failure(kUsage, "give files with nodes and pods: -f FILE");
  for (const std::string &file : options.files) refuse_empty("--filename", file, "a file or -");
  if (std::count(options.files.begin(), options.files.end(), "-") > 1) {
    throw Failure(kUsage, "standard input (-) can be only one of the files");
  }
  if (options.draw && options.output != "table") {
    throw Failure(kUsage, "--picture: only below a table, not with -o " + options.output);
  }
  std::vector<Manifest> manifests;
  for (const std::string &file : options.files) read_manifests(file, manifests);
  const SessionInput input(std::move(manifests));
  const Remarks remarks(options.verbose);
  const Result result = plan(options, remarks, input);
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
  command.footer(kExamples);
  command.add_option("NODE", options->node, "The node, one of the files'")
      ->type_name("NODE")
      ->required();
  set_choices(command.add_option("-o,--output", options->output,
                                 "How to print; svg draws the node afterwards; default: table"),
              {"table", "json", "yaml", "svg"});
  command.add_flag("--picture", options->draw, "Draw the node before and after below the table");
  command.add_flag("--no-headers", options->no_headers, "Print tables without column names");
  add_picture_options(command, options->picture);
  command.add_flag("-v,--verbose", options->verbose, "Print remarks about odd input too");
  const std::string plan_group = "Plan";
  command
      .add_option("--max-moves", options->max_moves,
                  "How many pods may move, 0: any number; default: 0")
      ->type_name("N")
      ->group(plan_group);
  command
      .add_flag("--no-new-crossing", options->no_new_crossing,
                "No pod comes to be on more NUMA nodes than it is")
      ->group(plan_group);
  command.add_option("--keep", options->keep, "A pod that stays where it is; again for more")
      ->type_name("[NAMESPACE/]POD")
      ->allow_extra_args(false)
      ->group(plan_group);
  command
      .add_option("--work", options->work,
                  "How many placements may be tried, up to 1000000, 0: 1000; default: 0")
      ->type_name("N")
      ->group(plan_group);
  const std::string group = "Cluster";
  command
      .add_option("-f,--filename", options->files,
                  "YAML or JSON with Node, NodeResourceTopology and Pod objects, Lists too, or "
                  "standard input (-); again for more. Pods without spec.nodeName are left out")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->group(group);
  command
      .add_option("--machine", options->machines,
                  "A node with the machine that FILE describes, as topology --from reads it")
      ->type_name("NODE=FILE[,copies=N]")
      ->allow_extra_args(false)
      ->group(group);
  command
      .add_option("--machine-synthetic", options->synthetic_machines,
                  "The same with an hwloc synthetic description")
      ->type_name("NODE=TEXT[,copies=N]")
      ->allow_extra_args(false)
      ->group(group);
  return [options] { return run(*options); };
}

}  // namespace koordctl
