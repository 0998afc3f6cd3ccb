package facts

import (
	"maps"
	"slices"
	"strings"
	"testing"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"libkoord.invalid/koord/kubernetes/objects"
)

func podsOf(uids ...string) map[string]*v1.Pod {
	out := map[string]*v1.Pod{}
	for _, uid := range uids {
		out[uid] = &v1.Pod{ObjectMeta: metav1.ObjectMeta{Name: uid, UID: types.UID(uid)}}
	}
	return out
}

// Without a runtime, a pod that kubelet no longer lists is kept until it has ended: kubelet's list is
// incomplete after its restart, lacks static pods that still terminate, and is dropped when the API
// server answers again.
func TestPodsThatKubeletDropsAreKept(t *testing.T) {
	for name, next := range map[string]map[string]*v1.Pod{"a shorter list": podsOf("b"), "an empty list": podsOf(), "the API server answers": nil} {
		t.Run(name, func(t *testing.T) {
			f := New(false)
			f.SetKubeletPods(podsOf("a", "b"))
			f.Take()
			f.SetKubeletPods(next)
			if taken := f.Take().Pods; taken["a"] != (PodFacts{}) || f.podOf("a") == nil {
				t.Errorf("pod a changed: %v, and is %v", taken["a"], f.podOf("a"))
			}
			if !slices.Contains(f.DeletedPods(), "a") {
				t.Error("pod a is kept for ever:", f.DeletedPods())
			}
			if !f.EndPod("a") || f.podOf("a") != nil {
				t.Error("pod a is kept after its end")
			}
			if taken, is := f.Take().Pods["a"]; !is || taken != (PodFacts{}) {
				t.Error("the end of pod a is no change:", taken)
			}
		})
	}
}

func TestPodsThatReturnAreNotEnded(t *testing.T) {
	f := New(false)
	f.SetKubeletPods(podsOf("a", "b"))
	f.SetKubeletPods(podsOf("b"))
	again := podsOf("a", "b")
	again["a"].Labels = map[string]string{"version": "2"}
	f.SetKubeletPods(again)
	if f.EndPod("a") || f.podOf("a") != again["a"] {
		t.Error("kubelet lists pod a again, but it is", f.podOf("a"))
	}
	f.SetKubeletPods(nil)
	server := podsOf("a")["a"]
	f.SetPod("a", server)
	if f.EndPod("a") || f.podOf("a") != server {
		t.Error("the API server has pod a, but it is", f.podOf("a"))
	}
}

// With a runtime, its sandboxes show which pods run.
func TestWithARuntimeKubeletsListIsUsedAsItIs(t *testing.T) {
	f := New(true)
	f.SetKubeletPods(podsOf("a"))
	f.SetKubeletPods(podsOf())
	if f.podOf("a") != nil {
		t.Error("pod a is kept")
	}
}

// With a runtime, the last version of a deleted pod is kept until its sandbox stops, whatever kubelet lists meanwhile.
func TestWithARuntimeDeletedPodsAreKeptUntilTheyStop(t *testing.T) {
	f := New(true)
	f.SetPod("a", podsOf("a")["a"])
	f.runtimeSynced = true
	f.sandboxes["s"] = NewSandbox("s", Pod{UID: "a"})
	f.RemovePod("a")
	f.SetKubeletPods(podsOf("a")) // the API server is unavailable
	f.SetKubeletPods(nil)         // it answers again
	if f.podOf("a") == nil {
		t.Error("pod a runs, but its last version is lost")
	}
}

// The trimmed pod has the annotations that the library reads, and the uid of a static pod's original.
func TestTrimmedPodsKeepTheirAnnotations(t *testing.T) {
	pod := podsOf("a")["a"]
	want := map[string]string{}
	pod.Annotations = map[string]string{"other": "value"}
	for _, key := range objects.PodAnnotations() {
		pod.Annotations[key], want[key] = "value", "value"
	}
	pod.Annotations[v1.MirrorPodAnnotationKey] = strings.Repeat("0a", 16)
	want[v1.MirrorPodAnnotationKey] = pod.Annotations[v1.MirrorPodAnnotationKey]
	trimmed, err := TrimPod(pod)
	if got := trimmed.(*v1.Pod); err != nil || !maps.Equal(got.Annotations, want) || !IsMirror(got) {
		t.Error(trimmed, err)
	}
	bare := podsOf("b")["b"]
	bare.Annotations = map[string]string{v1.MirrorPodAnnotationKey: strings.Repeat("0a", 16)}
	if trimmed, err = TrimPod(bare); err != nil || !IsMirror(trimmed.(*v1.Pod)) {
		t.Error(trimmed, err)
	}
}
