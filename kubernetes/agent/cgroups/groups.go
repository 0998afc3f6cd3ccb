// Package cgroups opens the node's control groups, moves running containers to their placement, and
// finds the groups of pods and containers.
package cgroups

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/facts"
)

// mostPlans limits the plans in one round. A plan becomes stale if containers start or end
// meanwhile.
const mostPlans = 8

// Groups are the control groups of the node.
type Groups struct {
	config config.CgroupConfig
	root   string // kubelet's cgroupRoot
	open   *koord.Cgroups
	info   koord.CgroupsInfo // description of the open groups
}

// New returns groups that are not open.
func New(config config.CgroupConfig) *Groups { return &Groups{config: config} }

// Moved describes the writes of a round.
type Moved struct {
	Writes uint64
	Files  []string
}

// Open opens the groups unless they are open. It returns koord.ErrNotFound if kubelet has not
// created them.
func (g *Groups) Open(ctx context.Context) (*koord.Cgroups, error) {
	if g.open != nil {
		return g.open, nil
	}
	open, err := koord.OpenCgroups(ctx, g.config.Mount, g.kubeletRoot(), g.config.Options())
	if err != nil {
		return nil, err
	}
	if g.info, err = open.Info(); err != nil {
		_ = open.Close()
		return nil, err
	}
	g.open = open
	return open, nil
}

// Close closes the groups. Open opens them again.
func (g *Groups) Close() {
	_ = g.open.Close()
	g.open = nil
}

// kubeletRoot returns the parent group of kubepods.
func (g *Groups) kubeletRoot() string {
	if root := strings.Trim(g.config.Root, "/"); root != "" {
		return root
	}
	return g.root
}

// SetKubeletConfig sets kubelet's cgroupRoot, unless the agent's own configuration states it.
func (g *Groups) SetKubeletConfig(kubeletConfig []byte) {
	root := cgroupRootOf(kubeletConfig)
	if g.config.Root == "" && root != g.root {
		g.root = root
		g.Close()
	}
}

// Apply moves running containers to their placement in the state. If kubelet's groups do not exist
// there is nothing to move, which is an error if containers are known to run.
func (g *Groups) Apply(ctx context.Context, state *koord.AgentState, running []facts.Member, out *Moved) error {
	names, err := namesOf(running)
	if err != nil {
		return err
	}
	defer names.Close()
	last := ""
	for range mostPlans {
		open, err := g.Open(ctx)
		if errors.Is(err, koord.ErrNotFound) && len(running) == 0 {
			return nil
		}
		if err != nil {
			return err
		}
		done, summary, err := g.once(ctx, open, state, names, out)
		if err != nil {
			g.Close() // kubelet may have created them again
			return err
		}
		if done {
			return nil
		}
		last = summary
	}
	return fmt.Errorf("control groups: changed by another process during each of several attempts: %s", last)
}

// once plans and applies. It reports whether everything is in place, and otherwise why a new plan
// is needed.
func (g *Groups) once(ctx context.Context, open *koord.Cgroups, state *koord.AgentState, names *koord.CgroupContainers,
	out *Moved) (done bool, summary string, err error) {
	plan, err := open.Plan(ctx, state, names)
	if err != nil {
		return false, "", err
	}
	defer plan.Close()
	steps, err := plan.Steps()
	if err != nil || len(steps) == 0 {
		return err == nil, "", err
	}
	report, err := open.Apply(ctx, plan)
	if err != nil {
		return false, "", err
	}
	defer report.Close()
	info, err := report.Info()
	if err != nil {
		return false, "", err
	}
	out.Writes += info.Writes
	switch info.Outcome {
	case koord.CgroupOutcomeDone:
		for _, step := range steps {
			out.Files = append(out.Files, step.Path)
		}
		return true, "", nil
	case koord.CgroupOutcomeStale:
		return false, "they changed after the plan was made", nil
	}
	failed := describe(steps, info)
	if info.Outcome == koord.CgroupOutcomeUndone && info.Error == koord.CgroupErrorRetry {
		return false, failed, nil
	}
	return false, "", fmt.Errorf("control groups: %s", failed)
}

func describe(steps []koord.CgroupStep, info koord.CgroupReportInfo) string {
	if info.FailedStep < 0 || info.FailedStep >= int64(len(steps)) {
		return fmt.Sprintf("outcome %d", info.Outcome)
	}
	step := steps[info.FailedStep]
	text := fmt.Sprintf("%s: writing %q failed (class %d)", step.Path, step.To, info.Error)
	if info.Outcome == koord.CgroupOutcomePartial {
		text += "; rolling back failed, too: the steps before it are in force"
	}
	return text
}

func namesOf(running []facts.Member) (*koord.CgroupContainers, error) {
	names, err := koord.NewCgroupContainers()
	if err != nil {
		return nil, err
	}
	for _, member := range running {
		if !isContainerID(member.ID) {
			continue // not in a group that the library could find
		}
		if err := names.Add(member.ID, member.Name); err != nil {
			_ = names.Close()
			return nil, err
		}
	}
	return names, nil
}

func isContainerID(id string) bool {
	return id != "" && len(id) <= 128 && strings.Trim(id, "0123456789abcdef") == ""
}

// cgroupRootOf returns kubelet's cgroupRoot in the form that the library takes.
func cgroupRootOf(config []byte) string {
	var read struct {
		CgroupRoot    string `json:"cgroupRoot"`
		Kubeletconfig struct {
			CgroupRoot string `json:"cgroupRoot"`
		} `json:"kubeletconfig"`
	}
	_ = json.Unmarshal(config, &read) // the library reports errors in it
	if read.CgroupRoot == "" {
		read.CgroupRoot = read.Kubeletconfig.CgroupRoot
	}
	return strings.Trim(read.CgroupRoot, "/")
}
