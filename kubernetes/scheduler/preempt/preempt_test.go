package preempt

import (
	"errors"
	"testing"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework"
)

type nodes struct {
	fwk.NodeInfoLister
	byName map[string]fwk.NodeInfo
}

func (n nodes) Get(name string) (fwk.NodeInfo, error) {
	if info, known := n.byName[name]; known {
		return info, nil
	}
	return nil, errors.New("not found")
}

// DefaultPreemption tries the library's nodes in their order, and only those that can be evicted from.
func TestCandidatesKeepTheirOrder(t *testing.T) {
	known := nodes{byName: map[string]fwk.NodeInfo{}}
	for _, name := range []string{"a", "b"} {
		info := framework.NewNodeInfo()
		info.SetNode(&v1.Node{ObjectMeta: metav1.ObjectMeta{Name: name}})
		known.byName[name] = info
	}
	c := &candidates{nodes: []string{"b", "gone", "a"}}
	found, err := c.NodesForStatusCode(known, fwk.Unschedulable)
	if err != nil || len(found) != 2 || found[0].Node().Name != "b" || found[1].Node().Name != "a" {
		t.Error(found, err)
	}
	if found, err := c.NodesForStatusCode(known, fwk.UnschedulableAndUnresolvable); err != nil || len(found) != 0 {
		t.Error(found, err)
	}
}
