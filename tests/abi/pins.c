/* Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT. */
/* Compiles only while every layout and number is what it was when this file was written. (abidiff sees neither a
 * renumbered anonymous enum nor everything that moves inside a struct.) */
#include "pins.h"

SIZE(koord_status, 4);
CONSTANT(KOORD_OK, 0);
CONSTANT(KOORD_E_INVALID, -1);
CONSTANT(KOORD_E_NO_MEMORY, -2);
CONSTANT(KOORD_E_NO_SPACE, -3);
CONSTANT(KOORD_E_CONFLICT, -20);
CONSTANT(KOORD_E_STALE, -21);
CONSTANT(KOORD_E_LIMIT, -22);
CONSTANT(KOORD_E_NOT_FOUND, -23);
CONSTANT(KOORD_E_IO, -40);
CONSTANT(KOORD_E_PERMISSION, -41);
CONSTANT(KOORD_E_CORRUPT, -42);
CONSTANT(KOORD_E_UNSUPPORTED, -43);
CONSTANT(KOORD_E_INTERNAL, -99);

SIZE(koord_log_level, 4);
CONSTANT(KOORD_LOG_LEVEL_INFO, 1);
CONSTANT(KOORD_LOG_LEVEL_WARNING, 2);

SIZE(koord_profile, 4);
CONSTANT(KOORD_PROFILE_SPEC, 0);
CONSTANT(KOORD_PROFILE_UPSTREAM, 1);
CONSTANT(KOORD_PROFILE_KUBELET, 2);
CONSTANT(KOORD_PROFILE_NRT_MATCH, 3);

SIZE(koord_bind_policy, 4);
CONSTANT(KOORD_BIND_POLICY_DEFAULT, 0);
CONSTANT(KOORD_BIND_POLICY_FULL_PCPUS, 1);
CONSTANT(KOORD_BIND_POLICY_SPREAD_BY_PCPUS, 2);
CONSTANT(KOORD_BIND_POLICY_CONSTRAINED_BURST, 3);
CONSTANT(KOORD_BIND_POLICY_NONE, 4);

SIZE(koord_exclusive_policy, 4);
CONSTANT(KOORD_EXCLUSIVE_POLICY_DEFAULT, 0);
CONSTANT(KOORD_EXCLUSIVE_POLICY_NONE, 1);
CONSTANT(KOORD_EXCLUSIVE_POLICY_PCPU_LEVEL, 2);
CONSTANT(KOORD_EXCLUSIVE_POLICY_NUMA_NODE_LEVEL, 3);

SIZE(koord_numa_strategy, 4);
CONSTANT(KOORD_NUMA_STRATEGY_DEFAULT, 0);
CONSTANT(KOORD_NUMA_STRATEGY_MOST_ALLOCATED, 1);
CONSTANT(KOORD_NUMA_STRATEGY_LEAST_ALLOCATED, 2);
CONSTANT(KOORD_NUMA_STRATEGY_DISTRIBUTE_EVENLY, 3);

SIZE(koord_numa_policy, 4);
CONSTANT(KOORD_NUMA_POLICY_UNSET, 0);
CONSTANT(KOORD_NUMA_POLICY_NONE, 1);
CONSTANT(KOORD_NUMA_POLICY_BEST_EFFORT, 2);
CONSTANT(KOORD_NUMA_POLICY_RESTRICTED, 3);
CONSTANT(KOORD_NUMA_POLICY_SINGLE_NUMA_NODE, 4);

SIZE(koord_numa_exclusive, 4);
CONSTANT(KOORD_NUMA_EXCLUSIVE_UNSET, 0);
CONSTANT(KOORD_NUMA_EXCLUSIVE_PREFERRED, 1);
CONSTANT(KOORD_NUMA_EXCLUSIVE_REQUIRED, 2);

SIZE(koord_reason, 4);
CONSTANT(KOORD_REASON_NONE, 0);
CONSTANT(KOORD_REASON_NOT_ENOUGH_CPUS, 1);
CONSTANT(KOORD_REASON_REQUIRED_BIND_POLICY, 2);
CONSTANT(KOORD_REASON_INSUFFICIENT_NUMA, 3);
CONSTANT(KOORD_REASON_SMT_ALIGNMENT, 4);
CONSTANT(KOORD_REASON_NOT_ENOUGH_PHYSICAL_CORES, 5);
CONSTANT(KOORD_REASON_BIND_POLICY_UNSUPPORTED, 6);
CONSTANT(KOORD_REASON_EXCLUSIVE_POLICY_UNSUPPORTED, 7);
CONSTANT(KOORD_REASON_NO_NUMA_NODE_FITS, 8);
CONSTANT(KOORD_REASON_RESOURCE_ABSENT, 9);
CONSTANT(KOORD_REASON_REQUEST_IS_NOT_LIMIT, 10);
CONSTANT(KOORD_REASON_CPUS_NOT_WHOLE, 11);
CONSTANT(KOORD_REASON_NO_TOPOLOGY, 12);
CONSTANT(KOORD_REASON_BIND_POLICY_CONFLICT, 13);
CONSTANT(KOORD_REASON_NUMA_POLICY_CONFLICT, 14);
CONSTANT(KOORD_REASON_SHARED_POOL_TOO_SMALL, 15);
CONSTANT(KOORD_REASON_INSUFFICIENT_RESOURCE, 16);
CONSTANT(KOORD_REASON_NODE_UNKNOWN, 17);
CONSTANT(KOORD_REASON_NODE_UNSCHEDULABLE, 18);
CONSTANT(KOORD_REASON_NUMA_UNSATISFIED, 20);
CONSTANT(KOORD_REASON_NUMA_UNALIGNED, 21);
CONSTANT(KOORD_REASON_NUMA_EXCLUSIVE, 22);
CONSTANT(KOORD_REASON_SEARCH_LIMIT, 23);
CONSTANT(KOORD_REASON_NOT_ENOUGH_ISOLATED_CPUS, 24);
CONSTANT(KOORD_REASON_NO_NUMA_MEMORY, 40);
CONSTANT(KOORD_REASON_MEMORY_HINT_NOT_PREFERRED, 41);
CONSTANT(KOORD_REASON_MEMORY_HINT_NOT_EXTENSIBLE, 42);
CONSTANT(KOORD_REASON_MEMORY_EXTENSION_NOT_PREFERRED, 43);
CONSTANT(KOORD_REASON_MEMORY_GROUP_VIOLATED, 44);
CONSTANT(KOORD_REASON_MEMORY_NOT_INT64, 45);
CONSTANT(KOORD_REASON_POD_POOL_EMPTY, 46);
CONSTANT(KOORD_REASON_PODS_IN_FLIGHT, 47);
CONSTANT(KOORD_REASON_GANG_UNPLACED, 60);
CONSTANT(KOORD_REASON_RESERVATION_SHORT, 61);
CONSTANT(KOORD_REASON_WOULD_MOVE, 62);
CONSTANT(KOORD_REASON_RESIZE_INFEASIBLE, 63);
CONSTANT(KOORD_REASON_DEVICE_UNIT, 80);
CONSTANT(KOORD_REASON_DEVICE_MIX, 81);
CONSTANT(KOORD_REASON_NO_SHARE_TEMPLATE, 82);
CONSTANT(KOORD_REASON_NO_DEVICES, 83);
CONSTANT(KOORD_REASON_NOT_ENOUGH_DEVICES, 84);
CONSTANT(KOORD_REASON_NOT_ENOUGH_VFS, 85);
CONSTANT(KOORD_REASON_DEVICE_SCOPE, 86);
CONSTANT(KOORD_REASON_DEVICE_NUMA, 87);
CONSTANT(KOORD_REASON_NO_PARTITION_TABLE, 88);
CONSTANT(KOORD_REASON_PARTITION_SIZE, 89);
CONSTANT(KOORD_REASON_PARTITIONS_TAKEN, 90);
CONSTANT(KOORD_REASON_DEVICES_UNPLACED, 91);
CONSTANT(KOORD_REASON_SHARES_SPREAD, 92);
CONSTANT(KOORD_REASON_DEVICES_APART, 93);
CONSTANT(KOORD_REASON_DEVICE_UNHEALTHY, 94);
CONSTANT(KOORD_REASON_DEVICE_UNNAMED, 95);
CONSTANT(KOORD_REASON_DEVICES_NOT_REPORTED, 96);
CONSTANT(KOORD_REASON_CPU_NOT_ON_MACHINE, 100);
CONSTANT(KOORD_REASON_CPU_TAKEN, 101);
CONSTANT(KOORD_REASON_CLAIM_NOT_ALLOWED, 102);
CONSTANT(KOORD_REASON_CPU_RESERVED, 103);
CONSTANT(KOORD_REASON_MORE_CPUS_THAN_ASKED, 104);
CONSTANT(KOORD_REASON_POOL_EMPTY, 105);
CONSTANT(KOORD_REASON_NUMA_NODE_ABSENT, 106);
CONSTANT(KOORD_REASON_POD_UNKNOWN, 107);
CONSTANT(KOORD_REASON_STATE_DISAGREES, 108);
CONSTANT(KOORD_REASON_CGROUP_NOT_OF_POD, 109);
CONSTANT(KOORD_REASON_CPU_RESERVED_BY_NODE, 110);
CONSTANT(KOORD_REASON_CPU_ISOLATION, 111);
CONSTANT(KOORD_REASON_CLAIM_UNREADABLE, 120);
CONSTANT(KOORD_REASON_NUMA_CLAIM_NOT_ALLOWED, 121);
CONSTANT(KOORD_REASON_MORE_ON_NUMA_THAN_ASKED, 122);
CONSTANT(KOORD_REASON_DEVICES_NOT_ASKED, 123);
CONSTANT(KOORD_REASON_DEVICE_COUNT, 124);
CONSTANT(KOORD_REASON_DEVICE_AMOUNT, 125);
CONSTANT(KOORD_REASON_DEVICE_TAKEN, 126);
CONSTANT(KOORD_REASON_DEVICES_UNKNOWN, 127);
CONSTANT(KOORD_REASON_ALLOCATION_DIFFERS, 128);

