// The differences between profiles. Each is one member here and one row of
// docs/reference/profiles.md that ends with its name. No other code checks the profile itself.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/profile.h"

namespace koord {

enum class HintMerge : uint8_t {
  kOneSet,   // the set that suits every resource, devices included
  kByOrder,  // Koordinator's: the best intersection, by the order of the hints
  kKubelet   // the topology manager's
};

enum class Wording : uint8_t { kOurs, kKoordinator, kKubelet, kNrtMatch };

// The values here are those of Profile::kSpec; profile_rules.cc has what the others have instead.
// Aligned so that finding those of a profile is a shift; picks do it several times.
struct alignas(128) ProfileRules {
  // Who decides

  // The profile is one that clusters and nodes can have.
  bool runs_clusters_and_nodes = true;
  // Whose words refusals have.
  Wording wording = Wording::kOurs;
  // How a pod's NUMA nodes are chosen.
  HintMerge hint_merge = HintMerge::kOneSet;
  // Sets of NUMA nodes are 64-bit masks of their numbers.
  bool node_numbers_are_bits = false;

  // CPUs of a pick

  // NUMANodeLevel becomes PCPULevel where every NUMA node is held.
  bool numa_exclusive_falls_back = true;
  // Exclusive policies hold in stages of whole cores and of sockets, too.
  bool exclusive_in_every_stage = true;
  // Later stages keep away from what the pod itself has just taken.
  bool avoids_own_cpus = false;
  // One CPU per core is given up before exclusivity is, not with it.
  bool gives_up_spreading_first = true;
  // In the place found, CPUs that keep to stricter rules are taken first.
  bool takes_strictest_first = true;
  // Every core is taken to be as wide as the average one.
  bool average_core_width = false;
  // A count that cannot be whole cores is refused as such.
  bool checks_smt_alignment = true;
  // CPUs that only the required bind policy excludes are told from CPUs that are not free.
  bool tells_bind_shortage = true;
  // Half a core is not preferred where FullPCPUs is required.
  bool prefers_whole_cores = true;
  // Required SpreadByPCPUs takes of each core the preferred thread.
  bool spreads_preferred_threads = true;
  // ARM has FullPCPUs and NUMANodeLevel only.
  bool limits_arm = true;
  // SpreadByPCPUs takes the next CPU of the core that has given fewest.
  bool spreads_evenly = true;
  // A node's label SpreadByPCPUs takes several CPUs of a core where cores are too few.
  bool spread_label_fills_cores = true;
  // DistributeEvenly is a strategy of its own.
  bool distributes_evenly = true;
  // A hinted NUMA node is asked for no more CPUs than it has free.
  bool caps_hint_by_free_cpus = true;
  // The allocate strategy says what each hinted NUMA node gives.
  bool shares_hint_by_strategy = true;

  // What counts of a node

  // A node without a NUMA policy has the configured one.
  bool has_default_numa_policy = true;
  // Every policy and scope of kubelet's topology manager counts.
  bool reads_every_topology_policy = true;
  // Kubelet's distribute-cpus-across-numa counts.
  bool reads_kubelet_distribute = true;
  // Kubelet's full-pcpus-only beats the node's label.
  bool kubelet_beats_bind_label = false;
  // numaScoringStrategy is the default allocate strategy, not scoringStrategy.
  bool allocates_by_numa_scoring = false;
  // What zones[].available lacks of allocatable is taken.
  bool reads_available = true;
  // CPUs that a report withholds, or gives to a pod by name, are not counted a second time as what
  // their pods hold.
  bool withheld_count_once = true;
  // Kubelet's reserved CPUs are not taken off a zone that lacks them already.
  bool reserved_leave_zones_once = true;
  // A report of the first stage of a takeover excludes kubelet's CPUs and reserved CPUs.
  bool reads_takeover_stage = true;
  // Running pods lose CPUs that kubelet or the node reserves.
  bool reserved_leave_owners = true;
  // Who owns CPUs has as much CPU of a NUMA node as he has CPUs there.
  bool cpu_amounts_follow_cpus = true;
  // For singleNUMANodeExclusive a pod is where it owns CPUs, wherever it has amounts.
  bool numa_users_own_cpus = false;

  // What a pod asks for

  // Pods may require isolated CPUs, and a node's report may keep these from all others.
  bool knows_isolated_cpus = true;
  // There is a bind policy ConstrainedBurst.
  bool knows_constrained_burst = true;
  // requiredCPUBindPolicy: Default requires the configured policy.
  bool requires_default_bind = false;
  // Pods bind CPUs by their own policy only with priority koord-prod.
  bool binds_prod_only = false;
  // CPU policies of pods count that only their node binds.
  bool reads_policies_of_unbound = true;
  // LSE and LSR request whole CPUs, and as much as their limits.
  bool checks_owners_requests = true;
  // Kubelet's admission is foreseen.
  bool asks_kubelet_admission = true;
  // Pods that ask for nothing are judged as others are.
  bool looks_at_empty_requests = true;
  // A request of a fraction of a byte or unit is rounded up; else NUMA nodes cannot supply it.
  bool rounds_fractions_up = true;
  // NUMA policies hold for BE pods, too.
  bool best_effort_aligns = false;
  // A node's bind policy is for pods of every QoS.
  bool node_binds_every_qos = false;
  // Who prefers SpreadByPCPUs gets no node of FullPCPUsOnly.
  bool spread_avoids_whole_cores = true;
  // Amplified CPU is checked even where NodeResourcesFit is not.
  bool checks_amplified_apart = false;
  // NUMA policies refuse where CPUs are known and zones are not.
  bool alignment_needs_zones = false;
  // Aligned pods without CPUs of their own keep to shared pools.
  bool aligned_share_pools = true;
  // Pods that no policy aligns get CPUs of as few NUMA nodes as have them.
  bool narrows_unaligned = true;
  // PreBind writes the policy in force in place of Default.
  bool fills_in_bind_policy = false;

