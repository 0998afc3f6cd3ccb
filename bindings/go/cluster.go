package koord

import "strings"

// SetGPUPolicy sets the policy that scores nodes, initialized for a workload. After an error the
// previous policy stays in effect. Errors: ErrInvalid (names row and field), ErrLimit, ErrNoMemory.
func (c *Cluster) SetGPUPolicy(policy GPUPolicy, workload []TaskClass) error {
	var texts arena
	rows := raws[TaskClass, rawTaskClass](workload, &texts)
	return callClusterSetGPUPolicy(c, policy, rows, texts.bytes)
}

// NodeNames returns the names of all existing nodes, by number. Errors: ErrNoMemory.
func (c *Cluster) NodeNames() ([]NodeName, error) {
	var names *nodeNamesHandle
	var err error
	if names, err = callClusterNodeNames(c); err != nil {
		return nil, err
	}
	defer names.Close()
	return names.Rows()
}

// Pods returns the uids of a node's pods. Errors: ErrNotFound.
func (c *Cluster) Pods(node uint32) ([]string, error) {
	text, err := callClusterPods(c, node)
	if err != nil || len(text) == 0 {
		return nil, err
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n"), nil
}
