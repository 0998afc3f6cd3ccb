// Program proxy writes the Go modules of this tree as the files of a module proxy, so that other
// programs get them with `go get`. Modules of the tree require each other at one version instead of
// by their paths. The same sources give the same files.
//
// Usage: proxy ROOT OUT VERSION TIME. VERSION is that of all modules, as v0.1.0, and TIME that of
// the version, as in RFC 3339. OUT gets the modules only, and must be empty or absent.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

// folders has the published modules.
var folders = []string{
	"bindings/go", "kubernetes/objects", "kubernetes/dra", "kubernetes/scheduler", "kubernetes/agent",
	"kubernetes/webhook", "kubernetes/kubectl",
}

// published is a module of the tree.
type published struct {
	folder string
	file   *modfile.File
}

func (m *published) path() string { return m.file.Module.Mod.Path }

func main() {
	if len(os.Args) != 5 {
		fmt.Fprintln(os.Stderr, "usage: proxy ROOT OUT VERSION TIME")
		os.Exit(2)
	}
	if err := write(os.Args[1], os.Args[2], os.Args[3], os.Args[4]); err != nil {
		fmt.Fprintln(os.Stderr, "proxy:", err)
		os.Exit(1)
	}
}

func write(root, out, version, at string) error {
	when, err := time.Parse(time.RFC3339, at)
	if err != nil {
		return fmt.Errorf("the time of the version: %w", err)
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	if has, err := os.ReadDir(out); err != nil || len(has) != 0 {
		return errors.Join(err, fmt.Errorf("%s is not empty", out))
	}
	modules, err := read(root)
	if err != nil {
		return err
	}
	for _, m := range modules {
		if err := m.require(modules, version); err != nil {
			return err
		}
		if err := m.write(root, out, module.Version{Path: m.path(), Version: version}, when); err != nil {
			return fmt.Errorf("%s: %w", m.folder, err)
		}
	}
	return nil
}

func read(root string) (out []*published, err error) {
	for _, folder := range folders {
		name := filepath.Join(root, folder, "go.mod")
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		file, err := modfile.Parse(name, text, nil)
		if err != nil {
			return nil, err
		}
		out = append(out, &published{filepath.Join(root, folder), file})
	}
	return out, nil
}

// require states the version of the tree's modules, and turns replacements by other versions into
// requirements: replacements have no effect in the programs of others, and `go install` refuses
// modules with any. Kubernetes requires its parts at v0.0.0, which no proxy has.
func (m *published) require(modules []*published, version string) error {
	known := map[string]bool{}
	for _, other := range modules {
		known[other.path()] = true
	}
	isRequired := map[string]bool{}
	for _, needed := range m.file.Require {
		isRequired[needed.Mod.Path] = true
		if known[needed.Mod.Path] {
			if err := m.file.AddRequire(needed.Mod.Path, version); err != nil {
				return err
			}
		}
	}
	for _, replace := range slices.Clone(m.file.Replace) {
		old, by := replace.Old, replace.New
		switch {
		case known[old.Path]:
		case old.Path != by.Path:
			return fmt.Errorf("%s/go.mod replaces %s by %s, which others would not get", m.folder, old.Path, by.Path)
		case !isRequired[old.Path]:
			m.file.AddNewRequire(by.Path, by.Version, true)
		default:
			if err := m.file.AddRequire(by.Path, by.Version); err != nil {
				return err
			}
		}
		if err := m.file.DropReplace(old.Path, old.Version); err != nil {
			return err
		}
	}
	m.file.Cleanup()
	return nil
}

func (m *published) write(root, out string, id module.Version, when time.Time) error {
	mod, err := m.file.Format()
	if err != nil {
		return err
	}
	escaped, err := module.EscapePath(id.Path)
	if err != nil {
		return err
	}
	copied, err := os.MkdirTemp("", "koord-module-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(copied)
	if err := m.copy(root, copied, mod); err != nil {
		return err
	}
	info, err := json.Marshal(map[string]any{"Version": id.Version, "Time": when.UTC()})
	if err != nil {
		return err
	}
	folder := filepath.Join(out, filepath.FromSlash(escaped), "@v")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for name, text := range map[string][]byte{"list": []byte(id.Version + "\n"), id.Version + ".info": info, id.Version + ".mod": mod} {
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o644); err != nil {
			return err
		}
	}
	archive, err := os.Create(filepath.Join(folder, id.Version+".zip"))
	if err != nil {
		return err
	}
	return errors.Join(zip.CreateFromDir(archive, id, copied), archive.Close())
}

// copy copies the module's files with another go.mod and the license of the tree.
func (m *published) copy(root, to string, mod []byte) error {
	if err := os.CopyFS(to, visible{os.DirFS(m.folder)}); err != nil {
		return err
	}
	license, err := os.ReadFile(filepath.Join(root, "LICENSE"))
	if err != nil {
		return err
	}
	return errors.Join(os.WriteFile(filepath.Join(to, "LICENSE"), license, 0o644), os.WriteFile(filepath.Join(to, "go.mod"), mod, 0o644))
}

// visible is a file system without files whose names begin with a dot.
type visible struct{ fs.FS }

func (v visible) ReadDir(name string) (out []fs.DirEntry, err error) {
	all, err := fs.ReadDir(v.FS, name)
	for _, entry := range all {
		if !strings.HasPrefix(entry.Name(), ".") {
			out = append(out, entry)
		}
	}
	return out, err
}
