//go:build koord_debug

package koord

import "runtime"

// collect looks for garbage before every use of a handle, so that one that is freed too early shows at once.
func collect() { runtime.GC() }
