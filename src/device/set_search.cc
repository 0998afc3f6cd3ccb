#include "device/set_search.h"

#include <algorithm>

namespace koord::device {
namespace {

// No leftover reaches this: 2016 pairs of at most 7260 points.
constexpr int64_t kPoint = int64_t{1} << 32;
// Each exchange improves, so that climbing ends by itself; this bounds it for certain.
constexpr int kMaxExchanges = 256;

// How many sets of k out of n there are, or one more than kExactSets where they are more.
int64_t sets_of(int k, int n) noexcept {
  k = std::min(k, n - k);
  int64_t sets = 1;
  for (int i = 1; i <= k; ++i) {
    sets = sets * (n - k + i) / i;
    if (sets > kExactSets) return kExactSets + 1;
  }
  return sets;
}

}  // namespace

SetSearch::SetSearch(const LinkGraph &graph, const PickRequest &request) noexcept
    : more_(request.count - width(request.required)), required_(request.required) {
  for_each_device(request.free & ~request.required, [&](int minor) {
    minor_[static_cast<size_t>(candidates_++)] = static_cast<uint8_t>(minor);
  });
  const auto n = static_cast<size_t>(candidates_);
  Row &gain = gain_[0];
  for (size_t i = 0; i < n; ++i) {
    const int32_t *scores = graph.row(minor_[i]);
    int64_t all = 0;
    for (size_t j = 0; j < n; ++j) {
      const int64_t score = scores[minor_[j]];
      pair_[i][j] = score * kPoint;
      all += score;
    }
    int64_t taken = 0;
    for_each_device(required_, [&](int minor) { taken += scores[minor]; });
    // Of sets of one score the largest leftover is that whose members are linked least to all that is free.
    gain[i] = taken * kPoint - (all + taken);
  }
}

DeviceMask SetSearch::search(bool &exact) noexcept {
  exact = sets_of(more_, candidates_) <= kExactSets;
  if (exact) {
    look(0, more_, 0, 0, 0);
  } else {
    for (int seed = 0; seed < candidates_; ++seed) climb(seed);
  }
  return minors(best_) | required_;
}

void SetSearch::look(int first, int more, int64_t value, DeviceMask chosen, int depth) noexcept {
  const Row &gain = gain_[static_cast<size_t>(depth)];
  if (more == 0) return offer(value, chosen);
  if (more == 1) {
    for (int i = first; i < candidates_; ++i)
      offer(value + gain[static_cast<size_t>(i)], chosen | device_bit(i));
    return;
  }
  if (more == 2) return look_at_pairs(first, value, chosen, gain);
  Row &next = gain_[static_cast<size_t>(depth) + 1];
  for (int i = first; i <= candidates_ - more; ++i) {
    const auto at = static_cast<size_t>(i);
    const Row &pair = pair_[at];
    for (auto j = at + 1; j < static_cast<size_t>(candidates_); ++j) next[j] = gain[j] + pair[j];
    look(i + 1, more - 1, value + gain[at], chosen | device_bit(i), depth + 1);
  }
}

// Most of the time goes here.
void SetSearch::look_at_pairs(int first, int64_t value, DeviceMask chosen,
                              const Row &gain) noexcept {
  const auto n = static_cast<size_t>(candidates_);
  for (auto i = static_cast<size_t>(first); i + 1 < n; ++i) {
    const int64_t with_one = value + gain[i];
    const Row &pair = pair_[i];
    for (size_t j = i + 1; j < n; ++j) {
      const int64_t with_both = with_one + gain[j] + pair[j];
      if (with_both > best_value_) {
        best_value_ = with_both;
        best_ = chosen | device_bit(static_cast<int>(i)) | device_bit(static_cast<int>(j));
      }
    }
  }
}

void SetSearch::add(int candidate, Row &gain) const noexcept {
  const Row &pair = pair_[static_cast<size_t>(candidate)];
  for (size_t j = 0; j < static_cast<size_t>(candidates_); ++j) gain[j] += pair[j];
}

void SetSearch::remove(int candidate, Row &gain) const noexcept {
  const Row &pair = pair_[static_cast<size_t>(candidate)];
  for (size_t j = 0; j < static_cast<size_t>(candidates_); ++j) gain[j] -= pair[j];
}

// Grows a set from one device by what adds most, then exchanges devices as long as that improves.
void SetSearch::climb(int seed) noexcept {
  Row &gain = gain_[1];
  std::copy_n(gain_[0].begin(), candidates_, gain.begin());
  DeviceMask chosen = 0;
  int64_t value = 0;
  int next = seed;
  for (int left = more_; left > 0; --left) {
    value += gain[static_cast<size_t>(next)];
    chosen |= device_bit(next);
    add(next, gain);
    next = -1;
    for_each_device(first_devices(candidates_) & ~chosen, [&](int i) {
      if (next < 0 || gain[static_cast<size_t>(i)] > gain[static_cast<size_t>(next)]) next = i;
    });
  }
  int exchanges = 0;
  while (exchanges < kMaxExchanges && exchange(chosen, value, gain)) ++exchanges;
  offer(value, chosen);
}

// Puts one device in the place of another where that improves most; false when nothing improves.
bool SetSearch::exchange(DeviceMask &chosen, int64_t &value, Row &gain) const noexcept {
  int64_t best_change = 0;
  DeviceMask best = chosen;
  int out = -1;
  int in = -1;
  for_each_device(chosen, [&](int a) {
    const auto at = static_cast<size_t>(a);
    for_each_device(first_devices(candidates_) & ~chosen, [&](int b) {
      const auto other = static_cast<size_t>(b);
      const int64_t change = gain[other] - gain[at] - pair_[at][other];
      if (change < best_change) return;
      const DeviceMask set = (chosen ^ device_bit(a)) | device_bit(b);
      if (change == best_change && !smaller_minors(set, best)) return;
      best_change = change;
      best = set;
      out = a;
      in = b;
    });
  });
  if (out < 0) return false;
  chosen = best;
  value += best_change;
  remove(out, gain);
  add(in, gain);
  return true;
}

// Sets that come in ascending order of minors need no more than the first comparison.
void SetSearch::offer(int64_t value, DeviceMask chosen) noexcept {
  if (value < best_value_ || (value == best_value_ && !smaller_minors(chosen, best_))) return;
  best_value_ = value;
  best_ = chosen;
}

DeviceMask SetSearch::minors(DeviceMask chosen) const noexcept {
  DeviceMask out = 0;
  for_each_device(chosen, [&](int i) { out |= device_bit(minor_[static_cast<size_t>(i)]); });
  return out;
}

}  // namespace koord::device
