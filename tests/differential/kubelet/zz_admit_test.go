package zzadmit

// Differential run of a kubelet's admission (CPU manager static, memory manager Static, topology manager) against koord_kubelet_admit:
// decisions, reasons and both state files. EXTRA=1: policy options, odd machines, restarts with other options.

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-logr/logr"
	"koordc"
	"koordc/cases"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	"k8s.io/kubernetes/pkg/kubelet/cm/containermap"
	"k8s.io/kubernetes/pkg/kubelet/cm/cpumanager"
	"k8s.io/kubernetes/pkg/kubelet/cm/devicemanager"
	"k8s.io/kubernetes/pkg/kubelet/cm/memorymanager"
	"k8s.io/kubernetes/pkg/kubelet/cm/topologymanager"
	"k8s.io/utils/cpuset"
)

type ready struct{}

func (ready) AddSource(string) {}
func (ready) AllReady() bool   { return true }

type noStatus struct{} // for the reconcile loop, which runs once

func (noStatus) GetPodStatus(types.UID) (v1.PodStatus, bool) { return v1.PodStatus{}, false }

// conf is what a kubelet is started with.
type conf struct {
	Policy, Scope string
	CPUOpts, Opts map[string]string `json:",omitempty"`
	NoAlpha       bool              `json:",omitempty"`
	PodLevel      bool              `json:",omitempty"` // gate PodLevelResourceManagers
	NoMemory      bool              `json:",omitempty"` // policy None of the memory manager
}

func (c *conf) memoryPolicy() string {
	if c.NoMemory {
		return "None"
	}
	return "Static"
}

type op struct {
	Pod     *v1.Pod  `json:",omitempty"`
	Remove  int      `json:",omitempty"`
	Restart *conf    `json:",omitempty"`
	Devices []device `json:",omitempty"` // restart: what plugins report from now on, if it is something else
	From    int      `json:",omitempty"` // restart: 0 each from its own files, 1 ours from upstream's, 2 upstream from ours
}
type scene struct {
	Conf      conf
	CPUs      [][5]int // cpu core socket node l3 (-1: none)
	Nodes     []int
	Dist      [][]uint64 `json:",omitempty"`
	Mem, Huge []int64    // bytes, pages of 2 MiB, by node
	Caches    []int      `json:",omitempty"` // the numbers of the L3s, by l3
	Reserved  []int64
	SysCPUs   []int    `json:",omitempty"` // reservedSystemCPUs, or:
	SysCount  int      `json:",omitempty"` // systemReserved cpu
	Devices   []device `json:",omitempty"`
	Ops       []op
}

// canon brings a state file into one form, the text in "data" of 1.37 included.
func canon(text string) string {
	var v map[string]any
	if json.Unmarshal([]byte(text), &v) != nil {
		return text
	}
	delete(v, "checksum")
	delete(v, "dataChecksum")
	if d, ok := v["data"].(string); ok {
		var data any
		json.Unmarshal([]byte(d), &data)
		v["data"] = data
	}
	sortBlocks(v)
	j, _ := json.Marshal(v)
	return string(j)
}

// dataSame says whether what 1.37 keeps in "data" is what it keeps beside it. Only data has resources of whole pods.
func dataSame(text string) bool {
	var v map[string]any
	json.Unmarshal([]byte(canon(text)), &v)
	data, ok := v["data"].(map[string]any)
	delete(v, "data")
	delete(data, "podEntries")
	a, _ := json.Marshal(v)
	b, _ := json.Marshal(data)
	return !ok || string(a) == string(b)
}

// withoutPods removes the resources of whole pods.
func withoutPods(text string) string {
	var v map[string]any
	if !strings.Contains(text, "podEntries") || json.Unmarshal([]byte(text), &v) != nil {
		return text
	}
	delete(v, "podEntries")
	if d, ok := v["data"].(string); ok {
		var data map[string]any
		json.Unmarshal([]byte(d), &data)
		delete(data, "podEntries")
		j, _ := json.Marshal(data)
		v["data"] = string(j)
	}
	j, _ := json.Marshal(v)
	return string(j)
}

