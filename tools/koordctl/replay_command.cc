#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>

#include "commands.h"
#include "failure.h"
#include "file.h"
#include "options.h"
#include "replay/koord_replay.h"
#include "replay/parallel.h"
#include "replay/progress.h"
#include "replay/report.h"

namespace koordctl {
namespace {

struct ReplayOptions {
  std::string nodes, pods, arrivals, published, workload;
  std::vector<std::string> policies{"fgd", "room-left"};
  std::string seeds = "42-51";
  std::string demands = "50,80,90,95,100,110,130";
  std::string metric = "allocated";
  std::string output = "table";
  std::string most = "130";
  std::string jobs = "1";
  bool no_headers = false;
};

constexpr const char *kReplayExamples = R"(Examples:
  # How full a cluster gets under FGD and under libkoord's own policy, mean of ten orders of arrival
  koordctl replay --nodes nodes.csv --pods pods.csv
  # All policies, orders of arrival from a file, two replays at a time
  koordctl replay --nodes nodes.csv --pods pods.csv --arrivals arrivals.txt --policy all --jobs 2
  # Idle GPUs that the workload cannot use, as curves
  koordctl replay --nodes nodes.csv --pods pods.csv --metric fragments -o svg > fragments.svg

Columns of the nodes file: sn, cpu_milli, memory_mib, gpu, model. Columns of the pods file: name, cpu_milli,
memory_mib, num_gpu, gpu_milli and, if pods require GPU models, gpu_spec ("A|B"). The arrivals file has lines
"seed:place,place,...": indexes of pods in their file, from 0. Without it all pods arrive in random order; then
pods chosen at random arrive again. Pods never leave. A pod that fits on no node is dropped.

Exit codes: 0 done, 2 usage, 3 unreadable input, 4 internal error.)";

constexpr std::uint32_t kMaxSeed = 1'000'000;
constexpr std::uint32_t kMaxSeeds = 1000;

// "42-51,7" -> 42 .. 51, 7.
std::vector<std::uint32_t> parse_numbers(const std::string &option, const std::string &text,
                                         std::uint32_t high) {
  std::vector<std::uint32_t> numbers;
  refuse_empty(option, text, "numbers, 42-51 or 7,8");
  for (const std::string &part : split(text, ',')) {
    const std::size_t dash = part.find('-');
    const std::uint32_t first = parse_number(option, part.substr(0, dash), 0, high);
    const std::uint32_t last = dash == std::string::npos
                                   ? first
                                   : parse_number(option, part.substr(dash + 1), first, high);
    if (last - first >= kMaxSeeds || numbers.size() + (last - first) >= kMaxSeeds) {
      throw Failure(kUsage, option + ": more than " + std::to_string(kMaxSeeds) + " numbers");
    }
    for (std::uint32_t number = first; number <= last; ++number) numbers.push_back(number);
  }
  return numbers;
}

std::vector<std::string> policy_choices() {
  std::vector<std::string> choices;
  for (const ReplayPolicy &policy : replay_policies()) choices.emplace_back(policy.option);
  choices.emplace_back("all");
  return choices;
}

std::vector<ReplayPolicy> chosen_policies(const std::vector<std::string> &options) {
  std::vector<ReplayPolicy> chosen;
  for (const ReplayPolicy &policy : replay_policies()) {
    const auto is_asked = [&](const std::string &option) {
      return option == policy.option || option == "all";
    };
    if (std::any_of(options.begin(), options.end(), is_asked)) chosen.push_back(policy);
  }
  return chosen;
}

Metric metric_of(const std::string &option) {
  if (option == "fragments") return Metric::kFragmentAmount;
  return option == "fragment-ratio" ? Metric::kFragmentRatio : Metric::kAllocated;
}

// "traces/openb_pod_list_default.csv" -> "openb_pod_list_default".
std::string workload_of(const ReplayOptions &options) {
  return options.workload.empty() ? std::filesystem::path(options.pods).stem().string()
                                  : options.workload;
}

// Those that lie beside the pods where no others are named.
Published read_published(const ReplayOptions &options) {
  std::string path = options.published;
  if (path.empty()) {
    path =
        (std::filesystem::path(options.pods).parent_path() / "fgd-expected-summary.csv").string();
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) return {};
  }
  return Published::read(shown_name(path), read_file(path));
}

struct Workload {
  std::vector<TraceNode> nodes;
  std::vector<TracePod> pods;
  std::vector<TaskKind> kinds;
  std::int64_t gpus = 0;
  Arrivals arrivals;  // by seed
  std::vector<std::uint64_t> seeds;
};

Workload read_workload(const ReplayOptions &options, std::uint32_t most) {
  Workload out;
  out.nodes = read_trace_nodes(shown_name(options.nodes), read_file(options.nodes));
  out.pods = read_trace_pods(shown_name(options.pods), read_file(options.pods));
  out.kinds = task_kinds(out.pods);
  for (const TraceNode &node : out.nodes) out.gpus += node.gpus;
  if (out.gpus == 0) {
    throw Failure(kEnvironment, shown_name(options.nodes) + ": no node has a GPU");
  }
  for (const std::uint32_t seed : parse_numbers("--seeds", options.seeds, kMaxSeed)) {
    if (std::find(out.seeds.begin(), out.seeds.end(), seed) == out.seeds.end()) {
      out.seeds.push_back(seed);
    }
  }
  if (!options.arrivals.empty()) {
    out.arrivals =
        read_arrivals(shown_name(options.arrivals), read_file(options.arrivals), out.pods.size());
    for (const std::uint64_t seed : out.seeds) {
      if (out.arrivals.contains(seed)) continue;
      throw Failure(kUsage, "--seeds: " + shown_name(options.arrivals) + " has no seed " +
                                std::to_string(seed));
    }
    return out;
  }
  for (const std::uint64_t seed : out.seeds) {
    out.arrivals[seed] = inflate(out.pods, out.gpus, most, seed);
  }
  return out;
}

