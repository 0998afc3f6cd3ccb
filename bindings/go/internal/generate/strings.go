package main

import (
	"fmt"
	"strings"
)

// mostTold is the maximum number of counts that String prints.
const mostTold = 4

// string writes the String method of a handle. If the object changes under exclusive access, it
// prints only that the handle is open, so that printing is always safe.
func (m *Methods) string(h *Handle) {
	name := handleName(h.Name)
	if inner[h.Name] || m.hand.declared[name+".String"] {
		return
	}
	calls, told := "", ""
	if h.Synchronized || m.types.header.function(h.Name+"_ref") != nil {
		for _, shown := range []func(*Function) (string, string){m.texts, m.counts, m.rows} {
			for _, f := range m.types.header.Functions {
				if m.types.header.owner(f.Name) == h.Name && strings.HasPrefix(m.public[f.Name], name+".") {
					call, values := shown(f)
					calls, told = calls+call, told+values
				}
			}
			if told != "" {
				break
			}
		}
	}
	fmt.Fprintf(&m.out, "\n// String describes the value in one line. It may be nil or closed.\nfunc (h *%s) String() string {\n"+
		"\tif h == nil {\n\t\treturn \"%s{nil}\"\n\t}\n%s\treturn h.told(\"%s\"%s)\n}\n", name, name, calls, name, told)
}

// only returns the arguments of a method if they have exactly the given kinds, and nil otherwise.
func (m *Methods) only(f *Function, kinds ...Kind) []Argument {
	all := m.types.header.arguments(f)
	if len(all) != len(kinds)+2 || all[0].Kind != ASelf || all[len(all)-1].Kind != AFailure {
		return nil
	}
	for i, kind := range kinds {
		if all[i+1].Kind != kind {
			return nil
		}
	}
	return all
}

func (m *Methods) method(f *Function) string {
	name := m.public[f.Name]
	return name[strings.LastIndex(name, ".")+1:]
}

// texts prints the texts of a handle that are selected by number.
func (m *Methods) texts(f *Function) (calls, told string) {
	all := m.only(f, ANumber, ATextOut)
	if all == nil {
		return "", ""
	}
	for _, enum := range m.types.header.Enums {
		for _, constant := range enum.Constants {
			if name := m.types.names[constant.Name]; enum.Type == all[1].Type && strings.HasSuffix(enum.Type, "_text") {
				member := strings.TrimPrefix(name, m.types.names[enum.Type])
				calls += fmt.Sprintf("\ttext%s, _ := h.%s(%s)\n", member, m.method(f), name)
				told += fmt.Sprintf(", \"%s\", text%s", member, member)
			}
		}
	}
	return calls, told
}

// counts prints the first numbers that are not flags.
func (m *Methods) counts(f *Function) (calls, told string) {
	all := m.only(f, AStructOut)
	if all == nil || m.method(f) != "Info" {
		return "", ""
	}
	count := 0
	for _, field := range m.types.header.structOf(all[1].Of).Fields {
		if silent(field) || field.Length != "" || strings.HasSuffix(field.Type, "_flags") || m.types.header.structOf(field.Type) != nil ||
			count == mostTold {
			continue
		}
		count++
		told += fmt.Sprintf(", \"%s\", info.%s", goName(field.Name), goName(field.Name))
	}
	return "\tinfo, _ := h.Info()\n", told
}

// rows prints the number of rows.
func (m *Methods) rows(f *Function) (calls, told string) {
	if m.only(f, ARowsOut) == nil {
		return "", ""
	}
	name := m.method(f)
	return fmt.Sprintf("\trows%s, _ := h.%s()\n", name, name), fmt.Sprintf(", \"%s\", len(rows%s)", name, name)
}
