//go:build koord_static

package koord

/*
// The archive precedes the flags from pkg-config: it resolves all symbols, and the shared library is not linked.
#cgo LDFLAGS: -Wl,--as-needed -l:libkoord.a
#cgo pkg-config: --static koord
*/
import "C"
