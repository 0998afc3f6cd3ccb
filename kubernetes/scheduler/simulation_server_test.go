//go:build !kube1_36

package scheduler

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	typedv1 "k8s.io/client-go/kubernetes/typed/core/v1"

	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// simKind is a kind of objects of the API server.
type simKind int

const (
	simNodes simKind = iota
	simTopologies
	simDeviceObjects
	simReservations
	simPods
	simKinds
)

var simKindNames = [simKinds]string{"Node", "NodeResourceTopology", "Device", "Reservation", "Pod"}

// simServer is an API server. Objects are immutable; a write replaces them.
type simServer struct {
	sim     *simulation
	version int
	objects [simKinds]map[string]metav1.Object
}

func newSimServer(sim *simulation) *simServer {
	s := &simServer{sim: sim}
	for kind := range s.objects {
		s.objects[kind] = map[string]metav1.Object{}
	}
	return s
}

func simKey(object metav1.Object) string {
	if object.GetNamespace() == "" {
		return object.GetName()
	}
	return object.GetNamespace() + "/" + object.GetName()
}

// keys returns the keys of a kind in ascending order.
func (s *simServer) keys(kind simKind) []string { return slices.Sorted(maps.Keys(s.objects[kind])) }

func (s *simServer) next() string {
	s.version++
	return strconv.Itoa(s.version)
}

// uid returns a uid that no other object has.
func (s *simServer) uid(name string) types.UID { return types.UID(name + "-u" + s.next()) }

// put stores an object and sends it to the watches.
func (s *simServer) put(kind simKind, object metav1.Object) {
	key := simKey(object)
	object.SetResourceVersion(s.next())
	old := s.objects[kind][key]
	s.objects[kind][key] = object
	s.sim.logf("  stored %s %s %s", simKindNames[kind], key, object.GetResourceVersion())
	s.sim.checkWrite(kind, old, object)
	s.sim.watched(kind, key, old, object)
}

// remove deletes an object and tells the watches.
func (s *simServer) remove(kind simKind, key string) {
	old := s.objects[kind][key]
	if old == nil {
		return
	}
	s.version++
	delete(s.objects[kind], key)
	s.sim.logf("  removed %s %s", simKindNames[kind], key)
	s.sim.watched(kind, key, old, nil)
}

func (s *simServer) pod(key string) *v1.Pod {
	pod, _ := s.objects[simPods][key].(*v1.Pod)
	return pod
}

func (s *simServer) reservation(name string) *apis.Reservation {
	object, _ := s.objects[simReservations][name].(*apis.Reservation)
	return object
}

// bind executes a Binding.
func (s *simServer) bind(binding *v1.Binding) (metav1.Object, error) {
	key := binding.Namespace + "/" + binding.Name
	old := s.pod(key)
	if old == nil {
		return nil, apierrors.NewNotFound(v1.Resource("pods"), binding.Name)
	}
	if binding.UID != "" && binding.UID != old.UID {
		return nil, apierrors.NewConflict(v1.Resource("pods/binding"), binding.Name, errors.New("another uid"))
	}
	if old.DeletionTimestamp != nil {
		return nil, apierrors.NewConflict(v1.Resource("pods/binding"), binding.Name, errors.New("the pod is being deleted"))
	}
	if old.Spec.NodeName != "" {
		return nil, apierrors.NewConflict(v1.Resource("pods/binding"), binding.Name, fmt.Errorf("already assigned to node %q", old.Spec.NodeName))
	}
	pod := old.DeepCopy()
	pod.Spec.NodeName = binding.Target.Name
	if pod.Annotations == nil {
		pod.Annotations = map[string]string{}
	}
	maps.Copy(pod.Annotations, binding.Annotations)
	pod.Status.Conditions = append(pod.Status.Conditions, v1.PodCondition{Type: v1.PodScheduled, Status: v1.ConditionTrue,
		LastTransitionTime: metav1.Now()})
	s.put(simPods, pod)
	return pod, nil
}