// sortBlocks sorts lists of memory blocks by kind and returns the length of the longest.
func sortBlocks(v any) (longest int) {
	switch v := v.(type) {
	case map[string]any:
		for _, x := range v {
			longest = max(longest, sortBlocks(x))
		}
	case []any:
		kind := func(i int) string {
			if b, ok := v[i].(map[string]any); ok {
				return fmt.Sprint(b["type"])
			}
			return ""
		}
		if len(v) > 0 && kind(0) != "" {
			sort.Slice(v, func(i, j int) bool { return kind(i) < kind(j) })
			return len(v)
		}
	}
	return
}

// severalBlocks says whether some container or pod has several kinds of memory, which upstream writes in any order.
func severalBlocks(text string) bool {
	var v any
	json.Unmarshal([]byte(text), &v)
	return sortBlocks(v) > 1
}

func (s *scene) number(node int) int {
	for i, n := range s.Nodes {
		if n == node {
			return i
		}
	}
	return -1
}

type upstream struct {
	tm     topologymanager.Manager
	cm     cpumanager.Manager
	mm     memorymanager.Manager
	dm     *devicemanager.ManagerImpl
	dir    string
	mu     sync.Mutex
	active []*v1.Pod
}

func (u *upstream) pods() []*v1.Pod {
	u.mu.Lock()
	defer u.mu.Unlock()
	return append([]*v1.Pod{}, u.active...)
}
func (u *upstream) add(p *v1.Pod) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.active = append(u.active, p)
}
func (u *upstream) drop(uid types.UID) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for j, p := range u.active {
		if p.UID == uid {
			u.active = append(append([]*v1.Pod{}, u.active[:j]...), u.active[j+1:]...)
			return
		}
	}
}

func (s *scene) start(c *conf, mi *cMachine, devices []device, dir string, active []*v1.Pod) (*upstream, error) {
	ctx, log := context.Background(), logr.Discard()
	utilfeature.DefaultMutableFeatureGate.Set(fmt.Sprintf("CPUManagerPolicyAlphaOptions=%v", !c.NoAlpha))
	if zzMinor >= 36 {
		utilfeature.DefaultMutableFeatureGate.Set(fmt.Sprintf("PodLevelResourceManagers=%v", c.PodLevel))
	}
	u := &upstream{dir: dir, active: active}
	var err error
	if u.tm, err = newTM(log, mi.Topology, c.Policy, c.Scope, c.Opts); err != nil {
		return nil, err
	}
	var sum int64
	var rm []kubeletconfig.MemoryReservation
	for n, b := range s.Reserved {
		sum += b
		if b > 0 {
			rm = append(rm, kubeletconfig.MemoryReservation{NumaNode: int32(s.Nodes[n]), Limits: v1.ResourceList{"memory": *resource.NewQuantity(b, resource.BinarySI)}})
		}
	}
	count := len(s.SysCPUs) + s.SysCount
	alloc := v1.ResourceList{"cpu": *resource.NewQuantity(int64(count), resource.DecimalSI), "memory": *resource.NewQuantity(sum, resource.BinarySI)}
	if u.cm, err = cpumanager.NewManager(log, "static", c.CPUOpts, time.Hour, mi, cpuset.New(s.SysCPUs...), alloc, dir, u.tm); err != nil {
		return nil, err
	}
	if c.NoMemory {
		rm = nil
	}
	if u.mm, err = memorymanager.NewManager(log, c.memoryPolicy(), mi, alloc, rm, dir, u.tm); err != nil {
		return nil, err
	}
	if u.dm, err = devicemanager.ZZNew(log, dir, mi.Topology, u.tm, u.pods); err != nil {
		return nil, err
	}
	report(log, u.dm, devices)
	u.tm.AddHintProvider(log, u.dm)
	u.tm.AddHintProvider(log, u.cm)
	u.tm.AddHintProvider(log, u.mm)
	if err := u.cm.Start(ctx, u.pods, ready{}, noStatus{}, nil, containermap.NewContainerMap()); err != nil {
		return nil, err
	}
	if err := u.mm.Start(ctx, u.pods, ready{}, noStatus{}, nil, containermap.NewContainerMap()); err != nil {
		return nil, err
	}
	return u, nil
}

