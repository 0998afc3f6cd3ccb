/* Part of every_function.c: pods, nodes, topologies and devices from builders. */
#include "every_function.h"

koord_pod *built_pod(const koord_context *context) {
  koord_pod_builder *builder = NULL;
  koord_pod_spec spec = KOORD_INIT(koord_pod_spec);
  koord_pod *pod = NULL;
  const uint64_t word = 2;
  int32_t container = 9;
  OK(koord_pod_builder_new(&builder, &err));
  OK(koord_pod_builder_set_text(builder, KOORD_POD_TEXT_NAME, "other", 5, &err));
  OK(koord_pod_builder_reset(builder, &err));
  CHECK(koord_pod_from_builder(context, builder, &pod, &err) == KOORD_E_INVALID && pod == NULL);
  OK(koord_pod_builder_set_text(builder, KOORD_POD_TEXT_NAME, "web-0", KOORD_NUL, &err));
  OK(koord_pod_builder_set_label(builder, "koordinator.sh/qosClass", KOORD_NUL, "LSR", 3, &err));
  OK(koord_pod_builder_set_annotation(builder, "a", 1, "b", 1, &err));
  spec.flags = KOORD_POD_HAS_KUBE_QOS;
  spec.kube_qos = KOORD_KUBE_QOS_GUARANTEED;
  OK(koord_pod_builder_set_spec(builder, &spec, &err));
  OK(koord_pod_builder_add_container(builder, KOORD_CONTAINER_KIND_APP, "c", 1, &container, &err));
  CHECK(container == 0);
  OK(koord_pod_builder_set_resource(builder, container, "cpu", 3, 4000, 4000, &err));
  OK(koord_pod_builder_set_quantity(builder, container, KOORD_RESOURCE_BOUND_REQUEST, "memory", 6,
                                    "1500m", 5, &err));
  OK(koord_pod_builder_set_env(builder, container, "PATH", 4, "/", 1, &err));
  OK(koord_pod_builder_set_numa_resource(builder, 0, "cpu", 3, 4000, &err));
  OK(koord_pod_builder_set_cpus(builder, &word, 1, &err));
  OK(koord_pod_from_builder(context, builder, &pod, &err));
  koord_pod_builder_free(builder);
  return pod;
}

static koord_node_builder *new_node(void) {
  koord_node_builder *builder = NULL;
  koord_node_spec spec = KOORD_INIT(koord_node_spec);
  const uint64_t reserved = 1;
  OK(koord_node_builder_new(&builder, &err));
  OK(koord_node_builder_reset(builder, &err));
  OK(koord_node_builder_set_spec(builder, &spec, &err));
  OK(koord_node_builder_set_text(builder, KOORD_NODE_TEXT_NAME, "n", 1, &err));
  OK(koord_node_builder_set_label(builder, "kubernetes.io/arch", KOORD_NUL, "amd64", 5, &err));
  OK(koord_node_builder_set_annotation(builder, "a", 1, "b", 1, &err));
  OK(koord_node_builder_set_resource(builder, "cpu", 3, 8000, 0, &err));
  OK(koord_node_builder_set_resource(builder, "memory", 6, (int64_t)8 << 30, 0, &err));
  OK(koord_node_builder_set_cpus(builder, KOORD_NODE_CPUSET_RESERVED, &reserved, 1, &err));
  return builder;
}

uint32_t built_node(koord_cluster *cluster) {
  koord_node_builder *builder = new_node();
  uint32_t id = 9;
  OK(koord_cluster_set_node_from_builder(cluster, builder, &id, &err));
  koord_node_builder_free(builder);
  return id;
}

uint32_t built_topology(koord_cluster *cluster, const koord_context *context,
                        const koord_topology *machine) {
  koord_nrt_builder *builder = NULL;
  koord_nrt_spec spec = KOORD_INIT(koord_nrt_spec);
  koord_topology *again = NULL;
  const uint64_t none = 0;
  int32_t zone = 9;
  uint32_t id = 9;
  OK(koord_nrt_builder_new(&builder, &err));
  OK(koord_nrt_builder_reset(builder, &err));
  OK(koord_nrt_builder_set_spec(builder, &spec, &err));
  OK(koord_nrt_builder_set_name(builder, "n", 1, &err));
  OK(koord_nrt_builder_set_annotation(builder, "a", 1, "b", 1, &err));
  OK(koord_nrt_builder_add_policy(builder, "None", 4, &err));
  OK(koord_nrt_builder_add_attribute(builder, "a", 1, "b", 1, &err));
  OK(koord_nrt_builder_add_zone(builder, "node-0", 6, "Node", 4, &zone, &err));
  CHECK(zone == 0);
  OK(koord_nrt_builder_add_resource(builder, zone, "x", 1, 1, 1, 1, &err));
  OK(koord_nrt_builder_add_cost(builder, zone, "node-0", 6, 10, &err));
  OK(koord_nrt_builder_set_cpus(builder, KOORD_NRT_CPUSET_RESERVED, &none, 1, &err));
  OK(koord_nrt_builder_set_topology(builder, machine, &err));
  OK(koord_topology_from_nrt_builder(context, builder, &again, &err));
  CHECK(again != NULL);
  koord_topology_unref(again);
  OK(koord_cluster_set_topology_from_builder(cluster, builder, &id, &err));
  koord_nrt_builder_free(builder);
  return id;
}

static koord_device_builder *new_devices(void) {
  koord_device_builder *builder = NULL;
  koord_device_spec spec = KOORD_INIT(koord_device_spec);
  int32_t device = 9, group = 9;
  OK(koord_device_builder_new(&builder, &err));
  OK(koord_device_builder_reset(builder, &err));
  OK(koord_device_builder_set_name(builder, "n", 1, &err));
  OK(koord_device_builder_set_label(builder, "a", 1, "b", 1, &err));
  OK(koord_device_builder_set_annotation(builder, "a", 1, "b", 1, &err));
  spec.flags = KOORD_DEVICE_HEALTHY;
  OK(koord_device_builder_add_device(builder, &spec, &device, &err));
  OK(koord_device_builder_set_device_text(builder, device, KOORD_DEVICE_TEXT_TYPE, "rdma", 4,
                                          &err));
  OK(koord_device_builder_set_device_label(builder, device, "a", 1, "b", 1, &err));
  OK(koord_device_builder_set_resource(builder, device, "koordinator.sh/rdma", KOORD_NUL, 100,
                                       &err));
  OK(koord_device_builder_add_vf_group(builder, device, &group, &err));
  CHECK(device == 0 && group == 0);
  OK(koord_device_builder_set_vf_label(builder, group, "a", 1, "b", 1, &err));
  OK(koord_device_builder_add_vf(builder, group, 1, "0000:1f:00.2", KOORD_NUL, &err));
  return builder;
}

uint32_t built_devices(koord_cluster *cluster) {
  koord_device_builder *builder = new_devices();
  uint32_t id = 9;
  OK(koord_cluster_set_devices_from_builder(cluster, builder, &id, &err));
  koord_device_builder_free(builder);
  return id;
}

void built_for_agent(koord_agent *agent) {
  koord_node_builder *node = new_node();
  koord_device_builder *devices = new_devices();
  OK(koord_agent_set_node_from_builder(agent, node, &err));
  OK(koord_agent_set_devices_from_builder(agent, devices, &err));
  koord_node_builder_free(node);
  koord_device_builder_free(devices);
}
