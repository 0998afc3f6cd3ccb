// NUMA zones of a node in the form that NodeResourceTopologyMatch compares with pods, with its
// rules for what fits on a zone. Zones are identified by their position in the object.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "nrt/config.h"
#include "nrt/request.h"
#include "object/objects.h"

namespace koord::sched {

// Snapshot of one node. Immutable once made, and small: 8 bytes
// per zone and resource, plus the square of the number of zones.
struct NrtNode {
  static constexpr size_t kMaxResources = 1024;
  static constexpr uint8_t kUnknownDistance = 255;  // ACPI's value for an unknown distance

  TopologyManagerConfig config;
  std::vector<uint8_t> ids;  // of the zones, at most object::NumaReport::kMaxNodes

  std::vector<uint16_t> resources;  // numbers of all resources of a zone or the node, ascending
  std::vector<uint8_t> on_node;     // by resource: 1 if the node has any
  std::vector<uint64_t> reporting;  // by resource: bit z is set if zone z reports it
  std::vector<int64_t> available;   // by resource, then by zone
  std::vector<uint8_t> distances;   // by zone, then by zone
  // By zone: the zones that are interchangeable with it in distance sums.
  std::vector<uint64_t> twins;

  size_t zones() const { return ids.size(); }
};

// Costs outside 0..254 are stored as unknown distances. Every node has cpu, memory, pods and
// ephemeral-storage. Throws kInvalid if a zone id is not below kMaxNodes or is used twice, and
// kLimit if there are more than kMaxResources names.
NrtNode make_nrt_node(const object::NumaReport &report, const object::Amounts &allocatable,
                      const NrtNumbering &number);

// Amounts of one node that are available to one pod while its
// containers are placed. Has a column for each of the pod's resources.
class NrtZones {
 public:
  explicit NrtZones(const NrtPod &pod);

  // Loads the node's amounts and discards earlier allocations.
  // Allocates memory only if the node has more zones than any before.
  void load(const NrtNode &node);

  size_t count() const { return node_->zones(); }
  uint64_t all() const { return count() == 0 ? 0 : ~uint64_t{0} >> (64 - count()); }
  int id(int zone) const { return node_->ids[static_cast<size_t>(zone)]; }
  // Returns the zone with the lowest id. `zones` must not be empty.
  int lowest(uint64_t zones) const;

  const NrtPod &pod() const { return *pod_; }
  bool on_node(uint32_t column) const { return on_node_[column] != 0; }
  uint64_t reporting(uint32_t column) const { return reporting_[column]; }
  // By zone; 0 if the zone does not report the resource.
  std::span<const int64_t> available(uint32_t column) const {
    return {available_.data() + column * count(), count()};
  }
  uint64_t twins(size_t zone) const { return node_->twins[zone]; }
  uint8_t distance(size_t from, size_t to) const { return node_->distances[from * count() + to]; }

  // Returns true if kubelet limits this pod to its NUMA nodes' amounts of the resource. CPU, memory
  // and huge pages are limited for Guaranteed pods only, devices for all pods.
  bool binds(uint32_t column) const {
    return pod_->guaranteed() || !pod_->columns()[column].affine;
  }
  // Returns the zones that report the resource and have enough of it for the pod.
  uint64_t sufficient(const NrtRequest &request) const;
  // Returns true if no zone reports any of the requested resources.
  bool only_host_level(NrtRequests requests) const;

  // Takes all requests that bind the pod and that the zone reports from that zone. Returns false
  // and takes nothing if an amount does not suffice.
  bool take(int zone, NrtRequests requests);
  // Takes the requests from several zones, in ascending order of their ids.
  void take_across(uint64_t zones, NrtRequests requests);

 private:
  int64_t *cell(uint32_t column, int zone) {
    return available_.data() + column * count() + static_cast<size_t>(zone);
  }

  const NrtPod *pod_;
  const NrtNode *node_ = nullptr;
  std::vector<uint8_t> on_node_;
  std::vector<uint64_t> reporting_;
  std::vector<int64_t> available_;
};

}  // namespace koord::sched
