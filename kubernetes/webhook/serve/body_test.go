package serve

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	admissionv1 "k8s.io/api/admission/v1"

	"libkoord.invalid/koord/kubernetes/objects/check"
	"libkoord.invalid/koord/kubernetes/webhook/review"
)

// padded returns a review of this name, as large as a body may be.
func padded(name string) string {
	return reviewOf(name) + strings.Repeat(" ", maxBody-len(reviewOf(name)))
}

// fullOfValues returns a review as large as a body may be, with as many values.
func fullOfValues() string {
	text := reviewOf("yes")
	text = text[:len(text)-2] + `,"object":{"a":[` + strings.Repeat("{},", (maxElements-20)/2) + "{}]}}}"
	return text + strings.Repeat(" ", maxBody-len(text))
}

// limited is a server of one rule, whose limit of time for bodies a test can set.
type limited struct {
	*httptest.Server
	rules       *Rules
	counted     *counts
	connections atomic.Int32
}

func limitedServer(t *testing.T, http2 bool, rule ruleFunc) *limited {
	s := &limited{counted: &counts{entries: map[string]int{}}}
	s.rules = NewRules(map[string]review.Rule{"rule": rule}, s.counted, slog.New(slog.DiscardHandler))
	s.rules.bodyTimeout = time.Minute
	s.Server = httptest.NewUnstartedServer(s.rules)
	s.Config.ConnContext = func(ctx context.Context, connection net.Conn) context.Context {
		s.connections.Add(1)
		return withConnection(ctx, connection)
	}
	s.EnableHTTP2 = http2
	s.StartTLS()
	t.Cleanup(s.Close)
	s.ask(reviewOf("first")) // a client without a connection opens one for each request
	return s
}

// ask sends a body, and returns the status and the header Retry-After of the answer, and 0 without an answer.
func (s *limited) ask(body string) (code int, again string) {
	response, err := s.Client().Post(s.URL+"/rule?timeout=30s", "application/json", strings.NewReader(body))
	if err != nil {
		return 0, ""
	}
	response.Body.Close()
	return response.StatusCode, response.Header.Get("Retry-After")
}

func allow(context.Context, *admissionv1.AdmissionRequest) review.Answer { return review.Allow() }

// blocking returns a rule that answers reviews named "wait" when the channel is closed.
func blocking(release <-chan struct{}) ruleFunc {
	return func(_ context.Context, request *admissionv1.AdmissionRequest) review.Answer {
		if request.Name == "wait" {
			<-release
		}
		return review.Allow()
	}
}

// busy reports whether a decoder would wait.
func (r *Rules) busy() bool {
	if !r.decoding.TryAcquire(copies * maxBody) {
		return true
	}
	r.decoding.Release(copies * maxBody)
	return false
}

// Many large bodies and small ones at once on the connection of an API server are all answered.
func TestLargeBodies(t *testing.T) {
	for name, large := range map[string]string{"few values": padded("yes"), "many values": fullOfValues()} {
		t.Run(name, func(t *testing.T) {
			s := limitedServer(t, true, allow)
			small := reviewOf("yes") + strings.Repeat(" ", 8<<10)
			var running sync.WaitGroup
			expect := func(body string) {
				running.Go(func() {
					if code, _ := s.ask(body); code != http.StatusOK {
						t.Errorf("found %d for a body of %d bytes", code, len(body))
					}
				})
			}
			for range 16 {
				expect(large)
				expect(small)
			}
			running.Wait()
			if s.connections.Load() != 1 {
				t.Errorf("found %d connections, expected that all requests have one", s.connections.Load())
			}
		})
	}
}

// fill sends as many large bodies as fit, which wait for the rule or for a decoder. finish expects that
// all of them are answered.
func (s *limited) fill(t *testing.T, most int64) (fits int, finish func()) {
	const large = maxBody - firstRead
	fits = int((most - smallMemory) / large)
	codes := make(chan int, fits)
	for range fits {
		go func() {
			code, _ := s.ask(padded("wait"))
			codes <- code
		}()
	}
	check.Eventually(t, "bodies are read", func() bool {
		s.rules.bodies.mu.Lock()
		defer s.rules.bodies.mu.Unlock()
		return s.rules.bodies.all.free == bodyMemory-int64(fits)*large
	})
	return fits, func() {
		for range fits {
			if code := <-codes; code != http.StatusOK {
				t.Errorf("found %d, expected that large bodies which fit are answered", code)
			}
		}
	}
}

