// Filter and score of scheduler-plugins' NodeResourceTopologyMatch: whether the NUMA zones a node
// reports let kubelet's topology manager admit a pod, and how well they suit it.
#pragma once

#include <cstdint>
#include <vector>

#include "base/refusal.h"
#include "sched/nrt/nrt_match_nearest.h"
#include "sched/nrt/nrt_match_score.h"
#include "sched/nrt/nrt_match_zones.h"

namespace koord::sched {

// What could not be aligned. Numbers are those of KOORD_NRT_LEVEL_*.
enum class NrtLevel : int32_t { kNone = 0, kPod = 1, kContainer = 2, kInitContainer = 3 };

struct NrtVerdict {
  Reason reason = Reason::kNone;
  NrtLevel level = NrtLevel::kNone;
  int32_t container = -1;  // its number among those of its kind, -1: the pod
  int32_t column = -1;     // the resource, in NrtPod::columns
  int64_t needed = 0;      // of it, milli for cpu
  int64_t best = 0;   // the most that a zone has which has enough of all that was looked at before
  int32_t zone = -1;  // the id of that zone, -1: there is none

  bool fits() const { return reason == Reason::kNone; }
};

// One pod against many nodes; pod, and nodes while they are looked at, must outlive it. Not for
// several threads at a time. Touches the heap only for nodes with more zones than those before.
class NrtMatch {
 public:
  NrtMatch(const NrtPod &pod, const NrtScoring &scoring);

  // nullptr: a node without a NodeResourceTopology object.
  NrtVerdict filter(const NrtNode *node);
  int score(const NrtNode *node);  // 0..100

 private:
  NrtVerdict filter_containers();
  NrtVerdict reject(const NrtRequest &request, uint64_t among) const;
  // The zones that have all of it; if none has, why goes to `verdict`.
  uint64_t fitting(NrtRequests requests, NrtVerdict &verdict) const;
  int strategy_score(const NrtNode &node) const;
  int least_numa_score(const NrtNode &node);

  const NrtPod &pod_;
  NrtStrategy strategy_;
  std::vector<int32_t> weights_;  // by column
  NrtZones zones_;
};

// The verdict as the library's refusals: where it does not fit is the pod or the container.
Refusal to_refusal(const NrtVerdict &verdict, const NrtPod &pod);

}  // namespace koord::sched
