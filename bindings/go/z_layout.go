// Code generated from include/koord.h by make generate (internal/generate). DO NOT EDIT.

package koord

// #include <koord.h>
import "C"
import "unsafe"

var _ [C.sizeof_koord_refusal]byte = [unsafe.Sizeof(Refusal{})]byte{}
var _ [unsafe.Offsetof(C.koord_refusal{}.needed)]byte = [unsafe.Offsetof(Refusal{}.Needed)]byte{}
var _ [unsafe.Offsetof(C.koord_refusal{}.best)]byte = [unsafe.Offsetof(Refusal{}.Best)]byte{}
var _ [unsafe.Offsetof(C.koord_refusal{}.reason)]byte = [unsafe.Offsetof(Refusal{}.Reason)]byte{}
var _ [unsafe.Offsetof(C.koord_refusal{}.profile)]byte = [unsafe.Offsetof(Refusal{}.Profile)]byte{}
var _ [unsafe.Offsetof(C.koord_refusal{}.object)]byte = [unsafe.Offsetof(Refusal{}.Object)]byte{}
var _ [unsafe.Offsetof(C.koord_refusal{}.where_object)]byte = [unsafe.Offsetof(Refusal{}.WhereObject)]byte{}
var _ [unsafe.Offsetof(C.koord_refusal{}.where)]byte = [unsafe.Offsetof(Refusal{}.Where)]byte{}
var _ [unsafe.Offsetof(C.koord_refusal{}.bind_policy)]byte = [unsafe.Offsetof(Refusal{}.BindPolicy)]byte{}
var _ [unsafe.Offsetof(C.koord_refusal{}.exclusive_policy)]byte = [unsafe.Offsetof(Refusal{}.ExclusivePolicy)]byte{}
var _ [unsafe.Offsetof(C.koord_refusal{}.numa_policy)]byte = [unsafe.Offsetof(Refusal{}.NUMAPolicy)]byte{}
var _ [unsafe.Offsetof(C.koord_refusal{}.threads_per_core)]byte = [unsafe.Offsetof(Refusal{}.ThreadsPerCore)]byte{}
var _ [unsafe.Offsetof(C.koord_refusal{}.resource)]byte = [unsafe.Offsetof(Refusal{}.Resource)]byte{}
var _ [unsafe.Offsetof(C.koord_refusal{}.device_type)]byte = [unsafe.Offsetof(Refusal{}.DeviceType)]byte{}
var _ [unsafe.Offsetof(C.koord_refusal{}.max_nodes)]byte = [unsafe.Offsetof(Refusal{}.MaxNodes)]byte{}

var _ [C.sizeof_koord_pod_info]byte = [unsafe.Sizeof(PodInfo{})]byte{}
var _ [unsafe.Offsetof(C.koord_pod_info{}.cpu_request_milli)]byte = [unsafe.Offsetof(PodInfo{}.CPURequestMilli)]byte{}
var _ [unsafe.Offsetof(C.koord_pod_info{}.cpu_limit_milli)]byte = [unsafe.Offsetof(PodInfo{}.CPULimitMilli)]byte{}
var _ [unsafe.Offsetof(C.koord_pod_info{}.properties)]byte = [unsafe.Offsetof(PodInfo{}.Properties)]byte{}
var _ [unsafe.Offsetof(C.koord_pod_info{}.containers)]byte = [unsafe.Offsetof(PodInfo{}.Containers)]byte{}
var _ [unsafe.Offsetof(C.koord_pod_info{}.qos)]byte = [unsafe.Offsetof(PodInfo{}.QOS)]byte{}
var _ [unsafe.Offsetof(C.koord_pod_info{}.effective_qos)]byte = [unsafe.Offsetof(PodInfo{}.EffectiveQOS)]byte{}
var _ [unsafe.Offsetof(C.koord_pod_info{}.kube_qos)]byte = [unsafe.Offsetof(PodInfo{}.KubeQOS)]byte{}
var _ [unsafe.Offsetof(C.koord_pod_info{}.priority_class)]byte = [unsafe.Offsetof(PodInfo{}.PriorityClass)]byte{}
var _ [unsafe.Offsetof(C.koord_pod_info{}.priority)]byte = [unsafe.Offsetof(PodInfo{}.Priority)]byte{}
var _ [unsafe.Offsetof(C.koord_pod_info{}.required_bind)]byte = [unsafe.Offsetof(PodInfo{}.RequiredBind)]byte{}
var _ [unsafe.Offsetof(C.koord_pod_info{}.preferred_bind)]byte = [unsafe.Offsetof(PodInfo{}.PreferredBind)]byte{}
var _ [unsafe.Offsetof(C.koord_pod_info{}.exclusive)]byte = [unsafe.Offsetof(PodInfo{}.Exclusive)]byte{}
var _ [unsafe.Offsetof(C.koord_pod_info{}.numa_policy)]byte = [unsafe.Offsetof(PodInfo{}.NUMAPolicy)]byte{}
var _ [unsafe.Offsetof(C.koord_pod_info{}.numa_exclusive)]byte = [unsafe.Offsetof(PodInfo{}.NUMAExclusive)]byte{}

var _ [C.sizeof_koord_cpu]byte = [unsafe.Sizeof(CPU{})]byte{}
var _ [unsafe.Offsetof(C.koord_cpu{}.cpu)]byte = [unsafe.Offsetof(CPU{}.CPU)]byte{}
var _ [unsafe.Offsetof(C.koord_cpu{}.core)]byte = [unsafe.Offsetof(CPU{}.Core)]byte{}
var _ [unsafe.Offsetof(C.koord_cpu{}.socket)]byte = [unsafe.Offsetof(CPU{}.Socket)]byte{}
var _ [unsafe.Offsetof(C.koord_cpu{}.numa_node)]byte = [unsafe.Offsetof(CPU{}.NUMANode)]byte{}
var _ [unsafe.Offsetof(C.koord_cpu{}.l3)]byte = [unsafe.Offsetof(CPU{}.L3)]byte{}
var _ [unsafe.Offsetof(C.koord_cpu{}.core_index)]byte = [unsafe.Offsetof(CPU{}.CoreIndex)]byte{}
var _ [unsafe.Offsetof(C.koord_cpu{}.kernel_core)]byte = [unsafe.Offsetof(CPU{}.KernelCore)]byte{}
var _ [unsafe.Offsetof(C.koord_cpu{}.kind)]byte = [unsafe.Offsetof(CPU{}.Kind)]byte{}

var _ [C.sizeof_koord_topology_info]byte = [unsafe.Sizeof(rawTopologyInfo{})]byte{}
var _ [unsafe.Offsetof(C.koord_topology_info{}.cpus)]byte = [unsafe.Offsetof(rawTopologyInfo{}.CPUs)]byte{}
var _ [unsafe.Offsetof(C.koord_topology_info{}.cores)]byte = [unsafe.Offsetof(rawTopologyInfo{}.Cores)]byte{}
var _ [unsafe.Offsetof(C.koord_topology_info{}.l3s)]byte = [unsafe.Offsetof(rawTopologyInfo{}.L3s)]byte{}
var _ [unsafe.Offsetof(C.koord_topology_info{}.numa_nodes)]byte = [unsafe.Offsetof(rawTopologyInfo{}.NUMANodes)]byte{}
var _ [unsafe.Offsetof(C.koord_topology_info{}.sockets)]byte = [unsafe.Offsetof(rawTopologyInfo{}.Sockets)]byte{}
var _ [unsafe.Offsetof(C.koord_topology_info{}.devices)]byte = [unsafe.Offsetof(rawTopologyInfo{}.Devices)]byte{}
var _ [unsafe.Offsetof(C.koord_topology_info{}.smt_width)]byte = [unsafe.Offsetof(rawTopologyInfo{}.SMTWidth)]byte{}
var _ [unsafe.Offsetof(C.koord_topology_info{}.words)]byte = [unsafe.Offsetof(rawTopologyInfo{}.Words)]byte{}
var _ [unsafe.Offsetof(C.koord_topology_info{}.architecture)]byte = [unsafe.Offsetof(rawTopologyInfo{}.Architecture)]byte{}

var _ [C.sizeof_koord_numa_node]byte = [unsafe.Sizeof(NUMANode{})]byte{}
var _ [unsafe.Offsetof(C.koord_numa_node{}.memory_bytes)]byte = [unsafe.Offsetof(NUMANode{}.MemoryBytes)]byte{}
var _ [unsafe.Offsetof(C.koord_numa_node{}.numa_node)]byte = [unsafe.Offsetof(NUMANode{}.NUMANode)]byte{}
var _ [unsafe.Offsetof(C.koord_numa_node{}.cpus)]byte = [unsafe.Offsetof(NUMANode{}.CPUs)]byte{}

var _ [C.sizeof_koord_hugepages]byte = [unsafe.Sizeof(Hugepages{})]byte{}
var _ [unsafe.Offsetof(C.koord_hugepages{}.page_bytes)]byte = [unsafe.Offsetof(Hugepages{}.PageBytes)]byte{}
var _ [unsafe.Offsetof(C.koord_hugepages{}.pages)]byte = [unsafe.Offsetof(Hugepages{}.Pages)]byte{}
var _ [unsafe.Offsetof(C.koord_hugepages{}.numa_node)]byte = [unsafe.Offsetof(Hugepages{}.NUMANode)]byte{}

