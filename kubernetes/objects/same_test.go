package objects

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"regexp"
	"strconv"
	"testing"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// twin holds two clusters that receive the same objects, one as JSON and one through builders, and
// must stay equal.
type twin struct {
	testing.TB
	json, built *koord.Cluster
	pods        *koord.PodBuilder
	nodes       *koord.NodeBuilder
	topologies  *koord.NRTBuilder
	devices     *koord.DeviceBuilder
	errors      int // errors that both sides returned
}

func newTwin(t testing.TB) *twin {
	w := &twin{TB: t}
	var err error
	for _, cluster := range []**koord.Cluster{&w.json, &w.built} {
		*cluster, err = koord.NewCluster(nil, koord.ClusterOptions{}, nil)
		ok(t, err)
		t.Cleanup(func() { (*cluster).Close() })
	}
	w.pods, err = koord.NewPodBuilder()
	ok(t, err)
	w.nodes, err = koord.NewNodeBuilder()
	ok(t, err)
	w.topologies, err = koord.NewNRTBuilder()
	ok(t, err)
	w.devices, err = koord.NewDeviceBuilder()
	ok(t, err)
	t.Cleanup(func() { w.pods.Close(); w.nodes.Close(); w.topologies.Close(); w.devices.Close() })
	return w
}

func document(t testing.TB, object any) []byte {
	t.Helper()
	out, err := json.Marshal(object)
	ok(t, err)
	return out
}

// sameError reports whether both sides failed, with equal messages and codes.
func (w *twin) sameError(object any, fromJSON, fromBuilder error) bool {
	w.Helper()
	if fromJSON == nil && fromBuilder == nil {
		return false
	}
	var a, b *koord.Error
	if !errors.As(fromJSON, &a) || !errors.As(fromBuilder, &b) || plain(a.Message) != plain(b.Message) || a.Code != b.Code {
		w.Fatalf("of %s:\n  JSON:    %v\n  builder: %v", document(w, object), fromJSON, fromBuilder)
	}
	w.errors++
	return true
}

// aboutNUL matches the part of a message about a value with a NUL. Builders get a replacement for
// the NUL, so the details differ.
var aboutNUL = regexp.MustCompile(`: (found .*\\x0[01]|not valid JSON|NVIDIA_VISIBLE_DEVICES holds).*`)

func plain(message string) string { return aboutNUL.ReplaceAllString(message, "") }

func (w *twin) same(what string, object any, a, b any) {
	w.Helper()
	if !reflect.DeepEqual(a, b) {
		w.Fatalf("%s of %s:\n  JSON:    %s\n  builder: %s", what, document(w, object), shown(a), shown(b))
	}
}

func shown(value any) string {
	if text, is := value.([]byte); is {
		return string(text)
	}
	return fmt.Sprintf("%+v", value)
}

// ask compares the results of both sides.
func ask[H, T any](w *twin, what string, object any, a, b H, question func(H) (T, error)) {
	w.Helper()
	left, leftErr := question(a)
	right, rightErr := question(b)
	if !w.sameError(object, leftErr, rightErr) {
		w.same(what, object, left, right)
	}
}

func (w *twin) setNode(node *v1.Node) {
	_, a := w.json.SetNode(document(w, node))
	b := FillNode(w.nodes, node)
	if b == nil {
		_, b = w.built.SetNodeFrom(w.nodes)
	}
	w.sameError(node, a, b)
}

func (w *twin) setTopology(topology *apis.NodeResourceTopology) {
	_, a := w.json.SetTopology(document(w, topology))
	b := FillTopology(w.topologies, topology)
	if b == nil {
		_, b = w.built.SetTopologyFrom(w.topologies)
	}
	if w.sameError(topology, a, b) {
		return
	}
	left, a := koord.TopologyFromNRT(nil, document(w, topology))
	right, b := koord.TopologyFromNRTBuilder(nil, w.topologies)
	if w.sameError(topology, a, b) {
		return
	}
	ask(w, "machine", topology, left, right, (*koord.Topology).JSON)
}

func (w *twin) setDevice(device *apis.Device) {
	_, a := w.json.SetDevices(document(w, device))
	b := FillDevice(w.devices, device)
	if b == nil {
		_, b = w.built.SetDevicesFrom(w.devices)
	}
	w.sameError(device, a, b)
}

type amounts struct{ request, limit int64 }