func (s *scene) startOurs(c *conf, topo *koordc.Topology, devices []device, cpu, mem, dev string) (*koordc.Kubelet, error) {
	var sum int64
	var rmj []string
	for n, b := range s.Reserved {
		sum += b
		if b > 0 && !c.NoMemory {
			rmj = append(rmj, fmt.Sprintf(`{"numaNode":%d,"limits":{"memory":"%d"}}`, s.Nodes[n], b))
		}
	}
	sys := ""
	if len(s.SysCPUs) > 0 {
		sys = fmt.Sprintf(`"reservedSystemCPUs":%q,`, cpuset.New(s.SysCPUs...).String())
	}
	res := fmt.Sprintf(`"memory":"%d"`, sum)
	if s.SysCount > 0 {
		res += fmt.Sprintf(`,"cpu":"%d"`, s.SysCount)
	}
	opts := ""
	if len(c.CPUOpts) > 0 {
		j, _ := json.Marshal(c.CPUOpts)
		opts += `,"cpuManagerPolicyOptions":` + string(j)
	}
	if len(c.Opts) > 0 {
		j, _ := json.Marshal(c.Opts)
		opts += `,"topologyManagerPolicyOptions":` + string(j)
	}
	gate := ""
	if c.PodLevel {
		gate = `,"PodLevelResourceManagers":true`
	}
	opts += fmt.Sprintf(`,"featureGates":{"CPUManagerPolicyAlphaOptions":%v%s}`, !c.NoAlpha, gate)
	text := fmt.Sprintf(`{"kind":"KubeletConfiguration","apiVersion":"kubelet.config.k8s.io/v1beta1","cpuManagerPolicy":"static",%s"memoryManagerPolicy":%q,"topologyManagerPolicy":%q,"topologyManagerScope":%q,"reservedMemory":[%s],"systemReserved":{%s},"evictionHard":{"memory.available":"0"}%s}`, sys, c.memoryPolicy(), c.Policy, c.Scope, strings.Join(rmj, ","), res, opts)
	if len(s.Devices) == 0 {
		return koordc.NewKubeletOf(topo, zzMinor, text, cpu, mem)
	}
	return koordc.NewKubeletWithDevices(topo, zzMinor, text, cpu, mem, s.ours(devices), dev)
}

// sameStart compares errors. Ours names the default folder, and ends where koord_error is full.
func sameStart(theirs, ours, dir string) bool {
	_, ours, _ = strings.Cut(ours, " ") // the status
	theirs = strings.ReplaceAll(theirs, dir, "/var/lib/kubelet")
	return strings.Contains(ours, theirs) || len(ours) > 200 && strings.HasPrefix(theirs, ours)
}

