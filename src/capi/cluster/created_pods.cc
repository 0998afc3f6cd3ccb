#include "capi/cluster/created_pods.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "wire/pod/pod_reader.h"

namespace koord::capi {

void CreatedPods::read(const Log &log) {
  first_.reset(new koord_pod(wire::read_pod(workload_.pod_json(0), log, wire::Faults::kKeep)));
}

PodHandle CreatedPods::make(uint32_t i) const {
  object::PodObject pod = first_->object;
  pod.name = name(i);
  pod.uid = uid(i);
  return PodHandle(new koord_pod(std::move(pod)));
}

std::vector<size_t> beyond_limits(const std::vector<const CreatedPods *> &workloads) {
  std::vector<size_t> order(workloads.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto rank = [&](size_t i) {
    const wire::Workload &workload = workloads[i]->workload();
    return std::tuple(workloads[i]->bytes(), workload.count, std::string_view(workload.kind),
                      std::string_view(workload.name_space), std::string_view(workload.name));
  };
  std::ranges::sort(order, {}, rank);
  std::vector<size_t> out;
  size_t pods = 0;
  size_t bytes = 0;
  for (const size_t i : order) {
    const size_t more_pods = workloads[i]->workload().count;
    const size_t more_bytes = workloads[i]->bytes();
    if (more_pods > CreatedPods::kMaxPods - pods || more_bytes > CreatedPods::kMaxBytes - bytes) {
      out.push_back(i);
      continue;
    }
    pods += more_pods;
    bytes += more_bytes;
  }
  return out;
}

}  // namespace koord::capi
