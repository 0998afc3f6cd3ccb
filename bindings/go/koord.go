// Package koord decides which CPUs, NUMA memory and devices a pod gets on a Kubernetes node: libkoord for Go.
//
// It converts and decides nothing. What a call means, in which units, and what it refuses is told in koord.h, whose names
// it keeps: koord_cluster_evaluate is Cluster.Evaluate, KOORD_REASON_NONE is ReasonNone.
//
// A request that does not fit is no error but a Refusal. Errors are *Error; errors.Is finds their Status (ErrNotFound),
// errors.As the whole with the library's sentence.
//
// Topologies, Pods and results are immutable and may be used by any goroutines at once, a Cluster too. A Kubelet, a Node
// and a Query need themselves alone while they are changed, Cgroups while a plan is made or applied. Close frees a value at once and needs it alone; what is never
// closed the garbage collector frees some time. A closed value gives ErrInvalid.
//
// Functions that read or write files or the machine take a context.Context and look at it before they start and, unless
// they wrote, when they are done. All others take no longer than their work, and no context.
package koord

// #cgo CFLAGS: -DKOORD_EXPERIMENTAL
import "C"

import "fmt"

//go:generate go run ./internal/generate ../../abi/interface.json .

// The library's interface that this package was generated for; newer ones of the same major version will do.
const neededVersion = VersionMajor<<16 | VersionMinor<<8

func init() {
	have := Version()
	if have>>16 != neededVersion>>16 || have < neededVersion {
		panic(fmt.Sprintf("koord: libkoord %s is loaded, this package needs %d.%d or a newer %d.x", VersionString(),
			VersionMajor, VersionMinor, VersionMajor))
	}
}

// Version of the library that is loaded: major << 16 | minor << 8 | patch.
func Version() uint32 { return callVersion() }

// VersionString is the same as text, "0.1.0".
func VersionString() string { return callVersionString() }
