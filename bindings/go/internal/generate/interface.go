package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
)

// Header holds the declarations of koord.h in order. They come from abi/interface.json, which
// tools/generate writes.
type Header struct {
	Enums     []*Enum
	Structs   []*Struct
	Handles   []*Handle
	Callbacks []struct{ Name string }
	Functions []*Function
	Defines   []Constant `json:"-"` // numeric macros
	Macros    []Macro
}

// Enum is a set of constants.
type Enum struct {
	documented
	Type      string     `json:"name"`
	Constants []Constant `json:"values"`
}

// isFlags reports whether constants are bits that can be combined.
func (e *Enum) isFlags() bool { return strings.HasSuffix(e.Type, "_flags") }

type Constant struct {
	documented
	Name  string
	Value json.Number
}

type Macro struct {
	documented
	Name, Value string
}

type Struct struct {
	documented
	Name   string
	Fields []Field
}

// sized reports whether the struct has a struct_size member.
func (s *Struct) sized() bool { return s.Fields[0].Name == "struct_size" }

type Field struct {
	documented
	Type, Name string
	Length     json.Number // length of a char array
}

type Handle struct {
	documented
	Name         string
	Synchronized bool
}

type Function struct {
	documented
	Name, Result string
	// an earlier function whose comment also describes this one
	DescribedWith string  `json:"described_with"`
	Params        []Param `json:"parameters"`
}

// Param is a parameter with the header's tags about it.
type Param struct {
	Type, Name               string
	Nullable, Document, Bool bool
}

// documented is the base of declarations that may have a comment.
type documented struct {
	Comment []string
}

// Doc returns the comment's text as one line.
func (d documented) Doc() string {
	return strings.Join(strings.Fields(strings.Join(d.Comment, " ")), " ")
}

var number = regexp.MustCompile(`^\d+$`)

// ParseInterface reads abi/interface.json.
func ParseInterface(source []byte) (*Header, error) {
	header := &Header{}
	if err := json.Unmarshal(source, header); err != nil {
		return nil, fmt.Errorf("this is not interface.json: %w", err)
	}
	if len(header.Functions) == 0 || len(header.Structs) == 0 {
		return nil, fmt.Errorf("this is not interface.json: no functions or no structs in it")
	}
	for _, macro := range header.Macros {
		if number.MatchString(macro.Value) {
			header.Defines = append(header.Defines, Constant{documented: macro.documented, Name: macro.Name, Value: json.Number(macro.Value)})
		}
	}
	return header, nil
}
