// Allocated and fragmented GPUs by requested GPUs, of one replay and over several seeds.
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
// Returns the name in result files: "alloc_pct", "frag_ratio_pct" or "frag_amount_pct".
std::string_view metric_name(Metric metric);

// Returns the requested GPUs in percent of the cluster's GPUs, rounded, and at most
// Curve::kMaxDemand + 1.
uint32_t demand_percent(int64_t demand, int64_t cluster_gpu_milli);

// One replay. A point is the mean of all records whose requested share of the cluster's GPUs rounds
// to it.
class Curve {
 public:
  static constexpr uint32_t kMaxDemand = 1000;  // percent

  explicit Curve(int64_t cluster_gpu_milli) : cluster_(cluster_gpu_milli) {}

  // Records the state after an arrival: GPUs requested so far, in use, and fragmented, in
  // thousandths. Records beyond kMaxDemand are dropped.
  void record(int64_t demand, int64_t used, double fragmented);
  // Returns the value in percent, or nullopt if nothing was recorded.
  std::optional<double> at(Metric metric, uint32_t demand) const;
  uint32_t last() const;  // highest recorded demand; 0 if none

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
  double deviation = 0;  // population deviation over the seeds, as in published results
  size_t seeds = 0;
};
// Returns the spread over the seeds that have the point.
std::optional<Spread> spread_at(const std::vector<Curve> &seeds, Metric metric, uint32_t demand);

// A policy compared with another one on the same arrivals.
struct Paired {
  double mean = 0;  // mean of the differences, seed by seed
  // half width of the mean's 95 % interval by Student's t; nullopt for a single seed
  std::optional<double> half;
  size_t won = 0;  // seeds in which it is higher, after rounding to two digits
  size_t seeds = 0;
};
// Compares the seeds that have the point in both. `seeds` and `first` have the same length and
// order.
std::optional<Paired> paired_at(const std::vector<Curve> &seeds, const std::vector<Curve> &first,
                                Metric metric, uint32_t demand);

// Published means, from a file with the columns metric, workload, policy, demand_pct, mean and std.
class Published {
 public:
  // Removes a leading number from policies: "06-FGD" is FGD. Throws a Failure that names the line
  // and the field.
  static Published read(const std::string &name, std::string_view text);

  std::optional<Spread> at(Metric metric, const std::string &workload, const std::string &policy,
                           uint32_t demand) const;

 private:
  std::map<std::tuple<Metric, std::string, std::string, uint32_t>, Spread> means_;
};

}  // namespace koordctl
