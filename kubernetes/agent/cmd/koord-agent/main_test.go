package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"libkoord.invalid/koord/kubernetes/objects/program"
)

func TestCommandLine(t *testing.T) {
	file := filepath.Join(t.TempDir(), "agent.yaml")
	if err := os.WriteFile(file, []byte("onRefusal: shared\nnodeName: of-file\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	bad := filepath.Join(t.TempDir(), "bad.yaml")
	if err := os.WriteFile(bad, []byte("onRefusal: maybe\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	required := filepath.Join(t.TempDir(), "required.yaml")
	if err := os.WriteFile(required, []byte("apiServer: {use: required, kubeconfig: /nowhere}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		args     []string
		code     int
		out, err string
	}{
		{[]string{"-version"}, 0, "koord-agent 0.", ""},
		{[]string{"-check", "-config", file}, 0, "nodeName: of-file", ""},
		{[]string{"-check", "-config", file, "-node-name", "of-flag"}, 0, "nodeName: of-flag", ""},
		{[]string{"-check", "-config", file}, 0, "onRefusal: shared", ""},
		{[]string{"-check", "-config", file, "-kubelet-endpoint", "https://192.0.2.1:10250"}, 0, "url: https://192.0.2.1:10250", ""},
		{[]string{"-check", "-config", bad}, program.ExitUsage, "", "bad.yaml: onRefusal: found \"maybe\", expected one of refuse, shared"},
		{[]string{"-check", "-config", required}, program.ExitUsage, "", "required.yaml: apiServer.kubeconfig: found \"/nowhere\", expected a readable file"},
		{[]string{"-check", "-config", file + "x"}, program.ExitUsage, "", "no such file"},
		{[]string{"-log-level", "loud"}, program.ExitUsage, "", `-log-level: found "loud", expected debug, info, warn or error`},
		{[]string{"-log-format", "xml"}, program.ExitUsage, "", `-log-format: found "xml", expected text or json`},
		{[]string{"now"}, program.ExitUsage, "", `found "now", expected no arguments`},
		{[]string{"-what"}, program.ExitUsage, "", "-what"},
		{[]string{"-help"}, 0, "", "usage: koord-agent"},
	} {
		var out, errs strings.Builder
		code := run(context.Background(), test.args, &out, &errs)
		if code != test.code || !strings.Contains(out.String(), test.out) || !strings.Contains(errs.String(), test.err) {
			t.Errorf("%v: %d\n%s\n%s", test.args, code, &out, &errs)
		}
	}
}
