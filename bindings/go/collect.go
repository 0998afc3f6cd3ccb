//go:build !koord_debug

package koord

func collect() {}
