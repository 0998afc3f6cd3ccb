// Code generated from koord.h by internal/generate. DO NOT EDIT.

package koord

// #include "z_calls.h"
import "C"

import (
	"runtime"
	"unsafe"
)

func head[T any](rows []T) *T {
	if len(rows) == 0 {
		return nil
	}
	return &rows[0]
}

func stringOf(text []byte) string { return *(*string)(unsafe.Pointer(&text)) }

func isThere(text []byte) C.int {
	if text == nil {
		return 0
	}
	return 1
}

// bytesOf copies a document and frees it.
func bytesOf(buffer *C.koord_buffer, data *C.char, size C.size_t) []byte {
	if buffer == nil {
		return nil
	}
	text := make([]byte, int(size))
	copy(text, unsafe.Slice((*byte)(unsafe.Pointer(data)), int(size)))
	C.koord_buffer_unref(buffer)
	return text
}

// failed takes over what a shim kept of an error; without memory for that there is only the status.
func failed(op string, status C.koord_status, kept *C.koord_error) error {
	err := &Error{Op: op, Code: Status(status)}
	if kept != nil {
		err.Message = C.GoString(&kept.message[0])
		C.free(unsafe.Pointer(kept))
	}
	return err
}

func callVersion() uint32 { return uint32(C.koord_version()) }

func callVersionString() string { return C.GoString(C.koord_version_string()) }

func callStatusName(status Status) string {
	return C.GoString(C.koord_status_get_name(C.koord_status(status)))
}

func callContextNew() (out *Context, err error) {
	r := C.go_koord_context_new()
	out = newContext(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("context_new", r.status, r.failure)
	}
	return
}

func callContextFree(pointer uintptr) { C.go_koord_context_free(C.uintptr_t(pointer)) }

func callCpulistParse(list string, words []uint64) (err error) {
	r := C.go_koord_cpulist_parse(list, (*C.uint64_t)(unsafe.Pointer(head(words))), C.size_t(len(words)))
	if r.status != C.KOORD_OK {
		err = failed("cpulist_parse", r.status, r.failure)
	}
	return
}

func callCpulistFormat(words []uint64, text []byte) (needed int, err error) {
	r := C.go_koord_cpulist_format((*C.uint64_t)(unsafe.Pointer(head(words))), C.size_t(len(words)), (*C.char)(unsafe.Pointer(head(text))), C.size_t(len(text)))
	needed = int(r.needed)
	if r.status != C.KOORD_OK {
		err = failed("cpulist_format", r.status, r.failure)
	}
	return
}

func callBindPolicyName(policy BindPolicy) string {
	return C.GoString(C.koord_bind_policy_get_name(C.koord_bind_policy(policy)))
}

func callExclusivePolicyName(policy ExclusivePolicy) string {
	return C.GoString(C.koord_exclusive_policy_get_name(C.koord_exclusive_policy(policy)))
}

func callNUMAStrategyName(strategy NUMAStrategy) string {
	return C.GoString(C.koord_numa_strategy_get_name(C.koord_numa_strategy(strategy)))
}

func callNUMAPolicyName(policy NUMAPolicy) string {
	return C.GoString(C.koord_numa_policy_get_name(C.koord_numa_policy(policy)))
}

func callNUMAExclusiveName(exclusive NUMAExclusive) string {
	return C.GoString(C.koord_numa_exclusive_get_name(C.koord_numa_exclusive(exclusive)))
}

func callRefusalFormat(refusal Refusal, text []byte) (needed int, err error) {
	r := C.go_koord_refusal_format(*(*C.koord_refusal)(unsafe.Pointer(&refusal)), (*C.char)(unsafe.Pointer(head(text))), C.size_t(len(text)))
	needed = int(r.needed)
	if r.status != C.KOORD_OK {
		err = failed("refusal_format", r.status, r.failure)
	}
	return
}

func callRefusalToJSON(refusal Refusal) (out []byte, err error) {
	r := C.go_koord_refusal_to_json(*(*C.koord_refusal)(unsafe.Pointer(&refusal)))
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("refusal_to_json", r.status, r.failure)
	}
	return
}

func callReasonName(reason Reason, profile Profile) string {
	return C.GoString(C.koord_reason_get_name(C.koord_reason(reason), C.koord_profile(profile)))
}

func callObjectKindName(kind ObjectKind) string {
	return C.GoString(C.koord_object_kind_get_name(C.koord_object_kind(kind)))
}

func callQOSName(qos QOS) string { return C.GoString(C.koord_qos_get_name(C.koord_qos(qos))) }

func callKubeQOSName(qos KubeQOS) string {
	return C.GoString(C.koord_kube_qos_get_name(C.koord_kube_qos(qos)))
}

func callPriorityClassName(priorityClass PriorityClass) string {
	return C.GoString(C.koord_priority_class_get_name(C.koord_priority_class(priorityClass)))
}

// Ref is the same pod once more, to be closed on its own; nil for a closed one.
func (h *Pod) Ref() *Pod {
	at := h.pointer()
	if at == 0 {
		return nil
	}
	made := newPod(uintptr(C.go_koord_pod_ref(C.uintptr_t(at))))
	runtime.KeepAlive(h)
	return made
}

func callPodUnref(pointer uintptr) { C.go_koord_pod_unref(C.uintptr_t(pointer)) }

func callPodFromJSON(context *Context, json []byte) (out *Pod, err error) {
	contextAt := context.pointer()
	if context != nil && contextAt == 0 {
		err = closed("pod_from_json", "context")
		return
	}
	r := C.go_koord_pod_from_json(C.uintptr_t(contextAt), stringOf(json))
	runtime.KeepAlive(context)
	out = newPod(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("pod_from_json", r.status, r.failure)
	}
	context.deliver()
	return
}

func callPodFromStruct(spec rawPodSpec, arena []byte, containers []rawContainer, resources []rawResource, cpus []uint64, words int) (out *Pod, err error) {
	r := C.go_koord_pod_from_struct(*(*C.koord_pod_spec)(unsafe.Pointer(&spec)), stringOf(arena), (*C.koord_container)(unsafe.Pointer(head(containers))), C.size_t(len(containers)), (*C.koord_resource)(unsafe.Pointer(head(resources))), C.size_t(len(resources)), (*C.uint64_t)(unsafe.Pointer(head(cpus))), C.size_t(words))
	out = newPod(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("pod_from_struct", r.status, r.failure)
	}
	return
}

func callPodInfo(pod *Pod) (info PodInfo, err error) {
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("pod_get_info", "pod")
		return
	}
	r := C.go_koord_pod_get_info(C.uintptr_t(podAt))
	runtime.KeepAlive(pod)
	info = *(*PodInfo)(unsafe.Pointer(&r.info))
	if r.status != C.KOORD_OK {
		err = failed("pod_get_info", r.status, r.failure)
	}
	return
}

func callPodRequest(pod *Pod, resource string) (request int64, limit int64, err error) {
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("pod_get_request", "pod")
		return
	}
	r := C.go_koord_pod_get_request(C.uintptr_t(podAt), resource)
	runtime.KeepAlive(pod)
	request = int64(r.request)
	limit = int64(r.limit)
	if r.status != C.KOORD_OK {
		err = failed("pod_get_request", r.status, r.failure)
	}
	return
}

func callPodText(pod *Pod, which PodText, text []byte) (needed int, err error) {
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("pod_get_text", "pod")
		return
	}
	r := C.go_koord_pod_get_text(C.uintptr_t(podAt), C.koord_pod_text(which), (*C.char)(unsafe.Pointer(head(text))), C.size_t(len(text)))
	runtime.KeepAlive(pod)
	needed = int(r.needed)
	if r.status != C.KOORD_OK {
		err = failed("pod_get_text", r.status, r.failure)
	}
	return
}

func callPodFaults(pod *Pod, text []byte) (needed int, err error) {
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("pod_get_faults", "pod")
		return
	}
	r := C.go_koord_pod_get_faults(C.uintptr_t(podAt), (*C.char)(unsafe.Pointer(head(text))), C.size_t(len(text)))
	runtime.KeepAlive(pod)
	needed = int(r.needed)
	if r.status != C.KOORD_OK {
		err = failed("pod_get_faults", r.status, r.failure)
	}
	return
}

func callPodCPUs(pod *Pod, words []uint64) (err error) {
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("pod_get_cpus", "pod")
		return
	}
	r := C.go_koord_pod_get_cpus(C.uintptr_t(podAt), (*C.uint64_t)(unsafe.Pointer(head(words))), C.size_t(len(words)))
	runtime.KeepAlive(pod)
	if r.status != C.KOORD_OK {
		err = failed("pod_get_cpus", r.status, r.failure)
	}
	return
}

// Ref is the same topology once more, to be closed on its own; nil for a closed one.
func (h *Topology) Ref() *Topology {
	at := h.pointer()
	if at == 0 {
		return nil
	}
	made := newTopology(uintptr(C.go_koord_topology_ref(C.uintptr_t(at))))
	runtime.KeepAlive(h)
	return made
}

func callTopologyUnref(pointer uintptr) { C.go_koord_topology_unref(C.uintptr_t(pointer)) }

func callTopologyDiscover(context *Context, flags TopologyFlags) (out *Topology, err error) {
	contextAt := context.pointer()
	if context != nil && contextAt == 0 {
		err = closed("topology_discover", "context")
		return
	}
	r := C.go_koord_topology_discover(C.uintptr_t(contextAt), C.koord_topology_flags(flags))
	runtime.KeepAlive(context)
	out = newTopology(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("topology_discover", r.status, r.failure)
	}
	context.deliver()
	return
}

func callTopologyFromHwlocXml(context *Context, flags TopologyFlags, xml []byte) (out *Topology, err error) {
	contextAt := context.pointer()
	if context != nil && contextAt == 0 {
		err = closed("topology_from_hwloc_xml", "context")
		return
	}
	r := C.go_koord_topology_from_hwloc_xml(C.uintptr_t(contextAt), C.koord_topology_flags(flags), stringOf(xml))
	runtime.KeepAlive(context)
	out = newTopology(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("topology_from_hwloc_xml", r.status, r.failure)
	}
	context.deliver()
	return
}

func callTopologyFromSynthetic(context *Context, text string) (out *Topology, err error) {
	contextAt := context.pointer()
	if context != nil && contextAt == 0 {
		err = closed("topology_from_synthetic", "context")
		return
	}
	r := C.go_koord_topology_from_synthetic(C.uintptr_t(contextAt), text)
	runtime.KeepAlive(context)
	out = newTopology(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("topology_from_synthetic", r.status, r.failure)
	}
	context.deliver()
	return
}

func callTopologyFromJSON(context *Context, json []byte) (out *Topology, err error) {
	contextAt := context.pointer()
	if context != nil && contextAt == 0 {
		err = closed("topology_from_json", "context")
		return
	}
	r := C.go_koord_topology_from_json(C.uintptr_t(contextAt), stringOf(json))
	runtime.KeepAlive(context)
	out = newTopology(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("topology_from_json", r.status, r.failure)
	}
	context.deliver()
	return
}

func callTopologyFromAnnotation(context *Context, json []byte) (out *Topology, err error) {
	contextAt := context.pointer()
	if context != nil && contextAt == 0 {
		err = closed("topology_from_annotation", "context")
		return
	}
	r := C.go_koord_topology_from_annotation(C.uintptr_t(contextAt), stringOf(json))
	runtime.KeepAlive(context)
	out = newTopology(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("topology_from_annotation", r.status, r.failure)
	}
	context.deliver()
	return
}

func callTopologyFromNRT(context *Context, json []byte) (out *Topology, err error) {
	contextAt := context.pointer()
	if context != nil && contextAt == 0 {
		err = closed("topology_from_nrt", "context")
		return
	}
	r := C.go_koord_topology_from_nrt(C.uintptr_t(contextAt), stringOf(json))
	runtime.KeepAlive(context)
	out = newTopology(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("topology_from_nrt", r.status, r.failure)
	}
	context.deliver()
	return
}

func callTopologyFromRows(rows []CPU, architecture string) (out *Topology, err error) {
	r := C.go_koord_topology_from_rows((*C.koord_cpu)(unsafe.Pointer(head(rows))), C.size_t(len(rows)), architecture)
	out = newTopology(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("topology_from_rows", r.status, r.failure)
	}
	return
}

func callTopologyInfo(topology *Topology) (info TopologyInfo, err error) {
	topologyAt := topology.pointer()
	if topologyAt == 0 {
		err = closed("topology_get_info", "topology")
		return
	}
	r := C.go_koord_topology_get_info(C.uintptr_t(topologyAt))
	runtime.KeepAlive(topology)
	info = (*rawTopologyInfo)(unsafe.Pointer(&r.info)).public("")
	if r.status != C.KOORD_OK {
		err = failed("topology_get_info", r.status, r.failure)
	}
	return
}

