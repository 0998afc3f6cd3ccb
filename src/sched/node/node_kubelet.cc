// A node's kubelet as its report and the pods of the node say.
#include <algorithm>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "sched/node/node.h"

namespace koord::sched {

KubeletGate::Room Node::kubelet_room() const {
  if (memory_gate() != nullptr) return memory_gate()->room(kubelet_state());
  const KubeletGate &gate = *kubelet();
  const int64_t more = std::min<int64_t>(kubelet_gains(), gate.given() - pinned_);
  const auto left = [&](int reported) {
    return static_cast<int>(std::max<int64_t>(0, reported + more));
  };
  return {left(gate.room().available), left(gate.room().physical)};
}

int Node::kubelet_roomiest() const {
  if (memory_gate() != nullptr) return memory_gate()->roomiest_node(kubelet_state());
  return std::min(kubelet()->largest_node(), kubelet()->roomiest_node() + kubelet_gains());
}

std::optional<Misalignment> Node::misalignment(const Shape &shape) const {
  if (memory_gate() != nullptr && shape.managed != nullptr)
    return memory_gate()->misalignment(*shape.managed, kubelet_state());
  if (kubelet() == nullptr || shape.pinned == nullptr) return std::nullopt;
  return kubelet()->misalignment(*shape.pinned);
}

Refusal Node::judge_memory(const Managed &pod) const {
  // Saves reading kubelet's state, which is in other parts of memory, for most pods that fit.
  if (pod.sum)
    for (const MemoryGate::Room &room : kubelet_rooms_)
      if (room.has(*pod.sum) && memory_gate()->has_devices(pod, room, kubelet_state())) return {};
  return kubelet_pods_.front().judge(pod);
}

bool Node::has_in_flight() const {
  return !kubelet_pods_.empty() && kubelet_pods_.front().has_in_flight();
}

std::vector<std::string> Node::report_faults() const {
  std::vector<std::string> out;
  const auto add = [&](std::string_view annotation, const std::string &fault) {
    if (!fault.empty())
      out.push_back("NodeResourceTopology " + name_ + ": " + std::string(annotation) + ": " +
                    fault + "; kubelet's admission is predicted without this report");
  };
  if (!topology_) return out;
  add("kubelet.koordinator.sh/cpu-manager-policy", topology_->cpu_fault);
  add("kubelet.koordinator.sh/memory-manager-state", topology_->state_faults.memory);
  add("kubelet.koordinator.sh/device-manager-state", topology_->state_faults.devices);
  return out;
}

// Holding a pod must not fail. If memory runs out, or the pod is beyond the limits of kubelet's
// managers, the pod counts once it is reported.
void Node::settle_kubelet() noexcept {
  try {
    for (KubeletPods &pods : kubelet_pods_) {
      pods.settle();
      if (!pods.depends_on_order()) memory_gate()->list_rooms(pods.state(), kubelet_rooms_);
    }
  } catch (const std::bad_alloc &) {
    return;
  } catch (const Error &) {
    return;
  }
}

void Node::add_to_kubelet(Holdings holdings) noexcept {
  kubelet_rooms_.clear();
  try {
    for (KubeletPods &pods : kubelet_pods_)
      for (const Holding *holding : holdings)
        pods.add(holding->pod_key(), holding->shape().managed);
  } catch (const std::bad_alloc &) {
    return;
  } catch (const Error &) {
    return;
  }
  settle_kubelet();
}

void Node::remove_from_kubelet(Holdings holdings) noexcept {
  kubelet_rooms_.clear();
  for (KubeletPods &pods : kubelet_pods_)
    for (const Holding *holding : holdings)
      pods.remove(holding->pod_key(), holding->shape().managed.get());
  settle_kubelet();
}

// Called when the node has no holdings.
void Node::clear_kubelet_pods() {
  kubelet_rooms_.clear();
  if (memory_gate() == nullptr) return kubelet_pods_.clear();
  if (kubelet_pods_.empty()) {
    kubelet_pods_.emplace_back(topology_->memory, nullptr);
  } else if (kubelet_pods_.front().gate() != topology_->memory) {
    kubelet_pods_.front() = KubeletPods(topology_->memory, &kubelet_pods_.front());
  } else {
    kubelet_pods_.front().clear();
  }
}

}  // namespace koord::sched
