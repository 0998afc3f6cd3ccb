package command

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// invisible are characters above ASCII that koordctl escapes: C1 controls, soft hyphen, invisible characters, direction controls,
// line separators, private and unassigned code points, tags.
var invisible = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x80, Hi: 0x9f, Stride: 1}, {Lo: 0xad, Hi: 0xad, Stride: 1}, {Lo: 0x61c, Hi: 0x61c, Stride: 1},
		{Lo: 0x115f, Hi: 0x1160, Stride: 1}, {Lo: 0x17b4, Hi: 0x17b5, Stride: 1}, {Lo: 0x180b, Hi: 0x180f, Stride: 1},
		{Lo: 0x200b, Hi: 0x200f, Stride: 1}, {Lo: 0x2028, Hi: 0x202e, Stride: 1}, {Lo: 0x2060, Hi: 0x206f, Stride: 1},
		{Lo: 0x3164, Hi: 0x3164, Stride: 1}, {Lo: 0xd800, Hi: 0xf8ff, Stride: 1}, {Lo: 0xfe00, Hi: 0xfe0f, Stride: 1},
		{Lo: 0xfeff, Hi: 0xfeff, Stride: 1}, {Lo: 0xffa0, Hi: 0xffa0, Stride: 1}, {Lo: 0xfff0, Hi: 0xfffb, Stride: 1},
		{Lo: 0xfffe, Hi: 0xffff, Stride: 1},
	},
	R32:         []unicode.Range32{{Lo: 0xe0000, Hi: 0x10ffff, Stride: 1}},
	LatinOffset: 2,
}

// printable returns one line that is safe on a terminal, as koordctl prints texts of users: characters that are not shown become \x1b,
// byte by byte.
func printable(text string) string {
	var out strings.Builder
	for len(text) > 0 {
		character, size := utf8.DecodeRuneInString(text)
		isInvalid := character == utf8.RuneError && size == 1
		if !isInvalid && character >= 0x20 && character != 0x7f && !unicode.Is(invisible, character) {
			out.WriteString(text[:size])
		} else {
			for _, b := range []byte(text[:size]) {
				fmt.Fprintf(&out, `\x%02x`, b)
			}
		}
		text = text[size:]
	}
	return out.String()
}
