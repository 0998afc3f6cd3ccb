package evaluate

import (
	"fmt"
	"testing"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework"

	"libkoord.invalid/koord/kubernetes/scheduler/request"
)

// A launcher may use CPU nodes, and workers GPU nodes. No pod may use the closed node.
func launcherAndWorkers(workers int) (pods []*v1.Pod, infos []fwk.NodeInfo) {
	for i := range workers + 1 {
		pod := &v1.Pod{ObjectMeta: metav1.ObjectMeta{UID: types.UID(fmt.Sprint(i))}}
		pod.Spec.NodeSelector = map[string]string{"pool": "gpu"}
		if i == 0 {
			pod.Spec.NodeSelector["pool"] = "cpu"
		}
		pods = append(pods, pod)
	}
	for i, pool := range []string{"cpu", "cpu", "closed", "gpu", "gpu", "gpu"} {
		info := framework.NewNodeInfo()
		info.SetNode(&v1.Node{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprint(i), Labels: map[string]string{"pool": pool}}})
		infos = append(infos, info)
	}
	return pods, infos
}

func TestExclusionsOfPods(t *testing.T) {
	pods, infos := launcherAndWorkers(10)
	eligible := request.NewEligibleNodes(pods, infos)
	name := func(node uint32) string { return fmt.Sprint(node) }
	// 2 CPU nodes are closed to 10 workers, 3 GPU nodes to the launcher
	for most, expected := range map[int]string{
		23: "2: all, 0: 10, 1: 10, 3: 1, 4: 1, 5: 1, ",
		// Beyond the limit, a node that some pod may use is not excluded for any pod.
		22: "2: all, ",
	} {
		got := ""
		for _, excluded := range exclusions([]uint32{0, 1, 2, 3, 4, 5}, name, pods, eligible, most) {
			if excluded.pods == nil {
				got += fmt.Sprint(excluded.node, ": all, ")
			} else {
				got += fmt.Sprint(excluded.node, ": ", len(excluded.pods), ", ")
			}
		}
		if got != expected {
			t.Errorf("at most %d: %s, expected %s", most, got, expected)
		}
	}
	if got := exclusions([]uint32{0, 1}, name, pods, nil, 10); len(got) != 0 {
		t.Errorf("without a EligibleNodes: %v", got)
	}
}