func (s *scene) run(stats map[string]int, fix bool, old int) (out string) {
	log := logr.Discard()
	zzset(fix, old)
	defer func() {
		zzset(false, 0)
		if e := recover(); e != nil {
			out = fmt.Sprint("panic: ", e)
		}
	}()
	base, _ := os.MkdirTemp("", "zz")
	defer os.RemoveAll(base)
	dirs := 0
	newDir := func() string {
		dirs++
		d := filepath.Join(base, strconv.Itoa(dirs))
		os.Mkdir(d, 0o755)
		return d
	}
	mi := &cMachine{NumCores: len(s.CPUs)}
	socks := map[int]bool{}
	var cpus []string
	for n, id := range s.Nodes {
		node := cNode{Id: id, Memory: uint64(s.Mem[n]), HugePages: []cHuge{{PageSize: 2048, NumPages: uint64(s.Huge[n])}}}
		if s.Dist != nil {
			node.Distances = make([]uint64, s.Nodes[len(s.Nodes)-1]+1) // by number, so that holes do not crash
			for m, other := range s.Nodes {
				node.Distances[other] = s.Dist[n][m]
			}
		}
		cores := map[[2]int]*cCore{}
		var order [][2]int
		for _, c := range s.CPUs {
			if c[3] != id {
				continue
			}
			socks[c[2]] = true
			k := [2]int{c[1], c[2]}
			if cores[k] == nil {
				cores[k] = &cCore{Id: c[1], SocketID: c[2]}
				if c[4] >= 0 {
					cores[k].UncoreCaches = []cCache{{Id: s.Caches[c[4]], Level: 3}}
				}
				order = append(order, k)
			}
			cores[k].Threads = append(cores[k].Threads, c[0])
			l3 := "null"
			if c[4] >= 0 {
				l3 = strconv.Itoa(c[4])
			}
			cpus = append(cpus, fmt.Sprintf(`{"cpu":%d,"core":%d,"socket":%d,"node":%d,"l3":%s}`, c[0], c[1], c[2], id, l3))
		}
		for _, k := range order {
			node.Cores = append(node.Cores, *cores[k])
		}
		mi.Topology = append(mi.Topology, node)
		mi.MemoryCapacity += uint64(s.Mem[n])
	}
	mi.NumSockets = len(socks)
	number := func(s string) (n int) { fmt.Sscanf(s, `{"cpu":%d`, &n); return }
	sort.Slice(cpus, func(i, j int) bool { return number(cpus[i]) < number(cpus[j]) })
	var nodes []string
	for n, id := range s.Nodes {
		nodes = append(nodes, fmt.Sprintf(`{"node":%d,"memoryBytes":%d,"hugePages":[{"pageBytes":2097152,"count":%d}]}`, id, s.Mem[n], s.Huge[n]))
	}
	dist := ""
	if s.Dist != nil {
		a, _ := json.Marshal(s.Nodes)
		b, _ := json.Marshal(s.Dist)
		dist = fmt.Sprintf(`,"distances":{"nodes":%s,"values":%s}`, a, b)
	}
	var caches []string
	for l3, id := range s.Caches {
		caches = append(caches, fmt.Sprintf(`{"l3":%d,"cacheId":%d}`, l3, id))
	}
	topo, err := koordc.TopologyFromJSON(fmt.Sprintf(`{"apiVersion":"koord.sh/v1","kind":"Topology","cpus":[%s],"l3s":[%s],"numaNodes":[%s]%s}`, strings.Join(cpus, ","), strings.Join(caches, ","), strings.Join(nodes, ","), dist))
	if err != nil {
		return "harness: " + err.Error()
	}
	defer topo.Free()
	var u *upstream
	var k *koordc.Kubelet
	defer func() {
		if k != nil {
			k.Free()
		}
	}()
	// both started: compares what they say if they do not; done: the scene ends here.
	devices := s.Devices
	gate, toggled := s.Conf.PodLevel, false
	both := func(at string, c *conf, dir, cpu, mem, dev string, active []*v1.Pod) (d string, done bool) {
		nu, err := s.start(c, mi, devices, dir, active)
		nk, kerr := s.startOurs(c, topo, devices, cpu, mem, dev)
		if k != nil {
			k.Free()
			k = nil
		}
		if kerr == nil {
			k = nk
		}
		u = nu
		if (err == nil) != (kerr == nil) {
			if koordc.OverLimit(kerr) {
				stats["start limit"]++
				return "", true
			}
			return fmt.Sprintf("%s start\n  upstream %v\n  ours     %v", at, err, kerr), true
		}
		if err != nil {
			if !sameStart(err.Error(), kerr.Error(), dir) {
				return fmt.Sprintf("%s start words\n  upstream %v\n  ours     %v", at, err, kerr), true
			}
			stats["refused start"]++
			return "", true
		}
		return "", false
	}
	files := func(at string) string {
		for _, f := range []struct{ name, ours string }{{"cpu_manager_state", k.CPUState()}, {"memory_manager_state", k.MemoryState()}} {
			b, _ := os.ReadFile(filepath.Join(u.dir, f.name))
			theirs := string(b)
			if !gate { // kubelet leaves the file as it is until its state changes
				theirs = withoutPods(theirs)
			}
			if canon(theirs) != canon(f.ours) {
				return fmt.Sprintf("%s %s\n  upstream %s\n  ours     %s", at, f.name, canon(theirs), canon(f.ours))
			}
			switch {
			case theirs == f.ours:
				stats[f.name+" bytes equal"]++
			case toggled && zzMinor == 36: // the gate decides the version of a file, which stays until the state changes
				stats[f.name+" after a toggled gate"]++
			case !dataSame(theirs) || !dataSame(f.ours) || !severalBlocks(f.ours) && (gate || !strings.Contains(string(b), "podEntries")):
				return fmt.Sprintf("%s %s bytes\n  upstream %s\n  ours     %s", at, f.name, b, f.ours)
			default:
				stats[f.name+" other order of blocks"]++ // upstream iterates over a Go map
			}
		}
		if len(s.Devices) > 0 {
			stats["device states"]++
			if a, b := canonDevices(u.dm.ZZState(log)), canonDevices(k.DeviceState()); a != b {
				return fmt.Sprintf("%s devices\n  upstream %s\n  ours     %s", at, a, b)
			}
		}
		return ""
	}
	admit := func(at string, pod *v1.Pod) string {
		j, _ := json.Marshal(pod)
		kp, err := koordc.NewPod(string(j))
		var r koordc.Refusal
		if err == nil {
			r, err = k.Admit(kp)
			kp.Free()
		}
		if koordc.OverLimit(err) { // sums beyond 64 bits, which wrap around in kubelet
			stats["pod limit"]++
			u.drop(pod.UID)
			return ""
		}
		res := admitPod(log, u.tm, pod)
		if !res.Admit {
			u.drop(pod.UID)
			sweepAll(log, u.dm, u.cm, u.mm, dummy)
		}
		if err != nil {
			return fmt.Sprintf("%s admit: %v\n  upstream %v %v", at, err, res.Admit, res.Reason)
		}
		a, b := fmt.Sprint(res.Admit, " ", res.Reason, " ", res.Message), fmt.Sprint(r.Reason == "", " ", r.Reason, " ", r.Text)
		stats[fmt.Sprint("admit ", res.Admit, " ", res.Reason)]++
		if a != b {
			return fmt.Sprintf("%s admission\n  upstream %s\n  ours     %s", at, a, b)
		}
		return ""
	}
	if d, done := both("first", &s.Conf, newDir(), "", "", "", nil); done {
		return d
	}
	for i, o := range s.Ops {
		at := fmt.Sprintf("op %d", i)
		switch {
		case o.Restart != nil:
			stats["restart"]++
			dir := newDir()
			cpu, mem := k.CPUState(), k.MemoryState()
			fc, _ := os.ReadFile(filepath.Join(u.dir, "cpu_manager_state"))
			fm, _ := os.ReadFile(filepath.Join(u.dir, "memory_manager_state"))
			dev, fd := k.DeviceState(), u.dm.ZZState(log)
			switch {
			case o.From == 1:
				cpu, mem, dev = string(fc), string(fm), fd
			case o.From == 2:
				fc, fm, fd = []byte(cpu), []byte(mem), dev
			case toggled || gate != o.Restart.PodLevel: // kubelet leaves its files as they are until its state changes
				cpu, mem = string(fc), string(fm)
			}
			if o.Devices != nil {
				devices = o.Devices
			}
			os.WriteFile(filepath.Join(dir, "kubelet_internal_checkpoint"), []byte(fd), 0o600)
			os.WriteFile(filepath.Join(dir, "cpu_manager_state"), fc, 0o600)
			os.WriteFile(filepath.Join(dir, "memory_manager_state"), fm, 0o600)
			at += " restart"
			toggled = toggled || gate != o.Restart.PodLevel
			gate = o.Restart.PodLevel
			if d, done := both(at, o.Restart, dir, cpu, mem, dev, u.pods()); done {
				return d
			}
			for _, pod := range u.pods() {
				if d := admit(at+" "+pod.Name, pod); d != "" {
					return d
				}
			}
		case o.Pod == nil:
			uid := types.UID(fmt.Sprintf("uid-%d", o.Remove))
			u.drop(uid)
			sweepAll(log, u.dm, u.cm, u.mm, dummy)
			k.Remove(string(uid))
		default:
			pod := decoded(o.Pod)
			u.add(pod)
			if d := admit(at, pod); d != "" {
				return d
			}
		}
		if os.Getenv("SCENE") != "" {
			for _, f := range []string{"cpu_manager_state", "memory_manager_state"} {
				b, _ := os.ReadFile(filepath.Join(u.dir, f))
				fmt.Printf("  %s %s %s\n", at, f, canon(string(b)))
			}
		}
		if d := files(at); d != "" {
			return d
		}
	}
	return ""
}

