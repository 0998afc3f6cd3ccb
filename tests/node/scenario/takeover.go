package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// takeover is docs/operate/agent.md's way from kubelet's static policy to the agent, on a node that a real kubelet runs.
func (n *node) takeover() []part {
	return []part{
		{"stage 1: kubelet pins, the agent leaves everything to it and reports", n.playStageOne},
		{"devices of a plugin registered with kubelet: reported, given away, failed", n.playPlugin},
		{"kubelet starts with what koordctl repaired and replaced", n.playStateFile},
		{"stage 2: the agent pins what the scheduler gave", n.playStageTwo},
		{"kubelet killed and started again: nobody moves", n.playKubeletRestart},
		{"a deleted pod's CPUs and device come back", n.playGone},
		{"the pods of docs/start/first-node.md: a CPU, and half of a GPU that is not there", n.playGuide},
		{"nothing happens", n.playIdle},
	}
}

// served is the pod that owns a CPU, first by kubelet, then by the agent.
const served = "{limits: {cpu: 1, memory: 64Mi, " + dspResource + ": 1}}"

func (n *node) playStageOne(ctx context.Context) error {
	if err := settled(func() error {
		return n.reads(ctx, `"policy":"static"`, "noderesourcetopology", `{.metadata.annotations.kubelet\.koordinator\.sh/cpu-manager-policy}`)
	}); err != nil {
		return err
	}
	if err := settled(func() error { // the scheduler has to know of the devices, which kubelet tells with the Node
		return n.reads(ctx, "2", "node", `{.status.allocatable.example\.com/dsp}`)
	}); err != nil {
		return err
	}
	n.be = &pod{name: "be", qos: "BE"}
	n.lsr = &pod{name: "lsr", qos: "LSR"}
	if err := n.applied(ctx, n.lsr, served); err != nil {
		return err
	}
	if err := n.applied(ctx, n.be, "{}"); err != nil {
		return err
	}
	// Reconciliation takes BestEffort pods off the CPU.
	if err := settled(func() error { return n.inside(ctx, n.be, "main", n.rest) }); err != nil {
		return err
	}
	if err := n.inside(ctx, n.lsr, "main", n.own); err != nil {
		return err
	}
	return settled(func() error {
		return n.reads(ctx, "True", "node", `{.status.conditions[?(@.type=="KoordAgentReady")].status}`)
	})
}

func (n *node) read(ctx context.Context, kind, path string) (string, error) {
	return n.apiServer(ctx, "", "get", kind, "node-a", "-o", "jsonpath="+path)
}

// reads asks for something of the object node-a.
func (n *node) reads(ctx context.Context, want, kind, path string) error {
	got, err := n.read(ctx, kind, path)
	if err == nil && !strings.Contains(got, want) {
		err = fmt.Errorf("%s node-a: %s is %q, expected %s", kind, path, got, want)
	}
	return err
}

const (
	health = `{.spec.devices[?(@.type=="dsp")].health}`
	given  = `{.metadata.annotations.node\.koordinator\.sh/devices-checkpoints}`
)

func (n *node) playPlugin(ctx context.Context) error {
	if err := settled(func() error { return n.reads(ctx, "true true", "device", health) }); err != nil {
		return err
	}
	// The scheduler chose the device of the pod above, and its annotation says so. Of one that it did not bind, kubelet tells.
	n.other = &pod{name: "other", qos: "BE"}
	if err := n.applied(ctx, n.other, "{limits: {"+dspResource+": 1}}", "nodeName: node-a"); err != nil {
		return err
	}
	if err := settled(func() error { return n.reads(ctx, n.other.uid(), "device", given) }); err != nil {
		return err
	}
	for _, one := range []struct{ broken, want string }{{"dsp-1", "true false"}, {"", "true true"}} {
		began := time.Now()
		n.dsps.fail(one.broken)
		if err := settled(func() error { return n.reads(ctx, one.want, "device", health) }); err != nil {
			return err
		}
		if took := time.Since(began); took > 10*time.Second {
			return fmt.Errorf("device %q failed, and that was reported after %s, expected at most 10 s", one.broken, took)
		}
	}
	return nil
}

// playStateFile damages kubelet's file, which keeps it from starting, and mends it.
func (n *node) playStateFile(ctx context.Context) error {
	n.kubelet.kill()
	file := filepath.Join(kubeletRoot, "cpu_manager_state")
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if !strings.Contains(string(text), n.lsr.uid()) {
		return fmt.Errorf("cpu_manager_state has no entry of the pod: %s", text)
	}
	damaged := regexp.MustCompile(`hecksum":`).ReplaceAll(text, []byte(`hecksum":1`))
	if err := os.WriteFile(file, damaged, 0o600); err != nil {
		return err
	}
	said, err := n.dies()
	if err != nil {
		return err
	}
	if !strings.Contains(said, "checkpoint is corrupted") {
		return fmt.Errorf("kubelet ended, but not for its checkpoint: %s", said)
	}
	if err := n.koordctlKubelet(ctx, "check"); err == nil {
		return fmt.Errorf("koordctl finds no fault in the file that keeps kubelet from starting")
	}
	if err := n.koordctlKubelet(ctx, "repair", "--write"); err != nil {
		return err
	}
	if err := n.isMended(text); err != nil {
		return err
	}
	if err := n.startKubelet(ctx); err != nil {
		return err
	}
	n.kubelet.kill()
	if err := n.refuseReserved(ctx); err != nil {
		return err
	}
	// With a third CPU the scheduler gives another one than kubelet did. Otherwise the pod keeps kubelet's.
	if cpus := n.groups.cpus; len(cpus) > 2 {
		n.own = cpus[2]
		n.rest = n.others(n.own)
	}
	if err := n.assign(ctx, n.own); err != nil {
		return err
	}
	pods, err := n.podsFile(ctx)
	if err != nil {
		return err
	}
	if err := n.koordctlKubelet(ctx, "replace", "-f", pods, "--write"); err != nil {
		return err
	}
	if err := n.startKubelet(ctx); err != nil {
		return err
	}
	if err := settled(func() error { return n.inside(ctx, n.lsr, "main", n.own) }); err != nil {
		return err
	}
	return settled(func() error { return n.inside(ctx, n.be, "main", n.rest) })
}

