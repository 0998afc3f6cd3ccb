package gpupolicy

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// shares returns the part of each class in all weights.
func shares(list []count) map[task]float64 {
	sum, out := 0.0, map[task]float64{}
	for _, item := range list {
		sum += item.weight
	}
	for _, item := range list {
		out[item.task] += item.weight / sum
	}
	return out
}

// reference computes the same from the whole history: an arrival counts half after halfLife others.
func reference(halfLife int, expected []count, history []task) map[task]float64 {
	half := func(arrivals int) float64 { return math.Pow(0.5, float64(arrivals)/float64(halfLife)) }
	sum := 0.0
	for _, item := range expected {
		sum += item.weight
	}
	weights := map[task]float64{}
	for _, item := range expected {
		weights[item.task] += item.weight / sum / (1 - half(1)) * half(len(history))
	}
	for i, arrived := range history {
		weights[arrived] += half(len(history) - 1 - i)
	}
	var list []count
	for class, weight := range weights {
		list = append(list, count{class, weight})
	}
	return shares(list)
}

func TestCountsDecayLikeTheReference(t *testing.T) {
	for _, halfLife := range []int{1, 7, 100, 1000} {
		for _, expected := range [][]count{nil, {{task{cpuMilli: 3}, 600}, {task{cpuMilli: 5}, 300}, {task{cpuMilli: 3}, 100}}} {
			random := rand.New(rand.NewPCG(uint64(halfLife), 1))
			counts := newCounts(halfLife, expected)
			var history []task
			for i := range 3000 {
				arrived := task{cpuMilli: random.Int64N(10 + int64(i/300))} // the mix shifts
				history = append(history, arrived)
				counts.add(arrived)
				if i != 10 && i != 299 && i != 2999 {
					continue
				}
				found, wanted := shares(counts.list()), reference(halfLife, expected, history)
				for class, share := range wanted {
					if math.Abs(found[class]-share) > 1e-9 {
						t.Errorf("half-life %d, %d expected, %d arrivals, %d mCPU: found %v, expected %v", halfLife, len(expected), i+1,
							class.cpuMilli, found[class], share)
					}
				}
				if len(found) > len(wanted) {
					t.Errorf("half-life %d: %d classes, expected %d", halfLife, len(found), len(wanted))
				}
			}
		}
	}
}

func TestRareClassesAreDropped(t *testing.T) {
	counts := newCounts(defaultHalfLife, nil)
	for i := range int64(3 * maxClasses) {
		counts.add(task{cpuMilli: i + 100})
		if i%100 == 0 {
			counts.add(task{cpuMilli: 1})
		}
		if len(counts.byClass) > maxClasses {
			t.Fatalf("%d classes after %d arrivals", len(counts.byClass), i)
		}
	}
	if first := counts.list()[0]; first.cpuMilli != 1 {
		t.Errorf("%d mCPU counts most", first.cpuMilli)
	}
	for i := range int64(1000) { // the last ones are kept
		if class := (task{cpuMilli: 3*maxClasses + 99 - i}); counts.byClass[class] == 0 {
			t.Fatalf("class %d is lost", class.cpuMilli)
		}
	}
	if len(counts.byClass) < maxClasses*7/8 {
		t.Errorf("only %d classes are left", len(counts.byClass))
	}
}

// The order of the list does not depend on that of a map.
func TestListsAreDeterministic(t *testing.T) {
	list := func() string {
		counts := newCounts(50, nil)
		for i := range int64(500) {
			counts.add(task{cpuMilli: i * i % 97, gpus: int32(i % 3)})
		}
		return fmt.Sprint(counts.list(), classes(counts.list(), hardware{models: []string{"A", "B"}}, 7))
	}
	first := list()
	for range 5 {
		if again := list(); again != first {
			t.Fatalf("found %s, expected %s", again, first)
		}
	}
}
