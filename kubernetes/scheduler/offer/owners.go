package offer

import (
	"encoding/json"
	"fmt"
	"strconv"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/types"
	corev1helpers "k8s.io/component-helpers/scheduling/corev1"
	"k8s.io/component-helpers/scheduling/corev1/nodeaffinity"
	"k8s.io/klog/v2"

	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/scheduler/request"
)

// Owners selects the pods that may use a Reservation: those that an item of spec.owners selects,
// and whose reservation-affinity, if stated, selects it. It is immutable.
type Owners struct {
	items []ownerItem
	// the Reservation's name and labels, in the form for terms of a reservation-affinity
	labels *v1.Node
	taints []v1.Taint
	closed bool // spec.unschedulable
	order  int64
}

type ownerItem struct {
	apis.ReservationOwner
	selector labels.Selector // nil if not stated
}

// OwnersOf returns the owners of a Reservation, or an error if a selector is invalid.
func OwnersOf(r *apis.Reservation) (*Owners, error) {
	out := &Owners{
		labels: &v1.Node{ObjectMeta: metav1.ObjectMeta{Name: r.Name, Labels: r.Labels}},
		taints: r.Spec.Taints,
		closed: r.Spec.Unschedulable,
	}
	out.order, _ = strconv.ParseInt(r.Labels[apis.LabelReservationOrder], 10, 64)
	for i, owner := range r.Spec.Owners {
		item := ownerItem{ReservationOwner: owner}
		if owner.LabelSelector != nil {
			var err error
			if item.selector, err = metav1.LabelSelectorAsSelector(owner.LabelSelector); err != nil {
				return nil, fmt.Errorf("Reservation %s: spec.owners[%d].labelSelector: %w", r.Name, i, err)
			}
		}
		out.items = append(out.items, item)
	}
	return out, nil
}

// Has reports whether a pod is an owner. affinity is the pod's, or nil if it states none.
func (o *Owners) Has(pod *v1.Pod, affinity *Affinity) bool {
	return affinity.selects(o) && o.Selects(pod)
}

// Selects reports whether an item of spec.owners selects a pod.
func (o *Owners) Selects(pod *v1.Pod) bool {
	for i := range o.items {
		if o.items[i].selects(pod) {
			return true
		}
	}
	return false
}

func (i *ownerItem) selects(pod *v1.Pod) bool {
	return selectsObject(i.Object, pod) && selectsController(i.Controller, pod) &&
		(i.selector == nil || i.selector.Matches(labels.Set(pod.Labels)))
}

func selectsObject(object *v1.ObjectReference, pod *v1.Pod) bool {
	return object == nil ||
		(object.UID == "" || object.UID == pod.UID) &&
			(object.Name == "" || object.Name == pod.Name) &&
			(object.Namespace == "" || object.Namespace == pod.Namespace)
}

func selectsController(wanted *apis.ReservationControllerReference, pod *v1.Pod) bool {
	if wanted == nil {
		return true
	}
	if wanted.Namespace != "" && wanted.Namespace != pod.Namespace {
		return false
	}
	for i := range pod.OwnerReferences {
		reference := &pod.OwnerReferences[i]
		if (wanted.UID == "" || wanted.UID == reference.UID) && (wanted.Name == "" || wanted.Name == reference.Name) &&
			(wanted.Kind == "" || wanted.Kind == reference.Kind) && (wanted.APIVersion == "" || wanted.APIVersion == reference.APIVersion) &&
			(wanted.Controller == nil || reference.Controller != nil && *reference.Controller == *wanted.Controller) {
			return true
		}
	}
	return false
}

// Affinity selects the reservations that a pod may use. The pod uses one of them or
// waits.
type Affinity struct {
	name        string
	selector    labels.Selector
	terms       *nodeaffinity.NodeSelector
	tolerations []v1.Toleration
}

// AffinityOf reads a pod's reservation-affinity, or returns nil if it states none.
func AffinityOf(pod *v1.Pod) (*Affinity, error) {
	text, stated := pod.Annotations[apis.AnnotationReservationAffinity]
	if !stated || text == "" {
		return nil, nil
	}
	var read apis.ReservationAffinity
	if err := json.Unmarshal([]byte(text), &read); err != nil {
		return nil, fmt.Errorf("annotation %s: %w", apis.AnnotationReservationAffinity, err)
	}
	out := &Affinity{name: read.Name, tolerations: read.Tolerations}
	if len(read.ReservationSelector) > 0 {
		out.selector = labels.SelectorFromSet(read.ReservationSelector)
	}
	if read.Required != nil {
		terms, err := nodeaffinity.NewNodeSelector(&v1.NodeSelector{NodeSelectorTerms: read.Required.ReservationSelectorTerms})
		if err != nil {
			return nil, fmt.Errorf("annotation %s: requiredDuringSchedulingIgnoredDuringExecution: %w",
				apis.AnnotationReservationAffinity, err)
		}
		out.terms = terms
	}
	return out, nil
}

func (a *Affinity) selects(o *Owners) bool {
	var tolerations []v1.Toleration
	if a != nil {
		tolerations = a.tolerations
	}
	if o.closed && !corev1helpers.TolerationsTolerateTaint(klog.Background(), tolerations,
		&v1.Taint{Key: v1.TaintNodeUnschedulable, Effect: v1.TaintEffectNoSchedule}, false) {
		return false
	}
	if _, tainted := request.Untolerated(o.taints, tolerations); tainted {
		return false
	}
	switch {
	case a == nil:
		return true
	case a.name != "":
		return a.name == o.labels.Name
	case a.selector != nil && !a.selector.Matches(labels.Set(o.labels.Labels)):
		return false
	}
	return a.terms == nil || a.terms.Match(o.labels)
}

// UsedBy returns the uid of the Reservation that a pod uses according to its annotation, or "" if
// there is none.
func UsedBy(pod *v1.Pod) types.UID {
	text := pod.Annotations[apis.AnnotationReservationAllocated]
	if text == "" {
		return ""
	}
	var read apis.ReservationAllocated
	if json.Unmarshal([]byte(text), &read) != nil {
		return ""
	}
	return read.UID
}
