package koord_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"

	"libkoord.invalid/koord"
)

func TestCPUSet(t *testing.T) {
	set := must[koord.CPUSet](t)(koord.ParseCPUSet("0-3,8,130"))
	if set.Count() != 6 || !set.Contains(130) || set.Contains(4) || set.Contains(-1) || set.Contains(1<<20) {
		t.Error(set.CPUs())
	}
	if set.String() != "0-3,8,130" || koord.CPUSet(nil).String() != "" {
		t.Error(set)
	}
	other := koord.NewCPUSet(3, 4)
	for got, want := range map[string]string{
		set.Union(other).String():        "0-4,8,130",
		set.Intersection(other).String(): "3",
		set.Difference(other).String():   "0-2,8,130",
		other.Difference(set).String():   "4",
	} {
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if !koord.NewCPUSet(3, 4).Equal(koord.CPUSet{24, 0, 0}) || set.Equal(other) {
		t.Error("Equal")
	}
	other.Remove(4)
	other.Remove(4000)
	other.Remove(-1)
	if other.String() != "3" {
		t.Error(other)
	}
	text := must[[]byte](t)(json.Marshal(map[string]koord.CPUSet{"cpus": set}))
	var back map[string]koord.CPUSet
	ok(t, json.Unmarshal(text, &back))
	if string(text) != `{"cpus":"0-3,8,130"}` || !back["cpus"].Equal(set) {
		t.Errorf("%s %v", text, back)
	}
	for _, wrong := range []string{"a", "1-", "3-1", "8192", "1,,2"} {
		_, err := koord.ParseCPUSet(wrong)
		wantStatus(t, err, koord.ErrInvalid)
	}
	wantStatus(t, new(koord.CPUSet).UnmarshalText([]byte("x")), koord.ErrInvalid)
}

// Numbers that no machine has panic before memory is allocated for them.
func TestCPUSetBounds(t *testing.T) {
	if last := koord.NewCPUSet(0, koord.MaxCPUs-1); last.String() != "0,8191" {
		t.Error(last)
	}
	for _, wrong := range []int{-1, math.MinInt, koord.MaxCPUs, math.MaxInt32, math.MaxInt} {
		for name, add := range map[string]func(set *koord.CPUSet){
			"Add":       func(set *koord.CPUSet) { set.Add(wrong) },
			"NewCPUSet": func(*koord.CPUSet) { koord.NewCPUSet(wrong) },
		} {
			set := koord.NewCPUSet(5)
			said := panicOf(func() { add(&set) })
			if said == nil || !strings.Contains(fmt.Sprint(said), fmt.Sprintf("CPU %d is out of range", wrong)) {
				t.Errorf("%s(%d): panics with %v", name, wrong, said)
			}
			if set.String() != "5" {
				t.Errorf("%s(%d): the set is %s", name, wrong, set)
			}
		}
	}
}

func TestTopology(t *testing.T) {
	xml := must[[]byte](t)(os.ReadFile("../../examples/two-socket-server.xml"))
	machine := must[*koord.Topology](t)(koord.TopologyFromHwlocXML(nil, 0, xml))
	defer machine.Close()
	info := must[koord.TopologyInfo](t)(machine.Info())
	if info.CPUs != 64 || info.Sockets != 2 || info.Architecture != "x86_64" || info.Words != 1 {
		t.Errorf("%+v", info)
	}
	cpus := must[[]koord.CPU](t)(machine.CPUs())
	if len(cpus) != 64 || cpus[63].CPU != 63 {
		t.Error(cpus)
	}
	nodes := must[[]koord.NUMANode](t)(machine.NUMANodes())
	distances := must[[]uint32](t)(machine.Distances())
	if len(nodes) != int(info.NUMANodes) || nodes[0].MemoryBytes == 0 || len(distances) != 0 && len(distances) != len(nodes)*len(nodes) {
		t.Error(nodes, distances)
	}
	must[[]koord.Hugepages](t)(machine.Hugepages())
	devices := must[[]koord.PCIDevice](t)(machine.Devices())
	if len(devices) != int(info.Devices) {
		t.Error(devices)
	}
	for _, device := range devices {
		if !strings.Contains(device.BusID, ":") {
			t.Errorf("%+v", device)
		}
	}
	_, err := machine.CPUSet(koord.CPUSetKindSocket, 7)
	wantStatus(t, err, koord.ErrInvalid)

	// Write the machine and read it again.
	annotation := must[[]byte](t)(machine.Annotation())
	again := must[*koord.Topology](t)(koord.TopologyFromAnnotation(nil, annotation))
	defer again.Close()
	nrt := must[[]byte](t)(machine.NRT("node-1", koord.KubeletSetup{}))
	third := must[*koord.Topology](t)(koord.TopologyFromNRT(nil, nrt))
	defer third.Close()
	rows := must[*koord.Topology](t)(koord.TopologyFromRows(cpus, info.Architecture))
	defer rows.Close()
	all := must[koord.CPUSet](t)(machine.CPUSet(koord.CPUSetKindAll, 0))
	for _, other := range []*koord.Topology{again, third, rows} {
		if got := must[koord.CPUSet](t)(other.CPUSet(koord.CPUSetKindAll, 0)); !got.Equal(all) {
			t.Error(got)
		}
	}
	var any map[string]json.RawMessage
	ok(t, json.Unmarshal(must[[]byte](t)(machine.JSON()), &any))

	shown := must[*koord.Picture](t)(koord.NewPicture())
	defer shown.Close()
	ok(t, shown.SetTitle("a server"))
	ok(t, shown.AddSet("mine", koord.NewCPUSet(0, 1)))
	ok(t, shown.AddSet("none", nil))
	wantStatus(t, shown.AddSet("two\nlines", nil), koord.ErrInvalid)
	picture := must[[]byte](t)(machine.Draw(koord.PictureOptions{Format: koord.PictureFormatSVG}, shown))
	if !strings.HasPrefix(string(picture), "<svg") && !strings.Contains(string(picture), "<svg ") ||
		!strings.Contains(string(picture), "mine") || !strings.Contains(string(picture), "a server") {
		t.Errorf("%.200s", picture)
	}
	must[[]byte](t)(machine.Draw(koord.PictureOptions{}, nil))
}

// JSON holds all of a machine, including this one with its arbitrary details.
func TestTopologyFromJSON(t *testing.T) {
	xml := must[[]byte](t)(os.ReadFile("../../examples/two-socket-server.xml"))
	for name, machine := range map[string]*koord.Topology{
		"this machine": must[*koord.Topology](t)(koord.DiscoverTopology(context.Background(), nil, 0)),
		"a server":     must[*koord.Topology](t)(koord.TopologyFromHwlocXML(nil, 0, xml)),
	} {
		kept := must[[]byte](t)(machine.JSON())
		again := must[*koord.Topology](t)(koord.TopologyFromJSON(nil, kept))
		if got := must[[]byte](t)(again.JSON()); string(got) != string(kept) {
			t.Errorf("%s: %s", name, got)
		}
		for what, ask := range map[string]func(*koord.Topology) (any, error){
			"info":      func(m *koord.Topology) (any, error) { return m.Info() },
			"CPUs":      func(m *koord.Topology) (any, error) { return m.CPUs() },
			"nodes":     func(m *koord.Topology) (any, error) { return m.NUMANodes() },
			"hugepages": func(m *koord.Topology) (any, error) { return m.Hugepages() },
			"distances": func(m *koord.Topology) (any, error) { return m.Distances() },
			"devices":   func(m *koord.Topology) (any, error) { return m.Devices() },
		} {
			if got, want := must[any](t)(ask(again)), must[any](t)(ask(machine)); !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %s: got %v, want %v", name, what, got, want)
			}
		}
		ok(t, again.Close())
		ok(t, machine.Close())
	}
	_, err := koord.TopologyFromJSON(nil, []byte(`{"apiVersion":"koord.sh/v1","kind":"Topology","cpus":[{"cpu":8192}]}`))
	wantStatus(t, err, koord.ErrInvalid)
	if !strings.Contains(err.Error(), "Topology.cpus[0].cpu: found 8192") {
		t.Error(err)
	}
}

