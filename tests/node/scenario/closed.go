package main

import (
	"context"
	"fmt"
	"strings"
	"syscall"

	cri "k8s.io/cri-api/pkg/apis/runtime/v1"
)

// playRequired: containerd's validator keeps a pod that wants the agent from starting without it.
func (n *node) playRequired(ctx context.Context) error {
	n.containerd.kill()
	n.validator = true
	if err := n.startContainerd(ctx); err != nil {
		return err
	}
	n.agent.kill()
	guarded := &pod{name: "guarded", qos: "LSR", milli: 1000, claim: n.own,
		notes: map[string]string{"required-plugins.noderesource.dev": `["koord"]`}}
	if err := n.sandbox(ctx, guarded); err != nil {
		return err
	}
	if err := n.none(ctx, guarded, "koord"); err != nil {
		return err
	}
	free := &pod{name: "free", qos: "LS", class: "burstable", milli: 100}
	if err := n.start(ctx, free, "main"); err != nil {
		return fmt.Errorf("a pod that does not want the agent: %w", err)
	}
	if err := n.startAgent(ctx); err != nil {
		return err
	}
	return n.startsAtLast(ctx, guarded, free)
}

// playStandstill: with onRefusal "refuse" a container fails that the agent does not answer for, and starts when it does again.
func (n *node) playStandstill(ctx context.Context) error {
	n.agent.kill()
	n.onRefusal = "refuse"
	if err := n.startAgent(ctx); err != nil {
		return err
	}
	waiting := &pod{name: "waiting", qos: "LSR", milli: 1000, claim: n.own}
	if err := n.sandbox(ctx, waiting); err != nil {
		return err
	}
	if err := n.agent.command.Process.Signal(syscall.SIGSTOP); err != nil {
		return err
	}
	err := n.none(ctx, waiting, "")
	if again := n.agent.command.Process.Signal(syscall.SIGCONT); err == nil {
		err = again
	}
	if err != nil {
		return err
	}
	return n.startsAtLast(ctx, waiting)
}

// none has a pod's container not start, for a reason with this word.
func (n *node) none(ctx context.Context, p *pod, word string) error {
	if err := n.container(ctx, p, "main"); err == nil || !strings.Contains(err.Error(), word) {
		return fmt.Errorf("a container of pod %s without the agent: %v, expected an error", p.name, err)
	}
	running, err := n.cri.ListContainers(ctx, &cri.ListContainersRequest{Filter: &cri.ContainerFilter{PodSandboxId: p.box}})
	if err == nil && len(running.Containers) != 0 {
		err = fmt.Errorf("pod %s has a container that was refused", p.name)
	}
	return err
}

// startsAtLast has the first pod get what it claims, as kubelet tries again, and ends all.
func (n *node) startsAtLast(ctx context.Context, pods ...*pod) error {
	if err := retry(func() error { return n.container(ctx, pods[0], "main") }); err != nil {
		return err
	}
	if err := n.inside(ctx, pods[0], "main", n.own); err != nil {
		return err
	}
	for _, one := range pods {
		if err := n.end(ctx, one); err != nil {
			return err
		}
	}
	return nil
}
