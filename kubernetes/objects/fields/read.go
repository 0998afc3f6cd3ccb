package fields

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"sigs.k8s.io/yaml"
)

// Read reads a configuration in YAML or JSON into a struct, and returns the document as a tree.
// Unknown fields are errors. The error names the field.
func Read(text []byte, into any) (tree any, err error) {
	if err := checkDocument(text); err != nil {
		return nil, err
	}
	if err := yaml.UnmarshalStrict(text, &tree); err != nil {
		return nil, notYAML(err)
	}
	kind := reflect.TypeOf(into).Elem()
	if members, _ := tree.(map[string]any); members["apiVersion"] != nil && members["kind"] != nil {
		return nil, fmt.Errorf("found an object of Kubernetes with kind %v, expected fields, as in %s: ...; of a ConfigMap, "+
			"the text below data", members["kind"], Names(kind)[0])
	}
	if err := Check(kind, tree, ""); err != nil {
		return nil, err
	}
	if err := yaml.UnmarshalStrict(text, into); err != nil {
		return nil, notYAML(err)
	}
	return tree, nil
}

// checkDocument detects errors that a YAML parser ignores or reports badly: a second document, and
// tabs before a field.
func checkDocument(text []byte) error {
	documents, begun := 1, false
	for i, line := range strings.Split(string(text), "\n") {
		blanks := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		switch {
		case strings.HasPrefix(line, "---"):
			if begun {
				documents++
			}
		case strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#"):
		// JSON may contain tabs
		case strings.Contains(blanks, "\t") && !bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")):
			return fmt.Errorf("line %d: found a tab before the field, expected blanks", i+1)
		default:
			begun = true
		}
	}
	if documents > 1 {
		return fmt.Errorf("found %d documents, separated by ---, expected one", documents)
	}
	return nil
}

// notYAML returns a parser's error without the names of its functions.
func notYAML(err error) error {
	text := err.Error()
	for _, prefix := range []string{"error converting YAML to JSON: ", "error unmarshaling JSON: ", "while decoding JSON: ", "yaml: ", "unmarshal errors:\n  "} {
		text = strings.TrimPrefix(text, prefix)
	}
	text = strings.ReplaceAll(text, " already set in map", " is there twice, expected once")
	if line, rest, found := strings.Cut(text, ": "); found && strings.HasPrefix(line, "line ") {
		return fmt.Errorf("%s is not valid YAML: %s", line, rest)
	}
	return errors.New("not valid YAML: " + text)
}
