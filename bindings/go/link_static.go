//go:build koord_static

package koord

/*
// The archive stands before what pkg-config says, so that nothing is left for the shared library.
#cgo LDFLAGS: -Wl,--as-needed -l:libkoord.a
#cgo pkg-config: --static koord
*/
import "C"
