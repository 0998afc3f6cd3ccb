//go:build go1.24

package koord

import "runtime"

// net frees handles that were never closed.
type net struct{ cleanup runtime.Cleanup }

func (n *net) spread(h *handle) {
	n.cleanup = runtime.AddCleanup(h, (*kept).end, h.kept)
}

func (n *net) away(*handle) { n.cleanup.Stop() }
