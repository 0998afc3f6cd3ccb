// The differences between profiles. Each is one member here and one row of
// docs/reference/profiles.md that ends with its name. No other code checks the profile itself.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/profile.h"

namespace koord {

enum class HintMerge : uint8_t {
  kOneSet,   // one set that suits every resource, devices included
  kByOrder,  // Koordinator's: the best intersection, by the order of the hints
  kKubelet   // the topology manager's
};

enum class Wording : uint8_t { kOurs, kKoordinator, kKubelet, kNrtMatch };

// Defaults are the values of Profile::kSpec; profile_rules.cc has those of the other profiles. The
// alignment makes the lookup by profile a shift, because picks do it several times.
struct alignas(128) ProfileRules {
  // Scope, wording and hints

  // The profile can be used for clusters and nodes.
  bool runs_clusters_and_nodes = true;
  // Wording of refusals.
  Wording wording = Wording::kOurs;
  // Merge of NUMA hints.
  HintMerge hint_merge = HintMerge::kOneSet;
  // Sets of NUMA nodes are 64-bit masks of their numbers.
  bool node_numbers_are_bits = false;

  // CPU picks

  // NUMANodeLevel falls back to PCPULevel if every NUMA node is held.
  bool numa_exclusive_falls_back = true;
  // Exclusive policies also apply in stages of whole cores and of sockets.
  bool exclusive_in_every_stage = true;
  // Later stages avoid CPUs that the pod itself has just taken.
  bool avoids_own_cpus = false;
  // One CPU per core is given up before exclusivity, not together with it.
  bool gives_up_spreading_first = true;
  // A stage that finds its CPUs only by weaker rules takes those that satisfy stricter rules first.
  bool takes_strictest_first = true;
  // A stage for NUMA nodes or sockets is skipped if the request is larger than the average one.
  bool average_domain_size = false;
  // Every core is assumed to be as wide as the average core.
  bool average_core_width = false;
  // A count that whole cores cannot make up is refused with a reason of its own.
  bool checks_smt_alignment = true;
  // A shortage caused only by the required bind policy has a reason of its own.
  bool reports_bind_shortage = true;
  // Preferred CPUs that are half a core are ignored if FullPCPUs is required.
  bool prefers_whole_cores = true;
  // Required SpreadByPCPUs takes the preferred thread of each core.
  bool spreads_preferred_threads = true;
  // ARM supports only FullPCPUs and NUMANodeLevel.
  bool limits_arm = true;
  // SpreadByPCPUs takes the next CPU from the core that has given the fewest.
  bool spreads_evenly = true;
  // A node's label SpreadByPCPUs takes several CPUs of a core if there are too few cores.
  bool spread_label_fills_cores = true;
  // DistributeEvenly is a strategy of its own, not LeastAllocated.
  bool distributes_evenly = true;
  // A hinted NUMA node gives no more CPUs than it has free.
  bool caps_hint_by_free_cpus = true;
  // The allocate strategy determines the share of each hinted NUMA node.
  bool shares_hint_by_strategy = true;

  // Node reports

  // A node without a NUMA policy gets the configured one.
  bool has_default_numa_policy = true;
  // Every policy and scope of kubelet's topology manager is read.
  bool reads_every_topology_policy = true;
  // Kubelet's distribute-cpus-across-numa is read.
  bool reads_kubelet_distribute = true;
  // Kubelet's full-pcpus-only takes precedence over the node's label.
  bool kubelet_beats_bind_label = false;
  // The default allocate strategy is numaScoringStrategy, not scoringStrategy.
  bool allocates_by_numa_scoring = false;
  // The amount by which zones[].available is below allocatable counts as taken.
  bool reads_available = true;
  // CPUs that a report withholds, or assigns to a pod by name, are counted once, not again as
  // holdings of their pods.
  bool withheld_count_once = true;
  // Kubelet's reserved CPUs are subtracted from a zone only if they are not off already.
  bool reserved_leave_zones_once = true;
  // A report of the first stage of a takeover excludes kubelet's assigned and reserved CPUs.
  bool reads_takeover_stage = true;
  // Running pods lose CPUs that kubelet or the node reserves.
  bool reserved_leave_owners = true;
  // A pod with exclusive CPUs has 1000 milli-CPU of a NUMA node for each of its CPUs there.
  bool cpu_amounts_follow_cpus = true;
  // For singleNUMANodeExclusive a pod uses the nodes of its exclusive CPUs, regardless
  // of its amounts.
  bool numa_users_own_cpus = false;

