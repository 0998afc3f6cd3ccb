package claims

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"sync"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes/fake"
	clienttesting "k8s.io/client-go/testing"
	"k8s.io/client-go/tools/events"
	kubescheduler "k8s.io/kubernetes/pkg/scheduler"
	"k8s.io/kubernetes/pkg/scheduler/apis/config"
	"k8s.io/kubernetes/pkg/scheduler/apis/config/scheme"
	frameworkruntime "k8s.io/kubernetes/pkg/scheduler/framework/runtime"
	"k8s.io/kubernetes/pkg/scheduler/profile"
)

// profileOf is a configuration in which the plugin replaces DynamicResources.
const profileOf = `apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - schedulerName: default-scheduler
    plugins:
      multiPoint:
        enabled: [{name: KoordClaims, weight: 2}]
        disabled: [{name: DynamicResources}]
    pluginConfig:
      - name: KoordClaims
        args: {deviceClasses: [gpu]}
`

// cluster is a kube-scheduler with the plugin in this process, and a fake API server.
type cluster struct {
	t       *testing.T
	client  *fake.Clientset
	sched   *kubescheduler.Scheduler
	stop    func()
	options Options
	ending  sync.RWMutex // read-locked during writes of a scheduler

	mutex   sync.Mutex
	version int
	faults  func(clienttesting.Action) (before, after error) // errors before and after a write; may be nil
}

func newCluster(t *testing.T, configuration string, options Options) *cluster {
	t.Helper()
	c := &cluster{t: t, client: fake.NewClientset(), version: 1, options: options}
	c.client.PrependReactor("*", "*", c.serve)
	t.Cleanup(func() {
		if c.stop != nil {
			c.stop()
		}
	})
	c.start(configuration)
	return c
}

