#include "sched/cluster/pod_table.h"

#include <algorithm>

namespace koord::sched {

std::vector<const Holding *> PodTable::holdings_on(uint32_t node) const {
  std::vector<const Holding *> out;
  out.reserve(on(node).size() + 1);
  for (const Entry *pod : on(node)) out.push_back(&pod->second.holding);
  return out;
}

void PodTable::count_in_conflict(uint32_t node) noexcept {
  Residents &here = by_node_[node];
  here.in_conflict =
      static_cast<uint32_t>(std::count_if(here.pods.begin(), here.pods.end(), [](const Entry *pod) {
        return pod->second.is_in_conflict();
      }));
}

void PodTable::make_room_for_nodes(uint32_t nodes) {
  if (nodes > by_node_.capacity()) by_node_.reserve(2 * size_t{nodes} + 8);
  if (nodes > by_node_.size()) by_node_.resize(nodes);
}

void PodTable::make_room_on(uint32_t node, size_t more) {
  std::vector<Entry *> &pods = by_node_[node].pods;
  if (pods.capacity() - pods.size() < more) pods.reserve(2 * pods.size() + more + 3);
}

PodTable::Entry &PodTable::add(std::string_view uid, Pod &&pod) {
  const uint32_t node = pod.node;
  make_room_on(node, 1);
  Entry &entry = *pods_.emplace(std::string(uid), std::move(pod)).first;
  enter(entry);
  return entry;
}

PodTable::Entry &PodTable::add(Pods::node_type pod) noexcept {
  Entry &entry = *pods_.insert(std::move(pod)).position;
  enter(entry);
  return entry;
}

void PodTable::enter(Entry &pod) noexcept {
  Residents &here = by_node_[pod.second.node];
  here.pods.push_back(&pod);
  here.in_conflict += pod.second.is_in_conflict() ? 1 : 0;
}

void PodTable::leave(Entry &pod) noexcept {
  Residents &here = by_node_[pod.second.node];
  here.pods.erase(std::find(here.pods.begin(), here.pods.end(), &pod));
  here.in_conflict -= pod.second.is_in_conflict() ? 1 : 0;
}

void PodTable::remove(Entry &pod) noexcept {
  leave(pod);
  pods_.erase(pods_.find(pod.first));
}

void PodTable::remove_all_on(uint32_t node) noexcept {
  for (const Entry *pod : by_node_[node].pods) pods_.erase(pods_.find(pod->first));
  by_node_[node] = {};
}

void PodTable::replace(Entry &pod, Pod other) noexcept {
  if (other.node == pod.second.node) {
    by_node_[other.node].in_conflict +=
        static_cast<uint32_t>(other.is_in_conflict()) - (pod.second.is_in_conflict() ? 1u : 0u);
    pod.second = std::move(other);
    return;
  }
  leave(pod);
  pod.second = std::move(other);
  enter(pod);
}

}  // namespace koord::sched
