#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>

#include "cli/failure.h"
#include "cli/file.h"
#include "cli/options.h"
#include "cli/program.h"
#include "koord_replay.h"
#include "parallel.h"
#include "progress.h"
#include "report.h"
#include "workload.h"

namespace koordctl {
namespace {

struct ReplayOptions {
  std::string nodes, classes, arrivals, published, workload, title, then;
  std::vector<std::string> pods;
  std::vector<std::string> policies{"fgd", "room-left"};
  std::string seeds = "42-51";
  std::optional<std::string> demands;  // default: suitable values for a table or a chart
  std::string metric = "allocated";
  std::string output = "table";
  std::string most = "130";
  std::string learn = "0";
  std::string hedge = "0";
  std::string refresh = "0";
  std::string then_at = "50";
  std::string jobs = "1";
  bool no_headers = false;
};

constexpr const char *kDemands = "50,80,90,95,100,110,130";
constexpr uint32_t kMaxHalfLife = 1'000'000;
constexpr uint32_t kMaxSeed = 1'000'000;
constexpr uint32_t kMaxSeeds = 1000;

// "42-51,7" becomes 42 .. 51, 7.
std::vector<uint32_t> parse_numbers(const std::string &option, const std::string &text,
                                    uint32_t high) {
  std::vector<uint32_t> numbers;
  refuse_empty(option, text, "numbers, 42-51 or 7,8");
  for (const std::string &part : split(text, ',')) {
    const size_t dash = part.find('-');
    const uint32_t first = parse_number(option, part.substr(0, dash), 0, high);
    const uint32_t last = dash == std::string::npos
                              ? first
                              : parse_number(option, part.substr(dash + 1), first, high);
    if (last - first >= kMaxSeeds || numbers.size() + (last - first) >= kMaxSeeds)
      throw Failure(kUsage, option + ": more than " + std::to_string(kMaxSeeds) + " numbers");
    for (uint32_t number = first; number <= last; ++number) numbers.push_back(number);
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

// Reads published figures: from the file beside the pods unless another one is named.
Published read_published(const ReplayOptions &options) {
  std::string path = options.published;
  if (path.empty()) {
    path = (std::filesystem::path(options.pods.front()).parent_path() / "fgd-expected-summary.csv")
               .string();
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) return {};
  }
  return Published::read(shown_name(path), read_file(path));
}

std::vector<uint64_t> chosen_seeds(const std::string &text) {
  std::vector<uint64_t> seeds;
  for (const uint32_t seed : parse_numbers("--seeds", text, kMaxSeed))
    if (std::find(seeds.begin(), seeds.end(), seed) == seeds.end()) seeds.push_back(seed);
  return seeds;
}

ReplayRun replay_once(const Workload &workload, const ReplayPolicy &policy, uint64_t seed,
                      Keep keep) {
  const std::vector<uint32_t> ranks = draw_ranks(workload.nodes, seed);
  std::vector<TraceNode> in_order(workload.nodes.size());
  for (size_t i = 0; i < ranks.size(); ++i) in_order[ranks[i]] = workload.nodes[i];
  KoordReplay cluster(policy, in_order, workload, seed);
  return replay(workload.pods, workload.arrivals.at(seed), workload.gpus, cluster, keep);
}

std::vector<WorkloadReplay> replay_all(std::vector<Workload> workloads,
                                       const std::vector<ReplayPolicy> &policies,
                                       const std::vector<uint64_t> &seeds, size_t jobs, Keep keep) {
  const size_t parts = policies.size() * seeds.size();
  std::vector<std::optional<ReplayRun>> runs(workloads.size() * parts);
  Progress progress(stderr, runs.size());
  const auto policy_of = [&](size_t part) { return part % parts / seeds.size(); };
  run_parts(
      runs.size(), jobs,
      [&](size_t part) {
        runs[part] = replay_once(workloads[part / parts], policies[policy_of(part)],
                                 seeds[part % seeds.size()], keep);
      },
      [&](size_t done, size_t part) { progress.show(done, policies[policy_of(part)].name); });
  std::vector<WorkloadReplay> out;
  auto run = runs.begin();
  for (Workload &workload : workloads) {
    WorkloadReplay &one = out.emplace_back(WorkloadReplay{std::move(workload), {}});
    for (const ReplayPolicy &policy : policies) {
      PolicyReplay &replay = one.replays.emplace_back(PolicyReplay{policy.name, seeds, {}});
      for (size_t seed = 0; seed < seeds.size(); ++seed, ++run) {
        replay.curves.push_back(std::move((*run)->curve));
        replay.refused.push_back(std::move((*run)->refused));
        replay.places.push_back(std::move((*run)->places));
      }
    }
  }
  return out;
}

std::string chart_of(const ReplayOptions &options, const WorkloadReplay &replay, Metric metric,
                     const ReplayShown &table, const Published &published) {
  const uint32_t from =
      !options.demands ? first_difference(replay.replays, metric) : table.demands.front();
  return chart_svg(replay_chart(replay, metric, from, published, options.title));
}

void check_files(const ReplayOptions &options) {
  refuse_empty("--nodes", options.nodes, "a file");
  for (const std::string &pods : options.pods) refuse_empty("--pods", pods, "a file");
  if (options.output == "svg" && options.pods.size() > 1)
    throw Failure(
        kUsage, "--pods: a chart shows one workload, found " + std::to_string(options.pods.size()));
  if (!options.workload.empty() && options.pods.size() > 1)
    throw Failure(kUsage, "--workload: found " + std::to_string(options.pods.size()) +
                              " files of pods, expected one");
  if (!options.then.empty() && !options.arrivals.empty())
    throw Failure(kUsage, "--then: orders of arrival are drawn, found --arrivals, too");
}

int run(const ReplayOptions &options) {
  check_files(options);
  const uint32_t most = parse_number("--demand", options.most, 1, Curve::kMaxDemand);
  const uint32_t jobs = parse_number("--jobs", options.jobs, 1, static_cast<uint32_t>(kMaxJobs));
  const Learning learning{!options.classes.empty(),
                          parse_number("--learn", options.learn, 0, kMaxHalfLife),
                          parse_number("--hedge", options.hedge, 0, 100),
                          parse_number("--refresh", options.refresh, 0, kMaxHalfLife)};
  const uint32_t then_at = parse_number("--then-at", options.then_at, 0, most);
  const Metric metric = metric_of(options.metric);
  const ReplayShown table{
      metric, parse_numbers("--at", options.demands.value_or(kDemands), Curve::kMaxDemand),
      !options.no_headers};
  const std::vector<uint64_t> seeds = chosen_seeds(options.seeds);
  std::vector<Workload> workloads = read_workloads(
      {options.nodes, options.pods, options.classes, options.arrivals, options.then, then_at},
      seeds, most);
  if (!options.workload.empty()) workloads.front().name = options.workload;
  for (Workload &workload : workloads) workload.learning = learning;
  const Published published = read_published(options);
  const bool places = options.output == "placements";
  const std::vector<WorkloadReplay> replays =
      replay_all(std::move(workloads), chosen_policies(options.policies), seeds, jobs,
                 places ? Keep::kPlaces : Keep::kCurve);
  if (options.output == "csv")
    print(replay_csv(replays));
  else if (options.output == "svg")
    print(chart_of(options, replays.front(), metric, table, published));
  else if (options.output == "differences")
    print(difference_table(replays, table));
  else if (options.output == "refused")
    print(refused_table(replays, table));
  else if (places)
    print(placement_csv(replays));
  else
    print(replay_table(replays, table, published));
  return kOk;
}

CLI::Option *add_text(CLI::App &app, const char *name, std::string &to, const char *type,
                      const char *help) {
  return app.add_option(name, to, help)->type_name(type);
}

void add_workload_options(CLI::App &app, ReplayOptions &options) {
  app.option_defaults()->group("Workload");
  add_text(app, "--nodes", options.nodes, "FILE", "Nodes of the cluster (CSV)")->required();
  app.add_option("--pods", options.pods,
                 "Pods of the workload (CSV); several files are several workloads")
      ->type_name("FILE")
      ->required();
  add_text(app, "--arrivals", options.arrivals, "FILE",
           "Orders of arrival by seed; default: random for each seed");
  add_text(app, "--demand", options.most, "PERCENT",
           "Pods arrive until they have requested this percentage of the cluster's GPUs; "
           "default: 130");
  add_text(app, "--then", options.then, "FILE",
           "Pods (CSV) that arrive instead from --then-at on, in random order; policies do not "
           "expect them");
  add_text(app, "--then-at", options.then_at, "PERCENT",
           "Percentage of the cluster's GPUs that is requested when pods of --then begin to "
           "arrive; default: 50");
  add_text(app, "--seeds", options.seeds, "NUMBERS",
           "Seeds for arrivals and for the order of equally good nodes, as in 42-51 or 7,8; "
           "default: 42-51");
  add_text(app, "--jobs", options.jobs, "N",
           "Number of replays that run at the same time; default: 1");
}

void add_policy_options(CLI::App &app, ReplayOptions &options) {
  app.option_defaults()->group("Policies");
  CLI::Option *policy = app.add_option("--policy", options.policies,
                                       "Policies, separated by commas; default: fgd,room-left");
  set_choices(policy->delimiter(','), policy_choices());
  add_text(app, "--classes", options.classes, "FILE",
           "Pods (CSV) whose kinds of tasks the policies expect; default: those of the workload");
  add_text(app, "--learn", options.learn, "ARRIVALS",
           "Policies learn the kinds of tasks from the pods that arrived: a count halves with "
           "so many further arrivals; they begin with --classes, or with nothing; default: 0, "
           "they know the kinds");
  add_text(app, "--refresh", options.refresh, "ARRIVALS",
           "Policies are updated after every so many arrivals; packing by room left then also "
           "counts how much of each GPU model is in use; default: 0, known kinds once, learnt "
           "ones after 16, 32, 64 and 128 arrivals, then every 200");
  add_text(app, "--hedge", options.hedge, "PERCENT",
           "Policies expect that so many percent of the tasks that accept any GPU model will want "
           "one of the cluster's, each as often; default: 0");
}

void add_output_options(CLI::App &app, ReplayOptions &options) {
  app.option_defaults()->group("Output");
  set_choices(
      app.add_option("-o,--output", options.output,
                     "Output: a table of means; differences to the first policy; refused pods, by "
                     "request; csv with every seed and demand; a chart (svg); or the node of each "
                     "pod (csv); default: table"),
      {"table", "differences", "refused", "csv", "svg", "placements"});
  set_choices(
      app.add_option("--metric", options.metric,
                     "Values of tables and charts, in percent: GPUs in use; idle GPUs that the "
                     "workload cannot use, as a share of all GPUs; or as a share of the idle ones; "
                     "default: allocated"),
      {"allocated", "fragments", "fragment-ratio"});
  app.add_option("--at", options.demands,
                 "Demands that a table shows, default: 50,80,90,95,100,110,130; a chart begins at "
                 "the first of them, default: where policies begin to differ")
      ->type_name("PERCENTS");
  add_text(app, "--title", options.title, "TEXT", "Title of the chart");
  add_text(app, "--published", options.published, "FILE",
           "Published figures to show for comparison (CSV with metric, workload, policy, "
           "demand_pct, mean, std); default: fgd-expected-summary.csv beside the pods file, if it "
           "exists");
  add_text(app, "--workload", options.workload, "NAME",
           "Name of the workload in the published figures; default: the name of the pods file");
  app.add_flag("--no-headers", options.no_headers, "Print the table without column names");
}

Run add_replay(CLI::App &app) {
  auto options = std::make_shared<ReplayOptions>();
  add_workload_options(app, *options);
  add_policy_options(app, *options);
  add_output_options(app, *options);
  return [options] { return run(*options); };
}

constexpr const char *kFooter = R"(Exit codes:
  0  done
  2  usage error
  3  a file cannot be read, or is invalid
  4  internal error

Examples:
  # GPUs in use under FGD and under room left, mean of ten orders of arrival
  koord-replay --nodes nodes.csv --pods pods.csv
  # All policies, orders of arrival from a file, two replays at a time
  koord-replay --nodes nodes.csv --pods pods.csv --arrivals arrivals.txt --policy all --jobs 2
  # Several workloads, each beside the same policy: mean difference, 95 % interval, seeds won
  koord-replay --nodes nodes.csv --pods pods-*.csv --seeds 42-71 -o differences
  # The mix shifts when half the GPUs are requested; the policy learns it, and looks at models in use
  koord-replay --nodes nodes.csv --pods before.csv --then after.csv --learn 1000
  # Idle GPUs that the workload cannot use, as curves
  koord-replay --nodes nodes.csv --pods pods.csv --metric fragments -o svg > fragments.svg

Columns of the nodes file: sn, cpu_milli, memory_mib, gpu, model. Columns of the pods file: name, cpu_milli,
memory_mib, num_gpu, gpu_milli and, if pods require GPU models, gpu_spec ("A|B"). The arrivals file has lines
"seed:place,place,...": indexes of pods in their file, from 0. Without it all pods arrive in random order; then
pods chosen at random arrive again. Pods never leave. A pod that fits on no node is dropped.)";

constexpr Command kCommands[] = {{"", add_replay}};

}  // namespace

constinit const Program kProgram = {
    "koord-replay", "Fill a recorded GPU cluster under several policies and show how full it gets",
    kFooter, kCommands};

}  // namespace koordctl
