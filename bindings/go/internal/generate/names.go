package main

import "strings"

// words that Go spells in its own way.
var words = map[string]string{
	"cpu": "CPU", "cpus": "CPUs", "pcpu": "PCPU", "pcpus": "PCPUs", "cpuset": "CPUSet", "numa": "NUMA",
	"qos": "QOS", "gpu": "GPU", "l3": "L3", "l3s": "L3s", "smt": "SMT", "id": "ID", "ids": "IDs", "uid": "UID",
	"nrt": "NRT", "json": "JSON", "svg": "SVG", "ascii": "ASCII", "lse": "LSE", "lsr": "LSR", "ls": "LS", "be": "BE",
	"vfs": "VFs", "cdi": "CDI", "nvml": "NVML", "fgd": "FGD", "us": "Microseconds", "cgroupfs": "Cgroupfs", "crio": "CRIO",
	"topology": "Topology",
}

// typePrefix replaces the beginning of an enum's constants, where koord.h's is too short to be told from other names.
var typePrefix = map[string][2]string{
	"koord_status":            {"KOORD_E_", "Err"},
	"koord_node_set":          {"KOORD_NODE_", "NodeSet"},
	"koord_node_cpuset":       {"KOORD_NODE_", "NodeCPUSet"},
	"koord_node_annotation":   {"KOORD_NODE_", "NodeAnnotation"},
	"koord_cgroup_kind":       {"KOORD_CGROUP_", "CgroupKind"},
	"koord_cgroup_file":       {"KOORD_CGROUP_", "CgroupFile"},
	"koord_cgroup_phase":      {"KOORD_CGROUP_", "CgroupPhase"},
	"koord_cgroup_outcome":    {"KOORD_CGROUP_", "CgroupOutcome"},
	"koord_cgroup_error":      {"KOORD_CGROUP_E_", "CgroupError"},
	"koord_cgroup_step_state": {"KOORD_CGROUP_", "CgroupStep"},
	"koord_kubelet_set":       {"KOORD_KUBELET_", "KubeletSet"},
	"koord_rebind_phase":      {"KOORD_REBIND_", "RebindPhase"},
	"koord_rebind_action":     {"KOORD_REBIND_", "RebindAction"},
	"koord_numa_opinion":      {"KOORD_NUMA_", "NUMAOpinion"},
	"koord_numa_strategy":     {"KOORD_NUMA_", "NUMAStrategy"},
	"koord_device_strategy":   {"KOORD_DEVICE_", "DeviceStrategy"},
}

// flagTypes names the flags that the header leaves without a name, by their first constant. What is not here stays
// untyped, because several types share it.
var flagTypes = map[string]string{
	"KOORD_TOPOLOGY_ONLY_ALLOWED":   "TopologyFlags",
	"KOORD_LOG_INFO":                "LogLevel",
	"KOORD_POD_TERMINATED":          "PodSpecFlags",
	"KOORD_POD_IS_TERMINATED":       "PodProperties",
	"KOORD_PICK_REQUIRED":           "PickFlags",
	"KOORD_KUBELET_FULL_PCPUS_ONLY": "KubeletOptions",
	"KOORD_MERGE_PREFER_CLOSEST":    "MergeFlags",
	"KOORD_HINT_PREFERRED":          "HintFlags",
	"KOORD_MERGED_ADMIT":            "MergedFlags",
	"KOORD_KUBELET_PREFERRED":       "KubeletContainerFlags",
	"KOORD_ADMIT_LEAVE_REFUSED":     "AdmitFlags",
	"KOORD_KUBELET_ONLY_PRESENT":    "KubeletFileFlags",
	"KOORD_WRITE_STATE_FORCE":       "WriteStateFlags",
	"KOORD_CLUSTER_UPSTREAM_SCORE":  "ClusterFlags",
	"KOORD_NODE_UNSCHEDULABLE":      "NodeSpecFlags",
	"KOORD_NODE_KUBELET_STATIC":     "NodeKubeletFlags",
	"KOORD_VERDICT_UNRESOLVABLE":    "VerdictFlags",
	"KOORD_PREBIND_PROPOSAL":        "PrebindFlags",
	"KOORD_RESIZE_MAY_MOVE":         "AskFlags",
	"KOORD_REBIND_NO_NEW_CROSSING":  "RebindFlags",
	"KOORD_PREEMPT_LEAST_IMPORTANT": "PreemptFlags",
	"KOORD_PREEMPTION_UNRESOLVABLE": "PreemptionFlags",
	"KOORD_CAPACITY_UNRESOLVABLE":   "CapacityFlags",
	"KOORD_NODE_IGNORE_KUBELET":     "NodeFlags",
	"KOORD_NODE_POD_UNLIMITED":      "NodePodFlags",
	"KOORD_SUPPRESSION_KEEP_QUOTA":  "SuppressionProperties",
	"KOORD_CGROUPS_HYBRID":          "CgroupTraits",
	"KOORD_ADJUST_CPUS":             "Changes",
	"KOORD_DEVICES_NVML":            "DeviceReportFlags",
	"KOORD_NODE_RESOURCES_SHARED":   "NodeResourcesFlags",
	"KOORD_PICTURE_COLOR":           "PictureFlags",
}

