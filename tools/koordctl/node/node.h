// A koord_agent fed from files, and what it says.
#ifndef KOORDCTL_NODE_NODE_H_
#define KOORDCTL_NODE_NODE_H_

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "koord_cpp.h"
#include "node/input.h"

namespace koordctl {

struct NodeFree {
  void operator()(koord_agent *node) const { koord_agent_free(node); }
  void operator()(koord_agent_state *state) const { koord_agent_state_unref(state); }
};
using NodeStateHandle = std::unique_ptr<koord_agent_state, NodeFree>;

// Where a pod, or a container that runs elsewhere than its pod, runs.
struct NodePlace {
  std::string uid, container;
  koord_agent_pod row;
  CpuSet cpus, numa_nodes;
};
struct NodePool {
  koord_agent_pool row;
  CpuSet shared, best_effort;
};

class NodeAgent {
 public:
  NodeAgent(const NodeOptions &options, Topology topology);

  // The node is as `input` says. What of a pod cannot be read is left aside, and a pod of which nothing can is left
  // alone: what users write is not to stop the agent. Throws where anything else cannot be read; then some of it may
  // have been taken over.
  void update(const NodeInput &input);
  // What was decided and carried out before, nullptr: nothing. Pods keep CPUs that they have by it against others
  // that claim them.
  void set_state(const koord_agent_state *state);
  void set_topology(Topology topology);

  const Topology &topology() const { return topology_; }
  const NodeInput &input() const { return input_; }
  koord_agent_info info() const;
  std::uint64_t hash() const;
  CpuSet cpus(koord_agent_cpuset which) const;
  std::vector<NodePool> pools() const;
  std::vector<NodePlace> places() const;
  std::string annotation(koord_agent_annotation which) const;
  std::string nrt() const;
  koord_suppression suppress(const koord_suppress_usage &usage, const CpuSet *current,
                             CpuSet &cpus) const;
  std::string state_json(const std::string &boot_id) const;
  NodeStateHandle state() const;
  // "namespace/name" of a pod, its uid where it is not known.
  std::string pod_name(const std::string &uid) const;

 private:
  void set_pod(const NodePod &pod);

  const NodeOptions &options_;
  Remarks remarks_;
  Topology topology_;
  std::unique_ptr<koord_agent, NodeFree> node_;
  NodeInput input_;
  std::map<std::string, std::string> names_;  // of pods, by uid
};

}  // namespace koordctl

#endif  // KOORDCTL_NODE_NODE_H_
