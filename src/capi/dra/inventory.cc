// Inventories of devices for claims.
#include <algorithm>
#include <string>

#include "base/error.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/rows.h"
#include "capi/dra/handles.h"

using namespace koord::capi;
using koord::Error;
using koord::Status;
namespace dra = koord::dra;

static_assert(KOORD_MAX_DRA_DEVICES == dra::kMaxDevices &&
              KOORD_MAX_DRA_CAPACITIES == dra::kMaxCapacities &&
              KOORD_MAX_DRA_TAINTS == dra::kMaxTaints);

int64_t koord::capi::dra_amount(int64_t amount, const FieldName &name) {
  if (amount < 0 || amount > dra::kMaxAmount)
    invalid(name, std::to_string(amount) + ", expected 0 to 2^50");
  return amount;
}

void koord::capi::check_dra_room(size_t have, size_t more, size_t most, const char *what) {
  if (more > most - std::min(have, most))
    throw Error(Status::kLimit, std::string("rows: ") + std::to_string(have) + " and " +
                                    std::to_string(more) + ' ' + what + ", at most " +
                                    std::to_string(most));
}

namespace {

// Reads rows into a copy of the inventory, so that a failed call changes nothing.
template <typename Row, typename Read>
koord_status add_rows(koord_dra_inventory *handle, const Row *rows, size_t stride, size_t count,
                      koord_error *err, Read &&read) {
  return guarded(err, [&] {
    require(handle, "inventory");
    if (count != 0 || !is_stride(stride, 0)) check_rows(rows, stride, count, kMaxDraRows, "rows");
    dra::Inventory changed = handle->inventory;
    for (size_t i = 0; i < count; ++i) {
      const FieldName name("rows", i);
      read(changed, read_row(rows, stride, i, name), name);
    }
    changed.index();
    handle->inventory = std::move(changed);
  });
}

void check_device(const dra::Inventory &inventory, uint32_t device, const FieldName &name) {
  if (device >= inventory.devices.size())
    invalid(name, std::to_string(device) + ", but there are " +
                      std::to_string(inventory.devices.size()) + " devices");
}

int group(int32_t number, const FieldName &name) {
  if (number < -1) invalid(name, std::to_string(number) + ", expected -1 or a number from 0");
  return number;
}

dra::Device read_device(const koord_dra_device &row, const FieldName &name) {
  check_flags(row.flags,
              KOORD_DRA_DEVICE_SHARED | KOORD_DRA_DEVICE_ALLOCATED | KOORD_DRA_DEVICE_UNUSABLE,
              name.field("flags"));
  if (row.kind < 0)
    invalid(name.field("kind"), std::to_string(row.kind) + ", expected a number from 0");
  dra::Device out;
  out.shared = (row.flags & KOORD_DRA_DEVICE_SHARED) != 0;
  out.allocated = (row.flags & KOORD_DRA_DEVICE_ALLOCATED) != 0;
  out.unusable = (row.flags & KOORD_DRA_DEVICE_UNUSABLE) != 0;
  out.numa_node = group(row.numa_node, name.field("numa_node"));
  out.pcie_root = group(row.pcie_root, name.field("pcie_root"));
  out.taints = row.taints;
  out.kind = static_cast<uint32_t>(row.kind);
  return out;
}

dra::Capacity read_capacity(const koord_dra_capacity &row, const dra::Device &device,
                            const FieldName &name) {
  check_flags(
      row.flags,
      KOORD_DRA_CAPACITY_HAS_DEFAULT | KOORD_DRA_CAPACITY_HAS_MAX | KOORD_DRA_CAPACITY_HAS_STEP,
      name.field("flags"));
  dra::Capacity out;
  out.device = row.device;
  out.name = row.name;
  out.value = dra_amount(row.value, name.field("value"));
  out.used = dra_amount(row.used, name.field("used"));
  if (out.used > 0 && !(device.shared && device.allocated))
    invalid(name.field("used"), std::to_string(out.used) + " of device " +
                                    std::to_string(row.device) +
                                    ", expected 0 unless it is SHARED and ALLOCATED");
  out.policy =
      number<dra::RequestPolicy>(row.policy, KOORD_DRA_POLICY_VALUES + 1, name.field("policy"));
  const int64_t fallback = dra_amount(row.default_amount, name.field("default_amount"));
  const int64_t max = dra_amount(row.max, name.field("max"));
  const int64_t step = dra_amount(row.step, name.field("step"));
  out.min = dra_amount(row.min, name.field("min"));
  if ((row.flags & KOORD_DRA_CAPACITY_HAS_DEFAULT) != 0) out.fallback = fallback;
  if ((row.flags & KOORD_DRA_CAPACITY_HAS_MAX) != 0) out.max = max;
  if ((row.flags & KOORD_DRA_CAPACITY_HAS_STEP) != 0) {
    if (step == 0) invalid(name.field("step"), "0, expected 1 or more");
    out.step = step;
  }
  return out;
}

// Throws kInvalid if two neighbours of sorted rows have the same owner and name.
template <typename Rows, typename Key>
void check_distinct(Rows rows, Key &&key, const char *what) {
  std::sort(rows.begin(), rows.end(),
            [&](const auto &a, const auto &b) { return key(a) < key(b); });
  const auto same = std::adjacent_find(
      rows.begin(), rows.end(), [&](const auto &a, const auto &b) { return key(a) == key(b); });
  if (same != rows.end())
    invalid("rows", "two rows for " + std::string(what) + ' ' + std::to_string(key(*same).second) +
                        " of device " + std::to_string(key(*same).first));
}

void check_capacities(const dra::Inventory &inventory) {
  std::vector<size_t> counts(inventory.devices.size(), 0);
  for (const dra::Capacity &capacity : inventory.capacities)
    check_dra_room(counts[capacity.device]++, 1, dra::kMaxCapacities, "capacities of a device");
}

// Returns the capacity of a row. An inventory keeps its capacities sorted.
dra::Capacity &find_capacity(dra::Inventory &inventory, const koord_dra_amount &row,
                             const FieldName &name) {
  const auto wanted = std::pair(row.owner, row.name);
  const auto at = std::lower_bound(
      inventory.capacities.begin(), inventory.capacities.end(), wanted,
      [](const dra::Capacity &c, const auto &key) { return std::pair(c.device, c.name) < key; });
  if (at == inventory.capacities.end() || std::pair(at->device, at->name) != wanted)
    invalid(name.field("name"), std::to_string(row.name) + ", but device " +
                                    std::to_string(row.owner) + " has no such capacity");
  return *at;
}

// An attribute that no constraint names is useless.
void check_names(const dra::Inventory &inventory) {
  std::vector<uint32_t> names;
  for (const dra::Attribute &attribute : inventory.attributes) names.push_back(attribute.name);
  std::sort(names.begin(), names.end());
  const auto end = std::unique(names.begin(), names.end());
  check_dra_room(0, static_cast<size_t>(end - names.begin()), dra::kMaxConstraints, "attributes");
}

}  // namespace

