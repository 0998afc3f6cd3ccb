package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// example is one of those that the guide applies, for a node without a registry and without a network of pods.
func (n *node) example(name string) (string, error) {
	text, err := os.ReadFile(filepath.Join(n.examples, name+".yaml"))
	return strings.NewReplacer("image: busybox", "image: "+image+"\n      imagePullPolicy: Never", "[sleep,", "[/bin/busybox, sleep,",
		"  containers:\n", "  hostNetwork: true\n  terminationGracePeriodSeconds: 0\n  containers:\n").Replace(string(text)), err
}

// playGuide does what docs/start/first-node.md does from its fifth step on.
func (n *node) playGuide(ctx context.Context) error {
	n.agent.kill()
	n.pretends = true
	if err := n.startAgent(ctx); err != nil {
		return err
	}
	gpu, err := n.example("gpu")
	if err != nil {
		return err
	}
	// --force-conflicts takes the fields over that the agent reported before.
	if _, err := n.apiServer(ctx, gpu, "apply", "--server-side", "--force-conflicts", "-f", "-"); err != nil {
		return err
	}
	pinned, half := &pod{name: "pinned"}, &pod{name: "half-gpu"}
	for _, one := range []*pod{pinned, half} {
		manifest, err := n.example(one.name)
		if err != nil {
			return err
		}
		if err := n.started(ctx, one, manifest); err != nil {
			return err
		}
	}
	if n.own, err = n.cpusGiven(pinned); err != nil {
		return err
	}
	if err := settled(func() error { return n.inside(ctx, pinned, "main", n.own) }); err != nil {
		return err
	}
	if err := n.inside(ctx, half, "main", n.others(n.own)); err != nil {
		return err
	}
	found, err := n.variables(ctx, half)
	if want := "NVIDIA_VISIBLE_DEVICES=GPU-00000000-0000-0000-0000-000000000001"; err == nil && !slices.Contains(found, want) {
		err = fmt.Errorf("the container has %q, expected %s", found, want)
	}
	return err
}
