/* Part of every_function.c: plans on clusters. */
#include <string.h>

#include "every_function.h"

static void plans(koord_cluster *cluster, const koord_pod *pod) {
  koord_query *query = NULL;
  koord_gang_options options;
  koord_gang_info info;
  koord_refusal refusal;
  koord_plan *plan = NULL, *plan_of_none = NULL;
  koord_buffer *buffer = NULL;
  koord_plan_step step;
  uint64_t word = 0;
  size_t count = 0, length = 0;
  char arena[8];
  OK(koord_query_new(&query, &err));
  OK(koord_query_protect_pod(query, "u", 1, KOORD_PROTECTION_KEEP, &err));
  options = KOORD_INIT(koord_gang_options);
  info = KOORD_INIT(koord_gang_info);
  OK(koord_query_exclude_node(query, 9, &err));
  OK(koord_query_exclude_pod_node(query, "u", 1, 9, &err));
  OK(koord_cluster_plan_gang(cluster, &pod, 1, &options, query, &plan, &info, &err));
  koord_query_free(query);
  OK(koord_query_new(&query, &err));
  CHECK(info.refusal.reason == KOORD_REASON_NONE && info.placed == 1 && info.nodes == 1);
  OK(koord_query_use_reservation(query, "u", 1, &err));
  CHECK(koord_cluster_plan_resize(cluster, pod, query, &plan_of_none, &refusal, &err) ==
        KOORD_E_INVALID);
  koord_query_free(query);
  OK(koord_cluster_get_resource_name(cluster, 0, arena, sizeof arena, &length, &err));
  CHECK(length == 3);
  CHECK(koord_cluster_get_resource_name(cluster, -1, arena, sizeof arena, &length, &err) ==
        KOORD_E_NOT_FOUND);
  OK(koord_cluster_format_refusal(cluster, &info.refusal, arena, sizeof arena, &length, &err));
  CHECK(length == 0);
  OK(koord_plan_get_steps(plan, &step, sizeof step, 1, &count, &err));
  CHECK(count == 1 && step.kind == KOORD_STEP_KIND_PLACE && step.uid_offset == 0);
  CHECK(strcmp(koord_plan_get_texts(plan, &length), "u") == 0 && length == step.uid_length);
  OK(koord_plan_get_step_cpus(plan, 0, &word, 1, &err));
  OK(koord_cluster_get_step_status(cluster, plan, 0, &buffer, &err));
  CHECK(strstr(koord_buffer_get_data(buffer), "numaNodeResources") != NULL);
  koord_buffer_unref(buffer);
  OK(koord_cluster_get_step_devices(cluster, plan, 0, &buffer, &err));
  koord_buffer_unref(buffer);
  OK(koord_cluster_commit(cluster, plan, &err));
  CHECK(koord_cluster_commit(cluster, plan, &err) == KOORD_E_STALE);
  koord_plan_unref(plan);
  OK(koord_cluster_plan_resize(cluster, pod, NULL, &plan, &refusal, &err));
  CHECK(refusal.reason == KOORD_REASON_NONE && plan != NULL);
  koord_plan_unref(plan);
  OK(koord_cluster_set_reservation(cluster, "u", 1, KOORD_RESERVATION_POLICY_RESTRICTED, &err));
  CHECK(koord_cluster_attach_owner(cluster, "u", 1, "u", 1, &err) == KOORD_E_CONFLICT);
  OK(koord_query_new(&query, &err));
  OK(koord_query_use_reservation(query, "no", 2, &err));
  CHECK(koord_cluster_reserve_from(cluster, pod, query, NULL, 0, &refusal, &err) ==
        KOORD_E_NOT_FOUND);
  koord_query_free(query);
  OK(koord_cluster_remove_pod(cluster, "u", 1, &err));
}

static void rebinds(koord_cluster *cluster, const koord_context *context, const koord_pod *pod) {
  static const char object[] = "{\"spec\":{\"nodeName\":\"n\",\"rebindAction\":\"RebindCPU\"}}";
  koord_rebind_options options;
  koord_rebind_info info;
  koord_rebind_request request;
  koord_plan *plan = NULL;
  koord_buffer *patch = NULL;
  char node[8];
  options = KOORD_INIT(koord_rebind_options);
  info = KOORD_INIT(koord_rebind_info);
  request = KOORD_INIT(koord_rebind_request);
  OK(koord_cluster_plan_rebind(cluster, 1, &options, NULL, &plan, &info, &err));
  CHECK(info.moved == 0);
  koord_plan_unref(plan);
  OK(koord_cluster_plan_rebind_for(cluster, pod, 1, &options, NULL, &plan, &info, &err));
  CHECK(info.refusal.reason == KOORD_REASON_NONE && plan != NULL);
  koord_plan_unref(plan);
  OK(koord_rebind_request_from_json(context, object, KOORD_NUL, &request, node, sizeof node, NULL,
                                    &err));
  CHECK(strcmp(node, "n") == 0 && request.deadline_seconds == 600);
  OK(koord_rebind_status_to_json(KOORD_REBIND_PHASE_PENDING, "2022-05-30T18:00:00Z", KOORD_NUL, "",
                                 0, &patch, &err));
  koord_buffer_unref(patch);
}

