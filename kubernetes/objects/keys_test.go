package objects

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const (
	argument   = `(k[A-Z]\w*|"[^"]*")`
	sourceRoot = "../../src/"
)

var (
	readTexts  = regexp.MustCompile(`\b(label|annotation|carries)\(\s*` + argument + `(?:,\s*` + argument + `)?\s*\)`)
	readClaims = regexp.MustCompile(`attempt_(annotation)\([^,()]+,\s*` + argument)
	constants  = regexp.MustCompile(`constexpr (?:std::string_view|char) (k[A-Z]\w*)(?:\[\])?\s*=\s*"([^"]*)"`)
)

// keysOfTheLibrary returns the keys in the decoders, which are the only code that reads labels and
// annotations (src/wire/object/object_texts.h), by kind of object and of text: "pod labels".
func keysOfTheLibrary(t *testing.T) map[string][]string {
	files, err := filepath.Glob(sourceRoot + "wire/*/*")
	ok(t, err)
	if len(files) == 0 {
		t.Skip("the library's sources are not here")
	}
	values := map[string]string{}
	texts := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		ok(t, err)
		texts[file] = string(text)
		for _, found := range constants.FindAllStringSubmatch(string(text), -1) {
			values[found[1]] = found[2]
		}
	}
	out := map[string][]string{}
	for _, file := range files {
		base := filepath.Base(file)
		if !strings.HasSuffix(base, ".cc") || base == "object_texts.cc" {
			continue
		}
		found := append(readTexts.FindAllStringSubmatch(texts[file], -1), readClaims.FindAllStringSubmatch(texts[file], -1)...)
		for _, match := range found {
			kind, _, _ := strings.Cut(base, "_")
			if !slices.Contains([]string{"pod", "node", "nrt", "device"}, kind) {
				t.Errorf("%s reads labels or annotations: of which object?", base)
			}
			texts := kind + " annotations"
			if match[1] == "label" {
				texts = kind + " labels"
			}
			for _, key := range match[2:] {
				switch {
				case key == "":
					continue
				case key[0] == '"':
					key = strings.Trim(key, `"`)
				case values[key] == "":
					t.Errorf("%s: what is %s?", base, key)
				default:
					key = values[key]
				}
				if !slices.Contains(out[texts], key) {
					out[texts] = append(out[texts], key)
				}
			}
		}
	}
	return out
}

func TestEveryKeyThatTheLibraryReadsIsPassed(t *testing.T) {
	passed := map[string][]string{
		"pod labels": podLabels, "pod annotations": podAnnotations, "node labels": nodeLabels, "node annotations": nodeAnnotations,
		"nrt annotations": topologyAnnotations, "device annotations": deviceAnnotations,
	}
	read := keysOfTheLibrary(t)
	for texts, keys := range read {
		for _, key := range keys {
			if !slices.Contains(passed[texts], key) {
				t.Errorf("%s: %s is read and not passed on", texts, key)
			}
		}
	}
	for texts, keys := range passed {
		for _, key := range keys {
			if !slices.Contains(read[texts], key) {
				t.Errorf("%s: %s is passed on and not read", texts, key)
			}
		}
	}
}

var (
	wellKnown  = regexp.MustCompile(`kWellKnownResourceNames = \{([^}]*)\}`)
	otherNames = regexp.MustCompile(`\{("[^}]*")\}`)
	names      = regexp.MustCompile(`"([^"]*/[^"]*)"`)
)

// Resources that the library allocates from devices by their names.
func TestDeviceResourcesAreThoseOfTheLibrary(t *testing.T) {
	var known []string
	for file, pattern := range map[string]*regexp.Regexp{"base/well_known.h": wellKnown, "base/device_types.h": otherNames} {
		text, err := os.ReadFile(sourceRoot + file)
		if os.IsNotExist(err) {
			t.Skip("the library's sources are not here")
		}
		ok(t, err)
		for _, list := range pattern.FindAllStringSubmatch(string(text), -1) {
			for _, name := range names.FindAllStringSubmatch(list[1], -1) {
				known = append(known, name[1])
				if !IsKnownDeviceResource(name[1]) {
					t.Errorf("%s: %s is no device resource here", file, name[1])
				}
			}
		}
	}
	for _, name := range DeviceResources {
		if !slices.Contains(known, name) {
			t.Errorf("the library does not know %s", name)
		}
	}
	for _, name := range []string{"cpu", "memory", "example.com/gpu", "koordinator.sh"} {
		if IsKnownDeviceResource(name) {
			t.Errorf("%s is a device resource", name)
		}
	}
}
