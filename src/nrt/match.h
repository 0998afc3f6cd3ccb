// Filter and score of scheduler-plugins' NodeResourceTopologyMatch:
// they predict from the NUMA zones that a node reports if kubelet's
// topology manager admits a pod, and how well the zones suit it.
#pragma once

#include <cstdint>
#include <vector>

#include "base/refusal.h"
#include "nrt/nearest.h"
#include "nrt/score.h"
#include "nrt/zones.h"

namespace koord::sched {

// The level at which alignment failed. The numbers are those of KOORD_NRT_LEVEL_*.
enum class NrtLevel : int32_t { kNone = 0, kPod = 1, kContainer = 2, kInitContainer = 3 };

struct NrtVerdict {
  Reason reason = Reason::kNone;
  NrtLevel level = NrtLevel::kNone;
  int32_t container = -1;  // index among the containers of its kind; -1 for the pod
  int32_t column = -1;     // index into NrtPod::columns
  int64_t needed = 0;      // amount requested; milli-CPU for cpu
  int64_t best = 0;        // largest amount in any zone that fits the resources checked before
  int32_t zone = -1;       // id of that zone; -1 if there is none

  bool fits() const { return reason == Reason::kNone; }
};

// Evaluates one pod against many nodes. The pod must outlive this, each node the call it is passed
// to. Not thread-safe. Allocates memory only for nodes with more zones than any node before.
class NrtMatch {
 public:
  NrtMatch(const NrtPod &pod, const NrtScoring &scoring);

  // Accepts every pod if `node` is nullptr: the node has no NodeResourceTopology object.
  NrtVerdict filter(const NrtNode *node);
  int score(const NrtNode *node);  // 0..100

 private:
  NrtVerdict filter_containers();
  NrtVerdict reject(const NrtRequest &request, uint64_t among) const;
  // Returns the zones that fit all requests. If there are none, writes the reason to `verdict`.
  uint64_t fitting(NrtRequests requests, NrtVerdict &verdict) const;
  int strategy_score(const NrtNode &node) const;
  int least_numa_score(const NrtNode &node);

  const NrtPod &pod_;
  NrtStrategy strategy_;
  std::vector<int32_t> weights_;  // by column
  NrtZones zones_;
};

// Converts a verdict to a refusal. Its location is the pod or the container.
Refusal to_refusal(const NrtVerdict &verdict, const NrtPod &pod);

}  // namespace koord::sched
