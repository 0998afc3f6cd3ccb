/* Every struct that says its size, as old as the baseline and as old as can be: the library sets up as much as the
 * caller has and writes nothing behind it. */
#include "old_caller.h"

/* 8 bytes, struct_size and flags, are what every one of them has had from the first. */
#define STRUCT(name)                                 \
  do {                                               \
    GUARDED(name, whole);                            \
    uint64_t cut[1 + kGuard / 8];                    \
    uint32_t size;                                   \
    name##_init(&whole.it, sizeof whole.it);         \
    INTACT(whole);                                   \
    CHECK(whole.it.struct_size == sizeof whole.it);  \
    CHECK(whole.it.flags == 0);                      \
    memset(cut, kPattern, sizeof cut);               \
    name##_init((name *)(void *)cut, 8);             \
    CHECK(intact((const unsigned char *)(cut + 1))); \
    memcpy(&size, cut, sizeof size);                 \
    CHECK(size == 8);                                \
  } while (0)

void structs(void) {
  STRUCT(koord_topology_info);
  STRUCT(koord_pod_spec);
  STRUCT(koord_pod_info);
  STRUCT(koord_cpu_request);
  STRUCT(koord_kubelet_request);
  STRUCT(koord_numa_options);
  STRUCT(koord_cluster_options);
  STRUCT(koord_node_spec);
  STRUCT(koord_node_topology_spec);
  STRUCT(koord_cluster_info);
  STRUCT(koord_reserve_options);
  STRUCT(koord_pod_conflicts);
  STRUCT(koord_gang_options);
  STRUCT(koord_gang_info);
  STRUCT(koord_explain_options);
  STRUCT(koord_explanation_info);
  STRUCT(koord_rebind_options);
  STRUCT(koord_rebind_info);
  STRUCT(koord_rebind_request);
  STRUCT(koord_preempt_options);
  STRUCT(koord_capacity_options);
  STRUCT(koord_capacity_info);
  STRUCT(koord_agent_options);
  STRUCT(koord_agent_info);
  STRUCT(koord_suppress_usage);
  STRUCT(koord_suppression);
  STRUCT(koord_cgroup_options);
  STRUCT(koord_cgroups_info);
  STRUCT(koord_cgroup_report_info);
  STRUCT(koord_adjustment_info);
  STRUCT(koord_hook_options);
  STRUCT(koord_hook_result);
  STRUCT(koord_device_report_options);
  STRUCT(koord_nrt_verdict);
  STRUCT(koord_picture_options);
}
