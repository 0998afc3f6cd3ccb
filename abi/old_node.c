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
  koord_kubelet_setup *setup = NULL;
  koord_kubelet *one = NULL;
  koord_admission *admission = NULL;
  koord_kubelet_report *report = NULL;
  koord_pod *pod = NULL;
  GUARDED(koord_kubelet_container, row);
  GUARDED(koord_kubelet_finding, finding);
  koord_refusal refusal;
  koord_buffer *text = NULL;
  uint64_t word = 0;
  uint32_t held = 0;
  size_t count = 0;
  OK(koord_kubelet_setup_new(context, &setup, &err));
  OK(koord_kubelet_setup_set_config(setup, config, KOORD_NUL, &err));
  OK(koord_kubelet_new(topology, setup, &one, &err));
  OK(koord_pod_from_json(context, json, KOORD_NUL, &pod, &err));
  OK(koord_admission_new(&admission, &err));
  OK(koord_kubelet_admit(one, pod, 0, admission, &refusal, &err));
  OK(koord_admission_get_containers(admission, &row.it, sizeof row.it, 1, &count, &err));
  OK(koord_admission_get_cpus(admission, 0, &word, 1, &err));
  koord_admission_free(admission);
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

  OK(koord_kubelet_setup_set_cpu_state(setup, damaged, KOORD_NUL, &err));
  OK(koord_kubelet_check(topology, setup, 0, &report, &err));
  CHECK(koord_kubelet_report_get_findings(report, &finding.it, sizeof finding.it, 1, &count,
                                          &err) == KOORD_E_NO_SPACE);
  CHECK(count == 2);
  INTACT(finding);
  koord_kubelet_report_unref(report);
  OK(koord_kubelet_repair_cpus(topology, setup, 0, &text, NULL, &err));
  koord_kubelet_setup_free(setup);
  CHECK(strstr(koord_buffer_get_data(text), "\"defaultCpuSet\":\"0-7\"") != NULL);
  koord_buffer_unref(text);
  CHECK(strcmp(koord_kubelet_fault_get_name(KOORD_KUBELET_FAULT_CHECKSUM), "checksum") == 0);
}

static void hooked(const koord_agent *one) {
  static const char container[] =
      "{\"id\":\"0f\",\"pid\":1,\"annotations\":{\"io.kubernetes.pod.uid\":\"u\"}}";
  koord_agent_state *state = NULL;
  koord_adjustment_request *request = NULL;
  koord_adjustment *adjustment = NULL;
  koord_hook *hook = NULL;
  GUARDED(koord_adjustment_info, info);
  GUARDED(koord_hook_result, result);
  GUARDED(koord_agent_pod, row);
  koord_hook_options options;
  uint64_t word = 0;
  size_t count = 0;
  OK(koord_agent_snapshot(one, &state, &err));
  OK(koord_agent_state_find_container(state, "u", 1, "main", 4, &row.it, sizeof row.it, &err));
  INTACT(row);
  CHECK(row.it.place == KOORD_AGENT_PLACE_EXCLUSIVE && row.it.cpus == 1);
  OK(koord_agent_state_get_pods(state, 0, &row.it, sizeof row.it, 1, &count, &err));
  INTACT(row);
  CHECK(count == 1 && koord_agent_state_get_texts(state, NULL)[row.it.uid_offset] == 'u');
  OK(koord_agent_state_get_pod_cpus(state, row.it.row, &word, 1, &err));
  CHECK(word == 1);
  OK(koord_adjustment_request_new(KOORD_HOOK_STAGE_CREATE_CONTAINER, &request, &err));
  OK(koord_adjustment_request_set_container(request, "u", 1, "main", 4, &err));
  OK(koord_adjustment_new(state, request, &adjustment, &err));
  koord_adjustment_request_free(request);
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
  OK(koord_hook_new(&options, &hook, &err));
  OK(koord_hook_set_state_file(hook, "/nowhere/node-state.json", KOORD_NUL, &err));
  OK(koord_hook_run(hook, container, sizeof container - 1, &result.it, &err));
  koord_hook_free(hook);
  INTACT(result);
  CHECK(result.it.outcome == KOORD_HOOK_OUTCOME_LEFT &&
        result.it.refusal.reason == KOORD_REASON_POD_UNKNOWN);
}

static void groups(void) {
  koord_cgroup_options options;
  koord_cgroups *open = NULL;
  koord_cgroup_path *path = NULL;
  char text[64];
  size_t length = 0;
  OK(koord_cgroup_path_new(KOORD_CGROUP_DRIVER_CGROUPFS, NULL, 0, &path, &err));
  OK(koord_cgroup_path_set_pod(path, KOORD_KUBE_QOS_BURSTABLE, "u", 1, &err));
  OK(koord_cgroup_path_set_container(path, KOORD_CGROUP_RUNTIME_CONTAINERD, "0f", 2, &err));
  OK(koord_cgroup_path_format(path, text, sizeof text, &length, &err));
  koord_cgroup_path_free(path);
  CHECK(strcmp(text, "kubepods/burstable/podu/0f") == 0);
  options = KOORD_INIT(koord_cgroup_options);
  CHECK(koord_cgroups_open("/nowhere", KOORD_NUL, NULL, 0, &options, &open, &err) ==
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
  OK(koord_agent_new(context, topology, &options, &one, &err));
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