func callTopologyCPUs(topology *Topology, rows []CPU) (count int, err error) {
	topologyAt := topology.pointer()
	if topologyAt == 0 {
		err = closed("topology_get_cpus", "topology")
		return
	}
	r := C.go_koord_topology_get_cpus(C.uintptr_t(topologyAt), (*C.koord_cpu)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	runtime.KeepAlive(topology)
	count = int(r.count)
	if r.status != C.KOORD_OK {
		err = failed("topology_get_cpus", r.status, r.failure)
	}
	return
}

func callTopologyNUMANodes(topology *Topology, rows []NUMANode) (count int, err error) {
	topologyAt := topology.pointer()
	if topologyAt == 0 {
		err = closed("topology_get_numa_nodes", "topology")
		return
	}
	r := C.go_koord_topology_get_numa_nodes(C.uintptr_t(topologyAt), (*C.koord_numa_node)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	runtime.KeepAlive(topology)
	count = int(r.count)
	if r.status != C.KOORD_OK {
		err = failed("topology_get_numa_nodes", r.status, r.failure)
	}
	return
}

func callTopologyHugepages(topology *Topology, rows []Hugepages) (count int, err error) {
	topologyAt := topology.pointer()
	if topologyAt == 0 {
		err = closed("topology_get_hugepages", "topology")
		return
	}
	r := C.go_koord_topology_get_hugepages(C.uintptr_t(topologyAt), (*C.koord_hugepages)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	runtime.KeepAlive(topology)
	count = int(r.count)
	if r.status != C.KOORD_OK {
		err = failed("topology_get_hugepages", r.status, r.failure)
	}
	return
}

func callTopologyDistances(topology *Topology, values []uint32) (count int, err error) {
	topologyAt := topology.pointer()
	if topologyAt == 0 {
		err = closed("topology_get_distances", "topology")
		return
	}
	r := C.go_koord_topology_get_distances(C.uintptr_t(topologyAt), (*C.uint32_t)(unsafe.Pointer(head(values))), C.size_t(len(values)))
	runtime.KeepAlive(topology)
	count = int(r.count)
	if r.status != C.KOORD_OK {
		err = failed("topology_get_distances", r.status, r.failure)
	}
	return
}

func callTopologyDevices(topology *Topology, rows []rawPCIDevice, arena []byte) (count int, arenaSize int, err error) {
	topologyAt := topology.pointer()
	if topologyAt == 0 {
		err = closed("topology_get_devices", "topology")
		return
	}
	r := C.go_koord_topology_get_devices(C.uintptr_t(topologyAt), (*C.koord_pci_device)(unsafe.Pointer(head(rows))), C.size_t(len(rows)), (*C.char)(unsafe.Pointer(head(arena))), C.size_t(len(arena)))
	runtime.KeepAlive(topology)
	count = int(r.count)
	arenaSize = int(r.arena_size)
	if r.status != C.KOORD_OK {
		err = failed("topology_get_devices", r.status, r.failure)
	}
	return
}

func callTopologyCPUSet(topology *Topology, kind CPUSetKind, id int32, words []uint64) (err error) {
	topologyAt := topology.pointer()
	if topologyAt == 0 {
		err = closed("topology_get_cpuset", "topology")
		return
	}
	r := C.go_koord_topology_get_cpuset(C.uintptr_t(topologyAt), C.koord_cpuset_kind(kind), C.int32_t(id), (*C.uint64_t)(unsafe.Pointer(head(words))), C.size_t(len(words)))
	runtime.KeepAlive(topology)
	if r.status != C.KOORD_OK {
		err = failed("topology_get_cpuset", r.status, r.failure)
	}
	return
}

func callTopologyToJSON(topology *Topology) (out []byte, err error) {
	topologyAt := topology.pointer()
	if topologyAt == 0 {
		err = closed("topology_to_json", "topology")
		return
	}
	r := C.go_koord_topology_to_json(C.uintptr_t(topologyAt))
	runtime.KeepAlive(topology)
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("topology_to_json", r.status, r.failure)
	}
	return
}

func callTopologyToAnnotation(topology *Topology) (out []byte, err error) {
	topologyAt := topology.pointer()
	if topologyAt == 0 {
		err = closed("topology_to_annotation", "topology")
		return
	}
	r := C.go_koord_topology_to_annotation(C.uintptr_t(topologyAt))
	runtime.KeepAlive(topology)
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("topology_to_annotation", r.status, r.failure)
	}
	return
}

func callTopologyToNRT(topology *Topology, nodeName string, kubeletConfig []byte, cpuState []byte) (out []byte, err error) {
	topologyAt := topology.pointer()
	if topologyAt == 0 {
		err = closed("topology_to_nrt", "topology")
		return
	}
	r := C.go_koord_topology_to_nrt(C.uintptr_t(topologyAt), nodeName, stringOf(kubeletConfig), stringOf(cpuState))
	runtime.KeepAlive(topology)
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("topology_to_nrt", r.status, r.failure)
	}
	return
}

func callAgentNew(topology *Topology, options AgentOptions) (out *Agent, err error) {
	topologyAt := topology.pointer()
	if topologyAt == 0 {
		err = closed("agent_new", "topology")
		return
	}
	r := C.go_koord_agent_new(C.uintptr_t(topologyAt), *(*C.koord_agent_options)(unsafe.Pointer(&options)))
	runtime.KeepAlive(topology)
	out = newAgent(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("agent_new", r.status, r.failure)
	}
	return
}

func callAgentFree(pointer uintptr) { C.go_koord_agent_free(C.uintptr_t(pointer)) }

func callAgentSetTopology(node *Agent, topology *Topology) (err error) {
	nodeAt := node.pointer()
	if nodeAt == 0 {
		err = closed("agent_set_topology", "node")
		return
	}
	topologyAt := topology.pointer()
	if topologyAt == 0 {
		err = closed("agent_set_topology", "topology")
		return
	}
	r := C.go_koord_agent_set_topology(C.uintptr_t(nodeAt), C.uintptr_t(topologyAt))
	runtime.KeepAlive(node)
	runtime.KeepAlive(topology)
	if r.status != C.KOORD_OK {
		err = failed("agent_set_topology", r.status, r.failure)
	}
	return
}

func callAgentSetNode(node *Agent, context *Context, json []byte) (err error) {
	nodeAt := node.pointer()
	if nodeAt == 0 {
		err = closed("agent_set_node", "node")
		return
	}
	contextAt := context.pointer()
	if context != nil && contextAt == 0 {
		err = closed("agent_set_node", "context")
		return
	}
	r := C.go_koord_agent_set_node(C.uintptr_t(nodeAt), C.uintptr_t(contextAt), stringOf(json))
	runtime.KeepAlive(node)
	runtime.KeepAlive(context)
	if r.status != C.KOORD_OK {
		err = failed("agent_set_node", r.status, r.failure)
	}
	context.deliver()
	return
}

func callAgentSetKubelet(node *Agent, context *Context, kubeletConfig []byte, cpuState []byte) (err error) {
	nodeAt := node.pointer()
	if nodeAt == 0 {
		err = closed("agent_set_kubelet", "node")
		return
	}
	contextAt := context.pointer()
	if context != nil && contextAt == 0 {
		err = closed("agent_set_kubelet", "context")
		return
	}
	r := C.go_koord_agent_set_kubelet(C.uintptr_t(nodeAt), C.uintptr_t(contextAt), stringOf(kubeletConfig), stringOf(cpuState))
	runtime.KeepAlive(node)
	runtime.KeepAlive(context)
	if r.status != C.KOORD_OK {
		err = failed("agent_set_kubelet", r.status, r.failure)
	}
	context.deliver()
	return
}

func callAgentSetDevices(node *Agent, context *Context, json []byte) (err error) {
	nodeAt := node.pointer()
	if nodeAt == 0 {
		err = closed("agent_set_devices", "node")
		return
	}
	contextAt := context.pointer()
	if context != nil && contextAt == 0 {
		err = closed("agent_set_devices", "context")
		return
	}
	r := C.go_koord_agent_set_devices(C.uintptr_t(nodeAt), C.uintptr_t(contextAt), stringOf(json))
	runtime.KeepAlive(node)
	runtime.KeepAlive(context)
	if r.status != C.KOORD_OK {
		err = failed("agent_set_devices", r.status, r.failure)
	}
	context.deliver()
	return
}

func callAgentSetPod(node *Agent, pod *Pod) (err error) {
	nodeAt := node.pointer()
	if nodeAt == 0 {
		err = closed("agent_set_pod", "node")
		return
	}
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("agent_set_pod", "pod")
		return
	}
	r := C.go_koord_agent_set_pod(C.uintptr_t(nodeAt), C.uintptr_t(podAt))
	runtime.KeepAlive(node)
	runtime.KeepAlive(pod)
	if r.status != C.KOORD_OK {
		err = failed("agent_set_pod", r.status, r.failure)
	}
	return
}

func callAgentRemovePod(node *Agent, uid string) (known uint32, err error) {
	nodeAt := node.pointer()
	if nodeAt == 0 {
		err = closed("agent_remove_pod", "node")
		return
	}
	r := C.go_koord_agent_remove_pod(C.uintptr_t(nodeAt), uid)
	runtime.KeepAlive(node)
	known = uint32(r.known)
	if r.status != C.KOORD_OK {
		err = failed("agent_remove_pod", r.status, r.failure)
	}
	return
}

func callAgentInfo(node *Agent) (info AgentInfo, err error) {
	nodeAt := node.pointer()
	if nodeAt == 0 {
		err = closed("agent_get_info", "node")
		return
	}
	r := C.go_koord_agent_get_info(C.uintptr_t(nodeAt))
	runtime.KeepAlive(node)
	info = *(*AgentInfo)(unsafe.Pointer(&r.info))
	if r.status != C.KOORD_OK {
		err = failed("agent_get_info", r.status, r.failure)
	}
	return
}

func callAgentHash(node *Agent) (hash uint64, err error) {
	nodeAt := node.pointer()
	if nodeAt == 0 {
		err = closed("agent_get_hash", "node")
		return
	}
	r := C.go_koord_agent_get_hash(C.uintptr_t(nodeAt))
	runtime.KeepAlive(node)
	hash = uint64(r.hash)
	if r.status != C.KOORD_OK {
		err = failed("agent_get_hash", r.status, r.failure)
	}
	return
}

func callAgentCPUs(node *Agent, which AgentCPUSet, words []uint64) (err error) {
	nodeAt := node.pointer()
	if nodeAt == 0 {
		err = closed("agent_get_cpus", "node")
		return
	}
	r := C.go_koord_agent_get_cpus(C.uintptr_t(nodeAt), C.koord_agent_cpuset(which), (*C.uint64_t)(unsafe.Pointer(head(words))), C.size_t(len(words)))
	runtime.KeepAlive(node)
	if r.status != C.KOORD_OK {
		err = failed("agent_get_cpus", r.status, r.failure)
	}
	return
}

func callAgentPools(node *Agent, rows []AgentPool, shared []uint64, bestEffort []uint64, words int) (count int, err error) {
	nodeAt := node.pointer()
	if nodeAt == 0 {
		err = closed("agent_get_pools", "node")
		return
	}
	r := C.go_koord_agent_get_pools(C.uintptr_t(nodeAt), (*C.koord_agent_pool)(unsafe.Pointer(head(rows))), C.size_t(len(rows)), (*C.uint64_t)(unsafe.Pointer(head(shared))), (*C.uint64_t)(unsafe.Pointer(head(bestEffort))), C.size_t(words))
	runtime.KeepAlive(node)
	count = int(r.count)
	if r.status != C.KOORD_OK {
		err = failed("agent_get_pools", r.status, r.failure)
	}
	return
}

func callAgentPlaceName(place AgentPlace) string {
	return C.GoString(C.koord_agent_place_get_name(C.koord_agent_place(place)))
}

func callAgentPods(node *Agent, since uint64, rows []rawAgentPod, cpus []uint64, words int, arena []byte) (count int, arenaLength int, err error) {
	nodeAt := node.pointer()
	if nodeAt == 0 {
		err = closed("agent_get_pods", "node")
		return
	}
	r := C.go_koord_agent_get_pods(C.uintptr_t(nodeAt), C.uint64_t(since), (*C.koord_agent_pod)(unsafe.Pointer(head(rows))), C.size_t(len(rows)), (*C.uint64_t)(unsafe.Pointer(head(cpus))), C.size_t(words), (*C.char)(unsafe.Pointer(head(arena))), C.size_t(len(arena)))
	runtime.KeepAlive(node)
	count = int(r.count)
	arenaLength = int(r.arena_length)
	if r.status != C.KOORD_OK {
		err = failed("agent_get_pods", r.status, r.failure)
	}
	return
}

func callAgentToAnnotation(node *Agent, which AgentAnnotation) (out []byte, err error) {
	nodeAt := node.pointer()
	if nodeAt == 0 {
		err = closed("agent_to_annotation", "node")
		return
	}
	r := C.go_koord_agent_to_annotation(C.uintptr_t(nodeAt), C.koord_agent_annotation(which))
	runtime.KeepAlive(node)
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("agent_to_annotation", r.status, r.failure)
	}
	return
}

func callAgentToNRT(node *Agent) (out []byte, err error) {
	nodeAt := node.pointer()
	if nodeAt == 0 {
		err = closed("agent_to_nrt", "node")
		return
	}
	r := C.go_koord_agent_to_nrt(C.uintptr_t(nodeAt))
	runtime.KeepAlive(node)
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("agent_to_nrt", r.status, r.failure)
	}
	return
}

func callAgentSuppress(node *Agent, usage SuppressUsage, current []uint64, cpus []uint64, words int) (out Suppression, err error) {
	nodeAt := node.pointer()
	if nodeAt == 0 {
		err = closed("agent_suppress", "node")
		return
	}
	r := C.go_koord_agent_suppress(C.uintptr_t(nodeAt), *(*C.koord_suppress_usage)(unsafe.Pointer(&usage)), (*C.uint64_t)(unsafe.Pointer(head(current))), (*C.uint64_t)(unsafe.Pointer(head(cpus))), C.size_t(words))
	runtime.KeepAlive(node)
	out = *(*Suppression)(unsafe.Pointer(&r.out))
	if r.status != C.KOORD_OK {
		err = failed("agent_suppress", r.status, r.failure)
	}
	return
}

func callAgentToJSON(node *Agent, bootID string) (out []byte, err error) {
	nodeAt := node.pointer()
	if nodeAt == 0 {
		err = closed("agent_to_json", "node")
		return
	}
	r := C.go_koord_agent_to_json(C.uintptr_t(nodeAt), bootID)
	runtime.KeepAlive(node)
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("agent_to_json", r.status, r.failure)
	}
	return
}

func callAgentSnapshot(node *Agent) (out *AgentState, err error) {
	nodeAt := node.pointer()
	if nodeAt == 0 {
		err = closed("agent_snapshot", "node")
		return
	}
	r := C.go_koord_agent_snapshot(C.uintptr_t(nodeAt))
	runtime.KeepAlive(node)
	out = newAgentState(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("agent_snapshot", r.status, r.failure)
	}
	return
}

