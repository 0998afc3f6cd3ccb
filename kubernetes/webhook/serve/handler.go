// Package serve has the webhook's HTTP servers: the one for the API server's reviews, and the one for
// metrics and health.
package serve

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/semaphore"
	admissionv1 "k8s.io/api/admission/v1"

	"libkoord.invalid/koord/kubernetes/webhook/review"
)

const (
	defaultTimeout   = 10 * time.Second // of API servers
	longestTimeout   = 30 * time.Second // that a webhook configuration may state
	mostOfLogField   = 256
	mostOfLogMessage = 1024
)

// Counter counts requests.
type Counter interface {
	Request(rule, result string, took time.Duration)
	Rejected(cause string)
}

// Causes of rejected requests.
const (
	CauseMethod = "method"
	CausePath   = "path"
	CauseSize   = "size"
	CauseLoad   = "load"
	CauseBody   = "body"
)

// Causes lists them, as in metrics.
var Causes = []string{CauseMethod, CausePath, CauseSize, CauseLoad, CauseBody}

// Rules is the handler of reviews.
type Rules struct {
	mux                     *http.ServeMux
	bodies                  *memory
	decoding, smallDecoding *semaphore.Weighted
	bodyTimeout             time.Duration
	counter                 Counter
	log                     *slog.Logger
}

// NewRules returns a handler that answers reviews at /NAME by the rule of that name.
func NewRules(rules map[string]review.Rule, counter Counter, log *slog.Logger) *Rules {
	r := &Rules{mux: http.NewServeMux(), bodies: &memory{all: budget{bodyMemory}}, decoding: semaphore.NewWeighted(decodeMemory),
		smallDecoding: semaphore.NewWeighted(smallDecodeMemory), bodyTimeout: bodyTimeout, counter: counter, log: log}
	paths := "/" + strings.Join(slices.Sorted(maps.Keys(rules)), ", /")
	for name, rule := range rules {
		r.mux.HandleFunc("/"+name, func(w http.ResponseWriter, request *http.Request) { r.answer(w, request, name, rule) })
	}
	r.mux.HandleFunc("/", func(w http.ResponseWriter, request *http.Request) {
		r.reject(w, &rejection{CausePath, http.StatusNotFound, fmt.Sprintf("path: found %q, expected one of %s", short(request.URL.Path), paths)})
	})
	return r
}

func (r *Rules) ServeHTTP(w http.ResponseWriter, request *http.Request) { r.mux.ServeHTTP(w, request) }

func (r *Rules) reject(w http.ResponseWriter, rejected *rejection) {
	r.counter.Rejected(rejected.cause)
	if rejected.code == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", "1") // API servers then try again, within the timeout of the webhook
	}
	http.Error(w, rejected.message, rejected.code)
}

func (r *Rules) answer(w http.ResponseWriter, request *http.Request, name string, rule review.Rule) {
	text, err := r.decide(w, request, name, rule)
	var rejected *rejection
	if errors.As(err, &rejected) {
		r.reject(w, rejected)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(text)
}

// decide returns the answer to a request as text. The memory of the request is free then, because a
// client may be slow to read the answer. Each error is a rejection.
func (r *Rules) decide(w http.ResponseWriter, request *http.Request, name string, rule review.Rule) ([]byte, error) {
	began := time.Now()
	if request.Method != http.MethodPost {
		return nil, &rejection{CauseMethod, http.StatusMethodNotAllowed, "method: found " + short(request.Method) + ", expected POST"}
	}
	body, held, err := r.readBody(w, request)
	defer held.release()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithDeadline(request.Context(), began.Add(timeLimit(request)))
	defer cancel()
	release, err := r.reserveDecoding(ctx, body)
	if err != nil {
		return nil, err
	}
	defer release()
	asked, err := review.Read(body)
	if err != nil {
		r.log.Debug("review is not valid", "rule", name, "from", request.RemoteAddr, "error", err)
		return nil, &rejection{CauseBody, http.StatusBadRequest, err.Error()}
	}
	answer := review.Ask(ctx, rule, asked, func(failure any) review.Answer {
		r.log.Error("rule failed", "rule", name, "uid", short(string(asked.UID)), "panic", failure, "stack", string(debug.Stack()))
		return review.Fail(http.StatusInternalServerError, "rule "+name+" of koord-webhook failed; its log has the reason")
	})
	text, err := review.Write(asked, &answer)
	if err != nil {
		r.log.Error("cannot write an answer", "rule", name, "error", err)
		return nil, &rejection{CauseBody, http.StatusInternalServerError, "the answer cannot be written"}
	}
	took := time.Since(began)
	r.counter.Request(name, answer.Result, took)
	r.record(name, asked, &answer, took)
	return text, nil
}

// timeLimit returns the time for an answer. API servers state their own limit in the query; a tenth of
// it is left for the way, so that the client learns the webhook's reason.
func timeLimit(request *http.Request) time.Duration {
	stated, err := time.ParseDuration(request.URL.Query().Get("timeout"))
	if err != nil || stated <= 0 || stated > longestTimeout {
		stated = defaultTimeout
	}
	return stated - stated/10
}

func (r *Rules) record(name string, request *admissionv1.AdmissionRequest, answer *review.Answer, took time.Duration) {
	level := slog.LevelInfo
	if answer.Result == review.Allowed {
		level = slog.LevelDebug
	}
	if !r.log.Enabled(context.Background(), level) {
		return
	}
	r.log.Log(context.Background(), level, "request answered", "rule", name, "result", answer.Result, "operation", string(request.Operation),
		"namespace", short(request.Namespace), "name", short(request.Name), "user", short(request.UserInfo.Username),
		"field", short(answer.Field), "message", review.Shorten(answer.Message, mostOfLogMessage), "took", took)
}

func short(text string) string { return review.Shorten(text, mostOfLogField) }
