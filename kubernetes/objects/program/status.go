package program

import (
	"fmt"
	"net/http"
	"time"
)

// StatusServer returns the server of /metrics, /healthz (the process works) and /readyz (it does its
// work), with limits of time and size for its clients.
func StatusServer(metrics http.Handler, healthy, ready func() error) *http.Server {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", metrics)
	mux.HandleFunc("GET /healthz", answerWith(healthy))
	mux.HandleFunc("GET /readyz", answerWith(ready))
	return &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: 10 * time.Second,
		MaxHeaderBytes: 1 << 14}
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