var _ [C.sizeof_koord_pci_device]byte = [unsafe.Sizeof(rawPCIDevice{})]byte{}
var _ [unsafe.Offsetof(C.koord_pci_device{}.bus_id_offset)]byte = [unsafe.Offsetof(rawPCIDevice{}.BusIDOffset)]byte{}
var _ [unsafe.Offsetof(C.koord_pci_device{}.bus_id_length)]byte = [unsafe.Offsetof(rawPCIDevice{}.BusIDLength)]byte{}
var _ [unsafe.Offsetof(C.koord_pci_device{}.names_offset)]byte = [unsafe.Offsetof(rawPCIDevice{}.NamesOffset)]byte{}
var _ [unsafe.Offsetof(C.koord_pci_device{}.names_length)]byte = [unsafe.Offsetof(rawPCIDevice{}.NamesLength)]byte{}
var _ [unsafe.Offsetof(C.koord_pci_device{}.class_id)]byte = [unsafe.Offsetof(rawPCIDevice{}.ClassID)]byte{}
var _ [unsafe.Offsetof(C.koord_pci_device{}.vendor_id)]byte = [unsafe.Offsetof(rawPCIDevice{}.VendorID)]byte{}
var _ [unsafe.Offsetof(C.koord_pci_device{}.device_id)]byte = [unsafe.Offsetof(rawPCIDevice{}.DeviceID)]byte{}
var _ [unsafe.Offsetof(C.koord_pci_device{}.numa_node)]byte = [unsafe.Offsetof(rawPCIDevice{}.NUMANode)]byte{}

var _ [C.sizeof_koord_agent_options]byte = [unsafe.Sizeof(AgentOptions{})]byte{}
var _ [unsafe.Offsetof(C.koord_agent_options{}.flags)]byte = [unsafe.Offsetof(AgentOptions{}.Flags)]byte{}
var _ [unsafe.Offsetof(C.koord_agent_options{}.profile)]byte = [unsafe.Offsetof(AgentOptions{}.Profile)]byte{}

var _ [C.sizeof_koord_agent_info]byte = [unsafe.Sizeof(AgentInfo{})]byte{}
var _ [unsafe.Offsetof(C.koord_agent_info{}.generation)]byte = [unsafe.Offsetof(AgentInfo{}.Generation)]byte{}
var _ [unsafe.Offsetof(C.koord_agent_info{}.pods)]byte = [unsafe.Offsetof(AgentInfo{}.Pods)]byte{}
var _ [unsafe.Offsetof(C.koord_agent_info{}.words)]byte = [unsafe.Offsetof(AgentInfo{}.Words)]byte{}

var _ [C.sizeof_koord_agent_pool]byte = [unsafe.Sizeof(AgentPool{})]byte{}
var _ [unsafe.Offsetof(C.koord_agent_pool{}.socket)]byte = [unsafe.Offsetof(AgentPool{}.Socket)]byte{}
var _ [unsafe.Offsetof(C.koord_agent_pool{}.numa_node)]byte = [unsafe.Offsetof(AgentPool{}.NUMANode)]byte{}
var _ [unsafe.Offsetof(C.koord_agent_pool{}.shared)]byte = [unsafe.Offsetof(AgentPool{}.Shared)]byte{}
var _ [unsafe.Offsetof(C.koord_agent_pool{}.best_effort)]byte = [unsafe.Offsetof(AgentPool{}.BestEffort)]byte{}

var _ [C.sizeof_koord_agent_pod]byte = [unsafe.Sizeof(rawAgentPod{})]byte{}
var _ [unsafe.Offsetof(C.koord_agent_pod{}.refusal)]byte = [unsafe.Offsetof(rawAgentPod{}.Refusal)]byte{}
var _ [unsafe.Offsetof(C.koord_agent_pod{}.uid_offset)]byte = [unsafe.Offsetof(rawAgentPod{}.UIDOffset)]byte{}
var _ [unsafe.Offsetof(C.koord_agent_pod{}.uid_length)]byte = [unsafe.Offsetof(rawAgentPod{}.UIDLength)]byte{}
var _ [unsafe.Offsetof(C.koord_agent_pod{}.container_offset)]byte = [unsafe.Offsetof(rawAgentPod{}.ContainerOffset)]byte{}
var _ [unsafe.Offsetof(C.koord_agent_pod{}.container_length)]byte = [unsafe.Offsetof(rawAgentPod{}.ContainerLength)]byte{}
var _ [unsafe.Offsetof(C.koord_agent_pod{}.qos)]byte = [unsafe.Offsetof(rawAgentPod{}.QOS)]byte{}
var _ [unsafe.Offsetof(C.koord_agent_pod{}.place)]byte = [unsafe.Offsetof(rawAgentPod{}.Place)]byte{}
var _ [unsafe.Offsetof(C.koord_agent_pod{}.cpus)]byte = [unsafe.Offsetof(rawAgentPod{}.CPUs)]byte{}
var _ [unsafe.Offsetof(C.koord_agent_pod{}.numa_nodes)]byte = [unsafe.Offsetof(rawAgentPod{}.NUMANodes)]byte{}
var _ [unsafe.Offsetof(C.koord_agent_pod{}.properties)]byte = [unsafe.Offsetof(rawAgentPod{}.Properties)]byte{}
var _ [unsafe.Offsetof(C.koord_agent_pod{}.row)]byte = [unsafe.Offsetof(rawAgentPod{}.Row)]byte{}

var _ [C.sizeof_koord_cgroup_options]byte = [unsafe.Sizeof(CgroupOptions{})]byte{}
var _ [unsafe.Offsetof(C.koord_cgroup_options{}.driver)]byte = [unsafe.Offsetof(CgroupOptions{}.Driver)]byte{}
var _ [unsafe.Offsetof(C.koord_cgroup_options{}.version)]byte = [unsafe.Offsetof(CgroupOptions{}.Version)]byte{}

var _ [C.sizeof_koord_cgroups_info]byte = [unsafe.Sizeof(CgroupsInfo{})]byte{}
var _ [unsafe.Offsetof(C.koord_cgroups_info{}.properties)]byte = [unsafe.Offsetof(CgroupsInfo{}.Properties)]byte{}
var _ [unsafe.Offsetof(C.koord_cgroups_info{}.driver)]byte = [unsafe.Offsetof(CgroupsInfo{}.Driver)]byte{}
var _ [unsafe.Offsetof(C.koord_cgroups_info{}.version)]byte = [unsafe.Offsetof(CgroupsInfo{}.Version)]byte{}

var _ [C.sizeof_koord_cgroup_step]byte = [unsafe.Sizeof(rawCgroupStep{})]byte{}
var _ [unsafe.Offsetof(C.koord_cgroup_step{}.phase)]byte = [unsafe.Offsetof(rawCgroupStep{}.Phase)]byte{}
var _ [unsafe.Offsetof(C.koord_cgroup_step{}.file)]byte = [unsafe.Offsetof(rawCgroupStep{}.File)]byte{}
var _ [unsafe.Offsetof(C.koord_cgroup_step{}.kind)]byte = [unsafe.Offsetof(rawCgroupStep{}.Kind)]byte{}
var _ [unsafe.Offsetof(C.koord_cgroup_step{}.path_offset)]byte = [unsafe.Offsetof(rawCgroupStep{}.PathOffset)]byte{}
var _ [unsafe.Offsetof(C.koord_cgroup_step{}.path_length)]byte = [unsafe.Offsetof(rawCgroupStep{}.PathLength)]byte{}
var _ [unsafe.Offsetof(C.koord_cgroup_step{}.from_offset)]byte = [unsafe.Offsetof(rawCgroupStep{}.FromOffset)]byte{}
var _ [unsafe.Offsetof(C.koord_cgroup_step{}.from_length)]byte = [unsafe.Offsetof(rawCgroupStep{}.FromLength)]byte{}
var _ [unsafe.Offsetof(C.koord_cgroup_step{}.to_offset)]byte = [unsafe.Offsetof(rawCgroupStep{}.ToOffset)]byte{}
var _ [unsafe.Offsetof(C.koord_cgroup_step{}.to_length)]byte = [unsafe.Offsetof(rawCgroupStep{}.ToLength)]byte{}
var _ [unsafe.Offsetof(C.koord_cgroup_step{}.uid_offset)]byte = [unsafe.Offsetof(rawCgroupStep{}.UIDOffset)]byte{}
var _ [unsafe.Offsetof(C.koord_cgroup_step{}.uid_length)]byte = [unsafe.Offsetof(rawCgroupStep{}.UIDLength)]byte{}

var _ [C.sizeof_koord_cgroup_report_info]byte = [unsafe.Sizeof(CgroupReportInfo{})]byte{}
var _ [unsafe.Offsetof(C.koord_cgroup_report_info{}.writes)]byte = [unsafe.Offsetof(CgroupReportInfo{}.Writes)]byte{}
var _ [unsafe.Offsetof(C.koord_cgroup_report_info{}.failed_step)]byte = [unsafe.Offsetof(CgroupReportInfo{}.FailedStep)]byte{}
var _ [unsafe.Offsetof(C.koord_cgroup_report_info{}.failed_undo)]byte = [unsafe.Offsetof(CgroupReportInfo{}.FailedUndo)]byte{}
var _ [unsafe.Offsetof(C.koord_cgroup_report_info{}.outcome)]byte = [unsafe.Offsetof(CgroupReportInfo{}.Outcome)]byte{}
var _ [unsafe.Offsetof(C.koord_cgroup_report_info{}.error)]byte = [unsafe.Offsetof(CgroupReportInfo{}.Error)]byte{}

