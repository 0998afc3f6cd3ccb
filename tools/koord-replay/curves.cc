#include "curves.h"

#include <algorithm>
#include <cmath>

#include "csv.h"

namespace koordctl {
namespace {

double rounded(double percent) { return std::floor(percent * 100 + 0.5) / 100; }

constexpr double kSame = 0.005;

// Returns the 97.5 % quantile of Student's t. From five degrees of freedom on it uses the expansion
// of Cornish and Fisher, which is correct to three digits.
double student_t(size_t freedom) {
  constexpr std::array kFew = {12.706, 4.303, 3.182, 2.776};
  if (freedom <= kFew.size()) return kFew[freedom - 1];
  constexpr double z = 1.959964;
  const auto n = static_cast<double>(freedom);
  return z + (std::pow(z, 3) + z) / (4 * n) +
         (5 * std::pow(z, 5) + 16 * std::pow(z, 3) + 3 * z) / (96 * n * n);
}

// "06-FGD" becomes "FGD".
std::string without_number(std::string_view policy) {
  const size_t digits = std::min(policy.find_first_not_of("0123456789"), policy.size());
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

uint32_t demand_percent(int64_t demand, int64_t cluster_gpu_milli) {
  const double percent =
      std::floor(100 * static_cast<double>(demand) / static_cast<double>(cluster_gpu_milli) + 0.5);
  constexpr uint32_t kBeyond = Curve::kMaxDemand + 1;
  return percent >= 0 && percent < kBeyond ? static_cast<uint32_t>(percent) : kBeyond;
}

void Curve::record(int64_t demand, int64_t used, double fragmented) {
  const auto cluster = static_cast<double>(cluster_);
  const size_t place = demand_percent(demand, cluster_);
  if (place > kMaxDemand) return;
  if (points_.size() <= place) points_.resize(place + 1);
  Point &point = points_[place];
  const auto idle = static_cast<double>(cluster_ - used);
  point.sums[0] += rounded(100 * static_cast<double>(used) / cluster);
  point.sums[1] += idle > 0 ? 100 * fragmented / idle : 0;
  point.sums[2] += 100 * fragmented / cluster;
  ++point.records;
}

std::optional<double> Curve::at(Metric metric, uint32_t demand) const {
  if (demand >= points_.size() || points_[demand].records == 0) return std::nullopt;
  const Point &point = points_[demand];
  return point.sums[static_cast<size_t>(metric)] / static_cast<double>(point.records);
}

uint32_t Curve::last() const {
  return points_.empty() ? 0 : static_cast<uint32_t>(points_.size() - 1);
}

std::optional<Spread> spread_at(const std::vector<Curve> &seeds, Metric metric, uint32_t demand) {
  std::vector<double> values;
  for (const Curve &curve : seeds)
    if (const auto value = curve.at(metric, demand)) values.push_back(*value);
  if (values.empty()) return std::nullopt;
  Spread spread;
  spread.seeds = values.size();
  for (const double value : values) spread.mean += value / static_cast<double>(values.size());
  double squares = 0;
  for (const double value : values) squares += (value - spread.mean) * (value - spread.mean);
  spread.deviation = std::sqrt(squares / static_cast<double>(values.size()));
  return spread;
}

std::optional<Paired> paired_at(const std::vector<Curve> &seeds, const std::vector<Curve> &first,
                                Metric metric, uint32_t demand) {
  std::vector<double> differences;
  Paired out;
  for (size_t i = 0; i < seeds.size(); ++i) {
    const auto one = seeds[i].at(metric, demand);
    const auto other = first.at(i).at(metric, demand);
    if (!one || !other) continue;
    differences.push_back(*one - *other);
    out.mean += *one - *other;
    out.won += *one - *other > kSame ? 1 : 0;
  }
  if (differences.empty()) return std::nullopt;
  out.seeds = differences.size();
  const auto count = static_cast<double>(out.seeds);
  out.mean /= count;
  double squares = 0;
  for (const double value : differences) squares += (value - out.mean) * (value - out.mean);
  if (out.seeds > 1) out.half = student_t(out.seeds - 1) * std::sqrt(squares / (count - 1) / count);
  return out;
}

Published Published::read(const std::string &name, std::string_view text) {
  const Csv csv(name, text);
  const size_t metric = csv.column("metric");
  const size_t workload = csv.column("workload");
  const size_t policy = csv.column("policy");
  const size_t demand = csv.column("demand_pct");
  const size_t mean = csv.column("mean");
  const size_t deviation = csv.column("std");
  Published published;
  for (size_t row = 0; row < csv.rows(); ++row) {
    const auto known = std::find_if(kMetrics.begin(), kMetrics.end(), [&](Metric one) {
      return metric_name(one) == csv.text(row, metric);
    });
    if (known == kMetrics.end()) continue;
    const auto percent = static_cast<uint32_t>(csv.number(row, demand, 0, Curve::kMaxDemand));
    published.means_[{*known, std::string(csv.text(row, workload)),
                      without_number(csv.text(row, policy)), percent}] = {
        csv.real(row, mean), csv.real(row, deviation), 0};
  }
  return published;
}

std::optional<Spread> Published::at(Metric metric, const std::string &workload,
                                    const std::string &policy, uint32_t demand) const {
  const auto found = means_.find({metric, workload, policy, demand});
  if (found == means_.end()) return std::nullopt;
  return found->second;
}

}  // namespace koordctl
