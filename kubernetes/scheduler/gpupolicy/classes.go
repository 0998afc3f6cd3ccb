package gpupolicy

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"libkoord.invalid/koord"
)

// allTasks is the number of tasks to which counts are scaled.
const allTasks = 1 << 18

// classes returns counts, in the order of counts.list, as the library's workload. Classes that
// round to no task are left out.
func classes(list []count, hardware hardware, hedge int) []koord.TaskClass {
	names := nameableModels(list)
	var hedged []string // models over which tasks for any model are spread
	if hedge > 0 {
		for _, model := range hardware.models {
			if len(names) < maxModels || names[model] {
				names[model] = true
				hedged = append(hedged, model)
			}
		}
	}
	parts := int64(1)
	if len(hedged) > 0 {
		parts = 100 * int64(len(hedged))
	}
	// rounding adds at most half a task for each class
	unit := float64(min(allTasks, maxTasks/parts-maxClasses))
	sum := 0.0
	for _, class := range list {
		sum += class.weight
	}
	var out []koord.TaskClass
	for _, counted := range list {
		models, left := withNameableModels(counted.models, names)
		tasks := int64(math.Round(counted.weight / sum * unit))
		if tasks == 0 || !left {
			continue
		}
		class := koord.TaskClass{Tasks: tasks * parts, CPUMilli: counted.cpuMilli, GPUMilli: counted.part(hardware.gpuMemory), GPUCount: counted.gpus,
			Models: models, Memory: counted.memory}
		if counted.gpus == 0 || models != "" || len(hedged) == 0 {
			out = append(out, class)
			continue
		}
		class.Tasks = tasks * int64(100-hedge) * int64(len(hedged))
		if class.Tasks > 0 {
			out = append(out, class)
		}
		for _, model := range hedged {
			class.Tasks, class.Models = tasks*int64(hedge), model
			out = append(out, class)
		}
	}
	slices.SortStableFunc(out, func(a, b koord.TaskClass) int { return cmp.Compare(b.Tasks, a.Tasks) })
	return out[:min(len(out), maxClasses)]
}

// nameableModels returns the models that classes may name: the first maxModels, with the most weight.
func nameableModels(list []count) map[string]bool {
	out := map[string]bool{}
	for _, class := range list {
		for model := range strings.SplitSeq(class.models, modelSeparator) {
			if model != "" && len(out) < maxModels {
				out[model] = true
			}
		}
	}
	return out
}

// withNameableModels returns those of a class's models that may be named. left is false if the class
// names models, and none of them may be named.
func withNameableModels(models string, names map[string]bool) (kept string, left bool) {
	if models == "" {
		return "", true
	}
	list := slices.DeleteFunc(strings.Split(models, modelSeparator), func(model string) bool { return !names[model] })
	return strings.Join(list, modelSeparator), len(list) > 0
}
