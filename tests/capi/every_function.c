/* Calls every function of koord.h from C99 at least once and checks its result. */
#include "every_function.h"

#include <string.h>

koord_error err;

static size_t remarks;

static void count_remarks(void *user, int32_t level, const char *message, size_t length) {
  CHECK(user == &remarks);
  CHECK(level == KOORD_LOG_LEVEL_INFO || level == KOORD_LOG_LEVEL_WARNING);
  CHECK(message != NULL && length > 0);
  ++remarks;
}

static void names(void) {
  CHECK(koord_version() >> 16 == KOORD_VERSION_MAJOR);
  CHECK(koord_version_string()[0] != '\0');
  CHECK(strcmp(koord_status_get_name(KOORD_E_STALE), "stale") == 0);
  CHECK(strcmp(koord_bind_policy_get_name(KOORD_BIND_POLICY_FULL_PCPUS), "FullPCPUs") == 0);
  CHECK(strcmp(koord_exclusive_policy_get_name(KOORD_EXCLUSIVE_POLICY_PCPU_LEVEL), "PCPULevel") ==
        0);
  CHECK(strcmp(koord_numa_strategy_get_name(KOORD_NUMA_STRATEGY_DISTRIBUTE_EVENLY),
               "DistributeEvenly") == 0);
  CHECK(strcmp(koord_reason_get_name(KOORD_REASON_NONE, KOORD_PROFILE_SPEC), "None") == 0);
  CHECK(strcmp(koord_qos_get_name(KOORD_QOS_LSR), "LSR") == 0);
  CHECK(strcmp(koord_kube_qos_get_name(KOORD_KUBE_QOS_GUARANTEED), "Guaranteed") == 0);
  CHECK(strcmp(koord_priority_class_get_name(KOORD_PRIORITY_CLASS_PROD), "koord-prod") == 0);
  CHECK(strcmp(koord_bind_policy_get_name(KOORD_BIND_POLICY_CONSTRAINED_BURST),
               "ConstrainedBurst") == 0);
  CHECK(strcmp(koord_exclusive_policy_get_name(KOORD_EXCLUSIVE_POLICY_PCPU_LEVEL), "PCPULevel") ==
        0);
  CHECK(strcmp(koord_numa_policy_get_name(KOORD_NUMA_POLICY_SINGLE_NUMA_NODE), "SingleNUMANode") ==
        0);
  CHECK(strcmp(koord_numa_exclusive_get_name(KOORD_NUMA_EXCLUSIVE_REQUIRED), "Required") == 0);
}

static koord_topology *rows(void) {
  koord_cpu row[8];
  koord_topology *topology = NULL;
  int i;
  memset(row, 0, sizeof row);
  for (i = 0; i < 8; ++i) {
    row[i].cpu = i;
    row[i].core = i / 2;
    row[i].socket = row[i].numa_node = row[i].l3 = i / 4;
  }
  OK(koord_topology_from_rows(row, sizeof row[0], 8, "x86_64", KOORD_NUL, &topology, &err));
  return topology;
}

static void queries(const koord_topology *topology) {
  koord_topology_info info;
  koord_cpu cpus[8];
  koord_numa_node nodes[2];
  koord_hugepages pages[1];
  koord_pci_device devices[1];
  uint32_t distances[4];
  size_t count = 0, bytes = 0;
  uint64_t word = 0;
  info = KOORD_INIT(koord_topology_info);
  OK(koord_topology_get_info(topology, &info, &err));
  CHECK(info.cpus == 8 && info.cores == 4 && info.words == 1);
  OK(koord_topology_get_cpus(topology, cpus, sizeof cpus[0], 8, &count, &err));
  CHECK(count == 8 && cpus[7].core_index == 3);
  OK(koord_topology_get_numa_nodes(topology, nodes, sizeof nodes[0], 2, &count, &err));
  CHECK(count == 2 && nodes[1].cpus == 4);
  OK(koord_topology_get_hugepages(topology, pages, sizeof pages[0], 1, &count, &err));
  CHECK(count == 0);
  OK(koord_topology_get_distances(topology, distances, 4, &count, &err));
  CHECK(count == 0);
  OK(koord_topology_get_devices(topology, devices, sizeof devices[0], 1, &count, &err));
  CHECK(count == 0 && *koord_topology_get_texts(topology, &bytes) == '\0' && bytes == 0);
  OK(koord_topology_get_cpuset(topology, KOORD_CPUSET_KIND_NUMA_NODE, 1, &word, 1, &err));
  CHECK(word == 0xF0);
}

