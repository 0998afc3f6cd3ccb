package main

import (
	"fmt"
	"strings"
)

const generated = "// Code generated from include/koord.h by make generate (internal/generate). DO NOT EDIT.\n\n"

// Types writes constants, structs and handles.
type Types struct {
	header *Header
	names  map[string]string // Go names of types and constants
	named  map[string]string // enum type to the function that returns the names of its values
	input  map[string]bool   // structs that callers fill in
	// "struct.field" of members that describe arrays of a call; calls fill them in
	sizes  map[string]bool
	hand   *Hand
	prose  *Prose
	out    strings.Builder
	layout strings.Builder
}

func NewTypes(header *Header, hand *Hand) (*Types, error) {
	t := &Types{header: header, names: map[string]string{}, named: map[string]string{}, input: map[string]bool{},
		sizes: map[string]bool{}, hand: hand, prose: &Prose{names: map[string]string{}}}
	taken := map[string]string{}
	add := func(c, name string) error {
		if other, ok := taken[name]; ok {
			return fmt.Errorf("%s and %s would both be %s: see names.go", other, c, name)
		}
		taken[name] = c
		t.names[c], t.prose.names[c] = name, name
		return nil
	}
	for _, enum := range header.Enums {
		if err := add(enum.Type, goName(enum.Type)); err != nil {
			return nil, err
		}
		for _, constant := range enum.Constants {
			if err := add(constant.Name, constantName(constant.Name)); err != nil {
				return nil, err
			}
		}
	}
	for _, s := range header.Structs {
		if err := add(s.Name, goName(s.Name)); err != nil {
			return nil, err
		}
	}
	for _, h := range header.Handles {
		inner[h.Name] = hand.declared[goName(h.Name)] || hand.used[innerName(h.Name)]
		if err := add(h.Name, handleName(h.Name)); err != nil {
			return nil, err
		}
	}
	for _, f := range header.Functions {
		for _, p := range f.Params {
			for field := range arraysBy(header, f, p) {
				t.sizes[baseOf(p)+"."+field] = true
			}
		}
		if strings.HasSuffix(f.Name, "_get_name") && f.Result == "const char *" {
			t.named[f.Params[0].Type] = f.Name
		}
		for _, p := range f.Params {
			if strings.HasPrefix(p.Type, "const ") {
				t.input[strings.TrimSuffix(strings.TrimPrefix(p.Type, "const "), " *")] = true
			}
		}
	}
	return t, nil
}

// baseOf returns the type that a parameter points to.
func baseOf(p Param) string {
	return strings.TrimSuffix(strings.TrimPrefix(p.Type, "const "), " *")
}

// arraysBy returns the members of an input struct that describe arrays of the same call, with the
// arrays: x_count and x_stride describe the rows xs, and `words` and `sets` the CPU sets `sets`.
func arraysBy(header *Header, f *Function, p Param) map[string]Param {
	fields := map[string]Param{}
	for _, s := range header.Structs {
		if s.Name != baseOf(p) || !strings.HasPrefix(p.Type, "const ") {
			continue
		}
		for _, field := range s.Fields {
			for _, array := range f.Params {
				rows := strings.HasSuffix(array.Type, " *") && (field.Name == strings.TrimSuffix(array.Name, "s")+"_count" ||
					field.Name == strings.TrimSuffix(array.Name, "s")+"_stride")
				if rows || array.Name == "sets" && (field.Name == "sets" || field.Name == "words") {
					fields[field.Name] = array
				}
			}
		}
	}
	return fields
}

// comment writes a doc comment with Go names.
func (t *Types) comment(indent, doc string) {
	if doc == "" {
		return
	}
	for _, line := range strings.SplitAfter(wrap("//", "//", t.prose.of(doc)), "\n") {
		if line != "" {
			t.out.WriteString(indent + line)
		}
	}
}

func (t *Types) Write() string {
	t.out.WriteString(generated + "package koord\n\nimport \"fmt\"\n\n")
	for _, define := range t.header.Defines {
		if doc := define.Doc(); doc != "" {
			t.comment("", goName(define.Name)+": "+strings.TrimSuffix(doc, ".")+".")
		}
		fmt.Fprintf(&t.out, "const %s = %s\n", goName(define.Name), define.Value)
	}
	for _, enum := range t.header.Enums {
		t.enum(enum)
	}
	for _, s := range t.header.Structs {
		if s.Name != "koord_error" {
			t.structure(s)
		}
	}
	for _, h := range t.header.Handles {
		if h.Name != documentHandle {
			t.handle(h)
		}
	}
	return t.out.String()
}

