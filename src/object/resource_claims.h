// ResourceSlices, ResourceClaims and the claims of pods (resource.k8s.io): plain data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace koord::object {

// A text by which a driver identifies the hardware of a device, in lower case.
struct DeviceIdentity {
  std::string id;       // a UUID or a PCI address
  std::string address;  // the PCI address in the form of Linux; empty if `id` is none

  bool operator==(const DeviceIdentity &) const = default;
};

// A device of a ResourceSlice.
struct SliceDevice {
  std::string name;
  std::vector<DeviceIdentity> identities;  // from the most exact one

  bool operator==(const SliceDevice &) const = default;
};

struct ResourceSlice {
  std::string name;
  std::string driver;
  std::string pool;
  int64_t generation = 0;  // of the pool
  std::string node;        // empty if the devices are not those of a single node
  std::vector<SliceDevice> devices;

  bool operator==(const ResourceSlice &) const = default;
};

// A device that is allocated to a claim.
struct ClaimResult {
  std::string request;  // "gpus" or "gpus/large"
  std::string driver;
  std::string pool;
  std::string device;
  bool admin_access = false;

  bool operator==(const ClaimResult &) const = default;
};

// A pod for which a claim is reserved.
struct ClaimConsumer {
  std::string name;
  std::string uid;

  bool operator==(const ClaimConsumer &) const = default;
};

struct ResourceClaim {
  std::string name_space;
  std::string name;
  std::string uid;
  bool allocated = false;
  std::string node;  // the only node that the allocation selects, or empty
  std::vector<ClaimResult> results;
  std::vector<ClaimConsumer> consumers;

  bool operator==(const ResourceClaim &) const = default;
};

// A request for an extended resource that a device of the pod's claim serves.
struct ExtendedRequest {
  std::string container;
  std::string resource;
  std::string request;  // of the claim

  bool operator==(const ExtendedRequest &) const = default;
};

// A pod that has claims.
struct PodClaims {
  std::string uid;
  std::string name_space;
  std::string name;
  std::string node;            // empty if the pod is not bound
  std::string extended_claim;  // the claim for the pod's extended resources, or empty
  std::vector<ExtendedRequest> extended_requests;

  bool operator==(const PodClaims &) const = default;
};

// The holder of all GPUs of a node with more claims than are counted. Other holders of devices of
// claims are "resourceclaim:UID".
inline constexpr std::string_view kManyClaims = "resourceclaims";

// Returns "NAMESPACE/NAME".
std::string claim_key(std::string_view name_space, std::string_view name);

// Returns the text in lower case. Only ASCII letters change.
std::string to_lower(std::string_view text);
// Returns a PCI address as Linux writes it ("0000:3b:00.0"), or "" if the text is none. NVML writes
// domains with eight digits.
std::string linux_pci_address(std::string_view text);

// Return the bytes of the object, of its parts and of an index of them, without the allocator's
// overhead.
size_t memory_use(const ResourceSlice &slice);
size_t memory_use(const ResourceClaim &claim);
size_t memory_use(const PodClaims &pod);

}  // namespace koord::object