SIZE(koord_object_kind, 4);
CONSTANT(KOORD_OBJECT_KIND_MACHINE, 0);
CONSTANT(KOORD_OBJECT_KIND_CPU, 1);
CONSTANT(KOORD_OBJECT_KIND_CORE, 2);
CONSTANT(KOORD_OBJECT_KIND_L3, 3);
CONSTANT(KOORD_OBJECT_KIND_NUMA_NODE, 4);
CONSTANT(KOORD_OBJECT_KIND_SOCKET, 5);
CONSTANT(KOORD_OBJECT_KIND_MILLI_CPU, 6);
CONSTANT(KOORD_OBJECT_KIND_POLICY, 7);
CONSTANT(KOORD_OBJECT_KIND_BYTES, 8);
CONSTANT(KOORD_OBJECT_KIND_UNIT, 9);
CONSTANT(KOORD_OBJECT_KIND_CONTAINER, 10);
CONSTANT(KOORD_OBJECT_KIND_POD, 11);
CONSTANT(KOORD_OBJECT_KIND_DEVICE, 12);
CONSTANT(KOORD_OBJECT_KIND_INIT_CONTAINER, 13);
CONSTANT(KOORD_OBJECT_KIND_RESOURCES, 14);

SIZE(koord_qos, 4);
CONSTANT(KOORD_QOS_NONE, 0);
CONSTANT(KOORD_QOS_LSE, 1);
CONSTANT(KOORD_QOS_LSR, 2);
CONSTANT(KOORD_QOS_LS, 3);
CONSTANT(KOORD_QOS_BE, 4);
CONSTANT(KOORD_QOS_SYSTEM, 5);

SIZE(koord_kube_qos, 4);
CONSTANT(KOORD_KUBE_QOS_BEST_EFFORT, 0);
CONSTANT(KOORD_KUBE_QOS_BURSTABLE, 1);
CONSTANT(KOORD_KUBE_QOS_GUARANTEED, 2);

SIZE(koord_priority_class, 4);
CONSTANT(KOORD_PRIORITY_CLASS_NONE, 0);
CONSTANT(KOORD_PRIORITY_CLASS_PROD, 1);
CONSTANT(KOORD_PRIORITY_CLASS_MID, 2);
CONSTANT(KOORD_PRIORITY_CLASS_BATCH, 3);
CONSTANT(KOORD_PRIORITY_CLASS_FREE, 4);

SIZE(koord_pod_property_flags, 4);
CONSTANT(KOORD_POD_PROPERTY_TERMINATED, 1);
CONSTANT(KOORD_POD_PROPERTY_BOUND, 2);
CONSTANT(KOORD_POD_PROPERTY_ALLOCATED, 4);
CONSTANT(KOORD_POD_PROPERTY_HAS_POD_LEVEL, 8);
CONSTANT(KOORD_POD_PROPERTY_LIMIT_IS_REQUEST, 16);

SIZE(koord_pod_text, 4);
CONSTANT(KOORD_POD_TEXT_NAME, 0);
CONSTANT(KOORD_POD_TEXT_NAMESPACE, 1);
CONSTANT(KOORD_POD_TEXT_UID, 2);
CONSTANT(KOORD_POD_TEXT_NODE, 3);

SIZE(koord_kubelet_version, 4);
CONSTANT(KOORD_KUBELET_VERSION_DEFAULT, 0);
CONSTANT(KOORD_KUBELET_VERSION_V1_35, 35);
CONSTANT(KOORD_KUBELET_VERSION_V1_36, 36);
CONSTANT(KOORD_KUBELET_VERSION_V1_37, 37);
CONSTANT(KOORD_KUBELET_VERSION_V1_38, 38);

SIZE(koord_plugin_device_flags, 4);
CONSTANT(KOORD_PLUGIN_DEVICE_UNHEALTHY, 1);

SIZE(koord_topology_flags, 4);
CONSTANT(KOORD_TOPOLOGY_ONLY_ALLOWED, 1);

SIZE(koord_cpuset_kind, 4);
CONSTANT(KOORD_CPUSET_KIND_ALL, 0);
CONSTANT(KOORD_CPUSET_KIND_OFFLINE, 1);
CONSTANT(KOORD_CPUSET_KIND_DISALLOWED, 2);
CONSTANT(KOORD_CPUSET_KIND_SOCKET, 3);
CONSTANT(KOORD_CPUSET_KIND_NUMA_NODE, 4);
CONSTANT(KOORD_CPUSET_KIND_NUMA_NODE_LOCAL, 5);
CONSTANT(KOORD_CPUSET_KIND_L3, 6);
CONSTANT(KOORD_CPUSET_KIND_CORE, 7);
CONSTANT(KOORD_CPUSET_KIND_DEVICE, 8);
CONSTANT(KOORD_CPUSET_KIND_ISOLATED, 9);
CONSTANT(KOORD_CPUSET_KIND_NOHZ_FULL, 10);

SIZE(koord_agent_flags, 4);
CONSTANT(KOORD_AGENT_IGNORE_KUBELET, 1);
CONSTANT(KOORD_AGENT_BE_BY_NUMA, 2);
CONSTANT(KOORD_AGENT_EXCLUDE_ISOLATED, 4);

SIZE(koord_agent_cpuset, 4);
CONSTANT(KOORD_AGENT_CPUSET_SHARED, 0);
CONSTANT(KOORD_AGENT_CPUSET_EXCLUSIVE, 1);
CONSTANT(KOORD_AGENT_CPUSET_BEST_EFFORT, 2);
CONSTANT(KOORD_AGENT_CPUSET_ALL, 3);
CONSTANT(KOORD_AGENT_CPUSET_RESERVED, 4);
CONSTANT(KOORD_AGENT_CPUSET_SYSTEM, 5);
CONSTANT(KOORD_AGENT_CPUSET_KUBELET_RESERVED, 6);

SIZE(koord_agent_place, 4);
CONSTANT(KOORD_AGENT_PLACE_UNTOUCHED, 0);
CONSTANT(KOORD_AGENT_PLACE_EXCLUSIVE, 1);
CONSTANT(KOORD_AGENT_PLACE_KUBELET, 2);
CONSTANT(KOORD_AGENT_PLACE_SHARED, 3);
CONSTANT(KOORD_AGENT_PLACE_NAMED_POOLS, 4);
CONSTANT(KOORD_AGENT_PLACE_BEST_EFFORT, 5);
CONSTANT(KOORD_AGENT_PLACE_SYSTEM, 6);

SIZE(koord_agent_annotation, 4);
CONSTANT(KOORD_AGENT_ANNOTATION_CPU_SHARED_POOLS, 0);
CONSTANT(KOORD_AGENT_ANNOTATION_BE_CPU_SHARED_POOLS, 1);
CONSTANT(KOORD_AGENT_ANNOTATION_POD_CPU_ALLOCS, 2);

SIZE(koord_agent_text, 4);
CONSTANT(KOORD_AGENT_TEXT_NAME, 0);
CONSTANT(KOORD_AGENT_TEXT_BOOT_ID, 1);

SIZE(koord_agent_pod_flags, 4);
CONSTANT(KOORD_AGENT_POD_UNLIMITED, 1);

SIZE(koord_cgroup_driver, 4);
CONSTANT(KOORD_CGROUP_DRIVER_DETECT, 0);
CONSTANT(KOORD_CGROUP_DRIVER_CGROUPFS, 1);
CONSTANT(KOORD_CGROUP_DRIVER_SYSTEMD, 2);

SIZE(koord_cgroup_version, 4);
CONSTANT(KOORD_CGROUP_VERSION_DETECT, 0);
CONSTANT(KOORD_CGROUP_VERSION_V1, 1);
CONSTANT(KOORD_CGROUP_VERSION_V2, 2);

SIZE(koord_cgroup_runtime, 4);
CONSTANT(KOORD_CGROUP_RUNTIME_CONTAINERD, 1);
CONSTANT(KOORD_CGROUP_RUNTIME_DOCKER, 2);
CONSTANT(KOORD_CGROUP_RUNTIME_CRIO, 3);
CONSTANT(KOORD_CGROUP_RUNTIME_POUCH, 4);

SIZE(koord_cgroups_flags, 4);
CONSTANT(KOORD_CGROUPS_HYBRID, 1);

SIZE(koord_cgroup_file, 4);
CONSTANT(KOORD_CGROUP_FILE_CPUS, 1);
CONSTANT(KOORD_CGROUP_FILE_MEMS, 2);
CONSTANT(KOORD_CGROUP_FILE_QUOTA, 3);

SIZE(koord_cgroup_phase, 4);
CONSTANT(KOORD_CGROUP_PHASE_SHRINK, 1);
CONSTANT(KOORD_CGROUP_PHASE_GROW_PARENT, 2);
CONSTANT(KOORD_CGROUP_PHASE_MOVE, 3);
CONSTANT(KOORD_CGROUP_PHASE_PARK, 4);
CONSTANT(KOORD_CGROUP_PHASE_SETTLE_PARENT, 5);
CONSTANT(KOORD_CGROUP_PHASE_REMOVE_QUOTA, 6);

SIZE(koord_cgroup_kind, 4);
CONSTANT(KOORD_CGROUP_KIND_ROOT, 1);
CONSTANT(KOORD_CGROUP_KIND_QOS, 2);
CONSTANT(KOORD_CGROUP_KIND_POD, 3);
CONSTANT(KOORD_CGROUP_KIND_CONTAINER, 4);
CONSTANT(KOORD_CGROUP_KIND_NESTED, 5);
CONSTANT(KOORD_CGROUP_KIND_OTHER, 6);

SIZE(koord_cgroup_outcome, 4);
CONSTANT(KOORD_CGROUP_OUTCOME_DONE, 0);
CONSTANT(KOORD_CGROUP_OUTCOME_UNDONE, 1);
CONSTANT(KOORD_CGROUP_OUTCOME_PARTIAL, 2);
CONSTANT(KOORD_CGROUP_OUTCOME_STALE, 3);

