// Package koord decides which CPUs, NUMA memory and devices a pod gets on a Kubernetes node: libkoord for Go.
//
// The package adds no logic of its own. Types, methods and constants are the library's, under Go
// names; docs/embed/go.md maps them to koord.h. Formats and policies are described on the pages
// that comments refer to, such as docs/reference/objects.md.
//
// A request that does not fit is not an error; you get a Refusal. Errors are *Error: errors.Is
// finds their Status (ErrNotFound), and errors.As the whole error with the library's message. Every
// call returns ErrInvalid for a handle that is nil or closed.
//
// Topologies, Pods and results are immutable, and safe for concurrent use. A Cluster synchronizes
// itself. An Agent, a Kubelet, a Query and builders are not safe for concurrent use while a method
// modifies them, nor are Cgroups while a plan is made or applied. Close may run at any time: the
// memory is freed when the last call that uses it ends. The garbage collector eventually frees
// handles that are never closed.
//
// Functions that read or write files or the machine take a context.Context. They check it before
// they start and, unless they wrote, at the end. No other function takes one.
package koord

// #cgo CFLAGS: -DKOORD_EXPERIMENTAL
import "C"

import "fmt"

//go:generate go run ./internal/generate ../../abi/interface.json .

func init() {
	if !isCompatible(Version()) {
		panic(fmt.Sprintf("koord: libkoord %s is loaded, this package needs %d.%d", VersionString(), VersionMajor,
			VersionMinor))
	}
}

// isCompatible reports whether a library of this version has the interface that this package was
// generated from. The package uses the experimental half of the interface, which any minor release
// may change (docs/embed/versions.md).
func isCompatible(version uint32) bool {
	return version>>8 == VersionMajor<<8|VersionMinor
}

// Version returns the version of the loaded library: major << 16 | minor << 8 | patch.
func Version() uint32 { return callVersion() }

// VersionString returns the version as text, "0.1.0".
func VersionString() string { return callVersionString() }
