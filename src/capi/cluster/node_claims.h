// The Device objects of a cluster, with the devices that ResourceClaims hold.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/mutex.h"
#include "device/resource_claims/claim_index.h"
#include "object/devices.h"
#include "sched/cluster/cluster.h"

namespace koord::capi {

using PodClaimsPtr = std::shared_ptr<const object::PodClaims>;

// Changes of ResourceObjects.
struct ResourceChanges {
  std::vector<std::shared_ptr<const object::ResourceSlice>> slices;
  std::vector<std::shared_ptr<const object::ResourceClaim>> claims;
  struct Pod {
    std::string uid;
    PodClaimsPtr claims;  // null: the pod has none, or is gone
  };
  std::vector<Pod> pods;
  std::vector<std::string> removed_slices;
  std::vector<std::string> removed_claims;  // claim_key()

  bool empty() const {
    return slices.empty() && claims.empty() && pods.empty() && removed_slices.empty() &&
           removed_claims.empty();
  }
};

// The claims of a pod that a call of NodeClaims::apply replaced.
struct ReplacedClaims {
  std::string uid;
  PodClaimsPtr now;     // null: none
  PodClaimsPtr before;  // null: none
};

// Passes each Device object to the cluster together with the devices that claims hold, and again
// when these change. All changes of Device objects go through it. Thread-safe: its lock is taken
// before those of the cluster.
class NodeClaims {
 public:
  explicit NodeClaims(sched::Cluster &cluster) : cluster_(cluster) {}
  NodeClaims(const NodeClaims &) = delete;
  NodeClaims &operator=(const NodeClaims &) = delete;

  // These do what the functions of the same names of sched::Cluster do, and keep the devices that
  // claims hold.
  uint32_t set_devices(object::DeviceObject object) KOORD_EXCLUDES(mutex_);
  sched::Outcome remove_devices(std::string_view node) KOORD_EXCLUDES(mutex_);
  sched::Outcome remove_node(std::string_view node) KOORD_EXCLUDES(mutex_);
  sched::Outcome remove_pod(std::string_view uid) KOORD_EXCLUDES(mutex_);

  // Applies changes in this order: slices, claims and pods, then removals. If it throws, repeat the
  // call: some nodes may have changed. Returns the former claims of each of `changes.pods`.
  std::vector<PodClaimsPtr> apply(const ResourceChanges &changes) KOORD_EXCLUDES(mutex_);
  // Gives pods their former claims, except pods whose claims have changed again.
  void restore(const std::vector<ReplacedClaims> &replaced) KOORD_EXCLUDES(mutex_);
  // Return false if there is no such object.
  bool remove_slice(std::string_view name) KOORD_EXCLUDES(mutex_);
  bool remove_claim(std::string_view key) KOORD_EXCLUDES(mutex_);
  // Returns the devices of a node that claims hold, those of its Device object's own annotation
  // first, or nullopt if the node has no Device object.
  std::optional<std::vector<object::KubeletDevices>> claimed_devices(std::string_view node) const
      KOORD_EXCLUDES(mutex_);
  // Returns true if apply() was called with pods that have claims.
  bool has_pods() const { return has_pods_.load(std::memory_order_relaxed); }

 private:
  struct NodeDevices {
    object::DeviceObject object;  // without the devices of claims
    std::vector<object::KubeletDevices> claimed;
  };

  // Returns the claims of a pod, or null.
  PodClaimsPtr claims_of(std::string_view uid) const KOORD_REQUIRES(mutex_);
  void change(const ResourceChanges &changes) KOORD_REQUIRES(mutex_);
  uint32_t pass_on(const object::DeviceObject &object,
                   const std::vector<object::KubeletDevices> &claimed);

  sched::Cluster &cluster_;
  mutable Mutex mutex_;
  device::ClaimIndex index_ KOORD_GUARDED_BY(mutex_);
  // A change failed: nodes may differ from index_.
  bool is_between_ KOORD_GUARDED_BY(mutex_) = false;
  std::map<std::string, NodeDevices, std::less<>> nodes_ KOORD_GUARDED_BY(mutex_);
  std::atomic<bool> has_pods_ = false;
};

}  // namespace koord::capi
