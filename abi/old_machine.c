/* Topologies, CPU sets, picks, hints, pods, documents, pictures, devices, NodeResourceTopologyMatch. */
#include "old_caller.h"

static void queries(const koord_topology *topology) {
  GUARDED(koord_topology_info, info);
  struct {
    koord_cpu rows[8];
    unsigned char guard[kGuard];
  } cpus;
  uint64_t word = 0;
  size_t count = 0;
  memset(cpus.guard, kPattern, sizeof cpus.guard);
  info.it = KOORD_INIT(koord_topology_info);
  OK(koord_topology_get_info(topology, &info.it, &err));
  INTACT(info);
  CHECK(info.it.cpus == 8 && info.it.cores == 4 && info.it.sockets == 2 && info.it.words == 1);
  CHECK(strcmp(info.it.architecture, "x86_64") == 0);
  OK(koord_topology_get_cpus(topology, cpus.rows, sizeof cpus.rows[0], 8, &count, &err));
  INTACT(cpus);
  CHECK(count == 8 && cpus.rows[7].cpu == 7 && cpus.rows[7].core_index == 3 &&
        cpus.rows[7].numa_node == 1);
  OK(koord_topology_get_cpuset(topology, KOORD_CPUSET_KIND_NUMA_NODE, 1, &word, 1, &err));
  CHECK(word == 0xF0);

  /* A caller that knew only the first counts. */
  memset(&info, kPattern, sizeof info);
  info.it.struct_size = offsetof(koord_topology_info, l3s);
  info.it.flags = 0;
  OK(koord_topology_get_info(topology, &info.it, &err));
  CHECK(info.it.cpus == 8 && info.it.cores == 4);
  CHECK(((const unsigned char *)&info.it.l3s)[0] == kPattern);
  INTACT(info);
}

static void picks(const koord_topology *topology) {
  koord_cpu_request request;
  koord_kubelet_request kubelet_request;
  GUARDED(koord_refusal, refusal);
  uint64_t available = 0, picked = 0;
  char text[128];
  koord_buffer *json = NULL;
  size_t needed = 0;
  OK(koord_cpulist_parse("0-7", KOORD_NUL, &available, 1, &err));
  request = KOORD_INIT(koord_cpu_request);
  request.bind_policy = KOORD_BIND_POLICY_FULL_PCPUS;
  request.flags = KOORD_PICK_REQUIRED;
  request.cpus = 2;
  request.words = 1;
  OK(koord_cpu_pick(topology, &request, &available, NULL, NULL, &picked, &refusal.it, &err));
  INTACT(refusal);
  CHECK(refusal.it.reason == KOORD_REASON_NONE);
  OK(koord_cpulist_format(&picked, 1, text, sizeof text, &needed, &err));
  CHECK(strcmp(text, "0-1") == 0 && needed == 3);

  /* The same from before there were other sets. */
  request = KOORD_INIT(koord_cpu_request);
  request.struct_size = offsetof(koord_cpu_request, sets);
  request.bind_policy = KOORD_BIND_POLICY_FULL_PCPUS;
  request.cpus = 2;
  request.words = 1;
  request.sets = 77;
  OK(koord_cpu_pick(topology, &request, &available, NULL, NULL, &picked, &refusal.it, &err));
  CHECK(picked == 3);
  request.struct_size = 4;
  CHECK(koord_cpu_pick(topology, &request, &available, NULL, NULL, &picked, &refusal.it, &err) ==
        KOORD_E_INVALID);

  kubelet_request = KOORD_INIT(koord_kubelet_request);
  kubelet_request.options = KOORD_KUBELET_OPTION_FULL_PCPUS_ONLY;
  kubelet_request.cpus = 9;
  OK(koord_kubelet_pick(topology, &kubelet_request, &available, 1, &picked, &refusal.it, &err));
  INTACT(refusal);
  CHECK(refusal.it.reason == KOORD_REASON_SMT_ALIGNMENT && picked == 0);
  OK(koord_refusal_format(&refusal.it, text, sizeof text, &needed, &err));
  CHECK(strlen(text) == needed && needed > 0);
  OK(koord_refusal_to_json(&refusal.it, &json, &err));
  CHECK(strstr(koord_buffer_get_data(json), koord_object_kind_get_name(refusal.it.object)) != NULL);
  koord_buffer_unref(json);
  CHECK(strcmp(koord_reason_get_name(refusal.it.reason, KOORD_PROFILE_KUBELET),
               "SMTAlignmentError") == 0);
}

