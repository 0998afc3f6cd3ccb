package main

import "strings"

// Kind is the kind of an argument, which consists of one or more C parameters.
type Kind int

const (
	AOther       Kind = iota // needs handwritten code
	ASelf                    // the receiver of the method
	AObject                  // const H * or H *
	AObjects                 // const H *const *, size_t
	AObjectOut               // H **
	AText                    // const char *, size_t
	ATextOut                 // char *, size_t capacity, size_t *needed
	ARows                    // const S *, size_t stride, size_t count
	ARowsOut                 // S *, size_t stride, size_t capacity, size_t *count
	ANumbersOut              // N *, size_t capacity, size_t *count
	ASet                     // const uint64_t *, size_t
	ASetOut                  // uint64_t *, size_t
	AStruct                  // const S *
	AStructOut               // S *
	ADocumentOut             // koord_buffer **
	ANumber                  // by value, including enums
	ANumberOut               // N *
	AFailure                 // koord_error *
)

// Argument is one argument of a call.
type Argument struct {
	Param
	Kind Kind
	Of   string // type in C, without const and *
}

// out reports whether it is a result in Go.
func (a Argument) out() bool {
	switch a.Kind {
	case AObjectOut, ATextOut, ARowsOut, ANumbersOut, ASetOut, AStructOut, ADocumentOut, ANumberOut:
		return true
	}
	return false
}

// filled reports whether the library writes it into memory that the caller must size.
func (a Argument) filled() bool {
	return a.Kind == ATextOut || a.Kind == ARowsOut || a.Kind == ANumbersOut || a.Kind == ASetOut
}

// bare returns a type without const and stars.
func bare(kind string) string {
	return strings.Trim(strings.ReplaceAll(kind, "const ", ""), " *")
}

// owner returns the handle with which a function's name starts, or "" if there is none.
func (h *Header) owner(function string) string {
	owner := ""
	for _, handle := range h.Handles {
		if strings.HasPrefix(function, handle.Name+"_") && len(handle.Name) > len(owner) {
			owner = handle.Name
		}
	}
	return owner
}

func (h *Header) isHandle(name string) bool {
	for _, handle := range h.Handles {
		if handle.Name == name {
			return true
		}
	}
	return false
}

func (h *Header) structOf(name string) *Struct {
	for _, s := range h.Structs {
		if s.Name == name {
			return s
		}
	}
	return nil
}

func (h *Header) function(name string) *Function {
	for _, f := range h.Functions {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// arguments groups the parameters of a function into arguments, in order.
func (h *Header) arguments(f *Function) []Argument {
	var all []Argument
	for at := 0; at < len(f.Params); {
		kind, count := h.kind(f, f.Params[at:])
		one := Argument{Param: f.Params[at], Kind: kind, Of: bare(f.Params[at].Type)}
		if owner := h.owner(f.Name); at == 0 && kind == AObject && owner == one.Of {
			one.Kind = ASelf
		}
		all = append(all, one)
		at += count
	}
	return all
}

// kind returns the kind of the first argument and its number of parameters.
func (h *Header) kind(f *Function, params []Param) (Kind, int) {
	p := params[0]
	base, constant := baseOf(p), strings.HasPrefix(p.Type, "const ")
	isPointer := strings.HasSuffix(p.Type, "*")
	next := func(i int) Param {
		if i < len(params) {
			return params[i]
		}
		return Param{}
	}
	switch {
	case p.Type == "koord_error *":
		return AFailure, 1
	case p.Type == "const char *" && next(1).Type == "size_t":
		return AText, 2
	case p.Type == "char *" && next(2).Type == "size_t *":
		return ATextOut, 3
	case strings.HasSuffix(p.Type, "*const *"):
		return AObjects, 2
	case p.Type == "koord_buffer **":
		return ADocumentOut, 1
	case strings.HasSuffix(p.Type, "**"):
		return AObjectOut, 1
	case isPointer && h.isHandle(base):
		return AObject, 1
	case isPointer && next(1).Name == "stride" && constant:
		return ARows, 3
	case isPointer && next(1).Name == "stride" && next(3).Type == "size_t *":
		return ARowsOut, 4
	case isPointer && next(1).Type == "size_t" && next(2).Type == "size_t *" && h.structOf(base) == nil:
		return ANumbersOut, 3
	case p.Type == "const uint64_t *" && next(1).Name == "word_count":
		return ASet, 2
	case p.Type == "uint64_t *" && (next(1).Name == "word_count" || next(1).Name == "words"):
		return ASetOut, 2
	case isPointer && h.structOf(base) != nil && next(1).Type != "size_t" && len(arraysBy(h, f, p)) == 0 && p.Name != "inout":
		if constant {
			return AStruct, 1
		}
		return AStructOut, 1
	case isPointer && !constant && h.structOf(base) == nil && next(1).Type != "size_t" && p.Name != "out":
		return ANumberOut, 1
	case !isPointer:
		return ANumber, 1
	}
	return AOther, 1
}
