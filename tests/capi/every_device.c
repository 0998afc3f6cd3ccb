/* Part of every_function.c: devices alone, and NodeResourceTopologyMatch. */
#include <string.h>

#include "every_function.h"

void devices(const koord_context *context, const koord_topology *topology) {
  static const char device[] =
      "{\"metadata\":{\"name\":\"n\"},\"spec\":{\"devices\":[{\"type\":\"rdma\",\"health\":true,"
      "\"resources\":{\"koordinator.sh/rdma\":\"100\"}}]}}";
  koord_device_report *report = NULL;
  koord_buffer *object = NULL, *offered = NULL;
  OK(koord_device_report_new(context, KOORD_DEVICE_REPORT_NVML | KOORD_DEVICE_REPORT_SYSFS, &report,
                             &err));
  OK(koord_device_report_set_nvml_library(report, "libnvidia-ml.so.1", KOORD_NUL, &err));
  OK(koord_device_report_set_sysfs_root(report, "/", 1, &err));
  koord_device_report_free(report);
  OK(koord_device_report_new(context, 0, &report, &err));
  OK(koord_device_report_set_checkpoint(report, NULL, 0, &err));
  OK(koord_device_report_set_pods(report, "[]", KOORD_NUL, &err));
  OK(koord_device_report_to_json(report, topology, "n", KOORD_NUL, &object, &err));
  koord_device_report_free(report);
  CHECK(strstr(koord_buffer_get_data(object), "\"devices\": []") != NULL);
  koord_buffer_unref(object);
  OK(koord_device_get_node_resources(context, device, KOORD_NUL, KOORD_NODE_RESOURCES_SHARED,
                                     &offered, &err));
  CHECK(strstr(koord_buffer_get_data(offered), "\"koordinator.sh/rdma\": \"100\"") != NULL);
  koord_buffer_unref(offered);
}

void cluster_devices(koord_cluster *cluster) {
  static const char devices[] =
      "{\"metadata\":{\"name\":\"n\"},\"spec\":{\"devices\":[{\"type\":\"rdma\"}]}}";
  koord_task_class task;
  char type[8];
  uint32_t id = 9;
  OK(koord_cluster_set_devices(cluster, devices, sizeof devices - 1, &id, &err));
  CHECK(id == 1);
  CHECK(built_devices(cluster) == 1);
  OK(koord_cluster_get_device_type_name(cluster, 1, type, sizeof type, NULL, &err));
  CHECK(strcmp(type, "rdma") == 0);
  OK(koord_cluster_remove_devices(cluster, "n", 1, &err));
  memset(&task, 0, sizeof task);
  task.tasks = 1;
  task.gpu_milli = 500;
  task.gpu_count = 1;
  task.models_length = 1;
  OK(koord_cluster_set_gpu_policy(cluster, KOORD_GPU_POLICY_FGD, &task, sizeof task, 1, "A", 1,
                                  &err));
  OK(koord_cluster_set_gpu_policy(cluster, KOORD_GPU_POLICY_NONE, NULL, 0, 0, NULL, 0, &err));
}

void nrt_match(const koord_context *context) {
  static const char json[] =
      "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":[{\"resources\":{\"limits\":"
      "{\"cpu\":\"2\",\"memory\":\"1Gi\"}}}]}}";
  static const char node[] =
      "{\"metadata\":{\"name\":\"n\"},\"status\":{\"allocatable\":{\"cpu\":\"2\"}}}";
  static const char nrt[] =
      "{\"metadata\":{\"name\":\"n\"},\"topologyPolicies\":[\"SingleNUMANodePodLevel\"],\"zones\":["
      "{\"name\":\"node-0\",\"type\":\"Node\",\"resources\":[{\"name\":\"cpu\",\"available\":\"1\"}"
      ","
      "{\"name\":\"memory\",\"available\":\"4Gi\"}]}]}";
  koord_pod *pod = NULL;
  koord_nrt_node *host = NULL;
  koord_nrt_verdict verdict;
  char missing[4] = "";
  int32_t score = -1;
  OK(koord_pod_from_json(context, json, KOORD_NUL, &pod, &err));
  verdict = KOORD_INIT(koord_nrt_verdict);
  OK(koord_nrt_node_from_json(context, node, KOORD_NUL, nrt, KOORD_NUL, &host, &err));
  koord_nrt_node_unref(koord_nrt_node_ref(host));
  OK(koord_nrt_node_filter(host, pod, &verdict, missing, sizeof missing, NULL, &err));
  CHECK(verdict.refusal.reason == KOORD_REASON_NO_NUMA_NODE_FITS && verdict.refusal.best == 1000);
  CHECK(verdict.level == KOORD_NRT_LEVEL_POD && strcmp(missing, "cpu") == 0);
  OK(koord_nrt_node_score(host, pod, NULL, 0, &score, &err));
  koord_nrt_node_unref(host);
  CHECK(score == (0 + 75) / 2);
  koord_pod_unref(pod);
}
