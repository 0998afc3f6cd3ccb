/* One node: kubelet's admission and files, the agent's pools, control groups, hooks. */
#include "old_caller.h"

static const char config[] =
    "{\"cpuManagerPolicy\":\"static\",\"reservedSystemCPUs\":\"0\",\"topologyManagerPolicy\":"
    "\"restricted\"}";

void kubelet(const koord_context *context, const koord_topology *topology) {
  static const char json[] =
      "{\"metadata\":{\"name\":\"web\",\"uid\":\"u\"},\"spec\":{\"containers\":[{\"name\":\"c\","
      "\"resources\":{\"limits\":{\"cpu\":\"4\",\"memory\":\"1Gi\"}}}]}}";
  static const char damaged[] =
      "{\"policyName\":\"static\",\"defaultCpuSet\":\"0-5\",\"checksum\":1}";
  koord_kubelet *one = NULL;
  koord_pod *pod = NULL;
  GUARDED(koord_kubelet_container, row);
  GUARDED(koord_kubelet_finding, finding);
  koord_refusal refusal;
  koord_buffer *text = NULL;
  uint64_t word = 0;
  uint32_t held = 0;
  size_t count = 0;
  OK(koord_kubelet_new(context, topology, config, KOORD_NUL, NULL, 0, NULL, 0, &one, &err));
  OK(koord_pod_from_json(context, json, KOORD_NUL, &pod, &err));
  OK(koord_kubelet_admit(one, pod, 0, &row.it, sizeof row.it, 1, &count, &word, 1, &refusal, &err));
  INTACT(row);
  CHECK(refusal.reason == KOORD_REASON_NONE && count == 1 && word == 0xF0);
  CHECK(row.it.affinity == 2 && row.it.cpus == 4 &&
        row.it.flags == KOORD_KUBELET_CONTAINER_PREFERRED);
  OK(koord_kubelet_get_cpu_state(one, &text, &err));
  CHECK(strstr(koord_buffer_get_data(text), "\"entries\":{\"u\":{\"c\":\"4-7\"}}") != NULL);
  koord_buffer_unref(text);
  OK(koord_kubelet_remove_pod(one, "u", KOORD_NUL, &held, &err));
  CHECK(held == 1);
  koord_pod_unref(pod);
  koord_kubelet_free(one);

  CHECK(koord_kubelet_check(context, topology, config, KOORD_NUL, damaged, KOORD_NUL, NULL, 0, NULL,
                            0, 0, NULL, 0, 0, &finding.it, sizeof finding.it, 1, &count, NULL,
                            &err) == KOORD_E_NO_SPACE);
  CHECK(count == 2);
  INTACT(finding);
  OK(koord_kubelet_repair_cpus(context, topology, config, KOORD_NUL, damaged, KOORD_NUL, NULL, 0, 0,
                               NULL, 0, 0, &text, NULL, &err));
  CHECK(strstr(koord_buffer_get_data(text), "\"defaultCpuSet\":\"0-7\"") != NULL);
  koord_buffer_unref(text);
  CHECK(strcmp(koord_kubelet_fault_get_name(KOORD_KUBELET_FAULT_CHECKSUM), "checksum") == 0);
}

