/* Part of every_function.c: kubelet and its files. */
#include <string.h>

#include "every_function.h"

/* A machine of 8 CPUs, a setup of any kind and a pod without allocated CPUs. */
static void kubelet_files(const koord_topology *topology, koord_kubelet_setup *setup,
                          const koord_pod *pod) {
  static const char config[] = "{\"cpuManagerPolicy\":\"static\",\"reservedSystemCPUs\":\"0\"}";
  static const char damaged[] =
      "{\"policyName\":\"static\",\"defaultCpuSet\":\"0-5\",\"checksum\":1}";
  koord_kubelet_finding found[4];
  koord_kubelet_report *checked = NULL;
  koord_buffer *text = NULL, *report = NULL;
  koord_kubelet_version version = KOORD_KUBELET_VERSION_DEFAULT;
  size_t count = 0;
  OK(koord_kubelet_setup_reset(setup, &err));
  OK(koord_kubelet_version_parse("v1.35.4", KOORD_NUL, &version, &err));
  CHECK(version == KOORD_KUBELET_VERSION_V1_35);
  OK(koord_kubelet_setup_set_version(setup, version, &err));
  OK(koord_kubelet_setup_set_config(setup, config, KOORD_NUL, &err));
  OK(koord_kubelet_replace_cpus(topology, setup, &pod, 1, &text, &report, &err));
  CHECK(strstr(koord_buffer_get_data(report), "\"changed\": false") != NULL);
  koord_buffer_unref(text);
  koord_buffer_unref(report);
  CHECK(koord_kubelet_repair_cpus(topology, setup, 0, &text, NULL, &err) == KOORD_E_INVALID);
  CHECK(koord_kubelet_repair_memory(topology, setup, 0, &text, NULL, &err) == KOORD_E_INVALID);

  OK(koord_kubelet_setup_set_cpu_state(setup, damaged, KOORD_NUL, &err));
  OK(koord_kubelet_setup_add_container(setup, "uid", 3, "name", 4, "id", 2, &err));
  OK(koord_kubelet_check(topology, setup, KOORD_REPAIR_ONLY_PRESENT, &checked, &err));
  CHECK(koord_kubelet_report_ref(checked) == checked);
  koord_kubelet_report_unref(checked);
  OK(koord_kubelet_report_get_findings(checked, found, sizeof found[0], 4, &count, &err));
  CHECK(count == 2 && found[0].fault == KOORD_KUBELET_FAULT_CHECKSUM &&
        found[0].flags == KOORD_KUBELET_FINDING_STOPS);
  CHECK(found[1].fault == KOORD_KUBELET_FAULT_CPUS_MISSING && found[1].cpus == 2);
  OK(koord_kubelet_report_to_json(checked, &report, &err));
  CHECK(strstr(koord_buffer_get_data(report), "checkpoint is corrupted") != NULL);
  koord_buffer_unref(report);
  koord_kubelet_report_unref(checked);
  CHECK(strcmp(koord_kubelet_fault_get_name(found[0].fault), "checksum") == 0);
  CHECK(strcmp(koord_kubelet_fault_get_name(99), "unknown") == 0);
  OK(koord_kubelet_repair_cpus(topology, setup, 0, &text, &report, &err));
  CHECK(strstr(koord_buffer_get_data(text), "\"defaultCpuSet\":\"0-7\"") != NULL);
  CHECK(strstr(koord_buffer_get_data(report), "\"changed\": true") != NULL);
  koord_buffer_unref(report);
  koord_buffer_unref(text);
  OK(koord_kubelet_setup_set_memory_state(setup, "{\"policyName\":\"None\",\"checksum\":1}",
                                          KOORD_NUL, &err));
  OK(koord_kubelet_repair_memory(topology, setup, 0, &text, &report, &err));
  CHECK(strstr(koord_buffer_get_data(text), "\"policyName\":\"None\"") != NULL);
  CHECK(strstr(koord_buffer_get_data(report), "\"changed\": true") != NULL);
  koord_buffer_unref(report);
  CHECK(koord_kubelet_write_state("/", KOORD_NUL, koord_buffer_get_data(text),
                                  koord_buffer_get_length(text), NULL, 0, KOORD_WRITE_STATE_FORCE,
                                  &err) == KOORD_E_INVALID);
  koord_buffer_unref(text);

  CHECK(koord_kubelet_check(NULL, NULL, 0, &checked, &err) == KOORD_E_INVALID);
  CHECK(koord_kubelet_repair_cpus(topology, NULL, 0, &text, NULL, &err) == KOORD_E_INVALID);
  CHECK(koord_kubelet_repair_memory(topology, NULL, 0, &text, NULL, &err) == KOORD_E_INVALID);
  CHECK(koord_kubelet_replace_cpus(NULL, NULL, NULL, 0, NULL, NULL, &err) == KOORD_E_INVALID);
  CHECK(koord_kubelet_write_state(NULL, 0, NULL, 0, NULL, 0, KOORD_WRITE_STATE_FORCE, &err) ==
        KOORD_E_INVALID);
}

