package command

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"k8s.io/cli-runtime/pkg/genericiooptions"

	"libkoord.invalid/koord/kubernetes/kubectl/collect"
)

func TestPrintable(t *testing.T) {
	for text, wanted := range map[string]string{
		"plain, gr\u00fcn \u732b": "plain, gr\u00fcn \u732b", "a\nb\x1b[2J\x7f": `a\x0ab\x1b[2J\x7f`, "\u009b\u00ad": `\xc2\x9b\xc2\xad`,
		"\u202e\U000e0041": `\xe2\x80\xae\xf3\xa0\x81\x81`, "\xff\xc3": `\xff\xc3`, "\ufffd": "\ufffd", "": "",
	} {
		if found := printable(text); found != wanted {
			t.Errorf("%q: found %q, expected %q", text, found, wanted)
		}
	}
}

// pendingPod has a condition and an event with control characters.
func pendingPod(t *testing.T) {
	t.Helper()
	serve(t, append(examples(t, "cluster.yaml"),
		collect.Object{"kind": "Pod", "apiVersion": "v1", "metadata": collect.Object{"name": "huge"},
			"spec": collect.Object{"schedulerName": "s", "containers": []any{collect.Object{"name": "c"}}},
			"status": collect.Object{"conditions": []any{collect.Object{"type": "PodScheduled", "status": "False", "reason": "Re\x1bason",
				"message": "con\ndition"}}}},
		collect.Object{"kind": "Event", "apiVersion": "v1", "metadata": collect.Object{"name": "e", "namespace": "default"},
			"involvedObject": collect.Object{"kind": "Pod", "name": "huge"}, "reason": "FailedScheduling", "message": "ev\x1bent",
			"count": 2, "series": collect.Object{"count": 7, "lastObservedTime": "2026-01-02T03:04:05Z"}}))
}

func TestWhyEscapesControlCharacters(t *testing.T) {
	koordctl(t)
	pendingPod(t)
	const wanted = "Condition PodScheduled: Re\\x1bason\n  con\\x0adition\nEvent FailedScheduling, 7 times, 2026-01-02T03:04:05Z\n  ev\\x1bent\n"
	if got := koord(t, "", "why", "huge"); !strings.Contains(got.stdout, wanted) {
		t.Errorf("found %q, expected %q", got.stdout, wanted)
	}
	if got := koord(t, "", "why", "huge", "-o", "json"); !strings.Contains(got.stdout, `"count": 7`) {
		t.Errorf("found %s, expected the count of the series", got.stdout)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestWriteErrorsOfWhyAreReported(t *testing.T) {
	koordctl(t)
	pendingPod(t)
	for _, args := range [][]string{{"why", "huge"}, {"why", "cache"}, {"why", "cache", "-o", "json"}, {"snapshot"}} {
		var errs bytes.Buffer
		code := Main(context.Background(), args, genericiooptions.IOStreams{In: strings.NewReader(""), Out: full{}, ErrOut: &errs})
		if code != exitEnvironment || !strings.Contains(errs.String(), "no space left") {
			t.Errorf("%v: found code %d and %q", args, code, errs.String())
		}
	}
}
