// Policies of replays, with their names in options and tables.
#pragma once

#include <string>
#include <vector>

#include "koord.h"

namespace koordctl {

struct ReplayPolicy {
  const char *option;
  const char *name;  // name in published tables, if the policy is in them
  koord_gpu_policy placing;
  bool at_random;             // places pods on any fitting node
  const char *strategy = "";  // strategy of Koordinator's score, if that decides
};

// Returns all policies, FGD first.
const std::vector<ReplayPolicy> &replay_policies();

}  // namespace koordctl
