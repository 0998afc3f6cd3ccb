package feed

import (
	"errors"
	"time"

	resourceapi "k8s.io/api/resource/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/informers"

	"libkoord.invalid/koord/kubernetes/scheduler/metrics"
)

// ListenClaims feeds the devices that ResourceClaims hold from the informers of ResourceClaims and
// ResourceSlices, which kube-scheduler's own plugin shares. It does nothing if the API server does not
// serve them. If the API server cannot be asked yet, the informers wait for it, like those of kube-scheduler. Call it before the
// factory is started.
func (f *Feed) ListenClaims(factory informers.SharedInformerFactory, finder discovery.DiscoveryInterface) error {
	if _, err := finder.ServerResourcesForGroupVersion(resourceapi.SchemeGroupVersion.String()); apierrors.IsNotFound(err) {
		return nil
	}
	claims := factory.Resource().V1().ResourceClaims().Informer()
	published := factory.Resource().V1().ResourceSlices().Informer()
	f.Stores.Claims.Set(claims.GetStore())
	f.Stores.Slices.Set(published.GetStore())
	return errors.Join(
		f.handle(published, f.sliceChanged),
		f.handle(claims, f.claimChanged),
	)
}

func (f *Feed) claimChanged(_, now any) {
	claim, is := now.(*resourceapi.ResourceClaim)
	if !is {
		return
	}
	metrics.EventsSeen.WithLabelValues("ResourceClaim").Inc()
	f.syncNodes("ResourceClaim", f.Claims.ClaimChanged(claim))
}

func (f *Feed) sliceChanged(_, now any) {
	slice, is := now.(*resourceapi.ResourceSlice)
	if !is {
		return
	}
	metrics.EventsSeen.WithLabelValues("ResourceSlice").Inc()
	f.syncNodes("ResourceSlice", f.Claims.SliceChanged(slice))
}

// syncNodes updates nodes on which other devices are held, and activates the pods that fit now.
func (f *Feed) syncNodes(kind string, nodes []string) {
	for _, node := range nodes {
		if f.State.SyncNode(node) {
			f.Waker.NodeChanged(kind, node, time.Now())
		}
	}
}
