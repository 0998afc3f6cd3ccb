#include "report.h"

#include <algorithm>
#include <cstdio>

#include "cli/table.h"
#include "refused.h"

namespace koordctl {
namespace {

constexpr double kVisible = 0.1;  // smallest difference between curves that a chart shows, of 100
constexpr uint32_t kChartStep = 5;

std::string two_digits(double value) {
  char text[64];
  std::snprintf(text, sizeof text, "%.2f", value);
  return text;
}

std::string with_sign(double value) {
  const std::string text = two_digits(value);
  return text == "-0.00" ? "+0.00" : text.starts_with('-') ? text : "+" + text;
}

std::string cell(const std::optional<Spread> &spread) {
  if (!spread) return "";
  std::string text = two_digits(spread->mean);
  if (spread->seeds != 1) text += " (" + two_digits(spread->deviation) + ")";
  return text;
}

std::string cell(const std::optional<Paired> &paired) {
  if (!paired) return "";
  std::string text = with_sign(paired->mean);
  if (paired->half) text += " ±" + two_digits(*paired->half);
  return text + " " + std::to_string(paired->won) + "/" + std::to_string(paired->seeds);
}

std::string quoted(const std::string &field) {
  if (field.find_first_of(",\"\n\r") == std::string::npos) return field;
  std::string text = "\"";
  for (const char c : field) text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return text + "\"";
}

uint32_t last_of(const std::vector<PolicyReplay> &replays) {
  uint32_t last = 0;
  for (const PolicyReplay &replay : replays)
    for (const Curve &curve : replay.curves) last = std::max(last, curve.last());
  return last;
}

// A table with a column for the workload if there are several.
class ReplayTable {
 public:
  ReplayTable(const std::vector<WorkloadReplay> &workloads, const ReplayShown &options,
              std::vector<std::string> names)
      : named_(workloads.size() > 1), table_(header(named_, std::move(names), options)) {}

  void add(const std::string &workload, std::vector<std::string> row) {
    if (named_) row.insert(row.begin(), workload);
    table_.add(std::move(row));
  }
  std::string to_string(const ReplayShown &options) const {
    return table_.to_string(options.with_header);
  }

 private:
  static std::vector<std::string> header(bool named, std::vector<std::string> names,
                                         const ReplayShown &options) {
    if (named) names.insert(names.begin(), "WORKLOAD");
    for (const uint32_t demand : options.demands) names.push_back(std::to_string(demand) + "%");
    return names;
  }