  // Pod requests

  // Pods may require isolated CPUs, and a node's report may exclude these for all other pods.
  bool knows_isolated_cpus = true;
  // The bind policy ConstrainedBurst is supported.
  bool knows_constrained_burst = true;
  // requiredCPUBindPolicy: Default requires the configured policy.
  bool requires_default_bind = false;
  // Pods bind CPUs by their own policy only with priority koord-prod.
  bool binds_prod_only = false;
  // CPU policies of pods that only their node binds are read.
  bool reads_policies_of_unbound = true;
  // LSE and LSR pods must request whole CPUs, equal to their limits.
  bool checks_owners_requests = true;
  // Kubelet's admission is checked in advance.
  bool asks_kubelet_admission = true;
  // Pods without requests are evaluated like others.
  bool looks_at_empty_requests = true;
  // A request for a fraction of a byte or unit is rounded up. Otherwise NUMA nodes
  // cannot supply it.
  bool rounds_fractions_up = true;
  // NUMA policies also apply to BE pods.
  bool best_effort_aligns = false;
  // A node's bind policy applies to pods of every QoS.
  bool node_binds_every_qos = false;
  // Nodes of FullPCPUsOnly refuse pods that prefer SpreadByPCPUs.
  bool spread_avoids_whole_cores = true;
  // Amplified CPU is checked even if NodeResourcesFit is skipped.
  bool checks_amplified_apart = false;
  // Under a NUMA policy, nodes with known CPUs but no zones are refused.
  bool alignment_needs_zones = false;
  // Aligned pods without exclusive CPUs stay on shared pools of their NUMA nodes.
  bool aligned_share_pools = true;
  // Pods that no policy aligns get CPUs of as few NUMA nodes as possible.
  bool narrows_unaligned = true;
  // PreBind replaces Default by the policy in force.
  bool fills_in_bind_policy = false;

  // Claims of bound pods

  // Claims are checked and may be refused.
  bool judges_claims = true;
  // A claimed amount of 0 does not place the pod on the NUMA node.
  bool skips_claimed_zeros = true;
  // A pod that states shared pools without amounts gets even shares of its request there.
  bool shares_unstated_amounts = true;
  // Ids in allocations name devices. The minors of a node may change.
  bool ids_name_devices = true;
  // Environment variables may claim GPUs.
  bool reads_visible_devices = true;
  // Kubelet's record of devices is compared with claims.
  bool compares_kubelet_devices = true;
  // If no source names the devices of a bound pod, as many as it requests are kept for it.
  bool keeps_unreported_devices = true;
  // Pods that request parts of devices wait for a Device object.
  bool waits_for_devices = true;

  // Device requests

  // MIG instances that the Device object lists are devices.
  bool allocates_mig_instances = true;
  // gpu-core also states the number of GPUs and must agree.
  bool gpu_core_counts_gpus = true;
  // gpu-core, gpu-memory-ratio and gpu-memory may be requested together.
  bool takes_translated_requests = true;
  // gpu-core and gpu-memory-ratio above 100 must be multiples of 100.
  bool checks_gpu_percents = true;
  // Bytes that do not divide evenly by the GPUs are rounded up.
  bool rounds_gpu_memory_up = true;
  // Percentages computed from bytes are rounded up, at most to the amount left.
  bool rounds_gpu_ratio_up = true;
  // A device request that no devices can meet is refused also by nodes that count whole devices
  // without a Device object, and of pods that run.
  bool refuses_device_requests_first = false;

  // Device choice

