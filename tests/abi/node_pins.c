/* As pins.c, of nodes and who runs where on them. */
#include "pins.h"

SIZE(koord_node_cpuset, 4);
SIZE(koord_place, 4);
SIZE(koord_node_annotation, 4);
SIZE(koord_node_text, 4);

CONSTANT(KOORD_REASON_CPU_NOT_ON_MACHINE, 100);
CONSTANT(KOORD_REASON_CPU_TAKEN, 101);
CONSTANT(KOORD_REASON_CLAIM_NOT_DUE, 102);
CONSTANT(KOORD_REASON_CPU_RESERVED, 103);
CONSTANT(KOORD_REASON_MORE_CPUS_THAN_ASKED, 104);
CONSTANT(KOORD_REASON_POOL_EMPTY, 105);
CONSTANT(KOORD_REASON_NUMA_NODE_ABSENT, 106);

CONSTANT(KOORD_NODE_IGNORE_KUBELET, 1);
CONSTANT(KOORD_NODE_BE_BY_NUMA, 2);
SIZE(koord_node_options, 12);
FIELD(koord_node_options, struct_size, 0, 4);
FIELD(koord_node_options, flags, 4, 4);
FIELD(koord_node_options, profile, 8, 4);

SIZE(koord_node_info, 24);
FIELD(koord_node_info, struct_size, 0, 4);
FIELD(koord_node_info, flags, 4, 4);
FIELD(koord_node_info, generation, 8, 8);
FIELD(koord_node_info, pods, 16, 4);
FIELD(koord_node_info, words, 20, 4);

CONSTANT(KOORD_NODE_SHARED, 0);
CONSTANT(KOORD_NODE_EXCLUSIVE, 1);
CONSTANT(KOORD_NODE_BEST_EFFORT, 2);
CONSTANT(KOORD_NODE_ALL, 3);
CONSTANT(KOORD_NODE_RESERVED, 4);
CONSTANT(KOORD_NODE_SYSTEM, 5);
CONSTANT(KOORD_NODE_KUBELET_RESERVED, 6);

SIZE(koord_node_pool, 16);
FIELD(koord_node_pool, socket, 0, 4);
FIELD(koord_node_pool, node, 4, 4);
FIELD(koord_node_pool, shared, 8, 4);
FIELD(koord_node_pool, best_effort, 12, 4);

CONSTANT(KOORD_PLACE_UNTOUCHED, 0);
CONSTANT(KOORD_PLACE_OWN, 1);
CONSTANT(KOORD_PLACE_KUBELET, 2);
CONSTANT(KOORD_PLACE_SHARED, 3);
CONSTANT(KOORD_PLACE_NAMED_POOLS, 4);
CONSTANT(KOORD_PLACE_BEST_EFFORT, 5);
CONSTANT(KOORD_PLACE_SYSTEM, 6);
CONSTANT(KOORD_NODE_POD_UNLIMITED, 1);

SIZE(koord_node_pod, 80);
FIELD(koord_node_pod, refusal, 0, 40);
FIELD(koord_node_pod, memory_nodes, 40, 8);
FIELD(koord_node_pod, uid_offset, 48, 4);
FIELD(koord_node_pod, uid_length, 52, 4);
FIELD(koord_node_pod, container_offset, 56, 4);
FIELD(koord_node_pod, container_length, 60, 4);
FIELD(koord_node_pod, qos, 64, 4);
FIELD(koord_node_pod, place, 68, 4);
FIELD(koord_node_pod, cpus, 72, 4);
FIELD(koord_node_pod, flags, 76, 4);

CONSTANT(KOORD_NODE_CPU_SHARED_POOLS, 0);
CONSTANT(KOORD_NODE_BE_CPU_SHARED_POOLS, 1);
CONSTANT(KOORD_NODE_POD_CPU_ALLOCS, 2);
CONSTANT(KOORD_NODE_TEXT_NAME, 0);
CONSTANT(KOORD_NODE_TEXT_BOOT_ID, 1);

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

CONSTANT(KOORD_SUPPRESSION_KEEP_QUOTA, 1);
SIZE(koord_suppression, 32);
FIELD(koord_suppression, struct_size, 0, 4);
FIELD(koord_suppression, flags, 4, 4);
FIELD(koord_suppression, allowance_milli, 8, 8);
FIELD(koord_suppression, quota_us, 16, 8);
FIELD(koord_suppression, cpus, 24, 4);
FIELD(koord_suppression, properties, 28, 4);
