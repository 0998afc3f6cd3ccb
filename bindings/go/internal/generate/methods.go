package main

import (
	"fmt"
	"strings"
)

// Methods writes the public functions: for each function of the header a method of its handle, or a
// function, with arguments and results in Go's style. Functions that a handwritten file declares or
// calls are left out.
type Methods struct {
	types  *Types
	hand   *Hand
	public map[string]string // public name of each C function
	free   []string          // functions that are not methods
	out    strings.Builder
}

func NewMethods(types *Types, hand *Hand) *Methods {
	m := &Methods{types: types, hand: hand, public: map[string]string{}}
	for _, f := range types.header.Functions {
		name, known := hand.leads[rawName(f.Name)]
		if !known {
			name = m.name(f)
		}
		m.public[f.Name] = name
		types.prose.names[f.Name] = name
	}
	return m
}

// name returns "Type.Method", or the name of a function.
func (m *Methods) name(f *Function) string {
	owner := m.types.header.owner(f.Name)
	verb := strings.TrimPrefix(f.Name, owner+"_")
	switch {
	case strings.HasSuffix(f.Name, "_get_name"):
		return goName(strings.TrimSuffix(f.Name, "_get_name")) + ".String"
	case owner == "":
		return goName(strings.Replace(f.Name, "_get_", "_", 1))
	case verb == "free" || verb == "unref":
		return handleName(owner) + ".Close"
	case verb == "new":
		return "New" + handleName(owner)
	}
	verb = strings.TrimPrefix(strings.TrimPrefix(verb, "get_"), "to_")
	if bare(f.Params[0].Type) == owner {
		return handleName(owner) + "." + goName(strings.Replace(verb, "_from_builder", "_from", 1))
	}
	return goName(owner + "_" + verb)
}

// Make writes all public functions.
func (m *Methods) Make() string {
	m.out.WriteString(generated + "package koord\n")
	for _, f := range m.types.header.Functions {
		if f.Result != "koord_status" || m.hand.used[rawName(f.Name)] || m.hand.declared[m.public[f.Name]] {
			continue
		}
		m.write(f)
	}
	for _, h := range m.types.header.Handles {
		if h.Name != documentHandle {
			m.string(h)
		}
	}
	return m.out.String()
}

// Functions writes a list of all functions that are not methods, for tests that cover all of them.
func (m *Methods) Functions() string {
	out := "\nvar everyFunction = map[string]any{\n"
	for _, name := range append(m.free, m.hand.functions...) {
		out += fmt.Sprintf("\t\"%s\": %s,\n", name, name)
	}
	return out + "}\n"
}

// given is one result of a Go function.
type given struct{ name, kind string }

// method is the state of one function while it is generated.
type method struct {
	*Methods
	f         *Function
	arguments []Argument
	receiver  string
	params    []string
	given     []string // arguments of the function that calls the library
	checks    []string
	results   []given  // in Go's order: a created object comes first
	raw       []string // names of the raw results, in their order
	filled    *Argument
	isBool    bool
	isText    bool
}

func (m *Methods) write(f *Function) {
	w := &method{Methods: m, f: f, arguments: m.types.header.arguments(f)}
	for i := range w.arguments {
		if !w.add(&w.arguments[i]) {
			return
		}
	}
	if each := w.eachText(); each != nil {
		for _, constant := range each.Constants {
			w.setter(each, constant)
		}
		return
	}
	if !strings.Contains(m.public[f.Name], ".") {
		m.free = append(m.free, m.public[f.Name])
	}
	w.doc(m.public[f.Name], f)
	w.signature()
	w.body()
	m.out.WriteString("}\n")
}

