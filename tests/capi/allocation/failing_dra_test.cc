// Every allocation of the calls about claims fails once; nothing changes then.
#include "capi/allocation/counting_new.h"
#include "capi/dra_support.h"

namespace koord::testing {
namespace {

// Repeats the call until no allocation fails any more; until then it must return NO_MEMORY.
template <typename Call>
void fail_each(Call &&call) {
  for (long n = 1; n < 1000; ++n) {
    fail_allocation(n, Failing::kOnce);
    const koord_status status = call();
    const bool failed = allocation_failed();
    fail_allocation(0);
    ASSERT_EQ(status, failed ? KOORD_E_NO_MEMORY : KOORD_OK) << n;
    if (!failed) return;
  }
  FAIL() << "still failing";
}

TEST(FailingDra, CallsThatFailCanBeRepeated) {
  const long live = live_blocks();
  {
    DraCase dra;
    const std::vector<koord_dra_device> devices(3, {0, KOORD_DRA_DEVICE_SHARED, 0, 0, 0});
    const std::vector<koord_dra_attribute> values{{0, 1, 2}, {1, 1, 2}, {2, 1, 3}};
    koord_dra_capacity capacity{};
    capacity.value = 4;
    const std::vector<koord_dra_capacity> capacities{capacity};
    const std::vector<koord_dra_amount> amount{{0, 0, 4}};
    fail_each([&] { return dra.add_devices(devices); });
    fail_each([&] { return dra.add_attributes(values); });
    fail_each([&] { return dra.add_capacities(capacities); });
    fail_each([&] { return dra.add(&koord_dra_inventory_add_valid_values, amount); });
    fail_each([&] { return dra.add(&koord_dra_inventory_add_counters, amount); });
    fail_each([&] { return dra.add(&koord_dra_inventory_add_consumed_counters, amount); });
    fail_each([&] { return dra.request(0, 0, 2, 7); });
    fail_each([&] { return dra.constrain(KOORD_DRA_CONSTRAINT_KIND_MATCH, 1, nullptr, 1); });
    fail_each([&] { return dra.request(0, 1, 1, 7); });
    koord_dra_info info = KOORD_INIT(koord_dra_info);
    fail_each([&] {
      return koord_dra_allocation_run(dra.allocation.get(), dra.inventory.get(), dra.claims.get(),
                                      nullptr, &info, nullptr);
    });
    EXPECT_EQ(info.outcome, KOORD_DRA_OUTCOME_ALLOCATED);
    EXPECT_EQ(dra.results(), "0.0:0=0 0.0:0=1 0.1:1=1");
  }
  EXPECT_EQ(live_blocks(), live);
}

}  // namespace
}  // namespace koord::testing