// More large bodies than a connection may hold leave room for small ones.
func TestSmallBodiesBesideLargeOnes(t *testing.T) {
	release := make(chan struct{})
	s := limitedServer(t, true, blocking(release))
	open := sync.OnceFunc(func() { close(release) })
	defer open()
	_, finish := s.fill(t, connectionMemory)
	check.Eventually(t, "decoders wait", s.rules.busy)
	var running sync.WaitGroup
	for range 5 {
		running.Go(func() {
			if code, again := s.ask(padded("wait")); code != http.StatusServiceUnavailable || again != "1" {
				t.Errorf("found %d and Retry-After %q, expected 503 and 1", code, again)
			}
		})
		for _, size := range []int{0, 8 << 10, 200 << 10} {
			running.Go(func() {
				if code, _ := s.ask(reviewOf("yes") + strings.Repeat(" ", size)); code != http.StatusOK {
					t.Errorf("found %d for a body of %d bytes", code, size)
				}
			})
		}
	}
	running.Wait()
	open()
	finish()
	if s.connections.Load() != 1 {
		t.Errorf("found %d connections, expected that all requests have one", s.connections.Load())
	}
}

// Requests beyond the memory of a connection or of all are rejected. Those that it holds are answered.
func TestMemoryIsBounded(t *testing.T) {
	for name, test := range map[string]struct {
		http2 bool // all requests have one connection
		most  int64
	}{"all": {false, bodyMemory}, "connection": {true, connectionMemory}} {
		t.Run(name, func(t *testing.T) {
			release := make(chan struct{})
			s := limitedServer(t, test.http2, blocking(release))
			open := sync.OnceFunc(func() { close(release) })
			defer open()
			fits, finish := s.fill(t, test.most)
			if code, _ := s.ask(padded("wait")); code == http.StatusOK || s.counted.of(CauseLoad) != 1 {
				t.Errorf("found %d, expected that one request more than %d is rejected", code, fits)
			}
			open()
			finish()
			if code, _ := s.ask(padded("yes")); code != http.StatusOK {
				t.Errorf("found %d after the load", code)
			}
		})
	}
}

// announce opens connections that announce large bodies, send one byte, and then nothing.
func announce(t *testing.T, server *httptest.Server, count int) (all []net.Conn) {
	t.Helper()
	for range count {
		connection, err := net.Dial("tcp", server.Listener.Addr().String())
		check.OK(t, err)
		t.Cleanup(func() { connection.Close() })
		_, err = fmt.Fprintf(connection, "POST /rule HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n{", maxBody)
		check.OK(t, err)
		all = append(all, connection)
	}
	return all
}

// Connections that announce large bodies and send nothing hold no memory: others are answered while
// they last.
func TestIdleBodies(t *testing.T) {
	rules := NewRules(map[string]review.Rule{"rule": ruleFunc(allow)}, &counts{entries: map[string]int{}}, slog.New(slog.DiscardHandler))
	rules.bodyTimeout = time.Hour
	server := httptest.NewServer(rules)
	defer server.Close()
	defer server.CloseClientConnections()
	announce(t, server, 2*bodyMemory/maxBody)
	if code, text := post(t, server.URL+"/rule", strings.NewReader(padded("yes"))); code != http.StatusOK {
		t.Errorf("found %d %s beside idle connections", code, text)
	}
}

// A body that does not arrive in time ends its request.
func TestSlowBodies(t *testing.T) {
	counted := &counts{entries: map[string]int{}}
	rules := NewRules(map[string]review.Rule{"rule": ruleFunc(allow)}, counted, slog.New(slog.DiscardHandler))
	rules.bodyTimeout = 100 * time.Millisecond
	server := httptest.NewServer(rules)
	defer server.Close()
	const slow = 4
	for _, connection := range announce(t, server, slow) {
		response, err := http.ReadResponse(bufio.NewReader(connection), nil)
		check.OK(t, err)
		if response.StatusCode != http.StatusRequestTimeout {
			t.Error(response.Status)
		}
	}
	if counted.of(CauseBody) != slow {
		t.Errorf("counted %v", counted.entries)
	}
}

// The deadline of a body does not limit the next request of its connection.
func TestConnectionIsReused(t *testing.T) {
	const timeout = 500 * time.Millisecond
	rules := NewRules(map[string]review.Rule{"rule": ruleFunc(func(ctx context.Context, _ *admissionv1.AdmissionRequest) review.Answer {
		select {
		case <-ctx.Done():
			t.Error("the review ends with the deadline of its body")
		case <-time.After(timeout + 100*time.Millisecond):
		}
		return review.Allow()
	})}, &counts{entries: map[string]int{}}, slog.New(slog.DiscardHandler))
	rules.bodyTimeout = timeout
	server := httptest.NewServer(rules)
	defer server.Close()
	for range 2 {
		if code, text := post(t, server.URL+"/rule", strings.NewReader(reviewOf("yes"))); code != http.StatusOK {
			t.Error(code, text)
		}
	}
}