static void picks(const koord_topology *topology) {
  koord_cpu_request request;
  koord_kubelet_request kubelet;
  koord_numa_grant grant;
  koord_refusal refusal;
  uint64_t available = 0, picked = 0;
  char text[128];
  koord_buffer *json = NULL;
  size_t needed = 0;
  OK(koord_cpulist_parse("0-7", KOORD_NUL, &available, 1, &err));
  request = KOORD_INIT(koord_cpu_request);
  request.bind_policy = KOORD_BIND_POLICY_FULL_PCPUS;
  request.cpus = 2;
  memset(&grant, 0, sizeof grant);
  grant.available_milli = -1;
  request.words = 1;
  request.grant_stride = sizeof grant;
  request.grant_count = 1;
  OK(koord_cpu_pick(topology, &request, &available, NULL, &grant, &picked, &refusal, &err));
  CHECK(grant.granted_milli == 2000);
  OK(koord_cpulist_format(&picked, 1, text, sizeof text, &needed, &err));
  CHECK(strcmp(text, "0-1") == 0 && needed == 3);
  kubelet = KOORD_INIT(koord_kubelet_request);
  kubelet.cpus = 9;
  OK(koord_kubelet_pick(topology, &kubelet, &available, 1, &picked, &refusal, &err));
  CHECK(refusal.reason == KOORD_REASON_NOT_ENOUGH_CPUS && picked == 0);
  OK(koord_refusal_format(&refusal, text, sizeof text, &needed, &err));
  CHECK(strlen(text) == needed && needed > 0);
  OK(koord_refusal_to_json(&refusal, &json, &err));
  CHECK(strstr(koord_buffer_get_data(json), koord_object_kind_get_name(refusal.object)) != NULL);
  koord_buffer_unref(json);
}

static void documents(const koord_context *context, const koord_topology *topology) {
  koord_buffer *buffer = NULL;
  koord_topology *again = NULL;
  koord_picture_options options;
  koord_picture *picture = NULL;
  const uint64_t one = 1;
  OK(koord_topology_to_json(topology, &buffer, &err));
  CHECK(koord_buffer_get_data(buffer)[koord_buffer_get_length(buffer)] == '\0');
  OK(koord_topology_from_json(context, koord_buffer_get_data(buffer),
                              koord_buffer_get_length(buffer), &again, &err));
  koord_buffer_unref(buffer);
  koord_topology_unref(again);

  OK(koord_topology_to_annotation(topology, &buffer, &err));
  OK(koord_topology_from_annotation(context, koord_buffer_get_data(buffer),
                                    koord_buffer_get_length(buffer), &again, &err));
  koord_buffer_unref(buffer);
  koord_topology_unref(again);

  OK(koord_topology_to_nrt(topology, NULL, "node-1", KOORD_NUL, &buffer, &err));
  OK(koord_topology_from_nrt(context, koord_buffer_get_data(buffer),
                             koord_buffer_get_length(buffer), &again, &err));
  koord_buffer_unref(buffer);
  koord_topology_unref(again);

  options = KOORD_INIT(koord_picture_options);
  options.format = KOORD_PICTURE_FORMAT_SVG;
  OK(koord_picture_new(&picture, &err));
  OK(koord_picture_set_title(picture, "title", KOORD_NUL, &err));
  OK(koord_picture_add_set(picture, "web", KOORD_NUL, &one, 1, &err));
  OK(koord_topology_draw(topology, &options, picture, &buffer, &err));
  koord_picture_free(picture);
  CHECK(koord_buffer_get_length(buffer) > 100);
  koord_buffer_unref(buffer);
}

