//go:build race

package koord_test

const raceEnabled = true