func callAgentSetState(node *Agent, state *AgentState) (err error) {
	nodeAt := node.pointer()
	if nodeAt == 0 {
		err = closed("agent_set_state", "node")
		return
	}
	stateAt := state.pointer()
	if stateAt == 0 {
		err = closed("agent_set_state", "state")
		return
	}
	r := C.go_koord_agent_set_state(C.uintptr_t(nodeAt), C.uintptr_t(stateAt))
	runtime.KeepAlive(node)
	runtime.KeepAlive(state)
	if r.status != C.KOORD_OK {
		err = failed("agent_set_state", r.status, r.failure)
	}
	return
}

func callAgentStateFromJSON(json []byte) (out *AgentState, err error) {
	r := C.go_koord_agent_state_from_json(stringOf(json))
	out = newAgentState(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("agent_state_from_json", r.status, r.failure)
	}
	return
}

// Ref is the same agent state once more, to be closed on its own; nil for a closed one.
func (h *AgentState) Ref() *AgentState {
	at := h.pointer()
	if at == 0 {
		return nil
	}
	made := newAgentState(uintptr(C.go_koord_agent_state_ref(C.uintptr_t(at))))
	runtime.KeepAlive(h)
	return made
}

func callAgentStateUnref(pointer uintptr) { C.go_koord_agent_state_unref(C.uintptr_t(pointer)) }

func callAgentStateLoad(path string) (out *AgentState, err error) {
	r := C.go_koord_agent_state_load(path)
	out = newAgentState(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("agent_state_load", r.status, r.failure)
	}
	return
}

func callAgentStateSave(path string, json []byte) (err error) {
	r := C.go_koord_agent_state_save(path, stringOf(json))
	if r.status != C.KOORD_OK {
		err = failed("agent_state_save", r.status, r.failure)
	}
	return
}

func callAgentStateText(state *AgentState, which AgentText, text []byte) (needed int, err error) {
	stateAt := state.pointer()
	if stateAt == 0 {
		err = closed("agent_state_get_text", "state")
		return
	}
	r := C.go_koord_agent_state_get_text(C.uintptr_t(stateAt), C.koord_agent_text(which), (*C.char)(unsafe.Pointer(head(text))), C.size_t(len(text)))
	runtime.KeepAlive(state)
	needed = int(r.needed)
	if r.status != C.KOORD_OK {
		err = failed("agent_state_get_text", r.status, r.failure)
	}
	return
}

func callAgentStateInfo(state *AgentState) (info AgentInfo, err error) {
	stateAt := state.pointer()
	if stateAt == 0 {
		err = closed("agent_state_get_info", "state")
		return
	}
	r := C.go_koord_agent_state_get_info(C.uintptr_t(stateAt))
	runtime.KeepAlive(state)
	info = *(*AgentInfo)(unsafe.Pointer(&r.info))
	if r.status != C.KOORD_OK {
		err = failed("agent_state_get_info", r.status, r.failure)
	}
	return
}

func callAgentStateCPUs(state *AgentState, which AgentCPUSet, words []uint64) (err error) {
	stateAt := state.pointer()
	if stateAt == 0 {
		err = closed("agent_state_get_cpus", "state")
		return
	}
	r := C.go_koord_agent_state_get_cpus(C.uintptr_t(stateAt), C.koord_agent_cpuset(which), (*C.uint64_t)(unsafe.Pointer(head(words))), C.size_t(len(words)))
	runtime.KeepAlive(state)
	if r.status != C.KOORD_OK {
		err = failed("agent_state_get_cpus", r.status, r.failure)
	}
	return
}

func callAgentStateFindContainer(state *AgentState, uid string, container string, cpus []uint64, words int) (row AgentPod, err error) {
	stateAt := state.pointer()
	if stateAt == 0 {
		err = closed("agent_state_find_container", "state")
		return
	}
	r := C.go_koord_agent_state_find_container(C.uintptr_t(stateAt), uid, container, (*C.uint64_t)(unsafe.Pointer(head(cpus))), C.size_t(words))
	runtime.KeepAlive(state)
	row = (*rawAgentPod)(unsafe.Pointer(&r.row)).public("")
	if r.status != C.KOORD_OK {
		err = failed("agent_state_find_container", r.status, r.failure)
	}
	return
}

func callCgroupFormatPath(driver CgroupDriver, root string, qos KubeQOS, uid string, runtime CgroupRuntime, id string, text []byte) (needed int, err error) {
	r := C.go_koord_cgroup_format_path(C.koord_cgroup_driver(driver), root, C.koord_kube_qos(qos), uid, C.koord_cgroup_runtime(runtime), id, (*C.char)(unsafe.Pointer(head(text))), C.size_t(len(text)))
	needed = int(r.needed)
	if r.status != C.KOORD_OK {
		err = failed("cgroup_format_path", r.status, r.failure)
	}
	return
}

func callCgroupsOpen(options CgroupOptions, mount string, root string) (out *Cgroups, err error) {
	r := C.go_koord_cgroups_open(*(*C.koord_cgroup_options)(unsafe.Pointer(&options)), mount, root)
	out = newCgroups(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("cgroups_open", r.status, r.failure)
	}
	return
}

func callCgroupsClose(pointer uintptr) { C.go_koord_cgroups_close(C.uintptr_t(pointer)) }

func callCgroupsInfo(cgroups *Cgroups) (info CgroupsInfo, err error) {
	cgroupsAt := cgroups.pointer()
	if cgroupsAt == 0 {
		err = closed("cgroups_get_info", "cgroups")
		return
	}
	r := C.go_koord_cgroups_get_info(C.uintptr_t(cgroupsAt))
	runtime.KeepAlive(cgroups)
	info = *(*CgroupsInfo)(unsafe.Pointer(&r.info))
	if r.status != C.KOORD_OK {
		err = failed("cgroups_get_info", r.status, r.failure)
	}
	return
}

func callCgroupPlanNew(cgroups *Cgroups, state *AgentState, rows []rawCgroupContainer, arena []byte) (out *CgroupPlan, err error) {
	cgroupsAt := cgroups.pointer()
	if cgroupsAt == 0 {
		err = closed("cgroup_plan_new", "cgroups")
		return
	}
	stateAt := state.pointer()
	if stateAt == 0 {
		err = closed("cgroup_plan_new", "state")
		return
	}
	r := C.go_koord_cgroup_plan_new(C.uintptr_t(cgroupsAt), C.uintptr_t(stateAt), (*C.koord_cgroup_container)(unsafe.Pointer(head(rows))), C.size_t(len(rows)), stringOf(arena))
	runtime.KeepAlive(cgroups)
	runtime.KeepAlive(state)
	out = newCgroupPlan(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("cgroup_plan_new", r.status, r.failure)
	}
	return
}

// Ref is the same cgroup plan once more, to be closed on its own; nil for a closed one.
func (h *CgroupPlan) Ref() *CgroupPlan {
	at := h.pointer()
	if at == 0 {
		return nil
	}
	made := newCgroupPlan(uintptr(C.go_koord_cgroup_plan_ref(C.uintptr_t(at))))
	runtime.KeepAlive(h)
	return made
}

func callCgroupPlanUnref(pointer uintptr) { C.go_koord_cgroup_plan_unref(C.uintptr_t(pointer)) }

func callCgroupPlanSteps(plan *CgroupPlan, rows []rawCgroupStep, arena []byte) (count int, arenaLength int, err error) {
	planAt := plan.pointer()
	if planAt == 0 {
		err = closed("cgroup_plan_get_steps", "plan")
		return
	}
	r := C.go_koord_cgroup_plan_get_steps(C.uintptr_t(planAt), (*C.koord_cgroup_step)(unsafe.Pointer(head(rows))), C.size_t(len(rows)), (*C.char)(unsafe.Pointer(head(arena))), C.size_t(len(arena)))
	runtime.KeepAlive(plan)
	count = int(r.count)
	arenaLength = int(r.arena_length)
	if r.status != C.KOORD_OK {
		err = failed("cgroup_plan_get_steps", r.status, r.failure)
	}
	return
}

func callCgroupPlanToJSON(plan *CgroupPlan) (out []byte, err error) {
	planAt := plan.pointer()
	if planAt == 0 {
		err = closed("cgroup_plan_to_json", "plan")
		return
	}
	r := C.go_koord_cgroup_plan_to_json(C.uintptr_t(planAt))
	runtime.KeepAlive(plan)
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("cgroup_plan_to_json", r.status, r.failure)
	}
	return
}

func callCgroupPlanToText(plan *CgroupPlan) (out []byte, err error) {
	planAt := plan.pointer()
	if planAt == 0 {
		err = closed("cgroup_plan_to_text", "plan")
		return
	}
	r := C.go_koord_cgroup_plan_to_text(C.uintptr_t(planAt))
	runtime.KeepAlive(plan)
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("cgroup_plan_to_text", r.status, r.failure)
	}
	return
}

func callCgroupsApply(cgroups *Cgroups, plan *CgroupPlan) (out *CgroupReport, err error) {
	cgroupsAt := cgroups.pointer()
	if cgroupsAt == 0 {
		err = closed("cgroups_apply", "cgroups")
		return
	}
	planAt := plan.pointer()
	if planAt == 0 {
		err = closed("cgroups_apply", "plan")
		return
	}
	r := C.go_koord_cgroups_apply(C.uintptr_t(cgroupsAt), C.uintptr_t(planAt))
	runtime.KeepAlive(cgroups)
	runtime.KeepAlive(plan)
	out = newCgroupReport(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("cgroups_apply", r.status, r.failure)
	}
	return
}

// Ref is the same cgroup report once more, to be closed on its own; nil for a closed one.
func (h *CgroupReport) Ref() *CgroupReport {
	at := h.pointer()
	if at == 0 {
		return nil
	}
	made := newCgroupReport(uintptr(C.go_koord_cgroup_report_ref(C.uintptr_t(at))))
	runtime.KeepAlive(h)
	return made
}

func callCgroupReportUnref(pointer uintptr) { C.go_koord_cgroup_report_unref(C.uintptr_t(pointer)) }

func callCgroupReportInfo(report *CgroupReport) (info CgroupReportInfo, err error) {
	reportAt := report.pointer()
	if reportAt == 0 {
		err = closed("cgroup_report_get_info", "report")
		return
	}
	r := C.go_koord_cgroup_report_get_info(C.uintptr_t(reportAt))
	runtime.KeepAlive(report)
	info = *(*CgroupReportInfo)(unsafe.Pointer(&r.info))
	if r.status != C.KOORD_OK {
		err = failed("cgroup_report_get_info", r.status, r.failure)
	}
	return
}

func callCgroupReportResults(report *CgroupReport, rows []rawCgroupResult, arena []byte) (count int, arenaLength int, err error) {
	reportAt := report.pointer()
	if reportAt == 0 {
		err = closed("cgroup_report_get_results", "report")
		return
	}
	r := C.go_koord_cgroup_report_get_results(C.uintptr_t(reportAt), (*C.koord_cgroup_result)(unsafe.Pointer(head(rows))), C.size_t(len(rows)), (*C.char)(unsafe.Pointer(head(arena))), C.size_t(len(arena)))
	runtime.KeepAlive(report)
	count = int(r.count)
	arenaLength = int(r.arena_length)
	if r.status != C.KOORD_OK {
		err = failed("cgroup_report_get_results", r.status, r.failure)
	}
	return
}

func callCgroupReportToJSON(report *CgroupReport) (out []byte, err error) {
	reportAt := report.pointer()
	if reportAt == 0 {
		err = closed("cgroup_report_to_json", "report")
		return
	}
	r := C.go_koord_cgroup_report_to_json(C.uintptr_t(reportAt))
	runtime.KeepAlive(report)
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("cgroup_report_to_json", r.status, r.failure)
	}
	return
}

func callNUMAMerge(options NUMAOptions, places []NUMAPlace, distances []uint32, lists []rawNUMAHintList, hints []NUMAHint, names string, text []byte) (out NUMAMerged, textNeeded int, err error) {
	r := C.go_koord_numa_merge(*(*C.koord_numa_options)(unsafe.Pointer(&options)), (*C.koord_numa_place)(unsafe.Pointer(head(places))), C.size_t(len(places)), (*C.uint32_t)(unsafe.Pointer(head(distances))), (*C.koord_numa_hint_list)(unsafe.Pointer(head(lists))), C.size_t(len(lists)), (*C.koord_numa_hint)(unsafe.Pointer(head(hints))), C.size_t(len(hints)), names, (*C.char)(unsafe.Pointer(head(text))), C.size_t(len(text)))
	out = *(*NUMAMerged)(unsafe.Pointer(&r.out))
	textNeeded = int(r.text_needed)
	if r.status != C.KOORD_OK {
		err = failed("numa_merge", r.status, r.failure)
	}
	return
}

func callClusterNew(options ClusterOptions, args []byte) (out *Cluster, err error) {
	r := C.go_koord_cluster_new(*(*C.koord_cluster_options)(unsafe.Pointer(&options)), stringOf(args))
	out = newCluster(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("cluster_new", r.status, r.failure)
	}
	return
}

func callClusterFree(pointer uintptr) { C.go_koord_cluster_free(C.uintptr_t(pointer)) }

func callClusterSetNode(cluster *Cluster, context *Context, json []byte) (id uint32, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_set_node", "cluster")
		return
	}
	contextAt := context.pointer()
	if context != nil && contextAt == 0 {
		err = closed("cluster_set_node", "context")
		return
	}
	r := C.go_koord_cluster_set_node(C.uintptr_t(clusterAt), C.uintptr_t(contextAt), stringOf(json))
	runtime.KeepAlive(cluster)
	runtime.KeepAlive(context)
	id = uint32(r.id)
	if r.status != C.KOORD_OK {
		err = failed("cluster_set_node", r.status, r.failure)
	}
	context.deliver()
	return
}

