package main

import (
	"reflect"
	"testing"

	"libkoord.invalid/koord"
)

func newPlayer(t *testing.T, fault string) *player {
	p := &player{build: newBuilder(), fault: fault}
	t.Cleanup(p.build.close)
	return p
}

// TestHistories is the short form of "make histories".
func TestHistories(t *testing.T) {
	p := newPlayer(t, "")
	for seed := int64(1); seed <= 60; seed++ {
		h := drawHistory(seed, 1000)
		if found := p.play(h); found != nil {
			p.report(h, found)
			t.Fatalf("seed %d, operation %d: %s", seed, found.at, found.text)
		}
	}
	for k, count := range p.counts.byKind {
		if count == 0 {
			t.Errorf("no operation %v was played", kind(k))
		}
	}
	// The model must decide nearly all verdicts, or it checks nothing.
	if p.counts.verdicts < 10000 || p.counts.unclear*10 > p.counts.verdicts {
		t.Errorf("%d of %d verdicts are not decided by the model", p.counts.unclear, p.counts.verdicts)
	}
	if p.counts.placed < 1000 || p.counts.restarts < 100 {
		t.Errorf("%d pods were placed and %d restarts made", p.counts.placed, p.counts.restarts)
	}
}

func TestThreads(t *testing.T) {
	for seed := int64(1); seed <= 8; seed += 4 {
		r := &round{players: []*player{newPlayer(t, ""), newPlayer(t, ""), newPlayer(t, ""), newPlayer(t, "")}, readers: 2}
		if found := r.play(seed, 500); found != nil {
			t.Fatalf("seed %d, operation %d: %s", seed, found.at, found.text)
		}
		if r.reads.Load() == 0 {
			t.Error("no reader made a call")
		}
	}
}

// TestPlantedFaults checks that each planted fault is found, that the history is shrunk, and that it can be replayed
// from its text.
func TestPlantedFaults(t *testing.T) {
	for _, fault := range planted {
		fault := fault
		t.Run(fault, func(t *testing.T) {
			p := newPlayer(t, fault)
			for seed := int64(1); seed <= 40; seed++ {
				h := drawHistory(seed, 1000)
				found := p.play(h)
				if found == nil {
					continue
				}
				short := p.shrink(h, found)
				if len(short.operations) > 200 {
					t.Errorf("shrunk to %d operations only", len(short.operations))
				}
				parsed, err := parseHistory(short.String())
				if err != nil || !reflect.DeepEqual(parsed, short) {
					t.Fatalf("%s is read as %v, %v", short, parsed, err)
				}
				if p.play(parsed) == nil {
					t.Fatal("the fault does not occur again")
				}
				healthy := newPlayer(t, "")
				if other := healthy.play(parsed); other != nil {
					t.Fatalf("the library fails without the planted fault: %s", other.text)
				}
				t.Logf("seed %d, operation %d, shrunk to %d: %s", seed, found.at, len(short.operations), found.text)
				return
			}
			t.Error("not found by 40 histories of 1000 operations")
		})
	}
}

// TestGPUsOfGangs checks that the GPUs of a gang are chosen together: three of the four are on one NUMA node, so that one of
// two pods with two GPUs each has them of both NUMA nodes, and it may be the first.
func TestGPUsOfGangs(t *testing.T) {
	p := newPlayer(t, "")
	lib := newLibrary(&p.counts.calls, "", nil)
	defer lib.close()
	w := newWorld(1, "", lib, p.build, &p.counts)
	defer w.query.Close()
	w.configured = koord.BindPolicyFullPCPUs
	n := &node{name: "n", machine: newMachine(2, 1, 2, 4, false), milli: 16000, memory: 16 * gib, zoneMemory: 8 * gib}
	for minor, numa := range []int{0, 1, 0, 0} {
		n.devices = append(n.devices, device{kind: gpu, minor: minor, numa: numa})
	}
	w.nodes = []*node{n}
	for _, s := range shapes[:shapeCount] {
		if d := s.devices[gpu]; s.qos != koord.QOSLS || d.count != 2 || d.core != 100 || d.ratio != 100 || s.numaPolicy != policyUnset {
			continue
		}
		if found := guard(func() {
			w.open()
			w.gang(0, s.index, 2)
			w.checkAll()
		}); found != nil {
			t.Errorf("%v: %s", s, found.text)
		}
		if l := w.ledger(n); len(l.pods) != 2 {
			t.Errorf("%d pods of %v are placed", len(l.pods), s)
		}
		return
	}
	t.Error("no shape has two GPUs")
}

func TestParseHistory(t *testing.T) {
	for _, text := range []string{"", "{Judge, 1, 2, 3},", "history{seed: x,", "history{seed: 1, operations: []operation{\n{Jump, 1, 2, 3},",
		"history{seed: 1, operations: []operation{\n{Judge, 1, 2},", "history{seed: 1, operations: []operation{\n{Judge, 1, 2, x},"} {
		if h, err := parseHistory(text); err == nil {
			t.Errorf("%q is read as %v", text, h)
		}
	}
}

// TestLedger checks the model's account of a small node by hand.
func TestLedger(t *testing.T) {
	m := newMachine(2, 1, 2, 2, false) // CPUs 0-3 and 4-7
	n := &node{name: "n", machine: m, hasNode: true, hasTopology: true, milli: 8000, memory: 8 * gib, zoneMemory: 4 * gib,
		kubeletReserved: 1}
	owner := &pod{uid: "a", here: true, node: "n", shape: &shape{qos: koord.QOSLSR, milli: 2000, limit: 2000}}
	owner.granted.cpus = 0b1100
	claimer := &pod{uid: "b", node: "n", shape: owner.shape}
	claimer.granted.cpus = 0b11000
	l := newLedger(n, []*pod{owner, claimer})
	if l.free() != 0b11110010 || l.taken != 0b1100 || l.shared() != 0b11110011 || !l.refusedCPUs[1] || l.milli != 4000 {
		t.Errorf("free %b, taken %b, shared %b, refused %v, %dm used", l.free(), l.taken, l.shared(), l.refusedCPUs, l.milli)
	}
	if l.numa[0].milli != 1000 || l.numa[1].milli != 4000 {
		t.Errorf("amounts of NUMA nodes: %v", l.numa)
	}
	for _, c := range []struct {
		milli    int64
		policy   int
		required koord.BindPolicy
		expected verdict
	}{
		{4000, policyUnset, 0, fits},
		{5000, policyUnset, 0, refused},                             // amount of the node
		{4000, policySingle, 0, fits},                               // NUMA node 1
		{4000, policyRestricted, 0, fits},                           // the same
		{3000, policyUnset, koord.BindPolicyFullPCPUs, refused},     // no whole cores
		{4000, policyUnset, koord.BindPolicyFullPCPUs, fits},        // cores 2 and 3
		{3000, policyUnset, koord.BindPolicySpreadByPCPUs, fits},    // cores 0, 2 and 3
		{4000, policyUnset, koord.BindPolicySpreadByPCPUs, refused}, // three cores have free CPUs
	} {
		s := &shape{qos: koord.QOSLSR, milli: c.milli, limit: c.milli, numaPolicy: c.policy,
			numaExclusive: koord.NUMAExclusivePreferred, required: c.required}
		if got := l.judge(s, koord.BindPolicyFullPCPUs); got.verdict != c.expected {
			t.Errorf("%v %v, expected %v", s, got, c.expected)
		}
	}
}