  // A request by the name of a vendor's device plugin excludes GPUs that state another vendor.
  bool matches_gpu_vendor = true;
  // A device has none of a resource that it does not state.
  bool unstated_is_none = true;
  // A device without a topology can be on any NUMA node.
  bool unplaced_are_near = true;
  // A node has no devices if a selector matches none of them.
  bool selector_decides_presence = true;
  // Exclusive policies of devices are respected.
  bool devices_can_be_exclusive = true;
  // Secondary devices of nodes that plan them well are not checked before Reserve.
  bool secondary_wait_for_reserve = false;
  // Joint devices are chosen as near to each other as possible, not one type after the other.
  bool joint_by_nearness = true;
  // Under BestEffort the devices of pods that share CPUs are on as few NUMA nodes as possible.
  bool gathers_devices = true;
  // Devices with the least left come first.
  bool devices_fit_tightly = true;
  // A topology scope limits partitions and all types of devices, not only GPUs.
  bool scope_limits_all = true;
  // GPUs are chosen by their links, not by the smallest part of the PCIe tree that has them.
  bool gpus_by_links = true;
  // GPU partitions with the highest score come first, not those with the lowest.
  bool partitions_highest_first = true;
  // Partitions that lack a GPU or have an unhealthy one count as whole.
  bool broken_partitions_are_whole = false;
  // GPUs of a partition must have the requested amounts, not only be healthy.
  bool partition_gpus_must_fit = true;
  // A partition table without partitions counts as no table.
  bool empty_partitions_are_none = true;
  // The Device provides the model of GPUs if the node's labels do not.
  bool reads_model_of_device = true;
  // The node's label takes precedence over the partition policy of the Device.
  bool label_beats_partition_policy = true;
  // Honor applies even if no partitions are known.
  bool honors_unknown_partitions = false;

  // Scores and plans

  // The score is ScoringStrategy over the NUMA nodes that give something.
  bool scores_what_is_given = false;
  // scoringStrategy defaults to LeastAllocated.
  bool least_allocated_by_default = false;
  // scoringStrategy may be BalancedAllocation.
  bool knows_balanced_allocation = true;
  // The number of pods that fit is computed if it follows from amounts.
  bool computes_capacity = true;

  // Pods on their node

  // A pod with CPUs in numaNodeResources uses the shared pools of the entries with CPUs only.
  bool pools_of_cpu_nodes_only = true;
  // cpuSharedPools also state a pod's NUMA nodes.
  bool reads_shared_pools = true;
  // LSE and LSR pods without exclusive CPUs count as LS.
  bool owners_without_cpus_are_ls = true;
  // Containers with exclusive CPUs from kubelet's static policy keep them.
  bool keeps_kubelet_cpus = true;
  // Pods without a label run on the shared pool.
  bool unlabelled_share = true;
  // BE pods stay on the NUMA nodes that they name.
  bool be_keeps_to_numa = true;
  // Memory is bound to the NUMA nodes on which it was allocated.
  bool binds_memory = true;
  // Containers get the UUIDs of their GPUs, not the minors.
  bool names_gpus_by_uuid = true;
  // CPUs of LSE and LSR pods are reported in addition to kubelet's.
  bool reports_owned_cpus = true;
  // BE suppression grants a first allowance completely, not at most a tenth of the machine.
  bool be_starts_at_once = true;
  // BE suppression grants no CPUs that kubelet assigned.
  bool be_stays_in_pool = true;
  // BE suppression grants all available CPUs if the allowance is larger.
  bool be_takes_what_is_left = true;
  // BE suppression grants CPUs that kubelet reserves first.
  bool be_on_reserved_first = true;
};

// Indexed by profile. The last entry is for unknown profiles. Hidden visibility avoids a lookup in
// a table of addresses.
inline constexpr size_t kKnownProfiles = 4;
[[gnu::visibility("hidden")]] extern const std::array<ProfileRules, kKnownProfiles + 1>
    kProfileRules;

inline const ProfileRules &rules_of(Profile profile) noexcept {
  const size_t number = static_cast<uint32_t>(profile);
  return kProfileRules[number < kKnownProfiles ? number : kKnownProfiles];
}

}  // namespace koord