void kubelets(const koord_context *context, const koord_topology *topology) {
  static const char config[] =
      "{\"cpuManagerPolicy\":\"static\",\"reservedSystemCPUs\":\"0\","
      "\"topologyManagerPolicy\":\"restricted\"}";
  static const char json[] =
      "{\"metadata\":{\"name\":\"web\",\"uid\":\"u\"},\"spec\":{\"containers\":[{\"name\":\"c\","
      "\"resources\":{\"limits\":{\"cpu\":\"4\",\"memory\":\"1Gi\"}}}]}}";
  koord_kubelet_setup *setup = NULL;
  koord_kubelet *kubelet = NULL, *copy = NULL;
  koord_admission *admission = NULL;
  koord_pod *pod = NULL;
  koord_kubelet_container row;
  koord_memory_block block;
  koord_plugin_device device;
  koord_refusal refusal;
  char text[64];
  koord_buffer *buffer = NULL;
  uint64_t word = 0;
  uint32_t held = 0;
  size_t count = 0;
  OK(koord_kubelet_setup_new(context, &setup, &err));
  OK(koord_kubelet_setup_set_config(setup, config, KOORD_NUL, &err));
  OK(koord_kubelet_setup_set_device_state(setup, NULL, 0, &err));
  OK(koord_kubelet_setup_add_device(setup, "example.com/nic", KOORD_NUL, "nic0", KOORD_NUL, 2,
                                    KOORD_PLUGIN_DEVICE_UNHEALTHY, &err));
  OK(koord_kubelet_new(topology, setup, &kubelet, &err));
  OK(koord_pod_from_json(context, json, KOORD_NUL, &pod, &err));
  OK(koord_admission_new(&admission, &err));
  OK(koord_kubelet_judge(kubelet, pod, admission, &refusal, &err));
  OK(koord_admission_get_containers(admission, &row, sizeof row, 1, &count, &err));
  OK(koord_admission_get_cpus(admission, 0, &word, 1, &err));
  CHECK(refusal.reason == KOORD_REASON_NONE && count == 1 && word == 0xF0 && row.affinity == 2);
  OK(koord_kubelet_clone(kubelet, &copy, &err));
  OK(koord_kubelet_admit(kubelet, pod, 0, admission, &refusal, &err));
  OK(koord_admission_get_containers(admission, &row, sizeof row, 1, &count, &err));
  OK(koord_admission_get_devices(admission, &device, sizeof device, 1, &count, &err));
  CHECK(count == 0);
  OK(koord_kubelet_format_refusal(kubelet, &refusal, text, sizeof text, &count, &err));
  CHECK(count == 0);
  koord_admission_free(admission);
  CHECK(row.cpus == 4 && row.flags == KOORD_KUBELET_CONTAINER_PREFERRED && row.memory_nodes == 0);
  OK(koord_kubelet_get_cpus(kubelet, KOORD_KUBELET_CPUSET_AVAILABLE, &word, 1, &err));
  CHECK(word == 0x0E);
  OK(koord_kubelet_get_cpus(copy, KOORD_KUBELET_CPUSET_AVAILABLE, &word, 1, &err));
  CHECK(word == 0xFE);
  OK(koord_kubelet_get_memory(kubelet, pod, &block, sizeof block, 1, &count, &err));
  CHECK(count == 0);
  OK(koord_kubelet_get_cpu_state(kubelet, &buffer, &err));
  CHECK(strstr(koord_buffer_get_data(buffer), "\"entries\":{\"u\":{\"c\":\"4-7\"}}") != NULL);
  koord_buffer_unref(buffer);
  OK(koord_kubelet_get_memory_state(kubelet, &buffer, &err));
  CHECK(strstr(koord_buffer_get_data(buffer), "\"policyName\":\"None\"") != NULL);
  koord_buffer_unref(buffer);
  OK(koord_kubelet_get_device_state(kubelet, &buffer, &err));
  CHECK(strstr(koord_buffer_get_data(buffer), "{\"example.com/nic\":[]}") != NULL);
  koord_buffer_unref(buffer);
  kubelet_files(topology, setup, pod);
  koord_kubelet_setup_free(setup);
  OK(koord_kubelet_remove_pod(kubelet, "u", KOORD_NUL, &held, &err));
  CHECK(held == 1);
  koord_pod_unref(pod);
  koord_kubelet_free(copy);
  koord_kubelet_free(kubelet);
}
