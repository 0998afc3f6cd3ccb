package main

import (
	"fmt"
	"strings"
)

// Calls writes for each function a C shim and a Go function that calls it. Shims take handles as
// integers and strings in Go's form, and return everything in a struct. A call therefore needs
// nothing on Go's heap, and no pointer into Go's memory holds another pointer.
type Calls struct {
	types *Types
	c, g  strings.Builder
}

// documentHandle is the type of documents. Calls copy documents to garbage-collected memory.
const documentHandle = "koord_buffer"

// byHand reports whether a function is called by handwritten code: it takes a callback, or handles
// documents.
func (h *Header) byHand(f *Function) bool {
	for _, p := range f.Params {
		for _, callback := range h.Callbacks {
			if p.Type == callback.Name {
				return true
			}
		}
	}
	return h.owner(f.Name) == documentHandle
}

func rawName(function string) string {
	return "call" + goName(strings.Replace(function, "_get_", "_", 1))
}

// call is the state of one function while it is generated.
type call struct {
	cParams, cArgs, cBefore, cAfter, cFields []string
	gParams, gArgs, gBefore, gAfter          []string
	results, returns                         []string
	gLast                                    string // calls the caller's code, which may panic
}

// keeps reports whether a handle logs to the context of its creation during its whole lifetime.
// This holds for exclusive handles that are created with a context.
func (c *Calls) keeps(handle string) bool {
	made, exclusive := false, false
	for _, f := range c.types.header.Functions {
		exclusive = exclusive || f.Name == handle+"_free"
		context, out := false, false
		for _, p := range f.Params {
			context = context || p.Name == "context" && p.Type == "const koord_context *"
			out = out || p.Type == handle+" **"
		}
		made = made || context && out
	}
	return made && exclusive
}

func (c *Calls) Make() error {
	for _, f := range c.types.header.Functions {
		switch {
		case c.types.header.byHand(f):
		case f.Result == "koord_status":
			if err := c.status(f); err != nil {
				return fmt.Errorf("%s: %v", f.Name, err)
			}
		case f.Result == "const char *" && len(f.Params) == 2 && f.Params[1].Type == "size_t *":
			c.lent(f)
		case f.Result == "const char *":
			c.text(f)
		case f.Result == "uint32_t" && len(f.Params) == 0:
			fmt.Fprintf(&c.g, "\nfunc %s() uint32 { return uint32(C.%s()) }\n", rawName(f.Name), f.Name)
		case f.Result == "void" && len(f.Params) == 1:
			handle := strings.TrimSuffix(f.Params[0].Type, " *")
			fmt.Fprintf(&c.c, "\nstatic inline void go_%s(uintptr_t p) { %s((%s *)p); }\n", f.Name, f.Name, handle)
			fmt.Fprintf(&c.g, "\nfunc %s(pointer uintptr) { C.go_%s(C.uintptr_t(pointer)) }\n", rawName(f.Name), f.Name)
		case strings.HasSuffix(f.Name, "_ref") && len(f.Params) == 1:
			handle := strings.TrimSuffix(f.Result, " *")
			fmt.Fprintf(&c.c, "\nstatic inline uintptr_t go_%s(uintptr_t p) { return (uintptr_t)%s((const %s *)p); }\n",
				f.Name, f.Name, handle)
			fmt.Fprintf(&c.g, "\n// Ref returns another reference to the same %s, to be closed separately, or nil if it is closed.\n"+
				"func (h *%s) Ref() *%s {\n\tat := h.pointer()\n\tif at == 0 {\n\t\treturn nil\n\t}\n"+
				"\tdefer h.release()\n\treturn new%s(uintptr(C.go_%s(C.uintptr_t(at))))\n}\n",
				strings.ReplaceAll(strings.TrimPrefix(handle, "koord_"), "_", " "), handleName(handle), handleName(handle), goName(handle), f.Name)
		default:
			return fmt.Errorf("%s: no rule for functions of this kind", f.Name)
		}
	}
	return nil
}

// text generates a function that returns a static text.
func (c *Calls) text(f *Function) {
	var params, args []string
	for _, p := range f.Params {
		params = append(params, goLocal(p.Name)+" "+c.types.scalar(p.Type))
		args = append(args, fmt.Sprintf("C.%s(%s)", p.Type, goLocal(p.Name)))
	}
	fmt.Fprintf(&c.g, "\nfunc %s(%s) string { return C.GoString(C.%s(%s)) }\n", rawName(f.Name), strings.Join(params, ", "),
		f.Name, strings.Join(args, ", "))
}

