package controller

import (
	"context"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/dynamic"
	"k8s.io/klog/v2"
)

// Persist repeats a write until the response determines its result. An API server that terminates,
// or a broken connection, may still have written the object, or may write it a moment later, and
// reading the object does not settle that. Repeating a write that can succeed only once does: a
// conflict, or a missing object, shows that it was written. Permanent rejections are only trusted
// in the first response, because an API server that has just started rejects requests until it
// knows their permissions. If it returns only errors for a minute, which is its time limit for
// requests, no write is in progress any more. lost reports whether a write had no response.
func Persist(ctx context.Context, write func() error) (lost bool, err error) {
	for answers := 0; ; answers++ {
		err = write()
		if err == nil || apierrors.IsNotFound(err) || apierrors.IsConflict(err) || !lost && IsRejection(err) ||
			answers >= int(time.Minute/RetryDelay) {
			return lost, err
		}
		lost = true
		if apierrors.ReasonForError(err) == metav1.StatusReasonUnknown {
			answers = 0
		}
		klog.FromContext(ctx).V(2).Info("Koord: retrying a write", "err", err)
		select {
		case <-ctx.Done():
			return lost, err
		case <-time.After(RetryDelay):
		}
	}
}

// PatchStatus writes the status of a custom object. The API server answers NotFound if the object
// is missing, and also if its definition has no status subresource, which is errNoStatus.
func PatchStatus(ctx context.Context, client dynamic.ResourceInterface, object metav1.Object, patch []byte) error {
	_, err := client.Patch(ctx, object.GetName(), types.MergePatchType, patch, metav1.PatchOptions{}, "status")
	if !apierrors.IsNotFound(err) {
		return err
	}
	if read, failed := client.Get(ctx, object.GetName(), metav1.GetOptions{}); failed == nil && read.GetUID() == object.GetUID() {
		return errNoStatus
	}
	return err
}
