package placement

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	v1 "k8s.io/api/core/v1"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/agent/facts"
	"libkoord.invalid/koord/kubernetes/agent/message"
	"libkoord.invalid/koord/kubernetes/objects"
)

// feed passes changes to the library.
func (k *Keeper) feed(taken facts.Changes) error {
	if taken.Changed.Machine {
		if err := k.agent.SetTopology(taken.Machine); err != nil {
			return fmt.Errorf("the machine: %w", err)
		}
	}
	if taken.Changed.Node {
		k.applyDocument("the Node", func() error {
			text, err := k.nodeText(taken.Inputs.Node)
			if err != nil {
				return err
			}
			return k.agent.SetNode(text)
		})
	}
	if taken.Changed.Kubelet {
		k.applyDocument("kubelet's files", func() error {
			return k.setKubelet(&taken)
		})
		k.groups.SetKubeletConfig(taken.Inputs.KubeletConfig)
	}
	if taken.Changed.Devices {
		k.applyDocument("the devices", func() error { return k.agent.SetDevices(taken.Inputs.Devices) })
	}
	// Remove pods first, so that their CPUs are free for new pods.
	for uid, facts := range taken.Pods {
		if facts.Server == nil && facts.Runtime == nil && k.known[uid] {
			if _, err := k.agent.RemovePod(uid); err != nil {
				return err
			}
			delete(k.known, uid)
		}
	}
	for uid, facts := range taken.Pods {
		if facts.Server == nil && facts.Runtime == nil {
			continue
		}
		if err := k.setPod(uid, facts); err != nil {
			return err
		}
	}
	return nil
}

// setKubelet passes kubelet's files and devices to the library. Devices that it does not accept are
// left out.
func (k *Keeper) setKubelet(taken *facts.Changes) error {
	in := &taken.Inputs
	setup := koord.KubeletSetup{Config: in.KubeletConfig, CPUState: in.CPUState, MemoryState: in.MemoryState, Log: k.diagnoses}
	devices, err := reportedDevices(taken.Machine, in.PluginDevices)
	if err == nil && len(devices) != 0 {
		full := setup
		full.DeviceState, full.Devices = in.DeviceState, devices
		if err = k.agent.SetKubelet(full); err == nil {
			return nil
		}
	}
	failed := k.agent.SetKubelet(setup)
	if failed == nil && err != nil {
		k.log.Warn("the devices of kubelet's device plugins are not reported", "error", message.Text(err))
	}
	return failed
}

// reportedDevices returns devices in the form of the library, which numbers the machine's NUMA
// nodes.
func reportedDevices(machine *koord.Topology, devices []facts.PluginDevice) ([]koord.ReportedDevice, error) {
	if len(devices) == 0 {
		return nil, nil
	}
	nodes, err := machine.NUMANodes()
	if err != nil {
		return nil, err
	}
	out := make([]koord.ReportedDevice, 0, len(devices))
	for _, device := range devices {
		reported := koord.ReportedDevice{Resource: device.Resource, ID: device.ID}
		for _, id := range device.Nodes {
			at := slices.IndexFunc(nodes, func(node koord.NUMANode) bool { return node.NUMANode == id })
			if at < 0 || at >= 64 {
				return nil, fmt.Errorf("%s: device %q is near NUMA node %d, which the machine does not have", device.Resource, device.ID, id)
			}
			reported.NUMANodes |= 1 << at
		}
		if !device.IsHealthy {
			reported.Flags = koord.PluginDeviceUnhealthy
		}
		out = append(out, reported)
	}
	return out, nil
}

// nodeText returns a Node with the reserved CPUs of the configuration, if it states any.
func (k *Keeper) nodeText(text []byte) ([]byte, error) {
	if k.config.ReservedCPUs == "" {
		return text, nil
	}
	var node map[string]any
	if err := json.Unmarshal(text, &node); err != nil {
		return nil, err
	}
	metadata, _ := node["metadata"].(map[string]any)
	if metadata == nil {
		return nil, fmt.Errorf("metadata: found %T, expected an object", node["metadata"])
	}
	annotations, _ := metadata["annotations"].(map[string]any)
	if annotations == nil {
		annotations = map[string]any{}
		metadata["annotations"] = annotations
	}
	annotations[objects.AnnotationNodeReservation] = fmt.Sprintf(`{"reservedCPUs":%q}`, k.config.ReservedCPUs)
	return json.Marshal(node)
}

