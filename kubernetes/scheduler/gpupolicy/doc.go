// Package gpupolicy selects the library's GPU placement policy for a scheduler. It learns the
// workload from the pods that arrive, and sets the policy again as the workload and the nodes
// change (docs/operate/gpu-placement.md).
package gpupolicy
