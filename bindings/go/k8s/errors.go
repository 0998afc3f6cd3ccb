package k8s

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

// outOf is the error of a number that is not in its range, as libkoord words it.
func outOf(op, object, path string, found, low, high int64) error {
	return invalid(op, fmt.Sprintf("%s: %s: found %d, expected a whole number in %d..%d", object, path, found, low, high))
}

// badAmount is the error of the first amount of a list, by name, that no builder can hold; nil: there is none.
func badAmount(op, object, path string, list v1.ResourceList) error {
	for _, name := range slices.Sorted(maps.Keys(list)) {
		quantity := list[name]
		if err := badQuantity(op, object, member(path, string(name)), string(name), &quantity); err != nil {
			return err
		}
	}
	return nil
}

func badQuantity(op, object, path, name string, quantity *resource.Quantity) error {
	if amountOf(name, quantity) >= 0 {
		return nil
	}
	expected := "an amount below 2^63"
	switch {
	case quantity.Sign() < 0:
		expected = "an amount that is not negative"
	case name == string(v1.ResourceCPU):
		expected = "an amount below 2^63 thousandths"
	}
	return invalid(op, fmt.Sprintf("%s: %s: found %q, expected %s", object, path, quantity.String(), expected))
}

// member is the path of a member of an object: spec.name, or spec["a/b"] where a name is not plain.
func member(path, name string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
	if name == "" || len(name) > 64 || strings.Trim(name, plain) != "" {
		return path + "[" + strconv.Quote(name) + "]"
	}
	return path + "." + name
}

func element(path string, index int) string { return path + "[" + strconv.Itoa(index) + "]" }

// named starts an object's errors.
func named(kind, namespace, name string) string {
	if namespace != "" {
		name = namespace + "/" + name
	}
	return kind + " " + name
}

// text is a label's or an annotation's value as a builder takes it. A NUL has no place in JSON, and none in a builder: the
// value stays as unreadable as it is. What is not UTF-8 is replaced, as encoding/json does.
func text(value string) string {
	if strings.IndexByte(value, 0) >= 0 {
		value = strings.ReplaceAll(value, "\x00", "\x01")
	}
	return strings.ToValidUTF8(value, "\uFFFD")
}

// eachText passes on those of an object's labels or annotations that are read.
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
