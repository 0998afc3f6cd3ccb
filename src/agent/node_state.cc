#include "agent/node_state.h"

#include <algorithm>

namespace koord::agent {

const PodState *find_pod(const NodeState &state, std::string_view uid) {
  const auto at =
      std::lower_bound(state.pods.begin(), state.pods.end(), uid,
                       [](const PodState &pod, std::string_view id) { return pod.uid < id; });
  return at != state.pods.end() && at->uid == uid ? &*at : nullptr;
}

const ContainerState *find_container(const PodState &pod, std::string_view container) {
  const auto at = std::lower_bound(
      pod.containers.begin(), pod.containers.end(), container,
      [](const ContainerState &entry, std::string_view name) { return entry.name < name; });
  return at != pod.containers.end() && at->name == container ? &*at : nullptr;
}

ContainerState container_of(const PodState &pod, std::string_view container) {
  if (const ContainerState *own = find_container(pod, container)) return *own;
  return {std::string(container), pod.place, pod.cpus};
}

bool is_exclusive(Place place) { return place == Place::kOwn || place == Place::kKubelet; }

}  // namespace koord::agent