// add converts an argument. It returns false if no rule covers the argument.
func (w *method) add(a *Argument) bool {
	t, local := w.types, goLocal(a.Name)
	if a.Name == "context" {
		local = "diagnostics"
	}
	param := func(kind, value string) bool {
		w.params = append(w.params, local+" "+kind)
		w.given = append(w.given, value)
		return true
	}
	result := func(name, kind string) bool {
		w.results = append(w.results, given{name, kind})
		w.raw = append(w.raw, name)
		return true
	}
	if a.filled() {
		if w.filled != nil {
			return false
		}
		w.filled = a
	}
	switch a.Kind {
	case AFailure:
		return true
	case ASelf:
		w.receiver = handleName(a.Of)
		w.given = append(w.given, "h")
		return true
	case AObject:
		if strings.HasSuffix(a.Of, "_builder") {
			w.checks = append(w.checks, fmt.Sprintf("if err = %s.failure(); err != nil {\n\t\treturn\n\t}\n", local))
		}
		return param("*"+handleName(a.Of), local)
	case AObjects:
		return param("[]*"+handleName(a.Of), local)
	case AText:
		if a.Document {
			return param("[]byte", local)
		}
		return param("string", local)
	case ARows:
		return plain(t.header.structOf(a.Of)) && param("[]"+goName(a.Of), local)
	case ASet:
		if local == "words" {
			local = "cpus"
		}
		return param("CPUSet", local+".orNone()")
	case AStruct:
		return plain(t.header.structOf(a.Of)) && param(goName(a.Of), local)
	case ANumber:
		return param(t.scalar(a.Type), local)
	case AObjectOut:
		name := handleName(a.Of)
		w.raw = append(w.raw, lower(name))
		w.results = append([]given{{lower(name), "*" + name}}, w.results...)
		return true
	case AStructOut:
		return result(local, goName(a.Of))
	case ADocumentOut:
		w.isText = strings.HasSuffix(w.f.Name, "_to_text")
		return result(document(w.f.Name), "[]byte")
	case ANumberOut:
		w.isBool = a.Bool
		return result(local, t.scalar(a.Of))
	case ATextOut:
		w.raw = append(w.raw, "needed")
		w.results = append(w.results, given{"text", "string"})
		return true
	case ASetOut:
		w.results = append(w.results, given{"cpus", "CPUSet"})
	case ARowsOut:
		w.raw = append(w.raw, "count")
		w.results = append(w.results, given{"rows", "[]" + goName(a.Of)})
		return plain(t.header.structOf(a.Of)) || t.header.function(t.header.owner(w.f.Name)+"_get_texts") != nil
	case ANumbersOut:
		w.raw = append(w.raw, "count")
		w.results = append(w.results, given{"rows", "[]" + t.scalar(a.Of)})
	default:
		return false
	}
	return true
}

// document returns the name of a document result.
func document(function string) string {
	if at := strings.LastIndex(function, "_to_"); at >= 0 {
		return function[at+len("_to_"):]
	}
	return "document"
}

// lower returns a name with a lower-case start: "numaHints".
func lower(name string) string {
	end := 1
	for end < len(name) && name[end] >= 'A' && name[end] <= 'Z' && (end+1 == len(name) || name[end+1] < 'a') {
		end++
	}
	return strings.ToLower(name[:end]) + name[end:]
}

func (w *method) isSetter() bool { return strings.HasSuffix(w.receiver, "Builder") }

// eachText returns the enum that selects the text of a builder's setter, if the setter takes
// nothing else but the text. Each constant then gets a setter of its own.
func (w *method) eachText() *Enum {
	if !w.isSetter() || len(w.arguments) != 4 || w.arguments[1].Kind != ANumber || w.arguments[2].Kind != AText {
		return nil
	}
	for _, enum := range w.types.header.Enums {
		if enum.Type == w.arguments[1].Type && strings.HasSuffix(enum.Type, "_text") {
			return enum
		}
	}
	return nil
}

