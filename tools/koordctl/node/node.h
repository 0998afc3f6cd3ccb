// A koord::Agent fed from files, and what it says.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/diagnostics.h"
#include "koord.hpp"
#include "node/input.h"

namespace koordctl {

// Where a pod, or a container that runs elsewhere than its pod, runs.
struct NodePlace {
  std::string uid, container;
  koord_agent_pod row;
  koord::CpuSet cpus, numa_nodes;
};
struct NodePool {
  koord_agent_pool row;
  koord::CpuSet shared, best_effort;
};

class NodeAgent {
 public:
  NodeAgent(const NodeOptions &options, koord::Topology topology);

  // The node is as `input` says. What of a pod cannot be read is left aside, and a pod of which
  // nothing can is left alone: what users write is not to stop the agent. Throws where anything
  // else cannot be read; then some of it may have been taken over.
  void update(const NodeInput &input);
  // What was decided and carried out before; empty: nothing. Pods keep CPUs that they have by it
  // against others that claim them.
  void set_state(const koord::AgentState &state);
  void set_topology(koord::Topology topology);
  // BE pods run on these CPUs of their pool only; none of it: on all of it.
  void restrict_best_effort(const koord::CpuSet &cpus);

  const koord::Topology &topology() const { return topology_; }
  const NodeInput &input() const { return input_; }
  const koord::Agent &agent() const { return agent_; }
  std::vector<NodePool> pools() const;
  std::vector<NodePlace> places() const;
  std::string nrt() const;
  koord_suppression suppress(const koord_suppress_usage &usage, const koord::CpuSet *current,
                             koord::CpuSet &cpus) const;
  // "namespace/name" of a pod, its uid where it is not known.
  std::string pod_name(const std::string &uid) const;

 private:
  void set_pod(const NodePod &pod);

  const NodeOptions &options_;
  Diagnostics diagnostics_;
  koord::Topology topology_;
  koord::Agent agent_;
  NodeInput input_;
  std::map<std::string, std::string> names_;  // of pods, by uid
};

}  // namespace koordctl
