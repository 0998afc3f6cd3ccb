package koord

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// Every function of koord.h is called in this package.
func TestEveryFunctionIsUsed(t *testing.T) {
	stable, _ := filepath.Glob("../../include/koord/*.h")
	experimental, _ := filepath.Glob("../../include/koord/experimental/*.h")
	headers := append(stable, experimental...)
	if len(headers) == 0 {
		t.Skip("no headers beside the package")
	}
	var header []byte
	for _, name := range headers {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		header = append(header, text...)
	}
	used := map[string]bool{}
	for _, name := range []string{"z_calls.h", "z_calls.go", "log.c"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range regexp.MustCompile(`\b(koord_\w+)\(`).FindAllSubmatch(text, -1) {
			used[string(match[1])] = true
		}
	}
	functions := regexp.MustCompile(`(?m)^KOORD_API[^;(]*?(koord_\w+)\(`).FindAllSubmatch(header, -1)
	if len(functions) < 200 {
		t.Fatalf("only %d functions found in koord.h", len(functions))
	}
	used["koord_buffer_ref"] = true // documents are copied to garbage-collected memory
	for _, match := range functions {
		if !used[string(match[1])] {
			t.Errorf("%s is not used", match[1])
		}
	}
}

// Every generated call is used by public code.
func TestEveryCallIsUsed(t *testing.T) {
	calls, err := os.ReadFile("z_calls.go")
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for _, entry := range entries {
		name := entry.Name()
		if !regexp.MustCompile(`\.go$`).MatchString(name) || name == "z_calls.go" || regexp.MustCompile(`_test\.go$`).MatchString(name) {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range regexp.MustCompile(`\b(call[A-Z]\w+)\b`).FindAllSubmatch(text, -1) {
			used[string(match[1])] = true
		}
	}
	for _, match := range regexp.MustCompile(`(?m)^func (call\w+)\(`).FindAllSubmatch(calls, -1) {
		if !used[string(match[1])] {
			t.Errorf("%s is not used", match[1])
		}
	}
}