static void sources(const koord_context *context) {
  static const char odd[] = "{\"detail\":[{\"id\":0,\"node\":0},{\"id\":1,\"node\":1}]}";
  koord_topology *topology = NULL;
  OK(koord_topology_discover_in(context, 0, "/", 1, &topology, &err));
  koord_topology_unref(topology);
  OK(koord_topology_discover(context, 0, &topology, &err));
  koord_topology_unref(topology);
  OK(koord_topology_from_synthetic(context, "core:2 pu:2", KOORD_NUL, &topology, &err));
  koord_topology_unref(topology);
  CHECK(koord_topology_from_hwloc_xml(context, 0, "<x/>", KOORD_NUL, &topology, &err) ==
        KOORD_E_INVALID);
  CHECK(topology == NULL && err.code == KOORD_E_INVALID && err.message[0] != '\0');
  remarks = 0;
  OK(koord_topology_from_annotation(context, odd, KOORD_NUL, &topology, &err));
  CHECK(remarks == 1);
  koord_topology_unref(topology);
}

static void pods(const koord_context *context) {
  static const char json[] = "{\"metadata\":{\"name\":\"web\"}}";
  koord_pod_info info;
  koord_pod *pod = NULL;
  int64_t request = 0, limit = 0;
  uint64_t word = 2;
  char text[16];
  size_t needed = 0;
  OK(koord_pod_from_json(context, json, KOORD_NUL, &pod, &err));
  OK(koord_pod_get_faults(pod, text, sizeof text, &needed, &err));
  CHECK(needed == 0 && text[0] == '\0');
  OK(koord_pod_get_text(pod, KOORD_POD_TEXT_NAME, text, sizeof text, &needed, &err));
  CHECK(strcmp(text, "web") == 0 && needed == 3);
  koord_pod_unref(pod);

  pod = built_pod(context);
  CHECK(koord_pod_ref(pod) == pod);
  koord_pod_unref(pod);
  info = KOORD_INIT(koord_pod_info);
  OK(koord_pod_get_info(pod, &info, &err));
  CHECK(info.cpu_request_milli == 4000 && info.qos == KOORD_QOS_LSR);
  OK(koord_pod_get_request(pod, "cpu", KOORD_NUL, &request, &limit, &err));
  CHECK(request == 4000 && limit == 4000);
  word = 0;
  OK(koord_pod_get_cpus(pod, &word, 1, &err));
  CHECK(word == 2);
  koord_pod_unref(pod);
}

static const char cluster_node[] =
    "{\"metadata\":{\"name\":\"n\"},\"status\":{\"allocatable\":{\"cpu\":\"8\",\"memory\":\"8Gi\","
    "\"pods\":\"9\"}}}";
static const char cluster_pod[] =
    "{\"metadata\":{\"name\":\"p\",\"uid\":\"u\",\"labels\":{\"koordinator.sh/qosClass\":\"LSR\"}},"
    "\"spec\":{\"containers\":[{\"resources\":{\"limits\":{\"cpu\":\"2\",\"memory\":\"1Gi\"}}}]}}";

static void node_names(const koord_cluster *cluster, uint32_t node) {
  koord_node_names *names = NULL;
  koord_node_name row[4];
  size_t count = 0, length = 0;
  const char *texts;
  OK(koord_cluster_get_node_names(cluster, &names, &err));
  koord_node_names_unref(koord_node_names_ref(names));
  OK(koord_node_names_get_rows(names, row, sizeof row[0], 4, &count, &err));
  texts = koord_node_names_get_texts(names, &length);
  CHECK(count > 0 && row[count - 1].node == node);
  CHECK(row[count - 1].name_offset + row[count - 1].name_length == length && texts[length] == '\0');
  koord_node_names_unref(names);
}