// serve does what the test client lacks: uids, resource versions, conflicts, and bindings.
func (c *cluster) serve(action clienttesting.Action) (bool, runtime.Object, error) {
	switch action.GetVerb() {
	case "create", "update", "patch", "delete":
	default:
		return false, nil, nil
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	var before, after error
	if c.faults != nil {
		before, after = c.faults(action)
	}
	if before != nil {
		return true, nil, before
	}
	if action.GetVerb() == "create" && action.GetSubresource() == "binding" {
		object, err := c.bind(action.(clienttesting.CreateAction).GetObject().(*v1.Binding))
		return true, object, errors.Join(err, after)
	}
	handled, object, err := c.write(action)
	if after != nil && err == nil {
		return true, nil, after
	}
	return handled, object, err
}

func (c *cluster) write(action clienttesting.Action) (bool, runtime.Object, error) {
	c.version++
	tracker := c.client.Tracker()
	switch a := action.(type) {
	case clienttesting.CreateActionImpl:
		object := a.Object.(metav1.Object)
		object.SetResourceVersion(strconv.Itoa(c.version))
		if object.GetUID() == "" {
			object.SetUID(types.UID(fmt.Sprintf("uid-%d", c.version)))
		}
	case clienttesting.UpdateActionImpl:
		object := a.Object.(metav1.Object)
		found, err := tracker.Get(a.GetResource(), object.GetNamespace(), object.GetName())
		if err != nil {
			return true, nil, err
		}
		if stored := found.(metav1.Object); stored.GetResourceVersion() != object.GetResourceVersion() || stored.GetUID() != object.GetUID() {
			return true, nil, apierrors.NewConflict(a.GetResource().GroupResource(), object.GetName(), errors.New("the object has been modified"))
		}
		object.SetResourceVersion(strconv.Itoa(c.version))
	case clienttesting.PatchActionImpl:
		handled, object, err := clienttesting.ObjectReaction(tracker)(action)
		if err == nil && handled {
			object.(metav1.Object).SetResourceVersion(strconv.Itoa(c.version))
			err = tracker.Update(a.GetResource(), object, a.GetNamespace())
		}
		return handled, object, err
	}
	return clienttesting.ObjectReaction(tracker)(action)
}

func (c *cluster) bind(binding *v1.Binding) (runtime.Object, error) {
	pods := v1.SchemeGroupVersion.WithResource("pods")
	found, err := c.client.Tracker().Get(pods, binding.Namespace, binding.Name)
	if err != nil {
		return nil, err
	}
	pod := found.(*v1.Pod).DeepCopy()
	if pod.Spec.NodeName != "" {
		return nil, apierrors.NewConflict(v1.Resource("pods/binding"), pod.Name, fmt.Errorf("pod is already assigned to node %q", pod.Spec.NodeName))
	}
	c.version++
	pod.Spec.NodeName, pod.ResourceVersion = binding.Target.Name, strconv.Itoa(c.version)
	return binding, c.client.Tracker().Update(pods, pod, pod.Namespace)
}

// start starts the scheduler. A second call simulates a restart: only the API server's objects remain.
func (c *cluster) start(configuration string) {
	c.t.Helper()
	if c.stop != nil {
		c.stop()
	}
	ctx, cancel := context.WithCancel(context.Background())
	from := len(c.client.Actions())
	sched, factory, broadcaster, err := newScheduler(ctx, c.t, c.process(ctx), configuration, c.options)
	if err != nil {
		cancel()
		c.t.Fatal(err)
	}
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	if err := sched.WaitForHandlersSync(ctx); err != nil {
		c.t.Fatal(err)
	}
	c.until("all that is listed is watched", func() bool { return isWatched(c.client.Actions()[from:]) })
	done := make(chan struct{})
	go func() {
		sched.Run(ctx)
		close(done)
	}()
	c.sched = sched
	c.stop = func() {
		c.ending.Lock()
		cancel()
		c.ending.Unlock()
		<-done
		broadcaster.Shutdown()
	}
}

// process returns the client of one process. It does not write any more when the process has ended.
func (c *cluster) process(ctx context.Context) *fake.Clientset {
	client := &fake.Clientset{}
	client.AddReactor("*", "*", func(action clienttesting.Action) (bool, runtime.Object, error) {
		switch action.GetVerb() {
		case "create", "update", "patch", "delete":
			c.ending.RLock()
			defer c.ending.RUnlock()
			if err := ctx.Err(); err != nil {
				return true, nil, err
			}
		}
		object, err := c.client.Invokes(action, nil)
		return true, object, err
	})
	client.AddWatchReactor("*", func(action clienttesting.Action) (bool, watch.Interface, error) {
		events, err := c.client.InvokesWatch(action)
		return true, events, err
	})
	return client
}

func profilesOf(t testing.TB, configuration string) []config.KubeSchedulerProfile {
	t.Helper()
	object, _, err := scheme.Codecs.UniversalDecoder().Decode([]byte(configuration), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return object.(*config.KubeSchedulerConfiguration).Profiles
}

func newScheduler(ctx context.Context, t testing.TB, client *fake.Clientset, configuration string, options Options) (
	*kubescheduler.Scheduler, interface {
		Start(<-chan struct{})
		WaitForCacheSync(<-chan struct{}) map[reflect.Type]bool
	}, events.EventBroadcaster, error) {
	factory := newInformers(client)
	broadcaster := events.NewBroadcaster(&events.EventSinkImpl{Interface: client.EventsV1()})
	sched, err := kubescheduler.New(ctx, client, factory, nil, profile.NewRecorderFactory(broadcaster),
		kubescheduler.WithProfiles(profilesOf(t, configuration)...),
		kubescheduler.WithPodInitialBackoffSeconds(0), kubescheduler.WithPodMaxBackoffSeconds(0),
		kubescheduler.WithFrameworkOutOfTreeRegistry(frameworkruntime.Registry{Name: New(options)}))
	return sched, factory, broadcaster, err
}

// isWatched reports whether all resources that were listed are watched. No informer receives objects
// that are created before the watch, because the test client keeps no history.
func isWatched(actions []clienttesting.Action) bool {
	watched := make(map[string]bool)
	for _, action := range actions {
		name := action.GetResource().Resource
		switch action.GetVerb() {
		case "list":
			watched[name] = watched[name]
		case "watch":
			watched[name] = true
		}
	}
	for _, is := range watched {
		if !is {
			return false
		}
	}
	return len(watched) > 0
}

func (c *cluster) until(what string, done func() bool) {
	c.t.Helper()
	for since := time.Now(); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Since(since) > time.Minute {
			c.t.Fatalf("not within a minute: %s", what)
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (c *cluster) node(name string) {
	c.t.Helper()
	room := v1.ResourceList{"cpu": quantity("16"), "memory": quantity("64Gi"), "pods": quantity("110")}
	_, err := c.client.CoreV1().Nodes().Create(c.t.Context(), &v1.Node{
		ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{"kubernetes.io/hostname": name}},
		Status:     v1.NodeStatus{Allocatable: room, Capacity: room}}, metav1.CreateOptions{})
	must(c.t, err)
}

func (c *cluster) class(name, driver string) {
	c.t.Helper()
	_, err := c.client.ResourceV1().DeviceClasses().Create(c.t.Context(), &resourceapi.DeviceClass{ObjectMeta: metav1.ObjectMeta{Name: name},
		Spec: resourceapi.DeviceClassSpec{Selectors: []resourceapi.DeviceSelector{{CEL: &resourceapi.CELDeviceSelector{
			Expression: fmt.Sprintf("device.driver == %q", driver)}}}}}, metav1.CreateOptions{})
	must(c.t, err)
}

// gpus adds devices to a node, the first half of them on NUMA node 0.
func (c *cluster) gpus(node, driver string, count int, change ...func(*resourceapi.Device)) {
	c.t.Helper()
	slice := &resourceapi.ResourceSlice{ObjectMeta: metav1.ObjectMeta{Name: node + "-" + driver}, Spec: resourceapi.ResourceSliceSpec{Driver: driver,
		Pool: resourceapi.ResourcePool{Name: node, Generation: 1, ResourceSliceCount: 1}, NodeName: &node}}
	for i := range count {
		numa := int64(i * 2 / count)
		device := resourceapi.Device{Name: fmt.Sprintf("gpu-%d", i), Attributes: map[resourceapi.QualifiedName]resourceapi.DeviceAttribute{
			"resource.kubernetes.io/numaNode": {IntValue: &numa}}}
		for _, do := range change {
			do(&device)
		}
		slice.Spec.Devices = append(slice.Spec.Devices, device)
	}
	_, err := c.client.ResourceV1().ResourceSlices().Create(c.t.Context(), slice, metav1.CreateOptions{})
	must(c.t, err)
}

func requestOf(name, class string, count int64) resourceapi.DeviceRequest {
	return resourceapi.DeviceRequest{Name: name, Exactly: &resourceapi.ExactDeviceRequest{DeviceClassName: class,
		AllocationMode: resourceapi.DeviceAllocationModeExactCount, Count: count}}
}

func (c *cluster) claim(name string, requests ...resourceapi.DeviceRequest) {
	c.t.Helper()
	_, err := c.client.ResourceV1().ResourceClaims("default").Create(c.t.Context(), &resourceapi.ResourceClaim{
		ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: name},
		Spec:       resourceapi.ResourceClaimSpec{Devices: resourceapi.DeviceClaim{Requests: requests}}}, metav1.CreateOptions{})
	must(c.t, err)
}

func podOf(name string, claims ...string) *v1.Pod {
	pod := &v1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: name},
		Spec: v1.PodSpec{SchedulerName: "default-scheduler", Containers: []v1.Container{{Name: "main"}}}}
	for _, claim := range claims {
		pod.Spec.ResourceClaims = append(pod.Spec.ResourceClaims, v1.PodResourceClaim{Name: claim, ResourceClaimName: &claim})
		pod.Spec.Containers[0].Resources.Claims = append(pod.Spec.Containers[0].Resources.Claims, v1.ResourceClaim{Name: claim})
	}
	return pod
}

