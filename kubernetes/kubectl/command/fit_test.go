package command

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"k8s.io/cli-runtime/pkg/genericiooptions"
)

func written(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "file.yaml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestFitExplainsEachPod(t *testing.T) {
	koordctl(t)
	serve(t, examples(t, "cluster.yaml"))
	file := snapshotFile(t)
	pods := written(t, "kind: Pod\nmetadata: {name: one}\nspec: {containers: [{name: c}]}\n---\n"+
		"kind: Deployment\nmetadata: {name: many, namespace: team}\nspec: {replicas: 3, template: {spec: {containers: [{name: c, "+
		"resources: {requests: {cpu: 99}}}]}}}\n")
	for output, separator := range map[string]string{"text": "\n", "json": "", "yaml": "---\n"} {
		first := direct(t, "explain", "-f", file, "-f", pods, "one", "-o", output)
		second := direct(t, "explain", "-f", file, "-f", pods, "team/many-0", "-o", output)
		got := koord(t, "", "fit", "-f", pods, "-o", output)
		if got.code != 1 || got.stdout != first.stdout+separator+second.stdout || first.code != 0 {
			t.Errorf("%s: found %+v, expected %+v and %+v", output, got, first, second)
		}
	}
	if got := koord(t, "", "fit"); got.code != 2 || !strings.Contains(got.stderr, "found no file") {
		t.Errorf("without a file: %+v", got)
	}
}

// The cluster has a running pod of this name.
func TestFitAnswersAboutTheFile(t *testing.T) {
	koordctl(t)
	serve(t, examples(t, "cluster.yaml"))
	pod := written(t, "kind: Pod\nmetadata: {name: cache}\nspec: {containers: [{name: c, resources: {requests: {cpu: 999}}}]}\n")
	if got := koord(t, "", "fit", "-f", pod); got.code != 1 || !strings.Contains(got.stdout, "default/cache: fits on none of 3 nodes") || got.stderr != "" {
		t.Errorf("found %+v, expected that 999 CPUs fit nowhere", got)
	}
}

func TestPodsOfFiles(t *testing.T) {
	for _, test := range []struct{ text, first, has, lacks string }{
		{"kind: Pod\nmetadata: {name: a}", "default/a", "default/a", "default/a-0"},
		{"kind: Deployment\nmetadata: {name: a, namespace: team}\nspec: {replicas: 3}", "team/a-0", "team/a-2", "team/a-3"},
		{"kind: ReplicaSet\nmetadata: {name: a}", "default/a-0", "default/a-0", "default/a-1"},
		{"kind: StatefulSet\nmetadata: {name: a}\nspec: {replicas: 2, ordinals: {start: 4}}", "default/a-4", "default/a-5", "default/a-05"},
		{"kind: Job\nmetadata: {name: a}\nspec: {parallelism: 5, completions: 2}", "default/a-0", "default/a-1", "default/a-2"},
		{"kind: CronJob\nmetadata: {name: a}\nspec: {jobTemplate: {spec: {parallelism: 2}}}", "default/a-0", "default/a-1", "default/a-2"},
		{`{"kind":"List","items":[{"kind":"Pod","metadata":{"name":"a"}}]}`, "default/a", "default/a", "default/b"},
	} {
		pods, err := podsInFile("file", []byte(test.text))
		if err != nil || len(pods) != 1 {
			t.Fatalf("%s: found %v, %v", test.text, pods, err)
		}
		if p := pods[0]; p.first() != test.first || !p.has(test.has) || p.has(test.lacks) {
			t.Errorf("%s: found %+v, expected %s, and that it has %s but not %s", test.text, p, test.first, test.has, test.lacks)
		}
	}
}

func TestReadingStandardInputEndsWithTheContext(t *testing.T) {
	reader, writer := io.Pipe()
	timer := time.AfterFunc(10*time.Second, func() { writer.Close() })
	defer timer.Stop()
	ctx, cancel := context.WithCancelCause(context.Background())
	ended := errors.New("ended")
	cancel(ended)
	app := &App{IOStreams: genericiooptions.IOStreams{In: reader, Out: &bytes.Buffer{}}}
	if content, err := app.content(ctx, "-"); content != nil || !errors.Is(err, ended) {
		t.Errorf("found %q, %v", content, err)
	}
}
