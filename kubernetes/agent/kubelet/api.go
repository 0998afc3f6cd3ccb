// Package kubelet reads kubelet's files, its API, and its pod-resources API.
package kubelet

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/wait"

	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/facts"
	"libkoord.invalid/koord/kubernetes/agent/metrics"
)

const mostOfAnswer = 128 << 20 // the library's limit for a list of pods

// API queries kubelet, if configured: for its effective configuration including flags, and
// for its pods while the API server does not respond.
type API struct {
	config            *config.Config
	log               *slog.Logger
	facts             *facts.Store
	metrics           *metrics.Metrics
	kick              func()
	serverUnavailable func() bool // reports whether the API server does not provide the pod list
	client            *http.Client
	lastErrors        map[string]string // last error by path, logged once
}

// NewAPI returns nil if kubelet is not queried.
func NewAPI(settings *config.Config, log *slog.Logger, facts *facts.Store, metrics *metrics.Metrics, kick func(), serverUnavailable func() bool) (*API, error) {
	endpoint := &settings.Kubelet.Endpoint
	if endpoint.URL == "" {
		return nil, nil
	}
	client, err := config.KubeletClient(endpoint)
	if err != nil {
		return nil, err
	}
	return &API{config: settings, log: log, facts: facts, metrics: metrics, kick: kick, serverUnavailable: serverUnavailable, client: client,
		lastErrors: map[string]string{}}, nil
}

// Run queries kubelet repeatedly until the context ends.
func (a *API) Run(ctx context.Context) {
	wait.NonSlidingUntilWithContext(ctx, a.poll, a.config.Interval.Duration)
}

// poll applies kubelet's responses. A failed request changes nothing.
func (a *API) poll(ctx context.Context) {
	if text, ok := a.query(ctx, "/configz", func(text []byte) error { return json.Unmarshal(text, &struct{}{}) }); ok {
		if a.facts.SetConfigz(text) {
			a.kick()
		}
	}
	if !a.serverUnavailable() {
		if a.facts.SetKubeletPods(nil) {
			a.kick()
		}
		return
	}
	var list v1.PodList
	if _, ok := a.query(ctx, "/pods", func(text []byte) error { return json.Unmarshal(text, &list) }); ok {
		pods := make(map[string]*v1.Pod, len(list.Items))
		for i := range list.Items {
			if trimmed, err := facts.TrimPod(&list.Items[i]); err == nil {
				pod := trimmed.(*v1.Pod)
				pod.Spec.NodeName = a.config.NodeName // empty for a static pod
				pods[string(pod.UID)] = pod
			}
		}
		if a.facts.SetKubeletPods(pods) {
			a.kick()
		}
	}
}

// query sends a request. A repeated error is logged once.
func (a *API) query(ctx context.Context, path string, read func([]byte) error) (text []byte, ok bool) {
	text, err := a.get(ctx, path)
	if err == nil {
		if err = read(text); err != nil {
			err = fmt.Errorf("its answer cannot be read: %w", err)
		}
	}
	if ctx.Err() != nil {
		return nil, false
	}
	if err != nil {
		a.metrics.Kubelet.WithLabelValues(path, "failed").Inc()
		if a.lastErrors[path] != err.Error() {
			a.lastErrors[path] = err.Error()
			a.log.Warn("kubelet does not answer; the last known state stays in force", "path", path, "error", err)
		}
		return nil, false
	}
	a.metrics.Kubelet.WithLabelValues(path, "ok").Inc()
	delete(a.lastErrors, path)
	return text, true
}

func (a *API) get(ctx context.Context, path string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(a.config.Kubelet.Endpoint.URL, "/")+path, nil)
	if err != nil {
		return nil, err
	}
	answer, err := a.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("found status %s, expected 200", answer.Status)
	}
	text, err := io.ReadAll(io.LimitReader(answer.Body, mostOfAnswer+1))
	if err == nil && len(text) > mostOfAnswer {
		err = fmt.Errorf("found more than %d bytes", mostOfAnswer)
	}
	return text, err
}
