// Joint allocation of several device types: on the same PCIe switches if possible, else on the same
// NUMA nodes, else anywhere. It is refused if the same switches are required and impossible.
#include <algorithm>
#include <optional>
#include <set>

#include "drawn_nodes.h"

namespace koord::device::testing {
namespace {

using Minors = std::vector<int32_t>;

Request gpus_and_nics(int64_t gpus, int64_t amount) {
  return {{"nvidia.com/gpu", gpus}, {"koordinator.sh/rdma", amount}};
}
void join(World &world, const std::string &first, const std::string &second, bool same_pcie) {
  world.stated.joint = {{first, second}, same_pcie};
}

TEST(AllocateJoint, OnOneSwitchWhereThatCanBe) {
  World world({placed(gpu(0), 0, "a"), placed(gpu(1), 0, "b"), placed(rdma(0), 0, "c"),
               placed(rdma(1), 0, "b")});
  Ledger ledger = world.ledger();
  const auto both = [&](const Request &request) {
    const Grants grants = world.allocated(ledger, request);
    return std::pair(World::minors_of(grants), World::minors_of(grants, kTypeRdma));
  };
  EXPECT_EQ(both(gpus_and_nics(1, 100)), (std::pair<Minors, Minors>{{0}, {0}})) << "not asked for";
  for (const bool same_pcie : {false, true}) {
    join(world, "gpu", "rdma", same_pcie);
    EXPECT_EQ(both(gpus_and_nics(1, 100)), (std::pair<Minors, Minors>{{1}, {1}}));
    join(world, "rdma", "gpu", same_pcie);
    EXPECT_EQ(both(gpus_and_nics(1, 100)), (std::pair<Minors, Minors>{{1}, {1}}));
  }
  // Upstream picks the lowest GPU, and its NIC if it has one.
  world.conditions.profile = Profile::kUpstream;
  join(world, "gpu", "rdma", false);
  EXPECT_EQ(both(gpus_and_nics(1, 100)), (std::pair<Minors, Minors>{{0}, {0}}));
  join(world, "gpu", "rdma", true);
  EXPECT_EQ(world.refused(ledger, gpus_and_nics(1, 100)).reason, Reason::kDevicesApart);
}

TEST(AllocateJoint, OnOneNumaNodeNext) {
  World world({placed(gpu(0), 0, "a"), placed(gpu(1), 1, "b"), placed(rdma(0), 1, "c")});
  join(world, "gpu", "rdma", false);
  Ledger ledger = world.ledger();
  EXPECT_EQ(world.minors(ledger, gpus_and_nics(1, 100)), (Minors{1}));
  ledger.hold(world.allocated(ledger, {{"koordinator.sh/rdma", 100}}));
  EXPECT_EQ(world.refused(ledger, gpus_and_nics(1, 100)).reason, Reason::kNotEnoughDevices);
  World apart({placed(gpu(0), 0, "a"), placed(rdma(0), 1, "c")});
  join(apart, "gpu", "rdma", false);
  EXPECT_EQ(apart.minors(apart.ledger(), gpus_and_nics(1, 100)), (Minors{0})) << "anywhere";
  join(apart, "gpu", "rdma", true);
  const Refusal refusal = apart.refused(apart.ledger(), gpus_and_nics(1, 100));
  EXPECT_EQ(refusal.reason, Reason::kDevicesApart);
  EXPECT_FALSE(is_unresolvable(refusal)) << "others may leave";
}

TEST(AllocateJoint, OneForEachSwitch) {
  World world;
  for (int i = 0; i < 4; ++i) {
    world.object.devices.push_back(placed(gpu(i), 0, "pci" + std::to_string(i)));
    world.object.devices.push_back(placed(rdma(i), 0, "pci" + std::to_string(i)));
  }
  for (const bool same_pcie : {false, true}) {
    join(world, "gpu", "rdma", same_pcie);
    const Grants grants = world.allocated(world.ledger(), gpus_and_nics(3, 100));
    EXPECT_EQ(World::minors_of(grants), (Minors{0, 1, 2}));
    EXPECT_EQ(World::minors_of(grants, kTypeRdma), (Minors{0, 1, 2}));
  }
}

// More following devices are requested than one switch has, so leading
// devices go to the switch with enough of them.
TEST(AllocateJoint, LeadersGoWhereEnoughCanFollow) {
  World world({placed(gpu(0), 0, "a"), placed(gpu(1), 0, "b"), placed(rdma(0), 0, "a"),
               placed(rdma(1), 0, "b"), placed(rdma(2), 0, "b")});
  join(world, "gpu", "rdma", true);
  const Grants grants = world.allocated(world.ledger(), gpus_and_nics(1, 200));
  EXPECT_EQ(World::minors_of(grants), (Minors{1}));
  EXPECT_EQ(World::minors_of(grants, kTypeRdma), (Minors{1, 2}));
  join(world, "rdma", "gpu", true);
  EXPECT_EQ(world.minors(world.ledger(), gpus_and_nics(1, 200), kTypeRdma), (Minors{1, 2}))
      << "one GPU is on one switch only";
}

TEST(AllocateJoint, PartitionsToo) {
  World world;
  for (int i = 0; i < 4; ++i) world.object.devices.push_back(placed(gpu(i), 0, i < 2 ? "a" : "b"));
  world.object.devices.push_back(placed(rdma(0), 0, "b"));
  world.object.has_partitions = true;
  world.object.partitions = {{2, {{{0, 1}, "", 0, 1}, {{2, 3}, "", 0, 1}}}};
  world.object.partition_policy = object::PartitionPolicy::kHonor;
  join(world, "gpu", "rdma", true);
  EXPECT_EQ(world.minors(world.ledger(), gpus_and_nics(2, 100)), (Minors{2, 3}));
}

// Devices on unknown switches do not count as being on one switch, as in upstream.
TEST(AllocateJoint, UnknownSwitchesAreNotTheSame) {
  World world({placed(gpu(0), 0, ""), placed(rdma(0), 0, "")});
  join(world, "gpu", "rdma", true);
  EXPECT_EQ(world.refused(world.ledger(), gpus_and_nics(1, 100)).reason, Reason::kDevicesApart);
  join(world, "gpu", "rdma", false);
  EXPECT_EQ(world.minors(world.ledger(), gpus_and_nics(1, 100)), (Minors{0}));
}

TEST(AllocateJoint, SecondaryDevicesMayBeChosenAtReserve) {
  World world({placed(gpu(0), 0, "a"), placed(rdma(0), 1, "b")});
  world.object.secondary_well_planned = true;
  join(world, "gpu", "rdma", true);
  for (const Profile profile : {Profile::kSpec, Profile::kUpstream}) {
    world.conditions.profile = profile;
    world.conditions.chooses_secondary = false;
    const Grants grants = world.allocated(world.ledger(), gpus_and_nics(1, 100));
    ASSERT_EQ(grants.size(), 1u);
    EXPECT_EQ(grants[0].type, kTypeGpu);
    world.conditions.chooses_secondary = true;
    EXPECT_EQ(world.refused(world.ledger(), gpus_and_nics(1, 100)).reason, Reason::kDevicesApart);
  }
}

// There are more sets than are tried one by one: a solution is found if
// there is one, else the request is refused.
TEST(AllocateJoint, ManyDevices) {
  World world;
  for (int i = 0; i < 64; ++i)
    world.object.devices.push_back(placed(gpu(i), i / 32, "pci" + std::to_string(i / 4)));
  for (int i = 0; i < 16; ++i)
    world.object.devices.push_back(placed(rdma(i), i / 8, "pci" + std::to_string(i)));
  for (const bool gpus_lead : {true, false}) {
    join(world, gpus_lead ? "gpu" : "rdma", gpus_lead ? "rdma" : "gpu", true);
    for (const int64_t nics : {1, 6, 12, 16}) {
      if (!gpus_lead && nics == 1) continue;  // tested below
      const Grants grants = world.allocated(world.ledger(), gpus_and_nics(24, nics * 100));
      std::set<int32_t> of_gpus;
      for (const int32_t minor : World::minors_of(grants)) of_gpus.insert(minor / 4);
      const Minors had = World::minors_of(grants, kTypeRdma);
      EXPECT_EQ(World::minors_of(grants).size(), 24u);
      EXPECT_EQ(of_gpus, std::set<int32_t>(had.begin(), had.end()));
      EXPECT_GE(had.size(), static_cast<size_t>(nics));
    }
  }
  join(world, "gpu", "rdma", true);
  EXPECT_EQ(world.refused(world.ledger(), gpus_and_nics(6, 800)).reason, Reason::kDevicesApart)
      << "six GPUs are on six switches at most";
  join(world, "rdma", "gpu", true);
  EXPECT_EQ(world.refused(world.ledger(), gpus_and_nics(24, 100)).reason, Reason::kDevicesApart)
      << "one NIC is on one switch, which has four GPUs";
}

// Enumerates all allocations for a pod, on small nodes.
class EveryWay {
 public:
  EveryWay(const Ledger &ledger, const device::Request &ask)
      : ledger_(ledger), leads_with_gpus_(ask.joint.front() == kTypeGpu) {
    for (const TypeId type : {kTypeGpu, kTypeRdma}) {
      const auto index = static_cast<size_t>(ledger.inventory().find(type));
      const Pool &pool = ledger.inventory().pools[index];
      const CountRequest need = type == kTypeGpu ? CountRequest{ask.gpu.each, ask.gpu.count}
                                                 : count_request_of(*ask.find(type), pool,
                                                                    first_devices(pool_size(pool)));
      Side &side = type == ask.joint.front() ? lead_ : other_;
      side.pool = &pool;
      side.count = static_cast<int>(need.count);
      for (size_t d = 0; d < pool.devices.size(); ++d)
        if (pool.devices[d].healthy && fits(pool, ledger.free(index, d), need.each))
          side.fitting |= device_bit(static_cast<int>(d));
    }
  }

