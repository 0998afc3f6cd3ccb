#include "run.h"

#include <string>
#include <utility>

#include "cli/failure.h"

namespace koordctl {

ReplayRun replay(const std::vector<TracePod> &pods, const std::vector<uint32_t> &arrivals,
                 int64_t cluster_gpus, ReplayCluster &cluster, Keep keep) {
  const int64_t all = cluster_gpus * kWholeGpu;
  ReplayRun run{Curve(all), {}, {}};
  int64_t demand = 0;
  int64_t used = 0;
  for (const uint32_t arrival : arrivals) {
    const TracePod &pod = pods.at(arrival);
    demand += pod.gpu_total();
    std::optional<Place> place = cluster.place(arrival);
    if (place)
      used += pod.gpu_total();
    else
      run.refused.push_back({arrival, demand_percent(demand, all)});
    if (keep == Keep::kPlaces) run.places.push_back(std::move(place));
    if (used > all) {
      throw Failure(kInternal, "replay: " + std::to_string(used) + " thousandths of GPUs in use, " +
                                   std::to_string(all) + " exist");
    }
    run.curve.record(demand, used, cluster.fragmented());
  }
  return run;
}

}  // namespace koordctl
