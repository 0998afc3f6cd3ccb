#include "device/allocation/shortfall.h"

#include <algorithm>

namespace koord::device {
namespace {

// Placeholder for a device that does not fit although no stated amount is short. Every pod that
// holds a part of such a device counts as releasing it entirely. An example is a resource that the
// device does not state but pods hold: it is no obstacle once no pod holds it.
constexpr ResourceAmount kWholeDevice{0, 1};

// Returns the shortfall in thousandths of the requested
// amount, rounded up, or 0 if nothing is missing.
int64_t share_of(int64_t lacks, int64_t wanted) {
  return lacks <= 0
             ? 0
             : static_cast<int64_t>((Wide{lacks} * Shortfall::kDevice + wanted - 1) / wanted);
}

// Returns the resource with the largest relative
// shortfall, or kAnything if no stated amount is short.
ResourceAmount short_of(const Pool &pool, const Ledger &ledger, size_t index, size_t device,
                        const ResourceAmounts &each) {
  ResourceAmount out = kWholeDevice;
  int64_t most = 0;
  for (const ResourceAmount &part : each) {
    const int column = pool.column(part.resource);
    if (column < 0 || pool.total(device)[static_cast<size_t>(column)] == kAbsent) continue;
    const int64_t lacks = part.amount - ledger.free(index, device)[static_cast<size_t>(column)];
    const int64_t share = share_of(lacks, part.amount);
    if (share <= most) continue;
    most = share;
    out = {part.resource, lacks};
  }
  return out;
}

}  // namespace

int64_t Shortfall::given_back(const Pool &of, const Grants &grants) const {
  int64_t sum = 0;
  for (const Grant &grant : grants) {
    const int device = grant.type == of.type ? of.find(grant) : -1;
    if (device < 0) continue;
    const ResourceAmount &wanted = short_of[static_cast<size_t>(device)];
    if (wanted.amount == 0) continue;
    const Wide given =
        wanted == kWholeDevice ? Wide{1} : Wide{amount_of(grant.parts, wanted.resource)};
    const Wide share = (given * kDevice + wanted.amount - 1) / wanted.amount;
    sum += static_cast<int64_t>(std::min<Wide>(share, kDevice));
  }
  return sum;
}

std::vector<Shortfall> shortfalls_of(const Ledger &ledger, const Request &request,
                                     const NodeConditions &conditions) {
  const NodeRequest node_request(ledger, request, conditions);
  const Ledger empty(ledger.shared_inventory());
  std::vector<Shortfall> out;
  for (const TypeRequest &type : node_request.types()) {
    if (node_request.check(type).refused()) continue;
    const size_t index = node_request.pool_of(type);
    const bool by_amounts = !type.hint.selects_vfs && ledger.closed(index) == 0 &&
                            type.hint.exclusive == object::DeviceExclusive::kNone;
    if (!by_amounts) continue;
    const CountRequest need = node_request.count_request(type);
    const DeviceMask listed = node_request.listed(type);
    const DeviceMask fitting =
        Candidates{ledger, index, listed, nullptr, conditions.profile}.fitting(need.each);
    if (width(fitting) >= need.count) continue;
    const DeviceMask could =
        Candidates{empty, index, listed, nullptr, conditions.profile}.fitting(need.each);
    const Pool &pool = ledger.inventory().pools[index];
    Shortfall shortfall;
    shortfall.pool = index;
    shortfall.missing = Shortfall::kDevice * (need.count - width(fitting));
    shortfall.short_of.resize(pool.devices.size());
    for_each_device(could & ~fitting, [&](int d) {
      const auto device = static_cast<size_t>(d);
      shortfall.short_of[device] = short_of(pool, ledger, index, device, need.each);
    });
    out.push_back(std::move(shortfall));
  }
  return out;
}

NearestDevice nearest_device(const Ledger &ledger, const Request &request,
                             const NodeConditions &conditions, TypeId type) {
  NearestDevice out;
  const NodeRequest node_request(ledger, request, conditions);
  const TypeRequest *wanted = node_request.find(type);
  if (wanted == nullptr || node_request.check(*wanted).refused()) return out;
  const CountRequest need = node_request.count_request(*wanted);
  const auto is_part = [](const ResourceAmount &part) { return part.amount < kWholePercent; };
  const size_t index = node_request.pool_of(*wanted);
  const Pool &pool = ledger.inventory().pools[index];
  out.parts = type == kTypeGpu ? node_request.gpu().shared
                               : !pool.has_mig_instances() &&
                                     std::all_of(need.each.begin(), need.each.end(), is_part);
  if (!out.parts || need.count != 1) return out;
  const Ledger empty(ledger.shared_inventory());
  const DeviceMask listed = node_request.listed(*wanted);
  const DeviceMask could =
      Candidates{empty, index, listed, nullptr, conditions.profile}.fitting(need.each);
  int64_t least = INT64_MAX;
  // A request beyond every device is compared with all healthy devices.
  for_each_device(could != 0 ? could : listed & empty.open(index), [&](int d) {
    const auto device = static_cast<size_t>(d);
    const ResourceAmount lacks = short_of(pool, ledger, index, device, need.each);
    if (lacks == kWholeDevice) return;
    const int64_t amount = amount_of(need.each, lacks.resource);
    if (share_of(lacks.amount, amount) >= least) return;
    least = share_of(lacks.amount, amount);
    out.minor = pool.devices[device].minor;
    out.wanted = {lacks.resource, amount};
    out.has = amount - lacks.amount;
  });
  return out;
}

}  // namespace koord::device