func (c *cluster) create(pod *v1.Pod) {
	c.t.Helper()
	_, err := c.client.CoreV1().Pods("default").Create(c.t.Context(), pod, metav1.CreateOptions{})
	must(c.t, err)
}

func (c *cluster) pod(name string) *v1.Pod {
	c.t.Helper()
	pod, err := c.client.CoreV1().Pods("default").Get(c.t.Context(), name, metav1.GetOptions{})
	must(c.t, err)
	return pod
}

// bound waits until a pod is bound, and returns its node.
func (c *cluster) bound(name string) string {
	c.t.Helper()
	c.until("pod "+name+" is bound", func() bool { return c.pod(name).Spec.NodeName != "" })
	return c.pod(name).Spec.NodeName
}

// refused waits until a pod is unschedulable for a new reason, and returns the reason.
func (c *cluster) refused(name string) (out string) {
	c.t.Helper()
	c.until("pod "+name+" is unschedulable", func() bool {
		for _, condition := range c.pod(name).Status.Conditions {
			if condition.Type == v1.PodScheduled && condition.Status == v1.ConditionFalse {
				out = condition.Message
			}
		}
		return out != ""
	})
	return out
}

func (c *cluster) get(claim string) *resourceapi.ResourceClaim {
	c.t.Helper()
	out, err := c.client.ResourceV1().ResourceClaims("default").Get(c.t.Context(), claim, metav1.GetOptions{})
	must(c.t, err)
	return out
}

// devices returns the devices of a claim as POOL/DEVICE.
func (c *cluster) devices(claim string) []string {
	c.t.Helper()
	return namesOf(c.get(claim))
}

func namesOf(claim *resourceapi.ResourceClaim) (out []string) {
	if claim.Status.Allocation == nil {
		return nil
	}
	for _, d := range claim.Status.Allocation.Devices.Results {
		out = append(out, d.Pool+"/"+d.Device)
	}
	return out
}

// change updates the status of a claim, as a driver or the claim controller does.
func (c *cluster) change(name string, do func(*resourceapi.ResourceClaim)) {
	c.t.Helper()
	c.until("claim "+name+" is updated", func() bool {
		claim := c.get(name).DeepCopy()
		do(claim)
		_, err := c.client.ResourceV1().ResourceClaims("default").UpdateStatus(c.t.Context(), claim, metav1.UpdateOptions{})
		return err == nil
	})
}

// finish deletes a pod, and does what the claim controller does afterwards.
func (c *cluster) finish(pod string) {
	c.t.Helper()
	leaving := c.pod(pod)
	must(c.t, c.client.CoreV1().Pods("default").Delete(c.t.Context(), pod, metav1.DeleteOptions{}))
	for _, used := range leaving.Spec.ResourceClaims {
		if used.ResourceClaimName == nil {
			continue
		}
		c.change(*used.ResourceClaimName, func(claim *resourceapi.ResourceClaim) {
			kept := claim.Status.ReservedFor[:0:0]
			for _, consumer := range claim.Status.ReservedFor {
				if consumer.UID != leaving.UID {
					kept = append(kept, consumer)
				}
			}
			claim.Status.ReservedFor = kept
			if len(kept) == 0 {
				claim.Status.Allocation, claim.Status.Devices = nil, nil
			}
		})
	}
}
