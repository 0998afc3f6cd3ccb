// Machines with memory, kubelets on them, and pods, for admission tests.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/refusal.h"
#include "kubelet/kubelet.h"
#include "kubelet/requests.h"
#include "kubelet/setup.h"
#include "object/objects.h"
#include "topology/topology.h"
#include "wording/sentence.h"

namespace koord::kubelet::testing {

using object::NumaPolicy;

inline constexpr uint64_t kGi = uint64_t{1} << 30;

// `sockets` sockets of `nodes` NUMA nodes of `cores` cores with 2 threads;
// the second thread of core c is CPU c + all cores. Every NUMA node has 17
// GiB, of which the configuration below reserves 1 GiB.
struct MachineShape {
  int sockets = 2;
  int nodes = 1;
  int cores = 6;
  int first_id = 0;
  int id_step = 1;
  bool distances = true;
  uint64_t huge_1gi = 0;  // pages on each NUMA node
};

inline TopologySpec machine_spec(const MachineShape &shape) {
  TopologySpec spec;
  const int all = shape.sockets * shape.nodes * shape.cores;
  for (int thread = 0; thread < 2; ++thread)
    for (int core = 0; core < all; ++core) {
      TopologySpec::Cpu cpu;
      cpu.id = thread * all + core;
      cpu.core = core;
      const int node = core / shape.cores;
      cpu.node = shape.first_id + node * shape.id_step;
      cpu.socket = node / shape.nodes;
      cpu.l3 = node;
      spec.cpus.push_back(cpu);
    }
  const int nodes = shape.sockets * shape.nodes;
  for (int i = 0; i < nodes; ++i) {
    TopologySpec::NumaNode node;
    node.id = shape.first_id + i * shape.id_step;
    node.memory_bytes = (17 + shape.huge_1gi) * kGi;
    if (shape.huge_1gi > 0) node.huge_pages.push_back({kGi, shape.huge_1gi});
    spec.nodes.push_back(node);
    if (!shape.distances) continue;
    spec.distances.node_ids.push_back(static_cast<int>(node.id));
    for (int j = 0; j < nodes; ++j)
      spec.distances.values.push_back(i == j ? 10 : i / shape.nodes == j / shape.nodes ? 12 : 21);
  }
  return spec;
}

inline std::shared_ptr<const Topology> machine(const MachineShape &shape = {}) {
  return Topology::build(machine_spec(shape));
}

// Enables all static policies; both threads of core 0 are reserved.
inline Config static_config(const Topology &topology, NumaPolicy policy = NumaPolicy::kNone,
                            bool pod_scope = false) {
  Config config;
  config.static_cpus = true;
  config.alpha_cpu_options = true;
  config.reserved_cpu_count = 2;
  config.numa_policy = policy;
  config.pod_scope = pod_scope;
  config.static_memory = true;
  for (const Topology::NumaNode &node : topology.nodes())
    config.reserved_memory.push_back({node.id, "memory", kGi});
  config.node_reserved_memory = topology.nodes().size() * kGi;
  return config;
}

inline Kubelet node_of(const std::shared_ptr<const Topology> &topology, const Config &config) {
  return Kubelet(std::make_shared<const NodeSetup>(topology, config));
}
inline Kubelet node_of(const MachineShape &shape, NumaPolicy policy, bool pod_scope = false) {
  const auto topology = machine(shape);
  return node_of(topology, static_config(*topology, policy, pod_scope));
}

// A container whose limits equal its requests.
inline object::Container container(std::string name, int64_t milli, uint64_t bytes,
                                   uint64_t huge_1gi = 0) {
  object::Container out;
  out.name = std::move(name);
  out.requests.push_back({"cpu", milli});
  if (huge_1gi > 0) out.requests.push_back({"hugepages-1Gi", static_cast<int64_t>(huge_1gi * kGi)});
  out.requests.push_back({"memory", static_cast<int64_t>(bytes)});
  out.limits = out.requests;
  return out;
}
inline object::Container init(object::Container made) {
  made.init = true;
  return made;
}
inline object::Container sidecar(object::Container made) {
  made.init = true;
  made.restartable = true;
  return made;
}

inline object::PodObject pod(std::string uid, std::vector<object::Container> containers) {
  object::PodObject out;
  out.name = uid;
  out.uid = std::move(uid);
  out.containers = std::move(containers);
  return out;
}

inline Answer admit(Kubelet &node, const object::PodObject &arriving,
                    Refused refused = Refused::kSwept) {
  return node.admit(request_of(arriving), refused);
}

// Returns an empty string if the pod was admitted, else kubelet's reason and message.
inline std::string outcome(const Answer &answer) {
  const Refusal &refusal = answer.admission.refusal;
  if (!refusal.refused()) return "";
  return std::string(reason_name(refusal.reason, refusal.profile)) + ": " + to_sentence(refusal);
}

inline std::string cpus_of(const Kubelet &node, std::string_view uid, std::string_view container) {
  const PodHolding *held = node.find(uid);
  const ContainerHolding *found = held != nullptr ? held->find(container) : nullptr;
  if (found == nullptr || !found->has_cpus) return "shared";
  return found->cpus.set().to_string();
}

// Returns one entry for each block: "memory 4@01" is 4 GiB on nodes 0 and 1.
inline std::string memory_of(const Kubelet &node, std::string_view uid,
                             std::string_view container) {
  const PodHolding *held = node.find(uid);
  const ContainerHolding *found = held != nullptr ? held->find(container) : nullptr;
  if (found == nullptr || !found->has_memory) return "none";
  std::string out;
  for (const MemoryBlock &block : found->memory) {
    if (!out.empty()) out += ", ";
    out +=
        node.setup().memory().kind_name(block.kind) + ' ' + std::to_string(block.bytes / kGi) + '@';
    for (const int32_t id : node.setup().ids_of(block.nodes)) out += std::to_string(id);
  }
  return out;
}

// Returns the free GiB of a kind on each NUMA node, as in "16 12".
inline std::string free_of(const Kubelet &node, std::string_view kind = "memory") {
  std::string out;
  for (const auto &[id, state] : node.memory_state().machine) {
    const auto table = state.memory.find(std::string(kind));
    if (!out.empty()) out += ' ';
    out += table == state.memory.end() ? "-" : std::to_string(table->second.free / kGi);
  }
  return out;
}

// Formats the whole state of a node. Nodes with equal texts give equal answers.
inline std::string state_of(const Kubelet &node) {
  std::string out = node.shared().to_string();
  for (const auto &pod : node.pods()) {
    out += "\n" + pod->uid;
    std::vector<std::string> names;
    for (const ContainerHolding &held : pod->containers) names.push_back(held.name);
    std::sort(names.begin(), names.end());
    for (const std::string &name : names)
      out += "\n  " + name + ": " + cpus_of(node, pod->uid, name) + "; " +
             memory_of(node, pod->uid, name);
  }
  for (const auto &[id, state] : node.memory_state().machine) {
    out += "\nnode " + std::to_string(id) + ": " + std::to_string(state.assignments) + " of";
    for (const int cell : state.cells) out += ' ' + std::to_string(cell);
    for (const auto &[kind, table] : state.memory)
      out += ", " + kind + ' ' + std::to_string(table.reserved) + '/' + std::to_string(table.free);
  }
  return out;
}

}  // namespace koord::kubelet::testing