SIZE(koord_cgroup_error, 4);
CONSTANT(KOORD_CGROUP_ERROR_NONE, 0);
CONSTANT(KOORD_CGROUP_ERROR_RETRY, 1);
CONSTANT(KOORD_CGROUP_ERROR_GONE, 2);
CONSTANT(KOORD_CGROUP_ERROR_DENIED, 3);
CONSTANT(KOORD_CGROUP_ERROR_INVALID, 4);
CONSTANT(KOORD_CGROUP_ERROR_UNSUPPORTED, 5);
CONSTANT(KOORD_CGROUP_ERROR_DRIFTED, 6);

SIZE(koord_cgroup_step_state, 4);
CONSTANT(KOORD_CGROUP_STEP_STATE_NOT_MADE, 0);
CONSTANT(KOORD_CGROUP_STEP_STATE_MADE, 1);
CONSTANT(KOORD_CGROUP_STEP_STATE_GONE, 2);
CONSTANT(KOORD_CGROUP_STEP_STATE_FAILED, 3);
CONSTANT(KOORD_CGROUP_STEP_STATE_TAKEN_BACK, 4);
CONSTANT(KOORD_CGROUP_STEP_STATE_STUCK, 5);

SIZE(koord_numa_use, 4);
CONSTANT(KOORD_NUMA_USE_IDLE, 0);
CONSTANT(KOORD_NUMA_USE_SINGLE, 1);
CONSTANT(KOORD_NUMA_USE_SHARED, 2);

SIZE(koord_numa_hint_kind, 4);
CONSTANT(KOORD_NUMA_HINT_KIND_HINTS, 0);
CONSTANT(KOORD_NUMA_HINT_KIND_NO_PREFERENCE, 1);
CONSTANT(KOORD_NUMA_HINT_KIND_UNSATISFIABLE, 2);

SIZE(koord_numa_hint_flags, 4);
CONSTANT(KOORD_NUMA_HINT_PREFERRED, 1);
CONSTANT(KOORD_NUMA_HINT_NO_AFFINITY, 2);

SIZE(koord_numa_merge_flags, 4);
CONSTANT(KOORD_NUMA_MERGE_PREFER_CLOSEST, 1);

SIZE(koord_numa_merged_flags, 4);
CONSTANT(KOORD_NUMA_MERGED_ADMIT, 1);
CONSTANT(KOORD_NUMA_MERGED_PREFERRED, 2);
CONSTANT(KOORD_NUMA_MERGED_AFFINITY, 4);
CONSTANT(KOORD_NUMA_MERGED_UNSATISFIED, 8);

SIZE(koord_cluster_flags, 4);
CONSTANT(KOORD_CLUSTER_UPSTREAM_SCORE, 1);
CONSTANT(KOORD_CLUSTER_IGNORE_KUBELET, 2);

SIZE(koord_device_strategy, 4);
CONSTANT(KOORD_DEVICE_STRATEGY_DEFAULT, 0);
CONSTANT(KOORD_DEVICE_STRATEGY_MOST_ALLOCATED, 1);
CONSTANT(KOORD_DEVICE_STRATEGY_LEAST_ALLOCATED, 2);

SIZE(koord_gpu_pick, 4);
CONSTANT(KOORD_GPU_PICK_SET, 0);
CONSTANT(KOORD_GPU_PICK_PARTITION, 1);

SIZE(koord_cluster_cpuset, 4);
CONSTANT(KOORD_CLUSTER_CPUSET_FREE, 0);
CONSTANT(KOORD_CLUSTER_CPUSET_ALLOCATED, 1);
CONSTANT(KOORD_CLUSTER_CPUSET_RESERVED, 2);
CONSTANT(KOORD_CLUSTER_CPUSET_SHARED_POOL, 3);

SIZE(koord_verdict_flags, 4);
CONSTANT(KOORD_VERDICT_UNRESOLVABLE, 1);
CONSTANT(KOORD_VERDICT_REMOVED, 2);
CONSTANT(KOORD_VERDICT_INVALID_REQUEST, 4);

SIZE(koord_query_flags, 4);
CONSTANT(KOORD_QUERY_SKIP_FIT, 1);
CONSTANT(KOORD_QUERY_MAY_MOVE, 2);

SIZE(koord_protection, 4);
CONSTANT(KOORD_PROTECTION_NONE, 0);
CONSTANT(KOORD_PROTECTION_AVOID, 1);
CONSTANT(KOORD_PROTECTION_KEEP, 2);

SIZE(koord_prebind_flags, 4);
CONSTANT(KOORD_PREBIND_PROPOSAL, 1);

SIZE(koord_pick_flags, 4);
CONSTANT(KOORD_PICK_REQUIRED, 1);
CONSTANT(KOORD_PICK_FEWEST_L3, 2);

SIZE(koord_pick_set_flags, 4);
CONSTANT(KOORD_PICK_SET_PREFERRED, 1);
CONSTANT(KOORD_PICK_SET_CORE_HELD, 2);
CONSTANT(KOORD_PICK_SET_NODE_HELD, 4);

SIZE(koord_hook_stage, 4);
CONSTANT(KOORD_HOOK_STAGE_RUN_POD_SANDBOX, 1);
CONSTANT(KOORD_HOOK_STAGE_CREATE_CONTAINER, 2);
CONSTANT(KOORD_HOOK_STAGE_START_CONTAINER, 3);
CONSTANT(KOORD_HOOK_STAGE_UPDATE_CONTAINER, 4);

SIZE(koord_adjustment_flags, 4);
CONSTANT(KOORD_ADJUSTMENT_CPUS, 1);
CONSTANT(KOORD_ADJUSTMENT_NUMA_NODES, 2);
CONSTANT(KOORD_ADJUSTMENT_UNLIMITED, 4);

SIZE(koord_adjustment_list, 4);
CONSTANT(KOORD_ADJUSTMENT_LIST_ENV, 0);
CONSTANT(KOORD_ADJUSTMENT_LIST_CDI_DEVICES, 1);
CONSTANT(KOORD_ADJUSTMENT_LIST_DEVICE_NODES, 2);

SIZE(koord_hook_choice, 4);
CONSTANT(KOORD_HOOK_CHOICE_DEFAULT, 0);
CONSTANT(KOORD_HOOK_CHOICE_REFUSE, 1);
CONSTANT(KOORD_HOOK_CHOICE_LEAVE, 2);

SIZE(koord_hook_outcome, 4);
CONSTANT(KOORD_HOOK_OUTCOME_NOT_OURS, 0);
CONSTANT(KOORD_HOOK_OUTCOME_DONE, 1);
CONSTANT(KOORD_HOOK_OUTCOME_LEFT, 2);
CONSTANT(KOORD_HOOK_OUTCOME_REFUSED, 3);

SIZE(koord_kubelet_option_flags, 4);
CONSTANT(KOORD_KUBELET_OPTION_FULL_PCPUS_ONLY, 1);
CONSTANT(KOORD_KUBELET_OPTION_DISTRIBUTE_CPUS_ACROSS_NUMA, 2);
CONSTANT(KOORD_KUBELET_OPTION_ALIGN_BY_SOCKET, 4);
CONSTANT(KOORD_KUBELET_OPTION_DISTRIBUTE_CPUS_ACROSS_CORES, 8);
CONSTANT(KOORD_KUBELET_OPTION_STRICT_CPU_RESERVATION, 16);
CONSTANT(KOORD_KUBELET_OPTION_PREFER_ALIGN_BY_UNCORE_CACHE, 32);

SIZE(koord_kubelet_set_flags, 4);
CONSTANT(KOORD_KUBELET_SET_RESERVED, 1);
CONSTANT(KOORD_KUBELET_SET_REUSABLE, 2);

SIZE(koord_kubelet_container_flags, 4);
CONSTANT(KOORD_KUBELET_CONTAINER_PREFERRED, 1);
CONSTANT(KOORD_KUBELET_CONTAINER_SHARED, 2);

SIZE(koord_admit_flags, 4);
CONSTANT(KOORD_ADMIT_LEAVE_REFUSED, 1);

SIZE(koord_kubelet_cpuset, 4);
CONSTANT(KOORD_KUBELET_CPUSET_SHARED, 0);
CONSTANT(KOORD_KUBELET_CPUSET_RESERVED, 1);
CONSTANT(KOORD_KUBELET_CPUSET_AVAILABLE, 2);

SIZE(koord_step_kind, 4);
CONSTANT(KOORD_STEP_KIND_RELEASE, 0);
CONSTANT(KOORD_STEP_KIND_PLACE, 1);
CONSTANT(KOORD_STEP_KIND_MOVE, 2);

SIZE(koord_capacity_flags, 4);
CONSTANT(KOORD_CAPACITY_UNRESOLVABLE, 1);

SIZE(koord_device_report_flags, 4);
CONSTANT(KOORD_DEVICE_REPORT_NVML, 1);
CONSTANT(KOORD_DEVICE_REPORT_SYSFS, 2);

SIZE(koord_node_resources_flags, 4);
CONSTANT(KOORD_NODE_RESOURCES_SHARED, 1);

SIZE(koord_device_flags, 4);
CONSTANT(KOORD_DEVICE_HEALTHY, 1);
CONSTANT(KOORD_DEVICE_HAS_MODULE, 2);
CONSTANT(KOORD_DEVICE_HAS_TOPOLOGY, 4);

SIZE(koord_device_text, 4);
CONSTANT(KOORD_DEVICE_TEXT_TYPE, 0);
CONSTANT(KOORD_DEVICE_TEXT_ID, 1);
CONSTANT(KOORD_DEVICE_TEXT_PCIE, 2);
CONSTANT(KOORD_DEVICE_TEXT_BUS_ID, 3);

SIZE(koord_dra_device_flags, 4);
CONSTANT(KOORD_DRA_DEVICE_SHARED, 1);
CONSTANT(KOORD_DRA_DEVICE_ALLOCATED, 2);
CONSTANT(KOORD_DRA_DEVICE_UNUSABLE, 4);

