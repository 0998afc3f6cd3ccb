#include "cpu/kubelet_distribution.h"

#include "kubelet/cpu/balance.h"
#include "kubelet/cpu/policy.h"
#include "kubelet/cpu/socket_balance.h"

namespace koord::cpu {

bool distributes_as_kubelet(const Request &request) noexcept {
  return (request.kubelet_options & kubelet::kDistributeNuma) != 0;
}

std::optional<CpuSet> distribute_as_kubelet(const Topology &topology, const Request &request,
                                            const CpuSet &free, int cpus) {
  uint32_t options = request.kubelet_options & (kubelet::kDistributeNuma | kubelet::kAlignBySocket);
  const bool by_socket = (options & kubelet::kAlignBySocket) != 0;
  const int most = by_socket ? kubelet::kMaxSocketBalancedNodes : kubelet::kMaxBalancedNodes;
  if (topology.cpu_nodes().size() > static_cast<size_t>(most)) return std::nullopt;
  if (request.required && request.bind == BindPolicy::kFullPcpus) {
    if (!topology.siblings().uniform()) return std::nullopt;
    options |= kubelet::kFullPcpusOnly;
  }
  CpuSet out;
  const kubelet::Machine machine(topology);
  if (kubelet::assign(machine, options, free, cpus, out, request.kubelet_version).refused())
    return std::nullopt;
  return out;
}

bool takes_kubelets_cpus(const Request &request, const State &state) noexcept {
  return request.exclusive == ExclusivePolicy::kNone && state.preferred == nullptr &&
         request.max_ref_count <= 1 && request.bind != BindPolicy::kSpreadByPcpus;
}

}  // namespace koord::cpu
