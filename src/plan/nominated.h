// Pods nominated to a node. They get room before all others once pods
// have left or moved, and no arriving pod takes the room of any of them.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "sched/cluster/cluster_snapshot.h"
#include "sched/node/draft.h"
#include "sched/verdict/judge.h"

namespace koord::plan {

class Nominated {
 public:
  // If others leave, all nominated pods are placed again, because better room may be left. If
  // others move, nominated pods that have room stay on it.
  enum class Others { kLeave, kMove };

  Nominated(const sched::ClusterSnapshot &snapshot, Others others)
      : snapshot_(snapshot), others_(others) {}
  Nominated(const sched::ClusterSnapshot &snapshot, Others others, uint32_t node)
      : Nominated(snapshot, others) {
    begin(node);
  }

  // Switches to this node.
  void begin(uint32_t node);
  bool empty() const { return all_.empty(); }
  // Returns the pods that must be placed again: all of them, or none.
  sched::Holdings to_place() const { return keep_room_ ? sched::Holdings() : all_; }

  // Calls sched::allocate() on a draft of the node with
  // these pods, and refuses if `out` would take their room.
  Refusal allocate(sched::Draft &draft, const sched::ShapePtr &shape,
                   const sched::Conditions &conditions, sched::Holding &out);

  // Places the pods of to_place() on a draft that does not contain them.
  void place_on(sched::Draft &draft);
  // Adds only their amounts: the least that they will take.
  void count_on(sched::Draft &draft);
  // Removes what was added last.
  void take_off(sched::Draft &draft);
  // Returns a refusal if a nominated pod that has room loses it beside `newcomer`. place_on() must
  // precede. The draft is unchanged afterwards.
  Refusal check_beside(const sched::Holding &newcomer, sched::Draft &draft) const;

 private:
  std::vector<const sched::Holding *> placed() const;

  const sched::ClusterSnapshot &snapshot_;
  const Others others_;
  sched::Holdings all_;
  bool keep_room_ = true;  // the pods stay where the snapshot placed them
  std::deque<sched::Holding> placed_;
  std::vector<bool> have_room_;  // for each of all_
};

}  // namespace koord::plan
