// Devices for claims through the C interface: answers, and inputs that are refused.
#include <pthread.h>

#include <random>

#include "capi/dra_support.h"

namespace koord::testing {
namespace {

using Dra = DraCase;

std::vector<koord_dra_device> eight_gpus() {
  std::vector<koord_dra_device> out;
  for (int32_t i = 0; i < 8; ++i) out.push_back({0, 0, i / 4, i / 2, 0});
  return out;
}

TEST(DraAllocation, UsesFewNumaNodesAndRootsAndKeepsRoom) {
  Dra dra;
  std::vector<koord_dra_device> gpus = eight_gpus();
  gpus[0].flags = KOORD_DRA_DEVICE_ALLOCATED;
  ASSERT_EQ(dra.add_devices(gpus), KOORD_OK);
  ASSERT_EQ(dra.request(0, 0, 2, 0xFF), KOORD_OK);
  const koord_dra_info info = dra.run();
  EXPECT_EQ(info.outcome, KOORD_DRA_OUTCOME_ALLOCATED);
  // NUMA node 1 stays whole, and 2 and 3 share a root.
  EXPECT_EQ(dra.results(), "0.0:0=2 0.0:0=3");
  EXPECT_EQ(info.numa_nodes, 1u);
  EXPECT_EQ(info.pcie_roots, 1u);
  EXPECT_EQ(info.idle, 3u);
  EXPECT_EQ(info.alternative, -1);
}

TEST(DraAllocation, EarlierAlternativesComeFirst) {
  Dra dra;
  ASSERT_EQ(dra.add_devices(eight_gpus()), KOORD_OK);
  ASSERT_EQ(dra.request(0, 0, 9, 0xFF), KOORD_OK);
  ASSERT_EQ(dra.request(0, 0, 5, 0xFF), KOORD_OK);
  ASSERT_EQ(dra.request(0, 0, 1, 0xFF), KOORD_OK);
  ASSERT_EQ(dra.request(1, 0, 1, 0xF0), KOORD_OK);
  EXPECT_EQ(dra.run().outcome, KOORD_DRA_OUTCOME_ALLOCATED);
  EXPECT_EQ(dra.results(), "0.0:1=0 0.0:1=1 0.0:1=2 0.0:1=3 0.0:1=4 1.0:3=5");
}

TEST(DraAllocation, ConstraintsApplyToTheirAlternatives) {
  Dra dra;
  ASSERT_EQ(dra.add_devices(eight_gpus()), KOORD_OK);
  std::vector<koord_dra_attribute> values;
  for (uint32_t i = 0; i < 8; ++i) values.push_back({i, 5, i % 2});
  ASSERT_EQ(dra.add_attributes(values), KOORD_OK);
  ASSERT_EQ(dra.request(0, 0, 2, 0xFF), KOORD_OK);
  ASSERT_EQ(dra.request(0, 1, 1, 0xFF), KOORD_OK);
  ASSERT_EQ(dra.constrain(KOORD_DRA_CONSTRAINT_KIND_MATCH, 5, nullptr, 1), KOORD_OK);
  EXPECT_EQ(dra.run().outcome, KOORD_DRA_OUTCOME_ALLOCATED);
  EXPECT_EQ(dra.results(), "0.0:0=0 0.0:0=2 0.1:1=1");
  ASSERT_EQ(dra.constrain(KOORD_DRA_CONSTRAINT_KIND_DISTINCT, 5), KOORD_OK);
  const koord_dra_info info = dra.run(KOORD_DRA_OPTIONS_REMEDIES);
  EXPECT_EQ(info.outcome, KOORD_DRA_OUTCOME_REFUSED);
  EXPECT_EQ(info.reason, KOORD_DRA_REASON_CONSTRAINT);
  EXPECT_EQ(info.constraint, 1);
  EXPECT_EQ(dra.results(), "");
}

TEST(DraAllocation, SharesReportTheConsumedCapacity) {
  Dra dra;
  constexpr koord_dra_device_flags kInUse = KOORD_DRA_DEVICE_SHARED | KOORD_DRA_DEVICE_ALLOCATED;
  ASSERT_EQ(dra.add_devices({{0, kInUse, -1, -1, 0}}), KOORD_OK);
  koord_dra_capacity memory{};
  memory.name = 3;
  memory.value = 40;
  memory.used = 10;
  memory.policy = KOORD_DRA_POLICY_VALUES;
  memory.flags = KOORD_DRA_CAPACITY_HAS_DEFAULT;
  memory.default_amount = 10;
  ASSERT_EQ(dra.add_capacities({memory}), KOORD_OK);
  ASSERT_EQ(dra.add(&koord_dra_inventory_add_valid_values, {{0, 3, 20}, {0, 3, 10}}), KOORD_OK);
  ASSERT_EQ(dra.request(0, 0, 1, 1), KOORD_OK);
  ASSERT_EQ(dra.request(0, 1, 1, 1), KOORD_OK);
  const koord_dra_amount wanted{1, 3, 12};
  ASSERT_EQ(koord_dra_claims_add_amounts(dra.claims.get(), &wanted, sizeof wanted, 1, nullptr),
            KOORD_OK);
  EXPECT_EQ(dra.run().outcome, KOORD_DRA_OUTCOME_ALLOCATED);
  EXPECT_EQ(dra.results(), "0.0:0=0 0.1:1=0");
  EXPECT_EQ(dra.amounts(), "0/3=10 1/3=20");
  ASSERT_EQ(dra.request(0, 2, 1, 1), KOORD_OK);
  EXPECT_EQ(dra.run().outcome, KOORD_DRA_OUTCOME_REFUSED);
  EXPECT_EQ(dra.amounts(), "");
}

TEST(DraAllocation, PartitionsShareCounters) {
  Dra dra;
  // A whole GPU and two halves of it.
  ASSERT_EQ(dra.add_devices({{0, 0, -1, -1, 0}, {0, 0, -1, -1, 0}, {0, 0, -1, -1, 0}}), KOORD_OK);
  ASSERT_EQ(dra.add(&koord_dra_inventory_add_counters, {{0, 0, 8}}), KOORD_OK);
  ASSERT_EQ(dra.add(&koord_dra_inventory_add_consumed_counters, {{0, 0, 8}, {1, 0, 4}, {2, 0, 4}}),
            KOORD_OK);
  ASSERT_EQ(dra.request(0, 0, 2, 7), KOORD_OK);
  const koord_dra_info info = dra.run();
  EXPECT_EQ(info.outcome, KOORD_DRA_OUTCOME_ALLOCATED);
  EXPECT_EQ(info.opened, 1u);
  EXPECT_EQ(dra.results(), "0.0:0=1 0.0:0=2");
}

TEST(DraAllocation, AdministratorsUseDevicesThatAreInUse) {
  Dra dra;
  ASSERT_EQ(dra.add_devices({{0, KOORD_DRA_DEVICE_ALLOCATED, 0, 0, 0}, {0, 0, 0, 0, 0}}), KOORD_OK);
  ASSERT_EQ(
      dra.request(0, 0, 0, 3, nullptr, KOORD_DRA_ALTERNATIVE_ALL | KOORD_DRA_ALTERNATIVE_ADMIN),
      KOORD_OK);
  ASSERT_EQ(dra.request(1, 0, 1, 3), KOORD_OK);
  EXPECT_EQ(dra.run(KOORD_DRA_OPTIONS_ANY).outcome, KOORD_DRA_OUTCOME_ALLOCATED);
  EXPECT_EQ(dra.results(), "0.0:0=0 0.0:0=1 1.0:1=1");
}

TEST(DraAllocation, DevicesBeyondTheInventoryDoNotCount) {
  Dra dra;
  ASSERT_EQ(dra.add_devices({{0, 0, -1, -1, 0}}), KOORD_OK);
  ASSERT_EQ(dra.request(0, 0, 2, ~uint64_t{0}), KOORD_OK);
  const koord_dra_info info = dra.run();
  EXPECT_EQ(info.reason, KOORD_DRA_REASON_TOO_FEW_DEVICES);
  EXPECT_EQ(info.available, 1u);
}

TEST(DraAllocation, StepsThatRunOutLeaveItUndecided) {
  Dra dra;
  ASSERT_EQ(dra.add_devices(eight_gpus()), KOORD_OK);
  ASSERT_EQ(dra.request(0, 0, 4, 0xFF), KOORD_OK);
  const koord_dra_info info = dra.run(KOORD_DRA_OPTIONS_REMEDIES, 2);
  EXPECT_EQ(info.outcome, KOORD_DRA_OUTCOME_UNDECIDED);
  EXPECT_EQ(info.reason, KOORD_DRA_REASON_UNDECIDED);
  EXPECT_NE(info.properties & KOORD_DRA_INFO_TRUNCATED, 0u);
}

TEST(DraAllocation, TaintsHaveNumbersUpToTheLimit) {
  constexpr uint32_t kLast = KOORD_MAX_DRA_TAINTS - 1;
  Dra dra;
  ASSERT_EQ(dra.add_devices({{1, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}}), KOORD_OK);
  ASSERT_EQ(dra.add_taints({{1, 1}, {2, kLast}, {2, 64}, {2, 64}}), KOORD_OK);
  ASSERT_EQ(dra.request(0, 0, 1, 7), KOORD_OK);
  EXPECT_EQ(dra.run().tainted, 3u);
  std::vector<uint64_t> tolerated(KOORD_MAX_DRA_TAINTS / 64);
  const auto result = [&] {
    EXPECT_EQ(koord_dra_claims_set_tolerated(dra.claims.get(), 0, tolerated.data(),
                                             tolerated.size(), nullptr),
              KOORD_OK);
    dra.run();
    return dra.results();
  };
  tolerated.back() = uint64_t{1} << 63;
  EXPECT_EQ(result(), "");
  tolerated[1] = 1;
  EXPECT_EQ(result(), "0.0:0=2");
  tolerated.assign(tolerated.size(), 0);
  tolerated[0] = 2;
  EXPECT_EQ(result(), "0.0:0=1");
  EXPECT_FAILS(dra.add_taints({{0, kLast + 1}}, &err), KOORD_E_INVALID, "rows[0].number");
  EXPECT_FAILS(dra.add_taints({{3, 0}}, &err), KOORD_E_INVALID, "rows[0].device");
  EXPECT_FAILS(koord_dra_claims_set_tolerated(dra.claims.get(), 1, tolerated.data(), 1, &err),
               KOORD_E_INVALID, "there are 1 alternatives");
}

// Two unknown places may be far from each other, and one unknown place may be far from the CPUs.
TEST(DraAllocation, KnownNumaNodesAreBetterThanUnknownOnes) {
  Dra dra;
  ASSERT_EQ(dra.add_devices({{0, 0, -1, -1, 0},
                             {0, 0, -1, -1, 0},
                             {0, 0, 0, 0, 0},
                             {0, 0, 1, 1, 0},
                             {0, 0, 1, 1, 0}}),
            KOORD_OK);
  ASSERT_EQ(dra.request(0, 0, 1, 0x1F), KOORD_OK);
  koord_dra_info info = dra.run();
  EXPECT_EQ(dra.results(), "0.0:0=2");
  EXPECT_EQ(info.unplaced, 0u);
  ASSERT_EQ(dra.request(0, 1, 1, 0x1F), KOORD_OK);
  dra.run();
  EXPECT_EQ(dra.results(), "0.0:0=3 0.1:1=4");
  ASSERT_EQ(dra.request(1, 0, 2, 0x1F), KOORD_OK);
  info = dra.run();
  EXPECT_EQ(info.numa_nodes, 3u);
  EXPECT_EQ(info.unplaced, 1u);
}

TEST(DraAllocation, IdleDevicesOfOtherKindsDoNotCount) {
  Dra dra;
  // NUMA node 0 has two idle GPUs; node 1 has one, and two idle NICs.
  ASSERT_EQ(
      dra.add_devices(
          {{0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 1, 1, 0}, {0, 0, 1, 1, 5}, {0, 0, 1, 1, 5}}),
      KOORD_OK);
  ASSERT_EQ(dra.request(0, 0, 1, 7), KOORD_OK);
  EXPECT_EQ(dra.run().idle, 1u);
  EXPECT_EQ(dra.results(), "0.0:0=2");
  EXPECT_FAILS(dra.add_devices({{0, 0, 0, 0, -1}}, &err), KOORD_E_INVALID, "rows[0].kind");
}

class DraNodes : public ::testing::Test {
 protected:
  std::vector<koord_dra_verdict> run(const Dra &dra, koord_dra_options_flags flags = 0) {
    koord_dra_options options = KOORD_INIT(koord_dra_options);
    options.flags = flags;
    std::vector<koord_dra_verdict> rows(256);
    size_t count = 0;
    EXPECT_EQ(koord_dra_nodes_run(nodes_.get(), dra.claims.get(), &options, rows.data(),
                                  sizeof rows[0], rows.size(), &count, nullptr),
              KOORD_OK);
    rows.resize(count);
    return rows;
  }
  koord_status set(uint32_t node, const Dra &dra, koord_error *err = nullptr) {
    return koord_dra_nodes_set(nodes_.get(), node, dra.inventory.get(), err);
  }

