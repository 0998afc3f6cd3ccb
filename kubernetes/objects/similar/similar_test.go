package similar

import (
	"strings"
	"testing"
)

func TestNearest(t *testing.T) {
	names := []string{"gangTimeout", "namedNodes", "profile"}
	for name, want := range map[string]string{
		"gangTimout": "gangTimeout", "NAMEDNODES": "namedNodes", "profil": "profile", "prof": "", "": "", "nodes": "",
		strings.Repeat("p", 1<<20): "",
	} {
		if got := Nearest(name, names); got != want {
			t.Errorf("Nearest(%.20q) = %q, expected %q", name, got, want)
		}
	}
}
