package main

import (
	"fmt"
	"regexp"
	"strings"
)

// Header is what koord.h declares, in its order.
type Header struct {
	Enums     []*Enum
	Structs   []*Struct
	Handles   []*Handle
	Functions []*Function
	Defines   []Constant
}

// Enum is a set of constants. Type is empty where the header has no name for it: flags.
type Enum struct {
	Type      string
	Doc       string
	Constants []Constant
}

type Constant struct {
	Name, Value, Doc string
}

type Struct struct {
	Name, Doc string
	Fields    []Field
}

type Field struct {
	Type, Name, Doc string
	Length          string // of a char array
}

type Handle struct {
	Name, Doc string
}

type Function struct {
	Name, Result, Doc string
	Params            []Param
}

type Param struct {
	Type, Name string
}

var (
	declaration = regexp.MustCompile(`(?s)` +
		`/\*.*?\*/` +
		`|typedef int32_t (\w+);` +
		`|typedef struct (\w+) \w+;` +
		`|typedef struct (\w+) \{(.*?)\n\} \w+;` +
		`|typedef void \(\*\w+\)\(.*?\);` +
		`|enum \{(.*?)\};` +
		`|\nKOORD_API\s+([^;]*?)(\w+)\(([^;]*?)\);` +
		`|#define (KOORD_\w+) (\d+)\b`)
	piece = regexp.MustCompile(`(?s)/\*\*<(.*?)\*/|/\*\*(.*?)\*/|/\*.*?\*/|[^;/]+;`)
	entry = regexp.MustCompile(`(?s)/\*\*<(.*?)\*/|/\*\*(.*?)\*/|/\*.*?\*/|(KOORD_\w+)\s*=\s*(-?\d+)`)
	field = regexp.MustCompile(`(?s)^\s*(\w+)\s+(\w+)(?:\[(\w+)\])?\s*;$`)
	param = regexp.MustCompile(`(?s)^\s*(.*?)\s*(\w+)\s*$`)
	space = regexp.MustCompile(`\s*\n\s*\*?\s*`)
)

// text makes one line of a comment's inside.
func text(comment string) string {
	return strings.TrimSpace(space.ReplaceAllString(strings.TrimSpace(comment), " "))
}

// ParseHeader reads koord.h. It knows the header's own way of writing, not C.
func ParseHeader(source string) (*Header, error) {
	header := &Header{}
	doc, typed, end, used := "", "", 0, false
	for _, at := range declaration.FindAllStringSubmatchIndex(source, -1) {
		group := func(i int) string {
			if at[2*i] < 0 {
				return ""
			}
			return source[at[2*i]:at[2*i+1]]
		}
		whole := group(0)
		near := strings.TrimSpace(source[end:at[0]]) == ""
		end = at[1]
		if strings.HasPrefix(whole, "/*") {
			doc = ""
			if strings.HasPrefix(whole, "/**") {
				doc = text(strings.TrimSuffix(strings.TrimPrefix(whole, "/**"), "*/"))
			}
			used = false
			continue
		}
		isFunction := group(7) != ""
		// One comment may stand before several functions, and is about nothing else then.
		if !near || used && !isFunction {
			doc = ""
		}
		used = isFunction
		switch {
		case group(1) != "":
			header.Enums = append(header.Enums, &Enum{Type: group(1), Doc: doc})
			typed = group(1)
			doc = ""
			continue
		case group(2) != "":
			header.Handles = append(header.Handles, &Handle{Name: group(2), Doc: doc})
		case group(3) != "":
			made, err := parseStruct(group(3), doc, group(4))
			if err != nil {
				return nil, err
			}
			header.Structs = append(header.Structs, made)
		case group(5) != "":
			constants := parseConstants(group(5))
			if typed != "" {
				header.Enums[len(header.Enums)-1].Constants = constants
			} else {
				header.Enums = append(header.Enums, &Enum{Doc: doc, Constants: constants})
			}
		case isFunction:
			made, err := parseFunction(group(7), group(6), doc, group(8))
			if err != nil {
				return nil, err
			}
			header.Functions = append(header.Functions, made)
		case group(9) != "":
			header.Defines = append(header.Defines, Constant{Name: group(9), Value: group(10)})
		}
		typed = ""
		if !isFunction {
			doc = ""
		}
	}
	if len(header.Functions) == 0 || len(header.Structs) == 0 {
		return nil, fmt.Errorf("this is not koord.h: no functions or no structs in it")
	}
	return header, nil
}

func parseConstants(body string) []Constant {
	var list []Constant
	before := ""
	for _, m := range entry.FindAllStringSubmatch(body, -1) {
		switch {
		case m[3] != "":
			list = append(list, Constant{Name: m[3], Value: m[4], Doc: before})
			before = ""
		case m[1] != "" && len(list) > 0:
			list[len(list)-1].Doc = text(m[1])
		case m[2] != "":
			before = text(m[2])
		}
	}
	return list
}

func parseStruct(name, doc, body string) (*Struct, error) {
	made := &Struct{Name: name, Doc: doc}
	before := ""
	for _, m := range piece.FindAllStringSubmatch(body, -1) {
		switch {
		case strings.HasPrefix(m[0], "/**<"):
			made.Fields[len(made.Fields)-1].Doc = text(m[1])
		case strings.HasPrefix(m[0], "/**"):
			before = text(m[2])
		case strings.HasPrefix(m[0], "/*"):
		default:
			f := field.FindStringSubmatch(m[0])
			if f == nil {
				return nil, fmt.Errorf("%s: what is %q?", name, m[0])
			}
			made.Fields = append(made.Fields, Field{Type: f[1], Name: f[2], Length: f[3], Doc: before})
			before = ""
		}
	}
	return made, nil
}

func parseFunction(name, result, doc, list string) (*Function, error) {
	made := &Function{Name: name, Result: strings.TrimSpace(result), Doc: doc}
	if strings.TrimSpace(list) == "void" {
		return made, nil
	}
	for _, one := range strings.Split(list, ",") {
		p := param.FindStringSubmatch(one)
		if p == nil {
			return nil, fmt.Errorf("%s: what is %q?", name, one)
		}
		made.Params = append(made.Params, Param{Type: strings.Join(strings.Fields(p[1]), " "), Name: p[2]})
	}
	return made, nil
}
