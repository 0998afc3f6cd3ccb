package claims

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	resourceapi "k8s.io/api/resource/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	clienttesting "k8s.io/client-go/testing"
)

// setFaults sets the errors of writes.
func (c *cluster) setFaults(do func(clienttesting.Action) (before, after error)) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.faults = do
}

// isConsistent checks that no device is allocated twice, and that bound pods have their claims on
// their nodes.
func (c *cluster) isConsistent() {
	c.t.Helper()
	// Pods first: those that are bound later are not checked.
	pods, err := c.client.CoreV1().Pods("default").List(c.t.Context(), metav1.ListOptions{})
	must(c.t, err)
	claims, err := c.client.ResourceV1().ResourceClaims("default").List(c.t.Context(), metav1.ListOptions{})
	must(c.t, err)
	holders, nodes := map[string]string{}, map[string]string{}
	for i := range claims.Items {
		claim := &claims.Items[i]
		for _, d := range namesOf(claim) {
			if other := holders[d]; other != "" {
				c.t.Errorf("device %s is allocated to claims %s and %s", d, other, claim.Name)
			}
			holders[d] = claim.Name
			nodes[claim.Name] = d[:1]
		}
	}
	for i := range pods.Items {
		pod := &pods.Items[i]
		if pod.Spec.NodeName == "" {
			continue
		}
		for _, used := range pod.Spec.ResourceClaims {
			claim := c.get(*used.ResourceClaimName)
			if nodes[claim.Name] != pod.Spec.NodeName {
				c.t.Errorf("pod %s is on %s, and claim %s has %v", pod.Name, pod.Spec.NodeName, claim.Name, namesOf(claim))
			}
			if !slices.ContainsFunc(claim.Status.ReservedFor, func(r resourceapi.ResourceClaimConsumerReference) bool { return r.UID == pod.UID }) {
				c.t.Errorf("pod %s is bound, and claim %s is reserved for %v", pod.Name, claim.Name, claim.Status.ReservedFor)
			}
		}
	}
}

// Writes fail before and after the API server has executed them, the scheduler is restarted, and pods end. No
// device is allocated twice, and in the end all pods are bound that fit.
func TestFaultsAndRestarts(t *testing.T) {
	for seed := range uint64(3) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 1))
			c := withGPUs(t, "a", "b", "c")
			faults := rand.New(rand.NewPCG(seed, 2)) // used under the lock of the cluster
			c.setFaults(func(action clienttesting.Action) (before, after error) {
				resource := action.GetResource()
				if resource.Resource != "resourceclaims" && action.GetSubresource() != "binding" || action.GetVerb() == "create" && action.GetSubresource() == "" {
					return nil, nil
				}
				switch faults.IntN(6) {
				case 0:
					return apierrors.NewConflict(resource.GroupResource(), "x", errors.New("changed")), nil
				case 1:
					return apierrors.NewInternalError(errors.New("not written")), nil
				case 2:
					return nil, apierrors.NewTimeoutError("written, but the answer was lost", 1)
				}
				return nil, nil
			})
			var running []string
			for i := range 14 {
				name := fmt.Sprintf("pod-%d", i)
				c.claim(name, requestOf("r", []string{"gpu", "gpu", "other"}[random.IntN(3)], 1+random.Int64N(3)))
				pod := podOf(name, name)
				if i > 0 && random.IntN(3) == 0 {
					c.claim(name+"-too", requestOf("r", "gpu", 1))
					pod = podOf(name, name, name+"-too")
				}
				c.create(pod)
				running = append(running, name)
				switch random.IntN(4) {
				case 0:
					c.start(profileOf)
				case 1:
					time.Sleep(time.Duration(random.IntN(20)) * time.Millisecond)
				case 2:
					gone := random.IntN(len(running))
					c.finish(running[gone])
					running = slices.Delete(running, gone, gone+1)
				}
				c.isConsistent()
			}
			c.setFaults(nil)
			c.start(profileOf)
			for len(running) > 0 {
				var bound string
				c.until("a pod is bound", func() bool {
					at := slices.IndexFunc(running, func(name string) bool { return c.pod(name).Spec.NodeName != "" })
					if at >= 0 {
						bound = running[at]
						running = slices.Delete(running, at, at+1)
					}
					return at >= 0
				})
				c.isConsistent()
				c.finish(bound)
			}
			c.isConsistent()
		})
	}
}

// A pod with a claim whose devices have binding conditions waits for them. If a condition of failure
// becomes true, other devices are allocated.
func TestBindingConditions(t *testing.T) {
	c := newCluster(t, profileOf, Options{})
	c.class("gpu", driver)
	c.gpus("a", driver, 2, func(d *resourceapi.Device) {
		d.BindingConditions, d.BindingFailureConditions = []string{"example.com/attached"}, []string{"example.com/broken"}
	})
	c.node("a")
	c.claim("claim", requestOf("r", "gpu", 1))
	c.create(podOf("pod", "claim"))
	report := func(condition string, status metav1.ConditionStatus) {
		c.change("claim", func(claim *resourceapi.ResourceClaim) {
			if claim.Status.Allocation == nil {
				return
			}
			d := claim.Status.Allocation.Devices.Results[0]
			if len(claim.Status.Devices) == 0 {
				claim.Status.Devices = []resourceapi.AllocatedDeviceStatus{{Driver: d.Driver, Pool: d.Pool, Device: d.Device}}
			}
			meta.SetStatusCondition(&claim.Status.Devices[0].Conditions, metav1.Condition{Type: condition, Status: status, Reason: "Test"})
		})
	}
	c.until("the claim is allocated", func() bool { return len(c.devices("claim")) == 1 })
	if got := c.get("claim").Status.Allocation.Devices.Results[0]; len(got.BindingConditions) != 1 || c.pod("pod").Spec.NodeName != "" {
		t.Errorf("found %+v, and the pod on %q", got, c.pod("pod").Spec.NodeName)
	}
	report("example.com/broken", metav1.ConditionTrue)
	c.until("the claim is allocated again", func() bool {
		claim := c.get("claim")
		return claim.Status.Allocation != nil && len(claim.Status.Devices) == 0
	})
	report("example.com/attached", metav1.ConditionTrue)
	c.bound("pod")
	c.isReserved("claim", "pod")
}