// lent generates a function that returns texts owned by a handle. The Go function passes them to a
// callback while the handle is retained, without a copy.
func (c *Calls) lent(f *Function) {
	handle := strings.TrimSuffix(strings.TrimPrefix(f.Params[0].Type, "const "), " *")
	local := goLocal(f.Params[0].Name)
	fmt.Fprintf(&c.c, "\nstruct go_%s { const char *data; size_t length; };\nstatic inline struct go_%s go_%s(uintptr_t p) {\n"+
		"  struct go_%s r;\n  r.data = %s((const %s *)p, &r.length);\n  return r;\n}\n", f.Name, f.Name, f.Name, f.Name, f.Name, handle)
	fmt.Fprintf(&c.g, "\nfunc %s(%s *%s, read func(texts string)) error {\n\tat := %s.pointer()\n\tif at == 0 {\n"+
		"\t\treturn closed(%q, %q)\n\t}\n\tdefer %s.release()\n\tr := C.go_%s(C.uintptr_t(at))\n"+
		"\tread(stringOf(unsafe.Slice((*byte)(unsafe.Pointer(r.data)), int(r.length))))\n\treturn nil\n}\n",
		rawName(f.Name), local, handleName(handle), local, strings.TrimPrefix(f.Name, "koord_"), f.Params[0].Name, local, f.Name)
}

func (k *call) c(param, argument string) {
	k.cParams = append(k.cParams, param)
	k.cArgs = append(k.cArgs, argument)
}

func (k *call) g(param, argument string) {
	if param != "" {
		k.gParams = append(k.gParams, param)
	}
	k.gArgs = append(k.gArgs, argument)
}

// result adds a field that the shim writes and the Go function returns.
func (k *call) result(ctype, name, argument, gotype, value string) {
	k.cFields = append(k.cFields, ctype+" "+name)
	k.cArgs = append(k.cArgs, argument)
	k.results = append(k.results, goLocal(name)+" "+gotype)
	k.returns = append(k.returns, fmt.Sprintf("%s = %s", goLocal(name), value))
}

func pointer(ctype, slice string) string {
	return fmt.Sprintf("(*C.%s)(unsafe.Pointer(head(%s)))", ctype, slice)
}

