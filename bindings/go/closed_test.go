package koord

import (
	"context"
	"errors"
	"reflect"
	"testing"
)

// anyHandle is what all handles have.
type anyHandle interface {
	Close() error
	own(pointer uintptr, free func(uintptr))
}

// Whatever is called of nil, of a value that nobody made and of a closed one says so, and does not crash.
func TestEveryMethodOfWhatIsClosed(t *testing.T) {
	methods := 0
	for _, one := range everyHandle {
		kind := reflect.TypeOf(one)
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
				})
			}
		}
	}
	if methods < 3*200 {
		t.Errorf("only %d methods", methods)
	}
}

// callClosed calls a method with nothing in its arguments.
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
