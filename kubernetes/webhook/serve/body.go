package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"

	"libkoord.invalid/koord/kubernetes/webhook/review"
)

// Limits of bodies. The API server accepts requests of 3 MiB and stores objects of 1.5 MiB; the review
// of an update has two.
const (
	maxBody     = 4 << 20
	maxElements = 100_000 // brackets and commas in the JSON of a body
	bodyTimeout = 2 * time.Second
	firstRead   = 4 << 10 // not reserved; net/http's buffers of an idle connection are as large
)

// Memory of a decoded review: the object is copied, its strings are copied again, and each element
// costs up to two entries of a map.
const (
	copies        = 3
	sizeOfElement = 320
)

// Limits of the memory of decoded reviews. A request that holds some waits for no other memory, so
// that those that wait for it always get it.
const (
	decodeMemory      = 96 << 20 // of reviews that need more than smallDecode
	smallDecodeMemory = 16 << 20 // of the others, which are not queued behind them
	smallDecode       = 1 << 20
)

// rejection is the answer to an HTTP request that is no review.
type rejection struct {
	cause   string
	code    int
	message string
}

func (r *rejection) Error() string { return r.message }

var errLoad = &rejection{CauseLoad, http.StatusServiceUnavailable, "too many requests are being answered; try again"}

// readBody reads the body of a request within the limits. The reservation holds its memory, also after
// an error.
func (r *Rules) readBody(w http.ResponseWriter, request *http.Request) ([]byte, *reservation, error) {
	length := request.ContentLength
	if length < 0 || length > maxBody {
		length = maxBody
	}
	held := r.bodies.reserve(connectionOf(request.Context()), max(0, length-firstRead))
	tooLarge := &rejection{CauseSize, http.StatusRequestEntityTooLarge, fmt.Sprintf("body: expected at most %d MiB", maxBody>>20)}
	if request.ContentLength > maxBody {
		return nil, held, tooLarge
	}
	end := time.Now().Add(r.bodyTimeout)
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(end) // recorders of tests have none
	body, err := readAll(http.MaxBytesReader(w, request.Body, maxBody), int(length), held)
	var larger *http.MaxBytesError
	var rejected *rejection
	switch {
	case errors.As(err, &rejected):
		return nil, held, rejected
	case errors.As(err, &larger):
		return nil, held, tooLarge
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, held, &rejection{CauseBody, http.StatusRequestTimeout, fmt.Sprintf("body: expected all of it within %s", r.bodyTimeout)}
	case err != nil:
		return nil, held, &rejection{CauseBody, http.StatusBadRequest, "body: ended early"}
	}
	// After a failure the deadline stays, so that net/http does not wait for the rest of the body.
	_ = control.SetReadDeadline(time.Time{})
	return body, held, nil
}

// readAll reads a body into at most this many bytes, and reserves memory before each larger buffer.
func readAll(from io.Reader, most int, held *reservation) ([]byte, error) {
	body := make([]byte, 0, min(firstRead, most))
	for {
		if len(body) == most {
			return body, expectEnd(from, most)
		}
		if len(body) == cap(body) {
			size := min(2*cap(body), most)
			if !held.grow(int64(size - cap(body))) {
				return nil, errLoad
			}
			body = append(make([]byte, 0, size), body...)
		}
		count, err := from.Read(body[len(body):cap(body)])
		body = body[:len(body)+count]
		if err == io.EOF {
			return body, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// expectEnd returns an error if a body has more than its bytes.
func expectEnd(from io.Reader, bytes int) error {
	count, err := io.ReadFull(from, make([]byte, 1))
	switch {
	case err == io.EOF:
		return nil
	case count != 0:
		return &rejection{CauseBody, http.StatusBadRequest, fmt.Sprintf("body: expected %d bytes, as Content-Length states", bytes)}
	}
	return err
}

// reserveDecoding reserves the memory in which a body is decoded, and waits for it. release is nil after
// an error.
func (r *Rules) reserveDecoding(ctx context.Context, body []byte) (release func(), err error) {
	elements := review.CountElements(body)
	if elements > maxElements {
		return nil, &rejection{CauseSize, http.StatusRequestEntityTooLarge, fmt.Sprintf("body: found %d brackets and commas, expected at most %d",
			elements, maxElements)}
	}
	need, pool := int64(copies*len(body)+sizeOfElement*elements), r.decoding
	if need <= smallDecode {
		pool = r.smallDecoding
	}
	if pool.Acquire(ctx, need) != nil {
		return nil, errLoad
	}
	return func() { pool.Release(need) }, nil
}
