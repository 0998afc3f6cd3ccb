package koord

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"testing"
)

// anyHandle is the interface of all handles.
type anyHandle interface {
	Close() error
	own(pointer uintptr, free func(uintptr))
}

// Every method of a nil, zero or closed handle returns an error and does not crash.
func TestMethodsOfClosedHandlesReturnErrors(t *testing.T) {
	methods := 0
	for _, handle := range everyHandle {
		kind := reflect.TypeOf(handle)
		closed := reflect.New(kind.Elem())
		freed := 0
		closed.Interface().(anyHandle).own(1, func(uintptr) { freed++ })
		for i := 0; i < 2; i++ {
			if err := closed.Interface().(anyHandle).Close(); err != nil || freed != 1 {
				t.Errorf("%s: Close: %v, freed %d times", kind, err, freed)
			}
		}
		for name, value := range map[string]reflect.Value{"nil": reflect.Zero(kind), "zero": reflect.New(kind.Elem()), "closed": closed} {
			for i := 0; i < kind.NumMethod(); i++ {
				methods++
				t.Run(kind.Elem().Name()+"."+kind.Method(i).Name+"/"+name, func(t *testing.T) {
					callClosed(t, kind.Method(i).Name, value.Method(i))
					if handle, ok := value.Interface().(fmt.Stringer); ok && handle.String() != said(kind.Elem().Name(), name) {
						t.Errorf("got %s", handle)
					}
				})
			}
		}
	}
	if methods < 3*200 {
		t.Errorf("only %d methods", methods)
	}
}

// closedOf returns a closed handle of a type, or a slice of one. It returns false for other types.
func closedOf(kind reflect.Type) (reflect.Value, bool) {
	if kind.Kind() == reflect.Slice {
		one, ok := closedOf(kind.Elem())
		if !ok {
			return one, false
		}
		return reflect.Append(reflect.Zero(kind), one), true
	}
	if kind.Kind() != reflect.Pointer || !kind.Implements(reflect.TypeOf((*anyHandle)(nil)).Elem()) {
		return reflect.Value{}, false
	}
	closed := reflect.New(kind.Elem())
	closed.Interface().(anyHandle).own(1, func(uintptr) {})
	closed.Interface().(anyHandle).Close()
	return closed, true
}