var _ [C.sizeof_koord_cgroup_result]byte = [unsafe.Sizeof(rawCgroupResult{})]byte{}
var _ [unsafe.Offsetof(C.koord_cgroup_result{}.state)]byte = [unsafe.Offsetof(rawCgroupResult{}.State)]byte{}
var _ [unsafe.Offsetof(C.koord_cgroup_result{}.error)]byte = [unsafe.Offsetof(rawCgroupResult{}.Error)]byte{}
var _ [unsafe.Offsetof(C.koord_cgroup_result{}.error_number)]byte = [unsafe.Offsetof(rawCgroupResult{}.ErrorNumber)]byte{}
var _ [unsafe.Offsetof(C.koord_cgroup_result{}.read_offset)]byte = [unsafe.Offsetof(rawCgroupResult{}.ReadOffset)]byte{}
var _ [unsafe.Offsetof(C.koord_cgroup_result{}.read_length)]byte = [unsafe.Offsetof(rawCgroupResult{}.ReadLength)]byte{}

var _ [C.sizeof_koord_numa_place]byte = [unsafe.Sizeof(NUMAPlace{})]byte{}
var _ [unsafe.Offsetof(C.koord_numa_place{}.numa_node)]byte = [unsafe.Offsetof(NUMAPlace{}.NUMANode)]byte{}
var _ [unsafe.Offsetof(C.koord_numa_place{}.use)]byte = [unsafe.Offsetof(NUMAPlace{}.Use)]byte{}

var _ [C.sizeof_koord_numa_hint]byte = [unsafe.Sizeof(NUMAHint{})]byte{}
var _ [unsafe.Offsetof(C.koord_numa_hint{}.nodes)]byte = [unsafe.Offsetof(NUMAHint{}.Nodes)]byte{}
var _ [unsafe.Offsetof(C.koord_numa_hint{}.score)]byte = [unsafe.Offsetof(NUMAHint{}.Score)]byte{}
var _ [unsafe.Offsetof(C.koord_numa_hint{}.flags)]byte = [unsafe.Offsetof(NUMAHint{}.Flags)]byte{}

var _ [C.sizeof_koord_numa_hint_list]byte = [unsafe.Sizeof(NUMAHintList{})]byte{}
var _ [unsafe.Offsetof(C.koord_numa_hint_list{}.provider)]byte = [unsafe.Offsetof(NUMAHintList{}.Provider)]byte{}
var _ [unsafe.Offsetof(C.koord_numa_hint_list{}.kind)]byte = [unsafe.Offsetof(NUMAHintList{}.Kind)]byte{}

var _ [C.sizeof_koord_numa_hint_list_info]byte = [unsafe.Sizeof(rawNUMAHintListInfo{})]byte{}
var _ [unsafe.Offsetof(C.koord_numa_hint_list_info{}.name_offset)]byte = [unsafe.Offsetof(rawNUMAHintListInfo{}.NameOffset)]byte{}
var _ [unsafe.Offsetof(C.koord_numa_hint_list_info{}.name_length)]byte = [unsafe.Offsetof(rawNUMAHintListInfo{}.NameLength)]byte{}
var _ [unsafe.Offsetof(C.koord_numa_hint_list_info{}.hint_count)]byte = [unsafe.Offsetof(rawNUMAHintListInfo{}.HintCount)]byte{}
var _ [unsafe.Offsetof(C.koord_numa_hint_list_info{}.provider)]byte = [unsafe.Offsetof(rawNUMAHintListInfo{}.Provider)]byte{}
var _ [unsafe.Offsetof(C.koord_numa_hint_list_info{}.kind)]byte = [unsafe.Offsetof(rawNUMAHintListInfo{}.Kind)]byte{}

var _ [C.sizeof_koord_numa_options]byte = [unsafe.Sizeof(NUMAOptions{})]byte{}
var _ [unsafe.Offsetof(C.koord_numa_options{}.flags)]byte = [unsafe.Offsetof(NUMAOptions{}.Flags)]byte{}
var _ [unsafe.Offsetof(C.koord_numa_options{}.profile)]byte = [unsafe.Offsetof(NUMAOptions{}.Profile)]byte{}
var _ [unsafe.Offsetof(C.koord_numa_options{}.policy)]byte = [unsafe.Offsetof(NUMAOptions{}.Policy)]byte{}
var _ [unsafe.Offsetof(C.koord_numa_options{}.exclusive)]byte = [unsafe.Offsetof(NUMAOptions{}.Exclusive)]byte{}
var _ [unsafe.Offsetof(C.koord_numa_options{}.max_nodes)]byte = [unsafe.Offsetof(NUMAOptions{}.MaxNodes)]byte{}

var _ [C.sizeof_koord_numa_merged]byte = [unsafe.Sizeof(NUMAMerged{})]byte{}
var _ [unsafe.Offsetof(C.koord_numa_merged{}.nodes)]byte = [unsafe.Offsetof(NUMAMerged{}.Nodes)]byte{}
var _ [unsafe.Offsetof(C.koord_numa_merged{}.score)]byte = [unsafe.Offsetof(NUMAMerged{}.Score)]byte{}
var _ [unsafe.Offsetof(C.koord_numa_merged{}.flags)]byte = [unsafe.Offsetof(NUMAMerged{}.Flags)]byte{}
var _ [unsafe.Offsetof(C.koord_numa_merged{}.reason)]byte = [unsafe.Offsetof(NUMAMerged{}.Reason)]byte{}

var _ [C.sizeof_koord_cluster_options]byte = [unsafe.Sizeof(ClusterOptions{})]byte{}
var _ [unsafe.Offsetof(C.koord_cluster_options{}.flags)]byte = [unsafe.Offsetof(ClusterOptions{}.Flags)]byte{}
var _ [unsafe.Offsetof(C.koord_cluster_options{}.profile)]byte = [unsafe.Offsetof(ClusterOptions{}.Profile)]byte{}
var _ [unsafe.Offsetof(C.koord_cluster_options{}.device_strategy)]byte = [unsafe.Offsetof(ClusterOptions{}.DeviceStrategy)]byte{}
var _ [unsafe.Offsetof(C.koord_cluster_options{}.gpu_pick)]byte = [unsafe.Offsetof(ClusterOptions{}.GPUPick)]byte{}

var _ [C.sizeof_koord_node_name]byte = [unsafe.Sizeof(rawNodeName{})]byte{}
var _ [unsafe.Offsetof(C.koord_node_name{}.node)]byte = [unsafe.Offsetof(rawNodeName{}.Node)]byte{}
var _ [unsafe.Offsetof(C.koord_node_name{}.name_offset)]byte = [unsafe.Offsetof(rawNodeName{}.NameOffset)]byte{}
var _ [unsafe.Offsetof(C.koord_node_name{}.name_length)]byte = [unsafe.Offsetof(rawNodeName{}.NameLength)]byte{}

var _ [C.sizeof_koord_cluster_info]byte = [unsafe.Sizeof(ClusterInfo{})]byte{}
var _ [unsafe.Offsetof(C.koord_cluster_info{}.generation)]byte = [unsafe.Offsetof(ClusterInfo{}.Generation)]byte{}
var _ [unsafe.Offsetof(C.koord_cluster_info{}.pods)]byte = [unsafe.Offsetof(ClusterInfo{}.Pods)]byte{}
var _ [unsafe.Offsetof(C.koord_cluster_info{}.nodes)]byte = [unsafe.Offsetof(ClusterInfo{}.Nodes)]byte{}
var _ [unsafe.Offsetof(C.koord_cluster_info{}.ids)]byte = [unsafe.Offsetof(ClusterInfo{}.IDs)]byte{}
var _ [unsafe.Offsetof(C.koord_cluster_info{}.rejected)]byte = [unsafe.Offsetof(ClusterInfo{}.Rejected)]byte{}

var _ [C.sizeof_koord_verdict]byte = [unsafe.Sizeof(Verdict{})]byte{}
var _ [unsafe.Offsetof(C.koord_verdict{}.node)]byte = [unsafe.Offsetof(Verdict{}.Node)]byte{}
var _ [unsafe.Offsetof(C.koord_verdict{}.reason)]byte = [unsafe.Offsetof(Verdict{}.Reason)]byte{}
var _ [unsafe.Offsetof(C.koord_verdict{}.score)]byte = [unsafe.Offsetof(Verdict{}.Score)]byte{}
var _ [unsafe.Offsetof(C.koord_verdict{}.flags)]byte = [unsafe.Offsetof(Verdict{}.Flags)]byte{}

var _ [C.sizeof_koord_evaluation]byte = [unsafe.Sizeof(Evaluation{})]byte{}
var _ [unsafe.Offsetof(C.koord_evaluation{}.generation)]byte = [unsafe.Offsetof(Evaluation{}.Generation)]byte{}
var _ [unsafe.Offsetof(C.koord_evaluation{}.count)]byte = [unsafe.Offsetof(Evaluation{}.Count)]byte{}

