// Package controller has what the controllers of the leader share: queues of object names, workers
// that retry, and writes that are repeated until their result is known.
package controller

import (
	"context"
	"time"

	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"
)

// Worker handles objects of one kind, one at a time, while this process is the leader. Their names
// are queued even while it is not.
type Worker struct {
	kind   string
	Queue  Queue
	work   func(ctx context.Context, name string) error // is called again after an error
	logged map[string]bool                              // remedies that were logged
}

const (
	RetryDelay    = time.Second     // the delay before a failed write is retried
	maxRetryDelay = 5 * time.Minute // the longest delay after rejections; delays grow from RetryDelay
)

// Queue holds the names of objects to handle.
type Queue = workqueue.TypedRateLimitingInterface[string]

// NewQueue returns an empty queue.
func NewQueue() Queue {
	return workqueue.NewTypedRateLimitingQueue(workqueue.NewTypedItemExponentialFailureRateLimiter[string](RetryDelay, maxRetryDelay))
}

// NewWorker returns a worker that calls work for each name in a queue.
func NewWorker(kind string, queue Queue, work func(context.Context, string) error) Worker {
	return Worker{kind: kind, Queue: queue, work: work, logged: map[string]bool{}}
}

// Run runs until ctx ends.
func (w *Worker) Run(ctx context.Context) {
	go func() {
		<-ctx.Done()
		w.Queue.ShutDown()
	}()
	for w.next(ctx) {
	}
}

func (w *Worker) next(ctx context.Context) bool {
	name, shut := w.Queue.Get()
	if shut {
		return false
	}
	defer w.Queue.Done(name)
	switch err := w.work(ctx, name); {
	case err == nil:
		w.Queue.Forget(name)
	case IsRejection(err):
		w.rejected(ctx, name, err)
		w.Queue.AddRateLimited(name)
	default:
		klog.FromContext(ctx).Error(err, "Koord: retrying object", "kind", w.kind, "name", name)
		w.Queue.AddAfter(name, RetryDelay)
	}
	return true
}

// rejected logs a rejection by the API server. One that concerns all objects of the kind is logged
// once, with its remedy.
func (w *Worker) rejected(ctx context.Context, name string, err error) {
	log, action := klog.FromContext(ctx), remedy(err)
	switch {
	case action == "":
		log.Error(err, "Koord: the API server rejected a write; retrying later", "kind", w.kind, "name", name)
	case !w.logged[action]:
		w.logged[action] = true
		log.Error(err, "Koord: the API server rejected a write; retrying later", "kind", w.kind, "name", name, "remedy", action)
	}
}
