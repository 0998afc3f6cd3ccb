package koord

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strings"
	"testing"
)

// ofC matches terms of C that must not appear in the documentation of a Go package.
var ofC = regexp.MustCompile("\\bkoord_\\w*|\\bKOORD_\\w*|\\bNULL\\b|_unref\\b|\\bnullable\\b|\\bsize_t\\b|\\bNO_SPACE\\b|\\bstride\\b|\\bsizeof\\b|struct_size|[Ll]ength 0\\b|\\bconst\\b|\\*(?:out|count|needed)\\b|`")

// Public documentation of the package uses Go's terms.
func TestDocumentationHasNoNamesOfC(t *testing.T) {
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	comments := 0
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), ".go") || strings.HasSuffix(entry.Name(), "_test.go") {
			continue
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, entry.Name(), nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, doc := range exportedDocs(file) {
			comments++
			if found := ofC.FindString(doc.Text()); found != "" {
				t.Errorf("%s: %q", files.Position(doc.Pos()), found)
			}
		}
	}
	if comments < 1000 {
		t.Errorf("only %d comments", comments)
	}
}

// exportedDocs returns the comments of everything that a file exports: declarations, constants,
// fields, and the package.
func exportedDocs(file *ast.File) (docs []*ast.CommentGroup) {
	add := func(exported bool, groups ...*ast.CommentGroup) {
		for _, group := range groups {
			if exported && group != nil {
				docs = append(docs, group)
			}
		}
	}
	// Directives such as #include and #cgo are above import "C".
	ast.Inspect(file, func(n ast.Node) bool {
		switch d := n.(type) {
		case *ast.File:
			add(true, d.Doc)
		case *ast.FuncDecl:
			add(d.Name.IsExported(), d.Doc)
			return false
		case *ast.GenDecl:
			add(d.Tok != token.IMPORT && (len(d.Specs) != 1 || exportsSpec(d.Specs[0])), d.Doc)
		case *ast.TypeSpec:
			add(d.Name.IsExported(), d.Doc, d.Comment)
			return d.Name.IsExported()
		case *ast.ValueSpec:
			add(d.Names[0].IsExported(), d.Doc, d.Comment)
		case *ast.Field:
			add(len(d.Names) > 0 && d.Names[0].IsExported(), d.Doc, d.Comment)
		}
		return true
	})
	return docs
}

func exportsSpec(spec ast.Spec) bool {
	switch s := spec.(type) {
	case *ast.TypeSpec:
		return s.Name.IsExported()
	case *ast.ValueSpec:
		return s.Names[0].IsExported()
	}
	return false
}
