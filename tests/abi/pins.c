/* Compiles only while every released layout and constant is what it was. A change here breaks
 * programs that are compiled already: lines are added, and a size grows with a field appended;
 * nothing else. (abidiff sees neither a renumbered anonymous enum nor everything that moves inside
 * a struct.) */
#include "pins.h"

SIZE(koord_status, 4);
SIZE(koord_cpuset_kind, 4);
SIZE(koord_profile, 4);
SIZE(koord_reason, 4);
SIZE(koord_object, 4);
SIZE(koord_bind_policy, 4);
SIZE(koord_exclusive_policy, 4);
SIZE(koord_numa_strategy, 4);
SIZE(koord_picture_format, 4);
SIZE(koord_numa_policy, 4);
SIZE(koord_numa_exclusive, 4);
SIZE(koord_numa_use, 4);
SIZE(koord_numa_opinion, 4);
SIZE(koord_node_bind_policy, 4);
SIZE(koord_node_strategy, 4);
SIZE(koord_node_set, 4);

SIZE(koord_error, 256);
FIELD(koord_error, code, 0, 4);
FIELD(koord_error, reserved, 4, 4);
FIELD(koord_error, message, 8, 248);

SIZE(koord_cpu_row, 32);
FIELD(koord_cpu_row, cpu, 0, 4);
FIELD(koord_cpu_row, core, 4, 4);
FIELD(koord_cpu_row, socket, 8, 4);
FIELD(koord_cpu_row, node, 12, 4);
FIELD(koord_cpu_row, l3, 16, 4);
FIELD(koord_cpu_row, core_index, 20, 4);
FIELD(koord_cpu_row, kernel_core, 24, 4);
FIELD(koord_cpu_row, kind, 28, 4);

SIZE(koord_topology_info, 64);
FIELD(koord_topology_info, struct_size, 0, 4);
FIELD(koord_topology_info, flags, 4, 4);
FIELD(koord_topology_info, cpus, 8, 4);
FIELD(koord_topology_info, cores, 12, 4);
FIELD(koord_topology_info, l3s, 16, 4);
FIELD(koord_topology_info, nodes, 20, 4);
FIELD(koord_topology_info, sockets, 24, 4);
FIELD(koord_topology_info, devices, 28, 4);
FIELD(koord_topology_info, smt_width, 32, 4);
FIELD(koord_topology_info, words, 36, 4);
FIELD(koord_topology_info, architecture, 40, 24);

SIZE(koord_node_row, 16);
FIELD(koord_node_row, memory_bytes, 0, 8);
FIELD(koord_node_row, node, 8, 4);
FIELD(koord_node_row, cpus, 12, 4);

SIZE(koord_cluster_options, 24);
FIELD(koord_cluster_options, struct_size, 0, 4);
FIELD(koord_cluster_options, flags, 4, 4);
FIELD(koord_cluster_options, profile, 8, 4);
FIELD(koord_cluster_options, device_strategy, 12, 4);
FIELD(koord_cluster_options, gpu_pick, 16, 4);
FIELD(koord_cluster_options, reserved, 20, 4);

SIZE(koord_amount_row, 32);
FIELD(koord_amount_row, amount, 0, 8);
FIELD(koord_amount_row, reserved, 8, 8);
FIELD(koord_amount_row, name_offset, 16, 4);
FIELD(koord_amount_row, name_length, 20, 4);
FIELD(koord_amount_row, node, 24, 4);
FIELD(koord_amount_row, zero, 28, 4);

SIZE(koord_node_spec, 40);
FIELD(koord_node_spec, struct_size, 0, 4);
FIELD(koord_node_spec, flags, 4, 4);
FIELD(koord_node_spec, bind_policy, 8, 4);
FIELD(koord_node_spec, strategy, 12, 4);
FIELD(koord_node_spec, numa_policy, 16, 4);
FIELD(koord_node_spec, name_offset, 20, 4);
FIELD(koord_node_spec, name_length, 24, 4);
FIELD(koord_node_spec, architecture_offset, 28, 4);
FIELD(koord_node_spec, architecture_length, 32, 4);
FIELD(koord_node_spec, cpu_amplification_percent, 36, 4);