var _ [C.sizeof_koord_pod_conflicts]byte = [unsafe.Sizeof(PodConflicts{})]byte{}
var _ [unsafe.Offsetof(C.koord_pod_conflicts{}.cpus_held)]byte = [unsafe.Offsetof(PodConflicts{}.CPUsHeld)]byte{}
var _ [unsafe.Offsetof(C.koord_pod_conflicts{}.cpus_reserved)]byte = [unsafe.Offsetof(PodConflicts{}.CPUsReserved)]byte{}
var _ [unsafe.Offsetof(C.koord_pod_conflicts{}.cpus_unknown)]byte = [unsafe.Offsetof(PodConflicts{}.CPUsUnknown)]byte{}
var _ [unsafe.Offsetof(C.koord_pod_conflicts{}.amounts_unknown)]byte = [unsafe.Offsetof(PodConflicts{}.AmountsUnknown)]byte{}
var _ [unsafe.Offsetof(C.koord_pod_conflicts{}.devices_unknown)]byte = [unsafe.Offsetof(PodConflicts{}.DevicesUnknown)]byte{}
var _ [unsafe.Offsetof(C.koord_pod_conflicts{}.devices_overcommitted)]byte = [unsafe.Offsetof(PodConflicts{}.DevicesOvercommitted)]byte{}
var _ [unsafe.Offsetof(C.koord_pod_conflicts{}.claims_refused)]byte = [unsafe.Offsetof(PodConflicts{}.ClaimsRefused)]byte{}
var _ [unsafe.Offsetof(C.koord_pod_conflicts{}.devices_unexplained)]byte = [unsafe.Offsetof(PodConflicts{}.DevicesUnexplained)]byte{}
var _ [unsafe.Offsetof(C.koord_pod_conflicts{}.cpus)]byte = [unsafe.Offsetof(PodConflicts{}.CPUs)]byte{}
var _ [unsafe.Offsetof(C.koord_pod_conflicts{}.amounts)]byte = [unsafe.Offsetof(PodConflicts{}.Amounts)]byte{}
var _ [unsafe.Offsetof(C.koord_pod_conflicts{}.devices)]byte = [unsafe.Offsetof(PodConflicts{}.Devices)]byte{}

var _ [C.sizeof_koord_cpu_request]byte = [unsafe.Sizeof(CPURequest{})]byte{}
var _ [unsafe.Offsetof(C.koord_cpu_request{}.flags)]byte = [unsafe.Offsetof(CPURequest{}.Flags)]byte{}
var _ [unsafe.Offsetof(C.koord_cpu_request{}.profile)]byte = [unsafe.Offsetof(CPURequest{}.Profile)]byte{}
var _ [unsafe.Offsetof(C.koord_cpu_request{}.bind_policy)]byte = [unsafe.Offsetof(CPURequest{}.BindPolicy)]byte{}
var _ [unsafe.Offsetof(C.koord_cpu_request{}.exclusive_policy)]byte = [unsafe.Offsetof(CPURequest{}.ExclusivePolicy)]byte{}
var _ [unsafe.Offsetof(C.koord_cpu_request{}.numa_strategy)]byte = [unsafe.Offsetof(CPURequest{}.NUMAStrategy)]byte{}
var _ [unsafe.Offsetof(C.koord_cpu_request{}.cpus)]byte = [unsafe.Offsetof(CPURequest{}.CPUs)]byte{}
var _ [unsafe.Offsetof(C.koord_cpu_request{}.max_ref_count)]byte = [unsafe.Offsetof(CPURequest{}.MaxRefCount)]byte{}

var _ [C.sizeof_koord_numa_grant]byte = [unsafe.Sizeof(NUMAGrant{})]byte{}
var _ [unsafe.Offsetof(C.koord_numa_grant{}.available_milli)]byte = [unsafe.Offsetof(NUMAGrant{}.AvailableMilli)]byte{}
var _ [unsafe.Offsetof(C.koord_numa_grant{}.granted_milli)]byte = [unsafe.Offsetof(NUMAGrant{}.GrantedMilli)]byte{}
var _ [unsafe.Offsetof(C.koord_numa_grant{}.numa_node)]byte = [unsafe.Offsetof(NUMAGrant{}.NUMANode)]byte{}

var _ [C.sizeof_koord_adjustment_info]byte = [unsafe.Sizeof(AdjustmentInfo{})]byte{}
var _ [unsafe.Offsetof(C.koord_adjustment_info{}.refusal)]byte = [unsafe.Offsetof(AdjustmentInfo{}.Refusal)]byte{}
var _ [unsafe.Offsetof(C.koord_adjustment_info{}.changes)]byte = [unsafe.Offsetof(AdjustmentInfo{}.Changes)]byte{}
var _ [unsafe.Offsetof(C.koord_adjustment_info{}.env)]byte = [unsafe.Offsetof(AdjustmentInfo{}.Env)]byte{}
var _ [unsafe.Offsetof(C.koord_adjustment_info{}.cdi_devices)]byte = [unsafe.Offsetof(AdjustmentInfo{}.CDIDevices)]byte{}
var _ [unsafe.Offsetof(C.koord_adjustment_info{}.device_nodes)]byte = [unsafe.Offsetof(AdjustmentInfo{}.DeviceNodes)]byte{}

var _ [C.sizeof_koord_hook_options]byte = [unsafe.Sizeof(HookOptions{})]byte{}
var _ [unsafe.Offsetof(C.koord_hook_options{}.without_state)]byte = [unsafe.Offsetof(HookOptions{}.WithoutState)]byte{}
var _ [unsafe.Offsetof(C.koord_hook_options{}.refused)]byte = [unsafe.Offsetof(HookOptions{}.Refused)]byte{}

var _ [C.sizeof_koord_hook_result]byte = [unsafe.Sizeof(HookResult{})]byte{}
var _ [unsafe.Offsetof(C.koord_hook_result{}.refusal)]byte = [unsafe.Offsetof(HookResult{}.Refusal)]byte{}
var _ [unsafe.Offsetof(C.koord_hook_result{}.outcome)]byte = [unsafe.Offsetof(HookResult{}.Outcome)]byte{}
var _ [unsafe.Offsetof(C.koord_hook_result{}.writes)]byte = [unsafe.Offsetof(HookResult{}.Writes)]byte{}

var _ [C.sizeof_koord_kubelet_request]byte = [unsafe.Sizeof(KubeletRequest{})]byte{}
var _ [unsafe.Offsetof(C.koord_kubelet_request{}.options)]byte = [unsafe.Offsetof(KubeletRequest{}.Options)]byte{}
var _ [unsafe.Offsetof(C.koord_kubelet_request{}.cpus)]byte = [unsafe.Offsetof(KubeletRequest{}.CPUs)]byte{}
var _ [unsafe.Offsetof(C.koord_kubelet_request{}.version)]byte = [unsafe.Offsetof(KubeletRequest{}.Version)]byte{}
var _ [unsafe.Offsetof(C.koord_kubelet_request{}.affinity)]byte = [unsafe.Offsetof(KubeletRequest{}.Affinity)]byte{}

var _ [C.sizeof_koord_kubelet_container]byte = [unsafe.Sizeof(KubeletContainer{})]byte{}
var _ [unsafe.Offsetof(C.koord_kubelet_container{}.affinity)]byte = [unsafe.Offsetof(KubeletContainer{}.Affinity)]byte{}
var _ [unsafe.Offsetof(C.koord_kubelet_container{}.memory_nodes)]byte = [unsafe.Offsetof(KubeletContainer{}.MemoryNodes)]byte{}
var _ [unsafe.Offsetof(C.koord_kubelet_container{}.cpus)]byte = [unsafe.Offsetof(KubeletContainer{}.CPUs)]byte{}
var _ [unsafe.Offsetof(C.koord_kubelet_container{}.flags)]byte = [unsafe.Offsetof(KubeletContainer{}.Flags)]byte{}

var _ [C.sizeof_koord_plugin_device]byte = [unsafe.Sizeof(PluginDevice{})]byte{}
var _ [unsafe.Offsetof(C.koord_plugin_device{}.container)]byte = [unsafe.Offsetof(PluginDevice{}.Container)]byte{}
var _ [unsafe.Offsetof(C.koord_plugin_device{}.device)]byte = [unsafe.Offsetof(PluginDevice{}.Device)]byte{}

var _ [C.sizeof_koord_memory_block]byte = [unsafe.Sizeof(MemoryBlock{})]byte{}
var _ [unsafe.Offsetof(C.koord_memory_block{}.nodes)]byte = [unsafe.Offsetof(MemoryBlock{}.Nodes)]byte{}
var _ [unsafe.Offsetof(C.koord_memory_block{}.bytes)]byte = [unsafe.Offsetof(MemoryBlock{}.Bytes)]byte{}
var _ [unsafe.Offsetof(C.koord_memory_block{}.page_bytes)]byte = [unsafe.Offsetof(MemoryBlock{}.PageBytes)]byte{}
var _ [unsafe.Offsetof(C.koord_memory_block{}.container)]byte = [unsafe.Offsetof(MemoryBlock{}.Container)]byte{}

var _ [C.sizeof_koord_plan_step]byte = [unsafe.Sizeof(rawPlanStep{})]byte{}
var _ [unsafe.Offsetof(C.koord_plan_step{}.node)]byte = [unsafe.Offsetof(rawPlanStep{}.Node)]byte{}
var _ [unsafe.Offsetof(C.koord_plan_step{}.kind)]byte = [unsafe.Offsetof(rawPlanStep{}.Kind)]byte{}
var _ [unsafe.Offsetof(C.koord_plan_step{}.priority)]byte = [unsafe.Offsetof(rawPlanStep{}.Priority)]byte{}
var _ [unsafe.Offsetof(C.koord_plan_step{}.uid_offset)]byte = [unsafe.Offsetof(rawPlanStep{}.UIDOffset)]byte{}
var _ [unsafe.Offsetof(C.koord_plan_step{}.uid_length)]byte = [unsafe.Offsetof(rawPlanStep{}.UIDLength)]byte{}

