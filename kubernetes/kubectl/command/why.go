package command

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/yaml"

	"libkoord.invalid/koord/kubernetes/kubectl/collect"
)

// answer is the scheduler's answer for a pod: what it wrote into the pod and into events.
type answer struct {
	APIVersion string          `json:"apiVersion"`
	Kind       string          `json:"kind"`
	Pod        string          `json:"pod"`
	Scheduler  string          `json:"scheduler"`
	Node       string          `json:"node,omitempty"`
	Condition  *report         `json:"condition,omitempty"`
	Events     []report        `json:"events"`
	Explain    json.RawMessage `json:"explanation,omitempty"` // koordctl's
}

// report is a condition or an event.
type report struct {
	Reason  string `json:"reason"`
	Message string `json:"message"`
	Time    string `json:"time,omitempty"`
	Count   int64  `json:"count,omitempty"`
}

// why prints the scheduler's answer, and koordctl's below it if the pod has no node.
func why(ctx context.Context, a *App, r *request) (int, error) {
	output := r.output()
	if !slices.Contains([]string{"", "text", "json", "yaml"}, output) {
		return 0, usageError("--output: found " + output + ", expected text, json or yaml")
	}
	koordctl, objects, err := a.prepare(ctx, r)
	if err != nil {
		return 0, err
	}
	pod := find(objects, r.positional, r.namespace)
	if pod == nil {
		// It names the closest one.
		return koordctl.Run(ctx, a.streams(), listOf(objects), r.runs, r.arguments()...)
	}
	found := answerOf(pod)
	if found.Events, err = a.events(ctx, pod); err != nil {
		fmt.Fprintf(a.ErrOut, "kubectl-koord: note: events are not shown: %s\n", printable(err.Error()))
	}
	asText := output == "" || output == "text"
	if asText {
		written := found.text()
		if found.Node == "" {
			written += "\n"
		}
		if _, err := io.WriteString(a.Out, written); err != nil {
			return 0, err
		}
	}
	if found.Node == "" && asText {
		return koordctl.Run(ctx, a.streams(), listOf(objects), r.runs, r.arguments()...)
	}
	if asText {
		return 0, nil
	}
	code := 0
	if found.Node == "" {
		var explained bytes.Buffer
		streams := a.streams()
		streams.Out = &explained
		if code, err = koordctl.Run(ctx, streams, listOf(objects), r.runs, withPositional(append(r.without("--output"), "--output", "json"), r.positional...)...); err != nil || code > 1 {
			return code, err
		}
		found.Explain = explained.Bytes()
	}
	document, err := json.MarshalIndent(found, "", "  ")
	if err != nil {
		return 0, err
	}
	document = append(document, '\n')
	if output == "yaml" {
		if document, err = yaml.JSONToYAML(document); err != nil {
			return 0, err
		}
	}
	_, err = a.Out.Write(document)
	return code, err
}

// find returns the named pod, by the rules of koordctl, or nil.
func find(objects []collect.Object, positional []string, namespace string) collect.Object {
	if len(positional) != 1 {
		return nil
	}
	wanted := []string{positional[0]}
	for _, kind := range []string{"pod/", "pods/", "po/"} {
		if name, ok := strings.CutPrefix(positional[0], kind); ok {
			wanted = append(wanted, name)
		}
	}
	for _, name := range wanted {
		if !strings.Contains(name, "/") {
			name = namespace + "/" + name
		}
		for _, object := range objects {
			if text(object, "kind") == "Pod" && fullName(object) == name {
				return object
			}
		}
	}
	return nil
}

func answerOf(pod collect.Object) *answer {
	found := &answer{APIVersion: "koord.sh/v1", Kind: "SchedulerAnswer", Pod: fullName(pod), Scheduler: text(pod, "spec", "schedulerName"),
		Node: text(pod, "spec", "nodeName"), Events: []report{}}
	for _, condition := range items(pod, "status", "conditions") {
		if text(condition, "type") == "PodScheduled" && text(condition, "status") != "True" {
			found.Condition = &report{Reason: text(condition, "reason"), Message: text(condition, "message"),
				Time: text(condition, "lastTransitionTime")}
		}
	}
	return found
}

func (f *answer) text() string {
	var out strings.Builder
	if f.Node != "" {
		fmt.Fprintf(&out, "%s: bound to %s by %s\n", printable(f.Pod), printable(f.Node), printable(f.Scheduler))
	} else {
		fmt.Fprintf(&out, "%s: pending; scheduler %s\n", printable(f.Pod), printable(f.Scheduler))
	}
	if f.Condition == nil && len(f.Events) == 0 && f.Node == "" {
		fmt.Fprintf(&out, "The scheduler has not answered. If it does not within seconds, no scheduler serves the name \"%s\".\n", printable(f.Scheduler))
	}
	if f.Condition != nil {
		f.Condition.write(&out, "Condition PodScheduled: ")
	}
	for i := range f.Events {
		f.Events[i].write(&out, "Event ")
	}
	return out.String()
}

func (r *report) write(out *strings.Builder, before string) {
	fmt.Fprintf(out, "%s%s", before, printable(r.Reason))
	if r.Count > 1 {
		fmt.Fprintf(out, ", %d times", r.Count)
	}
	if r.Time != "" {
		fmt.Fprintf(out, ", %s", printable(r.Time))
	}
	fmt.Fprintf(out, "\n  %s\n", printable(r.Message))
}

// events returns the events of a pod that schedulers write, the latest last.
func (a *App) events(ctx context.Context, pod collect.Object) ([]report, error) {
	client, _, err := a.clients()
	if err != nil {
		return []report{}, err
	}
	selector := "involvedObject.kind=Pod,involvedObject.name=" + text(pod, "metadata", "name")
	list, err := client.Resource(schema.GroupVersionResource{Version: "v1", Resource: "events"}).
		Namespace(text(pod, "metadata", "namespace")).List(ctx, metav1.ListOptions{FieldSelector: selector})
	if err != nil {
		return []report{}, err
	}
	found := []report{}
	for _, item := range list.Items {
		event := item.Object
		reason := text(event, "reason")
		if reason != "FailedScheduling" && !strings.HasPrefix(reason, "Koord") {
			continue
		}
		if uid := text(event, "involvedObject", "uid"); uid != "" && uid != text(pod, "metadata", "uid") {
			continue // of an earlier pod of this name
		}
		count := cmp.Or(integer(event, 0, "series", "count"), integer(event, 0, "count"))
		found = append(found, report{Reason: reason, Message: text(event, "message"), Count: count,
			Time: cmp.Or(text(event, "series", "lastObservedTime"), text(event, "lastTimestamp"), text(event, "eventTime"))})
	}
	slices.SortStableFunc(found, func(x, y report) int { return cmp.Compare(x.Time, y.Time) })
	return found, nil
}
