package certs

import (
	"bytes"
	"time"

	v1 "k8s.io/api/core/v1"
)

// pairs are the certificates of the Secret; nil for those that are absent or unreadable.
type pairs struct{ previous, current, next *pair }

// Steps of a renewal.
const (
	stepCreate  = "created"
	stepPrepare = "prepared" // the next certificate is stored and published, and not used yet
	stepPromote = "promoted" // the next certificate is used
	stepReplace = "replaced" // the same, because the current one cannot be used
)

// read reads the certificates of the Secret. Unreadable ones are replaced.
func (k *Keeper) read(secret *v1.Secret) *pairs {
	one := func(chain, key string) *pair {
		if len(secret.Data[chain]) == 0 && len(secret.Data[key]) == 0 {
			return nil
		}
		pair, err := readPair(secret.Data[chain], secret.Data[key])
		if err != nil {
			k.log.Warn("certificate cannot be read and is replaced", "secret", secret.Name, "field", "data["+chain+"]", "error", err)
			return nil
		}
		return pair
	}
	return &pairs{previous: one(certPrevious, keyPrevious), current: one(certCurrent, keyCurrent), next: one(certNext, keyNext)}
}

func (p *pairs) write(secret *v1.Secret) {
	secret.Data = map[string][]byte{}
	for _, pair := range []struct {
		chain, key string
		*pair
	}{{certPrevious, keyPrevious, p.previous}, {certCurrent, keyCurrent, p.current}, {certNext, keyNext, p.next}} {
		if pair.pair != nil {
			secret.Data[pair.chain], secret.Data[pair.key] = pair.pair.chain, pair.pair.key
		}
	}
}

func (p *pairs) promote() { p.previous, p.current, p.next = p.current, p.next, nil }

// advance makes the next step of a renewal in stored, if it is time, and returns its name, or "" if
// there is none. stepPromote is left to the caller, which publishes the next certificate before.
func (k *Keeper) advance(stored *pairs) (step string, err error) {
	now := time.Now()
	if stored.current == nil || stored.current.serves(k.names, now) != nil {
		if stored.next != nil && stored.next.serves(k.names, now) == nil {
			stored.promote()
			return stepReplace, nil
		}
		// Other replicas serve the old certificate until their next check.
		if stored.previous = stored.current; stored.previous == nil {
			stored.previous = k.current.Load()
		}
		stored.next = nil
		stored.current, err = k.make(k.names, k.config.Lifetime.Duration)
		return stepCreate, err
	}
	if stored.next != nil && stored.next.serves(k.names, now) != nil {
		stored.next = nil
	}
	if now.Before(stored.current.ends().Add(-k.config.RenewBefore.Duration)) {
		return "", nil
	}
	if stored.next == nil {
		stored.next, err = k.make(k.names, k.config.Lifetime.Duration)
		return stepPrepare, err
	}
	if !bytes.Equal(k.announced, stored.next.chain) || now.Before(k.announcedAt.Add(k.config.Settle.Duration)) {
		return "", nil
	}
	return stepPromote, nil
}