  bool named_;
  Table table_;
};

}  // namespace

std::string replay_table(const std::vector<WorkloadReplay> &workloads, const ReplayShown &options,
                         const Published &published) {
  ReplayTable table(workloads, options, {"POLICY"});
  for (const auto &[workload, replays] : workloads) {
    for (const PolicyReplay &replay : replays) {
      std::vector<std::string> row = {replay.policy};
      std::vector<std::string> theirs = {"  published"};
      bool any = false;
      for (const uint32_t demand : options.demands) {
        row.push_back(cell(spread_at(replay.curves, options.metric, demand)));
        const auto known = published.at(options.metric, workload.name, replay.policy, demand);
        any |= known.has_value();
        theirs.push_back(cell(known));
      }
      table.add(workload.name, std::move(row));
      if (any) table.add(workload.name, std::move(theirs));
    }
  }
  return table.to_string(options);
}

std::string difference_table(const std::vector<WorkloadReplay> &workloads,
                             const ReplayShown &options) {
  ReplayTable table(workloads, options, {"POLICY"});
  for (const auto &[workload, replays] : workloads) {
    const PolicyReplay &first = replays.front();
    for (const PolicyReplay &replay : replays) {
      std::vector<std::string> row = {replay.policy};
      for (const uint32_t demand : options.demands)
        row.push_back(&replay == &first
                          ? cell(spread_at(replay.curves, options.metric, demand))
                          : cell(paired_at(replay.curves, first.curves, options.metric, demand)));
      table.add(workload.name, std::move(row));
    }
  }
  return table.to_string(options);
}

std::string refused_table(const std::vector<WorkloadReplay> &workloads,
                          const ReplayShown &options) {
  ReplayTable table(workloads, options, {"POLICY", "REQUEST"});
  for (const auto &[workload, replays] : workloads) {
    for (const PolicyReplay &replay : replays) {
      const auto seeds = static_cast<double>(replay.refused.size());
      for (const RefusedRequest &request :
           refused_requests(workload.pods, replay.refused, options.demands)) {
        std::vector<std::string> row = {replay.policy, request.text};
        for (const size_t times : request.times)
          row.push_back(two_digits(static_cast<double>(times) / seeds));
        table.add(workload.name, std::move(row));
      }
    }
  }
  return table.to_string(options);
}

std::string replay_csv(const std::vector<WorkloadReplay> &workloads) {
  uint32_t last = 0;
  for (const WorkloadReplay &one : workloads) last = std::max(last, last_of(one.replays));
  std::string csv = "metric,workload,policy,seed";
  for (uint32_t demand = 0; demand <= last; ++demand) csv += "," + std::to_string(demand);
  csv += '\n';
  const auto add = [&](Metric metric, const std::string &workload, const PolicyReplay &replay) {
    for (size_t i = 0; i < replay.curves.size(); ++i) {
      csv += std::string(metric_name(metric)) + "," + quoted(workload) + "," +
             quoted(replay.policy) + "," + std::to_string(replay.seeds.at(i));
      for (uint32_t demand = 0; demand <= last; ++demand) {
        const auto value = replay.curves[i].at(metric, demand);
        csv += "," + (value ? two_digits(*value) : "");
      }
      csv += '\n';
    }
  };
  for (const Metric metric : kMetrics) {
    for (const auto &[workload, replays] : workloads)
      for (const PolicyReplay &replay : replays) add(metric, workload.name, replay);
  }
  return csv;
}

std::string placement_csv(const std::vector<WorkloadReplay> &workloads) {
  std::string csv = "workload,policy,seed,arrival,pod,node,gpus\n";
  const auto add = [&](const Workload &workload, const PolicyReplay &replay, size_t seed) {
    const std::string front = quoted(workload.name) + "," + quoted(replay.policy) + "," +
                              std::to_string(replay.seeds.at(seed)) + ",";
    const std::vector<uint32_t> &arrivals = workload.arrivals.at(replay.seeds[seed]);
    for (size_t i = 0; i < replay.places[seed].size(); ++i) {
      csv += front + std::to_string(i) + "," + quoted(workload.pods[arrivals.at(i)].name) + ",";
      const std::optional<Place> &place = replay.places[seed][i];
      if (place) csv += quoted(place->node);
      csv += ',';
      for (size_t gpu = 0; place && gpu < place->gpus.size(); ++gpu)
        csv += (gpu == 0 ? "" : " ") + std::to_string(place->gpus[gpu]);
      csv += '\n';
    }
  };
  for (const auto &[workload, replays] : workloads) {
    for (const PolicyReplay &replay : replays)
      for (size_t seed = 0; seed < replay.places.size(); ++seed) add(workload, replay, seed);
  }
  return csv;
}

uint32_t first_difference(const std::vector<PolicyReplay> &replays, Metric metric) {
  const uint32_t last = last_of(replays);
  for (uint32_t demand = 0; demand <= last; ++demand) {
    std::optional<double> low;
    std::optional<double> high;
    for (const PolicyReplay &replay : replays) {
      const auto spread = spread_at(replay.curves, metric, demand);
      if (!spread) continue;
      low = std::min(low.value_or(spread->mean), spread->mean);
      high = std::max(high.value_or(spread->mean), spread->mean);
    }
    if (low && *high - *low > kVisible) return demand / kChartStep * kChartStep;
  }
  return 0;
}

Chart replay_chart(const WorkloadReplay &replay, Metric metric, uint32_t from,
                   const Published &published, const std::string &title) {
  const std::string &workload = replay.workload.name;
  Chart chart;
  chart.title =
      metric == Metric::kAllocated ? "GPUs in use" : "Idle GPUs that the workload cannot use";
  chart.title += ", workload " + workload;
  if (!title.empty()) chart.title = title;
  chart.x_title = "GPUs requested, percent of the cluster";
  chart.y_title = metric == Metric::kFragmentRatio ? "percent of the idle GPUs"
                                                   : "percent of the cluster's GPUs";
  const uint32_t last = last_of(replay.replays);
  bool dots = false;
  for (const PolicyReplay &policy : replay.replays) {
    ChartSeries series;
    series.name = policy.policy;
    for (uint32_t demand = from; demand <= last; ++demand) {
      const auto at = static_cast<double>(demand);
      if (const auto ours = spread_at(policy.curves, metric, demand)) {
        series.line.push_back({at, ours->mean});
        if (ours->seeds > 1)
          series.band.push_back({at, ours->mean - ours->deviation, ours->mean + ours->deviation});
      }
      if (const auto theirs = published.at(metric, workload, policy.policy, demand))
        series.dots.push_back({at, theirs->mean});
    }
    dots |= !series.dots.empty();
    chart.series.push_back(std::move(series));
  }
  if (dots) chart.x_title += " (dots: published)";
  return chart;
}

}  // namespace koordctl