var _ [C.sizeof_koord_capacity_options]byte = [unsafe.Sizeof(CapacityOptions{})]byte{}
var _ [unsafe.Offsetof(C.koord_capacity_options{}.max_pods)]byte = [unsafe.Offsetof(CapacityOptions{}.MaxPods)]byte{}

var _ [C.sizeof_koord_capacity_info]byte = [unsafe.Sizeof(CapacityInfo{})]byte{}
var _ [unsafe.Offsetof(C.koord_capacity_info{}.pods)]byte = [unsafe.Offsetof(CapacityInfo{}.Pods)]byte{}
var _ [unsafe.Offsetof(C.koord_capacity_info{}.displaced)]byte = [unsafe.Offsetof(CapacityInfo{}.Displaced)]byte{}
var _ [unsafe.Offsetof(C.koord_capacity_info{}.unplaced)]byte = [unsafe.Offsetof(CapacityInfo{}.Unplaced)]byte{}

var _ [C.sizeof_koord_node_capacity]byte = [unsafe.Sizeof(NodeCapacity{})]byte{}
var _ [unsafe.Offsetof(C.koord_node_capacity{}.left_milli)]byte = [unsafe.Offsetof(NodeCapacity{}.LeftMilli)]byte{}
var _ [unsafe.Offsetof(C.koord_node_capacity{}.left_memory)]byte = [unsafe.Offsetof(NodeCapacity{}.LeftMemory)]byte{}
var _ [unsafe.Offsetof(C.koord_node_capacity{}.node)]byte = [unsafe.Offsetof(NodeCapacity{}.Node)]byte{}
var _ [unsafe.Offsetof(C.koord_node_capacity{}.pods)]byte = [unsafe.Offsetof(NodeCapacity{}.Pods)]byte{}
var _ [unsafe.Offsetof(C.koord_node_capacity{}.reason)]byte = [unsafe.Offsetof(NodeCapacity{}.Reason)]byte{}
var _ [unsafe.Offsetof(C.koord_node_capacity{}.flags)]byte = [unsafe.Offsetof(NodeCapacity{}.Flags)]byte{}

var _ [C.sizeof_koord_capacity_reason]byte = [unsafe.Sizeof(CapacityReason{})]byte{}
var _ [unsafe.Offsetof(C.koord_capacity_reason{}.left_milli)]byte = [unsafe.Offsetof(CapacityReason{}.LeftMilli)]byte{}
var _ [unsafe.Offsetof(C.koord_capacity_reason{}.left_memory)]byte = [unsafe.Offsetof(CapacityReason{}.LeftMemory)]byte{}
var _ [unsafe.Offsetof(C.koord_capacity_reason{}.pods)]byte = [unsafe.Offsetof(CapacityReason{}.Pods)]byte{}
var _ [unsafe.Offsetof(C.koord_capacity_reason{}.reason)]byte = [unsafe.Offsetof(CapacityReason{}.Reason)]byte{}
var _ [unsafe.Offsetof(C.koord_capacity_reason{}.nodes)]byte = [unsafe.Offsetof(CapacityReason{}.Nodes)]byte{}

var _ [C.sizeof_koord_device_spec]byte = [unsafe.Sizeof(DeviceSpec{})]byte{}
var _ [unsafe.Offsetof(C.koord_device_spec{}.flags)]byte = [unsafe.Offsetof(DeviceSpec{}.Flags)]byte{}
var _ [unsafe.Offsetof(C.koord_device_spec{}.minor)]byte = [unsafe.Offsetof(DeviceSpec{}.Minor)]byte{}
var _ [unsafe.Offsetof(C.koord_device_spec{}.module)]byte = [unsafe.Offsetof(DeviceSpec{}.Module)]byte{}
var _ [unsafe.Offsetof(C.koord_device_spec{}.socket)]byte = [unsafe.Offsetof(DeviceSpec{}.Socket)]byte{}
var _ [unsafe.Offsetof(C.koord_device_spec{}.numa_node)]byte = [unsafe.Offsetof(DeviceSpec{}.NUMANode)]byte{}

var _ [C.sizeof_koord_dra_device]byte = [unsafe.Sizeof(DraDevice{})]byte{}
var _ [unsafe.Offsetof(C.koord_dra_device{}.taints)]byte = [unsafe.Offsetof(DraDevice{}.Taints)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_device{}.flags)]byte = [unsafe.Offsetof(DraDevice{}.Flags)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_device{}.numa_node)]byte = [unsafe.Offsetof(DraDevice{}.NUMANode)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_device{}.pcie_root)]byte = [unsafe.Offsetof(DraDevice{}.PcieRoot)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_device{}.kind)]byte = [unsafe.Offsetof(DraDevice{}.Kind)]byte{}

var _ [C.sizeof_koord_dra_taint]byte = [unsafe.Sizeof(DraTaint{})]byte{}
var _ [unsafe.Offsetof(C.koord_dra_taint{}.device)]byte = [unsafe.Offsetof(DraTaint{}.Device)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_taint{}.number)]byte = [unsafe.Offsetof(DraTaint{}.Number)]byte{}

var _ [C.sizeof_koord_dra_attribute]byte = [unsafe.Sizeof(DraAttribute{})]byte{}
var _ [unsafe.Offsetof(C.koord_dra_attribute{}.device)]byte = [unsafe.Offsetof(DraAttribute{}.Device)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_attribute{}.name)]byte = [unsafe.Offsetof(DraAttribute{}.Name)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_attribute{}.value)]byte = [unsafe.Offsetof(DraAttribute{}.Value)]byte{}

var _ [C.sizeof_koord_dra_amount]byte = [unsafe.Sizeof(DraAmount{})]byte{}
var _ [unsafe.Offsetof(C.koord_dra_amount{}.owner)]byte = [unsafe.Offsetof(DraAmount{}.Owner)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_amount{}.name)]byte = [unsafe.Offsetof(DraAmount{}.Name)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_amount{}.amount)]byte = [unsafe.Offsetof(DraAmount{}.Amount)]byte{}

var _ [C.sizeof_koord_dra_capacity]byte = [unsafe.Sizeof(DraCapacity{})]byte{}
var _ [unsafe.Offsetof(C.koord_dra_capacity{}.device)]byte = [unsafe.Offsetof(DraCapacity{}.Device)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_capacity{}.name)]byte = [unsafe.Offsetof(DraCapacity{}.Name)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_capacity{}.value)]byte = [unsafe.Offsetof(DraCapacity{}.Value)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_capacity{}.used)]byte = [unsafe.Offsetof(DraCapacity{}.Used)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_capacity{}.policy)]byte = [unsafe.Offsetof(DraCapacity{}.Policy)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_capacity{}.flags)]byte = [unsafe.Offsetof(DraCapacity{}.Flags)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_capacity{}.default_amount)]byte = [unsafe.Offsetof(DraCapacity{}.DefaultAmount)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_capacity{}.min)]byte = [unsafe.Offsetof(DraCapacity{}.Min)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_capacity{}.max)]byte = [unsafe.Offsetof(DraCapacity{}.Max)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_capacity{}.step)]byte = [unsafe.Offsetof(DraCapacity{}.Step)]byte{}

var _ [C.sizeof_koord_dra_alternative]byte = [unsafe.Sizeof(DraAlternative{})]byte{}
var _ [unsafe.Offsetof(C.koord_dra_alternative{}.flags)]byte = [unsafe.Offsetof(DraAlternative{}.Flags)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_alternative{}.claim)]byte = [unsafe.Offsetof(DraAlternative{}.Claim)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_alternative{}.request)]byte = [unsafe.Offsetof(DraAlternative{}.Request)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_alternative{}.tolerated)]byte = [unsafe.Offsetof(DraAlternative{}.Tolerated)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_alternative{}.count)]byte = [unsafe.Offsetof(DraAlternative{}.Count)]byte{}

var _ [C.sizeof_koord_dra_constraint]byte = [unsafe.Sizeof(DraConstraint{})]byte{}
var _ [unsafe.Offsetof(C.koord_dra_constraint{}.kind)]byte = [unsafe.Offsetof(DraConstraint{}.Kind)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_constraint{}.claim)]byte = [unsafe.Offsetof(DraConstraint{}.Claim)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_constraint{}.attribute)]byte = [unsafe.Offsetof(DraConstraint{}.Attribute)]byte{}

var _ [C.sizeof_koord_dra_options]byte = [unsafe.Sizeof(DraOptions{})]byte{}
var _ [unsafe.Offsetof(C.koord_dra_options{}.flags)]byte = [unsafe.Offsetof(DraOptions{}.Flags)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_options{}.max_steps)]byte = [unsafe.Offsetof(DraOptions{}.MaxSteps)]byte{}