// applyDocument applies a document. An unreadable document changes nothing: its last readable
// version stays in effect.
func (k *Keeper) applyDocument(document string, set func() error) {
	if err := set(); err != nil {
		k.metrics.Unusable.WithLabelValues(document).Inc()
		k.log.Error("invalid document; its last valid version stays in force", "document", document, "error", message.Text(err))
	}
}

// setPod applies a pod. An unreadable pod is not managed. An error is only returned for failures of
// the library itself.
func (k *Keeper) setPod(uid string, facts facts.PodFacts) error {
	name, err := k.fill(uid, facts)
	var pod *koord.Pod
	if err == nil {
		pod, err = k.builder.Pod(k.diagnoses)
	}
	if err == nil {
		defer pod.Close()
		if faults, err := pod.Faults(); err == nil && faults != "" {
			k.log.Warn("ignoring invalid parts of pod", "pod", name, "uid", uid, "faults", strings.TrimSpace(faults))
		}
		k.known[uid] = true
		return k.agent.SetPod(pod)
	}
	if !errors.Is(err, koord.ErrInvalid) && !errors.Is(err, koord.ErrLimit) {
		return err
	}
	k.metrics.Unreadable.Inc()
	k.log.Warn("invalid pod is not managed", "pod", name, "uid", uid, "error", message.Text(err))
	delete(k.known, uid)
	_, err = k.agent.RemovePod(uid)
	return err
}

// fill sets up the builder with a pod: the API server's version, if the runtime agrees on its
// identity.
func (k *Keeper) fill(uid string, known facts.PodFacts) (name string, err error) {
	pod, sandbox := known.Server, known.Runtime
	if pod != nil && sandbox != nil && (pod.Namespace != sandbox.Namespace || pod.Name != sandbox.Name) {
		if facts.IsMirror(pod) { // a pod may claim to be a copy of any pod
			sandbox.Fill(k.builder, k.config.NodeName)
			return sandbox.Namespace + "/" + sandbox.Name, nil
		}
		return sandbox.Namespace + "/" + sandbox.Name, &koord.Error{Code: koord.ErrInvalid, Message: fmt.Sprintf(
			"the runtime has uid %s as %s/%s, the API server as %s/%s", uid, sandbox.Namespace, sandbox.Name, pod.Namespace, pod.Name)}
	}
	if pod == nil {
		k.withCurrentCPUs(sandbox).Fill(k.builder, k.config.NodeName)
		return sandbox.Namespace + "/" + sandbox.Name, nil
	}
	name = pod.Namespace + "/" + pod.Name
	if (pod.Status.Phase == v1.PodSucceeded || pod.Status.Phase == v1.PodFailed) && sandbox != nil {
		running := *pod // its containers have not ended yet
		running.Status.Phase = v1.PodRunning
		pod = &running
	}
	if err := objects.FillPod(k.builder, pod); err != nil {
		return name, err
	}
	k.builder.SetUID(uid) // for a static pod, kubelet's own uid
	return name, nil
}

// withCurrentCPUs returns a pod of the runtime with the exclusive CPUs that it has. The runtime has
// the annotations from the creation of the sandbox; the pod may have been resized or moved since.
// Without another source of pods, their annotations never change for the agent.
func (k *Keeper) withCurrentCPUs(pod *facts.Pod) *facts.Pod {
	cpus := k.exclusive[pod.UID]
	if cpus == "" || k.serverWait == 0 {
		return pod
	}
	var status map[string]json.RawMessage
	err := json.Unmarshal([]byte(pod.Annotations[objects.AnnotationResourceStatus]), &status)
	if err != nil || status == nil {
		status = map[string]json.RawMessage{}
	}
	status["cpuset"] = json.RawMessage(strconv.Quote(cpus))
	text, err := json.Marshal(status)
	if err != nil {
		return pod
	}
	out := *pod
	out.Annotations = maps.Clone(pod.Annotations)
	if out.Annotations == nil {
		out.Annotations = map[string]string{}
	}
	out.Annotations[objects.AnnotationResourceStatus] = string(text)
	return &out
}
