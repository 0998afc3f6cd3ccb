//go:build koord_debug

package koord_test

// collecting shortens repetitive tests, because the garbage collector runs before every use of a
// handle.
const collecting = true
