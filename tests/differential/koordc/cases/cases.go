// Package cases has what the drivers share: their switches, and how they draw, shrink and measure.
package cases

import (
	"fmt"
	"math/rand"
	"os"
	"sort"
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

// Times sorts nanoseconds and says their least and their median.
func Times(l []float64) string {
	sort.Float64s(l)
	return fmt.Sprintf("min %.0f median %.0f", l[0], l[len(l)/2])
}