func callClusterSetTopology(cluster *Cluster, context *Context, json []byte) (id uint32, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_set_topology", "cluster")
		return
	}
	contextAt := context.pointer()
	if context != nil && contextAt == 0 {
		err = closed("cluster_set_topology", "context")
		return
	}
	r := C.go_koord_cluster_set_topology(C.uintptr_t(clusterAt), C.uintptr_t(contextAt), stringOf(json))
	runtime.KeepAlive(cluster)
	runtime.KeepAlive(context)
	id = uint32(r.id)
	if r.status != C.KOORD_OK {
		err = failed("cluster_set_topology", r.status, r.failure)
	}
	context.deliver()
	return
}

func callClusterSetDevices(cluster *Cluster, context *Context, json []byte) (id uint32, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_set_devices", "cluster")
		return
	}
	contextAt := context.pointer()
	if context != nil && contextAt == 0 {
		err = closed("cluster_set_devices", "context")
		return
	}
	r := C.go_koord_cluster_set_devices(C.uintptr_t(clusterAt), C.uintptr_t(contextAt), stringOf(json))
	runtime.KeepAlive(cluster)
	runtime.KeepAlive(context)
	id = uint32(r.id)
	if r.status != C.KOORD_OK {
		err = failed("cluster_set_devices", r.status, r.failure)
	}
	context.deliver()
	return
}

func callClusterSetNodeStruct(cluster *Cluster, spec rawNodeSpec, arena []byte, amounts []rawAmount, reserved []uint64, system []uint64, words int) (id uint32, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_set_node_struct", "cluster")
		return
	}
	r := C.go_koord_cluster_set_node_struct(C.uintptr_t(clusterAt), *(*C.koord_node_spec)(unsafe.Pointer(&spec)), stringOf(arena), (*C.koord_amount)(unsafe.Pointer(head(amounts))), C.size_t(len(amounts)), (*C.uint64_t)(unsafe.Pointer(head(reserved))), (*C.uint64_t)(unsafe.Pointer(head(system))), C.size_t(words))
	runtime.KeepAlive(cluster)
	id = uint32(r.id)
	if r.status != C.KOORD_OK {
		err = failed("cluster_set_node_struct", r.status, r.failure)
	}
	return
}

func callClusterSetTopologyStruct(cluster *Cluster, spec rawNodeTopologySpec, arena []byte, machine *Topology, amounts []rawAmount, reserved []uint64, held []uint64, words int) (id uint32, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_set_topology_struct", "cluster")
		return
	}
	machineAt := machine.pointer()
	if machine != nil && machineAt == 0 {
		err = closed("cluster_set_topology_struct", "machine")
		return
	}
	r := C.go_koord_cluster_set_topology_struct(C.uintptr_t(clusterAt), *(*C.koord_node_topology_spec)(unsafe.Pointer(&spec)), stringOf(arena), C.uintptr_t(machineAt), (*C.koord_amount)(unsafe.Pointer(head(amounts))), C.size_t(len(amounts)), (*C.uint64_t)(unsafe.Pointer(head(reserved))), (*C.uint64_t)(unsafe.Pointer(head(held))), C.size_t(words))
	runtime.KeepAlive(cluster)
	runtime.KeepAlive(machine)
	id = uint32(r.id)
	if r.status != C.KOORD_OK {
		err = failed("cluster_set_topology_struct", r.status, r.failure)
	}
	return
}

func callClusterRemoveNode(cluster *Cluster, name string) (err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_remove_node", "cluster")
		return
	}
	r := C.go_koord_cluster_remove_node(C.uintptr_t(clusterAt), name)
	runtime.KeepAlive(cluster)
	if r.status != C.KOORD_OK {
		err = failed("cluster_remove_node", r.status, r.failure)
	}
	return
}

func callClusterRemoveTopology(cluster *Cluster, name string) (err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_remove_topology", "cluster")
		return
	}
	r := C.go_koord_cluster_remove_topology(C.uintptr_t(clusterAt), name)
	runtime.KeepAlive(cluster)
	if r.status != C.KOORD_OK {
		err = failed("cluster_remove_topology", r.status, r.failure)
	}
	return
}

func callClusterRemoveDevices(cluster *Cluster, name string) (err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_remove_devices", "cluster")
		return
	}
	r := C.go_koord_cluster_remove_devices(C.uintptr_t(clusterAt), name)
	runtime.KeepAlive(cluster)
	if r.status != C.KOORD_OK {
		err = failed("cluster_remove_devices", r.status, r.failure)
	}
	return
}

func callClusterNodeID(cluster *Cluster, name string) (id uint32, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_get_node_id", "cluster")
		return
	}
	r := C.go_koord_cluster_get_node_id(C.uintptr_t(clusterAt), name)
	runtime.KeepAlive(cluster)
	id = uint32(r.id)
	if r.status != C.KOORD_OK {
		err = failed("cluster_get_node_id", r.status, r.failure)
	}
	return
}

func callClusterNodeName(cluster *Cluster, node uint32, text []byte) (needed int, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_get_node_name", "cluster")
		return
	}
	r := C.go_koord_cluster_get_node_name(C.uintptr_t(clusterAt), C.uint32_t(node), (*C.char)(unsafe.Pointer(head(text))), C.size_t(len(text)))
	runtime.KeepAlive(cluster)
	needed = int(r.needed)
	if r.status != C.KOORD_OK {
		err = failed("cluster_get_node_name", r.status, r.failure)
	}
	return
}

func callClusterNodeTopology(cluster *Cluster, node uint32) (out *Topology, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_get_node_topology", "cluster")
		return
	}
	r := C.go_koord_cluster_get_node_topology(C.uintptr_t(clusterAt), C.uint32_t(node))
	runtime.KeepAlive(cluster)
	out = newTopology(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("cluster_get_node_topology", r.status, r.failure)
	}
	return
}

func callClusterNodeCPUs(cluster *Cluster, node uint32, which ClusterCPUSet, words []uint64) (err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_get_node_cpus", "cluster")
		return
	}
	r := C.go_koord_cluster_get_node_cpus(C.uintptr_t(clusterAt), C.uint32_t(node), C.koord_cluster_cpuset(which), (*C.uint64_t)(unsafe.Pointer(head(words))), C.size_t(len(words)))
	runtime.KeepAlive(cluster)
	if r.status != C.KOORD_OK {
		err = failed("cluster_get_node_cpus", r.status, r.failure)
	}
	return
}

func callClusterInfo(cluster *Cluster) (info ClusterInfo, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_get_info", "cluster")
		return
	}
	r := C.go_koord_cluster_get_info(C.uintptr_t(clusterAt))
	runtime.KeepAlive(cluster)
	info = *(*ClusterInfo)(unsafe.Pointer(&r.info))
	if r.status != C.KOORD_OK {
		err = failed("cluster_get_info", r.status, r.failure)
	}
	return
}

func callClusterResourceName(cluster *Cluster, resource int32, text []byte) (needed int, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_get_resource_name", "cluster")
		return
	}
	r := C.go_koord_cluster_get_resource_name(C.uintptr_t(clusterAt), C.int32_t(resource), (*C.char)(unsafe.Pointer(head(text))), C.size_t(len(text)))
	runtime.KeepAlive(cluster)
	needed = int(r.needed)
	if r.status != C.KOORD_OK {
		err = failed("cluster_get_resource_name", r.status, r.failure)
	}
	return
}

func callClusterDeviceTypeName(cluster *Cluster, type_ int32, text []byte) (needed int, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_get_device_type_name", "cluster")
		return
	}
	r := C.go_koord_cluster_get_device_type_name(C.uintptr_t(clusterAt), C.int32_t(type_), (*C.char)(unsafe.Pointer(head(text))), C.size_t(len(text)))
	runtime.KeepAlive(cluster)
	needed = int(r.needed)
	if r.status != C.KOORD_OK {
		err = failed("cluster_get_device_type_name", r.status, r.failure)
	}
	return
}

func callQueryNew() (out *Query, err error) {
	r := C.go_koord_query_new()
	out = newQuery(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("query_new", r.status, r.failure)
	}
	return
}

func callQueryClone(query *Query) (out *Query, err error) {
	queryAt := query.pointer()
	if query != nil && queryAt == 0 {
		err = closed("query_clone", "query")
		return
	}
	r := C.go_koord_query_clone(C.uintptr_t(queryAt))
	runtime.KeepAlive(query)
	out = newQuery(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("query_clone", r.status, r.failure)
	}
	return
}

func callQueryFree(pointer uintptr) { C.go_koord_query_free(C.uintptr_t(pointer)) }

func callQueryReset(query *Query) (err error) {
	queryAt := query.pointer()
	if query != nil && queryAt == 0 {
		err = closed("query_reset", "query")
		return
	}
	r := C.go_koord_query_reset(C.uintptr_t(queryAt))
	runtime.KeepAlive(query)
	if r.status != C.KOORD_OK {
		err = failed("query_reset", r.status, r.failure)
	}
	return
}

func callQuerySetFlags(query *Query, flags QueryFlags) (err error) {
	queryAt := query.pointer()
	if query != nil && queryAt == 0 {
		err = closed("query_set_flags", "query")
		return
	}
	r := C.go_koord_query_set_flags(C.uintptr_t(queryAt), C.koord_query_flags(flags))
	runtime.KeepAlive(query)
	if r.status != C.KOORD_OK {
		err = failed("query_set_flags", r.status, r.failure)
	}
	return
}

func callQuerySetNodes(query *Query, first uint32, count int) (err error) {
	queryAt := query.pointer()
	if query != nil && queryAt == 0 {
		err = closed("query_set_nodes", "query")
		return
	}
	r := C.go_koord_query_set_nodes(C.uintptr_t(queryAt), C.uint32_t(first), C.size_t(count))
	runtime.KeepAlive(query)
	if r.status != C.KOORD_OK {
		err = failed("query_set_nodes", r.status, r.failure)
	}
	return
}

func callQuerySetGeneration(query *Query, generation uint64) (err error) {
	queryAt := query.pointer()
	if query != nil && queryAt == 0 {
		err = closed("query_set_generation", "query")
		return
	}
	r := C.go_koord_query_set_generation(C.uintptr_t(queryAt), C.uint64_t(generation))
	runtime.KeepAlive(query)
	if r.status != C.KOORD_OK {
		err = failed("query_set_generation", r.status, r.failure)
	}
	return
}

func callQuerySetAffinity(query *Query, affinity uint64) (err error) {
	queryAt := query.pointer()
	if query != nil && queryAt == 0 {
		err = closed("query_set_affinity", "query")
		return
	}
	r := C.go_koord_query_set_affinity(C.uintptr_t(queryAt), C.uint64_t(affinity))
	runtime.KeepAlive(query)
	if r.status != C.KOORD_OK {
		err = failed("query_set_affinity", r.status, r.failure)
	}
	return
}

func callQueryRemovePod(query *Query, uid string) (err error) {
	queryAt := query.pointer()
	if query != nil && queryAt == 0 {
		err = closed("query_remove_pod", "query")
		return
	}
	r := C.go_koord_query_remove_pod(C.uintptr_t(queryAt), uid)
	runtime.KeepAlive(query)
	if r.status != C.KOORD_OK {
		err = failed("query_remove_pod", r.status, r.failure)
	}
	return
}

func callQueryAddPod(query *Query, pod *Pod, node uint32) (err error) {
	queryAt := query.pointer()
	if query != nil && queryAt == 0 {
		err = closed("query_add_pod", "query")
		return
	}
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("query_add_pod", "pod")
		return
	}
	r := C.go_koord_query_add_pod(C.uintptr_t(queryAt), C.uintptr_t(podAt), C.uint32_t(node))
	runtime.KeepAlive(query)
	runtime.KeepAlive(pod)
	if r.status != C.KOORD_OK {
		err = failed("query_add_pod", r.status, r.failure)
	}
	return
}

func callQueryProtectPod(query *Query, uid string, protection Protection) (err error) {
	queryAt := query.pointer()
	if query != nil && queryAt == 0 {
		err = closed("query_protect_pod", "query")
		return
	}
	r := C.go_koord_query_protect_pod(C.uintptr_t(queryAt), uid, C.koord_protection(protection))
	runtime.KeepAlive(query)
	if r.status != C.KOORD_OK {
		err = failed("query_protect_pod", r.status, r.failure)
	}
	return
}

func callClusterEvaluate(cluster *Cluster, pod *Pod, query *Query, rows []Verdict) (out Evaluation, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_evaluate", "cluster")
		return
	}
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("cluster_evaluate", "pod")
		return
	}
	queryAt := query.pointer()
	if query != nil && queryAt == 0 {
		err = closed("cluster_evaluate", "query")
		return
	}
	r := C.go_koord_cluster_evaluate(C.uintptr_t(clusterAt), C.uintptr_t(podAt), C.uintptr_t(queryAt), (*C.koord_verdict)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	runtime.KeepAlive(cluster)
	runtime.KeepAlive(pod)
	runtime.KeepAlive(query)
	out = *(*Evaluation)(unsafe.Pointer(&r.out))
	if r.status != C.KOORD_OK {
		err = failed("cluster_evaluate", r.status, r.failure)
	}
	return
}

func callClusterFindBest(cluster *Cluster, pod *Pod, query *Query, rows []Verdict) (out Evaluation, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_find_best", "cluster")
		return
	}
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("cluster_find_best", "pod")
		return
	}
	queryAt := query.pointer()
	if query != nil && queryAt == 0 {
		err = closed("cluster_find_best", "query")
		return
	}
	r := C.go_koord_cluster_find_best(C.uintptr_t(clusterAt), C.uintptr_t(podAt), C.uintptr_t(queryAt), (*C.koord_verdict)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	runtime.KeepAlive(cluster)
	runtime.KeepAlive(pod)
	runtime.KeepAlive(query)
	out = *(*Evaluation)(unsafe.Pointer(&r.out))
	if r.status != C.KOORD_OK {
		err = failed("cluster_find_best", r.status, r.failure)
	}
	return
}

