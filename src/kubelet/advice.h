// What one manager says of a container or pod about one resource.
#pragma once

#include <vector>

#include "numa/hints.h"

namespace koord::kubelet {

struct Advice {
  numa::Opinion opinion = numa::Opinion::kNoPreference;
  std::vector<numa::Hint> hints;
};

}  // namespace koord::kubelet
