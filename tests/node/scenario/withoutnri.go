package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

const gpu = "GPU-5c89852c-3268-7d5c-4a1c-8d9e6a1f0b11"

// writeRuntime writes what the runtime above takes for runc. CRI-O lowers the OOM score of sandboxes and knows no restrict_oom_score_adj,
// which a machine without CAP_SYS_RESOURCE needs: behind koord-runtime it is taken out again.
func (n *node) writeRuntime() error {
	scripts := map[string]string{
		"koord-runc": fmt.Sprintf("#!/bin/sh\nexec %s --state=%s -- %s/runc-here \"$@\"\n", filepath.Join(n.tools, "oci-runtime/koord-runtime"),
			n.stateFile(), n.dir),
		"runc-here": `#!/bin/sh
for word; do
  case $last in --bundle | -b) sed -i 's/"oomScoreAdj": *-[0-9]*/"oomScoreAdj":0/' "$word/config.json" ;; esac
  last=$word
done
exec runc "$@"
`}
	for name, text := range scripts {
		if err := os.WriteFile(filepath.Join(n.dir, name), []byte(text), 0o700); err != nil {
			return err
		}
	}
	return nil
}

func (n *node) stateFile() string { return filepath.Join(n.dir, "state", "node-state.json") }

// decide makes one round of what koord-agent does without NRI when pods change.
func (n *node) decide(ctx context.Context, pods ...*pod) error {
	items := []any{}
	for _, one := range pods {
		items = append(items, one.manifest())
	}
	text, err := json.Marshal(map[string]any{"apiVersion": "v1", "kind": "PodList", "items": items})
	if err != nil {
		return err
	}
	file := filepath.Join(n.dir, "pods.json")
	if err := os.MkdirAll(filepath.Dir(n.stateFile()), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(file, text, 0o600); err != nil {
		return err
	}
	out, err := exec.CommandContext(ctx, filepath.Join(n.tools, "koordctl/koordctl"), "node", "apply", "--node-name", "node-a", "-f", file,
		"--state", n.stateFile()).CombinedOutput()
	if err != nil {
		return fmt.Errorf("koordctl node apply: %w: %s", err, out)
	}
	return nil
}

// manifest is the pod as the API server would have it.
func (p *pod) manifest() map[string]any {
	config := p.config("")
	resources := map[string]any{}
	amounts := map[string]any{"cpu": fmt.Sprintf("%dm", p.milli), "memory": "64Mi"}
	for name, amount := range p.devices {
		amounts[name] = amount
	}
	switch p.class {
	case "":
		if p.gpus {
			amounts["nvidia.com/gpu"] = "1"
		}
		resources["limits"] = amounts
	case "burstable":
		resources["requests"] = amounts
	}
	return map[string]any{"metadata": map[string]any{"name": p.name, "namespace": "default", "uid": p.uid(), "labels": config.Labels,
		"annotations": config.Annotations}, "spec": map[string]any{"nodeName": "node-a",
		"containers": []any{map[string]any{"name": "main", "resources": resources}}}}
}

// refused is a pod that must not start.
func (n *node) refused(ctx context.Context, p *pod, why string) error {
	err := n.start(ctx, p, "main")
	if err == nil || !strings.Contains(err.Error(), "koord-runtime: refused") || !strings.Contains(err.Error(), why) {
		return fmt.Errorf("%s: %v, expected that it is refused: %s", p.name, err, why)
	}
	return nil
}

func (n *node) playRuntime(ctx context.Context) error {
	ls := &pod{name: "ls", qos: "LS", class: "burstable", milli: 100}
	lsr := &pod{name: "lsr", qos: "LSR", milli: 1000, claim: n.own, gpus: true}
	thief := &pod{name: "thief", qos: "LSR", milli: 1000, claim: n.own}
	if err := n.decide(ctx, ls); err != nil {
		return err
	}
	if err := n.start(ctx, ls, "main"); err != nil {
		return err
	}
	if err := n.inside(ctx, ls, "main", n.all); err != nil {
		return err
	}
	if err := n.decide(ctx, ls, lsr, thief); err != nil {
		return err
	}
	if err := n.start(ctx, lsr, "main"); err != nil {
		return err
	}
	both := func() error {
		if err := n.inside(ctx, lsr, "main", n.own); err != nil {
			return err
		}
		return n.inside(ctx, ls, "main", n.rest)
	}
	if err := both(); err != nil {
		return err
	}
	if err := n.gpusOf(ctx, lsr); err != nil {
		return err
	}
	if err := n.refused(ctx, thief, "which is assigned to another pod"); err != nil {
		return err
	}
	if err := n.refused(ctx, &pod{name: "unknown", qos: "LS", class: "burstable", milli: 100}, "is not known on this node"); err != nil {
		return err
	}
	// Kubelet's update goes through, and is put right by the next look.
	if err := n.update(ctx, lsr, "main", n.all, 100000); err != nil {
		return err
	}
	if err := n.decide(ctx, ls, lsr, thief); err != nil {
		return err
	}
	return both()
}

func (n *node) gpusOf(ctx context.Context, p *pod) error {
	found, err := n.variables(ctx, p)
	if err == nil && !slices.Contains(found, "NVIDIA_VISIBLE_DEVICES="+gpu) {
		err = fmt.Errorf("%s has the environment %q, expected NVIDIA_VISIBLE_DEVICES=%s", p.name, found, gpu)
	}
	return err
}
