// Advice of one resource manager (CPUs, memory or devices) for a container or pod.
#pragma once

#include <vector>

#include "numa/hints.h"

namespace koord::kubelet {

struct Advice {
  numa::Opinion opinion = numa::Opinion::kNoPreference;
  std::vector<numa::Hint> hints;
};

}  // namespace koord::kubelet
