// Package certs makes, renews and publishes the certificate of the HTTPS server.
//
// All replicas share one Secret. A certificate is renewed in two steps, so that API servers trust it
// before it is used: first the new one is stored and its authority published beside the old one; later
// it takes the place of the old one. Replicas may do each step at the same time: the first write to
// the Secret wins, and the others read it.
package certs

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"slices"
	"time"

	"k8s.io/client-go/util/cert"
)

// clockSkew is how far before the present client-go lets a new certificate begin.
const clockSkew = time.Hour

// pair is a certificate, the authority that signed it, and its key, in PEM.
type pair struct {
	chain, key []byte
	parsed     tls.Certificate
}

// newPair makes a certificate for these names with an authority of its own, whose key is not kept.
func newPair(names []string, lifetime time.Duration) (*pair, error) {
	chain, key, err := cert.GenerateSelfSignedCertKeyWithOptions(cert.SelfSignedCertKeyOptions{Host: names[0], AlternateDNS: names[1:],
		MaxAge: lifetime + clockSkew})
	if err != nil {
		return nil, err
	}
	return readPair(chain, key)
}

// readPair parses a certificate and its key. The error says what is wrong.
func readPair(chain, key []byte) (*pair, error) {
	if len(chain) == 0 || len(key) == 0 {
		return nil, errors.New("expected a certificate and its key, found nothing")
	}
	parsed, err := tls.X509KeyPair(chain, key)
	if err != nil {
		return nil, err
	}
	return &pair{chain: chain, key: key, parsed: parsed}, nil
}

func (p *pair) begins() time.Time { return p.parsed.Leaf.NotBefore }
func (p *pair) ends() time.Time   { return p.parsed.Leaf.NotAfter }

// serves reports whether a certificate is valid for names at a time.
func (p *pair) serves(names []string, now time.Time) error {
	if now.Before(p.begins()) || !now.Before(p.ends()) {
		return fmt.Errorf("it is valid from %s to %s", p.begins().Format(time.RFC3339), p.ends().Format(time.RFC3339))
	}
	for _, name := range names {
		if err := p.parsed.Leaf.VerifyHostname(name); err != nil {
			return err
		}
	}
	return nil
}

// authorities returns the certificates of a chain that sign others.
func (p *pair) authorities() (out []*x509.Certificate) {
	for _, text := range p.parsed.Certificate {
		if parsed, err := x509.ParseCertificate(text); err == nil && parsed.IsCA {
			out = append(out, parsed)
		}
	}
	return out
}

// bundle returns the authorities of pairs that are not nil, in PEM and in order, each once.
func bundle(pairs ...*pair) ([]byte, error) {
	var all []*x509.Certificate
	for _, pair := range pairs {
		if pair == nil {
			continue
		}
		for _, authority := range pair.authorities() {
			if !slices.ContainsFunc(all, authority.Equal) {
				all = append(all, authority)
			}
		}
	}
	if len(all) == 0 {
		return nil, errors.New("the certificate has no authority")
	}
	return cert.EncodeCertificates(all...)
}

// contains reports whether a bundle has each certificate of another.
func contains(bundle, other []byte) bool {
	have, err := cert.ParseCertsPEM(bundle)
	if err != nil {
		return false
	}
	need, err := cert.ParseCertsPEM(other)
	if err != nil {
		return bytes.Equal(bundle, other)
	}
	for _, authority := range need {
		if !slices.ContainsFunc(have, authority.Equal) {
			return false
		}
	}
	return true
}
