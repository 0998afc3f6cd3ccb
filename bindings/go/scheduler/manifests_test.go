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
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/yaml"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/apis/config/validation"
)

func TestDashboardShowsAllMetrics(t *testing.T) {
	text, err := os.ReadFile("manifests/dashboard.json")
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

func TestManifestsAreReadable(t *testing.T) {
	files, err := filepath.Glob("manifests/*.yaml")
	if err != nil || len(files) < 4 {
		t.Fatal(files, err)
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
	if err := validation.ValidateKubeSchedulerConfiguration(configuration(t, "")); err != nil {
		t.Error(err)
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
		`{"namedNodes":-2}`:                                                      "namedNodes: found -2",
		`{"gangTimeout":"1ms"}`:                                                  "gangTimeout: found 1ms",
		`{"nodeNUMAResource":[]}`:                                                "nodeNUMAResource",
		`{"nodeNUMAResource":{"defaultCPUBindPolicy":"Foo"}}`:                    `defaultCPUBindPolicy: found "Foo"`,
		`{"deviceShare":{"scoringStrategy":{"type":"Foo"}}}`:                     `found "Foo"`,
		`{"nodeNUMAResource":{"numaTopologyAlignmentPolicy":"SingleNUMANode2"}}`: "numaTopologyAlignmentPolicy",
	} {
		if _, err := parse(text); err == nil || !strings.Contains(err.Error(), expected) {
			t.Errorf("%s: %v", text, err)
		}
	}
	one, _ := parse(`{"deviceShare":{"scoringStrategy":{"type":"MostAllocated"}}}`)
	if one.equal(args) || !one.equal(one) {
		t.Error("profiles that differ share a cluster")
	}
}

// What AddPod and RemovePod say holds for the cycle's copy only, and a pod that is put back is where it was.
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
