// Amounts that a node lacks for a pod that it refuses.
#pragma once

#include <cstdint>

#include "sched/verdict/judge.h"

namespace koord::plan {

// The numbers are those of koord_scope.
enum class Scope : int32_t {
  kNone = 0,       // no amount is lacking
  kNode = 1,       // the whole node has too little
  kNumaNode = 2,   // each NUMA node alone has too little
  kNumaNodes = 3,  // as many NUMA nodes as the pod may use have too little
  kDevice = 4,     // each device alone has too little left
  kPlace = 5       // there are devices, but too few within the scope that they must share
};

// Invariant: best < needed.
struct Bound {
  Scope scope = Scope::kNone;
  // kNumaNode: id of the nearest; kNumaNodes: their number, 0 for those of a hint; kDevice: minor
  // of the nearest; kPlace: object::DeviceScope.
  int32_t where = -1;
  sched::ResourceId resource = sched::Resources::kCpu;  // unless `object` is kDevice
  Object object = Object::kUnit;                        // unit of needed and best
  int64_t needed = 0;
  int64_t best = 0;
  object::TypeId type = 0;  // of the devices, if they or parts of them are lacking
  bool parts = false;       // a part of each is enough
  bool unplaced = false;    // some of them are refused because they state no NUMA node
  bool is_of_devices() const {
    return scope == Scope::kDevice || (scope != Scope::kNone && object == Object::kDevice);
  }
  double share() const {
    return needed <= 0 ? 1 : static_cast<double>(needed - best) / static_cast<double>(needed);
  }
};

struct Lack {
  Bound bound;                // the amount that the refusal is about
  double share = 1;           // 0..1: the part of its request that the pod would have to do without
  bool unresolvable = false;  // no removal of other pods would help
};

// The judgement must be a refusal.
Lack lack_of(const sched::View &node, const sched::Shape &shape, const sched::Judgement &judgement);

}  // namespace koord::plan
