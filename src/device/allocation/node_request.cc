#include "device/allocation/node_request.h"

#include <algorithm>

namespace koord::device {

// Adds the requested resources of further types that devices of the node have, whatever their type.
void NodeRequest::add_others() {
  std::vector<TypeRequest> &requests =
      extended_.emplace(Extended{request_.types, request_.gpu}).types;
  for (const ResourceAmount &part : request_.others) {
    const int pool = ledger_.inventory().pool_of(part.resource);
    if (pool < 0) continue;
    const TypeId type = ledger_.inventory().pools[static_cast<size_t>(pool)].type;
    if (type == kTypeGpu) add_to_gpus(part);
    const auto at = std::find_if(requests.begin(), requests.end(),
                                 [&](const TypeRequest &request) { return request.type == type; });
    if (at != requests.end()) {
      at->parts.push_back(part);
      continue;
    }
    const auto hinted =
        std::find_if(request_.hints.begin(), request_.hints.end(),
                     [&](const TypeRequest &request) { return request.type == type; });
    requests.push_back(
        {type, {part}, hinted == request_.hints.end() ? object::DeviceHint{} : hinted->hint});
  }
  std::sort(requests.begin(), requests.end(),
            [](const TypeRequest &a, const TypeRequest &b) { return a.type < b.type; });
}

// Numbers of further resources follow those that rules know, so parts stay ascending.
void NodeRequest::add_to_gpus(const ResourceAmount &part) {
  GpuRequest &gpu = extended_->gpu;
  if (gpu.count == 0) {
    gpu.count = 1;
    gpu.shared = true;
  }
  const int64_t rest = part.amount % gpu.count != 0 ? 1 : 0;
  gpu.each.push_back({part.resource, part.amount / gpu.count + rest});
}

const TypeRequest *NodeRequest::find(TypeId type) const {
  for (const TypeRequest &request : types())
    if (request.type == type) return &request;
  return nullptr;
}

std::vector<const TypeRequest *> NodeRequest::types_now() const {
  if (rules().secondary_wait_for_reserve && postpones())
    for (const TypeId type : request_.joint)
      if (const TypeRequest *lead = find(type)) return {lead};
  std::vector<const TypeRequest *> out;
  for (const TypeRequest &request : types())
    if (!conditions_.only || request.type == *conditions_.only) out.push_back(&request);
  return out;
}

std::vector<const TypeRequest *> NodeRequest::joint() const {
  std::vector<const TypeRequest *> out;
  if (types().size() < 2) return out;
  for (const TypeId type : request_.joint)
    if (const TypeRequest *request = find(type)) out.push_back(request);
  return out;
}

DeviceMask NodeRequest::listed(const TypeRequest &request) const {
  const Pool &pool = ledger_.inventory().pools[pool_of(request)];
  DeviceMask devices = selected(pool, request.hint.selector);
  if (request.type == kTypeGpu && conditions_.checks_vendor) devices &= ~other_vendors();
  return conditions_.keeps_to_numa ? devices & on_numa(pool, conditions_.numa, conditions_.profile)
                                   : devices;
}

// Returns the GPUs of other vendors than the one whose GPUs the pod requests.
DeviceMask NodeRequest::other_vendors() const {
  DeviceMask out = 0;
  const GpuVendor wanted = gpu().vendor;
  const int index = ledger_.gpu_pool();
  if (wanted == GpuVendor::kUnknown || index < 0) return out;
  const GpuVendor label = find_gpu_vendor(conditions_.labels.vendor);
  const Pool &gpus = ledger_.inventory().pools[static_cast<size_t>(index)];
  for (size_t d = 0; d < gpus.devices.size(); ++d) {
    const GpuVendor stated = gpus.devices[d].vendor;
    const GpuVendor vendor = stated == GpuVendor::kUnknown ? label : stated;
    if (vendor != GpuVendor::kUnknown && vendor != wanted) out |= device_bit(static_cast<int>(d));
  }
  return out;
}

// Returns the devices that other pods hold exclusively or that the pod must not share with them.
DeviceMask NodeRequest::excluded(const TypeRequest &request) const {
  if (!rules().devices_can_be_exclusive) return 0;
  const size_t index = pool_of(request);
  DeviceMask out = ledger_.closed(index);
  const DeviceMask in_use = ledger_.in_use(index);
  if (request.hint.exclusive != object::DeviceExclusive::kNone) out |= in_use;
  if (request.hint.exclusive != object::DeviceExclusive::kPcie) return out;
  const std::vector<Device> &devices = ledger_.inventory().pools[index].devices;
  for_each_device(in_use, [&](int used) {
    for (size_t d = 0; d < devices.size(); ++d)
      if (share_pcie(devices[static_cast<size_t>(used)], devices[d]))
        out |= device_bit(static_cast<int>(d));
  });
  return out;
}

Candidates NodeRequest::candidates_of(const TypeRequest &request) const {
  const size_t index = pool_of(request);
  DeviceMask allowed = listed(request) & ~excluded(request);
  if (request.hint.selects_vfs)
    for_each_device(allowed, [&](int device) {
      if (find_vf(ledger_, index, static_cast<size_t>(device), request.hint.vf_selector) < 0)
        allowed &= ~device_bit(device);
    });
  return {ledger_, index, allowed, conditions_.scorer, conditions_.profile, request.hint.scope, {}};
}

CountRequest NodeRequest::count_request(const TypeRequest &request) const {
  if (request.type == kTypeGpu) return {gpu().each, gpu().count};
  const Pool &pool = ledger_.inventory().pools[pool_of(request)];
  return count_request_of(request, pool,
                          rules().hint_merge == HintMerge::kOneSet
                              ? listed(request)
                              : selected(pool, request.hint.selector));
}

Model NodeRequest::model() const {
  const Inventory &inventory = ledger_.inventory();
  if (conditions_.labels.model.empty() && rules().reads_model_of_device)
    return {inventory.vendor, inventory.model};
  return {conditions_.labels.vendor, conditions_.labels.model};
}

bool NodeRequest::is_unshared() const {
  const auto &models = conditions_.unshared;
  return gpu().shared && std::find(models.begin(), models.end(), model()) != models.end();
}

std::string NodeRequest::share_template() const {
  const Model own = model();
  const std::string model = own.vendor + "-" + own.model;
  for (const MatchedTemplate &matched : gpu().templates)
    if (matched.model == model) return matched.names.front();
  return "";
}

Refusal NodeRequest::check(const TypeRequest &request) const {
  Refusal none = Refusal::of(Reason::kNoDevices, conditions_.profile);
  none.object = Object::kDevice;
  none.needed = request.type == kTypeGpu ? gpu().count : 1;
  none.device_type = request.type;
  const int index = ledger_.inventory().find(request.type);
  if (index < 0) return none;
  if (request.type != kTypeGpu) none.needed = count_request(request).count;
  none.needed = std::max<int64_t>(1, none.needed);
  const Pool &pool = ledger_.inventory().pools[static_cast<size_t>(index)];
  if (request.hint.selects_vfs && pool.vf_count == 0) {
    none.reason = Reason::kNotEnoughVfs;
    return none;
  }
  // Under upstream's rules devices count as present even if the selector matches none of them,
  // unless the pod requests all matching devices.
  const bool wants_all = request.hint.count == object::DeviceCount::kApplyForAll;
  const bool has_some = !rules().selector_decides_presence &&
                        !(wants_all && selected(pool, request.hint.selector) == 0);
  if (!has_some && listed(request) == 0) return none;
  if (request.type == kTypeGpu &&
      (is_unshared() || (gpu().by_template && share_template().empty()))) {
    none.reason = Reason::kNoShareTemplate;
    return none;
  }
  return {};
}

}  // namespace koord::device
