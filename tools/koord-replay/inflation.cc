#include "inflation.h"

#include <algorithm>
#include <numeric>

#include "cli/failure.h"

namespace koordctl {
namespace {

constexpr size_t kMaxDrawn = 20'000'000;
// Separate random streams for the arrivals and ranks of one seed.
constexpr uint64_t kArrivalStream = 0x61727269766564;
constexpr uint64_t kRankStream = 0x72616e6b656421;

template <typename Named>
std::vector<uint32_t> by_name(const std::vector<Named> &items) {
  std::vector<uint32_t> order(items.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return items[a].name != items[b].name ? items[a].name < items[b].name : a < b;
  });
  return order;
}

}  // namespace

uint64_t Random::next() {
  uint64_t mixed = (state_ += 0x9e3779b97f4a7c15);
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
  return mixed ^ (mixed >> 31);
}

uint32_t Random::below(uint32_t count) {
  return static_cast<uint32_t>(((next() >> 32) * count) >> 32);
}

std::vector<uint32_t> Random::permutation(uint32_t count) {
  std::vector<uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  for (uint32_t i = count; i > 1; --i) std::swap(order[i - 1], order[below(i)]);
  return order;
}

std::vector<uint32_t> inflate(const std::vector<TracePod> &pods, int64_t cluster_gpus,
                              uint32_t ratio_percent, uint64_t seed) {
  Random random(seed ^ kArrivalStream);
  const auto count = static_cast<uint32_t>(pods.size());
  const std::vector<uint32_t> named = by_name(pods);
  std::vector<uint32_t> arrivals;
  int64_t demand = 0;
  for (const uint32_t i : random.permutation(count)) {
    arrivals.push_back(named[i]);
    demand += pods[named[i]].gpu_total();
  }
  if (demand == 0) throw Failure(kEnvironment, "no pod of the workload requests a GPU");
  const int64_t wanted = cluster_gpus * kWholeGpu * ratio_percent / 100;
  while (true) {
    const uint32_t drawn = random.below(count);
    if (demand + pods[drawn].gpu_milli > wanted) return arrivals;
    if (arrivals.size() == kMaxDrawn) {
      throw Failure(kEnvironment, "more than 20000000 arrivals are needed to request " +
                                      std::to_string(ratio_percent) + " percent of the GPUs");
    }
    arrivals.push_back(drawn);
    demand += pods[drawn].gpu_total();
  }
}

std::vector<uint32_t> draw_ranks(const std::vector<TraceNode> &nodes, uint64_t seed) {
  Random random(seed ^ kRankStream);
  const std::vector<uint32_t> named = by_name(nodes);
  const std::vector<uint32_t> order = random.permutation(static_cast<uint32_t>(nodes.size()));
  std::vector<uint32_t> ranks(nodes.size());
  for (uint32_t rank = 0; rank < order.size(); ++rank) ranks[named[order[rank]]] = rank;
  return ranks;
}

}  // namespace koordctl
