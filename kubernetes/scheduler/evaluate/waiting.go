package evaluate

import (
	"maps"
	"slices"

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
	out, err := e.convert(pod)
	e.put(out)
	return out, err
}

// convert returns a waiting pod without results of attempts. Its converted form is nil if the pod cannot be read.
func (e *Evaluator) convert(pod *v1.Pod) (*pending.Pod, error) {
	out := &pending.Pod{Pod: pod, Listed: e.state.Listed(), Extended: e.state.ListedOf(pod), OfClaims: e.state.CPUsOf(pod)}
	var err error
	out.Converted, err = e.state.Convert(pod)
	metrics.Shapes.WithLabelValues("new").Inc()
	return out, err
}

// put adds a waiting pod. One that was bound or deleted meanwhile would never be removed.
func (e *Evaluator) put(waiting *pending.Pod) {
	e.waiting.Put(waiting, func() bool {
		now := stores.Get[v1.Pod](e.state.Stores.Pods, waiting.Pod.Namespace+"/"+waiting.Pod.Name)
		return now != nil && now.UID == waiting.Pod.UID && now.Spec.NodeName == ""
	})
}

// isStale reports whether a pod requests other resources of the library than when it was converted: an extended resource was
// listed for the first time, or no more, or its claims have other CPUs.
func (e *Evaluator) isStale(p *pending.Pod) bool {
	return p.Listed != e.state.Listed() && !slices.Equal(p.Extended, e.state.ListedOf(p.Pod)) ||
		!maps.Equal(p.OfClaims, e.state.CPUsOf(p.Pod))
}

// converted returns the converted form of this version of a waiting pod, or nil if there is none
// that is up to date.
func (e *Evaluator) converted(pod *v1.Pod) *pending.Pod {
	found := e.waiting.Get(pod.UID)
	if found == nil || found.Converted == nil || found.Pod.ResourceVersion != pod.ResourceVersion || e.isStale(found) {
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

// MayFit reports whether a node that did not accept a pod in the last attempt accepts it now. If the pod now requests other
// resources, any node may.
func (e *Evaluator) MayFit(p *pending.Pod, node string) bool {
	if p.Converted == nil {
		return false
	}
	if e.isStale(p) {
		return e.mayFitAnywhere(p)
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

// mayFitAnywhere converts a pod again and reports whether a node that did not accept it in the last attempt accepts it now. An
// attempt that is in flight records its result in the former conversion, so that the pod may be tried once more than needed.
func (e *Evaluator) mayFitAnywhere(p *pending.Pod) bool {
	now, err := e.convert(p.Pod)
	now.CopyAttempt(p)
	e.put(now)
	if err != nil {
		return false
	}
	if offers, err := e.state.Offers(p.Pod); err != nil || offers != nil || e.trials.Load() > 0 {
		return err == nil
	}
	rows, _, err := e.state.Cluster.Evaluate(now.Converted, nil)
	return err != nil || slices.ContainsFunc(rows, func(row koord.Verdict) bool {
		return row.Reason == koord.ReasonNone && !now.Accepted(row.Node)
	})
}
