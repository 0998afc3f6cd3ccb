// Threads share inventories and claims, as koord/experimental/dra.h allows. Each has an allocation
// and a koord_dra_nodes of its own.
#include <atomic>
#include <thread>

#include "capi/dra_support.h"

namespace koord::testing {
namespace {

constexpr int kDraThreads = 4;
constexpr int kDraRounds = 30;

// Eight GPUs of two NUMA nodes, with a counter, a shared capacity and an attribute each.
void fill_inventory(DraCase &to, uint32_t in_use) {
  std::vector<koord_dra_device> devices(8);
  std::vector<koord_dra_attribute> attributes;
  std::vector<koord_dra_capacity> capacities(8);
  std::vector<koord_dra_amount> counters, consumed;
  for (uint32_t i = 0; i < 8; ++i) {
    devices[i].numa_node = static_cast<int32_t>(i / 4);
    devices[i].pcie_root = static_cast<int32_t>(i / 2);
    devices[i].flags = (in_use >> i & 1) != 0 ? KOORD_DRA_DEVICE_ALLOCATED
                       : i % 2 == 0           ? KOORD_DRA_DEVICE_SHARED
                                              : 0;
    attributes.push_back({i, 0, i / 2});
    capacities[i].device = i;
    capacities[i].value = 10;
    counters.push_back({0, i, 4});
    consumed.push_back({i, i, 2});
  }
  ASSERT_EQ(to.add_devices(devices), KOORD_OK);
  ASSERT_EQ(to.add_attributes(attributes), KOORD_OK);
  ASSERT_EQ(to.add_capacities(capacities), KOORD_OK);
  ASSERT_EQ(to.add(&koord_dra_inventory_add_counters, counters), KOORD_OK);
  ASSERT_EQ(to.add(&koord_dra_inventory_add_consumed_counters, consumed), KOORD_OK);
}

std::string allocate_on(koord_dra_allocation *allocation, const DraCase &on, const DraCase &claims,
                        koord_dra_options_flags flags) {
  koord_dra_options options = KOORD_INIT(koord_dra_options);
  options.flags = flags;
  koord_dra_info info = KOORD_INIT(koord_dra_info);
  EXPECT_EQ(koord_dra_allocation_run(allocation, on.inventory.get(), claims.claims.get(), &options,
                                     &info, nullptr),
            KOORD_OK);
  std::string out = std::to_string(info.outcome) + '/' + std::to_string(info.steps);
  koord_dra_result rows[64];
  size_t count = 0;
  EXPECT_EQ(koord_dra_allocation_get_results(allocation, rows, sizeof rows[0], 64, &count, nullptr),
            KOORD_OK);
  for (size_t i = 0; i < count; ++i) out += ' ' + std::to_string(rows[i].device);
  return out;
}

std::string judge_on(koord_dra_nodes *nodes, const DraCase &claims) {
  koord_dra_verdict rows[8];
  size_t count = 0;
  EXPECT_EQ(koord_dra_nodes_run(nodes, claims.claims.get(), nullptr, rows, sizeof rows[0], 8,
                                &count, nullptr),
            KOORD_OK);
  std::string out;
  for (size_t i = 0; i < count; ++i)
    out += ' ' + std::to_string(rows[i].outcome) + '/' + std::to_string(rows[i].idle);
  return out;
}

TEST(DraConcurrency, InventoriesAndClaimsAreShared) {
  std::vector<DraCase> cases(8);
  std::vector<std::string> expected;
  const auto work = [&](bool only_first, auto &&use) {
    const auto allocation = new_dra(&koord_dra_allocation_new);
    const auto nodes = new_dra(&koord_dra_nodes_new);
    for (int round = 0; round < (only_first ? 1 : kDraRounds); ++round)
      for (size_t i = 0; i < cases.size(); ++i) {
        const DraCase &claims = cases[(i + 1) % cases.size()];
        EXPECT_EQ(koord_dra_nodes_set(nodes.get(), static_cast<uint32_t>(i),
                                      cases[i].inventory.get(), nullptr),
                  KOORD_OK);
        const koord_dra_options_flags flags = i % 2 == 0 ? 0 : KOORD_DRA_OPTIONS_REMEDIES;
        use(round, 2 * i, allocate_on(allocation.get(), cases[i], claims, flags));
        use(round, 2 * i + 1, judge_on(nodes.get(), claims));
      }
  };
  for (uint32_t i = 0; i < cases.size(); ++i) {
    fill_inventory(cases[i], 0x9E3779B1u >> i);
    for (uint32_t claim = 0; claim < 4; ++claim)
      ASSERT_EQ(cases[i].request(claim, 0, 1 + i % 3, 0xFF >> claim), KOORD_OK);
    ASSERT_EQ(cases[i].constrain(KOORD_DRA_CONSTRAINT_KIND_MATCH, 0), KOORD_OK);
  }
  work(true, [&](int, size_t, const std::string &answer) { expected.push_back(answer); });
  std::atomic<int> differing{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < kDraThreads; ++i)
    threads.emplace_back([&] {
      // Nodes that were added in an earlier round are judged, too: only the first round is equal.
      work(false, [&](int round, size_t at, const std::string &answer) {
        if ((round == 0 || at % 2 == 0) && answer != expected[at]) ++differing;
      });
    });
  for (std::thread &thread : threads) thread.join();
  EXPECT_EQ(differing, 0);
}

}  // namespace
}  // namespace koord::testing
