#include "sched/cluster/recorded_pods.h"

#include <algorithm>

namespace koord::sched {

void RecordedPods::add(uint32_t node, const device::Inventory &inventory) {
  // Operations that can fail come first.
  try {
    for (const device::KubeletGrants &given : inventory.kubelet) {
      std::vector<uint32_t> &nodes = pods_.try_emplace(given.pod_uid).first->second.nodes;
      nodes.reserve(nodes.size() + 1);
    }
  } catch (...) {
    for (const device::KubeletGrants &given : inventory.kubelet)
      if (nodes_of(given.pod_uid).empty()) forget(given.pod_uid);
    throw;
  }
  for (const device::KubeletGrants &given : inventory.kubelet)
    pods_.find(given.pod_uid)->second.nodes.push_back(node);
}

void RecordedPods::remove(uint32_t node, const device::Inventory &inventory) noexcept {
  for (const device::KubeletGrants &given : inventory.kubelet) {
    std::vector<uint32_t> &nodes = pods_.find(given.pod_uid)->second.nodes;
    nodes.erase(std::find(nodes.begin(), nodes.end(), node));
    if (nodes.empty()) forget(given.pod_uid);
  }
}

void RecordedPods::forget(std::string_view uid) noexcept {
  if (const auto at = pods_.find(uid); at != pods_.end()) pods_.erase(at);
}

std::span<const uint32_t> RecordedPods::nodes_of(std::string_view uid) const {
  if (pods_.empty()) return {};
  const auto at = pods_.find(uid);
  return at == pods_.end() ? std::span<const uint32_t>() : at->second.nodes;
}

bool RecordedPods::has_left(std::string_view uid) const {
  if (pods_.empty()) return false;
  const auto at = pods_.find(uid);
  return at != pods_.end() && at->second.left;
}

void RecordedPods::set_left(std::string_view uid, bool left) noexcept {
  if (pods_.empty()) return;
  if (const auto at = pods_.find(uid); at != pods_.end()) at->second.left = left;
}

}  // namespace koord::sched
