package cases

// The measurements of bench/figures.py. It runs each program once in each round, with
//
//	FIGURES_MACHINES  a file of machines and their states (bench/machine_states.cc)
//	FIGURES_ROUND     the number of the round
//	FIGURES_CASES     a regular expression that selects cases
//	FIGURES_SECONDS   the processor time of one measurement

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"testing"
	"time"

	"koordc"
)

// Machine is one of bench/machines.h. States are lists of free CPUs.
type Machine struct {
	Name   string
	CPUs   []koordc.CPU
	States [][]int
}

// Checked reports whether the answers on a state are compared before the measurement. The states change with each round.
func Checked(state int) bool { return int64(state)%16 == Env("FIGURES_ROUND", 0)%16 }

// InTurn returns work that makes the next of these calls. A round begins with another one than the round before.
func InTurn(calls []func()) Work {
	next := int(Env("FIGURES_ROUND", 0)) * 7
	return Work{Calls: 1, Run: func() {
		calls[next%len(calls)]()
		next++
	}}
}

// AllOf returns work that makes all of these calls repeatedly, because a single one takes less time than reading the clock.
func AllOf(calls []func()) Work {
	const times = 16
	return Work{Calls: times * len(calls), Run: func() {
		for i := 0; i < times; i++ {
			for _, call := range calls {
				call()
			}
		}
	}}
}

// Words is the length of the machine's sets of CPUs.
func (m *Machine) Words() int { return (len(m.CPUs) + 63) / 64 }

// PickCase is a number of CPUs on a machine.
type PickCase struct {
	Machine *Machine
	CPUs    int
}

func (c PickCase) String() string { return fmt.Sprintf("%s/%d", c.Machine.Name, c.CPUs) }

// PickCases returns the cases that all pickers are measured with.
func PickCases(t *testing.T) (list []PickCase) {
	text, err := os.ReadFile(os.Getenv("FIGURES_MACHINES"))
	var machines []*Machine
	if err == nil {
		err = json.Unmarshal(text, &machines)
	}
	if err != nil {
		t.Fatal("FIGURES_MACHINES: ", err)
	}
	for _, want := range []struct {
		name string
		cpus int
	}{{"104cpu-2numa", 8}, {"256cpu-8numa", 8}, {"256cpu-8numa", 32}, {"512cpu-8numa", 32}} {
		for _, m := range machines {
			if m.Name == want.name {
				list = append(list, PickCase{m, want.cpus})
			}
		}
	}
	return list
}

// SkipUnlessMeasured skips a test that bench/figures.py does not run.
func SkipUnlessMeasured(t *testing.T) {
	if os.Getenv("FIGURES_ROUND") == "" {
		t.Skip("FIGURES_ROUND: bench/figures.py sets it")
	}
}

// Selected reports whether a case is to be measured.
func Selected(name string) bool {
	return regexp.MustCompile(os.Getenv("FIGURES_CASES")).MatchString(name)
}

// Work is measured. Prepare, if it is not nil, runs before each Run and is not measured. Calls is the number of calls that
// one Run makes.
type Work struct {
	Prepare, Run func()
	Calls        int
}

func (w *Work) once() time.Duration {
	if w.Prepare != nil {
		w.Prepare()
	}
	start := koordc.ProcessorTime()
	w.Run()
	return koordc.ProcessorTime() - start
}

// time returns the nanoseconds of one call. A first run, which is not counted, fills caches.
func (w *Work) time(budget time.Duration) float64 {
	w.once()
	runtime.GC()
	var used time.Duration
	runs := 0
	for used < budget {
		used += w.once()
		runs++
	}
	return float64(used.Nanoseconds()) / float64(runs*w.Calls)
}

// Measure prints the time of both sides as a line of JSON. The side that is first changes with each round.
func Measure(name string, original, libkoord Work) {
	seconds, err := strconv.ParseFloat(os.Getenv("FIGURES_SECONDS"), 64)
	if err != nil {
		panic(err)
	}
	budget := time.Duration(seconds * float64(time.Second))
	var ns [2]float64
	for i := int64(0); i < 2; i++ {
		side := (Env("FIGURES_ROUND", 0) + i) % 2
		ns[side] = []*Work{&original, &libkoord}[side].time(budget)
	}
	line, err := json.Marshal(map[string]any{"case": name, "original": ns[0], "libkoord": ns[1]})
	if err != nil {
		panic(err)
	}
	fmt.Printf("FIGURE %s\n", line)
}
