package scheduler

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/component-base/metrics/legacyregistry"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/apis/config/validation"
)

func TestDashboardShowsAllMetrics(t *testing.T) {
	text, err := os.ReadFile("../deploy/scheduler/manifests/dashboard.json")
	if err != nil {
		t.Fatal(err)
	}
	if !json.Valid(text) {
		t.Fatal("the dashboard is no JSON")
	}
	shown := map[string]bool{}
	for _, name := range regexp.MustCompile(`koord_[a-z_]+`).FindAllString(string(text), -1) {
		shown[strings.TrimSuffix(name, "_bucket")] = true
	}
	exist := map[string]bool{}
	for _, metric := range all {
		exist[metric.FQName()] = true
		if !shown[metric.FQName()] {
			t.Errorf("%s is not shown", metric.FQName())
		}
	}
	for name := range shown {
		if !exist[name] {
			t.Errorf("%s does not exist", name)
		}
	}
}

// Alerts only use existing metrics. Values of labels contain no blanks.
func TestAlertsAndLabels(t *testing.T) {
	text, err := os.ReadFile("../deploy/scheduler/monitoring/monitoring.yaml")
	if err != nil {
		t.Fatal(err)
	}
	exist := map[string]bool{}
	for _, metric := range all {
		exist[metric.FQName()] = true
	}
	names := regexp.MustCompile(`koord_[a-z_]+`).FindAllString(string(text), -1)
	for _, name := range names {
		if !exist[name] {
			t.Errorf("%s does not exist", name)
		}
	}
	if len(names) < 4 || !exist["koord_build_info"] {
		t.Error(names)
	}
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, call := range regexp.MustCompile(`WithLabelValues\("[^"]*"`).FindAllString(string(source), -1) {
			if strings.Contains(call, " ") {
				t.Errorf("%s: %s", file, call)
			}
		}
	}
	RegisterMetrics()
	countPreemption(fwk.NewStatus(fwk.Unschedulable))
	families, err := legacyregistry.DefaultGatherer.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, family := range families {
		for _, metric := range family.GetMetric() {
			for _, label := range metric.GetLabel() {
				if strings.HasPrefix(family.GetName(), "koord_") && strings.Contains(label.GetValue(), " ") {
					t.Errorf("%s: %s=%q", family.GetName(), label.GetName(), label.GetValue())
				}
			}
		}
	}
}

// Counters in alerts exist before the first refusal, because increase() does not count the step
// from a missing series to 1.
func TestRefusalsStartAtZero(t *testing.T) {
	RegisterMetrics()
	families, err := legacyregistry.DefaultGatherer.Gather()
	if err != nil {
		t.Fatal(err)
	}
	series := map[string]int{}
	for _, family := range families {
		series[family.GetName()] = len(family.GetMetric())
	}
	if series[claims.FQName()] != 3 || series[refused.FQName()] < 7 {
		t.Error(series)
	}
}

// Only a static pod's manifest grants permissions to the user of kube-scheduler.
func TestRightsOfTheStaticPod(t *testing.T) {
	for file, expected := range map[string]bool{"../deploy/scheduler/manifests/rbac.yaml": false, "../deploy/scheduler/replacement/rbac-static-pod.yaml": true} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if found := strings.Contains(string(text), "kind: User"); found != expected {
			t.Errorf("%s: %v", file, found)
		}
	}
}

func TestManifestsAreReadable(t *testing.T) {
	var files []string
	for _, pattern := range []string{"../deploy/scheduler/manifests/*.yaml", "../deploy/scheduler/replacement/*.yaml", "../deploy/scheduler/replacement/kubeadm/*.yaml", "../deploy/scheduler/monitoring/*.yaml"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatal(pattern, err)
		}
		files = append(files, found...)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		decoder := yaml.NewYAMLOrJSONDecoder(bytes.NewReader(text), 4096)
		for {
			var object unstructured.Unstructured
			if err := decoder.Decode(&object.Object); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			if object.GetKind() == "" || object.GetAPIVersion() == "" {
				t.Errorf("%s: an object without kind", file)
			}
		}
	}
}

// Beside kube-scheduler the scheduler serves its own profile. As a replacement it serves
// kube-scheduler's profile and takes its lease, so that two schedulers never serve one profile at a
// time. Everything else is equal.
func TestConfigurationsDifferInProfileAndLease(t *testing.T) {
	read := func(file string) (string, []string) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for _, line := range strings.Split(string(text), "\n") {
			if !strings.HasPrefix(line, "#") {
				lines = append(lines, line)
			}
		}
		return string(text), lines
	}
	_, beside := read("../deploy/scheduler/manifests/config.yaml")
	for file, differ := range map[string][]string{
		"../deploy/scheduler/replacement/config.yaml":          {"  resourceName: kube-scheduler", "  - schedulerName: default-scheduler"},
		"../deploy/scheduler/replacement/koord-scheduler.yaml": {"  resourceName: kube-scheduler", "  - schedulerName: default-scheduler", "  kubeconfig: /etc/kubernetes/scheduler.conf"},
	} {
		_, instead := read(file)
		var found []string
		for _, line := range instead {
			if line != "" && !slices.Contains(beside, line) {
				found = append(found, line)
			}
		}
		slices.Sort(found)
		slices.Sort(differ)
		if !slices.Equal(found, differ) {
			t.Errorf("%s differs in %q", file, found)
		}
	}
	for _, file := range []string{"../deploy/scheduler/manifests/config.yaml", "../deploy/scheduler/replacement/config.yaml", "../deploy/scheduler/replacement/koord-scheduler.yaml"} {
		text, _ := read(file)
		made := configuration(t, text)
		if err := validation.ValidateKubeSchedulerConfiguration(made); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		profile, lease := made.Profiles[0].SchedulerName, made.LeaderElection.ResourceName
		if (profile == "default-scheduler") != (lease == "kube-scheduler") || profile != "default-scheduler" && profile != "koord-scheduler" {
			t.Errorf("%s: profile %s with lease %s", file, profile, lease)
		}
	}
}

