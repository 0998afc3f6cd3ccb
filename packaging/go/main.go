// Program proxy writes the Go modules of this tree as the files of a module proxy, so that other
// programs get them with `go get`. Modules of the tree require each other at one version instead of
// by their paths. The same sources give the same files.
//
// Usage: proxy ROOT OUT VERSION TIME. VERSION is that of all modules, as v0.1.0, and TIME that of
// the version, as in RFC 3339. OUT gets the modules only, and must be empty or absent. In a work tree
// of git, files that it does not know are left out.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
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
	folder := filepath.Join(out, filepath.FromSlash(escaped))
	if err := os.MkdirAll(filepath.Join(folder, "@v"), 0o755); err != nil {
		return err
	}
	// Lists have no versions made of a commit; @latest has them.
	for name, text := range map[string][]byte{"@latest": info, "@v/list": []byte(id.Version + "\n"), "@v/" + id.Version + ".info": info,
		"@v/" + id.Version + ".mod": mod} {
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o644); err != nil {
			return err
		}
	}
	archive, err := os.Create(filepath.Join(folder, "@v", id.Version+".zip"))
	if err != nil {
		return err
	}
	return errors.Join(zip.CreateFromDir(archive, id, copied), archive.Close())
}

// copy copies the module's files with another go.mod and the license of the tree.
func (m *published) copy(root, to string, mod []byte) error {
	names, err := m.sources()
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := copyFile(filepath.Join(m.folder, name), filepath.Join(to, name)); err != nil {
			return err
		}
	}
	license, err := os.ReadFile(filepath.Join(root, "LICENSE"))
	if err != nil {
		return err
	}
	return errors.Join(os.WriteFile(filepath.Join(to, "LICENSE"), license, 0o644), os.WriteFile(filepath.Join(to, "go.mod"), mod, 0o644))
}

// sources returns the names of the module's files: those that git knows, or without git all that do
// not begin with a dot.
func (m *published) sources() (out []string, err error) {
	list := exec.Command("git", "ls-files", "-z")
	list.Dir = m.folder
	if text, err := list.Output(); err == nil && len(text) > 0 {
		return strings.Split(strings.TrimSuffix(string(text), "\x00"), "\x00"), nil
	}
	err = filepath.WalkDir(m.folder, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path != m.folder && strings.HasPrefix(entry.Name(), "."):
			if entry.IsDir() {
				return fs.SkipDir
			}
		case entry.Type().IsRegular():
			name, err := filepath.Rel(m.folder, path)
			out = append(out, name)
			return err
		}
		return nil
	})
	return out, err
}

func copyFile(from, to string) error {
	text, err := os.ReadFile(from)
	if errors.Is(err, fs.ErrNotExist) { // deleted, but not from git's index
		return nil
	}
	if err != nil {
		return err
	}
	return errors.Join(os.MkdirAll(filepath.Dir(to), 0o755), os.WriteFile(to, text, 0o644))
}
