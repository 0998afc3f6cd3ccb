package kubelet

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/facts"
	"libkoord.invalid/koord/kubernetes/agent/internal/fake"
	"libkoord.invalid/koord/kubernetes/agent/metrics"
	"libkoord.invalid/koord/kubernetes/objects/check"
)

// A kubelet that redirects, requires another token, or sends an endless response gets no data from
// the agent.
func TestKubeletThatMisbehaves(t *testing.T) {
	k := fake.NewKubelet(t)
	stolen := make(chan string, 1)
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { stolen <- r.Header.Get("Authorization") }))
	defer elsewhere.Close()
	redirects := httptest.NewTLSServer(http.RedirectHandler(elsewhere.URL, http.StatusFound))
	defer redirects.Close()
	for _, test := range []struct {
		edit func(*config.KubeletEndpoint)
		want string
	}{
		{func(e *config.KubeletEndpoint) { e.TokenFile = "" }, "found status 401"},
		{func(e *config.KubeletEndpoint) { e.CAFile = "" }, "certificate"},
		{func(e *config.KubeletEndpoint) { e.URL, e.CAFile, e.SkipVerify = redirects.URL, "", true }, "found status 302"},
	} {
		config := &config.Config{NodeName: "node-a"}
		config.Kubelet.Endpoint = k.Endpoint()
		test.edit(&config.Kubelet.Endpoint)
		check.OK(t, config.Complete())
		asker, err := NewAPI(config, slog.New(slog.DiscardHandler), facts.New(true), metrics.New(), func() {}, func() bool { return true })
		check.OK(t, err)
		if _, err := asker.get(t.Context(), "/pods"); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("found %v, expected %s", err, test.want)
		}
	}
	select {
	case token := <-stolen:
		t.Errorf("the redirect got %q", token)
	default:
	}
}