koord_status koord_dra_inventory_new(koord_dra_inventory **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    *out = new koord_dra_inventory;
  });
}

void koord_dra_inventory_free(koord_dra_inventory *inventory) { delete inventory; }

koord_status koord_dra_inventory_reset(koord_dra_inventory *inventory, koord_error *err) {
  return guarded(err, [&] {
    require(inventory, "inventory");
    inventory->inventory = dra::Inventory();
  });
}

koord_status koord_dra_inventory_add_devices(koord_dra_inventory *inventory,
                                             const koord_dra_device *rows, size_t stride,
                                             size_t count, koord_error *err) {
  return add_rows(inventory, rows, stride, count, err,
                  [&](dra::Inventory &to, const koord_dra_device &row, const FieldName &name) {
                    check_dra_room(to.devices.size(), 1, dra::kMaxDevices, "devices");
                    to.devices.push_back(read_device(row, name));
                  });
}

koord_status koord_dra_inventory_add_taints(koord_dra_inventory *inventory,
                                            const koord_dra_taint *rows, size_t stride,
                                            size_t count, koord_error *err) {
  return add_rows(inventory, rows, stride, count, err,
                  [&](dra::Inventory &to, const koord_dra_taint &row, const FieldName &name) {
                    check_device(to, row.device, name.field("device"));
                    check_dra_room(to.taints.size(), 1, kMaxDraRows, "taints");
                    if (row.number >= dra::kMaxTaints)
                      invalid(name.field("number"), std::to_string(row.number) +
                                                        ", expected 0 to " +
                                                        std::to_string(dra::kMaxTaints - 1));
                    if (row.number < 64)
                      to.devices[row.device].taints |= uint64_t{1} << row.number;
                    else
                      to.taints.push_back({row.device, row.number});
                  });
}

