// GPUs with all MIG partitions as devices, as NVIDIA's DRA driver publishes them.
#pragma once

#include <cstdint>
#include <vector>

#include "dra/claims.h"
#include "dra/inventory.h"

namespace koord::dra::test {

// A MIG profile: what one partition consumes, and the memory slices at which it may start.
struct Profile {
  int slices;
  std::vector<int64_t> amounts;  // memory, multiprocessors, copy engines, decoders, JPEG, OFA
  std::vector<int> placements;
};
enum ProfileName { k1g, k1gMe, k1gWide, k2g, k3g, k4g, k7g };

inline std::vector<Profile> a100() {
  return {{1, {4864, 14, 1, 0, 0, 0}, {0, 1, 2, 3, 4, 5, 6}},
          {1, {4864, 14, 1, 1, 1, 1}, {0, 1, 2, 3, 4, 5, 6}},
          {2, {9856, 14, 1, 1, 0, 0}, {0, 2, 4, 6}},
          {2, {9856, 28, 2, 1, 0, 0}, {0, 2, 4}},
          {4, {19968, 42, 3, 2, 0, 0}, {0, 4}},
          {4, {19968, 56, 4, 2, 0, 0}, {0}},
          {8, {40192, 98, 7, 5, 1, 1}, {0}}};
}
inline std::vector<Profile> h100() {
  return {{1, {9856, 16, 1, 1, 1, 0}, {0, 1, 2, 3, 4, 5, 6}},
          {1, {9856, 16, 1, 1, 1, 1}, {0, 1, 2, 3, 4, 5, 6}},
          {2, {20096, 26, 1, 1, 1, 0}, {0, 2, 4, 6}},
          {2, {20096, 32, 2, 2, 2, 0}, {0, 2, 4}},
          {4, {40448, 60, 3, 3, 3, 0}, {0, 4}},
          {4, {40448, 64, 4, 4, 4, 0}, {0}},
          {8, {81152, 132, 8, 7, 7, 1}, {0}}};
}

class MigNode {
 public:
  // GPUs on two NUMA nodes, two to a PCIe root.
  MigNode(const std::vector<Profile> &profiles, int gpus) {
    const std::vector<int64_t> &all = profiles.back().amounts;
    for (int gpu = 0; gpu < gpus; ++gpu) {
      const auto first = static_cast<uint32_t>(inventory.counters.size());
      inventory.counters.insert(inventory.counters.end(), all.begin(), all.end());
      inventory.counters.insert(inventory.counters.end(), 8, 1);
      for (size_t i = 0; i < profiles.size(); ++i)
        for (const int start : profiles[i].placements) {
          const auto number = static_cast<uint32_t>(inventory.devices.size());
          Device device;
          device.numa_node = 2 * gpu / gpus;
          device.pcie_root = gpu / 2;
          inventory.devices.push_back(device);
          profile_of.push_back(static_cast<int>(i));
          for (uint32_t c = 0; c < all.size(); ++c)
            if (profiles[i].amounts[c] > 0)
              inventory.consumed.push_back({number, first + c, profiles[i].amounts[c]});
          for (int slice = start; slice < start + profiles[i].slices; ++slice)
            inventory.consumed.push_back(
                {number, first + static_cast<uint32_t>(all.size()) + static_cast<uint32_t>(slice),
                 1});
        }
    }
    inventory.index();
  }

  // Adds claims for `count` partitions each.
  void add_claims(Claims &to, int claims, ProfileName profile, uint32_t count = 1) const {
    for (int i = 0; i < claims; ++i) {
      Alternative added;
      added.claim = to.alternatives.empty() ? 0 : to.alternatives.back().claim + 1;
      added.count = count;
      added.selected = DeviceSet(inventory.devices.size());
      for (size_t device = 0; device < profile_of.size(); ++device)
        if (profile_of[device] == profile) added.selected.add(device);
      to.alternatives.push_back(added);
    }
  }

  // Adds claims for one partition each, of the first profile that is available.
  void add_first_available(Claims &to, int claims, std::vector<ProfileName> profiles) const {
    for (int i = 0; i < claims; ++i) {
      const uint32_t claim = to.alternatives.empty() ? 0 : to.alternatives.back().claim + 1;
      for (const ProfileName profile : profiles) {
        add_claims(to, 1, profile);
        to.alternatives.back().claim = claim;
      }
    }
  }

  Inventory inventory;
  std::vector<int> profile_of{};
};

}  // namespace koord::dra::test
