// Which requests found no room.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "replay/run.h"
#include "replay/trace.h"

namespace koordctl {

struct RefusedRequest {
  std::string text;           // "8 GPU, 120 CPU, 720Gi, G2|G3"
  std::vector<size_t> times;  // until each demand, in all seeds
};

// Of several seeds, by request; those that ask for most GPU in all first, and none that were
// refused later.
std::vector<RefusedRequest> refused_requests(const std::vector<TracePod> &pods,
                                             const std::vector<std::vector<Refused>> &seeds,
                                             const std::vector<uint32_t> &demands);

}  // namespace koordctl
