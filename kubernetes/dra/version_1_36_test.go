//go:build kube1_36

package dra

// allLeavesOut states that upstream's requests for all devices leave out shared devices of which too
// little is left. Later versions refuse them.
const allLeavesOut = true
