package objects

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"

	"libkoord.invalid/koord"
)

func invalid(op, message string) error {
	return &koord.Error{Op: op, Code: koord.ErrInvalid, Message: message}
}

// outOf returns the error for a number out of range, in libkoord's words.
func outOf(op, object, path string, found, low, high int64) error {
	return invalid(op, fmt.Sprintf("%s: %s: found %d, expected a whole number in %d..%d", object, path, found, low, high))
}

// badAmount returns the error for the first amount, by name, that convert refuses, or nil if there
// is none.
func badAmount(op, object, path string, list v1.ResourceList, convert func(string, *resource.Quantity) int64) error {
	for _, name := range slices.Sorted(maps.Keys(list)) {
		if quantity := list[name]; convert(string(name), &quantity) < 0 {
			return badQuantity(op, object, member(path, string(name)), string(name), &quantity)
		}
	}
	return nil
}

func badQuantity(op, object, path, name string, quantity *resource.Quantity) error {
	expected := "an amount below 2^63"
	switch {
	case quantity.Sign() < 0:
		expected = "an amount that is not negative"
	case name == string(v1.ResourceCPU):
		expected = "an amount below 2^63 thousandths"
	}
	return invalid(op, fmt.Sprintf("%s: %s: found %q, expected %s", object, path, quantity.String(), expected))
}

// member returns the path of a member of an object: spec.name, or spec["a/b"] if the name needs
// quotes.
func member(path, name string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
	if name == "" || len(name) > 64 || strings.Trim(name, plain) != "" {
		return path + "[" + strconv.Quote(name) + "]"
	}
	return path + "." + name
}

func element(path string, index int) string { return path + "[" + strconv.Itoa(index) + "]" }

// objectName returns the start of an object's error messages.
func objectName(kind, namespace, name string) string {
	if namespace != "" {
		name = namespace + "/" + name
	}
	return kind + " " + name
}

// text returns the value of a label or an annotation as a builder accepts it. Neither JSON nor a
// builder allows a NUL, so it is replaced by another character that keeps the value invalid.
// Invalid UTF-8 is replaced as in encoding/json.
func text(value string) string {
	if strings.IndexByte(value, 0) >= 0 {
		value = strings.ReplaceAll(value, "\x00", "\x01")
	}
	return strings.ToValidUTF8(value, "\uFFFD")
}

// eachText passes those of an object's labels or annotations that libkoord reads.
func eachText(all map[string]string, read []string, take func(key, value string)) {
	if len(all) == 0 {
		return
	}
	for _, key := range read {
		if value, stated := all[key]; stated {
			take(key, text(value))
		}
	}
}
