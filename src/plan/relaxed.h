// A pod as it might be, were it to ask for less or insist on less.
#pragma once

#include <string>
#include <vector>

#include "object/objects.h"
#include "plan/remedy.h"
#include "sched/cluster/scene.h"

namespace koord::plan {

struct Relaxed {
  Step step;
  sched::ShapePtr shape;
};

// Without one of its policies, or with a milder one: mildest first of each kind. `shape` is the
// pod's.
std::vector<Relaxed> relaxations(const sched::Scene &scene, const sched::Shape &shape,
                                 const object::PodObject &pod);

// The pod with this much less CPU, above 0: its largest container makes up for it, or is all that
// is left.
object::PodObject with_less_cpu(const object::PodObject &pod, int64_t milli);

// Several devices of a type that a pod asks for.
struct Several {
  object::TypeId type;
  int64_t count;
};
std::vector<Several> several_devices(const sched::Shape &shape);

// The pod with `count` of them instead; nullptr where what it asks for cannot be divided like that.
sched::ShapePtr with_fewer(const sched::Scene &scene, const object::PodObject &pod,
                           const Several &devices, int64_t count);

}  // namespace koord::plan
