// Which of several claims to one thing comes first.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>
#include <tuple>

namespace koord::object {

// A claim that kubelet or the node's agent confirms, then that of the pod which was scheduled
// first, then by uid: never by the order in which somebody heard of them.
struct ClaimRank {
  static constexpr int64_t kUnknownTime = std::numeric_limits<int64_t>::max();

  bool confirmed = false;
  int64_t scheduled = kUnknownTime;  // seconds since 1970
  std::string_view uid;

  friend bool operator<(const ClaimRank &a, const ClaimRank &b) {
    return std::tuple(!a.confirmed, a.scheduled, a.uid) <
           std::tuple(!b.confirmed, b.scheduled, b.uid);
  }
};

}  // namespace koord::object
