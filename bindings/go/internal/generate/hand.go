package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

// Hand describes the handwritten code of the package, in place of which nothing is generated.
type Hand struct {
	declared  map[string]bool // "Cluster.Judge", "NewQuery", "CPUSet"
	used      map[string]bool // all identifiers
	functions []string        // exported ones, in the order of their files
	// unexported function that calls the library to the exported function that leads to it
	leads map[string]string
}

// ReadHand reads the files of a directory that are neither generated nor tests.
func ReadHand(directory string) (*Hand, error) {
	paths, err := filepath.Glob(filepath.Join(directory, "*.go"))
	if err != nil {
		return nil, err
	}
	sort.Strings(paths)
	hand := &Hand{declared: map[string]bool{}, used: map[string]bool{}, leads: map[string]string{}}
	uses := map[string]map[string]bool{}
	var order []string
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if strings.HasSuffix(path, "_test.go") || strings.HasPrefix(string(text), generated) {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, text, 0)
		if err != nil {
			return nil, err
		}
		for name := range identifiers(file) {
			hand.used[name] = true
		}
		for _, declaration := range file.Decls {
			switch d := declaration.(type) {
			case *ast.FuncDecl:
				name := declaredName(d)
				hand.declared[name] = true
				uses[name] = identifiers(d)
				order = append(order, name)
				if d.Recv == nil && ast.IsExported(name) {
					hand.functions = append(hand.functions, name)
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if named, ok := spec.(*ast.TypeSpec); ok {
						hand.declared[named.Name.Name] = true
					}
				}
			}
		}
	}
	hand.follow(order, uses)
	return hand, nil
}

// declaredName returns "Type.Method" or "Function".
func declaredName(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return d.Name.Name
	}
	kind := d.Recv.List[0].Type
	if star, ok := kind.(*ast.StarExpr); ok {
		kind = star.X
	}
	return kind.(*ast.Ident).Name + "." + d.Name.Name
}

func identifiers(node ast.Node) map[string]bool {
	all := map[string]bool{}
	ast.Inspect(node, func(n ast.Node) bool {
		if name, ok := n.(*ast.Ident); ok {
			all[name.Name] = true
		}
		return true
	})
	return all
}

// follow finds the exported function that leads to each identifier used in functions, directly or
// through unexported functions.
func (h *Hand) follow(order []string, uses map[string]map[string]bool) {
	for range order {
		for _, name := range order {
			exported, base := name, name[strings.LastIndex(name, ".")+1:]
			if !ast.IsExported(base) {
				if exported = h.leads[base]; exported == "" {
					continue
				}
			}
			for used := range uses[name] {
				if _, known := h.leads[used]; !known && !ast.IsExported(used) && used != base {
					h.leads[used] = exported
				}
			}
		}
	}
}
