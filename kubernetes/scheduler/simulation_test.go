//go:build !kube1_36

package scheduler

import (
	"fmt"
	"hash"
	"hash/fnv"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-logr/logr"
	"k8s.io/klog/v2"
)

// A simulation runs the plugin against a simulated API server and simulated kubelets in virtual time:
// docs/internals/simulation.md.

const (
	simLength = 200              // events of a history
	simIdle   = 20 * time.Second // virtual time in which a scheduler binds every pod that fits, after the last change
	simGang   = 70 * time.Second // the same if gangs may hold nodes for their plans
	simMost   = 20 * time.Minute // virtual time after which writes and attempts must have ended
)

// simulation is a run of a history.
type simulation struct {
	t         *testing.T
	server    *simServer
	sched     *simScheduler
	late      []*simLate
	skew      time.Duration // of the wall clock
	start     time.Time
	hasGPUs   bool
	hasGangs  bool
	nodes     []string // names of all nodes, including deleted ones
	activated map[string]bool
	hash      hash.Hash64
	out       io.Writer
	failure   *simFailure
}

// simFailure is an invariant that does not hold.
type simFailure struct {
	kind, text string
	at         int // number of the event; the number of events for the checks at the end
}

type simResult struct {
	hash    uint64
	failure *simFailure
}

// fail records the first failure.
func (sim *simulation) fail(kind, format string, parts ...any) {
	if sim.failure == nil {
		sim.failure = &simFailure{kind: kind, text: fmt.Sprintf(format, parts...)}
		sim.logf("FAILURE: %s: %s", kind, sim.failure.text)
	}
}

// logf adds a line to the log, whose hash identifies the run.
func (sim *simulation) logf(format string, parts ...any) {
	fmt.Fprintf(sim.out, format+"\n", parts...)
}

func (sim *simulation) now() time.Time { return time.Now().Add(sim.skew).Round(0) }

// simRun runs a history. The log is written to out, if it is not nil.
func simRun(t *testing.T, history []simEvent, out io.Writer) (result simResult) {
	synctest.Test(t, func(t *testing.T) {
		sim := &simulation{t: t, hash: fnv.New64a(), activated: map[string]bool{}, start: time.Now()}
		if sim.out = sim.hash; out != nil {
			sim.out = io.MultiWriter(sim.hash, out)
		}
		sim.server = newSimServer(sim)
		for i, event := range history {
			sim.step(event)
			if sim.failure != nil {
				sim.failure.at = i
				break
			}
		}
		if sim.failure == nil {
			sim.heal()
			if sim.failure == nil {
				sim.checkRestart()
			}
			if sim.failure != nil {
				sim.failure.at = len(history)
			}
		}
		sim.end(0)
		result = simResult{sim.hash.Sum64(), sim.failure}
	})
	return result
}

// step executes an event.
func (sim *simulation) step(e simEvent) {
	// Every event has a time of its own, so that no two timers end at once.
	time.Sleep(time.Millisecond + time.Duration(e.c%100000))
	sim.logf("%s %d %d %d at %v", simNames[e.action], e.a, e.b, e.c, time.Since(sim.start))
	sim.land(-1)
	if sim.sched == nil && e.action != simDoSetup {
		sim.sched = newSimScheduler(sim)
	}
	switch e.action {
	case simDoSetup:
		sim.setup(e)
	case simDoCreatePod:
		sim.createPod(e)
	case simDoDeletePod:
		sim.deletePod(e)
	case simDoKubelet:
		sim.kubelet(e)
	case simDoTouchPod:
		sim.touchPod(e)
	case simDoResize:
		sim.resize(e)
	case simDoForeign:
		sim.bindForeign(e)
	case simDoReserve:
		sim.createReservation(e)
	case simDoUnreserve:
		sim.deleteReservation(e)
	case simDoTopology:
		sim.changeTopology(e)
	case simDoDevices:
		sim.changeDevices(e)
	case simDoNode:
		sim.changeNode(e)
	default:
		sim.stepScheduler(e)
	}
	sim.settle()
}