func TestArguments(t *testing.T) {
	parse := func(text string) (*Args, error) {
		return parseArgs(&runtime.Unknown{Raw: []byte(text), ContentType: "application/json"})
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
		`[]`:                             "arguments of plugin Koord: found [], expected fields, as in nodeNUMAResource: ...",
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
	one, _ := parse(`{"deviceShare":{"scoringStrategy":{"type":"MostAllocated"}}}`)
	if one.equal(args) || !one.equal(one) {
		t.Error("profiles that differ share a cluster")
	}
}

// Changes by AddPod and RemovePod only affect the cycle's copy, and a pod that is added again keeps
// its original placement.
func TestWhatIfIsTheCopys(t *testing.T) {
	p := newPlant(t, 2)
	holder := lsr("holder", "16")
	p.schedule(t, holder, 0)
	state, ctx, node := newCycle(), context.Background(), p.infos[0]
	one := lsr("one", "8")
	if result, status := p.PreFilter(ctx, state, one, nil); !status.IsSuccess() || len(result.NodeNames) != 1 {
		t.Fatal(result, status)
	}
	copied := state.Clone()
	held := podInfo(t, holder)
	if status := p.RemovePod(ctx, copied, one, held, node); !status.IsSuccess() {
		t.Fatal(status)
	}
	if status := p.Filter(ctx, copied, one, node); !status.IsSuccess() {
		t.Error("without the holder:", status)
	}
	if status := p.Filter(ctx, state, one, node); status.Code() != fwk.Unschedulable {
		t.Error("the original:", status)
	}
	if status := p.AddPod(ctx, copied, one, held, node); !status.IsSuccess() {
		t.Fatal(status)
	}
	if status := p.Filter(ctx, copied, one, node); status.Code() != fwk.Unschedulable {
		t.Error("with the holder again:", status)
	}
	other := state.Clone()
	if status := p.AddPod(ctx, other, one, podInfo(t, lsr("nominated", "12")), p.infos[1]); !status.IsSuccess() {
		t.Fatal(status)
	}
	if status := p.Filter(ctx, other, one, p.infos[1]); status.Code() != fwk.Unschedulable {
		t.Error("beside a nominated pod:", status)
	}
	if status := p.Filter(ctx, state, one, p.infos[1]); !status.IsSuccess() {
		t.Error("the original:", status)
	}
}

// Fields of Koordinator's arguments that nobody reads are warned of; those that Koordinator alone reads are not.
func TestUnknownArgumentsOfKoordinatorsPlugins(t *testing.T) {
	for text, expected := range map[string]string{
		`{"nodeNUMAResource":{"defaultCPUBindPolcy":"FullPCPUs"}}`:                                   `unknown field "nodeNUMAResource.defaultCPUBindPolcy": did you mean defaultCPUBindPolicy?`,
		`{"deviceShare":{"allocator":"x","scoringStrategy":{"type":"MostAllocated","resource":[]}}}`: `unknown field "deviceShare.scoringStrategy.resource": did you mean resources?`,
		`{"deviceShare":{"scoringStrategy":{"type":"MostAllocated","resources":[{"name":"koordinator.sh/gpu-core","weigth":1}]}}}`: `unknown field ` +
			`"deviceShare.scoringStrategy.resources[0].weigth": did you mean weight?`,
		`{"nodeNUMAResource":{"kind":"NodeNUMAResourceArgs","numaScoringStrategy":{"type":"LeastAllocated"}},"deviceShare":{"requireDeviceObject":true}}`: "",
	} {
		args, err := parseArgs(&runtime.Unknown{Raw: []byte(text), ContentType: "application/json"})
		if err != nil {
			t.Fatal(text, err)
		}
		if unknown := strings.Join(args.unknownArguments(), "; "); unknown != expected {
			t.Errorf("%s: %s", text, unknown)
		}
	}
	// koordctl has the same lists; tests/cli/known_keys_test.py compares them with what the library reads.
	text, err := os.ReadFile("../../tools/koordctl/session/known_keys.h")
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
		for _, one := range regexp.MustCompile(`"([^"]*)"`).FindAllSubmatch(list[1], -1) {
			expected = append(expected, string(one[1]))
		}
		if slices.Sort(expected); !slices.Equal(expected, fields) {
			t.Errorf("%s: found %v, expected %v", name, fields, expected)
		}
	}
}
