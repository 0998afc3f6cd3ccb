// Link scores of the pairs of one node's devices.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "device/device_mask.h"
#include "object/devices.h"

namespace koord::device {

// Each step of the PCIe distance of two devices (object::PciDistance) adds ten points.
inline constexpr int32_t kPciDistances = 7;
inline constexpr int32_t kPcieStep = 10;
inline constexpr int32_t kNvLinkScore = 100;
// The largest number that NVML reports (NVML_NVLINK_MAX_LINKS); H100 has 18.
inline constexpr int32_t kMaxNvLinks = 36;

// The link from one device to another, as a device reports it.
struct LinkFact {
  int32_t pci = 0;      // an object::PciDistance
  int32_t nvlinks = 0;  // direct NVLinks to the other device
};

// Immutable. Scores are symmetric and not negative.
class LinkGraph {
 public:
  // `facts` has a row for each device, facts[from * devices + to]; the diagonal is ignored.
  // `switch_links`, if given, is the number of NVLinks of each device to switches that join all
  // such devices. It adds the lesser number of two devices to the direct links of the pair. Throws
  // kInvalid naming the pair if the two directions of a pair differ or a number is out of range,
  // and kLimit for more than kMaxDevices devices.
  static LinkGraph from_facts(int devices, std::span<const LinkFact> facts,
                              std::span<const int32_t> switch_links = {});
  // Derives links from topology if none are reported: places[m] is that of the device at position
  // m. Devices with one PCIe id on one NUMA node have kSingleSwitch; on one NUMA node, or on one
  // socket if a NUMA node is unknown, kSameCpu; otherwise kCrossCpu. Throws kLimit as above.
  static LinkGraph from_places(std::span<const object::DevicePlace> places);

  int devices() const noexcept { return devices_; }
  // The devices must differ and be below devices().
  int32_t score(int a, int b) const noexcept { return row(a)[b]; }
  // Returns the scores of device `a` to all devices; 0 to itself.
  const int32_t *row(int a) const noexcept {
    return scores_.data() + static_cast<size_t>(a) * static_cast<size_t>(devices_);
  }
  // Throws kInvalid naming a device of `free` that the graph does not have.
  void check_known(DeviceMask free) const;
  // Returns the sum over the pairs in `set`.
  int64_t total(DeviceMask set) const noexcept;

 private:
  explicit LinkGraph(int devices);
  void link(int a, int b, int32_t score) noexcept;

  int devices_ = 0;
  std::vector<int32_t> scores_;
};

}  // namespace koord::device
