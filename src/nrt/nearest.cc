#include "nrt/nearest.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "base/count_bits.h"

namespace koord::sched {
namespace {

constexpr int kMaxZones = object::NumaReport::kMaxNodes;
constexpr int64_t kMost = std::numeric_limits<int64_t>::max();

int64_t saturating_add(int64_t a, int64_t b) {
  int64_t sum;
  return __builtin_add_overflow(a, b, &sum) ? kMost : sum;
}

// A resource that the set as a whole must have enough of.
struct AmountRequest {
  int64_t amount;
  const int64_t *available;                // by zone
  std::array<uint8_t, kMaxZones> richest;  // the candidate zones, richest first
};

// Kept on the stack and not zero-initialized, so that a search allocates nothing.
struct AmountRequests {
  AmountRequests() : count(0) {}
  AmountRequests(const NrtZones &zones, NrtRequests requests, uint64_t among);
  const AmountRequest *begin() const { return list.data(); }
  const AmountRequest *end() const { return list.data() + count; }

  std::array<AmountRequest, NrtPod::kMaxResources> list;
  size_t count;
};

// Resources that every zone has enough of are left out, because they exclude no set.
AmountRequests::AmountRequests(const NrtZones &zones, NrtRequests requests, uint64_t among)
    : count(0) {
  for (const NrtRequest &request : requests) {
    if (request.value == 0 || !zones.binds(request.column)) continue;
    if ((among & ~zones.sufficient(request)) == 0) continue;
    AmountRequest &need = list[count++];
    need.amount = request.value;
    need.available = zones.available(request.column).data();
    auto end = need.richest.begin();
    for (uint64_t left = among; left != 0; left &= left - 1)
      *end++ = static_cast<uint8_t>(std::countr_zero(left));
    std::sort(need.richest.begin(), end,
              [&](uint8_t a, uint8_t b) { return need.available[a] > need.available[b]; });
  }
}

// Returns the largest amount that any `size` zones of `rest` have. `rest` must contain that many.
int64_t most_among(const AmountRequest &need, uint64_t rest, int size) {
  int64_t sum = 0;
  for (const uint8_t *zone = need.richest.data(); size > 0; ++zone) {
    if ((rest >> *zone & 1) == 0) continue;
    sum = saturating_add(sum, need.available[*zone]);
    --size;
  }
  return sum;
}

// Returns a lower bound on the size of a sufficient set;
// more than the number of zones if no set suffices.
int fewest(const AmountRequests &needs, uint64_t among) {
  const int zones = count_bits(among);
  int size = 1;
  for (const AmountRequest &need : needs)
    while (size <= zones && most_among(need, among, size) < need.amount) ++size;
  return size;
}

// Depth-first search over the sets of one size, in the
// order of their positions. Keeps the nearest set.
class NearestSearch {
 public:
  enum class Goal { kNearest, kAny };

  NearestSearch(const NrtZones &zones, const AmountRequests &needs, uint64_t among, int size)
      : zones_(zones), needs_(needs), among_(among), size_(size) {
    to_set_[0].fill(0);
    for (uint64_t left = among; left != 0; left &= left - 1) find_lesser(std::countr_zero(left));
    if (size > 1) weigh_pairs();
  }

  // Searches for a set nearer than `below`. Returns false
  // if the budget ended before the goal was reached.
  bool run(Goal goal, int64_t below, NrtBudget &budget) {
    goal_ = goal;
    best_ = below;
    limit_ = std::min(budget.steps, NrtBudget::kSearch);
    const bool ended = !visit(among_, 0, 0, 0);
    budget.steps -= steps_;
    return !ended || (goal == Goal::kAny && found_ != 0);
  }

  uint64_t found() const { return found_; }
  int64_t distance() const { return best_; }

 private:
  static int64_t pair(const NrtZones &zones, size_t a, size_t b) {
    return int64_t{zones.distance(a, b)} + zones.distance(b, a);
  }

  // lesser_[z]: zones after z that can be skipped in every set that skips z. Replacing such a zone
  // by z keeps the distance, holds at least as much and comes earlier in the order.
  void find_lesser(int zone) {
    uint64_t lesser = zones_.twins(static_cast<size_t>(zone)) & among_ & ~uint64_t{1} << zone;
    for (const AmountRequest &need : needs_)
      for (uint64_t left = lesser; left != 0; left &= left - 1)
        if (need.available[std::countr_zero(left)] > need.available[zone])
          lesser &= ~(left & (~left + 1));
    lesser_[static_cast<size_t>(zone)] = lesser;
  }

  // cheapest_[z][m]: the least distance that pairs of zone z with m other zones can add.
  void weigh_pairs() {
    for (uint64_t left = among_; left != 0; left &= left - 1) {
      const auto zone = static_cast<size_t>(std::countr_zero(left));
      std::array<int32_t, kMaxZones> pairs;
      size_t count = 0;
      for (uint64_t rest = among_ & ~(uint64_t{1} << zone); rest != 0; rest &= rest - 1)
        pairs[count++] =
            static_cast<int32_t>(pair(zones_, zone, static_cast<size_t>(std::countr_zero(rest))));
      std::sort(pairs.begin(), pairs.begin() + count);
      int32_t sum = 0;
      cheapest_[zone][0] = 0;
      for (size_t i = 0; i < count; ++i) cheapest_[zone][i + 1] = sum += pairs[i];
    }
  }