SIZE(koord_dra_policy, 4);
CONSTANT(KOORD_DRA_POLICY_NONE, 0);
CONSTANT(KOORD_DRA_POLICY_RANGE, 1);
CONSTANT(KOORD_DRA_POLICY_VALUES, 2);

SIZE(koord_dra_capacity_flags, 4);
CONSTANT(KOORD_DRA_CAPACITY_HAS_DEFAULT, 1);
CONSTANT(KOORD_DRA_CAPACITY_HAS_MAX, 2);
CONSTANT(KOORD_DRA_CAPACITY_HAS_STEP, 4);

SIZE(koord_dra_alternative_flags, 4);
CONSTANT(KOORD_DRA_ALTERNATIVE_ALL, 1);
CONSTANT(KOORD_DRA_ALTERNATIVE_ADMIN, 2);

SIZE(koord_dra_constraint_kind, 4);
CONSTANT(KOORD_DRA_CONSTRAINT_KIND_NONE, 0);
CONSTANT(KOORD_DRA_CONSTRAINT_KIND_MATCH, 1);
CONSTANT(KOORD_DRA_CONSTRAINT_KIND_DISTINCT, 2);

SIZE(koord_dra_options_flags, 4);
CONSTANT(KOORD_DRA_OPTIONS_ANY, 1);
CONSTANT(KOORD_DRA_OPTIONS_REMEDIES, 2);

SIZE(koord_dra_outcome, 4);
CONSTANT(KOORD_DRA_OUTCOME_NONE, 0);
CONSTANT(KOORD_DRA_OUTCOME_ALLOCATED, 1);
CONSTANT(KOORD_DRA_OUTCOME_REFUSED, 2);
CONSTANT(KOORD_DRA_OUTCOME_UNDECIDED, 3);

SIZE(koord_dra_reason, 4);
CONSTANT(KOORD_DRA_REASON_NONE, 0);
CONSTANT(KOORD_DRA_REASON_POOL_INCOMPLETE, 1);
CONSTANT(KOORD_DRA_REASON_TOO_FEW_DEVICES, 2);
CONSTANT(KOORD_DRA_REASON_CLAIM_LIMIT, 3);
CONSTANT(KOORD_DRA_REASON_CONSTRAINT, 4);
CONSTANT(KOORD_DRA_REASON_TOGETHER, 5);
CONSTANT(KOORD_DRA_REASON_UNDECIDED, 6);
CONSTANT(KOORD_DRA_REASON_POD_LIMIT, 7);

SIZE(koord_dra_remedy_flags, 4);
CONSTANT(KOORD_DRA_REMEDY_DROP_CONSTRAINT, 1);
CONSTANT(KOORD_DRA_REMEDY_FEWER_DEVICES, 2);
CONSTANT(KOORD_DRA_REMEDY_TOLERATE_TAINTS, 4);
CONSTANT(KOORD_DRA_REMEDY_FREE_DEVICES, 8);

SIZE(koord_dra_info_flags, 4);
CONSTANT(KOORD_DRA_INFO_TRUNCATED, 1);

SIZE(koord_explanation_flags, 4);
CONSTANT(KOORD_EXPLANATION_TRUNCATED, 1);
CONSTANT(KOORD_EXPLANATION_INVALID_REQUEST, 2);

SIZE(koord_scope, 4);
CONSTANT(KOORD_SCOPE_NONE, 0);
CONSTANT(KOORD_SCOPE_NODE, 1);
CONSTANT(KOORD_SCOPE_NUMA_NODE, 2);
CONSTANT(KOORD_SCOPE_NUMA_NODES, 3);
CONSTANT(KOORD_SCOPE_DEVICE, 4);
CONSTANT(KOORD_SCOPE_PLACE, 5);

SIZE(koord_remedy_kind, 4);
CONSTANT(KOORD_REMEDY_KIND_PREFER_BIND, 0);
CONSTANT(KOORD_REMEDY_KIND_REQUIRED_BIND, 1);
CONSTANT(KOORD_REMEDY_KIND_PREFERRED_BIND, 2);
CONSTANT(KOORD_REMEDY_KIND_POD_EXCLUSIVE, 3);
CONSTANT(KOORD_REMEDY_KIND_POD_NUMA, 4);
CONSTANT(KOORD_REMEDY_KIND_NUMA_EXCLUSIVE, 5);
CONSTANT(KOORD_REMEDY_KIND_POD_CPU, 6);
CONSTANT(KOORD_REMEDY_KIND_POD_CPU_LIMIT, 7);
CONSTANT(KOORD_REMEDY_KIND_NODE_SCHEDULABLE, 8);
CONSTANT(KOORD_REMEDY_KIND_NODE_BIND, 9);
CONSTANT(KOORD_REMEDY_KIND_NODE_NUMA, 10);
CONSTANT(KOORD_REMEDY_KIND_EVICT, 11);
CONSTANT(KOORD_REMEDY_KIND_REBIND, 12);
CONSTANT(KOORD_REMEDY_KIND_DEVICE_SCOPE, 13);
CONSTANT(KOORD_REMEDY_KIND_DEVICE_EXCLUSIVE, 14);
CONSTANT(KOORD_REMEDY_KIND_DEVICE_SELECTOR, 15);
CONSTANT(KOORD_REMEDY_KIND_VIRTUAL_FUNCTIONS, 16);
CONSTANT(KOORD_REMEDY_KIND_JOINT_DEVICES, 17);
CONSTANT(KOORD_REMEDY_KIND_POD_PARTITION, 18);
CONSTANT(KOORD_REMEDY_KIND_POD_DEVICES, 19);
CONSTANT(KOORD_REMEDY_KIND_NODE_PARTITION, 20);
CONSTANT(KOORD_REMEDY_KIND_POD_DEVICE_SHARE, 21);

SIZE(koord_gpu_policy, 4);
CONSTANT(KOORD_GPU_POLICY_NONE, 0);
CONSTANT(KOORD_GPU_POLICY_FGD, 1);
CONSTANT(KOORD_GPU_POLICY_ROOM_LEFT, 2);
CONSTANT(KOORD_GPU_POLICY_BEST_FIT, 3);
CONSTANT(KOORD_GPU_POLICY_DOT_PRODUCT, 4);
CONSTANT(KOORD_GPU_POLICY_PACKING, 5);
CONSTANT(KOORD_GPU_POLICY_CLUSTERING, 6);
CONSTANT(KOORD_GPU_POLICY_FGD_ALL, 7);

SIZE(koord_kubelet_fault, 4);
CONSTANT(KOORD_KUBELET_FAULT_NONE, 0);
CONSTANT(KOORD_KUBELET_FAULT_UNREADABLE, 1);
CONSTANT(KOORD_KUBELET_FAULT_CHECKSUM, 2);
CONSTANT(KOORD_KUBELET_FAULT_VERSION, 3);
CONSTANT(KOORD_KUBELET_FAULT_POLICY, 4);
CONSTANT(KOORD_KUBELET_FAULT_DEFAULT_EMPTY, 5);
CONSTANT(KOORD_KUBELET_FAULT_RESERVED, 6);
CONSTANT(KOORD_KUBELET_FAULT_OVERLAPS_DEFAULT, 7);
CONSTANT(KOORD_KUBELET_FAULT_CPUS_GONE, 8);
CONSTANT(KOORD_KUBELET_FAULT_CPUS_MISSING, 9);
CONSTANT(KOORD_KUBELET_FAULT_OVERLAP, 10);
CONSTANT(KOORD_KUBELET_FAULT_EMPTY_ENTRY, 11);
CONSTANT(KOORD_KUBELET_FAULT_POD_GONE, 12);
CONSTANT(KOORD_KUBELET_FAULT_MEMORY, 13);

SIZE(koord_kubelet_finding_flags, 4);
CONSTANT(KOORD_KUBELET_FINDING_STOPS, 1);

SIZE(koord_repair_flags, 4);
CONSTANT(KOORD_REPAIR_ONLY_PRESENT, 1);
CONSTANT(KOORD_REPAIR_MIGRATE, 2);
CONSTANT(KOORD_REPAIR_KEEP_SHRUNK, 4);
CONSTANT(KOORD_REPAIR_START_OVER, 8);
CONSTANT(KOORD_REPAIR_DOWNGRADE, 16);

SIZE(koord_write_state_flags, 4);
CONSTANT(KOORD_WRITE_STATE_FORCE, 1);
CONSTANT(KOORD_WRITE_STATE_NO_BACKUP, 2);

SIZE(koord_node_text, 4);
CONSTANT(KOORD_NODE_TEXT_NAME, 0);
CONSTANT(KOORD_NODE_TEXT_ARCHITECTURE, 1);
CONSTANT(KOORD_NODE_TEXT_KUBELET_VERSION, 2);

SIZE(koord_node_flags, 4);
CONSTANT(KOORD_NODE_UNSCHEDULABLE, 1);
CONSTANT(KOORD_NODE_SYSTEM_CPUS_SHARED, 2);

SIZE(koord_node_cpuset, 4);
CONSTANT(KOORD_NODE_CPUSET_RESERVED, 0);
CONSTANT(KOORD_NODE_CPUSET_SYSTEM, 1);

SIZE(koord_nrt_level, 4);
CONSTANT(KOORD_NRT_LEVEL_NONE, 0);
CONSTANT(KOORD_NRT_LEVEL_POD, 1);
CONSTANT(KOORD_NRT_LEVEL_CONTAINER, 2);
CONSTANT(KOORD_NRT_LEVEL_INIT_CONTAINER, 3);

SIZE(koord_node_kubelet_flags, 4);
CONSTANT(KOORD_NODE_KUBELET_STATIC, 1);
CONSTANT(KOORD_NODE_KUBELET_FULL_PCPUS_ONLY, 2);
CONSTANT(KOORD_NODE_KUBELET_DISTRIBUTE_CPUS_ACROSS_NUMA, 4);

SIZE(koord_nrt_cpuset, 4);
CONSTANT(KOORD_NRT_CPUSET_RESERVED, 0);
CONSTANT(KOORD_NRT_CPUSET_HELD, 1);

