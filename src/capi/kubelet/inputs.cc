#include "capi/kubelet/inputs.h"

#include <iterator>
#include <string>

#include "base/error.h"
#include "kubelet/cpu/policy.h"
#include "wire/kubelet/cpu_checkpoint.h"

namespace koord::capi {
namespace {

uint32_t static_policy_options(const wire::KubeletConfig &config) {
  // Bit i of KOORD_KUBELET_* is the i-th name.
  uint32_t options = 0;
  for (size_t i = 0; i < std::size(wire::kCpuManagerOptions); ++i)
    if (config.cpu_option(wire::kCpuManagerOptions[i])) options |= uint32_t{1} << i;
  return options;
}
static_assert(std::size(wire::kCpuManagerOptions) == 6 && kubelet::kUncoreCache == 1u << 5);

}  // namespace

CpuSet reserved_cpus(const Topology &topology, const wire::KubeletConfig &config,
                     KubeletVersion version) {
  // An explicit list is reserved under every CPU policy; amounts become CPUs only under static.
  if (!config.reserved_cpus.empty()) return config.reserved_cpus;
  const int count = wire::reserved_cpu_count(config);
  CpuSet reserved;
  if (count == 0) return reserved;
  const kubelet::Machine machine(topology);
  const uint32_t options = static_policy_options(config);
  kubelet::check_options(options, machine);
  const Refusal no =
      kubelet::assign(machine, options, topology.all_cpus(), count, reserved, version);
  if (no.refused())
    throw Error(Status::kInvalid, "kubelet_config: kubeReserved and systemReserved reserve " +
                                      std::to_string(count) + " CPUs, the machine has " +
                                      std::to_string(topology.cpus().size()));
  return reserved;
}

std::vector<wire::PodCpus> read_allocations(std::string_view state) {
  std::vector<wire::PodCpus> pods;
  if (state.empty()) return pods;
  const wire::CpuManagerState known = wire::read_cpu_manager_state(state);
  for (const auto &[uid, containers] : known.entries)
    for (const auto &[container, cpus] : containers) pods.push_back({uid, "", "", cpus, true});
  for (const auto &[uid, cpus] : known.pods) pods.push_back({uid, "", "", cpus, true});
  return pods;
}

}  // namespace koord::capi
