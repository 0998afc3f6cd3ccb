package resize

import (
	"slices"
	"testing"

	"libkoord.invalid/koord/kubernetes/scheduler/controller"
)

// Only pods that wait for resources of a node are tried again when the node has more.
func TestFreedNodeQueuesItsPods(t *testing.T) {
	queue := controller.NewQueue()
	r := New(nil, queue, nil, nil)
	r.waiting.Put("default/here", waitingResize{"here", "node-0", "too little room"})
	r.waiting.Put("default/elsewhere", waitingResize{"elsewhere", "node-1", "too little room"})
	r.NodeFreed("node-0")
	var names []string
	for queue.Len() > 0 {
		name, _ := queue.Get()
		names = append(names, name)
	}
	if !slices.Equal(names, []string{"default/here"}) {
		t.Error(names)
	}
}

// A resource-status keeps its form: numaNodeResources is written only if it was there.
func TestStatusKeepsItsForm(t *testing.T) {
	const both = `{"cpuset":"0-3","numaNodeResources":[{"node":0}]}`
	for like, expected := range map[string]string{
		`{"cpuset":"0-1"}`:                        `{"cpuset":"0-3"}`,
		`{"cpuset":"0-1","numaNodeResources":[]}`: both,
		`{"numaNodeResources":[{"node":0}]}`:      both,
		`nonsense`:                                both,
	} {
		if got := inForm(both, like); !sameJSON(got, expected) {
			t.Errorf("like %s: %s", like, got)
		}
	}
	if sameJSON(both, `{"cpuset":"0-3"}`) || sameJSON("x", "x") {
		t.Error("different texts are equal")
	}
}
