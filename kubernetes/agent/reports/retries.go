package reports

import "time"

// retries limits the rate of requests that the API server rejects: the pause grows with each
// failure, and a repeated error is logged once.
type retries struct {
	at      time.Time
	pause   time.Duration
	trouble string
}

func (r *retries) waits(now time.Time) bool { return now.Before(r.at) }

func (r *retries) failed(now time.Time, err error, tell func(trouble string)) {
	if text := err.Error(); text != r.trouble {
		r.trouble = text
		tell(text)
	}
	r.pause = min(max(2*r.pause, firstRetry), longestRetry)
	r.at = now.Add(r.pause)
}

func (r *retries) succeeded() { *r = retries{} }