SIZE(koord_added_kind, 4);
CONSTANT(KOORD_ADDED_KIND_OTHER, 0);
CONSTANT(KOORD_ADDED_KIND_NODE, 1);
CONSTANT(KOORD_ADDED_KIND_TOPOLOGY, 2);
CONSTANT(KOORD_ADDED_KIND_DEVICES, 3);
CONSTANT(KOORD_ADDED_KIND_POD, 4);
CONSTANT(KOORD_ADDED_KIND_RESERVATION, 5);
CONSTANT(KOORD_ADDED_KIND_WORKLOAD, 6);
CONSTANT(KOORD_ADDED_KIND_RESOURCE_SLICE, 7);
CONSTANT(KOORD_ADDED_KIND_RESOURCE_CLAIM, 8);

SIZE(koord_added_result, 4);
CONSTANT(KOORD_ADDED_RESULT_SKIPPED, 0);
CONSTANT(KOORD_ADDED_RESULT_ADDED, 1);
CONSTANT(KOORD_ADDED_RESULT_PENDING, 2);
CONSTANT(KOORD_ADDED_RESULT_REFUSED, 3);

SIZE(koord_pod_flags, 4);
CONSTANT(KOORD_POD_TERMINATED, 1);
CONSTANT(KOORD_POD_HAS_KUBE_QOS, 2);
CONSTANT(KOORD_POD_HAS_POD_LEVEL, 4);
CONSTANT(KOORD_POD_TOLERATES_UNSCHEDULABLE, 8);
CONSTANT(KOORD_POD_INITIALIZED, 16);

SIZE(koord_container_kind, 4);
CONSTANT(KOORD_CONTAINER_KIND_APP, 0);
CONSTANT(KOORD_CONTAINER_KIND_INIT, 1);
CONSTANT(KOORD_CONTAINER_KIND_SIDECAR, 2);

SIZE(koord_resource_scope, 4);
CONSTANT(KOORD_RESOURCE_SCOPE_POD, -1);
CONSTANT(KOORD_RESOURCE_SCOPE_OVERHEAD, -2);

SIZE(koord_resource_bound, 4);
CONSTANT(KOORD_RESOURCE_BOUND_REQUEST, 0);
CONSTANT(KOORD_RESOURCE_BOUND_LIMIT, 1);

SIZE(koord_preempt_flags, 4);
CONSTANT(KOORD_PREEMPT_LEAST_IMPORTANT, 1);

SIZE(koord_preemption_flags, 4);
CONSTANT(KOORD_PREEMPTION_UNRESOLVABLE, 1);
CONSTANT(KOORD_PREEMPTION_UNPROVEN, 2);

SIZE(koord_rebind_flags, 4);
CONSTANT(KOORD_REBIND_NO_NEW_CROSSING, 1);

SIZE(koord_rebind_budget, 4);
CONSTANT(KOORD_REBIND_BUDGET_DEFAULT, 1000);
CONSTANT(KOORD_REBIND_BUDGET_MAX, 1000000);

SIZE(koord_rebind_info_flags, 4);
CONSTANT(KOORD_REBIND_INFO_TRUNCATED, 1);

SIZE(koord_rebind_action, 4);
CONSTANT(KOORD_REBIND_ACTION_CPU, 1);

SIZE(koord_rebind_phase, 4);
CONSTANT(KOORD_REBIND_PHASE_NONE, 0);
CONSTANT(KOORD_REBIND_PHASE_PENDING, 1);
CONSTANT(KOORD_REBIND_PHASE_SUCCEED, 2);
CONSTANT(KOORD_REBIND_PHASE_FAILED, 3);
CONSTANT(KOORD_REBIND_PHASE_UNKNOWN, 4);

SIZE(koord_picture_format, 4);
CONSTANT(KOORD_PICTURE_FORMAT_TEXT, 0);
CONSTANT(KOORD_PICTURE_FORMAT_SVG, 1);

SIZE(koord_picture_flags, 4);
CONSTANT(KOORD_PICTURE_COLOR, 1);
CONSTANT(KOORD_PICTURE_ASCII, 2);
CONSTANT(KOORD_PICTURE_DEVICES, 4);

SIZE(koord_reservation_policy, 4);
CONSTANT(KOORD_RESERVATION_POLICY_DEFAULT, 0);
CONSTANT(KOORD_RESERVATION_POLICY_ALIGNED, 1);
CONSTANT(KOORD_RESERVATION_POLICY_RESTRICTED, 2);

SIZE(koord_suppression_flags, 4);
CONSTANT(KOORD_SUPPRESSION_KEEP_QUOTA, 1);

SIZE(koord_error, 256);
FIELD(koord_error, code, 0, 4);
FIELD(koord_error, reserved, 4, 4);
FIELD(koord_error, message, 8, 248);

SIZE(koord_refusal, 64);
FIELD(koord_refusal, needed, 0, 8);
FIELD(koord_refusal, best, 8, 8);
FIELD(koord_refusal, reason, 16, 4);
FIELD(koord_refusal, profile, 20, 4);
FIELD(koord_refusal, object, 24, 4);
FIELD(koord_refusal, where_object, 28, 4);
FIELD(koord_refusal, where, 32, 4);
FIELD(koord_refusal, bind_policy, 36, 1);
FIELD(koord_refusal, exclusive_policy, 37, 1);
FIELD(koord_refusal, numa_policy, 38, 1);
FIELD(koord_refusal, threads_per_core, 39, 1);
FIELD(koord_refusal, resource, 40, 4);
FIELD(koord_refusal, device_type, 44, 4);
FIELD(koord_refusal, max_nodes, 48, 4);
FIELD(koord_refusal, reserved, 52, 12);

SIZE(koord_pod_info, 72);
FIELD(koord_pod_info, struct_size, 0, 4);
FIELD(koord_pod_info, flags, 4, 4);
FIELD(koord_pod_info, cpu_request_milli, 8, 8);
FIELD(koord_pod_info, cpu_limit_milli, 16, 8);
FIELD(koord_pod_info, properties, 24, 4);
FIELD(koord_pod_info, containers, 28, 4);
FIELD(koord_pod_info, qos, 32, 4);
FIELD(koord_pod_info, effective_qos, 36, 4);
FIELD(koord_pod_info, kube_qos, 40, 4);
FIELD(koord_pod_info, priority_class, 44, 4);
FIELD(koord_pod_info, priority, 48, 4);
FIELD(koord_pod_info, required_bind, 52, 4);
FIELD(koord_pod_info, preferred_bind, 56, 4);
FIELD(koord_pod_info, exclusive, 60, 4);
FIELD(koord_pod_info, numa_policy, 64, 4);
FIELD(koord_pod_info, numa_exclusive, 68, 4);

SIZE(koord_cpu, 32);
FIELD(koord_cpu, cpu, 0, 4);
FIELD(koord_cpu, core, 4, 4);
FIELD(koord_cpu, socket, 8, 4);
FIELD(koord_cpu, numa_node, 12, 4);
FIELD(koord_cpu, l3, 16, 4);
FIELD(koord_cpu, core_index, 20, 4);
FIELD(koord_cpu, kernel_core, 24, 4);
FIELD(koord_cpu, kind, 28, 4);

SIZE(koord_topology_info, 64);
FIELD(koord_topology_info, struct_size, 0, 4);
FIELD(koord_topology_info, flags, 4, 4);
FIELD(koord_topology_info, cpus, 8, 4);
FIELD(koord_topology_info, cores, 12, 4);
FIELD(koord_topology_info, l3s, 16, 4);
FIELD(koord_topology_info, numa_nodes, 20, 4);
FIELD(koord_topology_info, sockets, 24, 4);
FIELD(koord_topology_info, devices, 28, 4);
FIELD(koord_topology_info, smt_width, 32, 4);
FIELD(koord_topology_info, words, 36, 4);
FIELD(koord_topology_info, architecture, 40, 24);

SIZE(koord_numa_node, 16);
FIELD(koord_numa_node, memory_bytes, 0, 8);
FIELD(koord_numa_node, numa_node, 8, 4);
FIELD(koord_numa_node, cpus, 12, 4);

SIZE(koord_hugepages, 24);
FIELD(koord_hugepages, page_bytes, 0, 8);
FIELD(koord_hugepages, pages, 8, 8);
FIELD(koord_hugepages, numa_node, 16, 4);
FIELD(koord_hugepages, reserved, 20, 4);

SIZE(koord_pci_device, 32);
FIELD(koord_pci_device, bus_id_offset, 0, 4);
FIELD(koord_pci_device, bus_id_length, 4, 4);
FIELD(koord_pci_device, names_offset, 8, 4);
FIELD(koord_pci_device, names_length, 12, 4);
FIELD(koord_pci_device, class_id, 16, 4);
FIELD(koord_pci_device, vendor_id, 20, 4);
FIELD(koord_pci_device, device_id, 24, 4);
FIELD(koord_pci_device, numa_node, 28, 4);

SIZE(koord_agent_options, 12);
FIELD(koord_agent_options, struct_size, 0, 4);
FIELD(koord_agent_options, flags, 4, 4);
FIELD(koord_agent_options, profile, 8, 4);

SIZE(koord_agent_info, 24);
FIELD(koord_agent_info, struct_size, 0, 4);
FIELD(koord_agent_info, flags, 4, 4);
FIELD(koord_agent_info, generation, 8, 8);
FIELD(koord_agent_info, pods, 16, 4);
FIELD(koord_agent_info, words, 20, 4);

SIZE(koord_agent_pool, 16);
FIELD(koord_agent_pool, socket, 0, 4);
FIELD(koord_agent_pool, numa_node, 4, 4);
FIELD(koord_agent_pool, shared, 8, 4);
FIELD(koord_agent_pool, best_effort, 12, 4);

SIZE(koord_agent_pod, 104);
FIELD(koord_agent_pod, refusal, 0, 64);
FIELD(koord_agent_pod, uid_offset, 64, 4);
FIELD(koord_agent_pod, uid_length, 68, 4);
FIELD(koord_agent_pod, container_offset, 72, 4);
FIELD(koord_agent_pod, container_length, 76, 4);
FIELD(koord_agent_pod, qos, 80, 4);
FIELD(koord_agent_pod, place, 84, 4);
FIELD(koord_agent_pod, cpus, 88, 4);
FIELD(koord_agent_pod, numa_nodes, 92, 4);
FIELD(koord_agent_pod, properties, 96, 4);
FIELD(koord_agent_pod, row, 100, 4);

