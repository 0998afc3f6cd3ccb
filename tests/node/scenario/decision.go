package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"
)

// describeMachine returns this machine's NodeResourceTopology.
func (r *resizing) describeMachine(ctx context.Context) ([]byte, error) {
	out, err := exec.CommandContext(ctx, r.planner, "topology", "--node-name", "node-a", "-o", "nrt").Output()
	if err != nil {
		return nil, fmt.Errorf("koordctl topology: %w", err)
	}
	path := filepath.Join(r.dir, "report.yaml")
	return out, os.WriteFile(path, out, 0o600)
}

// plan asks koordctl for a pod's CPUs after a resize, or the reason why there are none.
func (r *resizing) plan(ctx context.Context, p *pod, cpus int) (after cpuMask, refusal string, err error) {
	items := []any{map[string]any{"apiVersion": "v1", "kind": "Node", "metadata": map[string]any{"name": "node-a"},
		"status": map[string]any{"allocatable": map[string]any{"cpu": strconv.Itoa(r.all.count()), "memory": "64Gi", "pods": "110"}}}}
	for _, one := range r.list.pods {
		manifest := one.manifest()
		manifest["apiVersion"], manifest["kind"], manifest["status"] = "v1", "Pod", map[string]any{"phase": "Running"}
		items = append(items, manifest)
	}
	objects := filepath.Join(r.dir, "objects.json")
	if err := os.WriteFile(objects, encode(map[string]any{"apiVersion": "v1", "kind": "List", "items": items}), 0o600); err != nil {
		return 0, "", err
	}
	out, err := exec.CommandContext(ctx, r.planner, "resize", "-f", filepath.Join(r.dir, "report.yaml"), "-f", objects, p.name,
		"--cpu", strconv.Itoa(cpus), "-o", "json").Output()
	ended := &exec.ExitError{}
	if err != nil && (!errors.As(err, &ended) || ended.ExitCode() != 1) {
		if ended.ProcessState != nil {
			err = fmt.Errorf("%w: %s", err, ended.Stderr)
		}
		return 0, "", fmt.Errorf("koordctl resize: %w", err)
	}
	var answer struct {
		Granted bool `json:"granted"`
		After   struct {
			CPUs string `json:"cpuset"`
		} `json:"after"`
		Refusal struct {
			Reason string `json:"reason"`
		} `json:"refusal"`
	}
	if err := json.Unmarshal(out, &answer); err != nil {
		return 0, "", fmt.Errorf("koordctl resize: %w: %q", err, out)
	}
	if !answer.Granted {
		return 0, answer.Refusal.Reason, nil
	}
	after, err = parseMask(answer.After.CPUs)
	return after, "", err
}

// judge checks a decision by its own arithmetic: a pod is resized if whole CPUs are left for it. It then keeps its CPUs and gets
// free ones, or keeps some of its CPUs.
func (r *resizing) judge(p *pod, to int, after cpuMask, refusal string) error {
	had := r.owned[p.name]
	fits := to <= r.room()+had.count()
	if refusal != "" {
		if fits || refusal != "InsufficientResource" {
			return fmt.Errorf("refused with %q, but %d CPUs are free", refusal, r.room())
		}
		return nil
	}
	if !fits {
		return fmt.Errorf("got CPUs %s, but only %d are free", after, r.room())
	}
	if after.count() != to || after&^r.all != 0 || (after&^had != 0 && had&^after != 0) {
		return fmt.Errorf("got CPUs %s, expected %d that contain, or are contained in, CPUs %s", after, to, had)
	}
	for name, cpus := range r.owned {
		if name != p.name && cpus&after != 0 {
			return fmt.Errorf("got CPUs %s, and pod %s has CPUs %s", after, name, cpus)
		}
	}
	return nil
}

// placement returns the expected CPUs of every pod; changed overrides those of some.
func (r *resizing) placement(changed map[string]cpuMask) map[*pod]cpuMask {
	out := map[*pod]cpuMask{}
	left, forBest := r.all, r.all
	for _, p := range r.owners {
		cpus, is := changed[p.name]
		if !is {
			cpus = r.owned[p.name]
		}
		out[p] = cpus
		left &^= cpus
		if p.qos == "LSE" {
			forBest &^= cpus
		}
	}
	if r.shared != nil {
		out[r.shared] = left
	}
	if r.bestUp != nil {
		out[r.bestUp] = forBest
	}
	return out
}

// expect sets the limits of the observer: a container has the CPUs common to both placements, and none outside both.
func (r *resizing) expect(changed map[string]cpuMask) error {
	before, after := r.placement(nil), r.placement(changed)
	return r.watch.change(func(held map[string]*holder) {
		for p, cpus := range before {
			if holder := held[p.name]; holder != nil {
				holder.least, holder.most = cpus&after[p], cpus|after[p]
			}
		}
	})
}

// settle waits until the kernel and the agent's record agree with the expected CPUs, then lets the observer accept only these.
func (r *resizing) settle(ctx context.Context) error {
	where := r.placement(nil)
	var err error
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(3 * time.Millisecond) {
		if err := errors.Join(ctx.Err(), r.watch.failure()); err != nil {
			return err
		}
		if err = errors.Join(r.holds(where), r.watch.lapse()); err == nil {
			return r.expect(nil)
		}
	}
	return err
}

func (r *resizing) holds(where map[*pod]cpuMask) error {
	for p, want := range where {
		if p.ids["main"] == "" {
			continue // it has not started
		}
		group := p.group() + "/" + p.ids["main"]
		if cpus := r.groups.cpusOf(group); cpus != want.String() {
			return fmt.Errorf("pod %s has CPUs %s in its control group, expected %s", p.name, cpus, want)
		}
		processes, err := r.groups.processes(group)
		if err != nil {
			return err
		}
		if len(processes) == 0 {
			return fmt.Errorf("pod %s has no process in %s", p.name, group)
		}
		for _, cpus := range processes {
			if cpus != want.String() {
				return fmt.Errorf("a process of pod %s may run on CPUs %s, expected %s", p.name, cpus, want)
			}
		}
		if p.class != "" {
			continue
		}
		for _, one := range []string{p.group(), group} {
			if quota := r.groups.quota(one); quota != "-1" && quota != "max" {
				return fmt.Errorf("%s has a quota of %s, expected none", one, quota)
			}
		}
	}
	return r.stated(where)
}

// stated checks node-state.json, the agent's record of its decisions.
func (r *resizing) stated(where map[*pod]cpuMask) error {
	text, err := os.ReadFile(filepath.Join(r.dir, "state", "node-state.json"))
	if err != nil {
		return err
	}
	var state struct {
		Pods []struct {
			UID   string `json:"uid"`
			Place string `json:"place"`
			CPUs  string `json:"cpus"`
		} `json:"pods"`
	}
	if err := json.Unmarshal(text, &state); err != nil {
		return err
	}
	found := map[string]string{}
	for _, one := range state.Pods {
		found[one.UID] = one.Place + " " + one.CPUs
	}
	if len(found) != len(where) { // it notices the end of a pod later if the runtime does not tell it
		return fmt.Errorf("node-state.json has %d pods, expected %d: %s", len(found), len(where), text)
	}
	for p, want := range where {
		place := "exclusive"
		switch p.qos {
		case "LS":
			place = "shared"
		case "BE":
			place = "bestEffort"
		}
		if wanted := place + " " + want.String(); found[p.uid()] != wanted {
			return fmt.Errorf("node-state.json has pod %s as %q, expected %q", p.name, found[p.uid()], wanted)
		}
	}
	return nil
}
