/* Part of every_function.c: kubelet's files. */
#include <string.h>

#include "every_function.h"

void kubelet_files(const koord_context *context, const koord_topology *topology,
                   const koord_pod *pod) {
  static const char config[] = "{\"cpuManagerPolicy\":\"static\",\"reservedSystemCPUs\":\"0\"}";
  static const char damaged[] =
      "{\"policyName\":\"static\",\"defaultCpuSet\":\"0-5\",\"checksum\":1}";
  static const char arena[] = "uidnameid";
  const koord_present_container present = {0, 3, 3, 4, 7, 2};
  koord_kubelet_finding found[4];
  koord_buffer *text = NULL, *report = NULL;
  size_t count = 0;
  OK(koord_kubelet_check(context, topology, config, KOORD_NUL, damaged, KOORD_NUL, NULL, 0,
                         &present, sizeof present, 1, arena, 9, KOORD_REPAIR_ONLY_PRESENT, found,
                         sizeof found[0], 4, &count, &report, &err));
  CHECK(count == 2 && found[0].fault == KOORD_KUBELET_FAULT_CHECKSUM && found[0].stops == 1);
  CHECK(found[1].fault == KOORD_KUBELET_FAULT_CPUS_MISSING && found[1].cpus == 2);
  CHECK(strstr(koord_buffer_get_data(report), "checkpoint is corrupted") != NULL);
  koord_buffer_unref(report);
  CHECK(strcmp(koord_kubelet_fault_get_name(found[0].fault), "checksum") == 0);
  CHECK(strcmp(koord_kubelet_fault_get_name(99), "unknown") == 0);
  OK(koord_kubelet_repair_cpus(context, topology, config, KOORD_NUL, damaged, KOORD_NUL, NULL, 0, 0,
                               NULL, 0, 0, &text, &report, &err));
  CHECK(strstr(koord_buffer_get_data(text), "\"defaultCpuSet\":\"0-7\"") != NULL);
  CHECK(strstr(koord_buffer_get_data(report), "\"changed\": true") != NULL);
  koord_buffer_unref(report);
  report = NULL;
  koord_buffer_unref(text);
  OK(koord_kubelet_repair_memory(context, topology, config, KOORD_NUL,
                                 "{\"policyName\":\"None\",\"checksum\":1}", KOORD_NUL, NULL, 0, 0,
                                 NULL, 0, 0, &text, &report, &err));
  CHECK(strstr(koord_buffer_get_data(text), "\"policyName\":\"None\"") != NULL);
  CHECK(strstr(koord_buffer_get_data(report), "\"changed\": true") != NULL);
  koord_buffer_unref(report);
  report = NULL;
  CHECK(koord_kubelet_write_state("/", KOORD_NUL, koord_buffer_get_data(text),
                                  koord_buffer_get_length(text), NULL, 0, KOORD_WRITE_STATE_FORCE,
                                  &err) == KOORD_E_INVALID);
  koord_buffer_unref(text);
  OK(koord_kubelet_replace_cpus(context, topology, config, KOORD_NUL, NULL, 0, &pod, 1, &text,
                                &report, &err));
  CHECK(strstr(koord_buffer_get_data(report), "\"changed\": false") != NULL);
  koord_buffer_unref(text);
  koord_buffer_unref(report);

  CHECK(koord_kubelet_check(NULL, NULL, NULL, 0, NULL, 0, NULL, 0, NULL, 0, 0, NULL, 0, 0, NULL, 0,
                            0, NULL, NULL, &err) == KOORD_E_INVALID);
  CHECK(koord_kubelet_repair_cpus(NULL, topology, NULL, 0, NULL, 0, NULL, 0, 0, NULL, 0, 0, &text,
                                  NULL, &err) == KOORD_E_INVALID);
  CHECK(koord_kubelet_repair_memory(NULL, topology, NULL, 0, NULL, 0, NULL, 0, 0, NULL, 0, 0, &text,
                                    NULL, &err) == KOORD_E_INVALID);
  CHECK(koord_kubelet_replace_cpus(NULL, NULL, NULL, 0, NULL, 0, NULL, 0, NULL, NULL, &err) ==
        KOORD_E_INVALID);
  CHECK(koord_kubelet_write_state(NULL, 0, NULL, 0, NULL, 0, KOORD_WRITE_STATE_FORCE, &err) ==
        KOORD_E_INVALID);
}
