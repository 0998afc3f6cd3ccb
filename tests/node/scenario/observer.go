package main

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// kind is the kind of CPUs that a container has.
type kind int

const (
	shares kind = iota // the shared pool
	best               // BE
	lsr
	lse
)

// areApart reports whether two containers have no CPU in common.
func areApart(a, b kind) bool {
	if a == best || b == best {
		return a == lse || b == lse
	}
	return a != shares || b != shares
}

// holder is a container that is observed.
type holder struct {
	kind        kind
	group       string // the container's
	least, most cpuMask
}

// observer reads the CPUs of running containers all the time, from their control groups. It knows nothing of the agent.
//
// The runtime writes control groups, too. If it was told of CPUs before others were decided, and writes them afterwards, they are
// wrong until the agent has repaired that: a lapse. While strict is set, nothing is in flight, and a lapse is an error.
type observer struct {
	groups  *groups
	mu      sync.Mutex
	held    map[string]*holder // by pod
	strict  bool
	err     error
	looks   int
	lapses  int
	longest time.Duration
	since   time.Time // begin of the present lapse; zero if there is none
	last    string    // the last lapse
	end     chan struct{}
	ended   sync.WaitGroup
}

func observe(groups *groups) *observer {
	o := &observer{groups: groups, held: map[string]*holder{}, end: make(chan struct{})}
	o.ended.Go(func() {
		for {
			select {
			case <-o.end:
				return
			case <-time.After(2 * time.Millisecond):
			}
			o.mu.Lock()
			if o.err == nil {
				o.note(o.look())
			}
			o.mu.Unlock()
		}
	})
	return o
}

// note counts a look and its result.
func (o *observer) note(wrong string, err error) {
	o.looks++
	switch {
	case err != nil:
		o.err = err
	case wrong != "" && o.strict:
		o.err = errors.New(wrong)
	case wrong != "":
		if o.since.IsZero() {
			o.since = time.Now()
			o.lapses++
		}
		o.last = wrong
	}
	if !o.since.IsZero() {
		o.longest = max(o.longest, time.Since(o.since))
	}
	if wrong == "" {
		o.since = time.Time{}
	}
}

func (o *observer) stop() {
	close(o.end)
	o.ended.Wait()
}

// change changes the expectations, between two looks.
func (o *observer) change(how func(held map[string]*holder)) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	how(o.held)
	return o.err
}

func (o *observer) failure() error { return o.change(func(map[string]*holder) {}) }

// lapse returns the present lapse, or nil.
func (o *observer) lapse() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.since.IsZero() {
		return nil
	}
	return errors.New(o.last)
}

// setStrict makes lapses errors, or no longer.
func (o *observer) setStrict(strict bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.strict = strict
}

func (o *observer) read() (map[string]cpuMask, error) {
	out := make(map[string]cpuMask, len(o.held))
	for name, holder := range o.held {
		cpus, err := parseMask(o.groups.cpusOf(holder.group))
		if err != nil {
			return nil, fmt.Errorf("pod %s: %w", name, err)
		}
		out[name] = cpus
	}
	return out, nil
}

// look reads the CPUs twice, and returns what is wrong. Two equal readings prove that all values held at the same time.
func (o *observer) look() (wrong string, err error) {
	first, err := o.read()
	if err != nil {
		return "", err
	}
	for name, holder := range o.held {
		if cpus := first[name]; cpus&holder.least != holder.least || cpus&^holder.most != 0 {
			return fmt.Sprintf("pod %s is on CPUs %s, expected at least %s and at most %s", name, cpus, holder.least, holder.most), nil
		}
	}
	second, err := o.read()
	if err != nil || !maps.Equal(first, second) {
		return "", err
	}
	names := slices.Sorted(maps.Keys(o.held))
	for i, a := range names {
		for _, b := range names[:i] {
			if both := first[a] & first[b]; both != 0 && areApart(o.held[a].kind, o.held[b].kind) {
				return fmt.Sprintf("pod %s is on CPUs %s, and pod %s on CPUs %s: both have %s", b, first[b], a, first[a], both), nil
			}
		}
	}
	return "", nil
}

// processes returns where each process of a container may run, as the kernel says.
func (g *groups) processes(group string) ([]string, error) {
	text, err := os.ReadFile(filepath.Join(g.path(group, "cpuset"), "cgroup.procs"))
	if err != nil {
		return nil, err
	}
	var out []string
	for _, id := range strings.Fields(string(text)) {
		status, err := os.ReadFile(filepath.Join("/proc", id, "status"))
		if os.IsNotExist(err) {
			continue // it has ended
		}
		if err != nil {
			return nil, err
		}
		_, rest, _ := strings.Cut(string(status), "\n"+cpusAllowed+"\t")
		cpus, _, _ := strings.Cut(rest, "\n")
		out = append(out, cpus)
	}
	return out, nil
}
