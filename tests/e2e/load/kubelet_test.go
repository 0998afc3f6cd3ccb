package main

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

func gpuPod(name, gpus, allocated string) *v1.Pod {
	pod := &v1.Pod{
		ObjectMeta: metav1.ObjectMeta{Name: name, UID: types.UID("uid-" + name), Annotations: map[string]string{}},
		Spec:       v1.PodSpec{NodeName: "node-00001", SchedulerName: v1.DefaultSchedulerName, Containers: []v1.Container{{Name: "main"}}},
	}
	ask(pod, "cpu", "1", wholeGPU, gpus)
	if allocated != "" {
		pod.Annotations[koordinator+"/device-allocated"] = allocated
	}
	return pod
}

func newFakes(plugin, listed bool) (*kubelets, *fakeNode) {
	n := &fakeNode{name: "node-00001", plugin: plugin, listed: listed, known: true, record: map[string][]string{}, holders: map[string]string{}}
	return &kubelets{nodes: map[string]*fakeNode{n.name: n}, pods: map[types.UID]*heldPod{}}, n
}

func TestPluginKnowsOnlyKubeletsRecord(t *testing.T) {
	k, n := newFakes(false, false)
	k.admit(n, gpuPod("of-koord", "1", `{"gpu":[{"minor":0}]}`))
	if k.shared+k.refused != 0 || n.holders["GPU-00001-0"] != "of-koord" {
		t.Fatalf("GPUs are held by %v, %d are shared, %d pods refused", n.holders, k.shared, k.refused)
	}
	n.plugin, n.listed = true, true
	k.admit(n, gpuPod("of-plugin", "2", ""))
	if k.shared != 1 {
		t.Errorf("%d GPUs are shared, expected that the plugin chooses GPU 0 again", k.shared)
	}
}

func TestKubeletRefusesWithoutPlugin(t *testing.T) {
	for _, c := range []struct {
		listed    bool
		allocated string
		reason    string
	}{{true, `{"gpu":[{"minor":3}]}`, "OutOfnvidia.com/gpu"}, {false, `{"gpu":[{"minor":3}]}`, ""}, {false, "", "0 GPUs are allocated, 1 are requested"}} {
		_, n := newFakes(false, c.listed)
		devices, reason := n.choose(gpuPod("a", "1", c.allocated))
		if !strings.HasPrefix(reason, c.reason) || (c.reason == "") != reflect.DeepEqual(devices, []string{"GPU-00001-3"}) {
			t.Errorf("listed %t, allocated %q: devices %v, reason %q", c.listed, c.allocated, devices, reason)
		}
	}
}

func TestRecordFollowsPods(t *testing.T) {
	k, n := newFakes(true, true)
	node := &v1.Node{ObjectMeta: metav1.ObjectMeta{Name: n.name}, Status: v1.NodeStatus{Allocatable: v1.ResourceList{}}}
	pod := gpuPod("a", "8", "")
	k.round([]*v1.Node{node}, []*v1.Pod{pod})
	if got := k.annotation(n, map[types.UID]*v1.Pod{pod.UID: pod}); !strings.Contains(got, `"podUID":"uid-a"`) || !strings.Contains(got, "GPU-00001-7") {
		t.Errorf("the record is %s", got)
	}
	k.round([]*v1.Node{node}, []*v1.Pod{pod, gpuPod("b", "1", "")})
	if k.refused != 1 {
		t.Errorf("%d pods are refused, expected that none fits beside 8 GPUs", k.refused)
	}
	k.round([]*v1.Node{node}, nil)
	if len(n.record)+len(n.holders)+len(k.pods) != 0 {
		t.Errorf("left after the pods have ended: %v, %v, %v", n.record, n.holders, k.pods)
	}
}

func TestLedgerAndVerdict(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ledger")
	if err := os.WriteFile(path, []byte("created a\ncreated b\ndeleted a\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	expected, err := readLedger(path)
	if err != nil || !reflect.DeepEqual(expected, map[string]bool{"b": true}) {
		t.Errorf("expected pods: %v, %v", expected, err)
	}
	since := time.Unix(1000, 0)
	placed := gpuPod("b", "1", `{"gpu":[{"minor":0}]}`)
	placed.Spec.SchedulerName, placed.CreationTimestamp = shippedProfile, metav1.NewTime(since)
	if text := verdict(placed, since, shippedProfile); text != "" {
		t.Error(text)
	}
	for name, change := range map[string]func(*v1.Pod){
		"failed":        func(pod *v1.Pod) { pod.Status.Phase = v1.PodFailed },
		"has no node":   func(pod *v1.Pod) { pod.Spec.NodeName = "" },
		"default-sched": func(pod *v1.Pod) { pod.Spec.SchedulerName = v1.DefaultSchedulerName },
		"allocation":    func(pod *v1.Pod) { pod.Annotations = nil },
	} {
		pod := placed.DeepCopy()
		change(pod)
		if text := verdict(pod, since, shippedProfile); !strings.Contains(text, name) {
			t.Errorf("verdict %q, expected one with %q", text, name)
		}
	}
}
