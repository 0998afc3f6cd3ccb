//go:build koord_debug

package koord

import "runtime"

// collect runs the garbage collector before every use of a handle, so that a handle that is freed
// too early fails at once.
func collect() { runtime.GC() }
