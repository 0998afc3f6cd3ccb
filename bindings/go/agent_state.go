package koord

import (
	"context"
	"strings"
)

// LoadAgentState reads node-state.json for a process that acts on it as root. Errors: those of
// AgentStateFromJSON, ErrNotFound, ErrPermission (the file is not safe), ErrIO.
func LoadAgentState(ctx context.Context, path string) (*AgentState, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	made, err := callAgentStateLoad(path)
	return unlessDone(ctx, made, err)
}

// SaveAgentState replaces node-state.json atomically. ctx is only checked before the write. Errors:
// those of AgentStateFromJSON, ErrPermission, ErrIO.
func SaveAgentState(ctx context.Context, path string, json []byte) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return callAgentStateSave(path, json)
}

// AgentPodCPUs is the placement of a pod or container: its CPUs and the NUMA nodes of its memory,
// by number.
type AgentPodCPUs struct {
	AgentPod
	Set     CPUSet // empty if the CPUs are left unchanged
	NUMASet CPUSet // empty if the NUMA nodes are left unchanged
}

// Pods returns the pods that may have changed after a generation, or all pods if since is 0. They
// are sorted by uid, and each is followed by its containers that run elsewhere. A state read from
// JSON has no generations of pods, so all pods count as changed in the generation of the state.
func (s *AgentState) Pods(since uint64) ([]AgentPodCPUs, error) {
	rows, err := rowsOf(16, func(rows []rawAgentPod) (int, error) { return callAgentStatePods(s, since, rows) })
	if err != nil {
		return nil, err
	}
	pods := make([]AgentPodCPUs, len(rows))
	for i := range rows {
		if pods[i], err = s.pod(&rows[i]); err != nil {
			return nil, err
		}
	}
	return pods, nil
}

// FindContainer returns the placement of a container, or of the pod if container is empty. It
// returns the pod's row if the container has none of its own. Errors: ErrNotFound.
func (s *AgentState) FindContainer(uid, container string) (AgentPodCPUs, error) {
	row, err := callAgentStateFindContainer(s, uid, container)
	if err != nil {
		return AgentPodCPUs{}, err
	}
	return s.pod(&row)
}

// pod returns a copy of a row with its texts and sets.
func (s *AgentState) pod(row *rawAgentPod) (pod AgentPodCPUs, err error) {
	err = callAgentStateTexts(s, func(texts string) {
		pod.AgentPod = row.public(texts)
		pod.UID, pod.Container = strings.Clone(pod.UID), strings.Clone(pod.Container)
	})
	set := func(count uint32, read func(*AgentState, uint32, []uint64) error) (all CPUSet) {
		if count != 0 && err == nil {
			all, err = setOf(func(words []uint64) error { return read(s, row.Row, words) })
		}
		return append(CPUSet(nil), all...) // a copy without spare capacity
	}
	pod.Set, pod.NUMASet = set(row.CPUs, callAgentStatePodCPUs), set(row.NUMANodes, callAgentStatePodNUMANodes)
	return pod, err
}
