// Package fields checks documents that people write against the Go types that they are decoded into. encoding/json ignores
// unknown fields and reports other types in its own words.
package fields

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"libkoord.invalid/koord/kubernetes/objects/similar"
)

// Check returns the error of the first field of a document that is unknown or of another type than kind has. value is the
// document as encoding/json decodes it into any. path precedes the names of fields in errors. A json.RawMessage has fields.
func Check(kind reflect.Type, value any, path string) error {
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
	case kind.Kind() == reflect.Pointer:
		return Check(kind.Elem(), value, path)
	case kind == reflect.TypeFor[metav1.Duration]():
		text, is := value.(string)
		var duration metav1.Duration
		if !is || duration.UnmarshalJSON([]byte(`"`+strings.ReplaceAll(text, `"`, "")+`"`)) != nil {
			return mistake("a duration, as in 5s")
		}
	case kind == reflect.TypeFor[resource.Quantity]():
		text, is := value.(string)
		if number, isNumber := value.(float64); isNumber {
			text, is = fmt.Sprint(number), true
		}
		if number, isInteger := value.(int64); isInteger { // from Kubernetes' own decoder
			text, is = fmt.Sprint(number), true
		}
		if _, err := resource.ParseQuantity(text); !is || err != nil {
			return mistake("an amount, as in 4 or 16Gi")
		}
	case kind == reflect.TypeFor[json.RawMessage]():
		if _, is := value.(map[string]any); !is {
			return mistake("fields")
		}
	case kind.Kind() == reflect.Struct:
		members, is := value.(map[string]any)
		if !is {
			return mistake("fields, as in " + Names(kind)[0] + ": ...")
		}
		return checkMembers(kind, members, path)
	case kind.Kind() == reflect.Slice:
		items, is := value.([]any)
		if !is {
			return mistake("a list")
		}
		for i, item := range items {
			if err := Check(kind.Elem(), item, fmt.Sprintf("%s[%d]", path, i)); err != nil {
				return err
			}
		}
	case kind.Kind() == reflect.Map:
		members, is := value.(map[string]any)
		if !is {
			return mistake("names with values")
		}
		for _, name := range slices.Sorted(maps.Keys(members)) {
			if err := Check(kind.Elem(), members[name], path+"["+name+"]"); err != nil {
				return err
			}
		}
	case kind.Kind() == reflect.Bool:
		if _, is := value.(bool); !is {
			return mistake("true or false")
		}
	case reflect.Zero(kind).CanInt(), reflect.Zero(kind).CanUint():
		if expected := checkWhole(kind, value); expected != "" {
			return mistake(expected)
		}
	case kind.Kind() == reflect.String:
		switch value.(type) {
		case map[string]any, []any:
			return mistake("a text")
		}
	}
	return nil
}

// checkWhole returns the expected value if a value is not a whole number of a type, and "" if it is. Numbers of 54 bits and more are
// refused, because float64 does not have all of them.
func checkWhole(kind reflect.Type, value any) (expected string) {
	bits, expected := kind.Bits(), "a whole number that is not negative"
	if signed := reflect.Zero(kind).CanInt(); signed {
		bits, expected = bits-1, "a whole number"
	}
	limit := math.Ldexp(1, min(bits, 53))
	number, is := value.(float64)
	if whole, isInteger := value.(int64); isInteger { // from Kubernetes' own decoder
		number, is = float64(whole), true
	}
	switch {
	case !is || number != math.Trunc(number) || number < 0 && bits == kind.Bits():
		return expected
	case number >= limit:
		return fmt.Sprintf("a whole number below %.0f", limit)
	case number <= -limit:
		return fmt.Sprintf("a whole number above -%.0f", limit)
	}
	return ""
}

func checkMembers(kind reflect.Type, members map[string]any, path string) error {
	if path != "" {
		path += "."
	}
	names := Names(kind)
	for _, name := range slices.Sorted(maps.Keys(members)) {
		at := slices.Index(names, name)
		if at < 0 {
			return errors.New(Unknown(path, name, names))
		}
		if err := Check(kind.Field(at).Type, members[name], path+name); err != nil {
			return err
		}
	}
	return nil
}

// Unknown describes an unknown field, with a similar name if there is one. path precedes the name.
func Unknown(path, name string, known []string) string {
	text := fmt.Sprintf("unknown field %q", path+name)
	if meant := similar.Nearest(name, known); meant != "" {
		text += ": did you mean " + meant + "?"
	}
	return text
}

// Names returns the names of a struct's fields in documents, in order.
func Names(kind reflect.Type) (names []string) {
	for i := range kind.NumField() {
		name, _, _ := strings.Cut(kind.Field(i).Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}
