#include "device/link/set_search.h"

#include <algorithm>

namespace koord::device {
namespace {

// Above any leftover, which is at most 2016 pairs of 7260 points.
constexpr int64_t kPoint = int64_t{1} << 32;
// Exchanges made from each seed. With these numbers the best set was found on 3584 of 3600 random
// machines; docs/reference/devices-links.md has the figures.
constexpr int kSearchSteps = 64;
// Tabu tenure: a moved device is not moved again for 2 to 6 steps. The tenure grows by one every
// eight steps and then starts over.
constexpr int kMinTenure = 2;
constexpr int kTenures = 5;
constexpr int kStepsPerTenure = 8;

}  // namespace

int64_t sets_of(int k, int n) noexcept {
  k = std::min(k, n - k);
  int64_t sets = 1;
  for (int i = 1; i <= k; ++i) {
    sets = sets * (n - k + i) / i;
    if (sets > kExactSets) return kExactSets + 1;
  }
  return sets;
}

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
    // Among sets with equal scores, the largest leftover is that of the set whose members have the
    // weakest links to all free devices.
    gain[i] = taken * kPoint - (all + taken);
  }
}

DeviceMask SetSearch::search(bool &exact) noexcept {
  exact = sets_of(more_, candidates_) <= kExactSets;
  if (exact) {
    enumerate(0, more_, 0, 0, 0);
  } else {
    for (int seed = 0; seed < candidates_; ++seed) tabu_search(seed);
    improve();
  }
  return minors(best_) | required_;
}

void SetSearch::enumerate(int first, int more, int64_t value, DeviceMask chosen,
                          int depth) noexcept {
  const Row &gain = gain_[static_cast<size_t>(depth)];
  if (more == 0) return offer(value, chosen);
  if (more == 1) {
    for (int i = first; i < candidates_; ++i)
      offer(value + gain[static_cast<size_t>(i)], chosen | device_bit(i));
    return;
  }
  if (more == 2) return enumerate_pairs(first, value, chosen, gain);
  Row &next = gain_[static_cast<size_t>(depth) + 1];
  for (int i = first; i <= candidates_ - more; ++i) {
    const auto at = static_cast<size_t>(i);
    const Row &pair = pair_[at];
    for (auto j = at + 1; j < static_cast<size_t>(candidates_); ++j) next[j] = gain[j] + pair[j];
    enumerate(i + 1, more - 1, value + gain[at], chosen | device_bit(i), depth + 1);
  }
}

// The search spends most of its time here.
void SetSearch::enumerate_pairs(int first, int64_t value, DeviceMask chosen,
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

// Returns the first of `devices` with the largest gain.
int SetSearch::largest_gain(DeviceMask devices, const Row &gain) const noexcept {
  int best = lowest(devices);
  for_each_device(devices, [&](int i) {
    if (gain[static_cast<size_t>(i)] > gain[static_cast<size_t>(best)]) best = i;
  });
  return best;
}

int SetSearch::smallest_gain(DeviceMask devices, const Row &gain) const noexcept {
  int best = lowest(devices);
  for_each_device(devices, [&](int i) {
    if (gain[static_cast<size_t>(i)] < gain[static_cast<size_t>(best)]) best = i;
  });
  return best;
}

// Grows a set from one device by the largest gain, then moves from set to set: the device with the
// least gain is replaced by the one with the largest, even if the result is worse. Moved devices
// are tabu for some steps, so that the search does not return to earlier sets.
void SetSearch::tabu_search(int seed) noexcept {
  const DeviceMask all = first_devices(candidates_);
  Row &gain = gain_[1];
  std::copy_n(gain_[0].begin(), candidates_, gain.begin());
  int64_t value = gain[static_cast<size_t>(seed)];
  DeviceMask chosen = device_bit(seed);
  add(seed, gain);
  for (int left = more_ - 1; left > 0; --left) {
    const int in = largest_gain(all & ~chosen, gain);
    value += gain[static_cast<size_t>(in)];
    chosen |= device_bit(in);
    add(in, gain);
  }
  offer(value, chosen);
  // At least one device within the set and one outside are never tabu.
  const int longest = std::min(more_, candidates_ - more_) - 1;
  std::array<DeviceMask, kSearchSteps> moved;
  for (int step = 0; step < kSearchSteps; ++step) {
    const int tenure = std::min(kMinTenure + step / kStepsPerTenure % kTenures, longest);
    DeviceMask tabu = 0;
    for (int i = std::max(step - tenure, 0); i < step; ++i) tabu |= moved[static_cast<size_t>(i)];
    const int out = smallest_gain(chosen & ~tabu, gain);
    value -= gain[static_cast<size_t>(out)];
    remove(out, gain);
    const int in = largest_gain(all & ~chosen & ~tabu, gain);
    value += gain[static_cast<size_t>(in)];
    add(in, gain);
    const DeviceMask both = device_bit(out) | device_bit(in);
    chosen ^= both;
    moved[static_cast<size_t>(step)] = both;
    offer(value, chosen);
  }
}

// Ends when no exchange of one device improves the best set found.
void SetSearch::improve() noexcept {
  Row &gain = gain_[1];
  std::copy_n(gain_[0].begin(), candidates_, gain.begin());
  for_each_device(best_, [&](int i) { add(i, gain); });
  int exchanges = 0;
  while (exchanges < kMaxExchanges && exchange(gain)) ++exchanges;
}

// Makes the exchange of one device that improves most. Returns false if none improves.
bool SetSearch::exchange(Row &gain) noexcept {
  int64_t most = 0;
  int out = -1;
  int in = -1;
  for_each_device(best_, [&](int a) {
    const auto at = static_cast<size_t>(a);
    for_each_device(first_devices(candidates_) & ~best_, [&](int b) {
      const auto other = static_cast<size_t>(b);
      const int64_t change = gain[other] - gain[at] - pair_[at][other];
      if (change <= most) return;
      most = change;
      out = a;
      in = b;
    });
  });
  if (out < 0) return false;
  best_ ^= device_bit(out) | device_bit(in);
  best_value_ += most;
  remove(out, gain);
  add(in, gain);
  return true;
}

// If sets arrive in ascending order of minors, only the first comparison matters.
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