static void hints(void) {
  koord_numa_options options;
  koord_numa_place places[2];
  koord_numa_hint hint[2];
  koord_numa_hint_list list;
  koord_numa_hints *said = NULL;
  GUARDED(koord_numa_merged, merged);
  memset(places, 0, sizeof places);
  places[1].numa_node = 1;
  memset(hint, 0, sizeof hint);
  hint[0].nodes = 2;
  hint[1].nodes = 1;
  hint[0].flags = hint[1].flags = KOORD_NUMA_HINT_PREFERRED;
  list = KOORD_INIT(koord_numa_hint_list);
  OK(koord_numa_hints_new(&said, &err));
  OK(koord_numa_hints_set_nodes(said, places, sizeof places[0], 2, NULL, &err));
  OK(koord_numa_hints_add_list(said, &list, "cpu", 3, hint, sizeof hint[0], 2, &err));
  options = KOORD_INIT(koord_numa_options);
  options.policy = KOORD_NUMA_POLICY_SINGLE_NUMA_NODE;
  OK(koord_numa_merge(&options, said, &merged.it, NULL, 0, NULL, &err));
  koord_numa_hints_free(said);
  INTACT(merged);
  CHECK(merged.it.nodes == 1 && (merged.it.flags & KOORD_NUMA_MERGED_ADMIT) != 0);
}

static void pods(const koord_context *context) {
  koord_pod_builder *builder = NULL;
  koord_pod_spec spec;
  GUARDED(koord_pod_info, info);
  koord_pod *pod = NULL;
  int64_t request = 0;
  char text[16];
  OK(koord_pod_from_json(context, "{\"metadata\":{\"name\":\"web\"}}", KOORD_NUL, &pod, &err));
  OK(koord_pod_get_text(pod, KOORD_POD_TEXT_NAME, text, sizeof text, NULL, &err));
  CHECK(strcmp(text, "web") == 0);
  koord_pod_unref(pod);

  spec = KOORD_INIT(koord_pod_spec);
  spec.qos = KOORD_QOS_LSR;
  OK(koord_pod_builder_new(&builder, &err));
  OK(koord_pod_builder_set_spec(builder, &spec, &err));
  OK(koord_pod_builder_set_text(builder, KOORD_POD_TEXT_NAME, "web-0", 5, &err));
  OK(koord_pod_builder_add_container(builder, KOORD_CONTAINER_KIND_APP, "c", 1, NULL, &err));
  OK(koord_pod_builder_set_resource(builder, 0, "cpu", 3, 4000, 4000, &err));
  OK(koord_pod_from_builder(NULL, builder, &pod, &err));
  koord_pod_builder_free(builder);
  info.it = KOORD_INIT(koord_pod_info);
  OK(koord_pod_get_info(pod, &info.it, &err));
  INTACT(info);
  CHECK(info.it.cpu_request_milli == 4000 && info.it.qos == KOORD_QOS_LSR);
  OK(koord_pod_get_request(pod, "cpu", KOORD_NUL, &request, NULL, &err));
  CHECK(request == 4000);
  koord_pod_unref(pod);
  CHECK(strcmp(koord_qos_get_name(KOORD_QOS_LSR), "LSR") == 0);
}