koord_status koord_dra_inventory_add_attributes(koord_dra_inventory *inventory,
                                                const koord_dra_attribute *rows, size_t stride,
                                                size_t count, koord_error *err) {
  size_t left = count;
  return add_rows(inventory, rows, stride, count, err,
                  [&](dra::Inventory &to, const koord_dra_attribute &row, const FieldName &name) {
                    check_device(to, row.device, name.field("device"));
                    check_dra_room(to.attributes.size(), 1, kMaxDraRows, "values");
                    to.attributes.push_back({row.device, row.name, row.value});
                    if (--left == 0) check_names(to);
                  });
}

koord_status koord_dra_inventory_add_capacities(koord_dra_inventory *inventory,
                                                const koord_dra_capacity *rows, size_t stride,
                                                size_t count, koord_error *err) {
  size_t left = count;
  return add_rows(inventory, rows, stride, count, err,
                  [&](dra::Inventory &to, const koord_dra_capacity &row, const FieldName &name) {
                    check_device(to, row.device, name.field("device"));
                    check_dra_room(to.capacities.size(), 1, kMaxDraRows, "capacities");
                    to.capacities.push_back(read_capacity(row, to.devices[row.device], name));
                    if (--left > 0) return;
                    const auto key = [](const dra::Capacity &c) {
                      return std::pair(c.device, c.name);
                    };
                    check_distinct(to.capacities, key, "capacity");
                    check_capacities(to);
                  });
}

koord_status koord_dra_inventory_add_valid_values(koord_dra_inventory *inventory,
                                                  const koord_dra_amount *rows, size_t stride,
                                                  size_t count, koord_error *err) {
  size_t values = 0, left = count;
  if (inventory != nullptr)
    for (const dra::Capacity &capacity : inventory->inventory.capacities)
      values += capacity.values.size();
  return add_rows(inventory, rows, stride, count, err,
                  [&](dra::Inventory &to, const koord_dra_amount &row, const FieldName &name) {
                    check_device(to, row.owner, name.field("owner"));
                    check_dra_room(values++, 1, kMaxDraRows, "values");
                    const int64_t amount = dra_amount(row.amount, name.field("amount"));
                    find_capacity(to, row, name).values.push_back(amount);
                    if (--left > 0) return;
                    for (dra::Capacity &capacity : to.capacities)
                      std::sort(capacity.values.begin(), capacity.values.end());
                  });
}

koord_status koord_dra_inventory_add_counters(koord_dra_inventory *inventory,
                                              const koord_dra_amount *rows, size_t stride,
                                              size_t count, koord_error *err) {
  return add_rows(inventory, rows, stride, count, err,
                  [&](dra::Inventory &to, const koord_dra_amount &row, const FieldName &name) {
                    check_dra_room(to.counters.size(), 1, kMaxDraRows, "counters");
                    if (row.owner != 0) invalid(name.field("owner"), "must be 0");
                    if (row.name != to.counters.size())
                      invalid(name.field("name"), std::to_string(row.name) + ", expected " +
                                                      std::to_string(to.counters.size()));
                    to.counters.push_back(dra_amount(row.amount, name.field("amount")));
                  });
}

koord_status koord_dra_inventory_add_consumed_counters(koord_dra_inventory *inventory,
                                                       const koord_dra_amount *rows, size_t stride,
                                                       size_t count, koord_error *err) {
  size_t left = count;
  return add_rows(
      inventory, rows, stride, count, err,
      [&](dra::Inventory &to, const koord_dra_amount &row, const FieldName &name) {
        check_device(to, row.owner, name.field("owner"));
        check_dra_room(to.consumed.size(), 1, kMaxDraRows, "amounts");
        if (row.name >= to.counters.size())
          invalid(name.field("name"), std::to_string(row.name) + ", but there are " +
                                          std::to_string(to.counters.size()) + " counters");
        to.consumed.push_back({row.owner, row.name, dra_amount(row.amount, name.field("amount"))});
        if (--left > 0) return;
        const auto key = [](const dra::Amount &a) { return std::pair(a.owner, a.name); };
        check_distinct(to.consumed, key, "counter");
      });
}