func callClusterChanges(cluster *Cluster, pod *Pod, query *Query, rows []Verdict, given Evaluation) (inout Evaluation, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_get_changes", "cluster")
		return
	}
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("cluster_get_changes", "pod")
		return
	}
	queryAt := query.pointer()
	if query != nil && queryAt == 0 {
		err = closed("cluster_get_changes", "query")
		return
	}
	r := C.go_koord_cluster_get_changes(C.uintptr_t(clusterAt), C.uintptr_t(podAt), C.uintptr_t(queryAt), (*C.koord_verdict)(unsafe.Pointer(head(rows))), C.size_t(len(rows)), *(*C.koord_evaluation)(unsafe.Pointer(&given)))
	runtime.KeepAlive(cluster)
	runtime.KeepAlive(pod)
	runtime.KeepAlive(query)
	inout = *(*Evaluation)(unsafe.Pointer(&r.inout))
	if r.status != C.KOORD_OK {
		err = failed("cluster_get_changes", r.status, r.failure)
	}
	return
}

func callVerdictsNormalize(rows []Verdict) (err error) {
	r := C.go_koord_verdicts_normalize((*C.koord_verdict)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	if r.status != C.KOORD_OK {
		err = failed("verdicts_normalize", r.status, r.failure)
	}
	return
}

func callClusterJudge(cluster *Cluster, pod *Pod, query *Query, node uint32) (refusal Refusal, score int32, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_judge", "cluster")
		return
	}
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("cluster_judge", "pod")
		return
	}
	queryAt := query.pointer()
	if query != nil && queryAt == 0 {
		err = closed("cluster_judge", "query")
		return
	}
	r := C.go_koord_cluster_judge(C.uintptr_t(clusterAt), C.uintptr_t(podAt), C.uintptr_t(queryAt), C.uint32_t(node))
	runtime.KeepAlive(cluster)
	runtime.KeepAlive(pod)
	runtime.KeepAlive(query)
	refusal = *(*Refusal)(unsafe.Pointer(&r.refusal))
	score = int32(r.score)
	if r.status != C.KOORD_OK {
		err = failed("cluster_judge", r.status, r.failure)
	}
	return
}

func callClusterReserve(cluster *Cluster, pod *Pod, query *Query, node uint32, cpus []uint64, words int) (refusal Refusal, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_reserve", "cluster")
		return
	}
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("cluster_reserve", "pod")
		return
	}
	queryAt := query.pointer()
	if query != nil && queryAt == 0 {
		err = closed("cluster_reserve", "query")
		return
	}
	r := C.go_koord_cluster_reserve(C.uintptr_t(clusterAt), C.uintptr_t(podAt), C.uintptr_t(queryAt), C.uint32_t(node), (*C.uint64_t)(unsafe.Pointer(head(cpus))), C.size_t(words))
	runtime.KeepAlive(cluster)
	runtime.KeepAlive(pod)
	runtime.KeepAlive(query)
	refusal = *(*Refusal)(unsafe.Pointer(&r.refusal))
	if r.status != C.KOORD_OK {
		err = failed("cluster_reserve", r.status, r.failure)
	}
	return
}

func callClusterHints(cluster *Cluster, pod *Pod, node uint32, policy NUMAPolicy, places []NUMAPlace, lists []rawNUMAHintList, hints []NUMAHint, names []byte) (placeCount int, listCount int, hintCount int, namesLength int, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_get_hints", "cluster")
		return
	}
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("cluster_get_hints", "pod")
		return
	}
	r := C.go_koord_cluster_get_hints(C.uintptr_t(clusterAt), C.uintptr_t(podAt), C.uint32_t(node), C.koord_numa_policy(policy), (*C.koord_numa_place)(unsafe.Pointer(head(places))), C.size_t(len(places)), (*C.koord_numa_hint_list)(unsafe.Pointer(head(lists))), C.size_t(len(lists)), (*C.koord_numa_hint)(unsafe.Pointer(head(hints))), C.size_t(len(hints)), (*C.char)(unsafe.Pointer(head(names))), C.size_t(len(names)))
	runtime.KeepAlive(cluster)
	runtime.KeepAlive(pod)
	placeCount = int(r.place_count)
	listCount = int(r.list_count)
	hintCount = int(r.hint_count)
	namesLength = int(r.names_length)
	if r.status != C.KOORD_OK {
		err = failed("cluster_get_hints", r.status, r.failure)
	}
	return
}

func callClusterRemovePod(cluster *Cluster, uid string) (err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_remove_pod", "cluster")
		return
	}
	r := C.go_koord_cluster_remove_pod(C.uintptr_t(clusterAt), uid)
	runtime.KeepAlive(cluster)
	if r.status != C.KOORD_OK {
		err = failed("cluster_remove_pod", r.status, r.failure)
	}
	return
}

func callClusterSetPod(cluster *Cluster, pod *Pod) (conflicts PodConflicts, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_set_pod", "cluster")
		return
	}
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("cluster_set_pod", "pod")
		return
	}
	r := C.go_koord_cluster_set_pod(C.uintptr_t(clusterAt), C.uintptr_t(podAt))
	runtime.KeepAlive(cluster)
	runtime.KeepAlive(pod)
	conflicts = *(*PodConflicts)(unsafe.Pointer(&r.conflicts))
	if r.status != C.KOORD_OK {
		err = failed("cluster_set_pod", r.status, r.failure)
	}
	return
}

func callClusterPodConflicts(cluster *Cluster, uid string) (conflicts PodConflicts, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_get_pod_conflicts", "cluster")
		return
	}
	r := C.go_koord_cluster_get_pod_conflicts(C.uintptr_t(clusterAt), uid)
	runtime.KeepAlive(cluster)
	conflicts = *(*PodConflicts)(unsafe.Pointer(&r.conflicts))
	if r.status != C.KOORD_OK {
		err = failed("cluster_get_pod_conflicts", r.status, r.failure)
	}
	return
}

func callClusterPodNode(cluster *Cluster, uid string) (node uint32, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_get_pod_node", "cluster")
		return
	}
	r := C.go_koord_cluster_get_pod_node(C.uintptr_t(clusterAt), uid)
	runtime.KeepAlive(cluster)
	node = uint32(r.node)
	if r.status != C.KOORD_OK {
		err = failed("cluster_get_pod_node", r.status, r.failure)
	}
	return
}

func callClusterPodCPUs(cluster *Cluster, uid string, words []uint64) (err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_get_pod_cpus", "cluster")
		return
	}
	r := C.go_koord_cluster_get_pod_cpus(C.uintptr_t(clusterAt), uid, (*C.uint64_t)(unsafe.Pointer(head(words))), C.size_t(len(words)))
	runtime.KeepAlive(cluster)
	if r.status != C.KOORD_OK {
		err = failed("cluster_get_pod_cpus", r.status, r.failure)
	}
	return
}

func callClusterPodStatus(cluster *Cluster, uid string) (out []byte, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_get_pod_status", "cluster")
		return
	}
	r := C.go_koord_cluster_get_pod_status(C.uintptr_t(clusterAt), uid)
	runtime.KeepAlive(cluster)
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("cluster_get_pod_status", r.status, r.failure)
	}
	return
}

func callClusterPodDevices(cluster *Cluster, uid string) (out []byte, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_get_pod_devices", "cluster")
		return
	}
	r := C.go_koord_cluster_get_pod_devices(C.uintptr_t(clusterAt), uid)
	runtime.KeepAlive(cluster)
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("cluster_get_pod_devices", r.status, r.failure)
	}
	return
}

func callClusterPodMinors(cluster *Cluster, uid string, type_ string, minors []int32) (count int, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_get_pod_minors", "cluster")
		return
	}
	r := C.go_koord_cluster_get_pod_minors(C.uintptr_t(clusterAt), uid, type_, (*C.int32_t)(unsafe.Pointer(head(minors))), C.size_t(len(minors)))
	runtime.KeepAlive(cluster)
	count = int(r.count)
	if r.status != C.KOORD_OK {
		err = failed("cluster_get_pod_minors", r.status, r.failure)
	}
	return
}

func callClusterPrebind(cluster *Cluster, pod *Pod, flags PrebindFlags) (out []byte, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_prebind", "cluster")
		return
	}
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("cluster_prebind", "pod")
		return
	}
	r := C.go_koord_cluster_prebind(C.uintptr_t(clusterAt), C.uintptr_t(podAt), C.koord_prebind_flags(flags))
	runtime.KeepAlive(cluster)
	runtime.KeepAlive(pod)
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("cluster_prebind", r.status, r.failure)
	}
	return
}

func callClusterPods(cluster *Cluster, node uint32) (out []byte, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_get_pods", "cluster")
		return
	}
	r := C.go_koord_cluster_get_pods(C.uintptr_t(clusterAt), C.uint32_t(node))
	runtime.KeepAlive(cluster)
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("cluster_get_pods", r.status, r.failure)
	}
	return
}

func callCPUPick(topology *Topology, request CPURequest, available []uint64, preferred []uint64, coreHeld []uint64, nodeHeld []uint64, refCounts []uint16, words int, hint []NUMAGrant, out []uint64) (refusal Refusal, err error) {
	topologyAt := topology.pointer()
	if topologyAt == 0 {
		err = closed("cpu_pick", "topology")
		return
	}
	r := C.go_koord_cpu_pick(C.uintptr_t(topologyAt), *(*C.koord_cpu_request)(unsafe.Pointer(&request)), (*C.uint64_t)(unsafe.Pointer(head(available))), (*C.uint64_t)(unsafe.Pointer(head(preferred))), (*C.uint64_t)(unsafe.Pointer(head(coreHeld))), (*C.uint64_t)(unsafe.Pointer(head(nodeHeld))), (*C.uint16_t)(unsafe.Pointer(head(refCounts))), C.size_t(words), (*C.koord_numa_grant)(unsafe.Pointer(head(hint))), C.size_t(len(hint)), (*C.uint64_t)(unsafe.Pointer(head(out))))
	runtime.KeepAlive(topology)
	refusal = *(*Refusal)(unsafe.Pointer(&r.refusal))
	if r.status != C.KOORD_OK {
		err = failed("cpu_pick", r.status, r.failure)
	}
	return
}

func callHookStageName(stage HookStage) string {
	return C.GoString(C.koord_hook_stage_get_name(C.koord_hook_stage(stage)))
}

func callAdjustmentNew(state *AgentState, stage HookStage, uid string, container string, resourceStatus string, sysfsRoot string) (out *Adjustment, err error) {
	stateAt := state.pointer()
	if stateAt == 0 {
		err = closed("adjustment_new", "state")
		return
	}
	r := C.go_koord_adjustment_new(C.uintptr_t(stateAt), C.koord_hook_stage(stage), uid, container, resourceStatus, sysfsRoot)
	runtime.KeepAlive(state)
	out = newAdjustment(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("adjustment_new", r.status, r.failure)
	}
	return
}

// Ref is the same adjustment once more, to be closed on its own; nil for a closed one.
func (h *Adjustment) Ref() *Adjustment {
	at := h.pointer()
	if at == 0 {
		return nil
	}
	made := newAdjustment(uintptr(C.go_koord_adjustment_ref(C.uintptr_t(at))))
	runtime.KeepAlive(h)
	return made
}

func callAdjustmentUnref(pointer uintptr) { C.go_koord_adjustment_unref(C.uintptr_t(pointer)) }

func callAdjustmentInfo(adjustment *Adjustment) (info AdjustmentInfo, err error) {
	adjustmentAt := adjustment.pointer()
	if adjustmentAt == 0 {
		err = closed("adjustment_get_info", "adjustment")
		return
	}
	r := C.go_koord_adjustment_get_info(C.uintptr_t(adjustmentAt))
	runtime.KeepAlive(adjustment)
	info = *(*AdjustmentInfo)(unsafe.Pointer(&r.info))
	if r.status != C.KOORD_OK {
		err = failed("adjustment_get_info", r.status, r.failure)
	}
	return
}

func callAdjustmentCPUs(adjustment *Adjustment, words []uint64) (err error) {
	adjustmentAt := adjustment.pointer()
	if adjustmentAt == 0 {
		err = closed("adjustment_get_cpus", "adjustment")
		return
	}
	r := C.go_koord_adjustment_get_cpus(C.uintptr_t(adjustmentAt), (*C.uint64_t)(unsafe.Pointer(head(words))), C.size_t(len(words)))
	runtime.KeepAlive(adjustment)
	if r.status != C.KOORD_OK {
		err = failed("adjustment_get_cpus", r.status, r.failure)
	}
	return
}

func callAdjustmentNUMANodes(adjustment *Adjustment, words []uint64) (err error) {
	adjustmentAt := adjustment.pointer()
	if adjustmentAt == 0 {
		err = closed("adjustment_get_numa_nodes", "adjustment")
		return
	}
	r := C.go_koord_adjustment_get_numa_nodes(C.uintptr_t(adjustmentAt), (*C.uint64_t)(unsafe.Pointer(head(words))), C.size_t(len(words)))
	runtime.KeepAlive(adjustment)
	if r.status != C.KOORD_OK {
		err = failed("adjustment_get_numa_nodes", r.status, r.failure)
	}
	return
}

func callAdjustmentText(adjustment *Adjustment, list AdjustmentList, item uint32, text []byte) (needed int, err error) {
	adjustmentAt := adjustment.pointer()
	if adjustmentAt == 0 {
		err = closed("adjustment_get_text", "adjustment")
		return
	}
	r := C.go_koord_adjustment_get_text(C.uintptr_t(adjustmentAt), C.koord_adjustment_list(list), C.uint32_t(item), (*C.char)(unsafe.Pointer(head(text))), C.size_t(len(text)))
	runtime.KeepAlive(adjustment)
	needed = int(r.needed)
	if r.status != C.KOORD_OK {
		err = failed("adjustment_get_text", r.status, r.failure)
	}
	return
}

