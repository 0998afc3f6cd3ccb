package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	admissionv1 "k8s.io/api/admission/v1"

	"libkoord.invalid/koord/kubernetes/webhook/internal/check"
	"libkoord.invalid/koord/kubernetes/webhook/review"
)

// ruleFunc is a rule of a test.
type ruleFunc func(ctx context.Context, request *admissionv1.AdmissionRequest) review.Answer

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

func serverOf(t *testing.T, rules map[string]Rule) (*httptest.Server, *counts) {
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
	server, counted := serverOf(t, map[string]Rule{"rule": ruleFunc(func(_ context.Context, request *admissionv1.AdmissionRequest) review.Answer {
		switch request.Name {
		case "panic":
			panic("a bug")
		case "no":
			return review.Refuse("spec.x", "spec.x: no")
		}
		return review.Allow()
	})})
	big := bytes.Repeat([]byte("x"), mostOfBody+1)
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
		"other path":                {"/rul", reviewOf("yes"), nil, 404, "path: expected that of a rule", "path"},
		"too large":                 {"/rule", "", bytes.NewReader(big), 413, "body: expected at most 8 MiB", "size"},
		"too large, length unknown": {"/rule", "", io.MultiReader(bytes.NewReader(big)), 413, "body: expected at most 8 MiB", "size"},
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

// Requests beyond the memory for bodies wait, and are refused after a while.
func TestMemoryIsBounded(t *testing.T) {
	release := make(chan struct{})
	server, counted := serverOf(t, map[string]Rule{"rule": ruleFunc(func(ctx context.Context, request *admissionv1.AdmissionRequest) review.Answer {
		if _, limited := ctx.Deadline(); !limited {
			t.Error("a review has no limit")
		}
		<-release
		return review.Allow()
	})})
	padded := reviewOf("yes") + strings.Repeat(" ", mostOfBody-len(reviewOf("yes")))
	const fits = mostOfBodies / mostOfBody
	codes := make(chan int, fits+1)
	for range fits + 1 {
		go func() {
			response, err := http.Post(server.URL+"/rule", "application/json", strings.NewReader(padded))
			if err != nil {
				codes <- 0
				return
			}
			response.Body.Close()
			codes <- response.StatusCode
		}()
	}
	if code := <-codes; code != http.StatusServiceUnavailable || counted.of("load") != 1 {
		t.Errorf("found %d, expected that one request is refused", code)
	}
	close(release)
	for range fits {
		if code := <-codes; code != http.StatusOK {
			t.Errorf("found %d, expected that the others are answered", code)
		}
	}
	if code, _ := post(t, server.URL+"/rule", strings.NewReader(reviewOf("yes"))); code != http.StatusOK {
		t.Errorf("found %d after the load", code)
	}
}

func TestShortBody(t *testing.T) {
	text, err := readAll(strings.NewReader("abc"), 4)
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Error(text, err)
	}
}

func TestLogOfAnswers(t *testing.T) {
	var log bytes.Buffer
	rules := NewRules(map[string]Rule{"rule": ruleFunc(func(context.Context, *admissionv1.AdmissionRequest) review.Answer {
		return review.Refuse("spec.x", "spec.x: no")
	})}, &counts{entries: map[string]int{}}, slog.New(slog.NewJSONHandler(&log, nil)))
	request := httptest.NewRequest(http.MethodPost, "/rule", strings.NewReader(reviewOf(strings.Repeat("n", 400))))
	rules.ServeHTTP(httptest.NewRecorder(), request)
	var line map[string]any
	check.OK(t, json.Unmarshal(log.Bytes(), &line))
	if line["msg"] != "request answered" || line["result"] != "refused" || line["field"] != "spec.x" || len(line["name"].(string)) > mostOfLogField+3 {
		t.Error(line)
	}
}

func TestStatus(t *testing.T) {
	var notReady error = errors.New("there is no certificate yet")
	handler := StatusHandler(prometheus.NewRegistry(), func() error { return nil }, func() error { return notReady })
	get := func(path string) (int, string) {
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, path, nil))
		return recorder.Code, recorder.Body.String()
	}
	if code, text := get("/readyz"); code != 503 || !strings.Contains(text, "there is no certificate yet") {
		t.Error(code, text)
	}
	if code, _ := get("/healthz"); code != 200 {
		t.Error(code)
	}
	notReady = nil
	if code, text := get("/readyz"); code != 200 || text != "ok\n" {
		t.Error(code, text)
	}
	if code, _ := get("/metrics"); code != 200 {
		t.Error(code)
	}
}

func TestListen(t *testing.T) {
	listener, err := Listen("serve", "127.0.0.1:0")
	check.OK(t, err)
	defer listener.Close()
	_, err = Listen("serve", listener.Addr().String())
	check.Says(t, err, "serve: found")
	_, err = Listen("listen", "192.0.2.1:80")
	check.Says(t, err, "listen: found \"192.0.2.1:80\", expected an address of this machine")
}