// stepScheduler executes an event of the scheduler's process or of its connection.
func (sim *simulation) stepScheduler(e simEvent) {
	s := sim.sched
	switch e.action {
	case simDoDeliver:
		sim.deliverSome(e)
	case simDoNotify:
		for count := range 1 + e.b%4*(e.b>>2%4) {
			if list := s.pendingNotices(); len(list) > 0 {
				handler := list[int(e.a+count)%len(list)]
				s.notify(handler.listener, handler.kind)
			}
		}
	case simDoRelist:
		s.relist(simKind(e.a % uint32(simKinds)))
	case simDoResync:
		s.resync(simKind(e.a%uint32(simKinds)), e.b)
	case simDoCycle:
		sim.cycleSome(e)
	case simDoReconcile:
		at := int(e.b) % len(s.queues)
		if names := s.queues[at].ready(); s.ready && len(names) > 0 {
			s.handle(at, names[int(e.a)%len(names)])
		}
	case simDoAnswer:
		if count := len(s.calls); count > 0 {
			sim.answer(s.calls[int(e.a)%count], e.b%20)
		} else {
			sim.land(int(e.a % 4))
		}
	case simDoAdvance:
		time.Sleep([]time.Duration{10 * time.Millisecond, 300 * time.Millisecond, 1100 * time.Millisecond, 5 * time.Second, 40 * time.Second}[e.a%5])
	case simDoClock:
		sim.skew = time.Duration(int32(e.a)) * time.Microsecond * 100
	case simDoRestart:
		sim.end(e.a)
	}
}

// deliverSome delivers one watch event, or all of an object, or all.
func (sim *simulation) deliverSome(e simEvent) {
	s := sim.sched
	list := s.pendingStreams()
	if len(list) == 0 {
		return
	}
	at := list[int(e.a)%len(list)]
	switch {
	case e.b%4 == 0:
		s.deliver(at.kind, at.key)
	case e.b%4 == 1:
		for len(s.streams[at.kind][at.key]) > 0 {
			s.deliver(at.kind, at.key)
		}
	default:
		for _, at := range list {
			for len(s.streams[at.kind][at.key]) > 0 {
				s.deliver(at.kind, at.key)
			}
		}
	}
}

// cycleSome continues the cycle by one part, or to its end.
func (sim *simulation) cycleSome(e simEvent) {
	s := sim.sched
	if s.cycle == nil {
		list := s.active()
		if len(list) == 0 {
			return
		}
		entry := list[int(e.a)%len(list)]
		sim.logf("  cycle %s", entry.pod.UID)
		s.startCycle(entry)
	}
	for e.b%3 > 0 && s.cycle != nil {
		s.continueCycle()
	}
	if s.cycle != nil && e.b%3 == 0 {
		s.continueCycle()
	}
}

// settle waits until all goroutines wait for requests or for time.
func (sim *simulation) settle() {
	synctest.Wait()
	if sim.sched != nil {
		sim.sched.expire()
	}
	for s := sim.sched; s != nil && len(s.later) > 0; synctest.Wait() {
		uid := slices.Min(slices.Collect(maps.Keys(s.later)))
		run := s.later[uid]
		delete(s.later, uid)
		go run()
	}
	if len(sim.activated) > 0 {
		sim.logf("  activated %s", strings.Join(slices.Sorted(maps.Keys(sim.activated)), " "))
		clear(sim.activated)
	}
}

// end ends the scheduler's process.
func (sim *simulation) end(executed uint32) {
	s := sim.sched
	if s == nil {
		return
	}
	sim.land(0)
	for len(sim.late) > 0 {
		sim.land(0)
	}
	s.stop(executed)
	sim.sched = nil
	synctest.Wait()
	s.close()
}

// heal ends all faults, and runs until nothing has changed for simIdle.
func (sim *simulation) heal() {
	sim.logf("heal")
	if sim.sched == nil {
		sim.sched = newSimScheduler(sim)
	}
	idle, begin := simIdle, time.Now()
	if sim.hasGangs {
		idle = simGang
	}
	for last := begin; time.Since(last) < idle; {
		if sim.healSome() {
			last = time.Now()
		} else {
			time.Sleep(100 * time.Millisecond)
			sim.settle()
		}
		if sim.failure != nil {
			return
		}
		if time.Since(begin) > simMost {
			sim.fail("does not end", "the scheduler writes or tries without an end")
		}
	}
}

// healSome executes all that is due, and reports whether there was anything.
func (sim *simulation) healSome() (did bool) {
	s := sim.sched
	time.Sleep(time.Microsecond)
	for len(sim.late) > 0 {
		sim.land(0)
		did = true
	}
	for _, at := range s.pendingStreams() {
		for len(s.streams[at.kind][at.key]) > 0 {
			s.deliver(at.kind, at.key)
		}
		did = true
	}
	for _, handler := range s.pendingNotices() {
		for s.notify(handler.listener, handler.kind) {
			sim.settle()
		}
		did = true
	}
	for len(s.calls) > 0 {
		sim.answer(s.calls[0], 0)
		sim.settle()
		did = true
	}
	for at, queue := range s.queues {
		if names := queue.ready(); s.ready && len(names) > 0 {
			s.handle(at, names[0])
			sim.settle()
			did = true
		}
	}
	if list := s.active(); s.cycle != nil || len(list) > 0 {
		if s.cycle == nil {
			s.startCycle(list[0])
		}
		for s.cycle != nil {
			s.continueCycle()
		}
		sim.settle()
		did = true
	}
	for _, key := range sim.server.keys(simPods) {
		if pod := sim.server.pod(key); pod.DeletionTimestamp != nil {
			sim.server.remove(simPods, key)
			did = true
		}
	}
	return did
}

