// Code generated from include/koord.h by make generate (internal/generate). DO NOT EDIT.

package koord

// #include "z_calls.h"
import "C"

import "unsafe"

func head[T any](rows []T) *T {
	if len(rows) == 0 {
		return nil
	}
	return &rows[0]
}

func stringOf(text []byte) string { return *(*string)(unsafe.Pointer(&text)) }

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

// failed converts the error that a shim kept. If memory for it ran out, only the status is known.
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

func callDiagnosticsNew() (out *Diagnostics, err error) {
	r := C.go_koord_context_new()
	out = newDiagnostics(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("context_new", r.status, r.failure)
	}
	return
}

func callDiagnosticsFree(pointer uintptr) { C.go_koord_context_free(C.uintptr_t(pointer)) }

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

// Ref returns another reference to the same pod, to be closed separately, or nil if it is closed.
func (h *Pod) Ref() *Pod {
	at := h.pointer()
	if at == 0 {
		return nil
	}
	defer h.release()
	return newPod(uintptr(C.go_koord_pod_ref(C.uintptr_t(at))))
}

func callPodUnref(pointer uintptr) { C.go_koord_pod_unref(C.uintptr_t(pointer)) }

func callPodFromJSON(context *Diagnostics, json []byte) (out *Pod, err error) {
	contextAt := context.pointer()
	if context != nil && contextAt == 0 {
		err = closed("pod_from_json", "context")
		return
	}
	defer context.release()
	r := C.go_koord_pod_from_json(C.uintptr_t(contextAt), stringOf(json))
	out = newPod(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("pod_from_json", r.status, r.failure)
	}
	context.deliver()
	return
}

func callPodInfo(pod *Pod) (info PodInfo, err error) {
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("pod_get_info", "pod")
		return
	}
	defer pod.release()
	r := C.go_koord_pod_get_info(C.uintptr_t(podAt))
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
	defer pod.release()
	r := C.go_koord_pod_get_request(C.uintptr_t(podAt), resource)
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
	defer pod.release()
	r := C.go_koord_pod_get_text(C.uintptr_t(podAt), C.koord_pod_text(which), (*C.char)(unsafe.Pointer(head(text))), C.size_t(len(text)))
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
	defer pod.release()
	r := C.go_koord_pod_get_faults(C.uintptr_t(podAt), (*C.char)(unsafe.Pointer(head(text))), C.size_t(len(text)))
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
	defer pod.release()
	r := C.go_koord_pod_get_cpus(C.uintptr_t(podAt), (*C.uint64_t)(unsafe.Pointer(head(words))), C.size_t(len(words)))
	if r.status != C.KOORD_OK {
		err = failed("pod_get_cpus", r.status, r.failure)
	}
	return
}

func callKubeletVersionParse(text string, out []KubeletVersion) (err error) {
	r := C.go_koord_kubelet_version_parse(text, (*C.koord_kubelet_version)(unsafe.Pointer(head(out))))
	if r.status != C.KOORD_OK {
		err = failed("kubelet_version_parse", r.status, r.failure)
	}
	return
}

func callKubeletSetupNew(context *Diagnostics) (out *kubeletSetupHandle, err error) {
	contextAt := context.pointer()
	if context != nil && contextAt == 0 {
		err = closed("kubelet_setup_new", "context")
		return
	}
	defer context.release()
	r := C.go_koord_kubelet_setup_new(C.uintptr_t(contextAt))
	out = newKubeletSetup(uintptr(r.out))
	if out != nil {
		out.keep(context)
	}
	if r.status != C.KOORD_OK {
		err = failed("kubelet_setup_new", r.status, r.failure)
	}
	context.deliver()
	return
}

func callKubeletSetupFree(pointer uintptr) { C.go_koord_kubelet_setup_free(C.uintptr_t(pointer)) }

func callKubeletSetupReset(setup *kubeletSetupHandle) (err error) {
	setupAt := setup.pointer()
	if setupAt == 0 {
		err = closed("kubelet_setup_reset", "setup")
		return
	}
	defer setup.release()
	r := C.go_koord_kubelet_setup_reset(C.uintptr_t(setupAt))
	if r.status != C.KOORD_OK {
		err = failed("kubelet_setup_reset", r.status, r.failure)
	}
	setup.kept.log.deliver()
	return
}

func callKubeletSetupSetVersion(setup *kubeletSetupHandle, version KubeletVersion) (err error) {
	setupAt := setup.pointer()
	if setupAt == 0 {
		err = closed("kubelet_setup_set_version", "setup")
		return
	}
	defer setup.release()
	r := C.go_koord_kubelet_setup_set_version(C.uintptr_t(setupAt), C.koord_kubelet_version(version))
	if r.status != C.KOORD_OK {
		err = failed("kubelet_setup_set_version", r.status, r.failure)
	}
	setup.kept.log.deliver()
	return
}

func callKubeletSetupSetConfig(setup *kubeletSetupHandle, kubeletConfig []byte) (err error) {
	setupAt := setup.pointer()
	if setupAt == 0 {
		err = closed("kubelet_setup_set_config", "setup")
		return
	}
	defer setup.release()
	r := C.go_koord_kubelet_setup_set_config(C.uintptr_t(setupAt), stringOf(kubeletConfig))
	if r.status != C.KOORD_OK {
		err = failed("kubelet_setup_set_config", r.status, r.failure)
	}
	setup.kept.log.deliver()
	return
}

func callKubeletSetupSetCPUState(setup *kubeletSetupHandle, cpuState []byte) (err error) {
	setupAt := setup.pointer()
	if setupAt == 0 {
		err = closed("kubelet_setup_set_cpu_state", "setup")
		return
	}
	defer setup.release()
	r := C.go_koord_kubelet_setup_set_cpu_state(C.uintptr_t(setupAt), stringOf(cpuState))
	if r.status != C.KOORD_OK {
		err = failed("kubelet_setup_set_cpu_state", r.status, r.failure)
	}
	setup.kept.log.deliver()
	return
}

func callKubeletSetupSetMemoryState(setup *kubeletSetupHandle, memoryState []byte) (err error) {
	setupAt := setup.pointer()
	if setupAt == 0 {
		err = closed("kubelet_setup_set_memory_state", "setup")
		return
	}
	defer setup.release()
	r := C.go_koord_kubelet_setup_set_memory_state(C.uintptr_t(setupAt), stringOf(memoryState))
	if r.status != C.KOORD_OK {
		err = failed("kubelet_setup_set_memory_state", r.status, r.failure)
	}
	setup.kept.log.deliver()
	return
}

func callKubeletSetupAddDevice(setup *kubeletSetupHandle, resource string, id string, numaNodes uint64, flags PluginDeviceFlags) (err error) {
	setupAt := setup.pointer()
	if setupAt == 0 {
		err = closed("kubelet_setup_add_device", "setup")
		return
	}
	defer setup.release()
	r := C.go_koord_kubelet_setup_add_device(C.uintptr_t(setupAt), resource, id, C.uint64_t(numaNodes), C.koord_plugin_device_flags(flags))
	if r.status != C.KOORD_OK {
		err = failed("kubelet_setup_add_device", r.status, r.failure)
	}
	setup.kept.log.deliver()
	return
}

func callKubeletSetupSetDeviceState(setup *kubeletSetupHandle, deviceState []byte) (err error) {
	setupAt := setup.pointer()
	if setupAt == 0 {
		err = closed("kubelet_setup_set_device_state", "setup")
		return
	}
	defer setup.release()
	r := C.go_koord_kubelet_setup_set_device_state(C.uintptr_t(setupAt), stringOf(deviceState))
	if r.status != C.KOORD_OK {
		err = failed("kubelet_setup_set_device_state", r.status, r.failure)
	}
	setup.kept.log.deliver()
	return
}

func callKubeletSetupAddContainer(setup *kubeletSetupHandle, uid string, name string, id string) (err error) {
	setupAt := setup.pointer()
	if setupAt == 0 {
		err = closed("kubelet_setup_add_container", "setup")
		return
	}
	defer setup.release()
	r := C.go_koord_kubelet_setup_add_container(C.uintptr_t(setupAt), uid, name, id)
	if r.status != C.KOORD_OK {
		err = failed("kubelet_setup_add_container", r.status, r.failure)
	}
	setup.kept.log.deliver()
	return
}

// Ref returns another reference to the same topology, to be closed separately, or nil if it is closed.
func (h *Topology) Ref() *Topology {
	at := h.pointer()
	if at == 0 {
		return nil
	}
	defer h.release()
	return newTopology(uintptr(C.go_koord_topology_ref(C.uintptr_t(at))))
}

func callTopologyUnref(pointer uintptr) { C.go_koord_topology_unref(C.uintptr_t(pointer)) }

func callTopologyDiscover(context *Diagnostics, flags TopologyFlags) (out *Topology, err error) {
	contextAt := context.pointer()
	if context != nil && contextAt == 0 {
		err = closed("topology_discover", "context")
		return
	}
	defer context.release()
	r := C.go_koord_topology_discover(C.uintptr_t(contextAt), C.koord_topology_flags(flags))
	out = newTopology(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("topology_discover", r.status, r.failure)
	}
	context.deliver()
	return
}

func callTopologyDiscoverIn(context *Diagnostics, flags TopologyFlags, root string) (out *Topology, err error) {
	contextAt := context.pointer()
	if context != nil && contextAt == 0 {
		err = closed("topology_discover_in", "context")
		return
	}
	defer context.release()
	r := C.go_koord_topology_discover_in(C.uintptr_t(contextAt), C.koord_topology_flags(flags), root)
	out = newTopology(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("topology_discover_in", r.status, r.failure)
	}
	context.deliver()
	return
}

func callTopologyFromHwlocXML(context *Diagnostics, flags TopologyFlags, xml []byte) (out *Topology, err error) {
	contextAt := context.pointer()
	if context != nil && contextAt == 0 {
		err = closed("topology_from_hwloc_xml", "context")
		return
	}
	defer context.release()
	r := C.go_koord_topology_from_hwloc_xml(C.uintptr_t(contextAt), C.koord_topology_flags(flags), stringOf(xml))
	out = newTopology(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("topology_from_hwloc_xml", r.status, r.failure)
	}
	context.deliver()
	return
}

func callTopologyFromSynthetic(context *Diagnostics, text string) (out *Topology, err error) {
	contextAt := context.pointer()
	if context != nil && contextAt == 0 {
		err = closed("topology_from_synthetic", "context")
		return
	}
	defer context.release()
	r := C.go_koord_topology_from_synthetic(C.uintptr_t(contextAt), text)
	out = newTopology(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("topology_from_synthetic", r.status, r.failure)
	}
	context.deliver()
	return
}

func callTopologyFromJSON(context *Diagnostics, json []byte) (out *Topology, err error) {
	contextAt := context.pointer()
	if context != nil && contextAt == 0 {
		err = closed("topology_from_json", "context")
		return
	}
	defer context.release()
	r := C.go_koord_topology_from_json(C.uintptr_t(contextAt), stringOf(json))
	out = newTopology(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("topology_from_json", r.status, r.failure)
	}
	context.deliver()
	return
}

func callTopologyFromAnnotation(context *Diagnostics, json []byte) (out *Topology, err error) {
	contextAt := context.pointer()
	if context != nil && contextAt == 0 {
		err = closed("topology_from_annotation", "context")
		return
	}
	defer context.release()
	r := C.go_koord_topology_from_annotation(C.uintptr_t(contextAt), stringOf(json))
	out = newTopology(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("topology_from_annotation", r.status, r.failure)
	}
	context.deliver()
	return
}

func callTopologyFromNRT(context *Diagnostics, json []byte) (out *Topology, err error) {
	contextAt := context.pointer()
	if context != nil && contextAt == 0 {
		err = closed("topology_from_nrt", "context")
		return
	}
	defer context.release()
	r := C.go_koord_topology_from_nrt(C.uintptr_t(contextAt), stringOf(json))
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
	defer topology.release()
	r := C.go_koord_topology_get_info(C.uintptr_t(topologyAt))
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
	defer topology.release()
	r := C.go_koord_topology_get_cpus(C.uintptr_t(topologyAt), (*C.koord_cpu)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
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
	defer topology.release()
	r := C.go_koord_topology_get_numa_nodes(C.uintptr_t(topologyAt), (*C.koord_numa_node)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
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
	defer topology.release()
	r := C.go_koord_topology_get_hugepages(C.uintptr_t(topologyAt), (*C.koord_hugepages)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
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
	defer topology.release()
	r := C.go_koord_topology_get_distances(C.uintptr_t(topologyAt), (*C.uint32_t)(unsafe.Pointer(head(values))), C.size_t(len(values)))
	count = int(r.count)
	if r.status != C.KOORD_OK {
		err = failed("topology_get_distances", r.status, r.failure)
	}
	return
}

func callTopologyDevices(topology *Topology, rows []rawPCIDevice) (count int, err error) {
	topologyAt := topology.pointer()
	if topologyAt == 0 {
		err = closed("topology_get_devices", "topology")
		return
	}
	defer topology.release()
	r := C.go_koord_topology_get_devices(C.uintptr_t(topologyAt), (*C.koord_pci_device)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	count = int(r.count)
	if r.status != C.KOORD_OK {
		err = failed("topology_get_devices", r.status, r.failure)
	}
	return
}

func callTopologyTexts(topology *Topology, read func(texts string)) error {
	at := topology.pointer()
	if at == 0 {
		return closed("topology_get_texts", "topology")
	}
	defer topology.release()
	r := C.go_koord_topology_get_texts(C.uintptr_t(at))
	read(stringOf(unsafe.Slice((*byte)(unsafe.Pointer(r.data)), int(r.length))))
	return nil
}

func callTopologyCPUSet(topology *Topology, kind CPUSetKind, id int32, words []uint64) (err error) {
	topologyAt := topology.pointer()
	if topologyAt == 0 {
		err = closed("topology_get_cpuset", "topology")
		return
	}
	defer topology.release()
	r := C.go_koord_topology_get_cpuset(C.uintptr_t(topologyAt), C.koord_cpuset_kind(kind), C.int32_t(id), (*C.uint64_t)(unsafe.Pointer(head(words))), C.size_t(len(words)))
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
	defer topology.release()
	r := C.go_koord_topology_to_json(C.uintptr_t(topologyAt))
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
	defer topology.release()
	r := C.go_koord_topology_to_annotation(C.uintptr_t(topologyAt))
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("topology_to_annotation", r.status, r.failure)
	}
	return
}

func callTopologyToNRT(topology *Topology, setup *kubeletSetupHandle, nodeName string) (out []byte, err error) {
	topologyAt := topology.pointer()
	if topologyAt == 0 {
		err = closed("topology_to_nrt", "topology")
		return
	}
	defer topology.release()
	setupAt := setup.pointer()
	if setup != nil && setupAt == 0 {
		err = closed("topology_to_nrt", "setup")
		return
	}
	defer setup.release()
	r := C.go_koord_topology_to_nrt(C.uintptr_t(topologyAt), C.uintptr_t(setupAt), nodeName)
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("topology_to_nrt", r.status, r.failure)
	}
	if setup != nil {
		setup.kept.log.deliver()
	}
	return
}

func callAgentNew(context *Diagnostics, topology *Topology, options AgentOptions) (out *Agent, err error) {
	contextAt := context.pointer()
	if context != nil && contextAt == 0 {
		err = closed("agent_new", "context")
		return
	}
	defer context.release()
	topologyAt := topology.pointer()
	if topologyAt == 0 {
		err = closed("agent_new", "topology")
		return
	}
	defer topology.release()
	r := C.go_koord_agent_new(C.uintptr_t(contextAt), C.uintptr_t(topologyAt), *(*C.koord_agent_options)(unsafe.Pointer(&options)))
	out = newAgent(uintptr(r.out))
	if out != nil {
		out.keep(context)
	}
	if r.status != C.KOORD_OK {
		err = failed("agent_new", r.status, r.failure)
	}
	context.deliver()
	return
}

func callAgentFree(pointer uintptr) { C.go_koord_agent_free(C.uintptr_t(pointer)) }

func callAgentSetTopology(agent *Agent, topology *Topology) (err error) {
	agentAt := agent.pointer()
	if agentAt == 0 {
		err = closed("agent_set_topology", "agent")
		return
	}
	defer agent.release()
	topologyAt := topology.pointer()
	if topologyAt == 0 {
		err = closed("agent_set_topology", "topology")
		return
	}
	defer topology.release()
	r := C.go_koord_agent_set_topology(C.uintptr_t(agentAt), C.uintptr_t(topologyAt))
	if r.status != C.KOORD_OK {
		err = failed("agent_set_topology", r.status, r.failure)
	}
	agent.kept.log.deliver()
	return
}

func callAgentSetNode(agent *Agent, json []byte) (err error) {
	agentAt := agent.pointer()
	if agentAt == 0 {
		err = closed("agent_set_node", "agent")
		return
	}
	defer agent.release()
	r := C.go_koord_agent_set_node(C.uintptr_t(agentAt), stringOf(json))
	if r.status != C.KOORD_OK {
		err = failed("agent_set_node", r.status, r.failure)
	}
	agent.kept.log.deliver()
	return
}

func callAgentSetKubelet(agent *Agent, setup *kubeletSetupHandle) (err error) {
	agentAt := agent.pointer()
	if agentAt == 0 {
		err = closed("agent_set_kubelet", "agent")
		return
	}
	defer agent.release()
	setupAt := setup.pointer()
	if setup != nil && setupAt == 0 {
		err = closed("agent_set_kubelet", "setup")
		return
	}
	defer setup.release()
	r := C.go_koord_agent_set_kubelet(C.uintptr_t(agentAt), C.uintptr_t(setupAt))
	if r.status != C.KOORD_OK {
		err = failed("agent_set_kubelet", r.status, r.failure)
	}
	agent.kept.log.deliver()
	if setup != nil {
		setup.kept.log.deliver()
	}
	return
}

func callAgentSetDevices(agent *Agent, json []byte) (err error) {
	agentAt := agent.pointer()
	if agentAt == 0 {
		err = closed("agent_set_devices", "agent")
		return
	}
	defer agent.release()
	r := C.go_koord_agent_set_devices(C.uintptr_t(agentAt), stringOf(json))
	if r.status != C.KOORD_OK {
		err = failed("agent_set_devices", r.status, r.failure)
	}
	agent.kept.log.deliver()
	return
}

func callAgentSetPod(agent *Agent, pod *Pod) (err error) {
	agentAt := agent.pointer()
	if agentAt == 0 {
		err = closed("agent_set_pod", "agent")
		return
	}
	defer agent.release()
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("agent_set_pod", "pod")
		return
	}
	defer pod.release()
	r := C.go_koord_agent_set_pod(C.uintptr_t(agentAt), C.uintptr_t(podAt))
	if r.status != C.KOORD_OK {
		err = failed("agent_set_pod", r.status, r.failure)
	}
	agent.kept.log.deliver()
	return
}

func callAgentRemovePod(agent *Agent, uid string) (known uint32, err error) {
	agentAt := agent.pointer()
	if agentAt == 0 {
		err = closed("agent_remove_pod", "agent")
		return
	}
	defer agent.release()
	r := C.go_koord_agent_remove_pod(C.uintptr_t(agentAt), uid)
	known = uint32(r.known)
	if r.status != C.KOORD_OK {
		err = failed("agent_remove_pod", r.status, r.failure)
	}
	agent.kept.log.deliver()
	return
}

func callAgentInfo(agent *Agent) (info AgentInfo, err error) {
	agentAt := agent.pointer()
	if agentAt == 0 {
		err = closed("agent_get_info", "agent")
		return
	}
	defer agent.release()
	r := C.go_koord_agent_get_info(C.uintptr_t(agentAt))
	info = *(*AgentInfo)(unsafe.Pointer(&r.info))
	if r.status != C.KOORD_OK {
		err = failed("agent_get_info", r.status, r.failure)
	}
	agent.kept.log.deliver()
	return
}

func callAgentHash(agent *Agent) (hash uint64, err error) {
	agentAt := agent.pointer()
	if agentAt == 0 {
		err = closed("agent_get_hash", "agent")
		return
	}
	defer agent.release()
	r := C.go_koord_agent_get_hash(C.uintptr_t(agentAt))
	hash = uint64(r.hash)
	if r.status != C.KOORD_OK {
		err = failed("agent_get_hash", r.status, r.failure)
	}
	agent.kept.log.deliver()
	return
}

func callAgentCPUs(agent *Agent, which AgentCPUSet, words []uint64) (err error) {
	agentAt := agent.pointer()
	if agentAt == 0 {
		err = closed("agent_get_cpus", "agent")
		return
	}
	defer agent.release()
	r := C.go_koord_agent_get_cpus(C.uintptr_t(agentAt), C.koord_agent_cpuset(which), (*C.uint64_t)(unsafe.Pointer(head(words))), C.size_t(len(words)))
	if r.status != C.KOORD_OK {
		err = failed("agent_get_cpus", r.status, r.failure)
	}
	agent.kept.log.deliver()
	return
}

func callAgentPools(agent *Agent, rows []AgentPool) (count int, err error) {
	agentAt := agent.pointer()
	if agentAt == 0 {
		err = closed("agent_get_pools", "agent")
		return
	}
	defer agent.release()
	r := C.go_koord_agent_get_pools(C.uintptr_t(agentAt), (*C.koord_agent_pool)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	count = int(r.count)
	if r.status != C.KOORD_OK {
		err = failed("agent_get_pools", r.status, r.failure)
	}
	agent.kept.log.deliver()
	return
}

func callAgentPoolCPUs(agent *Agent, pool uint32, which AgentCPUSet, words []uint64) (err error) {
	agentAt := agent.pointer()
	if agentAt == 0 {
		err = closed("agent_get_pool_cpus", "agent")
		return
	}
	defer agent.release()
	r := C.go_koord_agent_get_pool_cpus(C.uintptr_t(agentAt), C.uint32_t(pool), C.koord_agent_cpuset(which), (*C.uint64_t)(unsafe.Pointer(head(words))), C.size_t(len(words)))
	if r.status != C.KOORD_OK {
		err = failed("agent_get_pool_cpus", r.status, r.failure)
	}
	agent.kept.log.deliver()
	return
}

func callAgentPlaceName(place AgentPlace) string {
	return C.GoString(C.koord_agent_place_get_name(C.koord_agent_place(place)))
}

func callAgentToAnnotation(agent *Agent, which AgentAnnotation) (out []byte, err error) {
	agentAt := agent.pointer()
	if agentAt == 0 {
		err = closed("agent_to_annotation", "agent")
		return
	}
	defer agent.release()
	r := C.go_koord_agent_to_annotation(C.uintptr_t(agentAt), C.koord_agent_annotation(which))
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("agent_to_annotation", r.status, r.failure)
	}
	agent.kept.log.deliver()
	return
}

func callAgentToNRT(agent *Agent) (out []byte, err error) {
	agentAt := agent.pointer()
	if agentAt == 0 {
		err = closed("agent_to_nrt", "agent")
		return
	}
	defer agent.release()
	r := C.go_koord_agent_to_nrt(C.uintptr_t(agentAt))
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("agent_to_nrt", r.status, r.failure)
	}
	agent.kept.log.deliver()
	return
}