// decoded returns the pod as kubelet reads it: amounts of more than 18 digits are no int64 after decoding.
func decoded(pod *v1.Pod) *v1.Pod {
	j, _ := json.Marshal(pod)
	copied := &v1.Pod{}
	if err := json.Unmarshal(j, copied); err != nil {
		panic(err)
	}
	return copied
}

var dummy = &v1.Pod{ObjectMeta: metav1.ObjectMeta{UID: "dummy"}, Spec: v1.PodSpec{Containers: []v1.Container{{Name: "x"}}}, Status: v1.PodStatus{QOSClass: v1.PodQOSBestEffort}}

func TestZZAdmit(t *testing.T) {
	seed, count, extra, show := cases.Env("SEED", 1), int(cases.Env("COUNT", 1000)), os.Getenv("EXTRA") != "", int(cases.Env("SHOW", 2))
	r := rand.New(rand.NewSource(seed))
	stats, classes := map[string]int{}, map[string]int{}
	equal, diff, unstable := 0, 0, 0
	end := time.Now().Add(time.Duration(cases.Env("SECONDS", 1<<20)) * time.Second)
	i := 0
	for ; i < count && time.Now().Before(end); i++ {
		s := makeScene(rand.New(rand.NewSource(r.Int63())), extra)
		d := s.run(stats, false, 0)
		if d == "" {
			equal++
			continue
		}
		again := false
		for k := 0; k < 5 && !again; k++ {
			again = s.run(map[string]int{}, false, 0) == ""
		}
		if again {
			unstable++
			continue
		}
		class, d := s.class()
		if classes[class]++; class != "documented" {
			diff++
			if classes[class] <= show {
				m, d := s.shrink(class, d)
				j, _ := json.Marshal(m)
				fmt.Printf("DIFF %s: %s\n  %s\n", class, d, j)
			}
		}
	}
	fmt.Printf("admission 1.%d: scenes %d equal %d documented %d unstable upstream %d different %d %v; %v\n", zzMinor, i, equal, classes["documented"], unstable, diff, classes, stats)
}

// TestZZScene runs one scene, SCENE (as printed behind DIFF), literally and repaired, and says what the files hold.
func TestZZScene(t *testing.T) {
	s := &scene{}
	if err := json.Unmarshal([]byte(os.Getenv("SCENE")), s); err != nil {
		t.Skip(err)
	}
	for _, fix := range []bool{false, true} {
		fmt.Println("repaired", fix, s.run(map[string]int{}, fix, 0))
	}
}