func (t *Types) enum(enum *Enum) {
	name, base := goName(enum.Type), "int32"
	doc := enum.Doc()
	if enum.isFlags() {
		base = "uint32"
		doc += " Flags, to be combined with |."
	}
	t.out.WriteString("\n")
	t.comment("", name+": "+doc)
	fmt.Fprintf(&t.out, "type %s %s\n\n", name, base)
	t.out.WriteString("const (\n")
	for _, constant := range enum.Constants {
		t.comment("\t", constant.Doc())
		fmt.Fprintf(&t.out, "\t%s %s = %s\n", t.names[constant.Name], name, constant.Value)
	}
	t.out.WriteString(")\n")
	if enum.isFlags() || enum.Type == "koord_status" {
		return
	}
	if function, ok := t.named[enum.Type]; ok {
		doc, arguments := "String is the value's stable name, as the library has it", "x"
		for _, p := range t.header.function(function).Params[1:] {
			zero := t.zero(p.Type)
			doc, arguments = doc+", under "+zero, arguments+", "+zero
		}
		fmt.Fprintf(&t.out, "\n// %s.\nfunc (x %s) String() string { return %s(%s) }\n", doc, name, rawName(function), arguments)
		return
	}
	fmt.Fprintf(&t.out, "\n// String returns the name of the constant.\nfunc (x %s) String() string {\n\tswitch x {\n", name)
	for _, constant := range enum.Constants {
		fmt.Fprintf(&t.out, "\tcase %s:\n\t\treturn %q\n", t.names[constant.Name], t.names[constant.Name])
	}
	fmt.Fprintf(&t.out, "\t}\n\treturn fmt.Sprintf(\"%s(%%d)\", int32(x))\n}\n", name)
}

// zero returns the constant of an enum that is 0.
func (t *Types) zero(enum string) string {
	for _, e := range t.header.Enums {
		for _, constant := range e.Constants {
			if e.Type == enum && constant.Value == "0" {
				return t.names[constant.Name]
			}
		}
	}
	return "0"
}

// plain reports whether callers use the struct in C's layout.
func plain(s *Struct) bool {
	for _, f := range s.Fields {
		if strings.HasSuffix(f.Name, "_offset") || f.Length != "" && !silent(f) {
			return false
		}
	}
	return true
}

// silent reports whether a field holds nothing for callers.
func silent(f Field) bool {
	switch f.Name {
	case "struct_size":
		return true
	case "reserved":
		return f.Doc() == "" || f.Doc() == "0"
	}
	return f.Name == "flags" && (f.Doc() == "0" || strings.HasPrefix(f.Doc(), "the caller's"))
}

// scalar returns the Go type of a number or a struct.
func (t *Types) scalar(c string) string {
	switch c {
	case "int32_t", "uint32_t", "int64_t", "uint64_t", "uint16_t", "uint8_t":
		return strings.TrimSuffix(c, "_t")
	case "size_t":
		return "int"
	case "uintptr_t":
		return "uintptr"
	}
	if name, ok := t.names[c]; ok {
		return name
	}
	panic("no Go type for " + c)
}

func rawType(name string) string { return "raw" + name }

// inC returns the Go type with C's layout.
func (t *Types) inC(name string) string {
	for _, s := range t.header.Structs {
		if s.Name == name && !plain(s) {
			return rawType(goName(name))
		}
	}
	return t.scalar(name)
}

func (t *Types) structure(s *Struct) {
	name := goName(s.Name)
	if !plain(s) {
		name = rawType(name)
		fmt.Fprintf(&t.out, "\n// %s has the layout of %s.\n", name, s.Name)
	} else {
		t.out.WriteString("\n")
		t.comment("", t.structDoc(s))
	}
	fmt.Fprintf(&t.out, "type %s struct {\n", name)
	fmt.Fprintf(&t.layout, "\nvar _ [C.sizeof_%s]byte = [unsafe.Sizeof(%s{})]byte{}\n", s.Name, name)
	for _, f := range s.Fields {
		kind := "[" + f.Length.String() + "]byte"
		if f.Length == "" {
			kind = t.scalar(f.Type)
		}
		if silent(f) || t.sizes[s.Name+"."+f.Name] {
			fmt.Fprintf(&t.out, "\t_ %s\n", kind)
			continue
		}
		if plain(s) {
			t.comment("\t", f.Doc())
		}
		fmt.Fprintf(&t.out, "\t%s %s\n", goName(f.Name), kind)
		fmt.Fprintf(&t.layout, "var _ [unsafe.Offsetof(C.%s{}.%s)]byte = [unsafe.Offsetof(%s{}.%s)]byte{}\n",
			s.Name, f.Name, name, goName(f.Name))
	}
	t.out.WriteString("}\n")
	if !plain(s) {
		t.withTexts(s)
	}
}

func (t *Types) structDoc(s *Struct) string {
	doc := s.Doc()
	if strings.HasSuffix(s.Name, "_options") {
		doc += " The zero value is the default."
	}
	return goName(s.Name) + ": " + doc
}