  std::unique_ptr<koord_dra_nodes, FreeDra> nodes_ = new_dra(&koord_dra_nodes_new);
};

// Devices come into use and become free on random nodes, and several claims are asked for again and
// again: each answer is that of a run on the node alone.
TEST_F(DraNodes, AnswersAreThoseOfEachNode) {
  std::mt19937 random(1);
  const auto upto = [&](uint32_t most) { return static_cast<uint32_t>(random() % (most + 1)); };
  std::vector<Dra> nodes(12);
  std::vector<Dra> claims(70);  // more than are kept
  for (size_t i = 0; i < claims.size(); ++i)
    for (uint32_t claim = 0; claim <= i % 3; ++claim)
      ASSERT_EQ(claims[i].request(claim, 0, 1 + upto(3), 0xFF - upto(127)), KOORD_OK);
  for (int round = 0; round < 300; ++round) {
    const uint32_t changed = upto(11);
    std::vector<koord_dra_device> devices = eight_gpus();
    for (koord_dra_device &device : devices) device.flags = upto(2) == 0 ? 2 : 0;
    ASSERT_EQ(koord_dra_inventory_reset(nodes[changed].inventory.get(), nullptr), KOORD_OK);
    ASSERT_EQ(nodes[changed].add_devices(devices), KOORD_OK);
    ASSERT_EQ(set(changed, nodes[changed]), KOORD_OK);
    Dra &asked = claims[upto(round < 200 ? 3 : 69)];
    const std::vector<koord_dra_verdict> rows = run(asked);
    for (size_t i = 0; i < rows.size(); ++i) {
      SCOPED_TRACE("round " + std::to_string(round) + " node " + std::to_string(i));
      asked.inventory.swap(nodes[i].inventory);
      const bool has_inventory = rows[i].outcome != KOORD_DRA_OUTCOME_NONE;
      const koord_dra_info info = asked.run();
      asked.inventory.swap(nodes[i].inventory);
      if (!has_inventory) continue;
      ASSERT_EQ(rows[i].outcome, info.outcome);
      ASSERT_EQ(rows[i].reason, info.reason);
      ASSERT_EQ(rows[i].numa_nodes, info.numa_nodes);
      ASSERT_EQ(rows[i].pcie_roots, info.pcie_roots);
      ASSERT_EQ(rows[i].idle, info.idle);
    }
  }
}

TEST_F(DraNodes, NodesWithoutInventoryHaveNoAnswer) {
  Dra dra;
  ASSERT_EQ(dra.add_devices(eight_gpus()), KOORD_OK);
  ASSERT_EQ(dra.request(0, 0, 1, 0xFF), KOORD_OK);
  EXPECT_EQ(run(dra).size(), 0u);
  ASSERT_EQ(set(2, dra), KOORD_OK);
  EXPECT_EQ(run(dra).size(), 3u);
  EXPECT_EQ(run(dra)[1].outcome, KOORD_DRA_OUTCOME_NONE);
  EXPECT_EQ(run(dra)[2].outcome, KOORD_DRA_OUTCOME_ALLOCATED);
  ASSERT_EQ(koord_dra_nodes_set(nodes_.get(), 2, nullptr, nullptr), KOORD_OK);
  EXPECT_EQ(run(dra)[2].outcome, KOORD_DRA_OUTCOME_NONE);
  EXPECT_FAILS(set(KOORD_MAX_DRA_NODES, dra, &err), KOORD_E_LIMIT, "at most 65536");
  koord_dra_options options = KOORD_INIT(koord_dra_options);
  options.flags = KOORD_DRA_OPTIONS_REMEDIES;
  koord_dra_verdict row;
  size_t count = 0;
  EXPECT_FAILS(koord_dra_nodes_run(nodes_.get(), dra.claims.get(), &options, &row, sizeof row, 1,
                                   &count, &err),
               KOORD_E_INVALID, "options.flags");
  EXPECT_FAILS(koord_dra_nodes_run(nodes_.get(), dra.claims.get(), nullptr, &row, sizeof row, 1,
                                   &count, &err),
               KOORD_E_NO_SPACE, "3");
  EXPECT_EQ(count, 3u);
}

// A node with 1,025 devices for a request for all does not affect the others.
TEST_F(DraNodes, ANodeBeyondALimitIsUndecided) {
  Dra small, large, request;
  const koord_dra_device shared{0, KOORD_DRA_DEVICE_SHARED, -1, -1, 0};
  ASSERT_EQ(small.add_devices({shared}), KOORD_OK);
  ASSERT_EQ(large.add_devices(std::vector<koord_dra_device>(32, shared)), KOORD_OK);
  for (uint32_t claim = 0; claim < 33; ++claim)
    ASSERT_EQ(request.request(claim, 0, 0, 0xFFFFFFFF, nullptr, KOORD_DRA_ALTERNATIVE_ALL),
              KOORD_OK);
  ASSERT_EQ(set(0, large), KOORD_OK);
  ASSERT_EQ(set(1, small), KOORD_OK);
  for (int i = 0; i < 2; ++i) {
    const std::vector<koord_dra_verdict> rows = run(request);
    EXPECT_EQ(rows[0].outcome, KOORD_DRA_OUTCOME_UNDECIDED);
    EXPECT_EQ(rows[0].reason, KOORD_DRA_REASON_POD_LIMIT);
    EXPECT_EQ(rows[1].outcome, KOORD_DRA_OUTCOME_ALLOCATED);
  }
}

// A thread with a stack of 1 MiB, as those of some runtimes.
void on_small_stack(void *(*call)(void *), void *argument) {
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, size_t{1} << 20), 0);
  pthread_t thread;
  ASSERT_EQ(pthread_create(&thread, &attributes, call, argument), 0);
  EXPECT_EQ(pthread_join(thread, nullptr), 0);
  pthread_attr_destroy(&attributes);
}