SIZE(koord_node_topology_spec, 20);
FIELD(koord_node_topology_spec, struct_size, 0, 4);
FIELD(koord_node_topology_spec, flags, 4, 4);
FIELD(koord_node_topology_spec, numa_policy, 8, 4);
FIELD(koord_node_topology_spec, name_offset, 12, 4);
FIELD(koord_node_topology_spec, name_length, 16, 4);

SIZE(koord_cluster_info, 32);
FIELD(koord_cluster_info, struct_size, 0, 4);
FIELD(koord_cluster_info, flags, 4, 4);
FIELD(koord_cluster_info, generation, 8, 8);
FIELD(koord_cluster_info, pods, 16, 8);
FIELD(koord_cluster_info, nodes, 24, 4);
FIELD(koord_cluster_info, ids, 28, 4);

SIZE(koord_verdict, 16);
FIELD(koord_verdict, node, 0, 4);
FIELD(koord_verdict, reason, 4, 4);
FIELD(koord_verdict, score, 8, 4);
FIELD(koord_verdict, flags, 12, 4);

SIZE(koord_reserve_options, 24);
FIELD(koord_reserve_options, struct_size, 0, 4);
FIELD(koord_reserve_options, flags, 4, 4);
FIELD(koord_reserve_options, generation, 8, 8);
FIELD(koord_reserve_options, affinity, 16, 8);

SIZE(koord_pod_conflicts, 160);
FIELD(koord_pod_conflicts, struct_size, 0, 4);
FIELD(koord_pod_conflicts, flags, 4, 4);
FIELD(koord_pod_conflicts, cpus_held, 8, 4);
FIELD(koord_pod_conflicts, cpus_withheld, 12, 4);
FIELD(koord_pod_conflicts, cpus_unknown, 16, 4);
FIELD(koord_pod_conflicts, grants_unknown, 20, 4);
FIELD(koord_pod_conflicts, devices_unknown, 24, 4);
FIELD(koord_pod_conflicts, devices_short, 28, 4);
FIELD(koord_pod_conflicts, claims_refused, 32, 4);
FIELD(koord_pod_conflicts, devices_unexplained, 36, 4);
FIELD(koord_pod_conflicts, cpus, 40, 40);
FIELD(koord_pod_conflicts, amounts, 80, 40);
FIELD(koord_pod_conflicts, devices, 120, 40);

SIZE(koord_hugepages_row, 24);
FIELD(koord_hugepages_row, page_bytes, 0, 8);
FIELD(koord_hugepages_row, count, 8, 8);
FIELD(koord_hugepages_row, node, 16, 4);
FIELD(koord_hugepages_row, reserved, 20, 4);

SIZE(koord_device_row, 32);
FIELD(koord_device_row, bus_id_offset, 0, 4);
FIELD(koord_device_row, bus_id_length, 4, 4);
FIELD(koord_device_row, names_offset, 8, 4);
FIELD(koord_device_row, names_length, 12, 4);
FIELD(koord_device_row, class_id, 16, 4);
FIELD(koord_device_row, vendor_id, 20, 4);
FIELD(koord_device_row, device_id, 24, 4);
FIELD(koord_device_row, node, 28, 4);

SIZE(koord_refusal, 40);
FIELD(koord_refusal, needed, 0, 8);
FIELD(koord_refusal, best, 8, 8);
FIELD(koord_refusal, reason, 16, 4);
FIELD(koord_refusal, profile, 20, 4);
FIELD(koord_refusal, object, 24, 4);
FIELD(koord_refusal, where_object, 28, 4);
FIELD(koord_refusal, where, 32, 4);
FIELD(koord_refusal, detail, 36, 4);

SIZE(koord_nrt_level, 4);
SIZE(koord_nrt_verdict, 376);
FIELD(koord_nrt_verdict, struct_size, 0, 4);
FIELD(koord_nrt_verdict, flags, 4, 4);
FIELD(koord_nrt_verdict, refusal, 8, 40);
FIELD(koord_nrt_verdict, level, 48, 4);
FIELD(koord_nrt_verdict, container, 52, 4);
FIELD(koord_nrt_verdict, resource, 56, 320);

