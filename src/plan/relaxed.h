// Variants of a pod that request less or require less.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "object/objects.h"
#include "plan/remedy.h"
#include "sched/cluster/cluster_snapshot.h"

namespace koord::plan {

struct Relaxed {
  Step step;
  sched::ShapePtr shape;
};

// Returns variants without one of the pod's policies or with a
// milder one, of each kind the mildest first. `shape` is the pod's.
std::vector<Relaxed> relaxations(const sched::ClusterSnapshot &snapshot, const sched::Shape &shape,
                                 const object::PodObject &pod);

// Returns the pod with this much less CPU, which must be above 0. Its largest container gives it
// up; if it has too little, it is left as the only container.
object::PodObject with_less_cpu(const object::PodObject &pod, int64_t milli);
// Returns the CPU of the containers that with_less_cpu leaves alone while something of the largest
// is left.
int64_t cpu_beside_largest(const object::PodObject &pod);

// Several devices of a type that a pod requests.
struct Several {
  object::TypeId type;
  int64_t count;
};
std::vector<Several> several_devices(const sched::Shape &shape);

// Returns the pod's shape with `count` of them instead,
// or nullptr if its request cannot be divided like that.
sched::ShapePtr with_fewer(const sched::ClusterSnapshot &snapshot, const object::PodObject &pod,
                           const Several &devices, int64_t count);

// A resource of which a pod requests the same amount of each of its devices.
struct Share {
  object::TypeId type;
  std::string resource;                      // as in the pod
  std::vector<sched::ResourceId> accounted;  // the resources that devices state for it
  int64_t each;                              // requested of one device
  int64_t devices;                           // number by which the pod's amount is divided
};
// Returns the shares that can be reduced on their own. Sizes that must equal a template, whole
// devices and numbers of devices are left out.
std::vector<Share> shares_of(const sched::Shape &shape, const object::PodObject &pod);

// A share, and what is requested of each device instead.
struct Less {
  const Share *share;
  int64_t each;
};
// Returns the pod's shape with these amounts, or nullptr if several containers request them.
sched::ShapePtr with_less(const sched::ClusterSnapshot &snapshot, const object::PodObject &pod,
                          std::span<const Less> changes);

}  // namespace koord::plan