Curve replay_once(const Workload &workload, const ReplayPolicy &policy, std::uint64_t seed) {
  const std::vector<std::uint32_t> ranks = draw_ranks(workload.nodes, seed);
  std::vector<TraceNode> in_order(workload.nodes.size());
  for (std::size_t i = 0; i < ranks.size(); ++i) in_order[ranks[i]] = workload.nodes[i];
  KoordReplay cluster(policy, in_order, workload.pods, workload.kinds, seed);
  return replay(workload.pods, workload.arrivals.at(seed), workload.gpus, cluster).curve;
}

std::vector<PolicyReplay> replay_all(const Workload &workload,
                                     const std::vector<ReplayPolicy> &policies, std::size_t jobs) {
  const std::size_t seeds = workload.seeds.size();
  std::vector<std::optional<Curve>> curves(policies.size() * seeds);
  Progress progress(stderr, curves.size());
  run_parts(
      curves.size(), jobs,
      [&](std::size_t part) {
        curves[part] = replay_once(workload, policies[part / seeds], workload.seeds[part % seeds]);
      },
      [&](std::size_t done, std::size_t part) {
        progress.show(done, policies[part / seeds].name);
      });
  std::vector<PolicyReplay> replays;
  for (std::size_t i = 0; i < policies.size(); ++i) {
    PolicyReplay replay{policies[i].name, workload.seeds, {}};
    for (std::size_t seed = 0; seed < seeds; ++seed) {
      replay.curves.push_back(*curves[i * seeds + seed]);
    }
    replays.push_back(std::move(replay));
  }
  return replays;
}

int run(const ReplayOptions &options) {
  refuse_empty("--nodes", options.nodes, "a file");
  refuse_empty("--pods", options.pods, "a file");
  const std::uint32_t most = parse_number("--demand", options.most, 1, Curve::kMaxDemand);
  const std::uint32_t jobs =
      parse_number("--jobs", options.jobs, 1, static_cast<std::uint32_t>(kMaxJobs));
  const std::vector<std::uint32_t> demands =
      parse_numbers("--at", options.demands, Curve::kMaxDemand);
  const Workload workload = read_workload(options, most);
  const Published published = read_published(options);
  const std::vector<PolicyReplay> replays =
      replay_all(workload, chosen_policies(options.policies), jobs);
  const Metric metric = metric_of(options.metric);
  if (options.output == "csv") {
    print(replay_csv(replays));
  } else if (options.output == "svg") {
    print(
        chart_svg(replay_chart(replays, metric, demands.front(), published, workload_of(options))));
  } else {
    print(replay_table(replays, metric, demands, published, workload_of(options),
                       !options.no_headers));
  }
  return kOk;
}

}  // namespace

Run add_replay_command(CLI::App &app) {
  auto options = std::make_shared<ReplayOptions>();
  CLI::App &command = *app.add_subcommand(
      "replay", "Fill a recorded GPU cluster under several policies and show how full it gets");
  command.footer(kReplayExamples);
  const auto file = [&](const char *name, std::string &to, const char *help) {
    return command.add_option(name, to, help)->type_name("FILE");
  };
  file("--nodes", options->nodes, "Nodes of the cluster (CSV)")->required();
  file("--pods", options->pods, "Pods of the workload (CSV)")->required();
  file("--arrivals", options->arrivals, "Orders of arrival by seed; default: random for each seed");
  set_choices(command
                  .add_option("--policy", options->policies,
                              "Policies, separated by commas; default: fgd,room-left")
                  ->delimiter(','),
              policy_choices());
  command
      .add_option("--seeds", options->seeds,
                  "Seeds for arrivals and for the order of equally good nodes, as in 42-51 or 7,8; "
                  "default: 42-51")
      ->type_name("NUMBERS");
  command
      .add_option("--demand", options->most,
                  "Pods arrive until they have requested this percentage of the cluster's GPUs; "
                  "default: 130")
      ->type_name("PERCENT");
  set_choices(
      command.add_option(
          "--metric", options->metric,
          "What tables and charts show, in percent: GPUs in use; idle GPUs that the workload "
          "cannot use, as a share of all GPUs; or as a share of the idle ones; default: allocated"),
      {"allocated", "fragments", "fragment-ratio"});
  command
      .add_option("--at", options->demands,
                  "Demands that the table shows; a chart begins at the first of them; default: "
                  "50,80,90,95,100,110,130")
      ->type_name("PERCENTS");
  set_choices(command.add_option("-o,--output", options->output,
                                 "Output format; csv has every seed and demand; default: table"),
              {"table", "csv", "svg"});
  file("--published", options->published,
       "Published figures to show for comparison (CSV with metric, workload, policy, demand_pct, "
       "mean, std); default: fgd-expected-summary.csv beside the pods file, if it exists");
  command
      .add_option(
          "--workload", options->workload,
          "Name of the workload in the published figures; default: the name of the pods file")
      ->type_name("NAME");
  command
      .add_option("--jobs", options->jobs,
                  "Number of replays that run at the same time; default: 1")
      ->type_name("N");
  command.add_flag("--no-headers", options->no_headers, "Print the table without column names");
  return [options] { return run(*options); };
}

}  // namespace koordctl
