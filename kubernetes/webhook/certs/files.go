package certs

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"libkoord.invalid/koord/kubernetes/webhook/config"
)

// ClientAuthorities reads the authorities of client certificates from a file in PEM.
func ClientAuthorities(file string) (*x509.CertPool, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	authorities := x509.NewCertPool()
	if !authorities.AppendCertsFromPEM(text) {
		return nil, errors.New("it has no certificates in PEM")
	}
	return authorities, nil
}

// Files reads the certificate from files that somebody else renews.
type Files struct {
	config  *config.CertificateConfig
	counter Counter
	log     *slog.Logger
	current atomic.Pointer[pair]
}

// NewFiles returns a source that has no certificate before its first Check.
func NewFiles(settings *config.Config, counter Counter, log *slog.Logger) *Files {
	return &Files{config: &settings.Certificates, counter: counter, log: log}
}

// Certificate returns the certificate in use.
func (f *Files) Certificate() (*tls.Certificate, error) {
	if current := f.current.Load(); current != nil {
		return &current.parsed, nil
	}
	return nil, errors.New("there is no certificate yet")
}

// Ready returns why there is no valid certificate, or nil if there is one.
func (f *Files) Ready() error {
	current, err := f.Certificate()
	if err == nil && !time.Now().Before(current.Leaf.NotAfter) {
		err = fmt.Errorf("the certificate in %s has expired at %s", f.config.Directory, current.Leaf.NotAfter.Format(time.RFC3339))
	}
	return err
}

// Run reads the files at intervals until the context ends.
func (f *Files) Run(ctx context.Context) {
	for {
		if err := f.Check(); err != nil {
			f.log.Error("cannot read the certificate; the last one is kept", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(f.config.Interval.Duration):
		}
	}
}

// Check reads the files. An unreadable certificate changes nothing.
func (f *Files) Check() (err error) {
	defer func() { f.counter.Check(err) }()
	chain, err := os.ReadFile(filepath.Join(f.config.Directory, certCurrent))
	if err != nil {
		return fmt.Errorf("certificates.directory: %w", err)
	}
	key, err := os.ReadFile(filepath.Join(f.config.Directory, keyCurrent))
	if err != nil {
		return fmt.Errorf("certificates.directory: %w", err)
	}
	if current := f.current.Load(); current != nil && bytes.Equal(current.chain, chain) && bytes.Equal(current.key, key) {
		return nil
	}
	read, err := readPair(chain, key)
	if err != nil {
		return fmt.Errorf("certificates.directory: %s: %w", f.config.Directory, err)
	}
	f.current.Store(read)
	f.counter.Certificate(read.ends())
	return nil
}
