package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Two NUMA nodes with four cores of two CPUs: core c has CPUs 2c and 2c+1; CPUs 0-7 are on NUMA node 0. CPU 0 is reserved.
const good = `{"kind":"List","items":[
{"kind":"Node","metadata":{"name":"n","annotations":{"node.koordinator.sh/reservation":"{\"reservedCPUs\":\"0\"}"}},
 "status":{"allocatable":{"cpu":"16","memory":"64Gi","pods":"10"}}},
{"kind":"NodeResourceTopology","metadata":{"name":"n","annotations":{"node.koordinator.sh/cpu-topology":%q,
 "kubelet.koordinator.sh/cpu-manager-policy":"{\"policy\":\"static\",\"reservedCPUs\":\"1\"}",
 "node.koordinator.sh/pod-cpu-allocs":"[{\"uid\":\"static\",\"cpuset\":\"14-15\",\"managedByKubelet\":true}]"}},
 "topologyPolicies":["None"],"zones":[
  {"name":"node-0","type":"Node","resources":[{"name":"cpu","allocatable":"8"},{"name":"memory","allocatable":"32Gi"}]},
  {"name":"node-1","type":"Node","resources":[{"name":"cpu","allocatable":"8"},{"name":"memory","allocatable":"32Gi"}]}]},
{"kind":"Device","metadata":{"name":"n","annotations":{
 "node.koordinator.sh/devices-checkpoints":"[{\"podUID\":\"static\",\"deviceIDs\":[\"GPU-3::1\"]}]"}},"spec":{"devices":[
 {"type":"gpu","minor":0,"id":"GPU-0","health":true,"resources":{"koordinator.sh/gpu-core":"100","koordinator.sh/gpu-memory":"80Gi",
  "koordinator.sh/gpu-memory-ratio":"100"},"topology":{"nodeID":0,"pcieID":"0"}},
 {"type":"gpu","minor":1,"id":"GPU-1","health":true,"resources":{"koordinator.sh/gpu-core":"100","koordinator.sh/gpu-memory":"80Gi",
  "koordinator.sh/gpu-memory-ratio":"100"},"topology":{"nodeID":1,"pcieID":"1"}},
 {"type":"gpu","minor":2,"id":"GPU-2","health":false,"resources":{"koordinator.sh/gpu-core":"100","koordinator.sh/gpu-memory":"80Gi",
  "koordinator.sh/gpu-memory-ratio":"100"},"topology":{"nodeID":1,"pcieID":"1"}},
 {"type":"gpu","minor":3,"id":"GPU-3","health":true,"resources":{"koordinator.sh/gpu-core":"100","koordinator.sh/gpu-memory":"80Gi",
  "koordinator.sh/gpu-memory-ratio":"100"},"topology":{"nodeID":1,"pcieID":"1"}},
 {"type":"rdma","minor":0,"id":"0000:01:00.0","health":true,"resources":{"koordinator.sh/rdma":"100"},"topology":{"nodeID":0,"pcieID":"0"},
  "vfGroups":[{"vfs":[{"busID":"0000:01:00.1"},{"busID":"0000:01:00.2"}]}]}]}},
{"kind":"Pod","metadata":{"namespace":"d","name":"lsr","uid":"lsr","labels":{"koordinator.sh/qosClass":"LSR"},"annotations":{
 "scheduling.koordinator.sh/resource-spec":"{\"requiredCPUBindPolicy\":\"FullPCPUs\"}",
 "scheduling.koordinator.sh/resource-status":"{\"cpuset\":\"2-5\",\"numaNodeResources\":[{\"node\":0,\"resources\":{\"cpu\":\"4\",\"memory\":\"4Gi\"}}]}"}},
 "spec":{"nodeName":"n","schedulerName":"koord","containers":[{"name":"c","resources":{"requests":{"cpu":"4","memory":"4Gi"}}}]},"status":{"phase":"Running"}},
{"kind":"Pod","metadata":{"namespace":"d","name":"lse","uid":"lse","labels":{"koordinator.sh/qosClass":"LSE"},"annotations":{
 "scheduling.koordinator.sh/numa-topology-spec":"{\"numaTopologyPolicy\":\"SingleNUMANode\"}",
 "scheduling.koordinator.sh/resource-status":"{\"cpuset\":\"8,10\"}"}},
 "spec":{"nodeName":"n","schedulerName":"koord","containers":[{"name":"c","resources":{"requests":{"cpu":"2"}}}]}},
{"kind":"Pod","metadata":{"namespace":"d","name":"half","uid":"half","annotations":{
 "scheduling.koordinator.sh/device-allocated":"{\"gpu\":[{\"minor\":1,\"id\":\"GPU-1\",\"resources\":{\"koordinator.sh/gpu-core\":\"50\",\"koordinator.sh/gpu-memory\":\"40Gi\",\"koordinator.sh/gpu-memory-ratio\":\"50\"}}]}"}},
 "spec":{"nodeName":"n","schedulerName":"koord","containers":[{"name":"c","resources":{"requests":{"cpu":"500m","koordinator.sh/gpu":"50"}}}]}},
{"kind":"Pod","metadata":{"namespace":"d","name":"joint","uid":"joint","labels":{"pod-group.scheduling.sigs.k8s.io":"g"},"annotations":{
 "scheduling.koordinator.sh/device-joint-allocate":"{\"deviceTypes\":[\"gpu\",\"rdma\"],\"requiredScope\":\"SamePCIe\"}",
 "scheduling.koordinator.sh/device-allocated":"{\"gpu\":[{\"minor\":0,\"resources\":{\"koordinator.sh/gpu-core\":\"100\",\"koordinator.sh/gpu-memory\":\"80Gi\",\"koordinator.sh/gpu-memory-ratio\":\"100\"}}],\"rdma\":[{\"minor\":0,\"resources\":{\"koordinator.sh/rdma\":\"100\"},\"extension\":{\"vfs\":[{\"busID\":\"0000:01:00.1\"}]}}]}"}},
 "spec":{"nodeName":"n","schedulerName":"koord","containers":[{"name":"c","resources":{"requests":{"nvidia.com/gpu":"1","koordinator.sh/rdma":"100"}}}]}},
{"kind":"Pod","metadata":{"namespace":"d","name":"done","uid":"done","labels":{"koordinator.sh/qosClass":"LSR"},"annotations":{
 "scheduling.koordinator.sh/resource-status":"{\"cpuset\":\"2-5\"}"}},"spec":{"nodeName":"n"},"status":{"phase":"Succeeded"}},
{"kind":"Pod","metadata":{"namespace":"d","name":"waits","uid":"waits","labels":{"koordinator.sh/qosClass":"LSR","pod-group.scheduling.sigs.k8s.io":"h"}},
 "spec":{"containers":[{"name":"c","resources":{"requests":{"cpu":"4"}}}]}},
{"kind":"Pod","metadata":{"namespace":"d","name":"foreign","uid":"foreign","labels":{"koordinator.sh/qosClass":"LSR"},"annotations":{
 "scheduling.koordinator.sh/resource-status":"{\"cpuset\":\"2-3\"}"}},
 "spec":{"nodeName":"n","schedulerName":"default-scheduler","containers":[{"name":"c","resources":{"requests":{"cpu":"2"}}}]}},
{"kind":"PodGroup","metadata":{"namespace":"d","name":"g"},"spec":{"minMember":1}},
{"kind":"PodGroup","metadata":{"namespace":"d","name":"h"},"spec":{"minMember":2}}
]}`

