// How many more pods of a shape fit, and what is left where no more do.
#pragma once

#include <cstdint>
#include <vector>

#include "plan/restart_trial.h"
#include "sched/cluster/scene.h"

namespace koord::plan {

struct CapacityOptions {
  static constexpr uint32_t kMost = 4096;

  uint32_t most = kMost;          // on one node
  std::vector<Restart> restarts;  // before anything is counted
};

// One node, pods of the shape put on it one after the other as Reserve does.
struct Room {
  uint32_t node = 0;
  uint32_t pods = 0;
  Reason reason = Reason::kNone;  // why no more; kNone: as many as were asked about
  bool unresolvable = false;      // no pods that go would change the reason
  int64_t left_milli = 0;         // CPU of the node that nobody has then, and memory
  int64_t left_memory = 0;
};

struct RoomBy {
  Reason reason = Reason::kNone;
  uint32_t nodes = 0;
  uint64_t pods = 0;  // that found room there
  int64_t left_milli = 0;
  int64_t left_memory = 0;
};

struct Capacity {
  std::vector<Room> rows;       // by node
  std::vector<RoomBy> reasons;  // ascending
  uint64_t pods = 0;
  uint64_t displaced = 0, unplaced = 0;  // see RestartTrial
};

Capacity capacity(const sched::Scene &scene, const sched::Query &query,
                  const CapacityOptions &options);

// One node, by placing them there. The draft is used up: pods are on it that are no more.
Room place_all(sched::Draft &draft, const sched::Query &query, const sched::Options &options,
               uint32_t node, uint32_t most);
// The same for one that takes at least one pod, placed so, where it follows from amounts. False: it
// does not.
bool reckon(const sched::View &node, const sched::Query &query, const sched::Options &options,
            const sched::Placement &placement, uint32_t most, Room &out);

}  // namespace koord::plan
