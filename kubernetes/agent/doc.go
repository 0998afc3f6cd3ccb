// Package agent is the agent of a Kubernetes node. It applies libkoord's decisions to containers,
// through the NRI of the container runtime and through control groups, and reports the node to the
// API server.
//
// Ownership:
//
//	Facts   information from the sources: the runtime, the API server, kubelet's files, the machine.
//	        Each source writes at any time and in any order; none waits for a placement. It has one lock.
//	keeper  one goroutine that owns the koord.Agent and the control groups. A round takes the facts,
//	        computes the placement, moves running containers, writes node-state.json, and only then
//	        publishes the state.
//	Answers the published state. The runtime's requests are answered from it, so that no container
//	        starts on CPUs that others have not left yet. It has a read-write lock.
//	plugin  the runtime's events: facts for the keeper, answers for the runtime. It only waits for a
//	        round if a pod is not in the published state.
//	teller  reports new placements of running containers to the runtime in batches, so that the
//	        runtime's own record stays in sync.
//
// No lock is held while another one is taken. If the agent dies, all containers continue unchanged:
// control groups persist, and node-state.json is in force until the first round of the next agent,
// which starts after the runtime has reported the running containers.
//
// docs/operate/agent.md is the operator's guide.
package agent
