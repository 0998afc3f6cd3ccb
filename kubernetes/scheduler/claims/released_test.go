package claims

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	clienttesting "k8s.io/client-go/testing"
)

// A pod that was refused because of devices that another pod was about to get is tried again when the other pod gives
// up. The claim is not changed then: its allocation was never written.
func TestPodGetsDevicesThatWereNeverWritten(t *testing.T) {
	for name, claims := range map[string][]string{"own claims": {"first", "second"}, "a shared claim": {"first", "first"}} {
		t.Run(name, func(t *testing.T) {
			c := withGPUs(t, "a")
			c.claim("first", requestOf("r", "gpu", 4))
			c.claim("second", requestOf("r", "gpu", 4))
			begun, end := make(chan struct{}), make(chan struct{})
			first := true
			c.client.PrependReactor("update", "resourceclaims", func(action clienttesting.Action) (bool, runtime.Object, error) {
				if !first { // the calls of the test client are serialized
					return false, nil, nil
				}
				first = false
				close(begun)
				<-end
				return true, nil, apierrors.NewForbidden(action.GetResource().GroupResource(), "first", errors.New("not now"))
			})
			c.create(podOf("gives-up", claims[0]))
			<-begun
			// The client is blocked from here on.
			waits := podOf("waits", claims[1])
			waits.UID, waits.ResourceVersion = "waits", "1000"
			must(t, c.client.Tracker().Create(v1.SchemeGroupVersion.WithResource("pods"), waits, "default"))
			c.until("the pod is refused", func() bool {
				return slices.ContainsFunc(c.sched.SchedulingQueue.UnschedulablePods(), func(pod *v1.Pod) bool { return pod.Name == "waits" })
			})
			close(end)
			c.bound("waits") // before the other pod is tried again
			c.isConsistent()
		})
	}
}

// Only the last pods are kept.
func TestReleasedPodsAreForgotten(t *testing.T) {
	var r released
	for i := range 3 * mostReleased {
		r.add(types.UID(fmt.Sprint(i / 2))) // each twice
	}
	last := 3*mostReleased/2 - 1
	if !r.has(types.UID(fmt.Sprint(last))) || !r.has(types.UID(fmt.Sprint(last-mostReleased+1))) || r.has(types.UID(fmt.Sprint(last-mostReleased))) ||
		len(r.pods) > mostReleased+1 {
		t.Errorf("found %d pods", len(r.pods))
	}
}
