package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
)

// disturber does what goes wrong in a cluster. Whatever it changes it puts right at the end, so that the state can be judged.
type disturber struct {
	*clients
	*rand.Rand
	scheduler string
	number    int
	mend      []func(context.Context) error
}

var disturbances = map[string]func(*disturber, context.Context) error{
	"node":     (*disturber).node,
	"topology": func(d *disturber, ctx context.Context) error { return d.recreate(ctx, topologies) },
	"devices":  func(d *disturber, ctx context.Context) error { return d.recreate(ctx, devices) },
	"health":   (*disturber).health,
	"label":    (*disturber).label,
	"touch":    (*disturber).touch,
	"claim":    (*disturber).claim,
	"foreign":  (*disturber).foreign,
	"cordon":   (*disturber).cordon,
}

func disturbCommand(ctx context.Context, c *clients, arguments []string) error {
	names := slices.Sorted(maps.Keys(disturbances))
	flags := flag.NewFlagSet("disturb", flag.ExitOnError)
	count := flags.Int("count", 100, "disturbances")
	kinds := flags.String("kinds", strings.Join(names, ","), "which")
	seed := flags.Uint64("seed", 1, "of the draw")
	scheduler := flags.String("scheduler", shippedProfile, "schedulerName of new pods")
	pause := flags.Duration("pause", 50*time.Millisecond, "between two of them")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	chosen := strings.Split(*kinds, ",")
	for _, kind := range chosen {
		if disturbances[kind] == nil {
			return fmt.Errorf("expected some of %s, found %q", strings.Join(names, ","), kind)
		}
	}
	d := &disturber{clients: c, Rand: rand.New(rand.NewPCG(*seed, 2)), scheduler: *scheduler}
	done := map[string]int{}
	for i := range *count {
		// Each kind in turn: each is to come often enough.
		kind := chosen[i%len(chosen)]
		d.number = i
		if err := d.insist(ctx, func() error { return disturbances[kind](d, ctx) }); err != nil {
			return fmt.Errorf("%s: %w", kind, err)
		}
		done[kind]++
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(*pause):
		}
	}
	for _, mend := range slices.Backward(d.mend) {
		if err := d.insist(ctx, func() error { return mend(ctx) }); err != nil {
			return fmt.Errorf("to put right: %w", err)
		}
	}
	out := []string{}
	for _, kind := range chosen {
		out = append(out, fmt.Sprintf("%s %d", kind, done[kind]))
	}
	fmt.Println("disturbed: " + strings.Join(out, ", "))
	return nil
}

// insist tries again while the API server is away, and takes what is there already, or gone already, for done.
func (d *disturber) insist(ctx context.Context, do func() error) error {
	for range 300 {
		err := do()
		var status apierrors.APIStatus
		if err == nil || apierrors.IsAlreadyExists(err) || apierrors.IsNotFound(err) {
			return nil
		}
		known := errors.As(err, &status)
		if known && !apierrors.IsConflict(err) && !apierrors.IsServerTimeout(err) && !apierrors.IsTimeout(err) &&
			!apierrors.IsServiceUnavailable(err) && !apierrors.IsTooManyRequests(err) && !apierrors.IsInternalError(err) &&
			!apierrors.IsForbidden(err) { // rights are not loaded yet when the API server is back
			return err
		}
		select {
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		case <-time.After(200 * time.Millisecond):
		}
	}
	return errors.New("the API server stays away")
}

func (d *disturber) later(do func(context.Context) error) { d.mend = append(d.mend, do) }

func (d *disturber) anyNode(ctx context.Context) (*v1.Node, error) {
	found, err := d.kube.CoreV1().Nodes().List(ctx, metav1.ListOptions{ResourceVersion: "0"})
	if err != nil {
		return nil, err
	}
	if len(found.Items) == 0 {
		return nil, errors.New("there are no nodes")
	}
	return &found.Items[d.IntN(len(found.Items))], nil
}

// bare is an object as it is created anew.
func bare(meta *metav1.ObjectMeta) {
	*meta = metav1.ObjectMeta{Name: meta.Name, Namespace: meta.Namespace, Labels: meta.Labels, Annotations: meta.Annotations}
}

// node deletes a node and creates it anew; its pods stay as they are.
func (d *disturber) node(ctx context.Context) error {
	node, err := d.anyNode(ctx)
	if err != nil {
		return err
	}
	bare(&node.ObjectMeta)
	node.Spec.Unschedulable = false
	node.Spec.Taints = nil
	create := func(ctx context.Context) error {
		_, err := d.kube.CoreV1().Nodes().Create(ctx, node, metav1.CreateOptions{})
		return err
	}
	d.later(create) // in case that the API server does not come back in time
	if err := d.kube.CoreV1().Nodes().Delete(ctx, node.Name, metav1.DeleteOptions{}); err != nil {
		return err
	}
	time.Sleep(time.Duration(d.IntN(100)) * time.Millisecond)
	return create(ctx)
}

// recreate deletes an object of a node and creates it anew.
func (d *disturber) recreate(ctx context.Context, kind schema.GroupVersionResource) error {
	found, err := d.objects.Resource(kind).List(ctx, metav1.ListOptions{ResourceVersion: "0"})
	if err != nil || len(found.Items) == 0 {
		return err
	}
	object := &found.Items[d.IntN(len(found.Items))]
	object.SetResourceVersion("")
	object.SetUID("")
	create := func(ctx context.Context) error {
		_, err := d.objects.Resource(kind).Create(ctx, object, metav1.CreateOptions{})
		return err
	}
	d.later(create)
	if err := d.objects.Resource(kind).Delete(ctx, object.GetName(), metav1.DeleteOptions{}); err != nil {
		return err
	}
	time.Sleep(time.Duration(d.IntN(100)) * time.Millisecond)
	return create(ctx)
}