func (c *Calls) status(f *Function) error {
	k := &call{}
	op := strings.TrimPrefix(f.Name, "koord_")
	counted := map[string]bool{} // rows whose number is a member of a struct
	for _, p := range f.Params {
		for field, array := range arraysBy(c.types.header, f, p) {
			counted[array.Name] = counted[array.Name] || strings.HasSuffix(field, "_count")
		}
	}
	for i := 0; i < len(f.Params); i++ {
		p := f.Params[i]
		next := func(n int) Param {
			if i+n < len(f.Params) {
				return f.Params[i+n]
			}
			return Param{}
		}
		shape, _ := c.types.header.kind(f, f.Params[i:])
		local := goLocal(p.Name)
		base := strings.TrimSuffix(strings.TrimPrefix(p.Type, "const "), " *")
		constant := strings.HasPrefix(p.Type, "const ")
		isPointer := strings.HasSuffix(p.Type, " *")
		switch {
		case p.Type == "koord_error *":
			k.cArgs = append(k.cArgs, "&err")

		case p.Type == "const char *" && next(1).Type == "size_t":
			kind, value := "string", local
			if p.Document {
				kind, value = "[]byte", "stringOf("+local+")"
			}
			k.cParams = append(k.cParams, "_GoString_ "+p.Name)
			k.cArgs = append(k.cArgs, fmt.Sprintf("go_text(%s)", p.Name))
			k.g(local+" "+kind, value)
			k.cArgs = append(k.cArgs, fmt.Sprintf("_GoStringLen(%s)", p.Name))
			i++

		case p.Type == "char *" && next(1).Type == "size_t":
			k.cParams = append(k.cParams, "char *"+p.Name, "size_t "+next(1).Name)
			k.cArgs = append(k.cArgs, p.Name, next(1).Name)
			k.g(local+" []byte", pointer("char", local))
			k.g("", fmt.Sprintf("C.size_t(len(%s))", local))
			i++

		case isPointer && c.types.header.isHandle(base):
			k.c("uintptr_t "+p.Name, fmt.Sprintf("(%s)%s", p.Type, p.Name))
			k.g(local+" *"+handleName(base), fmt.Sprintf("C.uintptr_t(%sAt)", local))
			check := local + "At == 0"
			if p.Nullable {
				check = local + " != nil && " + check
			}
			k.gBefore = append(k.gBefore, fmt.Sprintf("%sAt := %s.pointer()\n\tif %s {\n\t\terr = closed(%q, %q)\n\t\treturn\n\t}\n\tdefer %s.release()",
				local, local, check, op, p.Name, local))
			if p.Name == "context" {
				k.gLast += "\tcontext.deliver()\n"
			} else if c.keeps(base) && p.Nullable {
				k.gLast += fmt.Sprintf("\tif %s != nil {\n\t\t%s.kept.log.deliver()\n\t}\n", local, local)
			} else if c.keeps(base) {
				k.gLast += fmt.Sprintf("\t%s.kept.log.deliver()\n", local)
			}

		case p.Type == "koord_buffer * *" || p.Type == "koord_buffer **":
			k.cFields = append(k.cFields, "koord_buffer *"+p.Name, "const char *"+p.Name+"_data", "size_t "+p.Name+"_size")
			k.cArgs = append(k.cArgs, "&r."+p.Name)
			k.cAfter = append(k.cAfter, fmt.Sprintf("if (r.%s != NULL) {\n    r.%s_data = koord_buffer_get_data(r.%s);\n"+
				"    r.%s_size = koord_buffer_get_length(r.%s);\n  }", p.Name, p.Name, p.Name, p.Name, p.Name))
			k.results = append(k.results, local+" []byte")
			k.returns = append(k.returns, fmt.Sprintf("%s = bytesOf(r.%s, r.%s_data, r.%s_size)", local, p.Name, p.Name, p.Name))

		case strings.HasSuffix(p.Type, " **") && c.types.header.isHandle(strings.TrimSuffix(p.Type, " **")):
			handle := strings.TrimSuffix(p.Type, " **")
			k.cBefore = append(k.cBefore, fmt.Sprintf("%s *made = NULL;", handle))
			k.cAfter = append(k.cAfter, fmt.Sprintf("r.%s = (uintptr_t)made;", p.Name))
			k.result("uintptr_t", p.Name, "&made", "*"+handleName(handle), fmt.Sprintf("new%s(uintptr(r.%s))", goName(handle), p.Name))
			if f.Params[0].Name == "context" && c.keeps(handle) {
				k.returns = append(k.returns, fmt.Sprintf("if %s != nil {\n\t\t%s.keep(context)\n\t}", local, local))
			}

		case strings.HasSuffix(p.Type, "*const *"):
			handle := strings.Fields(p.Type)[1]
			k.c("const uintptr_t *"+p.Name, fmt.Sprintf("(%s)%s", p.Type, p.Name))
			k.c("size_t "+next(1).Name, next(1).Name)
			k.g(local+" []*"+handleName(handle), pointer("uintptr_t", local+"At"))
			k.g("", fmt.Sprintf("C.size_t(len(%sAt))", local))
			k.gBefore = append(k.gBefore, fmt.Sprintf("%sAt, err := pointers(%q, %s)\n\tif err != nil {\n\t\treturn\n\t}\n\tdefer releaseAll(%s)", local, op, local, local))
			i++

		case isPointer && c.types.header.structOf(base) != nil && next(1).Name == "row_size":
			// One row in C's layout. Its texts belong to the handle.
			k.result(base, p.Name, "&r."+p.Name, c.types.inC(base), fmt.Sprintf("*(*%s)(unsafe.Pointer(&r.%s))", c.types.inC(base), p.Name))
			k.cArgs = append(k.cArgs, fmt.Sprintf("sizeof(%s)", base))
			i++

		case isPointer && c.types.header.structOf(base) != nil && next(1).Type == "size_t":
			rows := 0 // number of parameters between the pointer and the number of rows
			stride := strings.HasSuffix(next(1).Name, "stride")
			if stride {
				rows = 1
			}
			count := next(1 + rows)
			k.cParams = append(k.cParams, strings.Replace(p.Type, " *", " *"+p.Name, 1), "size_t "+count.Name)
			k.cArgs = append(k.cArgs, p.Name)
			if stride {
				k.cArgs = append(k.cArgs, fmt.Sprintf("sizeof(%s)", base))
			}
			k.cArgs = append(k.cArgs, count.Name)
			k.g(local+" []"+c.types.inC(base), pointer(base, local))
			k.g("", fmt.Sprintf("C.size_t(len(%s))", local))
			i += 1 + rows

		case isPointer && c.types.header.structOf(base) != nil && counted[p.Name]:
			k.cParams = append(k.cParams, strings.Replace(p.Type, " *", " *"+p.Name, 1), "size_t "+p.Name+"_count")
			k.cArgs = append(k.cArgs, p.Name)
			k.g(local+" []"+c.types.inC(base), pointer(base, local))
			k.g("", fmt.Sprintf("C.size_t(len(%s))", local))

		case isPointer && c.types.header.structOf(base) != nil && constant:
			k.cParams = append(k.cParams, base+" "+p.Name)
			if c.types.header.structOf(base).sized() {
				k.cBefore = append(k.cBefore, fmt.Sprintf("%s.struct_size = sizeof(%s);", p.Name, base))
			}
			k.cArgs = append(k.cArgs, "&"+p.Name)
			k.g(local+" "+c.types.inC(base), fmt.Sprintf("*(*C.%s)(unsafe.Pointer(&%s))", base, local))
			c.sizes(k, f, p)

		case isPointer && c.types.header.structOf(base) != nil && p.Name == "inout":
			// Passed by value and returned as a result.
			k.cParams = append(k.cParams, base+" given")
			k.cBefore = append(k.cBefore, "r.inout = given;")
			k.g("given "+goName(base), fmt.Sprintf("*(*C.%s)(unsafe.Pointer(&given))", base))
			k.result(base, p.Name, "&r."+p.Name, goName(base), fmt.Sprintf("*(*%s)(unsafe.Pointer(&r.%s))", c.types.inC(base), p.Name))

		case isPointer && c.types.header.structOf(base) != nil:
			if c.types.header.structOf(base).sized() {
				k.cBefore = append(k.cBefore, fmt.Sprintf("r.%s.struct_size = sizeof(%s);", p.Name, base))
			}
			value := fmt.Sprintf("*(*%s)(unsafe.Pointer(&r.%s))", c.types.inC(base), p.Name)
			if !plain(c.types.header.structOf(base)) {
				value = fmt.Sprintf("(*%s)(unsafe.Pointer(&r.%s)).public(\"\")", c.types.inC(base), p.Name)
			}
			k.result(base, p.Name, "&r."+p.Name, goName(base), value)

		case isPointer && (constant || shape == ASetOut || shape == ANumbersOut || shape == AOther):
			// Sets and tables. Their length is the next parameter, or follows from other arguments.
			k.c(strings.Replace(p.Type, " *", " *"+p.Name, 1), p.Name)
			k.g(local+" []"+c.types.scalar(base), pointer(base, local))
			switch next(1).Name {
			case "word_count", "affinity_count", "capacity", "words":
				if constant && next(1).Name == "words" {
					break // the width of each of several sets
				}
				k.c("size_t "+next(1).Name, next(1).Name)
				k.g("", fmt.Sprintf("C.size_t(len(%s))", local))
				i++
			}

		case isPointer:
			k.result(base, p.Name, "&r."+p.Name, c.types.scalar(base), fmt.Sprintf("%s(r.%s)", c.types.scalar(base), p.Name))

		default:
			k.c(p.Type+" "+p.Name, p.Name)
			k.g(local+" "+c.types.scalar(p.Type), fmt.Sprintf("C.%s(%s)", p.Type, local))
		}
	}
	c.write(f, op, k)
	return nil
}

