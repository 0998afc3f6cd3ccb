// Package check has assertions for the tests of this project's modules.
package check

import (
	"strings"
	"testing"
	"time"
)

// OK ends the test with an error.
func OK(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Says reports an error of the test unless an error's message contains a text.
func Says(t testing.TB, err error, expected string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), expected) {
		t.Errorf("found %v, expected an error with %q", err, expected)
	}
}

// Eventually waits long enough for a busy machine.
func Eventually(t testing.TB, what string, done func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(2 * time.Millisecond) {
		if done() {
			return
		}
	}
	t.Fatalf("not within a minute: %s", what)
}