TEST(DraAllocation, HasALimitOfDevicesForAllClaims) {
  Dra dra;
  const std::vector<koord_dra_device> shared(32, {0, KOORD_DRA_DEVICE_SHARED, -1, -1, 0});
  ASSERT_EQ(dra.add_devices(shared), KOORD_OK);
  uint32_t claim = 0;
  for (; claim < 32; ++claim) ASSERT_EQ(dra.request(claim, 0, 32, 0xFFFFFFFF), KOORD_OK);
  koord_dra_info info = KOORD_INIT(koord_dra_info);
  const auto run = [&](koord_error *err) {
    return koord_dra_allocation_run(dra.allocation.get(), dra.inventory.get(), dra.claims.get(),
                                    nullptr, &info, err);
  };
  on_small_stack(
      [](void *argument) -> void * {
        EXPECT_EQ(static_cast<Dra *>(argument)->run().outcome, KOORD_DRA_OUTCOME_ALLOCATED);
        return nullptr;
      },
      &dra);
  // One of the alternatives may need one device more.
  ASSERT_EQ(dra.request(claim, 0, 1, 0), KOORD_OK);
  EXPECT_FAILS(run(&err), KOORD_E_LIMIT, "up to 1025 devices for all claims, at most 1024");
  for (; claim + 1 < 512; ++claim) ASSERT_EQ(dra.request(claim + 1, 0, 32, 0xFFFFFFFF), KOORD_OK);
  EXPECT_FAILS(run(&err), KOORD_E_LIMIT, "at most 1024");
}

