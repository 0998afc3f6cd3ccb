// Kubelet's device manager, for one pod on one node. If kubelet leaves the choice among devices to
// the order of a hash map or to the preference of a plugin, the lowest number comes first.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/refusal.h"
#include "kubelet/attempt.h"
#include "kubelet/requests.h"
#include "kubelet/setup.h"

namespace koord::kubelet {

struct DeviceAdvice {
  std::string_view resource;
  Advice advice;
};

class DeviceManager {
 public:
  DeviceManager(const NodeSetup &setup, Attempt &trial) : setup_(setup), trial_(trial) {}

  // Return advice for each requested resource of a plugin. The names are those of the request.
  std::vector<DeviceAdvice> container_hints(const ContainerRequest &container) const;
  std::vector<DeviceAdvice> pod_hints(const PodRequest &pod) const;
  // affinity: NUMA nodes that the topology manager chose, 0 without preference.
  Refusal allocate(const ContainerRequest &container, numa::Mask affinity);
  void release(ContainerHolding &container);

 private:
  using Numbers = std::vector<uint32_t>;

  uint32_t find(std::string_view resource) const;
  template <typename Held>
  std::vector<DeviceAdvice> hints(const std::vector<ExtendedRequest> &requests,
                                  const Numbers &reusable, const Held &held) const;
  Advice hints(uint32_t resource, const Numbers &available, const Numbers &reusable,
               int64_t units) const;
  Numbers available(uint32_t resource) const;
  Numbers of_resource(const Numbers &numbers, uint32_t resource) const;
  Refusal allocate_resource(const ContainerRequest &container, uint32_t resource, int64_t units,
                            numa::Mask affinity);
  Refusal check(const HeldDevices *held, uint32_t resource, int64_t units) const;
  Numbers choose(uint32_t resource, int64_t units, numa::Mask affinity, Refusal &no) const;
  void reorder(std::span<uint32_t> devices, int64_t units) const;
  void update_reusable(const ContainerRequest &container);

  const NodeSetup &setup_;
  Attempt &trial_;  // its bits cover every device
};

}  // namespace koord::kubelet
