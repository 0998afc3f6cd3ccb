#include "device/resource_claims/claim_index.h"

#include <algorithm>

#include "device/resource_claims/node_devices.h"
#include "object/device_names.h"

namespace koord::device {
namespace {

using object::ClaimConsumer;
using object::ClaimResult;
using object::PodClaims;
using object::ResourceClaim;
using object::ResourceSlice;

std::string gpu_resource() { return std::string(kWellKnownResourceNames[kResourceNvidiaGpu]); }

// Returns the only entry of a node with too many: no GPU is allocated.
std::vector<object::KubeletDevices> closed_gpus() {
  std::vector<object::KubeletDevices> out(1);
  out[0].pod_uid = object::kManyClaims;
  out[0].resource = gpu_resource();
  out[0].ids.emplace_back(object::kAnyDeviceId);
  return out;
}

// Returns the container and extended resource of a claim's request, or null.
const object::ExtendedRequest *extended_request(const PodClaims *pod, std::string_view request) {
  if (pod == nullptr) return nullptr;
  const std::string_view parent = request.substr(0, request.find('/'));
  const auto at = std::ranges::find_if(pod->extended_requests, [&](const auto &of) {
    return of.request == request || of.request == parent;
  });
  return at == pod->extended_requests.end() ? nullptr : &*at;
}

// Devices with the same place: the last generation counts, and then the first slice.
bool precedes(const ResourceSlice &a, const ResourceSlice &b) {
  return a.generation != b.generation ? a.generation > b.generation : a.name < b.name;
}

}  // namespace

ClaimIndex::ClaimIndex(std::shared_ptr<const ResourceObjects> objects)
    : objects_(std::move(objects)) {
  for (const auto &[name, slice] : objects_->slices) publish(*slice);
  for (const NamedClaim &claim : objects_->claims)
    if (claim.second->allocated) place(claim);
  for (const auto &[pool, use] : pools_) place_by_pool(pool, use);
  find_extended_pods();
  for (auto &[node, claims] : by_node_) {
    const auto key = [](const NamedClaim *claim) -> const std::string & { return claim->first; };
    std::ranges::sort(claims, {}, key);
    claims.erase(std::unique(claims.begin(), claims.end()), claims.end());
  }
}

void ClaimIndex::publish(const ResourceSlice &slice) {
  PoolUse &pool = pools_[{slice.driver, slice.pool}];
  if (!slice.node.empty()) pool.nodes.insert(slice.node);
  for (const object::SliceDevice &device : slice.devices) {
    const auto [at, is_new] = published_.try_emplace(
        {slice.driver, slice.pool, device.name, slice.node}, Published{&slice, &device});
    if (!is_new && precedes(slice, *at->second.slice)) at->second = {&slice, &device};
  }
}

void ClaimIndex::place(const NamedClaim &named) {
  const ResourceClaim &claim = *named.second;
  if (!claim.node.empty()) {
    by_node_[claim.node].push_back(&named);
    return;
  }
  bool has_nodes = false;
  for (const ClaimResult &result : claim.results) {
    const auto pool = pools_.find({result.driver, result.pool});
    if (pool == pools_.end() || pool->second.nodes.empty()) continue;
    has_nodes = true;
    if (pool->second.claims.empty() || pool->second.claims.back() != &named)
      pool->second.claims.push_back(&named);
  }
  if (!has_nodes) place_by_pods(named);
}

void ClaimIndex::place_by_pods(const NamedClaim &named) {
  const ResourceClaim &claim = *named.second;
  for (const ClaimConsumer &consumer : claim.consumers)
    if (const PodClaims *pod = find_pod(claim, consumer); pod != nullptr && !pod->node.empty())
      by_node_[pod->node].push_back(&named);
}

void ClaimIndex::place_by_pool(const Pool &pool, const PoolUse &use) {
  const bool has_many = use.nodes.size() * use.claims.size() > kMaxPairs;
  if (has_many && may_have_gpus(pool.first)) closed_.insert(use.nodes.begin(), use.nodes.end());
  if (has_many) return;
  for (const std::string_view node : use.nodes)
    for (const NamedClaim *claim : use.claims) by_node_[node].push_back(claim);
}

const PodClaims *ClaimIndex::find_pod(const ResourceClaim &claim,
                                      const ClaimConsumer &consumer) const {
  const auto find = [&](std::string_view uid) -> const PodClaims * {
    const auto at = objects_->pods.find(uid);
    if (at == objects_->pods.end()) return nullptr;
    const PodClaims &pod = *at->second;
    return pod.name_space == claim.name_space && pod.name == consumer.name ? &pod : nullptr;
  };
  if (const PodClaims *pod = find(consumer.uid)) return pod;
  return find(object::claim_key(claim.name_space, consumer.name));  // a pod without metadata.uid
}

void ClaimIndex::find_extended_pods() {
  for (const auto &[uid, pod] : objects_->pods) {
    if (pod->extended_claim.empty()) continue;
    const auto at = objects_->claims.find(object::claim_key(pod->name_space, pod->extended_claim));
    if (at == objects_->claims.end()) continue;
    const auto [known, is_new] = extended_.try_emplace(at->second.get(), nullptr);
    if (is_new) known->second = extended_pod(*at->second);
  }
}

const PodClaims *ClaimIndex::extended_pod(const ResourceClaim &claim) const {
  for (const ClaimConsumer &consumer : claim.consumers)
    if (const PodClaims *pod = find_pod(claim, consumer);
        pod != nullptr && pod->extended_claim == claim.name)
      return pod;
  return nullptr;
}

const object::SliceDevice *ClaimIndex::find_device(const ClaimResult &result,
                                                   std::string_view node) const {
  const auto find = [&](std::string_view of) -> const Published * {
    const auto at = published_.find({result.driver, result.pool, result.device, of});
    return at == published_.end() ? nullptr : &at->second;
  };
  const Published *here = find(node);
  const Published *anywhere = find("");
  if (here == nullptr || (anywhere != nullptr && precedes(*anywhere->slice, *here->slice)))
    here = anywhere;
  return here == nullptr ? nullptr : here->device;
}

std::pair<std::string, std::string> ClaimIndex::identify(const ClaimResult &result,
                                                         std::string_view node,
                                                         const NodeDevices &devices) const {
  using Answer = NodeDevices::Answer;
  const NodeDevices::Match match = devices.find(find_device(result, node));
  if (match.instance != nullptr) return {"", match.instance->id};
  if (match.answer == Answer::kSame)
    return {devices.resource_of(match.device->type),
            match.device->id.empty() ? std::string(object::kAnyDeviceId) : match.device->id};
  if (match.answer == Answer::kUnidentified && devices.has_gpus() && may_have_gpus(result.driver))
    return {gpu_resource(), std::string(object::kAnyDeviceId)};
  return {};
}

// Devices for extended resources are those of the pod's containers, so that the library does not
// wait for kubelet's record of them.
void ClaimIndex::add_entries(const ResourceClaim &claim, std::string_view node,
                             const NodeDevices &devices, Entries &out) const {
  const auto extended = extended_.find(&claim);
  const PodClaims *pod = extended == extended_.end() ? nullptr : extended->second;
  std::map<std::string, std::set<std::string>> held;  // ids by resource
  for (const ClaimResult &result : claim.results) {
    if (result.admin_access) continue;
    auto [resource, id] = identify(result, node, devices);
    const object::ExtendedRequest *request = extended_request(pod, result.request);
    if (request == nullptr || id == object::kAnyDeviceId) {
      if (!id.empty()) held[resource].insert(id);
      continue;
    }
    // The record of the container is complete with a device that the node lacks.
    if (id.empty()) id = result.driver + "/" + result.pool + "/" + result.device;
    object::KubeletDevices &entry = out.emplace_back();
    entry.pod_uid = pod->uid;
    entry.container = request->container;
    entry.resource = request->resource;
    entry.ids.push_back(std::move(id));
  }
  for (const auto &[resource, ids] : held) {
    object::KubeletDevices &entry = out.emplace_back();
    entry.pod_uid = "resourceclaim:" + claim.uid;
    entry.resource = resource;
    entry.ids.assign(ids.begin(), ids.end());
  }
}

std::vector<object::KubeletDevices> ClaimIndex::devices_of(const object::DeviceObject &node) const {
  if (closed_.contains(node.node)) return closed_gpus();
  const auto at = by_node_.find(node.node);
  if (at == by_node_.end()) return {};
  const NodeDevices devices(node);
  Entries out;
  for (const NamedClaim *claim : at->second) {
    add_entries(*claim->second, node.node, devices, out);
    if (out.size() > kMaxEntries) return closed_gpus();
  }
  return out;
}

}  // namespace koord::device