static void cluster_nodes(koord_cluster *cluster, const koord_context *context,
                          const koord_topology *machine) {
  koord_topology *again = NULL;
  koord_buffer *nrt = NULL;
  uint64_t word = 0;
  uint32_t id = 9;
  size_t needed = 0;
  char text[8];

  OK(koord_cluster_set_node(cluster, cluster_node, KOORD_NUL, &id, &err));
  CHECK(id == 0);
  OK(koord_cluster_remove_node(cluster, "n", 1, &err));
  id = built_node(cluster);
  CHECK(id == 1);
  OK(koord_topology_to_nrt(machine, NULL, "n", 1, &nrt, &err));
  node_names(cluster, id);
  OK(koord_cluster_set_topology(cluster, koord_buffer_get_data(nrt), koord_buffer_get_length(nrt),
                                &id, &err));
  koord_buffer_unref(nrt);
  OK(koord_cluster_remove_topology(cluster, "n", 1, &err));
  cluster_devices(cluster);
  id = built_topology(cluster, context, machine);
  CHECK(id == 1);
  id = 9;
  OK(koord_cluster_get_node_id(cluster, "n", 1, &id, &err));
  CHECK(id == 1);
  OK(koord_cluster_get_node_name(cluster, 0, text, sizeof text, &needed, &err));
  CHECK(strcmp(text, "n") == 0 && needed == 1);
  OK(koord_cluster_get_node_topology(cluster, 1, &again, &err));
  CHECK(again != NULL);
  koord_topology_unref(again);
  OK(koord_cluster_get_node_cpus(cluster, 1, KOORD_CLUSTER_CPUSET_RESERVED, &word, 1, &err));
  CHECK(word == 1);
}

static void cluster_objects(koord_cluster *cluster) {
  static const char text[] =
      "{\"kind\":\"Deployment\",\"metadata\":{\"name\":\"d\"},\"spec\":{\"template\":"
      "{\"spec\":{\"containers\":[{\"name\":\"c\"}]}}}}";
  static const char resources[] =
      "{\"kind\":\"ResourceSlice\",\"metadata\":{\"name\":\"s\"},\"spec\":"
      "{\"driver\":\"d\",\"pool\":{\"name\":\"p\"}}}"
      "{\"kind\":\"ResourceClaim\",\"metadata\":{\"name\":\"c\"}}";
  koord_added_objects *objects = NULL;
  koord_added_object row[2];
  koord_pod *pod = NULL;
  koord_buffer *json = NULL;
  size_t count = 0, length = 0;
  OK(koord_cluster_add_objects(cluster, text, KOORD_NUL, &objects, &err));
  koord_added_objects_unref(koord_added_objects_ref(objects));
  OK(koord_added_objects_get_rows(objects, row, sizeof row[0], 2, &count, &err));
  CHECK(count == 2 && row[0].kind == KOORD_ADDED_KIND_WORKLOAD);
  CHECK(row[1].result == KOORD_ADDED_RESULT_PENDING && row[1].name_length == 3);
  CHECK(strncmp(koord_added_objects_get_texts(objects, &length) + row[1].name_offset, "d-0", 3) ==
        0);
  OK(koord_added_objects_get_pod(objects, 1, &pod, &err));
  CHECK(pod != NULL);
  koord_pod_unref(pod);
  OK(koord_added_objects_get_pod_json(objects, 1, &json, &err));
  CHECK(strstr(koord_buffer_get_data(json), "\"name\":\"d-0\"") != NULL);
  koord_buffer_unref(json);
  koord_added_objects_unref(objects);
  OK(koord_cluster_add_objects(cluster, resources, KOORD_NUL, &objects, &err));
  koord_added_objects_unref(objects);
  CHECK(koord_cluster_get_claimed_devices(cluster, "no", 2, &json, &err) == KOORD_E_NOT_FOUND);
  OK(koord_cluster_remove_resource_slice(cluster, "s", 1, &err));
  OK(koord_cluster_remove_resource_claim(cluster, "default/c", KOORD_NUL, &err));
}

