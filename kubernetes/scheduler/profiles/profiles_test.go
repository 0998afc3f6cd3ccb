package profiles

import (
	"slices"
	"testing"
)

// Profiles are listed by name.
func TestSet(t *testing.T) {
	served := New()
	served.Add("b")
	served.Add("a")
	if !served.Has("a") || served.Has("c") || !slices.Equal(served.List(), []string{"a", "b"}) {
		t.Error(served.List())
	}
}
