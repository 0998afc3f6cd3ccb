#include "kubelet/cpu/policy.h"

#include <bitset>
#include <string>

#include "base/error.h"
#include "kubelet/cpu/distributed.h"
#include "kubelet/cpu/packed.h"

namespace koord::kubelet {
namespace {

struct Exclusion {
  Option first;
  Option second;
};
// In the order in which kubelet checks them.
constexpr Exclusion kExclusions[] = {
    {kFullPcpusOnly, kDistributeCores},
    {kDistributeNuma, kDistributeCores},
    {kUncoreCache, kDistributeCores},
    {kUncoreCache, kDistributeNuma},
};

std::string option_name(Option option) {
  switch (option) {
    case kFullPcpusOnly:
      return "full-pcpus-only";
    case kDistributeNuma:
      return "distribute-cpus-across-numa";
    case kAlignBySocket:
      return "align-by-socket";
    case kDistributeCores:
      return "distribute-cpus-across-cores";
    case kStrictReservation:
      return "strict-cpu-reservation";
    case kUncoreCache:
      return "prefer-align-cpus-by-uncorecache";
    case kAllOptions:
      break;
  }
  return "";
}

Refusal smt_refusal(Reason reason, int wanted, int best, int cpus_per_core) {
  Refusal refusal = Refusal::of(reason, Profile::kKubelet);
  refusal.needed = wanted;
  refusal.best = best;
  refusal.set_threads_per_core(cpus_per_core);
  return refusal;
}

// full-pcpus-only admits whole cores only, and not more than the machine has beside the cores of
// reserved CPUs. Kubelet does not count reusable CPUs here.
Refusal check_whole_cores(const Machine &machine, int wanted, const Pools &pools) {
  const int width = machine.counters().cpus_per_core();
  if (wanted % width != 0) return smt_refusal(Reason::kSmtAlignment, wanted, 0, width);
  const CpuSet shared = pools.shared & machine.topology().all_cpus();
  const int physical = (shared - reserved_physical(machine, pools.reserved)).count();
  if (wanted > physical)
    return smt_refusal(Reason::kNotEnoughPhysicalCores, wanted, physical, width);
  return {};
}

// Returns the CPUs of the hint's nodes, widened to whole sockets for align-by-socket.
CpuSet hinted_cpus(const Machine &machine, std::span<const int32_t> affinity, bool by_socket) {
  CpuSet cpus;
  std::bitset<Topology::kMaxNodes> seen;
  for (const int32_t id : affinity) {
    const int node = machine.node_index(id);
    if (node < 0)
      throw Error(Status::kInvalid, "affinity: the machine has no NUMA node " + std::to_string(id));
    if (seen[node])
      throw Error(Status::kInvalid,
                  "affinity: NUMA node " + std::to_string(id) + " is listed twice");
    seen.set(node);
    cpus |= machine.node_cpus(node);
  }
  if (!by_socket) return cpus;
  CpuSet sockets;
  for (CpuSet rest = cpus; !rest.empty();) {
    const CpuSet &socket = machine.socket_cpus(machine.cpu(rest.first()).socket);
    sockets |= socket;
    rest -= socket;
  }
  return sockets;
}

}  // namespace

void check_options(uint32_t options) {
  if ((options & ~uint32_t{kAllOptions}) != 0)
    throw Error(Status::kInvalid, "options: unknown bits " +
                                      std::to_string(options & ~uint32_t{kAllOptions}) +
                                      ", expected KOORD_KUBELET_* only");
  for (const auto &[first, second] : kExclusions)
    if ((options & first) != 0 && (options & second) != 0)
      throw Error(Status::kInvalid, "static policy options " + option_name(first) + " and " +
                                        option_name(second) + " can not be used at the same time");
}

void check_options(uint32_t options, const Machine &machine) {
  check_options(options);
  if ((options & kAlignBySocket) != 0 && machine.counters().sockets > machine.counters().nodes)
    throw Error(Status::kInvalid,
                "Align by socket is not compatible with hardware where number of sockets are more "
                "than number of NUMA");
}

CpuSet reserved_physical(const Machine &machine, const CpuSet &reserved) {
  return machine.topology().siblings().with_siblings(reserved & machine.topology().all_cpus());
}

Refusal assign(const Machine &machine, uint32_t options, const CpuSet &available, int wanted,
               CpuSet &out, KubeletVersion version, int nodes_of_hint) {
  const PickRules rules = pick_rules(version);
  const bool spread = (options & kDistributeCores) != 0;
  if ((options & kDistributeNuma) != 0) {
    DistributedOptions distributed{.spread = spread,
                                   .by_socket = (options & kAlignBySocket) != 0,
                                   .nodes_of_hint = nodes_of_hint,
                                   .rules = rules};
    if ((options & kFullPcpusOnly) != 0) distributed.group = machine.counters().cpus_per_core();
    return pick_distributed(machine, available, wanted, distributed, out);
  }
  const bool align_uncores = (options & kUncoreCache) != 0;
  return pick_packed(machine, available, wanted, {spread, align_uncores, rules}, out);
}

Refusal pick(const Machine &machine, uint32_t options, int wanted, const Pools &pools,
             std::span<const int32_t> affinity, CpuSet &out, KubeletVersion version) {
  check_options(options);
  out = CpuSet();
  const CpuSet hinted = hinted_cpus(machine, affinity, (options & kAlignBySocket) != 0);
  if (wanted < 1) return {};
  if ((options & kFullPcpusOnly) != 0)
    if (const Refusal no = check_whole_cores(machine, wanted, pools); no.refused()) return no;

  const CpuSet pool =
      ((pools.shared - pools.reserved) | pools.reusable) & machine.topology().all_cpus();
  const CpuSet near = pool & hinted;
  const int from_near = std::min(wanted, near.count());
  CpuSet aligned;
  if (from_near > 0)
    if (const Refusal no = assign(machine, options, near, from_near, aligned, version,
                                  static_cast<int>(affinity.size()));
        no.refused())
      return no;

  CpuSet rest;
  if (const Refusal no =
          assign(machine, options, pool - aligned, wanted - from_near, rest, version);
      no.refused())
    return no;
  out = aligned | rest;
  return {};
}

}  // namespace koord::kubelet