static void preemption(koord_cluster *cluster, const koord_pod *pod) {
  koord_preempt_options options;
  koord_preemption *made = NULL;
  koord_node_preemption row;
  koord_plan_step step;
  koord_refusal refusal;
  koord_plan *plan = NULL;
  koord_query *query = NULL;
  koord_buffer *buffer = NULL;
  uint64_t word = 0;
  size_t count = 9, length = 9;
  options = KOORD_INIT(koord_preempt_options);
  options.flags = KOORD_PREEMPT_LEAST_IMPORTANT;
  OK(koord_query_new(&query, &err));
  OK(koord_query_protect_pod(query, "u", 1, KOORD_PROTECTION_AVOID, &err));
  OK(koord_cluster_preempt(cluster, pod, &options, query, &made, &err));
  koord_query_free(query);
  OK(koord_preemption_get_nodes(made, &row, sizeof row, 1, &count, &err));
  CHECK(count == 1 && row.node == 1 && row.reason == KOORD_REASON_NONE && row.score > 0);
  OK(koord_preemption_get_victims(made, 0, &step, sizeof step, 1, &count, &err));
  CHECK(count == 0 && *koord_preemption_get_texts(made, &length) == '\0' && length == 0);
  OK(koord_cluster_plan_preemption(cluster, made, 0, &refusal, &plan, &err));
  CHECK(refusal.reason == KOORD_REASON_NONE);
  koord_preemption_unref(made);
  OK(koord_plan_get_steps(plan, &step, sizeof step, 1, &count, &err));
  CHECK(count == 1 && step.kind == KOORD_STEP_KIND_PLACE && step.node == 1);
  OK(koord_plan_get_step_cpus(plan, 0, &word, 1, &err));
  CHECK(word != 0);
  OK(koord_cluster_get_step_status(cluster, plan, 0, &buffer, &err));
  CHECK(strstr(koord_buffer_get_data(buffer), "\"cpuset\"") != NULL);
  koord_buffer_unref(buffer);
  OK(koord_cluster_commit(cluster, plan, &err));
  koord_plan_unref(plan);
  OK(koord_cluster_remove_pod(cluster, "u", 1, &err));
}

static void capacity(const koord_cluster *cluster, const koord_pod *pod) {
  koord_capacity_options options;
  koord_capacity_info info;
  koord_capacity *made = NULL;
  koord_node_capacity row;
  koord_capacity_reason reason;
  koord_query *query = NULL;
  const uint64_t isolated = 2;
  size_t count = 9;
  options = KOORD_INIT(koord_capacity_options);
  options.max_pods = 1;
  OK(koord_cluster_get_capacity(cluster, pod, &options, NULL, &made, &err));
  info = KOORD_INIT(koord_capacity_info);
  OK(koord_capacity_get_info(made, &info, &err));
  CHECK(info.pods == 1);
  OK(koord_capacity_get_nodes(made, &row, sizeof row, 1, &count, &err));
  CHECK(count == 1 && row.node == 1 && row.pods == 1 && row.reason == KOORD_REASON_NONE);
  OK(koord_capacity_get_reasons(made, &reason, sizeof reason, 1, &count, &err));
  CHECK(count == 1 && reason.nodes == 1 && reason.pods == 1);
  koord_capacity_unref(made);
  OK(koord_query_new(&query, &err));
  OK(koord_query_isolate_cpus(query, 1, &isolated, 1, &err));
  OK(koord_query_disable_smt(query, 1, &err));
  OK(koord_query_drain_node(query, 1, &err));
  OK(koord_cluster_get_capacity(cluster, pod, &options, query, &made, &err));
  koord_query_free(query);
  OK(koord_capacity_get_info(made, &info, &err));
  CHECK(info.pods == 0 && info.displaced == 0 && info.unplaced == 0);
  koord_capacity_unref(made);
}

void planners(koord_cluster *cluster, const koord_context *context, const koord_pod *pod) {
  plans(cluster, pod);
  rebinds(cluster, context, pod);
  preemption(cluster, pod);
  capacity(cluster, pod);
}
