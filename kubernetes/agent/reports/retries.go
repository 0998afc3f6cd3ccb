package reports

import "time"

// retries limits the rate of requests that the API server rejects: the pause grows with each
// failure, and a repeated error is logged once.
type retries struct {
	at        time.Time
	pause     time.Duration
	lastError string
}

func (r *retries) waits(now time.Time) bool { return now.Before(r.at) }

func (r *retries) failed(now time.Time, err error, log func(lastError string)) {
	if text := err.Error(); text != r.lastError {
		r.lastError = text
		log(text)
	}
	r.pause = min(max(2*r.pause, firstRetry), longestRetry)
	r.at = now.Add(r.pause)
}

func (r *retries) succeeded() { *r = retries{} }