var _ [C.sizeof_koord_dra_info]byte = [unsafe.Sizeof(DraInfo{})]byte{}
var _ [unsafe.Offsetof(C.koord_dra_info{}.outcome)]byte = [unsafe.Offsetof(DraInfo{}.Outcome)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_info{}.properties)]byte = [unsafe.Offsetof(DraInfo{}.Properties)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_info{}.steps)]byte = [unsafe.Offsetof(DraInfo{}.Steps)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_info{}.numa_nodes)]byte = [unsafe.Offsetof(DraInfo{}.NUMANodes)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_info{}.pcie_roots)]byte = [unsafe.Offsetof(DraInfo{}.PcieRoots)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_info{}.opened)]byte = [unsafe.Offsetof(DraInfo{}.Opened)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_info{}.idle)]byte = [unsafe.Offsetof(DraInfo{}.Idle)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_info{}.reason)]byte = [unsafe.Offsetof(DraInfo{}.Reason)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_info{}.alternative)]byte = [unsafe.Offsetof(DraInfo{}.Alternative)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_info{}.constraint)]byte = [unsafe.Offsetof(DraInfo{}.Constraint)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_info{}.needed)]byte = [unsafe.Offsetof(DraInfo{}.Needed)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_info{}.available)]byte = [unsafe.Offsetof(DraInfo{}.Available)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_info{}.short_devices)]byte = [unsafe.Offsetof(DraInfo{}.ShortDevices)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_info{}.unusable)]byte = [unsafe.Offsetof(DraInfo{}.Unusable)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_info{}.tainted)]byte = [unsafe.Offsetof(DraInfo{}.Tainted)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_info{}.in_use)]byte = [unsafe.Offsetof(DraInfo{}.InUse)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_info{}.without_attribute)]byte = [unsafe.Offsetof(DraInfo{}.WithoutAttribute)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_info{}.too_small)]byte = [unsafe.Offsetof(DraInfo{}.TooSmall)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_info{}.remedies)]byte = [unsafe.Offsetof(DraInfo{}.Remedies)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_info{}.unplaced)]byte = [unsafe.Offsetof(DraInfo{}.Unplaced)]byte{}

var _ [C.sizeof_koord_dra_result]byte = [unsafe.Sizeof(DraResult{})]byte{}
var _ [unsafe.Offsetof(C.koord_dra_result{}.claim)]byte = [unsafe.Offsetof(DraResult{}.Claim)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_result{}.request)]byte = [unsafe.Offsetof(DraResult{}.Request)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_result{}.alternative)]byte = [unsafe.Offsetof(DraResult{}.Alternative)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_result{}.device)]byte = [unsafe.Offsetof(DraResult{}.Device)]byte{}

var _ [C.sizeof_koord_dra_verdict]byte = [unsafe.Sizeof(DraVerdict{})]byte{}
var _ [unsafe.Offsetof(C.koord_dra_verdict{}.outcome)]byte = [unsafe.Offsetof(DraVerdict{}.Outcome)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_verdict{}.reason)]byte = [unsafe.Offsetof(DraVerdict{}.Reason)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_verdict{}.properties)]byte = [unsafe.Offsetof(DraVerdict{}.Properties)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_verdict{}.numa_nodes)]byte = [unsafe.Offsetof(DraVerdict{}.NUMANodes)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_verdict{}.unplaced)]byte = [unsafe.Offsetof(DraVerdict{}.Unplaced)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_verdict{}.pcie_roots)]byte = [unsafe.Offsetof(DraVerdict{}.PcieRoots)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_verdict{}.opened)]byte = [unsafe.Offsetof(DraVerdict{}.Opened)]byte{}
var _ [unsafe.Offsetof(C.koord_dra_verdict{}.idle)]byte = [unsafe.Offsetof(DraVerdict{}.Idle)]byte{}

var _ [C.sizeof_koord_explain_options]byte = [unsafe.Sizeof(ExplainOptions{})]byte{}
var _ [unsafe.Offsetof(C.koord_explain_options{}.nearest)]byte = [unsafe.Offsetof(ExplainOptions{}.Nearest)]byte{}
var _ [unsafe.Offsetof(C.koord_explain_options{}.max_judgements)]byte = [unsafe.Offsetof(ExplainOptions{}.MaxJudgements)]byte{}

var _ [C.sizeof_koord_explanation_info]byte = [unsafe.Sizeof(ExplanationInfo{})]byte{}
var _ [unsafe.Offsetof(C.koord_explanation_info{}.generation)]byte = [unsafe.Offsetof(ExplanationInfo{}.Generation)]byte{}
var _ [unsafe.Offsetof(C.koord_explanation_info{}.nodes)]byte = [unsafe.Offsetof(ExplanationInfo{}.Nodes)]byte{}
var _ [unsafe.Offsetof(C.koord_explanation_info{}.fitting)]byte = [unsafe.Offsetof(ExplanationInfo{}.Fitting)]byte{}
var _ [unsafe.Offsetof(C.koord_explanation_info{}.groups)]byte = [unsafe.Offsetof(ExplanationInfo{}.Groups)]byte{}
var _ [unsafe.Offsetof(C.koord_explanation_info{}.misses)]byte = [unsafe.Offsetof(ExplanationInfo{}.Misses)]byte{}
var _ [unsafe.Offsetof(C.koord_explanation_info{}.properties)]byte = [unsafe.Offsetof(ExplanationInfo{}.Properties)]byte{}

var _ [C.sizeof_koord_bound]byte = [unsafe.Sizeof(Bound{})]byte{}
var _ [unsafe.Offsetof(C.koord_bound{}.needed)]byte = [unsafe.Offsetof(Bound{}.Needed)]byte{}
var _ [unsafe.Offsetof(C.koord_bound{}.best)]byte = [unsafe.Offsetof(Bound{}.Best)]byte{}
var _ [unsafe.Offsetof(C.koord_bound{}.scope)]byte = [unsafe.Offsetof(Bound{}.Scope)]byte{}
var _ [unsafe.Offsetof(C.koord_bound{}.object)]byte = [unsafe.Offsetof(Bound{}.Object)]byte{}
var _ [unsafe.Offsetof(C.koord_bound{}.where)]byte = [unsafe.Offsetof(Bound{}.Where)]byte{}
var _ [unsafe.Offsetof(C.koord_bound{}.resource)]byte = [unsafe.Offsetof(Bound{}.Resource)]byte{}

var _ [C.sizeof_koord_refused_group]byte = [unsafe.Sizeof(RefusedGroup{})]byte{}
var _ [unsafe.Offsetof(C.koord_refused_group{}.refusal)]byte = [unsafe.Offsetof(RefusedGroup{}.Refusal)]byte{}
var _ [unsafe.Offsetof(C.koord_refused_group{}.bound)]byte = [unsafe.Offsetof(RefusedGroup{}.Bound)]byte{}
var _ [unsafe.Offsetof(C.koord_refused_group{}.min_best)]byte = [unsafe.Offsetof(RefusedGroup{}.MinBest)]byte{}
var _ [unsafe.Offsetof(C.koord_refused_group{}.max_best)]byte = [unsafe.Offsetof(RefusedGroup{}.MaxBest)]byte{}
var _ [unsafe.Offsetof(C.koord_refused_group{}.nodes)]byte = [unsafe.Offsetof(RefusedGroup{}.Nodes)]byte{}
var _ [unsafe.Offsetof(C.koord_refused_group{}.nearest)]byte = [unsafe.Offsetof(RefusedGroup{}.Nearest)]byte{}

var _ [C.sizeof_koord_near_miss]byte = [unsafe.Sizeof(NearMiss{})]byte{}
var _ [unsafe.Offsetof(C.koord_near_miss{}.refusal)]byte = [unsafe.Offsetof(NearMiss{}.Refusal)]byte{}
var _ [unsafe.Offsetof(C.koord_near_miss{}.bound)]byte = [unsafe.Offsetof(NearMiss{}.Bound)]byte{}
var _ [unsafe.Offsetof(C.koord_near_miss{}.node)]byte = [unsafe.Offsetof(NearMiss{}.Node)]byte{}
var _ [unsafe.Offsetof(C.koord_near_miss{}.flags)]byte = [unsafe.Offsetof(NearMiss{}.Flags)]byte{}
var _ [unsafe.Offsetof(C.koord_near_miss{}.missing)]byte = [unsafe.Offsetof(NearMiss{}.Missing)]byte{}
var _ [unsafe.Offsetof(C.koord_near_miss{}.remedies)]byte = [unsafe.Offsetof(NearMiss{}.Remedies)]byte{}

var _ [C.sizeof_koord_remedy_step]byte = [unsafe.Sizeof(rawRemedyStep{})]byte{}
var _ [unsafe.Offsetof(C.koord_remedy_step{}.before)]byte = [unsafe.Offsetof(rawRemedyStep{}.Before)]byte{}
var _ [unsafe.Offsetof(C.koord_remedy_step{}.after)]byte = [unsafe.Offsetof(rawRemedyStep{}.After)]byte{}
var _ [unsafe.Offsetof(C.koord_remedy_step{}.miss)]byte = [unsafe.Offsetof(rawRemedyStep{}.Miss)]byte{}
var _ [unsafe.Offsetof(C.koord_remedy_step{}.remedy)]byte = [unsafe.Offsetof(rawRemedyStep{}.Remedy)]byte{}
var _ [unsafe.Offsetof(C.koord_remedy_step{}.kind)]byte = [unsafe.Offsetof(rawRemedyStep{}.Kind)]byte{}
var _ [unsafe.Offsetof(C.koord_remedy_step{}.priority)]byte = [unsafe.Offsetof(rawRemedyStep{}.Priority)]byte{}
var _ [unsafe.Offsetof(C.koord_remedy_step{}.uid_offset)]byte = [unsafe.Offsetof(rawRemedyStep{}.UIDOffset)]byte{}
var _ [unsafe.Offsetof(C.koord_remedy_step{}.uid_length)]byte = [unsafe.Offsetof(rawRemedyStep{}.UIDLength)]byte{}

