#include "device/allocation/together.h"

#include <algorithm>

#include "device/ledger/gpu_memory.h"

namespace koord::device {
namespace {

DeviceMask gpus_of(const Pool &pool, const Grants &grants) {
  DeviceMask out = 0;
  for (const Grant &grant : grants) {
    const int device = grant.type == kTypeGpu ? pool.find(grant) : -1;
    if (device >= 0) out |= device_bit(device);
  }
  return out;
}

// Returns true if links alone decide which of the allowed GPUs the pod gets.
bool is_free_to_change(const NodeRequest &node_request) {
  const GpuRequest &gpu = node_request.gpu();
  const TypeRequest *request = node_request.find(kTypeGpu);
  if (!node_request.rules().gpus_by_links || node_request.conditions().mode != PickMode::kSet ||
      request == nullptr)
    return false;
  if (gpu.count < 1 || gpu.shared || node_request.check(*request).refused()) return false;
  const object::DeviceHint &hint = request->hint;
  if (hint.selects_vfs || hint.exclusive != object::DeviceExclusive::kNone ||
      hint.scope > object::DeviceScope::kNode)
    return false;
  const std::vector<const TypeRequest *> joint = node_request.joint();
  if (joint.size() > 1 && std::find(joint.begin(), joint.end(), request) != joint.end())
    return false;
  return !uses_partitions(node_request.candidates_of(*request), gpu,
                          node_request.conditions().labels);
}

// Returns the pod's grants with its GPUs replaced by `gpus`, each with the requested amounts.
Grants with_gpus(const Ledger &ledger, const Companion &pod, const Pool &pool,
                 const ResourceAmounts &each, DeviceMask gpus) {
  Grants out;
  std::copy_if(pod.grants.begin(), pod.grants.end(), std::back_inserter(out),
               [](const Grant &grant) { return grant.type != kTypeGpu; });
  for_each_device(gpus, [&](int device) {
    Grant grant = grant_of(pool, static_cast<size_t>(device), each);
    complete_memory(ledger, pod.conditions.profile, grant);
    out.push_back(std::move(grant));
  });
  std::stable_sort(out.begin(), out.end(),
                   [](const Grant &a, const Grant &b) { return a.type < b.type; });
  return out;
}

int64_t most_of(const LinkGraph &links, DeviceMask gpus, int32_t count) {
  return best_set(links, {gpus, 0, count, PickMode::kSet}).score;
}

}  // namespace

GangLinks links_of(const Inventory &inventory, std::span<const Grants *const> pods) {
  const int index = inventory.find(kTypeGpu);
  if (index < 0 || !inventory.links) return {};
  std::vector<DeviceMask> sets;
  for (const Grants *grants : pods)
    sets.push_back(gpus_of(inventory.pools[static_cast<size_t>(index)], *grants));
  return links_of(*inventory.links, sets);
}

int64_t most_links(const Inventory &inventory, DeviceMask gpus, int32_t count) {
  return inventory.links ? most_of(*inventory.links, gpus, count) : 0;
}

DeviceMask fitting_gpus(const Ledger &ledger, const Request &request,
                        const NodeConditions &conditions) {
  const NodeRequest node_request(ledger, request, conditions);
  const TypeRequest *gpus = node_request.find(kTypeGpu);
  if (gpus == nullptr || node_request.check(*gpus).refused()) return 0;
  return node_request.candidates_of(*gpus).fitting(node_request.gpu().each);
}

int64_t choose_together(const Ledger &ledger, std::span<Companion> pods, Ties ties) {
  const Inventory &inventory = ledger.inventory();
  const int index = inventory.find(kTypeGpu);
  if (index < 0 || !inventory.links) return 0;
  const LinkGraph &links = *inventory.links;
  const Pool &pool = inventory.pools[static_cast<size_t>(index)];
  Ledger without = ledger;
  std::vector<Companion *> movable;
  DeviceMask fixed = 0;
  for (Companion &pod : pods) {
    if (!is_free_to_change(NodeRequest(ledger, *pod.request, pod.conditions))) {
      fixed |= gpus_of(pool, pod.grants);
      continue;
    }
    without.release(pod.grants);
    movable.push_back(&pod);
  }
  if (movable.empty() || (movable.size() == 1 && fixed == 0)) return 0;
  std::vector<GangRequest> gang_requests;
  std::vector<ResourceAmounts> each;
  std::vector<DeviceMask> own;
  DeviceMask free = 0;
  DeviceMask taken = 0;
  int64_t most = 0;
  for (const Companion *pod : movable) {
    const NodeRequest node_request(without, *pod->request, pod->conditions);
    const Candidates site = node_request.candidates_of(*node_request.find(kTypeGpu));
    each.push_back(node_request.gpu().each);
    own.push_back(gpus_of(pool, pod->grants));
    const DeviceMask current = own.back();
    gang_requests.push_back({node_request.gpu().count, site.fitting(each.back()), current});
    if (width(current) != node_request.gpu().count ||
        !contains(gang_requests.back().allowed & ~taken, current))
      return 0;
    taken |= current;
    free |= gang_requests.back().allowed;
    if (ties == Ties::kStay)
      most += most_of(links, gang_requests.back().allowed, gang_requests.back().count);
  }
  const GangLinks before = links_of(links, own, fixed);
  if (ties == Ties::kStay && fixed == 0 && before.inside >= most &&
      before.inside + before.between >= most_of(links, free, width(taken)))
    return 0;
  const GangPick pick = best_gang(links, free, gang_requests, fixed);
  const bool is_better = pick.links > before || (pick.exact && ties == Ties::kMinors);
  if (pick.refusal != NoPick::kNone || !is_better) return pick.combinations;
  for (size_t i = 0; i < movable.size(); ++i) {
    if (pick.sets[i] == gang_requests[i].current) continue;
    movable[i]->grants = with_gpus(without, *movable[i], pool, each[i], pick.sets[i]);
    movable[i]->changed = true;
  }
  return pick.combinations;
}

}  // namespace koord::device