// A closed handle is refused as every argument before the call does anything: the other handles are
// not valid pointers.
func TestEveryClosedArgument(t *testing.T) {
	tried := 0
	try := func(name string, function, of reflect.Value) {
		for i := 0; i < function.Type().NumIn(); i++ {
			closed, ok := closedOf(function.Type().In(i))
			if !ok {
				continue
			}
			tried++
			t.Run(fmt.Sprintf("%s/%d", name, i), func(t *testing.T) {
				var arguments []reflect.Value
				for j := 0; j < function.Type().NumIn(); j++ {
					kind := function.Type().In(j)
					switch _, isHandle := closedOf(kind); {
					case j == i:
						arguments = append(arguments, closed)
					case kind == reflect.TypeOf((*context.Context)(nil)).Elem():
						arguments = append(arguments, reflect.ValueOf(context.Background()))
					case isHandle && kind.Kind() == reflect.Pointer:
						one := reflect.New(kind.Elem())
						one.Interface().(anyHandle).own(1, func(uintptr) {})
						arguments = append(arguments, one)
					default:
						arguments = append(arguments, reflect.Zero(kind))
					}
				}
				results := function.Call(arguments)
				var err error
				if last := len(results) - 1; last >= 0 {
					err, _ = results[last].Interface().(error)
				}
				if one, ok := of.Interface().(interface{ failure() error }); ok && err == nil {
					err = one.failure() // error of a setter
				}
				if !errors.Is(err, ErrInvalid) {
					t.Errorf("got %v", err)
				}
			})
		}
	}
	for _, handle := range everyHandle {
		kind := reflect.TypeOf(handle)
		open := reflect.New(kind.Elem())
		open.Interface().(anyHandle).own(1, func(uintptr) {})
		if _, ok := handle.(*Cluster); ok { // evaluation reads the cluster's counts first
			made, err := NewCluster(nil, ClusterOptions{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			defer made.Close()
			open = reflect.ValueOf(made)
		}
		for i := 0; i < kind.NumMethod(); i++ {
			try(kind.Elem().Name()+"."+kind.Method(i).Name, open.Method(i), open)
		}
	}
	for name, function := range everyFunction {
		try(name, reflect.ValueOf(function), reflect.ValueOf(name))
	}
	if tried < 60 {
		t.Errorf("only %d arguments", tried)
	}
}

// said returns the expected String of a closed handle.
func said(kind, name string) string {
	if name == "zero" {
		name = "closed"
	}
	return kind + "{" + name + "}"
}

// callClosed calls a method with empty arguments.
func callClosed(t *testing.T, name string, method reflect.Value) {
	var arguments []reflect.Value
	for i := 0; i < method.Type().NumIn(); i++ {
		kind := method.Type().In(i)
		if kind == reflect.TypeOf((*context.Context)(nil)).Elem() {
			arguments = append(arguments, reflect.ValueOf(context.Background()))
		} else {
			arguments = append(arguments, reflect.Zero(kind))
		}
	}
	results := method.Call(arguments)
	for _, result := range results {
		if name == "String" {
			continue
		}
		if err, ok := result.Interface().(error); ok && result.Type().Kind() == reflect.Interface {
			if name == "Close" || !errors.Is(err, ErrInvalid) {
				t.Errorf("got %v", err)
			}
		} else if result.Type() == reflect.TypeOf((*error)(nil)).Elem() {
			if name != "Close" {
				t.Error("no error")
			}
		} else if !result.IsZero() {
			t.Errorf("got %v", result)
		}
	}
}

// counting counts how often a handle is freed.
func counting(h *handle) *int {
	freed, free := new(int), h.kept.free
	h.kept.free = func(pointer uintptr) {
		*freed++
		free(pointer)
	}
	return freed
}

func TestCloseWaitsForCalls(t *testing.T) {
	machine, err := TopologyFromSynthetic(nil, "pack:1 core:2 pu:2")
	if err != nil {
		t.Fatal(err)
	}
	freed := counting(&machine.handle)
	err = callTopologyTexts(machine, func(string) {
		if err := machine.Close(); err != nil || *freed != 0 {
			t.Errorf("%v, freed %d times during a call", err, *freed)
		}
		if _, err := machine.Info(); !errors.Is(err, ErrInvalid) {
			t.Errorf("a call after Close: %v", err)
		}
	})
	if err != nil || *freed != 1 {
		t.Errorf("%v, freed %d times", err, *freed)
	}
}

// A cluster logs during its whole lifetime, so it retains its Diagnostics.
func TestDiagnosticsStayWithTheirCluster(t *testing.T) {
	log, err := NewDiagnostics()
	if err != nil {
		t.Fatal(err)
	}
	made, err := NewCluster(log, ClusterOptions{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	freed := counting(&log.handle)
	said := 0
	if err := log.SetLog(func(LogLevel, string) { said++ }); err != nil {
		t.Fatal(err)
	}
	odd := []byte(`{"metadata":{"name":"n","annotations":{"node.koordinator.sh/cpu-topology":
		"{\"detail\":[{\"id\":0,\"core\":0,\"socket\":0,\"node\":0},{\"id\":1,\"core\":0,\"socket\":0,\"node\":1}]}"}}}`)
	for i := 0; i < 2; i++ {
		if _, err := made.SetTopology(odd); err != nil || said != 1 {
			t.Error(err, said)
		}
		log.Close()
	}
	if *freed != 0 {
		t.Error("freed before its cluster")
	}
	made.Close()
	if *freed != 1 {
		t.Errorf("freed %d times", *freed)
	}
}
