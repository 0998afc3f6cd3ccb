// Who has how much of a node's devices: total, used and free of each, and which virtual functions
// are taken.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/profile_rules.h"
#include "device/ledger/inventory.h"

namespace koord::device {

inline constexpr int64_t kWholePercent = 100;  // of one device

__extension__ using Wide = __int128;  // products of amounts

// What both have, device by device; and what is left of the first without the second.
Grants common(const Grants &a, const Grants &b);
Grants minus(const Grants &a, const Grants &b);

class Ledger {
 public:
  explicit Ledger(std::shared_ptr<const Inventory> inventory);

  const Inventory &inventory() const { return *inventory_; }
  const std::shared_ptr<const Inventory> &shared_inventory() const { return inventory_; }

  // By column of the pool; kAbsent: the device has no such resource. Never negative otherwise.
  std::span<const int64_t> free(size_t pool, size_t device) const {
    return row(pool, device, of(pool).free);
  }
  // Returns how much of a column is left for a claim, whether the device is healthy or not, or
  // kAbsent if the device does not state its size.
  int64_t left(size_t pool, size_t device, size_t column) const;
  // Rows of all devices, one after the other.
  std::span<const int64_t> free(size_t pool) const { return of(pool).free; }
  // The pool's columns. Inventories are scattered in memory, and this is asked of many nodes for
  // every pod.
  std::span<const ResourceId> columns(size_t pool) const {
    return {of(pool).columns.data(), of(pool).width};
  }
  int column(size_t pool, ResourceId resource) const {  // -1: none
    return column_of(columns(pool), resource);
  }
  size_t devices(size_t pool) const { return of(pool).devices; }
  // Thousandths of each GPU that pods to come may have: ten times what is left of its
  // gpu-memory-ratio; 0 where the GPUs have no such amount.
  std::span<const int32_t> gpu_shares() const { return gpu_shares_; }
  // All the memory of each healthy GPU, kAbsent where it is not said; none: they differ.
  std::optional<int64_t> gpu_memory() const { return gpu_memory_; }
  object::PartitionPolicy partition_policy() const { return partition_policy_; }
  std::span<const int64_t> used(size_t pool, size_t device) const {
    return row(pool, device, of(pool).used);
  }
  // Devices of which somebody has something.
  DeviceMask in_use(size_t pool) const { return of(pool).in_use; }
  // Devices of which something is left.
  DeviceMask open(size_t pool) const { return of(pool).open; }
  // Devices that no other pod may have: who has them, or one on their PCIe, wants to be alone
  // there.
  DeviceMask closed(size_t pool) const { return of(pool).closed; }
  int gpu_pool() const { return gpu_pool_; }  // -1: none
  // GPUs that may be used from a NUMA node, an id: on_numa() of it alone.
  DeviceMask gpus_near(int32_t numa, Profile profile) const {
    DeviceMask out = gpus_anywhere_;
    if (!rules_of(profile).unplaced_are_near) out &= ~gpus_unplaced_;
    for (const NumaGpus &near : gpus_on_)
      if (near.numa == numa) out |= near.gpus;
    return out;
  }
  // How many pods have as many GPUs as the index says; index 0: a part of one.
  std::span<const uint32_t> gpu_pods() const { return gpu_pods_; }
  bool is_taken(size_t pool, uint32_t vf) const { return of(pool).taken[vf] != 0; }

  // What the node's devices know of them; the rest is nobody's business.
  void hold(const Grants &grants) { account(grants, 1); }
  void release(const Grants &grants) { account(grants, -1); }
  void account(const Grants &grants, int64_t sign);
  void clear();  // nobody has anything
  // Leaves pods that come no more than these of their types: for copies to plan on.
  void confine(const Grants &grants);
  // Returns true if the claim fits into what is left() and none of its virtual functions is taken.
  bool has(const Grants &grants) const;
  // Returns true if a device is allocated above its size, and further above it than in `before`,
  // which has the same devices with other holders.
  bool is_overcommitted(const Ledger &before) const;

  // A hash of what is left of GPUs: nodes with different hashes differ; equal hashes must be
  // compared.
  uint64_t gpu_digest() const { return gpu_digest_; }
  // Whether a pod that takes any GPUs finds the same left, by position and amount, and its percents
  // come to as many bytes; whatever else the devices are, and how full.
  bool same_gpus(const Ledger &other) const;
  // Returns true if the accounts are equal. Numbers of resources are not compared: another cluster
  // may number the same resources otherwise.
  bool same_accounts(const Ledger &other) const {
    return first_.is_same(other.first_) &&
           std::ranges::equal(further_, other.further_, &Accounts::is_same) &&
           gpu_pods_ == other.gpu_pods_;
  }

 private:
  struct Accounts {
    // What every pod asks for comes first, side by side.
    std::vector<int64_t> free;  // devices x columns; follows from totals and used
    DeviceMask open = 0;
    DeviceMask closed = 0;  // follows from who wants to be alone
    DeviceMask in_use = 0;
    uint16_t devices = 0;
    uint16_t width = 0;
    std::array<ResourceId, kMaxColumns> columns{};  // the first `width` are set
    std::vector<int64_t> used;                      // devices x columns
    std::vector<uint32_t> taken;                    // by virtual function: how many pods have it
    std::vector<uint32_t> alone;  // by device: how many pods want it for themselves
    std::vector<uint32_t> alone_on_pcie;
    bool is_same(const Accounts &other) const;
  };
  struct NumaGpus {
    int32_t numa;
    DeviceMask gpus;
  };
  const Accounts &of(size_t pool) const { return pool == 0 ? first_ : further_[pool - 1]; }
  Accounts &of(size_t pool) { return pool == 0 ? first_ : further_[pool - 1]; }
  std::span<const int64_t> row(size_t pool, size_t device,
                               const std::vector<int64_t> &values) const {
    const size_t width = of(pool).width;
    return {values.data() + device * width, width};
  }
  void count(size_t pool, size_t device);
  void close(size_t pool);
  void count_gpu_pod(size_t gpus, bool shares, int64_t sign);
  void sum_up_gpus();
  void place_gpus();

  std::shared_ptr<const Inventory> inventory_;
  Accounts first_;                 // pool 0: GPUs, where there are any; all about them within reach
  std::vector<Accounts> further_;  // pools 1 and on
  std::vector<NumaGpus> gpus_on_;  // of NUMA nodes that have some
  DeviceMask gpus_anywhere_ = 0;   // on no NUMA node, and
  DeviceMask gpus_unplaced_ = 0;   // those of them that state no place
  std::vector<uint32_t> gpu_pods_;
  int gpu_pool_;  // -1: none
  object::PartitionPolicy partition_policy_;
  std::optional<int64_t> gpu_memory_;
  std::vector<int32_t> gpu_shares_;
  uint64_t gpu_digest_ = 0;
};

}  // namespace koord::device