  // Returns the distance that a zone adds to the set, without its pairs with later members.
  int64_t step(size_t zone, int depth) const {
    return int64_t{zones_.distance(zone, zone)} + to_set_[static_cast<size_t>(depth)][zone];
  }

  // Returns true if no choice of `more` zones from `rest` makes the set nearer than the best. The
  // bound: each zone adds its own step and half of each pair with the other new zones.
  bool too_far(uint64_t rest, int depth, int more, int64_t sum) const {
    std::array<int64_t, kMaxZones> twice;
    size_t count = 0;
    for (uint64_t left = rest; left != 0; left &= left - 1) {
      const auto zone = static_cast<size_t>(std::countr_zero(left));
      twice[count++] =
          2 * step(zone, depth) + (more > 1 ? cheapest_[zone][static_cast<size_t>(more - 1)] : 0);
    }
    std::nth_element(twice.begin(), twice.begin() + (more - 1), twice.begin() + count);
    int64_t least = 2 * sum;
    for (int i = 0; i < more; ++i) least += twice[static_cast<size_t>(i)];
    return least >= 2 * best_;
  }

  bool too_poor(uint64_t set, uint64_t rest, int more) const {
    return std::any_of(needs_.begin(), needs_.end(), [&](const AmountRequest &need) {
      int64_t has = most_among(need, rest, more);
      for (uint64_t left = set; left != 0 && has < need.amount; left &= left - 1)
        has = saturating_add(has, need.available[static_cast<size_t>(std::countr_zero(left))]);
      return has < need.amount;
    });
  }

  // Extends `set`, which has `depth` zones and the distance `sum`,
  // by zones from `rest`. Returns false if the search must stop.
  bool visit(uint64_t rest, uint64_t set, int depth, int64_t sum) {
    if (steps_ == limit_) return false;
    ++steps_;
    const int more = size_ - depth;
    if (more == 0) {
      if (sum < best_ && !too_poor(set, 0, 0)) {
        best_ = sum;
        found_ = set;
        return goal_ != Goal::kAny;
      }
      return true;
    }
    if (count_bits(rest) < more || too_poor(set, rest, more)) return true;
    while (count_bits(rest) >= more) {
      // best_ may have improved since the last iteration.
      if (best_ != kMost && too_far(rest, depth, more, sum)) return true;
      const auto zone = static_cast<size_t>(std::countr_zero(rest));
      rest &= rest - 1;
      const auto next = static_cast<size_t>(depth) + 1;
      if (more > 1)
        for (uint64_t left = rest; left != 0; left &= left - 1) {
          const auto other = static_cast<size_t>(std::countr_zero(left));
          to_set_[next][other] =
              to_set_[next - 1][other] + static_cast<int32_t>(pair(zones_, zone, other));
        }
      if (!visit(rest, set | uint64_t{1} << zone, depth + 1, sum + step(zone, depth))) return false;
      rest &= ~lesser_[zone];
    }
    return true;
  }

  const NrtZones &zones_;
  const AmountRequests &needs_;
  const uint64_t among_;
  const int size_;

  Goal goal_ = Goal::kNearest;
  uint32_t limit_ = 0;
  uint32_t steps_ = 0;
  uint64_t found_ = 0;
  int64_t best_ = kMost;
  // By depth, then zone: the sum of the zone's pairs with the members so far.
  std::array<std::array<int32_t, kMaxZones>, kMaxZones + 1> to_set_;
  std::array<std::array<int32_t, kMaxZones>, kMaxZones> cheapest_;
  std::array<uint64_t, kMaxZones> lesser_;
};

}  // namespace

NrtZoneSet zones_required(const NrtZones &zones, NrtRequests requests, NrtBudget &budget) {
  uint64_t among = zones.all();
  for (const NrtRequest &request : requests) among &= zones.reporting(request.column);
  const AmountRequests needs(zones, requests, among);

  NrtZoneSet out;
  for (int size = fewest(needs, among); size <= count_bits(among); ++size) {
    NearestSearch search(zones, needs, among, size);
    if (!search.run(NearestSearch::Goal::kNearest, kMost, budget)) out.exact = false;
    if (search.found() == 0) continue;
    out.zones = search.found();
    out.distance = search.distance();
    const AmountRequests none;
    NearestSearch nearer(zones, none, zones.all(), size);
    const bool completed = nearer.run(NearestSearch::Goal::kAny, out.distance, budget);
    out.is_nearest = completed && nearer.found() == 0;
    out.exact = out.exact && completed;
    return out;
  }
  return out;
}

int64_t distance_sum(const NrtZones &zones, uint64_t set) noexcept {
  int64_t sum = 0;
  for (uint64_t a = set; a != 0; a &= a - 1)
    for (uint64_t b = set; b != 0; b &= b - 1)
      sum += zones.distance(static_cast<size_t>(std::countr_zero(a)),
                            static_cast<size_t>(std::countr_zero(b)));
  return sum;
}

}  // namespace koord::sched
