package claims

import (
	"fmt"
	"strings"
	"testing"

	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/dynamic-resource-allocation/structured"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework"
)

func TestArguments(t *testing.T) {
	many := strings.Repeat(`"gpu",`, maxClasses) + `"gpu"`
	for text, expected := range map[string]string{
		`{"deviceClasses":["gpu"]}`:                      "",
		`{"deviceClasses":["gpu.example.com","*"]}`:      "",
		`{"deviceClasses":["gpu"],"filterTimeout":"0s"}`: "",
		`{}`:                                                "deviceClasses: found none",
		`{"deviceClasses":[]}`:                              "deviceClasses: found none",
		`{"deviceClasses":["gpu",""]}`:                      `deviceClasses[1]: found ""`,
		`{"deviceClasses":["Not A Name"]}`:                  `deviceClasses[0]: found "Not A Name"`,
		`{"deviceClasses":[` + many + `]}`:                  "deviceClasses: found 257, expected at most 256",
		`{"deviceClasses":"gpu"}`:                           "deviceClasses",
		`{"deviceClass":["gpu"]}`:                           "deviceClass",
		`{"deviceClasses":["gpu"],"bindingTimeout":"soon"}`: "soon",
	} {
		_, known, err := parse(&runtime.Unknown{Raw: []byte(text), ContentType: runtime.ContentTypeJSON})
		switch {
		case expected == "" && (err != nil || !known.has("gpu") && !known.has("gpu.example.com")):
			t.Errorf("%s: found error %v", text, err)
		case expected != "" && (err == nil || !strings.Contains(err.Error(), expected) || !strings.Contains(err.Error(), Name)):
			t.Errorf("%s: found error %v, expected %q", text, err, expected)
		}
	}
	if _, _, err := parse(nil); err == nil {
		t.Error("a plugin without arguments was accepted")
	}
}

func TestAllClasses(t *testing.T) {
	_, known, err := parse(&runtime.Unknown{Raw: []byte(`{"deviceClasses":["*"]}`), ContentType: runtime.ContentTypeJSON})
	if err != nil || !known.has("any") {
		t.Errorf("found %v, %v, expected every class", known, err)
	}
}

// The plugin allocates claims of which it knows every class.
func TestAllocatesClaims(t *testing.T) {
	list := func(classes ...string) resourceapi.DeviceRequest {
		r := resourceapi.DeviceRequest{Name: "list"}
		for i, class := range classes {
			r.FirstAvailable = append(r.FirstAvailable, resourceapi.DeviceSubRequest{Name: fmt.Sprint(i), DeviceClassName: class})
		}
		return r
	}
	p := &Plugin{classes: classes{names: map[string]bool{"gpu": true, "mig": true}}}
	for i, test := range []struct {
		requests []resourceapi.DeviceRequest
		expected bool
	}{
		{nil, false},
		{[]resourceapi.DeviceRequest{requestOf("r", "gpu", 1)}, true},
		{[]resourceapi.DeviceRequest{requestOf("r", "other", 1)}, false},
		{[]resourceapi.DeviceRequest{requestOf("r", "gpu", 1), requestOf("s", "mig", 1)}, true},
		{[]resourceapi.DeviceRequest{requestOf("r", "gpu", 1), requestOf("s", "other", 1)}, false},
		{[]resourceapi.DeviceRequest{list("gpu", "mig")}, true},
		{[]resourceapi.DeviceRequest{list("gpu", "other")}, false},
		{[]resourceapi.DeviceRequest{list()}, false},
	} {
		claim := &resourceapi.ResourceClaim{Spec: resourceapi.ResourceClaimSpec{Devices: resourceapi.DeviceClaim{Requests: test.requests}}}
		if got := p.allocates(claim); got != test.expected {
			t.Errorf("case %d: found %t, expected %t", i, got, test.expected)
		}
	}
}

// A profile that has both plugins is refused: when the scheduler starts, or for the first pod.
func TestProfileWithBothPlugins(t *testing.T) {
	both := strings.ReplaceAll(profileOf, "        disabled: [{name: DynamicResources}]\n", "")
	sched, _, broadcaster, err := newScheduler(t.Context(), t, fake.NewClientset(), both, Options{})
	if err != nil {
		if !strings.Contains(err.Error(), "ndexer") { // both make the same index of pods
			t.Error(err)
		}
		return
	}
	defer broadcaster.Shutdown()
	_, status, _ := sched.Profiles["default-scheduler"].RunPreFilterPlugins(t.Context(), framework.NewCycleState(), podOf("pod"))
	if err := status.AsError(); err == nil || !strings.Contains(err.Error(), "enables DynamicResources beside KoordClaims") {
		t.Errorf("found %v, expected that both plugins are enabled", err)
	}
}

// state is a state of a plugin.
type state struct{ allocator any }

func (s *state) Clone() fwk.StateData { return s }

type noState struct{}

func (n noState) Clone() fwk.StateData { return n }

type fit struct{ allocator structured.Allocator }

func (f *fit) Clone() fwk.StateData { return f }

type nothing struct{ structured.Allocator }

// Another version of Kubernetes may keep the allocator elsewhere. This is detected.
func TestStateOfAnotherVersion(t *testing.T) {
	for _, unknown := range []fwk.StateData{&state{}, noState{}, (*fit)(nil)} {
		if field, err := allocatorOf(unknown); err == nil || !strings.Contains(err.Error(), "state of plugin DynamicResources") {
			t.Errorf("%T: found %v, %v, expected an error", unknown, field, err)
		}
	}
	known := &fit{}
	field, err := allocatorOf(known)
	if err != nil {
		t.Fatal(err)
	}
	*field = nothing{}
	if known.allocator != (nothing{}) {
		t.Errorf("found %v, expected the new allocator", known.allocator)
	}
	if _, err := stateOf(framework.NewCycleState()); err == nil {
		t.Error("found a state that no plugin stored")
	}
}
