// Package agent is the agent of a Kubernetes node. It applies libkoord's decisions to containers,
// through the NRI of the container runtime and through control groups, and reports the node to the
// API server. Each package below it has one subject, and imports only packages to its right:
//
//	agent -> nri, apiserver, devices -> placement, kubelet, reports ->
//	suppression -> cgroups -> facts -> config
//
// Everything may import message, metrics and files. New of each package takes the parts that it
// calls. It takes an interface for a part of a package that it does not import, and for one that
// its tests replace.
//
// Ownership:
//
//	facts      information from the sources. Each source writes at any time and in any order; none
//	           waits for a placement. The store has one lock.
//	placement  the keeper: one goroutine that owns the koord.Agent and the control groups. A round
//	           takes the facts, computes the placement, moves running containers, writes
//	           node-state.json, and only then publishes the state. Answers, the published state,
//	           has a read-write lock. Requests are answered from it, so that no container starts
//	           on CPUs that others have not left yet.
//	nri        the runtime's events are facts for the keeper and are answered for the runtime. A
//	           request only waits for a round if a pod is not in the published state. A second
//	           goroutine reports new placements of running containers in batches, so that the
//	           runtime's own record stays in sync.
//
// Without NRI, placement alone moves containers, which start by node-state.json.
//
// No lock is held while another one is taken. If the agent dies, all containers continue unchanged:
// control groups persist, and node-state.json is in force until the first round of the next agent,
// which starts after the runtime has reported the running containers.
//
// docs/operate/agent.md is the operator's guide.
package agent
