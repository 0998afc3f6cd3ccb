// Values of the profiles that differ from Profile::kSpec.
#include "base/profile_rules.h"

namespace koord {
namespace {

constexpr ProfileRules kSpec;

constexpr ProfileRules kUpstream{
    .wording = Wording::kKoordinator,
    .hint_merge = HintMerge::kByOrder,
    .node_numbers_are_bits = true,

    // CPU picks
    .numa_exclusive_falls_back = false,
    .exclusive_in_every_stage = false,
    .avoids_own_cpus = true,
    .gives_up_spreading_first = false,
    .takes_strictest_first = false,
    .average_domain_size = true,
    .average_core_width = true,
    .checks_smt_alignment = false,
    .reports_bind_shortage = false,
    .prefers_whole_cores = false,
    .spreads_preferred_threads = false,
    .limits_arm = false,
    .spreads_evenly = false,
    .spread_label_fills_cores = false,
    .distributes_evenly = false,
    .caps_hint_by_free_cpus = false,
    .shares_hint_by_strategy = false,

    // Node reports
    .has_default_numa_policy = false,
    .reads_every_topology_policy = false,
    .reads_kubelet_distribute = false,
    .kubelet_beats_bind_label = true,
    .allocates_by_numa_scoring = true,
    .reads_available = false,
    .withheld_count_once = false,
    .reserved_leave_zones_once = false,
    .reads_takeover_stage = false,
    .reserved_leave_owners = false,
    .cpu_amounts_follow_cpus = false,
    .numa_users_own_cpus = true,

    // Pod requests
    .knows_isolated_cpus = false,
    .knows_constrained_burst = false,
    .requires_default_bind = true,
    .binds_prod_only = true,
    .reads_policies_of_unbound = false,
    .checks_owners_requests = false,
    .asks_kubelet_admission = false,
    .looks_at_empty_requests = false,
    .rounds_fractions_up = false,
    .best_effort_aligns = true,
    .node_binds_every_qos = true,
    .spread_avoids_whole_cores = false,
    .checks_amplified_apart = true,
    .alignment_needs_zones = true,
    .aligned_share_pools = false,
    .narrows_unaligned = false,
    .fills_in_bind_policy = true,

    // Claims of bound pods
    .judges_claims = false,
    .skips_claimed_zeros = false,
    .shares_unstated_amounts = false,
    .ids_name_devices = false,
    .reads_visible_devices = false,
    .compares_kubelet_devices = false,
    .keeps_unreported_devices = false,
    .waits_for_devices = false,

    // Device requests
    .allocates_mig_instances = false,
    .gpu_core_counts_gpus = false,
    .takes_translated_requests = false,
    .checks_gpu_percents = false,
    .rounds_gpu_memory_up = false,
    .rounds_gpu_ratio_up = false,
    .refuses_device_requests_first = true,

    // Device choice
    .matches_gpu_vendor = false,
    .unstated_is_none = false,
    .unplaced_are_near = false,
    .selector_decides_presence = false,
    .devices_can_be_exclusive = false,
    .secondary_wait_for_reserve = true,
    .joint_by_nearness = false,
    .gathers_devices = false,
    .devices_fit_tightly = false,
    .scope_limits_all = false,
    .gpus_by_links = false,
    .partitions_highest_first = false,
    .broken_partitions_are_whole = true,
    .partition_gpus_must_fit = false,
    .empty_partitions_are_none = false,
    .reads_model_of_device = false,
    .label_beats_partition_policy = false,
    .honors_unknown_partitions = true,

    // Scores and plans
    .scores_what_is_given = true,
    .least_allocated_by_default = true,
    .knows_balanced_allocation = false,
    .computes_capacity = false,

    // Pods on their node
    .pools_of_cpu_nodes_only = false,
    .reads_shared_pools = false,
    .owners_without_cpus_are_ls = false,
    .keeps_kubelet_cpus = false,
    .unlabelled_share = false,
    .be_keeps_to_numa = false,
    .binds_memory = false,
    .names_gpus_by_uuid = false,
    .reports_owned_cpus = false,
    .be_starts_at_once = false,
    .be_stays_in_pool = false,
    .be_takes_what_is_left = false,
    .be_on_reserved_first = false,
};

constexpr ProfileRules kKubelet{
    .runs_clusters_and_nodes = false,
    .wording = Wording::kKubelet,
    .hint_merge = HintMerge::kKubelet,
    .node_numbers_are_bits = true,
};

constexpr ProfileRules kNrtMatch{
    .runs_clusters_and_nodes = false,
    .wording = Wording::kNrtMatch,
};

constexpr ProfileRules kUnknown{
    .runs_clusters_and_nodes = false,
};

}  // namespace

constinit const std::array<ProfileRules, kKnownProfiles + 1> kProfileRules{
    kSpec, kUpstream, kKubelet, kNrtMatch, kUnknown};

}  // namespace koord
