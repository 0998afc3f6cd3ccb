// Package agent is the agent of a Kubernetes node: it brings what libkoord decides into containers, through the NRI of the
// container runtime and through control groups, and reports the node to the API server.
//
// Who owns what:
//
//	Facts   what the sources say: the runtime, the API server, kubelet's files, the machine. Each source writes what it
//	        knows, in any order and as often as it likes; none waits for a decision. One lock.
//	keeper  one goroutine that owns the koord.Agent and the control groups. A round takes the facts, decides, moves those
//	        who run, writes node-state.json, and only then publishes the state.
//	Answers the published state. The runtime's questions are answered from it, so that nobody starts on CPUs that others
//	        have not left yet. A lock that readers share.
//	plugin  the runtime's events: facts for the keeper, answers for the runtime. It waits for a round only for a pod that
//	        is not in the published state.
//	teller  tells the runtime what its containers have been moved to, in pieces, so that the runtime's own record of them
//	        agrees.
//
// No lock is held while another one is taken. When the agent dies, everything runs on as it is: control groups stay, and
// node-state.json is the answer until the first round of the next agent, which begins when the runtime has told who runs.
//
// docs/operate/agent.md is the operator's guide.
package agent
