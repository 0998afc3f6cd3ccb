// Package cases has what the drivers share: their switches, and how they draw, shrink and measure.
package cases

import (
	"math/rand"
	"os"
	"strconv"
)

// Env is a number from the environment, or otherwise.
func Env(name string, otherwise int64) int64 {
	if s := os.Getenv(name); s != "" {
		if v, err := strconv.ParseInt(s, 10, 64); err == nil {
			return v
		}
	}
	return otherwise
}

// Chance is true once in so many.
func Chance(r *rand.Rand, of int) bool { return r.Intn(of) == 0 }

// Pick is one of them.
func Pick(r *rand.Rand, of ...string) string { return of[r.Intn(len(of))] }

// Without is a copy that lacks n elements from i on.
func Without[T any](s []T, i, n int) []T {
	return append(append([]T{}, s[:i]...), s[i+n:]...)
}
