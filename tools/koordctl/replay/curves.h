// Allocated and fragmented GPUs over what has been asked for so far, of one replay and of several
// seeds.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace koordctl {

enum class Metric { kAllocated, kFragmentRatio, kFragmentAmount };
inline constexpr std::array kMetrics = {Metric::kAllocated, Metric::kFragmentRatio,
                                        Metric::kFragmentAmount};
// "alloc_pct", "frag_ratio_pct", "frag_amount_pct", as result files call them.
std::string_view metric_name(Metric metric);

// What part of the cluster's GPUs is asked for, rounded; at most one beyond Curve::kMaxDemand.
uint32_t demand_percent(int64_t asked, int64_t cluster_gpu_milli);

// One replay. A point is the mean of all records whose share of the cluster's GPUs asked for rounds
// to it.
class Curve {
 public:
  static constexpr uint32_t kMaxDemand = 1000;  // percent

  explicit Curve(int64_t cluster_gpu_milli) : cluster_(cluster_gpu_milli) {}

  // After an arrival: GPU asked for so far, in use, and fragmented, in thousandths. What is beyond
  // kMaxDemand is not kept.
  void record(int64_t asked, int64_t used, double fragmented);
  // In percent; none where nothing was recorded.
  std::optional<double> at(Metric metric, uint32_t demand) const;
  uint32_t last() const;  // the highest demand recorded; 0 if none

 private:
  struct Point {
    std::array<double, kMetrics.size()> sums{};
    uint64_t records = 0;
  };

  int64_t cluster_;
  std::vector<Point> points_;
};

struct Spread {
  double mean = 0;
  double deviation = 0;  // of the seeds themselves, as published
  size_t seeds = 0;
};
// Of the seeds that have the point.
std::optional<Spread> spread_at(const std::vector<Curve> &seeds, Metric metric, uint32_t demand);

// A policy beside another one on the same arrivals.
struct Paired {
  double mean = 0;             // of the differences, seed by seed
  std::optional<double> half;  // of the mean's 95 % interval by Student's t; none for a single seed
  size_t won = 0;              // seeds in which it is higher by what two digits show
  size_t seeds = 0;
};
// Of the seeds that have the point in both; `seeds` and `first` are alike in length and order.
std::optional<Paired> paired_at(const std::vector<Curve> &seeds, const std::vector<Curve> &first,
                                Metric metric, uint32_t demand);

// Means that somebody else got, from a file with the columns metric, workload, policy, demand_pct,
// mean and std.
class Published {
 public:
  // Policies lose a number in front: "06-FGD" is FGD. Throws a Failure that names the line and the
  // field.
  static Published read(const std::string &name, std::string_view text);

  std::optional<Spread> at(Metric metric, const std::string &workload, const std::string &policy,
                           uint32_t demand) const;

 private:
  std::map<std::tuple<Metric, std::string, std::string, uint32_t>, Spread> means_;
};

}  // namespace koordctl
