package serve

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	stdlog "log"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"libkoord.invalid/koord/kubernetes/objects/program"
)

const (
	finishWithin  = 15 * time.Second // requests that are being answered when the server stops
	mostOfHeaders = 1 << 14
	mostStreams   = 1000 // of one HTTP/2 connection; the API server has few connections
)

// TLS returns the settings of the server of reviews. certificate is called for every connection.
// Clients need a certificate of one of the authorities, if these are not nil.
func TLS(certificate func() (*tls.Certificate, error), clients *x509.CertPool) *tls.Config {
	settings := &tls.Config{MinVersion: tls.VersionTLS12,
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return certificate() }}
	if clients != nil {
		settings.ClientAuth, settings.ClientCAs = tls.RequireAndVerifyClientCert, clients
	}
	return settings
}

// HTTPS serves reviews until the context ends, and finishes those that it has begun.
func HTTPS(ctx context.Context, listener net.Listener, handler http.Handler, settings *tls.Config, log *slog.Logger) error {
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 15 * time.Second, WriteTimeout: 30 * time.Second,
		IdleTimeout: 3 * time.Minute, MaxHeaderBytes: mostOfHeaders, HTTP2: &http.HTTP2Config{MaxConcurrentStreams: mostStreams},
		ErrorLog:    stdlog.New(quiet{log}, "", 0),
		ConnContext: withConnection,
		TLSConfig:   settings}
	return serveUntil(ctx, server, func() error { return server.ServeTLS(listener, "", "") })
}

// Status serves metrics and health until the context ends.
func Status(ctx context.Context, listener net.Listener, registry *prometheus.Registry, healthy, ready func() error) error {
	server := program.StatusServer(promhttp.HandlerFor(registry, promhttp.HandlerOpts{}), healthy, ready)
	return serveUntil(ctx, server, func() error { return server.Serve(listener) })
}

func serveUntil(ctx context.Context, server *http.Server, serve func() error) error {
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

// quiet logs messages of net/http, such as failed handshakes, for debugging only.
type quiet struct{ log *slog.Logger }

func (q quiet) Write(text []byte) (int, error) {
	q.log.Debug("connection failed", "error", string(text[:max(0, len(text)-1)]))
	return len(text), nil
}
