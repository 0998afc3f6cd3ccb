package stores

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
	"k8s.io/client-go/tools/cache"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/scheduler/message"
)

// Fault is the reason for which an object cannot be decoded. It is stored in the object that
// replaces it, so that every version has its own.
type Fault struct {
	Err     error
	Unknown bool // no valid version was received: the object lacks the field, or all of them
}

// noValidVersion marks a fault of an object of which no valid version was received.
const noValidVersion = "unknown"

// FaultOf returns the reason for which the version behind an object cannot be decoded, or nil if it
// was decoded. decode removes all managed fields, so that no client can forge a fault there.
func FaultOf(object metav1.Object) *Fault {
	fields := object.GetManagedFields()
	if len(fields) == 0 {
		return nil
	}
	return &Fault{Unknown: fields[0].Subresource == noValidVersion,
		Err: &koord.Error{Op: "decode", Code: koord.ErrInvalid, Message: fields[0].Manager}}
}

func setFault(object metav1.Object, text string, unknown bool) {
	entry := metav1.ManagedFieldsEntry{Manager: text}
	if unknown {
		entry.Subresource = noValidVersion
	}
	object.SetManagedFields([]metav1.ManagedFieldsEntry{entry})
}

// Decoder decodes custom objects of one kind. If a version cannot be decoded, it is replaced by the
// last valid one of the same uid, with the new metadata and status.
type Decoder struct {
	kind   string
	into   func() metav1.Object
	failed func(kind string, object runtime.Object, err error)

	mu    sync.Mutex
	valid map[string]metav1.Object
}

func newDecoder(kind string, into func() metav1.Object, failed func(string, runtime.Object, error)) *Decoder {
	return &Decoder{kind: kind, into: into, failed: failed, valid: map[string]metav1.Object{}}
}

// Transform is a cache.TransformFunc. An informer keeps only the fields that the library reads.
func (d *Decoder) Transform(object any) (any, error) {
	read, is := object.(*unstructured.Unstructured)
	if !is {
		return object, nil
	}
	key := keyOf(read)
	out, err := d.decode(read.Object)
	d.mu.Lock()
	if err == nil {
		d.valid[key] = out
		d.mu.Unlock()
		return out, nil
	}
	last := d.valid[key]
	d.mu.Unlock()
	if last != nil && last.GetUID() != read.GetUID() {
		last = nil
	}
	path, why := d.badField(read.Object, err)
	out = d.substitute(read, last)
	setFault(out, fmt.Sprintf("%s %s: %s: %s", d.kind, key, pathText(path), why), last == nil)
	if object, is := out.(runtime.Object); is {
		d.failed(d.kind, object, FaultOf(out).Err)
	}
	return out, nil
}

func (d *Decoder) decode(content map[string]any) (metav1.Object, error) {
	out := d.into()
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(content, out); err != nil {
		return nil, err
	}
	out.SetManagedFields(nil)
	return out, nil
}

// substitute returns the replacement of an object that cannot be decoded.
func (d *Decoder) substitute(read *unstructured.Unstructured, last metav1.Object) metav1.Object {
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
		for _, content := range []map[string]any{
			read.Object,
			members(read.Object, []string{"metadata"}, []string{"status"}, toSchedulerName,
				[]string{"spec", "template", "metadata"}),
			members(read.Object, []string{"metadata"}, []string{"status", "phase"}, []string{"status", "nodeName"}, toSchedulerName),
		} {
			if out := d.repaired(content); out != nil {
				return out
			}
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

// mostRepairs limits the fields of a Reservation that are left out.
const mostRepairs = 16

var (
	toSchedulerName = []string{"spec", "template", "spec", "schedulerName"}
	toOwners        = []any{"spec", "owners"}
)

// members returns a copy of the parts of an object at some paths.
func members(content map[string]any, paths ...[]string) map[string]any {
	out := map[string]any{}
	for _, path := range paths {
		if value, found, err := unstructured.NestedFieldCopy(content, path...); found && err == nil {
			_ = unstructured.SetNestedField(out, value, path...)
		}
	}
	return out
}

// repaired decodes a Reservation without the fields that cannot be decoded. A fault in the owners
// removes all of them, because an owner with fewer terms selects more pods. It returns nil if more
// than mostRepairs fields are invalid.
func (d *Decoder) repaired(content map[string]any) metav1.Object {
	content = runtime.DeepCopyJSON(content)
	for range mostRepairs {
		out, err := d.decode(content)
		if err == nil {
			return out
		}
		path, _ := d.badField(content, err)
		if len(path) == 0 {
			return nil
		}
		if len(path) > len(toOwners) && slices.Equal(path[:len(toOwners)], toOwners) {
			path = toOwners
		}
		without(content, path)
	}
	return nil
}

// without removes the member or item at a path and returns the remaining value.
func without(value any, path []any) any {
	switch at := value.(type) {
	case map[string]any:
		name, _ := path[0].(string)
		if len(path) == 1 {
			delete(at, name)
		} else if child, is := at[name]; is {
			at[name] = without(child, path[1:])
		}
	case []any:
		i, is := path[0].(int)
		if !is || i >= len(at) {
			break
		}
		if len(path) == 1 {
			return slices.Delete(at, i, i+1)
		}
		at[i] = without(at[i], path[1:])
	}
	return value
}

// badField returns the path of the first field that cannot be decoded by itself, and the reason.
// The path is empty if there is none.
func (d *Decoder) badField(content map[string]any, err error) (path []any, why string) {
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
	return path, fmt.Sprintf("found %s: %s", message.Short(fmt.Sprintf("%#v", value)), why)
}

// badChild returns the first member or item that cannot be decoded alone, within its parents.
func (d *Decoder) badChild(value any, wrap func(any) any) (step, child any, err error) {
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

// keyOf returns the key of an object in a store.
func keyOf(object metav1.Object) string {
	key, _ := cache.MetaNamespaceKeyFunc(object)
	return key
}

// Forget drops an object that was deleted.
func (d *Decoder) Forget(object metav1.Object) {
	key := keyOf(object)
	d.mu.Lock()
	defer d.mu.Unlock()
	if last := d.valid[key]; last != nil && last.GetUID() == object.GetUID() {
		delete(d.valid, key)
	}
}

// Decoders decode custom objects, by kind.
type Decoders struct {
	Topologies, Devices, PodGroups, Rebinds, Reservations *Decoder
}

// NewDecoders returns the decoders of all custom resources. failed is called for each version that
// cannot be decoded.
func NewDecoders(failed func(kind string, object runtime.Object, err error)) Decoders {
	return Decoders{
		Topologies:   newDecoder("NodeResourceTopology", func() metav1.Object { return &apis.NodeResourceTopology{} }, failed),
		Devices:      newDecoder("Device", func() metav1.Object { return &apis.Device{} }, failed),
		PodGroups:    newDecoder("PodGroup", func() metav1.Object { return &apis.PodGroup{} }, failed),
		Rebinds:      newDecoder("RebindResource", func() metav1.Object { return &apis.RebindResource{} }, failed),
		Reservations: newDecoder("Reservation", func() metav1.Object { return &apis.Reservation{} }, failed),
	}
}