// setter writes the setter of one text.
func (w *method) setter(enum *Enum, constant Constant) {
	name := strings.TrimPrefix(w.types.names[constant.Name], w.types.names[enum.Type])
	doc := w.types.prose.of(constant.Doc())
	if doc == "" {
		doc = "the " + lower(name)
	}
	local := goLocal(strings.ToLower(strings.TrimPrefix(constant.Name, strings.ToUpper(enum.Type)+"_")))
	fmt.Fprintf(&w.out, "\n%sfunc (h *%s) Set%s(%s string) {\n\th.note(%s(h, %s, %s))\n}\n",
		wrap("// Set"+name+":", "//", doc+"."), w.receiver, name, local, rawName(w.f.Name), w.types.names[constant.Name], local)
}

// doc writes the comment of a function in Go's terms.
func (w *method) doc(name string, f *Function) {
	name = name[strings.Index(name, ".")+1:]
	shown, none := map[string]string{}, "nil"
	for _, a := range w.arguments {
		switch {
		case a.Kind == ASet && a.Name == "words" || a.Kind == AFailure || a.filled():
		case a.out() && a.Kind != AStructOut && a.Kind != ANumberOut:
			shown[a.Name] = lower(goName(a.Of))
		case a.Name == "context":
			shown[a.Name] = "diagnostics"
		default:
			shown[a.Name] = goLocal(a.Name)
		}
		if a.Kind == AText && !a.Document {
			none = "\"\""
		}
	}
	told := f
	for told.DescribedWith != "" && len(told.Comment) == 0 {
		told = w.types.header.function(told.DescribedWith)
	}
	var text []string
	w.out.WriteString("\n")
	parameters := map[string]bool{}
	for _, p := range told.Params {
		parameters[p.Name] = true
	}
	all := blocks(told.Comment, parameters)
	lead := "// " + name + ":"
	for i, item := range all {
		said := strings.TrimPrefix(w.types.prose.call(w.types.header.members(told, item.text), none), name+": ")
		said = strings.ReplaceAll(said, "*out", shown["out"])
		if item.name == "" {
			before, errors, found := strings.Cut(" "+said, " Errors: ")
			if before = strings.TrimSpace(before); before != "" {
				text = append(text, before)
			}
			if found && len(text) == 0 && lead != "//" {
				text = append(text, w.otherwise())
			}
			if found {
				text = append(text, "Errors: "+errors)
			}
			continue
		}
		if len(text) > 0 || i == 0 {
			w.paragraph(&lead, text)
			text = nil
		}
		local := shown[item.name]
		if said == "may be nil." && strings.HasPrefix(local, "options") {
			continue // passed by value
		}
		if item.name == "-" {
			w.out.WriteString(wrap("//   -", "//    ", said))
		} else if local != "" && said != "" {
			w.out.WriteString(wrap("//   - "+local+":", "//    ", said))
		}
	}
	w.paragraph(&lead, text)
}

// paragraph writes the collected text as a paragraph after the existing ones.
func (w *method) paragraph(lead *string, text []string) {
	for _, sentence := range text {
		if *lead == "//" {
			w.out.WriteString("//\n")
		}
		w.out.WriteString(wrap(*lead, "//", sentence))
		*lead = "//"
	}
}

// otherwise returns the comment for a function without one in the header.
func (w *method) otherwise() string {
	for _, a := range w.arguments {
		switch {
		case a.out():
			return "gives the " + strings.TrimPrefix(w.results[0].kind, "*") + "."
		case a.Kind == ANumber && w.types.names[a.Type] != "":
			return "takes " + w.types.names[a.Type] + "."
		}
	}
	return "does what its name says."
}

func (w *method) signature() {
	name := w.public[w.f.Name]
	name = name[strings.Index(name, ".")+1:]
	receiver := ""
	if w.receiver != "" {
		receiver = "(h *" + w.receiver + ") "
	}
	var results []string
	for i, result := range w.results {
		if w.isBool {
			w.results[i].kind = "bool"
		} else if w.isText {
			w.results[i].kind = "string"
		}
		result = w.results[i]
		results = append(results, result.name+" "+result.kind)
	}
	if !w.isSetter() {
		results = append(results, "err error")
	}
	given := strings.Join(results, ", ")
	if given == "err error" && len(w.checks) == 0 {
		given = "error"
	} else if given != "" {
		given = "(" + given + ")"
	}
	fmt.Fprintf(&w.out, "func %s%s(%s) %s {\n", receiver, name, strings.Join(w.params, ", "), given)
}

