/* Part of every_function.c: calls of runtimes for new containers. */
#include <string.h>

#include "every_function.h"

static void adjusted(const koord_agent_state *state) {
  koord_adjustment *adjustment = NULL;
  koord_adjustment_request *request = NULL;
  koord_adjustment_info info;
  koord_buffer *json = NULL;
  uint64_t word = 0;
  size_t needed = 0;
  char text[8];
  CHECK(strcmp(koord_hook_stage_get_name(KOORD_HOOK_STAGE_CREATE_CONTAINER), "CreateContainer") ==
        0);
  OK(koord_adjustment_request_new(KOORD_HOOK_STAGE_CREATE_CONTAINER, &request, &err));
  OK(koord_adjustment_request_set_container(request, "u", 1, "main", 4, &err));
  OK(koord_adjustment_request_set_resource_status(request, "{\"cpuset\":\"0\"}", KOORD_NUL, &err));
  OK(koord_adjustment_request_set_sysfs_root(request, "/nowhere", KOORD_NUL, &err));
  OK(koord_adjustment_request_set_sysfs_root(request, NULL, 0, &err));
  OK(koord_adjustment_new(state, request, &adjustment, &err));
  koord_adjustment_request_free(request);
  koord_adjustment_request_free(NULL);
  info = KOORD_INIT(koord_adjustment_info);
  OK(koord_adjustment_get_info(adjustment, &info, &err));
  CHECK(info.changes == (KOORD_ADJUSTMENT_CPUS | KOORD_ADJUSTMENT_UNLIMITED) && info.env == 0);
  OK(koord_adjustment_get_cpus(adjustment, &word, 1, &err));
  CHECK(word == 1);
  OK(koord_adjustment_get_numa_nodes(adjustment, &word, 1, &err));
  CHECK(word == 0);
  CHECK(koord_adjustment_get_text(adjustment, KOORD_ADJUSTMENT_LIST_ENV, 0, text, sizeof text,
                                  &needed, &err) == KOORD_E_INVALID);
  OK(koord_adjustment_to_json(adjustment, &json, &err));
  CHECK(strstr(koord_buffer_get_data(json), "\"cpus\":\"0\"") != NULL);
  koord_buffer_unref(json);
  koord_adjustment_unref(adjustment);
  koord_adjustment_unref(NULL);
}

void hooks(const koord_agent *node) {
  static const char container[] =
      "{\"id\":\"0f\",\"pid\":1,\"annotations\":{\"io.kubernetes.pod.uid\":\"u\"}}";
  koord_agent_state *state = NULL;
  koord_hook *hook = NULL;
  koord_hook_options options;
  koord_hook_result result;
  OK(koord_agent_snapshot(node, &state, &err));
  adjusted(state);
  koord_agent_state_unref(state);
  options = KOORD_INIT(koord_hook_options);
  result = KOORD_INIT(koord_hook_result);
  options.without_state = KOORD_HOOK_CHOICE_LEAVE;
  OK(koord_hook_new(&options, &hook, &err));
  OK(koord_hook_set_state_file(hook, "/nowhere/node-state.json", KOORD_NUL, &err));
  OK(koord_hook_set_cgroup_root(hook, NULL, 0, &err));
  OK(koord_hook_set_proc_root(hook, "/nowhere", KOORD_NUL, &err));
  OK(koord_hook_run(hook, container, sizeof container - 1, &result, &err));
  koord_hook_free(hook);
  koord_hook_free(NULL);
  CHECK(result.outcome == KOORD_HOOK_OUTCOME_LEFT &&
        result.refusal.reason == KOORD_REASON_POD_UNKNOWN);
}
