package agent

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// A kubelet that redirects, requires another token, or sends an endless response gets no data from
// the agent.
func TestKubeletThatMisbehaves(t *testing.T) {
	k := newKubelet(t)
	stolen := make(chan string, 1)
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { stolen <- r.Header.Get("Authorization") }))
	defer elsewhere.Close()
	redirects := httptest.NewTLSServer(http.RedirectHandler(elsewhere.URL, http.StatusFound))
	defer redirects.Close()
	for _, one := range []struct {
		edit func(*KubeletEndpoint)
		want string
	}{
		{func(e *KubeletEndpoint) { e.TokenFile = "" }, "found status 401"},
		{func(e *KubeletEndpoint) { e.CAFile = "" }, "certificate"},
		{func(e *KubeletEndpoint) { e.URL, e.CAFile, e.SkipVerify = redirects.URL, "", true }, "found status 302"},
	} {
		config := &Config{NodeName: "node-a"}
		config.Kubelet.Endpoint = k.endpoint()
		one.edit(&config.Kubelet.Endpoint)
		ok(t, config.Complete())
		asker, err := newKubeletAPI(config, slog.New(slog.DiscardHandler), newFacts(), newMetrics(), func() {}, func() bool { return true })
		ok(t, err)
		if _, err := asker.get(t.Context(), "/pods"); err == nil || !strings.Contains(err.Error(), one.want) {
			t.Errorf("found %v, expected %s", err, one.want)
		}
	}
	select {
	case token := <-stolen:
		t.Errorf("the redirect got %q", token)
	default:
	}
}
