// Random nodes and pods, drawn with rapidcheck.
#pragma once

#include <rapidcheck.h>

#include <string>

#include "sched/clusters.h"

namespace koord::testing {

inline const Machine kMachines[] = {{2, 1, 4}, {1, 4, 2}, {2, 2, 4}, {1, 1, 6}};

// Returns the machine with these CPUs isolated.
inline std::shared_ptr<const Topology> with_isolated(const Topology &machine,
                                                     const CpuSet &isolated) {
  TopologySpec spec;
  for (const Topology::Cpu &cpu : machine.cpus()) {
    TopologySpec::Cpu row;
    row.id = cpu.id;
    row.core = machine.cores()[static_cast<size_t>(cpu.core)].id;
    row.node = machine.nodes()[static_cast<size_t>(cpu.node)].id;
    row.socket = machine.sockets()[static_cast<size_t>(cpu.socket)].id;
    row.l3 = cpu.l3;
    spec.cpus.push_back(row);
  }
  spec.isolated = isolated;
  return Topology::build(std::move(spec));
}

struct Drawn {
  NodeObject node;
  NodeTopology topology;
};

inline Drawn draw_node(const std::string &name) {
  const Machine machine = kMachines[*rc::gen::inRange(0, 4)];
  Drawn drawn{node_of(name, machine), topology_of(name, machine)};
  drawn.node.numa_policy = static_cast<NumaPolicy>(*rc::gen::inRange(0, 5));
  drawn.node.bind = static_cast<NodeBind>(*rc::gen::inRange(0, 4));
  drawn.node.strategy = static_cast<NodeStrategy>(*rc::gen::inRange(0, 4));
  drawn.node.unschedulable = *rc::gen::inRange(0, 12) == 0;
  if (*rc::gen::inRange(0, 4) == 0) drawn.node.cpu_amplification = 1.5;
  if (*rc::gen::inRange(0, 3) == 0) drawn.node.reserved_cpus = CpuSet{0, 1};
  if (*rc::gen::inRange(0, 3) == 0) {
    drawn.topology.kubelet_static = true;
    drawn.topology.kubelet_reserved = CpuSet{2};
  }
  return drawn;
}

inline PodObject draw_pod(const std::string &uid) {
  const Qos kQos[] = {Qos::kLse, Qos::kLsr, Qos::kLsr, Qos::kLs, Qos::kBe, Qos::kNone};
  const Qos qos = kQos[*rc::gen::inRange(0, 6)];
  const bool binds = qos == Qos::kLse || qos == Qos::kLsr;
  PodObject pod =
      pod_of(uid, qos, binds ? 1000 * *rc::gen::inRange(1, 10) : 250 * *rc::gen::inRange(1, 21),
             kGi * *rc::gen::inRange(1, 41));
  pod.preferred_bind = static_cast<PodBind>(*rc::gen::inRange(0, 4));
  if (*rc::gen::inRange(0, 6) == 0)
    pod.required_bind = static_cast<PodBind>(*rc::gen::inRange(1, 3));
  pod.exclusive = static_cast<ExclusivePolicy>(*rc::gen::inRange(0, 4));
  if (*rc::gen::inRange(0, 6) == 0)
    pod.numa_policy = static_cast<NumaPolicy>(*rc::gen::inRange(2, 5));
  return pod;
}

inline uint32_t add(Cluster &cluster, const Drawn &drawn) {
  cluster.set_topology(drawn.topology);
  return cluster.set_node(drawn.node);
}

}  // namespace koord::testing
