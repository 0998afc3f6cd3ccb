/* Clusters: verdicts, reservations of CPUs, plans, gangs, preemption, rebind, capacity, explanations. */
#include "old_caller.h"

/* Two CPUs of its own. */
#define POD(uid)                                          \
  "{\"metadata\":{\"name\":\"p\",\"uid\":\"" uid          \
  "\",\"labels\":{\"koordinator.sh/qosClass\":\"LSR\"}}," \
  "\"spec\":{\"containers\":[{\"resources\":{\"limits\":{\"cpu\":\"2\",\"memory\":\"1Gi\"}}}]}}"

static void fill(koord_cluster *one, const koord_topology *topology) {
  koord_node_builder *node = NULL;
  koord_nrt_builder *nrt = NULL;
  koord_node_spec spec;
  koord_nrt_spec nrt_spec;
  uint32_t id = 9;
  spec = KOORD_INIT(koord_node_spec);
  OK(koord_node_builder_new(&node, &err));
  OK(koord_node_builder_set_spec(node, &spec, &err));
  OK(koord_node_builder_set_text(node, KOORD_NODE_TEXT_NAME, "n", 1, &err));
  OK(koord_node_builder_set_resource(node, "cpu", 3, 8000, 0, &err));
  OK(koord_node_builder_set_resource(node, "memory", 6, (int64_t)8 << 30, 0, &err));
  OK(koord_cluster_set_node_from_builder(one, node, &id, &err));
  koord_node_builder_free(node);
  CHECK(id == 0);
  nrt_spec = KOORD_INIT(koord_nrt_spec);
  OK(koord_nrt_builder_new(&nrt, &err));
  OK(koord_nrt_builder_set_spec(nrt, &nrt_spec, &err));
  OK(koord_nrt_builder_set_name(nrt, "n", 1, &err));
  OK(koord_nrt_builder_set_topology(nrt, topology, &err));
  OK(koord_cluster_set_topology_from_builder(one, nrt, &id, &err));
  koord_nrt_builder_free(nrt);
  CHECK(id == 0);
}

static void judged(const koord_cluster *one, const koord_pod *pod) {
  GUARDED(koord_verdict, row);
  GUARDED(koord_refusal, refusal);
  koord_query *query = NULL;
  koord_evaluation told = {0, 0};
  int32_t score = -1;
  OK(koord_cluster_evaluate(one, pod, NULL, &row.it, sizeof row.it, 1, &told, &err));
  INTACT(row);
  CHECK(told.count == 1 && row.it.node == 0 && row.it.reason == KOORD_REASON_NONE &&
        row.it.score > 0);
  OK(koord_query_new(&query, &err));
  OK(koord_query_drain_node(query, 0, &err));
  koord_query_free(query);
  OK(koord_cluster_judge(one, pod, NULL, 0, &refusal.it, &score, &err));
  INTACT(refusal);
  CHECK(refusal.it.reason == KOORD_REASON_NONE && score == row.it.score);
  OK(koord_cluster_find_best(one, pod, NULL, &row.it, sizeof row.it, 1, &told, &err));
  CHECK(told.count == 1 && row.it.node == 0);
}

static void explained(const koord_cluster *one, const koord_pod *pod) {
  koord_explain_options options;
  koord_explanation *explanation = NULL;
  GUARDED(koord_explanation_info, info);
  options = KOORD_INIT(koord_explain_options);
  OK(koord_cluster_explain(one, pod, &options, NULL, &explanation, &err));
  info.it = KOORD_INIT(koord_explanation_info);
  OK(koord_explanation_get_info(explanation, &info.it, &err));
  INTACT(info);
  CHECK(info.it.nodes == 1 && info.it.fitting == 1 && info.it.misses == 0);
  koord_explanation_unref(explanation);
  CHECK(strcmp(koord_remedy_kind_get_name(KOORD_REMEDY_KIND_EVICT), "EvictPod") == 0);
}

static void reserved(koord_cluster *one, const koord_pod *pod) {
  koord_refusal refusal;
  GUARDED(koord_cluster_info, info);
  GUARDED(koord_pod_conflicts, conflicts);
  koord_buffer *buffer = NULL;
  koord_plan *plan = NULL;
  uint64_t word = 0;
  OK(koord_cluster_reserve(one, pod, NULL, 0, &word, 1, &refusal, &err));
  CHECK(refusal.reason == KOORD_REASON_NONE && word != 0);
  info.it = KOORD_INIT(koord_cluster_info);
  OK(koord_cluster_get_info(one, &info.it, &err));
  INTACT(info);
  CHECK(info.it.pods == 1 && info.it.nodes == 1);
  OK(koord_cluster_prebind(one, pod, 0, &buffer, &err));
  CHECK(strstr(koord_buffer_get_data(buffer), "resource-status") != NULL);
  koord_buffer_unref(buffer);
  OK(koord_cluster_plan_resize(one, pod, NULL, &plan, &refusal, &err));
  CHECK(refusal.reason == KOORD_REASON_NONE && plan != NULL);
  koord_plan_unref(plan);
  conflicts.it = KOORD_INIT(koord_pod_conflicts);
  OK(koord_cluster_set_pod(one, pod, &conflicts.it, &err));
  INTACT(conflicts);
  OK(koord_cluster_set_reservation(one, "u", 1, KOORD_RESERVATION_POLICY_RESTRICTED, &err));
  OK(koord_cluster_remove_pod(one, "u", 1, &err));
}

