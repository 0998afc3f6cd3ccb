// Properties of any allocation on random nodes, while pods come and go, under both profiles.
#include <map>
#include <optional>
#include <set>

#include "device/allocation/quick_check.h"
#include "device/choice/gpu_summary.h"
#include "drawn_nodes.h"
#include "wording/sentence.h"

namespace koord::device::testing {
namespace {

using object::DeviceExclusive;

struct Held {
  Grants grants;
};

// Checks that no virtual function is held by two pods, and that exclusive pods share no device.
void check_holders(const Ledger &ledger, const std::vector<Held> &pods) {
  std::set<std::string> vfs;
  for (const Held &pod : pods)
    for (const Grant &grant : pod.grants)
      for (const object::VirtualFunction &vf : grant.vfs) RC_ASSERT(vfs.insert(vf.bus_id).second);
  for (size_t a = 0; a < pods.size(); ++a)
    for (const Grant &mine : pods[a].grants)
      for (size_t b = 0; b < pods.size() && mine.exclusive != DeviceExclusive::kNone; ++b)
        for (const Grant &other : pods[b].grants) {
          if (a == b || other.type != mine.type) continue;
          RC_ASSERT(other.minor != mine.minor);
          if (mine.exclusive != DeviceExclusive::kPcie) continue;
          const Pool &pool =
              ledger.inventory().pools[static_cast<size_t>(ledger.inventory().find(mine.type))];
          RC_ASSERT(!share_pcie(pool.devices[static_cast<size_t>(pool.find(mine.minor))],
                                pool.devices[static_cast<size_t>(pool.find(other.minor))]));
        }
}

void check_grants(const Ledger &before, const device::Request &ask, const Grants &grants) {
  std::map<TypeId, std::set<int32_t>> minors;
  for (const Grant &grant : grants) {
    RC_ASSERT(minors[grant.type].insert(grant.minor).second);  // each device at most once
    const Inventory &inventory = before.inventory();
    const Pool &pool = inventory.pools[static_cast<size_t>(inventory.find(grant.type))];
    const int device = pool.find(grant.minor);
    RC_ASSERT(device >= 0);
    RC_ASSERT(pool.devices[static_cast<size_t>(device)].healthy);
    RC_ASSERT(std::is_sorted(
        grant.parts.begin(), grant.parts.end(),
        [](const ResourceAmount &a, const ResourceAmount &b) { return a.resource < b.resource; }));
  }
  if (const TypeRequest *gpus = ask.find(kTypeGpu); gpus != nullptr)
    RC_ASSERT(static_cast<int32_t>(minors[kTypeGpu].size()) == ask.gpu.count);
}

RC_GTEST_PROP(AllocateProperties, NothingIsGivenTwiceAndAllComesBack, ()) {
  World world;
  world.conditions.profile = *rc::gen::element(Profile::kSpec, Profile::kUpstream);
  const bool spec = world.conditions.profile == Profile::kSpec;
  draw_node(world, 6, 4);
  Ledger ledger = world.ledger();
  std::vector<Held> pods;
  for (int step = 0; step < 16; ++step) {
    if (!pods.empty() && *rc::gen::inRange(0, 4) == 0) {
      const auto at = *rc::gen::inRange<size_t>(0, pods.size());
      ledger.release(pods[at].grants);
      pods.erase(pods.begin() + static_cast<ptrdiff_t>(at));
      continue;
    }
    draw_wishes(world);
    Request request = draw_gpu_request(spec);  // upstream's bytes and percentages may diverge
    if (*rc::gen::arbitrary<bool>()) request.clear();
    if (request.empty() || *rc::gen::arbitrary<bool>()) add_nic(request);
    device::Request ask;
    RC_ASSERT(!world.ask(request, ask).refused());
    Grants grants;
    const Refusal refusal = allocate(ledger, ask, world.conditions, grants);
    if (refusal.refused()) {
      RC_ASSERT(grants.empty());
      RC_ASSERT(!to_sentence(refusal).empty());
      RC_ASSERT(refusal.profile == world.conditions.profile);
      continue;
    }
    check_grants(ledger, ask, grants);
    ledger.hold(grants);
    pods.push_back({grants});
    check_accounts(ledger);
    check_holders(ledger, pods);
  }
  for (const Held &pod : pods) ledger.release(pod.grants);
  RC_ASSERT(ledger.same_accounts(Ledger(ledger.shared_inventory())));
}

// Reporting the devices of a node in another order gives an equal result.
RC_GTEST_PROP(AllocateProperties, TheOrderOfTheReportDoesNotMatter, ()) {
  World world;
  world.conditions.profile = *rc::gen::element(Profile::kSpec, Profile::kUpstream);
  draw_node(world, 6, 4);
  draw_wishes(world);
  Request request = draw_gpu_request(true);
  add_nic(request);
  Grants first;
  const Refusal refusal = world.try_allocate(world.ledger(), request, first);
  std::reverse(world.object.devices.begin(), world.object.devices.end());
  std::reverse(world.object.links.begin(), world.object.links.end());
  for (object::DeviceLink &link : world.object.links) std::swap(link.first, link.second);
  Grants second;
  RC_ASSERT(world.try_allocate(world.ledger(), request, second).reason == refusal.reason);
  RC_ASSERT(World::minors_of(first) == World::minors_of(second));
  RC_ASSERT(World::minors_of(first, kTypeRdma) == World::minors_of(second, kTypeRdma));
}

// count_gpus() returns allocate()'s refusal for every pod and node that it decides.
RC_GTEST_PROP(AllocateProperties, CountingGpusSaysWhatAllocationDoes, ()) {
  World world;
  world.conditions.profile = *rc::gen::element(Profile::kSpec, Profile::kUpstream);
  draw_node(world, 6, 1);
  if (*rc::gen::inRange(0, 3) == 0) {
    world.object.has_partitions = true;
    world.object.partitions = {{2, {{{0, 1}, "", 0, 1}}}};
    world.object.partition_policy =
        *rc::gen::element(object::PartitionPolicy::kAbsent, object::PartitionPolicy::kHonor);
  }
  Ledger ledger = world.ledger();
  draw_use(world, ledger);
  draw_wishes(world);
  if (*rc::gen::inRange(0, 3) == 0)
    world.hint("gpu").selector = {{"type", object::LabelRequirement::Operator::kExists, {}}};
  Request request = draw_gpu_request(world.conditions.profile == Profile::kSpec);
  if (*rc::gen::inRange(0, 4) == 0) add_nic(request);
  device::Request ask;
  RC_ASSERT(!world.ask(request, ask).refused());
  const std::optional<Refusal> counted =
      count_gpus(ledger, ask, world.conditions.profile, world.conditions.labels.policy);
  RC_CLASSIFY(counted && !counted->refused(), "enough");
  RC_CLASSIFY(counted && counted->refused(), "too few");
  if (!counted) return;
  Grants grants;
  const Refusal found = allocate(ledger, ask, world.conditions, grants);
  RC_ASSERT(counted->reason == found.reason);
  RC_ASSERT(counted->needed == found.needed);
  RC_ASSERT(counted->best == found.best);
  RC_ASSERT(counted->object == found.object);
  RC_ASSERT(counted->device_type == found.device_type);
  RC_ASSERT(counted->profile == found.profile);
}

// Makes some GPUs state no location, or one without a NUMA node.
void draw_odd_places(World &world) {
  for (object::DeviceInfo &device : world.object.devices) {
    if (*rc::gen::inRange(0, 6) == 0) device.place.node = -1;
    if (*rc::gen::inRange(0, 6) == 0) device.placed = false;
  }
}

// Restricts the pod to some NUMA nodes, one of which may have no GPUs.
std::vector<int32_t> draw_numa(World &world) {
  const int set = *rc::gen::inRange(1, 8);
  std::vector<int32_t> out;
  for (const auto &[bit, id] : {std::pair{1, 0}, {2, 1}, {4, 7}})
    if ((set & bit) != 0) out.push_back(id);
  world.conditions.keeps_to_numa = true;
  return out;
}

DeviceMask gpus_near(const Ledger &ledger, const std::vector<int32_t> &numa, Profile profile) {
  DeviceMask out = 0;
  for (const int32_t id : numa) out |= ledger.gpus_near(id, profile);
  return out;
}

RC_GTEST_PROP(AllocateProperties, GpusNearNumaNodesAreThoseThatMayBeUsedFromThem, ()) {
  World world;
  const Profile profile = *rc::gen::element(Profile::kSpec, Profile::kUpstream);
  draw_node(world, 6, 1);
  draw_odd_places(world);
  const Ledger ledger = world.ledger();
  for (const int32_t id : {0, 1, 7})
    RC_ASSERT(ledger.gpus_near(id, profile) ==
              on_numa(ledger.inventory().pools[static_cast<size_t>(ledger.gpu_pool())],
                      std::span(&id, 1), profile));
}

// Checks a GPU amount by amount, as the rule says.
bool has_all(const Ledger &ledger, size_t device, std::span<const ResourceAmount> each) {
  const auto gpus = static_cast<size_t>(ledger.gpu_pool());
  const Pool &pool = ledger.inventory().pools[gpus];
  const auto left = [&](ResourceId resource) {
    const int column = pool.column(resource);
    return column < 0 ? kAbsent : ledger.free(gpus, device)[static_cast<size_t>(column)];
  };
  for (const ResourceAmount &part : each)
    if (left(part.resource) < part.amount) return false;
  const int64_t percent = amount_of(each, kResourceGpuMemoryRatio);
  const int64_t bytes = left(kResourceGpuMemory);
  if (percent == 0 || bytes == kAbsent) return true;
  const auto column = static_cast<size_t>(pool.column(kResourceGpuMemory));
  return bytes >= memory_of(percent, pool.total(device)[column]);
}

// Some GPUs report more than others, or no memory, and pods hold bytes that match no percentage.
RC_GTEST_PROP(AllocateProperties, AGpuFitsThatHasAllThatIsAsked, ()) {
  World world;
  draw_node(world, 10, 0);
  for (object::DeviceInfo &device : world.object.devices) {
    if (*rc::gen::inRange(0, 5) == 0) device.resources[0].value = *rc::gen::element(50, 126, 300);
    if (*rc::gen::inRange(0, 5) == 0) device.resources[2].value = *rc::gen::element(50, 127, 128);
  }
  const int lacks = *rc::gen::inRange(0, 8);
  for (object::DeviceInfo &device : world.object.devices)
    if (lacks < 3 && *rc::gen::inRange(0, 3) > 0)
      device.resources.erase(device.resources.begin() + lacks);
  Ledger ledger = world.ledger();
  const auto gpus = static_cast<size_t>(ledger.gpu_pool());
  for (size_t d = 0; d < ledger.devices(gpus); ++d) {
    if (*rc::gen::arbitrary<bool>()) continue;
    Grant grant{kTypeGpu, ledger.inventory().pools[gpus].devices[d].minor, {}, {}, {}};
    grant.parts = {{kResourceGpuCore, *rc::gen::inRange<int64_t>(0, 110)},
                   {kResourceGpuMemory, *rc::gen::inRange<int64_t>(0, 81 * kGi)},
                   {kResourceGpuMemoryRatio, *rc::gen::inRange<int64_t>(0, 110)}};
    ledger.hold({grant});
  }
  ResourceAmounts each;
  if (*rc::gen::inRange(0, 4) > 0)
    each.push_back({kResourceGpuCore, *rc::gen::inRange<int64_t>(1, 135)});
  if (*rc::gen::inRange(0, 8) == 0)
    each.push_back({kResourceGpuMemory, *rc::gen::inRange<int64_t>(1, 81 * kGi)});
  if (*rc::gen::inRange(0, 4) > 0)
    each.push_back({kResourceGpuMemoryRatio, *rc::gen::inRange<int64_t>(1, 135)});
  RC_PRE(!each.empty());
  DeviceMask wanted = 0;
  for (size_t d = 0; d < ledger.devices(gpus); ++d)
    if (has_all(ledger, d, each)) wanted |= device_bit(static_cast<int>(d));
  const Candidates site{ledger, gpus, kAllDevices, nullptr, Profile::kSpec};
  RC_ASSERT(site.fitting(each) == wanted);
  const int64_t percents[] = {amount_of(each, kResourceGpuCore),
                              amount_of(each, kResourceGpuMemoryRatio)};
  if (names(each, kResourceGpuMemory) || std::ranges::max(percents) > 100) return;
  device::Request ask;
  ask.percents = {percents[0], percents[1]};
  const auto brief = gpu_summary_of(ledger, object::PartitionPolicy::kAbsent).fitting(ask);
  RC_ASSERT(brief.has_value() == (ledger.devices(gpus) <= 8));
  if (brief) RC_ASSERT(*brief == wanted);
}

RC_GTEST_PROP(AllocateProperties, CountingGpusNearNumaNodesSaysWhatAllocationThereDoes, ()) {
  World world;
  world.conditions.profile = *rc::gen::element(Profile::kSpec, Profile::kUpstream);
  const Profile profile = world.conditions.profile;
  draw_node(world, 6, 1);
  draw_odd_places(world);
  if (*rc::gen::inRange(0, 4) == 0) {
    world.object.has_partitions = true;
    world.object.partitions = {{2, {{{0, 1}, "", 0, 1}}}};
    world.object.partition_policy =
        *rc::gen::element(object::PartitionPolicy::kAbsent, object::PartitionPolicy::kHonor);
  }
  Ledger ledger = world.ledger();
  draw_use(world, ledger);
  const Request request = draw_gpu_request(profile == Profile::kSpec);
  device::Request ask;
  RC_ASSERT(!world.ask(request, ask).refused());
  const std::vector<int32_t> numa = draw_numa(world);
  world.conditions.numa = numa;
  const DeviceMask near = gpus_near(ledger, numa, profile);
  const object::PartitionPolicy policy = world.conditions.labels.policy;
  const auto is_there = [&](const Ledger &in) {
    Grants grants;
    return !allocate(in, ask, world.conditions, grants).refused();
  };
  if (const auto gpus = countable_gpus(ledger, ask, profile, policy)) {
    const bool are = width(*gpus & near) >= ask.gpu.count;
    RC_CLASSIFY(are, "there");
    RC_CLASSIFY(!are, "too few");
    if (are || profile == Profile::kSpec) RC_ASSERT(are == is_there(ledger));
  }
  if (const auto gpus = countable_gpus_of_all(ledger, ask, profile, policy)) {
    const bool were = width(*gpus & near) >= ask.gpu.count;
    RC_CLASSIFY(were, "there without others");
    RC_ASSERT(were == is_there(Ledger(ledger.shared_inventory())));
  }
  Scorer scorer;
  scorer.strategy = *rc::gen::element(Strategy::kLeastAllocated, Strategy::kMostAllocated);
  world.conditions.scorer = &scorer;
  const std::optional<int64_t> scored = score_gpus(scorer, ledger, ask, near);
  RC_ASSERT(scored == score_node(ledger, ask, world.conditions));
  const auto brief =
      gpu_summary_of(ledger, object::PartitionPolicy::kAbsent).score(scorer, ask, near);
  RC_CLASSIFY(brief.has_value(), "by the brief");
  if (brief) RC_ASSERT(brief == scored.value_or(0));
}

RC_GTEST_PROP(AllocateProperties, ScoringGpusSaysWhatScoringTheNodeDoes, ()) {
  World world;
  world.conditions.profile = *rc::gen::element(Profile::kSpec, Profile::kUpstream);
  draw_node(world, 6, 1);
  if (*rc::gen::inRange(0, 8) == 0) {
    std::erase_if(world.object.devices, [](const auto &device) { return device.type == "gpu"; });
    world.object.links.clear();
  }
  Ledger ledger = world.ledger();
  draw_use(world, ledger);
  Request request = draw_gpu_request(world.conditions.profile == Profile::kSpec);
  if (*rc::gen::inRange(0, 8) == 0) add_nic(request);
  device::Request ask;
  RC_ASSERT(!world.ask(request, ask).refused());
  RC_PRE(ask.only_gpus);
  Scorer scorer;
  scorer.strategy = *rc::gen::element(Strategy::kLeastAllocated, Strategy::kMostAllocated);
  scorer.weights.push_back({kResourceGpuCore, *rc::gen::inRange(1, 4)});
  world.conditions.scorer = &scorer;
  if (*rc::gen::arbitrary<bool>()) scorer.weights.pop_back();
  const std::optional<int64_t> scored = score_gpus(scorer, ledger, ask);
  const auto brief = gpu_summary_of(ledger, object::PartitionPolicy::kAbsent).score(scorer, ask);
  RC_CLASSIFY(brief.has_value(), "by the brief");
  if (brief) RC_ASSERT(brief == scored);
  RC_CLASSIFY(!scored, "no GPUs");
  RC_ASSERT(scored == score_node(ledger, ask, world.conditions));
}

}  // namespace
}  // namespace koord::device::testing
