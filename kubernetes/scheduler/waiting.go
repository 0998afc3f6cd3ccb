package scheduler

import (
	v1 "k8s.io/api/core/v1"

	"libkoord.invalid/koord"
)

// prepare returns the pod's converted form, which is rebuilt if the pod changed since the last
// attempt. kube-scheduler's queue may have an older version of the pod than the store.
func (e *evaluator) prepare(pod *v1.Pod) (*pendingPod, error) {
	now := stored[v1.Pod](e.state.stores.pods, pod.Namespace+"/"+pod.Name)
	if now != nil && now.UID == pod.UID && now.Spec.NodeName == "" {
		pod = now
	}
	if found := e.waiting.get(pod.UID); found != nil && found.made != nil && found.pod.ResourceVersion == pod.ResourceVersion {
		shapes.WithLabelValues("kept").Inc()
		return found, nil
	}
	made, err := e.state.convert(pod)
	shapes.WithLabelValues("new").Inc()
	out := &pendingPod{pod: pod, made: made}
	// A pod that is already deleted would never be removed.
	e.waiting.put(out, func() bool {
		now := stored[v1.Pod](e.state.stores.pods, pod.Namespace+"/"+pod.Name)
		return now != nil && now.UID == pod.UID
	})
	return out, err
}

// begin starts an attempt of pods that are planned together.
func (e *evaluator) begin(pods []*v1.Pod) {
	for _, pod := range pods {
		if waiting, err := e.prepare(pod); err == nil {
			waiting.begin()
		}
	}
}

// prepareOther returns the converted form of a pod other than the one that is scheduled.
func (e *evaluator) prepareOther(pod *v1.Pod) (*koord.Pod, error) {
	if found := e.waiting.get(pod.UID); found != nil && found.made != nil && found.pod.ResourceVersion == pod.ResourceVersion {
		return found.made, nil
	}
	return e.state.convert(pod)
}

// mayFit reports whether a node that did not accept a pod in the last attempt accepts it now.
func (e *evaluator) mayFit(p *pendingPod, node string) bool {
	if p.made == nil {
		return false
	}
	id, known := e.state.nodeID(node)
	if !known || p.accepted(id) {
		return false
	}
	offers, err := e.state.offers(p.pod)
	if err != nil || offers.refuses(node) {
		return false
	}
	if e.trying.Load() > 0 { // resources of the trial may become free again soon
		return true
	}
	if offers == nil {
		refusal, _, err := e.state.cluster.Judge(p.made, nil, id)
		return err != nil || !refusal.Refused()
	}
	refusal, _, err := e.judgeOffers(p.made, id, offers.at(node), func(*koord.Query) error { return nil })
	return err != nil || !refusal.Refused()
}
