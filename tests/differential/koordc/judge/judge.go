// Package judge tells the replacements in tests/upstream for which version they stand in, and which answer to spoil.
package judge

import (
	"os"
	"slices"
	"strconv"
	"strings"
)

// Minor returns the minor version of the suite's module: 36 for v1.36.3. The runner sets UPSTREAM_VERSION.
func Minor() int {
	parts := strings.Split(os.Getenv("UPSTREAM_VERSION"), ".")
	if len(parts) < 3 {
		panic("UPSTREAM_VERSION is not set: run tests/upstream/run.py")
	}
	minor, err := strconv.Atoi(parts[1])
	if err != nil {
		panic(err)
	}
	return minor
}

// Spoiled reports whether the answers of this replacement are to be wrong. Cases that fail then depend on libkoord.
func Spoiled(replacement string) bool {
	return slices.Contains(strings.Split(os.Getenv("UPSTREAM_SPOIL"), ","), replacement)
}