func callAdjustmentToJSON(adjustment *Adjustment) (out []byte, err error) {
	adjustmentAt := adjustment.pointer()
	if adjustmentAt == 0 {
		err = closed("adjustment_to_json", "adjustment")
		return
	}
	r := C.go_koord_adjustment_to_json(C.uintptr_t(adjustmentAt))
	runtime.KeepAlive(adjustment)
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("adjustment_to_json", r.status, r.failure)
	}
	return
}

func callHookRun(context *Context, options HookOptions, ociState []byte, stateFile string, cgroupRoot string, procRoot string) (result HookResult, err error) {
	contextAt := context.pointer()
	if context != nil && contextAt == 0 {
		err = closed("hook_run", "context")
		return
	}
	r := C.go_koord_hook_run(C.uintptr_t(contextAt), *(*C.koord_hook_options)(unsafe.Pointer(&options)), stringOf(ociState), stateFile, cgroupRoot, procRoot)
	runtime.KeepAlive(context)
	result = *(*HookResult)(unsafe.Pointer(&r.result))
	if r.status != C.KOORD_OK {
		err = failed("hook_run", r.status, r.failure)
	}
	context.deliver()
	return
}

func callKubeletPick(topology *Topology, request KubeletRequest, shared []uint64, reserved []uint64, reusable []uint64, words int, affinity []int32, out []uint64) (refusal Refusal, err error) {
	topologyAt := topology.pointer()
	if topologyAt == 0 {
		err = closed("kubelet_pick", "topology")
		return
	}
	r := C.go_koord_kubelet_pick(C.uintptr_t(topologyAt), *(*C.koord_kubelet_request)(unsafe.Pointer(&request)), (*C.uint64_t)(unsafe.Pointer(head(shared))), (*C.uint64_t)(unsafe.Pointer(head(reserved))), (*C.uint64_t)(unsafe.Pointer(head(reusable))), C.size_t(words), (*C.int32_t)(unsafe.Pointer(head(affinity))), C.size_t(len(affinity)), (*C.uint64_t)(unsafe.Pointer(head(out))))
	runtime.KeepAlive(topology)
	refusal = *(*Refusal)(unsafe.Pointer(&r.refusal))
	if r.status != C.KOORD_OK {
		err = failed("kubelet_pick", r.status, r.failure)
	}
	return
}

func callKubeletNew(context *Context, topology *Topology, kubeletConfig []byte, cpuState []byte, memoryState []byte) (out *Kubelet, err error) {
	contextAt := context.pointer()
	if context != nil && contextAt == 0 {
		err = closed("kubelet_new", "context")
		return
	}
	topologyAt := topology.pointer()
	if topologyAt == 0 {
		err = closed("kubelet_new", "topology")
		return
	}
	r := C.go_koord_kubelet_new(C.uintptr_t(contextAt), C.uintptr_t(topologyAt), stringOf(kubeletConfig), stringOf(cpuState), stringOf(memoryState))
	runtime.KeepAlive(context)
	runtime.KeepAlive(topology)
	out = newKubelet(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("kubelet_new", r.status, r.failure)
	}
	context.deliver()
	return
}

func callKubeletClone(kubelet *Kubelet) (out *Kubelet, err error) {
	kubeletAt := kubelet.pointer()
	if kubeletAt == 0 {
		err = closed("kubelet_clone", "kubelet")
		return
	}
	r := C.go_koord_kubelet_clone(C.uintptr_t(kubeletAt))
	runtime.KeepAlive(kubelet)
	out = newKubelet(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("kubelet_clone", r.status, r.failure)
	}
	return
}

func callKubeletFree(pointer uintptr) { C.go_koord_kubelet_free(C.uintptr_t(pointer)) }

func callKubeletAdmit(kubelet *Kubelet, pod *Pod, flags AdmitFlags, rows []KubeletContainer, cpus []uint64, words int) (count int, refusal Refusal, err error) {
	kubeletAt := kubelet.pointer()
	if kubeletAt == 0 {
		err = closed("kubelet_admit", "kubelet")
		return
	}
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("kubelet_admit", "pod")
		return
	}
	r := C.go_koord_kubelet_admit(C.uintptr_t(kubeletAt), C.uintptr_t(podAt), C.koord_admit_flags(flags), (*C.koord_kubelet_container)(unsafe.Pointer(head(rows))), C.size_t(len(rows)), (*C.uint64_t)(unsafe.Pointer(head(cpus))), C.size_t(words))
	runtime.KeepAlive(kubelet)
	runtime.KeepAlive(pod)
	count = int(r.count)
	refusal = *(*Refusal)(unsafe.Pointer(&r.refusal))
	if r.status != C.KOORD_OK {
		err = failed("kubelet_admit", r.status, r.failure)
	}
	return
}

func callKubeletJudge(kubelet *Kubelet, pod *Pod, rows []KubeletContainer, cpus []uint64, words int) (count int, refusal Refusal, err error) {
	kubeletAt := kubelet.pointer()
	if kubeletAt == 0 {
		err = closed("kubelet_judge", "kubelet")
		return
	}
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("kubelet_judge", "pod")
		return
	}
	r := C.go_koord_kubelet_judge(C.uintptr_t(kubeletAt), C.uintptr_t(podAt), (*C.koord_kubelet_container)(unsafe.Pointer(head(rows))), C.size_t(len(rows)), (*C.uint64_t)(unsafe.Pointer(head(cpus))), C.size_t(words))
	runtime.KeepAlive(kubelet)
	runtime.KeepAlive(pod)
	count = int(r.count)
	refusal = *(*Refusal)(unsafe.Pointer(&r.refusal))
	if r.status != C.KOORD_OK {
		err = failed("kubelet_judge", r.status, r.failure)
	}
	return
}

func callKubeletRemovePod(kubelet *Kubelet, uid string) (held uint32, err error) {
	kubeletAt := kubelet.pointer()
	if kubeletAt == 0 {
		err = closed("kubelet_remove_pod", "kubelet")
		return
	}
	r := C.go_koord_kubelet_remove_pod(C.uintptr_t(kubeletAt), uid)
	runtime.KeepAlive(kubelet)
	held = uint32(r.held)
	if r.status != C.KOORD_OK {
		err = failed("kubelet_remove_pod", r.status, r.failure)
	}
	return
}

func callKubeletMemory(kubelet *Kubelet, pod *Pod, rows []MemoryBlock) (count int, err error) {
	kubeletAt := kubelet.pointer()
	if kubeletAt == 0 {
		err = closed("kubelet_get_memory", "kubelet")
		return
	}
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("kubelet_get_memory", "pod")
		return
	}
	r := C.go_koord_kubelet_get_memory(C.uintptr_t(kubeletAt), C.uintptr_t(podAt), (*C.koord_memory_block)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	runtime.KeepAlive(kubelet)
	runtime.KeepAlive(pod)
	count = int(r.count)
	if r.status != C.KOORD_OK {
		err = failed("kubelet_get_memory", r.status, r.failure)
	}
	return
}

func callKubeletCPUs(kubelet *Kubelet, which KubeletCPUSet, words []uint64) (err error) {
	kubeletAt := kubelet.pointer()
	if kubeletAt == 0 {
		err = closed("kubelet_get_cpus", "kubelet")
		return
	}
	r := C.go_koord_kubelet_get_cpus(C.uintptr_t(kubeletAt), C.koord_kubelet_cpuset(which), (*C.uint64_t)(unsafe.Pointer(head(words))), C.size_t(len(words)))
	runtime.KeepAlive(kubelet)
	if r.status != C.KOORD_OK {
		err = failed("kubelet_get_cpus", r.status, r.failure)
	}
	return
}

func callKubeletCPUState(kubelet *Kubelet) (out []byte, err error) {
	kubeletAt := kubelet.pointer()
	if kubeletAt == 0 {
		err = closed("kubelet_get_cpu_state", "kubelet")
		return
	}
	r := C.go_koord_kubelet_get_cpu_state(C.uintptr_t(kubeletAt))
	runtime.KeepAlive(kubelet)
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("kubelet_get_cpu_state", r.status, r.failure)
	}
	return
}

func callKubeletMemoryState(kubelet *Kubelet) (out []byte, err error) {
	kubeletAt := kubelet.pointer()
	if kubeletAt == 0 {
		err = closed("kubelet_get_memory_state", "kubelet")
		return
	}
	r := C.go_koord_kubelet_get_memory_state(C.uintptr_t(kubeletAt))
	runtime.KeepAlive(kubelet)
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("kubelet_get_memory_state", r.status, r.failure)
	}
	return
}

func callQueryDrainNode(query *Query, node uint32) (err error) {
	queryAt := query.pointer()
	if query != nil && queryAt == 0 {
		err = closed("query_drain_node", "query")
		return
	}
	r := C.go_koord_query_drain_node(C.uintptr_t(queryAt), C.uint32_t(node))
	runtime.KeepAlive(query)
	if r.status != C.KOORD_OK {
		err = failed("query_drain_node", r.status, r.failure)
	}
	return
}

func callQueryDisableSMT(query *Query, node uint32) (err error) {
	queryAt := query.pointer()
	if query != nil && queryAt == 0 {
		err = closed("query_disable_smt", "query")
		return
	}
	r := C.go_koord_query_disable_smt(C.uintptr_t(queryAt), C.uint32_t(node))
	runtime.KeepAlive(query)
	if r.status != C.KOORD_OK {
		err = failed("query_disable_smt", r.status, r.failure)
	}
	return
}

func callQueryIsolateCPUs(query *Query, node uint32, words []uint64) (err error) {
	queryAt := query.pointer()
	if query != nil && queryAt == 0 {
		err = closed("query_isolate_cpus", "query")
		return
	}
	r := C.go_koord_query_isolate_cpus(C.uintptr_t(queryAt), C.uint32_t(node), (*C.uint64_t)(unsafe.Pointer(head(words))), C.size_t(len(words)))
	runtime.KeepAlive(query)
	if r.status != C.KOORD_OK {
		err = failed("query_isolate_cpus", r.status, r.failure)
	}
	return
}

// Ref is the same capacity once more, to be closed on its own; nil for a closed one.
func (h *Capacity) Ref() *Capacity {
	at := h.pointer()
	if at == 0 {
		return nil
	}
	made := newCapacity(uintptr(C.go_koord_capacity_ref(C.uintptr_t(at))))
	runtime.KeepAlive(h)
	return made
}

func callCapacityUnref(pointer uintptr) { C.go_koord_capacity_unref(C.uintptr_t(pointer)) }

func callClusterCapacity(cluster *Cluster, pod *Pod, options CapacityOptions, query *Query) (out *Capacity, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_get_capacity", "cluster")
		return
	}
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("cluster_get_capacity", "pod")
		return
	}
	queryAt := query.pointer()
	if query != nil && queryAt == 0 {
		err = closed("cluster_get_capacity", "query")
		return
	}
	r := C.go_koord_cluster_get_capacity(C.uintptr_t(clusterAt), C.uintptr_t(podAt), *(*C.koord_capacity_options)(unsafe.Pointer(&options)), C.uintptr_t(queryAt))
	runtime.KeepAlive(cluster)
	runtime.KeepAlive(pod)
	runtime.KeepAlive(query)
	out = newCapacity(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("cluster_get_capacity", r.status, r.failure)
	}
	return
}

func callCapacityInfo(capacity *Capacity) (info CapacityInfo, err error) {
	capacityAt := capacity.pointer()
	if capacityAt == 0 {
		err = closed("capacity_get_info", "capacity")
		return
	}
	r := C.go_koord_capacity_get_info(C.uintptr_t(capacityAt))
	runtime.KeepAlive(capacity)
	info = *(*CapacityInfo)(unsafe.Pointer(&r.info))
	if r.status != C.KOORD_OK {
		err = failed("capacity_get_info", r.status, r.failure)
	}
	return
}

func callCapacityNodes(capacity *Capacity, rows []NodeCapacity) (count int, err error) {
	capacityAt := capacity.pointer()
	if capacityAt == 0 {
		err = closed("capacity_get_nodes", "capacity")
		return
	}
	r := C.go_koord_capacity_get_nodes(C.uintptr_t(capacityAt), (*C.koord_node_capacity)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	runtime.KeepAlive(capacity)
	count = int(r.count)
	if r.status != C.KOORD_OK {
		err = failed("capacity_get_nodes", r.status, r.failure)
	}
	return
}

func callCapacityReasons(capacity *Capacity, rows []CapacityReason) (count int, err error) {
	capacityAt := capacity.pointer()
	if capacityAt == 0 {
		err = closed("capacity_get_reasons", "capacity")
		return
	}
	r := C.go_koord_capacity_get_reasons(C.uintptr_t(capacityAt), (*C.koord_capacity_reason)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	runtime.KeepAlive(capacity)
	count = int(r.count)
	if r.status != C.KOORD_OK {
		err = failed("capacity_get_reasons", r.status, r.failure)
	}
	return
}

func callDeviceReportToJSON(context *Context, topology *Topology, options DeviceReportOptions, nodeName string, nvmlLibrary string, sysfsRoot string, checkpoint []byte, pods []byte) (out []byte, err error) {
	contextAt := context.pointer()
	if context != nil && contextAt == 0 {
		err = closed("device_report_to_json", "context")
		return
	}
	topologyAt := topology.pointer()
	if topologyAt == 0 {
		err = closed("device_report_to_json", "topology")
		return
	}
	r := C.go_koord_device_report_to_json(C.uintptr_t(contextAt), C.uintptr_t(topologyAt), *(*C.koord_device_report_options)(unsafe.Pointer(&options)), nodeName, nvmlLibrary, sysfsRoot, stringOf(checkpoint), stringOf(pods))
	runtime.KeepAlive(context)
	runtime.KeepAlive(topology)
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("device_report_to_json", r.status, r.failure)
	}
	context.deliver()
	return
}

func callDeviceNodeResources(context *Context, device []byte, flags NodeResourcesFlags) (out []byte, err error) {
	contextAt := context.pointer()
	if context != nil && contextAt == 0 {
		err = closed("device_get_node_resources", "context")
		return
	}
	r := C.go_koord_device_get_node_resources(C.uintptr_t(contextAt), stringOf(device), C.koord_node_resources_flags(flags))
	runtime.KeepAlive(context)
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("device_get_node_resources", r.status, r.failure)
	}
	context.deliver()
	return
}

