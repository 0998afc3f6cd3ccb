package command

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"k8s.io/cli-runtime/pkg/genericiooptions"

	"libkoord.invalid/koord/kubernetes/kubectl/collect"
	"libkoord.invalid/koord/kubernetes/kubectl/program"
)

// koordctl returns the program of a build tree and puts it into PATH.
func koordctl(t *testing.T) string {
	t.Helper()
	path := os.Getenv("KOORDCTL")
	if path == "" {
		path, _ = filepath.Abs("../../../build/release/tools/koordctl/koordctl")
	}
	if _, err := os.Stat(path); err != nil {
		t.Fatalf("these tests need koordctl: set KOORDCTL, or build it: cmake --build --preset release --target koordctl: %v", err)
	}
	t.Setenv("PATH", filepath.Dir(path)+":"+os.Getenv("PATH"))
	return path
}

type result struct {
	code           int
	stdout, stderr string
}

func koord(t *testing.T, in string, args ...string) result {
	t.Helper()
	var out, errs bytes.Buffer
	code := Main(context.Background(), args, genericiooptions.IOStreams{In: strings.NewReader(in), Out: &out, ErrOut: &errs})
	return result{code, out.String(), errs.String()}
}

// direct runs koordctl itself.
func direct(t *testing.T, args ...string) result {
	t.Helper()
	var out, errs bytes.Buffer
	command := exec.Command(koordctl(t), args...)
	command.Stdout, command.Stderr = &out, &errs
	command.Run()
	return result{command.ProcessState.ExitCode(), out.String(), errs.String()}
}