func TestHostileInput(t *testing.T) {
	_, err := koord.TopologyFromHwlocXML(nil, 0, []byte("<topology"))
	wantStatus(t, err, koord.ErrInvalid)
	_, err = koord.TopologyFromHwlocXML(nil, 1<<30, nil)
	wantStatus(t, err, koord.ErrInvalid)
	_, err = koord.TopologyFromSynthetic(nil, "pack:2\x00 pu:2")
	wantStatus(t, err, koord.ErrInvalid)
	_, err = koord.TopologyFromRows(nil, "")
	wantStatus(t, err, koord.ErrInvalid)
	_, err = koord.PodFromJSON(nil, []byte("{"))
	wantStatus(t, err, koord.ErrInvalid)
	_, err = koord.NewCluster(nil, koord.ClusterOptions{Flags: 1 << 30}, nil)
	wantStatus(t, err, koord.ErrInvalid)
	machine := server(t)
	_, _, err = machine.PickCPUs(koord.CPURequest{BindPolicy: 77}, koord.CPUSources{})
	wantStatus(t, err, koord.ErrInvalid)
	_, err = machine.PickCPUsInto(koord.CPURequest{}, &koord.CPUSources{Available: koord.CPUSet{1}}, make(koord.CPUSet, 2))
	wantStatus(t, err, koord.ErrInvalid)
	_, err = machine.PickCPUsInto(koord.CPURequest{}, &koord.CPUSources{Available: koord.CPUSet{1}, RefCounts: make([]uint16, 3)},
		make(koord.CPUSet, 1))
	wantStatus(t, err, koord.ErrInvalid)
	_, err = machine.PickCPUsInto(koord.CPURequest{}, &koord.CPUSources{Available: koord.CPUSet{}}, nil)
	wantStatus(t, err, koord.ErrInvalid)
	hints := must[*koord.NUMAHints](t)(koord.NewNUMAHints())
	wantStatus(t, hints.SetNodes(make([]koord.NUMAPlace, 2), make([]uint32, 3)), koord.ErrInvalid)
	wantStatus(t, hints.SetNodes(make([]koord.NUMAPlace, 2), nil), koord.ErrInvalid)
	ok(t, hints.Close())
	_, _, err = koord.MergeNUMA(koord.NUMAOptions{}, hints)
	wantStatus(t, err, koord.ErrInvalid)
	_, err = hints.Lists()
	wantStatus(t, err, koord.ErrInvalid)
	_, err = machine.PickCPUsInto(koord.CPURequest{}, &koord.CPUSources{Available: make(koord.CPUSet, 129)}, make(koord.CPUSet, 129))
	wantStatus(t, err, koord.ErrLimit)
}

