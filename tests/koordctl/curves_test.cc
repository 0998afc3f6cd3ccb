// Points of curves, their spread over seeds, and published figures beside them.
#include "replay/curves.h"

#include "failure_support.h"
#include "replay/report.h"

namespace koordctl {
namespace {

constexpr const char *kPublished =
    "metric,workload,policy,demand_pct,mean,std,min,max,seeds\n"
    "alloc_pct,w,06-FGD,50,49.5,0.25,1,2,10\n"
    "frag_ratio_pct,w,06-FGD,50,20,1,1,2,10\n"
    "something_else,w,06-FGD,x,20,1,1,2,10\n"
    "alloc_pct,w,Best-Fit,50,48,0.5,1,2,10\n";

Curve curve_of(std::int64_t used) {
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

std::vector<PolicyReplay> replays() {
  std::vector<PolicyReplay> two(2);
  two[0] = {"FGD", {42, 43}, {curve_of(4'000), curve_of(4'600)}};
  two[1] = {"a,b", {42}, {curve_of(5'000)}};
  return two;
}

TEST(ReplayTable, HasPublishedFiguresBelowOurs) {
  const Published published = Published::read("p.csv", kPublished);
  EXPECT_EQ(replay_table(replays(), Metric::kAllocated, {50, 60}, published, "w", true),
            "POLICY       50%           60%\n"
            "FGD          43.00 (3.00)  -\n"
            "  published  49.50 (0.25)  -\n"
            "a,b          50.00         -\n");
  EXPECT_EQ(replay_table(replays(), Metric::kFragmentAmount, {50}, published, "w", false),
            "FGD  10.00 (0.00)\n"
            "a,b  10.00\n");
}

TEST(ReplayCsv, HasEveryPercentOfEverySeed) {
  const std::string csv = replay_csv(replays());
  const std::string empty(50, ',');
  const auto has = [&](const std::string &line) { return csv.find(line + "\n") != csv.npos; };
  EXPECT_TRUE(csv.starts_with("metric,policy,seed,0,1,2,"));
  EXPECT_TRUE(has("alloc_pct,FGD,42," + empty + "40.00"));
  EXPECT_TRUE(has("alloc_pct,FGD,43," + empty + "46.00"));
  EXPECT_TRUE(has("alloc_pct,\"a,b\",42," + empty + "50.00"));
  EXPECT_TRUE(has("frag_ratio_pct,\"a,b\",42," + empty + "20.00"));
  EXPECT_TRUE(has("frag_amount_pct,FGD,42," + empty + "10.00"));
}

TEST(ReplayChart, LinesAreOursAndDotsPublished) {
  const Published published = Published::read("p.csv", kPublished);
  const Chart chart = replay_chart(replays(), Metric::kAllocated, 50, published, "w");
  ASSERT_EQ(chart.series.size(), 2u);
  ASSERT_EQ(chart.series[0].line.size(), 1u);
  EXPECT_DOUBLE_EQ(chart.series[0].line[0].x, 50);
  EXPECT_DOUBLE_EQ(chart.series[0].line[0].y, 43);
  ASSERT_EQ(chart.series[0].dots.size(), 1u);
  EXPECT_DOUBLE_EQ(chart.series[0].dots[0].y, 49.5);
  EXPECT_TRUE(chart.series[1].dots.empty());
  EXPECT_EQ(chart.title, "GPUs in use, workload w");
  EXPECT_EQ(chart.x_title, "GPUs requested, percent of the cluster (dots: published)");
  const Chart later = replay_chart(replays(), Metric::kAllocated, 51, published, "w");
  EXPECT_TRUE(later.series.at(0).line.empty());
  EXPECT_EQ(later.x_title, "GPUs requested, percent of the cluster");
}

}  // namespace
}  // namespace koordctl
