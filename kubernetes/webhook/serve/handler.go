// Package serve has the webhook's HTTP servers: the one for the API server's reviews, and the one for
// metrics and health.
package serve

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

	"golang.org/x/sync/semaphore"
	admissionv1 "k8s.io/api/admission/v1"

	"libkoord.invalid/koord/kubernetes/webhook/review"
)

// Limits of what requests may hold in memory. The API server accepts objects of 3 MiB; a review has
// two of an update.
const (
	mostOfBody     = 8 << 20
	mostOfBodies   = 64 << 20 // of all requests that are being answered
	waitForBodies  = 2 * time.Second
	answerWithin   = 8 * time.Second
	mostOfLogField = 256
)

// Rule answers reviews.
type Rule interface {
	Review(ctx context.Context, request *admissionv1.AdmissionRequest) review.Answer
}

// Counter counts requests.
type Counter interface {
	Request(rule, result string, took time.Duration)
	Rejected(cause string)
}

// Rules is the handler of reviews.
type Rules struct {
	mux     *http.ServeMux
	memory  *semaphore.Weighted
	counter Counter
	log     *slog.Logger
}

// NewRules returns a handler that answers reviews at /NAME by the rule of that name.
func NewRules(rules map[string]Rule, counter Counter, log *slog.Logger) *Rules {
	r := &Rules{mux: http.NewServeMux(), memory: semaphore.NewWeighted(mostOfBodies), counter: counter, log: log}
	for name, rule := range rules {
		r.mux.HandleFunc("/"+name, func(w http.ResponseWriter, request *http.Request) { r.answer(w, request, name, rule) })
	}
	r.mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		r.reject(w, "path", http.StatusNotFound, "path: expected that of a rule, as in /mutate")
	})
	return r
}

func (r *Rules) ServeHTTP(w http.ResponseWriter, request *http.Request) { r.mux.ServeHTTP(w, request) }

func (r *Rules) reject(w http.ResponseWriter, cause string, code int, message string) {
	r.counter.Rejected(cause)
	http.Error(w, message, code)
}

func (r *Rules) answer(w http.ResponseWriter, request *http.Request, name string, rule Rule) {
	began := time.Now()
	if request.Method != http.MethodPost {
		r.reject(w, "method", http.StatusMethodNotAllowed, "method: found "+request.Method+", expected POST")
		return
	}
	body, release, ok := r.body(w, request)
	if !ok {
		return
	}
	defer release()
	asked, err := review.Read(body)
	if err != nil {
		r.log.Debug("review is not valid", "rule", name, "from", request.RemoteAddr, "error", err)
		r.reject(w, "body", http.StatusBadRequest, err.Error())
		return
	}
	ctx, cancel := context.WithTimeout(request.Context(), answerWithin)
	defer cancel()
	answer := r.review(ctx, name, rule, asked)
	text, err := review.Write(asked, &answer)
	if err != nil {
		r.log.Error("cannot write an answer", "rule", name, "error", err)
		r.reject(w, "body", http.StatusInternalServerError, "the answer cannot be written")
		return
	}
	took := time.Since(began)
	r.counter.Request(name, answer.Result, took)
	r.record(name, asked, &answer, took)
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(text)
}

// body reads the body within the limits. The caller releases its memory.
func (r *Rules) body(w http.ResponseWriter, request *http.Request) (body []byte, release func(), ok bool) {
	size := request.ContentLength
	if size > mostOfBody {
		r.reject(w, "size", http.StatusRequestEntityTooLarge, "body: expected at most 8 MiB")
		return nil, nil, false
	}
	if size < 0 { // not known
		size = mostOfBody
	}
	waiting, cancel := context.WithTimeout(request.Context(), waitForBodies)
	defer cancel()
	if r.memory.Acquire(waiting, size) != nil {
		r.reject(w, "load", http.StatusServiceUnavailable, "too many requests are being answered; try again")
		return nil, nil, false
	}
	release = func() { r.memory.Release(size) }
	body, err := readAll(http.MaxBytesReader(w, request.Body, mostOfBody), request.ContentLength)
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		release()
		r.reject(w, "size", http.StatusRequestEntityTooLarge, "body: expected at most 8 MiB")
		return nil, nil, false
	case err != nil:
		release()
		r.reject(w, "body", http.StatusBadRequest, "body: ended early")
		return nil, nil, false
	}
	return body, release, true
}

// readAll reads a body of a known length with one allocation.
func readAll(body io.Reader, length int64) ([]byte, error) {
	if length < 0 {
		return io.ReadAll(body)
	}
	text := make([]byte, length)
	_, err := io.ReadFull(body, text)
	return text, err
}

// review answers a request. A panic costs only this request.
func (r *Rules) review(ctx context.Context, name string, rule Rule, request *admissionv1.AdmissionRequest) (answer review.Answer) {
	defer func() {
		if failure := recover(); failure != nil {
			r.log.Error("rule failed", "rule", name, "uid", short(string(request.UID)), "panic", failure, "stack", string(debug.Stack()))
			answer = review.Fail(http.StatusInternalServerError, "rule "+name+" of koord-webhook failed; its log has the reason")
		}
	}()
	return rule.Review(ctx, request)
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
		"field", short(answer.Field), "message", answer.Message, "took", took)
}

func short(text string) string {
	if len(text) > mostOfLogField {
		return text[:mostOfLogField] + "..."
	}
	return text
}
