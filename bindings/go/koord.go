// Package koord decides which CPUs, NUMA memory and devices a pod gets on a Kubernetes node: libkoord for Go.
//
// It decides nothing itself. Types, methods and constants are the library's, under Go's names; docs/embed/go.md says how they
// correspond, and the pages that comments name (docs/reference/objects.md) say what formats and policies mean.
//
// A request that does not fit is not an error; you get a Refusal. Errors are *Error; errors.Is finds their Status
// (ErrNotFound), errors.As the whole with the library's sentence. Every call gives ErrInvalid for a handle that is nil or closed.
//
// Topologies, Pods and results are immutable: any number of goroutines may use them at once. A Cluster synchronises itself.
// An Agent, a Kubelet, a Query and builders are not thread-safe while a method modifies them, Cgroups while a plan is made
// or applied. Close may run at any time: the memory is freed when the last call that uses it ends. The garbage collector frees
// what is never closed, at some later time.
//
// Functions that read or write files or the machine take a context.Context. They check it before they start and, unless
// they wrote, at the end. No other function takes one.
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