TEST(DraAllocation, NeedsAlternatives) {
  Dra dra;
  koord_dra_info info = KOORD_INIT(koord_dra_info);
  EXPECT_FAILS(koord_dra_allocation_run(dra.allocation.get(), dra.inventory.get(), dra.claims.get(),
                                        nullptr, &info, &err),
               KOORD_E_INVALID, "no alternatives");
}

TEST(DraInventory, RefusedRowsChangeNothing) {
  Dra dra;
  EXPECT_FAILS(dra.add_devices({{0, 0, 0, 0, 0}, {0, 8, 0, 0, 0}}, &err), KOORD_E_INVALID,
               "rows[1].flags");
  EXPECT_FAILS(dra.add_devices({{0, 0, -2, 0, 0}}, &err), KOORD_E_INVALID, "rows[0].numa_node");
  EXPECT_FAILS(dra.add_devices(std::vector<koord_dra_device>(1025), &err), KOORD_E_LIMIT, "1024");
  EXPECT_FAILS(dra.add_attributes({{0, 0, 0}}, &err), KOORD_E_INVALID, "there are 0 devices");
  ASSERT_EQ(dra.add_devices(eight_gpus()), KOORD_OK);
  koord_dra_capacity capacity{};
  capacity.value = (int64_t{1} << 50) + 1;
  EXPECT_FAILS(dra.add_capacities({capacity}, &err), KOORD_E_INVALID, "rows[0].value");
  capacity.value = 1;
  EXPECT_FAILS(dra.add_capacities({capacity, capacity}, &err), KOORD_E_INVALID,
               "two rows for capacity 0 of device 0");
  capacity.flags = KOORD_DRA_CAPACITY_HAS_STEP;
  EXPECT_FAILS(dra.add_capacities({capacity}, &err), KOORD_E_INVALID, "rows[0].step");
  EXPECT_FAILS(dra.add(&koord_dra_inventory_add_valid_values, {{0, 0, 1}}, &err), KOORD_E_INVALID,
               "no such capacity");
  EXPECT_FAILS(dra.add(&koord_dra_inventory_add_counters, {{0, 1, 1}}, &err), KOORD_E_INVALID,
               "expected 0");
  EXPECT_FAILS(dra.add(&koord_dra_inventory_add_consumed_counters, {{0, 0, 1}}, &err),
               KOORD_E_INVALID, "0 counters");
}

