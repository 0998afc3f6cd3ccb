#include "replay/curves.h"

#include <algorithm>
#include <cmath>

#include "replay/csv.h"

namespace koordctl {
namespace {

double rounded(double percent) { return std::floor(percent * 100 + 0.5) / 100; }

// "06-FGD" -> "FGD"
std::string without_number(std::string_view policy) {
  const std::size_t digits = std::min(policy.find_first_not_of("0123456789"), policy.size());
  const bool numbered = digits > 0 && policy.substr(digits).starts_with('-');
  return std::string(numbered ? policy.substr(digits + 1) : policy);
}

}  // namespace

std::string_view metric_name(Metric metric) {
  switch (metric) {
    case Metric::kAllocated:
      return "alloc_pct";
    case Metric::kFragmentRatio:
      return "frag_ratio_pct";
    case Metric::kFragmentAmount:
      return "frag_amount_pct";
  }
  return "";
}

void Curve::record(std::int64_t asked, std::int64_t used, double fragmented) {
  const auto cluster = static_cast<double>(cluster_);
  const double demand = std::floor(100 * static_cast<double>(asked) / cluster + 0.5);
  if (!(demand >= 0 && demand <= kMaxDemand)) return;
  const auto place = static_cast<std::size_t>(demand);
  if (points_.size() <= place) points_.resize(place + 1);
  Point &point = points_[place];
  const auto idle = static_cast<double>(cluster_ - used);
  point.sums[0] += rounded(100 * static_cast<double>(used) / cluster);
  point.sums[1] += idle > 0 ? 100 * fragmented / idle : 0;
  point.sums[2] += 100 * fragmented / cluster;
  ++point.records;
}

std::optional<double> Curve::at(Metric metric, std::uint32_t demand) const {
  if (demand >= points_.size() || points_[demand].records == 0) return std::nullopt;
  const Point &point = points_[demand];
  return point.sums[static_cast<std::size_t>(metric)] / static_cast<double>(point.records);
}

std::uint32_t Curve::last() const {
  return points_.empty() ? 0 : static_cast<std::uint32_t>(points_.size() - 1);
}

std::optional<Spread> spread_at(const std::vector<Curve> &seeds, Metric metric,
                                std::uint32_t demand) {
  std::vector<double> values;
  for (const Curve &curve : seeds) {
    if (const auto value = curve.at(metric, demand)) values.push_back(*value);
  }
  if (values.empty()) return std::nullopt;
  Spread spread;
  spread.seeds = values.size();
  for (const double value : values) spread.mean += value / static_cast<double>(values.size());
  double squares = 0;
  for (const double value : values) squares += (value - spread.mean) * (value - spread.mean);
  spread.deviation = std::sqrt(squares / static_cast<double>(values.size()));
  return spread;
}

Published Published::read(const std::string &name, std::string_view text) {
  const Csv csv(name, text);
  const std::size_t metric = csv.column("metric");
  const std::size_t workload = csv.column("workload");
  const std::size_t policy = csv.column("policy");
  const std::size_t demand = csv.column("demand_pct");
  const std::size_t mean = csv.column("mean");
  const std::size_t deviation = csv.column("std");
  Published published;
  for (std::size_t row = 0; row < csv.rows(); ++row) {
    const auto known = std::find_if(kMetrics.begin(), kMetrics.end(), [&](Metric one) {
      return metric_name(one) == csv.text(row, metric);
    });
    if (known == kMetrics.end()) continue;
    const auto percent = static_cast<std::uint32_t>(csv.number(row, demand, 0, Curve::kMaxDemand));
    published.means_[{*known, std::string(csv.text(row, workload)),
                      without_number(csv.text(row, policy)), percent}] = {
        csv.real(row, mean), csv.real(row, deviation), 0};
  }
  return published;
}

std::optional<Spread> Published::at(Metric metric, const std::string &workload,
                                    const std::string &policy, std::uint32_t demand) const {
  const auto found = means_.find({metric, workload, policy, demand});
  if (found == means_.end()) return std::nullopt;
  return found->second;
}

}  // namespace koordctl
