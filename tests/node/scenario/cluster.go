package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"slices"
	"strings"
)

// object is what of a pod in the API server a kubelet needs here.
type object struct {
	Metadata struct {
		UID         string            `json:"uid"`
		Labels      map[string]string `json:"labels"`
		Annotations map[string]string `json:"annotations"`
	} `json:"metadata"`
	Spec struct {
		NodeName string `json:"nodeName"`
	} `json:"spec"`
}

// apiServer runs kubectl.
func (n *node) apiServer(ctx context.Context, input string, args ...string) (string, error) {
	command := exec.CommandContext(ctx, n.kubectl, append([]string{"--kubeconfig", n.admin}, args...)...)
	command.Stdin = strings.NewReader(input)
	out, err := command.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("kubectl %s: %w: %s", strings.Join(args, " "), err, out)
	}
	return string(out), nil
}

const manifest = `apiVersion: v1
kind: Pod
metadata: {name: %s, labels: {koordinator.sh/qosClass: %s}}
spec:
  schedulerName: koord-scheduler
  containers: [{name: main, image: busybox, resources: %s}]
`

// playCluster has a scheduler decide, and starts what is bound as a kubelet would.
func (n *node) playCluster(ctx context.Context) error {
	if err := settled(func() error {
		out, err := n.apiServer(ctx, "", "get", "noderesourcetopology", "node-a", "-o", "jsonpath={.metadata.ownerReferences[0].name} {.zones[0].name}")
		if err == nil && out != "node-a node-0" {
			err = fmt.Errorf("the report has %q", out)
		}
		return err
	}); err != nil {
		return err
	}
	n.ls = &pod{name: "ls", qos: "LS", class: "burstable", milli: 100}
	n.be = &pod{name: "be", qos: "BE", class: "besteffort"}
	n.lsr = &pod{name: "lsr", qos: "LSR", milli: 1000}
	for _, one := range []struct {
		pod       *pod
		resources string
	}{{n.ls, "{requests: {cpu: 100m}}"}, {n.be, "{}"}, {n.lsr, "{limits: {cpu: 1, memory: 64Mi}}"}} {
		if _, err := n.apiServer(ctx, fmt.Sprintf(manifest, one.pod.name, one.pod.qos, one.resources), "apply", "-f", "-"); err != nil {
			return err
		}
		if err := settled(func() error { return n.bound(ctx, one.pod) }); err != nil {
			return err
		}
		if err := n.start(ctx, one.pod, "main"); err != nil {
			return err
		}
	}
	var err error
	if n.own, err = n.cpusGiven(n.lsr); err != nil {
		return err
	}
	n.rest = n.others(n.own)
	return n.three(ctx)
}

// cpusGiven is the CPU that the scheduler gave to a pod.
func (n *node) cpusGiven(p *pod) (string, error) {
	var status struct {
		CPUSet string `json:"cpuset"`
	}
	if err := json.Unmarshal([]byte(p.object.Metadata.Annotations["scheduling.koordinator.sh/resource-status"]), &status); err != nil {
		return "", err
	}
	if !slices.Contains(n.groups.cpus, status.CPUSet) {
		return "", fmt.Errorf("the scheduler gave CPUs %q, expected one", status.CPUSet)
	}
	return status.CPUSet, nil
}

// others are all CPUs but this one.
func (n *node) others(cpu string) string {
	var out []string
	for i, one := range n.groups.cpus {
		if one == cpu {
			out = append(out, list(n.groups.cpus[:i]), list(n.groups.cpus[i+1:]))
		}
	}
	return strings.Trim(strings.Join(out, ","), ",")
}

// bound takes over a pod that the scheduler has bound.
func (n *node) bound(ctx context.Context, p *pod) error {
	text, err := n.apiServer(ctx, "", "get", "pod", p.name, "-o", "json")
	if err != nil {
		return err
	}
	made := &object{}
	if err := json.Unmarshal([]byte(text), made); err != nil {
		return err
	}
	if made.Spec.NodeName != "node-a" {
		return fmt.Errorf("pod %s is not bound", p.name)
	}
	p.object = made
	return nil
}

// playDeleted deletes a pod without waiting for its end.
func (n *node) playDeleted(ctx context.Context) error {
	stop := n.watch()
	if _, err := n.apiServer(ctx, "", "delete", "pod", "lsr", "--force", "--grace-period=0"); err != nil {
		return err
	}
	extra := &pod{name: "extra", qos: "LS", class: "burstable", milli: 100}
	if err := n.start(ctx, extra, "main"); err != nil {
		return err
	}
	if err := n.inside(ctx, extra, "main", n.rest); err != nil {
		return err
	}
	if err := n.three(ctx); err != nil {
		return err
	}
	if err := stop(); err != nil {
		return err
	}
	if err := n.end(ctx, n.lsr); err != nil {
		return err
	}
	return settled(func() error { return n.inside(ctx, n.ls, "main", n.all) })
}