func TestPick(t *testing.T) {
	machine := server(t)
	all := must[koord.CPUSet](t)(machine.CPUSet(koord.CPUSetKindAll, 0))
	picked, refusal, err := machine.PickCPUs(koord.CPURequest{CPUs: 2, MaxRefCount: 2}, koord.CPUSources{Available: all,
		Preferred: koord.NewCPUSet(8, 9), RefCounts: []uint16{1, 1}})
	ok(t, err)
	if refusal.Refused() || picked.String() != "8-9" {
		t.Error(picked, refusal)
	}
	grants := []koord.NUMAGrant{{AvailableMilli: -1, NUMANode: 1}}
	picked, refusal, err = machine.PickCPUs(koord.CPURequest{CPUs: 4}, koord.CPUSources{Available: all, Grants: grants})
	ok(t, err)
	if refusal.Refused() || picked.Count() != 4 || picked.CPUs()[0] < 8 || grants[0].GrantedMilli != 4000 {
		t.Error(picked, refusal, grants)
	}
	picked, refusal, err = machine.PickCPUs(koord.CPURequest{CPUs: 17}, koord.CPUSources{Available: all})
	ok(t, err)
	if refusal.Reason != koord.ReasonNotEnoughCPUs || refusal.Needed != 17 || refusal.Best != 16 || picked.Count() != 0 ||
		refusal.ReasonName() != "NotEnoughCPUs" || refusal.String() == "" {
		t.Errorf("%s %+v %s", picked, refusal, refusal)
	}
	picked, refusal, err = machine.PickKubeletCPUs(koord.KubeletRequest{CPUs: 3, Options: koord.KubeletOptionFullPCPUsOnly,
		Affinity: 2}, koord.KubeletSources{Shared: all, Reserved: koord.NewCPUSet(0)})
	ok(t, err)
	if refusal.Refused() == false || refusal.ReasonName() != "SMTAlignmentError" || picked.Count() != 0 {
		t.Error(picked, refusal)
	}
	picked, refusal, err = machine.PickKubeletCPUs(koord.KubeletRequest{CPUs: 4, Affinity: 2}, koord.KubeletSources{Shared: all})
	ok(t, err)
	if refusal.Refused() || picked.String() != "8-11" {
		t.Error(picked, refusal)
	}
}

