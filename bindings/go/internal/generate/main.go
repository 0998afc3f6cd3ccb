// Generate writes the part of the package that koord.h determines: types and constants, and for
// each function a C shim and a Go function that calls it. Usage: generate INTERFACE.JSON DIRECTORY
package main

import (
	"fmt"
	"go/format"
	"os"
	"path/filepath"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: generate INTERFACE.JSON DIRECTORY")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

// run reads the interface and the handwritten files of the package, and writes the generated files
// to a directory.
func run(path, source, directory string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	header, err := ParseInterface(text)
	if err != nil {
		return err
	}
	hand, err := ReadHand(source)
	if err != nil {
		return err
	}
	types, err := NewTypes(header, hand)
	if err != nil {
		return err
	}
	methods := NewMethods(types, hand)
	calls := &Calls{types: types}
	if err := calls.Make(); err != nil {
		return err
	}
	public := methods.Make()
	files := map[string]string{
		"z_types.go":        types.Write(),
		"z_layout.go":       types.Layout(),
		"z_calls.go":        calls.Go(),
		"z_handles_test.go": types.Handles() + methods.Functions(),
		"z_methods.go":      public,
	}
	for name, text := range files {
		pretty, err := format.Source([]byte(text))
		if err != nil {
			pretty = []byte(text)
			fmt.Fprintf(os.Stderr, "generate: %s: %v\n", name, err)
		}
		if err := os.WriteFile(filepath.Join(directory, name), pretty, 0o644); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(directory, "z_calls.h"), []byte(calls.C()), 0o644)
}