func document() string {
	var detail []string
	for cpu := range 16 {
		detail = append(detail, fmt.Sprintf(`{"id":%d,"core":%d,"socket":%d,"node":%d}`, cpu, cpu/2, cpu/8, cpu/8))
	}
	return fmt.Sprintf(good, `{"detail":[`+strings.Join(detail, ",")+`]}`)
}

func check(t *testing.T, text string, options Options) Result {
	t.Helper()
	state := &State{}
	if err := state.add([]byte(text)); err != nil {
		t.Fatal(err)
	}
	return Check(state, options)
}

var koordOnly = Options{Schedulers: []string{"koord"}, Gangs: true}

func TestAGoodStateHasNoViolations(t *testing.T) {
	result := check(t, document(), koordOnly)
	for _, violation := range result.Violations {
		t.Error(violation)
	}
	want := "checked 7 pods on 1 nodes: 4 bound, 2 hold 6 CPUs, 2 hold 3 devices; 0 violations"
	if result.String() != want {
		t.Errorf("got %q, want %q", result, want)
	}
}

func TestEveryWrongStateIsFound(t *testing.T) {
	const lsr, lse = `{\"cpuset\":\"2-5\",`, `{\"cpuset\":\"8,10\"}`
	for _, c := range []struct {
		kind     string // what is found, and nothing else
		old, new string
		options  Options
	}{
		{CPUTwice, "", "", Options{}}, // the other scheduler's pod, believed
		{CPUTwice, lse, `{\"cpuset\":\"4-5\"}`, koordOnly},
		{CPUOfKubelet, lse, `{\"cpuset\":\"8,15\"}`, koordOnly},
		{CPUUnknown, lse, `{\"cpuset\":\"8,16\"}`, koordOnly},
		{CPUReserved, lse, `{\"cpuset\":\"0,6\"}`, koordOnly}, // by the node's annotation
		{CPUReserved, lse, `{\"cpuset\":\"1,6\"}`, koordOnly}, // by kubelet
		{CPUCount, lse, `{\"cpuset\":\"8\"}`, koordOnly},
		{CPUCount, lse, `{\"cpuset\":\"8-10\"}`, koordOnly},
		{PartOfCore, lsr, `{\"cpuset\":\"3-6\",`, koordOnly},
		{PartOfCore, `"annotations":{"node.koordinator.sh/reservation"`, `"labels":{"node.koordinator.sh/cpu-bind-policy":"FullPCPUsOnly"},"annotations":{"node.koordinator.sh/reservation"`, koordOnly},
		{PartOfCore, `{\"policy\":\"static\",`, `{\"policy\":\"static\",\"options\":{\"full-pcpus-only\":\"true\"},`, koordOnly},
		{NoStatus, `"scheduling.koordinator.sh/resource-status":"` + lse + `"`, `"x":"y"`, koordOnly},
		{NoStatus, lse, `{}`, koordOnly},
		{NoStatus, `"name":"half","uid":"half","annotations":{`, `"name":"half","uid":"half","annotations":{"scheduling.koordinator.sh/resource-spec":"{\"requiredCPUBindPolicy\":\"ConstrainedBurst\"}",`, koordOnly},
		{NotDue, `"uid":"lse","labels":{"koordinator.sh/qosClass":"LSE"}`, `"uid":"lse","labels":{"koordinator.sh/qosClass":"LS"}`, koordOnly},
		{NotDue, `"koordinator.sh/gpu":"50"`, `"example.com/else":"50"`, koordOnly},
		{NUMACrossed, lse, `{\"cpuset\":\"6,10\"}`, koordOnly},
		{NUMAUnknown, `[{\"node\":0,\"resources\":{\"cpu\":\"4\",\"memory\":\"4Gi\"}}]`, `[{\"node\":0,\"resources\":{\"cpu\":\"4\"}},{\"node\":7,\"resources\":{\"memory\":\"4Gi\"}}]`, koordOnly},
		{NUMAAmount, `\"cpu\":\"4\",\"memory\":\"4Gi\"`, `\"cpu\":\"4\",\"memory\":\"5Gi\"`, koordOnly},
		{NUMAAmount, `\"cpu\":\"4\",\"memory\":\"4Gi\"`, `\"cpu\":\"3\",\"memory\":\"4Gi\"`, koordOnly},
		{NUMAOver, `{"name":"cpu","allocatable":"8"},{"name":"memory","allocatable":"32Gi"}]},`, `{"name":"cpu","allocatable":"8"},{"name":"memory","allocatable":"3Gi"}]},`, koordOnly},
		{NodeOver, `"allocatable":{"cpu":"16","memory":"64Gi"`, `"allocatable":{"cpu":"6","memory":"64Gi"`, koordOnly},
		{NodeOver, `"pods":"10"`, `"pods":"3"`, koordOnly},
		{NoDevices, `"uid":"half","annotations":{` + "\n " + `"scheduling.koordinator.sh/device-allocated"`, `"uid":"half","annotations":{"other"`, koordOnly},
		{DeviceOver, `{\"minor\":1,\"id\":\"GPU-1\"`, `{\"minor\":0`, koordOnly}, // a half of what another pod holds as a whole
		{DeviceUnknown, `{\"minor\":1,\"id\":\"GPU-1\"`, `{\"minor\":9`, koordOnly},
		{DeviceUnknown, `{\"minor\":1,\"id\":\"GPU-1\"`, `{\"minor\":1,\"id\":\"GPU-9\"`, koordOnly},
		{DeviceUnhealthy, `{\"minor\":1,\"id\":\"GPU-1\"`, `{\"minor\":2`, koordOnly},
		{DeviceOfKubelet, `{\"minor\":1,\"id\":\"GPU-1\"`, `{\"minor\":3`, koordOnly},
		{DeviceOfKubelet, `\"GPU-3::1\"]}]`, `\"GPU-3\"]},{\"podUID\":\"other\",\"deviceIDs\":[\"GPU-3\"]}]`, koordOnly},
		{DeviceAmount, `"koordinator.sh/gpu":"50"`, `"koordinator.sh/gpu":"60"`, koordOnly},
		{DeviceAmount, `"nvidia.com/gpu":"1"`, `"nvidia.com/gpu":"2"`, koordOnly},
		{DevicesApart, `{\"gpu\":[{\"minor\":0,`, `{\"gpu\":[{\"minor\":1,`, koordOnly},
		{VirtualFunctionOver, `{\"busID\":\"0000:01:00.1\"}`, `{\"busID\":\"0000:01:00.9\"}`, koordOnly},
		{LostNode, `"nodeName":"n","schedulerName":"koord","containers":[{"name":"c","resources":{"requests":{"cpu":"2"}}}]`, `"nodeName":"gone","schedulerName":"koord","containers":[{"name":"c","resources":{"requests":{"cpu":"2"}}}]`, koordOnly},
		{GangPartial, `"name":"g"},"spec":{"minMember":1}`, `"name":"g"},"spec":{"minMember":2}`, koordOnly},
		{Malformed, lse, `{\"cpuset\":\"10-8\"}`, koordOnly},
		{Malformed, lse, `{\"cpuset\":\"8,8\"}`, koordOnly},
		{Malformed, lse, `{`, koordOnly},
		{Malformed, `{\"requiredCPUBindPolicy\":\"FullPCPUs\"}`, `nonsense`, koordOnly},
		{Malformed, `{\"minor\":1,\"id\":\"GPU-1\"`, `{\"minor\":\"1\"`, koordOnly},
		{Malformed, `\"koordinator.sh/gpu-core\":\"50\"`, `\"koordinator.sh/gpu-core\":\"-50\"`, koordOnly},
		{Malformed, `{\"reservedCPUs\":\"0\"}`, `{\"reservedCPUs\":\"x\"}`, koordOnly},
	} {
		text := document()
		if c.old != "" && strings.Count(text, c.old) != 1 {
			t.Fatalf("%s: %q is there %d times", c.kind, c.old, strings.Count(text, c.old))
		}
		result := check(t, strings.Replace(text, c.old, c.new, 1), c.options)
		kinds := []string{}
		for _, violation := range result.Violations {
			kinds = append(kinds, violation.Kind)
		}
		slices.Sort(kinds)
		kinds = slices.Compact(kinds)
		allowed := []string{c.kind}
		switch { // what a wrong state is besides
		case c.kind == Malformed:
			allowed = append(allowed, NoStatus, NoDevices, DeviceAmount)
		case c.kind == CPUTwice && c.old == "":
			allowed = append(allowed, GangPartial)
		case c.kind == DevicesApart:
			allowed = append(allowed, DeviceOver)
		}
		if !slices.Contains(kinds, c.kind) || slices.ContainsFunc(kinds, func(kind string) bool { return !slices.Contains(allowed, kind) }) {
			t.Errorf("%s by %s: found %v\n%v", c.kind, c.new, kinds, result.Violations)
		}
	}
}

