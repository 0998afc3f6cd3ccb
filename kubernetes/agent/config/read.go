package config

import (
	"errors"
	"strings"

	"libkoord.invalid/koord/kubernetes/objects/fields"
)

// Read reads a configuration in YAML or JSON. Unknown fields are errors, and so are stated
// values that would count as not stated. The error names the field.
func Read(text []byte) (*Config, error) {
	config := &Config{}
	tree, err := fields.Read(text, config)
	if err != nil {
		return nil, err
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
