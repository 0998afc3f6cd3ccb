// Policies that a replay can run under, by the names of options and of tables.
#pragma once

#include <string>
#include <vector>

#include "koord.h"

namespace koordctl {

struct ReplayPolicy {
  const char *option;
  const char *name;  // as in published tables, where it is there
  koord_gpu_policy placing;
  bool at_random;             // any node that can take the pod
  const char *strategy = "";  // of Koordinator's formula, where that scores
};

// FGD first.
const std::vector<ReplayPolicy> &replay_policies();

}  // namespace koordctl