// patch executes a merge patch of an object, or of its status. into is an empty object of the type.
func (s *simServer) patch(kind simKind, key string, patch []byte, status bool, into metav1.Object) (metav1.Object, error) {
	resource := schema.GroupResource{Resource: strings.ToLower(simKindNames[kind]) + "s"}
	old := s.objects[kind][key]
	if old == nil {
		return nil, apierrors.NewNotFound(resource, key)
	}
	change, content := map[string]any{}, map[string]any{}
	if err := json.Unmarshal(patch, &change); err != nil {
		return nil, apierrors.NewBadRequest(err.Error())
	}
	metadata, _ := change["metadata"].(map[string]any)
	for _, field := range [][2]string{{"uid", string(old.GetUID())}, {"resourceVersion", old.GetResourceVersion()}} {
		if wanted, stated := metadata[field[0]]; stated && wanted != field[1] {
			return nil, apierrors.NewConflict(resource, key, errors.New("another "+field[0]))
		}
	}
	if status {
		change = map[string]any{"status": change["status"]}
	} else if kind == simReservations { // has a status subresource
		delete(change, "status")
	}
	text, err := json.Marshal(old)
	if err == nil {
		err = json.Unmarshal(text, &content)
	}
	if err == nil {
		text, err = json.Marshal(mergedJSON(content, change))
	}
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		return nil, apierrors.NewBadRequest(err.Error())
	}
	s.put(kind, into)
	return into, nil
}

// simCall is a request of the scheduler that the API server has not answered.
type simCall struct {
	from  *simScheduler
	text  string
	write bool
	do    func() (metav1.Object, error)
	reply chan simReply
}

type simReply struct {
	object metav1.Object
	err    error
}

// simLate is a write whose sender has an error as the answer, and that is executed afterwards.
type simLate struct {
	call  *simCall
	limit time.Time // the API server's limit of the duration of requests
}

