package main

import (
	"context"
	"os"
	"regexp"
	"strings"
	"testing"
)

const packaging = "../../../../packaging/"

func said(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs strings.Builder
	if code := run(context.Background(), args, &out, &errs); code != 0 {
		t.Fatalf("%v: %d, %s", args, code, &errs)
	}
	return out.String() + errs.String()
}

// The packaged configuration equals the defaults.
func TestPackagedConfigurationIsTheDefault(t *testing.T) {
	if with, without := said(t, "-check", "-config", packaging+"agent.yaml"), said(t, "-check"); with != without {
		t.Errorf("packaging/agent.yaml means\n%s\nthe defaults are\n%s", with, without)
	}
}

func TestManualPageHasEveryFlag(t *testing.T) {
	page, err := os.ReadFile(packaging + "man/koord-agent.8")
	if err != nil {
		t.Fatal(err)
	}
	documented := map[string]bool{}
	for _, found := range regexp.MustCompile(`(?m)^\.TP\n(?:\.B |\\fB)\\(-(?:\\?[a-z-])+)`).FindAllStringSubmatch(string(page), -1) {
		documented[strings.ReplaceAll(found[1], `\`, "")] = true
	}
	flags := map[string]bool{"-help": true} // from package flag
	for _, found := range regexp.MustCompile(`(?m)^  (-[a-z-]+)`).FindAllStringSubmatch(said(t, "-help"), -1) {
		flags[found[1]] = true
	}
	for name := range flags {
		if !documented[name] {
			t.Errorf("koord-agent(8) lacks %s", name)
		}
	}
	for name := range documented {
		if !flags[name] {
			t.Errorf("koord-agent(8) has %s, which is no flag", name)
		}
	}
}
