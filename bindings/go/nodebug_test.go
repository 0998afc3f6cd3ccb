//go:build !koord_debug

package koord_test

const collecting = false