func (w *method) body() {
	call := fmt.Sprintf("%s(%s)", rawName(w.f.Name), strings.Join(w.given, ", "))
	for _, check := range w.checks {
		w.out.WriteString("\t" + check)
	}
	raw := strings.Join(append(append([]string{}, w.raw...), "err"), ", ")
	switch {
	case w.isSetter() && strings.HasSuffix(w.f.Name, "_reset"):
		fmt.Fprintf(&w.out, "\tif h != nil {\n\t\th.err = nil\n\t}\n\th.note(%s)\n", call)
	case w.isSetter() && len(w.results) == 0:
		fmt.Fprintf(&w.out, "\th.note(%s)\n", call)
	case w.isSetter():
		fmt.Fprintf(&w.out, "\t%s := %s\n\th.note(err)\n\treturn %s\n", raw, call, w.results[0].name)
	case w.filled != nil:
		w.fill(raw)
	case w.isBool:
		fmt.Fprintf(&w.out, "\tnumber, err := %s\n\treturn number != 0, err\n", call)
	case w.isText:
		fmt.Fprintf(&w.out, "\tdocument, err := %s\n\treturn string(document), err\n", call)
	case len(w.results) > 0 && w.results[0].name != w.raw[0]:
		fmt.Fprintf(&w.out, "\t%s = %s\n\treturn\n", raw, call)
	default:
		fmt.Fprintf(&w.out, "\treturn %s\n", call)
	}
}

// fill calls the function again until the buffer is large enough.
func (w *method) fill(raw string) {
	type filling struct{ read, name, kind, with, local string }
	var one filling
	switch w.filled.Kind {
	case ATextOut:
		one = filling{"textOf(", "text", "[]byte", ")", "needed"}
	case ASetOut:
		one = filling{"setOf(", "words", "[]uint64", ")", ""}
	case ANumbersOut:
		one = filling{"rowsOf(64, ", "rows", "[]" + w.types.scalar(w.filled.Of), ")", "count"}
	case ARowsOut:
		one = filling{"rowsOf(64, ", "rows", "[]" + w.types.inC(w.filled.Of), ")", "count"}
		if !plain(w.types.header.structOf(w.filled.Of)) {
			lend := rawName(w.types.header.owner(w.f.Name) + "_get_texts")
			one.read = "lentRows("
			one.with = fmt.Sprintf(",\n\t\tfunc(read func(string)) error { return %s(h, read) }, (*%s).public)", lend, w.types.inC(w.filled.Of))
		}
	}
	call, at := "", 0
	var given []string
	for _, a := range w.arguments {
		if a.Kind == w.filled.Kind {
			given = append(given, one.name)
		} else if !a.out() && a.Kind != AFailure {
			given = append(given, w.given[at])
			at++
		}
	}
	call = fmt.Sprintf("%s(%s)", rawName(w.f.Name), strings.Join(given, ", "))
	gives := "error"
	if one.local != "" {
		gives = "(int, error)"
	}
	if len(w.results) == 1 {
		fmt.Fprintf(&w.out, "\treturn %sfunc(%s %s) %s { return %s }%s\n", one.read, one.name, one.kind, gives, call, one.with)
		return
	}
	gives = "(err error)"
	if one.local != "" {
		gives = "(" + one.local + " int, err error)"
	}
	for _, r := range w.results {
		if strings.HasPrefix(r.kind, "[]") || r.kind == "CPUSet" || r.kind == "string" {
			fmt.Fprintf(&w.out, "\t%s, err = %sfunc(%s %s) %s {\n\t\t%s = %s\n\t\treturn\n\t}%s\n\treturn\n",
				r.name, one.read, one.name, one.kind, gives, raw, call, one.with)
		}
	}
}