func TestDiscover(t *testing.T) {
	done, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := koord.DiscoverTopology(done, nil, 0); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	machine, err := koord.DiscoverTopology(context.Background(), nil, 0)
	ok(t, err)
	defer machine.Close()
	if info := must[koord.TopologyInfo](t)(machine.Info()); info.CPUs == 0 {
		t.Errorf("%+v", info)
	}
}

func TestPod(t *testing.T) {
	pod := must[*koord.Pod](t)(koord.PodFromJSON(nil, []byte(`{"metadata":{"name":"p","namespace":"n","uid":"u",
		"labels":{"koordinator.sh/qosClass":"LSR"},"annotations":{"scheduling.koordinator.sh/resource-status":"{\"cpuset\":\"4-5\"}"}},
		"spec":{"nodeName":"node-1","priority":9500,"containers":[{"name":"c","resources":{"requests":{"cpu":"2","memory":"1Gi"},
		"limits":{"cpu":"2"}}}]}}`)))
	defer pod.Close()
	info := must[koord.PodInfo](t)(pod.Info())
	if info.QOS != koord.QOSLSR || info.CPURequestMilli != 2000 || info.Containers != 1 || info.Priority != 9500 ||
		info.Properties&(koord.PodPropertyBound|koord.PodPropertyAllocated) != koord.PodPropertyBound|koord.PodPropertyAllocated {
		t.Errorf("%+v", info)
	}
	request, limit, err := pod.Request("memory")
	if err != nil || request != 1<<30 || limit != -1 {
		t.Error(request, limit, err)
	}
	for which, want := range map[koord.PodText]string{koord.PodTextName: "p", koord.PodTextNamespace: "n", koord.PodTextUID: "u",
		koord.PodTextNode: "node-1"} {
		if got := must[string](t)(pod.Text(which)); got != want {
			t.Errorf("%s: %q", which, got)
		}
	}
	if cpus := must[koord.CPUSet](t)(pod.CPUs()); cpus.String() != "4-5" {
		t.Error(cpus)
	}
	_, err = pod.Text(99)
	wantStatus(t, err, koord.ErrInvalid)
	second := pod.Ref()
	ok(t, second.Close())
	// The name is longer than the first buffer.
	long := strings.Repeat("x", 1000)
	named := built(t, func(b *koord.PodBuilder) {
		b.SetName(long)
		b.SetUID("é")
		b.SetNode("n")
		b.SetCPUs(koord.NewCPUSet(70))
	})
	if must[string](t)(named.Text(koord.PodTextName)) != long || must[string](t)(named.Text(koord.PodTextUID)) != "é" ||
		must[koord.CPUSet](t)(named.CPUs()).String() != "70" {
		t.Error("what went in did not come out")
	}
}
