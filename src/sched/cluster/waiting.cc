#include "sched/cluster/waiting.h"

#include "base/error.h"

namespace koord::sched {
namespace {

size_t bytes_of(const Shape &shape) {
  // Device policies are stored as text and in parsed form.
  size_t bytes = sizeof shape + shape.key.size() + 4 * shape.device_policies.size();
  bytes += shape.requests.size() * sizeof shape.requests[0];
  if (shape.pinned != nullptr)
    bytes += shape.pinned->request.containers.size() * sizeof(kubelet::ContainerRequest);
  for (const object::NamesPtr &names : {shape.names, shape.names_held})
    if (names != nullptr) bytes += names->bytes();
  return bytes;
}

size_t bytes_of(const object::Amounts &amounts) {
  size_t bytes = amounts.size() * sizeof amounts[0];
  for (const object::Amount &amount : amounts) bytes += amount.resource.size();
  return bytes;
}

size_t bytes_of(const Claim &claim) {
  size_t bytes = sizeof claim;
  if (claim.status) {
    bytes += claim.status->pools.size() * sizeof claim.status->pools[0];
    for (const object::NumaAmounts &numa : claim.status->numa)
      bytes += sizeof numa + bytes_of(numa.amounts);
  }
  for (const object::AllocatedDevice &device : claim.devices) {
    bytes += sizeof device + device.type.size() + device.id.size() + device.share_template.size();
    bytes += bytes_of(device.resources);
    for (const auto &vf : device.vfs) bytes += sizeof vf + vf.bus_id.size();
  }
  for (const std::string &name : claim.visible.names) bytes += sizeof name + name.size();
  return bytes;
}

// Estimates the memory of the pod. Shared objects count for each pod.
size_t bytes_of(const BoundPod &pod) {
  return sizeof pod + bytes_of(*pod.shape) + bytes_of(*pod.claim);
}

constexpr size_t kBytesBeside = 256;  // overhead of an entry in both tables

}  // namespace

void WaitingPods::put(std::string_view uid, std::string_view node, BoundPod pod) {
  const size_t bytes = kBytesBeside + 2 * uid.size() + node.size() + bytes_of(pod);
  const auto known = pods_.find(uid);
  const size_t before = known == pods_.end() ? 0 : known->second.bytes;
  if (pods_.size() + (known == pods_.end() ? 1 : 0) > kMostPods ||
      bytes_ - before + bytes > kMostBytes)
    throw Error(Status::kLimit, "node " + in_quotes(node) + ": does not exist, and " +
                                    std::to_string(pods_.size()) +
                                    " pods already wait for such nodes, which is the limit");
  Entry entry{std::string(node), std::move(pod), bytes};
  // Operations that can fail come first.
  decltype(by_node_) index;
  index.emplace(entry.node, uid);
  auto link = index.extract(index.begin());
  const auto at = known == pods_.end() ? pods_.try_emplace(std::string(uid)).first : known;
  if (known != pods_.end()) by_node_.erase({known->second.node, known->first});
  at->second = std::move(entry);
  link.value() = {at->second.node, at->first};
  by_node_.insert(std::move(link));
  bytes_ += bytes - before;
}

const BoundPod *WaitingPods::find(std::string_view uid, std::string_view &node) const {
  const auto at = pods_.find(uid);
  if (at == pods_.end()) return nullptr;
  node = at->second.node;
  return &at->second.pod;
}

bool WaitingPods::erase(std::string_view uid) noexcept {
  const auto at = pods_.find(uid);
  if (at == pods_.end()) return false;
  by_node_.erase({at->second.node, at->first});
  bytes_ -= at->second.bytes;
  pods_.erase(at);
  return true;
}

}  // namespace koord::sched