func snapshotFile(t *testing.T, args ...string) string {
	t.Helper()
	got := koord(t, "", append([]string{"snapshot"}, args...)...)
	if got.code != 0 {
		t.Fatalf("snapshot: %+v", got)
	}
	file := filepath.Join(t.TempDir(), "cluster.json")
	if err := os.WriteFile(file, []byte(got.stdout), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// equal compares all that is printed. Messages contain the name of the file.
func equal(t *testing.T, got, want result, file string) {
	t.Helper()
	want.stderr = strings.ReplaceAll(want.stderr, file, "/dev/fd/3")
	if got != want {
		t.Errorf("found\n%+v\nexpected, as koordctl prints,\n%+v", got, want)
	}
}

func TestPrintsTheSameAsKoordctlFromTheSnapshot(t *testing.T) {
	koordctl(t)
	for _, example := range [][]string{{"cluster.yaml", "pods.yaml"}, {"gpu-nodes.yaml"}} {
		serve(t, examples(t, example...))
		file := snapshotFile(t)
		pod, node := "web", "node-a"
		if example[0] == "gpu-nodes.yaml" {
			pod, node = "serve", "gpu-1"
		}
		for _, command := range [][]string{
			{"explain", pod}, {"explain", "pod/" + pod, "-o", "json"}, {"explain", pod, "--output=yaml", "--nearest", "1"},
			{"explain", pod, "--picture", "--after"}, {"explain", "nobody"},
			{"simulate"}, {"simulate", "-o", "wide"}, {"simulate", "-o", "html"}, {"simulate", "-o", "svg", "--node", node},
			{"simulate", "--node", "node-x", "--picture"}, {"gang"}, {"gang", "-ojson"},
			{"capacity", pod}, {"capacity", pod, "-o", "yaml", "--drain", node}, {"capacity", "--cpu", "1", "--count", "2"},
			{"preempt", pod}, {"rebind", node, "--picture"}, {"rebind", "nowhere"},
			{"simulate", "--no-such-option"},
		} {
			want := direct(t, append([]string{command[0], "-f", file}, command[1:]...)...)
			equal(t, koord(t, "", command...), want, file)
		}
	}
}

func TestFilesFollowTheCluster(t *testing.T) {
	koordctl(t)
	serve(t, examples(t, "cluster.yaml"))
	file, pods := snapshotFile(t), "../../../examples/pods.yaml"
	equal(t, koord(t, "", "simulate", "-f", pods), direct(t, "simulate", "-f", file, "-f", pods), file)
	content, err := os.ReadFile(pods)
	if err != nil {
		t.Fatal(err)
	}
	equal(t, koord(t, string(content), "simulate", "-f", "-"), direct(t, "simulate", "-f", file, "-f", pods), file)
}

func TestDrawsAndDrainsANode(t *testing.T) {
	koordctl(t)
	s := serve(t, examples(t, "cluster.yaml", "pods.yaml"))
	file := snapshotFile(t, "--node", "node-a")
	want := direct(t, "simulate", "-f", file, "--node", "node-a", "--picture")
	equal(t, koord(t, "", "draw", "node-a"), want, file)
	equal(t, koord(t, "", "draw", "node/node-a"), want, file)
	if !strings.Contains(want.stdout, "cache") || strings.Contains(want.stdout, "web") {
		t.Errorf("draw: found %s, expected only bound pods", want.stdout)
	}
	equal(t, koord(t, "", "draw", "-o", "svg", "node-a"), direct(t, "simulate", "-f", file, "-o", "svg", "--node", "node-a"), file)
	if !slices.ContainsFunc(s.calls, func(call string) bool { return strings.Contains(call, "spec.nodeName%3Dnode-a") }) {
		t.Error("draw lists pods of other nodes")
	}
	if got := koord(t, "", "draw", "nodea"); got.code != 2 || !strings.Contains(got.stderr, "did you mean node-a?") {
		t.Errorf("draw of an unknown node: %+v", got)
	}

	file = snapshotFile(t)
	equal(t, koord(t, "", "drain", "node-a"), direct(t, "capacity", "-f", file, "default/cache", "--drain", "node-a"), file)
	equal(t, koord(t, "", "drain", "node-a", "web"), direct(t, "capacity", "-f", file, "web", "--drain", "node-a"), file)
	equal(t, koord(t, "", "drain", "node-a", "--cpu", "1"), direct(t, "capacity", "-f", file, "--cpu", "1", "--drain", "node-a"), file)
	if got := koord(t, "", "drain", "node-b"); got.code != 2 || !strings.Contains(got.stderr, "node-b has no running pods") {
		t.Errorf("drain of an empty node: %+v", got)
	}
	if got := koord(t, "", "drain", "nodea"); got.code != 2 || !strings.Contains(got.stderr, "did you mean") {
		t.Errorf("drain of an unknown node: %+v", got)
	}
}

func TestTopologyOfANode(t *testing.T) {
	koordctl(t)
	serve(t, examples(t, "cluster.yaml"))
	var topology collect.Object
	for _, object := range examples(t, "cluster.yaml") {
		if object["kind"] == "NodeResourceTopology" && text(object, "metadata", "name") == "node-a" {
			topology = object
		}
	}
	content, _ := json.Marshal(topology)
	file := filepath.Join(t.TempDir(), "topology.json")
	os.WriteFile(file, content, 0o600)
	for _, output := range []string{"table", "wide", "json", "svg"} {
		equal(t, koord(t, "", "topology", "node-a", "-o", output), direct(t, "topology", "--from", file, "-o", output), file)
	}
	got := koord(t, "", "topology", "node-aa")
	if got.code != 2 || !strings.Contains(got.stderr, `no NodeResourceTopology of node "node-aa"; did you mean node-a?`) {
		t.Errorf("an unknown node: %+v", got)
	}
}

func TestWhyShowsTheSchedulersAnswerFirst(t *testing.T) {
	koordctl(t)
	objects := examples(t, "cluster.yaml", "pods.yaml")
	for _, object := range objects {
		if text(object, "metadata", "name") == "analytics" {
			object["spec"].(collect.Object)["schedulerName"] = "koord-scheduler"
			object["status"] = collect.Object{"conditions": []any{collect.Object{"type": "PodScheduled", "status": "False",
				"reason": "Unschedulable", "message": "0/3 nodes are available", "lastTransitionTime": "2026-01-02T03:04:05Z"}}}
		}
	}
	objects = append(objects, collect.Object{"kind": "Event", "apiVersion": "v1", "metadata": collect.Object{"name": "e", "namespace": "default"},
		"involvedObject": collect.Object{"kind": "Pod", "name": "analytics"}, "reason": "FailedScheduling", "message": "needs 10 CPUs",
		"count": 4, "lastTimestamp": "2026-01-02T03:05:00Z"})
	s := serve(t, objects)
	file := snapshotFile(t)
	explained := direct(t, "explain", "-f", file, "analytics")
	want := result{1, "default/analytics: pending; scheduler koord-scheduler\n" +
		"Condition PodScheduled: Unschedulable, 2026-01-02T03:04:05Z\n  0/3 nodes are available\n" +
		"Event FailedScheduling, 4 times, 2026-01-02T03:05:00Z\n  needs 10 CPUs\n\n" + explained.stdout, explained.stderr}
	equal(t, koord(t, "", "why", "analytics"), want, file)
	var document struct {
		Condition   report
		Events      []report
		Explanation struct{ Pod any }
	}
	got := koord(t, "", "why", "pod/analytics", "-o", "json")
	if err := json.Unmarshal([]byte(got.stdout), &document); err != nil || got.code != 1 || document.Explanation.Pod == nil ||
		document.Condition.Reason != "Unschedulable" || len(document.Events) != 1 || document.Events[0].Count != 4 {
		t.Errorf("JSON: %v, %+v", err, got)
	}
	if got := koord(t, "", "why", "cache"); got.code != 0 || !strings.HasPrefix(got.stdout, "default/cache: bound to node-a by ") {
		t.Errorf("a bound pod: %+v", got)
	}
	if got := koord(t, "", "why", "web"); !strings.Contains(got.stdout, "The scheduler has not answered.") {
		t.Errorf("a pod without an answer: %+v", got)
	}
	if got := koord(t, "", "why", "analytic"); got.code != 2 || !strings.Contains(got.stderr, "did you mean default/analytics?") {
		t.Errorf("an unknown pod: %+v", got)
	}
	s.forbidden = []string{"events"}
	if got := koord(t, "", "why", "analytics"); got.code != 1 || !strings.Contains(got.stderr, "events are not shown: ") {
		t.Errorf("without the right to list events: %+v", got)
	}
}

func TestNamespaceOfTheContext(t *testing.T) {
	koordctl(t)
	objects := examples(t, "cluster.yaml")
	objects = append(objects, collect.Object{"kind": "Pod", "apiVersion": "v1", "metadata": collect.Object{"name": "web", "namespace": "team"},
		"spec": collect.Object{"containers": []any{collect.Object{"name": "c"}}}})
	serve(t, objects)
	for _, args := range [][]string{{"explain", "web", "--context", "team"}, {"explain", "-n", "team", "web"}, {"explain", "web", "-nteam"},
		{"explain", "--context=team", "--", "web"}, {"explain", "-nteam", "--", "pod/web"}, {"--context", "team", "explain", "web"}, {"-n", "team", "explain", "web"}} {
		if got := koord(t, "", args...); got.code != 0 || !strings.HasPrefix(got.stdout, "team/web: fits on ") {
			t.Errorf("%v: %+v", args, got)
		}
	}
	if got := koord(t, "", "explain", "web"); got.code != 2 || !strings.Contains(got.stderr, "did you mean team/web?") {
		t.Errorf("another namespace: %+v", got)
	}
	if got := koord(t, "", "explain", "web", "--context", "none"); got.code != 3 || !strings.Contains(got.stderr, "context was not found for specified context: none") {
		t.Errorf("an unknown context: %+v", got)
	}
}

// claimed are the objects of the example with ResourceClaims, and the machine of its node.
func claimed(t *testing.T) []collect.Object {
	t.Helper()
	var objects []collect.Object
	for _, list := range examples(t, "claims.json") {
		objects = append(objects, items(list, "items")...)
	}
	for _, object := range examples(t, "cluster.yaml") {
		if object["kind"] == "NodeResourceTopology" && text(object, "metadata", "name") == "node-a" {
			object["metadata"].(collect.Object)["name"] = "gpu-a"
			objects = append(objects, object)
		}
	}
	return objects
}

func TestDevicesOfClaimsAreHeld(t *testing.T) {
	koordctl(t)
	s := serve(t, claimed(t))
	file := snapshotFile(t)
	for _, command := range [][]string{{"explain", "train"}, {"explain", "render", "-o", "json"}, {"simulate", "-o", "html"}} {
		equal(t, koord(t, "", command...), direct(t, append([]string{command[0], "-f", file}, command[1:]...)...), file)
	}
	const held = "A claim inference-gpu of pod inference"
	if got := koord(t, "", "explain", "train"); got.code != 1 || !strings.Contains(got.stdout, "ResourceClaims hold 1") {
		t.Errorf("explain: %+v", got)
	}
	for _, output := range []string{"table", "svg", "html"} {
		if got := koord(t, "", "draw", "gpu-a", "-o", output); got.code != 0 || !strings.Contains(got.stdout, held) || got.stderr != "" {
			t.Errorf("draw -o %s: found %+v, expected %q", output, got, held)
		}
	}
	// The anonymous one has the same answers.
	anonymous := snapshotFile(t, "--anonymize")
	if got := direct(t, "simulate", "-f", anonymous, "--picture"); !strings.Contains(got.stdout, "A claim claim-1 of pod pod-1") {
		t.Errorf("anonymous: %+v", got)
	}
	content, err := os.ReadFile(anonymous)
	if err != nil || strings.Contains(string(content), "inference") || strings.Contains(string(content), "gpu-a\"") {
		t.Errorf("found %v, %s, expected no names", err, content)
	}
	// Without rights the GPU counts as free, and a note says so once.
	s.forbidden = []string{"resourceclaims", "resourceslices"}
	got := koord(t, "", "explain", "train")
	if got.code != 0 || strings.Count(got.stderr, "note: ") != 1 || !strings.Contains(got.stderr,
		"kubectl-koord: note: cannot list resourceslices.resource.k8s.io, resourceclaims.resource.k8s.io: ") {
		t.Errorf("without rights: %+v", got)
	}
	if got := koord(t, "", "snapshot"); got.code != 0 || strings.Count(got.stderr, "\n") != 1 {
		t.Errorf("snapshot without rights: %+v", got)
	}
	// Without the group there is nothing to say.
	s.absent = []string{"resource.k8s.io"}
	if got := koord(t, "", "explain", "train"); got.code != 0 || got.stderr != "" {
		t.Errorf("without the group: %+v", got)
	}
}

func TestServersWithoutTheKinds(t *testing.T) {
	koordctl(t)
	s := serve(t, examples(t, "cluster.yaml", "pods.yaml"))
	s.absent = []string{"topology.node.k8s.io", "scheduling.koordinator.sh", "scheduling.sigs.k8s.io"}
	got := koord(t, "", "explain", "web")
	if got.code != 1 || !strings.Contains(got.stdout, "the node reports no CPU topology") {
		t.Errorf("found %+v, expected an answer without topologies", got)
	}
	if got := koord(t, "", "topology", "node-a"); got.code != 2 || !strings.Contains(got.stderr, "koord-agent makes them") {
		t.Errorf("topology: %+v", got)
	}
}

func TestMissingRightsAreNamed(t *testing.T) {
	koordctl(t)
	s := serve(t, examples(t, "cluster.yaml", "pods.yaml"))
	s.forbidden = []string{"devices", "pods"}
	got := koord(t, "", "explain", "web")
	if got.code != 3 || got.stdout != "" {
		t.Errorf("found %+v, expected code 3", got)
	}
	for _, wanted := range []string{"missing right: list devices.scheduling.koordinator.sh, pods in all namespaces", `User "jane"`,
		"kubectl create clusterrole koord-reader --verb=list --resource=nodes,noderesourcetopologies.topology.node.k8s.io,"} {
		if !strings.Contains(got.stderr, wanted) {
			t.Errorf("found %q, expected %q", got.stderr, wanted)
		}
	}
	s.absent = []string{"topology.node.k8s.io"}
	if got := koord(t, "", "explain", "web"); strings.Contains(got.stderr, "noderesourcetopologies") || !strings.Contains(got.stderr, "=nodes,devices.") {
		t.Errorf("found %q, expected a role of the served resources", got.stderr)
	}
}

// answersWith returns the answer for each pod of a snapshot, with the names of pods and nodes replaced, and without texts.
func answersWith(t *testing.T, file string, names map[string]string) string {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var list struct{ Items []collect.Object }
	if err := json.Unmarshal(content, &list); err != nil {
		t.Fatal(err)
	}
	var answers strings.Builder
	for _, object := range list.Items {
		if text(object, "kind") == "Pod" {
			got := direct(t, "explain", "-f", file, fullName(object), "-o", "json")
			fmt.Fprintln(&answers, got.code, regexp.MustCompile(`(?m)^ *"(message|text|pod)": .*$`).ReplaceAllString(got.stdout, ""))
		}
	}
	return regexp.MustCompile(`[\w.-]+`).ReplaceAllStringFunc(answers.String(), func(word string) string {
		if name, ok := names[word]; ok {
			return name
		}
		return word
	})
}

func TestAnonymousSnapshotsHaveTheSameAnswers(t *testing.T) {
	koordctl(t)
	for _, example := range [][]string{{"cluster.yaml", "pods.yaml"}, {"gpu-nodes.yaml"}} {
		serve(t, examples(t, example...))
		file, anonymous := snapshotFile(t), snapshotFile(t, "--anonymize")
		names := map[string]string{}
		var before, after struct{ Items []collect.Object }
		for file, list := range map[string]any{file: &before, anonymous: &after} {
			content, _ := os.ReadFile(file)
			if err := json.Unmarshal(content, list); err != nil {
				t.Fatal(err)
			}
		}
		for i, object := range before.Items {
			name, other := text(object, "metadata", "name"), text(after.Items[i], "metadata", "name")
			if names[name] = other; name == other {
				t.Errorf("%s keeps its name", name)
			}
		}
		want, found := answersWith(t, file, names), answersWith(t, anonymous, nil)
		if found != want || !strings.Contains(found, `"nodes"`) {
			t.Errorf("%v: found\n%s\nexpected\n%s", example, found, want)
		}
	}
}

func TestSignalsEndDiscovery(t *testing.T) {
	koordctl(t)
	s := serve(t, examples(t, "cluster.yaml"))
	ctx, cancel := context.WithCancelCause(context.Background())
	s.hang = func() { cancel(program.Signal{Signal: syscall.SIGTERM}) }
	var errs bytes.Buffer
	code := Main(ctx, []string{"snapshot"}, genericiooptions.IOStreams{In: strings.NewReader(""), Out: &bytes.Buffer{}, ErrOut: &errs})
	if code != 143 || errs.String() != "kubectl-koord: ended by a signal: terminated\n" {
		t.Errorf("found code %d and %q", code, errs.String())
	}
}

func TestPagesAreJoined(t *testing.T) {
	objects := examples(t, "cluster.yaml")
	for i := range 1100 {
		objects = append(objects, collect.Object{"kind": "Pod", "apiVersion": "v1", "metadata": collect.Object{"name": fmt.Sprintf("many-%d", i)},
			"spec": collect.Object{"nodeName": "node-a", "containers": []any{collect.Object{"name": "c"}}}})
	}
	for _, expire := range []bool{false, true} {
		s := serve(t, objects)
		s.expire = expire
		got := koord(t, "", "snapshot")
		if found := strings.Count(got.stdout, `"name":"many-`); got.code != 0 || found != 1100 || s.pages == 0 || s.expire {
			t.Errorf("expire %v: found %d pods after %d pages, expected 1100; code %d: %s", expire, found, s.pages, got.code, got.stderr)
		}
	}
}

func TestUsage(t *testing.T) {
	koordctl(t)
	serve(t, examples(t, "cluster.yaml"))
	for _, test := range []struct{ args, wanted string }{
		{"topology", "NODE is required"}, {"drain", "NODE is required"}, {"draw a b", "expected [NODE]"},
		{"explain web --kubeconfig", "--kubeconfig: found nothing, expected a value"}, {"snapshot -o table", "expected json or yaml"},
		{"explain -- -web", `there is no pod "-web"`}, {"topology -- -a", `no NodeResourceTopology of node "-a"`},
		{"simulate -n team", "--namespace: simulate reads all namespaces"}, {"-n team gang", "--namespace: gang reads all"},
		{"draw -nteam node-a", "--namespace: draw"}, {"topology --namespace=team node-a", "--namespace: topology"},
		{"rebind node-a -n team", "--namespace: rebind"}, {"snapshot -n team", "--namespace: snapshot"},
		{"fit -f ../../../examples/pods.yaml -n team", "--namespace: fit reads all namespaces"},
		{"snapshot --node node-aa", `--node: there is no node "node-aa"; did you mean node-a?`},
		{"snapshot --node nowhere", `--node: there is no node "nowhere"`},
		{"snapshot web", "expected no argument"}, {"snapshot --nod x", "unknown flag: --nod"}, {"why web -o table", "expected text, json or yaml"},
		{"explane", `found unknown command "explane", did you mean explain?`}, {"--nod", "unknown flag: --nod"},
	} {
		if got := koord(t, "", strings.Fields(test.args)...); got.code != 2 || !strings.Contains(got.stderr, test.wanted) {
			t.Errorf("%s: found %+v, expected %q", test.args, got, test.wanted)
		}
	}
}

func TestHelpIsKoordctls(t *testing.T) {
	koordctl(t)
	optionLine := regexp.MustCompile(`(?m)^  +(?:(-\w), )?(--[a-z-]+)( \S.*)?$`)
	for i := range commands {
		c := &commands[i]
		help := direct(t, c.runs, "--help").stdout
		got := koord(t, "", c.name, "--help")
		if got.code != 0 || !strings.Contains(got.stdout, help) || !strings.Contains(got.stdout, "--kubeconfig") {
			t.Errorf("%s --help lacks koordctl's: %+v", c.name, got)
		}
		if other := koord(t, "", "help", c.name); other != got {
			t.Errorf("help %s: found %+v, expected what --help prints", c.name, other)
		}
		if (c.hasNamespace || c.filtersNamespace) != strings.Contains(help, "--namespace") {
			t.Errorf("%s: hasNamespace is %v", c.name, c.hasNamespace)
		}
		for _, found := range optionLine.FindAllStringSubmatch(help, -1) {
			hasValue := found[3] != "" && !strings.HasPrefix(found[3], "  ")
			for _, name := range found[1:3] {
				if name != "" && switches[name] == hasValue {
					t.Errorf("%s %s: a switch is %v", c.name, name, switches[name])
				}
			}
		}
	}
}

func TestCompletesNames(t *testing.T) {
	serve(t, examples(t, "cluster.yaml", "pods.yaml"))
	for _, test := range []struct{ args, wanted string }{
		{"explain ca|", "cache"}, {"explain pod/d|", "pod/database"}, {"draw node-|", "node-a node-b node-c"},
		{"drain node-a |", ""}, {"capacity web --drain node-b|", "node-b"}, {"why -n default da|", "database"},
	} {
		args := strings.Split(strings.TrimSuffix(test.args, "|"), " ")
		got := koord(t, "", append([]string{"__complete"}, args...)...)
		lines := strings.Split(strings.TrimSpace(got.stdout), "\n")
		if found := strings.Join(lines[:len(lines)-1], " "); found != test.wanted || lines[len(lines)-1] != ":4" {
			t.Errorf("%s: found %q, expected %q without files", test.args, got.stdout, test.wanted)
		}
	}
}