// call sends a request and waits for the answer, which an event of the history determines.
func (s *simScheduler) call(ctx context.Context, text string, write bool, do func() (metav1.Object, error)) (metav1.Object, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	call := &simCall{from: s, text: text, write: write, do: do, reply: make(chan simReply, 1)}
	s.sim.logf("  request %s", text)
	s.calls = append(s.calls, call)
	select {
	case reply := <-call.reply:
		return reply.object, reply.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

var errSimReset = errors.New("connection reset by peer")

// answer answers a request. outcome selects whether it is executed, and whether the sender learns it.
func (sim *simulation) answer(call *simCall, outcome uint32) {
	call.from.calls = slices.DeleteFunc(call.from.calls, func(other *simCall) bool { return other == call })
	var reply simReply
	does := "answer"
	if !call.write && outcome > 8 {
		outcome = 8
	}
	switch outcome {
	case 8:
		does, reply.err = "lose", errSimReset
	case 9:
		does, reply.err = "reject", apierrors.NewForbidden(schema.GroupResource{Resource: "any"}, "any", errors.New("not yet authorized"))
	case 10:
		does, reply.err = "time out", apierrors.NewTimeoutError("not written", 1)
	case 11:
		does = "execute without an answer"
		_, _ = call.do()
		reply.err = errSimReset
	case 12:
		does = "execute and time out"
		_, _ = call.do()
		reply.err = apierrors.NewTimeoutError("written", 1)
	case 13:
		does, reply.err = "delay", errSimReset
		sim.late = append(sim.late, &simLate{call, time.Now().Add(20 * time.Second)})
	default:
		reply.object, reply.err = call.do()
	}
	sim.logf("  %s %s: %v", does, call.text, reply.err)
	call.reply <- reply
}

// land executes delayed writes: all whose time is over, and the one at a position.
func (sim *simulation) land(at int) {
	for i := 0; i < len(sim.late); i++ {
		late := sim.late[i]
		if i != at && time.Now().Before(late.limit) {
			continue
		}
		sim.late = slices.Delete(sim.late, i, i+1)
		_, err := late.call.do()
		sim.logf("  execute late %s: %v", late.call.text, err)
		i, at = i-1, at-1
	}
}

// simClient is the typed client of a scheduler.
type simClient struct {
	kubernetes.Interface
	from *simScheduler
}

func (c *simClient) CoreV1() typedv1.CoreV1Interface { return simCore{from: c.from} }

type simCore struct {
	typedv1.CoreV1Interface
	from *simScheduler
}

func (c simCore) Pods(namespace string) typedv1.PodInterface {
	return simPodClient{from: c.from, namespace: namespace}
}

type simPodClient struct {
	typedv1.PodInterface
	from      *simScheduler
	namespace string
}

func simPodOf(object metav1.Object, err error) (*v1.Pod, error) {
	pod, _ := object.(*v1.Pod)
	return pod, err
}

func (c simPodClient) Bind(ctx context.Context, binding *v1.Binding, _ metav1.CreateOptions) error {
	server := c.from.sim.server
	text := fmt.Sprintf("bind %s to %s %v", binding.UID, binding.Target.Name, binding.Annotations)
	_, err := c.from.call(ctx, text, true, func() (metav1.Object, error) { return server.bind(binding) })
	return err
}

func (c simPodClient) Get(ctx context.Context, name string, _ metav1.GetOptions) (*v1.Pod, error) {
	server := c.from.sim.server
	return simPodOf(c.from.call(ctx, "get pod "+name, false, func() (metav1.Object, error) {
		if pod := server.pod(c.namespace + "/" + name); pod != nil {
			return pod, nil
		}
		return nil, apierrors.NewNotFound(v1.Resource("pods"), name)
	}))
}

func (c simPodClient) Patch(ctx context.Context, name string, _ types.PatchType, data []byte, _ metav1.PatchOptions, _ ...string) (
	*v1.Pod, error) {
	server := c.from.sim.server
	return simPodOf(c.from.call(ctx, "patch pod "+name+" "+string(data), true, func() (metav1.Object, error) {
		return server.patch(simPods, c.namespace+"/"+name, data, false, &v1.Pod{})
	}))
}

// simDynamic is the dynamic client of a scheduler, for Reservations.
type simDynamic struct{ from *simScheduler }

func (d simDynamic) Resource(schema.GroupVersionResource) dynamic.NamespaceableResourceInterface {
	return simReservationClient{from: d.from}
}

type simReservationClient struct {
	dynamic.NamespaceableResourceInterface
	from *simScheduler
}

func simUnstructured(object metav1.Object, err error) (*unstructured.Unstructured, error) {
	if err != nil || object == nil {
		return nil, err
	}
	content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(object)
	return &unstructured.Unstructured{Object: content}, err
}

func (c simReservationClient) Get(ctx context.Context, name string, _ metav1.GetOptions, _ ...string) (*unstructured.Unstructured, error) {
	server := c.from.sim.server
	return simUnstructured(c.from.call(ctx, "get reservation "+name, false, func() (metav1.Object, error) {
		if found := server.reservation(name); found != nil {
			return found, nil
		}
		return nil, apierrors.NewNotFound(apis.Reservations.GroupResource(), name)
	}))
}

func (c simReservationClient) Patch(ctx context.Context, name string, _ types.PatchType, data []byte, _ metav1.PatchOptions,
	subresources ...string) (*unstructured.Unstructured, error) {
	server := c.from.sim.server
	text := "patch reservation " + name + " " + strings.Join(subresources, "") + string(data)
	return simUnstructured(c.from.call(ctx, text, true, func() (metav1.Object, error) {
		return server.patch(simReservations, name, data, len(subresources) > 0, &apis.Reservation{})
	}))
}

func (c simReservationClient) Delete(ctx context.Context, name string, options metav1.DeleteOptions, _ ...string) error {
	server := c.from.sim.server
	_, err := c.from.call(ctx, "delete reservation "+name, true, func() (metav1.Object, error) {
		found := server.reservation(name)
		if found == nil {
			return nil, apierrors.NewNotFound(apis.Reservations.GroupResource(), name)
		}
		if uid := options.Preconditions; uid != nil && uid.UID != nil && *uid.UID != found.UID {
			return nil, apierrors.NewConflict(apis.Reservations.GroupResource(), name, errors.New("another uid"))
		}
		server.remove(simReservations, name)
		return found, nil
	})
	return err
}
