package command

import (
	"context"

	"libkoord.invalid/koord/kubernetes/kubectl/collect"
)

// command is a command of kubectl-koord that koordctl answers.
type command struct {
	name, usage, short string
	// runs is the command of koordctl.
	runs string
	// named is the kind of objects that the first argument names, for completion.
	named objects
	// hasNamespace: koordctl's command has --namespace.
	hasNamespace bool
	// filtersNamespace: koordctl's command shows all namespaces unless --namespace is given.
	filtersNamespace bool
	// shape turns the arguments into those of koordctl and restricts the objects; nil changes nothing.
	shape func(*request) error
	// run replaces the usual way: to read the objects, and to run koordctl once.
	run func(context.Context, *App, *request) (int, error)
}

type objects int

const (
	nothing objects = iota
	pods
	nodes
)

// commands are all commands that koordctl answers, and the counterpart of each. Options that are not of kubectl are passed on, so that
// koordctl's help is also theirs.
var commands = []command{
	{name: "explain", runs: "explain", usage: "POD", named: pods, hasNamespace: true,
		short: "Show why the nodes refuse a pod, and what would make it fit"},
	{name: "why", runs: "explain", usage: "POD", named: pods, hasNamespace: true, run: why,
		short: "Show the scheduler's answer for a pending pod, then explain"},
	{name: "fit", runs: "explain", usage: "-f FILE", hasNamespace: true, run: fit,
		short: "Show whether the pods in files would fit, each by itself"},
	{name: "simulate", runs: "simulate", usage: "", short: "Schedule the pending pods, and those in files, one after another"},
	{name: "gang", runs: "gang", usage: "", short: "Place the pending pods of gangs, and those in files, at once or none of them"},
	{name: "capacity", runs: "capacity", usage: "[POD]", named: pods, hasNamespace: true,
		short: "Show how many more pods like POD, or of the stated amounts, fit"},
	{name: "drain", runs: "capacity", usage: "NODE [POD]", named: nodes, hasNamespace: true, shape: drain,
		short: "Show whether the pods of a node fit elsewhere, and what is left then"},
	{name: "draw", runs: "simulate", usage: "[NODE]", named: nodes, shape: draw,
		short: "Draw which pods hold the CPUs and devices of a node"},
	{name: "topology", runs: "topology", usage: "NODE", named: nodes, run: topology,
		short: "Show sockets, NUMA nodes, cores and CPUs of a node"},
	{name: "top", runs: "top", usage: "[NODE]", named: nodes, filtersNamespace: true, run: top,
		short: "Watch which pods run where and why pods are pending, in the terminal"},
	{name: "preempt", runs: "preempt", usage: "POD", named: pods, hasNamespace: true,
		short: "Show which pods would have to be evicted so that a pod fits"},
	{name: "rebind", runs: "rebind", usage: "[NODE]", named: nodes, short: "Plan other CPUs for the pods of a node"},
	{name: "resize", runs: "resize", usage: "POD", named: pods, hasNamespace: true,
		short: "Show whether a running pod can grow or shrink on its node"},
}

// switches are koordctl's options without a value. All others have one; a test compares with koordctl's help.
var switches = map[string]bool{
	"-h": true, "--help": true, "-v": true, "--verbose": true, "--picture": true, "--ascii": true, "--no-headers": true, "--after": true,
	"--strict": true, "--ignore-kubelet": true, "--least-important": true, "--no-new-crossing": true, "--may-move": true,
	"--devices": true, "--only-allowed": true, "--force": true, "--once": true,
}

// draw shows bound pods only: those that simulate would place are not there yet.
func draw(r *request) error {
	node, err := r.takeNode(1, "draws one node; without NODE, -o html shows the cluster")
	if err != nil {
		return err
	}
	if node == "" {
		node = r.last("--node")
	} else {
		r.args = append(r.args, "--node", node)
	}
	r.scope = collect.Scope{Node: node, Bound: true}
	switch r.output() {
	case "", "table", "wide":
		if !r.has("--picture") {
			r.args = append(r.args, "--picture")
		}
	}
	return nil
}

// drain counts pods like one of the node's, by default the one with the largest CPU request, which is the hardest to place, or
// pods of the stated amounts.
func drain(r *request) error {
	node, err := r.takeNode(2, "")
	if err != nil {
		return err
	}
	if node == "" {
		return usageError("NODE is required, as in: kubectl koord drain node-a")
	}
	r.args = append(r.args, "--drain", node)
	if len(r.positional) == 0 && !r.has("--cpu") && !r.has("--memory") && !r.has("--resource") {
		r.complete = func(objects []collect.Object) error {
			pod := largestPod(objects, node)
			if pod == "" {
				return usageError("node " + node + " has no running pods; name a pod to count: kubectl koord drain NODE POD")
			}
			r.positional = []string{pod}
			return nil
		}
	}
	return nil
}
