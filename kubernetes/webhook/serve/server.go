package serve

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	stdlog "log"
	"log/slog"
	"net"
	"net/http"
	"syscall"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

const (
	finishWithin  = 15 * time.Second // requests that are being answered when the server stops
	mostOfHeaders = 1 << 14
	mostStreams   = 1000 // of one HTTP/2 connection; the API server has few connections
)

// Listen listens on an address. field names it in errors.
func Listen(field, address string) (net.Listener, error) {
	listener, err := net.Listen("tcp", address)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("%s: found %q, expected an address that no other process listens on: %w", field, address, err)
	case err != nil:
		return nil, fmt.Errorf("%s: found %q, expected an address of this machine: %w", field, address, err)
	}
	return listener, nil
}

// HTTPS serves reviews until the context ends, and finishes those that it has begun. certificate is
// called for every connection.
func HTTPS(ctx context.Context, listener net.Listener, handler http.Handler, certificate func() (*tls.Certificate, error), log *slog.Logger) error {
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 15 * time.Second, WriteTimeout: 30 * time.Second,
		IdleTimeout: 3 * time.Minute, MaxHeaderBytes: mostOfHeaders, HTTP2: &http.HTTP2Config{MaxConcurrentStreams: mostStreams},
		ErrorLog: stdlog.New(quiet{log}, "", 0),
		TLSConfig: &tls.Config{MinVersion: tls.VersionTLS12,
			GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return certificate() }}}
	return until(ctx, server, func() error { return server.ServeTLS(listener, "", "") })
}

// Status serves metrics and health until the context ends.
func Status(ctx context.Context, listener net.Listener, registry *prometheus.Registry, healthy, ready func() error) error {
	server := &http.Server{Handler: StatusHandler(registry, healthy, ready), ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second,
		WriteTimeout: 10 * time.Second, MaxHeaderBytes: mostOfHeaders}
	return until(ctx, server, func() error { return server.Serve(listener) })
}

func until(ctx context.Context, server *http.Server, serve func() error) error {
	ended := make(chan error, 1)
	go func() { ended <- serve() }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	finishing, cancel := context.WithTimeout(context.WithoutCancel(ctx), finishWithin)
	defer cancel()
	if server.Shutdown(finishing) != nil {
		_ = server.Close()
	}
	return nil
}

// StatusHandler serves /metrics, /healthz (the process works) and /readyz (it can answer reviews).
func StatusHandler(registry *prometheus.Registry, healthy, ready func() error) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /healthz", answerWith(healthy))
	mux.HandleFunc("GET /readyz", answerWith(ready))
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

// quiet logs messages of net/http, such as failed handshakes, for debugging only.
type quiet struct{ log *slog.Logger }

func (q quiet) Write(text []byte) (int, error) {
	q.log.Debug("connection failed", "error", string(text[:max(0, len(text)-1)]))
	return len(text), nil
}
