package scheduler

import (
	"context"
	"time"

	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"
)

// worker handles objects of one kind, one at a time, while this process is the leader. Their names
// are queued even while it is not.
type worker struct {
	kind  string
	queue workqueue.TypedRateLimitingInterface[string]
	work  func(ctx context.Context, name string) error // an error is temporary
}

// again is the delay before a failed write is retried.
const again = time.Second

func newWorker(kind string, work func(context.Context, string) error) worker {
	limiter := workqueue.DefaultTypedControllerRateLimiter[string]()
	return worker{kind: kind, queue: workqueue.NewTypedRateLimitingQueue(limiter), work: work}
}

// run runs until ctx ends.
func (w *worker) run(ctx context.Context) {
	go func() {
		<-ctx.Done()
		w.queue.ShutDown()
	}()
	for w.next(ctx) {
	}
}

func (w *worker) next(ctx context.Context) bool {
	name, shut := w.queue.Get()
	if shut {
		return false
	}
	defer w.queue.Done(name)
	if err := w.work(ctx, name); err != nil {
		klog.FromContext(ctx).Error(err, "Koord: retrying object", "kind", w.kind, "name", name)
		w.queue.AddAfter(name, again)
		return true
	}
	w.queue.Forget(name)
	return true
}
