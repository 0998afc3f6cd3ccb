// Random nodes, pods and device wishes, small enough to enumerate all results.
#pragma once

#include "device_support.h"

namespace koord::device::testing {

// Draws one of a few PCIe switches, so that devices share them; each switch is on one NUMA node.
inline object::DeviceInfo draw_place(object::DeviceInfo device) {
  const int pcie = *rc::gen::inRange(0, 4);
  return placed(std::move(device), pcie / 2, "pci" + std::to_string(pcie));
}

inline object::DeviceInfo draw_health(object::DeviceInfo device) {
  device.healthy = *rc::gen::inRange(0, 8) > 0;
  return device;
}

inline void draw_links(World &world, int gpus) {
  const int kind = *rc::gen::inRange(0, 3);  // 0 if links come from locations only
  for (int a = 0; a < gpus && kind > 0; ++a)
    for (int b = a + 1; b < gpus; ++b)
      world.object.links.push_back({a, b, object::PciDistance(*rc::gen::inRange(0, 7)),
                                    kind == 1 ? 0 : *rc::gen::inRange(0, 3)});
}

inline void draw_node(World &world, int most_gpus, int most_nics) {
  const int gpus = *rc::gen::inRange(1, most_gpus + 1);
  for (int i = 0; i < gpus; ++i)
    world.object.devices.push_back(draw_health(draw_place(gpu(i, (40 + 40 * (i % 2)) * kGi))));
  for (int i = *rc::gen::inRange(0, most_nics + 1); i > 0; --i)
    world.object.devices.push_back(
        draw_health(draw_place(with_vfs(rdma(i - 1), *rc::gen::inRange(0, 3)))));
  draw_links(world, gpus);
}

inline Request draw_gpu_request(bool in_bytes) {
  switch (*rc::gen::inRange(0, in_bytes ? 7 : 4)) {
    case 0:
      return {{"nvidia.com/gpu", *rc::gen::inRange<int64_t>(1, 4)}};
    case 1:
      return {{"koordinator.sh/gpu", *rc::gen::element<int64_t>(10, 30, 50, 70, 100, 200)}};
    case 2:
      return {{"koordinator.sh/gpu-core", *rc::gen::element<int64_t>(10, 50)},
              {"koordinator.sh/gpu-memory-ratio", *rc::gen::element<int64_t>(20, 60)}};
    case 3:
      return {{"koordinator.sh/gpu.shared", *rc::gen::inRange<int64_t>(1, 4)},
              {"koordinator.sh/gpu-memory-ratio", 60}};
    case 6: {
      const int64_t percent = *rc::gen::element<int64_t>(10, 50, 100, 200);
      return {{"koordinator.sh/gpu-core", percent},
              {"koordinator.sh/gpu-memory", *rc::gen::inRange<int64_t>(1, 41 * kGi)},
              {"koordinator.sh/gpu-memory-ratio", percent}};
    }
    case 4:
      return {{"koordinator.sh/gpu-memory", *rc::gen::inRange<int64_t>(1, 41 * kGi)}};
    default:
      return {{"koordinator.sh/gpu-core", *rc::gen::element<int64_t>(10, 50, 200)},
              {"koordinator.sh/gpu-memory", *rc::gen::inRange<int64_t>(1, 41 * kGi)}};
  }
}

inline void add_nic(Request &request) {
  request.emplace_back("koordinator.sh/rdma", *rc::gen::element<int64_t>(1, 2, 40, 100, 200));
}

inline void draw_wishes(World &world) {
  using object::DeviceCount;
  using object::DeviceExclusive;
  using object::DeviceScope;
  world.stated = {};
  for (const char *type : {"gpu", "rdma"}) {
    if (*rc::gen::inRange(0, 2) == 0) continue;
    object::DeviceHint &hint = world.hint(type);
    hint.count = *rc::gen::element(DeviceCount::kByAmount, DeviceCount::kApplyForAll,
                                   DeviceCount::kRequestsAsCount);
    hint.scope = *rc::gen::element(DeviceScope::kAny, DeviceScope::kAny, DeviceScope::kNumaNode,
                                   DeviceScope::kPcie);
    hint.exclusive = *rc::gen::element(DeviceExclusive::kNone, DeviceExclusive::kNone,
                                       DeviceExclusive::kDevice, DeviceExclusive::kPcie);
    hint.selects_vfs = *rc::gen::inRange(0, 3) == 0 && std::string(type) == "rdma";
  }
  if (*rc::gen::arbitrary<bool>()) return;
  const bool gpus_lead = *rc::gen::arbitrary<bool>();
  world.stated.joint.types = {gpus_lead ? "gpu" : "rdma", gpus_lead ? "rdma" : "gpu"};
  world.stated.joint.same_pcie = *rc::gen::arbitrary<bool>();
}

// Draws parts of devices that are already in use.
inline void draw_use(World &world, Ledger &ledger) {
  const Inventory &inventory = ledger.inventory();
  for (const Pool &pool : inventory.pools)
    for (const Device &device : pool.devices) {
      if (!device.healthy || *rc::gen::inRange(0, 3) > 0) continue;
      const int64_t percent = *rc::gen::element<int64_t>(10, 40, 50, 100);
      Grant grant{pool.type, device.minor, {}, {}, {}};
      if (pool.type == kTypeGpu) {
        grant.parts = {{kResourceGpuCore, percent}, {kResourceGpuMemoryRatio, percent}};
        RC_ASSERT(!fill_memory(ledger, world.conditions.profile, grant).refused());
      } else {
        grant.parts = {{kResourceRdma, percent}};
      }
      ledger.hold({grant});
    }
}

inline DeviceMask mask_of_minors(const Pool &pool, const std::vector<int32_t> &minors) {
  DeviceMask out = 0;
  for (const int32_t minor : minors) out |= device_bit(pool.find(minor));
  return out;
}

}  // namespace koord::device::testing
