#include "node/suppressor.h"

#include <utility>

#include "cli/failure.h"
#include "node/usage.h"

namespace koordctl {
namespace {

constexpr int kChecksBeforeGrowth = 3;
constexpr std::chrono::milliseconds kShortest{
    10};  // a signal may shorten the interval; shorter measurements are too noisy

}  // namespace

void add_suppress_options(CLI::App &command, SuppressOptions &options) {
  const std::string group = "Suppression of BE pods";
  command
      .add_flag("--suppress", options.is_on,
                "Measure the use of CPUs, and leave BE pods fewer CPUs when the others need them")
      ->group(group);
  add_percent_options(command, options.threshold, options.minimum, group);
}

void check_suppress_options(const SuppressOptions &options) {
  koord_suppress_usage usage = KOORD_INIT(koord_suppress_usage);
  check_percents_with("--suppress", options.is_on, options.threshold, options.minimum);
  parse_percents(options.threshold, options.minimum, usage);
}

void Suppressor::recall(NodeAgent &node, const koord::AgentState &before) {
  if (options_.is_on && before) restrict(node, before.get_cpus(KOORD_AGENT_CPUSET_BEST_EFFORT));
}

std::string Suppressor::step(NodeAgent &node, const GroupOptions &options,
                             const std::string &proc) {
  if (!options_.is_on) return "";
  const std::optional<CpuTime> before = std::exchange(before_, std::nullopt);
  const Groups groups(options, node.input());
  const MeasuredGroups what = measured_groups(groups, node);
  const CpuTime now = read_cpu_time(groups, what, proc);
  if (before && now.at - before->at < kShortest) {
    before_ = before;
    return "";
  }
  before_ = now;
  if (!before) return "";
  koord_suppress_usage usage = KOORD_INIT(koord_suppress_usage);
  parse_percents(options_.threshold, options_.minimum, usage);
  set_used(*before, now, what, usage);
  const koord::CpuSet pool = node.agent().get_cpus(KOORD_AGENT_CPUSET_BEST_EFFORT);
  koord::CpuSet current = pool & limit_, cpus;
  if (current.empty()) current = pool;
  node.suppress(usage, &current, cpus);
  if (cpus.empty()) return "";
  if (cpus.count() <= current.count())
    growing_ = 0;
  else if (++growing_ < kChecksBeforeGrowth)
    return "";
  const koord::CpuSet limit = cpus == pool ? koord::CpuSet() : cpus;
  if (limit == limit_) return "";
  restrict(node, limit);
  return "BE pods have CPUs " + cpus.to_string();
}

void Suppressor::restrict(NodeAgent &node, const koord::CpuSet &cpus) {
  node.restrict_best_effort(cpus);
  limit_ = cpus;
}

}  // namespace koordctl