// The largest number of values, in descending order, for the largest number of capacities.
TEST(DraInventory, ManyValidValuesAreSorted) {
  Dra dra;
  ASSERT_EQ(dra.add_devices(std::vector<koord_dra_device>(KOORD_MAX_DRA_DEVICES,
                                                          {0, KOORD_DRA_DEVICE_SHARED, -1, -1, 0})),
            KOORD_OK);
  std::vector<koord_dra_capacity> capacities;
  std::vector<koord_dra_amount> values;
  for (uint32_t i = KOORD_MAX_DRA_DEVICES * KOORD_MAX_DRA_CAPACITIES; i-- > 0;) {
    koord_dra_capacity capacity{};
    capacity.device = i / KOORD_MAX_DRA_CAPACITIES;
    capacity.name = i % KOORD_MAX_DRA_CAPACITIES;
    capacity.value = 4;
    capacity.policy = KOORD_DRA_POLICY_VALUES;
    capacities.push_back(capacity);
    for (const int64_t amount : {4, 2}) values.push_back({capacity.device, capacity.name, amount});
  }
  ASSERT_EQ(dra.add_capacities(capacities), KOORD_OK);
  ASSERT_EQ(dra.add(&koord_dra_inventory_add_valid_values, values), KOORD_OK);
  ASSERT_EQ(dra.request(0, 0, 1, 1), KOORD_OK);
  const koord_dra_amount wanted{0, 7, 1};
  ASSERT_EQ(koord_dra_claims_add_amounts(dra.claims.get(), &wanted, sizeof wanted, 1, nullptr),
            KOORD_OK);
  EXPECT_EQ(dra.run().outcome, KOORD_DRA_OUTCOME_ALLOCATED);
  EXPECT_NE(dra.amounts().find("0/7=2"), std::string::npos);
}

