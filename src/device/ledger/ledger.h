// Accounts of a node's devices: total, used and free
// amounts of each, and the virtual functions in use.
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

__extension__ using Wide = __int128;  // for products of amounts

// Return, device by device, what both have, and what the first has beyond the second.
Grants common(const Grants &a, const Grants &b);
Grants minus(const Grants &a, const Grants &b);

class Ledger {
 public:
  explicit Ledger(std::shared_ptr<const Inventory> inventory);

  const Inventory &inventory() const { return *inventory_; }
  const std::shared_ptr<const Inventory> &shared_inventory() const { return inventory_; }

  // Returns free amounts by column of the pool, or kAbsent if the device has no such resource.
  // Amounts are never negative otherwise.
  std::span<const int64_t> free(size_t pool, size_t device) const {
    return row(pool, device, accounts_of(pool).free);
  }
  // Returns how much of a column is left for a claim, whether the device is healthy or not, or
  // kAbsent if the device does not state its size.
  int64_t left(size_t pool, size_t device, size_t column) const;
  // Returns the free amounts of all devices, row by row.
  std::span<const int64_t> free(size_t pool) const { return accounts_of(pool).free; }
  // Returns the pool's columns. They are copied from the inventory, which is elsewhere in memory,
  // because every pod reads them for many nodes.
  std::span<const ResourceId> columns(size_t pool) const {
    return {accounts_of(pool).columns.data(), accounts_of(pool).width};
  }
  int column(size_t pool, ResourceId resource) const {  // or -1
    return column_of(columns(pool), resource);
  }
  size_t devices(size_t pool) const { return accounts_of(pool).devices; }
  // Returns the thousandths of each GPU that later pods may have: ten times the free
  // gpu-memory-ratio, or 0 if the GPUs have no such amount.
  std::span<const int32_t> gpu_shares() const { return gpu_shares_; }
  // Returns the memory of each healthy GPU, kAbsent if
  // it is not stated, or nullopt if the GPUs differ.
  std::optional<int64_t> gpu_memory() const { return gpu_memory_; }
  object::PartitionPolicy partition_policy() const { return partition_policy_; }
  std::span<const int64_t> used(size_t pool, size_t device) const {
    return row(pool, device, accounts_of(pool).used);
  }
  // Returns the devices of which pods have any amount.
  DeviceMask in_use(size_t pool) const { return accounts_of(pool).in_use; }
  // Returns the devices of which something is left.
  DeviceMask open(size_t pool) const { return accounts_of(pool).open; }
  // Returns the devices that no other pod may have: a pod holds them, or a device on their PCIe
  // switch, exclusively, or it is unknown which devices of the pool are in use.
  DeviceMask closed(size_t pool) const { return accounts_of(pool).closed; }
  // Returns the number of pods that have devices of the pool, but it is unknown which.
  uint32_t unreported_pods(size_t pool) const { return accounts_of(pool).unreported; }
  // Returns true if no device of the pool can be allocated, because it is unknown which are in use.
  bool is_unreported(size_t pool) const {
    return inventory_->kubelet_unreported || unreported_pods(pool) > 0;
  }
  bool has_unreported() const;
  int gpu_pool() const { return gpu_pool_; }  // or -1
  // Returns the GPUs usable from a NUMA node (id), as on_numa() for this node alone.
  DeviceMask gpus_near(int32_t numa, Profile profile) const {
    DeviceMask out = gpus_anywhere_;
    if (!rules_of(profile).unplaced_are_near) out &= ~gpus_unplaced_;
    for (const NumaGpus &near : gpus_on_)
      if (near.numa == numa) out |= near.gpus;
    return out;
  }
  // Returns the number of pods by their number of GPUs; index 0 counts pods with a part of one GPU.
  std::span<const uint32_t> gpu_pods() const { return gpu_pods_; }
  bool is_taken(size_t pool, uint32_t vf) const { return accounts_of(pool).taken[vf] != 0; }