SIZE(koord_cpu_request, 32);
FIELD(koord_cpu_request, struct_size, 0, 4);
FIELD(koord_cpu_request, flags, 4, 4);
FIELD(koord_cpu_request, profile, 8, 4);
FIELD(koord_cpu_request, bind_policy, 12, 4);
FIELD(koord_cpu_request, exclusive_policy, 16, 4);
FIELD(koord_cpu_request, numa_strategy, 20, 4);
FIELD(koord_cpu_request, cpus, 24, 4);
FIELD(koord_cpu_request, max_ref_count, 28, 4);

SIZE(koord_numa_grant, 24);
FIELD(koord_numa_grant, available_milli, 0, 8);
FIELD(koord_numa_grant, granted_milli, 8, 8);
FIELD(koord_numa_grant, node, 16, 4);
FIELD(koord_numa_grant, reserved, 20, 4);

SIZE(koord_kubelet_request, 16);
FIELD(koord_kubelet_request, struct_size, 0, 4);
FIELD(koord_kubelet_request, flags, 4, 4);
FIELD(koord_kubelet_request, options, 8, 4);
FIELD(koord_kubelet_request, cpus, 12, 4);

SIZE(koord_kubelet_container, 24);
FIELD(koord_kubelet_container, affinity, 0, 8);
FIELD(koord_kubelet_container, memory_nodes, 8, 8);
FIELD(koord_kubelet_container, cpus, 16, 4);
FIELD(koord_kubelet_container, flags, 20, 4);

SIZE(koord_kubelet_block, 32);
FIELD(koord_kubelet_block, nodes, 0, 8);
FIELD(koord_kubelet_block, bytes, 8, 8);
FIELD(koord_kubelet_block, page_bytes, 16, 8);
FIELD(koord_kubelet_block, container, 24, 4);
FIELD(koord_kubelet_block, reserved, 28, 4);

SIZE(koord_kubelet_set, 4);
CONSTANT(KOORD_KUBELET_SHARED, 0);
CONSTANT(KOORD_KUBELET_RESERVED, 1);
CONSTANT(KOORD_KUBELET_AVAILABLE, 2);
CONSTANT(KOORD_KUBELET_PREFERRED, 1);
CONSTANT(KOORD_KUBELET_SHARES, 2);
CONSTANT(KOORD_ADMIT_LEAVE_REFUSED, 1);

SIZE(koord_numa_place, 8);
FIELD(koord_numa_place, node, 0, 4);
FIELD(koord_numa_place, use, 4, 4);

SIZE(koord_numa_hint, 24);
FIELD(koord_numa_hint, nodes, 0, 8);
FIELD(koord_numa_hint, score, 8, 8);
FIELD(koord_numa_hint, flags, 16, 4);
FIELD(koord_numa_hint, reserved, 20, 4);

SIZE(koord_numa_list, 24);
FIELD(koord_numa_list, first_hint, 0, 4);
FIELD(koord_numa_list, hint_count, 4, 4);
FIELD(koord_numa_list, name_offset, 8, 4);
FIELD(koord_numa_list, name_length, 12, 4);
FIELD(koord_numa_list, provider, 16, 4);
FIELD(koord_numa_list, opinion, 20, 4);

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

SIZE(koord_picture_options, 16);
FIELD(koord_picture_options, struct_size, 0, 4);
FIELD(koord_picture_options, flags, 4, 4);
FIELD(koord_picture_options, format, 8, 4);
FIELD(koord_picture_options, columns, 12, 4);

SIZE(koord_qos, 4);
SIZE(koord_kube_qos, 4);
SIZE(koord_priority_class, 4);
SIZE(koord_pod_bind_policy, 4);
SIZE(koord_pod_exclusive_policy, 4);
SIZE(koord_container_kind, 4);
SIZE(koord_pod_text, 4);

SIZE(koord_container_row, 16);
FIELD(koord_container_row, kind, 0, 4);
FIELD(koord_container_row, name_offset, 4, 4);
FIELD(koord_container_row, name_length, 8, 4);
FIELD(koord_container_row, reserved, 12, 4);

