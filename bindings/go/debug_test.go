//go:build koord_debug

package koord_test

// Garbage is collected before every use: what repeats one thing is cut short.
const collecting = true
