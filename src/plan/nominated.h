// Pods nominated to a node. Those that find no room there while others are in the way get it before anybody else
// once these have gone or moved, and nobody who comes takes the room that any of them has.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "sched/draft.h"
#include "sched/judge.h"
#include "sched/scene.h"

namespace koord::plan {

class Nominated {
 public:
  explicit Nominated(const sched::Scene &scene) : scene_(scene) {}
  Nominated(const sched::Scene &scene, uint32_t node) : scene_(scene) { begin(node); }

  // From now on it is this node's.
  void begin(uint32_t node);
  bool empty() const { return all_.empty(); }
  // See Scene.
  sched::Holdings unsettled() const { return settled_ ? sched::Holdings() : all_; }

  // As sched::allocate() on a draft of the node with them, where `out` leaves them their room.
  Refusal allocate(sched::Draft &draft, const sched::ShapePtr &shape,
                   const sched::Conditions &conditions, sched::Holding &out);

  // The unsettled, on a draft without them.
  void place_on(sched::Draft &draft);
  // Their amounts alone: the least that they will take.
  void count_on(sched::Draft &draft);
  // Whatever was put on it last.
  void take_off(sched::Draft &draft);
  // With place_on() before it: whether all who have room there find it, too, where this is held. Else why one
  // does not. The draft is as it was.
  Refusal beside(const sched::Holding &newcomer, sched::Draft &draft) const;

 private:
  std::vector<const sched::Holding *> placed() const;

  const sched::Scene &scene_;
  sched::Holdings all_;
  bool settled_ = true;
  std::deque<sched::Holding> placed_;
  std::vector<bool> have_room_;  // of all
};

}  // namespace koord::plan
