/* Part of every_function.c: control groups, on a tree of plain files. */
#define _POSIX_C_SOURCE 200809L
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "every_function.h"

static char root[64];

/* Returns the path of a name below the root, in a static buffer. */
static const char *below(const char *name) {
  static char path[192];
  CHECK(snprintf(path, sizeof path, "%s/%s", root, name) < (int)sizeof path);
  return path;
}

static const char *const GROUPS[] = {
    "",    "cpuset",       "cpuset/kubepods",  "cpuset/kubepods/podu",
    "cpu", "cpu/kubepods", "cpu/kubepods/podu"};
static const char *const FILES[] = {
    "cpuset/kubepods/cpuset.cpus",   "cpuset/kubepods/podu/cpuset.cpus",
    "cpuset/kubepods/cpuset.mems",   "cpuset/kubepods/podu/cpuset.mems",
    "cpu/kubepods/cpu.cfs_quota_us", "cpu/kubepods/podu/cpu.cfs_quota_us"};
enum {
  MANY_GROUPS = sizeof GROUPS / sizeof GROUPS[0],
  MANY_FILES = sizeof FILES / sizeof FILES[0]
};

static void make_tree(void) {
  const char *folder = getenv("TMPDIR");
  int i;
  CHECK(snprintf(root, sizeof root, "%.40s/koord-every-%ld", folder != NULL ? folder : "/tmp",
                 (long)getpid()) < (int)sizeof root);
  for (i = 0; i < MANY_GROUPS; ++i) CHECK(mkdir(below(GROUPS[i]), 0755) == 0);
  for (i = 0; i < MANY_FILES; ++i) {
    FILE *file = fopen(below(FILES[i]), "w");
    CHECK(file != NULL && fputs(strstr(FILES[i], "cpus") != NULL ? "0-3" : "0", file) >= 0);
    CHECK(fclose(file) == 0);
  }
}

static void remove_tree(void) {
  int i;
  for (i = 0; i < MANY_FILES; ++i) CHECK(remove(below(FILES[i])) == 0);
  for (i = MANY_GROUPS; i-- > 0;) CHECK(remove(below(GROUPS[i])) == 0);
}

/* A pod with CPU 2. */
static koord_agent_state *state_of_node(void) {
  static const char json[] =
      "{\"version\":1,\"node\":\"n\",\"generation\":1,\"profile\":\"spec\",\"cpus\":\"0-3\","
      "\"pools\":{\"shared\":\"0-1,3\",\"exclusive\":\"2\"},\"pods\":[{\"uid\":\"u\",\"namespace\":"
      "\"d\","
      "\"name\":\"p\",\"qos\":\"LSR\",\"kubeQOS\":\"Guaranteed\",\"place\":\"exclusive\",\"cpus\":"
      "\"2\","
      "\"unlimited\":"
      "true}]}";
  koord_agent_state *state = NULL;
  OK(koord_agent_state_from_json(json, sizeof json - 1, &state, &err));
  return state;
}

static void paths(void) {
  koord_cgroup_path *path = NULL;
  size_t length = 0;
  char text[64];
  OK(koord_cgroup_path_new(KOORD_CGROUP_DRIVER_CGROUPFS, NULL, 0, &path, &err));
  OK(koord_cgroup_path_set_pod(path, KOORD_KUBE_QOS_BURSTABLE, "u", 1, &err));
  OK(koord_cgroup_path_set_container(path, KOORD_CGROUP_RUNTIME_CONTAINERD, "0f", 2, &err));
  OK(koord_cgroup_path_format(path, text, sizeof text, &length, &err));
  CHECK(strcmp(text, "kubepods/burstable/podu/0f") == 0);
  koord_cgroup_path_free(path);
  koord_cgroup_path_free(NULL);
}

static void steps(const koord_cgroup_plan *plan) {
  koord_cgroup_step step[8];
  koord_buffer *buffer = NULL;
  size_t count = 0, length = 0;
  OK(koord_cgroup_plan_get_steps(plan, step, sizeof step[0], 8, &count, &err));
  CHECK(count == 2);
  CHECK(strlen(koord_cgroup_plan_get_texts(plan, &length)) == length);
  OK(koord_cgroup_plan_to_json(plan, &buffer, &err));
  koord_buffer_unref(buffer);
  OK(koord_cgroup_plan_to_text(plan, &buffer, &err));
  koord_buffer_unref(buffer);
}

static void results(const koord_cgroup_report *report) {
  koord_cgroup_report_info report_info;
  koord_cgroup_result result[8];
  koord_buffer *buffer = NULL;
  size_t count = 0, length = 0;
  report_info = KOORD_INIT(koord_cgroup_report_info);
  OK(koord_cgroup_report_get_info(report, &report_info, &err));
  CHECK(report_info.failed_step == -1 && report_info.writes > 0);
  OK(koord_cgroup_report_get_results(report, result, sizeof result[0], 8, &count, &err));
  CHECK(count == 2);
  CHECK(strlen(koord_cgroup_report_get_texts(report, &length)) == length);
  OK(koord_cgroup_report_to_json(report, &buffer, &err));
  koord_buffer_unref(buffer);
}

void cgroups(void) {
  koord_cgroup_options options;
  koord_cgroups_info info;
  koord_cgroups *groups = NULL;
  koord_cgroup_containers *containers = NULL;
  koord_cgroup_plan *plan = NULL;
  koord_cgroup_report *report = NULL;
  koord_agent_state *state = state_of_node();
  options = KOORD_INIT(koord_cgroup_options);
  info = KOORD_INIT(koord_cgroups_info);
  paths();
  OK(koord_cgroup_containers_new(&containers, &err));
  OK(koord_cgroup_containers_add(containers, "0f", 2, "main", 4, &err));
  CHECK(koord_cgroups_open("/nowhere", KOORD_NUL, NULL, 0, &options, &groups, &err) ==
        KOORD_E_NOT_FOUND);
  CHECK(groups == NULL);
  make_tree();
  options.driver = KOORD_CGROUP_DRIVER_CGROUPFS;
  OK(koord_cgroups_open(root, KOORD_NUL, NULL, 0, &options, &groups, &err));
  OK(koord_cgroups_get_info(groups, &info, &err));
  CHECK(info.version == KOORD_CGROUP_VERSION_V1);
  OK(koord_cgroup_plan_new(groups, state, containers, &plan, &err));
  steps(plan);
  OK(koord_cgroups_apply(groups, plan, &report, &err));
  results(report);
  koord_cgroup_report_unref(report);
  koord_cgroup_plan_unref(plan);
  koord_cgroups_close(groups);
  remove_tree();
  koord_agent_state_unref(state);
  koord_cgroup_containers_free(containers);
  koord_cgroup_containers_free(NULL);
  koord_cgroups_close(NULL);
  koord_cgroup_plan_unref(NULL);
  koord_cgroup_report_unref(NULL);
}
