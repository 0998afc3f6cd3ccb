package main

import (
	"fmt"
	"math/rand"
	"strings"
)

// An operation of a history. Its numbers select among the possibilities that exist when it is run, so that a history
// without some of its operations is still a history.
type operation struct {
	Kind    kind
	A, B, C uint32
}

// A kind of operation.
type kind uint8

const (
	Judge kind = iota
	Evaluate
	Reserve
	Remove
	Bind
	Foreign
	Repeat
	End
	ChangeNode
	ChangeTopology
	ChangeDevices
	RemoveNode
	RemoveTopology
	RemoveDevices
	Resize
	Gang
	Rebind
	RebindFor
	Preempt
	WithoutPod
	WithPod
	MakeReservation
	TakeFrom
	Attach
	Explain
	Capacity
	Claim
	Mark
	ReserveMarked
	Restart
	Failover
	kindCount
)

// operationNames and weights are in the order of the kinds.
var operationNames = [kindCount]string{"Judge", "Evaluate", "Reserve", "Remove", "Bind", "Foreign", "Repeat", "End", "ChangeNode",
	"ChangeTopology", "ChangeDevices", "RemoveNode", "RemoveTopology", "RemoveDevices", "Resize", "Gang", "Rebind", "RebindFor",
	"Preempt", "WithoutPod", "WithPod", "MakeReservation", "TakeFrom", "Attach", "Explain", "Capacity", "Claim", "Mark",
	"ReserveMarked", "Restart", "Failover"}

var weights = [kindCount]int{400, 30, 230, 100, 60, 20, 20, 10, 12, 10, 8, 1, 2, 2, 30, 6, 10, 8, 20, 14, 14, 10, 20, 8, 2, 4, 10, 25,
	30, 3, 2}

var totalWeight = func() int {
	sum := 0
	for _, weight := range weights {
		sum += weight
	}
	return sum
}()

func (k kind) String() string { return operationNames[k] }

// String writes the operation as a Go composite literal.
func (o operation) String() string { return fmt.Sprintf("{%v, %d, %d, %d},", o.Kind, o.A, o.B, o.C) }

// A history is a series of operations in a world that its seed decides.
type history struct {
	seed       int64
	operations []operation
}

func drawHistory(seed int64, length int) history {
	random := rand.New(rand.NewSource(seed))
	h := history{seed: seed, operations: make([]operation, length)}
	for i := range h.operations {
		at, k := random.Intn(totalWeight), kind(0)
		for at >= weights[k] {
			at -= weights[k]
			k++
		}
		h.operations[i] = operation{k, random.Uint32() >> 8, random.Uint32() >> 8, random.Uint32() >> 8}
	}
	return h
}

// String writes the history in the form that parseHistory reads.
func (h history) String() string {
	var out strings.Builder
	fmt.Fprintf(&out, "history{seed: %d, operations: []operation{\n", h.seed)
	for _, o := range h.operations {
		fmt.Fprintf(&out, "\t%v\n", o)
	}
	out.WriteString("}}\n")
	return out.String()
}

// parseHistory reads the form of history.String. Text before and after it is ignored.
func parseHistory(text string) (h history, err error) {
	found := false
	for number, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "history{seed: ") {
			if _, err := fmt.Sscanf(line, "history{seed: %d, operations: []operation{", &h.seed); err != nil {
				return h, fmt.Errorf("line %d: expected history{seed: NUMBER, operations: []operation{", number+1)
			}
			found, h.operations = true, nil
			continue
		}
		if !found || !strings.HasPrefix(line, "{") {
			continue
		}
		fields := strings.Split(strings.Trim(line, "{},"), ", ")
		var o operation
		known := false
		for k, name := range operationNames {
			if name == fields[0] {
				o.Kind, known = kind(k), true
			}
		}
		if !known || len(fields) != 4 {
			return h, fmt.Errorf("line %d: expected {KIND, NUMBER, NUMBER, NUMBER}, found %q", number+1, line)
		}
		if _, err := fmt.Sscan(strings.Join(fields[1:], " "), &o.A, &o.B, &o.C); err != nil {
			return h, fmt.Errorf("line %d: %v", number+1, err)
		}
		h.operations = append(h.operations, o)
	}
	if !found {
		return h, fmt.Errorf("no line begins with history{seed:")
	}
	return h, nil
}

// shrink removes operations from a failing history as long as it fails.
func shrink(h history, fails func(history) bool) history {
	for size := len(h.operations) / 2; size > 0; {
		removed := false
		for at := 0; at+size <= len(h.operations); {
			shorter := history{h.seed, append(append([]operation{}, h.operations[:at]...), h.operations[at+size:]...)}
			if fails(shorter) {
				h, removed = shorter, true
			} else {
				at += size
			}
		}
		if !removed || size > len(h.operations) {
			size /= 2
		}
	}
	return h
}
