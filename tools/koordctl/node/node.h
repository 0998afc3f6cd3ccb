// A koord::Agent fed from files, and its results.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/diagnostics.h"
#include "koord.hpp"
#include "node/input.h"

namespace koordctl {

// The placement of a pod, or of a container that runs on other CPUs than its pod.
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

  // Sets the node to `input`; called once. Parts of a pod that cannot be read are ignored, and a
  // pod that cannot be read at all is not managed, because users write pods and must not be able to
  // stop the agent. Throws if anything else cannot be read.
  void set_input(const NodeInput &input);
  // Sets the placement that was decided and applied before; does nothing if `state` is empty. Pods
  // keep the CPUs that they have in it, even if other pods claim them.
  void set_state(const koord::AgentState &state);

  const koord::Topology &topology() const { return topology_; }
  const NodeInput &input() const { return input_; }
  const koord::Agent &agent() const { return agent_; }
  std::vector<NodePool> pools() const;
  std::vector<NodePlace> places() const;
  std::string nrt() const;
  koord_suppression suppress(const koord_suppress_usage &usage, const koord::CpuSet *current,
                             koord::CpuSet &cpus) const;
  // Returns "namespace/name" of a pod, or its uid if the name is not known.
  std::string pod_name(const std::string &uid) const;

 private:
  void set_pod(const NodePod &pod);

  const NodeOptions &options_;
  Diagnostics diagnostics_;
  koord::Topology topology_;
  koord::Agent agent_;
  NodeInput input_;
  std::map<std::string, std::string> names_;  // names of pods by uid
};

}  // namespace koordctl
