// The devices that device plugins report to a kubelet, by resource. No pod changes them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/by_name.h"
#include "base/well_known.h"
#include "kubelet/config.h"
#include "kubelet/state.h"
#include "numa/hints.h"

namespace koord::kubelet {

// Devices have the numbers of Config::devices.
class DeviceSetup {
 public:
  struct Device {
    std::string id;
    uint32_t resource = 0;
    numa::Mask nodes = 0;  // 0: not known
    bool healthy = false;
    bool reported = false;
  };
  struct Resource {
    std::string name;
    bool registered = false;        // by a plugin, now or before kubelet started
    numa::Mask nodes = 0;           // of all devices that are reported
    std::vector<uint32_t> devices;  // ascending
    ByName<uint32_t> by_id;
  };
  static constexpr uint32_t kUnknown = UINT32_MAX;

  DeviceSetup() = default;
  // Throws kInvalid for a device that is there twice or on a node that is not among the first
  // `node_count`, kLimit for more than 64 resources.
  DeviceSetup(const Config &config, size_t node_count);

  size_t size() const { return devices_.size(); }
  const Device &device(uint32_t number) const { return devices_[number]; }
  const std::vector<Resource> &resources() const { return resources_; }
  uint32_t find_resource(std::string_view name) const;  // or kUnknown
  uint32_t find_device(uint32_t resource, std::string_view id) const;
  // In refusals numbers that have a name without us come first.
  static int32_t refusal_number(uint32_t resource) {
    return static_cast<int32_t>(kWellKnownResourceNames.size() + resource);
  }
  // Of Refusal::resource; "": none of ours.
  std::string refused_resource(int32_t refusal_number) const;

 private:
  uint32_t add_resource(const std::string &name);
  void add(const DeviceReport &report, size_t node_count);

  std::vector<Device> devices_;
  std::vector<Resource> resources_;  // in the order of their first devices
};

// Devices that pods hold according to `state` although no plugin reports them, and resources that
// it knows, are part of the configuration then.
void add_held(Config &config, const DeviceState &state);

}  // namespace koord::kubelet
