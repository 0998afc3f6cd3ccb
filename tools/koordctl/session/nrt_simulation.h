// Simulates a session under the rules of NodeResourceTopologyMatch: NUMA zones from any exporter,
// and amounts of whole nodes by the rules of NodeResourcesFit.
#pragma once

#include "session/simulation.h"

namespace koordctl {

// Runs a session like simulate(). Pods placed here are subtracted from the zone that kubelet would
// choose. Pods bound before are already part of the reports. Throws a usage Failure for machines
// and kubelet's options.
SessionResult simulate_nrt_match(const Scenario &scenario);

}  // namespace koordctl
