package app

import (
	"context"
	"sync"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
	fcache "k8s.io/client-go/tools/cache/testing"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"
	kubescheduler "k8s.io/kubernetes/pkg/scheduler"
	internalcache "k8s.io/kubernetes/pkg/scheduler/backend/cache"
	internalqueue "k8s.io/kubernetes/pkg/scheduler/backend/queue"
	"k8s.io/kubernetes/pkg/scheduler/profile"
)

// added records the pods that are added to a queue.
type added struct {
	internalqueue.SchedulingQueue
	mu   sync.Mutex
	uids []types.UID
}

func (a *added) Add(_ context.Context, pod *v1.Pod) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.uids = append(a.uids, pod.UID)
}

func (a *added) MoveAllToActiveOrBackoffQueue(klog.Logger, fwk.ClusterEvent, any, any, internalqueue.PreEnqueueCheck) {
}

func (a *added) last() types.UID {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.uids) == 0 {
		return ""
	}
	return a.uids[len(a.uids)-1]
}

// anyCache accepts members of pod groups.
type anyCache struct{ internalcache.Cache }

func (anyCache) AddPodGroupMember(*v1.Pod) {}

func podOf(name, uid, scheduler, node string) *v1.Pod {
	return &v1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: name, UID: types.UID(uid)},
		Spec: v1.PodSpec{SchedulerName: scheduler, NodeName: node}}
}

// An informer joins the deletion and the creation of a pod while its watch is interrupted. The pods
// are queued that kube-scheduler's handler misses: those that another scheduler was responsible for.
func TestReplacedPodsAreQueued(t *testing.T) {
	const ours, other = "koord-scheduler", "default-scheduler"
	before := []*v1.Pod{podOf("moved", "1", other, ""), podOf("ours", "2", ours, ""), podOf("theirs", "3", ours, ""),
		podOf("bound", "4", other, ""), podOf("same", "5", other, "")}
	after := []*v1.Pod{podOf("moved", "11", ours, ""), podOf("ours", "12", ours, ""), podOf("theirs", "13", other, ""),
		podOf("bound", "14", ours, "node"), podOf("same", "5", ours, "")}
	source := fcache.NewFakeControllerSource()
	for _, pod := range before {
		source.Add(pod)
	}
	informer := cache.NewSharedInformer(source, &v1.Pod{}, 0)
	queue := &added{}
	sched := &kubescheduler.Scheduler{SchedulingQueue: queue, Cache: anyCache{}, Profiles: profile.Map{ours: nil}}
	if err := queueReplaced(t.Context(), informer, sched); err != nil {
		t.Fatal(err)
	}
	go informer.RunWithContext(t.Context())
	if !cache.WaitForCacheSync(t.Context().Done(), informer.HasSynced) {
		t.Fatal("no first list")
	}
	for i := range before {
		source.DeleteDropWatch(before[i])
		source.AddDropWatch(after[i])
	}
	source.ResetWatch()
	for since := time.Now(); queue.last() != "11" && time.Since(since) < time.Minute; time.Sleep(10 * time.Millisecond) {
	}
	// The informer reports the pods in any order: all are reported once it has them and one more is.
	source.Add(podOf("after", "20", other, ""))
	source.DeleteDropWatch(podOf("after", "20", other, ""))
	source.AddDropWatch(podOf("after", "21", ours, ""))
	source.ResetWatch()
	for since := time.Now(); queue.last() != "21" && time.Since(since) < time.Minute; time.Sleep(10 * time.Millisecond) {
	}
	queue.mu.Lock()
	defer queue.mu.Unlock()
	if len(queue.uids) != 2 || queue.uids[0] != "11" || queue.uids[1] != "21" {
		t.Error("queued: ", queue.uids)
	}
}