func callAgentToJSON(agent *Agent, bootID string) (out []byte, err error) {
	agentAt := agent.pointer()
	if agentAt == 0 {
		err = closed("agent_to_json", "agent")
		return
	}
	defer agent.release()
	r := C.go_koord_agent_to_json(C.uintptr_t(agentAt), bootID)
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("agent_to_json", r.status, r.failure)
	}
	agent.kept.log.deliver()
	return
}

func callAgentSnapshot(agent *Agent) (out *AgentState, err error) {
	agentAt := agent.pointer()
	if agentAt == 0 {
		err = closed("agent_snapshot", "agent")
		return
	}
	defer agent.release()
	r := C.go_koord_agent_snapshot(C.uintptr_t(agentAt))
	out = newAgentState(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("agent_snapshot", r.status, r.failure)
	}
	agent.kept.log.deliver()
	return
}

func callAgentSetState(agent *Agent, state *AgentState) (err error) {
	agentAt := agent.pointer()
	if agentAt == 0 {
		err = closed("agent_set_state", "agent")
		return
	}
	defer agent.release()
	stateAt := state.pointer()
	if stateAt == 0 {
		err = closed("agent_set_state", "state")
		return
	}
	defer state.release()
	r := C.go_koord_agent_set_state(C.uintptr_t(agentAt), C.uintptr_t(stateAt))
	if r.status != C.KOORD_OK {
		err = failed("agent_set_state", r.status, r.failure)
	}
	agent.kept.log.deliver()
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

// Ref returns another reference to the same agent state, to be closed separately, or nil if it is closed.
func (h *AgentState) Ref() *AgentState {
	at := h.pointer()
	if at == 0 {
		return nil
	}
	defer h.release()
	return newAgentState(uintptr(C.go_koord_agent_state_ref(C.uintptr_t(at))))
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
	defer state.release()
	r := C.go_koord_agent_state_get_text(C.uintptr_t(stateAt), C.koord_agent_text(which), (*C.char)(unsafe.Pointer(head(text))), C.size_t(len(text)))
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
	defer state.release()
	r := C.go_koord_agent_state_get_info(C.uintptr_t(stateAt))
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
	defer state.release()
	r := C.go_koord_agent_state_get_cpus(C.uintptr_t(stateAt), C.koord_agent_cpuset(which), (*C.uint64_t)(unsafe.Pointer(head(words))), C.size_t(len(words)))
	if r.status != C.KOORD_OK {
		err = failed("agent_state_get_cpus", r.status, r.failure)
	}
	return
}

func callAgentStatePods(state *AgentState, since uint64, rows []rawAgentPod) (count int, err error) {
	stateAt := state.pointer()
	if stateAt == 0 {
		err = closed("agent_state_get_pods", "state")
		return
	}
	defer state.release()
	r := C.go_koord_agent_state_get_pods(C.uintptr_t(stateAt), C.uint64_t(since), (*C.koord_agent_pod)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	count = int(r.count)
	if r.status != C.KOORD_OK {
		err = failed("agent_state_get_pods", r.status, r.failure)
	}
	return
}

func callAgentStateTexts(state *AgentState, read func(texts string)) error {
	at := state.pointer()
	if at == 0 {
		return closed("agent_state_get_texts", "state")
	}
	defer state.release()
	r := C.go_koord_agent_state_get_texts(C.uintptr_t(at))
	read(stringOf(unsafe.Slice((*byte)(unsafe.Pointer(r.data)), int(r.length))))
	return nil
}

func callAgentStateFindContainer(state *AgentState, uid string, container string) (row rawAgentPod, err error) {
	stateAt := state.pointer()
	if stateAt == 0 {
		err = closed("agent_state_find_container", "state")
		return
	}
	defer state.release()
	r := C.go_koord_agent_state_find_container(C.uintptr_t(stateAt), uid, container)
	row = *(*rawAgentPod)(unsafe.Pointer(&r.row))
	if r.status != C.KOORD_OK {
		err = failed("agent_state_find_container", r.status, r.failure)
	}
	return
}

func callAgentStatePodCPUs(state *AgentState, row uint32, words []uint64) (err error) {
	stateAt := state.pointer()
	if stateAt == 0 {
		err = closed("agent_state_get_pod_cpus", "state")
		return
	}
	defer state.release()
	r := C.go_koord_agent_state_get_pod_cpus(C.uintptr_t(stateAt), C.uint32_t(row), (*C.uint64_t)(unsafe.Pointer(head(words))), C.size_t(len(words)))
	if r.status != C.KOORD_OK {
		err = failed("agent_state_get_pod_cpus", r.status, r.failure)
	}
	return
}

func callAgentStatePodNUMANodes(state *AgentState, row uint32, words []uint64) (err error) {
	stateAt := state.pointer()
	if stateAt == 0 {
		err = closed("agent_state_get_pod_numa_nodes", "state")
		return
	}
	defer state.release()
	r := C.go_koord_agent_state_get_pod_numa_nodes(C.uintptr_t(stateAt), C.uint32_t(row), (*C.uint64_t)(unsafe.Pointer(head(words))), C.size_t(len(words)))
	if r.status != C.KOORD_OK {
		err = failed("agent_state_get_pod_numa_nodes", r.status, r.failure)
	}
	return
}

func callCgroupPathNew(driver CgroupDriver, root string) (out *CgroupPath, err error) {
	r := C.go_koord_cgroup_path_new(C.koord_cgroup_driver(driver), root)
	out = newCgroupPath(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("cgroup_path_new", r.status, r.failure)
	}
	return
}

func callCgroupPathFree(pointer uintptr) { C.go_koord_cgroup_path_free(C.uintptr_t(pointer)) }

func callCgroupPathSetPod(path *CgroupPath, qos KubeQOS, uid string) (err error) {
	pathAt := path.pointer()
	if pathAt == 0 {
		err = closed("cgroup_path_set_pod", "path")
		return
	}
	defer path.release()
	r := C.go_koord_cgroup_path_set_pod(C.uintptr_t(pathAt), C.koord_kube_qos(qos), uid)
	if r.status != C.KOORD_OK {
		err = failed("cgroup_path_set_pod", r.status, r.failure)
	}
	return
}

func callCgroupPathSetContainer(path *CgroupPath, runtime CgroupRuntime, id string) (err error) {
	pathAt := path.pointer()
	if pathAt == 0 {
		err = closed("cgroup_path_set_container", "path")
		return
	}
	defer path.release()
	r := C.go_koord_cgroup_path_set_container(C.uintptr_t(pathAt), C.koord_cgroup_runtime(runtime), id)
	if r.status != C.KOORD_OK {
		err = failed("cgroup_path_set_container", r.status, r.failure)
	}
	return
}

func callCgroupPathFormat(path *CgroupPath, text []byte) (needed int, err error) {
	pathAt := path.pointer()
	if pathAt == 0 {
		err = closed("cgroup_path_format", "path")
		return
	}
	defer path.release()
	r := C.go_koord_cgroup_path_format(C.uintptr_t(pathAt), (*C.char)(unsafe.Pointer(head(text))), C.size_t(len(text)))
	needed = int(r.needed)
	if r.status != C.KOORD_OK {
		err = failed("cgroup_path_format", r.status, r.failure)
	}
	return
}

func callCgroupsOpen(mount string, root string, options CgroupOptions) (out *Cgroups, err error) {
	r := C.go_koord_cgroups_open(mount, root, *(*C.koord_cgroup_options)(unsafe.Pointer(&options)))
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
	defer cgroups.release()
	r := C.go_koord_cgroups_get_info(C.uintptr_t(cgroupsAt))
	info = *(*CgroupsInfo)(unsafe.Pointer(&r.info))
	if r.status != C.KOORD_OK {
		err = failed("cgroups_get_info", r.status, r.failure)
	}
	return
}

func callCgroupContainersNew() (out *CgroupContainers, err error) {
	r := C.go_koord_cgroup_containers_new()
	out = newCgroupContainers(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("cgroup_containers_new", r.status, r.failure)
	}
	return
}

func callCgroupContainersFree(pointer uintptr) {
	C.go_koord_cgroup_containers_free(C.uintptr_t(pointer))
}

func callCgroupContainersAdd(containers *CgroupContainers, id string, name string) (err error) {
	containersAt := containers.pointer()
	if containersAt == 0 {
		err = closed("cgroup_containers_add", "containers")
		return
	}
	defer containers.release()
	r := C.go_koord_cgroup_containers_add(C.uintptr_t(containersAt), id, name)
	if r.status != C.KOORD_OK {
		err = failed("cgroup_containers_add", r.status, r.failure)
	}
	return
}

func callCgroupPlanNew(cgroups *Cgroups, state *AgentState, containers *CgroupContainers) (out *CgroupPlan, err error) {
	cgroupsAt := cgroups.pointer()
	if cgroupsAt == 0 {
		err = closed("cgroup_plan_new", "cgroups")
		return
	}
	defer cgroups.release()
	stateAt := state.pointer()
	if stateAt == 0 {
		err = closed("cgroup_plan_new", "state")
		return
	}
	defer state.release()
	containersAt := containers.pointer()
	if containers != nil && containersAt == 0 {
		err = closed("cgroup_plan_new", "containers")
		return
	}
	defer containers.release()
	r := C.go_koord_cgroup_plan_new(C.uintptr_t(cgroupsAt), C.uintptr_t(stateAt), C.uintptr_t(containersAt))
	out = newCgroupPlan(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("cgroup_plan_new", r.status, r.failure)
	}
	return
}

// Ref returns another reference to the same cgroup plan, to be closed separately, or nil if it is closed.
func (h *CgroupPlan) Ref() *CgroupPlan {
	at := h.pointer()
	if at == 0 {
		return nil
	}
	defer h.release()
	return newCgroupPlan(uintptr(C.go_koord_cgroup_plan_ref(C.uintptr_t(at))))
}

func callCgroupPlanUnref(pointer uintptr) { C.go_koord_cgroup_plan_unref(C.uintptr_t(pointer)) }

func callCgroupPlanSteps(plan *CgroupPlan, rows []rawCgroupStep) (count int, err error) {
	planAt := plan.pointer()
	if planAt == 0 {
		err = closed("cgroup_plan_get_steps", "plan")
		return
	}
	defer plan.release()
	r := C.go_koord_cgroup_plan_get_steps(C.uintptr_t(planAt), (*C.koord_cgroup_step)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	count = int(r.count)
	if r.status != C.KOORD_OK {
		err = failed("cgroup_plan_get_steps", r.status, r.failure)
	}
	return
}

func callCgroupPlanTexts(plan *CgroupPlan, read func(texts string)) error {
	at := plan.pointer()
	if at == 0 {
		return closed("cgroup_plan_get_texts", "plan")
	}
	defer plan.release()
	r := C.go_koord_cgroup_plan_get_texts(C.uintptr_t(at))
	read(stringOf(unsafe.Slice((*byte)(unsafe.Pointer(r.data)), int(r.length))))
	return nil
}

func callCgroupPlanToJSON(plan *CgroupPlan) (out []byte, err error) {
	planAt := plan.pointer()
	if planAt == 0 {
		err = closed("cgroup_plan_to_json", "plan")
		return
	}
	defer plan.release()
	r := C.go_koord_cgroup_plan_to_json(C.uintptr_t(planAt))
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
	defer plan.release()
	r := C.go_koord_cgroup_plan_to_text(C.uintptr_t(planAt))
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
	defer cgroups.release()
	planAt := plan.pointer()
	if planAt == 0 {
		err = closed("cgroups_apply", "plan")
		return
	}
	defer plan.release()
	r := C.go_koord_cgroups_apply(C.uintptr_t(cgroupsAt), C.uintptr_t(planAt))
	out = newCgroupReport(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("cgroups_apply", r.status, r.failure)
	}
	return
}

// Ref returns another reference to the same cgroup report, to be closed separately, or nil if it is closed.
func (h *CgroupReport) Ref() *CgroupReport {
	at := h.pointer()
	if at == 0 {
		return nil
	}
	defer h.release()
	return newCgroupReport(uintptr(C.go_koord_cgroup_report_ref(C.uintptr_t(at))))
}

func callCgroupReportUnref(pointer uintptr) { C.go_koord_cgroup_report_unref(C.uintptr_t(pointer)) }

func callCgroupReportInfo(report *CgroupReport) (info CgroupReportInfo, err error) {
	reportAt := report.pointer()
	if reportAt == 0 {
		err = closed("cgroup_report_get_info", "report")
		return
	}
	defer report.release()
	r := C.go_koord_cgroup_report_get_info(C.uintptr_t(reportAt))
	info = *(*CgroupReportInfo)(unsafe.Pointer(&r.info))
	if r.status != C.KOORD_OK {
		err = failed("cgroup_report_get_info", r.status, r.failure)
	}
	return
}

func callCgroupReportResults(report *CgroupReport, rows []rawCgroupResult) (count int, err error) {
	reportAt := report.pointer()
	if reportAt == 0 {
		err = closed("cgroup_report_get_results", "report")
		return
	}
	defer report.release()
	r := C.go_koord_cgroup_report_get_results(C.uintptr_t(reportAt), (*C.koord_cgroup_result)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	count = int(r.count)
	if r.status != C.KOORD_OK {
		err = failed("cgroup_report_get_results", r.status, r.failure)
	}
	return
}

func callCgroupReportTexts(report *CgroupReport, read func(texts string)) error {
	at := report.pointer()
	if at == 0 {
		return closed("cgroup_report_get_texts", "report")
	}
	defer report.release()
	r := C.go_koord_cgroup_report_get_texts(C.uintptr_t(at))
	read(stringOf(unsafe.Slice((*byte)(unsafe.Pointer(r.data)), int(r.length))))
	return nil
}

func callCgroupReportToJSON(report *CgroupReport) (out []byte, err error) {
	reportAt := report.pointer()
	if reportAt == 0 {
		err = closed("cgroup_report_to_json", "report")
		return
	}
	defer report.release()
	r := C.go_koord_cgroup_report_to_json(C.uintptr_t(reportAt))
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("cgroup_report_to_json", r.status, r.failure)
	}
	return
}

func callNUMAHintsNew() (out *NUMAHints, err error) {
	r := C.go_koord_numa_hints_new()
	out = newNUMAHints(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("numa_hints_new", r.status, r.failure)
	}
	return
}

func callNUMAHintsClone(hints *NUMAHints) (out *NUMAHints, err error) {
	hintsAt := hints.pointer()
	if hintsAt == 0 {
		err = closed("numa_hints_clone", "hints")
		return
	}
	defer hints.release()
	r := C.go_koord_numa_hints_clone(C.uintptr_t(hintsAt))
	out = newNUMAHints(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("numa_hints_clone", r.status, r.failure)
	}
	return
}

func callNUMAHintsFree(pointer uintptr) { C.go_koord_numa_hints_free(C.uintptr_t(pointer)) }

func callNUMAHintsReset(hints *NUMAHints) (err error) {
	hintsAt := hints.pointer()
	if hintsAt == 0 {
		err = closed("numa_hints_reset", "hints")
		return
	}
	defer hints.release()
	r := C.go_koord_numa_hints_reset(C.uintptr_t(hintsAt))
	if r.status != C.KOORD_OK {
		err = failed("numa_hints_reset", r.status, r.failure)
	}
	return
}

func callNUMAHintsSetNodes(hints *NUMAHints, rows []NUMAPlace, distances []uint32) (err error) {
	hintsAt := hints.pointer()
	if hintsAt == 0 {
		err = closed("numa_hints_set_nodes", "hints")
		return
	}
	defer hints.release()
	r := C.go_koord_numa_hints_set_nodes(C.uintptr_t(hintsAt), (*C.koord_numa_place)(unsafe.Pointer(head(rows))), C.size_t(len(rows)), (*C.uint32_t)(unsafe.Pointer(head(distances))))
	if r.status != C.KOORD_OK {
		err = failed("numa_hints_set_nodes", r.status, r.failure)
	}
	return
}

func callNUMAHintsAddList(hints *NUMAHints, list NUMAHintList, name string, rows []NUMAHint) (err error) {
	hintsAt := hints.pointer()
	if hintsAt == 0 {
		err = closed("numa_hints_add_list", "hints")
		return
	}
	defer hints.release()
	r := C.go_koord_numa_hints_add_list(C.uintptr_t(hintsAt), *(*C.koord_numa_hint_list)(unsafe.Pointer(&list)), name, (*C.koord_numa_hint)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	if r.status != C.KOORD_OK {
		err = failed("numa_hints_add_list", r.status, r.failure)
	}
	return
}

func callNUMAHintsNodes(hints *NUMAHints, rows []NUMAPlace) (count int, err error) {
	hintsAt := hints.pointer()
	if hintsAt == 0 {
		err = closed("numa_hints_get_nodes", "hints")
		return
	}
	defer hints.release()
	r := C.go_koord_numa_hints_get_nodes(C.uintptr_t(hintsAt), (*C.koord_numa_place)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	count = int(r.count)
	if r.status != C.KOORD_OK {
		err = failed("numa_hints_get_nodes", r.status, r.failure)
	}
	return
}

func callNUMAHintsLists(hints *NUMAHints, rows []rawNUMAHintListInfo) (count int, err error) {
	hintsAt := hints.pointer()
	if hintsAt == 0 {
		err = closed("numa_hints_get_lists", "hints")
		return
	}
	defer hints.release()
	r := C.go_koord_numa_hints_get_lists(C.uintptr_t(hintsAt), (*C.koord_numa_hint_list_info)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	count = int(r.count)
	if r.status != C.KOORD_OK {
		err = failed("numa_hints_get_lists", r.status, r.failure)
	}
	return
}

func callNUMAHintsTexts(hints *NUMAHints, read func(texts string)) error {
	at := hints.pointer()
	if at == 0 {
		return closed("numa_hints_get_texts", "hints")
	}
	defer hints.release()
	r := C.go_koord_numa_hints_get_texts(C.uintptr_t(at))
	read(stringOf(unsafe.Slice((*byte)(unsafe.Pointer(r.data)), int(r.length))))
	return nil
}

func callNUMAHintsHints(hints *NUMAHints, list uint32, rows []NUMAHint) (count int, err error) {
	hintsAt := hints.pointer()
	if hintsAt == 0 {
		err = closed("numa_hints_get_hints", "hints")
		return
	}
	defer hints.release()
	r := C.go_koord_numa_hints_get_hints(C.uintptr_t(hintsAt), C.uint32_t(list), (*C.koord_numa_hint)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	count = int(r.count)
	if r.status != C.KOORD_OK {
		err = failed("numa_hints_get_hints", r.status, r.failure)
	}
	return
}

func callNUMAMerge(options NUMAOptions, hints *NUMAHints, text []byte) (out NUMAMerged, needed int, err error) {
	hintsAt := hints.pointer()
	if hintsAt == 0 {
		err = closed("numa_merge", "hints")
		return
	}
	defer hints.release()
	r := C.go_koord_numa_merge(*(*C.koord_numa_options)(unsafe.Pointer(&options)), C.uintptr_t(hintsAt), (*C.char)(unsafe.Pointer(head(text))), C.size_t(len(text)))
	out = *(*NUMAMerged)(unsafe.Pointer(&r.out))
	needed = int(r.needed)
	if r.status != C.KOORD_OK {
		err = failed("numa_merge", r.status, r.failure)
	}
	return
}

func callClusterNew(context *Diagnostics, options ClusterOptions, args []byte) (out *Cluster, err error) {
	contextAt := context.pointer()
	if context != nil && contextAt == 0 {
		err = closed("cluster_new", "context")
		return
	}
	defer context.release()
	r := C.go_koord_cluster_new(C.uintptr_t(contextAt), *(*C.koord_cluster_options)(unsafe.Pointer(&options)), stringOf(args))
	out = newCluster(uintptr(r.out))
	if out != nil {
		out.keep(context)
	}
	if r.status != C.KOORD_OK {
		err = failed("cluster_new", r.status, r.failure)
	}
	context.deliver()
	return
}

func callClusterFree(pointer uintptr) { C.go_koord_cluster_free(C.uintptr_t(pointer)) }

func callClusterSetNode(cluster *Cluster, json []byte) (id uint32, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_set_node", "cluster")
		return
	}
	defer cluster.release()
	r := C.go_koord_cluster_set_node(C.uintptr_t(clusterAt), stringOf(json))
	id = uint32(r.id)
	if r.status != C.KOORD_OK {
		err = failed("cluster_set_node", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callClusterSetTopology(cluster *Cluster, json []byte) (id uint32, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_set_topology", "cluster")
		return
	}
	defer cluster.release()
	r := C.go_koord_cluster_set_topology(C.uintptr_t(clusterAt), stringOf(json))
	id = uint32(r.id)
	if r.status != C.KOORD_OK {
		err = failed("cluster_set_topology", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callClusterSetDevices(cluster *Cluster, json []byte) (id uint32, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_set_devices", "cluster")
		return
	}
	defer cluster.release()
	r := C.go_koord_cluster_set_devices(C.uintptr_t(clusterAt), stringOf(json))
	id = uint32(r.id)
	if r.status != C.KOORD_OK {
		err = failed("cluster_set_devices", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callClusterRemoveNode(cluster *Cluster, name string) (err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_remove_node", "cluster")
		return
	}
	defer cluster.release()
	r := C.go_koord_cluster_remove_node(C.uintptr_t(clusterAt), name)
	if r.status != C.KOORD_OK {
		err = failed("cluster_remove_node", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callClusterRemoveTopology(cluster *Cluster, name string) (err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_remove_topology", "cluster")
		return
	}
	defer cluster.release()
	r := C.go_koord_cluster_remove_topology(C.uintptr_t(clusterAt), name)
	if r.status != C.KOORD_OK {
		err = failed("cluster_remove_topology", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callClusterRemoveDevices(cluster *Cluster, name string) (err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_remove_devices", "cluster")
		return
	}
	defer cluster.release()
	r := C.go_koord_cluster_remove_devices(C.uintptr_t(clusterAt), name)
	if r.status != C.KOORD_OK {
		err = failed("cluster_remove_devices", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callClusterNodeID(cluster *Cluster, name string) (id uint32, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_get_node_id", "cluster")
		return
	}
	defer cluster.release()
	r := C.go_koord_cluster_get_node_id(C.uintptr_t(clusterAt), name)
	id = uint32(r.id)
	if r.status != C.KOORD_OK {
		err = failed("cluster_get_node_id", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callClusterNodeName(cluster *Cluster, node uint32, text []byte) (needed int, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_get_node_name", "cluster")
		return
	}
	defer cluster.release()
	r := C.go_koord_cluster_get_node_name(C.uintptr_t(clusterAt), C.uint32_t(node), (*C.char)(unsafe.Pointer(head(text))), C.size_t(len(text)))
	needed = int(r.needed)
	if r.status != C.KOORD_OK {
		err = failed("cluster_get_node_name", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callClusterNodeNames(cluster *Cluster) (out *nodeNamesHandle, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_get_node_names", "cluster")
		return
	}
	defer cluster.release()
	r := C.go_koord_cluster_get_node_names(C.uintptr_t(clusterAt))
	out = newNodeNames(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("cluster_get_node_names", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

// Ref returns another reference to the same node names, to be closed separately, or nil if it is closed.
func (h *nodeNamesHandle) Ref() *nodeNamesHandle {
	at := h.pointer()
	if at == 0 {
		return nil
	}
	defer h.release()
	return newNodeNames(uintptr(C.go_koord_node_names_ref(C.uintptr_t(at))))
}

func callNodeNamesUnref(pointer uintptr) { C.go_koord_node_names_unref(C.uintptr_t(pointer)) }

func callNodeNamesRows(names *nodeNamesHandle, rows []rawNodeName) (count int, err error) {
	namesAt := names.pointer()
	if namesAt == 0 {
		err = closed("node_names_get_rows", "names")
		return
	}
	defer names.release()
	r := C.go_koord_node_names_get_rows(C.uintptr_t(namesAt), (*C.koord_node_name)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	count = int(r.count)
	if r.status != C.KOORD_OK {
		err = failed("node_names_get_rows", r.status, r.failure)
	}
	return
}

func callNodeNamesTexts(names *nodeNamesHandle, read func(texts string)) error {
	at := names.pointer()
	if at == 0 {
		return closed("node_names_get_texts", "names")
	}
	defer names.release()
	r := C.go_koord_node_names_get_texts(C.uintptr_t(at))
	read(stringOf(unsafe.Slice((*byte)(unsafe.Pointer(r.data)), int(r.length))))
	return nil
}

func callClusterNodeTopology(cluster *Cluster, node uint32) (out *Topology, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_get_node_topology", "cluster")
		return
	}
	defer cluster.release()
	r := C.go_koord_cluster_get_node_topology(C.uintptr_t(clusterAt), C.uint32_t(node))
	out = newTopology(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("cluster_get_node_topology", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callClusterNodeCPUs(cluster *Cluster, node uint32, which ClusterCPUSet, words []uint64) (err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_get_node_cpus", "cluster")
		return
	}
	defer cluster.release()
	r := C.go_koord_cluster_get_node_cpus(C.uintptr_t(clusterAt), C.uint32_t(node), C.koord_cluster_cpuset(which), (*C.uint64_t)(unsafe.Pointer(head(words))), C.size_t(len(words)))
	if r.status != C.KOORD_OK {
		err = failed("cluster_get_node_cpus", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callClusterInfo(cluster *Cluster) (info ClusterInfo, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_get_info", "cluster")
		return
	}
	defer cluster.release()
	r := C.go_koord_cluster_get_info(C.uintptr_t(clusterAt))
	info = *(*ClusterInfo)(unsafe.Pointer(&r.info))
	if r.status != C.KOORD_OK {
		err = failed("cluster_get_info", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callClusterResourceName(cluster *Cluster, resource int32, text []byte) (needed int, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_get_resource_name", "cluster")
		return
	}
	defer cluster.release()
	r := C.go_koord_cluster_get_resource_name(C.uintptr_t(clusterAt), C.int32_t(resource), (*C.char)(unsafe.Pointer(head(text))), C.size_t(len(text)))
	needed = int(r.needed)
	if r.status != C.KOORD_OK {
		err = failed("cluster_get_resource_name", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callClusterDeviceTypeName(cluster *Cluster, kind int32, text []byte) (needed int, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_get_device_type_name", "cluster")
		return
	}
	defer cluster.release()
	r := C.go_koord_cluster_get_device_type_name(C.uintptr_t(clusterAt), C.int32_t(kind), (*C.char)(unsafe.Pointer(head(text))), C.size_t(len(text)))
	needed = int(r.needed)
	if r.status != C.KOORD_OK {
		err = failed("cluster_get_device_type_name", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callClusterDeviceType(cluster *Cluster, name string) (id int32, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_get_device_type", "cluster")
		return
	}
	defer cluster.release()
	r := C.go_koord_cluster_get_device_type(C.uintptr_t(clusterAt), name)
	id = int32(r.id)
	if r.status != C.KOORD_OK {
		err = failed("cluster_get_device_type", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callClusterFormatRefusal(cluster *Cluster, refusal Refusal, text []byte) (needed int, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_format_refusal", "cluster")
		return
	}
	defer cluster.release()
	r := C.go_koord_cluster_format_refusal(C.uintptr_t(clusterAt), *(*C.koord_refusal)(unsafe.Pointer(&refusal)), (*C.char)(unsafe.Pointer(head(text))), C.size_t(len(text)))
	needed = int(r.needed)
	if r.status != C.KOORD_OK {
		err = failed("cluster_format_refusal", r.status, r.failure)
	}
	cluster.kept.log.deliver()
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
	if queryAt == 0 {
		err = closed("query_clone", "query")
		return
	}
	defer query.release()
	r := C.go_koord_query_clone(C.uintptr_t(queryAt))
	out = newQuery(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("query_clone", r.status, r.failure)
	}
	return
}

func callQueryFree(pointer uintptr) { C.go_koord_query_free(C.uintptr_t(pointer)) }

func callQueryReset(query *Query) (err error) {
	queryAt := query.pointer()
	if queryAt == 0 {
		err = closed("query_reset", "query")
		return
	}
	defer query.release()
	r := C.go_koord_query_reset(C.uintptr_t(queryAt))
	if r.status != C.KOORD_OK {
		err = failed("query_reset", r.status, r.failure)
	}
	return
}

func callQuerySetFlags(query *Query, flags QueryFlags) (err error) {
	queryAt := query.pointer()
	if queryAt == 0 {
		err = closed("query_set_flags", "query")
		return
	}
	defer query.release()
	r := C.go_koord_query_set_flags(C.uintptr_t(queryAt), C.koord_query_flags(flags))
	if r.status != C.KOORD_OK {
		err = failed("query_set_flags", r.status, r.failure)
	}
	return
}

func callQuerySetNodes(query *Query, first uint32, count int) (err error) {
	queryAt := query.pointer()
	if queryAt == 0 {
		err = closed("query_set_nodes", "query")
		return
	}
	defer query.release()
	r := C.go_koord_query_set_nodes(C.uintptr_t(queryAt), C.uint32_t(first), C.size_t(count))
	if r.status != C.KOORD_OK {
		err = failed("query_set_nodes", r.status, r.failure)
	}
	return
}

func callQuerySetGeneration(query *Query, generation uint64) (err error) {
	queryAt := query.pointer()
	if queryAt == 0 {
		err = closed("query_set_generation", "query")
		return
	}
	defer query.release()
	r := C.go_koord_query_set_generation(C.uintptr_t(queryAt), C.uint64_t(generation))
	if r.status != C.KOORD_OK {
		err = failed("query_set_generation", r.status, r.failure)
	}
	return
}

func callQuerySetAffinity(query *Query, affinity uint64) (err error) {
	queryAt := query.pointer()
	if queryAt == 0 {
		err = closed("query_set_affinity", "query")
		return
	}
	defer query.release()
	r := C.go_koord_query_set_affinity(C.uintptr_t(queryAt), C.uint64_t(affinity))
	if r.status != C.KOORD_OK {
		err = failed("query_set_affinity", r.status, r.failure)
	}
	return
}

func callQueryRemovePod(query *Query, uid string) (err error) {
	queryAt := query.pointer()
	if queryAt == 0 {
		err = closed("query_remove_pod", "query")
		return
	}
	defer query.release()
	r := C.go_koord_query_remove_pod(C.uintptr_t(queryAt), uid)
	if r.status != C.KOORD_OK {
		err = failed("query_remove_pod", r.status, r.failure)
	}
	return
}

func callQueryAddPod(query *Query, pod *Pod, node uint32) (err error) {
	queryAt := query.pointer()
	if queryAt == 0 {
		err = closed("query_add_pod", "query")
		return
	}
	defer query.release()
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("query_add_pod", "pod")
		return
	}
	defer pod.release()
	r := C.go_koord_query_add_pod(C.uintptr_t(queryAt), C.uintptr_t(podAt), C.uint32_t(node))
	if r.status != C.KOORD_OK {
		err = failed("query_add_pod", r.status, r.failure)
	}
	return
}

func callQueryProtectPod(query *Query, uid string, protection Protection) (err error) {
	queryAt := query.pointer()
	if queryAt == 0 {
		err = closed("query_protect_pod", "query")
		return
	}
	defer query.release()
	r := C.go_koord_query_protect_pod(C.uintptr_t(queryAt), uid, C.koord_protection(protection))
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
	defer cluster.release()
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("cluster_evaluate", "pod")
		return
	}
	defer pod.release()
	queryAt := query.pointer()
	if query != nil && queryAt == 0 {
		err = closed("cluster_evaluate", "query")
		return
	}
	defer query.release()
	r := C.go_koord_cluster_evaluate(C.uintptr_t(clusterAt), C.uintptr_t(podAt), C.uintptr_t(queryAt), (*C.koord_verdict)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	out = *(*Evaluation)(unsafe.Pointer(&r.out))
	if r.status != C.KOORD_OK {
		err = failed("cluster_evaluate", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callClusterFindBest(cluster *Cluster, pod *Pod, query *Query, rows []Verdict) (out Evaluation, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_find_best", "cluster")
		return
	}
	defer cluster.release()
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("cluster_find_best", "pod")
		return
	}
	defer pod.release()
	queryAt := query.pointer()
	if query != nil && queryAt == 0 {
		err = closed("cluster_find_best", "query")
		return
	}
	defer query.release()
	r := C.go_koord_cluster_find_best(C.uintptr_t(clusterAt), C.uintptr_t(podAt), C.uintptr_t(queryAt), (*C.koord_verdict)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	out = *(*Evaluation)(unsafe.Pointer(&r.out))
	if r.status != C.KOORD_OK {
		err = failed("cluster_find_best", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callClusterChanges(cluster *Cluster, pod *Pod, query *Query, rows []Verdict, given Evaluation) (inout Evaluation, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_get_changes", "cluster")
		return
	}
	defer cluster.release()
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("cluster_get_changes", "pod")
		return
	}
	defer pod.release()
	queryAt := query.pointer()
	if query != nil && queryAt == 0 {
		err = closed("cluster_get_changes", "query")
		return
	}
	defer query.release()
	r := C.go_koord_cluster_get_changes(C.uintptr_t(clusterAt), C.uintptr_t(podAt), C.uintptr_t(queryAt), (*C.koord_verdict)(unsafe.Pointer(head(rows))), C.size_t(len(rows)), *(*C.koord_evaluation)(unsafe.Pointer(&given)))
	inout = *(*Evaluation)(unsafe.Pointer(&r.inout))
	if r.status != C.KOORD_OK {
		err = failed("cluster_get_changes", r.status, r.failure)
	}
	cluster.kept.log.deliver()
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
	defer cluster.release()
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("cluster_judge", "pod")
		return
	}
	defer pod.release()
	queryAt := query.pointer()
	if query != nil && queryAt == 0 {
		err = closed("cluster_judge", "query")
		return
	}
	defer query.release()
	r := C.go_koord_cluster_judge(C.uintptr_t(clusterAt), C.uintptr_t(podAt), C.uintptr_t(queryAt), C.uint32_t(node))
	refusal = *(*Refusal)(unsafe.Pointer(&r.refusal))
	score = int32(r.score)
	if r.status != C.KOORD_OK {
		err = failed("cluster_judge", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callClusterReserve(cluster *Cluster, pod *Pod, query *Query, node uint32, cpus []uint64) (refusal Refusal, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_reserve", "cluster")
		return
	}
	defer cluster.release()
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("cluster_reserve", "pod")
		return
	}
	defer pod.release()
	queryAt := query.pointer()
	if query != nil && queryAt == 0 {
		err = closed("cluster_reserve", "query")
		return
	}
	defer query.release()
	r := C.go_koord_cluster_reserve(C.uintptr_t(clusterAt), C.uintptr_t(podAt), C.uintptr_t(queryAt), C.uint32_t(node), (*C.uint64_t)(unsafe.Pointer(head(cpus))), C.size_t(len(cpus)))
	refusal = *(*Refusal)(unsafe.Pointer(&r.refusal))
	if r.status != C.KOORD_OK {
		err = failed("cluster_reserve", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callClusterHints(cluster *Cluster, pod *Pod, node uint32, policy NUMAPolicy, hints *NUMAHints) (err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_get_hints", "cluster")
		return
	}
	defer cluster.release()
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("cluster_get_hints", "pod")
		return
	}
	defer pod.release()
	hintsAt := hints.pointer()
	if hintsAt == 0 {
		err = closed("cluster_get_hints", "hints")
		return
	}
	defer hints.release()
	r := C.go_koord_cluster_get_hints(C.uintptr_t(clusterAt), C.uintptr_t(podAt), C.uint32_t(node), C.koord_numa_policy(policy), C.uintptr_t(hintsAt))
	if r.status != C.KOORD_OK {
		err = failed("cluster_get_hints", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callClusterRemovePod(cluster *Cluster, uid string) (err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_remove_pod", "cluster")
		return
	}
	defer cluster.release()
	r := C.go_koord_cluster_remove_pod(C.uintptr_t(clusterAt), uid)
	if r.status != C.KOORD_OK {
		err = failed("cluster_remove_pod", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callClusterSetPod(cluster *Cluster, pod *Pod) (conflicts PodConflicts, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_set_pod", "cluster")
		return
	}
	defer cluster.release()
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("cluster_set_pod", "pod")
		return
	}
	defer pod.release()
	r := C.go_koord_cluster_set_pod(C.uintptr_t(clusterAt), C.uintptr_t(podAt))
	conflicts = *(*PodConflicts)(unsafe.Pointer(&r.conflicts))
	if r.status != C.KOORD_OK {
		err = failed("cluster_set_pod", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callClusterPodConflicts(cluster *Cluster, uid string) (conflicts PodConflicts, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_get_pod_conflicts", "cluster")
		return
	}
	defer cluster.release()
	r := C.go_koord_cluster_get_pod_conflicts(C.uintptr_t(clusterAt), uid)
	conflicts = *(*PodConflicts)(unsafe.Pointer(&r.conflicts))
	if r.status != C.KOORD_OK {
		err = failed("cluster_get_pod_conflicts", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callClusterPodNode(cluster *Cluster, uid string) (node uint32, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_get_pod_node", "cluster")
		return
	}
	defer cluster.release()
	r := C.go_koord_cluster_get_pod_node(C.uintptr_t(clusterAt), uid)
	node = uint32(r.node)
	if r.status != C.KOORD_OK {
		err = failed("cluster_get_pod_node", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callClusterPodCPUs(cluster *Cluster, uid string, words []uint64) (err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_get_pod_cpus", "cluster")
		return
	}
	defer cluster.release()
	r := C.go_koord_cluster_get_pod_cpus(C.uintptr_t(clusterAt), uid, (*C.uint64_t)(unsafe.Pointer(head(words))), C.size_t(len(words)))
	if r.status != C.KOORD_OK {
		err = failed("cluster_get_pod_cpus", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callClusterPodStatus(cluster *Cluster, uid string) (out []byte, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_get_pod_status", "cluster")
		return
	}
	defer cluster.release()
	r := C.go_koord_cluster_get_pod_status(C.uintptr_t(clusterAt), uid)
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("cluster_get_pod_status", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callClusterPodDevices(cluster *Cluster, uid string) (out []byte, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_get_pod_devices", "cluster")
		return
	}
	defer cluster.release()
	r := C.go_koord_cluster_get_pod_devices(C.uintptr_t(clusterAt), uid)
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("cluster_get_pod_devices", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callClusterPodMinors(cluster *Cluster, uid string, kind int32, minors []int32) (count int, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_get_pod_minors", "cluster")
		return
	}
	defer cluster.release()
	r := C.go_koord_cluster_get_pod_minors(C.uintptr_t(clusterAt), uid, C.int32_t(kind), (*C.int32_t)(unsafe.Pointer(head(minors))), C.size_t(len(minors)))
	count = int(r.count)
	if r.status != C.KOORD_OK {
		err = failed("cluster_get_pod_minors", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callClusterPrebind(cluster *Cluster, pod *Pod, flags PrebindFlags) (out []byte, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_prebind", "cluster")
		return
	}
	defer cluster.release()
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("cluster_prebind", "pod")
		return
	}
	defer pod.release()
	r := C.go_koord_cluster_prebind(C.uintptr_t(clusterAt), C.uintptr_t(podAt), C.koord_prebind_flags(flags))
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("cluster_prebind", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callClusterPods(cluster *Cluster, node uint32) (out []byte, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_get_pods", "cluster")
		return
	}
	defer cluster.release()
	r := C.go_koord_cluster_get_pods(C.uintptr_t(clusterAt), C.uint32_t(node))
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("cluster_get_pods", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callCPUPick(topology *Topology, request CPURequest, requestWords int, requestSets PickSetFlags, sets []uint64, refCounts []uint16, grants []NUMAGrant, out []uint64) (refusal Refusal, err error) {
	topologyAt := topology.pointer()
	if topologyAt == 0 {
		err = closed("cpu_pick", "topology")
		return
	}
	defer topology.release()
	r := C.go_koord_cpu_pick(C.uintptr_t(topologyAt), *(*C.koord_cpu_request)(unsafe.Pointer(&request)), C.uint32_t(requestWords), C.uint32_t(requestSets), (*C.uint64_t)(unsafe.Pointer(head(sets))), (*C.uint16_t)(unsafe.Pointer(head(refCounts))), (*C.koord_numa_grant)(unsafe.Pointer(head(grants))), C.size_t(len(grants)), (*C.uint64_t)(unsafe.Pointer(head(out))))
	refusal = *(*Refusal)(unsafe.Pointer(&r.refusal))
	if r.status != C.KOORD_OK {
		err = failed("cpu_pick", r.status, r.failure)
	}
	return
}

func callHookStageName(stage HookStage) string {
	return C.GoString(C.koord_hook_stage_get_name(C.koord_hook_stage(stage)))
}

func callAdjustmentRequestNew(stage HookStage) (out *AdjustmentRequest, err error) {
	r := C.go_koord_adjustment_request_new(C.koord_hook_stage(stage))
	out = newAdjustmentRequest(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("adjustment_request_new", r.status, r.failure)
	}
	return
}

func callAdjustmentRequestFree(pointer uintptr) {
	C.go_koord_adjustment_request_free(C.uintptr_t(pointer))
}

func callAdjustmentRequestSetContainer(request *AdjustmentRequest, uid string, container string) (err error) {
	requestAt := request.pointer()
	if requestAt == 0 {
		err = closed("adjustment_request_set_container", "request")
		return
	}
	defer request.release()
	r := C.go_koord_adjustment_request_set_container(C.uintptr_t(requestAt), uid, container)
	if r.status != C.KOORD_OK {
		err = failed("adjustment_request_set_container", r.status, r.failure)
	}
	return
}

func callAdjustmentRequestSetResourceStatus(request *AdjustmentRequest, resourceStatus string) (err error) {
	requestAt := request.pointer()
	if requestAt == 0 {
		err = closed("adjustment_request_set_resource_status", "request")
		return
	}
	defer request.release()
	r := C.go_koord_adjustment_request_set_resource_status(C.uintptr_t(requestAt), resourceStatus)
	if r.status != C.KOORD_OK {
		err = failed("adjustment_request_set_resource_status", r.status, r.failure)
	}
	return
}

func callAdjustmentRequestSetSysfsRoot(request *AdjustmentRequest, sysfsRoot string) (err error) {
	requestAt := request.pointer()
	if requestAt == 0 {
		err = closed("adjustment_request_set_sysfs_root", "request")
		return
	}
	defer request.release()
	r := C.go_koord_adjustment_request_set_sysfs_root(C.uintptr_t(requestAt), sysfsRoot)
	if r.status != C.KOORD_OK {
		err = failed("adjustment_request_set_sysfs_root", r.status, r.failure)
	}
	return
}

func callAdjustmentNew(state *AgentState, request *AdjustmentRequest) (out *Adjustment, err error) {
	stateAt := state.pointer()
	if stateAt == 0 {
		err = closed("adjustment_new", "state")
		return
	}
	defer state.release()
	requestAt := request.pointer()
	if requestAt == 0 {
		err = closed("adjustment_new", "request")
		return
	}
	defer request.release()
	r := C.go_koord_adjustment_new(C.uintptr_t(stateAt), C.uintptr_t(requestAt))
	out = newAdjustment(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("adjustment_new", r.status, r.failure)
	}
	return
}

// Ref returns another reference to the same adjustment, to be closed separately, or nil if it is closed.
func (h *Adjustment) Ref() *Adjustment {
	at := h.pointer()
	if at == 0 {
		return nil
	}
	defer h.release()
	return newAdjustment(uintptr(C.go_koord_adjustment_ref(C.uintptr_t(at))))
}

func callAdjustmentUnref(pointer uintptr) { C.go_koord_adjustment_unref(C.uintptr_t(pointer)) }

func callAdjustmentInfo(adjustment *Adjustment) (info AdjustmentInfo, err error) {
	adjustmentAt := adjustment.pointer()
	if adjustmentAt == 0 {
		err = closed("adjustment_get_info", "adjustment")
		return
	}
	defer adjustment.release()
	r := C.go_koord_adjustment_get_info(C.uintptr_t(adjustmentAt))
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
	defer adjustment.release()
	r := C.go_koord_adjustment_get_cpus(C.uintptr_t(adjustmentAt), (*C.uint64_t)(unsafe.Pointer(head(words))), C.size_t(len(words)))
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
	defer adjustment.release()
	r := C.go_koord_adjustment_get_numa_nodes(C.uintptr_t(adjustmentAt), (*C.uint64_t)(unsafe.Pointer(head(words))), C.size_t(len(words)))
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
	defer adjustment.release()
	r := C.go_koord_adjustment_get_text(C.uintptr_t(adjustmentAt), C.koord_adjustment_list(list), C.uint32_t(item), (*C.char)(unsafe.Pointer(head(text))), C.size_t(len(text)))
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
	defer adjustment.release()
	r := C.go_koord_adjustment_to_json(C.uintptr_t(adjustmentAt))
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("adjustment_to_json", r.status, r.failure)
	}
	return
}

func callHookNew(options HookOptions) (out *Hook, err error) {
	r := C.go_koord_hook_new(*(*C.koord_hook_options)(unsafe.Pointer(&options)))
	out = newHook(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("hook_new", r.status, r.failure)
	}
	return
}

func callHookFree(pointer uintptr) { C.go_koord_hook_free(C.uintptr_t(pointer)) }

func callHookSetStateFile(hook *Hook, stateFile string) (err error) {
	hookAt := hook.pointer()
	if hookAt == 0 {
		err = closed("hook_set_state_file", "hook")
		return
	}
	defer hook.release()
	r := C.go_koord_hook_set_state_file(C.uintptr_t(hookAt), stateFile)
	if r.status != C.KOORD_OK {
		err = failed("hook_set_state_file", r.status, r.failure)
	}
	return
}

func callHookSetCgroupRoot(hook *Hook, cgroupRoot string) (err error) {
	hookAt := hook.pointer()
	if hookAt == 0 {
		err = closed("hook_set_cgroup_root", "hook")
		return
	}
	defer hook.release()
	r := C.go_koord_hook_set_cgroup_root(C.uintptr_t(hookAt), cgroupRoot)
	if r.status != C.KOORD_OK {
		err = failed("hook_set_cgroup_root", r.status, r.failure)
	}
	return
}

func callHookSetProcRoot(hook *Hook, procRoot string) (err error) {
	hookAt := hook.pointer()
	if hookAt == 0 {
		err = closed("hook_set_proc_root", "hook")
		return
	}
	defer hook.release()
	r := C.go_koord_hook_set_proc_root(C.uintptr_t(hookAt), procRoot)
	if r.status != C.KOORD_OK {
		err = failed("hook_set_proc_root", r.status, r.failure)
	}
	return
}

func callHookRun(hook *Hook, ociState []byte) (result HookResult, err error) {
	hookAt := hook.pointer()
	if hookAt == 0 {
		err = closed("hook_run", "hook")
		return
	}
	defer hook.release()
	r := C.go_koord_hook_run(C.uintptr_t(hookAt), stringOf(ociState))
	result = *(*HookResult)(unsafe.Pointer(&r.result))
	if r.status != C.KOORD_OK {
		err = failed("hook_run", r.status, r.failure)
	}
	return
}

func callKubeletPick(topology *Topology, request KubeletRequest, requestSets KubeletSetFlags, sets []uint64, words int, out []uint64) (refusal Refusal, err error) {
	topologyAt := topology.pointer()
	if topologyAt == 0 {
		err = closed("kubelet_pick", "topology")
		return
	}
	defer topology.release()
	r := C.go_koord_kubelet_pick(C.uintptr_t(topologyAt), *(*C.koord_kubelet_request)(unsafe.Pointer(&request)), C.uint32_t(requestSets), (*C.uint64_t)(unsafe.Pointer(head(sets))), C.size_t(words), (*C.uint64_t)(unsafe.Pointer(head(out))))
	refusal = *(*Refusal)(unsafe.Pointer(&r.refusal))
	if r.status != C.KOORD_OK {
		err = failed("kubelet_pick", r.status, r.failure)
	}
	return
}

func callKubeletNew(topology *Topology, setup *kubeletSetupHandle) (out *Kubelet, err error) {
	topologyAt := topology.pointer()
	if topologyAt == 0 {
		err = closed("kubelet_new", "topology")
		return
	}
	defer topology.release()
	setupAt := setup.pointer()
	if setup != nil && setupAt == 0 {
		err = closed("kubelet_new", "setup")
		return
	}
	defer setup.release()
	r := C.go_koord_kubelet_new(C.uintptr_t(topologyAt), C.uintptr_t(setupAt))
	out = newKubelet(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("kubelet_new", r.status, r.failure)
	}
	if setup != nil {
		setup.kept.log.deliver()
	}
	return
}

func callKubeletClone(kubelet *Kubelet) (out *Kubelet, err error) {
	kubeletAt := kubelet.pointer()
	if kubeletAt == 0 {
		err = closed("kubelet_clone", "kubelet")
		return
	}
	defer kubelet.release()
	r := C.go_koord_kubelet_clone(C.uintptr_t(kubeletAt))
	out = newKubelet(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("kubelet_clone", r.status, r.failure)
	}
	return
}

func callKubeletFree(pointer uintptr) { C.go_koord_kubelet_free(C.uintptr_t(pointer)) }

func callAdmissionNew() (out *admissionHandle, err error) {
	r := C.go_koord_admission_new()
	out = newAdmission(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("admission_new", r.status, r.failure)
	}
	return
}

func callAdmissionFree(pointer uintptr) { C.go_koord_admission_free(C.uintptr_t(pointer)) }

func callAdmissionContainers(admission *admissionHandle, rows []KubeletContainer) (count int, err error) {
	admissionAt := admission.pointer()
	if admissionAt == 0 {
		err = closed("admission_get_containers", "admission")
		return
	}
	defer admission.release()
	r := C.go_koord_admission_get_containers(C.uintptr_t(admissionAt), (*C.koord_kubelet_container)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	count = int(r.count)
	if r.status != C.KOORD_OK {
		err = failed("admission_get_containers", r.status, r.failure)
	}
	return
}

func callAdmissionCPUs(admission *admissionHandle, container uint32, words []uint64) (err error) {
	admissionAt := admission.pointer()
	if admissionAt == 0 {
		err = closed("admission_get_cpus", "admission")
		return
	}
	defer admission.release()
	r := C.go_koord_admission_get_cpus(C.uintptr_t(admissionAt), C.uint32_t(container), (*C.uint64_t)(unsafe.Pointer(head(words))), C.size_t(len(words)))
	if r.status != C.KOORD_OK {
		err = failed("admission_get_cpus", r.status, r.failure)
	}
	return
}

func callAdmissionDevices(admission *admissionHandle, rows []PluginDevice) (count int, err error) {
	admissionAt := admission.pointer()
	if admissionAt == 0 {
		err = closed("admission_get_devices", "admission")
		return
	}
	defer admission.release()
	r := C.go_koord_admission_get_devices(C.uintptr_t(admissionAt), (*C.koord_plugin_device)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	count = int(r.count)
	if r.status != C.KOORD_OK {
		err = failed("admission_get_devices", r.status, r.failure)
	}
	return
}

func callKubeletAdmit(kubelet *Kubelet, pod *Pod, flags AdmitFlags, admission *admissionHandle) (refusal Refusal, err error) {
	kubeletAt := kubelet.pointer()
	if kubeletAt == 0 {
		err = closed("kubelet_admit", "kubelet")
		return
	}
	defer kubelet.release()
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("kubelet_admit", "pod")
		return
	}
	defer pod.release()
	admissionAt := admission.pointer()
	if admission != nil && admissionAt == 0 {
		err = closed("kubelet_admit", "admission")
		return
	}
	defer admission.release()
	r := C.go_koord_kubelet_admit(C.uintptr_t(kubeletAt), C.uintptr_t(podAt), C.koord_admit_flags(flags), C.uintptr_t(admissionAt))
	refusal = *(*Refusal)(unsafe.Pointer(&r.refusal))
	if r.status != C.KOORD_OK {
		err = failed("kubelet_admit", r.status, r.failure)
	}
	return
}

func callKubeletJudge(kubelet *Kubelet, pod *Pod, admission *admissionHandle) (refusal Refusal, err error) {
	kubeletAt := kubelet.pointer()
	if kubeletAt == 0 {
		err = closed("kubelet_judge", "kubelet")
		return
	}
	defer kubelet.release()
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("kubelet_judge", "pod")
		return
	}
	defer pod.release()
	admissionAt := admission.pointer()
	if admission != nil && admissionAt == 0 {
		err = closed("kubelet_judge", "admission")
		return
	}
	defer admission.release()
	r := C.go_koord_kubelet_judge(C.uintptr_t(kubeletAt), C.uintptr_t(podAt), C.uintptr_t(admissionAt))
	refusal = *(*Refusal)(unsafe.Pointer(&r.refusal))
	if r.status != C.KOORD_OK {
		err = failed("kubelet_judge", r.status, r.failure)
	}
	return
}

func callKubeletFormatRefusal(kubelet *Kubelet, refusal Refusal, text []byte) (needed int, err error) {
	kubeletAt := kubelet.pointer()
	if kubeletAt == 0 {
		err = closed("kubelet_format_refusal", "kubelet")
		return
	}
	defer kubelet.release()
	r := C.go_koord_kubelet_format_refusal(C.uintptr_t(kubeletAt), *(*C.koord_refusal)(unsafe.Pointer(&refusal)), (*C.char)(unsafe.Pointer(head(text))), C.size_t(len(text)))
	needed = int(r.needed)
	if r.status != C.KOORD_OK {
		err = failed("kubelet_format_refusal", r.status, r.failure)
	}
	return
}

func callKubeletRemovePod(kubelet *Kubelet, uid string) (held uint32, err error) {
	kubeletAt := kubelet.pointer()
	if kubeletAt == 0 {
		err = closed("kubelet_remove_pod", "kubelet")
		return
	}
	defer kubelet.release()
	r := C.go_koord_kubelet_remove_pod(C.uintptr_t(kubeletAt), uid)
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
	defer kubelet.release()
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("kubelet_get_memory", "pod")
		return
	}
	defer pod.release()
	r := C.go_koord_kubelet_get_memory(C.uintptr_t(kubeletAt), C.uintptr_t(podAt), (*C.koord_memory_block)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
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
	defer kubelet.release()
	r := C.go_koord_kubelet_get_cpus(C.uintptr_t(kubeletAt), C.koord_kubelet_cpuset(which), (*C.uint64_t)(unsafe.Pointer(head(words))), C.size_t(len(words)))
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
	defer kubelet.release()
	r := C.go_koord_kubelet_get_cpu_state(C.uintptr_t(kubeletAt))
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
	defer kubelet.release()
	r := C.go_koord_kubelet_get_memory_state(C.uintptr_t(kubeletAt))
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("kubelet_get_memory_state", r.status, r.failure)
	}
	return
}

func callKubeletDeviceState(kubelet *Kubelet) (out []byte, err error) {
	kubeletAt := kubelet.pointer()
	if kubeletAt == 0 {
		err = closed("kubelet_get_device_state", "kubelet")
		return
	}
	defer kubelet.release()
	r := C.go_koord_kubelet_get_device_state(C.uintptr_t(kubeletAt))
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("kubelet_get_device_state", r.status, r.failure)
	}
	return
}

// Ref returns another reference to the same plan, to be closed separately, or nil if it is closed.
func (h *Plan) Ref() *Plan {
	at := h.pointer()
	if at == 0 {
		return nil
	}
	defer h.release()
	return newPlan(uintptr(C.go_koord_plan_ref(C.uintptr_t(at))))
}

func callPlanUnref(pointer uintptr) { C.go_koord_plan_unref(C.uintptr_t(pointer)) }

func callQueryExcludePodNode(query *Query, uid string, node uint32) (err error) {
	queryAt := query.pointer()
	if queryAt == 0 {
		err = closed("query_exclude_pod_node", "query")
		return
	}
	defer query.release()
	r := C.go_koord_query_exclude_pod_node(C.uintptr_t(queryAt), uid, C.uint32_t(node))
	if r.status != C.KOORD_OK {
		err = failed("query_exclude_pod_node", r.status, r.failure)
	}
	return
}

func callPlanSteps(plan *Plan, rows []rawPlanStep) (count int, err error) {
	planAt := plan.pointer()
	if planAt == 0 {
		err = closed("plan_get_steps", "plan")
		return
	}
	defer plan.release()
	r := C.go_koord_plan_get_steps(C.uintptr_t(planAt), (*C.koord_plan_step)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	count = int(r.count)
	if r.status != C.KOORD_OK {
		err = failed("plan_get_steps", r.status, r.failure)
	}
	return
}

func callPlanTexts(plan *Plan, read func(texts string)) error {
	at := plan.pointer()
	if at == 0 {
		return closed("plan_get_texts", "plan")
	}
	defer plan.release()
	r := C.go_koord_plan_get_texts(C.uintptr_t(at))
	read(stringOf(unsafe.Slice((*byte)(unsafe.Pointer(r.data)), int(r.length))))
	return nil
}

func callPlanStepCPUs(plan *Plan, step int, words []uint64) (err error) {
	planAt := plan.pointer()
	if planAt == 0 {
		err = closed("plan_get_step_cpus", "plan")
		return
	}
	defer plan.release()
	r := C.go_koord_plan_get_step_cpus(C.uintptr_t(planAt), C.size_t(step), (*C.uint64_t)(unsafe.Pointer(head(words))), C.size_t(len(words)))
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
	defer cluster.release()
	planAt := plan.pointer()
	if planAt == 0 {
		err = closed("cluster_get_step_status", "plan")
		return
	}
	defer plan.release()
	r := C.go_koord_cluster_get_step_status(C.uintptr_t(clusterAt), C.uintptr_t(planAt), C.size_t(step))
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("cluster_get_step_status", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callClusterStepDevices(cluster *Cluster, plan *Plan, step int) (out []byte, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_get_step_devices", "cluster")
		return
	}
	defer cluster.release()
	planAt := plan.pointer()
	if planAt == 0 {
		err = closed("cluster_get_step_devices", "plan")
		return
	}
	defer plan.release()
	r := C.go_koord_cluster_get_step_devices(C.uintptr_t(clusterAt), C.uintptr_t(planAt), C.size_t(step))
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("cluster_get_step_devices", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callClusterCommit(cluster *Cluster, plan *Plan) (err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_commit", "cluster")
		return
	}
	defer cluster.release()
	planAt := plan.pointer()
	if planAt == 0 {
		err = closed("cluster_commit", "plan")
		return
	}
	defer plan.release()
	r := C.go_koord_cluster_commit(C.uintptr_t(clusterAt), C.uintptr_t(planAt))
	if r.status != C.KOORD_OK {
		err = failed("cluster_commit", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callClusterPlanResize(cluster *Cluster, pod *Pod, query *Query) (out *Plan, refusal Refusal, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_plan_resize", "cluster")
		return
	}
	defer cluster.release()
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("cluster_plan_resize", "pod")
		return
	}
	defer pod.release()
	queryAt := query.pointer()
	if query != nil && queryAt == 0 {
		err = closed("cluster_plan_resize", "query")
		return
	}
	defer query.release()
	r := C.go_koord_cluster_plan_resize(C.uintptr_t(clusterAt), C.uintptr_t(podAt), C.uintptr_t(queryAt))
	out = newPlan(uintptr(r.out))
	refusal = *(*Refusal)(unsafe.Pointer(&r.refusal))
	if r.status != C.KOORD_OK {
		err = failed("cluster_plan_resize", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callQueryDrainNode(query *Query, node uint32) (err error) {
	queryAt := query.pointer()
	if queryAt == 0 {
		err = closed("query_drain_node", "query")
		return
	}
	defer query.release()
	r := C.go_koord_query_drain_node(C.uintptr_t(queryAt), C.uint32_t(node))
	if r.status != C.KOORD_OK {
		err = failed("query_drain_node", r.status, r.failure)
	}
	return
}

func callQueryDisableSMT(query *Query, node uint32) (err error) {
	queryAt := query.pointer()
	if queryAt == 0 {
		err = closed("query_disable_smt", "query")
		return
	}
	defer query.release()
	r := C.go_koord_query_disable_smt(C.uintptr_t(queryAt), C.uint32_t(node))
	if r.status != C.KOORD_OK {
		err = failed("query_disable_smt", r.status, r.failure)
	}
	return
}

func callQueryIsolateCPUs(query *Query, node uint32, words []uint64) (err error) {
	queryAt := query.pointer()
	if queryAt == 0 {
		err = closed("query_isolate_cpus", "query")
		return
	}
	defer query.release()
	r := C.go_koord_query_isolate_cpus(C.uintptr_t(queryAt), C.uint32_t(node), (*C.uint64_t)(unsafe.Pointer(head(words))), C.size_t(len(words)))
	if r.status != C.KOORD_OK {
		err = failed("query_isolate_cpus", r.status, r.failure)
	}
	return
}

// Ref returns another reference to the same capacity, to be closed separately, or nil if it is closed.
func (h *Capacity) Ref() *Capacity {
	at := h.pointer()
	if at == 0 {
		return nil
	}
	defer h.release()
	return newCapacity(uintptr(C.go_koord_capacity_ref(C.uintptr_t(at))))
}

func callCapacityUnref(pointer uintptr) { C.go_koord_capacity_unref(C.uintptr_t(pointer)) }

func callClusterCapacity(cluster *Cluster, pod *Pod, options CapacityOptions, query *Query) (out *Capacity, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_get_capacity", "cluster")
		return
	}
	defer cluster.release()
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("cluster_get_capacity", "pod")
		return
	}
	defer pod.release()
	queryAt := query.pointer()
	if query != nil && queryAt == 0 {
		err = closed("cluster_get_capacity", "query")
		return
	}
	defer query.release()
	r := C.go_koord_cluster_get_capacity(C.uintptr_t(clusterAt), C.uintptr_t(podAt), *(*C.koord_capacity_options)(unsafe.Pointer(&options)), C.uintptr_t(queryAt))
	out = newCapacity(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("cluster_get_capacity", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callCapacityInfo(capacity *Capacity) (info CapacityInfo, err error) {
	capacityAt := capacity.pointer()
	if capacityAt == 0 {
		err = closed("capacity_get_info", "capacity")
		return
	}
	defer capacity.release()
	r := C.go_koord_capacity_get_info(C.uintptr_t(capacityAt))
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
	defer capacity.release()
	r := C.go_koord_capacity_get_nodes(C.uintptr_t(capacityAt), (*C.koord_node_capacity)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
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
	defer capacity.release()
	r := C.go_koord_capacity_get_reasons(C.uintptr_t(capacityAt), (*C.koord_capacity_reason)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	count = int(r.count)
	if r.status != C.KOORD_OK {
		err = failed("capacity_get_reasons", r.status, r.failure)
	}
	return
}

func callDeviceReportNew(context *Diagnostics, flags DeviceReportFlags) (out *DeviceReport, err error) {
	contextAt := context.pointer()
	if context != nil && contextAt == 0 {
		err = closed("device_report_new", "context")
		return
	}
	defer context.release()
	r := C.go_koord_device_report_new(C.uintptr_t(contextAt), C.koord_device_report_flags(flags))
	out = newDeviceReport(uintptr(r.out))
	if out != nil {
		out.keep(context)
	}
	if r.status != C.KOORD_OK {
		err = failed("device_report_new", r.status, r.failure)
	}
	context.deliver()
	return
}

func callDeviceReportFree(pointer uintptr) { C.go_koord_device_report_free(C.uintptr_t(pointer)) }

func callDeviceReportSetNVMLLibrary(report *DeviceReport, nvmlLibrary string) (err error) {
	reportAt := report.pointer()
	if reportAt == 0 {
		err = closed("device_report_set_nvml_library", "report")
		return
	}
	defer report.release()
	r := C.go_koord_device_report_set_nvml_library(C.uintptr_t(reportAt), nvmlLibrary)
	if r.status != C.KOORD_OK {
		err = failed("device_report_set_nvml_library", r.status, r.failure)
	}
	report.kept.log.deliver()
	return
}

func callDeviceReportSetSysfsRoot(report *DeviceReport, sysfsRoot string) (err error) {
	reportAt := report.pointer()
	if reportAt == 0 {
		err = closed("device_report_set_sysfs_root", "report")
		return
	}
	defer report.release()
	r := C.go_koord_device_report_set_sysfs_root(C.uintptr_t(reportAt), sysfsRoot)
	if r.status != C.KOORD_OK {
		err = failed("device_report_set_sysfs_root", r.status, r.failure)
	}
	report.kept.log.deliver()
	return
}

func callDeviceReportSetCheckpoint(report *DeviceReport, checkpoint []byte) (err error) {
	reportAt := report.pointer()
	if reportAt == 0 {
		err = closed("device_report_set_checkpoint", "report")
		return
	}
	defer report.release()
	r := C.go_koord_device_report_set_checkpoint(C.uintptr_t(reportAt), stringOf(checkpoint))
	if r.status != C.KOORD_OK {
		err = failed("device_report_set_checkpoint", r.status, r.failure)
	}
	report.kept.log.deliver()
	return
}

func callDeviceReportSetPods(report *DeviceReport, pods []byte) (err error) {
	reportAt := report.pointer()
	if reportAt == 0 {
		err = closed("device_report_set_pods", "report")
		return
	}
	defer report.release()
	r := C.go_koord_device_report_set_pods(C.uintptr_t(reportAt), stringOf(pods))
	if r.status != C.KOORD_OK {
		err = failed("device_report_set_pods", r.status, r.failure)
	}
	report.kept.log.deliver()
	return
}

func callDeviceReportToJSON(report *DeviceReport, topology *Topology, nodeName string) (out []byte, err error) {
	reportAt := report.pointer()
	if reportAt == 0 {
		err = closed("device_report_to_json", "report")
		return
	}
	defer report.release()
	topologyAt := topology.pointer()
	if topologyAt == 0 {
		err = closed("device_report_to_json", "topology")
		return
	}
	defer topology.release()
	r := C.go_koord_device_report_to_json(C.uintptr_t(reportAt), C.uintptr_t(topologyAt), nodeName)
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("device_report_to_json", r.status, r.failure)
	}
	report.kept.log.deliver()
	return
}

func callDeviceNodeResources(context *Diagnostics, device []byte, flags NodeResourcesFlags) (out []byte, err error) {
	contextAt := context.pointer()
	if context != nil && contextAt == 0 {
		err = closed("device_get_node_resources", "context")
		return
	}
	defer context.release()
	r := C.go_koord_device_get_node_resources(C.uintptr_t(contextAt), stringOf(device), C.koord_node_resources_flags(flags))
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("device_get_node_resources", r.status, r.failure)
	}
	context.deliver()
	return
}

func callDeviceBuilderNew() (out *DeviceBuilder, err error) {
	r := C.go_koord_device_builder_new()
	out = newDeviceBuilder(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("device_builder_new", r.status, r.failure)
	}
	return
}

func callDeviceBuilderFree(pointer uintptr) { C.go_koord_device_builder_free(C.uintptr_t(pointer)) }

func callDeviceBuilderReset(builder *DeviceBuilder) (err error) {
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("device_builder_reset", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_device_builder_reset(C.uintptr_t(builderAt))
	if r.status != C.KOORD_OK {
		err = failed("device_builder_reset", r.status, r.failure)
	}
	return
}

func callDeviceBuilderSetName(builder *DeviceBuilder, name string) (err error) {
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("device_builder_set_name", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_device_builder_set_name(C.uintptr_t(builderAt), name)
	if r.status != C.KOORD_OK {
		err = failed("device_builder_set_name", r.status, r.failure)
	}
	return
}

func callDeviceBuilderSetLabel(builder *DeviceBuilder, key string, value string) (err error) {
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("device_builder_set_label", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_device_builder_set_label(C.uintptr_t(builderAt), key, value)
	if r.status != C.KOORD_OK {
		err = failed("device_builder_set_label", r.status, r.failure)
	}
	return
}

func callDeviceBuilderSetAnnotation(builder *DeviceBuilder, key string, value string) (err error) {
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("device_builder_set_annotation", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_device_builder_set_annotation(C.uintptr_t(builderAt), key, value)
	if r.status != C.KOORD_OK {
		err = failed("device_builder_set_annotation", r.status, r.failure)
	}
	return
}

func callDeviceBuilderAddDevice(builder *DeviceBuilder, spec DeviceSpec) (device int32, err error) {
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("device_builder_add_device", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_device_builder_add_device(C.uintptr_t(builderAt), *(*C.koord_device_spec)(unsafe.Pointer(&spec)))
	device = int32(r.device)
	if r.status != C.KOORD_OK {
		err = failed("device_builder_add_device", r.status, r.failure)
	}
	return
}

func callDeviceBuilderSetDeviceText(builder *DeviceBuilder, device int32, which DeviceText, text string) (err error) {
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("device_builder_set_device_text", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_device_builder_set_device_text(C.uintptr_t(builderAt), C.int32_t(device), C.koord_device_text(which), text)
	if r.status != C.KOORD_OK {
		err = failed("device_builder_set_device_text", r.status, r.failure)
	}
	return
}

func callDeviceBuilderSetDeviceLabel(builder *DeviceBuilder, device int32, key string, value string) (err error) {
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("device_builder_set_device_label", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_device_builder_set_device_label(C.uintptr_t(builderAt), C.int32_t(device), key, value)
	if r.status != C.KOORD_OK {
		err = failed("device_builder_set_device_label", r.status, r.failure)
	}
	return
}

func callDeviceBuilderSetResource(builder *DeviceBuilder, device int32, name string, amount int64) (err error) {
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("device_builder_set_resource", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_device_builder_set_resource(C.uintptr_t(builderAt), C.int32_t(device), name, C.int64_t(amount))
	if r.status != C.KOORD_OK {
		err = failed("device_builder_set_resource", r.status, r.failure)
	}
	return
}

func callDeviceBuilderAddVFGroup(builder *DeviceBuilder, device int32) (group int32, err error) {
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("device_builder_add_vf_group", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_device_builder_add_vf_group(C.uintptr_t(builderAt), C.int32_t(device))
	group = int32(r.group)
	if r.status != C.KOORD_OK {
		err = failed("device_builder_add_vf_group", r.status, r.failure)
	}
	return
}

func callDeviceBuilderSetVFLabel(builder *DeviceBuilder, group int32, key string, value string) (err error) {
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("device_builder_set_vf_label", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_device_builder_set_vf_label(C.uintptr_t(builderAt), C.int32_t(group), key, value)
	if r.status != C.KOORD_OK {
		err = failed("device_builder_set_vf_label", r.status, r.failure)
	}
	return
}

func callDeviceBuilderAddVF(builder *DeviceBuilder, group int32, minor int32, busID string) (err error) {
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("device_builder_add_vf", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_device_builder_add_vf(C.uintptr_t(builderAt), C.int32_t(group), C.int32_t(minor), busID)
	if r.status != C.KOORD_OK {
		err = failed("device_builder_add_vf", r.status, r.failure)
	}
	return
}

func callClusterSetDevicesFromBuilder(cluster *Cluster, builder *DeviceBuilder) (id uint32, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_set_devices_from_builder", "cluster")
		return
	}
	defer cluster.release()
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("cluster_set_devices_from_builder", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_cluster_set_devices_from_builder(C.uintptr_t(clusterAt), C.uintptr_t(builderAt))
	id = uint32(r.id)
	if r.status != C.KOORD_OK {
		err = failed("cluster_set_devices_from_builder", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callAgentSetDevicesFromBuilder(agent *Agent, builder *DeviceBuilder) (err error) {
	agentAt := agent.pointer()
	if agentAt == 0 {
		err = closed("agent_set_devices_from_builder", "agent")
		return
	}
	defer agent.release()
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("agent_set_devices_from_builder", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_agent_set_devices_from_builder(C.uintptr_t(agentAt), C.uintptr_t(builderAt))
	if r.status != C.KOORD_OK {
		err = failed("agent_set_devices_from_builder", r.status, r.failure)
	}
	agent.kept.log.deliver()
	return
}

func callDraInventoryNew() (out *DraInventory, err error) {
	r := C.go_koord_dra_inventory_new()
	out = newDraInventory(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("dra_inventory_new", r.status, r.failure)
	}
	return
}

func callDraInventoryFree(pointer uintptr) { C.go_koord_dra_inventory_free(C.uintptr_t(pointer)) }

func callDraInventoryReset(inventory *DraInventory) (err error) {
	inventoryAt := inventory.pointer()
	if inventoryAt == 0 {
		err = closed("dra_inventory_reset", "inventory")
		return
	}
	defer inventory.release()
	r := C.go_koord_dra_inventory_reset(C.uintptr_t(inventoryAt))
	if r.status != C.KOORD_OK {
		err = failed("dra_inventory_reset", r.status, r.failure)
	}
	return
}

func callDraInventoryAddDevices(inventory *DraInventory, rows []DraDevice) (err error) {
	inventoryAt := inventory.pointer()
	if inventoryAt == 0 {
		err = closed("dra_inventory_add_devices", "inventory")
		return
	}
	defer inventory.release()
	r := C.go_koord_dra_inventory_add_devices(C.uintptr_t(inventoryAt), (*C.koord_dra_device)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	if r.status != C.KOORD_OK {
		err = failed("dra_inventory_add_devices", r.status, r.failure)
	}
	return
}

func callDraInventoryAddTaints(inventory *DraInventory, rows []DraTaint) (err error) {
	inventoryAt := inventory.pointer()
	if inventoryAt == 0 {
		err = closed("dra_inventory_add_taints", "inventory")
		return
	}
	defer inventory.release()
	r := C.go_koord_dra_inventory_add_taints(C.uintptr_t(inventoryAt), (*C.koord_dra_taint)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	if r.status != C.KOORD_OK {
		err = failed("dra_inventory_add_taints", r.status, r.failure)
	}
	return
}

func callDraInventoryAddAttributes(inventory *DraInventory, rows []DraAttribute) (err error) {
	inventoryAt := inventory.pointer()
	if inventoryAt == 0 {
		err = closed("dra_inventory_add_attributes", "inventory")
		return
	}
	defer inventory.release()
	r := C.go_koord_dra_inventory_add_attributes(C.uintptr_t(inventoryAt), (*C.koord_dra_attribute)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	if r.status != C.KOORD_OK {
		err = failed("dra_inventory_add_attributes", r.status, r.failure)
	}
	return
}

func callDraInventoryAddCapacities(inventory *DraInventory, rows []DraCapacity) (err error) {
	inventoryAt := inventory.pointer()
	if inventoryAt == 0 {
		err = closed("dra_inventory_add_capacities", "inventory")
		return
	}
	defer inventory.release()
	r := C.go_koord_dra_inventory_add_capacities(C.uintptr_t(inventoryAt), (*C.koord_dra_capacity)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	if r.status != C.KOORD_OK {
		err = failed("dra_inventory_add_capacities", r.status, r.failure)
	}
	return
}

func callDraInventoryAddValidValues(inventory *DraInventory, rows []DraAmount) (err error) {
	inventoryAt := inventory.pointer()
	if inventoryAt == 0 {
		err = closed("dra_inventory_add_valid_values", "inventory")
		return
	}
	defer inventory.release()
	r := C.go_koord_dra_inventory_add_valid_values(C.uintptr_t(inventoryAt), (*C.koord_dra_amount)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	if r.status != C.KOORD_OK {
		err = failed("dra_inventory_add_valid_values", r.status, r.failure)
	}
	return
}

func callDraInventoryAddCounters(inventory *DraInventory, rows []DraAmount) (err error) {
	inventoryAt := inventory.pointer()
	if inventoryAt == 0 {
		err = closed("dra_inventory_add_counters", "inventory")
		return
	}
	defer inventory.release()
	r := C.go_koord_dra_inventory_add_counters(C.uintptr_t(inventoryAt), (*C.koord_dra_amount)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	if r.status != C.KOORD_OK {
		err = failed("dra_inventory_add_counters", r.status, r.failure)
	}
	return
}

func callDraInventoryAddConsumedCounters(inventory *DraInventory, rows []DraAmount) (err error) {
	inventoryAt := inventory.pointer()
	if inventoryAt == 0 {
		err = closed("dra_inventory_add_consumed_counters", "inventory")
		return
	}
	defer inventory.release()
	r := C.go_koord_dra_inventory_add_consumed_counters(C.uintptr_t(inventoryAt), (*C.koord_dra_amount)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	if r.status != C.KOORD_OK {
		err = failed("dra_inventory_add_consumed_counters", r.status, r.failure)
	}
	return
}

func callDraClaimsNew() (out *DraClaims, err error) {
	r := C.go_koord_dra_claims_new()
	out = newDraClaims(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("dra_claims_new", r.status, r.failure)
	}
	return
}

func callDraClaimsFree(pointer uintptr) { C.go_koord_dra_claims_free(C.uintptr_t(pointer)) }

func callDraClaimsReset(claims *DraClaims) (err error) {
	claimsAt := claims.pointer()
	if claimsAt == 0 {
		err = closed("dra_claims_reset", "claims")
		return
	}
	defer claims.release()
	r := C.go_koord_dra_claims_reset(C.uintptr_t(claimsAt))
	if r.status != C.KOORD_OK {
		err = failed("dra_claims_reset", r.status, r.failure)
	}
	return
}

func callDraClaimsAddAlternative(claims *DraClaims, alternative DraAlternative, devices []uint64) (err error) {
	claimsAt := claims.pointer()
	if claimsAt == 0 {
		err = closed("dra_claims_add_alternative", "claims")
		return
	}
	defer claims.release()
	r := C.go_koord_dra_claims_add_alternative(C.uintptr_t(claimsAt), *(*C.koord_dra_alternative)(unsafe.Pointer(&alternative)), (*C.uint64_t)(unsafe.Pointer(head(devices))), C.size_t(len(devices)))
	if r.status != C.KOORD_OK {
		err = failed("dra_claims_add_alternative", r.status, r.failure)
	}
	return
}

func callDraClaimsAddAmounts(claims *DraClaims, rows []DraAmount) (err error) {
	claimsAt := claims.pointer()
	if claimsAt == 0 {
		err = closed("dra_claims_add_amounts", "claims")
		return
	}
	defer claims.release()
	r := C.go_koord_dra_claims_add_amounts(C.uintptr_t(claimsAt), (*C.koord_dra_amount)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	if r.status != C.KOORD_OK {
		err = failed("dra_claims_add_amounts", r.status, r.failure)
	}
	return
}

func callDraClaimsSetTolerated(claims *DraClaims, alternative uint32, taints []uint64) (err error) {
	claimsAt := claims.pointer()
	if claimsAt == 0 {
		err = closed("dra_claims_set_tolerated", "claims")
		return
	}
	defer claims.release()
	r := C.go_koord_dra_claims_set_tolerated(C.uintptr_t(claimsAt), C.uint32_t(alternative), (*C.uint64_t)(unsafe.Pointer(head(taints))), C.size_t(len(taints)))
	if r.status != C.KOORD_OK {
		err = failed("dra_claims_set_tolerated", r.status, r.failure)
	}
	return
}

func callDraClaimsAddConstraint(claims *DraClaims, constraint DraConstraint, alternatives []uint64) (err error) {
	claimsAt := claims.pointer()
	if claimsAt == 0 {
		err = closed("dra_claims_add_constraint", "claims")
		return
	}
	defer claims.release()
	r := C.go_koord_dra_claims_add_constraint(C.uintptr_t(claimsAt), *(*C.koord_dra_constraint)(unsafe.Pointer(&constraint)), (*C.uint64_t)(unsafe.Pointer(head(alternatives))), C.size_t(len(alternatives)))
	if r.status != C.KOORD_OK {
		err = failed("dra_claims_add_constraint", r.status, r.failure)
	}
	return
}

func callDraAllocationNew() (out *DraAllocation, err error) {
	r := C.go_koord_dra_allocation_new()
	out = newDraAllocation(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("dra_allocation_new", r.status, r.failure)
	}
	return
}

func callDraAllocationFree(pointer uintptr) { C.go_koord_dra_allocation_free(C.uintptr_t(pointer)) }

func callDraAllocationRun(allocation *DraAllocation, inventory *DraInventory, claims *DraClaims, options DraOptions) (info DraInfo, err error) {
	allocationAt := allocation.pointer()
	if allocationAt == 0 {
		err = closed("dra_allocation_run", "allocation")
		return
	}
	defer allocation.release()
	inventoryAt := inventory.pointer()
	if inventoryAt == 0 {
		err = closed("dra_allocation_run", "inventory")
		return
	}
	defer inventory.release()
	claimsAt := claims.pointer()
	if claimsAt == 0 {
		err = closed("dra_allocation_run", "claims")
		return
	}
	defer claims.release()
	r := C.go_koord_dra_allocation_run(C.uintptr_t(allocationAt), C.uintptr_t(inventoryAt), C.uintptr_t(claimsAt), *(*C.koord_dra_options)(unsafe.Pointer(&options)))
	info = *(*DraInfo)(unsafe.Pointer(&r.info))
	if r.status != C.KOORD_OK {
		err = failed("dra_allocation_run", r.status, r.failure)
	}
	return
}

func callDraAllocationResults(allocation *DraAllocation, rows []DraResult) (count int, err error) {
	allocationAt := allocation.pointer()
	if allocationAt == 0 {
		err = closed("dra_allocation_get_results", "allocation")
		return
	}
	defer allocation.release()
	r := C.go_koord_dra_allocation_get_results(C.uintptr_t(allocationAt), (*C.koord_dra_result)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	count = int(r.count)
	if r.status != C.KOORD_OK {
		err = failed("dra_allocation_get_results", r.status, r.failure)
	}
	return
}

func callDraAllocationAmounts(allocation *DraAllocation, rows []DraAmount) (count int, err error) {
	allocationAt := allocation.pointer()
	if allocationAt == 0 {
		err = closed("dra_allocation_get_amounts", "allocation")
		return
	}
	defer allocation.release()
	r := C.go_koord_dra_allocation_get_amounts(C.uintptr_t(allocationAt), (*C.koord_dra_amount)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	count = int(r.count)
	if r.status != C.KOORD_OK {
		err = failed("dra_allocation_get_amounts", r.status, r.failure)
	}
	return
}

func callDraNodesNew() (out *DraNodes, err error) {
	r := C.go_koord_dra_nodes_new()
	out = newDraNodes(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("dra_nodes_new", r.status, r.failure)
	}
	return
}

func callDraNodesFree(pointer uintptr) { C.go_koord_dra_nodes_free(C.uintptr_t(pointer)) }

func callDraNodesSet(nodes *DraNodes, node uint32, inventory *DraInventory) (err error) {
	nodesAt := nodes.pointer()
	if nodesAt == 0 {
		err = closed("dra_nodes_set", "nodes")
		return
	}
	defer nodes.release()
	inventoryAt := inventory.pointer()
	if inventory != nil && inventoryAt == 0 {
		err = closed("dra_nodes_set", "inventory")
		return
	}
	defer inventory.release()
	r := C.go_koord_dra_nodes_set(C.uintptr_t(nodesAt), C.uint32_t(node), C.uintptr_t(inventoryAt))
	if r.status != C.KOORD_OK {
		err = failed("dra_nodes_set", r.status, r.failure)
	}
	return
}

func callDraNodesRun(nodes *DraNodes, claims *DraClaims, options DraOptions, rows []DraVerdict) (count int, err error) {
	nodesAt := nodes.pointer()
	if nodesAt == 0 {
		err = closed("dra_nodes_run", "nodes")
		return
	}
	defer nodes.release()
	claimsAt := claims.pointer()
	if claimsAt == 0 {
		err = closed("dra_nodes_run", "claims")
		return
	}
	defer claims.release()
	r := C.go_koord_dra_nodes_run(C.uintptr_t(nodesAt), C.uintptr_t(claimsAt), *(*C.koord_dra_options)(unsafe.Pointer(&options)), (*C.koord_dra_verdict)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	count = int(r.count)
	if r.status != C.KOORD_OK {
		err = failed("dra_nodes_run", r.status, r.failure)
	}
	return
}

// Ref returns another reference to the same explanation, to be closed separately, or nil if it is closed.
func (h *Explanation) Ref() *Explanation {
	at := h.pointer()
	if at == 0 {
		return nil
	}
	defer h.release()
	return newExplanation(uintptr(C.go_koord_explanation_ref(C.uintptr_t(at))))
}

func callExplanationUnref(pointer uintptr) { C.go_koord_explanation_unref(C.uintptr_t(pointer)) }

func callClusterExplain(cluster *Cluster, pod *Pod, options ExplainOptions, query *Query) (out *Explanation, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_explain", "cluster")
		return
	}
	defer cluster.release()
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("cluster_explain", "pod")
		return
	}
	defer pod.release()
	queryAt := query.pointer()
	if query != nil && queryAt == 0 {
		err = closed("cluster_explain", "query")
		return
	}
	defer query.release()
	r := C.go_koord_cluster_explain(C.uintptr_t(clusterAt), C.uintptr_t(podAt), *(*C.koord_explain_options)(unsafe.Pointer(&options)), C.uintptr_t(queryAt))
	out = newExplanation(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("cluster_explain", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callExplanationInfo(explanation *Explanation) (info ExplanationInfo, err error) {
	explanationAt := explanation.pointer()
	if explanationAt == 0 {
		err = closed("explanation_get_info", "explanation")
		return
	}
	defer explanation.release()
	r := C.go_koord_explanation_get_info(C.uintptr_t(explanationAt))
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
	defer explanation.release()
	r := C.go_koord_explanation_get_fits(C.uintptr_t(explanationAt), (*C.koord_verdict)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
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
	defer explanation.release()
	r := C.go_koord_explanation_get_groups(C.uintptr_t(explanationAt), (*C.koord_refused_group)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
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
	defer explanation.release()
	r := C.go_koord_explanation_get_misses(C.uintptr_t(explanationAt), (*C.koord_near_miss)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	count = int(r.count)
	if r.status != C.KOORD_OK {
		err = failed("explanation_get_misses", r.status, r.failure)
	}
	return
}

func callRemedyKindName(kind RemedyKind) string {
	return C.GoString(C.koord_remedy_kind_get_name(C.koord_remedy_kind(kind)))
}

func callExplanationRemedies(explanation *Explanation, rows []rawRemedyStep) (count int, err error) {
	explanationAt := explanation.pointer()
	if explanationAt == 0 {
		err = closed("explanation_get_remedies", "explanation")
		return
	}
	defer explanation.release()
	r := C.go_koord_explanation_get_remedies(C.uintptr_t(explanationAt), (*C.koord_remedy_step)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	count = int(r.count)
	if r.status != C.KOORD_OK {
		err = failed("explanation_get_remedies", r.status, r.failure)
	}
	return
}

func callExplanationTexts(explanation *Explanation, read func(texts string)) error {
	at := explanation.pointer()
	if at == 0 {
		return closed("explanation_get_texts", "explanation")
	}
	defer explanation.release()
	r := C.go_koord_explanation_get_texts(C.uintptr_t(at))
	read(stringOf(unsafe.Slice((*byte)(unsafe.Pointer(r.data)), int(r.length))))
	return nil
}

func callExplanationToText(explanation *Explanation) (out []byte, err error) {
	explanationAt := explanation.pointer()
	if explanationAt == 0 {
		err = closed("explanation_to_text", "explanation")
		return
	}
	defer explanation.release()
	r := C.go_koord_explanation_to_text(C.uintptr_t(explanationAt))
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("explanation_to_text", r.status, r.failure)
	}
	return
}

func callExplanationToJSON(explanation *Explanation) (out []byte, err error) {
	explanationAt := explanation.pointer()
	if explanationAt == 0 {
		err = closed("explanation_to_json", "explanation")
		return
	}
	defer explanation.release()
	r := C.go_koord_explanation_to_json(C.uintptr_t(explanationAt))
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("explanation_to_json", r.status, r.failure)
	}
	return
}

func callQueryExcludeNode(query *Query, node uint32) (err error) {
	queryAt := query.pointer()
	if queryAt == 0 {
		err = closed("query_exclude_node", "query")
		return
	}
	defer query.release()
	r := C.go_koord_query_exclude_node(C.uintptr_t(queryAt), C.uint32_t(node))
	if r.status != C.KOORD_OK {
		err = failed("query_exclude_node", r.status, r.failure)
	}
	return
}

func callClusterPlanGang(cluster *Cluster, pods []*Pod, options GangOptions, query *Query) (out *Plan, info GangInfo, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_plan_gang", "cluster")
		return
	}
	defer cluster.release()
	podsAt, err := pointers("cluster_plan_gang", pods)
	if err != nil {
		return
	}
	defer releaseAll(pods)
	queryAt := query.pointer()
	if query != nil && queryAt == 0 {
		err = closed("cluster_plan_gang", "query")
		return
	}
	defer query.release()
	r := C.go_koord_cluster_plan_gang(C.uintptr_t(clusterAt), (*C.uintptr_t)(unsafe.Pointer(head(podsAt))), C.size_t(len(podsAt)), *(*C.koord_gang_options)(unsafe.Pointer(&options)), C.uintptr_t(queryAt))
	out = newPlan(uintptr(r.out))
	info = *(*GangInfo)(unsafe.Pointer(&r.info))
	if r.status != C.KOORD_OK {
		err = failed("cluster_plan_gang", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callClusterSetGPUPolicy(cluster *Cluster, policy GPUPolicy, rows []rawTaskClass, arena []byte) (err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_set_gpu_policy", "cluster")
		return
	}
	defer cluster.release()
	r := C.go_koord_cluster_set_gpu_policy(C.uintptr_t(clusterAt), C.koord_gpu_policy(policy), (*C.koord_task_class)(unsafe.Pointer(head(rows))), C.size_t(len(rows)), stringOf(arena))
	if r.status != C.KOORD_OK {
		err = failed("cluster_set_gpu_policy", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callKubeletFaultName(fault KubeletFault) string {
	return C.GoString(C.koord_kubelet_fault_get_name(C.koord_kubelet_fault(fault)))
}

// Ref returns another reference to the same kubelet report, to be closed separately, or nil if it is closed.
func (h *kubeletReportHandle) Ref() *kubeletReportHandle {
	at := h.pointer()
	if at == 0 {
		return nil
	}
	defer h.release()
	return newKubeletReport(uintptr(C.go_koord_kubelet_report_ref(C.uintptr_t(at))))
}

func callKubeletReportUnref(pointer uintptr) { C.go_koord_kubelet_report_unref(C.uintptr_t(pointer)) }

func callKubeletReportFindings(report *kubeletReportHandle, rows []KubeletFinding) (count int, err error) {
	reportAt := report.pointer()
	if reportAt == 0 {
		err = closed("kubelet_report_get_findings", "report")
		return
	}
	defer report.release()
	r := C.go_koord_kubelet_report_get_findings(C.uintptr_t(reportAt), (*C.koord_kubelet_finding)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	count = int(r.count)
	if r.status != C.KOORD_OK {
		err = failed("kubelet_report_get_findings", r.status, r.failure)
	}
	return
}

func callKubeletReportToJSON(report *kubeletReportHandle) (out []byte, err error) {
	reportAt := report.pointer()
	if reportAt == 0 {
		err = closed("kubelet_report_to_json", "report")
		return
	}
	defer report.release()
	r := C.go_koord_kubelet_report_to_json(C.uintptr_t(reportAt))
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("kubelet_report_to_json", r.status, r.failure)
	}
	return
}

func callKubeletCheck(topology *Topology, setup *kubeletSetupHandle, flags RepairFlags) (out *kubeletReportHandle, err error) {
	topologyAt := topology.pointer()
	if topologyAt == 0 {
		err = closed("kubelet_check", "topology")
		return
	}
	defer topology.release()
	setupAt := setup.pointer()
	if setup != nil && setupAt == 0 {
		err = closed("kubelet_check", "setup")
		return
	}
	defer setup.release()
	r := C.go_koord_kubelet_check(C.uintptr_t(topologyAt), C.uintptr_t(setupAt), C.koord_repair_flags(flags))
	out = newKubeletReport(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("kubelet_check", r.status, r.failure)
	}
	if setup != nil {
		setup.kept.log.deliver()
	}
	return
}

func callKubeletRepairCPUs(topology *Topology, setup *kubeletSetupHandle, flags RepairFlags) (out []byte, report []byte, err error) {
	topologyAt := topology.pointer()
	if topologyAt == 0 {
		err = closed("kubelet_repair_cpus", "topology")
		return
	}
	defer topology.release()
	setupAt := setup.pointer()
	if setup != nil && setupAt == 0 {
		err = closed("kubelet_repair_cpus", "setup")
		return
	}
	defer setup.release()
	r := C.go_koord_kubelet_repair_cpus(C.uintptr_t(topologyAt), C.uintptr_t(setupAt), C.koord_repair_flags(flags))
	out = bytesOf(r.out, r.out_data, r.out_size)
	report = bytesOf(r.report, r.report_data, r.report_size)
	if r.status != C.KOORD_OK {
		err = failed("kubelet_repair_cpus", r.status, r.failure)
	}
	if setup != nil {
		setup.kept.log.deliver()
	}
	return
}

func callKubeletRepairMemory(topology *Topology, setup *kubeletSetupHandle, flags RepairFlags) (out []byte, report []byte, err error) {
	topologyAt := topology.pointer()
	if topologyAt == 0 {
		err = closed("kubelet_repair_memory", "topology")
		return
	}
	defer topology.release()
	setupAt := setup.pointer()
	if setup != nil && setupAt == 0 {
		err = closed("kubelet_repair_memory", "setup")
		return
	}
	defer setup.release()
	r := C.go_koord_kubelet_repair_memory(C.uintptr_t(topologyAt), C.uintptr_t(setupAt), C.koord_repair_flags(flags))
	out = bytesOf(r.out, r.out_data, r.out_size)
	report = bytesOf(r.report, r.report_data, r.report_size)
	if r.status != C.KOORD_OK {
		err = failed("kubelet_repair_memory", r.status, r.failure)
	}
	if setup != nil {
		setup.kept.log.deliver()
	}
	return
}

func callKubeletReplaceCPUs(topology *Topology, setup *kubeletSetupHandle, pods []*Pod) (out []byte, report []byte, err error) {
	topologyAt := topology.pointer()
	if topologyAt == 0 {
		err = closed("kubelet_replace_cpus", "topology")
		return
	}
	defer topology.release()
	setupAt := setup.pointer()
	if setup != nil && setupAt == 0 {
		err = closed("kubelet_replace_cpus", "setup")
		return
	}
	defer setup.release()
	podsAt, err := pointers("kubelet_replace_cpus", pods)
	if err != nil {
		return
	}
	defer releaseAll(pods)
	r := C.go_koord_kubelet_replace_cpus(C.uintptr_t(topologyAt), C.uintptr_t(setupAt), (*C.uintptr_t)(unsafe.Pointer(head(podsAt))), C.size_t(len(podsAt)))
	out = bytesOf(r.out, r.out_data, r.out_size)
	report = bytesOf(r.report, r.report_data, r.report_size)
	if r.status != C.KOORD_OK {
		err = failed("kubelet_replace_cpus", r.status, r.failure)
	}
	if setup != nil {
		setup.kept.log.deliver()
	}
	return
}

func callKubeletWriteState(path string, text []byte, procRoot string, flags WriteStateFlags) (err error) {
	r := C.go_koord_kubelet_write_state(path, stringOf(text), procRoot, C.koord_write_state_flags(flags))
	if r.status != C.KOORD_OK {
		err = failed("kubelet_write_state", r.status, r.failure)
	}
	return
}

func callNodeBuilderNew() (out *NodeBuilder, err error) {
	r := C.go_koord_node_builder_new()
	out = newNodeBuilder(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("node_builder_new", r.status, r.failure)
	}
	return
}

func callNodeBuilderFree(pointer uintptr) { C.go_koord_node_builder_free(C.uintptr_t(pointer)) }

func callNodeBuilderReset(builder *NodeBuilder) (err error) {
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("node_builder_reset", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_node_builder_reset(C.uintptr_t(builderAt))
	if r.status != C.KOORD_OK {
		err = failed("node_builder_reset", r.status, r.failure)
	}
	return
}

func callNodeBuilderSetText(builder *NodeBuilder, which NodeText, text string) (err error) {
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("node_builder_set_text", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_node_builder_set_text(C.uintptr_t(builderAt), C.koord_node_text(which), text)
	if r.status != C.KOORD_OK {
		err = failed("node_builder_set_text", r.status, r.failure)
	}
	return
}

func callNodeBuilderSetLabel(builder *NodeBuilder, key string, value string) (err error) {
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("node_builder_set_label", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_node_builder_set_label(C.uintptr_t(builderAt), key, value)
	if r.status != C.KOORD_OK {
		err = failed("node_builder_set_label", r.status, r.failure)
	}
	return
}

func callNodeBuilderSetAnnotation(builder *NodeBuilder, key string, value string) (err error) {
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("node_builder_set_annotation", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_node_builder_set_annotation(C.uintptr_t(builderAt), key, value)
	if r.status != C.KOORD_OK {
		err = failed("node_builder_set_annotation", r.status, r.failure)
	}
	return
}

func callNodeBuilderSetSpec(builder *NodeBuilder, spec NodeSpec) (err error) {
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("node_builder_set_spec", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_node_builder_set_spec(C.uintptr_t(builderAt), *(*C.koord_node_spec)(unsafe.Pointer(&spec)))
	if r.status != C.KOORD_OK {
		err = failed("node_builder_set_spec", r.status, r.failure)
	}
	return
}

func callNodeBuilderSetResource(builder *NodeBuilder, name string, allocatable int64, reserved int64) (err error) {
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("node_builder_set_resource", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_node_builder_set_resource(C.uintptr_t(builderAt), name, C.int64_t(allocatable), C.int64_t(reserved))
	if r.status != C.KOORD_OK {
		err = failed("node_builder_set_resource", r.status, r.failure)
	}
	return
}

func callNodeBuilderSetCPUs(builder *NodeBuilder, which NodeCPUSet, words []uint64) (err error) {
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("node_builder_set_cpus", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_node_builder_set_cpus(C.uintptr_t(builderAt), C.koord_node_cpuset(which), (*C.uint64_t)(unsafe.Pointer(head(words))), C.size_t(len(words)))
	if r.status != C.KOORD_OK {
		err = failed("node_builder_set_cpus", r.status, r.failure)
	}
	return
}

func callClusterSetNodeFromBuilder(cluster *Cluster, builder *NodeBuilder) (id uint32, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_set_node_from_builder", "cluster")
		return
	}
	defer cluster.release()
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("cluster_set_node_from_builder", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_cluster_set_node_from_builder(C.uintptr_t(clusterAt), C.uintptr_t(builderAt))
	id = uint32(r.id)
	if r.status != C.KOORD_OK {
		err = failed("cluster_set_node_from_builder", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callAgentSetNodeFromBuilder(agent *Agent, builder *NodeBuilder) (err error) {
	agentAt := agent.pointer()
	if agentAt == 0 {
		err = closed("agent_set_node_from_builder", "agent")
		return
	}
	defer agent.release()
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("agent_set_node_from_builder", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_agent_set_node_from_builder(C.uintptr_t(agentAt), C.uintptr_t(builderAt))
	if r.status != C.KOORD_OK {
		err = failed("agent_set_node_from_builder", r.status, r.failure)
	}
	agent.kept.log.deliver()
	return
}

// Ref returns another reference to the same nrt node, to be closed separately, or nil if it is closed.
func (h *NRTNode) Ref() *NRTNode {
	at := h.pointer()
	if at == 0 {
		return nil
	}
	defer h.release()
	return newNRTNode(uintptr(C.go_koord_nrt_node_ref(C.uintptr_t(at))))
}

func callNRTNodeUnref(pointer uintptr) { C.go_koord_nrt_node_unref(C.uintptr_t(pointer)) }

func callNRTNodeFromJSON(context *Diagnostics, node []byte, nrt []byte) (out *NRTNode, err error) {
	contextAt := context.pointer()
	if context != nil && contextAt == 0 {
		err = closed("nrt_node_from_json", "context")
		return
	}
	defer context.release()
	r := C.go_koord_nrt_node_from_json(C.uintptr_t(contextAt), stringOf(node), stringOf(nrt))
	out = newNRTNode(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("nrt_node_from_json", r.status, r.failure)
	}
	context.deliver()
	return
}

func callNRTNodeFilter(node *NRTNode, pod *Pod, text []byte) (verdict NRTVerdict, needed int, err error) {
	nodeAt := node.pointer()
	if nodeAt == 0 {
		err = closed("nrt_node_filter", "node")
		return
	}
	defer node.release()
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("nrt_node_filter", "pod")
		return
	}
	defer pod.release()
	r := C.go_koord_nrt_node_filter(C.uintptr_t(nodeAt), C.uintptr_t(podAt), (*C.char)(unsafe.Pointer(head(text))), C.size_t(len(text)))
	verdict = *(*NRTVerdict)(unsafe.Pointer(&r.verdict))
	needed = int(r.needed)
	if r.status != C.KOORD_OK {
		err = failed("nrt_node_filter", r.status, r.failure)
	}
	return
}

func callNRTNodeScore(node *NRTNode, pod *Pod, args []byte) (score int32, err error) {
	nodeAt := node.pointer()
	if nodeAt == 0 {
		err = closed("nrt_node_score", "node")
		return
	}
	defer node.release()
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("nrt_node_score", "pod")
		return
	}
	defer pod.release()
	r := C.go_koord_nrt_node_score(C.uintptr_t(nodeAt), C.uintptr_t(podAt), stringOf(args))
	score = int32(r.score)
	if r.status != C.KOORD_OK {
		err = failed("nrt_node_score", r.status, r.failure)
	}
	return
}

func callNRTBuilderNew() (out *NRTBuilder, err error) {
	r := C.go_koord_nrt_builder_new()
	out = newNRTBuilder(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("nrt_builder_new", r.status, r.failure)
	}
	return
}

func callNRTBuilderFree(pointer uintptr) { C.go_koord_nrt_builder_free(C.uintptr_t(pointer)) }

func callNRTBuilderReset(builder *NRTBuilder) (err error) {
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("nrt_builder_reset", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_nrt_builder_reset(C.uintptr_t(builderAt))
	if r.status != C.KOORD_OK {
		err = failed("nrt_builder_reset", r.status, r.failure)
	}
	return
}

func callNRTBuilderSetName(builder *NRTBuilder, name string) (err error) {
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("nrt_builder_set_name", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_nrt_builder_set_name(C.uintptr_t(builderAt), name)
	if r.status != C.KOORD_OK {
		err = failed("nrt_builder_set_name", r.status, r.failure)
	}
	return
}

func callNRTBuilderSetAnnotation(builder *NRTBuilder, key string, value string) (err error) {
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("nrt_builder_set_annotation", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_nrt_builder_set_annotation(C.uintptr_t(builderAt), key, value)
	if r.status != C.KOORD_OK {
		err = failed("nrt_builder_set_annotation", r.status, r.failure)
	}
	return
}

func callNRTBuilderAddPolicy(builder *NRTBuilder, policy string) (err error) {
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("nrt_builder_add_policy", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_nrt_builder_add_policy(C.uintptr_t(builderAt), policy)
	if r.status != C.KOORD_OK {
		err = failed("nrt_builder_add_policy", r.status, r.failure)
	}
	return
}

func callNRTBuilderAddAttribute(builder *NRTBuilder, name string, value string) (err error) {
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("nrt_builder_add_attribute", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_nrt_builder_add_attribute(C.uintptr_t(builderAt), name, value)
	if r.status != C.KOORD_OK {
		err = failed("nrt_builder_add_attribute", r.status, r.failure)
	}
	return
}

func callNRTBuilderAddZone(builder *NRTBuilder, name string, kind string) (zone int32, err error) {
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("nrt_builder_add_zone", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_nrt_builder_add_zone(C.uintptr_t(builderAt), name, kind)
	zone = int32(r.zone)
	if r.status != C.KOORD_OK {
		err = failed("nrt_builder_add_zone", r.status, r.failure)
	}
	return
}

func callNRTBuilderAddResource(builder *NRTBuilder, zone int32, name string, capacity int64, allocatable int64, available int64) (err error) {
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("nrt_builder_add_resource", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_nrt_builder_add_resource(C.uintptr_t(builderAt), C.int32_t(zone), name, C.int64_t(capacity), C.int64_t(allocatable), C.int64_t(available))
	if r.status != C.KOORD_OK {
		err = failed("nrt_builder_add_resource", r.status, r.failure)
	}
	return
}

func callNRTBuilderAddCost(builder *NRTBuilder, zone int32, name string, value uint32) (err error) {
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("nrt_builder_add_cost", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_nrt_builder_add_cost(C.uintptr_t(builderAt), C.int32_t(zone), name, C.uint32_t(value))
	if r.status != C.KOORD_OK {
		err = failed("nrt_builder_add_cost", r.status, r.failure)
	}
	return
}

func callNRTBuilderSetSpec(builder *NRTBuilder, spec NRTSpec) (err error) {
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("nrt_builder_set_spec", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_nrt_builder_set_spec(C.uintptr_t(builderAt), *(*C.koord_nrt_spec)(unsafe.Pointer(&spec)))
	if r.status != C.KOORD_OK {
		err = failed("nrt_builder_set_spec", r.status, r.failure)
	}
	return
}

func callNRTBuilderSetTopology(builder *NRTBuilder, machine *Topology) (err error) {
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("nrt_builder_set_topology", "builder")
		return
	}
	defer builder.release()
	machineAt := machine.pointer()
	if machine != nil && machineAt == 0 {
		err = closed("nrt_builder_set_topology", "machine")
		return
	}
	defer machine.release()
	r := C.go_koord_nrt_builder_set_topology(C.uintptr_t(builderAt), C.uintptr_t(machineAt))
	if r.status != C.KOORD_OK {
		err = failed("nrt_builder_set_topology", r.status, r.failure)
	}
	return
}

func callNRTBuilderSetCPUs(builder *NRTBuilder, which NRTCPUSet, words []uint64) (err error) {
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("nrt_builder_set_cpus", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_nrt_builder_set_cpus(C.uintptr_t(builderAt), C.koord_nrt_cpuset(which), (*C.uint64_t)(unsafe.Pointer(head(words))), C.size_t(len(words)))
	if r.status != C.KOORD_OK {
		err = failed("nrt_builder_set_cpus", r.status, r.failure)
	}
	return
}

func callClusterSetTopologyFromBuilder(cluster *Cluster, builder *NRTBuilder) (id uint32, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_set_topology_from_builder", "cluster")
		return
	}
	defer cluster.release()
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("cluster_set_topology_from_builder", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_cluster_set_topology_from_builder(C.uintptr_t(clusterAt), C.uintptr_t(builderAt))
	id = uint32(r.id)
	if r.status != C.KOORD_OK {
		err = failed("cluster_set_topology_from_builder", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callTopologyFromNRTBuilder(context *Diagnostics, builder *NRTBuilder) (out *Topology, err error) {
	contextAt := context.pointer()
	if context != nil && contextAt == 0 {
		err = closed("topology_from_nrt_builder", "context")
		return
	}
	defer context.release()
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("topology_from_nrt_builder", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_topology_from_nrt_builder(C.uintptr_t(contextAt), C.uintptr_t(builderAt))
	out = newTopology(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("topology_from_nrt_builder", r.status, r.failure)
	}
	context.deliver()
	return
}

func callClusterAddObjects(cluster *Cluster, json []byte) (out *AddedObjects, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_add_objects", "cluster")
		return
	}
	defer cluster.release()
	r := C.go_koord_cluster_add_objects(C.uintptr_t(clusterAt), stringOf(json))
	out = newAddedObjects(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("cluster_add_objects", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callClusterRemoveResourceSlice(cluster *Cluster, name string) (err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_remove_resource_slice", "cluster")
		return
	}
	defer cluster.release()
	r := C.go_koord_cluster_remove_resource_slice(C.uintptr_t(clusterAt), name)
	if r.status != C.KOORD_OK {
		err = failed("cluster_remove_resource_slice", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callClusterRemoveResourceClaim(cluster *Cluster, name string) (err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_remove_resource_claim", "cluster")
		return
	}
	defer cluster.release()
	r := C.go_koord_cluster_remove_resource_claim(C.uintptr_t(clusterAt), name)
	if r.status != C.KOORD_OK {
		err = failed("cluster_remove_resource_claim", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callClusterClaimedDevices(cluster *Cluster, name string) (out []byte, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_get_claimed_devices", "cluster")
		return
	}
	defer cluster.release()
	r := C.go_koord_cluster_get_claimed_devices(C.uintptr_t(clusterAt), name)
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("cluster_get_claimed_devices", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

// Ref returns another reference to the same added objects, to be closed separately, or nil if it is closed.
func (h *AddedObjects) Ref() *AddedObjects {
	at := h.pointer()
	if at == 0 {
		return nil
	}
	defer h.release()
	return newAddedObjects(uintptr(C.go_koord_added_objects_ref(C.uintptr_t(at))))
}

func callAddedObjectsUnref(pointer uintptr) { C.go_koord_added_objects_unref(C.uintptr_t(pointer)) }

func callAddedObjectsRows(objects *AddedObjects, rows []rawAddedObject) (count int, err error) {
	objectsAt := objects.pointer()
	if objectsAt == 0 {
		err = closed("added_objects_get_rows", "objects")
		return
	}
	defer objects.release()
	r := C.go_koord_added_objects_get_rows(C.uintptr_t(objectsAt), (*C.koord_added_object)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	count = int(r.count)
	if r.status != C.KOORD_OK {
		err = failed("added_objects_get_rows", r.status, r.failure)
	}
	return
}

func callAddedObjectsTexts(objects *AddedObjects, read func(texts string)) error {
	at := objects.pointer()
	if at == 0 {
		return closed("added_objects_get_texts", "objects")
	}
	defer objects.release()
	r := C.go_koord_added_objects_get_texts(C.uintptr_t(at))
	read(stringOf(unsafe.Slice((*byte)(unsafe.Pointer(r.data)), int(r.length))))
	return nil
}

func callAddedObjectsPod(objects *AddedObjects, row int) (out *Pod, err error) {
	objectsAt := objects.pointer()
	if objectsAt == 0 {
		err = closed("added_objects_get_pod", "objects")
		return
	}
	defer objects.release()
	r := C.go_koord_added_objects_get_pod(C.uintptr_t(objectsAt), C.size_t(row))
	out = newPod(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("added_objects_get_pod", r.status, r.failure)
	}
	return
}

func callAddedObjectsPodJSON(objects *AddedObjects, row int) (out []byte, err error) {
	objectsAt := objects.pointer()
	if objectsAt == 0 {
		err = closed("added_objects_get_pod_json", "objects")
		return
	}
	defer objects.release()
	r := C.go_koord_added_objects_get_pod_json(C.uintptr_t(objectsAt), C.size_t(row))
	out = bytesOf(r.out, r.out_data, r.out_size)
	if r.status != C.KOORD_OK {
		err = failed("added_objects_get_pod_json", r.status, r.failure)
	}
	return
}

func callPodBuilderNew() (out *PodBuilder, err error) {
	r := C.go_koord_pod_builder_new()
	out = newPodBuilder(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("pod_builder_new", r.status, r.failure)
	}
	return
}

func callPodBuilderFree(pointer uintptr) { C.go_koord_pod_builder_free(C.uintptr_t(pointer)) }

func callPodBuilderReset(builder *PodBuilder) (err error) {
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("pod_builder_reset", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_pod_builder_reset(C.uintptr_t(builderAt))
	if r.status != C.KOORD_OK {
		err = failed("pod_builder_reset", r.status, r.failure)
	}
	return
}

func callPodBuilderSetText(builder *PodBuilder, which PodText, text string) (err error) {
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("pod_builder_set_text", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_pod_builder_set_text(C.uintptr_t(builderAt), C.koord_pod_text(which), text)
	if r.status != C.KOORD_OK {
		err = failed("pod_builder_set_text", r.status, r.failure)
	}
	return
}

func callPodBuilderSetLabel(builder *PodBuilder, key string, value string) (err error) {
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("pod_builder_set_label", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_pod_builder_set_label(C.uintptr_t(builderAt), key, value)
	if r.status != C.KOORD_OK {
		err = failed("pod_builder_set_label", r.status, r.failure)
	}
	return
}

func callPodBuilderSetAnnotation(builder *PodBuilder, key string, value string) (err error) {
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("pod_builder_set_annotation", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_pod_builder_set_annotation(C.uintptr_t(builderAt), key, value)
	if r.status != C.KOORD_OK {
		err = failed("pod_builder_set_annotation", r.status, r.failure)
	}
	return
}

func callPodBuilderSetSpec(builder *PodBuilder, spec PodSpec) (err error) {
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("pod_builder_set_spec", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_pod_builder_set_spec(C.uintptr_t(builderAt), *(*C.koord_pod_spec)(unsafe.Pointer(&spec)))
	if r.status != C.KOORD_OK {
		err = failed("pod_builder_set_spec", r.status, r.failure)
	}
	return
}

func callPodBuilderAddContainer(builder *PodBuilder, kind ContainerKind, name string) (container int32, err error) {
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("pod_builder_add_container", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_pod_builder_add_container(C.uintptr_t(builderAt), C.koord_container_kind(kind), name)
	container = int32(r.container)
	if r.status != C.KOORD_OK {
		err = failed("pod_builder_add_container", r.status, r.failure)
	}
	return
}

func callPodBuilderSetResource(builder *PodBuilder, container int32, name string, request int64, limit int64) (err error) {
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("pod_builder_set_resource", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_pod_builder_set_resource(C.uintptr_t(builderAt), C.int32_t(container), name, C.int64_t(request), C.int64_t(limit))
	if r.status != C.KOORD_OK {
		err = failed("pod_builder_set_resource", r.status, r.failure)
	}
	return
}

func callPodBuilderSetQuantity(builder *PodBuilder, container int32, bound ResourceBound, name string, quantity string) (err error) {
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("pod_builder_set_quantity", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_pod_builder_set_quantity(C.uintptr_t(builderAt), C.int32_t(container), C.koord_resource_bound(bound), name, quantity)
	if r.status != C.KOORD_OK {
		err = failed("pod_builder_set_quantity", r.status, r.failure)
	}
	return
}

func callPodBuilderSetEnv(builder *PodBuilder, container int32, name string, value string) (err error) {
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("pod_builder_set_env", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_pod_builder_set_env(C.uintptr_t(builderAt), C.int32_t(container), name, value)
	if r.status != C.KOORD_OK {
		err = failed("pod_builder_set_env", r.status, r.failure)
	}
	return
}

func callPodBuilderSetCPUs(builder *PodBuilder, words []uint64) (err error) {
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("pod_builder_set_cpus", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_pod_builder_set_cpus(C.uintptr_t(builderAt), (*C.uint64_t)(unsafe.Pointer(head(words))), C.size_t(len(words)))
	if r.status != C.KOORD_OK {
		err = failed("pod_builder_set_cpus", r.status, r.failure)
	}
	return
}

func callPodBuilderSetNUMAResource(builder *PodBuilder, numaNode int32, name string, amount int64) (err error) {
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("pod_builder_set_numa_resource", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_pod_builder_set_numa_resource(C.uintptr_t(builderAt), C.int32_t(numaNode), name, C.int64_t(amount))
	if r.status != C.KOORD_OK {
		err = failed("pod_builder_set_numa_resource", r.status, r.failure)
	}
	return
}

func callPodFromBuilder(context *Diagnostics, builder *PodBuilder) (out *Pod, err error) {
	contextAt := context.pointer()
	if context != nil && contextAt == 0 {
		err = closed("pod_from_builder", "context")
		return
	}
	defer context.release()
	builderAt := builder.pointer()
	if builderAt == 0 {
		err = closed("pod_from_builder", "builder")
		return
	}
	defer builder.release()
	r := C.go_koord_pod_from_builder(C.uintptr_t(contextAt), C.uintptr_t(builderAt))
	out = newPod(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("pod_from_builder", r.status, r.failure)
	}
	context.deliver()
	return
}

// Ref returns another reference to the same preemption, to be closed separately, or nil if it is closed.
func (h *Preemption) Ref() *Preemption {
	at := h.pointer()
	if at == 0 {
		return nil
	}
	defer h.release()
	return newPreemption(uintptr(C.go_koord_preemption_ref(C.uintptr_t(at))))
}

func callPreemptionUnref(pointer uintptr) { C.go_koord_preemption_unref(C.uintptr_t(pointer)) }

func callClusterPreempt(cluster *Cluster, pod *Pod, options PreemptOptions, query *Query) (out *Preemption, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_preempt", "cluster")
		return
	}
	defer cluster.release()
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("cluster_preempt", "pod")
		return
	}
	defer pod.release()
	queryAt := query.pointer()
	if query != nil && queryAt == 0 {
		err = closed("cluster_preempt", "query")
		return
	}
	defer query.release()
	r := C.go_koord_cluster_preempt(C.uintptr_t(clusterAt), C.uintptr_t(podAt), *(*C.koord_preempt_options)(unsafe.Pointer(&options)), C.uintptr_t(queryAt))
	out = newPreemption(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("cluster_preempt", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callPreemptionNodes(preemption *Preemption, rows []NodePreemption) (count int, err error) {
	preemptionAt := preemption.pointer()
	if preemptionAt == 0 {
		err = closed("preemption_get_nodes", "preemption")
		return
	}
	defer preemption.release()
	r := C.go_koord_preemption_get_nodes(C.uintptr_t(preemptionAt), (*C.koord_node_preemption)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	count = int(r.count)
	if r.status != C.KOORD_OK {
		err = failed("preemption_get_nodes", r.status, r.failure)
	}
	return
}

func callPreemptionVictims(preemption *Preemption, row int, rows []rawPlanStep) (count int, err error) {
	preemptionAt := preemption.pointer()
	if preemptionAt == 0 {
		err = closed("preemption_get_victims", "preemption")
		return
	}
	defer preemption.release()
	r := C.go_koord_preemption_get_victims(C.uintptr_t(preemptionAt), C.size_t(row), (*C.koord_plan_step)(unsafe.Pointer(head(rows))), C.size_t(len(rows)))
	count = int(r.count)
	if r.status != C.KOORD_OK {
		err = failed("preemption_get_victims", r.status, r.failure)
	}
	return
}

func callPreemptionTexts(preemption *Preemption, read func(texts string)) error {
	at := preemption.pointer()
	if at == 0 {
		return closed("preemption_get_texts", "preemption")
	}
	defer preemption.release()
	r := C.go_koord_preemption_get_texts(C.uintptr_t(at))
	read(stringOf(unsafe.Slice((*byte)(unsafe.Pointer(r.data)), int(r.length))))
	return nil
}

func callClusterPlanPreemption(cluster *Cluster, preemption *Preemption, row int) (refusal Refusal, out *Plan, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_plan_preemption", "cluster")
		return
	}
	defer cluster.release()
	preemptionAt := preemption.pointer()
	if preemptionAt == 0 {
		err = closed("cluster_plan_preemption", "preemption")
		return
	}
	defer preemption.release()
	r := C.go_koord_cluster_plan_preemption(C.uintptr_t(clusterAt), C.uintptr_t(preemptionAt), C.size_t(row))
	refusal = *(*Refusal)(unsafe.Pointer(&r.refusal))
	out = newPlan(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("cluster_plan_preemption", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callClusterPlanRebind(cluster *Cluster, node uint32, options RebindOptions, query *Query) (out *Plan, info RebindInfo, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_plan_rebind", "cluster")
		return
	}
	defer cluster.release()
	queryAt := query.pointer()
	if query != nil && queryAt == 0 {
		err = closed("cluster_plan_rebind", "query")
		return
	}
	defer query.release()
	r := C.go_koord_cluster_plan_rebind(C.uintptr_t(clusterAt), C.uint32_t(node), *(*C.koord_rebind_options)(unsafe.Pointer(&options)), C.uintptr_t(queryAt))
	out = newPlan(uintptr(r.out))
	info = *(*RebindInfo)(unsafe.Pointer(&r.info))
	if r.status != C.KOORD_OK {
		err = failed("cluster_plan_rebind", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callClusterPlanRebindFor(cluster *Cluster, pod *Pod, node uint32, options RebindOptions, query *Query) (out *Plan, info RebindInfo, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_plan_rebind_for", "cluster")
		return
	}
	defer cluster.release()
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("cluster_plan_rebind_for", "pod")
		return
	}
	defer pod.release()
	queryAt := query.pointer()
	if query != nil && queryAt == 0 {
		err = closed("cluster_plan_rebind_for", "query")
		return
	}
	defer query.release()
	r := C.go_koord_cluster_plan_rebind_for(C.uintptr_t(clusterAt), C.uintptr_t(podAt), C.uint32_t(node), *(*C.koord_rebind_options)(unsafe.Pointer(&options)), C.uintptr_t(queryAt))
	out = newPlan(uintptr(r.out))
	info = *(*RebindInfo)(unsafe.Pointer(&r.info))
	if r.status != C.KOORD_OK {
		err = failed("cluster_plan_rebind_for", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callRebindRequestFromJSON(context *Diagnostics, json []byte, node []byte) (request RebindRequest, needed int, err error) {
	contextAt := context.pointer()
	if context != nil && contextAt == 0 {
		err = closed("rebind_request_from_json", "context")
		return
	}
	defer context.release()
	r := C.go_koord_rebind_request_from_json(C.uintptr_t(contextAt), stringOf(json), (*C.char)(unsafe.Pointer(head(node))), C.size_t(len(node)))
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

func callPictureNew() (out *Picture, err error) {
	r := C.go_koord_picture_new()
	out = newPicture(uintptr(r.out))
	if r.status != C.KOORD_OK {
		err = failed("picture_new", r.status, r.failure)
	}
	return
}

func callPictureFree(pointer uintptr) { C.go_koord_picture_free(C.uintptr_t(pointer)) }

func callPictureSetTitle(picture *Picture, title string) (err error) {
	pictureAt := picture.pointer()
	if pictureAt == 0 {
		err = closed("picture_set_title", "picture")
		return
	}
	defer picture.release()
	r := C.go_koord_picture_set_title(C.uintptr_t(pictureAt), title)
	if r.status != C.KOORD_OK {
		err = failed("picture_set_title", r.status, r.failure)
	}
	return
}

func callPictureAddSet(picture *Picture, label string, words []uint64) (err error) {
	pictureAt := picture.pointer()
	if pictureAt == 0 {
		err = closed("picture_add_set", "picture")
		return
	}
	defer picture.release()
	r := C.go_koord_picture_add_set(C.uintptr_t(pictureAt), label, (*C.uint64_t)(unsafe.Pointer(head(words))), C.size_t(len(words)))
	if r.status != C.KOORD_OK {
		err = failed("picture_add_set", r.status, r.failure)
	}
	return
}

func callTopologyDraw(topology *Topology, options PictureOptions, picture *Picture) (out []byte, err error) {
	topologyAt := topology.pointer()
	if topologyAt == 0 {
		err = closed("topology_draw", "topology")
		return
	}
	defer topology.release()
	pictureAt := picture.pointer()
	if picture != nil && pictureAt == 0 {
		err = closed("topology_draw", "picture")
		return
	}
	defer picture.release()
	r := C.go_koord_topology_draw(C.uintptr_t(topologyAt), *(*C.koord_picture_options)(unsafe.Pointer(&options)), C.uintptr_t(pictureAt))
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
	defer cluster.release()
	r := C.go_koord_cluster_set_reservation(C.uintptr_t(clusterAt), uid, C.koord_reservation_policy(policy))
	if r.status != C.KOORD_OK {
		err = failed("cluster_set_reservation", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callClusterReserveFrom(cluster *Cluster, pod *Pod, query *Query, cpus []uint64) (refusal Refusal, err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_reserve_from", "cluster")
		return
	}
	defer cluster.release()
	podAt := pod.pointer()
	if podAt == 0 {
		err = closed("cluster_reserve_from", "pod")
		return
	}
	defer pod.release()
	queryAt := query.pointer()
	if query != nil && queryAt == 0 {
		err = closed("cluster_reserve_from", "query")
		return
	}
	defer query.release()
	r := C.go_koord_cluster_reserve_from(C.uintptr_t(clusterAt), C.uintptr_t(podAt), C.uintptr_t(queryAt), (*C.uint64_t)(unsafe.Pointer(head(cpus))), C.size_t(len(cpus)))
	refusal = *(*Refusal)(unsafe.Pointer(&r.refusal))
	if r.status != C.KOORD_OK {
		err = failed("cluster_reserve_from", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callClusterAttachOwner(cluster *Cluster, uid string, reservation string) (err error) {
	clusterAt := cluster.pointer()
	if clusterAt == 0 {
		err = closed("cluster_attach_owner", "cluster")
		return
	}
	defer cluster.release()
	r := C.go_koord_cluster_attach_owner(C.uintptr_t(clusterAt), uid, reservation)
	if r.status != C.KOORD_OK {
		err = failed("cluster_attach_owner", r.status, r.failure)
	}
	cluster.kept.log.deliver()
	return
}

func callQueryUseReservation(query *Query, reservation string) (err error) {
	queryAt := query.pointer()
	if queryAt == 0 {
		err = closed("query_use_reservation", "query")
		return
	}
	defer query.release()
	r := C.go_koord_query_use_reservation(C.uintptr_t(queryAt), reservation)
	if r.status != C.KOORD_OK {
		err = failed("query_use_reservation", r.status, r.failure)
	}
	return
}

func callAgentSuppress(agent *Agent, usage SuppressUsage, current []uint64, cpus []uint64) (out Suppression, err error) {
	agentAt := agent.pointer()
	if agentAt == 0 {
		err = closed("agent_suppress", "agent")
		return
	}
	defer agent.release()
	r := C.go_koord_agent_suppress(C.uintptr_t(agentAt), *(*C.koord_suppress_usage)(unsafe.Pointer(&usage)), (*C.uint64_t)(unsafe.Pointer(head(current))), (*C.uint64_t)(unsafe.Pointer(head(cpus))), C.size_t(len(cpus)))
	out = *(*Suppression)(unsafe.Pointer(&r.out))
	if r.status != C.KOORD_OK {
		err = failed("agent_suppress", r.status, r.failure)
	}
	agent.kept.log.deliver()
	return
}

func callAgentRestrictBestEffort(agent *Agent, words []uint64) (err error) {
	agentAt := agent.pointer()
	if agentAt == 0 {
		err = closed("agent_restrict_best_effort", "agent")
		return
	}
	defer agent.release()
	r := C.go_koord_agent_restrict_best_effort(C.uintptr_t(agentAt), (*C.uint64_t)(unsafe.Pointer(head(words))), C.size_t(len(words)))
	if r.status != C.KOORD_OK {
		err = failed("agent_restrict_best_effort", r.status, r.failure)
	}
	agent.kept.log.deliver()
	return
}
