package agent

import (
	"errors"
	"fmt"
	"strings"

	v1 "k8s.io/api/core/v1"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects"
)

// feed passes changes to the library.
func (k *keeper) feed(taken news) error {
	if taken.changed.machine {
		if err := k.agent.SetTopology(taken.machine); err != nil {
			return fmt.Errorf("the machine: %w", err)
		}
	}
	if taken.changed.node {
		k.use("the Node", func() error { return k.agent.SetNode(taken.inputs.node) })
	}
	if taken.changed.kubelet {
		k.use("kubelet's files", func() error {
			return k.agent.SetKubelet(koord.KubeletSetup{Config: taken.inputs.kubeletConfig, CPUState: taken.inputs.cpuState, Log: k.diagnoses})
		})
		k.groups.setRoot(taken.inputs.kubeletConfig)
	}
	if taken.changed.devices {
		k.use("the devices", func() error { return k.agent.SetDevices(taken.inputs.devices) })
	}
	// Remove pods first, so that their CPUs are free for new pods.
	for uid, facts := range taken.pods {
		if facts.server == nil && facts.runtime == nil && k.known[uid] {
			if _, err := k.agent.RemovePod(uid); err != nil {
				return err
			}
			delete(k.known, uid)
		}
	}
	for uid, facts := range taken.pods {
		if facts.server == nil && facts.runtime == nil {
			continue
		}
		if err := k.setPod(uid, facts); err != nil {
			return err
		}
	}
	return nil
}

// use applies a document. An unreadable document changes nothing: its last readable version stays
// in effect.
func (k *keeper) use(what string, set func() error) {
	if err := set(); err != nil {
		k.metrics.unusable.WithLabelValues(what).Inc()
		k.log.Error("invalid document; its last valid version stays in force", "document", what, "error", sentence(err))
	}
}

// setPod applies a pod. An unreadable pod is not managed. An error is only returned for failures of
// the library itself.
func (k *keeper) setPod(uid string, facts podFacts) error {
	name, err := k.fill(uid, facts)
	var made *koord.Pod
	if err == nil {
		made, err = k.builder.Pod(k.diagnoses)
	}
	if err == nil {
		defer made.Close()
		if faults, err := made.Faults(); err == nil && faults != "" {
			k.log.Warn("ignoring invalid parts of pod", "pod", name, "uid", uid, "faults", strings.TrimSpace(faults))
		}
		k.known[uid] = true
		return k.agent.SetPod(made)
	}
	if !errors.Is(err, koord.ErrInvalid) && !errors.Is(err, koord.ErrLimit) {
		return err
	}
	k.metrics.unreadable.Inc()
	k.log.Warn("invalid pod is not managed", "pod", name, "uid", uid, "error", sentence(err))
	delete(k.known, uid)
	_, err = k.agent.RemovePod(uid)
	return err
}

// fill sets up the builder with a pod: the API server's version, if the runtime agrees on its
// identity.
func (k *keeper) fill(uid string, facts podFacts) (name string, err error) {
	pod, box := facts.server, facts.runtime
	if pod != nil && box != nil && (pod.Namespace != box.namespace || pod.Name != box.name) {
		if isCopy(pod) { // a pod may claim to be a copy of any pod
			box.fill(k.builder, k.config.NodeName)
			return box.namespace + "/" + box.name, nil
		}
		return box.namespace + "/" + box.name, &koord.Error{Code: koord.ErrInvalid, Message: fmt.Sprintf(
			"the runtime has uid %s as %s/%s, the API server as %s/%s", uid, box.namespace, box.name, pod.Namespace, pod.Name)}
	}
	if pod == nil {
		box.fill(k.builder, k.config.NodeName)
		return box.namespace + "/" + box.name, nil
	}
	name = pod.Namespace + "/" + pod.Name
	if (pod.Status.Phase == v1.PodSucceeded || pod.Status.Phase == v1.PodFailed) && box != nil {
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
