// Precedence among several claims to the same resource.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>
#include <tuple>

namespace koord::object {

// Claims that kubelet or the node's agent confirms come first, then those of the pod that was
// scheduled first, then those of the lower uid. The order in which events arrive never matters.
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
