package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"slices"
	"strings"
	"time"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/informers"
	helpers "k8s.io/component-helpers/resource"
)

const (
	wholeGPU = "nvidia.com/gpu"
	// pluginLabel of a Node with the value off stops its device plugin.
	pluginLabel = "e2e/device-plugin"
	gpusOfNode  = 8
)

// fakeNode is a node with its kubelet, device plugin and agent.
type fakeNode struct {
	name    string
	plugin  bool
	listed  bool                // the Node lists the plugin's resource, with any amount
	known   bool                // the Node's resources have been set once
	record  map[string][]string // devices by pod: kubelet's checkpoint
	holders map[string]string   // pods by device: the containers that really have it
	stale   bool                // the Device object does not have the record yet
	written string              // value of the annotation
}

// heldPod is a pod that a node has admitted or refused.
type heldPod struct {
	node    *fakeNode
	devices []string
	refused bool
}

// kubelets admits the pods of all nodes as kubelet and a device plugin do, and reports kubelet's
// record as the agent does.
type kubelets struct {
	*clients
	nodes                     map[string]*fakeNode
	pods                      map[types.UID]*heldPod
	admitted, refused, shared int
}

func gpusOf(pod *v1.Pod) int {
	requests := helpers.PodRequests(pod, helpers.PodResourcesOptions{})
	quantity := requests[wholeGPU]
	return int(quantity.Value())
}

// allocated returns the GPUs that the scheduler gave to a pod.
func allocated(node string, pod *v1.Pod) ([]string, error) {
	text := pod.Annotations[koordinator+"/device-allocated"]
	if text == "" {
		return nil, nil
	}
	var read struct {
		GPU []struct {
			Minor int `json:"minor"`
		} `json:"gpu"`
	}
	if err := json.Unmarshal([]byte(text), &read); err != nil {
		return nil, err
	}
	var ids []string
	for _, device := range read.GPU {
		ids = append(ids, gpuID(node, device.Minor))
	}
	return ids, nil
}

func gpuID(node string, minor int) string {
	return fmt.Sprintf("GPU-%s-%d", strings.TrimPrefix(node, "node-"), minor)
}

// choose returns the devices that the containers of a pod get on a node, or the reason why kubelet
// refuses the pod.
func (n *fakeNode) choose(pod *v1.Pod) (devices []string, reason string) {
	count := gpusOf(pod)
	given, err := allocated(n.name, pod)
	switch {
	case err != nil:
		return nil, err.Error()
	case count == 0:
		return nil, ""
	case !n.plugin && n.listed: // with the amount 0
		return nil, "OutOf" + wholeGPU
	case !n.plugin && len(given) == count:
		return given, ""
	case !n.plugin:
		return nil, fmt.Sprintf("%d GPUs are allocated, %d are requested, and no device plugin chooses them", len(given), count)
	}
	// The plugin knows kubelet's record only, not the pods whose devices the scheduler chose.
	taken := map[string]bool{}
	for _, ids := range n.record {
		for _, id := range ids {
			taken[id] = true
		}
	}
	for minor := 0; minor < gpusOfNode && len(devices) < count; minor++ {
		if id := gpuID(n.name, minor); !taken[id] {
			devices = append(devices, id)
		}
	}
	if len(devices) < count {
		return nil, "UnexpectedAdmissionError"
	}
	n.record[string(pod.UID)] = devices
	// The agent leaves pods out whose annotation states their devices.
	n.stale = n.stale || len(given) == 0
	return devices, ""
}

func (k *kubelets) admit(n *fakeNode, pod *v1.Pod) {
	devices, reason := n.choose(pod)
	held := &heldPod{node: n, devices: devices, refused: reason != ""}
	k.pods[pod.UID] = held
	if held.refused {
		k.refused++
		fmt.Printf("VIOLATION: kubelet of %s refuses pod %s: %s\n", n.name, pod.Name, reason)
		return
	}
	k.admitted++
	for _, id := range devices {
		if holder := n.holders[id]; holder != "" {
			k.shared++
			fmt.Printf("VIOLATION: GPU %s is held twice: by pod %s, and by %s\n", id, pod.Name, holder)
			continue
		}
		n.holders[id] = pod.Name
	}
}

func (k *kubelets) release(uid types.UID, held *heldPod) {
	delete(k.pods, uid)
	n := held.node
	for _, id := range held.devices {
		delete(n.holders, id)
	}
	if _, recorded := n.record[string(uid)]; recorded {
		delete(n.record, string(uid))
		n.stale = true
	}
}

// annotation returns the record as the agent reports it.
func (k *kubelets) annotation(n *fakeNode, pods map[types.UID]*v1.Pod) string {
	type entry struct {
		PodUID        string   `json:"podUID"`
		ContainerName string   `json:"containerName"`
		ResourceName  string   `json:"resourceName"`
		DeviceIDs     []string `json:"deviceIDs"`
	}
	entries := []entry{}
	for uid, ids := range n.record {
		if pod := pods[types.UID(uid)]; pod != nil && pod.Annotations[koordinator+"/device-allocated"] == "" {
			entries = append(entries, entry{uid, "main", wholeGPU, ids})
		}
	}
	slices.SortFunc(entries, func(a, b entry) int { return strings.Compare(a.PodUID, b.PodUID) })
	text, err := json.Marshal(entries)
	if err != nil {
		panic(err) // values of this file
	}
	return string(text)
}