// Ref is the same explanation once more, to be closed on its own; nil for a closed one.
func (h *Explanation) Ref() *Explanation {
	at := h.pointer()
	if at == 0 {
		return nil
	}
	made := newExplanation(uintptr(C.go_koord_explanation_ref(C.uintptr_t(at))))
	runtime.KeepAlive(h)
	return made
}

func callExplanationUnref(pointer uintptr) { C.go_koord_explanation_unref(C.uintptr_t(pointer)) }

func callClusterExplain(cluster *Cluster, pod *Pod, options ExplainOptions, query *Query) (out *Explanation, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_explain", "cluster")
		return
	}
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("cluster_explain", "pod")
		return
	}
	queryAt := query.pointer()
	if query != nil && queryAt == 0 {
		err = closed("cluster_explain", "query")
		return
	}
	r := C.go_koord_cluster_explain(C.uintptr_t(clusterAt), C.uintptr_t(podAt), *(*C.koord_explain_options)(unsafe.Pointer(&options)), C.uintptr_t(queryAt))
	runtime.KeepAlive(cluster)
	runtime.KeepAlive(pod)
	runtime.KeepAlive(query)
	out = newExplanation(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("cluster_explain", r.status, r.failure)
	}
	return
}

func callExplanationInfo(explanation *Explanation) (info ExplanationInfo, err error) {
	explanationAt := explanation.pointer()
	if explanationAt == 0 {
		err = closed("explanation_get_info", "explanation")
		return
	}
	r := C.go_koord_explanation_get_info(C.uintptr_t(explanationAt))
	runtime.KeepAlive(explanation)
	info = *(*ExplanationInfo)(unsafe.Pointer(&r.info))
	if r.status != C.KOORD_OK {
		err = failed("explanation_get_info", r.status, r.failure)
	}
	return
}

func callExplanationFits(explanation *Explanation, rows []Verdict) (count int, err error) {
	explanationAt := explanation.pointer()
	if explanationAt == 0 {
		err = closed("explanation_get_fits", "explanation")
		return
	}
	r := C.go_koord_explanation_get_fits(C.uintptr_t(explanationAt), (*C.koord_verdict)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	runtime.KeepAlive(explanation)
	count = int(r.count)
	if r.status != C.KOORD_OK {
		err = failed("explanation_get_fits", r.status, r.failure)
	}
	return
}

func callExplanationGroups(explanation *Explanation, rows []RefusedGroup) (count int, err error) {
	explanationAt := explanation.pointer()
	if explanationAt == 0 {
		err = closed("explanation_get_groups", "explanation")
		return
	}
	r := C.go_koord_explanation_get_groups(C.uintptr_t(explanationAt), (*C.koord_refused_group)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	runtime.KeepAlive(explanation)
	count = int(r.count)
	if r.status != C.KOORD_OK {
		err = failed("explanation_get_groups", r.status, r.failure)
	}
	return
}

func callExplanationMisses(explanation *Explanation, rows []NearMiss) (count int, err error) {
	explanationAt := explanation.pointer()
	if explanationAt == 0 {
		err = closed("explanation_get_misses", "explanation")
		return
	}
	r := C.go_koord_explanation_get_misses(C.uintptr_t(explanationAt), (*C.koord_near_miss)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	runtime.KeepAlive(explanation)
	count = int(r.count)
	if r.status != C.KOORD_OK {
		err = failed("explanation_get_misses", r.status, r.failure)
	}
	return
}

func callRemedyKindName(kind RemedyKind) string {
	return C.GoString(C.koord_remedy_kind_get_name(C.koord_remedy_kind(kind)))
}

func callExplanationRemedies(explanation *Explanation, rows []rawRemedyStep, arena []byte) (count int, arenaLength int, err error) {
	explanationAt := explanation.pointer()
	if explanationAt == 0 {
		err = closed("explanation_get_remedies", "explanation")
		return
	}
	r := C.go_koord_explanation_get_remedies(C.uintptr_t(explanationAt), (*C.koord_remedy_step)(unsafe.Pointer(head(rows))), C.size_t(len(rows)), (*C.char)(unsafe.Pointer(head(arena))), C.size_t(len(arena)))
	runtime.KeepAlive(explanation)
	count = int(r.count)
	arenaLength = int(r.arena_length)
	if r.status != C.KOORD_OK {
		err = failed("explanation_get_remedies", r.status, r.failure)
	}
	return
}

func callExplanationToText(explanation *Explanation, flags uint32) (out []byte, err error) {
	explanationAt := explanation.pointer()
	if explanationAt == 0 {
		err = closed("explanation_to_text", "explanation")
		return
	}
	r := C.go_koord_explanation_to_text(C.uintptr_t(explanationAt), C.uint32_t(flags))
	runtime.KeepAlive(explanation)
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("explanation_to_text", r.status, r.failure)
	}
	return
}

func callExplanationToJSON(explanation *Explanation, flags uint32) (out []byte, err error) {
	explanationAt := explanation.pointer()
	if explanationAt == 0 {
		err = closed("explanation_to_json", "explanation")
		return
	}
	r := C.go_koord_explanation_to_json(C.uintptr_t(explanationAt), C.uint32_t(flags))
	runtime.KeepAlive(explanation)
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("explanation_to_json", r.status, r.failure)
	}
	return
}

// Ref is the same plan once more, to be closed on its own; nil for a closed one.
func (h *Plan) Ref() *Plan {
	at := h.pointer()
	if at == 0 {
		return nil
	}
	made := newPlan(uintptr(C.go_koord_plan_ref(C.uintptr_t(at))))
	runtime.KeepAlive(h)
	return made
}

func callPlanUnref(pointer uintptr) { C.go_koord_plan_unref(C.uintptr_t(pointer)) }

func callPlanSteps(plan *Plan, rows []rawPlanStep, arena []byte) (count int, arenaLength int, err error) {
	planAt := plan.pointer()
	if planAt == 0 {
		err = closed("plan_get_steps", "plan")
		return
	}
	r := C.go_koord_plan_get_steps(C.uintptr_t(planAt), (*C.koord_plan_step)(unsafe.Pointer(head(rows))), C.size_t(len(rows)), (*C.char)(unsafe.Pointer(head(arena))), C.size_t(len(arena)))
	runtime.KeepAlive(plan)
	count = int(r.count)
	arenaLength = int(r.arena_length)
	if r.status != C.KOORD_OK {
		err = failed("plan_get_steps", r.status, r.failure)
	}
	return
}

func callPlanStepCPUs(plan *Plan, step int, words []uint64) (err error) {
	planAt := plan.pointer()
	if planAt == 0 {
		err = closed("plan_get_step_cpus", "plan")
		return
	}
	r := C.go_koord_plan_get_step_cpus(C.uintptr_t(planAt), C.size_t(step), (*C.uint64_t)(unsafe.Pointer(head(words))), C.size_t(len(words)))
	runtime.KeepAlive(plan)
	if r.status != C.KOORD_OK {
		err = failed("plan_get_step_cpus", r.status, r.failure)
	}
	return
}

func callClusterStepStatus(cluster *Cluster, plan *Plan, step int) (out []byte, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_get_step_status", "cluster")
		return
	}
	planAt := plan.pointer()
	if planAt == 0 {
		err = closed("cluster_get_step_status", "plan")
		return
	}
	r := C.go_koord_cluster_get_step_status(C.uintptr_t(clusterAt), C.uintptr_t(planAt), C.size_t(step))
	runtime.KeepAlive(cluster)
	runtime.KeepAlive(plan)
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("cluster_get_step_status", r.status, r.failure)
	}
	return
}

func callClusterStepDevices(cluster *Cluster, plan *Plan, step int) (out []byte, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_get_step_devices", "cluster")
		return
	}
	planAt := plan.pointer()
	if planAt == 0 {
		err = closed("cluster_get_step_devices", "plan")
		return
	}
	r := C.go_koord_cluster_get_step_devices(C.uintptr_t(clusterAt), C.uintptr_t(planAt), C.size_t(step))
	runtime.KeepAlive(cluster)
	runtime.KeepAlive(plan)
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("cluster_get_step_devices", r.status, r.failure)
	}
	return
}

func callClusterCommit(cluster *Cluster, plan *Plan) (err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_commit", "cluster")
		return
	}
	planAt := plan.pointer()
	if planAt == 0 {
		err = closed("cluster_commit", "plan")
		return
	}
	r := C.go_koord_cluster_commit(C.uintptr_t(clusterAt), C.uintptr_t(planAt))
	runtime.KeepAlive(cluster)
	runtime.KeepAlive(plan)
	if r.status != C.KOORD_OK {
		err = failed("cluster_commit", r.status, r.failure)
	}
	return
}

func callClusterPlanResize(cluster *Cluster, pod *Pod, query *Query) (out *Plan, refusal Refusal, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_plan_resize", "cluster")
		return
	}
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("cluster_plan_resize", "pod")
		return
	}
	queryAt := query.pointer()
	if query != nil && queryAt == 0 {
		err = closed("cluster_plan_resize", "query")
		return
	}
	r := C.go_koord_cluster_plan_resize(C.uintptr_t(clusterAt), C.uintptr_t(podAt), C.uintptr_t(queryAt))
	runtime.KeepAlive(cluster)
	runtime.KeepAlive(pod)
	runtime.KeepAlive(query)
	out = newPlan(uintptr(r.out))
	refusal = *(*Refusal)(unsafe.Pointer(&r.refusal))
	if r.status != C.KOORD_OK {
		err = failed("cluster_plan_resize", r.status, r.failure)
	}
	return
}

func callClusterPlanGang(cluster *Cluster, pods []*Pod, options GangOptions, query *Query) (out *Plan, info GangInfo, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_plan_gang", "cluster")
		return
	}
	podsAt, err := pointers("cluster_plan_gang", pods)
	if err != nil {
		return
	}
	queryAt := query.pointer()
	if query != nil && queryAt == 0 {
		err = closed("cluster_plan_gang", "query")
		return
	}
	r := C.go_koord_cluster_plan_gang(C.uintptr_t(clusterAt), (*C.uintptr_t)(unsafe.Pointer(head(podsAt))), C.size_t(len(podsAt)), *(*C.koord_gang_options)(unsafe.Pointer(&options)), C.uintptr_t(queryAt))
	runtime.KeepAlive(cluster)
	runtime.KeepAlive(pods)
	runtime.KeepAlive(query)
	out = newPlan(uintptr(r.out))
	info = *(*GangInfo)(unsafe.Pointer(&r.info))
	if r.status != C.KOORD_OK {
		err = failed("cluster_plan_gang", r.status, r.failure)
	}
	return
}

func callClusterSetGPUPolicy(cluster *Cluster, placing GPUPolicy, rows []rawTaskClass, arena []byte) (err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_set_gpu_policy", "cluster")
		return
	}
	r := C.go_koord_cluster_set_gpu_policy(C.uintptr_t(clusterAt), C.koord_gpu_policy(placing), (*C.koord_task_class)(unsafe.Pointer(head(rows))), C.size_t(len(rows)), stringOf(arena))
	runtime.KeepAlive(cluster)
	if r.status != C.KOORD_OK {
		err = failed("cluster_set_gpu_policy", r.status, r.failure)
	}
	return
}

func callKubeletFaultName(fault KubeletFault) string {
	return C.GoString(C.koord_kubelet_fault_get_name(C.koord_kubelet_fault(fault)))
}

