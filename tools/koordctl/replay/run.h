// One replay: pods arrive one after another, each is placed for good or dropped, and what the
// cluster looks like after each goes into a curve.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "replay/curves.h"
#include "replay/trace.h"

namespace koordctl {

struct Place {
  std::string node;
  std::vector<int> gpus;
};

// A cluster under one policy.
class ReplayCluster {
 public:
  virtual ~ReplayCluster() = default;
  // None when no node has room.
  virtual std::optional<Place> place(uint32_t pod) = 0;
  // GPU that is idle and of no use, in thousandths, as things are.
  virtual double fragmented() = 0;
};

// A pod that no node had room for, and what part of the GPUs had then been requested, itself
// included.
struct Refused {
  uint32_t pod = 0;
  uint32_t demand = 0;  // percent
};

struct ReplayRun {
  Curve curve;
  std::vector<Refused> refused;
  std::vector<std::optional<Place>> places;  // of each arrival, where they are kept
};

enum class Keep { kCurve, kPlaces };

// Throws a Failure when more GPU is in use than the cluster has.
ReplayRun replay(const std::vector<TracePod> &pods, const std::vector<uint32_t> &arrivals,
                 int64_t cluster_gpus, ReplayCluster &cluster, Keep keep = Keep::kCurve);

}  // namespace koordctl
