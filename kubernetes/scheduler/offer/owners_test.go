package offer

import (
	"encoding/json"
	"strings"
	"testing"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/scheduler/stores"
)

// room returns a Reservation without owners.
func room(change func(*apis.Reservation)) *apis.Reservation {
	out := &apis.Reservation{ObjectMeta: metav1.ObjectMeta{Name: "room", Labels: map[string]string{"tier": "a"}}}
	change(out)
	return out
}

func ownedByAll(r *apis.Reservation) { r.Spec.Owners = []apis.ReservationOwner{{}} }

func TestOwners(t *testing.T) {
	yes, no := true, false
	base := &v1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "web-0", UID: "web-0", Labels: map[string]string{"app": "web"},
		OwnerReferences: []metav1.OwnerReference{{APIVersion: "apps/v1", Kind: "StatefulSet", Name: "web", UID: "s", Controller: &yes}}}}
	controller := func(ref metav1.OwnerReference, namespace string) apis.ReservationOwner {
		return apis.ReservationOwner{Controller: &apis.ReservationControllerReference{OwnerReference: ref, Namespace: namespace}}
	}
	app := func(value string) *metav1.LabelSelector {
		return &metav1.LabelSelector{MatchLabels: map[string]string{"app": value}}
	}
	set := metav1.OwnerReference{APIVersion: "apps/v1", Kind: "StatefulSet", Name: "web"}
	for name, test := range map[string]struct {
		owners []apis.ReservationOwner
		is     bool
	}{
		"nobody":                 {nil, false},
		"everybody":              {[]apis.ReservationOwner{{}}, true},
		"label":                  {[]apis.ReservationOwner{{LabelSelector: app("web")}}, true},
		"another label":          {[]apis.ReservationOwner{{LabelSelector: app("db")}}, false},
		"one of two":             {[]apis.ReservationOwner{{LabelSelector: app("db")}, {LabelSelector: app("web")}}, true},
		"label and another name": {[]apis.ReservationOwner{{LabelSelector: app("web"), Object: &v1.ObjectReference{Name: "web-1"}}}, false},
		"name":                   {[]apis.ReservationOwner{{Object: &v1.ObjectReference{Name: "web-0", Namespace: "default"}}}, true},
		"another namespace":      {[]apis.ReservationOwner{{Object: &v1.ObjectReference{Name: "web-0", Namespace: "prod"}}}, false},
		"uid":                    {[]apis.ReservationOwner{{Object: &v1.ObjectReference{UID: "web-0"}}}, true},
		"another uid":            {[]apis.ReservationOwner{{Object: &v1.ObjectReference{UID: "x", Name: "web-0"}}}, false},
		"controller":             {[]apis.ReservationOwner{controller(set, "default")}, true},
		"its namespace":          {[]apis.ReservationOwner{controller(set, "prod")}, false},
		"its name":               {[]apis.ReservationOwner{controller(metav1.OwnerReference{Kind: "StatefulSet", Name: "db"}, "")}, false},
		"its uid":                {[]apis.ReservationOwner{controller(metav1.OwnerReference{UID: "x"}, "")}, false},
		"its kind":               {[]apis.ReservationOwner{controller(metav1.OwnerReference{Kind: "Job"}, "")}, false},
		"that it controls":       {[]apis.ReservationOwner{controller(metav1.OwnerReference{Name: "web", Controller: &yes}, "")}, true},
		"that it does not":       {[]apis.ReservationOwner{controller(metav1.OwnerReference{Name: "web", Controller: &no}, "")}, false},
	} {
		owners, err := OwnersOf(room(func(r *apis.Reservation) { r.Spec.Owners = test.owners }))
		if err != nil || owners.Has(base, nil) != test.is {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := OwnersOf(room(func(r *apis.Reservation) {
		r.Spec.Owners = []apis.ReservationOwner{{LabelSelector: &metav1.LabelSelector{
			MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "a", Operator: "Foo"}}}}}
	})); err == nil || !strings.Contains(err.Error(), "spec.owners[0].labelSelector") {
		t.Error(err)
	}
}

func TestReservationAffinity(t *testing.T) {
	term := func(operator v1.NodeSelectorOperator, values ...string) *apis.ReservationAffinitySelector {
		return &apis.ReservationAffinitySelector{ReservationSelectorTerms: []v1.NodeSelectorTerm{{
			MatchExpressions: []v1.NodeSelectorRequirement{{Key: "tier", Operator: operator, Values: values}}}}}
	}
	tainted := func(r *apis.Reservation) {
		ownedByAll(r)
		r.Spec.Taints = []v1.Taint{{Key: "no", Effect: v1.TaintEffectNoSchedule}}
	}
	closed := func(r *apis.Reservation) { ownedByAll(r); r.Spec.Unschedulable = true }
	for name, test := range map[string]struct {
		affinity *apis.ReservationAffinity
		of       func(*apis.Reservation)
		is       bool
	}{
		"name":              {&apis.ReservationAffinity{Name: "room", ReservationSelector: map[string]string{"tier": "b"}}, ownedByAll, true},
		"another name":      {&apis.ReservationAffinity{Name: "hall"}, ownedByAll, false},
		"labels":            {&apis.ReservationAffinity{ReservationSelector: map[string]string{"tier": "a"}}, ownedByAll, true},
		"other labels":      {&apis.ReservationAffinity{ReservationSelector: map[string]string{"tier": "b"}}, ownedByAll, false},
		"term":              {&apis.ReservationAffinity{Required: term(v1.NodeSelectorOpIn, "a", "b")}, ownedByAll, true},
		"another term":      {&apis.ReservationAffinity{Required: term(v1.NodeSelectorOpNotIn, "a")}, ownedByAll, false},
		"any":               {&apis.ReservationAffinity{}, ownedByAll, true},
		"taint":             {nil, tainted, false},
		"tolerated":         {&apis.ReservationAffinity{Tolerations: []v1.Toleration{{Key: "no", Operator: v1.TolerationOpExists}}}, tainted, true},
		"unschedulable":     {nil, closed, false},
		"all are tolerated": {&apis.ReservationAffinity{Tolerations: []v1.Toleration{{Operator: v1.TolerationOpExists}}}, closed, true},
	} {
		owners, err := OwnersOf(room(test.of))
		if err != nil {
			t.Fatal(err)
		}
		asking := &v1.Pod{ObjectMeta: metav1.ObjectMeta{Name: "pod", Annotations: map[string]string{}}}
		if test.affinity != nil {
			text, _ := json.Marshal(test.affinity)
			asking.Annotations[apis.AnnotationReservationAffinity] = string(text)
		}
		affinity, err := AffinityOf(asking)
		if err != nil || owners.Has(asking, affinity) != test.is {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// An error in the owners of a Reservation opens it to no additional pod.
func TestInvalidOwnersSelectNoPod(t *testing.T) {
	decoder := stores.NewDecoders(func(string, runtime.Object, error) {}).Reservations
	for _, owner := range []map[string]any{
		{"labelSelector": int64(5)},
		{"labelSelector": map[string]any{"matchLabels": map[string]any{"app": int64(5)}}},
		{"object": map[string]any{"name": int64(5)}},
	} {
		out, _ := decoder.Transform(&unstructured.Unstructured{Object: map[string]any{"metadata": map[string]any{"name": "room"},
			"spec": map[string]any{"owners": []any{owner}}}})
		selecting, err := OwnersOf(out.(*apis.Reservation))
		if err != nil || selecting.Selects(&v1.Pod{ObjectMeta: metav1.ObjectMeta{Name: "any"}}) {
			t.Errorf("%v: %v", owner, err)
		}
	}
}
