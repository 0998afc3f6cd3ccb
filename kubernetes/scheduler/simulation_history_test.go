//go:build !kube1_36

package scheduler

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// simAction is the kind of an event of a simulation.
type simAction uint8

const (
	simDoSetup     simAction = iota
	simDoCreatePod           // a user creates a pod
	simDoDeletePod           // a user deletes a pod, gracefully or at once
	simDoKubelet             // kubelet starts, ends or removes a pod
	simDoTouchPod            // another controller changes a pod's labels or annotations
	simDoResize              // a user changes the requests of a bound pod
	simDoForeign             // another scheduler binds a pod
	simDoReserve             // a user creates a Reservation
	simDoUnreserve           // a user deletes a Reservation
	simDoTopology            // CPUs vanish from a node's report, or return
	simDoDevices             // devices vanish from a node's report, become unhealthy, or return
	simDoNode                // a node is deleted, created again, or changed
	simDoDeliver             // a watch event reaches an informer's store
	simDoNotify              // a handler of an informer is called
	simDoRelist              // a watch is lost, and the informer lists all objects
	simDoResync              // a watch event is delivered again
	simDoCycle               // the scheduler continues its cycle, or begins one
	simDoReconcile           // a controller of the leader handles an object
	simDoAnswer              // the API server answers a request, or loses it or its answer
	simDoAdvance             // time passes
	simDoClock               // the wall clock is set
	simDoRestart             // the scheduler ends, and another one starts
	simDoActionsEnd
)

var simNames = [simDoActionsEnd]string{"setup", "create-pod", "delete-pod", "kubelet", "touch-pod", "resize", "foreign", "reserve", "unreserve",
	"topology", "devices", "node", "deliver", "notify", "relist", "resync", "cycle", "reconcile", "answer", "advance", "clock", "restart"}

// simEvent is an event of a history. The numbers select among the possibilities that exist when the
// event is executed, so that a history without some of its events remains meaningful.
type simEvent struct {
	action  simAction
	a, b, c uint32
}

// simWeights are the frequencies of the actions. Those with faults is true may be missing in a history.
var simWeights = [simDoActionsEnd]struct {
	weight int
	fault  bool
}{
	simDoCreatePod: {14, false}, simDoDeletePod: {4, true}, simDoKubelet: {6, true}, simDoTouchPod: {2, true}, simDoResize: {2, true}, simDoForeign: {1, true},
	simDoReserve: {3, true}, simDoUnreserve: {1, true}, simDoTopology: {2, true}, simDoDevices: {2, true}, simDoNode: {2, true},
	simDoDeliver: {22, false}, simDoNotify: {24, false}, simDoRelist: {1, true}, simDoResync: {1, true}, simDoCycle: {24, false},
	simDoReconcile: {6, false}, simDoAnswer: {20, false}, simDoAdvance: {6, false}, simDoClock: {1, true}, simDoRestart: {1, true},
}

// simHistory returns the history of a seed. Each history lacks some of the faults, so that the others
// are met in states that they would rarely leave intact.
func simHistory(seed uint64, length int) []simEvent {
	random := rand.New(rand.NewPCG(seed, 0x6b6f6f7264))
	var weights [simDoActionsEnd]int
	total := 0
	for action, kind := range simWeights {
		weights[action] = kind.weight
		if kind.fault {
			weights[action] = kind.weight * random.IntN(3)
		}
		total += weights[action]
	}
	out := []simEvent{{action: simDoSetup, a: random.Uint32(), b: random.Uint32(), c: random.Uint32()}}
	for len(out) < length {
		at, action := random.IntN(total), 0
		for at >= weights[action] {
			at -= weights[action]
			action++
		}
		out = append(out, simEvent{simAction(action), random.Uint32(), random.Uint32(), random.Uint32()})
	}
	return out
}

// simKeep returns the events of a history at the positions in a text such as 0-3,7, or all of them
// if the text is empty. The setup is always kept.
func simKeep(history []simEvent, text string) ([]simEvent, error) {
	if text == "" {
		return history, nil
	}
	var out []simEvent
	for _, part := range strings.Split(text, ",") {
		first, last, isRange := strings.Cut(part, "-")
		if !isRange {
			last = first
		}
		from, err := strconv.Atoi(first)
		if err != nil {
			return nil, err
		}
		to, err := strconv.Atoi(last)
		if err != nil {
			return nil, err
		}
		if from < 0 || to >= len(history) {
			return nil, fmt.Errorf("found event %s, expected 0 to %d", part, len(history)-1)
		}
		if len(out) == 0 && from > 0 {
			out = append(out, history[0])
		}
		out = append(out, history[from:to+1]...)
	}
	return out, nil
}

// simKept writes ascending positions in the form that simKeep reads.
func simKept(positions []int) string {
	var parts []string
	for i := 0; i < len(positions); {
		last := i
		for last+1 < len(positions) && positions[last+1] == positions[last]+1 {
			last++
		}
		part := strconv.Itoa(positions[i])
		if last > i {
			part += "-" + strconv.Itoa(positions[last])
		}
		parts = append(parts, part)
		i = last + 1
	}
	return strings.Join(parts, ",")
}

// simShrink returns the positions of a smallest set of events with which a history still fails: without
// any one of them, it does not.
func simShrink(history []simEvent, fails func([]simEvent) bool) []int {
	kept := make([]int, len(history))
	for i := range kept {
		kept[i] = i
	}
	pick := func(positions []int) []simEvent {
		out := make([]simEvent, len(positions))
		for i, at := range positions {
			out[i] = history[at]
		}
		return out
	}
	for size := len(kept) / 2; size >= 1; {
		removed := false
		for at := 1; at < len(kept); { // the setup stays
			end := min(at+size, len(kept))
			without := append(append([]int{}, kept[:at]...), kept[end:]...)
			if fails(pick(without)) {
				kept, removed = without, true
			} else {
				at = end
			}
		}
		if !removed || size > 1 {
			if size == 1 {
				break
			}
			size = max(1, size/2)
		}
	}
	return kept
}
