// The devices of nodes that allocated ResourceClaims hold.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "object/devices.h"
#include "object/resource_claims.h"

namespace koord::device {

class NodeDevices;

// The ResourceSlices, ResourceClaims and pods with claims of a cluster.
struct ResourceObjects {
  template <typename Object>
  using Named = std::map<std::string, std::shared_ptr<const Object>, std::less<>>;
  Named<object::ResourceSlice> slices;  // by name
  Named<object::ResourceClaim> claims;  // by claim_key()
  Named<object::PodClaims> pods;        // by uid
};

// Derives held devices from objects. The Go package kubernetes/scheduler/claimed has the same
// rules; tests/data/resource_claims holds both to them.
class ClaimIndex {
 public:
  // The most entries of a node. Beyond it, no GPU of the node is allocated.
  static constexpr size_t kMaxEntries = 1024;
  // The most pairs of a node and a claim, for claims to devices of a pool that select no node.
  // Beyond it, no GPU of the pool's nodes is allocated, or the claims hold nothing of the pool if
  // its driver has no GPUs. The Go package, which indexes objects of an API server, has no such
  // limit.
  static constexpr size_t kMaxPairs = 4096;

  ClaimIndex() : ClaimIndex(std::make_shared<ResourceObjects>()) {}
  explicit ClaimIndex(std::shared_ptr<const ResourceObjects> objects);

  const ResourceObjects &objects() const { return *objects_; }

  // Returns the devices of the node that claims hold, as DeviceObject::claimed.
  std::vector<object::KubeletDevices> devices_of(const object::DeviceObject &node) const;

 private:
  using Entries = std::vector<object::KubeletDevices>;
  using NamedClaim = ResourceObjects::Named<object::ResourceClaim>::value_type;
  using Pool = std::pair<std::string_view, std::string_view>;  // driver and name
  struct PoolUse {
    std::set<std::string_view> nodes;        // of its slices
    std::vector<const NamedClaim *> claims;  // that select no node
  };
  // Driver, pool, device, and the node of the slice, which may be empty.
  using Place = std::tuple<std::string_view, std::string_view, std::string_view, std::string_view>;
  struct Published {
    const object::ResourceSlice *slice;
    const object::SliceDevice *device;
  };

  void publish(const object::ResourceSlice &slice);
  // Adds a claim to the nodes whose devices it may hold: the node that the allocation selects,
  // those of the slices of its pools, or those of its pods.
  void place(const NamedClaim &named);
  void place_by_pods(const NamedClaim &named);
  void place_by_pool(const Pool &pool, const PoolUse &use);
  const object::PodClaims *find_pod(const object::ResourceClaim &claim,
                                    const object::ClaimConsumer &consumer) const;
  // Sets extended_. A claim may have many pods, so they are searched once and only if a pod names
  // the claim.
  void find_extended_pods();
  // Returns the pod whose requests for extended resources the claim serves, or null.
  const object::PodClaims *extended_pod(const object::ResourceClaim &claim) const;
  // Returns the published device of a result, or null.
  const object::SliceDevice *find_device(const object::ClaimResult &result,
                                         std::string_view node) const;
  void add_entries(const object::ResourceClaim &claim, std::string_view node,
                   const NodeDevices &devices, Entries &out) const;
  // Returns a resource of the type and the id of the device that a result names: kAnyDeviceId if
  // any GPU may be meant, and "" if it is none of the node's devices.
  std::pair<std::string, std::string> identify(const object::ClaimResult &result,
                                               std::string_view node,
                                               const NodeDevices &devices) const;

  std::shared_ptr<const ResourceObjects> objects_;
  std::map<Pool, PoolUse> pools_;
  std::map<Place, Published> published_;
  std::map<const object::ResourceClaim *, const object::PodClaims *> extended_;  // extended_pod()
  std::map<std::string_view, std::vector<const NamedClaim *>, std::less<>> by_node_;
  std::set<std::string_view, std::less<>> closed_;  // nodes of pools with too many pairs
};

}  // namespace koord::device