var _ [C.sizeof_koord_gang_options]byte = [unsafe.Sizeof(GangOptions{})]byte{}
var _ [unsafe.Offsetof(C.koord_gang_options{}.budget)]byte = [unsafe.Offsetof(GangOptions{}.Budget)]byte{}
var _ [unsafe.Offsetof(C.koord_gang_options{}.max_nodes)]byte = [unsafe.Offsetof(GangOptions{}.MaxNodes)]byte{}

var _ [C.sizeof_koord_gang_info]byte = [unsafe.Sizeof(GangInfo{})]byte{}
var _ [unsafe.Offsetof(C.koord_gang_info{}.used)]byte = [unsafe.Offsetof(GangInfo{}.Used)]byte{}
var _ [unsafe.Offsetof(C.koord_gang_info{}.refusal)]byte = [unsafe.Offsetof(GangInfo{}.Refusal)]byte{}
var _ [unsafe.Offsetof(C.koord_gang_info{}.placed)]byte = [unsafe.Offsetof(GangInfo{}.Placed)]byte{}
var _ [unsafe.Offsetof(C.koord_gang_info{}.nodes)]byte = [unsafe.Offsetof(GangInfo{}.Nodes)]byte{}
var _ [unsafe.Offsetof(C.koord_gang_info{}.blocked)]byte = [unsafe.Offsetof(GangInfo{}.Blocked)]byte{}

var _ [C.sizeof_koord_task_class]byte = [unsafe.Sizeof(rawTaskClass{})]byte{}
var _ [unsafe.Offsetof(C.koord_task_class{}.tasks)]byte = [unsafe.Offsetof(rawTaskClass{}.Tasks)]byte{}
var _ [unsafe.Offsetof(C.koord_task_class{}.cpu_milli)]byte = [unsafe.Offsetof(rawTaskClass{}.CPUMilli)]byte{}
var _ [unsafe.Offsetof(C.koord_task_class{}.gpu_milli)]byte = [unsafe.Offsetof(rawTaskClass{}.GPUMilli)]byte{}
var _ [unsafe.Offsetof(C.koord_task_class{}.gpu_count)]byte = [unsafe.Offsetof(rawTaskClass{}.GPUCount)]byte{}
var _ [unsafe.Offsetof(C.koord_task_class{}.models_offset)]byte = [unsafe.Offsetof(rawTaskClass{}.ModelsOffset)]byte{}
var _ [unsafe.Offsetof(C.koord_task_class{}.models_length)]byte = [unsafe.Offsetof(rawTaskClass{}.ModelsLength)]byte{}
var _ [unsafe.Offsetof(C.koord_task_class{}.memory)]byte = [unsafe.Offsetof(rawTaskClass{}.Memory)]byte{}

var _ [C.sizeof_koord_kubelet_finding]byte = [unsafe.Sizeof(KubeletFinding{})]byte{}
var _ [unsafe.Offsetof(C.koord_kubelet_finding{}.fault)]byte = [unsafe.Offsetof(KubeletFinding{}.Fault)]byte{}
var _ [unsafe.Offsetof(C.koord_kubelet_finding{}.flags)]byte = [unsafe.Offsetof(KubeletFinding{}.Flags)]byte{}
var _ [unsafe.Offsetof(C.koord_kubelet_finding{}.cpus)]byte = [unsafe.Offsetof(KubeletFinding{}.CPUs)]byte{}

var _ [C.sizeof_koord_node_spec]byte = [unsafe.Sizeof(NodeSpec{})]byte{}
var _ [unsafe.Offsetof(C.koord_node_spec{}.flags)]byte = [unsafe.Offsetof(NodeSpec{}.Flags)]byte{}
var _ [unsafe.Offsetof(C.koord_node_spec{}.bind_policy)]byte = [unsafe.Offsetof(NodeSpec{}.BindPolicy)]byte{}
var _ [unsafe.Offsetof(C.koord_node_spec{}.strategy)]byte = [unsafe.Offsetof(NodeSpec{}.Strategy)]byte{}
var _ [unsafe.Offsetof(C.koord_node_spec{}.numa_policy)]byte = [unsafe.Offsetof(NodeSpec{}.NUMAPolicy)]byte{}
var _ [unsafe.Offsetof(C.koord_node_spec{}.cpu_amplification_percent)]byte = [unsafe.Offsetof(NodeSpec{}.CPUAmplificationPercent)]byte{}

var _ [C.sizeof_koord_nrt_verdict]byte = [unsafe.Sizeof(NRTVerdict{})]byte{}
var _ [unsafe.Offsetof(C.koord_nrt_verdict{}.refusal)]byte = [unsafe.Offsetof(NRTVerdict{}.Refusal)]byte{}
var _ [unsafe.Offsetof(C.koord_nrt_verdict{}.level)]byte = [unsafe.Offsetof(NRTVerdict{}.Level)]byte{}
var _ [unsafe.Offsetof(C.koord_nrt_verdict{}.container)]byte = [unsafe.Offsetof(NRTVerdict{}.Container)]byte{}

var _ [C.sizeof_koord_nrt_spec]byte = [unsafe.Sizeof(NRTSpec{})]byte{}
var _ [unsafe.Offsetof(C.koord_nrt_spec{}.flags)]byte = [unsafe.Offsetof(NRTSpec{}.Flags)]byte{}
var _ [unsafe.Offsetof(C.koord_nrt_spec{}.numa_policy)]byte = [unsafe.Offsetof(NRTSpec{}.NUMAPolicy)]byte{}

var _ [C.sizeof_koord_added_object]byte = [unsafe.Sizeof(rawAddedObject{})]byte{}
var _ [unsafe.Offsetof(C.koord_added_object{}.index)]byte = [unsafe.Offsetof(rawAddedObject{}.Index)]byte{}
var _ [unsafe.Offsetof(C.koord_added_object{}.kind)]byte = [unsafe.Offsetof(rawAddedObject{}.Kind)]byte{}
var _ [unsafe.Offsetof(C.koord_added_object{}.result)]byte = [unsafe.Offsetof(rawAddedObject{}.Result)]byte{}
var _ [unsafe.Offsetof(C.koord_added_object{}.status)]byte = [unsafe.Offsetof(rawAddedObject{}.Status)]byte{}
var _ [unsafe.Offsetof(C.koord_added_object{}.kind_name_offset)]byte = [unsafe.Offsetof(rawAddedObject{}.KindNameOffset)]byte{}
var _ [unsafe.Offsetof(C.koord_added_object{}.kind_name_length)]byte = [unsafe.Offsetof(rawAddedObject{}.KindNameLength)]byte{}
var _ [unsafe.Offsetof(C.koord_added_object{}.namespace_offset)]byte = [unsafe.Offsetof(rawAddedObject{}.NamespaceOffset)]byte{}
var _ [unsafe.Offsetof(C.koord_added_object{}.namespace_length)]byte = [unsafe.Offsetof(rawAddedObject{}.NamespaceLength)]byte{}
var _ [unsafe.Offsetof(C.koord_added_object{}.name_offset)]byte = [unsafe.Offsetof(rawAddedObject{}.NameOffset)]byte{}
var _ [unsafe.Offsetof(C.koord_added_object{}.name_length)]byte = [unsafe.Offsetof(rawAddedObject{}.NameLength)]byte{}
var _ [unsafe.Offsetof(C.koord_added_object{}.message_offset)]byte = [unsafe.Offsetof(rawAddedObject{}.MessageOffset)]byte{}
var _ [unsafe.Offsetof(C.koord_added_object{}.message_length)]byte = [unsafe.Offsetof(rawAddedObject{}.MessageLength)]byte{}

var _ [C.sizeof_koord_pod_spec]byte = [unsafe.Sizeof(PodSpec{})]byte{}
var _ [unsafe.Offsetof(C.koord_pod_spec{}.flags)]byte = [unsafe.Offsetof(PodSpec{}.Flags)]byte{}
var _ [unsafe.Offsetof(C.koord_pod_spec{}.scheduled)]byte = [unsafe.Offsetof(PodSpec{}.Scheduled)]byte{}
var _ [unsafe.Offsetof(C.koord_pod_spec{}.kube_qos)]byte = [unsafe.Offsetof(PodSpec{}.KubeQOS)]byte{}
var _ [unsafe.Offsetof(C.koord_pod_spec{}.priority)]byte = [unsafe.Offsetof(PodSpec{}.Priority)]byte{}
var _ [unsafe.Offsetof(C.koord_pod_spec{}.qos)]byte = [unsafe.Offsetof(PodSpec{}.QOS)]byte{}
var _ [unsafe.Offsetof(C.koord_pod_spec{}.priority_class)]byte = [unsafe.Offsetof(PodSpec{}.PriorityClass)]byte{}
var _ [unsafe.Offsetof(C.koord_pod_spec{}.required_bind)]byte = [unsafe.Offsetof(PodSpec{}.RequiredBind)]byte{}
var _ [unsafe.Offsetof(C.koord_pod_spec{}.preferred_bind)]byte = [unsafe.Offsetof(PodSpec{}.PreferredBind)]byte{}
var _ [unsafe.Offsetof(C.koord_pod_spec{}.exclusive)]byte = [unsafe.Offsetof(PodSpec{}.Exclusive)]byte{}
var _ [unsafe.Offsetof(C.koord_pod_spec{}.numa_policy)]byte = [unsafe.Offsetof(PodSpec{}.NUMAPolicy)]byte{}
var _ [unsafe.Offsetof(C.koord_pod_spec{}.numa_exclusive)]byte = [unsafe.Offsetof(PodSpec{}.NUMAExclusive)]byte{}