SIZE(koord_resource_row, 32);
FIELD(koord_resource_row, request, 0, 8);
FIELD(koord_resource_row, limit, 8, 8);
FIELD(koord_resource_row, name_offset, 16, 4);
FIELD(koord_resource_row, name_length, 20, 4);
FIELD(koord_resource_row, container, 24, 4);
FIELD(koord_resource_row, node, 28, 4);

SIZE(koord_pod_spec, 72);
FIELD(koord_pod_spec, struct_size, 0, 4);
FIELD(koord_pod_spec, flags, 4, 4);
FIELD(koord_pod_spec, qos, 8, 4);
FIELD(koord_pod_spec, priority_class, 12, 4);
FIELD(koord_pod_spec, priority, 16, 4);
FIELD(koord_pod_spec, required_bind, 20, 4);
FIELD(koord_pod_spec, preferred_bind, 24, 4);
FIELD(koord_pod_spec, exclusive, 28, 4);
FIELD(koord_pod_spec, numa_policy, 32, 4);
FIELD(koord_pod_spec, numa_exclusive, 36, 4);
FIELD(koord_pod_spec, name_offset, 40, 4);
FIELD(koord_pod_spec, name_length, 44, 4);
FIELD(koord_pod_spec, namespace_offset, 48, 4);
FIELD(koord_pod_spec, namespace_length, 52, 4);
FIELD(koord_pod_spec, uid_offset, 56, 4);
FIELD(koord_pod_spec, uid_length, 60, 4);
FIELD(koord_pod_spec, node_offset, 64, 4);
FIELD(koord_pod_spec, node_length, 68, 4);

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

CONSTANT(KOORD_QOS_NONE, 0);
CONSTANT(KOORD_QOS_LSE, 1);
CONSTANT(KOORD_QOS_LSR, 2);
CONSTANT(KOORD_QOS_LS, 3);
CONSTANT(KOORD_QOS_BE, 4);
CONSTANT(KOORD_QOS_SYSTEM, 5);
CONSTANT(KOORD_KUBE_QOS_BEST_EFFORT, 0);
CONSTANT(KOORD_KUBE_QOS_BURSTABLE, 1);
CONSTANT(KOORD_KUBE_QOS_GUARANTEED, 2);
CONSTANT(KOORD_PRIORITY_NONE, 0);
CONSTANT(KOORD_PRIORITY_PROD, 1);
CONSTANT(KOORD_PRIORITY_MID, 2);
CONSTANT(KOORD_PRIORITY_BATCH, 3);
CONSTANT(KOORD_PRIORITY_FREE, 4);
CONSTANT(KOORD_POD_BIND_DEFAULT, 0);
CONSTANT(KOORD_POD_BIND_FULL_PCPUS, 1);
CONSTANT(KOORD_POD_BIND_SPREAD_BY_PCPUS, 2);
CONSTANT(KOORD_POD_BIND_CONSTRAINED_BURST, 3);
CONSTANT(KOORD_POD_EXCLUSIVE_DEFAULT, 0);
CONSTANT(KOORD_POD_EXCLUSIVE_NONE, 1);
CONSTANT(KOORD_POD_EXCLUSIVE_PCPU_LEVEL, 2);
CONSTANT(KOORD_POD_EXCLUSIVE_NUMA_NODE_LEVEL, 3);
CONSTANT(KOORD_NUMA_POLICY_ABSENT, 0);
CONSTANT(KOORD_NUMA_POLICY_NONE, 1);
CONSTANT(KOORD_NUMA_POLICY_BEST_EFFORT, 2);
CONSTANT(KOORD_NUMA_POLICY_RESTRICTED, 3);
CONSTANT(KOORD_NUMA_POLICY_SINGLE_NODE, 4);
CONSTANT(KOORD_NUMA_EXCLUSIVE_ABSENT, 0);
CONSTANT(KOORD_NUMA_EXCLUSIVE_PREFERRED, 1);
CONSTANT(KOORD_NUMA_EXCLUSIVE_REQUIRED, 2);
CONSTANT(KOORD_CONTAINER_APP, 0);
CONSTANT(KOORD_CONTAINER_INIT, 1);
CONSTANT(KOORD_CONTAINER_SIDECAR, 2);
CONSTANT(KOORD_RESOURCE_POD, -1);
CONSTANT(KOORD_RESOURCE_OVERHEAD, -2);
CONSTANT(KOORD_RESOURCE_NUMA_NODE, -3);
CONSTANT(KOORD_POD_TERMINATED, 1);
CONSTANT(KOORD_POD_IS_TERMINATED, 1);
CONSTANT(KOORD_POD_IS_BOUND, 2);
CONSTANT(KOORD_POD_IS_ALLOCATED, 4);
CONSTANT(KOORD_POD_HAS_POD_LEVEL, 8);
CONSTANT(KOORD_POD_LIMIT_IS_REQUEST, 16);
CONSTANT(KOORD_POD_TEXT_NAME, 0);
CONSTANT(KOORD_POD_TEXT_NAMESPACE, 1);
CONSTANT(KOORD_POD_TEXT_UID, 2);
CONSTANT(KOORD_POD_TEXT_NODE, 3);

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

