#include "replay/run.h"

#include <string>

#include "failure.h"

namespace koordctl {

ReplayRun replay(const std::vector<TracePod> &pods, const std::vector<std::uint32_t> &arrivals,
                 std::int64_t cluster_gpus, ReplayCluster &cluster) {
  const std::int64_t all = cluster_gpus * kWholeGpu;
  ReplayRun run{Curve(all), 0, std::vector<std::size_t>(pods.size())};
  std::int64_t asked = 0;
  std::int64_t used = 0;
  for (const std::uint32_t arrival : arrivals) {
    const TracePod &pod = pods.at(arrival);
    asked += pod.gpu_total();
    if (cluster.place(arrival)) {
      used += pod.gpu_total();
      ++run.placed;
    } else {
      ++run.dropped[arrival];
    }
    if (used > all) {
      throw Failure(kInternal, "replay: " + std::to_string(used) + " thousandths of GPUs in use, " +
                                   std::to_string(all) + " exist");
    }
    run.curve.record(asked, used, cluster.fragmented());
  }
  return run;
}

}  // namespace koordctl