// withTexts writes the public struct, with strings in place of offsets, and its conversion.
func (t *Types) withTexts(s *Struct) {
	name := goName(s.Name)
	t.out.WriteString("\n")
	t.comment("", t.structDoc(s))
	fmt.Fprintf(&t.out, "type %s struct {\n", name)
	var from, to strings.Builder
	for _, f := range s.Fields {
		if silent(f) || strings.HasSuffix(f.Name, "_length") {
			continue
		}
		field := goName(strings.TrimSuffix(f.Name, "_offset"))
		switch {
		case f.Length != "":
			t.comment("\t", f.Doc())
			fmt.Fprintf(&t.out, "\t%s string\n", field)
			fmt.Fprintf(&from, "\t\t%s: upToNUL(r.%s[:]),\n", field, field)
		case strings.HasSuffix(f.Name, "_offset"):
			t.comment("	", f.Doc())
			fmt.Fprintf(&t.out, "\t%s string\n", field)
			fmt.Fprintf(&from, "\t\t%s: textAt(texts, r.%sOffset, r.%sLength),\n", field, field, field)
			fmt.Fprintf(&to, "\tr.%sOffset, r.%sLength = texts.add(p.%s)\n", field, field, field)
		default:
			t.comment("\t", f.Doc())
			fmt.Fprintf(&t.out, "\t%s %s\n", field, t.scalar(f.Type))
			fmt.Fprintf(&from, "\t\t%s: r.%s,\n", field, field)
			fmt.Fprintf(&to, "\tr.%s = p.%s\n", field, field)
		}
	}
	t.out.WriteString("}\n\n")
	if t.input[s.Name] {
		fmt.Fprintf(&t.out, "func (p %s) raw(texts *arena) (r %s) {\n%s\treturn r\n}\n", name, rawType(name), to.String())
	} else {
		fmt.Fprintf(&t.out, "func (r *%s) public(texts string) %s {\n\treturn %s{\n%s\t}\n}\n", rawType(name), name, name,
			from.String())
	}
}

func (t *Types) handle(h *Handle) {
	name := handleName(h.Name)
	t.out.WriteString("\n")
	doc := h.Doc()
	if doc == "" {
		doc = "A handle."
	}
	t.comment("", name+": "+doc)
	// Setters of a builder return nothing: the call that takes the builder returns the first error.
	isBuilder := strings.HasSuffix(h.Name, "_builder")
	fields := "handle"
	if isBuilder {
		fields = "handle; err error"
	}
	fmt.Fprintf(&t.out, "type %s struct{ %s }\n\n", name, fields)
	if isBuilder {
		fmt.Fprintf(&t.out, "// note keeps the first error of a setter.\nfunc (h *%s) note(err error) {\n"+
			"\tif h != nil && h.err == nil {\n\t\th.err = err\n\t}\n}\n\n", name)
		fmt.Fprintf(&t.out, "func (h *%s) failure() error {\n\tif h == nil {\n\t\treturn nil\n\t}\n\treturn h.err\n}\n\n", name)
	}
	free := ""
	if byHand := "free" + name; t.hand.declared[byHand] {
		free = byHand
	}
	for _, f := range t.header.Functions {
		if free == "" && (f.Name == h.Name+"_free" || f.Name == h.Name+"_unref" || f.Name == h.Name+"_close") {
			free = rawName(f.Name)
		}
	}
	fmt.Fprintf(&t.out, "func new%s(pointer uintptr) *%s {\n\tif pointer == 0 {\n\t\treturn nil\n\t}\n\tmade := new(%s)\n"+
		"\tmade.own(pointer, %s)\n\treturn made\n}\n\n", goName(h.Name), name, name, free)
	if !t.hand.declared[name+".Close"] {
		fmt.Fprintf(&t.out, "// Close frees the library's memory once the calls that use it have ended. A second Close, or one of nil, does"+
			"\n// nothing. It never fails.\nfunc (h *%s) Close() error {\n\tif h == nil {\n\t\treturn nil\n\t}\n\treturn h.close(nil)\n}\n\n", name)
	}
	fmt.Fprintf(&t.out, "// pointer returns the pointer for calls, valid until release, or 0 if there is none.\nfunc (h *%s) pointer() uintptr {\n"+
		"\tif h == nil {\n\t\treturn 0\n\t}\n\treturn h.use()\n}\n\n", name)
	fmt.Fprintf(&t.out, "func (h *%s) release() {\n\tif h != nil {\n\t\th.done()\n\t}\n}\n", name)
}

// Handles writes a list with one value of each handle type, for tests that cover all of them.
func (t *Types) Handles() string {
	out := generated + "package koord\n\nvar everyHandle = []anyHandle{\n"
	for _, h := range t.header.Handles {
		if h.Name != documentHandle {
			out += "\tnew(" + handleName(h.Name) + "),\n"
		}
	}
	return out + "}\n"
}

// Layout writes checks that fail to compile if the header's layout changes.
func (t *Types) Layout() string {
	return generated + "package koord\n\n// #include <koord.h>\nimport \"C\"\nimport \"unsafe\"\n" + t.layout.String()
}