static void hooked(const koord_agent *one) {
  static const char container[] =
      "{\"id\":\"0f\",\"pid\":1,\"annotations\":{\"io.kubernetes.pod.uid\":\"u\"}}";
  koord_agent_state *state = NULL;
  koord_adjustment *adjustment = NULL;
  GUARDED(koord_adjustment_info, info);
  GUARDED(koord_hook_result, result);
  GUARDED(koord_agent_pod, row);
  koord_hook_options options;
  uint64_t word = 0;
  OK(koord_agent_snapshot(one, &state, &err));
  OK(koord_agent_state_find_container(state, "u", 1, "main", 4, &row.it, &word, 1, &err));
  INTACT(row);
  CHECK(row.it.place == KOORD_AGENT_PLACE_EXCLUSIVE && row.it.cpus == 1 && word == 1);
  OK(koord_adjustment_new(state, KOORD_HOOK_STAGE_CREATE_CONTAINER, "u", 1, "main", 4, NULL, 0,
                          NULL, 0, &adjustment, &err));
  info.it = KOORD_INIT(koord_adjustment_info);
  OK(koord_adjustment_get_info(adjustment, &info.it, &err));
  INTACT(info);
  CHECK(info.it.changes == (KOORD_ADJUSTMENT_CPUS | KOORD_ADJUSTMENT_UNLIMITED) &&
        info.it.env == 0);
  koord_adjustment_unref(adjustment);
  koord_agent_state_unref(state);

  options = KOORD_INIT(koord_hook_options);
  result.it = KOORD_INIT(koord_hook_result);
  options.without_state = KOORD_HOOK_CHOICE_LEAVE;
  OK(koord_hook_run(NULL, &options, container, sizeof container - 1, "/nowhere/node-state.json",
                    KOORD_NUL, NULL, 0, NULL, 0, &result.it, &err));
  INTACT(result);
  CHECK(result.it.outcome == KOORD_HOOK_OUTCOME_LEFT &&
        result.it.refusal.reason == KOORD_REASON_POD_UNKNOWN);
}

static void groups(void) {
  koord_cgroup_options options;
  koord_cgroups *open = NULL;
  char text[64];
  size_t length = 0;
  OK(koord_cgroup_format_path(KOORD_CGROUP_DRIVER_CGROUPFS, NULL, 0, KOORD_KUBE_QOS_BURSTABLE, "u",
                              1, KOORD_CGROUP_RUNTIME_CONTAINERD, "0f", 2, text, sizeof text,
                              &length, &err));
  CHECK(strcmp(text, "kubepods/burstable/podu/0f") == 0);
  options = KOORD_INIT(koord_cgroup_options);
  CHECK(koord_cgroups_open(&options, "/nowhere", KOORD_NUL, NULL, 0, &open, &err) ==
        KOORD_E_NOT_FOUND);
  CHECK(open == NULL);
}

void node(const koord_context *context, const koord_topology *topology) {
  static const char json[] =
      "{\"metadata\":{\"name\":\"p\",\"uid\":\"u\",\"labels\":{\"koordinator.sh/"
      "qosClass\":\"LSR\"},"
      "\"annotations\":{\"scheduling.koordinator.sh/"
      "resource-status\":\"{\\\"cpuset\\\":\\\"0\\\"}\"}},"
      "\"spec\":{\"containers\":[{\"name\":\"main\",\"resources\":{\"limits\":{\"cpu\":\"1\","
      "\"memory\":\"1Gi\"}}}]}}";
  koord_agent_options options;
  koord_agent *one = NULL;
  koord_pod *pod = NULL;
  GUARDED(koord_agent_info, info);
  koord_suppress_usage usage;
  GUARDED(koord_suppression, suppression);
  uint64_t word = 0;
  options = KOORD_INIT(koord_agent_options);
  options.struct_size = 8;
  OK(koord_agent_new(topology, &options, &one, &err));
  OK(koord_pod_from_json(context, json, KOORD_NUL, &pod, &err));
  OK(koord_agent_set_pod(one, pod, &err));
  koord_pod_unref(pod);
  info.it = KOORD_INIT(koord_agent_info);
  OK(koord_agent_get_info(one, &info.it, &err));
  INTACT(info);
  CHECK(info.it.pods == 1 && info.it.words == 1);
  OK(koord_agent_get_cpus(one, KOORD_AGENT_CPUSET_SHARED, &word, 1, &err));
  CHECK(word == 0xFE);
  usage = KOORD_INIT(koord_suppress_usage);
  suppression.it = KOORD_INIT(koord_suppression);
  OK(koord_agent_suppress(one, &usage, NULL, NULL, 0, &suppression.it, &err));
  INTACT(suppression);
  CHECK(suppression.it.cpus >= 1 && suppression.it.quota_us >= 2000);
  hooked(one);
  koord_agent_free(one);
  groups();
}
