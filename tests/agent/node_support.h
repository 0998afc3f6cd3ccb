// Short builders for nodes and pods.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "agent/decide.h"
#include "agent/local_node.h"
#include "base/refusal.h"
#include "object/pod_request.h"
#include "topology/topology.h"
#include "wording/sentence.h"

namespace koord::agent::testing {

using object::KubeQos;
using object::PodObject;
using object::Qos;

// Sockets with one NUMA node each, two threads per core, adjacent siblings: CPUs 0-7 are on NUMA
// node 0 if a socket has four cores.
inline std::shared_ptr<const Topology> machine(int sockets = 2, int cores = 4) {
  TopologySpec spec;
  for (int cpu = 0; cpu < sockets * cores * 2; ++cpu) {
    const int socket = cpu / (cores * 2);
    spec.cpus.push_back({cpu, socket, socket, cpu / 2});
  }
  for (int node = 0; node < sockets; ++node)
    spec.nodes.push_back({node, uint64_t{64} << 30, {}, CpuSet{}});
  return Topology::build(std::move(spec));
}

inline CpuSet cpus(std::string_view list) { return CpuSet::parse(list); }

// A pod with one container. It is Guaranteed if CPUs are whole and limits equal requests.
struct PodMaker {
  PodObject pod;

  explicit PodMaker(std::string uid) {
    pod.uid = std::move(uid);
    pod.name = "pod-" + pod.uid;
    pod.containers.push_back({"app", false, false, {}, {}});
  }
  PodMaker &guaranteed(int64_t milli) {
    pod.kube_qos = KubeQos::kGuaranteed;
    pod.containers[0].requests = {{"cpu", milli}, {"memory", 1 << 20}};
    pod.containers[0].limits = pod.containers[0].requests;
    return *this;
  }
  PodMaker &burstable(int64_t milli) {
    pod.kube_qos = KubeQos::kBurstable;
    pod.containers[0].requests = {{"cpu", milli}};
    return *this;
  }
  PodMaker &qos(Qos label) {
    pod.qos = label;
    return *this;
  }
  PodMaker &asks(std::string resource, int64_t amount) {
    object::Container &app = pod.containers[0];
    for (object::Amounts *amounts : {&app.requests, &app.limits}) {
      amounts->push_back({resource, amount});
      std::sort(amounts->begin(), amounts->end(),
                [](const auto &a, const auto &b) { return a.resource < b.resource; });
    }
    return *this;
  }
  PodMaker &since(int64_t seconds) {
    pod.scheduled = seconds;
    return *this;
  }
  PodMaker &has(std::string_view list) {
    status().cpus = CpuSet::parse(list);
    return *this;
  }
  // Adds an entry to numaNodeResources.
  PodMaker &numa(int node, object::Amounts amounts) {
    status().numa.push_back({node, std::move(amounts)});
    return *this;
  }
  // Adds an entry to cpuSharedPools.
  PodMaker &pool(int node) {
    status().pools.push_back({node, node});
    return *this;
  }
  object::ResourceStatus &status() {
    if (!pod.status) pod.status.emplace();
    return *pod.status;
  }
  operator const PodObject &() const { return pod; }
};

inline PodMaker lse(const std::string &uid, const std::string &list) {
  return PodMaker(uid)
      .guaranteed(int64_t{1000} * CpuSet::parse(list).count())
      .qos(Qos::kLse)
      .has(list);
}
inline PodMaker lsr(const std::string &uid, const std::string &list) {
  return lse(uid, list).qos(Qos::kLsr);
}

// CPU lists by uid and container.
using Entries = std::map<std::string, std::map<std::string, std::string>>;
inline KubeletState static_kubelet(const std::string &reserved, const Entries &entries = {}) {
  KubeletState out;
  out.static_policy = true;
  out.reserved = CpuSet::parse(reserved);
  for (const auto &[uid, containers] : entries)
    for (const auto &[name, list] : containers) out.containers[uid][name] = CpuSet::parse(list);
  return out;
}

inline PodState state_of(const LocalNode &node, const std::string &uid) {
  const LocalNode::Pod *pod = node.find_pod(uid);
  if (pod != nullptr) return decide(node, *pod);
  ADD_FAILURE() << "no pod " << uid;
  return {};
}

// A device of a Device object.
inline object::DeviceInfo listed(const std::string &type, int32_t minor, const std::string &id) {
  object::DeviceInfo out;
  out.type = type;
  out.minor = minor;
  out.id = id;
  return out;
}

// Formats a placement as in "shared 0-3", "own 4-5 unlimited" or "kubelet 2".
inline std::string where(Place place, const CpuSet &set, bool unlimited = false) {
  static constexpr const char *kNames[] = {"untouched", "own", "kubelet", "shared",
                                           "named",     "be",  "system"};
  std::string out = kNames[static_cast<int>(place)];
  if (!set.empty()) out += ' ' + set.to_string();
  return out + (unlimited ? " unlimited" : "");
}
inline std::string where(const PodState &state) {
  return where(state.place, state.cpus, state.unlimited);
}
inline std::string where(const LocalNode &node, const std::string &uid) {
  return where(state_of(node, uid));
}
inline std::string where(const LocalNode &node, const std::string &uid,
                         const std::string &container) {
  const ContainerState state = container_of(state_of(node, uid), container);
  return where(state.place, state.cpus);
}

// Formats a state without its generation.
inline std::string text(const NodeState &state) {
  std::string out = state.node + " shared " + state.pools.shared.to_string() + " exclusive " +
                    state.pools.exclusive.to_string() + " be " +
                    state.pools.best_effort.to_string() + '\n';
  for (const PodState &pod : state.pods) {
    out += pod.uid + ' ' + std::to_string(static_cast<int>(pod.qos)) + ' ' + where(pod) + ' ' +
           to_sentence(pod.refused) + " mem";
    for (const int id : pod.memory_nodes) out += ' ' + std::to_string(id);
    for (const ContainerState &one : pod.containers)
      out += ' ' + one.name + ' ' + where(one.place, one.cpus);
    out += '\n';
  }
  return out;
}

}  // namespace koord::agent::testing
