package scheduler

import (
	"context"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/klog/v2"
)

// persist writes until the answer says what became of it. An API server that ends, or a connection that breaks, may have written
// all the same, or write a moment later; to read the object does not tell. To write again does, if only one write can succeed:
// then an error is a conflict, or the object is gone. What the API server refuses for good it refuses at once; later it may refuse
// because it has just started and does not know who may do what. If it answers nothing but errors for a minute, which is how long
// it works on a request, no write is on its way any more. lost: one had no answer.
func persist(ctx context.Context, write func() error) (lost bool, err error) {
	for answers := 0; ; answers++ {
		err = write()
		if err == nil || apierrors.IsNotFound(err) || apierrors.IsConflict(err) || !lost && final(err) ||
			answers >= int(time.Minute/again) {
			return lost, err
		}
		lost = true
		if apierrors.ReasonForError(err) == metav1.StatusReasonUnknown {
			answers = 0
		}
		klog.FromContext(ctx).V(2).Info("Koord writes again", "err", err)
		select {
		case <-ctx.Done():
			return lost, err
		case <-time.After(again):
		}
	}
}