func TestIgnoredKindsAreNotCounted(t *testing.T) {
	if result := check(t, document(), Options{Ignored: []string{CPUTwice}}); slices.ContainsFunc(result.Violations, func(v Violation) bool { return v.Kind == CPUTwice }) {
		t.Error(result.Violations)
	}
}

func TestAVirtualFunctionHeldTwice(t *testing.T) {
	text := strings.Replace(document(), `{"kind":"PodGroup","metadata":{"namespace":"d","name":"g"}`,
		`{"kind":"Pod","metadata":{"namespace":"d","name":"vf","uid":"vf","annotations":{"scheduling.koordinator.sh/device-allocated":
		"{\"rdma\":[{\"minor\":0,\"resources\":{\"koordinator.sh/rdma\":\"0\"},\"extension\":{\"vfs\":[{\"busID\":\"0000:01:00.1\"}]}}]}"}},
		"spec":{"nodeName":"n","schedulerName":"koord","containers":[{"name":"c","resources":{"requests":{"koordinator.sh/rdma":"1"}}}]}},
		{"kind":"PodGroup","metadata":{"namespace":"d","name":"g"}`, 1)
	result := check(t, text, koordOnly)
	if !slices.ContainsFunc(result.Violations, func(v Violation) bool { return v.Kind == VirtualFunctionOver && len(v.Pods) == 2 }) {
		t.Error(result.Violations)
	}
}