func merge(annotations map[string]string) []byte {
	text, err := json.Marshal(map[string]any{"metadata": map[string]any{"annotations": annotations}})
	if err != nil {
		panic(err) // values of this file
	}
	return text
}

// report writes the annotation of a Device object.
func (k *kubelets) report(ctx context.Context, n *fakeNode, value string) error {
	if value != n.written {
		_, err := k.objects.Resource(devices).Patch(ctx, n.name, types.MergePatchType,
			merge(map[string]string{"node.koordinator.sh/devices-checkpoints": value}), metav1.PatchOptions{})
		if err != nil {
			return err
		}
	}
	n.written, n.stale = value, false
	return nil
}

// setPlugin starts or stops the device plugin of a node. Like kubelet, it leaves the resource with
// the amount 0 when the plugin has stopped.
func (k *kubelets) setPlugin(ctx context.Context, n *fakeNode, on bool) error {
	count := "0"
	if on {
		count = fmt.Sprint(gpusOfNode)
	}
	patch := fmt.Appendf(nil, `{"status":{"capacity":{"%[1]s":"%[2]s"},"allocatable":{"%[1]s":"%[2]s"}}}`, wholeGPU, count)
	if _, err := k.kube.CoreV1().Nodes().Patch(ctx, n.name, types.StrategicMergePatchType, patch, metav1.PatchOptions{}, "status"); err != nil {
		return err
	}
	n.plugin, n.known, n.listed = on, true, true
	return nil
}

// end deletes a pod whose containers have ended.
func (k *kubelets) end(ctx context.Context, pod *v1.Pod) error {
	options := now()
	options.Preconditions = metav1.NewUIDPreconditions(string(pod.UID))
	err := k.kube.CoreV1().Pods(pod.Namespace).Delete(ctx, pod.Name, options)
	if apierrors.IsNotFound(err) || apierrors.IsConflict(err) {
		return nil
	}
	return err
}

func (k *kubelets) fail(ctx context.Context, pod *v1.Pod) error {
	_, err := k.kube.CoreV1().Pods(pod.Namespace).Patch(ctx, pod.Name, types.StrategicMergePatchType,
		[]byte(`{"status":{"phase":"Failed","reason":"UnexpectedAdmissionError"}}`), metav1.PatchOptions{}, "status")
	if apierrors.IsNotFound(err) {
		return nil
	}
	return err
}

// round brings all nodes to the state that the API server shows, and returns the writes that follow.
func (k *kubelets) round(nodes []*v1.Node, pods []*v1.Pod) (writes []func(context.Context) error) {
	for _, node := range nodes {
		n := k.nodes[node.Name]
		if n == nil {
			n = &fakeNode{name: node.Name, record: map[string][]string{}, holders: map[string]string{}}
			k.nodes[node.Name] = n
		}
		_, n.listed = node.Status.Allocatable[wholeGPU]
		if on := node.Labels[pluginLabel] != "off"; on != n.plugin || !n.known {
			writes = append(writes, func(ctx context.Context) error { return k.setPlugin(ctx, n, on) })
		}
	}
	known := make(map[types.UID]*v1.Pod, len(pods))
	for _, pod := range pods {
		known[pod.UID] = pod
	}
	for uid, held := range k.pods {
		if pod := known[uid]; pod == nil || pod.DeletionTimestamp != nil {
			k.release(uid, held)
		}
	}
	for _, pod := range pods {
		n, held := k.nodes[pod.Spec.NodeName], k.pods[pod.UID]
		switch {
		case n == nil || !n.known:
		case pod.DeletionTimestamp != nil:
			writes = append(writes, func(ctx context.Context) error { return k.end(ctx, pod) })
		case held == nil && pod.Status.Phase != v1.PodFailed:
			k.admit(n, pod)
		}
		if held := k.pods[pod.UID]; held != nil && held.refused && pod.Status.Phase != v1.PodFailed {
			writes = append(writes, func(ctx context.Context) error { return k.fail(ctx, pod) })
		}
	}
	for _, n := range k.nodes {
		if n.stale {
			value := k.annotation(n, known)
			writes = append(writes, func(ctx context.Context) error { return k.report(ctx, n, value) })
		}
	}
	return writes
}

func kubeletCommand(ctx context.Context, c *clients, arguments []string) error {
	flags := flag.NewFlagSet("kubelet", flag.ExitOnError)
	interval := flags.Duration("interval", 200*time.Millisecond, "between two rounds")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	factory := informers.NewSharedInformerFactory(c.kube, 0)
	pods, nodes := factory.Core().V1().Pods().Lister().Pods(namespace), factory.Core().V1().Nodes().Lister()
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	k := &kubelets{clients: c, nodes: map[string]*fakeNode{}, pods: map[types.UID]*heldPod{}}
	for tick := time.NewTicker(*interval); ; {
		select {
		case <-ctx.Done():
			fmt.Printf("kubelet: %d pods admitted, %d refused, %d GPUs held twice\n", k.admitted, k.refused, k.shared)
			if k.refused+k.shared > 0 {
				return fmt.Errorf("%d pods refused, %d GPUs held twice", k.refused, k.shared)
			}
			return nil
		case <-tick.C:
		}
		// All nodes first, so that the pods that were listed later find theirs.
		listed, err := nodes.List(labels.Everything())
		if err != nil {
			return err
		}
		bound, err := pods.List(labels.Everything())
		if err != nil {
			return err
		}
		writes := k.round(listed, bound)
		// The next round repeats what fails.
		_ = c.each(len(writes), func(i int) error { return writes[i](ctx) })
	}
}