// A body that is longer than its request states is refused.
func TestLongBody(t *testing.T) {
	rules := NewRules(map[string]review.Rule{"rule": ruleFunc(allow)}, &counts{entries: map[string]int{}}, slog.New(slog.DiscardHandler))
	request := httptest.NewRequest(http.MethodPost, "/rule", strings.NewReader(reviewOf("yes")))
	request.ContentLength = 9
	recorder := httptest.NewRecorder()
	rules.ServeHTTP(recorder, request)
	if recorder.Code != http.StatusBadRequest || !strings.Contains(recorder.Body.String(), "body: expected 9 bytes, as Content-Length states") {
		t.Error(recorder.Code, recorder.Body)
	}
}

// Few bytes of JSON cannot become much memory, whatever the type of their values in Go.
func TestMemoryOfHostileBodies(t *testing.T) {
	rules := NewRules(map[string]review.Rule{"rule": ruleFunc(func(_ context.Context, request *admissionv1.AdmissionRequest) review.Answer {
		if _, err := review.Pod(request, request.Object, "request.object"); err != nil {
			return review.Fail(http.StatusBadRequest, err.Error())
		}
		return review.Allow()
	})}, &counts{entries: map[string]int{}}, slog.New(slog.DiscardHandler))
	within := func(object string) string {
		return `{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","request":{"uid":"1","object":` + object + `}}`
	}
	list := func(before, element, after string) func(int) string {
		return func(count int) string { return before + strings.Repeat(element+",", count-1) + element + after }
	}
	members := func(before, value, after string) func(int) string {
		return func(count int) string {
			var text strings.Builder
			for i := range count {
				fmt.Fprintf(&text, `,"%x":%s`, i, value)
			}
			return before + text.String()[1:] + after
		}
	}
	for name, made := range map[string]func(int) string{
		"containers":  list(`{"spec":{"containers":[`, "{}", `]}}`),
		"variables":   list(`{"spec":{"containers":[{"env":[`, "{}", `]}]}}`),
		"volumes":     list(`{"spec":{"volumes":[`, "{}", `]}}`),
		"annotations": members(`{"metadata":{"annotations":{`, `""`, `}}}`),
		"quantities":  members(`{"spec":{"overhead":{`, `1`, `}}}`),
		"claims":      list(`{"spec":{"resources":{"claims":[`, "{}", `]}}}`),
	} {
		for _, count := range []int{maxElements / 10, maxElements/2 - 100, maxElements * 10} {
			text := within(made(count))
			if len(text) > maxBody {
				text = within(made(maxBody / (len(text)/count + 1)))
			}
			// A buffer that has been copied to a larger one is garbage, and counts here.
			limit := uint64(2*(1+copies)*len(text) + 64<<10)
			elements := review.CountElements([]byte(text))
			if elements <= maxElements {
				limit += uint64(sizeOfElement * elements)
			}
			used, code := allocated(rules, text, limit)
			if elements > maxElements && code != http.StatusRequestEntityTooLarge {
				t.Errorf("%s: found %d, expected that %d values are refused", name, code, elements)
			}
			if used > limit {
				t.Errorf("%d %s: %d bytes of JSON use %d, expected at most %d", count, name, len(text), used, limit)
			}
		}
	}
}

// allocated returns the bytes that the answer to a body allocates. The runtime counts those of all
// goroutines, so a number above the limit is measured again.
func allocated(rules *Rules, body string, limit uint64) (used uint64, code int) {
	for range 3 {
		var before, after runtime.MemStats
		recorder := httptest.NewRecorder()
		request := httptest.NewRequest(http.MethodPost, "/rule", strings.NewReader(body))
		runtime.ReadMemStats(&before)
		rules.ServeHTTP(recorder, request)
		runtime.ReadMemStats(&after)
		used, code = after.TotalAlloc-before.TotalAlloc, recorder.Code
		if used <= limit {
			break
		}
	}
	return used, code
}

func TestShortBody(t *testing.T) {
	server, counted := serverOf(t, map[string]review.Rule{"rule": nil})
	connection, err := net.Dial("tcp", server.Listener.Addr().String())
	check.OK(t, err)
	defer connection.Close()
	_, err = io.WriteString(connection, "POST /rule HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{")
	check.OK(t, err)
	check.OK(t, connection.(*net.TCPConn).CloseWrite())
	response, err := http.ReadResponse(bufio.NewReader(connection), nil)
	check.OK(t, err)
	if response.StatusCode != http.StatusBadRequest || counted.of("body") != 1 {
		t.Error(response.Status, counted.entries)
	}
}
