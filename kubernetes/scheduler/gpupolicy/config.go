package gpupolicy

import (
	"fmt"
	"slices"
	"strings"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/similar"
)

// Workload is the scheduler's argument gpuWorkload.
type Workload struct {
	// Expected lists the pods that are expected before any has arrived.
	Expected []Expected `json:"expected,omitempty"`
	// HalfLife is the number of arrivals after which an earlier one counts half. 0 means 1000.
	HalfLife int32 `json:"halfLife,omitempty"`
	// Hedge is the percentage of pods without a required GPU model that are assumed to require one.
	Hedge int32 `json:"hedge,omitempty"`
}

// Expected is a class of pods with equal requests.
type Expected struct {
	Tasks    int64           `json:"tasks,omitempty"` // only the proportions count
	Requests v1.ResourceList `json:"requests,omitempty"`
	Models   []string        `json:"models,omitempty"` // acceptable GPU models; empty for all
}

// Config is a validated configuration. The zero value selects no policy.
type Config struct {
	policy   koord.GPUPolicy
	expected []count
	halfLife int
	hedge    int
}

const (
	defaultHalfLife = 1000
	maxHalfLife     = 1_000_000
	maxTasks        = 1 << 30 // of all classes together
)

// policies are the names of the library's policies.
var policies = []struct {
	name   string
	policy koord.GPUPolicy
}{
	{"FGD", koord.GPUPolicyFGD},
	{"RoomLeft", koord.GPUPolicyRoomLeft},
	{"BestFit", koord.GPUPolicyBestFit},
	{"DotProduct", koord.GPUPolicyDotProduct},
	{"Packing", koord.GPUPolicyPacking},
	{"Clustering", koord.GPUPolicyClustering},
	{"FGDAll", koord.GPUPolicyFGDAll},
}

// Parse validates the arguments gpuPolicy and gpuWorkload. The error names the field.
func Parse(name string, workload Workload) (Config, error) {
	policy, err := parsePolicy(name)
	if err != nil {
		return Config{}, err
	}
	out := Config{policy: policy, halfLife: int(workload.HalfLife), hedge: int(workload.Hedge)}
	switch {
	case out.halfLife == 0:
		out.halfLife = defaultHalfLife
	case out.halfLife < 1 || out.halfLife > maxHalfLife:
		return Config{}, fmt.Errorf("gpuWorkload.halfLife: found %d, expected 1 to %d", out.halfLife, maxHalfLife)
	}
	if out.hedge < 0 || out.hedge > 100 {
		return Config{}, fmt.Errorf("gpuWorkload.hedge: found %d, expected 0 to 100", out.hedge)
	}
	if out.expected, err = parseExpected(workload.Expected); err != nil {
		return Config{}, fmt.Errorf("gpuWorkload.expected%w", err)
	}
	return out, nil
}

func parsePolicy(name string) (koord.GPUPolicy, error) {
	if name == "" {
		return koord.GPUPolicyNone, nil
	}
	var names []string
	for _, known := range policies {
		if known.name == name {
			return known.policy, nil
		}
		names = append(names, known.name)
	}
	last := len(names) - 1
	text := fmt.Sprintf("gpuPolicy: found %q, expected %s or %s", name, strings.Join(names[:last], ", "), names[last])
	if meant := similar.Nearest(name, names); meant != "" {
		text += ": did you mean " + meant + "?"
	}
	return koord.GPUPolicyNone, fmt.Errorf("%s", text)
}

func parseExpected(list []Expected) (out []count, err error) {
	if len(list) > maxClasses {
		return nil, fmt.Errorf(": found %d items, expected at most %d", len(list), maxClasses)
	}
	sum := int64(0)
	models := map[string]bool{}
	for i := range list {
		item := &list[i]
		if item.Tasks < 1 || item.Tasks > maxTasks-sum {
			return nil, fmt.Errorf("[%d].tasks: found %d, expected 1 or more, and at most %d in all items", i, item.Tasks, maxTasks)
		}
		sum += item.Tasks
		for j, model := range item.Models {
			if !isModel(model) {
				return nil, fmt.Errorf("[%d].models[%d]: found %q, expected a value of label %s", i, j, model, objects.LabelGPUModel)
			}
			models[model] = true
		}
		read, err := taskOf(item.Requests, item.Models)
		if err != nil {
			return nil, fmt.Errorf("[%d].requests%w", i, err)
		}
		out = append(out, count{read, float64(item.Tasks)})
	}
	if len(models) > maxModels {
		return nil, fmt.Errorf(": found %d models, expected at most %d", len(models), maxModels)
	}
	return out, nil
}

// isModel reports whether a node's label can have the value.
func isModel(name string) bool {
	return name != "" && len(validation.IsValidLabelValue(name)) == 0
}

// enabled reports whether a policy is selected.
func (c *Config) enabled() bool { return c.policy != koord.GPUPolicyNone }

// learns reports whether the policy reads a workload.
func (c *Config) learns() bool {
	return slices.Contains([]koord.GPUPolicy{koord.GPUPolicyFGD, koord.GPUPolicyFGDAll, koord.GPUPolicyRoomLeft}, c.policy)
}

// Unused returns the reason why gpuWorkload has no effect, or "" if it has.
func (c *Config) Unused(workload Workload) string {
	if c.learns() || len(workload.Expected) == 0 && workload.HalfLife == 0 && workload.Hedge == 0 {
		return ""
	}
	if !c.enabled() {
		return "gpuWorkload: gpuPolicy selects no policy"
	}
	return "gpuWorkload: only the policies FGD, FGDAll and RoomLeft read it"
}
