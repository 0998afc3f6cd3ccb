#include "sched/claim/requested_types.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "device/ledger/requested_pool.h"
#include "sched/node/plugin_devices.h"

namespace koord::sched {
namespace {

class Types {
 public:
  Types(const device::Inventory &inventory, const device::KubeletGrants *record,
        const Resources &resources)
      : inventory_(inventory), record_(record), resources_(resources) {}

  // The pod has identified devices for all that it requests of the resource. If no device of the
  // node has the resource, the request is not one for devices of another type.
  void set_known(ResourceId resource) { known_.insert(resource); }

  // Adds a request of the whole pod.
  void add(const std::string &resource, int64_t amount) {
    const device::RequestedPool of = pool_of(resource);
    if (of.pool < 0) return;
    RequestedType &type = types_[of.pool];
    type.by_plugin |= of.by_plugin;
    if (of.parts)
      has_parts_.insert(of.pool);
    else if (of.by_table)
      type.devices = object::saturated(type.devices + amount);
  }

  // Compares the requests of a container. An empty name stands for the whole pod.
  void compare(const std::string &container, const object::Amounts &amounts) {
    std::map<int, int64_t> ids;  // by pool
    std::set<int> parts;         // pools
    for (const object::Amount &amount : amounts) {
      const device::RequestedPool of = pool_of(amount.resource);
      if (of.pool < 0 || amount.value <= 0) continue;
      int64_t &needed = ids[of.pool];
      if (!of.by_plugin) continue;
      if (of.parts) parts.insert(of.pool);
      const int64_t value = std::min(amount.value, object::most_of(amount.resource));
      needed = object::saturated(
          needed + device::ids_for(inventory_, of, resources_.find(amount.resource), value));
    }
    for (const auto &[pool, needed] : ids)
      types_[pool].reported &= is_in_record(container, type_of(pool), needed, parts.contains(pool));
    // The parts of a container are of one device, however many units and resources the plugin
    // counts.
    for (const int pool : parts) ++containers_[pool];
  }

  std::vector<RequestedType> take() {
    std::vector<RequestedType> out;
    for (auto &[pool, type] : types_) {
      type.type = type_of(pool);
      if (has_parts_.contains(pool)) type.devices += std::max<int64_t>(1, containers_[pool]);
      out.push_back(type);
    }
    return out;
  }

 private:
  device::RequestedPool pool_of(const std::string &resource) const {
    const device::RequestedPool of = device::requested_pool(inventory_, resources_, resource);
    const bool is_known =
        of.by_plugin && !of.by_amount && known_.contains(resources_.find(resource));
    return is_known ? device::RequestedPool() : of;
  }
  object::TypeId type_of(int pool) const {
    return inventory_.pools[static_cast<size_t>(pool)].type;
  }
  bool is_in_record(const std::string &container, object::TypeId type, int64_t needed,
                    bool parts) const {
    if (record_ == nullptr) return false;
    int64_t found = 0;
    bool has_entry = false;
    for (const device::KubeletGrants::OfContainer &entry : record_->containers) {
      if (entry.type != type || (!container.empty() && entry.container != container)) continue;
      if (parts && entry.unclear) return false;
      has_entry = true;
      found += entry.ids;
    }
    return has_entry && found >= needed;
  }

  const device::Inventory &inventory_;
  const device::KubeletGrants *record_;
  const Resources &resources_;
  std::set<ResourceId> known_;
  std::map<int, RequestedType> types_;  // by pool
  std::set<int> has_parts_;             // pools of which the pod requests parts of devices
  std::map<int, int64_t> containers_;   // by pool: number of those that request parts
};

}  // namespace

std::vector<RequestedType> requested_types(const Claimant &pod, const device::Inventory &inventory,
                                           const device::KubeletGrants *record,
                                           const Resources &resources) {
  Types types(inventory, record, resources);
  const device::Grants *held = pod.holding.devices().get();
  object::Amounts whole;
  for (const ResourceAmount &request : pod.holding.shape().requests) {
    if (request.resource == Resources::kUnknown || request.resource <= Resources::kPods) continue;
    if (holds_requested(held, {request.resource, request.amount}))
      types.set_known(request.resource);
    whole.push_back({resources.name(request.resource), request.amount, {}});
    types.add(whole.back().resource, request.amount);
  }
  if (pod.claim->containers.empty()) types.compare("", whole);
  for (const ContainerRequests &container : pod.claim->containers)
    types.compare(container.name, container.amounts);
  return types.take();
}

}  // namespace koord::sched