// assign writes the CPU that the scheduler gave to the pod.
func (n *node) assign(ctx context.Context, cpu string) error {
	status := fmt.Sprintf(`scheduling.koordinator.sh/resource-status={"cpuset":%q}`, cpu)
	_, err := n.apiServer(ctx, "", "annotate", "--overwrite", "pod", n.lsr.name, status)
	return err
}

// refuseReserved checks that a CPU which kubelet reserves is not written into its file, and that the refusal says what
// to do. In stage 1 the scheduler ignores kubelet's CPUs, so it may give such a CPU.
func (n *node) refuseReserved(ctx context.Context) error {
	if err := n.assign(ctx, "0"); err != nil {
		return err
	}
	pods, err := n.podsFile(ctx)
	if err != nil {
		return err
	}
	err = n.koordctlKubelet(ctx, "replace", "-f", pods)
	if err == nil || !strings.Contains(err.Error(), "are reserved for the system; leave the pod out") {
		return fmt.Errorf("a reserved CPU for a pod: expected a refusal with its remedy, got %v", err)
	}
	return nil
}

// isMended: a repair of nothing but checksums writes what kubelet had written.
func (n *node) isMended(before []byte) error {
	after, err := os.ReadFile(filepath.Join(kubeletRoot, "cpu_manager_state"))
	if err != nil {
		return err
	}
	if string(after) != string(before) {
		return fmt.Errorf("repaired: %s, expected what kubelet wrote: %s", after, before)
	}
	return nil
}

// podsFile has the pods as an administrator would save them.
func (n *node) podsFile(ctx context.Context) (string, error) {
	text, err := n.apiServer(ctx, "", "get", "pods", "-A", "--field-selector", "spec.nodeName=node-a", "-o", "json")
	if err != nil {
		return "", err
	}
	file := filepath.Join(n.dir, "pods.json")
	return file, os.WriteFile(file, []byte(text), 0o600)
}

func (n *node) playStageTwo(ctx context.Context) error {
	n.kubelet.kill()
	if err := n.configureKubelet("none"); err != nil {
		return err
	}
	pods, err := n.podsFile(ctx)
	if err != nil {
		return err
	}
	if err := n.koordctlKubelet(ctx, "migrate", "-f", pods, "--write"); err != nil {
		return err
	}
	if err := n.startKubelet(ctx); err != nil {
		return err
	}
	n.agent.kill()
	n.ignoreKubelet = false
	if err := n.startAgent(ctx); err != nil {
		return err
	}
	if err := settled(func() error {
		return n.reads(ctx, `"policy":"none"`, "noderesourcetopology", `{.metadata.annotations.kubelet\.koordinator\.sh/cpu-manager-policy}`)
	}); err != nil {
		return err
	}
	n.ls = &pod{name: "ls", qos: "LS"}
	if err := n.applied(ctx, n.ls, "{requests: {cpu: 100m}}"); err != nil {
		return err
	}
	if err := settled(func() error { return n.three(ctx) }); err != nil {
		return err
	}
	var state struct {
		Policy  string         `json:"policyName"`
		Entries map[string]any `json:"entries"`
	}
	text, err := os.ReadFile(filepath.Join(kubeletRoot, "cpu_manager_state"))
	if err == nil {
		err = json.Unmarshal(text, &state)
	}
	if err == nil && (state.Policy != "none" || len(state.Entries) != 0) {
		err = fmt.Errorf("after stage 2 kubelet's file has policy %q and %d entries", state.Policy, len(state.Entries))
	}
	return err
}

func (n *node) playKubeletRestart(ctx context.Context) error {
	n.ls.class = "burstable" // by which its control group is found
	stop := n.watch()
	n.kubelet.kill()
	if err := n.startKubelet(ctx); err != nil {
		return err
	}
	time.Sleep(5 * time.Second) // it looks at all pods again
	if err := stop(); err != nil {
		return err
	}
	return n.three(ctx)
}

func (n *node) playGone(ctx context.Context) error {
	if _, err := n.apiServer(ctx, "", "delete", "pod", n.lsr.name, n.other.name, "--timeout=60s"); err != nil {
		return err
	}
	if err := settled(func() error { return n.inside(ctx, n.ls, "main", n.all) }); err != nil {
		return err
	}
	return settled(func() error {
		got, err := n.read(ctx, "device", given)
		if err == nil && strings.Contains(got, n.other.uid()) {
			err = fmt.Errorf("the Device object says that a pod which is gone has a device: %s", got)
		}
		return err
	})
}
