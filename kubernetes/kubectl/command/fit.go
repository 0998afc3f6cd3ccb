package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/yaml"

	"libkoord.invalid/koord/kubernetes/kubectl/collect"
)

// fit explains each pod of the files. The exit code is that of the worst answer.
func fit(ctx context.Context, a *App, r *request) (int, error) {
	files := r.values("--filename")
	if len(files) == 0 || len(r.positional) > 0 {
		return 0, usageError("found no file, expected files with pods: kubectl koord fit -f pod.yaml; explain POD asks for one of the cluster")
	}
	if err := a.refuseNamespace("fit", "; metadata.namespace of a pod is its namespace, by default \"default\""); err != nil {
		return 0, err
	}
	var input []byte
	var pods []filePods
	for _, file := range files {
		content, err := a.content(ctx, file)
		if err != nil {
			return 0, err
		}
		if file == "-" {
			input = content
		}
		inFile, err := podsInFile(file, content)
		if err != nil {
			return 0, err
		}
		pods = append(pods, inFile...)
	}
	if pods == nil {
		return 0, usageError("--filename: found no pod and no workload in " + strings.Join(files, ", ") + ", expected one")
	}
	koordctl, objects, err := a.prepare(ctx, r)
	if err != nil {
		return 0, err
	}
	// A pod of the cluster would count in place of the one in the file.
	objects = slices.DeleteFunc(objects, func(object collect.Object) bool {
		return text(object, "kind") == "Pod" && slices.ContainsFunc(pods, func(p filePods) bool { return p.has(fullName(object)) })
	})
	worst := 0
	for i, pod := range pods {
		if i > 0 {
			if _, err := io.WriteString(a.Out, separators[r.output()]); err != nil {
				return 0, err
			}
		}
		streams := a.streams()
		streams.In = bytes.NewReader(input)
		code, err := koordctl.Run(ctx, streams, listOf(objects), r.runs, withPositional(r.args, pod.first())...)
		if err != nil || code > 1 {
			return code, err
		}
		worst = max(worst, code)
	}
	return worst, nil
}

// separators are the texts between answers.
var separators = map[string]string{"": "\n", "text": "\n", "yaml": "---\n"}

// filePods are a pod of a file, or the pods of a workload, which koordctl names by numbers.
type filePods struct {
	name       string // NAMESPACE/NAME
	isWorkload bool
	from       int64 // the first number
	count      int64
}

// first returns the name of the first pod, which stands for all.
func (p filePods) first() string {
	if !p.isWorkload {
		return p.name
	}
	return p.name + "-" + strconv.FormatInt(p.from, 10)
}

func (p filePods) has(name string) bool {
	if !p.isWorkload {
		return name == p.name
	}
	suffix, ok := strings.CutPrefix(name, p.name+"-")
	number, err := strconv.ParseInt(suffix, 10, 64)
	return ok && err == nil && number >= p.from && number-p.from < p.count && strconv.FormatInt(number, 10) == suffix
}

// podsInFile returns the pods and workloads of a file.
func podsInFile(file string, content []byte) (pods []filePods, err error) {
	decoder := yaml.NewYAMLOrJSONDecoder(bytes.NewReader(content), 4096)
	for {
		var object collect.Object
		if err := decoder.Decode(&object); errors.Is(err, io.EOF) {
			return pods, nil
		} else if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		for _, item := range append([]collect.Object{object}, items(object, "items")...) {
			if found, ok := podsOf(item); ok {
				pods = append(pods, found)
			}
		}
	}
}

func podsOf(object collect.Object) (pods filePods, ok bool) {
	pods = filePods{name: fullName(object), isWorkload: true}
	switch text(object, "kind") {
	case "Pod":
		pods.isWorkload = false
	case "Deployment", "ReplicaSet":
		pods.count = integer(object, 1, "spec", "replicas")
	case "StatefulSet":
		pods.from = integer(object, 0, "spec", "ordinals", "start")
		pods.count = integer(object, 1, "spec", "replicas")
	case "Job":
		pods.count = parallel(object, "spec")
	case "CronJob":
		pods.count = parallel(object, "spec", "jobTemplate", "spec")
	default:
		return pods, false
	}
	return pods, true
}

// parallel returns the number of pods of a Job that run at the same time.
func parallel(object collect.Object, spec ...string) int64 {
	count := integer(object, 1, append(slices.Clone(spec), "parallelism")...)
	return min(count, integer(object, count, append(slices.Clone(spec), "completions")...))
}

// integer returns the number of a field, or another one if it is absent.
func integer(object collect.Object, otherwise int64, path ...string) int64 {
	value, _, _ := unstructured.NestedFieldNoCopy(object, path...)
	switch value := value.(type) {
	case int64:
		return value
	case float64: // of JSON
		return int64(value)
	}
	return otherwise
}
