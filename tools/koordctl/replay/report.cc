#include "replay/report.h"

#include <algorithm>
#include <cstdio>

#include "table.h"

namespace koordctl {
namespace {

std::string two_digits(double value) {
  char text[64];
  std::snprintf(text, sizeof text, "%.2f", value);
  return text;
}

std::string cell(const std::optional<Spread> &spread) {
  if (!spread) return "";
  std::string text = two_digits(spread->mean);
  if (spread->seeds != 1) text += " (" + two_digits(spread->deviation) + ")";
  return text;
}

std::string quoted(const std::string &field) {
  if (field.find_first_of(",\"\n\r") == std::string::npos) return field;
  std::string text = "\"";
  for (const char c : field) text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return text + "\"";
}

std::uint32_t last_of(const std::vector<PolicyReplay> &replays) {
  std::uint32_t last = 0;
  for (const PolicyReplay &replay : replays) {
    for (const Curve &curve : replay.curves) last = std::max(last, curve.last());
  }
  return last;
}

}  // namespace

std::string replay_table(const std::vector<PolicyReplay> &replays, Metric metric,
                         const std::vector<std::uint32_t> &demands, const Published &published,
                         const std::string &workload, bool with_header) {
  std::vector<std::string> header = {"POLICY"};
  for (const std::uint32_t demand : demands) header.push_back(std::to_string(demand) + "%");
  Table table(std::move(header));
  for (const PolicyReplay &replay : replays) {
    std::vector<std::string> row = {replay.policy};
    std::vector<std::string> theirs = {"  published"};
    bool any = false;
    for (const std::uint32_t demand : demands) {
      row.push_back(cell(spread_at(replay.curves, metric, demand)));
      const auto known = published.at(metric, workload, replay.policy, demand);
      any |= known.has_value();
      theirs.push_back(cell(known));
    }
    table.add(std::move(row));
    if (any) table.add(std::move(theirs));
  }
  return table.to_string(with_header);
}

std::string replay_csv(const std::vector<PolicyReplay> &replays) {
  const std::uint32_t last = last_of(replays);
  std::string csv = "metric,policy,seed";
  for (std::uint32_t demand = 0; demand <= last; ++demand) csv += "," + std::to_string(demand);
  csv += '\n';
  for (const Metric metric : kMetrics) {
    for (const PolicyReplay &replay : replays) {
      for (std::size_t i = 0; i < replay.curves.size(); ++i) {
        csv += std::string(metric_name(metric)) + "," + quoted(replay.policy) + "," +
               std::to_string(replay.seeds.at(i));
        for (std::uint32_t demand = 0; demand <= last; ++demand) {
          const auto value = replay.curves[i].at(metric, demand);
          csv += "," + (value ? two_digits(*value) : "");
        }
        csv += '\n';
      }
    }
  }
  return csv;
}

Chart replay_chart(const std::vector<PolicyReplay> &replays, Metric metric, std::uint32_t from,
                   const Published &published, const std::string &workload) {
  Chart chart;
  chart.title =
      metric == Metric::kAllocated ? "GPUs in use" : "Idle GPUs that the workload cannot use";
  chart.title += ", workload " + workload;
  chart.x_title = "GPUs requested, percent of the cluster";
  chart.y_title = metric == Metric::kFragmentRatio ? "percent of the idle GPUs"
                                                   : "percent of the cluster's GPUs";
  const std::uint32_t last = last_of(replays);
  bool dots = false;
  for (const PolicyReplay &replay : replays) {
    ChartSeries series;
    series.name = replay.policy;
    for (std::uint32_t demand = from; demand <= last; ++demand) {
      if (const auto ours = spread_at(replay.curves, metric, demand)) {
        series.line.push_back({static_cast<double>(demand), ours->mean});
      }
      if (const auto theirs = published.at(metric, workload, replay.policy, demand)) {
        series.dots.push_back({static_cast<double>(demand), theirs->mean});
      }
    }
    dots |= !series.dots.empty();
    chart.series.push_back(std::move(series));
  }
  if (dots) chart.x_title += " (dots: published)";
  return chart;
}

}  // namespace koordctl