static void cluster_explanation(const koord_cluster *cluster, const koord_pod *pod,
                                const koord_query *query) {
  koord_explain_options options;
  koord_explanation *explanation = NULL;
  koord_explanation_info info;
  koord_verdict fit;
  koord_refused_group group;
  koord_near_miss miss;
  koord_remedy_step step;
  koord_buffer *text = NULL;
  size_t count = 9, length = 9;
  options = KOORD_INIT(koord_explain_options);
  OK(koord_cluster_explain(cluster, pod, &options, query, &explanation, &err));
  info = KOORD_INIT(koord_explanation_info);
  OK(koord_explanation_get_info(explanation, &info, &err));
  CHECK(info.nodes == 1 && info.fitting == 1 && info.groups == 0 && info.misses == 0);
  OK(koord_explanation_get_fits(explanation, &fit, sizeof fit, 1, &count, &err));
  CHECK(count == 1 && fit.node == 1);
  OK(koord_explanation_get_groups(explanation, &group, sizeof group, 1, &count, &err));
  CHECK(count == 0);
  OK(koord_explanation_get_misses(explanation, &miss, sizeof miss, 1, &count, &err));
  CHECK(count == 0);
  OK(koord_explanation_get_remedies(explanation, &step, sizeof step, 1, &count, &err));
  CHECK(count == 0 && *koord_explanation_get_texts(explanation, &length) == '\0' && length == 0);
  OK(koord_explanation_to_text(explanation, &text, &err));
  CHECK(strstr(koord_buffer_get_data(text), "fits on 1 of 1 node") != NULL);
  koord_buffer_unref(text);
  OK(koord_explanation_to_json(explanation, &text, &err));
  CHECK(strstr(koord_buffer_get_data(text), "\"fitting\":1") != NULL);
  koord_buffer_unref(text);
  koord_explanation_unref(explanation);
  CHECK(strcmp(koord_remedy_kind_get_name(KOORD_REMEDY_KIND_EVICT), "EvictPod") == 0);
}

static void cluster_verdicts(const koord_cluster *cluster, const koord_pod *pod) {
  koord_query *query = NULL, *same = NULL;
  koord_evaluation evaluation = {0, 0};
  koord_verdict row;
  koord_refusal refusal;
  koord_numa_hints *hints = NULL;
  koord_numa_hint_list_info list;
  size_t count = 0;
  int32_t score = -1;
  OK(koord_query_new(&query, &err));
  OK(koord_query_remove_pod(query, "u", 1, &err));
  OK(koord_query_add_pod(query, pod, 1, &err));
  OK(koord_query_set_flags(query, KOORD_QUERY_SKIP_FIT, &err));
  OK(koord_query_set_nodes(query, 0, SIZE_MAX, &err));
  OK(koord_query_set_generation(query, 0, &err));
  OK(koord_query_set_affinity(query, 0, &err));
  OK(koord_query_clone(query, &same, &err));
  OK(koord_query_reset(query, &err));
  koord_query_free(query);
  query = same;
  OK(koord_cluster_evaluate(cluster, pod, query, &row, sizeof row, 1, &evaluation, &err));
  CHECK(evaluation.count == 1 && row.node == 1 && row.reason == KOORD_REASON_NONE &&
        evaluation.generation > 1);
  OK(koord_cluster_judge(cluster, pod, query, 1, &refusal, &score, &err));
  CHECK(refusal.reason == KOORD_REASON_NONE && score > 0);
  cluster_explanation(cluster, pod, query);
  koord_query_free(query);
  OK(koord_cluster_get_changes(cluster, pod, NULL, &row, sizeof row, 1, &evaluation, &err));
  OK(koord_cluster_find_best(cluster, pod, NULL, &row, sizeof row, 1, &evaluation, &err));
  CHECK(evaluation.count == 1 && row.node == 1 && row.score > 0);
  OK(koord_verdicts_normalize(&row, sizeof row, 1, &err));
  CHECK(row.score == 100);
  OK(koord_numa_hints_new(&hints, &err));
  OK(koord_cluster_get_hints(cluster, pod, 1, KOORD_NUMA_POLICY_BEST_EFFORT, hints, &err));
  OK(koord_numa_hints_get_lists(hints, &list, sizeof list, 1, &count, &err));
  CHECK(count == 1 && list.hint_count > 0);
  koord_numa_hints_free(hints);
}

