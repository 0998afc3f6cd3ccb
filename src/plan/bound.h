// What a node lacks for a pod that it refuses, in numbers.
#pragma once

#include <cstdint>

#include "sched/judge.h"

namespace koord::plan {

// Numbers are those of koord_scope.
enum class Scope : int32_t {
  kNone = 0,      // it is no amount that lacks
  kNode = 1,      // the whole node has too little
  kNumaNode = 2,  // each NUMA node alone has too little
  kNumaNodes = 3  // as many NUMA nodes as the pod may keep to have too little
};

// best < needed, always.
struct Bound {
  Scope scope = Scope::kNone;
  int32_t where = -1;  // kNumaNode: id of the nearest; kNumaNodes: how many, 0: those of a hint
  sched::ResourceId resource = sched::Resources::kCpu;
  Object object = Object::kUnit;  // unit of needed and best
  int64_t needed = 0;
  int64_t best = 0;
  double share() const {
    return needed <= 0 ? 1 : static_cast<double>(needed - best) / static_cast<double>(needed);
  }
};

struct Lack {
  Bound bound;         // that the refusal is about
  double share = 1;    // 0..1: how much of what it asks for the pod would have to go without
  bool final = false;  // no leaving of other pods would help
};

// Of a judgement that refuses.
Lack lack_of(const sched::View &node, const sched::Shape &shape, const sched::Judgement &judgement);

}  // namespace koord::plan
