// Places pods one after another on a machine, like a node's scheduler.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "koord.hpp"
#include "session/pod_spec.h"

namespace koordctl {

// The state of a machine before the first pod.
struct PlacementOptions {
  koord_profile profile = KOORD_PROFILE_SPEC;
  std::optional<koord::CpuSet> available;  // unset for all CPUs
  koord::CpuSet reserved;
  koord::CpuSet preferred;
  std::vector<Holder> holders;
  uint32_t max_ref_count = 1;
  uint32_t kubelet_options = 0;  // KOORD_KUBELET_*
  koord_kubelet_version kubelet_version = KOORD_KUBELET_VERSION_DEFAULT;
};

// The topology units that a set of CPUs covers.
struct Footprint {
  std::vector<int32_t> nodes, sockets, l3s;  // ascending
  size_t whole_cores = 0;
  size_t split_cores = 0;  // partly in the set
};

struct Placement {
  PodRequest request;
  koord::CpuSet cpus;  // empty if refused
  Footprint footprint;
  koord_refusal refusal{};
  std::string sentence;  // message of the refusal

  bool granted() const { return refusal.reason == KOORD_REASON_NONE; }
};

class Placer {
 public:
  // Throws a usage Failure if the options do not fit the machine or each other.
  Placer(const koord::Topology &topology, PlacementOptions options);

  Placement place(const PodRequest &request);

  koord::CpuSet available() const;                                 // for the next pod
  const std::vector<Holder> &holders() const { return holders_; }  // including placed pods
  const PlacementOptions &options() const { return options_; }

 private:
  void hold(Holder holder);
  void pick_koordinator(const PodRequest &request, Placement &placement) const;
  void pick_kubelet(const PodRequest &request, Placement &placement) const;
  koord::CpuSet held_under(koord_exclusive_policy policy) const;
  Footprint footprint_of(const koord::CpuSet &cpus) const;

  const koord::Topology &topology_;
  const PlacementOptions options_;
  const std::vector<koord_cpu> rows_;
  koord::CpuSet usable_;
  std::vector<int32_t> nodes_;
  std::vector<Holder> holders_;
  std::vector<uint16_t> ref_counts_;  // by CPU number
};

}  // namespace koordctl
