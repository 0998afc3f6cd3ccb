// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
// X(handle, name, destroy function, reference function) for every handle; Y(part) for every file of
// functions.
// clang-format off
#ifndef KOORD_PYTHON_KINDS_H_
#define KOORD_PYTHON_KINDS_H_

#define KOORD_KINDS(X) \
  X(koord_pod, "Pod", koord_pod_unref, koord_pod_ref) \
  X(koord_kubelet_setup, "KubeletSetup", koord_kubelet_setup_free, nullptr) \
  X(koord_topology, "Topology", koord_topology_unref, koord_topology_ref) \
  X(koord_agent, "Agent", koord_agent_free, nullptr) \
  X(koord_agent_state, "AgentState", koord_agent_state_unref, koord_agent_state_ref) \
  X(koord_cgroup_path, "CgroupPath", koord_cgroup_path_free, nullptr) \
  X(koord_cgroups, "Cgroups", koord_cgroups_close, nullptr) \
  X(koord_cgroup_containers, "CgroupContainers", koord_cgroup_containers_free, nullptr) \
  X(koord_cgroup_plan, "CgroupPlan", koord_cgroup_plan_unref, koord_cgroup_plan_ref) \
  X(koord_cgroup_report, "CgroupReport", koord_cgroup_report_unref, koord_cgroup_report_ref) \
  X(koord_numa_hints, "NumaHints", koord_numa_hints_free, nullptr) \
  X(koord_cluster, "Cluster", koord_cluster_free, nullptr) \
  X(koord_node_names, "NodeNames", koord_node_names_unref, koord_node_names_ref) \
  X(koord_query, "Query", koord_query_free, nullptr) \
  X(koord_adjustment_request, "AdjustmentRequest", koord_adjustment_request_free, nullptr) \
  X(koord_adjustment, "Adjustment", koord_adjustment_unref, koord_adjustment_ref) \
  X(koord_hook, "Hook", koord_hook_free, nullptr) \
  X(koord_kubelet, "Kubelet", koord_kubelet_free, nullptr) \
  X(koord_admission, "Admission", koord_admission_free, nullptr) \
  X(koord_plan, "Plan", koord_plan_unref, koord_plan_ref) \
  X(koord_capacity, "Capacity", koord_capacity_unref, koord_capacity_ref) \
  X(koord_device_report, "DeviceReport", koord_device_report_free, nullptr) \
  X(koord_device_builder, "DeviceBuilder", koord_device_builder_free, nullptr) \
  X(koord_dra_inventory, "DraInventory", koord_dra_inventory_free, nullptr) \
  X(koord_dra_claims, "DraClaims", koord_dra_claims_free, nullptr) \
  X(koord_dra_allocation, "DraAllocation", koord_dra_allocation_free, nullptr) \
  X(koord_dra_nodes, "DraNodes", koord_dra_nodes_free, nullptr) \
  X(koord_explanation, "Explanation", koord_explanation_unref, koord_explanation_ref) \
  X(koord_kubelet_report, "KubeletReport", koord_kubelet_report_unref, koord_kubelet_report_ref) \
  X(koord_node_builder, "NodeBuilder", koord_node_builder_free, nullptr) \
  X(koord_nrt_node, "NrtNode", koord_nrt_node_unref, koord_nrt_node_ref) \
  X(koord_nrt_builder, "NrtBuilder", koord_nrt_builder_free, nullptr) \
  X(koord_added_objects, "AddedObjects", koord_added_objects_unref, koord_added_objects_ref) \
  X(koord_pod_builder, "PodBuilder", koord_pod_builder_free, nullptr) \
  X(koord_preemption, "Preemption", koord_preemption_unref, koord_preemption_ref) \
  X(koord_picture, "Picture", koord_picture_free, nullptr)

#define KOORD_PARTS(Y) \
  Y(base) \
  Y(policy) \
  Y(refusal) \
  Y(pod) \
  Y(kubelet_setup) \
  Y(topology) \
  Y(agent) \
  Y(cgroup) \
  Y(numa) \
  Y(cluster) \
  Y(hook) \
  Y(kubelet) \
  Y(plan) \
  Y(capacity) \
  Y(device) \
  Y(device_builder) \
  Y(dra) \
  Y(explanation) \
  Y(gang) \
  Y(gpu) \
  Y(kubelet_files) \
  Y(node_builder) \
  Y(nrt) \
  Y(nrt_builder) \
  Y(objects) \
  Y(pod_builder) \
  Y(preemption) \
  Y(rebind) \
  Y(render) \
  Y(reservation) \
  Y(suppress)

#endif  // KOORD_PYTHON_KINDS_H_
