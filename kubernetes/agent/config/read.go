package config

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"sigs.k8s.io/yaml"

	"libkoord.invalid/koord/kubernetes/objects/fields"
)

// Read reads a configuration in YAML or JSON. Unknown fields are errors, and so are stated
// values that would count as not stated. The error names the field.
func Read(text []byte) (*Config, error) {
	config := &Config{}
	if err := checkDocument(text); err != nil {
		return nil, err
	}
	var tree any
	if err := yaml.UnmarshalStrict(text, &tree); err != nil {
		return nil, notYAML(err)
	}
	if members, _ := tree.(map[string]any); members["apiVersion"] != nil && members["kind"] != nil {
		return nil, fmt.Errorf("found an object of Kubernetes with kind %v, expected fields, as in nodeName: ...; of a ConfigMap, "+
			"the text below data", members["kind"])
	}
	if err := fields.Check(reflect.TypeFor[Config](), tree, ""); err != nil {
		return nil, err
	}
	if err := yaml.UnmarshalStrict(text, config); err != nil {
		return nil, notYAML(err)
	}
	for _, field := range config.times() {
		if field.value.Duration == 0 && states(tree, field.field) {
			return nil, field.outOfRange()
		}
	}
	if config.Suppression.ThresholdPercent == 0 && states(tree, "suppression.thresholdPercent") {
		return nil, errors.New("suppression.thresholdPercent: found 0, expected 1 to 100")
	}
	return config, nil
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

// states reports whether a document has a value for a field.
func states(tree any, field string) bool {
	for _, name := range strings.Split(field, ".") {
		members, _ := tree.(map[string]any)
		if tree = members[name]; tree == nil {
			return false
		}
	}
	return true
}