// simQuiet discards klog's messages.
func simQuiet(t *testing.T) {
	klog.SetLogger(logr.Discard())
	t.Cleanup(klog.ClearLogger)
}

func simSetting(t *testing.T, name string, otherwise int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	value, err := strconv.Atoi(text)
	must(t, err)
	return value
}

// simProcessorTime returns the processor time that this process has used.
func simProcessorTime(t *testing.T) time.Duration {
	t.Helper()
	var used syscall.Rusage
	must(t, syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// simExplain shrinks a failing history, and returns its log with the command that repeats it.
func simExplain(t *testing.T, seed uint64, history []simEvent, failure *simFailure) string {
	history = history[:min(len(history), failure.at+1)]
	kept := simShrink(history, func(some []simEvent) bool {
		found := simRun(t, some, nil).failure
		return found != nil && found.kind == failure.kind
	})
	var log strings.Builder
	some, err := simKeep(history, simKept(kept))
	must(t, err)
	last := simRun(t, some, &log).failure
	if last == nil {
		return fmt.Sprintf("seed %d: %s: %s\nA repetition does not fail.", seed, failure.kind, failure.text)
	}
	return fmt.Sprintf("seed %d: %s: %s\n%d of %d events:\n%s%s: %s\nrepeat: make simulation SEED=%d KEEP=%s LENGTH=%d", seed, failure.kind, failure.text,
		len(kept), len(history), log.String(), last.kind, last.text, seed, simKept(kept), simSetting(t, "KOORD_SIMULATION_LENGTH", simLength))
}

// KOORD_SIMULATION_SEEDS is the number of seeds, from KOORD_SIMULATION_FIRST on. KOORD_SIMULATION_KEEP runs some
// events of the first seed, and prints the log.
func TestSimulation(t *testing.T) {
	simQuiet(t)
	first, seeds, length := simSetting(t, "KOORD_SIMULATION_FIRST", 0), simSetting(t, "KOORD_SIMULATION_SEEDS", 300), simSetting(t, "KOORD_SIMULATION_LENGTH", simLength)
	if keep, stated := os.LookupEnv("KOORD_SIMULATION_KEEP"); stated {
		some, err := simKeep(simHistory(uint64(first), length), keep)
		must(t, err)
		if failure := simRun(t, some, os.Stdout).failure; failure != nil {
			t.Errorf("%s: %s", failure.kind, failure.text)
		}
		return
	}
	began, used := time.Now(), simProcessorTime(t)
	for seed := uint64(first); seed < uint64(first+seeds); seed++ {
		history := simHistory(seed, length)
		if failure := simRun(t, history, nil).failure; failure != nil {
			if os.Getenv("KOORD_SIMULATION_SHORT") != "" {
				t.Fatalf("found by seed %d, number %d: %s: %s", seed, seed-uint64(first)+1, failure.kind, failure.text)
			}
			t.Fatal(simExplain(t, seed, history, failure))
		}
	}
	used = simProcessorTime(t) - used
	t.Logf("%d seeds of %d events, %.0f seeds a second, %.0f a second of processor time", seeds, length,
		float64(seeds)/time.Since(began).Seconds(), float64(seeds)/used.Seconds())
}

// A history runs in exactly the same way again.
func TestSimulationRepeats(t *testing.T) {
	simQuiet(t)
	for seed := range uint64(simSetting(t, "KOORD_SIMULATION_REPEATS", 20)) {
		history := simHistory(seed+1000000, simLength)
		first, second := simRun(t, history, nil), simRun(t, history, nil)
		if first.hash != second.hash {
			var a, b strings.Builder
			simRun(t, history, &a)
			simRun(t, history, &b)
			t.Fatalf("seed %d: %s", seed, simDifference(a.String(), b.String()))
		}
	}
}

// Shrinking a failing history leaves exactly the events that it needs.
func TestSimulationShrinks(t *testing.T) {
	history := simHistory(1, simLength)
	needed := []int{17, 90, 91, 180}
	kept := simShrink(history, func(some []simEvent) bool {
		for _, at := range needed {
			if !slices.Contains(some, history[at]) {
				return false
			}
		}
		return true
	})
	if !slices.Equal(kept, append([]int{0}, needed...)) || simKept(kept) != "0,17,90-91,180" {
		t.Error(kept)
	}
	some, err := simKeep(history, simKept(kept))
	if err != nil || len(some) != len(kept) || some[2] != history[90] {
		t.Error(some, err)
	}
	if _, err := simKeep(history, "5-1000"); err == nil {
		t.Error("a position behind the history was accepted")
	}
}