// setPod compares the pod by itself, then its effect on the clusters.
func (w *twin) setPod(pod *v1.Pod) {
	left, a := koord.PodFromJSON(nil, document(w, pod))
	b := FillPod(w.pods, pod)
	var right *koord.Pod
	if b == nil {
		right, b = w.pods.Pod(nil)
	}
	if w.sameError(pod, a, b) {
		return
	}
	defer left.Close()
	defer right.Close()
	ask(w, "Info", pod, left, right, (*koord.Pod).Info)
	ask(w, "Faults", pod, left, right, func(p *koord.Pod) (string, error) {
		faults, err := p.Faults()
		return plain(faults), err
	})
	ask(w, "CPUs", pod, left, right, (*koord.Pod).CPUs)
	for _, which := range []koord.PodText{koord.PodTextName, koord.PodTextNamespace, koord.PodTextUID, koord.PodTextNode} {
		ask(w, which.String(), pod, left, right, func(p *koord.Pod) (string, error) { return p.Text(which) })
	}
	for _, name := range []string{"cpu", "memory", "hugepages-2Mi", "ephemeral-storage", "nvidia.com/gpu", "koordinator.sh/gpu", "koordinator.sh/rdma"} {
		ask(w, name, pod, left, right, func(p *koord.Pod) (amounts, error) {
			request, limit, err := p.Request(name)
			return amounts{request, limit}, err
		})
	}
	uid := string(pod.UID)
	if pod.Spec.NodeName == "" {
		type side struct {
			cluster *koord.Cluster
			pod     *koord.Pod
		}
		x, y := side{w.json, left}, side{w.built, right}
		ask(w, "verdicts", pod, x, y, func(s side) ([]koord.Verdict, error) {
			rows, _, err := s.cluster.Evaluate(s.pod, nil)
			return rows, err
		})
		for node := range uint32(3) {
			ask(w, "judgement", pod, x, y, func(s side) (string, error) {
				refusal, score, err := s.cluster.Judge(s.pod, nil, node)
				return fmt.Sprint(refusal, score), err
			})
		}
		return
	}
	conflicts, a := w.json.SetPod(left)
	other, b := w.built.SetPod(right)
	if w.sameError(pod, a, b) {
		return
	}
	w.same("conflicts", pod, conflicts, other)
	ask(w, "status", pod, w.json, w.built, func(c *koord.Cluster) ([]byte, error) { return c.PodStatus(uid) })
	ask(w, "devices", pod, w.json, w.built, func(c *koord.Cluster) ([]byte, error) { return c.PodDevices(uid) })
}

func (w *twin) setAny(d *drawer, names []string, number int) {
	d.done = false
	switch d.IntN(10) {
	case 0:
		w.setNode(d.node(d.one(names...)))
	case 1:
		w.setTopology(d.topology(w, d.one(names...)))
	case 2:
		w.setDevice(d.device(d.one(names...)))
	default:
		w.setPod(d.pod(number, names))
	}
	for node := range uint32(len(names)) {
		for _, which := range []koord.ClusterCPUSet{koord.ClusterCPUSetFree, koord.ClusterCPUSetAllocated, koord.ClusterCPUSetReserved,
			koord.ClusterCPUSetSharedPool} {
			ask(w, which.String(), names, w.json, w.built, func(c *koord.Cluster) (koord.CPUSet, error) { return c.NodeCPUs(node, which) })
		}
	}
}

// setting reads KOORD_SEED and KOORD_STEPS, which select other cases and their number.
func setting(t testing.TB, name string, fallback uint64) uint64 {
	text := os.Getenv(name)
	if text == "" {
		return fallback
	}
	value, err := strconv.ParseUint(text, 10, 64)
	ok(t, err)
	return value
}

func TestTypedObjectsAreReadLikeJSON(t *testing.T) {
	names := []string{"n0", "n1", "n2"}
	seed, steps := setting(t, "KOORD_SEED", 1), int(setting(t, "KOORD_STEPS", 1500))
	for _, odd := range []int{0, 100, 20} {
		t.Run(fmt.Sprintf("odd%d", odd), func(t *testing.T) {
			d := &drawer{Rand: rand.New(rand.NewPCG(seed, uint64(odd))), odd: odd}
			w := newTwin(t)
			for _, name := range names {
				w.setNode((&drawer{Rand: d.Rand}).node(name))
				w.setTopology((&drawer{Rand: d.Rand}).topology(t, name))
			}
			for i := range steps {
				w.setAny(d, names, i%40)
			}
			if odd > 0 && w.errors < steps/100 {
				t.Errorf("%d errors in %d steps: errors are not compared", w.errors, steps)
			}
		})
	}
}

// An unreadable part of a claim invalidates the claim and not the pod, although builders cannot
// hold a NUL.
func TestNULCostsTheClaimOnly(t *testing.T) {
	w := newTwin(t)
	pod := &v1.Pod{}
	pod.Name, pod.UID, pod.Spec.NodeName = "a", "a", "n0"
	pod.Annotations = map[string]string{AnnotationResourceStatus: "{\"cpuset\":\"0\x00\"}", AnnotationDeviceAllocated: "\x00"}
	pod.Spec.Containers = []v1.Container{{Name: "c", Env: []v1.EnvVar{{Name: EnvVisibleDevices, Value: "\x00"}}}}
	ok(t, FillPod(w.pods, pod))
	made, err := w.pods.Pod(nil)
	ok(t, err)
	defer made.Close()
	faults, err := made.Faults()
	ok(t, err)
	if len(faults) == 0 {
		t.Error("no faults")
	}
}

func TestNothingIsFilledAfterAnError(t *testing.T) {
	w := newTwin(t)
	isInvalid := func(err error) {
		t.Helper()
		if !errors.Is(err, koord.ErrInvalid) {
			t.Errorf("got %v, want %v", err, koord.ErrInvalid)
		}
	}
	d := &drawer{Rand: rand.New(rand.NewPCG(1, 2))}
	isInvalid(FillPod(w.pods, nil))
	pod := d.pod(1, []string{"n"})
	pod.Spec.Overhead = v1.ResourceList{"cpu": resource.MustParse("-1")}
	isInvalid(FillPod(w.pods, pod))
	_, err := w.pods.Pod(nil)
	isInvalid(err)
	isInvalid(FillNode(w.nodes, nil))
	isInvalid(FillNode(w.nodes, &v1.Node{Status: v1.NodeStatus{Allocatable: v1.ResourceList{"cpu": resource.MustParse("-1")}}}))
	_, err = w.built.SetNodeFrom(w.nodes)
	isInvalid(err)
	isInvalid(FillTopology(w.topologies, nil))
	isInvalid(FillDevice(w.devices, nil))
	// like setters: the call that takes a builder reports that it is nil
	ok(t, FillPod(nil, &v1.Pod{}))
}
