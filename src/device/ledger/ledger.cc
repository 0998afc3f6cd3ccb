#include "device/ledger/ledger.h"

#include <algorithm>
#include <optional>
#include <tuple>

#include "device/gpu/gpu_task.h"

namespace koord::device {
namespace {

// Returns the index of a virtual function in its pool, or -1 if it is unknown.
int64_t find_vf(const Device &device, const std::string &bus_id) {
  const auto at = std::lower_bound(
      device.vfs.begin(), device.vfs.end(), bus_id,
      [](const VirtualFunction &vf, const std::string &wanted) { return vf.bus_id < wanted; });
  if (at == device.vfs.end() || at->bus_id != bus_id) return -1;
  return device.first_vf + (at - device.vfs.begin());
}

// Returns the memory of each healthy GPU, which may be kAbsent, or nullopt if the GPUs differ.
std::optional<int64_t> memory_of_each(const Pool &pool) {
  const int column = pool.column(kResourceGpuMemory);
  std::optional<int64_t> memory;
  for (size_t d = 0; column >= 0 && d < pool.devices.size(); ++d) {
    if (!pool.devices[d].healthy) continue;
    const int64_t own = pool.total(d)[static_cast<size_t>(column)];
    if (memory.value_or(own) != own) return std::nullopt;
    memory = own;
  }
  return memory;
}

const Grant *find_grant(const Grants &grants, const Grant &like) {
  for (const Grant &grant : grants)
    if (is_same_device(grant, like)) return &grant;
  return nullptr;
}

bool has_vf(const Grant &grant, const object::VirtualFunction &vf) {
  return std::any_of(grant.vfs.begin(), grant.vfs.end(),
                     [&](const auto &other) { return other.bus_id == vf.bus_id; });
}

}  // namespace

Grants common(const Grants &a, const Grants &b) {
  Grants out;
  for (const Grant &grant : a) {
    const Grant *other = find_grant(b, grant);
    if (other == nullptr) continue;
    Grant both = grant;
    for (ResourceAmount &part : both.parts)
      part.amount = std::min(part.amount, amount_of(other->parts, part.resource));
    std::erase_if(both.parts, [](const ResourceAmount &part) { return part.amount == 0; });
    std::erase_if(both.vfs, [&](const auto &vf) { return !has_vf(*other, vf); });
    if (!both.parts.empty() || !both.vfs.empty()) out.push_back(std::move(both));
  }
  return out;
}

Grants minus(const Grants &a, const Grants &b) {
  Grants out;
  for (const Grant &grant : a) {
    Grant left = grant;
    if (const Grant *other = find_grant(b, grant)) {
      for (ResourceAmount &part : left.parts)
        part.amount = std::max<int64_t>(0, part.amount - amount_of(other->parts, part.resource));
      std::erase_if(left.parts, [](const ResourceAmount &part) { return part.amount == 0; });
      std::erase_if(left.vfs, [&](const auto &vf) { return has_vf(*other, vf); });
    }
    if (!left.parts.empty() || !left.vfs.empty()) out.push_back(std::move(left));
  }
  return out;
}

static_assert(kMaxDevices <= UINT16_MAX && kMaxColumns <= UINT16_MAX);

bool Ledger::Accounts::is_same(const Accounts &other) const {
  return std::tie(free, open, closed, in_use, devices, width, used, taken, alone, alone_on_pcie,
                  unreported) == std::tie(other.free, other.open, other.closed, other.in_use,
                                          other.devices, other.width, other.used, other.taken,
                                          other.alone, other.alone_on_pcie, other.unreported);
}

Ledger::Ledger(std::shared_ptr<const Inventory> inventory)
    : inventory_(std::move(inventory)),
      further_(inventory_->pools.empty() ? 0 : inventory_->pools.size() - 1),
      gpu_pool_(inventory_->find(kTypeGpu)),
      partition_policy_(inventory_->partition_policy),
      gpu_memory_(gpu_pool_ < 0
                      ? std::nullopt
                      : memory_of_each(inventory_->pools[static_cast<size_t>(gpu_pool_)])) {
  for (size_t p = 0; p < inventory_->pools.size(); ++p) {
    const Pool &pool = inventory_->pools[p];
    Accounts &accounts = accounts_of(p);
    accounts.devices = static_cast<uint16_t>(pool.devices.size());
    accounts.width = static_cast<uint16_t>(pool.columns.size());
    std::ranges::copy(pool.columns, accounts.columns.begin());
    accounts.used.assign(pool.totals.size(), 0);
    accounts.free = pool.totals;
    accounts.taken.assign(pool.vf_count, 0);
    accounts.alone.assign(pool.devices.size(), 0);
    accounts.alone_on_pcie.assign(pool.devices.size(), 0);
    for (size_t d = 0; d < pool.devices.size(); ++d) refresh_device(p, d);
    if (inventory_->kubelet_unreported) refresh_closed(p);
    if (pool.type != kTypeGpu) continue;
    gpu_pods_.assign(pool.devices.size() + 1, 0);
    gpu_shares_.assign(pool.devices.size(), 0);
  }
  index_gpus_by_numa();
  refresh_gpu_fields();
}

void Ledger::index_gpus_by_numa() {
  if (gpu_pool_ < 0) return;
  const std::vector<Device> &gpus = inventory_->pools[static_cast<size_t>(gpu_pool_)].devices;
  for (size_t d = 0; d < gpus.size(); ++d) {
    const DeviceMask bit = device_bit(static_cast<int>(d));
    if (gpus[d].numa < 0) {
      gpus_anywhere_ |= bit;
      if (!gpus[d].placed) gpus_unplaced_ |= bit;
      continue;
    }
    const auto at = std::ranges::find(gpus_on_, gpus[d].numa, &NumaGpus::numa);
    if (at == gpus_on_.end())
      gpus_on_.push_back({gpus[d].numa, bit});
    else
      at->gpus |= bit;
  }
}

void Ledger::refresh_gpu_fields() {
  gpu_digest_ = 0;
  if (gpu_pool_ < 0) return;
  const auto gpus = static_cast<size_t>(gpu_pool_);
  for (const int64_t amount : free(gpus)) {
    gpu_digest_ = (gpu_digest_ ^ static_cast<uint64_t>(amount)) * 0x9e3779b97f4a7c15;
    gpu_digest_ ^= gpu_digest_ >> 32;
  }
  const int column = this->column(gpus, kResourceGpuMemoryRatio);
  const DeviceMask usable = column < 0 ? 0 : open(gpus) & ~closed(gpus);
  for (size_t d = 0; d < gpu_shares_.size(); ++d) {
    const int64_t percent = (usable >> d & 1) != 0 ? free(gpus, d)[static_cast<size_t>(column)] : 0;
    gpu_shares_[d] =
        kMilliOfPercent * static_cast<int32_t>(std::clamp<int64_t>(percent, 0, kWholePercent));
  }
}

bool Ledger::same_gpus(const Ledger &other) const {
  if (gpu_pool_ < 0 || other.gpu_pool_ < 0) return gpu_pool_ == other.gpu_pool_;
  const auto gpus = static_cast<size_t>(gpu_pool_);
  const auto other_gpus = static_cast<size_t>(other.gpu_pool_);
  if (open(gpus) != other.open(other_gpus) || closed(gpus) != other.closed(other_gpus) ||
      !std::ranges::equal(free(gpus), other.free(other_gpus)) || gpu_pods_ != other.gpu_pods_ ||
      !std::ranges::equal(columns(gpus), other.columns(other_gpus)) ||
      gpu_memory_ != other.gpu_memory_)
    return false;
  if (!std::ranges::equal(inventory_->pools[gpus].devices,
                          other.inventory_->pools[other_gpus].devices, {}, &Device::vendor,
                          &Device::vendor))
    return false;
  return gpu_memory_ ||
         inventory_->pools[gpus].totals == other.inventory_->pools[other_gpus].totals;
}

void Ledger::refresh_device(size_t p, size_t device) {
  const Pool &pool = inventory_->pools[p];
  Accounts &accounts = accounts_of(p);
  const size_t width = pool.columns.size();
  bool is_open = false;
  bool is_used = false;
  for (size_t i = device * width; i < (device + 1) * width; ++i) {
    const int64_t total = pool.totals[i];
    const int64_t used = accounts.used[i];
    accounts.free[i] =
        total == kAbsent ? (used > 0 ? 0 : kAbsent) : std::max<int64_t>(0, total - used);
    is_used = is_used || used > 0;
    is_open = is_open || accounts.free[i] > 0;
  }
  const DeviceMask bit = device_bit(static_cast<int>(device));
  accounts.in_use = is_used ? accounts.in_use | bit : accounts.in_use & ~bit;
  accounts.open = is_open ? accounts.open | bit : accounts.open & ~bit;
}

int64_t Ledger::left(size_t p, size_t device, size_t column) const {
  const Pool &pool = inventory_->pools[p];
  if (pool.total(device)[column] != kAbsent) return free(p, device)[column];
  const int64_t size = pool.size(device)[column];
  return size == kAbsent ? kAbsent : std::max<int64_t>(0, size - used(p, device)[column]);
}

bool Ledger::has_unreported() const {
  return inventory_->kubelet_unreported || first_.unreported > 0 ||
         std::ranges::any_of(further_, [](const Accounts &of) { return of.unreported > 0; });
}

void Ledger::refresh_closed(size_t p) {
  const std::vector<Device> &devices = inventory_->pools[p].devices;
  Accounts &accounts = accounts_of(p);
  accounts.closed = is_unreported(p) ? first_devices(static_cast<int>(devices.size())) : 0;
  for (size_t d = 0; d < devices.size(); ++d) {
    if (accounts.alone[d] + accounts.alone_on_pcie[d] > 0)
      accounts.closed |= device_bit(static_cast<int>(d));
    if (accounts.alone_on_pcie[d] == 0) continue;
    for (size_t other = 0; other < devices.size(); ++other)
      if (share_pcie(devices[d], devices[other]))
        accounts.closed |= device_bit(static_cast<int>(other));
  }
}

void Ledger::count_gpu_pod(size_t gpus, bool shares, int64_t sign) {
  if (gpus == 0) return;
  const size_t kind = gpus == 1 && shares ? 0 : std::min(gpus, gpu_pods_.size() - 1);
  gpu_pods_[kind] += static_cast<uint32_t>(sign);
}

void Ledger::account(const Grants &grants, int64_t sign) {
  size_t gpus = 0;
  bool shares = false;
  for (const Grant &grant : grants) {
    const int p = inventory_->find(grant.type);
    if (p < 0) continue;
    if (grant.assumed && grant.minor == kAnyMinor) {
      accounts_of(static_cast<size_t>(p)).unreported += static_cast<uint32_t>(sign);
      refresh_closed(static_cast<size_t>(p));
      continue;
    }
    const Pool &pool = inventory_->pools[static_cast<size_t>(p)];
    const int d = pool.find(grant);
    if (d < 0) continue;
    const auto device = static_cast<size_t>(d);
    Accounts &accounts = accounts_of(static_cast<size_t>(p));
    bool is_known = false;
    for (const ResourceAmount &part : grant.parts)
      if (const int column = pool.column(part.resource); column >= 0) {
        is_known = true;
        int64_t &used = accounts.used[device * pool.columns.size() + static_cast<size_t>(column)];
        const int64_t amount = std::min(part.amount, object::most_of(part.resource));
        // An account that no longer counts everything stays above the limit.
        if (used <= object::kMostUsed)
          used = std::clamp<int64_t>(used + sign * amount, 0, object::kMostUsed + 1);
      }
    for (const object::VirtualFunction &vf : grant.vfs)
      if (const int64_t at = find_vf(pool.devices[device], vf.bus_id); at >= 0)
        accounts.taken[static_cast<size_t>(at)] += static_cast<uint32_t>(sign);
    refresh_device(static_cast<size_t>(p), device);
    if (is_known && grant.type == kTypeGpu) {
      ++gpus;
      shares = shares || amount_of(grant.parts, kResourceGpuMemoryRatio) < kWholePercent;
    }
    if (grant.exclusive == object::DeviceExclusive::kNone) continue;
    const bool device_only = grant.exclusive == object::DeviceExclusive::kDevice;
    (device_only ? accounts.alone : accounts.alone_on_pcie)[device] += static_cast<uint32_t>(sign);
    refresh_closed(static_cast<size_t>(p));
  }
  count_gpu_pod(gpus, shares, sign);
  refresh_gpu_fields();
}

void Ledger::clear() {
  std::fill(gpu_pods_.begin(), gpu_pods_.end(), 0U);
  for (size_t p = 0; p < inventory_->pools.size(); ++p) {
    Accounts &accounts = accounts_of(p);
    std::ranges::fill(accounts.used, 0);
    std::ranges::fill(accounts.taken, 0U);
    std::ranges::fill(accounts.alone, 0U);
    std::ranges::fill(accounts.alone_on_pcie, 0U);
    accounts.unreported = 0;
    for (size_t d = 0; d < inventory_->pools[p].devices.size(); ++d) refresh_device(p, d);
    refresh_closed(p);
  }
  refresh_gpu_fields();
}

bool Ledger::has(const Grants &grants) const {
  return std::all_of(grants.begin(), grants.end(), [&](const Grant &grant) {
    const int index = inventory_->find(grant.type);
    if (index < 0) return true;
    const auto p = static_cast<size_t>(index);
    const Pool &pool = inventory_->pools[p];
    const int device = pool.find(grant);
    if (device < 0) return true;
    const auto d = static_cast<size_t>(device);
    const bool has_parts =
        std::all_of(grant.parts.begin(), grant.parts.end(), [&](const ResourceAmount &part) {
          const int column = pool.column(part.resource);
          if (column < 0) return true;
          const int64_t amount = left(p, d, static_cast<size_t>(column));
          return amount == kAbsent || amount >= part.amount;
        });
    return has_parts &&
           std::all_of(grant.vfs.begin(), grant.vfs.end(), [&](const object::VirtualFunction &vf) {
             const int64_t at = find_vf(pool.devices[d], vf.bus_id);
             return at < 0 || !is_taken(p, static_cast<uint32_t>(at));
           });
  });
}

bool Ledger::is_overcommitted(const Ledger &before) const {
  for (size_t p = 0; p < inventory_->pools.size(); ++p) {
    const Pool &pool = inventory_->pools[p];
    const std::vector<int64_t> &totals = pool.totals;
    // Bytes and percentages of GPU memory are rounded to each
    // other. Percentages decide; bytes may exceed the total.
    const int bytes =
        pool.column(kResourceGpuMemoryRatio) < 0 ? -1 : pool.column(kResourceGpuMemory);
    const Accounts &now = accounts_of(p);
    const Accounts &then = before.accounts_of(p);
    for (size_t i = 0; i < totals.size(); ++i)
      if (static_cast<int>(i % pool.columns.size()) != bytes &&
          now.used[i] > std::max<int64_t>(totals[i], 0) && now.used[i] > then.used[i])
        return true;
    for (size_t vf = 0; vf < now.taken.size(); ++vf)
      if (now.taken[vf] > 1 && now.taken[vf] > then.taken[vf]) return true;
  }
  return false;
}

void Ledger::confine(const Grants &grants) {
  for (size_t p = 0; p < inventory_->pools.size(); ++p) {
    const Pool &pool = inventory_->pools[p];
    Accounts &accounts = accounts_of(p);
    const bool is_confined = std::any_of(
        grants.begin(), grants.end(), [&](const Grant &grant) { return grant.type == pool.type; });
    if (!is_confined) continue;
    for (size_t d = 0; d < pool.devices.size(); ++d) {
      const auto grant = std::find_if(grants.begin(), grants.end(), [&](const Grant &g) {
        return g.type == pool.type && !g.gone && g.minor == pool.devices[d].minor;
      });
      const size_t width = pool.columns.size();
      if (grant == grants.end()) {
        std::fill_n(accounts.free.begin() + static_cast<ptrdiff_t>(d * width), width, 0);
        accounts.open &= ~device_bit(static_cast<int>(d));
        continue;
      }
      for (size_t c = 0; c < width; ++c)
        if (names(grant->parts, pool.columns[c]) && accounts.free[d * width + c] != kAbsent)
          accounts.free[d * width + c] =
              std::min(accounts.free[d * width + c], amount_of(grant->parts, pool.columns[c]));
      if (grant->vfs.empty()) continue;
      for (size_t v = 0; v < pool.devices[d].vfs.size(); ++v) {
        const bool is_named = std::any_of(grant->vfs.begin(), grant->vfs.end(),
                                          [&](const object::VirtualFunction &vf) {
                                            return vf.bus_id == pool.devices[d].vfs[v].bus_id;
                                          });
        if (!is_named) accounts.taken[pool.devices[d].first_vf + v] = 1;
      }
    }
  }
  refresh_gpu_fields();
}

}  // namespace koord::device
