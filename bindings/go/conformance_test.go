package koord_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// vectors opens recorded results in KOORD_SHARED, or in a folder beside the checkout.
func vectors(t *testing.T, name string) *os.File {
	t.Helper()
	if collecting {
		t.Skip("too many calls to collect garbage before each")
	}
	shared := os.Getenv("KOORD_SHARED")
	if shared == "" {
		shared = "../../../shared"
	}
	file, err := os.Open(filepath.Join(shared, "vectors", name))
	if err != nil {
		t.Skipf("no recorded answers here (KOORD_SHARED names their folder): %v", err)
	}
	t.Cleanup(func() { file.Close() })
	return file
}

func document(t *testing.T, name string, into any) {
	t.Helper()
	if err := json.NewDecoder(vectors(t, name)).Decode(into); err != nil {
		t.Fatal(err)
	}
}

// lines calls use with each line of a file.
func lines(t *testing.T, name string, use func(line []byte)) {
	t.Helper()
	scanner := bufio.NewScanner(vectors(t, name))
	scanner.Buffer(nil, 64<<20)
	for scanner.Scan() {
		use(scanner.Bytes())
	}
	if err := scanner.Err(); err != nil {
		t.Fatal(err)
	}
}

// replayed logs the number of cases, and fails if there are suspiciously few.
func replayed(t *testing.T, name string, cases, least int) {
	t.Helper()
	t.Logf("%s: %d cases", name, cases)
	if cases < least {
		t.Errorf("%s: only %d cases, expected %d or more", name, cases, least)
	}
}