// sizes fills in the members of a struct that describe the arrays of its call. The number of rows
// follows from the slices. The width of sets, and the choice of sets, are separate parameters.
func (c *Calls) sizes(k *call, f *Function, p Param) {
	arrays := arraysBy(c.types.header, f, p)
	for _, field := range c.types.header.structOf(baseOf(p)).Fields {
		array, ok := arrays[field.Name]
		if !ok {
			continue
		}
		var value string
		switch {
		case strings.HasSuffix(field.Name, "_stride"):
			value = "sizeof(" + baseOf(array) + ")"
		case strings.HasSuffix(field.Name, "_count"):
			value = "(uint32_t)" + array.Name + "_count"
		default:
			value = p.Name + "_" + field.Name
			k.cParams = append(k.cParams, "uint32_t "+value)
			local := goLocal(value)
			kind := "int"
			if field.Type != "uint32_t" {
				kind = c.types.scalar(field.Type)
			}
			k.g(local+" "+kind, fmt.Sprintf("C.uint32_t(%s)", local))
		}
		k.cBefore = append(k.cBefore, fmt.Sprintf("%s.%s = %s;", p.Name, field.Name, value))
	}
}

func (c *Calls) write(f *Function, op string, k *call) {
	fields := append([]string{"koord_error *failure", "koord_status status"}, k.cFields...)
	fmt.Fprintf(&c.c, "\nstruct go_%s { %s; };\nstatic inline struct go_%s go_%s(%s) {\n  struct go_%s r;\n  koord_error err;\n"+
		"  memset(&r, 0, sizeof r);\n", f.Name, strings.Join(fields, "; "), f.Name, f.Name, strings.Join(k.cParams, ", "), f.Name)
	for _, line := range k.cBefore {
		fmt.Fprintf(&c.c, "  %s\n", line)
	}
	fmt.Fprintf(&c.c, "  r.status = %s(%s);\n", f.Name, strings.Join(k.cArgs, ", "))
	for _, line := range k.cAfter {
		fmt.Fprintf(&c.c, "  %s\n", line)
	}
	c.c.WriteString("  if (r.status != KOORD_OK) r.failure = go_keep(&err);\n  return r;\n}\n")

	fmt.Fprintf(&c.g, "\nfunc %s(%s) (%s) {\n", rawName(f.Name), strings.Join(k.gParams, ", "),
		strings.Join(append(k.results, "err error"), ", "))
	for _, line := range k.gBefore {
		fmt.Fprintf(&c.g, "\t%s\n", line)
	}
	fmt.Fprintf(&c.g, "\tr := C.go_%s(%s)\n", f.Name, strings.Join(k.gArgs, ", "))
	for _, line := range append(k.gAfter, k.returns...) {
		fmt.Fprintf(&c.g, "\t%s\n", line)
	}
	fmt.Fprintf(&c.g, "\tif r.status != C.KOORD_OK {\n\t\terr = failed(%q, r.status, r.failure)\n\t}\n%s\treturn\n}\n", op, k.gLast)
}

