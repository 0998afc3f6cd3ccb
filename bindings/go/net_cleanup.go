//go:build go1.24

package koord

import "runtime"

// net frees what was never closed.
type net struct{ cleanup runtime.Cleanup }

func (n *net) spread(h *handle) {
	free := h.free
	n.cleanup = runtime.AddCleanup(h, func(pointer uintptr) { free(pointer) }, h.at.Load())
}

func (n *net) away(*handle) { n.cleanup.Stop() }
