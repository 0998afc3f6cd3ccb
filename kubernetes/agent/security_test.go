package agent

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/internal/fake"
	"libkoord.invalid/koord/kubernetes/objects/check"
)

// Guarantees of docs/internals/security.md about the agent that no other test covers.

// runAnother runs an agent that is expected to exit, and returns its error.
func (n *node) runAnother() error {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	running, err := newOn(ctx, n.config, slog.New(slog.DiscardHandler), n.host)
	if err == nil {
		running.Run(ctx)
	}
	return err
}

// The agent does not start with a node-state.json that other users could have written.
func TestForgedStateFile(t *testing.T) {
	for _, test := range []struct {
		name  string
		forge func(folder, file string) error
	}{
		{"writable by others", func(_, file string) error { return os.Chmod(file, 0o666) }},
		{"in a folder that others may write", func(folder, _ string) error { return os.Chmod(folder, 0o777) }},
		{"a link", func(folder, file string) error {
			return errors.Join(os.Rename(file, folder+"/other"), os.Symlink("other", file))
		}},
		{"not ours", func(_, file string) error { return os.Chown(file, 65534, 65534) }},
	} {
		t.Run(test.name, func(t *testing.T) {
			n := newNode(t, nil)
			victim := fake.Pod{Name: "victim", QOS: "LSR", Milli: 4000, Claim: "4-7"}
			n.run(victim)
			n.settle()
			n.kill()
			if err := test.forge(filepath.Dir(n.config.StateFile), n.config.StateFile); err != nil {
				t.Skip(err) // "not ours" requires root
			}
			err := n.runAnother()
			if !errors.Is(err, koord.ErrPermission) || !strings.Contains(err.Error(), "node-state.json") {
				t.Fatal(err)
			}
			n.expectCPUs(victim, "main", "4-7")
		})
	}
}

// A flood of containers slows the node down, but takes no CPUs from other pods.
func TestFloodOfContainers(t *testing.T) {
	n := newNode(t, nil)
	victim := fake.Pod{Name: "victim", QOS: "LSE", Milli: 4000, Claim: "4-7"}
	n.run(victim)
	const pods, each = 60, 5
	var all sync.WaitGroup
	for i := range pods {
		pod := fake.Pod{Name: fmt.Sprintf("flood%d", i), QOS: "BE", Class: "besteffort"}
		n.mu.Lock()
		n.tree.Add(pod.Group(), -1)
		n.mu.Unlock()
		all.Go(func() {
			for j := range each {
				if _, err := n.create(pod, fmt.Sprintf("c%d", j), ""); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	n.expectCPUs(victim, "main", "4-7")
	n.settle()
	n.expectCPUs(victim, "main", "4-7")
	for i := range pods {
		for j := range each {
			n.expectCPUs(fake.Pod{Name: fmt.Sprintf("flood%d", i), Class: "besteffort"}, fmt.Sprintf("c%d", j), "0-3,8-15")
		}
	}
}

// A pod's directory that is a link is not followed, and does not block other pods' placement.
func TestLinkedGroupsAreNotFollowed(t *testing.T) {
	n := newNode(t, nil)
	outside := t.TempDir()
	for _, name := range []string{"cpuset.cpus", "cpuset.mems", "cpu.cfs_quota_us"} {
		check.OK(t, os.WriteFile(filepath.Join(outside, name), []byte("secret\n"), 0o600))
	}
	evil := fake.Pod{Name: "evil", QOS: "LSR", Milli: 2000, Claim: "8-9"}
	n.sandbox(evil)
	for _, controller := range []string{"cpuset", "cpu"} {
		group := filepath.Join(n.tree.Root, controller, evil.Group())
		check.OK(t, os.RemoveAll(group))
		check.OK(t, os.Symlink(outside, group))
	}
	other := fake.Pod{Name: "other", QOS: "LSR", Milli: 4000, Claim: "4-7"}
	n.run(other)
	n.settle()
	n.expectCPUs(other, "main", "4-7")
	for _, name := range []string{"cpuset.cpus", "cpuset.mems", "cpu.cfs_quota_us"} {
		if text, err := os.ReadFile(filepath.Join(outside, name)); err != nil || string(text) != "secret\n" {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
}

// A container that may write its own control groups cannot get more CPUs by nested groups.
func TestGroupsThatAContainerMakes(t *testing.T) {
	n := newNode(t, nil)
	ls := fake.Pod{Name: "ls", QOS: "LS", Milli: 500, Class: "burstable"}
	n.run(ls)
	below := ls.Group() + "/" + fake.HexID("ls/main") + "/mine"
	n.tree.Add(below, -1)
	n.tree.Add(below+"/deeper", -1)
	n.run(fake.Pod{Name: "lse", QOS: "LSE", Milli: 4000, Claim: "4-7"})
	n.settle()
	for _, group := range []string{below, below + "/deeper"} {
		if cpus := n.tree.Read(group, "cpuset.cpus"); cpus != "0-3,8-15" {
			t.Errorf("%s: %s", group, cpus)
		}
	}
}

// A container nests groups deeper than the library reads: new containers are refused, regardless of
// their claims, and running ones stay. Everything continues after the groups are removed.
func TestGroupsNestedTooDeep(t *testing.T) {
	for _, action := range []string{config.OnRefusalShared, config.OnRefusalRefuse} {
		t.Run(action, func(t *testing.T) {
			n := newNode(t, func(c *config.Config) { c.OnRefusal = action })
			ls, lsr := fake.Pod{Name: "ls", QOS: "LS", Milli: 500, Class: "burstable"}, fake.Pod{Name: "lsr", QOS: "LSR", Milli: 4000, Claim: "4-7"}
			n.run(ls)
			n.run(lsr)
			mine := ls.Group() + "/" + fake.HexID("ls/main") + "/mine"
			for i := range 6 { // five levels below a container's group are read
				n.tree.Add(mine+strings.Repeat("/deeper", i), -1)
			}
			lse := fake.Pod{Name: "lse", QOS: "LSE", Milli: 2000, Claim: "8-9"}
			n.sandbox(lse)
			_, err := n.create(lse, "main", "")
			if (err != nil) != (action == config.OnRefusalRefuse) {
				t.Fatal(err)
			}
			if err == nil {
				n.expectCPUs(lse, "main", "0-3,8-15") // the earlier pool
			}
			n.expectCPUs(lsr, "main", "4-7")
			n.expectCPUs(ls, "main", "0-3,8-15")
			for _, controller := range []string{"cpuset", "cpu"} {
				check.OK(t, os.RemoveAll(filepath.Join(n.tree.Root, controller, mine)))
			}
			n.settle()
			n.run(fake.Pod{Name: "next", QOS: "LS", Milli: 500, Class: "burstable"})
			n.expectCPUs(ls, "main", "0-3,10-15")
		})
	}
}

// Two agents would move containers back and forth.
func TestOneAgentANode(t *testing.T) {
	n := newNode(t, nil)
	if err := n.runAnother(); err == nil || !strings.Contains(err.Error(), "another agent or koordctl manages this node") {
		t.Fatal(err)
	}
}
