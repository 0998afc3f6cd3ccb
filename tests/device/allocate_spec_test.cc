// The specification's order of device sets, compared with every other set on small
// nodes: best links, tightest fit, strategy (before tightness if it is stated),
// lowest minors. A request is refused only if no set fits.
#include <optional>
#include <tuple>

#include "drawn_nodes.h"

namespace koord::device::testing {
namespace {

using object::DeviceExclusive;
using object::DeviceScope;

// Returns true if a device can supply the amounts; an independent version of the rule.
bool has(const Ledger &ledger, size_t device, const ResourceAmounts &each) {
  const Pool &pool = ledger.inventory().pools[0];
  if (!pool.devices[device].healthy) return false;
  const auto left = [&](ResourceId resource) {
    return ledger.free(0, device)[static_cast<size_t>(pool.column(resource))];
  };
  for (const ResourceAmount &part : each)
    if (left(part.resource) < part.amount) return false;
  const int64_t total = pool.total(device)[static_cast<size_t>(pool.column(kResourceGpuMemory))];
  return amount_of(each, kResourceGpuMemoryRatio) * total / 100 <= left(kResourceGpuMemory);
}

bool within(const Pool &pool, DeviceMask set, DeviceScope scope) {
  bool all = true;
  for_each_device(set, [&](int a) {
    const Device &first = pool.devices[static_cast<size_t>(lowest(set))];
    const Device &device = pool.devices[static_cast<size_t>(a)];
    if (scope >= DeviceScope::kNumaNode) all = all && device.numa == first.numa;
    if (scope >= DeviceScope::kPcie) all = all && device.pcie == first.pcie;
  });
  return all;
}

struct Best {
  DeviceMask set = 0;
  std::tuple<int64_t, int64_t, int64_t, int64_t> rank;
};

// Returns the first best of all sets of GPUs that fit. For whole GPUs
// the links that are left for others count, too.
std::optional<Best> best_of_all(const Ledger &ledger, const GpuRequest &ask, DeviceScope scope,
                                const Scorer &scorer) {
  const Pool &pool = ledger.inventory().pools[0];
  const LinkGraph &links = *ledger.inventory().links;
  DeviceMask fitting = 0;
  for (size_t d = 0; d < pool.devices.size(); ++d)
    if (has(ledger, d, ask.each)) fitting |= device_bit(static_cast<int>(d));
  std::optional<Best> best;
  const auto look = [&](DeviceMask set) {
    if (!within(pool, set, scope)) return;
    int64_t slack = 0;
    int64_t score = 0;
    for_each_device(set, [&](int d) {
      const auto device = static_cast<size_t>(d);
      // If the request names percentages, the pod gets at least the bytes that they amount to.
      const int64_t memory =
          pool.total(device)[static_cast<size_t>(pool.column(kResourceGpuMemory))];
      ResourceAmounts given = ask.each;
      for (ResourceAmount &part : given)
        if (part.resource == kResourceGpuMemory)
          part.amount =
              std::max(part.amount, amount_of(ask.each, kResourceGpuMemoryRatio) * memory / 100);
      for (const ResourceAmount &part : given) {
        const auto column = static_cast<size_t>(pool.column(part.resource));
        slack += (ledger.free(0, device)[column] - part.amount) * 1000 / pool.total(device)[column];
      }
      score +=
          score_device(scorer, pool.columns, pool.total(device), ledger.free(0, device), given);
    });
    const int64_t left = ask.shared ? 0 : links.total(fitting & ~set);
    const std::tuple rank(links.total(set), scorer.stated ? score : -slack,
                          scorer.stated ? -slack : score, left);
    if (!best || rank > best->rank) best = Best{set, rank};
  };
  if (width(fitting) >= ask.count) for_each_subset(fitting, ask.count, 0, look);
  return best;
}

RC_GTEST_PROP(AllocateSpec, GpusAreTheBestOfAllSets, ()) {
  World world;
  draw_node(world, 8, 0);
  Scorer scorer;
  scorer.strategy = *rc::gen::element(Strategy::kLeastAllocated, Strategy::kMostAllocated);
  scorer.stated = *rc::gen::arbitrary<bool>();
  world.conditions.scorer = &scorer;
  Ledger ledger = world.ledger();
  draw_use(world, ledger);
  const DeviceScope scope = *rc::gen::element(DeviceScope::kAny, DeviceScope::kNode,
                                              DeviceScope::kNumaNode, DeviceScope::kPcie);
  world.hint("gpu").scope = scope;
  device::Request ask;
  RC_ASSERT(!world.ask(draw_gpu_request(true), ask).refused());
  Grants grants;
  const Refusal refusal = allocate(ledger, ask, world.conditions, grants);
  const std::optional<Best> best = best_of_all(ledger, ask.gpu, scope, scorer);
  RC_ASSERT(refusal.refused() == !best.has_value());
  RC_CLASSIFY(refusal.refused(), "refused");
  if (!best) return;
  RC_ASSERT(mask_of_minors(ledger.inventory().pools[0], World::minors_of(grants)) == best->set);
}

// An exclusive request gets a device without neighbours, and is refused only if there is none.
RC_GTEST_PROP(AllocateSpec, ExclusiveDevicesAreThoseNobodyIsNear, ()) {
  World world;
  draw_node(world, 6, 0);
  Ledger ledger = world.ledger();
  draw_use(world, ledger);
  const bool by_pcie = *rc::gen::arbitrary<bool>();
  world.hint("gpu").exclusive = by_pcie ? DeviceExclusive::kPcie : DeviceExclusive::kDevice;
  const Request request = {{"koordinator.sh/gpu", 10}};
  const Pool &pool = ledger.inventory().pools[0];
  DeviceMask free = 0;
  for (size_t d = 0; d < pool.devices.size(); ++d) {
    bool near = !pool.devices[d].healthy;
    for_each_device(ledger.in_use(0), [&](int used) {
      const auto other = static_cast<size_t>(used);
      near = near || other == d || (by_pcie && pool.devices[other].pcie == pool.devices[d].pcie);
    });
    if (!near) free |= device_bit(static_cast<int>(d));
  }
  const std::vector<int32_t> minors = world.minors(ledger, request);
  RC_ASSERT(minors.empty() == (free == 0));
  if (!minors.empty()) RC_ASSERT(contains(free, mask_of_minors(pool, minors)));
}

// There are more GPUs than the exact search handles. The requested
// number is still allocated, and all of them fit.
TEST(AllocateSpec, ManyGpusWithDemandsOnTheSet) {
  World world;
  for (int i = 0; i < 32; ++i)
    world.object.devices.push_back(placed(gpu(i), i / 16, "pci" + std::to_string(i / 4)));
  Ledger ledger = world.ledger();
  for (const int32_t minor : {0, 5, 17, 18, 19, 20})
    ledger.hold(
        {{kTypeGpu, minor, {{kResourceGpuCore, 30}, {kResourceGpuMemoryRatio, 30}}, {}, {}}});
  EXPECT_EQ(world.minors(ledger, {{"nvidia.com/gpu", 8}}).size(), 8u);
  const std::vector<int32_t> shared = world.minors(
      ledger, {{"koordinator.sh/gpu.shared", 3}, {"koordinator.sh/gpu-memory-ratio", 150}});
  EXPECT_EQ(shared, (std::vector<int32_t>{17, 18, 19})) << "on one switch, and tight";
  EXPECT_EQ(world
                .minors(ledger, {{"koordinator.sh/gpu.shared", 12},
                                 {"koordinator.sh/gpu-memory-ratio", 600}})
                .size(),
            12u);
}

}  // namespace
}  // namespace koord::device::testing
