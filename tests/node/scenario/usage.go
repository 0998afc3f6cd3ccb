package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// playIdle says what the agent takes while nothing happens. It is measured, not asserted.
func (n *node) playIdle(ctx context.Context) error {
	const span = 30 * time.Second
	before, _, err := n.agent.usage()
	if err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(span):
	}
	after, memory, err := n.agent.usage()
	if err == nil {
		fmt.Printf("koord-agent: %s of memory at the most, %.3f %% of a CPU while nothing happens\n", memory,
			100*(after-before).Seconds()/span.Seconds())
	}
	return err
}

// usage is the CPU time of a process, and the most memory that it has had.
func (p *process) usage() (time.Duration, string, error) {
	folder := fmt.Sprintf("/proc/%d/", p.command.Process.Pid)
	// Time in the kernel's scheduler: ticks of a hundredth of a second would tell nothing here.
	tasks, err := os.ReadDir(folder + "task")
	if err != nil {
		return 0, "", err
	}
	total := time.Duration(0)
	for _, task := range tasks {
		text, err := os.ReadFile(folder + "task/" + task.Name() + "/schedstat")
		if err != nil {
			continue // the thread has ended
		}
		first, _, _ := strings.Cut(string(text), " ")
		ran, err := strconv.ParseInt(first, 10, 64)
		if err != nil {
			return 0, "", err
		}
		total += time.Duration(ran)
	}
	status, err := os.ReadFile(folder + "status")
	if err != nil {
		return 0, "", err
	}
	for _, line := range strings.Split(string(status), "\n") {
		if most, found := strings.CutPrefix(line, "VmHWM:"); found {
			return total, strings.TrimSpace(most), nil
		}
	}
	return 0, "", fmt.Errorf("%sstatus has no VmHWM", folder)
}
