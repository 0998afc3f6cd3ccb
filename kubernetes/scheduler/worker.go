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
	queue queue
	work  func(ctx context.Context, name string) error // is called again after an error
	said  map[string]bool                              // remedies that were logged
}

const (
	again     = time.Second     // the delay before a failed write is retried
	mostAgain = 5 * time.Minute // the longest delay after rejections, which grows from again
)

// queue holds the names of objects to handle.
type queue = workqueue.TypedRateLimitingInterface[string]

func newQueue() queue {
	return workqueue.NewTypedRateLimitingQueue(workqueue.NewTypedItemExponentialFailureRateLimiter[string](again, mostAgain))
}

func newWorker(kind string, queue queue, work func(context.Context, string) error) worker {
	return worker{kind: kind, queue: queue, work: work, said: map[string]bool{}}
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
	switch err := w.work(ctx, name); {
	case err == nil:
		w.queue.Forget(name)
	case final(err):
		w.rejected(ctx, name, err)
		w.queue.AddRateLimited(name)
	default:
		klog.FromContext(ctx).Error(err, "Koord: retrying object", "kind", w.kind, "name", name)
		w.queue.AddAfter(name, again)
	}
	return true
}

// rejected logs a rejection by the API server. One that concerns all objects of the kind is logged once, with its remedy.
func (w *worker) rejected(ctx context.Context, name string, err error) {
	log, what := klog.FromContext(ctx), remedy(err)
	switch {
	case what == "":
		log.Error(err, "Koord: the API server rejected a write; retrying later", "kind", w.kind, "name", name)
	case !w.said[what]:
		w.said[what] = true
		log.Error(err, "Koord: the API server rejected a write; retrying later", "kind", w.kind, "name", name, "remedy", what)
	}
}
