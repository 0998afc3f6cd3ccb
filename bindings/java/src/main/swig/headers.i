/* Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT. */
KOORD_TEXT(architecture, architecture_length)
KOORD_TEXT(arena, arena_length)
KOORD_TEXT(args, args_length)
KOORD_TEXT(boot_id, boot_id_length)
KOORD_TEXT(bus_id, bus_id_length)
KOORD_TEXT(cgroup_root, cgroup_root_length)
KOORD_TEXT(checkpoint, length)
KOORD_TEXT(container, container_length)
KOORD_TEXT(cpu_state, length)
KOORD_TEXT(device, device_length)
KOORD_TEXT(device_state, length)
KOORD_TEXT(id, id_length)
KOORD_TEXT(json, length)
KOORD_TEXT(key, key_length)
KOORD_TEXT(kubelet_config, length)
KOORD_TEXT(label, label_length)
KOORD_TEXT(list, length)
KOORD_TEXT(memory_state, length)
KOORD_TEXT(mount, mount_length)
KOORD_TEXT(name, length)
KOORD_TEXT(name, name_length)
KOORD_TEXT(node, node_length)
KOORD_TEXT(node_name, length)
KOORD_TEXT(node_name, node_name_length)
KOORD_TEXT(nrt, nrt_length)
KOORD_TEXT(nvml_library, length)
KOORD_TEXT(oci_state, oci_state_length)
KOORD_TEXT(path, path_length)
KOORD_TEXT(pods, length)
KOORD_TEXT(policy, length)
KOORD_TEXT(proc_root, proc_root_length)
KOORD_TEXT(quantity, quantity_length)
KOORD_TEXT(reason, reason_length)
KOORD_TEXT(reservation, length)
KOORD_TEXT(reservation, reservation_length)
KOORD_TEXT(resource, resource_length)
KOORD_TEXT(resource_status, resource_status_length)
KOORD_TEXT(root, root_length)
KOORD_TEXT(state_file, state_file_length)
KOORD_TEXT(sysfs_root, length)
KOORD_TEXT(sysfs_root, sysfs_root_length)
KOORD_TEXT(text, length)
KOORD_TEXT(text, text_length)
KOORD_TEXT(timestamp, timestamp_length)
KOORD_TEXT(title, length)
KOORD_TEXT(type, type_length)
KOORD_TEXT(uid, length)
KOORD_TEXT(uid, uid_length)
KOORD_TEXT(value, value_length)
KOORD_TEXT(xml, length)
KOORD_LENT(koord_topology_get_texts)
KOORD_LENT(koord_agent_state_get_texts)
KOORD_LENT(koord_cgroup_plan_get_texts)
KOORD_LENT(koord_cgroup_report_get_texts)
KOORD_LENT(koord_numa_hints_get_texts)
KOORD_LENT(koord_node_names_get_texts)
KOORD_LENT(koord_plan_get_texts)
KOORD_LENT(koord_explanation_get_texts)
KOORD_LENT(koord_added_objects_get_texts)
KOORD_LENT(koord_preemption_get_texts)
%ignore koord_log_fn;
%ignore KOORD_NUL;
%ignore koord_buffer_get_data;
%ignore koord_buffer_get_length;
%ignore koord_buffer_ref;
%ignore koord_buffer_unref;
%ignore koord_context_set_log;
%include "koord/base.h"
%include "koord/policy.h"
%include "koord/refusal.h"
%include "koord/pod.h"
%include "koord/kubelet_setup.h"
%include "koord/topology.h"
%include "koord/agent.h"
%include "koord/cgroup.h"
%include "koord/numa.h"
%include "koord/cluster.h"
%include "koord/cpu.h"
%include "koord/hook.h"
%include "koord/kubelet.h"
%include "koord/experimental/plan.h"
%include "koord/experimental/capacity.h"
%include "koord/experimental/device.h"
%include "koord/experimental/device_builder.h"
%include "koord/experimental/dra.h"
%include "koord/experimental/explanation.h"
%include "koord/experimental/gang.h"
%include "koord/experimental/gpu.h"
%include "koord/experimental/kubelet_files.h"
%include "koord/experimental/node_builder.h"
%include "koord/experimental/nrt.h"
%include "koord/experimental/nrt_builder.h"
%include "koord/experimental/objects.h"
%include "koord/experimental/pod_builder.h"
%include "koord/experimental/preemption.h"
%include "koord/experimental/rebind.h"
%include "koord/experimental/render.h"
%include "koord/experimental/reservation.h"
%include "koord/experimental/suppress.h"
