// A recorded cluster inside libkoord, filled under one policy.
#ifndef KOORDCTL_REPLAY_KOORD_REPLAY_H_
#define KOORDCTL_REPLAY_KOORD_REPLAY_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "replay/fragments.h"
#include "replay/inflation.h"
#include "replay/policy.h"
#include "replay/run.h"

namespace koordctl {

class KoordReplay : public ReplayCluster {
 public:
  // Nodes in the order of their ranks: of equally good ones the first gets the pod. `pods` must outlive this.
  // Throws a Failure that names the node or the pod which libkoord will not have.
  KoordReplay(const ReplayPolicy &policy, const std::vector<TraceNode> &nodes,
              const std::vector<TracePod> &pods, const std::vector<TaskKind> &kinds,
              std::uint64_t seed);

  bool place(std::uint32_t pod) override;
  double fragmented() override { return fragments_.total(); }

 private:
  struct Free {
    void operator()(koord_cluster *cluster) const { koord_cluster_free(cluster); }
    void operator()(koord_pod *pod) const { koord_pod_unref(pod); }
  };
  using PodHandle = std::unique_ptr<koord_pod, Free>;

  void add_node(const TraceNode &node);
  void set_policy(koord_gpu_placing placing, const std::vector<TaskKind> &kinds);
  PodHandle make_pod(const TracePod &pod, const std::string &uid) const;
  // KOORD's number of a node, -1: none.
  std::int64_t best(const koord_pod *pod);
  std::int64_t best_of(const koord_pod *pod, const TracePod &wanted);
  std::vector<int> gpus_of(const std::string &uid) const;

  const bool at_random_;
  const std::vector<TraceNode> &nodes_;
  const std::vector<TracePod> &pods_;
  Random random_;
  Fragments fragments_;
  std::unique_ptr<koord_cluster, Free> cluster_;
  std::vector<koord_verdict> rows_;
  std::uint64_t arrivals_ = 0;
};

}  // namespace koordctl

#endif  // KOORDCTL_REPLAY_KOORD_REPLAY_H_
