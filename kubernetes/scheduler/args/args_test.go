package args

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/runtime"
)

func TestArguments(t *testing.T) {
	parse := func(text string) (*Args, error) {
		return Parse(&runtime.Unknown{Raw: []byte(text), ContentType: "application/json"})
	}
	args, err := parse(`{}`)
	if err != nil || args.NamedNodes != 100 || args.GangTimeout.Duration != time.Minute {
		t.Error(args, err)
	}
	for text, expected := range map[string]string{
		`{"namedNode":5}`:                `unknown field "namedNode": did you mean namedNodes?`,
		`{"namednodes":5}`:               `unknown field "namednodes": did you mean namedNodes?`,
		`{"kind":"KoordArgs","gpus":{}}`: `unknown field "gpus"`,
		`{"namedNodes":-2}`:              "namedNodes: found -2",
		`{"gangTimeout":"1ms"}`:          "gangTimeout: found 1ms",
		`{"nodeNUMAResource":[]}`:        "nodeNUMAResource: found [], expected fields",
		`{"deviceShare":"x"}`:            `deviceShare: found "x", expected fields`,
		`{"namedNodes":"x"}`:             `namedNodes: found "x", expected a whole number`,
		`{"namedNodes":1.5}`:             `namedNodes: found 1.5, expected a whole number`,
		`{"gangTimeout":"soon"}`:         `gangTimeout: found "soon", expected a duration, as in 5s`,
		`{"gangTimeout":5}`:              `gangTimeout: found 5, expected a duration, as in 5s`,
		`{"preemptionBudget":-1}`:        "preemptionBudget: found -1, expected a whole number that is not negative",
		`{"upstreamScore":"yes"}`:        `upstreamScore: found "yes", expected true or false`,
		`{"gpuPolicy":"Roomleft"}`: `gpuPolicy: found "Roomleft", expected FGD, RoomLeft, BestFit, DotProduct, Packing, Clustering or FGDAll: ` +
			`did you mean RoomLeft?`,
		`{"gpuPolicy":"None"}`:                      `gpuPolicy: found "None", expected FGD, RoomLeft,`,
		`{"gpuPolicy":["FGD"]}`:                     `gpuPolicy: found ["FGD"], expected a text`,
		`{"gpupolicy":"FGD"}`:                       `unknown field "gpupolicy": did you mean gpuPolicy?`,
		`{"gpuWorkload":{"halflife":5}}`:            `unknown field "gpuWorkload.halflife": did you mean halfLife?`,
		`{"gpuWorkload":{"halfLife":-1}}`:           `gpuWorkload.halfLife: found -1, expected 1 to 1000000`,
		`{"gpuWorkload":{"halfLife":10000000}}`:     `gpuWorkload.halfLife: found 10000000, expected 1 to 1000000`,
		`{"gpuWorkload":{"hedge":101}}`:             `gpuWorkload.hedge: found 101, expected 0 to 100`,
		`{"gpuWorkload":{"expected":[{}]}}`:         `gpuWorkload.expected[0].tasks: found 0, expected 1 or more`,
		`{"gpuWorkload":{"expected":{}}}`:           `gpuWorkload.expected: found {}, expected a list`,
		`{"gpuWorkload":{"expected":[{"taks":1}]}}`: `unknown field "gpuWorkload.expected[0].taks": did you mean tasks?`,
		`{"gpuWorkload":{"expected":[{"tasks":1073741824},{"tasks":1}]}}`: `gpuWorkload.expected[1].tasks: found 1, expected 1 or more, and at most ` +
			`1073741824 in all items`,
		`{"gpuWorkload":{"expected":[{"tasks":1,"requests":{"cpu":"4x"}}]}}`: `gpuWorkload.expected[0].requests[cpu]: found "4x", expected an ` +
			`amount, as in 4 or 16Gi`,
		`{"gpuWorkload":{"expected":[{"tasks":1,"requests":{"koordinator.sh/gpu":150}}]}}`: `gpuWorkload.expected[0].requests[koordinator.sh/gpu]: ` +
			`found 150 percent`,
		`{"gpuWorkload":{"expected":[{"tasks":1,"models":["A","A|B"]}]}}`: `gpuWorkload.expected[0].models[1]: found "A|B", expected a value of ` +
			`label node.koordinator.sh/gpu-model`,
		`[]`: "arguments of plugin Koord: found [], expected fields, as in nodeNUMAResource: ...",
		`{"nodeNUMAResource":{"defaultCPUBindPolicy":"Foo"}}`:                    `defaultCPUBindPolicy: found "Foo"`,
		`{"deviceShare":{"scoringStrategy":{"type":"Foo"}}}`:                     `found "Foo"`,
		`{"nodeNUMAResource":{"numaTopologyAlignmentPolicy":"SingleNUMANode2"}}`: "numaTopologyAlignmentPolicy",
	} {
		if _, err := parse(text); err == nil || !strings.Contains(err.Error(), expected) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := parse(`{"apiVersion":"a/v1","kind":"KoordArgs","gangTimeout":"2m"}`); err != nil {
		t.Error(err)
	}
	workload := `{"gpuPolicy":"RoomLeft","gpuWorkload":{"hedge":1,"expected":[{"tasks":2,"requests":{"cpu":4,"memory":"16Gi",` +
		`"koordinator.sh/gpu":"50"},"models":["A100","H100"]}]}}`
	for _, other := range []string{`{"gpuPolicy":"FGD"}`, `{"gpuPolicy":"RoomLeft"}`, strings.Replace(workload, "50", "60", 1), workload} {
		first, err := parse(workload)
		if err != nil {
			t.Fatal(err)
		}
		second, err := parse(other)
		if err != nil || (first.Conflict(second) == nil) != (other == workload) || first.Conflict(args) == nil {
			t.Errorf("%s and %s: conflict %v, %v", workload, other, first.Conflict(second), err)
		}
	}
	for text, expected := range map[string]string{
		`{"deviceShare":{"scoringStrategy":{"type":"MostAllocated"}}}`: `deviceShare: found {"scoringStrategy":{"type":"MostAllocated"}}, expected nothing`,
		`{"nodeNUMAResource":{"defaultCPUBindPolicy":"FullPCPUs"}}`: `nodeNUMAResource: found {"defaultCPUBindPolicy":"FullPCPUs",` +
			`"numaTopologyAlignmentPolicy":"None"}, expected {"numaTopologyAlignmentPolicy":"None"}`,
		`{"upstreamScore":true}`: "upstreamScore: found true, expected false",
		`{"ignoreKubelet":true}`: "ignoreKubelet: found true, expected false",
		`{"partitionGPUs":true}`: "partitionGPUs: found true, expected false",
		`{"gpuPolicy":"FGD"}`:    `gpuPolicy: found "FGD", expected ""`,
	} {
		profile, err := parse(text)
		if err != nil {
			t.Fatal(text, err)
		}
		plain, _ := parse(`{}`)
		if err := profile.Conflict(plain); err == nil || err.Error() != expected || profile.Conflict(profile) != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	one, _ := parse(`{"deviceShare":{"scoringStrategy":{"type":"MostAllocated"},"kind":"DeviceShareArgs"}}`)
	other, _ := parse(`{"deviceShare":{"kind":"DeviceShareArgs", "scoringStrategy":{"type":"MostAllocated"}},"namedNodes":7}`)
	if err := one.Conflict(other); err != nil {
		t.Error("the order of members is a conflict:", err)
	}
}

// Fields of Koordinator's arguments that nobody reads are warned of; those that Koordinator alone reads are not.
func TestUnknownArgumentsOfKoordinatorsPlugins(t *testing.T) {
	for text, expected := range map[string]string{
		`{"nodeNUMAResource":{"defaultCPUBindPolcy":"FullPCPUs"}}`:                                   `unknown field "nodeNUMAResource.defaultCPUBindPolcy": did you mean defaultCPUBindPolicy?`,
		`{"deviceShare":{"allocator":"x","scoringStrategy":{"type":"MostAllocated","resource":[]}}}`: `unknown field "deviceShare.scoringStrategy.resource": did you mean resources?`,
		`{"deviceShare":{"scoringStrategy":{"type":"MostAllocated","resources":[{"name":"koordinator.sh/gpu-core","weigth":1}]}}}`: `unknown field ` +
			`"deviceShare.scoringStrategy.resources[0].weigth": did you mean weight?`,
		`{"nodeNUMAResource":{"kind":"NodeNUMAResourceArgs","numaScoringStrategy":{"type":"LeastAllocated"}},"deviceShare":{"requireDeviceObject":true,"withholdUnreportedDevices":"Always"}}`: "",
		`{"gpuPolicy":"Packing","gpuWorkload":{"hedge":1}}`: "gpuWorkload: only the policies FGD, FGDAll and RoomLeft read it",
		`{"gpuWorkload":{"halfLife":1}}`:                    "gpuWorkload: gpuPolicy selects no policy",
		`{"gpuPolicy":"FGD","gpuWorkload":{"halfLife":1}}`:  "",
	} {
		args, err := Parse(&runtime.Unknown{Raw: []byte(text), ContentType: "application/json"})
		if err != nil {
			t.Fatal(text, err)
		}
		if unknown := strings.Join(args.UnknownArguments(), "; "); unknown != expected {
			t.Errorf("%s: %s", text, unknown)
		}
	}
	// koordctl has the same lists; tests/cli/known_keys_test.py compares them with what the library reads.
	text, err := os.ReadFile("../../../tools/koordctl/session/known_keys.h")
	if os.IsNotExist(err) {
		t.Skip("the source of koordctl is not here")
	}
	for name, fields := range map[string][]string{"kNumaArgs": numaFields, "kDeviceArgs": deviceFields,
		"kScoringStrategy": scoringFields, "kScoredResource": resourceFields} {
		list := regexp.MustCompile(`(?s) ` + name + `\[\] = \{(.*?)\}`).FindSubmatch(text)
		if list == nil {
			t.Fatal(name)
		}
		var expected []string
		for _, match := range regexp.MustCompile(`"([^"]*)"`).FindAllSubmatch(list[1], -1) {
			expected = append(expected, string(match[1]))
		}
		if slices.Sort(expected); !slices.Equal(expected, fields) {
			t.Errorf("%s: found %v, expected %v", name, fields, expected)
		}
	}
}
