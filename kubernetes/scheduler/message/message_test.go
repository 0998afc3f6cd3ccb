package message

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// Events are protobuf, which requires valid UTF-8, wherever a long text is truncated.
func TestLongTextsStayUTF8(t *testing.T) {
	for shift := range 4 {
		text := Short(strings.Repeat("x", shift) + strings.Repeat("é€😀", 300))
		if !utf8.ValidString(text) || len(text) > 1000 || !strings.HasSuffix(text, "...") {
			t.Errorf("shift %d: %d bytes, valid %v", shift, len(text), utf8.ValidString(text))
		}
	}
	if Short("é") != "é" {
		t.Error("a short text is changed")
	}
}