  // Returns the best link score of the leading sets that the other type can follow to the same
  // switches, the same NUMA nodes, or anywhere.
  std::optional<int64_t> best(bool by_pcie, bool by_numa) const {
    std::optional<int64_t> best;
    const auto look = [&](DeviceMask set) {
      if (!can_follow(set, by_pcie, by_numa)) return;
      const int64_t score = leads_with_gpus_ ? ledger_.inventory().links->total(set) : 0;
      if (!best || score > *best) best = score;
    };
    if (width(lead_.fitting) >= lead_.count) for_each_subset(lead_.fitting, lead_.count, 0, look);
    return best;
  }

  template <typename Key>
  std::set<std::string> keys(bool of_lead, DeviceMask set, const Key &key) const {
    std::set<std::string> out;
    for_each_device(set, [&](int d) {
      out.insert(key((of_lead ? lead_ : other_).pool->devices[static_cast<size_t>(d)]));
    });
    return out;
  }
  static std::string pcie(const Device &device) { return device.pcie; }
  static std::string numa(const Device &device) { return std::to_string(device.numa); }

  const Pool &lead() const { return *lead_.pool; }
  const Pool &other() const { return *other_.pool; }
  bool leads_with_gpus() const { return leads_with_gpus_; }

 private:
  struct Side {
    const Pool *pool = nullptr;
    DeviceMask fitting = 0;
    int count = 0;
  };
  static int pool_size(const Pool &pool) { return static_cast<int>(pool.devices.size()); }

