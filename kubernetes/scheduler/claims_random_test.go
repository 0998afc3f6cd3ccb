package scheduler

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	resourceapi "k8s.io/api/resource/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	clienttesting "k8s.io/client-go/testing"

	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// steps is the number of changes of a run.
const steps = 60

// faultyWrites stores claims as the API server does, and lets writes of claims and Bindings fail before
// or after they are stored.
type faultyWrites struct {
	*world
	mutex   sync.Mutex
	random  *rand.Rand
	on      bool
	version int
}

// fault returns errors before and after a write. The lock is held.
func (f *faultyWrites) fault() (before, after error) {
	if !f.on {
		return nil, nil
	}
	switch f.random.IntN(4) {
	case 0:
		return apierrors.NewInternalError(errors.New("not written")), nil
	case 1:
		return nil, apierrors.NewTimeoutError("written, but the answer was lost", 1)
	}
	return nil, nil
}

func (f *faultyWrites) set(on bool) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.on = on
}

// write stores a changed claim with the next version.
func (f *faultyWrites) write(action clienttesting.Action) (bool, runtime.Object, error) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	before, after := f.fault()
	if before != nil {
		return true, nil, before
	}
	tracker := f.client.Tracker()
	f.version++
	version := strconv.Itoa(1e6 + f.version)
	if update, is := action.(clienttesting.UpdateActionImpl); is {
		object := update.Object.(metav1.Object)
		found, err := tracker.Get(action.GetResource(), object.GetNamespace(), object.GetName())
		if err != nil {
			return true, nil, err
		}
		if found.(metav1.Object).GetResourceVersion() != object.GetResourceVersion() {
			return true, nil, apierrors.NewConflict(action.GetResource().GroupResource(), object.GetName(), errors.New("changed"))
		}
		object.SetResourceVersion(version)
	}
	handled, object, err := clienttesting.ObjectReaction(tracker)(action)
	if err == nil && action.GetVerb() == "patch" {
		object.(metav1.Object).SetResourceVersion(version)
		err = tracker.Update(action.GetResource(), object, action.GetNamespace())
	}
	if err == nil && after != nil {
		return true, nil, after
	}
	return handled, object, err
}

func (f *faultyWrites) bindFaulty(action clienttesting.Action) (bool, runtime.Object, error) {
	if action.GetSubresource() != "binding" {
		return false, nil, nil
	}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	before, after := f.fault()
	if before != nil {
		return true, nil, before
	}
	handled, object, err := f.bind(action)
	if err == nil && after != nil {
		return true, nil, after
	}
	return handled, object, err
}

// isExclusive checks that each GPU has one holder: a pod by its annotation, or a claim. Pods are listed
// first, because only the test deletes them.
func (w *world) isExclusive() {
	w.t.Helper()
	pods, err := w.client.CoreV1().Pods("default").List(w.ctx, metav1.ListOptions{})
	must(w.t, err)
	list, err := w.client.ResourceV1().ResourceClaims("default").List(w.ctx, metav1.ListOptions{})
	must(w.t, err)
	holders := map[string]string{}
	take := func(gpu, holder string) {
		if other := holders[gpu]; other != "" {
			w.t.Errorf("%s is allocated to %s and %s", gpu, other, holder)
		}
		holders[gpu] = holder
	}
	for i := range pods.Items {
		var devices map[string][]struct{ ID string }
		if text := pods.Items[i].Annotations[objects.AnnotationDeviceAllocated]; text != "" && pods.Items[i].Spec.NodeName != "" {
			must(w.t, json.Unmarshal([]byte(text), &devices))
		}
		for _, device := range devices["gpu"] {
			take(device.ID, "pod "+pods.Items[i].Name)
		}
	}
	for i := range list.Items {
		if allocation := list.Items[i].Status.Allocation; allocation != nil {
			for _, result := range allocation.Devices.Results {
				take(strings.ReplaceAll(result.Device, "gpu", "GPU"), "claim "+list.Items[i].Name)
			}
		}
	}
}

