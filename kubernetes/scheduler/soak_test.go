package scheduler

import (
	"fmt"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"

	"libkoord.invalid/koord/kubernetes/scheduler/stores"
)

// resident returns the resident memory of the process, including the library's.
func resident(t *testing.T) int {
	t.Helper()
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Skip("no /proc/self/statm")
	}
	pages, err := strconv.Atoi(strings.Fields(string(text))[1])
	if err != nil {
		t.Fatal(err)
	}
	return pages * os.Getpagesize()
}

// Pods are created, reserved, bound and deleted: no memory is retained.
func TestNothingGrows(t *testing.T) {
	p := newPlant(t, 50)
	round := func(pods, from int) {
		for i := from; i < from+pods; i++ {
			one := lsr(fmt.Sprint("pod-", i), strconv.Itoa(2+2*(i%3)))
			one.UID, one.ResourceVersion = types.UID(one.Name), "1"
			if i%7 == 0 {
				one.Annotations["scheduling.koordinator.sh/gang"] = fmt.Sprint(i)
			}
			if err := p.pods.Add(one); err != nil {
				t.Fatal(err)
			}
			p.all.feed.PodChanged(one, one)
			p.schedule(t, one, i%50)
			bound := one.DeepCopy()
			bound.Spec.NodeName, bound.ResourceVersion = p.infos[i%50].Node().Name, "2"
			if err := p.pods.Update(bound); err != nil {
				t.Fatal(err)
			}
			if i%2 == 0 { // the binding's end and the event come in any order
				p.all.feed.PodChanged(one, bound)
				p.all.parts.State.EndBinding(one)
			} else {
				p.all.parts.State.EndBinding(one)
				p.all.feed.PodChanged(one, bound)
			}
			if err := p.pods.Delete(bound); err != nil {
				t.Fatal(err)
			}
			p.all.feed.PodChanged(bound, bound)
		}
	}
	round(2000, 0)
	runtime.GC()
	goroutines := runtime.NumGoroutine()
	// Memory that is taken once, such as the stacks and arenas of a new thread, is no growth.
	least, memory := math.MaxInt, resident(t)
	for from := 2000; from < 22000; from += 5000 {
		round(5000, from)
		debug.FreeOSMemory()
		now := resident(t)
		least, memory = min(least, now-memory), now
	}
	if least > 1<<20 {
		t.Errorf("at least %d KiB more after each 5,000 pods", least>>10)
	}
	for deadline := time.Now().Add(30 * time.Second); runtime.NumGoroutine() > goroutines+2; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Errorf("%d goroutines, then %d", goroutines, runtime.NumGoroutine())
			break
		}
	}
	s := p.all.parts.State
	if waiting := len(p.all.parts.Waiting.All()); waiting != 0 {
		t.Errorf("%d pods are waiting", waiting)
	}
	if info, err := s.Cluster.Info(); err != nil || info.Pods != 0 {
		t.Error(info.Pods, err)
	}
}

// The store's version counts, whatever the order of events and cycles.
func TestOrderOfEventsDoesNotMatter(t *testing.T) {
	p := newPlant(t, 2)
	s := p.all.parts.State
	at := func(uid string) string {
		id, err := s.Cluster.PodNode(uid)
		if err != nil {
			return ""
		}
		return s.Nodes().Name(id)
	}
	one := lsr("one", "4")
	one.ResourceVersion = "1"
	must(t, p.pods.Add(one))
	p.schedule(t, one, 0)

	// A pod deleted while it is being bound stays until the binding ends.
	must(t, p.pods.Delete(one))
	p.all.feed.PodChanged(one, one)
	if at("one") == "" {
		t.Error("an assumed pod lost its place")
	}
	s.Unreserve(one)
	if at("one") != "" {
		t.Error("a pod that was given up has a place")
	}
	s.Unreserve(one) // a second call

	// The binding failed here, but succeeded in the API server.
	must(t, p.pods.Add(one))
	p.schedule(t, one, 0)
	bound := one.DeepCopy()
	bound.Spec.NodeName, bound.ResourceVersion = "node-0", "2"
	bound.Annotations["scheduling.koordinator.sh/resource-status"] = `{"cpuset":"4-7"}`
	must(t, p.pods.Update(bound))
	s.Unreserve(one)
	if cpus, err := s.Cluster.PodCPUs("one"); err != nil || cpus.String() != "4-7" {
		t.Error(cpus, err)
	}

	// Another pod of its name, with a late event of the first one.
	next := lsr("one", "4")
	next.UID, next.ResourceVersion = "two", "3"
	must(t, p.pods.Update(next))
	p.schedule(t, next, 1)
	p.all.feed.PodChanged(bound, bound)
	if at("one") != "" || at("two") != "node-1" {
		t.Error(at("one"), at("two"))
	}

	// The node is removed with its pods and added again, while its topology stays.
	held := lsr("held", "4")
	held.ResourceVersion, held.Spec.NodeName = "4", "node-0"
	held.Annotations["scheduling.koordinator.sh/resource-status"] = `{"cpuset":"8-11"}`
	must(t, p.pods.Add(held))
	p.all.feed.PodChanged(held, held)
	node := stores.Get[v1.Node](s.Stores.Nodes, "node-0")
	must(t, s.Stores.Nodes.Delete(node))
	p.all.feed.NodeChanged(node, node)
	must(t, s.Stores.Nodes.Add(node))
	p.all.feed.NodeChanged(node, node)
	if cpus, err := s.Cluster.PodCPUs("held"); err != nil || cpus.String() != "8-11" {
		t.Error(cpus, err)
	}
}
