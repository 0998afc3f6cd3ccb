// replay makes the calls on record of the library it is linked with: replay [-renames FILE] RECORD...
// A record is what KOORD_RECORD wrote, plain or .gz. renames: old and new words in JSON, {"old": "new"}.
package main

import (
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"koordc"
)

const shown = 5

func main() {
	renames := flag.String("renames", "", "a `file` of words that read otherwise now")
	flag.Parse()
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	words, err := readWords(*renames)
	if err != nil {
		fmt.Fprintln(os.Stderr, "replay:", err)
		os.Exit(1)
	}
	ok := true
	for _, name := range flag.Args() {
		different, err := replay(name, words)
		if err != nil {
			fmt.Fprintf(os.Stderr, "replay: %s: %v\n", name, err)
		}
		ok = ok && err == nil && different == 0
	}
	if !ok {
		os.Exit(1)
	}
}

func readWords(name string) (*strings.Replacer, error) {
	if name == "" {
		return strings.NewReplacer(), nil
	}
	b, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	words := map[string]string{}
	if err := json.Unmarshal(b, &words); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var pairs []string
	for before, after := range words {
		pairs = append(pairs, before, after)
	}
	return strings.NewReplacer(pairs...), nil
}

func replay(name string, words *strings.Replacer) (different int, err error) {
	f, err := os.Open(name)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	var record io.Reader = f
	if strings.HasSuffix(name, ".gz") {
		if record, err = gzip.NewReader(f); err != nil {
			return 0, err
		}
	}
	steps, err := koordc.Replay(record, words.Replace, func(d koordc.Difference) {
		if different++; different <= shown {
			fmt.Printf("%s:%d: %s\n  with      %.2000s\n  on record %.2000s\n  found     %.2000s\n", name, d.Line, d.Call, d.With, d.Was, d.Says)
		}
	})
	fmt.Printf("%s: %d calls, %d answer otherwise\n", name, steps, different)
	return different, err
}