// release does what the claim controller does after a pod has ended.
func (f *faultyWrites) release(name string) {
	f.t.Helper()
	f.until("the claim is released", func() bool {
		claim, err := f.client.ResourceV1().ResourceClaims("default").Get(f.ctx, name, metav1.GetOptions{})
		if apierrors.IsNotFound(err) {
			return true
		}
		must(f.t, err)
		claim = claim.DeepCopy()
		claim.Status = resourceapi.ResourceClaimStatus{}
		_, err = f.client.ResourceV1().ResourceClaims("default").UpdateStatus(f.ctx, claim, metav1.UpdateOptions{})
		return err == nil
	})
}

// change creates or deletes a pod or the Device object.
func (f *faultyWrites) change(random *rand.Rand, name string, running *[]string, published *bool) {
	var requests []podOption
	kind := random.IntN(6)
	if kind == 5 { // a gang of two, by claims
		for _, member := range []string{name, name + "b"} {
			f.claimTwoOrOne(member)
			f.create(pod(member, "100m", uses(member), in(name, 2)))
			*running = append(*running, member)
		}
		return
	}
	if kind < 3 { // by request, by claim, by both
		if kind != 1 {
			requests = append(requests, ask("nvidia.com/gpu", fmt.Sprint(1+random.IntN(2))))
		}
		if kind != 0 {
			f.claimOf(name, []string{"gpu", "other"}[random.IntN(2)], 1+random.Int64N(2))
			requests = append(requests, uses(name))
		}
		f.create(pod(name, "100m", requests...))
		*running = append(*running, name)
		return
	}
	switch {
	case random.IntN(2) == 0:
		if *published = !*published; *published {
			f.gpus("a")
			return
		}
		must(f.t, f.dynamic.Resource(apis.Devices).Delete(f.ctx, "a", metav1.DeleteOptions{}))
	case len(*running) > 0:
		at := random.IntN(len(*running))
		f.delete((*running)[at])
		f.release((*running)[at])
		*running = slices.Delete(*running, at, at+1)
	}
}

// claimSeeds returns the number of runs of a random test, KOORD_CLAIM_SEEDS or 2.
func claimSeeds(t *testing.T) int {
	t.Helper()
	text := os.Getenv("KOORD_CLAIM_SEEDS")
	if text == "" {
		return 2
	}
	seeds, err := strconv.Atoi(text)
	must(t, err)
	return seeds
}

// Pods, also gangs, get GPUs by requests, by claims of both allocators, and by both at once, while writes fail, answers
// are lost, pods end, and the Device object comes and goes. No GPU is allocated twice. When all pods
// have ended, all GPUs are free. KOORD_CLAIM_SEEDS is the number of runs.
func TestEachGPUHasOneHolder(t *testing.T) {
	for seed := range claimSeeds(t) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			f := &faultyWrites{world: claimsWorld(t), random: rand.New(rand.NewPCG(uint64(seed), 2))}
			f.class("other")
			f.react("update", "resourceclaims", f.write)
			f.react("patch", "resourceclaims", f.write)
			f.react("create", "pods", f.bindFaulty)
			random := rand.New(rand.NewPCG(uint64(seed), 1))
			var running []string
			published := true
			for step := range steps {
				f.set(random.IntN(2) == 0)
				f.change(random, fmt.Sprint("pod-", step), &running, &published)
				time.Sleep(time.Duration(random.IntN(30)) * time.Millisecond)
				f.isExclusive()
			}
			f.set(false)
			if !published {
				f.gpus("a")
			}
			for _, name := range running {
				f.delete(name)
			}
			f.until("all GPUs are free", func() bool {
				f.isExclusive()
				for step := range steps {
					f.release(fmt.Sprint("pod-", step))
					f.release(fmt.Sprint("pod-", step, "b"))
				}
				return f.fits("a", "200")
			})
		})
	}
}
