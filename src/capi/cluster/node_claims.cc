#include "capi/cluster/node_claims.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace koord::capi {
namespace {

using device::ResourceObjects;
using object::KubeletDevices;

bool are_equal(const std::vector<KubeletDevices> &a, const std::vector<KubeletDevices> &b) {
  return std::ranges::equal(a, b, [](const KubeletDevices &x, const KubeletDevices &y) {
    return std::tie(x.pod_uid, x.container, x.resource, x.ids) ==
           std::tie(y.pod_uid, y.container, y.resource, y.ids);
  });
}

bool changes_anything(const ResourceObjects &now, const ResourceChanges &changes) {
  const auto differs = [](const auto &objects, std::string_view key, const auto &object) {
    const auto at = objects.find(key);
    if (at == objects.end()) return object != nullptr;
    return object == nullptr || *at->second != *object;
  };
  const auto has = [](const auto &objects) {
    return [&](const std::string &key) { return objects.contains(key); };
  };
  return std::ranges::any_of(
             changes.slices,
             [&](const auto &slice) { return differs(now.slices, slice->name, slice); }) ||
         std::ranges::any_of(
             changes.claims,
             [&](const auto &claim) {
               return differs(now.claims, object::claim_key(claim->name_space, claim->name), claim);
             }) ||
         std::ranges::any_of(
             changes.pods,
             [&](const auto &pod) { return differs(now.pods, pod.uid, pod.claims); }) ||
         std::ranges::any_of(changes.removed_slices, has(now.slices)) ||
         std::ranges::any_of(changes.removed_claims, has(now.claims));
}

std::shared_ptr<const ResourceObjects> changed(const ResourceObjects &before,
                                               const ResourceChanges &changes) {
  auto out = std::make_shared<ResourceObjects>(before);
  for (const auto &slice : changes.slices) out->slices.insert_or_assign(slice->name, slice);
  for (const auto &claim : changes.claims)
    out->claims.insert_or_assign(object::claim_key(claim->name_space, claim->name), claim);
  for (const ResourceChanges::Pod &pod : changes.pods) {
    if (pod.claims)
      out->pods.insert_or_assign(pod.uid, pod.claims);
    else
      out->pods.erase(pod.uid);
  }
  for (const std::string &name : changes.removed_slices) out->slices.erase(name);
  for (const std::string &key : changes.removed_claims) out->claims.erase(key);
  return out;
}

}  // namespace

uint32_t NodeClaims::pass_on(const object::DeviceObject &object,
                             const std::vector<KubeletDevices> &claimed) {
  if (claimed.empty()) return cluster_.set_devices(object);
  object::DeviceObject whole = object;
  whole.claimed.insert(whole.claimed.end(), claimed.begin(), claimed.end());
  return cluster_.set_devices(whole);
}

uint32_t NodeClaims::set_devices(object::DeviceObject object) {
  const Lock lock(mutex_);
  std::vector<KubeletDevices> claimed = index_.devices_of(object);
  const auto [at, is_new] = nodes_.try_emplace(object.node);
  try {
    const uint32_t id = pass_on(object, claimed);
    at->second = {std::move(object), std::move(claimed)};
    return id;
  } catch (...) {
    if (is_new) nodes_.erase(at);
    throw;
  }
}

sched::Outcome NodeClaims::remove_devices(std::string_view node) {
  const Lock lock(mutex_);
  const sched::Outcome outcome = cluster_.remove_devices(node);
  if (const auto at = nodes_.find(node); outcome == sched::Outcome::kDone && at != nodes_.end())
    nodes_.erase(at);
  return outcome;
}

sched::Outcome NodeClaims::remove_node(std::string_view node) {
  const Lock lock(mutex_);
  const sched::Outcome outcome = cluster_.remove_node(node);
  if (const auto at = nodes_.find(node); outcome == sched::Outcome::kDone && at != nodes_.end())
    nodes_.erase(at);
  return outcome;
}

// The devices of the pod's claims are those of the claims before they stop being the pod's.
sched::Outcome NodeClaims::remove_pod(std::string_view uid) {
  if (!has_pods()) return cluster_.remove_pod(uid);
  const Lock lock(mutex_);
  const PodClaimsPtr known = claims_of(uid);
  if (known == nullptr) return cluster_.remove_pod(uid);
  ResourceChanges restored;
  restored.pods.push_back({std::string(uid), known});
  ResourceChanges removed;
  removed.pods.push_back({std::string(uid), nullptr});
  change(removed);
  const sched::Outcome outcome = cluster_.remove_pod(uid);
  if (outcome != sched::Outcome::kDone) change(restored);
  return outcome;
}

std::optional<std::vector<KubeletDevices>> NodeClaims::claimed_devices(
    std::string_view node) const {
  const Lock lock(mutex_);
  const auto at = nodes_.find(node);
  if (at == nodes_.end()) return std::nullopt;
  std::vector<KubeletDevices> out = at->second.object.claimed;
  out.insert(out.end(), at->second.claimed.begin(), at->second.claimed.end());
  return out;
}

PodClaimsPtr NodeClaims::claims_of(std::string_view uid) const {
  const auto &pods = index_.objects().pods;
  const auto at = pods.find(uid);
  return at == pods.end() ? nullptr : at->second;
}

std::vector<PodClaimsPtr> NodeClaims::apply(const ResourceChanges &changes) {
  const Lock lock(mutex_);
  std::vector<PodClaimsPtr> before;
  before.reserve(changes.pods.size());
  for (const ResourceChanges::Pod &pod : changes.pods) before.push_back(claims_of(pod.uid));
  change(changes);
  if (!index_.objects().pods.empty()) has_pods_.store(true, std::memory_order_relaxed);
  return before;
}

void NodeClaims::restore(const std::vector<ReplacedClaims> &replaced) {
  const Lock lock(mutex_);
  ResourceChanges changes;
  for (const ReplacedClaims &pod : replaced)
    if (claims_of(pod.uid) == pod.now) changes.pods.push_back({pod.uid, pod.before});
  if (!changes.empty()) change(changes);
}

bool NodeClaims::remove_slice(std::string_view name) {
  const Lock lock(mutex_);
  if (!index_.objects().slices.contains(name)) return false;
  ResourceChanges changes;
  changes.removed_slices.emplace_back(name);
  change(changes);
  return true;
}

bool NodeClaims::remove_claim(std::string_view key) {
  const Lock lock(mutex_);
  if (!index_.objects().claims.contains(key)) return false;
  ResourceChanges changes;
  changes.removed_claims.emplace_back(key);
  change(changes);
  return true;
}

// After a failure the index is that of before, so that a repeated call changes the other nodes.
void NodeClaims::change(const ResourceChanges &changes) {
  if (!is_between_ && !changes_anything(index_.objects(), changes)) return;
  device::ClaimIndex next(changed(index_.objects(), changes));
  is_between_ = true;
  for (auto &[name, node] : nodes_) {
    std::vector<KubeletDevices> claimed = next.devices_of(node.object);
    if (are_equal(claimed, node.claimed)) continue;
    pass_on(node.object, claimed);
    node.claimed = std::move(claimed);
  }
  index_ = std::move(next);
  is_between_ = false;
}

}  // namespace koord::capi
