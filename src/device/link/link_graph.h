// How well each pair of one node's devices is linked, as a score.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "device/device_mask.h"
#include "object/devices.h"

namespace koord::device {

// How two devices reach each other over PCIe (object::PciDistance) is worth ten points a step.
inline constexpr int32_t kPciDistances = 7;
inline constexpr int32_t kPcieStep = 10;
inline constexpr int32_t kNvLinkScore = 100;
// The most that NVML tells of (NVML_NVLINK_MAX_LINKS); H100 has 18.
inline constexpr int32_t kMaxNvLinks = 36;

// What a device reports of its way to another.
struct LinkFact {
  int32_t pci = 0;      // an object::PciDistance
  int32_t nvlinks = 0;  // that lead straight to the other
};

// Immutable; scores are symmetric and none is negative.
class LinkGraph {
 public:
  // `facts` has a row for each device, facts[from * devices + to]; the diagonal is not looked at.
  // `switch_links`, where given, is how many NVLinks of each device lead to switches that join all
  // such devices: each pair is linked as by the lesser of its two, beside what leads straight.
  // Throws kInvalid naming the pair when the two ways of a pair differ or a number is out of range,
  // kLimit when there are more than kMaxDevices.
  static LinkGraph from_facts(int devices, std::span<const LinkFact> facts,
                              std::span<const int32_t> switch_links = {});
  // Where nobody reports links: the device of minor m sits at places[m]. One PCIe id on one NUMA
  // node: kSingleSwitch; one NUMA node, or one socket where a NUMA node is not known: kSameCpu;
  // else kCrossCpu. Throws kLimit as above.
  static LinkGraph from_places(std::span<const object::DevicePlace> places);

  int devices() const noexcept { return devices_; }
  // The devices must differ and be below devices().
  int32_t score(int a, int b) const noexcept { return row(a)[b]; }
  // The scores of device `a` to all; 0 to itself.
  const int32_t *row(int a) const noexcept {
    return scores_.data() + static_cast<size_t>(a) * static_cast<size_t>(devices_);
  }
  // Throws kInvalid naming a device of `free` that the graph does not have.
  void check_known(DeviceMask free) const;
  // The sum over the pairs among `set`.
  int64_t total(DeviceMask set) const noexcept;

 private:
  explicit LinkGraph(int devices);
  void link(int a, int b, int32_t score) noexcept;

  int devices_ = 0;
  std::vector<int32_t> scores_;
};

}  // namespace koord::device
