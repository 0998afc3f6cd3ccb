/* Part of every_function.c: what is about devices alone. */
#include <string.h>

#include "every_function.h"

void devices(const koord_context *context, const koord_topology *topology) {
  static const char device[] =
      "{\"metadata\":{\"name\":\"n\"},\"spec\":{\"devices\":[{\"type\":\"rdma\",\"health\":true,"
      "\"resources\":{\"koordinator.sh/rdma\":\"100\"}}]}}";
  koord_device_report_options options;
  koord_buffer *report = NULL, *offered = NULL;
  options = KOORD_INIT(koord_device_report_options);
  OK(koord_device_report_to_json(context, topology, &options, "n", KOORD_NUL, NULL, 0, NULL, 0,
                                 NULL, 0, NULL, 0, &report, &err));
  CHECK(strstr(koord_buffer_get_data(report), "\"devices\": []") != NULL);
  koord_buffer_unref(report);
  OK(koord_device_get_node_resources(context, device, KOORD_NUL, KOORD_NODE_RESOURCES_SHARED,
                                     &offered, &err));
  CHECK(strstr(koord_buffer_get_data(offered), "\"koordinator.sh/rdma\": \"100\"") != NULL);
  koord_buffer_unref(offered);
}

void cluster_devices(koord_cluster *cluster, const koord_context *context) {
  static const char devices[] =
      "{\"metadata\":{\"name\":\"n\"},\"spec\":{\"devices\":[{\"type\":\"rdma\"}]}}";
  koord_task_class task;
  char type[8];
  uint32_t id = 9;
  OK(koord_cluster_set_devices(cluster, context, devices, sizeof devices - 1, &id, &err));
  CHECK(id == 1);
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