CONSTANT(KOORD_LOG_INFO, 1);
CONSTANT(KOORD_LOG_WARNING, 2);

CONSTANT(KOORD_TOPOLOGY_ONLY_ALLOWED, 1);

CONSTANT(KOORD_CPUSET_ALL, 0);
CONSTANT(KOORD_CPUSET_OFFLINE, 1);
CONSTANT(KOORD_CPUSET_DISALLOWED, 2);
CONSTANT(KOORD_CPUSET_SOCKET, 3);
CONSTANT(KOORD_CPUSET_NODE, 4);
CONSTANT(KOORD_CPUSET_NODE_LOCAL, 5);
CONSTANT(KOORD_CPUSET_L3, 6);
CONSTANT(KOORD_CPUSET_CORE, 7);
CONSTANT(KOORD_CPUSET_DEVICE, 8);

CONSTANT(KOORD_PROFILE_SPEC, 0);
CONSTANT(KOORD_PROFILE_UPSTREAM, 1);
CONSTANT(KOORD_PROFILE_KUBELET, 2);
CONSTANT(KOORD_PROFILE_NRT_MATCH, 3);

CONSTANT(KOORD_OBJECT_MACHINE, 0);
CONSTANT(KOORD_OBJECT_CPU, 1);
CONSTANT(KOORD_OBJECT_CORE, 2);
CONSTANT(KOORD_OBJECT_L3, 3);
CONSTANT(KOORD_OBJECT_NUMA_NODE, 4);
CONSTANT(KOORD_OBJECT_SOCKET, 5);
CONSTANT(KOORD_OBJECT_MILLI_CPU, 6);
CONSTANT(KOORD_OBJECT_POLICY, 7);
CONSTANT(KOORD_OBJECT_BYTES, 8);
CONSTANT(KOORD_OBJECT_CONTAINER, 10);
CONSTANT(KOORD_OBJECT_UNIT, 9);

CONSTANT(KOORD_NRT_LEVEL_NONE, 0);
CONSTANT(KOORD_NRT_LEVEL_POD, 1);
CONSTANT(KOORD_NRT_LEVEL_CONTAINER, 2);
CONSTANT(KOORD_NRT_LEVEL_INIT_CONTAINER, 3);

CONSTANT(KOORD_BIND_DEFAULT, 0);
CONSTANT(KOORD_BIND_FULL_PCPUS, 1);
CONSTANT(KOORD_BIND_SPREAD_BY_PCPUS, 2);

CONSTANT(KOORD_EXCLUSIVE_NONE, 0);
CONSTANT(KOORD_EXCLUSIVE_PCPU_LEVEL, 1);
CONSTANT(KOORD_EXCLUSIVE_NUMA_NODE_LEVEL, 2);

CONSTANT(KOORD_NUMA_MOST_ALLOCATED, 0);
CONSTANT(KOORD_NUMA_LEAST_ALLOCATED, 1);
CONSTANT(KOORD_NUMA_DISTRIBUTE_EVENLY, 2);

CONSTANT(KOORD_PICK_REQUIRED, 1);
CONSTANT(KOORD_PICK_FEWEST_L3, 2);