TEST(DraInventory, OnlySharedDevicesInUseHaveUsedCapacity) {
  Dra dra;
  ASSERT_EQ(dra.add_devices({{0, 0, 0, 0, 0},
                             {0, KOORD_DRA_DEVICE_SHARED, 0, 0, 0},
                             {0, KOORD_DRA_DEVICE_ALLOCATED, 0, 0, 0},
                             {0, KOORD_DRA_DEVICE_SHARED | KOORD_DRA_DEVICE_ALLOCATED, 0, 0, 0}}),
            KOORD_OK);
  koord_dra_capacity capacity{};
  capacity.value = 2;
  capacity.used = 1;
  for (; capacity.device < 3; ++capacity.device)
    EXPECT_FAILS(dra.add_capacities({capacity}, &err), KOORD_E_INVALID,
                 "rows[0].used: 1 of device");
  EXPECT_EQ(dra.add_capacities({capacity}), KOORD_OK);
}

TEST(DraInventory, HasLimits) {
  Dra dra;
  ASSERT_EQ(dra.add_devices(eight_gpus()), KOORD_OK);
  std::vector<koord_dra_attribute> names;
  for (uint32_t i = 0; i <= KOORD_MAX_DRA_CONSTRAINTS; ++i) names.push_back({0, i, 0});
  EXPECT_FAILS(dra.add_attributes(names, &err), KOORD_E_LIMIT, "at most 512");
  std::vector<koord_dra_capacity> capacities(KOORD_MAX_DRA_CAPACITIES + 1);
  for (uint32_t i = 0; i < capacities.size(); ++i) capacities[i].name = i;
  EXPECT_FAILS(dra.add_capacities(capacities, &err), KOORD_E_LIMIT, "at most 32");
}