func TestFilesHoldObjectsAndLists(t *testing.T) {
	name := filepath.Join(t.TempDir(), "state.json")
	var list struct {
		Items []json.RawMessage `json:"items"`
	}
	if err := json.Unmarshal([]byte(document()), &list); err != nil {
		t.Fatal(err)
	}
	text := append(append([]byte{}, list.Items[0]...), '\n')
	rest, err := json.Marshal(map[string]any{"kind": "List", "items": list.Items[1:]})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, append(text, rest...), 0o600); err != nil {
		t.Fatal(err)
	}
	state, err := fromFiles([]string{name})
	if err != nil {
		t.Fatal(err)
	}
	if result := Check(state, koordOnly); result.Pods != 7 || len(result.Violations) != 0 {
		t.Error(result, result.Violations)
	}
	if _, err := fromFiles([]string{name + ".not"}); err == nil {
		t.Error("no error of a missing file")
	}
}

func TestListsOfCPUs(t *testing.T) {
	for text, want := range map[string]string{"": "", "0": "0", "0-3,8": "0-3,8", "8,0-3": "0-3,8", "1,2,3": "1-3"} {
		got, err := parseCPUs(text)
		if err != nil || got.String() != want {
			t.Errorf("%q: got %q, %v", text, got, err)
		}
	}
	for _, text := range []string{"a", "3-1", "1,,2", "-1", "0-", "1,1", "0-3,2", "0-99999999", " 1", "+1"} {
		if got, err := parseCPUs(text); err == nil {
			t.Errorf("%q: got %q", text, got)
		}
	}
}
