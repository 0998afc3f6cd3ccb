// The differences between two placements of a node.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "agent/node_state.h"

namespace koord::agent::testing {

// Pods whose cgroups must follow a change; uids are ascending.
struct Changes {
  std::vector<std::string> moved;  // new pods, and those with another place, CPUs, memory or quota
  std::vector<std::string> gone;
};

inline bool is_same(const PodState &a, const PodState &b) {
  return a.place == b.place && a.cpus == b.cpus && a.memory_nodes == b.memory_nodes &&
         a.unlimited == b.unlimited &&
         std::equal(a.containers.begin(), a.containers.end(), b.containers.begin(),
                    b.containers.end(), [](const ContainerState &x, const ContainerState &y) {
                      return x.name == y.name && x.place == y.place && x.cpus == y.cpus;
                    });
}

inline Changes changes(const NodeState &before, const NodeState &after) {
  const auto find = [](const NodeState &state, const PodState &pod) {
    return std::find_if(state.pods.begin(), state.pods.end(),
                        [&](const PodState &other) { return other.uid == pod.uid; });
  };
  Changes out;
  for (const PodState &pod : after.pods)
    if (const auto old = find(before, pod); old == before.pods.end() || !is_same(*old, pod))
      out.moved.push_back(pod.uid);
  for (const PodState &pod : before.pods)
    if (find(after, pod) == after.pods.end()) out.gone.push_back(pod.uid);
  return out;
}

}  // namespace koord::agent::testing