TEST(DraClaims, ComeInOrder) {
  Dra dra;
  EXPECT_FAILS(dra.request(1, 0, 1, 1, &err), KOORD_E_INVALID, "alternative.claim");
  EXPECT_FAILS(dra.request(0, 1, 1, 1, &err), KOORD_E_INVALID, "alternative.request");
  EXPECT_FAILS(dra.request(0, 0, 0, 1, &err), KOORD_E_INVALID, "alternative.count");
  EXPECT_FAILS(dra.request(0, 0, 1, 1, &err, KOORD_DRA_ALTERNATIVE_ALL), KOORD_E_INVALID,
               "alternative.count");
  for (int i = 0; i < KOORD_MAX_DRA_REQUEST_ALTERNATIVES; ++i)
    ASSERT_EQ(dra.request(0, 0, 1, 1), KOORD_OK);
  EXPECT_FAILS(dra.request(0, 0, 1, 1, &err), KOORD_E_LIMIT, "at most 8");
  for (uint32_t i = 1; i < KOORD_MAX_DRA_CLAIM_REQUESTS; ++i)
    ASSERT_EQ(dra.request(0, i, 1, 1), KOORD_OK);
  EXPECT_FAILS(dra.request(0, KOORD_MAX_DRA_CLAIM_REQUESTS, 1, 1, &err), KOORD_E_LIMIT,
               "at most 32");
  EXPECT_EQ(dra.request(1, 0, 1, 1), KOORD_OK);
}