SIZE(koord_cgroup_options, 16);
FIELD(koord_cgroup_options, struct_size, 0, 4);
FIELD(koord_cgroup_options, flags, 4, 4);
FIELD(koord_cgroup_options, driver, 8, 4);
FIELD(koord_cgroup_options, version, 12, 4);

SIZE(koord_cgroups_info, 20);
FIELD(koord_cgroups_info, struct_size, 0, 4);
FIELD(koord_cgroups_info, flags, 4, 4);
FIELD(koord_cgroups_info, properties, 8, 4);
FIELD(koord_cgroups_info, driver, 12, 4);
FIELD(koord_cgroups_info, version, 16, 4);

SIZE(koord_cgroup_step, 48);
FIELD(koord_cgroup_step, phase, 0, 4);
FIELD(koord_cgroup_step, file, 4, 4);
FIELD(koord_cgroup_step, kind, 8, 4);
FIELD(koord_cgroup_step, path_offset, 12, 4);
FIELD(koord_cgroup_step, path_length, 16, 4);
FIELD(koord_cgroup_step, from_offset, 20, 4);
FIELD(koord_cgroup_step, from_length, 24, 4);
FIELD(koord_cgroup_step, to_offset, 28, 4);
FIELD(koord_cgroup_step, to_length, 32, 4);
FIELD(koord_cgroup_step, uid_offset, 36, 4);
FIELD(koord_cgroup_step, uid_length, 40, 4);
FIELD(koord_cgroup_step, reserved, 44, 4);

SIZE(koord_cgroup_report_info, 40);
FIELD(koord_cgroup_report_info, struct_size, 0, 4);
FIELD(koord_cgroup_report_info, flags, 4, 4);
FIELD(koord_cgroup_report_info, writes, 8, 8);
FIELD(koord_cgroup_report_info, failed_step, 16, 8);
FIELD(koord_cgroup_report_info, failed_undo, 24, 8);
FIELD(koord_cgroup_report_info, outcome, 32, 4);
FIELD(koord_cgroup_report_info, error, 36, 4);

SIZE(koord_cgroup_result, 24);
FIELD(koord_cgroup_result, state, 0, 4);
FIELD(koord_cgroup_result, error, 4, 4);
FIELD(koord_cgroup_result, error_number, 8, 4);
FIELD(koord_cgroup_result, read_offset, 12, 4);
FIELD(koord_cgroup_result, read_length, 16, 4);
FIELD(koord_cgroup_result, reserved, 20, 4);

SIZE(koord_numa_place, 8);
FIELD(koord_numa_place, numa_node, 0, 4);
FIELD(koord_numa_place, use, 4, 4);

SIZE(koord_numa_hint, 24);
FIELD(koord_numa_hint, nodes, 0, 8);
FIELD(koord_numa_hint, score, 8, 8);
FIELD(koord_numa_hint, flags, 16, 4);
FIELD(koord_numa_hint, reserved, 20, 4);

SIZE(koord_numa_hint_list, 16);
FIELD(koord_numa_hint_list, struct_size, 0, 4);
FIELD(koord_numa_hint_list, flags, 4, 4);
FIELD(koord_numa_hint_list, provider, 8, 4);
FIELD(koord_numa_hint_list, kind, 12, 4);

SIZE(koord_numa_hint_list_info, 20);
FIELD(koord_numa_hint_list_info, name_offset, 0, 4);
FIELD(koord_numa_hint_list_info, name_length, 4, 4);
FIELD(koord_numa_hint_list_info, hint_count, 8, 4);
FIELD(koord_numa_hint_list_info, provider, 12, 4);
FIELD(koord_numa_hint_list_info, kind, 16, 4);

SIZE(koord_numa_options, 24);
FIELD(koord_numa_options, struct_size, 0, 4);
FIELD(koord_numa_options, flags, 4, 4);
FIELD(koord_numa_options, profile, 8, 4);
FIELD(koord_numa_options, policy, 12, 4);
FIELD(koord_numa_options, exclusive, 16, 4);
FIELD(koord_numa_options, max_nodes, 20, 4);

SIZE(koord_numa_merged, 24);
FIELD(koord_numa_merged, nodes, 0, 8);
FIELD(koord_numa_merged, score, 8, 8);
FIELD(koord_numa_merged, flags, 16, 4);
FIELD(koord_numa_merged, reason, 20, 4);

SIZE(koord_cluster_options, 24);
FIELD(koord_cluster_options, struct_size, 0, 4);
FIELD(koord_cluster_options, flags, 4, 4);
FIELD(koord_cluster_options, profile, 8, 4);
FIELD(koord_cluster_options, device_strategy, 12, 4);
FIELD(koord_cluster_options, gpu_pick, 16, 4);
FIELD(koord_cluster_options, reserved, 20, 4);

SIZE(koord_node_name, 16);
FIELD(koord_node_name, node, 0, 4);
FIELD(koord_node_name, name_offset, 4, 4);
FIELD(koord_node_name, name_length, 8, 4);
FIELD(koord_node_name, reserved, 12, 4);

SIZE(koord_cluster_info, 40);
FIELD(koord_cluster_info, struct_size, 0, 4);
FIELD(koord_cluster_info, flags, 4, 4);
FIELD(koord_cluster_info, generation, 8, 8);
FIELD(koord_cluster_info, pods, 16, 8);
FIELD(koord_cluster_info, nodes, 24, 4);
FIELD(koord_cluster_info, ids, 28, 4);
FIELD(koord_cluster_info, rejected, 32, 8);

SIZE(koord_verdict, 16);
FIELD(koord_verdict, node, 0, 4);
FIELD(koord_verdict, reason, 4, 4);
FIELD(koord_verdict, score, 8, 4);
FIELD(koord_verdict, flags, 12, 4);

SIZE(koord_evaluation, 16);
FIELD(koord_evaluation, generation, 0, 8);
FIELD(koord_evaluation, count, 8, 8);

SIZE(koord_pod_conflicts, 232);
FIELD(koord_pod_conflicts, struct_size, 0, 4);
FIELD(koord_pod_conflicts, flags, 4, 4);
FIELD(koord_pod_conflicts, cpus_held, 8, 4);
FIELD(koord_pod_conflicts, cpus_reserved, 12, 4);
FIELD(koord_pod_conflicts, cpus_unknown, 16, 4);
FIELD(koord_pod_conflicts, amounts_unknown, 20, 4);
FIELD(koord_pod_conflicts, devices_unknown, 24, 4);
FIELD(koord_pod_conflicts, devices_overcommitted, 28, 4);
FIELD(koord_pod_conflicts, claims_refused, 32, 4);
FIELD(koord_pod_conflicts, devices_unexplained, 36, 4);
FIELD(koord_pod_conflicts, cpus, 40, 64);
FIELD(koord_pod_conflicts, amounts, 104, 64);
FIELD(koord_pod_conflicts, devices, 168, 64);

SIZE(koord_cpu_request, 48);
FIELD(koord_cpu_request, struct_size, 0, 4);
FIELD(koord_cpu_request, flags, 4, 4);
FIELD(koord_cpu_request, profile, 8, 4);
FIELD(koord_cpu_request, bind_policy, 12, 4);
FIELD(koord_cpu_request, exclusive_policy, 16, 4);
FIELD(koord_cpu_request, numa_strategy, 20, 4);
FIELD(koord_cpu_request, cpus, 24, 4);
FIELD(koord_cpu_request, max_ref_count, 28, 4);
FIELD(koord_cpu_request, words, 32, 4);
FIELD(koord_cpu_request, sets, 36, 4);
FIELD(koord_cpu_request, grant_stride, 40, 4);
FIELD(koord_cpu_request, grant_count, 44, 4);

SIZE(koord_numa_grant, 24);
FIELD(koord_numa_grant, available_milli, 0, 8);
FIELD(koord_numa_grant, granted_milli, 8, 8);
FIELD(koord_numa_grant, numa_node, 16, 4);
FIELD(koord_numa_grant, reserved, 20, 4);

SIZE(koord_adjustment_info, 88);
FIELD(koord_adjustment_info, struct_size, 0, 4);
FIELD(koord_adjustment_info, flags, 4, 4);
FIELD(koord_adjustment_info, refusal, 8, 64);
FIELD(koord_adjustment_info, changes, 72, 4);
FIELD(koord_adjustment_info, env, 76, 4);
FIELD(koord_adjustment_info, cdi_devices, 80, 4);
FIELD(koord_adjustment_info, device_nodes, 84, 4);

SIZE(koord_hook_options, 16);
FIELD(koord_hook_options, struct_size, 0, 4);
FIELD(koord_hook_options, flags, 4, 4);
FIELD(koord_hook_options, without_state, 8, 4);
FIELD(koord_hook_options, refused, 12, 4);

SIZE(koord_hook_result, 80);
FIELD(koord_hook_result, struct_size, 0, 4);
FIELD(koord_hook_result, flags, 4, 4);
FIELD(koord_hook_result, refusal, 8, 64);
FIELD(koord_hook_result, outcome, 72, 4);
FIELD(koord_hook_result, writes, 76, 4);

SIZE(koord_kubelet_request, 32);
FIELD(koord_kubelet_request, struct_size, 0, 4);
FIELD(koord_kubelet_request, flags, 4, 4);
FIELD(koord_kubelet_request, options, 8, 4);
FIELD(koord_kubelet_request, cpus, 12, 4);
FIELD(koord_kubelet_request, sets, 16, 4);
FIELD(koord_kubelet_request, version, 20, 4);
FIELD(koord_kubelet_request, affinity, 24, 8);

