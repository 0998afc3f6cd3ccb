package koord

import "context"

// StateJSON is node-state.json: who runs where. bootID says which boot it is about, "": not said.
func (n *Node) StateJSON(bootID string) ([]byte, error) { return callNodeStateJSON(n, bootID) }

// State is the same without the file, as the node is now.
func (n *Node) State() (*NodeState, error) { return callNodeStateOf(n) }

// NodeStateFromJSON reads what StateJSON wrote. Errors: ErrInvalid (names the field), ErrUnsupported, ErrCorrupt, ErrLimit,
// ErrNoMemory.
func NodeStateFromJSON(json []byte) (*NodeState, error) { return callNodeStateRead(json) }

// LoadNodeState reads node-state.json for who acts on it as root. Errors: those of NodeStateFromJSON, ErrNotFound,
// ErrPermission (it is not to be trusted), ErrIO.
func LoadNodeState(ctx context.Context, path string) (*NodeState, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	made, err := callNodeStateLoad(path)
	return unlessDone(ctx, made, err)
}

// SaveNodeState replaces node-state.json in one step; ctx is looked at before. Errors: those of NodeStateFromJSON,
// ErrPermission, ErrIO.
func SaveNodeState(ctx context.Context, path string, json []byte) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return callNodeStateSave(path, json)
}

// Text is the name of the node, or its boot.
func (s *NodeState) Text(which NodeText) (string, error) {
	return textOf(func(text []byte) (int, error) { return callNodeStateGetText(s, which, text) })
}

// Info is that of the node that wrote it.
func (s *NodeState) Info() (NodeInfo, error) { return callNodeStateGetInfo(s) }

// CPUs is one of the pools, or all CPUs. Errors: ErrInvalid (another set).
func (s *NodeState) CPUs(which NodeCPUSet) (CPUSet, error) {
	return setOf(func(words []uint64) error { return callNodeStateCPUs(s, which, words) })
}

// Find is where a container runs, "": the pod. The row has no texts, and memory nodes by number. Errors: ErrNotFound.
func (s *NodeState) Find(uid, container string) (NodePodCPUs, error) {
	words := make(CPUSet, longest)
	row, err := callNodeStateFind(s, uid, container, words, len(words))
	if err != nil {
		return NodePodCPUs{}, err
	}
	return NodePodCPUs{NodePod: row, Set: words.short()}, nil
}