func callKubeletCheck(context *Context, topology *Topology, kubeletConfig []byte, cpuState []byte, memoryState []byte, present []rawPresentContainer, arena []byte, flags RepairFlags, rows []KubeletFinding) (count int, report []byte, err error) {
	contextAt := context.pointer()
	if context != nil && contextAt == 0 {
		err = closed("kubelet_check", "context")
		return
	}
	topologyAt := topology.pointer()
	if topologyAt == 0 {
		err = closed("kubelet_check", "topology")
		return
	}
	r := C.go_koord_kubelet_check(C.uintptr_t(contextAt), C.uintptr_t(topologyAt), stringOf(kubeletConfig), stringOf(cpuState), isThere(cpuState), stringOf(memoryState), isThere(memoryState), (*C.koord_present_container)(unsafe.Pointer(head(present))), C.size_t(len(present)), stringOf(arena), C.koord_repair_flags(flags), (*C.koord_kubelet_finding)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	runtime.KeepAlive(context)
	runtime.KeepAlive(topology)
	count = int(r.count)
	report = bytesOf(r.report, r.report_data, r.report_size)
	if r.status != C.KOORD_OK {
		err = failed("kubelet_check", r.status, r.failure)
	}
	context.deliver()
	return
}

func callKubeletRepairCPUs(context *Context, topology *Topology, kubeletConfig []byte, cpuState []byte, present []rawPresentContainer, arena []byte, flags RepairFlags) (out []byte, report []byte, err error) {
	contextAt := context.pointer()
	if context != nil && contextAt == 0 {
		err = closed("kubelet_repair_cpus", "context")
		return
	}
	topologyAt := topology.pointer()
	if topologyAt == 0 {
		err = closed("kubelet_repair_cpus", "topology")
		return
	}
	r := C.go_koord_kubelet_repair_cpus(C.uintptr_t(contextAt), C.uintptr_t(topologyAt), stringOf(kubeletConfig), stringOf(cpuState), isThere(cpuState), (*C.koord_present_container)(unsafe.Pointer(head(present))), C.size_t(len(present)), stringOf(arena), C.koord_repair_flags(flags))
	runtime.KeepAlive(context)
	runtime.KeepAlive(topology)
	out = bytesOf(r.out, r.out_data, r.out_size)
	report = bytesOf(r.report, r.report_data, r.report_size)
	if r.status != C.KOORD_OK {
		err = failed("kubelet_repair_cpus", r.status, r.failure)
	}
	context.deliver()
	return
}

func callKubeletRepairMemory(context *Context, topology *Topology, kubeletConfig []byte, memoryState []byte, present []rawPresentContainer, arena []byte, flags RepairFlags) (out []byte, report []byte, err error) {
	contextAt := context.pointer()
	if context != nil && contextAt == 0 {
		err = closed("kubelet_repair_memory", "context")
		return
	}
	topologyAt := topology.pointer()
	if topologyAt == 0 {
		err = closed("kubelet_repair_memory", "topology")
		return
	}
	r := C.go_koord_kubelet_repair_memory(C.uintptr_t(contextAt), C.uintptr_t(topologyAt), stringOf(kubeletConfig), stringOf(memoryState), isThere(memoryState), (*C.koord_present_container)(unsafe.Pointer(head(present))), C.size_t(len(present)), stringOf(arena), C.koord_repair_flags(flags))
	runtime.KeepAlive(context)
	runtime.KeepAlive(topology)
	out = bytesOf(r.out, r.out_data, r.out_size)
	report = bytesOf(r.report, r.report_data, r.report_size)
	if r.status != C.KOORD_OK {
		err = failed("kubelet_repair_memory", r.status, r.failure)
	}
	context.deliver()
	return
}

func callKubeletReplaceCPUs(context *Context, topology *Topology, kubeletConfig []byte, cpuState []byte, pods []*Pod) (out []byte, report []byte, err error) {
	contextAt := context.pointer()
	if context != nil && contextAt == 0 {
		err = closed("kubelet_replace_cpus", "context")
		return
	}
	topologyAt := topology.pointer()
	if topologyAt == 0 {
		err = closed("kubelet_replace_cpus", "topology")
		return
	}
	podsAt, err := pointers("kubelet_replace_cpus", pods)
	if err != nil {
		return
	}
	r := C.go_koord_kubelet_replace_cpus(C.uintptr_t(contextAt), C.uintptr_t(topologyAt), stringOf(kubeletConfig), stringOf(cpuState), isThere(cpuState), (*C.uintptr_t)(unsafe.Pointer(head(podsAt))), C.size_t(len(podsAt)))
	runtime.KeepAlive(context)
	runtime.KeepAlive(topology)
	runtime.KeepAlive(pods)
	out = bytesOf(r.out, r.out_data, r.out_size)
	report = bytesOf(r.report, r.report_data, r.report_size)
	if r.status != C.KOORD_OK {
		err = failed("kubelet_replace_cpus", r.status, r.failure)
	}
	context.deliver()
	return
}

func callKubeletWriteState(path string, text []byte, procRoot string, flags WriteStateFlags) (err error) {
	r := C.go_koord_kubelet_write_state(path, stringOf(text), procRoot, C.koord_write_state_flags(flags))
	if r.status != C.KOORD_OK {
		err = failed("kubelet_write_state", r.status, r.failure)
	}
	return
}

func callNRTFilter(context *Context, pod *Pod, node []byte, nrt []byte) (verdict NRTVerdict, err error) {
	contextAt := context.pointer()
	if context != nil && contextAt == 0 {
		err = closed("nrt_filter", "context")
		return
	}
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("nrt_filter", "pod")
		return
	}
	r := C.go_koord_nrt_filter(C.uintptr_t(contextAt), C.uintptr_t(podAt), stringOf(node), stringOf(nrt))
	runtime.KeepAlive(context)
	runtime.KeepAlive(pod)
	verdict = (*rawNRTVerdict)(unsafe.Pointer(&r.verdict)).public("")
	if r.status != C.KOORD_OK {
		err = failed("nrt_filter", r.status, r.failure)
	}
	context.deliver()
	return
}

func callNRTScore(context *Context, pod *Pod, nrt []byte, args []byte) (score int32, err error) {
	contextAt := context.pointer()
	if context != nil && contextAt == 0 {
		err = closed("nrt_score", "context")
		return
	}
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("nrt_score", "pod")
		return
	}
	r := C.go_koord_nrt_score(C.uintptr_t(contextAt), C.uintptr_t(podAt), stringOf(nrt), stringOf(args))
	runtime.KeepAlive(context)
	runtime.KeepAlive(pod)
	score = int32(r.score)
	if r.status != C.KOORD_OK {
		err = failed("nrt_score", r.status, r.failure)
	}
	context.deliver()
	return
}

// Ref is the same preemption once more, to be closed on its own; nil for a closed one.
func (h *Preemption) Ref() *Preemption {
	at := h.pointer()
	if at == 0 {
		return nil
	}
	made := newPreemption(uintptr(C.go_koord_preemption_ref(C.uintptr_t(at))))
	runtime.KeepAlive(h)
	return made
}

func callPreemptionUnref(pointer uintptr) { C.go_koord_preemption_unref(C.uintptr_t(pointer)) }

func callClusterPreempt(cluster *Cluster, pod *Pod, options PreemptOptions, query *Query) (out *Preemption, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_preempt", "cluster")
		return
	}
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("cluster_preempt", "pod")
		return
	}
	queryAt := query.pointer()
	if query != nil && queryAt == 0 {
		err = closed("cluster_preempt", "query")
		return
	}
	r := C.go_koord_cluster_preempt(C.uintptr_t(clusterAt), C.uintptr_t(podAt), *(*C.koord_preempt_options)(unsafe.Pointer(&options)), C.uintptr_t(queryAt))
	runtime.KeepAlive(cluster)
	runtime.KeepAlive(pod)
	runtime.KeepAlive(query)
	out = newPreemption(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("cluster_preempt", r.status, r.failure)
	}
	return
}

func callPreemptionNodes(preemption *Preemption, rows []NodePreemption) (count int, err error) {
	preemptionAt := preemption.pointer()
	if preemptionAt == 0 {
		err = closed("preemption_get_nodes", "preemption")
		return
	}
	r := C.go_koord_preemption_get_nodes(C.uintptr_t(preemptionAt), (*C.koord_node_preemption)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	runtime.KeepAlive(preemption)
	count = int(r.count)
	if r.status != C.KOORD_OK {
		err = failed("preemption_get_nodes", r.status, r.failure)
	}
	return
}

func callPreemptionVictims(preemption *Preemption, row int, rows []rawPlanStep, arena []byte) (count int, arenaLength int, err error) {
	preemptionAt := preemption.pointer()
	if preemptionAt == 0 {
		err = closed("preemption_get_victims", "preemption")
		return
	}
	r := C.go_koord_preemption_get_victims(C.uintptr_t(preemptionAt), C.size_t(row), (*C.koord_plan_step)(unsafe.Pointer(head(rows))), C.size_t(len(rows)), (*C.char)(unsafe.Pointer(head(arena))), C.size_t(len(arena)))
	runtime.KeepAlive(preemption)
	count = int(r.count)
	arenaLength = int(r.arena_length)
	if r.status != C.KOORD_OK {
		err = failed("preemption_get_victims", r.status, r.failure)
	}
	return
}

func callClusterPlanPreemption(cluster *Cluster, preemption *Preemption, row int) (refusal Refusal, out *Plan, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_plan_preemption", "cluster")
		return
	}
	preemptionAt := preemption.pointer()
	if preemptionAt == 0 {
		err = closed("cluster_plan_preemption", "preemption")
		return
	}
	r := C.go_koord_cluster_plan_preemption(C.uintptr_t(clusterAt), C.uintptr_t(preemptionAt), C.size_t(row))
	runtime.KeepAlive(cluster)
	runtime.KeepAlive(preemption)
	refusal = *(*Refusal)(unsafe.Pointer(&r.refusal))
	out = newPlan(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("cluster_plan_preemption", r.status, r.failure)
	}
	return
}

func callClusterPlanRebind(cluster *Cluster, node uint32, options RebindOptions, query *Query) (out *Plan, info RebindInfo, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_plan_rebind", "cluster")
		return
	}
	queryAt := query.pointer()
	if query != nil && queryAt == 0 {
		err = closed("cluster_plan_rebind", "query")
		return
	}
	r := C.go_koord_cluster_plan_rebind(C.uintptr_t(clusterAt), C.uint32_t(node), *(*C.koord_rebind_options)(unsafe.Pointer(&options)), C.uintptr_t(queryAt))
	runtime.KeepAlive(cluster)
	runtime.KeepAlive(query)
	out = newPlan(uintptr(r.out))
	info = *(*RebindInfo)(unsafe.Pointer(&r.info))
	if r.status != C.KOORD_OK {
		err = failed("cluster_plan_rebind", r.status, r.failure)
	}
	return
}

func callClusterPlanRebindFor(cluster *Cluster, pod *Pod, node uint32, options RebindOptions, query *Query) (out *Plan, info RebindInfo, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_plan_rebind_for", "cluster")
		return
	}
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("cluster_plan_rebind_for", "pod")
		return
	}
	queryAt := query.pointer()
	if query != nil && queryAt == 0 {
		err = closed("cluster_plan_rebind_for", "query")
		return
	}
	r := C.go_koord_cluster_plan_rebind_for(C.uintptr_t(clusterAt), C.uintptr_t(podAt), C.uint32_t(node), *(*C.koord_rebind_options)(unsafe.Pointer(&options)), C.uintptr_t(queryAt))
	runtime.KeepAlive(cluster)
	runtime.KeepAlive(pod)
	runtime.KeepAlive(query)
	out = newPlan(uintptr(r.out))
	info = *(*RebindInfo)(unsafe.Pointer(&r.info))
	if r.status != C.KOORD_OK {
		err = failed("cluster_plan_rebind_for", r.status, r.failure)
	}
	return
}

func callRebindRequestFromJSON(context *Context, json []byte, node []byte) (request RebindRequest, needed int, err error) {
	contextAt := context.pointer()
	if context != nil && contextAt == 0 {
		err = closed("rebind_request_from_json", "context")
		return
	}
	r := C.go_koord_rebind_request_from_json(C.uintptr_t(contextAt), stringOf(json), (*C.char)(unsafe.Pointer(head(node))), C.size_t(len(node)))
	runtime.KeepAlive(context)
	request = *(*RebindRequest)(unsafe.Pointer(&r.request))
	needed = int(r.needed)
	if r.status != C.KOORD_OK {
		err = failed("rebind_request_from_json", r.status, r.failure)
	}
	context.deliver()
	return
}

func callRebindStatusToJSON(phase RebindPhase, timestamp string, reason string) (out []byte, err error) {
	r := C.go_koord_rebind_status_to_json(C.koord_rebind_phase(phase), timestamp, reason)
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("rebind_status_to_json", r.status, r.failure)
	}
	return
}

func callTopologyDraw(topology *Topology, options PictureOptions, sets []uint64, setCount int, words int, labels string, title string) (out []byte, err error) {
	topologyAt := topology.pointer()
	if topologyAt == 0 {
		err = closed("topology_draw", "topology")
		return
	}
	r := C.go_koord_topology_draw(C.uintptr_t(topologyAt), *(*C.koord_picture_options)(unsafe.Pointer(&options)), (*C.uint64_t)(unsafe.Pointer(head(sets))), C.size_t(setCount), C.size_t(words), labels, title)
	runtime.KeepAlive(topology)
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("topology_draw", r.status, r.failure)
	}
	return
}

func callClusterSetReservation(cluster *Cluster, uid string, policy ReservationPolicy) (err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_set_reservation", "cluster")
		return
	}
	r := C.go_koord_cluster_set_reservation(C.uintptr_t(clusterAt), uid, C.koord_reservation_policy(policy))
	runtime.KeepAlive(cluster)
	if r.status != C.KOORD_OK {
		err = failed("cluster_set_reservation", r.status, r.failure)
	}
	return
}

func callClusterReserveFrom(cluster *Cluster, pod *Pod, query *Query, cpus []uint64, words int) (refusal Refusal, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_reserve_from", "cluster")
		return
	}
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("cluster_reserve_from", "pod")
		return
	}
	queryAt := query.pointer()
	if query != nil && queryAt == 0 {
		err = closed("cluster_reserve_from", "query")
		return
	}
	r := C.go_koord_cluster_reserve_from(C.uintptr_t(clusterAt), C.uintptr_t(podAt), C.uintptr_t(queryAt), (*C.uint64_t)(unsafe.Pointer(head(cpus))), C.size_t(words))
	runtime.KeepAlive(cluster)
	runtime.KeepAlive(pod)
	runtime.KeepAlive(query)
	refusal = *(*Refusal)(unsafe.Pointer(&r.refusal))
	if r.status != C.KOORD_OK {
		err = failed("cluster_reserve_from", r.status, r.failure)
	}
	return
}

func callClusterAttachOwner(cluster *Cluster, uid string, reservation string) (err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_attach_owner", "cluster")
		return
	}
	r := C.go_koord_cluster_attach_owner(C.uintptr_t(clusterAt), uid, reservation)
	runtime.KeepAlive(cluster)
	if r.status != C.KOORD_OK {
		err = failed("cluster_attach_owner", r.status, r.failure)
	}
	return
}

func callQueryUseReservation(query *Query, reservation string) (err error) {
	queryAt := query.pointer()
	if query != nil && queryAt == 0 {
		err = closed("query_use_reservation", "query")
		return
	}
	r := C.go_koord_query_use_reservation(C.uintptr_t(queryAt), reservation)
	runtime.KeepAlive(query)
	if r.status != C.KOORD_OK {
		err = failed("query_use_reservation", r.status, r.failure)
	}
	return
}
