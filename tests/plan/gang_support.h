// Helpers that place gangs.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "plan/gang.h"
#include "plan/restart_trial.h"
#include "sched/draw.h"

namespace koord::testing {

using plan::GangAnswer;
using plan::GangConditions;

inline GangAnswer place(const Cluster &cluster, const std::vector<PodObject> &pods,
                        GangConditions terms = {}, const sched::WhatIf &what_if = {},
                        const std::map<std::string, std::vector<uint32_t>> &excluded = {}) {
  std::vector<plan::GangPod> gang;
  for (const PodObject &pod : pods) {
    gang.push_back({cluster.shape_of(pod), pod.uid, pod.priority, {}});
    if (const auto nodes = excluded.find(pod.uid); nodes != excluded.end())
      gang.back().excluded = nodes->second;
  }
  const sched::ClusterSnapshot snapshot(cluster, what_if);
  return plan::place_gang(snapshot, gang, terms);
}

}  // namespace koord::testing