// signed are those of flagTypes that are no sets of bits.
var signed = map[string]bool{"LogLevel": true}

// fieldTypes gives fields of flags their type.
var fieldTypes = map[string]string{
	"koord_cpu_request.flags":           "PickFlags",
	"koord_kubelet_request.options":     "KubeletOptions",
	"koord_numa_hint.flags":             "HintFlags",
	"koord_numa_options.flags":          "MergeFlags",
	"koord_numa_merged.flags":           "MergedFlags",
	"koord_kubelet_container.flags":     "KubeletContainerFlags",
	"koord_cluster_options.flags":       "ClusterFlags",
	"koord_node_spec.flags":             "NodeSpecFlags",
	"koord_node_topology_spec.flags":    "NodeKubeletFlags",
	"koord_verdict.flags":               "VerdictFlags",
	"koord_near_miss.flags":             "VerdictFlags",
	"koord_pod_spec.flags":              "PodSpecFlags",
	"koord_pod_info.properties":         "PodProperties",
	"koord_explain_options.flags":       "AskFlags",
	"koord_gang_options.flags":          "AskFlags",
	"koord_capacity_options.flags":      "AskFlags",
	"koord_reserve_options.flags":       "AskFlags",
	"koord_preempt_options.flags":       "PreemptFlags",
	"koord_rebind_options.flags":        "RebindFlags",
	"koord_preemption_row.flags":        "PreemptionFlags",
	"koord_capacity_row.flags":          "CapacityFlags",
	"koord_node_options.flags":          "NodeFlags",
	"koord_node_pod.flags":              "NodePodFlags",
	"koord_suppression.properties":      "SuppressionProperties",
	"koord_cgroups_info.traits":         "CgroupTraits",
	"koord_adjustment_info.changes":     "Changes",
	"koord_device_report_options.flags": "DeviceReportFlags",
	"koord_picture_options.flags":       "PictureFlags",
}

func camel(name string, sep string) string {
	var out strings.Builder
	for _, part := range strings.Split(strings.ToLower(name), sep) {
		if part == "" {
			continue
		}
		if known, ok := words[part]; ok {
			out.WriteString(known)
		} else {
			out.WriteString(strings.ToUpper(part[:1]) + part[1:])
		}
	}
	return out.String()
}

// goName is the exported name of a type, constant or field.
func goName(name string) string {
	return camel(strings.TrimPrefix(strings.TrimPrefix(name, "koord_"), "KOORD_"), "_")
}

// goLocal is the same for parameters: "whatIf".
func goLocal(name string) string {
	parts := strings.SplitN(name, "_", 2)
	if len(parts) == 1 {
		switch name {
		case "range", "type", "map", "func", "len", "cap":
			return name + "_"
		}
		return name
	}
	return parts[0] + goName(parts[1])
}

func constantName(enum *Enum, constant string) string {
	if constant == "KOORD_OK" {
		return "OK"
	}
	if prefix, ok := typePrefix[enum.Type]; ok && strings.HasPrefix(constant, prefix[0]) {
		return prefix[1] + goName(strings.TrimPrefix(constant, prefix[0]))
	}
	return goName(constant)
}