static void cluster_pods(koord_cluster *cluster, const koord_pod *pod) {
  koord_pod_conflicts conflicts;
  koord_refusal refusal;
  koord_cluster_info info;
  koord_buffer *buffer = NULL;
  size_t count = 9;
  uint64_t word = 0;
  uint32_t node = 9;
  int32_t type = -1;
  OK(koord_cluster_reserve(cluster, pod, NULL, 1, &word, 1, &refusal, &err));
  CHECK(refusal.reason == KOORD_REASON_NONE && word != 0 && (word & 1) == 0);
  OK(koord_cluster_get_pod_node(cluster, "u", 1, &node, &err));
  CHECK(node == 1);
  OK(koord_cluster_get_pod_cpus(cluster, "u", 1, &word, 1, &err));
  CHECK(word != 0);
  OK(koord_cluster_get_pod_devices(cluster, "u", 1, &buffer, &err));
  CHECK(strcmp(koord_buffer_get_data(buffer), "{}") == 0);
  koord_buffer_unref(buffer);
  OK(koord_cluster_get_device_type(cluster, "gpu", KOORD_NUL, &type, &err));
  OK(koord_cluster_get_pod_minors(cluster, "u", 1, type, NULL, 0, &count, &err));
  CHECK(count == 0 && type == 0);
  OK(koord_cluster_get_pod_status(cluster, "u", 1, &buffer, &err));
  CHECK(strstr(koord_buffer_get_data(buffer), "\"cpuset\"") != NULL);
  koord_buffer_unref(buffer);
  OK(koord_cluster_prebind(cluster, pod, KOORD_PREBIND_PROPOSAL, &buffer, &err));
  CHECK(strstr(koord_buffer_get_data(buffer), "resource-status") != NULL);
  koord_buffer_unref(buffer);
  OK(koord_cluster_get_pods(cluster, 1, &buffer, &err));
  CHECK(strcmp(koord_buffer_get_data(buffer), "u\n") == 0);
  koord_buffer_unref(buffer);
  info = KOORD_INIT(koord_cluster_info);
  OK(koord_cluster_get_info(cluster, &info, &err));
  CHECK(info.nodes == 1 && info.ids == 2 && info.pods == 1);
  conflicts = KOORD_INIT(koord_pod_conflicts);
  OK(koord_cluster_set_pod(cluster, pod, &conflicts, &err)); /* not bound yet: kept */
  OK(koord_cluster_get_pod_conflicts(cluster, "u", 1, &conflicts, &err));
  CHECK(conflicts.claims_refused == 0);
  OK(koord_cluster_remove_pod(cluster, "u", 1, &err));
  CHECK(koord_cluster_remove_pod(cluster, "u", 1, &err) == KOORD_E_NOT_FOUND);
}

static void clusters(const koord_context *context, const koord_topology *machine) {
  koord_cluster_options options;
  koord_cluster *cluster = NULL;
  koord_pod *pod = NULL;
  options = KOORD_INIT(koord_cluster_options);
  OK(koord_cluster_new(context, &options, NULL, 0, &cluster, &err));
  OK(koord_pod_from_json(context, cluster_pod, KOORD_NUL, &pod, &err));
  cluster_nodes(cluster, context, machine);
  cluster_objects(cluster);
  cluster_verdicts(cluster, pod);
  cluster_pods(cluster, pod);
  planners(cluster, context, pod);
  cgroups();
  koord_pod_unref(pod);
  koord_cluster_free(cluster);
}

int main(void) {
  koord_context *context = NULL;
  koord_topology *topology = rows();
  CHECK(koord_topology_ref(topology) == topology);
  koord_topology_unref(topology);
  OK(koord_context_new(&context, &err));
  koord_context_set_log(context, count_remarks, &remarks);
  names();
  queries(topology);
  picks(topology);
  numa_merges();
  dra();
  sources(context);
  pods(context);
  kubelets(context, topology);
  nrt_match(context);
  clusters(context, topology);
  nodes(context, topology);
  documents(context, topology);
  devices(context, topology);
  koord_context_free(context);
  koord_topology_unref(topology);
  return 0;
}
