package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const root = "../.."

func header(t *testing.T) string {
	t.Helper()
	stable, _ := filepath.Glob(filepath.Join(root, "../../include/koord/*.h"))
	experimental, _ := filepath.Glob(filepath.Join(root, "../../include/koord/experimental/*.h"))
	names := append(stable, experimental...)
	if len(names) == 0 {
		t.Skip("no headers beside the package")
	}
	var all strings.Builder
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	return all.String()
}

// The committed files are those that the header generates.
func TestCommitted(t *testing.T) {
	header(t)
	made := t.TempDir()
	if err := run(filepath.Join(root, "../../abi/interface.json"), root, made); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"z_types.go", "z_layout.go", "z_calls.go", "z_calls.h", "z_methods.go", "z_handles_test.go"} {
		want, err := os.ReadFile(filepath.Join(made, name))
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != string(want) {
			t.Errorf("%s is not what koord.h gives: go generate", name)
		}
	}
}

// interface.json contains all declarations of the header.
func TestInterfaceIsComplete(t *testing.T) {
	source := header(t)
	text, err := os.ReadFile(filepath.Join(root, "../../abi/interface.json"))
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := ParseInterface(text)
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.Count(source, "\nKOORD_API "); len(parsed.Functions) != want {
		t.Errorf("%d functions, want %d", len(parsed.Functions), want)
	}
	structs := strings.Count(source, "\ntypedef struct ")
	if got := len(parsed.Structs) + len(parsed.Handles); got != structs {
		t.Errorf("%d structs and handles, want %d", got, structs)
	}
	enums := strings.Count(source, "\nenum {")
	if len(parsed.Enums) != enums {
		t.Errorf("%d enums, want %d", len(parsed.Enums), enums)
	}
	for _, enum := range parsed.Enums {
		if len(enum.Constants) == 0 {
			t.Errorf("enum %s has no constants", enum.Type)
		}
	}
}

func TestRefusesOtherDocuments(t *testing.T) {
	for _, text := range []string{"int main(void);", "{}"} {
		if _, err := ParseInterface([]byte(text)); err == nil {
			t.Errorf("%s: no error", text)
		}
	}
}
