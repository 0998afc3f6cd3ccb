package agent

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"libkoord.invalid/koord/kubernetes/objects/program"
)

// stuckAfter is the time after which a keeper without rounds counts as stuck.
const stuckAfter = time.Minute

// server returns the server of metrics and health.
func (a *Agent) server() *http.Server {
	return program.StatusServer(promhttp.HandlerFor(a.metrics.Registry, promhttp.HandlerOpts{}), a.health, a.ready)
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
	server := a.server()
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	if err := server.Serve(a.listener); !errors.Is(err, http.ErrServerClosed) {
		a.log.Error("metrics and health are no longer served", "error", err)
	}
}