  bool can_follow(DeviceMask set, bool by_pcie, bool by_numa) const {
    if (!by_pcie && !by_numa) return width(other_.fitting) >= other_.count;
    const auto key = by_pcie ? pcie : numa;
    const std::set<std::string> wanted = keys(true, set, key);
    std::set<std::string> met;
    int near = 0;
    for_each_device(other_.fitting, [&](int d) {
      const std::string place = key(other_.pool->devices[static_cast<size_t>(d)]);
      if (wanted.count(place) == 0) return;
      met.insert(place);
      ++near;
    });
    // NICs are allocated for each switch, GPUs exactly as many as requested.
    const bool too_many =
        by_pcie && !leads_with_gpus_ && wanted.size() > static_cast<size_t>(other_.count);
    return met == wanted && near >= other_.count && !too_many;
  }

  const Ledger &ledger_;
  bool leads_with_gpus_;
  Side lead_;
  Side other_;
};

RC_GTEST_PROP(AllocateJoint, AsNearAsAnyWay, ()) {
  World world;
  draw_node(world, 6, 4);
  world.object.devices.push_back(draw_place(rdma(9)));
  const bool gpus_lead = *rc::gen::arbitrary<bool>();
  const bool same_pcie = *rc::gen::arbitrary<bool>();
  join(world, gpus_lead ? "gpu" : "rdma", gpus_lead ? "rdma" : "gpu", same_pcie);
  Ledger ledger = world.ledger();
  draw_use(world, ledger);
  device::Request ask;
  Request request = draw_gpu_request(false);
  request.emplace_back("koordinator.sh/rdma", *rc::gen::element<int64_t>(30, 100, 200));
  RC_ASSERT(!world.ask(request, ask).refused());
  Grants grants;
  const Refusal refusal = allocate(ledger, ask, world.conditions, grants);

  const EveryWay ways(ledger, ask);
  const std::optional<int64_t> near = ways.best(true, false);
  const std::optional<int64_t> around = same_pcie ? std::nullopt : ways.best(false, true);
  const std::optional<int64_t> anywhere = same_pcie ? std::nullopt : ways.best(false, false);
  RC_CLASSIFY(near.has_value(), "one switch");
  RC_CLASSIFY(!near && around, "one NUMA node");
  RC_CLASSIFY(!near && !around && anywhere, "anywhere");
  RC_ASSERT(refusal.refused() == !(near || around || anywhere));
  if (refusal.refused()) return;
  const DeviceMask lead = mask_of_minors(
      ways.lead(), World::minors_of(grants, ways.leads_with_gpus() ? kTypeGpu : kTypeRdma));
  const DeviceMask other = mask_of_minors(
      ways.other(), World::minors_of(grants, ways.leads_with_gpus() ? kTypeRdma : kTypeGpu));
  if (near) {
    RC_ASSERT(ways.keys(true, lead, EveryWay::pcie) == ways.keys(false, other, EveryWay::pcie));
  } else if (around) {
    const auto there = ways.keys(true, lead, EveryWay::numa);
    const auto here = ways.keys(false, other, EveryWay::numa);
    RC_ASSERT(std::includes(there.begin(), there.end(), here.begin(), here.end()));
  }
  if (ways.leads_with_gpus())
    RC_ASSERT(ledger.inventory().links->total(lead) == *(near ? near : around ? around : anywhere));
}

}  // namespace
}  // namespace koord::device::testing