var _ [C.sizeof_koord_preempt_options]byte = [unsafe.Sizeof(PreemptOptions{})]byte{}
var _ [unsafe.Offsetof(C.koord_preempt_options{}.flags)]byte = [unsafe.Offsetof(PreemptOptions{}.Flags)]byte{}
var _ [unsafe.Offsetof(C.koord_preempt_options{}.budget)]byte = [unsafe.Offsetof(PreemptOptions{}.Budget)]byte{}

var _ [C.sizeof_koord_node_preemption]byte = [unsafe.Sizeof(NodePreemption{})]byte{}
var _ [unsafe.Offsetof(C.koord_node_preemption{}.priority_sum)]byte = [unsafe.Offsetof(NodePreemption{}.PrioritySum)]byte{}
var _ [unsafe.Offsetof(C.koord_node_preemption{}.node)]byte = [unsafe.Offsetof(NodePreemption{}.Node)]byte{}
var _ [unsafe.Offsetof(C.koord_node_preemption{}.reason)]byte = [unsafe.Offsetof(NodePreemption{}.Reason)]byte{}
var _ [unsafe.Offsetof(C.koord_node_preemption{}.score)]byte = [unsafe.Offsetof(NodePreemption{}.Score)]byte{}
var _ [unsafe.Offsetof(C.koord_node_preemption{}.flags)]byte = [unsafe.Offsetof(NodePreemption{}.Flags)]byte{}
var _ [unsafe.Offsetof(C.koord_node_preemption{}.highest_priority)]byte = [unsafe.Offsetof(NodePreemption{}.HighestPriority)]byte{}
var _ [unsafe.Offsetof(C.koord_node_preemption{}.victims)]byte = [unsafe.Offsetof(NodePreemption{}.Victims)]byte{}
var _ [unsafe.Offsetof(C.koord_node_preemption{}.avoided)]byte = [unsafe.Offsetof(NodePreemption{}.Avoided)]byte{}

var _ [C.sizeof_koord_fragmentation]byte = [unsafe.Sizeof(Fragmentation{})]byte{}
var _ [unsafe.Offsetof(C.koord_fragmentation{}.contested)]byte = [unsafe.Offsetof(Fragmentation{}.Contested)]byte{}
var _ [unsafe.Offsetof(C.koord_fragmentation{}.extra_numa)]byte = [unsafe.Offsetof(Fragmentation{}.ExtraNUMA)]byte{}
var _ [unsafe.Offsetof(C.koord_fragmentation{}.extra_sockets)]byte = [unsafe.Offsetof(Fragmentation{}.ExtraSockets)]byte{}
var _ [unsafe.Offsetof(C.koord_fragmentation{}.unmet_pods)]byte = [unsafe.Offsetof(Fragmentation{}.UnmetPods)]byte{}
var _ [unsafe.Offsetof(C.koord_fragmentation{}.stranded)]byte = [unsafe.Offsetof(Fragmentation{}.Stranded)]byte{}
var _ [unsafe.Offsetof(C.koord_fragmentation{}.largest_block)]byte = [unsafe.Offsetof(Fragmentation{}.LargestBlock)]byte{}
var _ [unsafe.Offsetof(C.koord_fragmentation{}.free_cpus)]byte = [unsafe.Offsetof(Fragmentation{}.FreeCPUs)]byte{}
var _ [unsafe.Offsetof(C.koord_fragmentation{}.free_cores)]byte = [unsafe.Offsetof(Fragmentation{}.FreeCores)]byte{}
var _ [unsafe.Offsetof(C.koord_fragmentation{}.percent)]byte = [unsafe.Offsetof(Fragmentation{}.Percent)]byte{}

var _ [C.sizeof_koord_rebind_options]byte = [unsafe.Sizeof(RebindOptions{})]byte{}
var _ [unsafe.Offsetof(C.koord_rebind_options{}.flags)]byte = [unsafe.Offsetof(RebindOptions{}.Flags)]byte{}
var _ [unsafe.Offsetof(C.koord_rebind_options{}.max_moved)]byte = [unsafe.Offsetof(RebindOptions{}.MaxMoved)]byte{}
var _ [unsafe.Offsetof(C.koord_rebind_options{}.budget)]byte = [unsafe.Offsetof(RebindOptions{}.Budget)]byte{}

var _ [C.sizeof_koord_rebind_info]byte = [unsafe.Sizeof(RebindInfo{})]byte{}
var _ [unsafe.Offsetof(C.koord_rebind_info{}.reason)]byte = [unsafe.Offsetof(RebindInfo{}.Reason)]byte{}
var _ [unsafe.Offsetof(C.koord_rebind_info{}.moved)]byte = [unsafe.Offsetof(RebindInfo{}.Moved)]byte{}
var _ [unsafe.Offsetof(C.koord_rebind_info{}.used)]byte = [unsafe.Offsetof(RebindInfo{}.Used)]byte{}
var _ [unsafe.Offsetof(C.koord_rebind_info{}.properties)]byte = [unsafe.Offsetof(RebindInfo{}.Properties)]byte{}
var _ [unsafe.Offsetof(C.koord_rebind_info{}.before)]byte = [unsafe.Offsetof(RebindInfo{}.Before)]byte{}
var _ [unsafe.Offsetof(C.koord_rebind_info{}.after)]byte = [unsafe.Offsetof(RebindInfo{}.After)]byte{}
var _ [unsafe.Offsetof(C.koord_rebind_info{}.refusal)]byte = [unsafe.Offsetof(RebindInfo{}.Refusal)]byte{}

var _ [C.sizeof_koord_rebind_request]byte = [unsafe.Sizeof(RebindRequest{})]byte{}
var _ [unsafe.Offsetof(C.koord_rebind_request{}.action)]byte = [unsafe.Offsetof(RebindRequest{}.Action)]byte{}
var _ [unsafe.Offsetof(C.koord_rebind_request{}.phase)]byte = [unsafe.Offsetof(RebindRequest{}.Phase)]byte{}
var _ [unsafe.Offsetof(C.koord_rebind_request{}.deadline_seconds)]byte = [unsafe.Offsetof(RebindRequest{}.DeadlineSeconds)]byte{}

var _ [C.sizeof_koord_picture_options]byte = [unsafe.Sizeof(PictureOptions{})]byte{}
var _ [unsafe.Offsetof(C.koord_picture_options{}.flags)]byte = [unsafe.Offsetof(PictureOptions{}.Flags)]byte{}
var _ [unsafe.Offsetof(C.koord_picture_options{}.format)]byte = [unsafe.Offsetof(PictureOptions{}.Format)]byte{}
var _ [unsafe.Offsetof(C.koord_picture_options{}.columns)]byte = [unsafe.Offsetof(PictureOptions{}.Columns)]byte{}

var _ [C.sizeof_koord_suppress_usage]byte = [unsafe.Sizeof(SuppressUsage{})]byte{}
var _ [unsafe.Offsetof(C.koord_suppress_usage{}.capacity)]byte = [unsafe.Offsetof(SuppressUsage{}.Capacity)]byte{}
var _ [unsafe.Offsetof(C.koord_suppress_usage{}.node_used)]byte = [unsafe.Offsetof(SuppressUsage{}.NodeUsed)]byte{}
var _ [unsafe.Offsetof(C.koord_suppress_usage{}.pods_used)]byte = [unsafe.Offsetof(SuppressUsage{}.PodsUsed)]byte{}
var _ [unsafe.Offsetof(C.koord_suppress_usage{}.host_apps_used)]byte = [unsafe.Offsetof(SuppressUsage{}.HostAppsUsed)]byte{}
var _ [unsafe.Offsetof(C.koord_suppress_usage{}.non_be_pods_used)]byte = [unsafe.Offsetof(SuppressUsage{}.NonBEPodsUsed)]byte{}
var _ [unsafe.Offsetof(C.koord_suppress_usage{}.non_be_host_apps_used)]byte = [unsafe.Offsetof(SuppressUsage{}.NonBEHostAppsUsed)]byte{}
var _ [unsafe.Offsetof(C.koord_suppress_usage{}.reserved)]byte = [unsafe.Offsetof(SuppressUsage{}.Reserved)]byte{}
var _ [unsafe.Offsetof(C.koord_suppress_usage{}.quota_us)]byte = [unsafe.Offsetof(SuppressUsage{}.QuotaMicroseconds)]byte{}
var _ [unsafe.Offsetof(C.koord_suppress_usage{}.threshold_percent)]byte = [unsafe.Offsetof(SuppressUsage{}.ThresholdPercent)]byte{}
var _ [unsafe.Offsetof(C.koord_suppress_usage{}.minimum_percent)]byte = [unsafe.Offsetof(SuppressUsage{}.MinimumPercent)]byte{}

var _ [C.sizeof_koord_suppression]byte = [unsafe.Sizeof(Suppression{})]byte{}
var _ [unsafe.Offsetof(C.koord_suppression{}.allowance_milli)]byte = [unsafe.Offsetof(Suppression{}.AllowanceMilli)]byte{}
var _ [unsafe.Offsetof(C.koord_suppression{}.quota_us)]byte = [unsafe.Offsetof(Suppression{}.QuotaMicroseconds)]byte{}
var _ [unsafe.Offsetof(C.koord_suppression{}.cpus)]byte = [unsafe.Offsetof(Suppression{}.CPUs)]byte{}
var _ [unsafe.Offsetof(C.koord_suppression{}.properties)]byte = [unsafe.Offsetof(Suppression{}.Properties)]byte{}
