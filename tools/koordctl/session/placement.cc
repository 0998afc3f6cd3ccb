#include "session/placement.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "cli/errors.h"
#include "output/topology_table.h"

namespace koordctl {
namespace {

void require_known(std::string_view subject, const koord::CpuSet &cpus,
                   const koord::CpuSet &machine) {
  const koord::CpuSet unknown = cpus - machine;
  if (unknown.empty()) return;
  throw Failure(kUsage, std::string(subject) + ": CPUs " + unknown.to_string() +
                            " are not among the machine's usable CPUs " + machine.to_string());
}

std::vector<int32_t> sorted(const std::set<int32_t> &ids) { return {ids.begin(), ids.end()}; }

}  // namespace

Placer::Placer(const koord::Topology &topology, PlacementOptions options)
    : topology_(topology),
      options_(std::move(options)),
      rows_(topology.get_cpus()),
      usable_(topology.get_cpuset(KOORD_CPUSET_KIND_ALL, 0)),
      ref_counts_(KOORD_MAX_CPUS) {
  for (const koord_numa_node &row : topology.get_numa_nodes()) nodes_.push_back(row.numa_node);
  if (options_.available) require_known("--available", *options_.available, usable_);
  require_known("--reserved", options_.reserved, usable_);
  require_known("--preferred", options_.preferred, usable_);
  for (const Holder &holder : options_.holders) {
    require_known("--allocated", holder.cpus, usable_);
    hold(holder);
  }
  for (const int32_t cpu : usable_.ids()) {
    const uint32_t holders = ref_counts_[static_cast<size_t>(cpu)];
    if (holders <= options_.max_ref_count) continue;
    throw Failure(kUsage, "--allocated: CPU " + std::to_string(cpu) + " is held " +
                              std::to_string(holders) + " times, --max-ref-count allows " +
                              std::to_string(options_.max_ref_count));
  }
}

void Placer::hold(Holder holder) {
  for (const int32_t cpu : holder.cpus.ids()) ++ref_counts_[static_cast<size_t>(cpu)];
  holders_.push_back(std::move(holder));
}

koord::CpuSet Placer::available() const {
  koord::CpuSet available = options_.available.value_or(usable_) - options_.reserved;
  koord::CpuSet full;
  for (const int32_t cpu : available.ids())
    if (ref_counts_[static_cast<size_t>(cpu)] >= options_.max_ref_count) full.insert(cpu);
  return available - full;
}

Placement Placer::place(const PodRequest &request) {
  for (const int32_t node : request.numa_nodes) {
    if (std::find(nodes_.begin(), nodes_.end(), node) == nodes_.end()) {
      throw Failure(kUsage, request.numa_nodes_from + ": NUMA node " + std::to_string(node) +
                                " is not among the machine's nodes" +
                                (nodes_.empty() ? ", it has none" : " " + number_ranges(nodes_)));
    }
  }
  Placement placement;
  placement.request = request;
  if (options_.profile == KOORD_PROFILE_KUBELET)
    pick_kubelet(request, placement);
  else
    pick_koordinator(request, placement);
  if (placement.granted()) {
    placement.footprint = footprint_of(placement.cpus);
    hold({request.name, placement.cpus, request.exclusive});
  } else {
    placement.sentence = koord::refusal_format(placement.refusal);
  }
  return placement;
}

void Placer::pick_koordinator(const PodRequest &request, Placement &placement) const {
  koord_cpu_request pick = KOORD_INIT(koord_cpu_request);
  pick.flags = request.flags;
  pick.profile = options_.profile;
  pick.bind_policy = request.bind;
  pick.exclusive_policy = request.exclusive;
  pick.numa_strategy = request.numa;
  pick.cpus = request.cpus;
  pick.max_ref_count = options_.max_ref_count;
  pick.words = koord::CpuSet::kWords;
  pick.sets = KOORD_PICK_SET_PREFERRED | KOORD_PICK_SET_CORE_HELD | KOORD_PICK_SET_NODE_HELD;
  std::vector<uint64_t> sets;
  for (const koord::CpuSet &set :
       {available(), options_.preferred, held_under(KOORD_EXCLUSIVE_POLICY_PCPU_LEVEL),
        held_under(KOORD_EXCLUSIVE_POLICY_NUMA_NODE_LEVEL)})
    sets.insert(sets.end(), set.data(), set.data() + koord::CpuSet::kWords);
  std::vector<koord_numa_grant> grants;
  for (const int32_t node : request.numa_nodes)
    grants.push_back({.available_milli = -1, .granted_milli = 0, .numa_node = node, .reserved = 0});
  pick.grant_stride = sizeof(koord_numa_grant);
  pick.grant_count = static_cast<uint32_t>(grants.size());
  placement.refusal = with_subject(
      "",
      [&] {
        return koord::cpu_pick(topology_, pick, sets.data(), ref_counts_.data(), grants.data(),
                               placement.cpus.data());
      },
      kUsage);
}

void Placer::pick_kubelet(const PodRequest &request, Placement &placement) const {
  koord_kubelet_request pick = KOORD_INIT(koord_kubelet_request);
  pick.options = options_.kubelet_options;
  pick.version = options_.kubelet_version;
  pick.cpus = request.cpus;
  pick.sets = KOORD_KUBELET_SET_RESERVED | KOORD_KUBELET_SET_REUSABLE;
  for (const int32_t node : request.numa_nodes) {
    const auto row = std::find(nodes_.begin(), nodes_.end(), node) - nodes_.begin();
    if (row >= 64) {
      throw Failure(kUsage, request.numa_nodes_from + ": NUMA node " + std::to_string(node) +
                                ": a hint of kubelet's has room for the first 64 NUMA nodes");
    }
    pick.affinity |= uint64_t{1} << row;
  }
  // kubelet's default set contains the reserved CPUs, which kubelet keeps free of containers
  // itself.
  const std::array<koord::CpuSet, 3> sets{available() | options_.reserved, options_.reserved,
                                          options_.preferred};
  static_assert(sizeof(koord::CpuSet) == koord::CpuSet::kWords * sizeof(uint64_t));
  placement.refusal = with_subject(
      "--kubelet-option",  // the other inputs have been checked
      [&] { return koord::Kubelet::pick(topology_, pick, sets[0], placement.cpus.data()); },
      kUsage);
}

koord::CpuSet Placer::held_under(koord_exclusive_policy policy) const {
  koord::CpuSet held;
  for (const Holder &holder : holders_)
    if (holder.exclusive == policy) held |= holder.cpus;
  return held;
}

Footprint Placer::footprint_of(const koord::CpuSet &cpus) const {
  std::set<int32_t> nodes, sockets, l3s;
  struct Core {
    size_t taken = 0;
    size_t all = 0;
  };
  std::map<int32_t, Core> cores;
  for (const koord_cpu &row : rows_) {
    Core &core = cores[row.core_index];
    ++core.all;
    if (!cpus.contains(row.cpu)) continue;
    ++core.taken;
    if (row.numa_node >= 0) nodes.insert(row.numa_node);
    if (row.l3 >= 0) l3s.insert(row.l3);
    sockets.insert(row.socket);
  }
  Footprint footprint{sorted(nodes), sorted(sockets), sorted(l3s)};
  for (const auto &[index, core] : cores) {
    if (core.taken == core.all) ++footprint.whole_cores;
    if (core.taken != 0 && core.taken < core.all) ++footprint.split_cores;
  }
  return footprint;
}

}  // namespace koordctl
