// The order of the specification, against every other answer on small nodes: best linked, then
// tightest, then by the strategy, which comes before tightness where it is stated, then of low
// minors; refused only where nothing will do.
#include <optional>
#include <tuple>

#include "drawn_nodes.h"

namespace koord::device::testing {
namespace {

using object::DeviceExclusive;
using object::DeviceScope;

// Whether a device has it, said again in other words.
bool has(const Ledger &ledger, size_t device, const Parts &each) {
  const Pool &pool = ledger.inventory().pools[0];
  if (!pool.devices[device].healthy) return false;
  const auto left = [&](ResourceId resource) {
    return ledger.free(0, device)[static_cast<size_t>(pool.column(resource))];
  };
  for (const Part &part : each)
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

// Of all sets of GPUs that will do the first best one; what is left for others counts for whole
// GPUs.
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
      // Beside percents the pod gets at least the bytes that these come to.
      const int64_t memory =
          pool.total(device)[static_cast<size_t>(pool.column(kResourceGpuMemory))];
      Parts given = ask.each;
      for (Part &part : given)
        if (part.resource == kResourceGpuMemory)
          part.amount =
              std::max(part.amount, amount_of(ask.each, kResourceGpuMemoryRatio) * memory / 100);
      for (const Part &part : given) {
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

// Alone where asked so, refused only where nothing is unused.
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

// On one switch more than the exact search looks at: still all that is asked for, all of it
// fitting.
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
