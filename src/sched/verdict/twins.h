// Nodes in the same state: what a policy for GPU tasks says of one of them holds for the others.
// Clusters have few kinds of nodes, and many of a kind are idle or hold the same.
#pragma once

#include <array>
#include <optional>

#include "sched/placing/placement.h"
#include "sched/verdict/verdicts.h"

namespace koord::sched {

// For one query to many nodes, none of which changes meanwhile.
class Twins {
 public:
  // Whether verdicts on the pod depend on no more than can be compared quickly.
  static bool can_tell(const Shape &shape, const Options &options);
  // For a pod for which they do.
  explicit Twins(const Shape &shape)
      : requests_gpus_(shape.devices != nullptr), is_pinned_(shape.pinned != nullptr) {}

  // Goes on to this node. What was found for a node in the same state; nullptr: there was none.
  const Verdict *go_to(const View &node);
  // Keeps that the pod fits on the node of the last go_to().
  void keep(const View &node, const Placement &placement, const Verdict &row);

 private:
  struct Entry {
    uint64_t digest;
    View node;
    Verdict row;
  };
  static constexpr size_t kPlaces = 128;

  bool requests_gpus_;
  bool is_pinned_;                                     // kubelet may
  uint64_t digest_ = 0;                                // of the node of the last go_to()
  std::array<std::optional<Entry>, kPlaces> entries_;  // by digest
};

}  // namespace koord::sched
