/* Part of every_function.c: what is about control groups, without any. */
#include <string.h>

#include "every_function.h"

void cgroups(void) {
  koord_cgroup_options options;
  koord_cgroups_info info;
  koord_cgroup_report_info told;
  koord_cgroups *groups = NULL;
  koord_cgroup_path *path = NULL;
  koord_cgroup_containers *containers = NULL;
  koord_cgroup_plan *plan = NULL;
  koord_cgroup_report *report = NULL;
  koord_buffer *buffer = NULL;
  koord_cgroup_step step;
  koord_cgroup_result result;
  size_t count = 0, length = 0;
  char text[64];
  options = KOORD_INIT(koord_cgroup_options);
  info = KOORD_INIT(koord_cgroups_info);
  told = KOORD_INIT(koord_cgroup_report_info);
  OK(koord_cgroup_path_new(KOORD_CGROUP_DRIVER_CGROUPFS, NULL, 0, &path, &err));
  OK(koord_cgroup_path_set_pod(path, KOORD_KUBE_QOS_BURSTABLE, "u", 1, &err));
  OK(koord_cgroup_path_set_container(path, KOORD_CGROUP_RUNTIME_CONTAINERD, "0f", 2, &err));
  OK(koord_cgroup_path_format(path, text, sizeof text, &length, &err));
  CHECK(strcmp(text, "kubepods/burstable/podu/0f") == 0);
  koord_cgroup_path_free(path);
  koord_cgroup_path_free(NULL);
  OK(koord_cgroup_containers_new(&containers, &err));
  OK(koord_cgroup_containers_add(containers, "0f", 2, "main", 4, &err));
  options.driver = KOORD_CGROUP_DRIVER_SYSTEMD;
  CHECK(koord_cgroups_open("/nowhere", KOORD_NUL, NULL, 0, &options, &groups, &err) ==
        KOORD_E_NOT_FOUND);
  CHECK(groups == NULL);
  CHECK(koord_cgroups_get_info(NULL, &info, &err) == KOORD_E_INVALID);
  CHECK(koord_cgroup_plan_new(NULL, NULL, containers, &plan, &err) == KOORD_E_INVALID);
  CHECK(koord_cgroup_plan_get_steps(NULL, &step, sizeof step, 1, &count, &err) == KOORD_E_INVALID);
  CHECK(koord_cgroup_plan_to_json(NULL, &buffer, &err) == KOORD_E_INVALID);
  CHECK(koord_cgroup_plan_to_text(NULL, &buffer, &err) == KOORD_E_INVALID);
  CHECK(koord_cgroups_apply(NULL, NULL, &report, &err) == KOORD_E_INVALID);
  CHECK(koord_cgroup_report_get_info(NULL, &told, &err) == KOORD_E_INVALID);
  CHECK(koord_cgroup_report_get_results(NULL, &result, sizeof result, 1, &count, &err) ==
        KOORD_E_INVALID);
  CHECK(koord_cgroup_report_to_json(NULL, &buffer, &err) == KOORD_E_INVALID);
  koord_cgroup_containers_free(containers);
  koord_cgroup_containers_free(NULL);
  koord_cgroups_close(NULL);
  koord_cgroup_plan_unref(NULL);
  koord_cgroup_report_unref(NULL);
}
