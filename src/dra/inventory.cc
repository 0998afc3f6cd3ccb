#include "dra/inventory.h"

#include <algorithm>
#include <tuple>

namespace koord::dra {

namespace {

// Fills `first` with the position of each device's first row. `rows` are sorted by device.
template <typename Rows, typename DeviceOf>
void index_by_device(const Rows &rows, size_t devices, std::vector<size_t> &first,
                     DeviceOf &&device_of) {
  first.assign(devices + 1, 0);
  for (const auto &row : rows) ++first[device_of(row) + 1];
  for (size_t i = 0; i < devices; ++i) first[i + 1] += first[i];
}

void sort_unique(std::vector<int> &ids) {
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

int group_of(const std::vector<int> &ids, int id) {
  if (id == kNoGroup) return kNoGroup;
  return static_cast<int>(std::lower_bound(ids.begin(), ids.end(), id) - ids.begin());
}

AttributeIndex index_attribute(std::span<const Attribute> rows, size_t devices) {
  AttributeIndex out;
  out.name = rows.front().name;
  out.having = DeviceSet(devices);
  for (const Attribute &row : rows) out.values.push_back(row.value);
  std::sort(out.values.begin(), out.values.end());
  out.values.erase(std::unique(out.values.begin(), out.values.end()), out.values.end());
  out.devices.assign(out.values.size(), DeviceSet(devices));
  out.first.assign(devices + 1, 0);
  for (const Attribute &row : rows) {
    const auto at = std::lower_bound(out.values.begin(), out.values.end(), row.value);
    const auto position = static_cast<uint32_t>(at - out.values.begin());
    out.devices[position].add(row.device);
    out.having.add(row.device);
    out.positions.push_back(position);
    ++out.first[row.device + 1];
  }
  for (size_t i = 0; i < devices; ++i) out.first[i + 1] += out.first[i];
  return out;
}

}  // namespace

void Inventory::index() {
  index_attributes();
  index_rows();
  index_groups();
}

void Inventory::index_attributes() {
  const auto key = [](const Attribute &row) { return std::tuple(row.name, row.device, row.value); };
  const auto less = [&](const Attribute &a, const Attribute &b) { return key(a) < key(b); };
  const auto same = [&](const Attribute &a, const Attribute &b) { return key(a) == key(b); };
  std::sort(attributes.begin(), attributes.end(), less);
  attributes.erase(std::unique(attributes.begin(), attributes.end(), same), attributes.end());
  index_.clear();
  for (size_t begin = 0; begin < attributes.size();) {
    size_t end = begin;
    while (end < attributes.size() && attributes[end].name == attributes[begin].name) ++end;
    index_.push_back(
        index_attribute(std::span(attributes).subspan(begin, end - begin), devices.size()));
    begin = end;
  }
}

void Inventory::index_rows() {
  std::stable_sort(capacities.begin(), capacities.end(), [](const Capacity &a, const Capacity &b) {
    return std::tuple(a.device, a.name) < std::tuple(b.device, b.name);
  });
  std::stable_sort(consumed.begin(), consumed.end(), [](const Amount &a, const Amount &b) {
    return std::tuple(a.owner, a.name) < std::tuple(b.owner, b.name);
  });
  const auto number_of = [](const Taint &t) { return std::tie(t.device, t.number); };
  std::ranges::sort(taints, {}, number_of);
  const auto are_equal = [&](const Taint &a, const Taint &b) {
    return number_of(a) == number_of(b);
  };
  taints.erase(std::unique(taints.begin(), taints.end(), are_equal), taints.end());
  index_by_device(taints, devices.size(), first_taint_, [](const Taint &t) { return t.device; });
  index_by_device(capacities, devices.size(), first_capacity_,
                  [](const Capacity &c) { return c.device; });
  index_by_device(consumed, devices.size(), first_consumed_,
                  [](const Amount &a) { return a.owner; });
  counters_left_ = counters;
  for (const Amount &amount : consumed)
    if (devices[amount.owner].allocated) counters_left_[amount.name] -= amount.amount;
}

void Inventory::index_groups() {
  numa_ids_.clear();
  pcie_ids_.clear();
  has_shared_ = has_unusable_ = false;
  std::vector<uint32_t> kinds;
  for (const Device &device : devices) kinds.push_back(device.kind);
  std::sort(kinds.begin(), kinds.end());
  kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
  kinds_.assign(kinds.size(), DeviceSet(devices.size()));
  for (size_t i = 0; i < devices.size(); ++i)
    kinds_[std::lower_bound(kinds.begin(), kinds.end(), devices[i].kind) - kinds.begin()].add(i);
  for (const Device &device : devices) {
    if (device.numa_node != kNoGroup) numa_ids_.push_back(device.numa_node);
    if (device.pcie_root != kNoGroup) pcie_ids_.push_back(device.pcie_root);
    has_shared_ |= device.shared;
    has_unusable_ |= device.unusable;
  }
  sort_unique(numa_ids_);
  sort_unique(pcie_ids_);
  numa_groups_.clear();
  pcie_groups_.clear();
  for (const Device &device : devices) {
    numa_groups_.push_back(group_of(numa_ids_, device.numa_node));
    pcie_groups_.push_back(group_of(pcie_ids_, device.pcie_root));
  }
}

const AttributeIndex *Inventory::attribute(uint32_t name) const {
  const auto at = std::lower_bound(index_.begin(), index_.end(), name,
                                   [](const AttributeIndex &a, uint32_t n) { return a.name < n; });
  return at != index_.end() && at->name == name ? &*at : nullptr;
}

}  // namespace koord::dra
