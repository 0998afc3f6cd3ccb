// What a node lacks for a pod that it refuses, in numbers.
#pragma once

#include <cstdint>

#include "sched/verdict/judge.h"

namespace koord::plan {

// Numbers are those of koord_scope.
enum class Scope : int32_t {
  kNone = 0,       // it is no amount that lacks
  kNode = 1,       // the whole node has too little
  kNumaNode = 2,   // each NUMA node alone has too little
  kNumaNodes = 3,  // as many NUMA nodes as the pod may keep to have too little
  kDevice = 4,     // each device alone has too little left
  kPlace = 5       // devices are there, but too few within what they must share
};

// best < needed, always.
struct Bound {
  Scope scope = Scope::kNone;
  // kNumaNode: id of the nearest; kNumaNodes: how many, 0: those of a hint; kDevice: minor of the
  // nearest; kPlace: object::DeviceScope.
  int32_t where = -1;
  sched::ResourceId resource = sched::Resources::kCpu;  // where `object` is not kDevice
  Object object = Object::kUnit;                        // unit of needed and best
  int64_t needed = 0;
  int64_t best = 0;
  object::TypeId type = 0;  // of devices, where they lack or something of them
  bool parts = false;       // a part of each is enough
  bool unplaced = false;    // some of them state no NUMA node and are refused for that
  bool is_of_devices() const {
    return scope == Scope::kDevice || (scope != Scope::kNone && object == Object::kDevice);
  }
  double share() const {
    return needed <= 0 ? 1 : static_cast<double>(needed - best) / static_cast<double>(needed);
  }
};

struct Lack {
  Bound bound;         // that the refusal is about
  double share = 1;    // 0..1: how much of what it asks for the pod would have to go without
  bool final = false;  // no leaving of other pods would help
};

// The judgement must be a refusal.
Lack lack_of(const sched::View &node, const sched::Shape &shape, const sched::Judgement &judgement);

}  // namespace koord::plan
