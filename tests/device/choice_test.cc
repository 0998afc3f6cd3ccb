// Compares the devices that fit a request with a literal version of the rule.
#include "device/choice/choice.h"

#include "device/ledger/gpu_memory.h"
#include "device_support.h"

namespace koord::device::testing {
namespace {

// Applies the rule device by device and part by part.
DeviceMask fitting_by_rule(const Ledger &ledger, size_t index, const ResourceAmounts &each) {
  const Pool &pool = ledger.inventory().pools[index];
  DeviceMask out = 0;
  for (size_t d = 0; d < pool.devices.size(); ++d) {
    const auto left = ledger.free(index, d);
    const bool any_left =
        std::any_of(left.begin(), left.end(), [](int64_t free) { return free > 0; });
    bool fits = any_left;
    for (const ResourceAmount &part : each) {
      const int column = pool.column(part.resource);
      fits = fits && column >= 0 && left[static_cast<size_t>(column)] >= part.amount;
    }
    const int memory = pool.column(kResourceGpuMemory);
    // Percentages also stand for bytes; a request that names both needs the larger amount.
    const bool by_percent = names(each, kResourceGpuMemoryRatio);
    if (fits && by_percent && memory >= 0 && pool.type == kTypeGpu) {
      const auto column = static_cast<size_t>(memory);
      const int64_t bytes =
          memory_of(amount_of(each, kResourceGpuMemoryRatio), pool.total(d)[column]);
      fits = left[column] == kAbsent || left[column] >= bytes;
    }
    if (fits) out |= device_bit(static_cast<int>(d));
  }
  return out;
}

DeviceMask fitting(const Ledger &ledger, size_t pool, const ResourceAmounts &each) {
  return Candidates{ledger, pool, ~DeviceMask{0}, nullptr, Profile::kSpec}.fitting(each);
}

Grant gpu_held(int32_t minor, ResourceAmounts parts) {
  return {kTypeGpu, minor, std::move(parts), {}, {}};
}

TEST(Fitting, PercentsAreOfEachDevicesOwnMemory) {
  World world({gpu(0, 80 * kGi), gpu(1, 16 * kGi), gpu(2, 80 * kGi)});
  Ledger ledger = world.ledger();
  // Half of 80 GiB is more than the free 20 GiB; half of 16 GiB is less than the free 12 GiB.
  ledger.hold({gpu_held(0, {{kResourceGpuMemory, 60 * kGi}}),
               gpu_held(1, {{kResourceGpuMemory, 4 * kGi}})});
  EXPECT_FALSE(ledger.gpu_memory());
  const ResourceAmounts half{{kResourceGpuCore, 50}, {kResourceGpuMemoryRatio, 50}};
  EXPECT_EQ(fitting(ledger, 0, half), 0b110u);
  const ResourceAmounts bytes{{kResourceGpuMemory, 15 * kGi}};
  EXPECT_EQ(fitting(ledger, 0, bytes), 0b101u);
}

TEST(Fitting, AGpuOfUnknownMemoryIsNotShortOfIt) {
  World world({gpu(0), gpu(1)});
  world.object.devices[0].resources.erase(world.object.devices[0].resources.begin() + 1);
  Ledger ledger = world.ledger();
  EXPECT_FALSE(ledger.gpu_memory());
  ledger.hold({gpu_held(0, {{kResourceGpuMemory, kGi}, {kResourceGpuMemoryRatio, 10}})});
  EXPECT_EQ(fitting(ledger, 0, {{kResourceGpuCore, 50}, {kResourceGpuMemoryRatio, 50}}), 0b11u);
}

TEST(Fitting, DevicesLackAmountsThatTheyDoNotReport) {
  World world({gpu(0), gpu(1), rdma(0)});
  world.object.devices[1].healthy = false;
  const Ledger ledger = world.ledger();
  EXPECT_EQ(ledger.gpu_memory(), 80 * kGi) << "of the healthy one";
  EXPECT_EQ(fitting(ledger, 0, ResourceAmounts{{kResourceGpuCore, 100}}), 0b1u);
  EXPECT_EQ(fitting(ledger, 0, ResourceAmounts{{kResourceRdma, 1}}), 0u);
  EXPECT_EQ(fitting(ledger, 1, ResourceAmounts{{kResourceRdma, 1}}), 0b1u);
}

RC_GTEST_PROP(Fitting, IsWhatTheRuleSays, ()) {
  World world;
  const int count = *rc::gen::inRange(1, 10);
  const bool alike = *rc::gen::arbitrary<bool>();
  const int without = *rc::gen::inRange(0, 4);  // amount that some devices lack; 3 for none
  const bool of_all = *rc::gen::arbitrary<bool>();
  for (int32_t minor = 0; minor < count; ++minor) {
    object::DeviceInfo device =
        gpu(minor, alike ? 80 * kGi : *rc::gen::element<int64_t>(16 * kGi, 80 * kGi, 0));
    if (without < 3 && (of_all || minor % 2 == 0))
      device.resources.erase(device.resources.begin() + without);
    device.healthy = *rc::gen::inRange(0, 5) > 0;
    world.object.devices.push_back(std::move(device));
  }
  if (*rc::gen::arbitrary<bool>()) world.object.devices.push_back(rdma(0));
  Ledger ledger = world.ledger();
  const auto amount = [](ResourceId resource) {
    return resource == kResourceGpuMemory
               ? *rc::gen::element<int64_t>(1, 8 * kGi, 40 * kGi, 79 * kGi, 80 * kGi)
               : *rc::gen::element<int64_t>(1, 10, 50, 99, 100);
  };
  const auto parts = [&] {
    ResourceAmounts out;
    for (const ResourceId resource :
         {ResourceId{kResourceGpuCore}, ResourceId{kResourceGpuMemory},
          ResourceId{kResourceGpuMemoryRatio}, ResourceId{kResourceRdma}})
      if (*rc::gen::inRange(0, resource == kResourceRdma ? 20 : 2) == 1)
        out.push_back({resource, amount(resource)});
    return out;
  };
  for (int32_t minor = 0; minor < count; ++minor)
    if (*rc::gen::arbitrary<bool>()) ledger.hold({gpu_held(minor, parts())});
  const ResourceAmounts each = parts();
  for (size_t pool = 0; pool < ledger.inventory().pools.size(); ++pool)
    RC_ASSERT(fitting(ledger, pool, each) == fitting_by_rule(ledger, pool, each));
}

}  // namespace
}  // namespace koord::device::testing