static void planned(koord_cluster *one, const koord_pod *pod) {
  koord_gang_options options;
  GUARDED(koord_gang_info, info);
  GUARDED(koord_plan_step, step);
  koord_plan *plan = NULL;
  size_t count = 0, length = 0;
  options = KOORD_INIT(koord_gang_options);
  info.it = KOORD_INIT(koord_gang_info);
  OK(koord_cluster_plan_gang(one, &pod, 1, &options, NULL, &plan, &info.it, &err));
  INTACT(info);
  CHECK(info.it.refusal.reason == KOORD_REASON_NONE && info.it.placed == 1 && info.it.nodes == 1);
  OK(koord_plan_get_steps(plan, &step.it, sizeof step.it, 1, &count, &err));
  INTACT(step);
  CHECK(count == 1 && step.it.kind == KOORD_STEP_KIND_PLACE);
  CHECK(koord_plan_get_texts(plan, &length)[0] == 'u' && length == 1);
  OK(koord_cluster_commit(one, plan, &err));
  koord_plan_unref(plan);
}

static void searched(const koord_cluster *one, const koord_pod *other) {
  koord_preempt_options preempt;
  koord_preemption *preemption = NULL;
  GUARDED(koord_node_preemption, row);
  koord_rebind_options rebind;
  GUARDED(koord_rebind_info, rebound);
  koord_capacity_options capacity_options;
  koord_capacity *capacity = NULL;
  GUARDED(koord_capacity_info, sums);
  koord_plan *plan = NULL;
  koord_buffer *patch = NULL;
  size_t count = 0;
  preempt = KOORD_INIT(koord_preempt_options);
  OK(koord_cluster_preempt(one, other, &preempt, NULL, &preemption, &err));
  OK(koord_preemption_get_nodes(preemption, &row.it, sizeof row.it, 1, &count, &err));
  INTACT(row);
  CHECK(count == 1 && row.it.reason == KOORD_REASON_NONE && row.it.victims == 0);
  koord_preemption_unref(preemption);

  rebind = KOORD_INIT(koord_rebind_options);
  rebound.it = KOORD_INIT(koord_rebind_info);
  OK(koord_cluster_plan_rebind(one, 0, &rebind, NULL, &plan, &rebound.it, &err));
  INTACT(rebound);
  CHECK(rebound.it.reason == KOORD_REASON_NONE && rebound.it.moved == 0);
  CHECK(rebound.it.before.free_cpus == 6 && rebound.it.after.free_cpus == 6);
  koord_plan_unref(plan);
  OK(koord_rebind_status_to_json(KOORD_REBIND_PHASE_SUCCEED, "2026-01-02T03:04:05Z", KOORD_NUL, "",
                                 0, &patch, &err));
  CHECK(koord_buffer_get_length(patch) > 0);
  koord_buffer_unref(patch);

  capacity_options = KOORD_INIT(koord_capacity_options);
  capacity_options.struct_size = offsetof(koord_capacity_options, max_pods);
  OK(koord_cluster_get_capacity(one, other, &capacity_options, NULL, &capacity, &err));
  sums.it = KOORD_INIT(koord_capacity_info);
  OK(koord_capacity_get_info(capacity, &sums.it, &err));
  INTACT(sums);
  CHECK(sums.it.pods == 3 && sums.it.displaced == 0);
  koord_capacity_unref(capacity);
}

void cluster(const koord_context *context, const koord_topology *topology) {
  koord_cluster_options options;
  koord_task_class task;
  koord_cluster *one = NULL;
  koord_pod *pod = NULL, *other = NULL;
  options = KOORD_INIT(koord_cluster_options);
  options.profile = KOORD_PROFILE_SPEC;
  OK(koord_cluster_new(NULL, &options, NULL, 0, &one, &err));
  OK(koord_pod_from_json(context, POD("u"), KOORD_NUL, &pod, &err));
  OK(koord_pod_from_json(context, POD("v"), KOORD_NUL, &other, &err));
  memset(&task, 0, sizeof task);
  task.tasks = 1;
  task.gpu_milli = 500;
  task.gpu_count = 1;

  fill(one, topology);
  judged(one, pod);
  explained(one, pod);
  reserved(one, pod);
  planned(one, pod);
  searched(one, other);
  OK(koord_cluster_set_gpu_policy(one, KOORD_GPU_POLICY_FGD, &task, sizeof task, 1, NULL, 0, &err));
  koord_pod_unref(other);
  koord_pod_unref(pod);
  koord_cluster_free(one);
}
