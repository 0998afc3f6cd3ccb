package agent

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"

	"libkoord.invalid/koord/kubernetes/objects/similar"
)

// ReadConfig reads a configuration in YAML or JSON. Unknown fields are errors, and so are stated
// values that would count as not stated. The error names the field.
func ReadConfig(text []byte) (*Config, error) {
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
	if err := checkFields(reflect.TypeFor[Config](), tree, ""); err != nil {
		return nil, err
	}
	if err := yaml.UnmarshalStrict(text, config); err != nil {
		return nil, notYAML(err)
	}
	for _, one := range config.times() {
		if one.value.Duration == 0 && states(tree, one.field) {
			return nil, one.outOfRange()
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

// checkFields returns the error of the first field of a document that is unknown or of another
// type.
func checkFields(kind reflect.Type, value any, path string) error {
	mistake := func(expected string) error {
		found, err := json.Marshal(value)
		if err != nil || len(found) > 100 {
			found = []byte("another type")
		}
		if path == "" {
			return fmt.Errorf("found %s, expected %s", found, expected)
		}
		return fmt.Errorf("%s: found %s, expected %s", path, found, expected)
	}
	if value == nil && kind != reflect.TypeFor[metav1.Duration]() {
		return nil
	}
	switch {
	case kind == reflect.TypeFor[metav1.Duration]():
		text, is := value.(string)
		var duration metav1.Duration
		if !is || duration.UnmarshalJSON([]byte(`"`+strings.ReplaceAll(text, `"`, "")+`"`)) != nil {
			return mistake("a duration, as in 5s")
		}
	case kind.Kind() == reflect.Struct:
		members, is := value.(map[string]any)
		if !is {
			return mistake("fields, as in " + fieldNames(kind)[0] + ": ...")
		}
		return checkMembers(kind, members, path)
	case kind.Kind() == reflect.Slice:
		items, is := value.([]any)
		if !is {
			return mistake("a list")
		}
		for i, item := range items {
			if err := checkFields(kind.Elem(), item, fmt.Sprintf("%s[%d]", path, i)); err != nil {
				return err
			}
		}
	case kind.Kind() == reflect.Map:
		members, is := value.(map[string]any)
		if !is {
			return mistake("names with values")
		}
		for _, name := range slices.Sorted(maps.Keys(members)) {
			if err := checkFields(kind.Elem(), members[name], path+"["+name+"]"); err != nil {
				return err
			}
		}
	case kind.Kind() == reflect.Bool:
		if _, is := value.(bool); !is {
			return mistake("true or false")
		}
	case kind.Kind() == reflect.Uint32:
		number, is := value.(float64)
		if !is || number < 0 || number != float64(uint32(number)) {
			return mistake("a whole number that is not negative")
		}
	case kind.Kind() == reflect.String:
		switch value.(type) {
		case map[string]any, []any:
			return mistake("a text")
		}
	}
	return nil
}

func checkMembers(kind reflect.Type, members map[string]any, path string) error {
	if path != "" {
		path += "."
	}
	names := fieldNames(kind)
	for _, name := range slices.Sorted(maps.Keys(members)) {
		at := slices.Index(names, name)
		if at < 0 {
			text := fmt.Sprintf("unknown field %q", path+name)
			if meant := similar.Nearest(name, names); meant != "" {
				text += ": did you mean " + meant + "?"
			}
			return errors.New(text)
		}
		if err := checkFields(kind.Field(at).Type, members[name], path+name); err != nil {
			return err
		}
	}
	return nil
}

// fieldNames returns the names of a struct's fields in documents, in order.
func fieldNames(kind reflect.Type) (names []string) {
	for i := range kind.NumField() {
		name, _, _ := strings.Cut(kind.Field(i).Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}
