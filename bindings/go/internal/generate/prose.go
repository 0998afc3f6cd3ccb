package main

import (
	"regexp"
	"strings"
)

// Prose translates comments of the header into Go's terms.
type Prose struct {
	names map[string]string // Go names of C types, constants and functions
}

// mention matches a C name, with a field or with a star for several names.
var mention = regexp.MustCompile(`\b(?:koord|KOORD)_\w+(?:\*|(?:\.|->)[a-z_]+\b)?`)

var member = regexp.MustCompile(`\b[a-z_]+->[a-z_]+\b`)

type change struct {
	pattern *regexp.Regexp
	with    string
}

func changes(pairs ...string) (all []change) {
	for i := 0; i < len(pairs); i += 2 {
		all = append(all, change{regexp.MustCompile(pairs[i]), pairs[i+1]})
	}
	return all
}

// empty marks an empty text. Later rules replace the mark with the form in Go.
const empty = "\x00"

// passing removes sentences about how C passes texts, rows and sets. Go uses strings, slices and
// results.
var passing = changes(
	`,? NO_SPACE(?: \([^)]*\))?`, "",
	"`context`", "diagnostics",
	`[;,]? ?\b[Rr]ows as in koord_\w+[^.]*\.`, ".",
	"Copies up to `capacity` rows, ", "All rows, ",
	", `stride` bytes apart", "",
	` \(stride below sizeof a row\)`, "",
	` The same holds for the functions below that return rows\.`, "",
	" ?`rows` may be NULL (?:when|if) `capacity` is 0\\.", "",
	" ?`\\w+` may be NULL with capacity 0[^.]*\\.", "",
	"[;.,]? ?[`(]?\\*(?:count|needed|length)`?[^.;]*([.;])", "$1",
	`; text as in koord_\w+`, "",
	` Text as in koord_\w+\.`, "",
	` Into text as koord_\w+ does\.`, "",
	`,? with a NUL,? into text\[0\.\.capacity\)[;,]?`, "",
	`,? with a NUL, (?:also )?into text\[0\.\.capacity\)`, "",
	",? [Ii]?n?to (?:all of )?`words`(?: \\(all of them\\))?", "",
	`The caller owns \*out and may (?:drop|release) (the \w+)\.`, "The caller may close $1.",
	`[;,]? ?[Tt]he caller owns (?:\*out|both|it)\.`, ".",
	"`query` and `score` are nullable\\.", "`query` may be nil.",
	"`request` and `limit` are nullable\\.", "",
	"`options` and `query` are nullable\\.", "`query` may be nil.",
	" ?`options` is nullable\\.", "",
	"`\\*(\\w+)` \\(nullable\\) receives 1 (?:when|if) (.*?), else 0", "$1 says whether $2",
	"`\\*(\\w+)` \\(nullable\\) receives", "$1 is",
	` \(never NULL\)`, "",
	"`\\w+` is never NULL[;,] ", "",
	"`\\*(\\w+)` receives", "$1 is",
	"`\\*(\\w+)`", "$1",
	`\(nullable: `, "(nil: ",
	` \(nullable\)`, " (may be nil)",
	`\bis nullable\b`, "may be nil",
	`\bnullable\b`, "may be nil",
	"A `(\\w+)` of length 0", "`$1` "+empty,
	`of length 0 is`, empty+" is",
	`(\b\w+)[_ ]length 0\b`, "`$1` "+empty,
	`\b[Ll]ength 0\b`, empty,
	` Static(?:, never NULL)?[.;]`, "",
	` Borrowed: [^.]*\.`, "",
	` \d+ bytes(?:, final)?\.`, "",
	`; nullable\b`, "",
	`, which the caller owns`, "",
	`never NULL;? ?`, "",
	` \(out is NULL\)`, "",
	`\bNULL\b`, "nil",
	`\bSIZE_MAX\b`, "-1",
	`\bthis header\b`, "this package",
)

// lent removes sentences about borrowed texts, which are strings in Go, about sizes, and about
// calls that must not run while an object is freed, because Go waits for them.
var lent = changes(
	`([.:]) \d+ bytes(?:, final)?\.`, "$1",
	", even functions that take a `\\w+ \\*`", "",
	"[Ff]unctions that take a `const \\w+ \\*`", "calls that only read it",
	"those that take a `\\w+ \\*`", "those that change it",
	`\btake it as const\b`, "only read it",
	`; only koord_\w+_free requires exclusive access`, "",
	`\b[Ll]ength 0\b`, `""`,
	`[;,]? ?written also on NO_SPACE\b`, "",
	`; no call on it may run meanwhile`, "",
	`; free it after the \w+`, "",
	`\b([Oo]nce \w+ is) freed\b`, "$1 closed",
	` ?\bTexts are in koord_\w+_get_texts\.`, "",
	`[;,]?(?: its texts are \(offset, length\))? in koord_\w+_get_texts(?: or koord_\w+_get_texts)?`, "",
	`^in koord_\w+_get_texts$`, "",
	`(?:[;.] (?:its|both|texts) |^Texts )[^.;]*\bin the arena of the same call`, "",
	`[,:]?(?: both)? in the arena(?: of the same call)?`, "",
	`\bNULL\b`, "nil",
)