CONSTANT(KOORD_KUBELET_FULL_PCPUS_ONLY, 1);
CONSTANT(KOORD_KUBELET_DISTRIBUTE_NUMA, 2);
CONSTANT(KOORD_KUBELET_ALIGN_BY_SOCKET, 4);
CONSTANT(KOORD_KUBELET_DISTRIBUTE_CORES, 8);
CONSTANT(KOORD_KUBELET_STRICT_RESERVATION, 16);
CONSTANT(KOORD_KUBELET_UNCORE_CACHE, 32);

CONSTANT(KOORD_NUMA_USE_IDLE, 0);
CONSTANT(KOORD_NUMA_USE_SINGLE, 1);
CONSTANT(KOORD_NUMA_USE_SHARED, 2);

CONSTANT(KOORD_NUMA_HINTS, 0);
CONSTANT(KOORD_NUMA_NO_PREFERENCE, 1);
CONSTANT(KOORD_NUMA_UNSATISFIABLE, 2);

CONSTANT(KOORD_HINT_PREFERRED, 1);
CONSTANT(KOORD_HINT_NO_AFFINITY, 2);

CONSTANT(KOORD_MERGE_PREFER_CLOSEST, 1);

CONSTANT(KOORD_MERGED_ADMIT, 1);
CONSTANT(KOORD_MERGED_PREFERRED, 2);
CONSTANT(KOORD_MERGED_AFFINITY, 4);
CONSTANT(KOORD_MERGED_UNSATISFIED, 8);

CONSTANT(KOORD_CLUSTER_UPSTREAM_SCORE, 1);
CONSTANT(KOORD_CLUSTER_IGNORE_KUBELET, 2);

CONSTANT(KOORD_NODE_BIND_ABSENT, 0);
CONSTANT(KOORD_NODE_BIND_NONE, 1);
CONSTANT(KOORD_NODE_BIND_FULL_PCPUS_ONLY, 2);
CONSTANT(KOORD_NODE_BIND_SPREAD_BY_PCPUS, 3);

CONSTANT(KOORD_NODE_STRATEGY_ABSENT, 0);
CONSTANT(KOORD_NODE_STRATEGY_MOST_ALLOCATED, 1);
CONSTANT(KOORD_NODE_STRATEGY_LEAST_ALLOCATED, 2);
CONSTANT(KOORD_NODE_STRATEGY_DISTRIBUTE_EVENLY, 3);

CONSTANT(KOORD_NODE_UNSCHEDULABLE, 1);
CONSTANT(KOORD_NODE_SYSTEM_CPUS_SHARED, 2);

CONSTANT(KOORD_NODE_KUBELET_STATIC, 1);
CONSTANT(KOORD_NODE_KUBELET_FULL_PCPUS_ONLY, 2);
CONSTANT(KOORD_NODE_KUBELET_DISTRIBUTE, 4);

CONSTANT(KOORD_NODE_FREE, 0);
CONSTANT(KOORD_NODE_HELD, 1);
CONSTANT(KOORD_NODE_WITHHELD, 2);
CONSTANT(KOORD_NODE_POOL, 3);

CONSTANT(KOORD_VERDICT_UNRESOLVABLE, 1);
CONSTANT(KOORD_VERDICT_REMOVED, 2);

CONSTANT(KOORD_SKIP_FIT, 1);

CONSTANT(KOORD_PREBIND_PROPOSAL, 1);

CONSTANT(KOORD_PICTURE_TEXT, 0);
CONSTANT(KOORD_PICTURE_SVG, 1);

CONSTANT(KOORD_PICTURE_COLOR, 1);
CONSTANT(KOORD_PICTURE_ASCII, 2);
CONSTANT(KOORD_PICTURE_DEVICES, 4);

CONSTANT(KOORD_MAX_CPUS, 8192);
CONSTANT(KOORD_MAX_NUMA_NODES, 64);
CONSTANT(KOORD_MAX_NUMA_LISTS, 256);
CONSTANT(KOORD_MAX_NUMA_HINTS, 4194304);
CONSTANT(KOORD_NUL, SIZE_MAX);
