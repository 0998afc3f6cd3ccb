// The claims of a pod: requests, their alternatives, and constraints.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "dra/device_set.h"
#include "dra/inventory.h"

namespace koord::dra {

// Limits of resource.k8s.io/v1, and of this library for all claims of a pod.
inline constexpr size_t kMaxClaimDevices = 32;
inline constexpr size_t kMaxPodDevices = 1024;  // of all claims: bounds the depth of the search
inline constexpr size_t kMaxClaimRequests = 32;
inline constexpr size_t kMaxRequestAlternatives = 8;
inline constexpr size_t kMaxAlternatives = 512;
inline constexpr size_t kMaxConstraints = 512;
inline constexpr size_t kMaxCapacities = 32;  // of a device, and of a request

// An exact request, or one subrequest of firstAvailable (KEP-4816).
struct Alternative {
  uint32_t claim = 0;
  uint32_t request = 0;
  bool all = false;    // allocationMode All; else `count` devices
  bool admin = false;  // adminAccess (KEP-5018)
  uint32_t count = 1;
  uint64_t tolerated = 0;                  // taints below 64, by bit
  std::vector<uint64_t> tolerated_more{};  // taints from 64 on, by bit
  DeviceSet selected;                      // devices that the selectors of class and request match
  std::vector<Amount> amounts{};           // requested capacities; the owner has no meaning

  bool tolerates(uint32_t taint) const {
    if (taint < 64) return (tolerated >> taint & 1) != 0;
    const size_t word = taint / 64 - 1;
    return word < tolerated_more.size() && (tolerated_more[word] >> taint % 64 & 1) != 0;
  }
};

struct Constraint {
  bool distinct = false;  // distinctAttribute; else matchAttribute
  uint32_t claim = 0;
  uint32_t attribute = 0;
  std::vector<bool> scope{};  // by alternative
  bool whole = false;         // applies to all alternatives of the claim
};

struct Claims {
  std::vector<Alternative> alternatives{};  // in ascending order of claim and request
  std::vector<Constraint> constraints{};
};

}  // namespace koord::dra