SIZE(koord_kubelet_container, 24);
FIELD(koord_kubelet_container, affinity, 0, 8);
FIELD(koord_kubelet_container, memory_nodes, 8, 8);
FIELD(koord_kubelet_container, cpus, 16, 4);
FIELD(koord_kubelet_container, flags, 20, 4);

SIZE(koord_plugin_device, 8);
FIELD(koord_plugin_device, container, 0, 4);
FIELD(koord_plugin_device, device, 4, 4);

SIZE(koord_memory_block, 32);
FIELD(koord_memory_block, nodes, 0, 8);
FIELD(koord_memory_block, bytes, 8, 8);
FIELD(koord_memory_block, page_bytes, 16, 8);
FIELD(koord_memory_block, container, 24, 4);
FIELD(koord_memory_block, reserved, 28, 4);

SIZE(koord_plan_step, 24);
FIELD(koord_plan_step, node, 0, 4);
FIELD(koord_plan_step, kind, 4, 4);
FIELD(koord_plan_step, priority, 8, 4);
FIELD(koord_plan_step, uid_offset, 12, 4);
FIELD(koord_plan_step, uid_length, 16, 4);
FIELD(koord_plan_step, reserved, 20, 4);

SIZE(koord_capacity_options, 12);
FIELD(koord_capacity_options, struct_size, 0, 4);
FIELD(koord_capacity_options, flags, 4, 4);
FIELD(koord_capacity_options, max_pods, 8, 4);

SIZE(koord_capacity_info, 32);
FIELD(koord_capacity_info, struct_size, 0, 4);
FIELD(koord_capacity_info, flags, 4, 4);
FIELD(koord_capacity_info, pods, 8, 8);
FIELD(koord_capacity_info, displaced, 16, 8);
FIELD(koord_capacity_info, unplaced, 24, 8);

SIZE(koord_node_capacity, 32);
FIELD(koord_node_capacity, left_milli, 0, 8);
FIELD(koord_node_capacity, left_memory, 8, 8);
FIELD(koord_node_capacity, node, 16, 4);
FIELD(koord_node_capacity, pods, 20, 4);
FIELD(koord_node_capacity, reason, 24, 4);
FIELD(koord_node_capacity, flags, 28, 4);

SIZE(koord_capacity_reason, 32);
FIELD(koord_capacity_reason, left_milli, 0, 8);
FIELD(koord_capacity_reason, left_memory, 8, 8);
FIELD(koord_capacity_reason, pods, 16, 8);
FIELD(koord_capacity_reason, reason, 24, 4);
FIELD(koord_capacity_reason, nodes, 28, 4);

SIZE(koord_device_spec, 24);
FIELD(koord_device_spec, struct_size, 0, 4);
FIELD(koord_device_spec, flags, 4, 4);
FIELD(koord_device_spec, minor, 8, 4);
FIELD(koord_device_spec, module, 12, 4);
FIELD(koord_device_spec, socket, 16, 4);
FIELD(koord_device_spec, numa_node, 20, 4);

SIZE(koord_dra_device, 24);
FIELD(koord_dra_device, taints, 0, 8);
FIELD(koord_dra_device, flags, 8, 4);
FIELD(koord_dra_device, numa_node, 12, 4);
FIELD(koord_dra_device, pcie_root, 16, 4);
FIELD(koord_dra_device, kind, 20, 4);

SIZE(koord_dra_taint, 8);
FIELD(koord_dra_taint, device, 0, 4);
FIELD(koord_dra_taint, number, 4, 4);

SIZE(koord_dra_attribute, 16);
FIELD(koord_dra_attribute, device, 0, 4);
FIELD(koord_dra_attribute, name, 4, 4);
FIELD(koord_dra_attribute, value, 8, 8);

SIZE(koord_dra_amount, 16);
FIELD(koord_dra_amount, owner, 0, 4);
FIELD(koord_dra_amount, name, 4, 4);
FIELD(koord_dra_amount, amount, 8, 8);

SIZE(koord_dra_capacity, 64);
FIELD(koord_dra_capacity, device, 0, 4);
FIELD(koord_dra_capacity, name, 4, 4);
FIELD(koord_dra_capacity, value, 8, 8);
FIELD(koord_dra_capacity, used, 16, 8);
FIELD(koord_dra_capacity, policy, 24, 4);
FIELD(koord_dra_capacity, flags, 28, 4);
FIELD(koord_dra_capacity, default_amount, 32, 8);
FIELD(koord_dra_capacity, min, 40, 8);
FIELD(koord_dra_capacity, max, 48, 8);
FIELD(koord_dra_capacity, step, 56, 8);

SIZE(koord_dra_alternative, 32);
FIELD(koord_dra_alternative, struct_size, 0, 4);
FIELD(koord_dra_alternative, flags, 4, 4);
FIELD(koord_dra_alternative, claim, 8, 4);
FIELD(koord_dra_alternative, request, 12, 4);
FIELD(koord_dra_alternative, tolerated, 16, 8);
FIELD(koord_dra_alternative, count, 24, 4);
FIELD(koord_dra_alternative, reserved, 28, 4);

SIZE(koord_dra_constraint, 24);
FIELD(koord_dra_constraint, struct_size, 0, 4);
FIELD(koord_dra_constraint, flags, 4, 4);
FIELD(koord_dra_constraint, kind, 8, 4);
FIELD(koord_dra_constraint, claim, 12, 4);
FIELD(koord_dra_constraint, attribute, 16, 4);
FIELD(koord_dra_constraint, reserved, 20, 4);

SIZE(koord_dra_options, 16);
FIELD(koord_dra_options, struct_size, 0, 4);
FIELD(koord_dra_options, flags, 4, 4);
FIELD(koord_dra_options, max_steps, 8, 8);

SIZE(koord_dra_info, 96);
FIELD(koord_dra_info, struct_size, 0, 4);
FIELD(koord_dra_info, flags, 4, 4);
FIELD(koord_dra_info, outcome, 8, 4);
FIELD(koord_dra_info, properties, 12, 4);
FIELD(koord_dra_info, steps, 16, 8);
FIELD(koord_dra_info, numa_nodes, 24, 4);
FIELD(koord_dra_info, pcie_roots, 28, 4);
FIELD(koord_dra_info, opened, 32, 4);
FIELD(koord_dra_info, idle, 36, 4);
FIELD(koord_dra_info, reason, 40, 4);
FIELD(koord_dra_info, alternative, 44, 4);
FIELD(koord_dra_info, constraint, 48, 4);
FIELD(koord_dra_info, needed, 52, 4);
FIELD(koord_dra_info, available, 56, 4);
FIELD(koord_dra_info, short_devices, 60, 4);
FIELD(koord_dra_info, unusable, 64, 4);
FIELD(koord_dra_info, tainted, 68, 4);
FIELD(koord_dra_info, in_use, 72, 4);
FIELD(koord_dra_info, without_attribute, 76, 4);
FIELD(koord_dra_info, too_small, 80, 4);
FIELD(koord_dra_info, remedies, 84, 4);
FIELD(koord_dra_info, unplaced, 88, 4);
FIELD(koord_dra_info, reserved, 92, 4);

SIZE(koord_dra_result, 16);
FIELD(koord_dra_result, claim, 0, 4);
FIELD(koord_dra_result, request, 4, 4);
FIELD(koord_dra_result, alternative, 8, 4);
FIELD(koord_dra_result, device, 12, 4);

SIZE(koord_dra_verdict, 32);
FIELD(koord_dra_verdict, outcome, 0, 4);
FIELD(koord_dra_verdict, reason, 4, 4);
FIELD(koord_dra_verdict, properties, 8, 4);
FIELD(koord_dra_verdict, numa_nodes, 12, 4);
FIELD(koord_dra_verdict, unplaced, 16, 4);
FIELD(koord_dra_verdict, pcie_roots, 20, 4);
FIELD(koord_dra_verdict, opened, 24, 4);
FIELD(koord_dra_verdict, idle, 28, 4);

SIZE(koord_explain_options, 16);
FIELD(koord_explain_options, struct_size, 0, 4);
FIELD(koord_explain_options, flags, 4, 4);
FIELD(koord_explain_options, nearest, 8, 4);
FIELD(koord_explain_options, max_judgements, 12, 4);

SIZE(koord_explanation_info, 40);
FIELD(koord_explanation_info, struct_size, 0, 4);
FIELD(koord_explanation_info, flags, 4, 4);
FIELD(koord_explanation_info, generation, 8, 8);
FIELD(koord_explanation_info, nodes, 16, 4);
FIELD(koord_explanation_info, fitting, 20, 4);
FIELD(koord_explanation_info, groups, 24, 4);
FIELD(koord_explanation_info, misses, 28, 4);
FIELD(koord_explanation_info, properties, 32, 4);
FIELD(koord_explanation_info, reserved, 36, 4);

SIZE(koord_bound, 32);
FIELD(koord_bound, needed, 0, 8);
FIELD(koord_bound, best, 8, 8);
FIELD(koord_bound, scope, 16, 4);
FIELD(koord_bound, object, 20, 4);
FIELD(koord_bound, where, 24, 4);
FIELD(koord_bound, resource, 28, 4);

SIZE(koord_refused_group, 120);
FIELD(koord_refused_group, refusal, 0, 64);
FIELD(koord_refused_group, bound, 64, 32);
FIELD(koord_refused_group, min_best, 96, 8);
FIELD(koord_refused_group, max_best, 104, 8);
FIELD(koord_refused_group, nodes, 112, 4);
FIELD(koord_refused_group, nearest, 116, 4);

SIZE(koord_near_miss, 112);
FIELD(koord_near_miss, refusal, 0, 64);
FIELD(koord_near_miss, bound, 64, 32);
FIELD(koord_near_miss, node, 96, 4);
FIELD(koord_near_miss, flags, 100, 4);
FIELD(koord_near_miss, missing, 104, 4);
FIELD(koord_near_miss, remedies, 108, 4);

SIZE(koord_remedy_step, 40);
FIELD(koord_remedy_step, before, 0, 8);
FIELD(koord_remedy_step, after, 8, 8);
FIELD(koord_remedy_step, miss, 16, 4);
FIELD(koord_remedy_step, remedy, 20, 4);
FIELD(koord_remedy_step, kind, 24, 4);
FIELD(koord_remedy_step, priority, 28, 4);
FIELD(koord_remedy_step, uid_offset, 32, 4);
FIELD(koord_remedy_step, uid_length, 36, 4);

