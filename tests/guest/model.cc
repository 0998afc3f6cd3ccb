#include "model.h"

#include <algorithm>

namespace koord::guest {

const Pod *Node::find(const std::string &uid) const {
  const auto at =
      std::find_if(pods.begin(), pods.end(), [&](const Pod &pod) { return pod.uid == uid; });
  return at == pods.end() ? nullptr : &*at;
}

bool is_exclusive(const Pod &pod) { return pod.label == Label::kLse || pod.label == Label::kLsr; }
bool is_be(const Pod &pod) {
  return pod.label == Label::kBe || (pod.label == Label::kNone && pod.asks == Asks::kNothing);
}

Cpus owned(const Node &node, bool lse_only) {
  Cpus out;
  for (const Pod &pod : node.pods)
    if (pod.label == Label::kLse || (pod.label == Label::kLsr && !lse_only)) out |= pod.own;
  return out;
}

namespace {

// R14, R23: placements by Koordinator take precedence over kubelet's
// file. Entries of unknown or removed pods count.
bool counts(const Node &node, const std::string &uid) {
  if (!node.is_static) return false;
  const Pod *pod = node.find(uid);
  return pod == nullptr ||
         (pod->label != Label::kLs && pod->label != Label::kBe && pod->own.none());
}

Cpus of_nodes(const Node &node, const std::vector<int> &numbers) {
  Cpus out;
  for (const auto &[number, cpus] : node.machine.nodes)
    if (std::find(numbers.begin(), numbers.end(), number) != numbers.end()) out |= cpus;
  return out;
}

// R29. A cpuset cannot be empty, so the whole pool is used if it has no CPU on the named nodes.
Cpus narrowed(const Node &node, const Pod &pod, const Cpus &pool) {
  const Cpus some = pool & of_nodes(node, pod.named_nodes);
  return some.none() ? pool : some;
}

}  // namespace

Cpus named_by_kubelet(const Node &node) {
  Cpus out;
  for (const auto &[uid, containers] : node.entries) {
    if (!counts(node, uid)) continue;
    for (const auto &[name, cpus] : containers) out |= cpus;
  }
  return out;
}

Cpus given_by_kubelet(const Node &node) { return named_by_kubelet(node) & ~owned(node, false); }

bool is_served(const Node &node, const Pod &pod, const Container &container) {
  const auto entry = node.entries.find(pod.uid);
  return counts(node, pod.uid) && entry != node.entries.end() &&
         entry->second.contains(container.name);
}

Cpus may_run(const Node &node, const Pod &pod, const Container &container) {
  // R06: exclusive CPUs, for all containers of the pod (R01).
  if (is_exclusive(pod)) return pod.own;
  // R06, R14: containers keep CPUs that kubelet's static policy assigned.
  if (is_served(node, pod, container)) return node.entries.at(pod.uid).at(container.name);
  const Cpus kubelets = given_by_kubelet(node);
  // R07, R08, R13: all CPUs except those of LSE pods, kubelet's assignments and system QoS.
  if (is_be(pod)) {
    const Cpus pool = node.machine.cpus & ~owned(node, true) & ~kubelets & ~node.system;
    return pod.named_nodes.empty() ? pool : narrowed(node, pod, pool);
  }
  // R03, R05: all CPUs that are not allocated, including those that kubelet reserves.
  const Cpus pool = node.machine.cpus & ~owned(node, false) & ~kubelets & ~node.system;
  if (pod.label == Label::kSystem && node.system.any()) return node.system;
  // R04, R12, R15, R16, R24, R25: LS, Burstable and other Guaranteed pods run on the shared pool.
  return pod.named_nodes.empty() ? pool : narrowed(node, pod, pool);
}

Cpus may_remember(const Node &node, const Pod &pod) {
  if (!pod.by_amounts) return node.machine.memory_nodes;
  Cpus out;
  for (const int number : pod.named_nodes) out.set(static_cast<size_t>(number));
  return out;
}

Sharing sharing_of(const Node &node, const Pod &pod, const Container &container) {
  if (pod.label == Label::kLse || is_served(node, pod, container)) return Sharing::kNobody;  // R10
  if (pod.label == Label::kLsr) return Sharing::kBestEffortOnly;                             // R11
  if (is_be(pod)) return Sharing::kBestEffort;
  return pod.label == Label::kSystem ? Sharing::kSystem : Sharing::kShared;
}

bool may_share(Sharing one, Sharing other) {
  if (one == Sharing::kNobody || other == Sharing::kNobody) return false;
  if (one == Sharing::kBestEffortOnly) return other == Sharing::kBestEffort;
  if (other == Sharing::kBestEffortOnly) return one == Sharing::kBestEffort;
  return true;
}

}  // namespace koord::guest
