package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	admissionv1 "k8s.io/api/admission/v1"

	"libkoord.invalid/koord/kubernetes/objects/check"
	"libkoord.invalid/koord/kubernetes/webhook/review"
)

// ruleFunc is a rule of a test.
type ruleFunc func(ctx context.Context, request *admissionv1.AdmissionRequest) review.Answer

func (ruleFunc) DryRun() bool { return false }

func (f ruleFunc) Review(ctx context.Context, request *admissionv1.AdmissionRequest) review.Answer {
	return f(ctx, request)
}

type counts struct {
	mu      sync.Mutex
	entries map[string]int
}

func (c *counts) add(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.entries[key]++
}

func (c *counts) of(key string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.entries[key]
}

func (c *counts) Request(rule, result string, _ time.Duration) { c.add(rule + " " + result) }
func (c *counts) Rejected(cause string)                        { c.add(cause) }

func serverOf(t *testing.T, rules map[string]review.Rule) (*httptest.Server, *counts) {
	counted := &counts{entries: map[string]int{}}
	server := httptest.NewServer(NewRules(rules, counted, slog.New(slog.DiscardHandler)))
	t.Cleanup(server.Close)
	return server, counted
}

func post(t *testing.T, url string, body io.Reader) (int, string) {
	t.Helper()
	response, err := http.Post(url, "application/json", body)
	check.OK(t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	check.OK(t, err)
	return response.StatusCode, string(text)
}

func reviewOf(name string) string {
	return `{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","request":{"uid":"u-` + name[:min(len(name), 10)] + `","name":"` + name + `"}}`
}

// One bad request affects no other.
func TestRequests(t *testing.T) {
	server, counted := serverOf(t, map[string]review.Rule{"rule": ruleFunc(func(_ context.Context, request *admissionv1.AdmissionRequest) review.Answer {
		switch request.Name {
		case "panic":
			panic("a bug")
		case "no":
			return review.Refuse("spec.x", "spec.x: no")
		}
		return review.Allow()
	})})
	big := bytes.Repeat([]byte("x"), maxBody+1)
	for name, test := range map[string]struct {
		path, body string
		reader     io.Reader
		code       int
		expected   string
		counted    string
	}{
		"allowed":                   {"/rule", reviewOf("yes"), nil, 200, `"uid":"u-yes","allowed":true`, "rule allowed"},
		"refused":                   {"/rule", reviewOf("no"), nil, 200, `"uid":"u-no","allowed":false`, "rule refused"},
		"panic":                     {"/rule", reviewOf("panic"), nil, 200, `"allowed":false,"status":{"metadata":{},"status":"Failure","message":"rule rule of koord-webhook failed`, "rule failed"},
		"no review":                 {"/rule", `{"kind":"Pod"}`, nil, 400, `kind: found "Pod", expected AdmissionReview`, "body"},
		"nothing":                   {"/rule", "", nil, 400, "unexpected end", "body"},
		"other path":                {"/rul", reviewOf("yes"), nil, 404, `path: found "/rul", expected one of /rule`, "path"},
		"too large":                 {"/rule", "", bytes.NewReader(big), 413, "body: expected at most 4 MiB", "size"},
		"too large, length unknown": {"/rule", "", io.MultiReader(bytes.NewReader(big)), 413, "body: expected at most 4 MiB", "size"},
	} {
		body := test.reader
		if body == nil {
			body = strings.NewReader(test.body)
		}
		before := counted.of(test.counted)
		code, text := post(t, server.URL+test.path, body)
		if code != test.code || !strings.Contains(text, test.expected) || counted.of(test.counted) != before+1 {
			t.Errorf("%s: found %d %.200s, counted %v", name, code, text, counted.entries)
		}
	}
	response, err := http.Get(server.URL + "/rule")
	check.OK(t, err)
	response.Body.Close()
	if response.StatusCode != http.StatusMethodNotAllowed || counted.of("method") != 1 {
		t.Error(response.Status)
	}
}

type dryRun struct{ ruleFunc }

func (dryRun) DryRun() bool { return true }

// A rule in dry run refuses nothing, not even if it fails or cannot read the request.
func TestDryRun(t *testing.T) {
	server, counted := serverOf(t, map[string]review.Rule{"rule": dryRun{func(_ context.Context, request *admissionv1.AdmissionRequest) review.Answer {
		switch request.Name {
		case "panic":
			panic("a bug")
		case "bad":
			return review.Fail(http.StatusBadRequest, "object: bad")
		case "change":
			return review.Answer{Result: review.Changed, Patch: []byte("[]")}
		}
		return review.Refuse("spec.x", "spec.x: no")
	}}})
	for name, expected := range map[string]string{
		"panic":  `,"allowed":true,"warnings":["koord-webhook would refuse this: rule rule of koord-webhook failed`,
		"bad":    `,"allowed":true,"warnings":["koord-webhook would refuse this: object: bad"]`,
		"no":     `,"allowed":true,"warnings":["koord-webhook would refuse this: spec.x: no"]`,
		"change": `,"allowed":true}`,
	} {
		if code, text := post(t, server.URL+"/rule", strings.NewReader(reviewOf(name))); code != http.StatusOK || !strings.Contains(text, expected) ||
			strings.Contains(text, "patch") {
			t.Errorf("%s: found %d %s, expected %s", name, code, text, expected)
		}
	}
	if counted.of("rule failed") != 2 || counted.of("rule dry_run") != 2 {
		t.Error(counted.entries)
	}
}

// The answer precedes the API server's own limit.
func TestTimeLimit(t *testing.T) {
	for query, expected := range map[string]time.Duration{
		"": 9 * time.Second, "?timeout=5s": 4500 * time.Millisecond, "?timeout=-1s": 9 * time.Second, "?timeout=1h": 9 * time.Second,
		"?timeout=30s": 27 * time.Second, "?timeout=soon": 9 * time.Second,
	} {
		if found := timeLimit(httptest.NewRequest(http.MethodPost, "/rule"+query, nil)); found != expected {
			t.Errorf("%q: found %s, expected %s", query, found, expected)
		}
	}
	server, _ := serverOf(t, map[string]review.Rule{"rule": ruleFunc(func(ctx context.Context, _ *admissionv1.AdmissionRequest) review.Answer {
		<-ctx.Done()
		return review.Fail(http.StatusServiceUnavailable, ctx.Err().Error())
	})})
	if code, text := post(t, server.URL+"/rule?timeout=50ms", strings.NewReader(reviewOf("a"))); code != http.StatusOK || !strings.Contains(text, "deadline exceeded") {
		t.Error(code, text)
	}
}

func TestLogOfAnswers(t *testing.T) {
	var log bytes.Buffer
	rules := NewRules(map[string]review.Rule{"rule": ruleFunc(func(context.Context, *admissionv1.AdmissionRequest) review.Answer {
		return review.Refuse("spec.x", strings.Repeat("é", 4000))
	})}, &counts{entries: map[string]int{}}, slog.New(slog.NewJSONHandler(&log, nil)))
	request := httptest.NewRequest(http.MethodPost, "/rule", strings.NewReader(reviewOf(strings.Repeat("n", 400))))
	rules.ServeHTTP(httptest.NewRecorder(), request)
	var line map[string]any
	check.OK(t, json.Unmarshal(log.Bytes(), &line))
	if line["msg"] != "request answered" || line["result"] != "refused" || line["field"] != "spec.x" || len(line["name"].(string)) > mostOfLogField ||
		len(line["message"].(string)) > mostOfLogMessage {
		t.Error(line)
	}
}