// Go returns the text of z_calls.go.
func (c *Calls) Go() string {
	return generated + `package koord

// #include "z_calls.h"
import "C"

import "unsafe"

func head[T any](rows []T) *T {
	if len(rows) == 0 {
		return nil
	}
	return &rows[0]
}

func stringOf(text []byte) string { return *(*string)(unsafe.Pointer(&text)) }

// bytesOf copies a document and frees it.
func bytesOf(buffer *C.koord_buffer, data *C.char, size C.size_t) []byte {
	if buffer == nil {
		return nil
	}
	text := make([]byte, int(size))
	copy(text, unsafe.Slice((*byte)(unsafe.Pointer(data)), int(size)))
	C.koord_buffer_unref(buffer)
	return text
}

// failed converts the error that a shim kept. If memory for it ran out, only the status is known.
func failed(op string, status C.koord_status, kept *C.koord_error) error {
	err := &Error{Op: op, Code: Status(status)}
	if kept != nil {
		err.Message = C.GoString(&kept.message[0])
		C.free(unsafe.Pointer(kept))
	}
	return err
}
` + c.g.String()
}

// C returns the text of z_calls.h.
func (c *Calls) C() string {
	return generated + `/* clang-format off */
#include <koord.h>
#include <stdlib.h>
#include <string.h>

/* Never NULL. */
static inline const char *go_text(_GoString_ text) { return _GoStringLen(text) > 0 ? _GoStringPtr(text) : ""; }

static inline koord_error *go_keep(const koord_error *err) {
  koord_error *kept = malloc(sizeof *kept);
  if (kept != NULL) *kept = *err;
  return kept;
}
` + c.c.String()
}
