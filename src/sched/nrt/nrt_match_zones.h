// A node's NUMA zones as NodeResourceTopologyMatch compares them with pods, and its rules of what
// fits on a zone and what is left of it. Zones are told apart by their position in the object.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "object/objects.h"
#include "sched/nrt/nrt_match_config.h"
#include "sched/nrt/nrt_match_request.h"

namespace koord::sched {

// A node at one moment. Immutable once made, and small: 8 bytes per zone and resource, and the
// squared number of zones.
struct NrtNode {
  static constexpr size_t kMaxResources = 1024;
  static constexpr uint8_t kUnknownDistance = 255;  // ACPI's number for it

  TopologyManagerConfig config;
  std::vector<uint8_t> ids;  // of the zones, at most object::NumaReport::kMaxNodes

  std::vector<uint16_t> resources;  // numbers, ascending: what a zone reports or the node has
  std::vector<uint8_t> on_node;     // by resource: whether the node has any
  std::vector<uint64_t> reporting;  // by resource: bit z: zone z reports it
  std::vector<int64_t> available;   // by resource, then zone
  std::vector<uint8_t> distances;   // by zone, then zone
  std::vector<uint64_t> twins;      // by zone: zones whose distances to all others are the same

  size_t zones() const { return ids.size(); }
};

// Costs outside 0..255 are distances that are not known. cpu, memory, pods and ephemeral-storage
// exist on every node. Throws kInvalid: a zone id at or above kMaxNodes or used twice; kLimit: more
// than kMaxResources names.
NrtNode make_nrt_node(const object::NumaReport &report, const object::Amounts &allocatable,
                      const NrtNumbering &number);

// What one pod sees of one node, and takes from it: a column for each of the pod's resources.
class NrtZones {
 public:
  explicit NrtZones(const NrtPod &pod);

  // Forgets what was taken. Touches the heap only for a node with more zones than any before.
  void load(const NrtNode &node);

  size_t count() const { return node_->zones(); }
  uint64_t all() const { return count() == 0 ? 0 : ~uint64_t{0} >> (64 - count()); }
  int id(int zone) const { return node_->ids[static_cast<size_t>(zone)]; }
  // The one of the lowest id; `zones` must not be empty.
  int lowest(uint64_t zones) const;

  const NrtPod &pod() const { return *pod_; }
  bool on_node(uint32_t column) const { return on_node_[column] != 0; }
  uint64_t reporting(uint32_t column) const { return reporting_[column]; }
  // By zone; 0 where a zone does not report the resource.
  std::span<const int64_t> available(uint32_t column) const {
    return {available_.data() + column * count(), count()};
  }
  uint64_t twins(size_t zone) const { return node_->twins[zone]; }
  uint8_t distance(size_t from, size_t to) const { return node_->distances[from * count() + to]; }

  // Whether kubelet holds this pod to its NUMA nodes' amounts of a resource: CPU, memory and huge
  // pages only if it is Guaranteed, devices always.
  bool binds(uint32_t column) const {
    return pod_->guaranteed() || !pod_->columns()[column].affine;
  }
  // The zones that report the resource and have enough of it for the pod.
  uint64_t sufficient(const NrtRequest &request) const;
  // Whether no zone reports any of the resources named.
  bool only_host_level(NrtRequests requests) const;

  // Takes all of it from one zone, what the pod is held to and the zone reports. False, with
  // nothing taken, if that is more than there is.
  bool take(int zone, NrtRequests requests);
  // Takes it from several, one after another by their ids.
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
