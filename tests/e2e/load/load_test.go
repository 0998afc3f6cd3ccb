package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

func draw(seed uint64, count int) (*drawer, map[string]int) {
	d := &drawer{rand.New(rand.NewPCG(seed, 0)), "p", "s", shapes}
	counts := map[string]int{}
	pods, _ := d.draw(count)
	for _, pod := range pods {
		counts[pod.Labels["shape"]]++
	}
	return d, counts
}

func TestEveryShapeIsDrawn(t *testing.T) {
	_, counts := draw(1, 500)
	for _, s := range shapes {
		if drawn := counts[s.name] > 0; drawn != (s.weight > 0) {
			t.Errorf("%s, of weight %d: %d of 500 pods", s.name, s.weight, counts[s.name])
		}
	}
}

func TestTheSameSeedDrawsTheSame(t *testing.T) {
	first := &drawer{rand.New(rand.NewPCG(1, 0)), "p", "s", shapes}
	second := &drawer{rand.New(rand.NewPCG(1, 0)), "p", "s", shapes}
	pods, gangs := first.draw(200)
	again, gangsAgain := second.draw(200)
	if !reflect.DeepEqual(pods, again) || !reflect.DeepEqual(gangs, gangsAgain) {
		t.Error("two draws of one seed differ")
	}
}

func TestGangsAreWhole(t *testing.T) {
	d := &drawer{rand.New(rand.NewPCG(3, 0)), "p", "s", shapes}
	pods, gangs := d.draw(300)
	members := map[string]int64{}
	for _, pod := range pods {
		members[pod.Labels["pod-group.scheduling.sigs.k8s.io"]]++
		limits := pod.Spec.Containers[0].Resources.Limits
		if qos := pod.Labels["koordinator.sh/qosClass"]; (qos == "LSR" || qos == "LSE") && limits.Cpu().MilliValue()%1000 != 0 {
			t.Errorf("%s: %s with a part of a CPU", pod.Name, qos)
		}
	}
	for _, gang := range gangs {
		want, _, err := unstructured.NestedInt64(gang.Object, "spec", "minMember")
		if err != nil || want < 1 || members[gang.GetName()] != want {
			t.Errorf("%s: %d members, %d are needed (%v)", gang.GetName(), members[gang.GetName()], want, err)
		}
	}
}

func TestMachinesAreRead(t *testing.T) {
	folder := t.TempDir()
	if _, err := readMachines(folder); err == nil {
		t.Error("no error without machines")
	}
	text := `{"metadata":{"name":"template","annotations":{"a":"b"}},"zones":[
		{"name":"node-0","type":"Node","resources":[{"name":"cpu","allocatable":"4"},{"name":"memory","allocatable":"1Gi"}]},
		{"name":"node-3","type":"Node","resources":[{"name":"cpu","allocatable":"3500m"},{"name":"memory","allocatable":"1Gi"}]},
		{"name":"node-4","type":"Node","resources":[{"name":"cpu","allocatable":"0"},{"name":"memory","allocatable":"1Gi"}]}]}`
	if err := os.WriteFile(filepath.Join(folder, "m.json"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	machines, err := readMachines(folder)
	if err != nil || len(machines) != 1 {
		t.Fatal(machines, err)
	}
	m := machines[0]
	if m.cpu.String() != "7500m" || m.memory.String() != "3Gi" || !reflect.DeepEqual(m.zones, []string{"0", "3"}) {
		t.Errorf("got %s, %s, %v", m.cpu.String(), m.memory.String(), m.zones)
	}
	if got := m.topology(7).GetName(); got != "node-00007" {
		t.Errorf("got %s", got)
	}
	if got := m.object["metadata"].(map[string]any)["name"]; got != "template" {
		t.Errorf("the template became %s", got)
	}
	list, _, err := unstructured.NestedSlice(m.devices(1).Object, "spec", "devices")
	if err != nil || len(list) != 12 {
		t.Errorf("%d devices, %v", len(list), err)
	}
}
