// Counts how many more pods of a shape fit, and what is left when no more do.
#pragma once

#include <cstdint>
#include <vector>

#include "plan/restart_trial.h"
#include "sched/cluster/cluster_snapshot.h"

namespace koord::plan {

struct CapacityOptions {
  static constexpr uint32_t kMost = 4096;

  uint32_t most = kMost;          // limit for one node
  std::vector<Restart> restarts;  // applied before counting
  Exclusions excluded = {};       // for displaced pods
};

// One node on which pods of the shape were placed one after the other as by Reserve.
struct Room {
  uint32_t node = 0;
  uint32_t pods = 0;
  Reason reason = Reason::kNone;  // why no more fit; kNone if the limit was reached
  bool unresolvable = false;      // removing pods would not change the reason
  int64_t left_milli = 0;         // CPU that is free on the node then, and memory
  int64_t left_memory = 0;
};

struct RoomBy {
  Reason reason = Reason::kNone;
  uint32_t nodes = 0;
  uint64_t pods = 0;  // that fit there
  int64_t left_milli = 0;
  int64_t left_memory = 0;
};

struct Capacity {
  std::vector<Room> rows;       // by node
  std::vector<RoomBy> reasons;  // ascending
  uint64_t pods = 0;
  uint64_t displaced = 0, unplaced = 0;  // see RestartTrial
};

Capacity capacity(const sched::ClusterSnapshot &snapshot, const sched::Query &query,
                  const CapacityOptions &options);

// Counts the pods on one node by placing them. The draft must
// not be used afterwards, because its pods no longer exist.
Room place_all(sched::Draft &draft, const sched::Query &query, const sched::Options &options,
               uint32_t node, uint32_t most);
// Computes the same from amounts for a node that takes at least one pod with this placement.
// Returns false if amounts do not determine it.
bool capacity_from_amounts(const sched::View &node, const sched::Query &query,
                           const sched::Options &options, const sched::Placement &placement,
                           uint32_t most, Room &out);

}  // namespace koord::plan