// statuses matches the header's short names in lists of errors.
var statuses = regexp.MustCompile(`\b(?:INVALID|NO_MEMORY|NOT_FOUND|LIMIT|CORRUPT|CONFLICT|STALE|UNSUPPORTED|PERMISSION|IO)\b`)

var contexts = regexp.MustCompile(`\b([Aa]|[Tt]he) context\b`)

// quoted matches the name of a parameter.
var quoted = regexp.MustCompile("`[a-z_]+`")

// rests cleans up punctuation after removals.
var rests = changes(
	`\.\.\.`, "\u2026",
	`(\d)\.\.(\d)`, "$1\u2025$2",
	` +([.,;:]|$)`, "$1",
	`(^|[.;,])[.;,]+`, "$1",
	`^[;,.] *`, "",
	"\u2026", "...",
	"\u2025", "..",
)

func apply(all []change, text string) string {
	for _, item := range all {
		text = item.pattern.ReplaceAllString(text, item.with)
	}
	return text
}

// of translates the comment of a type, a field or a constant.
func (p *Prose) of(text string) string {
	text = quoted.ReplaceAllStringFunc(p.named(apply(lent, text)), func(name string) string { return goName(strings.Trim(name, "`")) })
	return strings.ReplaceAll(text, "`", "")
}

// call translates a part of a function's comment. none is the Go form of an empty text.
func (p *Prose) call(text, none string) string {
	text = strings.ReplaceAll(apply(passing, strings.Join(strings.Fields(text), " ")), empty, none)
	text = quoted.ReplaceAllStringFunc(text, func(name string) string { return goLocal(strings.Trim(name, "`")) })
	text = statuses.ReplaceAllStringFunc(text, func(status string) string { return constantName("KOORD_E_" + status) })
	text = apply(rests, p.named(apply(lent, text)))
	return strings.TrimSpace(strings.ReplaceAll(text, "`", ""))
}

// named replaces C names by Go names.
func (p *Prose) named(text string) string {
	text = member.ReplaceAllStringFunc(text, func(name string) string {
		one, field, _ := strings.Cut(name, "->")
		return goLocal(one) + "." + goName(field)
	})
	text = contexts.ReplaceAllString(text, "$1 Diagnostics")
	return mention.ReplaceAllStringFunc(text, func(name string) string {
		if known, ok := p.names[name]; ok {
			return known
		}
		if star := strings.TrimSuffix(name, "_*"); star != name {
			if known, ok := p.names[star]; ok {
				return known
			}
			return constantName(star) + "*"
		}
		one, field, _ := strings.Cut(strings.Replace(name, "->", ".", 1), ".")
		known, ok := p.names[one]
		if !ok {
			known = goName(one)
		}
		if field != "" {
			known += "." + goName(field)
		}
		return known
	})
}

// members renames members of struct arguments to their names in Go.
func (h *Header) members(f *Function, text string) string {
	for _, p := range f.Params {
		if s := h.structOf(baseOf(p)); s != nil {
			for _, field := range s.Fields {
				name := regexp.MustCompile(`\b` + p.Name + `\.` + field.Name + `\b`)
				text = name.ReplaceAllString(text, goLocal(p.Name)+"."+goName(field.Name))
			}
		}
	}
	return text
}

// block is a paragraph or a list item.
type block struct {
	name, text string // name of a parameter, or "-" for other items
}

var item = regexp.MustCompile(`^(\w+(?:, \w+)*)(?:  +|: )(\S.*)$|^(-) (\S.*)$`)

// blocks splits a comment. An item starts with the name of a parameter or with "-".
func blocks(comment []string, parameters map[string]bool) (all []block) {
	open := false
	for _, line := range comment {
		found := item.FindStringSubmatch(line)
		if found != nil {
			if first, _, _ := strings.Cut(found[1], ","); first != "" && !parameters[first] {
				found = nil
			}
		}
		switch {
		case line == "":
			open = false
		case found != nil:
			all, open = append(all, block{found[1] + found[3], found[2] + found[4]}), true
		case open && (all[len(all)-1].name == "" || strings.HasPrefix(line, " ")):
			all[len(all)-1].text += " " + strings.TrimSpace(line)
		default:
			all, open = append(all, block{"", line}), true
		}
	}
	return all
}

// wrap breaks text into lines. The first starts with `first`, the others with `following`.
func wrap(first, following, text string) string {
	const width = 118
	var out strings.Builder
	line, empty := first, true
	for _, word := range strings.Fields(text) {
		if !empty && len(line)+1+len(word) > width {
			out.WriteString(line + "\n")
			line, empty = following, true
		}
		line, empty = line+" "+word, false
	}
	out.WriteString(line + "\n")
	return out.String()
}
