// Requests that fit on no node.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "run.h"
#include "trace.h"

namespace koordctl {

struct RefusedRequest {
  std::string text;           // "8 GPU, 120 CPU, 720Gi, G2|G3"
  std::vector<size_t> times;  // refusals up to each demand, over all seeds
};

// Sums up refusals of several seeds by request. Requests with the most refused GPU come first;
// refusals after the last demand are ignored.
std::vector<RefusedRequest> refused_requests(const std::vector<TracePod> &pods,
                                             const std::vector<std::vector<Refused>> &seeds,
                                             const std::vector<uint32_t> &demands);

}  // namespace koordctl
