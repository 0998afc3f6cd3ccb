// Replays on a one-counter cluster, and work distributed over threads.
#include <algorithm>
#include <atomic>
#include <stdexcept>

#include "parallel.h"
#include "run.h"
#include "support/failure_support.h"

namespace koordctl {
namespace {

// Accepts pods while capacity is left; a tenth of the idle capacity counts as fragmented.
class Counter : public ReplayCluster {
 public:
  Counter(const std::vector<TracePod> &pods, int64_t room) : pods_(pods), room_(room) {}
  std::optional<Place> place(uint32_t pod) override {
    if (pods_[pod].gpu_total() > room_) return std::nullopt;
    room_ -= pods_[pod].gpu_total();
    return Place{"n" + std::to_string(pod), {0}};
  }
  double fragmented() override { return static_cast<double>(room_) / 10; }

 private:
  const std::vector<TracePod> &pods_;
  int64_t room_;
};

std::vector<TracePod> two_pods() {
  std::vector<TracePod> pods(2);
  pods[0].gpu_count = 1;
  pods[0].gpu_milli = 600;
  pods[1].gpu_count = 1;
  pods[1].gpu_milli = 400;
  return pods;
}

TEST(Replay, RecordsAfterEveryArrival) {
  const std::vector<TracePod> pods = two_pods();
  Counter cluster(pods, 2000);
  const ReplayRun run = replay(pods, {0, 0, 0, 1, 1, 1}, 2, cluster);
  ASSERT_EQ(run.refused.size(), 3u);
  EXPECT_EQ(run.refused[0].pod, 1u);
  EXPECT_EQ(run.refused[0].demand, 110u);
  EXPECT_EQ(run.refused[2].demand, 150u);
  EXPECT_TRUE(run.places.empty()) << "nobody asked for them";
  const auto used = [&](uint32_t demand) { return run.curve.at(Metric::kAllocated, demand); };
  EXPECT_DOUBLE_EQ(used(30).value(), 30);
  EXPECT_DOUBLE_EQ(used(60).value(), 60);
  EXPECT_DOUBLE_EQ(used(90).value(), 90);
  EXPECT_DOUBLE_EQ(used(110).value(), 90) << "400 do not fit beside three of 600";
  EXPECT_DOUBLE_EQ(used(150).value(), 90);
  EXPECT_FALSE(used(100));
  EXPECT_DOUBLE_EQ(run.curve.at(Metric::kFragmentRatio, 60).value(), 10);
  EXPECT_DOUBLE_EQ(run.curve.at(Metric::kFragmentAmount, 60).value(), 4);
}

TEST(Replay, KeepsPlacesWhereAsked) {
  const std::vector<TracePod> pods = two_pods();
  Counter cluster(pods, 1000);
  const ReplayRun run = replay(pods, {1, 0, 1}, 2, cluster, Keep::kPlaces);
  ASSERT_EQ(run.places.size(), 3u);
  EXPECT_EQ(run.places[0].value().node, "n1");
  EXPECT_EQ(run.places[1].value().node, "n0");
  EXPECT_FALSE(run.places[2]);
}

TEST(Replay, TooMuchInUseIsCaught) {
  const std::vector<TracePod> pods = two_pods();
  Counter careless(pods, 1'000'000);
  EXPECT_FAILURE(replay(pods, {0, 0}, 1, careless), kInternal,
                 "replay: 1200 thousandths of GPUs in use, 1000 exist");
}

TEST(Parts, EachRunsOnce) {
  for (const size_t jobs : {0, 1, 3, 1000}) {
    std::vector<std::atomic<int>> runs(50);
    std::vector<size_t> finished;
    run_parts(
        runs.size(), jobs, [&](size_t part) { ++runs[part]; },
        [&](size_t count, size_t) { finished.push_back(count); });
    for (const auto &count : runs) EXPECT_EQ(count, 1);
    ASSERT_EQ(finished.size(), 50u);
    EXPECT_TRUE(std::is_sorted(finished.begin(), finished.end()));
    EXPECT_EQ(finished.back(), 50u);
  }
  run_parts(
      0, 4, [](size_t) { FAIL(); }, [](size_t, size_t) { FAIL(); });
}

TEST(Parts, TheEarliestFailureIsThrown) {
  for (const size_t jobs : {1, 4}) {
    std::atomic<int> runs = 0;
    std::string message;
    try {
      run_parts(
          1000, jobs,
          [&](size_t part) {
            ++runs;
            if (part >= 3) throw std::runtime_error("part " + std::to_string(part));
          },
          [](size_t, size_t) {});
    } catch (const std::runtime_error &error) {
      message = error.what();
    }
    EXPECT_EQ(message, "part 3") << jobs;
    EXPECT_LT(runs, 20) << "nothing begins after a failure";
  }
}

}  // namespace
}  // namespace koordctl
