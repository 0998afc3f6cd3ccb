// The devices that device plugins report to a kubelet, by resource. No pod changes them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/by_name.h"
#include "base/well_known.h"
#include "kubelet/config.h"
#include "kubelet/state.h"
#include "numa/hints.h"

namespace koord::kubelet {

// Device numbers are indices in Config::devices.
class DeviceSetup {
 public:
  struct Device {
    std::string id;
    uint32_t resource = 0;
    numa::Mask nodes = 0;  // 0 if unknown
    bool healthy = false;
    bool reported = false;
  };
  struct Resource {
    std::string name;
    bool registered = false;        // by a plugin, now or before kubelet started
    numa::Mask nodes = 0;           // nodes near any reported device
    std::vector<uint32_t> devices;  // ascending
    ByName<uint32_t> by_id;
  };
  // Equal devices that are known by their number alone.
  struct Group {
    std::string resource;
    numa::Mask nodes = 0;
    uint32_t healthy = 0;
    uint32_t unhealthy = 0;
  };
  static constexpr uint32_t kUnknown = UINT32_MAX;

  DeviceSetup() = default;
  // Creates devices without ids, which find_device() does not find. They are numbered in the order
  // of the groups, healthy ones first. Throws kLimit for more than 64 resources.
  explicit DeviceSetup(std::span<const Group> groups);
  // Throws kInvalid for a device that occurs twice or lies on a node that is not among the first
  // `node_count`. Throws kLimit for more than 64 resources.
  DeviceSetup(const Config &config, size_t node_count);

  size_t size() const { return devices_.size(); }
  const Device &device(uint32_t number) const { return devices_[number]; }
  const std::vector<Resource> &resources() const { return resources_; }
  uint32_t find_resource(std::string_view name) const;  // kUnknown if there is none
  uint32_t find_device(uint32_t resource, std::string_view id) const;
  // Numbers of well-known resources come first in refusals.
  static int32_t refusal_number(uint32_t resource) {
    return static_cast<int32_t>(kWellKnownResourceNames.size() + resource);
  }
  // Returns the name for Refusal::resource, or "" if it is none of these resources.
  std::string refused_resource(int32_t refusal_number) const;

 private:
  uint32_t add_resource(const std::string &name);
  void add(const DeviceReport &report, size_t node_count);

  std::vector<Device> devices_;
  std::vector<Resource> resources_;  // in the order of their first devices
};

// Adds to the configuration the devices that pods hold according to `state` although no plugin
// reports them, and the resources registered in it.
void add_held(Config &config, const DeviceState &state);

}  // namespace koord::kubelet
