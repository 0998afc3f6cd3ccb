// Helpers that place gangs.
#pragma once

#include <vector>

#include "plan/gang.h"
#include "sched/draw.h"

namespace koord::testing {

using plan::GangAnswer;
using plan::GangConditions;

inline GangAnswer place(const Cluster &cluster, const std::vector<PodObject> &pods,
                        GangConditions terms = {}, const sched::WhatIf &what_if = {}) {
  std::vector<plan::GangPod> gang;
  for (const PodObject &pod : pods) gang.push_back({cluster.shape_of(pod), pod.uid, pod.priority});
  const sched::ClusterSnapshot scene(cluster, what_if);
  return plan::place_gang(scene, gang, terms);
}

}  // namespace koord::testing
