// Points of curves, their spread over seeds, and comparison with published figures.
#include "curves.h"

#include <algorithm>
#include <cmath>

#include "report.h"
#include "support/failure_support.h"

namespace koordctl {
namespace {

constexpr const char *kPublished =
    "metric,workload,policy,demand_pct,mean,std,min,max,seeds\n"
    "alloc_pct,w,06-FGD,50,49.5,0.25,1,2,10\n"
    "frag_ratio_pct,w,06-FGD,50,20,1,1,2,10\n"
    "something_else,w,06-FGD,x,20,1,1,2,10\n"
    "alloc_pct,w,Best-Fit,50,48,0.5,1,2,10\n";

Curve curve_of(int64_t used) {
  Curve curve(10'000);
  curve.record(5'000, used, 1'000);
  return curve;
}

TEST(Curve, APointIsTheMeanOfItsRecords) {
  Curve curve(10'000);
  EXPECT_EQ(curve.last(), 0u);
  curve.record(4'950, 4'000, 1'000);  // rounds to 50
  curve.record(5'000, 4'500, 1'100);
  curve.record(5'050, 5'050, 0);  // to 51
  EXPECT_FALSE(curve.at(Metric::kAllocated, 49));
  EXPECT_DOUBLE_EQ(curve.at(Metric::kAllocated, 50).value(), 42.5);
  EXPECT_DOUBLE_EQ(curve.at(Metric::kFragmentAmount, 50).value(), 10.5);
  EXPECT_DOUBLE_EQ(curve.at(Metric::kFragmentRatio, 50).value(), (1000.0 / 60 + 20) / 2);
  EXPECT_DOUBLE_EQ(curve.at(Metric::kAllocated, 51).value(), 50.5);
  EXPECT_FALSE(curve.at(Metric::kAllocated, 52));
  EXPECT_EQ(curve.last(), 51u);
}

TEST(Curve, AllocationIsRoundedToTwoDigitsFirst) {
  Curve curve(30'000);
  curve.record(10'000, 10'000, 0);
  EXPECT_DOUBLE_EQ(curve.at(Metric::kAllocated, 33).value(), 33.33);
}

TEST(Curve, ExtremesDoNotHurt) {
  Curve full(1'000);
  full.record(1'000, 1'000, 0);
  EXPECT_DOUBLE_EQ(full.at(Metric::kFragmentRatio, 100).value(), 0) << "nothing is idle";
  full.record(INT64_MAX, 1'000, 0);
  full.record(-1'000'000, 0, 0);
  EXPECT_EQ(full.last(), 100u);
  Curve empty(0);
  empty.record(0, 0, 0);
  empty.record(1, 0, 0);
  EXPECT_EQ(empty.last(), 0u);
}

TEST(Spread, IsOfTheSeedsThatHaveThePoint) {
  const std::vector<Curve> curves{curve_of(4'000), curve_of(4'600), Curve(10'000)};
  const Spread spread = spread_at(curves, Metric::kAllocated, 50).value();
  EXPECT_DOUBLE_EQ(spread.mean, 43);
  EXPECT_DOUBLE_EQ(spread.deviation, 3);
  EXPECT_EQ(spread.seeds, 2u);
  EXPECT_FALSE(spread_at(curves, Metric::kAllocated, 51));
}

TEST(Published, IsFoundByPolicyWithoutItsNumber) {
  const Published published = Published::read("p.csv", kPublished);
  const Spread fgd = published.at(Metric::kAllocated, "w", "FGD", 50).value();
  EXPECT_DOUBLE_EQ(fgd.mean, 49.5);
  EXPECT_DOUBLE_EQ(fgd.deviation, 0.25);
  EXPECT_DOUBLE_EQ(published.at(Metric::kFragmentRatio, "w", "FGD", 50).value().mean, 20);
  EXPECT_TRUE(published.at(Metric::kAllocated, "w", "Best-Fit", 50));
  EXPECT_FALSE(published.at(Metric::kAllocated, "w", "06-FGD", 50));
  EXPECT_FALSE(published.at(Metric::kAllocated, "w", "FGD", 51));
  EXPECT_FALSE(published.at(Metric::kAllocated, "v", "FGD", 50));
}

TEST(Published, RefusalsNameTheField) {
  const std::string header = "metric,workload,policy,demand_pct,mean,std\n";
  EXPECT_FAILURE(Published::read("p.csv", header + "alloc_pct,w,FGD,50,much,1\n"), kEnvironment,
                 "p.csv:2: mean is \"much\", expected a number");
  EXPECT_FAILURE(Published::read("p.csv", header + "alloc_pct,w,FGD,1001,1,1\n"), kEnvironment,
                 "p.csv:2: demand_pct is \"1001\", expected 0 to 1000");
  EXPECT_FAILURE(Published::read("p.csv", "metric,workload\n"), kEnvironment,
                 "p.csv: no column \"policy\" among \"metric, workload\"");
}

TEST(PairedAt, IsTheMeanOfTheDifferencesWithItsInterval) {
  const std::vector<Curve> first = {curve_of(4'000), curve_of(4'600), curve_of(5'000)};
  const std::vector<Curve> second = {curve_of(4'100), curve_of(4'800), curve_of(5'000)};
  const Paired paired = paired_at(second, first, Metric::kAllocated, 50).value();
  EXPECT_DOUBLE_EQ(paired.mean, 1);
  // Three seeds with deviation 1: the interval is 4.303 deviations of the mean on either side.
  EXPECT_NEAR(paired.half.value(), 4.303 / std::sqrt(3.0), 1e-9);
  EXPECT_EQ(paired.won, 2u);
  EXPECT_EQ(paired.seeds, 3u);
  EXPECT_FALSE(paired_at(second, first, Metric::kAllocated, 51));
  const Paired one = paired_at({second[1]}, {first[1]}, Metric::kAllocated, 50).value();
  EXPECT_DOUBLE_EQ(one.mean, 2);
  EXPECT_FALSE(one.half) << "nothing to tell from one seed";
}

TEST(PairedAt, ManySeedsComeNearTheNormalDistribution) {
  std::vector<Curve> first;
  std::vector<Curve> second;
  for (int i = 0; i < 30; ++i) {
    first.push_back(curve_of(4'000));
    second.push_back(curve_of(i % 2 == 0 ? 4'100 : 3'900));
  }
  const Paired paired = paired_at(second, first, Metric::kAllocated, 50).value();
  EXPECT_DOUBLE_EQ(paired.mean, 0);
  EXPECT_EQ(paired.won, 15u);
  // Student's t with 29 degrees of freedom is 2.045.
  EXPECT_NEAR(paired.half.value(), 2.045 / std::sqrt(29.0), 1e-3);
}

std::vector<WorkloadReplay> replays() {
  WorkloadReplay one;
  one.workload.name = "w";
  one.workload.pods.resize(2);
  one.workload.pods[0] = {"p0", 120'000, 720 * 1024, 8, 1000, {}};
  one.workload.pods[1] = {"p,1", 500, 100, 1, 810, {"A", "B"}};
  one.workload.arrivals = {{42, {0, 1}}, {43, {1, 1}}};
  one.replays.resize(2);
  one.replays[0] = {"FGD", {42, 43}, {curve_of(4'000), curve_of(4'600)}};
  one.replays[1] = {"a,b", {42, 43}, {curve_of(5'000), curve_of(5'000)}};
  one.replays[1].refused = {{{1, 50}, {1, 70}}, {{0, 60}, {1, 90}}};
  one.replays[1].places = {{Place{"n", {0, 3}}, std::nullopt}, {Place{"m", {}}, Place{"n", {1}}}};
  std::vector<WorkloadReplay> all;
  all.push_back(std::move(one));
  return all;
}

std::vector<WorkloadReplay> two_workloads() {
  std::vector<WorkloadReplay> all = replays();
  all.push_back(all.front());
  all.back().workload.name = "v";
  return all;
}

TEST(ReplayTable, HasPublishedFiguresBelowOurs) {
  const Published published = Published::read("p.csv", kPublished);
  EXPECT_EQ(replay_table(replays(), {Metric::kAllocated, {50, 60}, true}, published),
            "POLICY       50%           60%\n"
            "FGD          43.00 (3.00)  -\n"
            "  published  49.50 (0.25)  -\n"
            "a,b          50.00 (0.00)  -\n");
  EXPECT_EQ(replay_table(replays(), {Metric::kFragmentAmount, {50}, false}, published),
            "FGD  10.00 (0.00)\n"
            "a,b  10.00 (0.00)\n");
  EXPECT_EQ(replay_table(two_workloads(), {Metric::kFragmentAmount, {50}, true}, {}),
            "WORKLOAD  POLICY  50%\n"
            "w         FGD     10.00 (0.00)\n"
            "w         a,b     10.00 (0.00)\n"
            "v         FGD     10.00 (0.00)\n"
            "v         a,b     10.00 (0.00)\n");
}

TEST(DifferenceTable, IsToTheFirstPolicySeedBySeed) {
  EXPECT_EQ(difference_table(replays(), {Metric::kAllocated, {50, 60}, true}),
            "POLICY  50%               60%\n"
            "FGD     43.00 (3.00)      -\n"
            "a,b     +7.00 ±38.12 2/2  -\n");
}

TEST(RefusedTable, HasRequestsByTheGpuTheyMiss) {
  EXPECT_EQ(refused_table(replays(), {Metric::kAllocated, {50, 70}, true}),
            "POLICY  REQUEST                        50%   70%\n"
            "a,b     8 GPU, 120 CPU, 720Gi          0.00  0.50\n"
            "a,b     0.81 GPU, 0.5 CPU, 100Mi, A|B  0.50  1.00\n");
}

TEST(ReplayCsv, HasEveryPercentOfEverySeed) {
  const std::string csv = replay_csv(replays());
  const std::string empty(50, ',');
  const auto has = [&](const std::string &line) { return csv.find(line + "\n") != csv.npos; };
  EXPECT_TRUE(csv.starts_with("metric,workload,policy,seed,0,1,2,"));
  EXPECT_TRUE(has("alloc_pct,w,FGD,42," + empty + "40.00"));
  EXPECT_TRUE(has("alloc_pct,w,FGD,43," + empty + "46.00"));
  EXPECT_TRUE(has("alloc_pct,w,\"a,b\",42," + empty + "50.00"));
  EXPECT_TRUE(has("frag_ratio_pct,w,\"a,b\",42," + empty + "20.00"));
  EXPECT_TRUE(has("frag_amount_pct,w,FGD,42," + empty + "10.00"));
}

TEST(PlacementCsv, HasEveryArrival) {
  EXPECT_EQ(placement_csv(replays()),
            "workload,policy,seed,arrival,pod,node,gpus\n"
            "w,\"a,b\",42,0,p0,n,0 3\n"
            "w,\"a,b\",42,1,\"p,1\",,\n"
            "w,\"a,b\",43,0,\"p,1\",m,\n"
            "w,\"a,b\",43,1,\"p,1\",n,1\n");
}

TEST(ReplayChart, LinesAreOursAndDotsPublished) {
  const Published published = Published::read("p.csv", kPublished);
  const WorkloadReplay replay = replays().front();
  const Chart chart = replay_chart(replay, Metric::kAllocated, 50, published, "");
  ASSERT_EQ(chart.series.size(), 2u);
  ASSERT_EQ(chart.series[0].line.size(), 1u);
  EXPECT_DOUBLE_EQ(chart.series[0].line[0].x, 50);
  EXPECT_DOUBLE_EQ(chart.series[0].line[0].y, 43);
  ASSERT_EQ(chart.series[0].band.size(), 1u);
  EXPECT_DOUBLE_EQ(chart.series[0].band[0].low, 40);
  EXPECT_DOUBLE_EQ(chart.series[0].band[0].high, 46);
  ASSERT_EQ(chart.series[0].dots.size(), 1u);
  EXPECT_DOUBLE_EQ(chart.series[0].dots[0].y, 49.5);
  EXPECT_TRUE(chart.series[1].dots.empty());
  EXPECT_EQ(chart.title, "GPUs in use, workload w");
  EXPECT_EQ(chart.x_title, "GPUs requested, percent of the cluster (dots: published)");
  const Chart later = replay_chart(replay, Metric::kAllocated, 51, published, "Mine");
  EXPECT_TRUE(later.series.at(0).line.empty());
  EXPECT_EQ(later.x_title, "GPUs requested, percent of the cluster");
  EXPECT_EQ(later.title, "Mine");
}

TEST(ReplayChart, BeginsWherePoliciesDiffer) {
  std::vector<PolicyReplay> two(2);
  for (PolicyReplay &one : two) {
    Curve curve(10'000);
    for (int64_t used = 1'000; used <= 7'000; used += 1'000)
      curve.record(used, &one == &two[0] ? std::min<int64_t>(used, 5'500) : used, 0);
    one.curves.push_back(curve);
  }
  EXPECT_EQ(first_difference(two, Metric::kAllocated), 60u);
  EXPECT_EQ(first_difference(two, Metric::kFragmentAmount), 0u) << "nowhere";
}

}  // namespace
}  // namespace koordctl
