// A session under the rules of NodeResourceTopologyMatch: NUMA zones of any exporter, and the
// amounts of whole nodes as NodeResourcesFit counts them.
#pragma once

#include "session/simulation.h"

namespace koordctl {

// Simulates like simulate(). Pods placed here are taken from the zone that kubelet would choose;
// pods bound before are in the reports already. Throws a usage Failure for machines and kubelet's
// options.
SessionResult simulate_nrt_match(const Scenario &scenario);

}  // namespace koordctl
