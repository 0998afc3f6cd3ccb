#include "nrt/score.h"

#include <algorithm>

namespace koord::sched {
namespace {

// Rounds milli-CPU up to whole CPUs. Upstream compares exact
// amounts but divides whole units, so that 1500m counts as 2 CPUs.
int64_t whole(const NrtPod::Column &column, int64_t value) {
  return column.milli ? value / 1000 + (value % 1000 != 0 ? 1 : 0) : value;
}

__extension__ using Wide = __int128;

// Returns part / of in percent.
int64_t percent(int64_t part, int64_t of) {
  return static_cast<int64_t>(static_cast<Wide>(part) * kMaxScore / of);
}

struct Compared {
  const NrtPod::Column &column;
  int64_t requested;
  int64_t has;
};

int64_t most_allocated(const Compared &c) {
  if (c.has == 0 || c.requested > c.has) return 0;
  return percent(whole(c.column, c.requested), whole(c.column, c.has));
}

int64_t least_allocated(const Compared &c) {
  if (c.has == 0 || c.requested > c.has) return 0;
  const int64_t has = whole(c.column, c.has);
  return percent(has - whole(c.column, c.requested), has);
}

// Calls `visit` with each request and the zone's amount of its resource.
template <typename Visit>
void compare(const NrtZones &zones, int zone, NrtRequests requests, Visit &&visit) {
  for (const NrtRequest &request : requests)
    visit(Compared{zones.pod().columns()[request.column], request.value,
                   zones.available(request.column)[static_cast<size_t>(zone)]},
          request.column);
}

template <typename Score>
int weighted_mean(const NrtZones &zones, int zone, NrtRequests requests,
                  const std::vector<int32_t> &weights, Score &&score) {
  int64_t sum = 0;
  int64_t weight_sum = 0;
  compare(zones, zone, requests, [&](const Compared &c, uint32_t column) {
    sum += score(c) * weights[column];
    weight_sum += weights[column];
  });
  return weight_sum == 0 ? 0 : static_cast<int>(sum / weight_sum);
}

double fraction(const Compared &c) {
  const int64_t has = whole(c.column, c.has);
  if (has == 0) return 1;
  return static_cast<double>(whole(c.column, c.requested)) / static_cast<double>(has);
}

// Returns one minus the sample variance of the allocated fractions, as a score. The steps and their
// order are those of gonum's variance, so that results match upstream's to the last bit.
int balanced(const NrtZones &zones, int zone, NrtRequests requests) {
  double sum = 0;
  bool fits = true;
  compare(zones, zone, requests, [&](const Compared &c, uint32_t) {
    const double taken = fraction(c);
    fits = fits && taken <= 1;
    sum += taken;
  });
  if (!fits) return 0;
  if (requests.size() < 2) return kMaxScore;  // upstream: NaN
  const auto count = static_cast<double>(requests.size());
  const double mean = sum / count;
  double squares = 0;
  double rest = 0;
  compare(zones, zone, requests, [&](const Compared &c, uint32_t) {
    const double off = fraction(c) - mean;
    squares += off * off;
    rest += off;
  });
  const double variance = (squares - rest * rest / count) / (count - 1);
  return static_cast<int>((1 - variance) * kMaxScore);
}

}  // namespace

int zones_score(const NrtZones &zones, NrtRequests requests, NrtStrategy strategy,
                const std::vector<int32_t> &weights) {
  int least = 0;
  for (int zone = 0; zone < static_cast<int>(zones.count()); ++zone) {
    const int score = strategy == NrtStrategy::kBalancedAllocation ? balanced(zones, zone, requests)
                      : strategy == NrtStrategy::kMostAllocated
                          ? weighted_mean(zones, zone, requests, weights, most_allocated)
                          : weighted_mean(zones, zone, requests, weights, least_allocated);
    if (least == 0 || (score != 0 && score < least)) least = score;
  }
  return least;
}

int numa_count_score(int count, int max_nodes, bool is_nearest) noexcept {
  const int step = kMaxScore / max_nodes;
  // Above 100 NUMA nodes upstream's step is 0 and all scores
  // are equal. Here the fraction is rounded at the end instead.
  const int64_t halves = 2 * int64_t{count} - (is_nearest ? 1 : 0);
  const int64_t lost = step > 0 ? int64_t{count} * step - (is_nearest ? step / 2 : 0)
                                : (halves * (kMaxScore / 2) + max_nodes - 1) / max_nodes;
  return static_cast<int>(std::max<int64_t>(0, kMaxScore - lost));
}

}  // namespace koord::sched
