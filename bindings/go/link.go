//go:build !koord_static

package koord

// #cgo pkg-config: koord
import "C"