static void documents(const koord_context *context, const koord_topology *topology) {
  static const char device[] =
      "{\"metadata\":{\"name\":\"n\"},\"spec\":{\"devices\":[{\"type\":\"rdma\",\"health\":true,"
      "\"resources\":{\"koordinator.sh/rdma\":\"100\"}}]}}";
  koord_buffer *buffer = NULL;
  koord_topology *again = NULL;
  koord_picture_options options;
  koord_picture *picture = NULL;
  koord_device_report *report = NULL;
  OK(koord_topology_to_nrt(topology, NULL, "node-1", KOORD_NUL, &buffer, &err));
  OK(koord_topology_from_nrt(context, koord_buffer_get_data(buffer),
                             koord_buffer_get_length(buffer), &again, &err));
  koord_buffer_unref(buffer);
  koord_topology_unref(again);
  options = KOORD_INIT(koord_picture_options);
  options.format = KOORD_PICTURE_FORMAT_SVG;
  OK(koord_picture_new(&picture, &err));
  OK(koord_picture_set_title(picture, "title", KOORD_NUL, &err));
  OK(koord_topology_draw(topology, &options, picture, &buffer, &err));
  koord_picture_free(picture);
  CHECK(koord_buffer_get_length(buffer) > 100 &&
        koord_buffer_get_data(buffer)[koord_buffer_get_length(buffer)] == '\0');
  koord_buffer_unref(buffer);
  OK(koord_device_report_new(context, 0, &report, &err));
  OK(koord_device_report_to_json(report, topology, "n", KOORD_NUL, &buffer, &err));
  koord_device_report_free(report);
  CHECK(strstr(koord_buffer_get_data(buffer), "devices") != NULL);
  koord_buffer_unref(buffer);
  OK(koord_device_get_node_resources(context, device, KOORD_NUL, KOORD_NODE_RESOURCES_SHARED,
                                     &buffer, &err));
  CHECK(strstr(koord_buffer_get_data(buffer), "koordinator.sh/rdma") != NULL);
  koord_buffer_unref(buffer);
}

static void nrt_match(const koord_context *context) {
  static const char json[] =
      "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":[{\"resources\":{\"limits\":"
      "{\"cpu\":\"2\",\"memory\":\"1Gi\"}}}]}}";
  static const char host[] =
      "{\"metadata\":{\"name\":\"n\"},\"status\":{\"allocatable\":{\"cpu\":\"2\"}}}";
  static const char nrt[] =
      "{\"metadata\":{\"name\":\"n\"},\"topologyPolicies\":[\"SingleNUMANodePodLevel\"],\"zones\":["
      "{\"name\":\"node-0\",\"type\":\"Node\",\"resources\":[{\"name\":\"cpu\",\"available\":\"1\"}"
      ","
      "{\"name\":\"memory\",\"available\":\"4Gi\"}]}]}";
  koord_pod *pod = NULL;
  koord_nrt_node *node = NULL;
  char missing[8];
  GUARDED(koord_nrt_verdict, verdict);
  OK(koord_pod_from_json(context, json, KOORD_NUL, &pod, &err));
  verdict.it = KOORD_INIT(koord_nrt_verdict);
  OK(koord_nrt_node_from_json(context, host, KOORD_NUL, nrt, KOORD_NUL, &node, &err));
  OK(koord_nrt_node_filter(node, pod, &verdict.it, missing, sizeof missing, NULL, &err));
  koord_nrt_node_unref(node);
  INTACT(verdict);
  CHECK(verdict.it.refusal.reason == KOORD_REASON_NO_NUMA_NODE_FITS &&
        verdict.it.level == KOORD_NRT_LEVEL_POD);
  CHECK(strcmp(missing, "cpu") == 0);
  koord_pod_unref(pod);
}

void machine(const koord_context *context, const koord_topology *topology) {
  queries(topology);
  picks(topology);
  hints();
  pods(context);
  documents(context, topology);
  nrt_match(context);
}