// health has one device fall ill, and get well at the end.
func (d *disturber) health(ctx context.Context) error {
	found, err := d.objects.Resource(devices).List(ctx, metav1.ListOptions{ResourceVersion: "0"})
	if err != nil || len(found.Items) == 0 {
		return err
	}
	object := &found.Items[d.IntN(len(found.Items))]
	list, _, err := unstructured.NestedSlice(object.Object, "spec", "devices")
	if err != nil || len(list) == 0 {
		return err
	}
	at := d.IntN(len(list))
	d.later(func(ctx context.Context) error { return d.setHealth(ctx, object.GetName(), at, true) })
	return d.setHealth(ctx, object.GetName(), at, false)
}

func (d *disturber) setHealth(ctx context.Context, name string, at int, healthy bool) error {
	patch := fmt.Appendf(nil, `[{"op":"replace","path":"/spec/devices/%d/health","value":%t}]`, at, healthy)
	_, err := d.objects.Resource(devices).Patch(ctx, name, types.JSONPatchType, patch, metav1.PatchOptions{})
	return err
}

func (d *disturber) patchNode(ctx context.Context, name string, patch any) error {
	text, err := json.Marshal(patch)
	if err == nil {
		_, err = d.kube.CoreV1().Nodes().Patch(ctx, name, types.MergePatchType, text, metav1.PatchOptions{})
	}
	return err
}

// label gives a node a policy that nobody knows, until the end.
func (d *disturber) label(ctx context.Context) error {
	const key = "node.koordinator.sh/numa-topology-policy"
	node, err := d.anyNode(ctx)
	if err != nil || node.Labels[key] == "Nonsense" {
		return err
	}
	var before any
	if value, stated := node.Labels[key]; stated {
		before = value
	}
	set := func(ctx context.Context, value any) error {
		return d.patchNode(ctx, node.Name, map[string]any{"metadata": map[string]any{"labels": map[string]any{key: value}}})
	}
	d.later(func(ctx context.Context) error { return set(ctx, before) })
	return set(ctx, "Nonsense")
}

// touch changes what nobody reads, several times in a row.
func (d *disturber) touch(ctx context.Context) error {
	node, err := d.anyNode(ctx)
	for i := 0; i < 5 && err == nil; i++ {
		err = d.patchNode(ctx, node.Name, map[string]any{"metadata": map[string]any{"annotations": map[string]any{
			"example.com/touched": fmt.Sprint(d.number, " ", i)}}})
	}
	return err
}

func (d *disturber) cordon(ctx context.Context) error {
	node, err := d.anyNode(ctx)
	if err != nil {
		return err
	}
	set := func(ctx context.Context, value bool) error {
		return d.patchNode(ctx, node.Name, map[string]any{"spec": map[string]any{"unschedulable": value}})
	}
	d.later(func(ctx context.Context) error { return set(ctx, false) })
	return set(ctx, true)
}

func (d *disturber) pod(kind, scheduler string, annotations map[string]string) *v1.Pod {
	pod := &v1.Pod{
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: fmt.Sprintf("%s-%05d-%08x", kind, d.number, d.Uint32()),
			Labels: map[string]string{"app": "load", "shape": kind}, Annotations: annotations},
		Spec: v1.PodSpec{SchedulerName: scheduler, Containers: []v1.Container{{Name: "main", Image: "none"}}},
	}
	label(pod, "LSR")
	ask(pod, "cpu", "2", "memory", "256Mi")
	return pod
}

// claim creates a pod whose author states what only a scheduler may state.
func (d *disturber) claim(ctx context.Context) error {
	annotations := []map[string]string{
		{koordinator + "/resource-status": `{"cpuset":"2-3"}`},
		{koordinator + "/resource-status": `nonsense`},
		{koordinator + "/resource-status": "{\"cpuset\":\"\x00\"}"},
		{koordinator + "/device-allocated": `{"gpu":[{"minor":0,"resources":{"koordinator.sh/gpu-core":"100"}}]}`},
		{koordinator + "/device-allocated": `{"gpu":7}`, koordinator + "/resource-status": `{"cpuset":"0-9999"}`},
	}[d.IntN(5)]
	_, err := d.kube.CoreV1().Pods(namespace).Create(ctx, d.pod("claim", d.scheduler, annotations), metav1.CreateOptions{})
	return err
}

// foreign has another scheduler bind a pod to CPUs that may be given away; it goes at the end.
func (d *disturber) foreign(ctx context.Context) error {
	node, err := d.anyNode(ctx)
	if err != nil {
		return err
	}
	pod := d.pod("foreign", "another-scheduler", map[string]string{koordinator + "/resource-status": `{"cpuset":"2-3"}`})
	remove := func(ctx context.Context) error { return d.kube.CoreV1().Pods(namespace).Delete(ctx, pod.Name, now()) }
	d.later(remove)
	if _, err := d.kube.CoreV1().Pods(namespace).Create(ctx, pod, metav1.CreateOptions{}); err != nil {
		return err
	}
	return d.kube.CoreV1().Pods(namespace).Bind(ctx, &v1.Binding{
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: pod.Name},
		Target:     v1.ObjectReference{Kind: "Node", Name: node.Name},
	}, metav1.CreateOptions{})
}