TEST(DraClaims, ConstraintsNameAlternativesOfTheirClaim) {
  Dra dra;
  EXPECT_FAILS(dra.constrain(KOORD_DRA_CONSTRAINT_KIND_MATCH, 0, &err), KOORD_E_INVALID,
               "constraint.claim");
  ASSERT_EQ(dra.request(0, 0, 1, 1), KOORD_OK);
  ASSERT_EQ(dra.request(1, 0, 1, 1), KOORD_OK);
  EXPECT_FAILS(dra.constrain(KOORD_DRA_CONSTRAINT_KIND_NONE, 0, &err), KOORD_E_INVALID,
               "constraint.kind");
  EXPECT_FAILS(dra.constrain(KOORD_DRA_CONSTRAINT_KIND_MATCH, 0, &err, 2), KOORD_E_INVALID,
               "bit 1 is no alternative of claim 0");
  EXPECT_FAILS(dra.constrain(KOORD_DRA_CONSTRAINT_KIND_MATCH, 0, &err, 4, 1), KOORD_E_INVALID,
               "bit 2 is no alternative of claim 1");
  EXPECT_EQ(dra.constrain(KOORD_DRA_CONSTRAINT_KIND_MATCH, 0, nullptr, 2, 1), KOORD_OK);
}

// A constraint of the whole claim would not apply to alternatives that are added later.
TEST(DraClaims, AlternativesComeBeforeConstraintsOfTheWholeClaim) {
  Dra dra;
  ASSERT_EQ(dra.request(0, 0, 1, 1), KOORD_OK);
  ASSERT_EQ(dra.constrain(KOORD_DRA_CONSTRAINT_KIND_MATCH, 0, nullptr, 1), KOORD_OK);
  ASSERT_EQ(dra.request(0, 1, 1, 1), KOORD_OK);
  ASSERT_EQ(dra.constrain(KOORD_DRA_CONSTRAINT_KIND_MATCH, 0), KOORD_OK);
  EXPECT_FAILS(dra.request(0, 2, 1, 1, &err), KOORD_E_INVALID, "alternative.claim: 0 has");
  EXPECT_EQ(dra.request(1, 0, 1, 1), KOORD_OK);
}

TEST(DraClaims, AcceptWideSets) {
  Dra dra;
  koord_dra_alternative alternative = KOORD_INIT(koord_dra_alternative);
  alternative.count = 1;
  const std::vector<uint64_t> wide(129, 1);
  EXPECT_EQ(
      koord_dra_claims_add_alternative(dra.claims.get(), &alternative, wide.data(), 128, nullptr),
      KOORD_OK);
  EXPECT_FAILS(
      koord_dra_claims_add_alternative(dra.claims.get(), &alternative, wide.data(), 129, &err),
      KOORD_E_LIMIT, "at most 128");
}

}  // namespace
}  // namespace koord::testing
