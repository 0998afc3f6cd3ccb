package koord

import "context"

// JSON is node-state.json: who runs where. bootID says which boot it is about, "": not said.
func (n *Agent) JSON(bootID string) ([]byte, error) { return callAgentToJSON(n, bootID) }

// State is the same without the file, as the node is now.
func (n *Agent) Snapshot() (*AgentState, error) { return callAgentSnapshot(n) }

// AgentStateFromJSON reads what JSON wrote. Errors: ErrInvalid (names the field), ErrUnsupported, ErrCorrupt, ErrLimit,
// ErrNoMemory.
func AgentStateFromJSON(json []byte) (*AgentState, error) { return callAgentStateFromJSON(json) }

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

// Text is the name of the node, or its boot.
func (s *AgentState) Text(which AgentText) (string, error) {
	return textOf(func(text []byte) (int, error) { return callAgentStateText(s, which, text) })
}

// Info is that of the node that wrote it.
func (s *AgentState) Info() (AgentInfo, error) { return callAgentStateInfo(s) }

// CPUs is one of the pools, or all CPUs. Errors: ErrInvalid (another set).
func (s *AgentState) CPUs(which AgentCPUSet) (CPUSet, error) {
	return setOf(func(words []uint64) error { return callAgentStateCPUs(s, which, words) })
}

// Find is where a container runs, "": the pod. The row has no texts, and memory nodes by number. Errors: ErrNotFound.
func (s *AgentState) FindContainer(uid, container string) (AgentPodCPUs, error) {
	words := make(CPUSet, longest)
	row, err := callAgentStateFindContainer(s, uid, container, words, len(words))
	if err != nil {
		return AgentPodCPUs{}, err
	}
	return AgentPodCPUs{AgentPod: row, Set: words.short()}, nil
}
