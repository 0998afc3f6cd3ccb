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
	write := func(name, text string) string {
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	file := write("webhook.yaml", "schedulerName: of-file\n")
	bad := write("bad.yaml", "bindings: {mode: maybe}\n")
	arguments := write("arguments.yaml", "schedulerArgs: {deviceShare: {scoringStrategy: {type: Best}}}\n")
	clients := write("clients.yaml", "clientCA: /nowhere/ca.crt\n")
	access := write("access.yaml", "kubeconfig: /nowhere\n")
	text := write("text.yaml", "clientCA: "+file+"\n")
	for _, test := range []struct {
		args     []string
		code     int
		out, err string
	}{
		{[]string{"-version"}, 0, "koord-webhook 0.", ""},
		{[]string{"-check"}, 0, "schedulerName: koord-scheduler", ""},
		{[]string{"-check", "-config", file}, 0, "schedulerName: of-file", ""},
		{[]string{"-check", "-config", file, "-kubeconfig", "/admin.conf"}, 0, "kubeconfig: /admin.conf", ""},
		{[]string{"-check", "-config", bad}, program.ExitUsage, "", "bad.yaml: bindings.mode: found \"maybe\", expected one of enforce, dryRun, off"},
		{[]string{"-check", "-config", arguments}, program.ExitUsage, "", "arguments.yaml: schedulerArgs: "},
		{[]string{"-check", "-config", clients}, program.ExitUsage, "",
			`clients.yaml: clientCA: found "/nowhere/ca.crt", expected a readable file with certificates`},
		{[]string{"-check", "-config", text}, program.ExitUsage, "", "it has no certificates in PEM"},
		{[]string{"-check", "-config", file + "x"}, program.ExitUsage, "", "-config: found"},
		{[]string{"-kubeconfig", "/nowhere"}, program.ExitFailure, "", "koord-webhook: -kubeconfig: found \"/nowhere\", expected a readable file"},
		{[]string{"-kubeconfig", "/nowhere", "-config", file}, program.ExitFailure, "", "koord-webhook: -kubeconfig: found \"/nowhere\""},
		{[]string{"-config", access}, program.ExitFailure, "", "access.yaml: kubeconfig: found \"/nowhere\""},
		{[]string{"-log-level", "loud"}, program.ExitUsage, "", `-log-level: found "loud", expected debug, info, warn or error`},
		{[]string{"-log-format", "xml"}, program.ExitUsage, "", `-log-format: found "xml", expected text or json`},
		{[]string{"now"}, program.ExitUsage, "", `found "now", expected no arguments`},
		{[]string{"-what"}, program.ExitUsage, "", "-what"},
		{[]string{"-help"}, 0, "", "usage: koord-webhook"},
	} {
		var out, errs strings.Builder
		code := run(context.Background(), test.args, &out, &errs)
		if code != test.code || !strings.Contains(out.String(), test.out) || !strings.Contains(errs.String(), test.err) {
			t.Errorf("%v: %d\n%s\n%s", test.args, code, &out, &errs)
		}
	}
}
