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
	if value == nil && kind != reflect.TypeFor[metav1.Duration]() {
		return nil
	}
	if kind.Kind() == reflect.Pointer {
		return Check(kind.Elem(), value, path)
	}
	if expected := expectedFor(kind, value); expected != "" {
		return typeError(value, path, expected)
	}
	switch {
	case slices.Contains(wholes, kind):
		return nil
	case kind.Kind() == reflect.Struct:
		return checkMembers(kind, value.(map[string]any), path)
	case kind.Kind() == reflect.Slice:
		for i, item := range value.([]any) {
			if err := Check(kind.Elem(), item, fmt.Sprintf("%s[%d]", path, i)); err != nil {
				return err
			}
		}
	case kind.Kind() == reflect.Map:
		members := value.(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(members)) {
			if err := Check(kind.Elem(), members[name], path+"["+name+"]"); err != nil {
				return err
			}
		}
	}
	return nil
}

// typeError returns an error that states the value found.
func typeError(value any, path, expected string) error {
	found, err := json.Marshal(value)
	if err != nil || len(found) > 100 {
		found = []byte("another type")
	}
	if path == "" {
		return fmt.Errorf("found %s, expected %s", found, expected)
	}
	return fmt.Errorf("%s: found %s, expected %s", path, found, expected)
}

// wholes are the types whose fields or items are not checked one by one.
var wholes = []reflect.Type{reflect.TypeFor[metav1.Duration](), reflect.TypeFor[resource.Quantity](), reflect.TypeFor[json.RawMessage]()}

// expectedFor returns the expected value if a value, apart from its fields and items, is not of a type, and "" if it is.
func expectedFor(kind reflect.Type, value any) string {
	_, isObject := value.(map[string]any)
	_, isList := value.([]any)
	_, isBool := value.(bool)
	switch {
	case kind == reflect.TypeFor[metav1.Duration]():
		return expectedUnless(isDuration(value), "a duration, as in 5s")
	case kind == reflect.TypeFor[resource.Quantity]():
		return expectedUnless(isAmount(value), "an amount, as in 4 or 16Gi")
	case kind == reflect.TypeFor[json.RawMessage]():
		return expectedUnless(isObject, "fields")
	case kind.Kind() == reflect.Struct && !isObject:
		return "fields, as in " + Names(kind)[0] + ": ..."
	case kind.Kind() == reflect.Slice:
		return expectedUnless(isList, "a list")
	case kind.Kind() == reflect.Map:
		return expectedUnless(isObject, "names with values")
	case kind.Kind() == reflect.Bool:
		return expectedUnless(isBool, "true or false")
	case kind.Kind() == reflect.String:
		return expectedUnless(!isObject && !isList, "a text")
	case reflect.Zero(kind).CanInt(), reflect.Zero(kind).CanUint():
		return checkWhole(kind, value)
	}
	return ""
}

func expectedUnless(isExpected bool, expected string) string {
	if isExpected {
		return ""
	}
	return expected
}

func isDuration(value any) bool {
	text, is := value.(string)
	var duration metav1.Duration
	return is && duration.UnmarshalJSON([]byte(`"`+strings.ReplaceAll(text, `"`, "")+`"`)) == nil
}

func isAmount(value any) bool {
	text := ""
	switch amount := value.(type) {
	case string:
		text = amount
	case float64, int64: // int64 from Kubernetes' own decoder
		text = fmt.Sprint(amount)
	}
	_, err := resource.ParseQuantity(text)
	return err == nil
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
