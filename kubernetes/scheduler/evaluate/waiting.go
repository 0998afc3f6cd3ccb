package evaluate

import (
	v1 "k8s.io/api/core/v1"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/scheduler/metrics"
	"libkoord.invalid/koord/kubernetes/scheduler/pending"
	"libkoord.invalid/koord/kubernetes/scheduler/stores"
)

// Prepare returns the pod's converted form, which is rebuilt if the pod changed since the last
// attempt. kube-scheduler's queue may have an older version of the pod than the store.
func (e *Evaluator) Prepare(pod *v1.Pod) (*pending.Pod, error) {
	now := stores.Get[v1.Pod](e.state.Stores.Pods, pod.Namespace+"/"+pod.Name)
	if now != nil && now.UID == pod.UID && now.Spec.NodeName == "" {
		pod = now
	}
	if found := e.converted(pod); found != nil {
		metrics.Shapes.WithLabelValues("kept").Inc()
		return found, nil
	}
	listed := e.state.Listed()
	converted, err := e.state.Convert(pod)
	metrics.Shapes.WithLabelValues("new").Inc()
	out := &pending.Pod{Pod: pod, Converted: converted, Listed: listed}
	// A pod that is already deleted would never be removed.
	e.waiting.Put(out, func() bool {
		now := stores.Get[v1.Pod](e.state.Stores.Pods, pod.Namespace+"/"+pod.Name)
		return now != nil && now.UID == pod.UID
	})
	return out, err
}

// converted returns the converted form of this version of a waiting pod, or nil if there is none
// that is up to date.
func (e *Evaluator) converted(pod *v1.Pod) *pending.Pod {
	found := e.waiting.Get(pod.UID)
	if found == nil || found.Converted == nil || found.Pod.ResourceVersion != pod.ResourceVersion || found.Listed != e.state.Listed() {
		return nil
	}
	return found
}

// beginAttempt starts an attempt of pods that are planned together.
func (e *Evaluator) beginAttempt(pods []*v1.Pod) {
	for _, pod := range pods {
		if waiting, err := e.Prepare(pod); err == nil {
			waiting.BeginAttempt()
		}
	}
}

// Convert returns the converted form of a pod other than the one that is scheduled.
func (e *Evaluator) Convert(pod *v1.Pod) (*koord.Pod, error) {
	if found := e.converted(pod); found != nil {
		return found.Converted, nil
	}
	return e.state.Convert(pod)
}

// MayFit reports whether a node that did not accept a pod in the last attempt accepts it now.
func (e *Evaluator) MayFit(p *pending.Pod, node string) bool {
	if p.Converted == nil {
		return false
	}
	if p.Listed != e.state.Listed() { // it may request other resources of the library now
		var err error
		if p, err = e.Prepare(p.Pod); err != nil {
			return false
		}
	}
	id, known := e.state.NodeID(node)
	if !known || p.Accepted(id) {
		return false
	}
	offers, err := e.state.Offers(p.Pod)
	if err != nil || offers.Refuses(node) {
		return false
	}
	if e.trials.Load() > 0 { // resources of the trial may become free again soon
		return true
	}
	if offers == nil {
		refusal, _, err := e.state.Cluster.Judge(p.Converted, nil, id)
		return err != nil || !refusal.Refused()
	}
	refusal, _, err := e.judgeOffers(p.Converted, id, offers.At(node), func(*koord.Query) error { return nil })
	return err != nil || !refusal.Refused()
}
