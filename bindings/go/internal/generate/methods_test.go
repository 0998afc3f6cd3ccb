package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// C comments are translated to Go's terms.
func TestProse(t *testing.T) {
	p := &Prose{names: map[string]string{"koord_pod_get_info": "Pod.Info", "koord_pod": "Pod", "KOORD_MAX_CPUS": "MaxCPUs"}}
	for said, want := range map[string]string{
		"As koord_pod_get_info. Errors: INVALID (stride below sizeof a row), NO_SPACE.":                "As Pod.Info. Errors: ErrInvalid.",
		"Of a koord_pod.refusal. The caller owns *out.":                                                "Of a Pod.Refusal.",
		"Rows by bus id. rows as in koord_topology_get_cpus; *count is written also on NO_SPACE.":      "Rows by bus id.",
		"It is gone. `*known` (nullable) receives 1 when it was there, else 0.":                        "It is gone. known says whether it was there.",
		"Writes one text with a NUL into text[0..capacity); `*needed` (nullable) receives its length.": "Writes one text.",
		"`query` is nullable; `context` may be NULL.":                                                  "query may be nil; diagnostics may be nil.",
		"Below KOORD_MAX_CPUS, 1..64 of them: {...}. length 0: none.":                                  `Below MaxCPUs, 1..64 of them: {...}. "": none.`,
		"Errors: LIMIT (over 4 MiB), NO_MEMORY; IO.":                                                   "Errors: ErrLimit (over 4 MiB), ErrNoMemory; ErrIO.",
	} {
		if got := p.call(said, `""`); got != want {
			t.Errorf("%s\n got %s\nwant %s", said, got, want)
		}
	}
}

func TestBlocks(t *testing.T) {
	got := blocks([]string{"First", "of two lines.", "", "pod    what", "       follows.", "query  nullable", "", "Errors: one  two."},
		map[string]bool{"pod": true, "query": true})
	want := []block{{"", "First of two lines."}, {"pod", "what follows."}, {"query", "nullable"}, {"", "Errors: one  two."}}
	if len(got) != len(want) {
		t.Fatal(got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("got %q, want %q", got[i], want[i])
		}
	}
}

// Functions that a handwritten file declares or calls are not generated.
func TestHandwrittenFunctionsAreNotGenerated(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "../../abi/interface.json"))
	if err != nil {
		t.Skip(err)
	}
	methods := func(source string) string {
		directory := t.TempDir()
		if err := os.WriteFile(filepath.Join(directory, "hand.go"), []byte(source), 0o600); err != nil {
			t.Fatal(err)
		}
		header, err := ParseInterface(text)
		if err != nil {
			t.Fatal(err)
		}
		hand, err := ReadHand(directory)
		if err != nil {
			t.Fatal(err)
		}
		types, err := NewTypes(header, hand)
		if err != nil {
			t.Fatal(err)
		}
		return NewMethods(types, hand).Make()
	}
	const info, explain = "func (h *Pod) Info() ", "func (h *Cluster) Explain("
	if all := methods("package koord\n"); !strings.Contains(all, info) || !strings.Contains(all, explain) {
		t.Error("they are not generated")
	}
	made := methods("package koord\n\nfunc (p *Pod) Info() {}\n\nfunc Why(c *Cluster) { why(c) }\n\nfunc why(c *Cluster) { callClusterExplain(c) }\n")
	if strings.Contains(made, info) || strings.Contains(made, explain) {
		t.Error("they are generated once more")
	}
}
