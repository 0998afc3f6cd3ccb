// A recorded cluster as a libkoord cluster, filled under one policy.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "aged_kinds.h"
#include "fitting_nodes.h"
#include "fragments.h"
#include "inflation.h"
#include "koord_trace.h"
#include "policy.h"
#include "run.h"
#include "workload.h"

namespace koordctl {

class KoordReplay : public ReplayCluster {
 public:
  // `nodes` are in the order of their ranks: ties go to the first. `nodes` and `workload` must
  // outlive this. Throws a Failure that names what libkoord rejects.
  KoordReplay(const ReplayPolicy &policy, const std::vector<TraceNode> &nodes,
              const Workload &workload, uint64_t seed);

  std::optional<Place> place(uint32_t pod) override;
  double fragmented() override { return fragments_.total(); }

  // Learned kinds first update the policy after kFirstRound arrivals. That number doubles until the
  // interval between updates reaches kRound, or `refresh` if it is set.
  static constexpr uint64_t kFirstRound = 16;
  static constexpr uint64_t kRound = 200;

 private:
  void set_policy(koord_gpu_policy placing, const std::vector<TaskKind> &kinds);
  // Updates the policy's knowledge before a pod arrives.
  void refresh(const TracePod &pod);
  std::optional<uint32_t> choose_node(const koord::Pod &pod, const TracePod &wanted);
  std::optional<uint32_t> best(const koord::Pod &pod);
  std::optional<uint32_t> best_of_models(const koord::Pod &pod, const TracePod &wanted);
  koord::Pod on_any_gpu(const TracePod &pod, const std::string &uid, uint32_t node);
  koord_refusal reserve(const koord::Pod &pod, const TracePod &wanted, uint32_t node);
  std::vector<int> gpus_of(const std::string &uid) const;

  const ReplayPolicy policy_;
  const std::vector<TraceNode> &nodes_;
  const std::vector<TracePod> &pods_;
  const std::vector<TaskKind> &classes_;
  const Learning learning_;
  const std::vector<std::string> models_;  // models of the nodes
  std::optional<AgedKinds> aged_;          // set if the policy learns
  Random random_;
  Fragments fragments_;
  koord::Cluster cluster_;
  FittingNodes fitting_;
  std::vector<koord_verdict> rows_;  // buffer, reused between calls
  uint64_t arrivals_ = 0;
  uint64_t round_ = 0;  // arrivals at the next update; 0 if there is none
};

}  // namespace koordctl
