// One replay: pods arrive one after another, and each is placed permanently or dropped. The state
// of the cluster after each arrival goes into a curve.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "curves.h"
#include "trace.h"

namespace koordctl {

struct Place {
  std::string node;
  std::vector<int> gpus;
};

// A cluster under one policy.
class ReplayCluster {
 public:
  virtual ~ReplayCluster() = default;
  // Returns nullopt if the pod fits on no node.
  virtual std::optional<Place> place(uint32_t pod) = 0;
  // Returns the idle GPU capacity that the workload cannot use now, in thousandths.
  virtual double fragmented() = 0;
};

// A pod that fits on no node, and the demand on GPUs at that time, including the pod.
struct Refused {
  uint32_t pod = 0;
  uint32_t demand = 0;  // percent
};

struct ReplayRun {
  Curve curve;
  std::vector<Refused> refused;
  std::vector<std::optional<Place>> places;  // placement of each arrival, if kept
};

enum class Keep { kCurve, kPlaces };

// Throws a Failure if more GPU is in use than the cluster has.
ReplayRun replay(const std::vector<TracePod> &pods, const std::vector<uint32_t> &arrivals,
                 int64_t cluster_gpus, ReplayCluster &cluster, Keep keep = Keep::kCurve);

}  // namespace koordctl
