package koord

import (
	"context"
	"strings"
)

// LoadAgentState reads node-state.json for who acts on it as root. Errors: those of AgentStateFromJSON, ErrNotFound,
// ErrPermission (it is not to be trusted), ErrIO.
func LoadAgentState(ctx context.Context, path string) (*AgentState, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	made, err := callAgentStateLoad(path)
	return unlessDone(ctx, made, err)
}

// SaveAgentState replaces node-state.json in one step; ctx is looked at before. Errors: those of AgentStateFromJSON,
// ErrPermission, ErrIO.
func SaveAgentState(ctx context.Context, path string, json []byte) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return callAgentStateSave(path, json)
}

// AgentPodCPUs is where a pod or container runs, with its CPUs and, by number, the NUMA nodes of its memory.
type AgentPodCPUs struct {
	AgentPod
	Set     CPUSet // empty: left as they are
	NUMASet CPUSet // empty: left as they are
}

// Pods are ascending by uid, each followed by containers that run elsewhere; those for which anything may have changed after a
// generation, 0: all. A state that was read from JSON does not say when its pods changed: all count as of its own generation.
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

// FindContainer is where a container runs, "": the pod. Its own row, or that of the pod where it runs with that. Errors:
// ErrNotFound.
func (s *AgentState) FindContainer(uid, container string) (AgentPodCPUs, error) {
	row, err := callAgentStateFindContainer(s, uid, container)
	if err != nil {
		return AgentPodCPUs{}, err
	}
	return s.pod(&row)
}

// pod is a row with all that belongs to it, copied.
func (s *AgentState) pod(row *rawAgentPod) (pod AgentPodCPUs, err error) {
	err = callAgentStateTexts(s, func(texts string) {
		pod.AgentPod = row.public(texts)
		pod.UID, pod.Container = strings.Clone(pod.UID), strings.Clone(pod.Container)
	})
	set := func(count uint32, read func(*AgentState, uint32, []uint64) error) (all CPUSet) {
		if count != 0 && err == nil {
			all, err = setOf(func(words []uint64) error { return read(s, row.Row, words) })
		}
		return append(CPUSet(nil), all...) // no larger than it needs
	}
	pod.Set, pod.NUMASet = set(row.CPUs, callAgentStatePodCPUs), set(row.NUMANodes, callAgentStatePodNUMANodes)
	return pod, err
}
