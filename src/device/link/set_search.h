// The best set of a given size among free devices: every set where few exist, else by trying single
// exchanges.
#pragma once

#include <array>
#include <cstdint>

#include "device/link/link_pick.h"

namespace koord::device {

// Each exchange improves, so that they end by themselves; this bounds them for certain.
inline constexpr int kMaxExchanges = 256;

// How many sets of k out of n there are, or one more than kExactSets where they are more.
int64_t sets_of(int k, int n) noexcept;

// One use: construct, then search() once.
class SetSearch {
 public:
  // The request is not refused.
  SetSearch(const LinkGraph &graph, const PickRequest &request) noexcept;

  // `exact` says which way it went.
  DeviceMask search(bool &exact) noexcept;

 private:
  using Row = std::array<int64_t, kMaxDevices>;

  // `more` are to be added from the candidates that are left after `first`.
  void look(int first, int more, int64_t value, DeviceMask chosen, int depth) noexcept;
  void look_at_pairs(int first, int64_t value, DeviceMask chosen, const Row &gain) noexcept;
  void wander(int seed) noexcept;
  void improve() noexcept;
  bool exchange(Row &gain) noexcept;
  void add(int candidate, Row &gain) const noexcept;
  void remove(int candidate, Row &gain) const noexcept;
  int most(DeviceMask devices, const Row &gain) const noexcept;
  int least(DeviceMask devices, const Row &gain) const noexcept;
  void offer(int64_t value, DeviceMask chosen) noexcept;
  DeviceMask minors(DeviceMask chosen) const noexcept;

  int candidates_ = 0;  // free and not required, by minor
  int more_ = 0;        // how many of them are to be chosen
  DeviceMask required_ = 0;
  int64_t best_value_ = INT64_MIN;
  DeviceMask best_ = 0;  // of candidates
  std::array<uint8_t, kMaxDevices> minor_;
  // What follows is written as far as used. The value of a set: its score in the upper half; in the
  // lower, which decides between equal scores, minus its members' links to all free devices.
  std::array<Row, kMaxDevices> pair_;
  std::array<Row, kMaxDevices> gain_;  // [depth]: what each candidate adds to those chosen so far
};

}  // namespace koord::device