SIZE(koord_gang_options, 24);
FIELD(koord_gang_options, struct_size, 0, 4);
FIELD(koord_gang_options, flags, 4, 4);
FIELD(koord_gang_options, budget, 8, 8);
FIELD(koord_gang_options, max_nodes, 16, 4);
FIELD(koord_gang_options, reserved, 20, 4);

SIZE(koord_gang_info, 96);
FIELD(koord_gang_info, struct_size, 0, 4);
FIELD(koord_gang_info, flags, 4, 4);
FIELD(koord_gang_info, used, 8, 8);
FIELD(koord_gang_info, refusal, 16, 64);
FIELD(koord_gang_info, placed, 80, 4);
FIELD(koord_gang_info, nodes, 84, 4);
FIELD(koord_gang_info, blocked, 88, 4);
FIELD(koord_gang_info, reserved, 92, 4);

SIZE(koord_task_class, 40);
FIELD(koord_task_class, tasks, 0, 8);
FIELD(koord_task_class, cpu_milli, 8, 8);
FIELD(koord_task_class, gpu_milli, 16, 4);
FIELD(koord_task_class, gpu_count, 20, 4);
FIELD(koord_task_class, models_offset, 24, 4);
FIELD(koord_task_class, models_length, 28, 4);
FIELD(koord_task_class, memory, 32, 8);

SIZE(koord_kubelet_finding, 16);
FIELD(koord_kubelet_finding, fault, 0, 4);
FIELD(koord_kubelet_finding, flags, 4, 4);
FIELD(koord_kubelet_finding, cpus, 8, 4);
FIELD(koord_kubelet_finding, reserved, 12, 4);

SIZE(koord_node_spec, 24);
FIELD(koord_node_spec, struct_size, 0, 4);
FIELD(koord_node_spec, flags, 4, 4);
FIELD(koord_node_spec, bind_policy, 8, 4);
FIELD(koord_node_spec, strategy, 12, 4);
FIELD(koord_node_spec, numa_policy, 16, 4);
FIELD(koord_node_spec, cpu_amplification_percent, 20, 4);

SIZE(koord_nrt_verdict, 80);
FIELD(koord_nrt_verdict, struct_size, 0, 4);
FIELD(koord_nrt_verdict, flags, 4, 4);
FIELD(koord_nrt_verdict, refusal, 8, 64);
FIELD(koord_nrt_verdict, level, 72, 4);
FIELD(koord_nrt_verdict, container, 76, 4);

SIZE(koord_nrt_spec, 16);
FIELD(koord_nrt_spec, struct_size, 0, 4);
FIELD(koord_nrt_spec, flags, 4, 4);
FIELD(koord_nrt_spec, numa_policy, 8, 4);
FIELD(koord_nrt_spec, reserved, 12, 4);

SIZE(koord_added_object, 48);
FIELD(koord_added_object, index, 0, 4);
FIELD(koord_added_object, kind, 4, 4);
FIELD(koord_added_object, result, 8, 4);
FIELD(koord_added_object, status, 12, 4);
FIELD(koord_added_object, kind_name_offset, 16, 4);
FIELD(koord_added_object, kind_name_length, 20, 4);
FIELD(koord_added_object, namespace_offset, 24, 4);
FIELD(koord_added_object, namespace_length, 28, 4);
FIELD(koord_added_object, name_offset, 32, 4);
FIELD(koord_added_object, name_length, 36, 4);
FIELD(koord_added_object, message_offset, 40, 4);
FIELD(koord_added_object, message_length, 44, 4);

SIZE(koord_pod_spec, 56);
FIELD(koord_pod_spec, struct_size, 0, 4);
FIELD(koord_pod_spec, flags, 4, 4);
FIELD(koord_pod_spec, scheduled, 8, 8);
FIELD(koord_pod_spec, kube_qos, 16, 4);
FIELD(koord_pod_spec, priority, 20, 4);
FIELD(koord_pod_spec, qos, 24, 4);
FIELD(koord_pod_spec, priority_class, 28, 4);
FIELD(koord_pod_spec, required_bind, 32, 4);
FIELD(koord_pod_spec, preferred_bind, 36, 4);
FIELD(koord_pod_spec, exclusive, 40, 4);
FIELD(koord_pod_spec, numa_policy, 44, 4);
FIELD(koord_pod_spec, numa_exclusive, 48, 4);
FIELD(koord_pod_spec, reserved, 52, 4);

SIZE(koord_preempt_options, 16);
FIELD(koord_preempt_options, struct_size, 0, 4);
FIELD(koord_preempt_options, flags, 4, 4);
FIELD(koord_preempt_options, budget, 8, 8);

SIZE(koord_node_preemption, 40);
FIELD(koord_node_preemption, priority_sum, 0, 8);
FIELD(koord_node_preemption, node, 8, 4);
FIELD(koord_node_preemption, reason, 12, 4);
FIELD(koord_node_preemption, score, 16, 4);
FIELD(koord_node_preemption, flags, 20, 4);
FIELD(koord_node_preemption, highest_priority, 24, 4);
FIELD(koord_node_preemption, victims, 28, 4);
FIELD(koord_node_preemption, avoided, 32, 4);
FIELD(koord_node_preemption, reserved, 36, 4);

SIZE(koord_fragmentation, 40);
FIELD(koord_fragmentation, contested, 0, 4);
FIELD(koord_fragmentation, extra_numa, 4, 4);
FIELD(koord_fragmentation, extra_sockets, 8, 4);
FIELD(koord_fragmentation, unmet_pods, 12, 4);
FIELD(koord_fragmentation, stranded, 16, 4);
FIELD(koord_fragmentation, largest_block, 20, 4);
FIELD(koord_fragmentation, free_cpus, 24, 4);
FIELD(koord_fragmentation, free_cores, 28, 4);
FIELD(koord_fragmentation, percent, 32, 4);
FIELD(koord_fragmentation, reserved, 36, 4);

SIZE(koord_rebind_options, 16);
FIELD(koord_rebind_options, struct_size, 0, 4);
FIELD(koord_rebind_options, flags, 4, 4);
FIELD(koord_rebind_options, max_moved, 8, 4);
FIELD(koord_rebind_options, budget, 12, 4);

SIZE(koord_rebind_info, 168);
FIELD(koord_rebind_info, struct_size, 0, 4);
FIELD(koord_rebind_info, flags, 4, 4);
FIELD(koord_rebind_info, reason, 8, 4);
FIELD(koord_rebind_info, moved, 12, 4);
FIELD(koord_rebind_info, used, 16, 4);
FIELD(koord_rebind_info, properties, 20, 4);
FIELD(koord_rebind_info, before, 24, 40);
FIELD(koord_rebind_info, after, 64, 40);
FIELD(koord_rebind_info, refusal, 104, 64);

SIZE(koord_rebind_request, 24);
FIELD(koord_rebind_request, struct_size, 0, 4);
FIELD(koord_rebind_request, flags, 4, 4);
FIELD(koord_rebind_request, action, 8, 4);
FIELD(koord_rebind_request, phase, 12, 4);
FIELD(koord_rebind_request, deadline_seconds, 16, 8);

SIZE(koord_picture_options, 16);
FIELD(koord_picture_options, struct_size, 0, 4);
FIELD(koord_picture_options, flags, 4, 4);
FIELD(koord_picture_options, format, 8, 4);
FIELD(koord_picture_options, columns, 12, 4);

SIZE(koord_suppress_usage, 80);
FIELD(koord_suppress_usage, struct_size, 0, 4);
FIELD(koord_suppress_usage, flags, 4, 4);
FIELD(koord_suppress_usage, capacity, 8, 8);
FIELD(koord_suppress_usage, node_used, 16, 8);
FIELD(koord_suppress_usage, pods_used, 24, 8);
FIELD(koord_suppress_usage, host_apps_used, 32, 8);
FIELD(koord_suppress_usage, non_be_pods_used, 40, 8);
FIELD(koord_suppress_usage, non_be_host_apps_used, 48, 8);
FIELD(koord_suppress_usage, reserved, 56, 8);
FIELD(koord_suppress_usage, quota_us, 64, 8);
FIELD(koord_suppress_usage, threshold_percent, 72, 4);
FIELD(koord_suppress_usage, minimum_percent, 76, 4);

SIZE(koord_suppression, 32);
FIELD(koord_suppression, struct_size, 0, 4);
FIELD(koord_suppression, flags, 4, 4);
FIELD(koord_suppression, allowance_milli, 8, 8);
FIELD(koord_suppression, quota_us, 16, 8);
FIELD(koord_suppression, cpus, 24, 4);
FIELD(koord_suppression, properties, 28, 4);

CONSTANT(KOORD_NUL, SIZE_MAX);
CONSTANT(KOORD_MAX_CPUS, 8192);
CONSTANT(KOORD_MAX_NUMA_NODES, 64);
CONSTANT(KOORD_MAX_NUMA_LISTS, 256);
CONSTANT(KOORD_MAX_NUMA_HINTS, 4194304);
CONSTANT(KOORD_MAX_DRA_CLAIM_DEVICES, 32);
CONSTANT(KOORD_MAX_DRA_CLAIM_REQUESTS, 32);
CONSTANT(KOORD_MAX_DRA_REQUEST_ALTERNATIVES, 8);
CONSTANT(KOORD_MAX_DRA_ALTERNATIVES, 512);
CONSTANT(KOORD_MAX_DRA_CONSTRAINTS, 512);
CONSTANT(KOORD_MAX_DRA_CAPACITIES, 32);
CONSTANT(KOORD_MAX_DRA_DEVICES, 1024);
CONSTANT(KOORD_MAX_DRA_NODES, 65536);
CONSTANT(KOORD_MAX_DRA_TAINTS, 1024);
CONSTANT(KOORD_MAX_DRA_ROWS, 65536);
