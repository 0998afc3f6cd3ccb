//go:build !go1.24

package koord

import "runtime"

// net frees handles that were never closed.
type net struct{}

func (net) spread(h *handle) { runtime.SetFinalizer(h, func(h *handle) { h.close(nil) }) }

func (net) away(h *handle) { runtime.SetFinalizer(h, nil) }
