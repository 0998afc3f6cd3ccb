// Nodes in the same state: a GPU policy's verdict on one of them holds for the others. Clusters
// have few kinds of nodes, and many nodes of a kind are idle or hold the same.
#pragma once

#include <array>
#include <optional>

#include "sched/placing/placement.h"
#include "sched/verdict/verdicts.h"

namespace koord::sched {

// Serves one query over many nodes, which must not change meanwhile.
class EqualNodes {
 public:
  // Returns true if verdicts on the pod depend only on state that can be compared quickly.
  static bool can_compare(const Shape &shape, const Options &options);
  // can_compare() must return true for the pod.
  explicit EqualNodes(const Shape &shape)
      : requests_gpus_(shape.devices != nullptr),
        is_pinned_(shape.pinned != nullptr),
        is_managed_(shape.managed != nullptr) {}

  // Returns the verdict stored for a node in the same state, or nullptr if there is none.
  const Verdict *find(const View &node);
  // Stores the verdict that the pod fits on the node of the last find().
  void store(const View &node, const Placement &placement, Verdict row);

 private:
  struct Entry {
    uint64_t digest;
    View node;
    Verdict row;
  };
  static constexpr size_t kPlaces = 128;

  bool requests_gpus_;
  bool is_pinned_;                                     // kubelet may pin its CPUs
  bool is_managed_;                                    // kubelet may manage its memory
  uint64_t digest_ = 0;                                // of the node of the last find()
  std::array<std::optional<Entry>, kPlaces> entries_;  // by digest
};

}  // namespace koord::sched
