package scheduler

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/k8s/apis"
)

// fault is why the current version of a custom object cannot be decoded.
type fault struct {
	uid     types.UID
	version string
	err     error
	unknown bool // no valid version was seen: the object lacks the field, or all of them
}

// decoder decodes custom objects of one kind. While a version cannot be decoded, the last valid one of the same uid stands for
// it, with the new metadata and status.
type decoder struct {
	kind   string
	into   func() metav1.Object
	failed func(kind string, object runtime.Object, err error)

	mu     sync.Mutex
	valid  map[string]metav1.Object
	faults map[string]*fault
}

func newDecoder(kind string, into func() metav1.Object, failed func(string, runtime.Object, error)) *decoder {
	return &decoder{kind: kind, into: into, failed: failed, valid: map[string]metav1.Object{}, faults: map[string]*fault{}}
}

// transform is a cache.TransformFunc. An informer keeps the fields that the library reads, and no more.
func (d *decoder) transform(object any) (any, error) {
	read, is := object.(*unstructured.Unstructured)
	if !is {
		return object, nil
	}
	key := keyOf(read)
	out, err := d.decode(read.Object)
	d.mu.Lock()
	if err == nil {
		d.valid[key] = out
		delete(d.faults, key)
		d.mu.Unlock()
		return out, nil
	}
	last := d.valid[key]
	if last != nil && last.GetUID() != read.GetUID() {
		last = nil
	}
	path, why := d.badField(read.Object, err)
	found := &fault{uid: read.GetUID(), version: read.GetResourceVersion(), unknown: last == nil, err: &koord.Error{
		Op: "decode", Code: koord.ErrInvalid, Message: fmt.Sprintf("%s %s: %s: %s", d.kind, key, pathText(path), why)}}
	d.faults[key] = found
	d.mu.Unlock()
	out = d.substitute(read, last, path)
	if object, is := out.(runtime.Object); is {
		d.failed(d.kind, object, found.err)
	}
	return out, nil
}

func keyOf(object metav1.Object) string {
	key, _ := cache.MetaNamespaceKeyFunc(object)
	return key
}

func (d *decoder) decode(content map[string]any) (metav1.Object, error) {
	out := d.into()
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(content, out); err != nil {
		return nil, err
	}
	out.SetManagedFields(nil)
	return out, nil
}

// substitute is the object that stands for one that cannot be decoded.
func (d *decoder) substitute(read *unstructured.Unstructured, last metav1.Object, path []any) metav1.Object {
	identity := map[string]any{"apiVersion": read.GetAPIVersion(), "kind": read.GetKind(), "metadata": read.Object["metadata"]}
	if last != nil {
		if content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(last); err == nil {
			maps.Copy(content, identity)
			if now, stated := read.Object["status"]; stated {
				before := content["status"]
				content["status"] = now
				if out, err := d.decode(content); err == nil {
					return out
				}
				content["status"] = before
			}
			if out, err := d.decode(content); err == nil {
				return out
			}
		}
	}
	if _, is := d.into().(*apis.Reservation); is {
		if out := d.repaired(read, path); out != nil {
			return out
		}
	}
	if out, err := d.decode(identity); err == nil {
		return out
	}
	out := d.into()
	out.SetName(read.GetName())
	out.SetNamespace(read.GetNamespace())
	out.SetUID(read.GetUID())
	out.SetResourceVersion(read.GetResourceVersion())
	out.SetCreationTimestamp(read.GetCreationTimestamp())
	return out
}

// mostRepairs is how many fields of a Reservation are left out.
const mostRepairs = 16

// repaired is a Reservation without the fields that cannot be decoded; what it holds of a resource is then what its status
// says. Returns nil if it cannot be decoded anyhow.
func (d *decoder) repaired(read *unstructured.Unstructured, path []any) metav1.Object {
	content := read.DeepCopy().Object
	held, _, _ := unstructured.NestedMap(content, "status", "allocatable")
	for range mostRepairs {
		if len(path) == 0 || !replaceField(content, path, held) {
			return nil
		}
		out, err := d.decode(content)
		if err == nil {
			return out
		}
		path, _ = d.badField(content, err)
	}
	return nil
}

// replaceField removes what is at a path, or replaces an amount of a resource.
func replaceField(content any, path []any, held map[string]any) bool {
	for _, step := range path[:len(path)-1] {
		switch at := step.(type) {
		case string:
			parent, is := content.(map[string]any)
			if !is {
				return false
			}
			content = parent[at]
		case int:
			parent, is := content.([]any)
			if !is || at >= len(parent) {
				return false
			}
			content = parent[at]
		}
	}
	parent, is := content.(map[string]any)
	name, named := path[len(path)-1].(string)
	if !is || !named {
		return false
	}
	amount, known := held[name]
	if known && slices.Contains(path, any("resources")) && parent[name] != amount {
		parent[name] = amount
	} else {
		delete(parent, name)
	}
	return true
}

// badField is the path of the first field that cannot be decoded by itself, and why. The path is empty if there is none.
func (d *decoder) badField(content map[string]any, err error) (path []any, why string) {
	why = err.Error()
	var value any = content
	wrap := func(inner any) any { return inner }
	for {
		step, next, failure := d.badChild(value, wrap)
		if failure == nil {
			break
		}
		outer := wrap
		path = append(path, step)
		switch at := step.(type) {
		case string:
			wrap = func(inner any) any { return outer(map[string]any{at: inner}) }
		case int:
			wrap = func(inner any) any { return outer([]any{inner}) }
		}
		value, why = next, failure.Error()
	}
	switch value.(type) {
	case map[string]any, []any:
		return path, why
	}
	return path, fmt.Sprintf("found %s: %s", short(fmt.Sprintf("%#v", value)), why)
}

// badChild is the first member or item that cannot be decoded alone, within its parents.
func (d *decoder) badChild(value any, wrap func(any) any) (step, child any, err error) {
	fails := func(alone any) error {
		content, is := wrap(alone).(map[string]any)
		if !is {
			return nil
		}
		_, err := d.decode(content)
		return err
	}
	switch at := value.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(at)) {
			if err := fails(map[string]any{name: at[name]}); err != nil {
				return name, at[name], err
			}
		}
	case []any:
		for i := range at {
			if err := fails([]any{at[i]}); err != nil {
				return i, at[i], err
			}
		}
	}
	return nil, nil, nil
}

func pathText(path []any) string {
	var out strings.Builder
	for _, step := range path {
		switch at := step.(type) {
		case int:
			fmt.Fprintf(&out, "[%d]", at)
		case string:
			switch {
			case strings.ContainsAny(at, "./"):
				out.WriteString("[" + strconv.Quote(at) + "]")
			case out.Len() > 0:
				out.WriteString("." + at)
			default:
				out.WriteString(at)
			}
		}
	}
	return out.String()
}

// of returns the fault of an object's current version; nil if it was decoded.
func (d *decoder) of(object metav1.Object) *fault {
	if d == nil {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	found := d.faults[keyOf(object)]
	if found == nil || found.uid != object.GetUID() || found.version != object.GetResourceVersion() {
		return nil
	}
	return found
}

// forget an object that was deleted.
func (d *decoder) forget(object metav1.Object) {
	key := keyOf(object)
	d.mu.Lock()
	defer d.mu.Unlock()
	if last := d.valid[key]; last != nil && last.GetUID() == object.GetUID() {
		delete(d.valid, key)
	}
	if found := d.faults[key]; found != nil && found.uid == object.GetUID() {
		delete(d.faults, key)
	}
}
