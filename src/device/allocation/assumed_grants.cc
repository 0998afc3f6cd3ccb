#include "device/allocation/assumed_grants.h"

#include <algorithm>
#include <vector>

#include "device/allocation/held_devices.h"
#include "device/choice/candidates.h"
#include "device/ledger/gpu_memory.h"

namespace koord::device {

int64_t assume(const Ledger &ledger, const Request &request, TypeId type, int64_t identified,
               Profile profile, Grants &out) {
  NodeConditions conditions;
  conditions.profile = profile;
  conditions.checks_vendor = false;
  const NodeRequest on_node(ledger, request, conditions);
  const TypeRequest *type_request = on_node.find(type);
  const int index = ledger.inventory().find(type);
  if (type_request == nullptr || index < 0) return 0;
  const Held need = held_on(on_node, *type_request);
  if (need.unclear && identified > 0) return std::min(identified, need.count);
  const Candidates site{ledger, static_cast<size_t>(index), on_node.listed(*type_request), nullptr,
                        profile};
  const DeviceMask fitting = site.fitting(need.each);
  std::vector<int> order;
  for_each_device(fitting, [&](int device) { order.push_back(device); });
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return site.slack(a, need.each) < site.slack(b, need.each);
  });
  // Devices on which the request does not fit come last; they still have something left.
  for_each_device(site.allowed & ledger.open(site.index) & ~fitting,
                  [&](int device) { order.push_back(device); });
  const int64_t unidentified = std::max<int64_t>(0, need.count - identified);
  if (static_cast<int64_t>(order.size()) > unidentified)
    order.resize(static_cast<size_t>(unidentified));
  for (const int device : order) {
    const auto d = static_cast<size_t>(device);
    Grant grant = grant_of(site.pool(), d);
    if (need.unclear)
      complete_unclear(&site.pool(), device, need, {}, 1, grant.parts);
    else
      grant.parts = need.each;
    complete_memory(ledger, profile, grant);
    for (ResourceAmount &part : grant.parts)
      if (const int column = site.pool().column(part.resource); column >= 0)
        part.amount =
            std::min(part.amount,
                     std::max<int64_t>(0, ledger.free(site.index, d)[static_cast<size_t>(column)]));
    grant.assumed = true;
    out.push_back(std::move(grant));
  }
  return need.count;
}

}  // namespace koord::device
