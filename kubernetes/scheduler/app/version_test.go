package app

import (
	"strings"
	"testing"

	"libkoord.invalid/koord"
)

// --version includes libkoord's version beside Kubernetes'.
func TestVersionNamesTheLibrary(t *testing.T) {
	if line := versionLine(); !strings.HasPrefix(line, "koord-scheduler with libkoord ") || !strings.HasSuffix(line, koord.VersionString()) {
		t.Error(line)
	}
	command := NewCommand()
	if command.Flags().Lookup("version") == nil {
		t.Fatal("there is no --version")
	}
	var out strings.Builder
	command.SetOut(&out)
	printVersion(command)
	if out.Len() > 0 {
		t.Errorf("printed without --version: %s", &out)
	}
}