  // Adds grants to the accounts or removes them. Devices
  // and resources that the node does not have are ignored.
  // Amounts come from annotations: an account above object::kMostUsed stays there until clear().
  void hold(const Grants &grants) { account(grants, 1); }
  void release(const Grants &grants) { account(grants, -1); }
  void account(const Grants &grants, int64_t sign);
  void clear();  // removes all grants
  // Limits later pods to these grants, for devices of
  // the types that they name. Used on copies of a node.
  void confine(const Grants &grants);
  // Returns true if the claim fits into what is left() and none of its virtual functions is taken.
  bool has(const Grants &grants) const;
  // Returns true if a device is allocated above its size, and further above it than in `before`,
  // which has the same devices with other holders.
  bool is_overcommitted(const Ledger &before) const;

  // Returns a hash of the free amounts of GPUs. Nodes with
  // different hashes differ; equal hashes must be compared.
  uint64_t gpu_digest() const { return gpu_digest_; }
  // Returns true if a pod with any GPU request finds the same GPUs left, by position and amount,
  // and its percentages mean the same bytes. Other devices are not compared.
  bool same_gpus(const Ledger &other) const;
  // Returns true if the accounts are equal. Resource numbers are not compared, because another
  // cluster may number the same resources differently.
  bool same_accounts(const Ledger &other) const {
    return first_.is_same(other.first_) &&
           std::ranges::equal(further_, other.further_, &Accounts::is_same) &&
           gpu_pods_ == other.gpu_pods_;
  }

 private:
  struct Accounts {
    // The fields that every pod reads come first, close together.
    std::vector<int64_t> free;  // devices x columns; derived from totals and used
    DeviceMask open = 0;
    DeviceMask closed = 0;  // derived from alone, alone_on_pcie and unreported
    DeviceMask in_use = 0;
    uint16_t devices = 0;
    uint16_t width = 0;
    std::array<ResourceId, kMaxColumns> columns{};  // the first `width` are set
    std::vector<int64_t> used;                      // devices x columns
    // By virtual function: number of pods that have it.
    std::vector<uint32_t> taken;
    std::vector<uint32_t> alone;  // by device: number of pods that hold it exclusively
    std::vector<uint32_t> alone_on_pcie;
    uint32_t unreported = 0;  // number of grants with kAnyMinor
    bool is_same(const Accounts &other) const;
  };
  struct NumaGpus {
    int32_t numa;
    DeviceMask gpus;
  };
  const Accounts &accounts_of(size_t pool) const { return pool == 0 ? first_ : further_[pool - 1]; }
  Accounts &accounts_of(size_t pool) { return pool == 0 ? first_ : further_[pool - 1]; }
  std::span<const int64_t> row(size_t pool, size_t device,
                               const std::vector<int64_t> &values) const {
    const size_t width = accounts_of(pool).width;
    return {values.data() + device * width, width};
  }
  void refresh_device(size_t pool, size_t device);
  void refresh_closed(size_t pool);
  void count_gpu_pod(size_t gpus, bool shares, int64_t sign);
  void refresh_gpu_fields();
  void index_gpus_by_numa();

  std::shared_ptr<const Inventory> inventory_;
  Accounts first_;                 // pool 0: GPUs if there are any, stored inline for fast access
  std::vector<Accounts> further_;  // pools 1 and up
  std::vector<NumaGpus> gpus_on_;  // NUMA nodes with GPUs
  DeviceMask gpus_anywhere_ = 0;   // GPUs without a NUMA node
  DeviceMask gpus_unplaced_ = 0;   // those of gpus_anywhere_ without a topology
  std::vector<uint32_t> gpu_pods_;
  int gpu_pool_;  // or -1
  object::PartitionPolicy partition_policy_;
  std::optional<int64_t> gpu_memory_;
  std::vector<int32_t> gpu_shares_;
  uint64_t gpu_digest_ = 0;
};

}  // namespace koord::device
