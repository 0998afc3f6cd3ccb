// Which requests found no room.
#ifndef KOORDCTL_REPLAY_REFUSED_H_
#define KOORDCTL_REPLAY_REFUSED_H_

#include <cstdint>
#include <string>
#include <vector>

#include "replay/run.h"
#include "replay/trace.h"

namespace koordctl {

struct RefusedRequest {
  std::string text;                // "8 GPU, 120 CPU, 720Gi, G2|G3"
  std::vector<std::size_t> times;  // until each demand, in all seeds
};

// Of several seeds, by request; those that ask for most GPU in all first, and none that were refused later.
std::vector<RefusedRequest> refused_requests(const std::vector<TracePod> &pods,
                                             const std::vector<std::vector<Refused>> &seeds,
                                             const std::vector<std::uint32_t> &demands);

}  // namespace koordctl

#endif  // KOORDCTL_REPLAY_REFUSED_H_
