// The best set of a given size among free devices: by enumeration if there are few sets, else by
// local search with single exchanges.
#pragma once

#include <array>
#include <cstdint>

#include "device/link/link_pick.h"

namespace koord::device {

// Every exchange improves the result, so exchanges end by themselves. This is a safety bound.
inline constexpr int kMaxExchanges = 256;

// Returns the number of sets of k out of n, or kExactSets + 1 if it is larger.
int64_t sets_of(int k, int n) noexcept;

// Single use: construct, then call search() once.
class SetSearch {
 public:
  // The request must not be one that refusal_of() refuses.
  SetSearch(const LinkGraph &graph, const PickRequest &request) noexcept;

  // `exact` receives whether all sets were enumerated.
  DeviceMask search(bool &exact) noexcept;

 private:
  using Row = std::array<int64_t, kMaxDevices>;

  // Enumerates sets with `more` further candidates from `first` on.
  void enumerate(int first, int more, int64_t value, DeviceMask chosen, int depth) noexcept;
  void enumerate_pairs(int first, int64_t value, DeviceMask chosen, const Row &gain) noexcept;
  void tabu_search(int seed) noexcept;
  void improve() noexcept;
  bool exchange(Row &gain) noexcept;
  void add(int candidate, Row &gain) const noexcept;
  void remove(int candidate, Row &gain) const noexcept;
  int largest_gain(DeviceMask devices, const Row &gain) const noexcept;
  int smallest_gain(DeviceMask devices, const Row &gain) const noexcept;
  void offer(int64_t value, DeviceMask chosen) noexcept;
  DeviceMask minors(DeviceMask chosen) const noexcept;

  int candidates_ = 0;  // free and not required, by minor
  int more_ = 0;        // number of candidates to choose
  DeviceMask required_ = 0;
  int64_t best_value_ = INT64_MIN;
  DeviceMask best_ = 0;  // in candidates
  std::array<uint8_t, kMaxDevices> minor_;
  // The arrays below are set only for entries in use. The value of a set has
  // its score in the upper half. The lower half breaks ties between equal
  // scores: it is the negated sum of its members' links to all free devices.
  std::array<Row, kMaxDevices> pair_;
  // By depth: the gain of adding each candidate to the chosen ones.
  std::array<Row, kMaxDevices> gain_;
};

}  // namespace koord::device