  // What bound pods claim

  // A claim may be refused.
  bool judges_claims = true;
  // An amount of 0 puts its pod on no NUMA node.
  bool skips_claimed_zeros = true;
  // Who states shared pools and no amounts has even shares of them.
  bool shares_unstated_amounts = true;
  // Environment variables may claim GPUs.
  bool reads_visible_devices = true;
  // Kubelet's record of devices is compared with claims.
  bool compares_kubelet_devices = true;
  // Devices of which nothing tells are kept for their pod.
  bool assumes_untold_devices = true;
  // Pods that request parts of devices wait for a Device object.
  bool waits_for_devices = true;

  // Requests for devices

  // gpu-core says how many GPUs, too, and must agree.
  bool gpu_core_counts_gpus = true;
  // gpu-core, gpu-memory-ratio and gpu-memory may be requested together.
  bool takes_translated_requests = true;
  // gpu-core and gpu-memory-ratio above 100 must be multiples of it.
  bool checks_gpu_percents = true;
  // Bytes that do not divide by the GPUs are rounded up.
  bool rounds_gpu_memory_up = true;
  // Percents made of bytes are rounded up, at most to what is left.
  bool rounds_gpu_ratio_up = true;
  // A device request that nothing can meet is refused on every node, first of all.
  bool refuses_device_requests_first = false;

  // Choices of devices

  // A device has nothing of a resource that it does not state.
  bool unstated_is_none = true;
  // A device without a topology is on any NUMA node.
  bool unplaced_are_near = true;
  // Where a selector matches no device the node has none.
  bool selector_decides_presence = true;
  // Exclusive policies of devices have an effect.
  bool devices_can_be_exclusive = true;
  // Secondary devices that the node plans well wait for Reserve.
  bool secondary_wait_for_reserve = false;
  // Devices to be had together are chosen as near as can be, not one after the other.
  bool joint_by_nearness = true;
  // The device that has least left comes first.
  bool devices_fit_tightly = true;
  // A topology scope limits partitions and all types of devices, not only GPUs.
  bool scope_limits_all = true;
  // The best-linked GPUs, not the smallest place of the PCIe tree that has them.
  bool gpus_by_links = true;
  // GPU partitions of the highest score come first, not of the lowest.
  bool partitions_highest_first = true;
  // Partitions count as whole that lack a GPU or have a broken one.
  bool broken_partitions_are_whole = false;
  // GPUs of a partition have what is asked; being healthy is not enough.
  bool partition_gpus_must_fit = true;
  // A partition table without partitions is no table.
  bool empty_partitions_are_none = true;
  // The Device tells the GPUs' model where labels of the node do not.
  bool reads_model_of_device = true;
  // The node's label beats the partition policy of the Device.
  bool label_beats_partition_policy = true;
  // Honor counts where no partitions are known.
  bool honors_unknown_partitions = false;

  // Scores and plans

  // ScoringStrategy over the NUMA nodes that give something is the score.
  bool scores_what_is_given = false;
  // scoringStrategy is LeastAllocated unless configured.
  bool least_allocated_by_default = false;
  // scoringStrategy may be BalancedAllocation.
  bool knows_balanced_allocation = true;
  // How many pods fit is computed where it follows from amounts.
  bool reckons_capacity = true;

  // Pods on their node

  // A pod with CPUs in numaNodeResources shares those of the entries with CPUs, not of all entries.
  bool pools_of_cpu_nodes_only = true;
  // cpuSharedPools name a pod's NUMA nodes, too.
  bool reads_shared_pools = true;
  // LSE and LSR pods without CPUs of their own are LS.
  bool owners_without_cpus_are_ls = true;
  // Containers that kubelet's static policy serves keep its CPUs.
  bool keeps_kubelet_cpus = true;
  // Pods without a label run on the shared pool.
  bool unlabelled_share = true;
  // BE pods keep to the NUMA nodes that they name.
  bool be_keeps_to_numa = true;
  // Memory is bound to the NUMA nodes that it was allocated on.
  bool binds_memory = true;
  // Containers are told UUIDs of GPUs, not minors.
  bool names_gpus_by_uuid = true;
  // CPUs of LSE and LSR pods are reported beside kubelet's.
  bool reports_owned_cpus = true;
  // BE suppression gives a first allowance whole, not a tenth of the machine at most.
  bool be_starts_at_once = true;
  // BE suppression gives no CPUs that kubelet assigned.
  bool be_stays_in_pool = true;
  // BE suppression gives what there is where the allowance is more.
  bool be_takes_what_is_left = true;
  // BE suppression gives CPUs first that kubelet reserves.
  bool be_on_reserved_first = true;
};

// By the number of the profile; the last one is for numbers that no profile has. Hidden: it is
// found without a table of addresses.
inline constexpr size_t kKnownProfiles = 4;
[[gnu::visibility("hidden")]] extern const std::array<ProfileRules, kKnownProfiles + 1>
    kProfileRules;

inline const ProfileRules &rules_of(Profile profile) noexcept {
  const size_t number = static_cast<uint32_t>(profile);
  return kProfileRules[number < kKnownProfiles ? number : kKnownProfiles];
}

}  // namespace koord
