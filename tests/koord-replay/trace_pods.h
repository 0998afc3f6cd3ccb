// Short builders for pods of a trace.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "trace.h"

namespace koordctl::testing {

inline TracePod trace_pod(int64_t cpu, int32_t count, int32_t milli,
                          std::vector<std::string> models = {}) {
  TracePod pod;
  pod.cpu_milli = cpu;
  pod.gpu_count = count;
  pod.gpu_milli = milli;
  pod.models = std::move(models);
  return pod;
}

}  // namespace koordctl::testing
