// Pods nominated to a node. They get room before anybody else once others have gone or moved, and
// nobody who comes takes the room that any of them has.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "sched/cluster/scene.h"
#include "sched/node/draft.h"
#include "sched/verdict/judge.h"

namespace koord::plan {

class Nominated {
 public:
  // Where others leave, better room may be left for all of them; where others move, who has room
  // stays where he is.
  enum class Others { kLeave, kMove };

  Nominated(const sched::Scene &scene, Others others) : scene_(scene), others_(others) {}
  Nominated(const sched::Scene &scene, Others others, uint32_t node) : Nominated(scene, others) {
    begin(node);
  }

  // From now on it is this node's.
  void begin(uint32_t node);
  bool empty() const { return all_.empty(); }
  // The pods that have to be placed anew: all of them, or none.
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
  // Whether every nominated pod that has room still has it beside `newcomer`; else why one has not.
  // Needs place_on() before it. The draft is as it was.
  Refusal beside(const sched::Holding &newcomer, sched::Draft &draft) const;

 private:
  std::vector<const sched::Holding *> placed() const;

  const sched::Scene &scene_;
  const Others others_;
  sched::Holdings all_;
  bool settled_ = true;
  std::deque<sched::Holding> placed_;
  std::vector<bool> have_room_;  // of all
};

}  // namespace koord::plan
