package agent

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// stuckAfter is the time after which a keeper without rounds counts as stuck.
const stuckAfter = time.Minute

// handler serves /metrics, /healthz (the process works) and /readyz (pods are placed).
func (a *Agent) handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(a.metrics.Registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /healthz", answerWith(a.health))
	mux.HandleFunc("GET /readyz", answerWith(a.ready))
	return mux
}

func answerWith(check func() error) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		if err := check(); err != nil {
			w.WriteHeader(http.StatusServiceUnavailable)
			fmt.Fprintln(w, err)
			return
		}
		fmt.Fprintln(w, "ok")
	}
}

func (a *Agent) health() error {
	if silent := a.keeper.Silent(); silent > stuckAfter+a.config.Interval.Duration {
		return fmt.Errorf("no round has ended for %s", silent.Round(time.Second))
	}
	return nil
}

func (a *Agent) ready() error {
	if a.link != nil && !a.link.IsConnected() {
		return errors.New("the container runtime is not connected")
	}
	return a.keeper.LastError()
}

// serve listens until the context ends.
func (a *Agent) serve(ctx context.Context) {
	server := &http.Server{Handler: a.handler(), ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second,
		WriteTimeout: 10 * time.Second, MaxHeaderBytes: 1 << 14}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	if err := server.Serve(a.listener); !errors.Is(err, http.ErrServerClosed) {
		a.log.Error("metrics and health are no longer served", "error", err)
	}
}
